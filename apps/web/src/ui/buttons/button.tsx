import type { ComponentPropsWithRef, ReactNode, MouseEvent } from 'react';
import { classNames } from '../class-names.ts';
import { ariaCombination, type KeyCombination } from '../keyboard/key-combination.ts';
import { KeyboardHint } from '../keyboard/keyboard-hint.tsx';
import { Tooltip } from './tooltip.tsx';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'plain' | 'ghost' | 'danger' | 'danger-fill';
export type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'type'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  iconAfter?: ReactNode;
  /** Shown as a hint inside the button; the key itself is registered with `useShortcut`. */
  keys?: KeyCombination;
  /** A call is running: the button shows it and ignores further clicks. */
  busy?: boolean;
  /** Why the action is not possible now. The button stays focusable and shows the reason. */
  disabledReason?: string | undefined;
  submit?: boolean;
}

/** A button. `primary` is filled, at most one in a view; `danger` is red text, `danger-fill` only for the button that confirms. */
export function Button({
  variant = 'plain',
  size = 'md',
  icon,
  iconAfter,
  keys,
  busy = false,
  disabledReason,
  submit = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const blocked = busy || disabledReason !== undefined;
  function click(event: MouseEvent<HTMLButtonElement>): void {
    if (blocked) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }
  return (
    <Tooltip text={disabledReason}>
      <button
        {...rest}
        type={submit ? 'submit' : 'button'}
        className={classNames(buttonClass({ variant, size }), className)}
        onClick={click}
        aria-disabled={blocked || undefined}
        aria-busy={busy || undefined}
        aria-keyshortcuts={keys === undefined ? undefined : ariaCombination(keys)}
      >
        {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
        {children}
        {iconAfter === undefined ? null : <span className={styles.after}>{iconAfter}</span>}
        {keys === undefined ? null : <KeyboardHint keys={keys} />}
      </button>
    </Tooltip>
  );
}

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'type' | 'children' | 'aria-label'> {
  /** Names the action; also its tooltip. */
  label: string;
  icon: ReactNode;
  variant?: 'plain' | 'ghost' | 'danger';
  size?: ButtonSize;
  keys?: KeyCombination;
  disabledReason?: string | undefined;
  /** Side of the tooltip. */
  side?: 'top' | 'right' | 'bottom' | 'left';
}

/** A square button with an icon only; its label is the accessible name and the tooltip. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'md',
  keys,
  disabledReason,
  side,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const blocked = disabledReason !== undefined;
  return (
    <Tooltip text={disabledReason ?? label} {...(side === undefined ? {} : { side })}>
      <button
        {...rest}
        type="button"
        className={classNames(buttonClass({ variant, size }), styles.square, className)}
        aria-label={label}
        aria-disabled={blocked || undefined}
        aria-keyshortcuts={keys === undefined ? undefined : ariaCombination(keys)}
        onClick={blocked ? undefined : onClick}
      >
        {icon}
      </button>
    </Tooltip>
  );
}

/** The class names of a button's look, for a link that reads as a button. */
export function buttonClass({
  variant = 'plain',
  size = 'md',
}: { variant?: ButtonVariant; size?: ButtonSize } = {}): string {
  return classNames(styles.button, styles[variant], size !== 'md' && styles[size]);
}
