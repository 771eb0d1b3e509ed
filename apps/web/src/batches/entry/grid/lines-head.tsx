import type { ReactNode } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconColumns, IconPlus, IconTable } from '../../../ui/icons.tsx';
import { KeyboardHint } from '../../../ui/keyboard/keyboard-hint.tsx';
import type { GridColumns } from './grid-columns.ts';
import styles from './lines-head.module.css';

/** What is done with all lines of a grid, above it. */
export function LinesHead({
  note,
  columns,
  onPaste,
  onAdd,
  children,
}: {
  note?: string | undefined;
  columns: Pick<GridColumns<string>, 'empty' | 'unfolded' | 'toggle'>;
  onPaste: () => void;
  onAdd: () => void;
  /** What else fills the lines. */
  children?: ReactNode;
}) {
  const { empty, unfolded, toggle } = columns;
  const emptyColumns = empty === 1 ? '1 empty column' : `${empty} empty columns`;
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>
        Lines
        {note === undefined ? null : <small>{note}</small>}
      </h2>
      {empty === 0 ? null : (
        <Button size="sm" variant="ghost" icon={<IconColumns />} onClick={toggle}>
          {unfolded ? `Fold ${emptyColumns}` : `${emptyColumns} folded`}
        </Button>
      )}
      {children}
      <Button size="sm" variant="ghost" icon={<IconTable />} onClick={onPaste}>
        Paste from Excel
      </Button>
      <Button size="sm" icon={<IconPlus />} onClick={onAdd}>
        Add line
      </Button>
    </div>
  );
}

/** The keys that the grid knows; `balance`: of lines that must balance. */
export function KeyLine({ balance = false }: { balance?: boolean }) {
  return (
    <p className={styles.keys}>
      <span>
        <KeyboardHint keys="Enter" /> next cell, adds a line
      </span>
      <span>
        <KeyboardHint keys="mod+d" /> copy above
      </span>
      {balance ? (
        <span>
          <KeyboardHint keys="=" /> <KeyboardHint keys="Enter" /> fill the balance
        </span>
      ) : null}
      <span>
        <KeyboardHint keys="F8" /> next fault
      </span>
    </p>
  );
}
