import { Popover as MantinePopover } from '@mantine/core';
import { cloneElement, useId, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { giveFocus } from '../keyboard/give-focus.ts';
import { KeyboardHint } from '../keyboard/keyboard-hint.tsx';
import type { KeyCombination } from '../keyboard/key-combination.ts';
import { useShortcut } from '../keyboard/shortcuts.ts';
import { useLayer, usePopoverPlace } from '../layers/layer.tsx';
import { keepKeysInside, useEscape } from '../layers/popover.tsx';
import styles from './action-menu.module.css';

export interface MenuAction {
  id: string;
  label: string;
  icon?: ReactNode;
  keys?: KeyCombination;
  /** Right of the label, muted. */
  detail?: string;
  danger?: boolean;
  /** One of several exclusive choices: whether it is the one in force. */
  checked?: boolean;
  /** Why it is not possible now; shown under the label. */
  disabledReason?: string | undefined;
  onSelect: () => void;
}

export interface ActionMenuProps {
  /** The button that opens it; it takes a ref, `onClick` and aria attributes. */
  target: ReactElement<{
    onClick?: () => void;
    onKeyDown?: (event: KeyboardEvent) => void;
    'aria-haspopup'?: 'menu';
    'aria-expanded'?: boolean;
    'aria-controls'?: string | undefined;
  }>;
  /** Opens it from anywhere on its screen. */
  keys?: KeyCombination;
  /** Names the menu for assistive technology; 'Actions' unless given. */
  label?: string;
  /** Groups are divided by a hairline; a group may have a heading. */
  groups: readonly { heading?: string; actions: readonly MenuAction[] }[];
  /** Above the first group: who is signed in. */
  header?: ReactNode;
  side?: 'bottom-start' | 'bottom-end' | 'top-end' | 'right-start';
  width?: number;
}

/** A menu of actions: arrows and first letters move, Enter runs, Esc and Tab close and give the focus back. */
export function ActionMenu({
  target,
  keys,
  label = 'Actions',
  groups,
  header,
  side = 'bottom-end',
  width = 224,
}: ActionMenuProps) {
  const layer = useLayer();
  const place = usePopoverPlace();
  const menuId = useId();
  const { open, setOpen, close, toggle, openOnArrow } = useMenuOpening(keys, label);

  return (
    <MantinePopover
      {...place}
      opened={open}
      onDismiss={() => setOpen(false)}
      position={side}
      offset={4}
      width={width}
      zIndex={layer.popover}
      trapFocus
      withRoles={false}
      closeOnEscape={false}
      hideDetached={false}
    >
      <MantinePopover.Target>
        {cloneElement(target, {
          onClick: toggle,
          onKeyDown: openOnArrow,
          'aria-haspopup': 'menu',
          'aria-expanded': open,
          'aria-controls': open ? menuId : undefined,
        })}
      </MantinePopover.Target>
      <MantinePopover.Dropdown className={styles.panel}>
        {header === undefined ? null : <div className={styles.header}>{header}</div>}
        <MenuItems id={menuId} label={label} groups={groups} isBelowHeader={header !== undefined} onClose={close} />
      </MantinePopover.Dropdown>
    </MantinePopover>
  );
}

/** Whether a menu is open, and the ways in and out; the focus goes back to where it was. */
function useMenuOpening(keys: KeyCombination | undefined, label: string) {
  const [open, setOpen] = useState(false);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  useEscape(open, close);
  useShortcut(keys, label, openMenu);

  function openMenu(): void {
    setOpener(document.activeElement instanceof HTMLElement ? document.activeElement : null);
    setOpen(true);
  }

  function close(): void {
    setOpen(false);
    if (opener !== null) giveFocus(opener);
  }

  function toggle(): void {
    if (open) close();
    else openMenu();
  }

  function openOnArrow(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' || open) return;
    event.preventDefault();
    openMenu();
  }

  return { open, setOpen, close, toggle, openOnArrow };
}

interface MenuItemsProps extends Pick<ActionMenuProps, 'groups'> {
  id: string;
  label: string;
  isBelowHeader: boolean;
  onClose: () => void;
}

function MenuItems({ id, label, groups, isBelowHeader, onClose }: MenuItemsProps) {
  const menu = useRef<HTMLDivElement>(null);
  const filled = groups.filter(({ actions }) => actions.length > 0);

  function run(action: MenuAction): void {
    if (action.disabledReason !== undefined) return;
    onClose();
    action.onSelect();
  }

  function press(event: KeyboardEvent<HTMLDivElement>): void {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const current = items.indexOf(event.target as HTMLElement);
    const position =
      { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: -1 }[event.key] ??
      startingWith(items, current, event.key);
    if (event.key === 'Tab') {
      event.preventDefault();
      onClose();
    } else if (position !== null) {
      event.preventDefault();
      items.at(position % items.length)?.focus();
    }
    keepKeysInside(event, onClose);
  }

  return (
    <div ref={menu} id={id} role="menu" aria-label={label} tabIndex={-1} onKeyDown={press}>
      {filled.map(({ heading, actions }, index) => (
        <div
          key={heading ?? actions[0]?.id}
          role="group"
          aria-label={heading}
          className={classNames(styles.group, (index > 0 || isBelowHeader) && styles.divided)}
        >
          {heading === undefined ? null : (
            <div className={styles.heading} aria-hidden="true">
              {heading}
            </div>
          )}
          {actions.map((action, position) => (
            <MenuItem key={action.id} action={action} first={index === 0 && position === 0} onRun={() => run(action)} />
          ))}
        </div>
      ))}
    </div>
  );
}

function MenuItem({ action, first, onRun }: { action: MenuAction; first: boolean; onRun: () => void }) {
  const { label, icon, keys, detail, danger, checked, disabledReason } = action;
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      aria-disabled={disabledReason === undefined ? undefined : true}
      tabIndex={-1}
      {...(first ? { 'data-autofocus': true } : {})}
      className={classNames(styles.item, danger && styles.danger)}
      onClick={onRun}
      onMouseEnter={(event) => event.currentTarget.focus()}
    >
      {icon}
      <span className={styles.label}>
        {label}
        {disabledReason === undefined ? null : <span className={styles.reason}>{disabledReason}</span>}
      </span>
      {detail === undefined ? null : <span className="muted small">{detail}</span>}
      {checked ? <span className={styles.tick} aria-hidden="true" /> : null}
      {keys === undefined ? null : <KeyboardHint keys={keys} />}
    </button>
  );
}

/** The next item whose label begins with the typed character, or null. */
function startingWith(items: readonly HTMLElement[], current: number, key: string): number | null {
  if (key.length !== 1 || key === ' ') return null;
  const begins = (item: HTMLElement): boolean => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  const after = items.findIndex((item, index) => index > current && begins(item));
  const found = after >= 0 ? after : items.findIndex(begins);
  return found >= 0 ? found : null;
}
