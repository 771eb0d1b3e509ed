import type { ReactNode } from 'react';
import { useRegionName } from '../../ui/region-name.tsx';
import styles from './side-part.module.css';

/** A titled part of the side of a transaction, divided from the next by a hairline. */
export function SidePart({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const name = useRegionName(title);
  return (
    <section className={styles.part} aria-label={name}>
      <h3 className={styles.title}>
        {title}
        {aside === undefined ? null : <small className="figures">{aside}</small>}
      </h3>
      {children}
    </section>
  );
}
