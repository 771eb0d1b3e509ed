import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconAlert } from '../../../ui/icons.tsx';
import type { LinesChange } from './entry-lines.ts';
import styles from './lines-grid.module.css';

/** What is doubtful about a line: it can be saved, and is told below it. */
export interface LineWarning {
  /** A sentence that names the line. */
  readonly text: string;
  /** What mends it, with one key. */
  readonly correction: { readonly label: string; readonly changes: readonly LinesChange[] } | null;
  /** The tax base as decimal text where it can be entered; null elsewhere. */
  readonly tax_base: string | null;
}

/** The row below a doubtful line. */
export function LineWarningRow({
  warning,
  row,
  columns,
  onBase,
  onCorrect,
}: {
  warning: LineWarning;
  row: number;
  /** How many columns the grid has between its first and its last one. */
  columns: number;
  onBase: (tax_base: string) => void;
  onCorrect: () => void;
}) {
  const { text, correction, tax_base } = warning;
  return (
    <tr className={styles.warning}>
      <td />
      <td colSpan={columns + 1}>
        <div className={styles.doubt} role="status">
          <IconAlert size={14} />
          <span>{text}</span>
          {tax_base === null ? null : (
            <span className={styles.base}>
              <span aria-hidden="true">Base</span>
              <AmountField label={`Tax base of line ${row + 1}`} value={tax_base} onChange={onBase} />
            </span>
          )}
          {correction === null ? null : (
            <Button size="sm" keys="alt+Enter" onClick={onCorrect}>
              {correction.label}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}
