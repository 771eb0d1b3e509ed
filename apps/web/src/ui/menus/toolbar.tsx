import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

/** The row of controls over a list: search, month and filters on the left, `end` on the right. It wraps when it is narrow. */
export function Toolbar({
  label = 'Filters',
  children,
  end,
}: {
  label?: string;
  children: ReactNode;
  end?: ReactNode;
}) {
  return (
    <div className={styles.toolbar} role="group" aria-label={label}>
      {children}
      {end === undefined ? null : <div className={styles.end}>{end}</div>}
    </div>
  );
}

/** Takes the toolbar's place while rows are selected: how many, what to do with them, and how to get out. */
export function SelectionBar({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div className={`${styles.toolbar} ${styles.selection}`} role="group" aria-label="Selected rows">
      <b className="figures" role="status">{`${count} selected`}</b>
      {children}
      <span className="muted">Esc clears</span>
    </div>
  );
}
