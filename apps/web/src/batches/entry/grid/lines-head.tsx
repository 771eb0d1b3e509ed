import { Button } from '../../../ui/buttons/button.tsx';
import { IconPlus, IconTable } from '../../../ui/icons.tsx';
import { KeyboardHint } from '../../../ui/keyboard/keyboard-hint.tsx';
import styles from './lines-head.module.css';

/** What is done with all lines of a grid, above it. */
export function LinesHead({ note, onPaste, onAdd }: { note?: string; onPaste: () => void; onAdd: () => void }) {
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>
        Lines
        {note === undefined ? null : <small>{note}</small>}
      </h2>
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
        <KeyboardHint keys="F6" /> next region
      </span>
    </p>
  );
}
