import type { ReactNode } from 'react';
import styles from './timeline.module.css';

/** done: happened; now: the step that waits; pending: still to come; returned: sent back. */
export type StepState = 'done' | 'now' | 'pending' | 'returned';

export interface TimelineStep {
  id: string;
  title: string;
  state: StepState;
  /** Right of the title: an instant as text, or who acts next. */
  aside?: ReactNode;
  /** Below the title: name, remarks. */
  detail?: ReactNode;
}

const SPOKEN: Record<StepState, string> = {
  done: 'done',
  now: 'current step',
  pending: 'pending',
  returned: 'returned',
};

/** The steps of a document, top to bottom (ux §5). */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {steps.map((step) => (
        <li key={step.id} className={styles[step.state]} aria-current={step.state === 'now' ? 'step' : undefined}>
          <div className={styles.head}>
            <span className={styles.title}>{step.title}</span>
            <span className="visually-hidden">, {SPOKEN[step.state]}</span>
            {step.aside === undefined ? null : <span className={styles.aside}>{step.aside}</span>}
          </div>
          {step.detail === undefined ? null : <div className={styles.detail}>{step.detail}</div>}
        </li>
      ))}
    </ol>
  );
}
