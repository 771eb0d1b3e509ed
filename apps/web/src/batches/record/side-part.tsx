import type { ReactNode } from 'react';
import { useRegionName } from '../../ui/region-name.tsx';
import { SideFigures, type SideFigure } from './side-figures.tsx';
import styles from './side-part.module.css';

interface SidePartProps {
  title: string;
  aside?: ReactNode;
  /** Its figures, above what else it says. */
  rows?: readonly SideFigure[];
  children?: ReactNode;
}

/** A titled part of the side of a transaction, divided from the next by a hairline. */
export function SidePart({ title, aside, rows, children }: SidePartProps) {
  const name = useRegionName(title);
  return (
    <section className={styles.part} aria-label={name}>
      <h3 className={styles.title}>
        {title}
        {aside === undefined ? null : <small className="figures">{aside}</small>}
      </h3>
      {rows === undefined ? null : <SideFigures rows={rows} />}
      {children}
    </section>
  );
}
