import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { useFieldControl } from './field.tsx';
import styles from './input.module.css';

export interface TextInputProps extends Omit<ComponentPropsWithRef<'input'>, 'size'> {
  icon?: ReactNode;
  /** Right of the text, inside the border: a unit, a button. */
  after?: ReactNode;
  /** Figures of equal width, right-aligned: amounts. */
  amount?: boolean;
  /** Figures of equal width: codes, dates, counts. */
  figures?: boolean;
}

/** A text box 32 px high. A read-only value stands on the sunken colour without a border. */
export function TextInput({
  icon,
  after,
  amount = false,
  figures = false,
  className,
  type = 'text',
  ...rest
}: TextInputProps) {
  const field = useFieldControl();
  return (
    <span className={classNames(styles.box, rest.readOnly && styles.read, rest.disabled && styles.disabled, className)}>
      {icon}
      <input
        autoComplete="off"
        spellCheck={false}
        {...field}
        {...rest}
        type={type}
        className={classNames(styles.input, (amount || figures) && 'figures', amount && styles.amount)}
      />
      {after}
    </span>
  );
}

/** A text box of several lines; `rows` lines are shown. */
export function TextArea({ className, rows = 2, ...rest }: ComponentPropsWithRef<'textarea'>) {
  const field = useFieldControl();
  return (
    <span className={classNames(styles.box, styles.area, rest.readOnly && styles.read, className)}>
      <textarea {...field} {...rest} rows={rows} className={styles.input} />
    </span>
  );
}

/** A value that cannot be typed into: a number from a generator, a computed amount. */
export function ReadOnlyValue({ children, amount = false }: { children: ReactNode; amount?: boolean }) {
  const field = useFieldControl();
  return (
    <output
      {...(field.id === undefined ? {} : { id: field.id })}
      className={classNames(styles.box, styles.read, 'figures', amount && styles.amount)}
    >
      <span className={styles.value}>{children}</span>
    </output>
  );
}
