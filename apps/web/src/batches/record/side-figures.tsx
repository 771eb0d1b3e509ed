import styles from './side-figures.module.css';

/** Named amounts below each other, the last of them a sum. */
export function SideFigures({ rows }: { rows: readonly { name: string; figure: string; strong?: boolean }[] }) {
  return (
    <dl className={styles.figures}>
      {rows.map(({ name, figure, strong = false }) => (
        <div key={name} className={strong ? styles.strong : undefined}>
          <dt>{name}</dt>
          <dd className="figures">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
