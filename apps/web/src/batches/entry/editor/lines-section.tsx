import { useMemo, type RefObject } from 'react';
import { formatAmount } from '@talaan/core/money/money';
import type { GridColumns } from '../grid/grid-columns.ts';
import type { LineCells } from '../grid/grid-line.ts';
import type { Correction, LineDoubt } from '../grid/line-doubt.tsx';
import { labelOf, type EntryLine, type LineField } from '../lines/entry-line.ts';
import { KeyLine, LinesHead } from '../grid/lines-head.tsx';
import { LinesGrid, type GridControl } from '../grid/lines-grid.tsx';
import type { LinesPaste } from '../grid/use-lines-paste.tsx';
import type { LineCorrection } from '../form/line-corrections.ts';
import type { LineWarning } from '../form/withholding-warnings.ts';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import type { EditedEntry } from '../form/use-entry-form.ts';
import styles from './lines-section.module.css';

export interface LinesSectionProps {
  entry: EditedEntry;
  columns: GridColumns<LineField>;
  cells: LineCells<EntryLine, LineField>;
  /** What is doubtful, by row. */
  warnings: ReadonlyMap<number, LineWarning>;
  /** What mends faulty lines, by row. */
  corrections: ReadonlyMap<number, LineCorrection>;
  paste: LinesPaste<LineField>;
  /** Gets the control of the grid. */
  grid: RefObject<GridControl<LineField> | null>;
}

/** The lines of an entry: what is done with all of them, the grid, and the keys that it knows. */
export function LinesSection({ entry, columns, cells, warnings, corrections, paste, grid }: LinesSectionProps) {
  const { lines, filled, balance, changeLines } = entry;
  const pesosByRow = useMemo(() => {
    if (balance.linePesos === null) return undefined;
    return new Map(
      filled.map(({ row }, index) => {
        const { debit_minor, credit_minor } = balance.linePesos![index]!;
        return [row, { debit_php: formatAmount(debit_minor), credit_php: formatAmount(credit_minor) }];
      }),
    );
  }, [balance, filled]);
  const applied = ({ label, changes }: LineCorrection): Correction => ({
    label,
    apply: () => changes.forEach(changeLines),
  });
  const doubts = new Map(
    [...warnings].map(([row, { text, correction, tax_base }]): [number, LineDoubt] => [
      row,
      {
        text,
        correction: correction === null ? null : applied(correction),
        beside:
          tax_base === null ? undefined : (
            <span className={styles.base}>
              <span aria-hidden="true">Base</span>
              <AmountField
                label={`Tax base of line ${row + 1}`}
                value={tax_base}
                onChange={(typed) => {
                  changeLines({ type: 'base', row, tax_base: typed });
                  grid.current?.focusCell(row);
                }}
              />
            </span>
          ),
      },
    ]),
  );

  return (
    <>
      <LinesHead
        note={entry.form.header.series === null ? undefined : 'of each cheque'}
        columns={columns}
        onPaste={paste.ask}
        onAdd={() => grid.current?.focusCell(lines.length - 1, 'account')}
      />
      <LinesGrid
        label="Lines"
        columns={columns.shown}
        onResize={columns.resize}
        lines={lines}
        cells={cells}
        doubts={doubts}
        corrections={new Map([...corrections].map(([row, correction]) => [row, applied(correction)]))}
        onChange={changeLines}
        onPaste={paste.paste}
        implied={pesosByRow}
        control={grid}
      />
      <OffRateLines entry={entry} />
      <KeyLine balance />
    </>
  );
}

/** Which pesos apply where they are not those of the rate. */
function OffRateLines({ entry: { balance, filled, form } }: Pick<LinesSectionProps, 'entry'>) {
  if (balance.offRate.length === 0) return null;
  return (
    <ul className={styles.offRate} aria-label="Lines at pesos of their own">
      {balance.offRate.map(({ index, typed_minor, by_rate_minor }) => {
        const { row, line } = filled[index]!;
        const column = labelOf(line.debit === '' ? 'credit_php' : 'debit_php');
        return (
          <li key={line.key}>
            {`Line ${row + 1} is booked at PHP ${formatAmount(typed_minor)} as typed; the rate of ${form.header.dollar_rate} gives ${formatAmount(by_rate_minor)}. Clear ${column} to follow the rate.`}
          </li>
        );
      })}
    </ul>
  );
}
