import type { ReactNode } from 'react';
import styles from './foot-bar.module.css';

/** The foot of an entry page: how many lines, what they come to, and what can be done (ux §5). */
export function FootBar({
  label,
  sums,
  note,
  children,
}: {
  label: string;
  /** `FootSums`, or lines of its own. */
  sums: ReactNode;
  /** After the sums: what is to be corrected, the line that can be brought back. */
  note?: ReactNode;
  /** The buttons of the page. */
  children: ReactNode;
}) {
  return (
    <div className={styles.bar} role="region" aria-label={label} data-region data-foot>
      <div className={styles.sums}>{sums}</div>
      {note}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

export interface FootFigures {
  readonly count?: string;
  readonly figures: Readonly<Record<string, string | undefined>>;
}

/** One line of sums: how many there are of what is summed, and each figure in bold after its name; what is undefined is left out. */
export function FootSums({ count, figures }: FootFigures) {
  return (
    <FootLine>
      {count === undefined ? null : <span className="text-2 figures">{count}</span>}
      {Object.entries(figures).map(([name, figure]) =>
        figure === undefined ? null : (
          <FootSum key={name} name={name}>
            {figure}
          </FootSum>
        ),
      )}
    </FootLine>
  );
}

/** One line of what stands in the foot. */
export function FootLine({ children }: { children: ReactNode }) {
  return <div className={styles.line}>{children}</div>;
}

/** 'Debit 1,500.00'. */
export function FootSum({ name, children }: { name: string; children: string }) {
  return (
    <span className="text-2">
      {name}
      <b className="figures">{children}</b>
    </span>
  );
}
