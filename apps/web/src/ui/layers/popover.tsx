import { Popover as MantinePopover } from '@mantine/core';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useShortcut } from '../keyboard/shortcuts.ts';
import { RaisedLayer, useLayer, usePopoverPlace } from './layer.tsx';
import styles from './popover.module.css';

export interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the panel for assistive technology. */
  label: string;
  /** The button that opens it; it takes a ref and gets aria-expanded. */
  target: ReactElement;
  side?: 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end' | 'right-start';
  /** Keeps the focus where it is, for a field whose panel is only a picture of its choices. */
  keepFocus?: boolean;
  /** The panel needs no padding of its own. */
  flush?: boolean;
  children: ReactNode;
}

/** A small panel beside its button. Esc, a click outside and the button close it; the focus returns to the button. */
export function Popover({
  open,
  onOpenChange,
  label,
  target,
  side = 'bottom-start',
  keepFocus = false,
  flush = false,
  children,
}: PopoverProps) {
  const layer = useLayer();
  const place = usePopoverPlace();
  useEscape(open, () => onOpenChange(false));
  return (
    <MantinePopover
      {...place}
      opened={open}
      onDismiss={() => onOpenChange(false)}
      position={side}
      offset={4}
      zIndex={layer.popover}
      trapFocus={!keepFocus}
      returnFocus={!keepFocus}
      closeOnEscape={false}
      hideDetached={false}
    >
      <MantinePopover.Target>{target}</MantinePopover.Target>
      <MantinePopover.Dropdown
        className={flush ? styles.flush : styles.panel}
        aria-label={label}
        aria-labelledby={undefined}
        onKeyDown={(event) => keepKeysInside(event, () => onOpenChange(false))}
      >
        <RaisedLayer>{children}</RaisedLayer>
      </MantinePopover.Dropdown>
    </MantinePopover>
  );
}

/**
 * Esc closes what is open from wherever the focus is: a click beside its controls, or a key that comes before they have the
 * focus, leaves it on the page. What was opened last closes first.
 */
export function useEscape(open: boolean, close: () => void): void {
  useShortcut('Escape', 'Close', close, { enabled: open });
}

/**
 * Closes on Esc, and keeps every other key from the shortcuts of the page and of a dialog behind. Tab goes on to what keeps
 * the focus in the panel, which listens to the whole page.
 */
export function keepKeysInside(event: KeyboardEvent, close: () => void): void {
  if (event.key === 'Escape') {
    event.preventDefault();
    close();
  }
  if (event.key !== 'Tab') event.stopPropagation();
}
