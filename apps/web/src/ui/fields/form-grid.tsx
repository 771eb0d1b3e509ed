import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './form-grid.module.css';

/** Fields in 1, 2 or 4 columns that become one on a phone. A child with `Wide` takes a whole row. */
export function FormGrid({ columns = 2, children }: { columns?: 1 | 2 | 4; children: ReactNode }) {
  return <div className={classNames(styles.grid, styles[`columns-${columns}`])}>{children}</div>;
}

/** A row of its own in a form grid. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>;
}

/** A titled part of a form. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
