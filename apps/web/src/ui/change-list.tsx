import type { ReactNode } from 'react';
import styles from './change-list.module.css';

/** One act of a history: what was done, by whom and when, what changed, a sentence each, and what only some ask for. */
export function Act(props: {
  title: ReactNode;
  userName: string;
  /** Where it came from: the file of an import. */
  source?: string | undefined;
  at: ReactNode;
  told: readonly string[];
  details: readonly string[];
}) {
  const { title, userName, source, at, told, details } = props;
  return (
    <li>
      <div className={styles.head}>
        <b>{title}</b>
        <span className="text-2">{userName}</span>
        {source === undefined ? null : <span className="text-2">{source}</span>}
        <span className={`${styles.at} muted figures`}>{at}</span>
      </div>
      <Sentences of={told} />
      {details.length === 0 ? null : (
        <details className="small text-2">
          <summary>Details</summary>
          <Sentences of={details} />
        </details>
      )}
    </li>
  );
}

function Sentences({ of }: { of: readonly string[] }) {
  return (
    <ul className={`${styles.sentences} figures`}>
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
