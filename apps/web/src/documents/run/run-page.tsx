import type { ReactNode } from 'react';
import { PageHeader } from '../../page/page-header.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import styles from './run.module.css';

/** The page of a run of many: what it makes, or why that is not for whoever reads it. */
export function RunPage({
  title,
  actions,
  whyNot,
  children,
}: {
  title: string;
  actions?: ReactNode;
  whyNot: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} actions={actions} />
      {whyNot === undefined ? children : <RunNote>{whyNot}</RunNote>}
    </div>
  );
}

/** What is said where there is nothing to make. */
export function RunNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

/** The same while it is on its way. */
export function RunLoading({ query, what }: Pick<Parameters<typeof LoadState>[0], 'query' | 'what'>) {
  return <LoadState query={query} what={what} className={styles.note} />;
}

interface LeftOut {
  left: ReadonlySet<number>;
  onLeave: (ids: readonly number[], isLeft: boolean) => void;
}

/** Chooses all rows of these ids, or leaves them out. */
export function ChooseAll({ label, ids, left, onLeave }: LeftOut & { label: string; ids: readonly number[] }) {
  const chosen = ids.filter((id) => !left.has(id)).length;
  return (
    <Checkbox
      label={label}
      checked={ids.length > 0 && chosen === ids.length}
      indeterminate={chosen > 0 && chosen < ids.length}
      disabled={ids.length === 0}
      onChange={({ target }) => onLeave(ids, !target.checked)}
    />
  );
}
