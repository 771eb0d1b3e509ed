import type { ReactNode } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconAlert } from '../../../ui/icons.tsx';
import { LOOKING_UP, type GridColumn, type GridLine } from './grid-line.ts';
import styles from './lines-grid.module.css';

/** What mends a line, with one key. */
export interface Correction {
  readonly label: string;
  readonly apply: () => void;
}

/** What is doubtful about a line: it can be saved, and is told below it. */
export interface LineDoubt {
  /** A sentence that names the line. */
  readonly text: string;
  readonly correction: Correction | null;
  /** What else can be said about it, beside the sentence. */
  readonly beside?: ReactNode;
}

/** The row below a doubtful line. */
export function LineDoubtRow({
  doubt: { text, correction, beside },
  columns,
  onCorrect,
}: {
  doubt: LineDoubt;
  /** How many columns the grid has between its first and its last one. */
  columns: number;
  onCorrect: () => void;
}) {
  return (
    <tr className={styles.warning}>
      <td />
      <td colSpan={columns + 1}>
        <div className={styles.doubt} role="status">
          <IconAlert size={14} />
          <span>{text}</span>
          {beside}
          <CorrectionButton correction={correction} onCorrect={onCorrect} />
        </div>
      </td>
    </tr>
  );
}

/** Why a cell is wrong, with its line and its column; a message that begins with the name of the column has named it. */
export function cellSentence(row: number, header: string, message: string): string {
  const isNamed = message.toLowerCase().startsWith(`${header.toLowerCase()} `);
  return isNamed ? `Line ${row + 1}: ${message}` : `Line ${row + 1}, ${header}: ${message}`;
}

/** Why cells of a line are wrong, a sentence each; nothing while one is looked up. */
export function faultSentences<Field extends string>(
  { faults }: GridLine<Field>,
  row: number,
  columns: readonly GridColumn<Field>[],
): string[] {
  return columns.flatMap(({ field, header }) => {
    const message: string | undefined = faults[field];
    return message === undefined || message === LOOKING_UP ? [] : [cellSentence(row, header, message)];
  });
}

/** The row below a line that has faulty cells, which says why, with what mends it where that is known. */
export function LineFaultRow({
  sentences,
  columns,
  correction,
  onCorrect,
}: {
  sentences: readonly string[];
  columns: number;
  correction: Correction | null;
  onCorrect: () => void;
}) {
  return (
    <tr className={styles.fault}>
      <td />
      <td colSpan={columns + 1}>
        <div className={styles.doubt} role="status">
          <IconAlert size={14} />
          <span>{sentences.join(' ')}</span>
          <CorrectionButton correction={correction} onCorrect={onCorrect} />
        </div>
      </td>
    </tr>
  );
}

function CorrectionButton({ correction, onCorrect }: { correction: Correction | null; onCorrect: () => void }) {
  if (correction === null) return null;
  return (
    <Button size="sm" keys="alt+Enter" onClick={onCorrect}>
      {correction.label}
    </Button>
  );
}
