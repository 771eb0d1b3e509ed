import type { ReactNode } from 'react';
import { useRegionName } from '../../ui/region-name.tsx';
import styles from './batch-card.module.css';

/** A card between the banners and the documents of a batch: its title, a note beside it, and what it tells. */
export function BatchCard(props: { label: string; title: string; note: string | null; children: ReactNode }) {
  const name = useRegionName(props.label);
  return (
    <section className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <b>{props.title}</b>
        {props.note === null ? null : <span className="small text-2">{props.note}</span>}
      </div>
      {props.children}
    </section>
  );
}
