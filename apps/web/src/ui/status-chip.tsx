import styles from './status-chip.module.css';

/** Hues of ux §2; the meaning of a hue is always repeated in the label. */
export type ChipHue = 'neutral' | 'blue' | 'amber' | 'orange' | 'violet' | 'teal' | 'green' | 'red' | 'slate';

/** A state as text with a dot, 20 px high. Never colour alone. */
export function StatusChip({ hue, label }: { hue: ChipHue; label: string }) {
  return <span className={`${styles.chip} ${styles[hue]}`}>{label}</span>;
}

/** A count in a small pill, beside a tab or a menu entry. */
export function CountPill({ count }: { count: number }) {
  return <span className={`${styles.count} figures`}>{count}</span>;
}
