import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { Button } from '../buttons/button.tsx';
import { classNames } from '../class-names.ts';
import { ConfirmDialog } from '../layers/confirm-dialog.tsx';
import { Dialog, DialogCancel } from '../layers/dialog.tsx';
import dialogStyles from '../layers/dialog.module.css';
import { IconAlert, IconCheckCircle, IconInfo } from '../icons.tsx';
import { FeedbackLayer } from '../layers/layer.tsx';
import {
  answer,
  chooseAction,
  dismiss,
  pauseMessages,
  useFeedback,
  type ListMessage,
  type Message,
  type Tone,
} from './feedback.ts';
import { useShortcut } from '../keyboard/shortcuts.ts';
import styles from './feedback-outlet.module.css';

const TONE_ICON = { success: IconCheckCircle, error: IconAlert, neutral: IconInfo };

/** Shows snackbars, popups, message dialogs, questions and the 'Please wait ...' overlay; once, at the root of the page. */
export function FeedbackOutlet() {
  const { snackbars, popup, lists, question, waiting } = useFeedback();
  useEffect(() => {
    const follow = (): void => pauseMessages('hidden tab', document.hidden);
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  return (
    <FeedbackLayer>
      <Snackbars messages={snackbars} />
      <Popup message={popup} />
      <ListDialog message={lists[0] ?? null} />
      <ConfirmDialog
        open={question !== null}
        title={question?.title ?? ''}
        confirmLabel={question?.confirmLabel ?? ''}
        cancelLabel={question?.cancelLabel ?? 'Cancel'}
        danger={question?.danger ?? false}
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      >
        {question?.text}
      </ConfirmDialog>
      {waiting ? <PleaseWait /> : null}
    </FeedbackLayer>
  );
}

/**
 * How far above the end of the page the messages stand, in px: above its foot. Null where they would cover what has the
 * focus, a row that is open, or what is marked `data-uncovered`: they stand at the top then.
 */
function useSnackbarsBottom(region: RefObject<HTMLElement | null>, count: number): number | null {
  const [place, setPlace] = useState<number | null>(LEAST_BOTTOM);
  useLayoutEffect(() => {
    const look = (): void => {
      const box = region.current;
      if (box === null || count === 0 || box.contains(document.activeElement)) return;
      const focused =
        document.activeElement === document.body
          ? null
          : (document.activeElement?.closest('tr') ?? document.activeElement);
      const feet = [...document.querySelectorAll('[data-foot]')]
        .map((foot) => foot.getBoundingClientRect().top - ABOVE_FOOT)
        .filter((top) => top > window.innerHeight / 2);
      const bottom = Math.min(window.innerHeight - LEAST_BOTTOM, ...feet);
      const kept = [focused, ...document.querySelectorAll('tr[aria-selected=true], [data-uncovered]')];
      const covers = kept.some((element) => {
        if (!element) return false;
        const { left, right, top, bottom: end, height } = element.getBoundingClientRect();
        // A whole region that has the focus is read, not worked in; something always stands over a part of it.
        if (element === focused && height > window.innerHeight / 2) return false;
        return (
          left < SNACKBARS_LEFT + box.offsetWidth &&
          right > SNACKBARS_LEFT &&
          end > bottom - box.offsetHeight &&
          top < bottom
        );
      });
      setPlace(covers ? null : window.innerHeight - bottom);
    };
    look();
    if (count === 0) return;
    // The page goes on below the messages: a foot comes with what is read next.
    const changes = new MutationObserver(look);
    changes.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', look);
    window.addEventListener('resize', look);
    return () => {
      changes.disconnect();
      document.removeEventListener('focusin', look);
      window.removeEventListener('resize', look);
    };
  }, [region, count]);
  return place;
}

/** Where the messages stand, in px; the first one as the style sheet says. */
const SNACKBARS_LEFT = 16;
const LEAST_BOTTOM = 64;
const ABOVE_FOOT = 8;

function Snackbars({ messages }: { messages: readonly Message[] }) {
  const latest = messages.findLast((message) => message.action !== undefined);
  useUndoKey(latest, messages.length);
  const region = useRef<HTMLDivElement>(null);
  const bottom = useSnackbarsBottom(region, messages.length);
  return (
    // The region exists before its first message, so that assistive technology announces that one too.
    // Hover and focus inside stop the clocks; nothing here is operated by them.
    <div
      ref={region}
      className={classNames(styles.snackbars, bottom === null && styles.above)}
      style={bottom === null ? undefined : { bottom }}
      aria-live="polite"
      onMouseEnter={() => pauseMessages('hover', true)}
      onMouseLeave={() => pauseMessages('hover', false)}
      onFocus={() => pauseMessages('focus', true)}
      onBlur={() => pauseMessages('focus', false)}
    >
      {messages.map((message) => (
        <div
          key={message.id}
          className={classNames(styles.snackbar, styles[message.tone])}
          role={message.tone === 'error' ? 'alert' : 'status'}
        >
          <ToneIcon tone={message.tone} />
          <span className={styles.text}>{message.text}</span>
          {message.action === undefined ? null : (
            <Button
              size="sm"
              {...(message === latest ? { keys: UNDO_KEYS } : {})}
              onClick={() => takeBack(message, messages.length)}
            >
              {message.action.label}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={() => closeSnackbar(message.id, messages.length)}>
            {MESSAGES.close}
          </Button>
        </div>
      ))}
    </div>
  );
}

const UNDO_KEYS = 'mod+z';

/** Ctrl+Z does what the newest message offers; a text box keeps its own. */
function useUndoKey(message: Message | null | undefined, shown: number): void {
  useShortcut(UNDO_KEYS, message?.action?.label ?? '', () => message && takeBack(message, shown), {
    scope: 'global',
    enabled: Boolean(message?.action),
  });
}

function takeBack(message: Message, shown: number): void {
  closeSnackbar(message.id, shown);
  chooseAction(message);
}

/** The last snackbar takes the hover and the focus with it, and their leave events may never come. */
function closeSnackbar(id: number, shown: number): void {
  dismiss(id);
  pauseMessages('focus', false);
  if (shown === 1) pauseMessages('hover', false);
}

function Popup({ message }: { message: Message | null }) {
  return (
    <Dialog
      open={message !== null}
      title={message?.title ?? ''}
      width={420}
      role="alertdialog"
      onClose={() => message && dismiss(message.id)}
      footer={
        <>
          <span className={dialogStyles.space} />
          {message?.action === undefined ? null : <PopupAction message={message} />}
          <DialogCancel label={MESSAGES.close} focused />
        </>
      }
    >
      {/* Only watches the pointer, to give a slow reader more time. */}
      <div
        className={styles.popup}
        onMouseEnter={() => pauseMessages('popup', true)}
        onMouseLeave={() => pauseMessages('popup', false)}
      >
        {message === null || message.text === '' ? null : (
          <>
            <ToneIcon tone={message.tone} />
            <div>
              {message.text.split('\n').map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Inside the popup, so that its keys act while it is up. */
function PopupAction({ message }: { message: Message }) {
  useUndoKey(message, 0);
  return (
    <Button keys={UNDO_KEYS} onClick={() => chooseAction(message)}>
      {message.action?.label}
    </Button>
  );
}

function ListDialog({ message }: { message: ListMessage | null }) {
  return (
    <Dialog
      open={message !== null}
      title={message?.title ?? ''}
      width={480}
      role="alertdialog"
      onClose={() => message && dismiss(message.id)}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel label="OK" focused />
        </>
      }
    >
      <ul className={styles.lines}>
        {message?.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Dialog>
  );
}

function PleaseWait() {
  useEffect(() => {
    // The page below keeps its focus, so the keys must be held back as the overlay holds back the pointer.
    const hold = (event: KeyboardEvent): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', hold, { capture: true });
    return () => window.removeEventListener('keydown', hold, { capture: true });
  }, []);
  return (
    <div className={styles.wait}>
      <div className={styles.card} role="status">
        <span className={styles.spinner} aria-hidden="true" />
        {MESSAGES.pleaseWait}
      </div>
    </div>
  );
}

function ToneIcon({ tone }: { tone: Tone }) {
  const Icon = TONE_ICON[tone];
  return <Icon className={styles[`icon-${tone}`]} />;
}
