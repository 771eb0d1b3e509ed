import type { ReactNode } from 'react';
import styles from './side-figures.module.css';

export interface SideFigure {
  readonly name: string;
  readonly figure: string;
  /** Where its name leads, as a link. */
  readonly link?: ReactNode;
  readonly strong?: boolean;
}

/** Named amounts below each other, the last of them a sum. */
export function SideFigures({ rows }: { rows: readonly SideFigure[] }) {
  return (
    <dl className={styles.figures}>
      {rows.map(({ name, figure, link, strong = false }) => (
        <div key={name} className={strong ? styles.strong : undefined}>
          <dt>{link ?? name}</dt>
          <dd className="figures">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
