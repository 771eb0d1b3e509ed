import type { ReactNode } from 'react';
import styles from './run-progress.module.css';

/** How far something is that takes a while: 'Printing 120 of 500 …' over a bar, and what can be done about it. It shows after a moment only. */
export function RunProgress({
  label,
  done,
  total,
  children,
}: {
  label: string;
  done: number;
  /** Absent while nobody knows. */
  total?: number | undefined;
  children?: ReactNode;
}) {
  const of = total === undefined ? '' : ` of ${total.toLocaleString('en')}`;
  return (
    <div className={styles.progress}>
      <p role="status">
        {label}
        <span className="figures">{done === 0 ? '' : ` ${done.toLocaleString('en')}${of}`}</span> …
      </p>
      <progress className={styles.bar} aria-label={label} value={total === undefined ? undefined : done} max={total} />
      {children}
    </div>
  );
}
