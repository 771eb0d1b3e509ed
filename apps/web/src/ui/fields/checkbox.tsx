import { useMergedRef } from '@mantine/hooks';
import { useEffect, useRef, type ComponentPropsWithRef, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { useFieldControl } from './field.tsx';
import styles from './checkbox.module.css';

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'size'> {
  label: ReactNode;
  /** Keeps a label of plain text for assistive technology only, as in a table. */
  labelHidden?: boolean;
  /** Some, not all, of what it stands for is chosen. */
  indeterminate?: boolean;
}

/** A check box with its label; the whole label can be pressed. */
export function Checkbox({
  label,
  labelHidden = false,
  indeterminate = false,
  className,
  ref,
  ...rest
}: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const mergedRef = useMergedRef(box, ref);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={classNames(styles.check, className)}>
      <input
        {...(labelHidden && typeof label === 'string' ? { 'aria-label': label } : {})}
        {...rest}
        ref={mergedRef}
        type="checkbox"
        className={styles.box}
      />
      {labelHidden ? null : <span>{label}</span>}
    </label>
  );
}

/** A switch for a state that takes effect as a whole: open or closed, on or off. Its label stands right of it. */
export function Switch({ label, className, ...rest }: Omit<CheckboxProps, 'indeterminate' | 'labelHidden'>) {
  const { id, ...field } = useFieldControl();
  return (
    <label className={classNames(styles.check, className)}>
      <input
        {...(id === undefined ? {} : { id })}
        {...field}
        {...rest}
        type="checkbox"
        // The state of a native check box is its own aria-checked, also while a form library holds it.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        className={styles.switch}
      />
      <span>{label}</span>
    </label>
  );
}
