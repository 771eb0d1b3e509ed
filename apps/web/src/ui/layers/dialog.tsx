import { FocusTrap, Portal, Transition } from '@mantine/core';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { Button, IconButton } from '../buttons/button.tsx';
import { classNames } from '../class-names.ts';
import { IconClose } from '../icons.tsx';
import { DialogLayerContext } from '../keyboard/dialog-layers.ts';
import { giveFocus } from '../keyboard/give-focus.ts';
import { openDialogLayer, useShortcut } from '../keyboard/shortcuts.ts';
import { DialogElementContext, RaisedLayer, useLayer } from './layer.tsx';
import { useKeyScroll } from './use-key-scroll.ts';
import { useUnsaved } from './unsaved.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  title: string;
  /** Names the record, or says that it is new. */
  subtitle?: ReactNode;
  /** 480 up to six fields, 640 two columns, 960 with tabs, 1100 for tables. Full screen below 768 px. */
  width?: 420 | 480 | 640 | 960 | 1100;
  /** Called after the guard has let go. */
  onClose: () => void;
  /** Something typed would be lost: Esc, the cross and Cancel then ask first. */
  dirty?: boolean;
  /** Without it the dialog has no cross and Esc does nothing. */
  closable?: boolean;
  /** Left part and right part of the fixed footer. */
  footer?: ReactNode;
  /** Enter moves to the next field instead of doing nothing (ux §4). */
  enterMovesOn?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** Takes the padding off the body, for tables and tab columns. */
  flush?: boolean;
  /** The body takes the focus, for a text to read without any control. */
  reading?: boolean;
  /** Nothing else is seen while it is open, other dialogs and messages included. */
  alone?: boolean;
  /** Only the body, near the top of the window; the title is kept for assistive technology. For the palette. */
  bare?: boolean;
  children?: ReactNode;
}

const CloseContext = createContext<() => void>(() => undefined);

/** A modal dialog: fixed header and footer, scrolling body, trapped focus that returns to its opener. */
export function Dialog(props: DialogProps) {
  const { open, width = 480, role = 'dialog', bare = false, alone = false } = props;
  const layer = useLayer();
  const titleId = useId();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useReturnedFocus(open);
  useLayoutEffect(() => {
    if (!open || !alone) return;
    document.body.dataset['alone'] = '';
    return () => {
      delete document.body.dataset['alone'];
    };
  }, [open, alone]);
  return (
    <Portal>
      <Transition mounted={open} transition="fade" duration={120} exitDuration={0}>
        {(appearing) => (
          <div
            className={classNames(styles.scrim, bare && styles.high, alone && styles.alone)}
            style={{ ...appearing, zIndex: layer.dialog }}
          >
            <FocusTrap active={open}>
              <section
                role={role}
                aria-modal="true"
                aria-labelledby={titleId}
                tabIndex={-1}
                className={classNames(styles.dialog, styles[`width-${width}`])}
              >
                <DialogElementContext.Provider value={place}>
                  <DialogContent {...props} titleId={titleId} />
                </DialogElementContext.Provider>
                {/* What opens inside the dialog goes here. */}
                <div ref={setPlace} />
              </section>
            </FocusTrap>
          </div>
        )}
      </Transition>
    </Portal>
  );
}

/** To where the dialog that closes at this moment gives the focus back. */
let givenBack: Element | null = null;

/**
 * Gives the focus back to where it was before, when the dialog closes and also when it leaves the page while open. One that
 * follows on another, such as a secret on the form that made it, gives it back to where that one was opened. Where nothing opened
 * it, as an address, or what did is gone, the heading of the page has it, as on every change of page.
 */
function useReturnedFocus(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    const opener = document.activeElement === document.body ? givenBack : document.activeElement;
    return () => {
      givenBack = opener;
      // After the elements of the dialog are gone; whatever took the focus meanwhile keeps it.
      setTimeout(() => {
        givenBack = null;
        if (document.activeElement !== document.body) return;
        if (opener instanceof HTMLElement) giveFocus(opener);
        if (document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      }, 0);
    };
  }, [open]);
}

/** Asks the dialog around to close, as its cross does: with the guard. */
export function useDialogClose(): () => void {
  return useContext(CloseContext);
}

/** The Cancel button of a dialog; `focused` when it takes the focus on opening. */
export function DialogCancel({ label = 'Cancel', focused = false }: { label?: string; focused?: boolean }) {
  const close = useDialogClose();
  return (
    <Button onClick={close} {...(focused ? { 'data-autofocus': true } : {})}>
      {label}
    </Button>
  );
}

/** The filled button that saves a dialog, by click, Ctrl+S and Ctrl+Enter. It is never disabled: faults are shown instead. */
export function DialogSave({
  label = 'Save',
  busy = false,
  onSave,
}: {
  label?: string;
  busy?: boolean;
  onSave: () => void;
}) {
  const save = (): void => {
    if (!busy) onSave();
  };
  useShortcut('mod+s', label, save);
  useShortcut('mod+Enter', label, save);
  return (
    <Button variant="primary" keys="mod+s" busy={busy} onClick={save} data-save>
      {label}
    </Button>
  );
}

function DialogContent(props: DialogProps & { titleId: string }) {
  const layerId = useId();
  useEffect(() => openDialogLayer(layerId), [layerId]);
  return (
    <DialogLayerContext.Provider value={layerId}>
      <RaisedLayer>
        <DialogFrame {...props} />
      </RaisedLayer>
    </DialogLayerContext.Provider>
  );
}

function DialogFrame({
  titleId,
  title,
  subtitle,
  onClose,
  dirty = false,
  closable = true,
  footer,
  enterMovesOn = true,
  flush = false,
  reading = false,
  bare = false,
  children,
}: DialogProps & { titleId: string }) {
  const [asking, setAsking] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const isStop = useKeyScroll(body);
  useUnsaved(dirty);

  const latest = useRef({ dirty, closable, onClose });
  useEffect(() => {
    latest.current = { dirty, closable, onClose };
  });
  const requestClose = useCallback(() => {
    if (!latest.current.closable) return;
    if (latest.current.dirty) setAsking(true);
    else latest.current.onClose();
  }, []);
  useShortcut('Escape', 'Close', requestClose, { enabled: closable });

  return (
    <CloseContext.Provider value={requestClose}>
      <div className={bare ? 'visually-hidden' : styles.head}>
        <h2 id={titleId}>{title}</h2>
        {subtitle === undefined ? null : <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {/* The handler only moves the focus between the fields inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={body}
        className={classNames(styles.body, (flush || bare) && styles.flush)}
        {...(isStop || reading ? { tabIndex: isStop ? 0 : -1 } : {})}
        {...(reading ? { 'data-autofocus': true } : {})}
        onKeyDown={enterMovesOn ? moveOnEnter : undefined}
      >
        {children}
      </div>
      {footer === undefined ? null : (
        <div className={styles.foot} data-uncovered>
          {footer}
        </div>
      )}
      {closable && !bare ? (
        <IconButton className={styles.cross ?? ''} label="Close" icon={<IconClose />} onClick={requestClose} />
      ) : null}
      <DiscardQuestion
        open={asking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          onClose();
        }}
      />
    </CloseContext.Provider>
  );
}

interface DiscardQuestionProps {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** The guard of what was typed. */
function DiscardQuestion({ open, onKeep, onDiscard }: DiscardQuestionProps) {
  return (
    <Dialog
      open={open}
      title="Discard changes?"
      width={420}
      role="alertdialog"
      onClose={onKeep}
      footer={
        <>
          <span className={styles.space} />
          <Button data-autofocus onClick={onKeep}>
            Keep editing
          </Button>
          <Button variant="danger-fill" onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    >
      What you typed since the last save is lost.
    </Dialog>
  );
}

/**
 * Moves the focus to the next control of the dialog, and from the last field to what saves it, not to Cancel or Delete
 * before it; text boxes of several lines and open pickers keep their Enter.
 */
function moveOnEnter(event: KeyboardEvent<HTMLDivElement>): void {
  const { target } = event;
  if (event.key !== 'Enter' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!(target instanceof HTMLInputElement) || !event.currentTarget.contains(target)) return;
  event.preventDefault();
  const dialog = event.currentTarget.parentElement;
  if (dialog === null) return;
  const controls = [...dialog.querySelectorAll<HTMLElement>('input, select, textarea, button')].filter(
    (control) => control.tabIndex >= 0 && !control.matches(':disabled') && control.offsetParent !== null,
  );
  const position = controls.indexOf(target);
  const next = controls[position + (event.shiftKey ? -1 : 1)];
  const isOut = next !== undefined && !event.currentTarget.contains(next);
  const save = isOut ? dialog.querySelector<HTMLElement>('[data-save]') : null;
  (save ?? next)?.focus();
}
