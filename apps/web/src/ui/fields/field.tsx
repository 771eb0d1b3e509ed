import { createContext, useContext, useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import { IconAlert } from '../icons.tsx';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';

export interface FieldProps {
  label: string;
  required?: boolean;
  hint?: ReactNode;
  /** The message under the field; undefined while the field is right. */
  error?: string | undefined;
  /** Keeps the label for assistive technology only. */
  labelHidden?: boolean;
  /** The id of the control, where something else must link to it; otherwise one is made. */
  id?: string;
  /** A group of controls (radio buttons, check boxes) instead of one control. */
  group?: boolean;
  className?: string;
  children: ReactNode;
}

/** What a control needs from the field around it; spread it on the element that has the focus. */
export interface FieldControl {
  id: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

const NO_FIELD: FieldControl = {
  id: undefined,
  'aria-describedby': undefined,
  'aria-invalid': undefined,
  'aria-required': undefined,
};
const FieldContext = createContext<FieldControl>(NO_FIELD);
const ProblemContext = createContext<(problem: string | null) => void>(() => undefined);

/** Label above, control, hint, and the error under it, all linked for assistive technology (ux §4). */
export function Field({
  label,
  required = false,
  hint,
  error: givenError,
  labelHidden = false,
  id: givenId,
  group = false,
  className,
  children,
}: FieldProps) {
  const madeId = useId();
  const id = givenId ?? madeId;
  const [problem, setProblem] = useState<string | null>(null);
  const error = problem === null ? givenError : `${label} ${problem}`;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  const control = useMemo<FieldControl>(
    () => ({
      id: group ? undefined : id,
      'aria-describedby': described,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-required': required || undefined,
    }),
    [group, id, described, error, required],
  );
  const caption = (
    <>
      {label}
      {required ? (
        <span className={styles.required} aria-hidden="true">
          {' *'}
        </span>
      ) : null}
    </>
  );
  const labelClass = classNames(styles.label, labelHidden && 'visually-hidden');
  return (
    <div
      className={classNames(styles.field, className)}
      role={group ? 'group' : undefined}
      aria-labelledby={group ? `${id}-label` : undefined}
      aria-describedby={group ? described : undefined}
    >
      {group ? (
        <span className={labelClass} id={`${id}-label`}>
          {caption}
        </span>
      ) : (
        <label className={labelClass} htmlFor={id} id={`${id}-label`}>
          {caption}
        </label>
      )}
      <ProblemContext.Provider value={setProblem}>
        <FieldContext.Provider value={control}>{children}</FieldContext.Provider>
      </ProblemContext.Provider>
      {error === undefined ? null : (
        <span className={styles.error} id={`${id}-error`}>
          <IconAlert size={14} />
          {error}
        </span>
      )}
      {hint === undefined ? null : (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** The attributes of the field around this control; empty outside a field. */
export function useFieldControl(): FieldControl {
  return useContext(FieldContext);
}

/** Lets a control say under its field why it does not take what was typed: a sentence without the label, null for none. */
export function useFieldProblem(problem: string | null): void {
  const show = useContext(ProblemContext);
  useEffect(() => {
    show(problem);
    return () => show(null);
  }, [problem, show]);
}

/** The line that explains the asterisk, once in a form. */
export function RequiredLegend() {
  return (
    <p className={styles.legend}>
      <span className={styles.required}>*</span> Required
    </p>
  );
}
