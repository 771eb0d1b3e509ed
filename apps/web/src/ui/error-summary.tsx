import { useEffect, useRef } from 'react';
import { IconAlert } from './icons.tsx';
import styles from './error-summary.module.css';

export interface ErrorSummaryProps {
  /** The faults in the order of the form; `fieldId` is the id of the control to jump to, `onJump` first brings it in sight. */
  errors: readonly { message: string; fieldId?: string; onJump?: () => void }[];
  /** Changes with every attempt to save, so that the focus moves here again. */
  attempt?: number;
}

const SUMMARY_ID = 'error-summary';

/** Goes to the control that has a fault, to the summary where the fault is of none. */
export function jumpTo(fieldId: string = SUMMARY_ID): void {
  const control = document.getElementById(fieldId);
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}

/** The box on top of a form that could not be saved: how many faults, each a link to its field. It takes the focus. */
export function ErrorSummary({ errors, attempt = 0 }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef<number | null>(null);
  const shown = errors.length > 0;
  useEffect(() => {
    // Once an attempt: a fault that appears while somebody types must not take the focus away.
    if (!shown || focused.current === attempt) return;
    focused.current = attempt;
    box.current?.focus();
  }, [shown, attempt]);
  if (!shown) return null;
  return (
    <div ref={box} id={SUMMARY_ID} className={styles.summary} role="alert" tabIndex={-1}>
      <p className={styles.title}>
        <IconAlert />
        {errors.length === 1 ? '1 field needs attention' : `${errors.length} fields need attention`}
      </p>
      <ul>
        {errors.map(({ message, fieldId, onJump }) => (
          <li key={`${fieldId ?? ''}:${message}`}>
            {fieldId === undefined ? (
              message
            ) : (
              <a
                href={`#${fieldId}`}
                onClick={(event) => {
                  event.preventDefault();
                  onJump?.();
                  jumpTo(fieldId);
                }}
              >
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
