import { useMemo, type RefObject } from 'react';
import { formatAmount } from '@talaan/core/money/money';
import { labelOf } from '../lines/entry-line.ts';
import type { LineColumn } from '../lines/line-columns.ts';
import type { LineWarning } from '../lines/line-warning.tsx';
import type { LineSources } from '../lines/line-sources.ts';
import { LinesGrid, type GridControl } from '../lines/lines-grid.tsx';
import type { LinePaste } from '../paste/use-line-paste.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconPlus, IconTable } from '../../../ui/icons.tsx';
import { KeyboardHint } from '../../../ui/keyboard/keyboard-hint.tsx';
import type { EditedEntry } from '../form/use-entry-form.ts';
import styles from './lines-section.module.css';

export interface LinesSectionProps {
  entry: EditedEntry;
  columns: readonly LineColumn[];
  sources: LineSources;
  /** What is doubtful, by row. */
  warnings: ReadonlyMap<number, LineWarning>;
  paste: LinePaste;
  /** Gets the control of the grid. */
  grid: RefObject<GridControl | null>;
}

/** The lines of an entry: what is done with all of them, the grid, and the keys that it knows. */
export function LinesSection({ entry, columns, sources, warnings, paste, grid }: LinesSectionProps) {
  const { filled, balance, changeLines } = entry;
  const { lines } = entry.form.lines;
  const pesosByRow = useMemo(() => {
    if (balance.linePesos === null) return undefined;
    return new Map(filled.map(({ row }, index) => [row, balance.linePesos![index]!]));
  }, [balance, filled]);

  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>Lines</h2>
        <Button size="sm" variant="ghost" icon={<IconTable />} onClick={paste.ask}>
          Paste from Excel
        </Button>
        <Button size="sm" icon={<IconPlus />} onClick={() => grid.current?.focusCell(lines.length - 1, 'account')}>
          Add line
        </Button>
      </div>
      <LinesGrid
        label="Lines"
        columns={columns}
        lines={lines}
        sources={sources}
        warnings={warnings}
        onChange={changeLines}
        onPaste={paste.paste}
        pesosOf={
          pesosByRow &&
          ((row) => {
            const line = pesosByRow.get(row);
            return line === undefined
              ? null
              : { debit: formatAmount(line.debit_minor), credit: formatAmount(line.credit_minor) };
          })
        }
        control={grid}
      />
      <OffRateLines entry={entry} />
      <KeyLine />
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

function KeyLine() {
  return (
    <p className={styles.keys}>
      <span>
        <KeyboardHint keys="Enter" /> next cell, adds a line
      </span>
      <span>
        <KeyboardHint keys="mod+d" /> copy above
      </span>
      <span>
        <KeyboardHint keys="=" /> <KeyboardHint keys="Enter" /> fill the balance
      </span>
      <span>
        <KeyboardHint keys="F6" /> next region
      </span>
    </p>
  );
}
