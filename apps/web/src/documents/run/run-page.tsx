import type { ReactNode } from 'react';
import { FootBar } from '../../batches/entry/frame/foot-bar.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
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

/** The foot of a run: what it comes to, and the act that makes it, with the first thing that keeps it from being made. */
export function RunFoot({
  label,
  sums,
  act,
  keys,
  reasons,
  onAct,
  children,
}: {
  label: string;
  sums: ReactNode;
  /** What the act is called. */
  act: string;
  keys?: string;
  /** Why it cannot be done, by whether that holds. */
  reasons: Readonly<Record<string, boolean>>;
  onAct: () => Promise<void>;
  /** Before the act. */
  children?: ReactNode;
}) {
  const whyNot = Object.entries(reasons).find(([, holds]) => holds)?.[0];
  useShortcut(keys ?? 'mod+Enter', act, () => void onAct(), { enabled: keys !== undefined && whyNot === undefined });
  return (
    <FootBar label={label} sums={sums}>
      {children}
      <Button variant="primary" disabledReason={whyNot} onClick={() => void onAct()} {...(keys && { keys })}>
        {act}
      </Button>
    </FootBar>
  );
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
