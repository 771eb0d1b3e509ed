import { useMemo, type RefObject } from 'react';
import { DOCUMENT_TYPES, onReceivable } from '@talaan/core/documents/document-type';
import { accountWith } from '@talaan/core/ledger/account-role';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { formatAmount } from '@talaan/core/money/money';
import { useGridColumns } from '../grid/grid-columns.ts';
import type { Correction, LineDoubt } from '../grid/line-doubt.tsx';
import { labelOf, type LineField } from '../lines/entry-line.ts';
import { KeyLine, LinesHead } from '../grid/lines-head.tsx';
import { LinesGrid, type GridControl } from '../grid/lines-grid.tsx';
import { lineCorrections, type LineCorrection } from '../form/line-corrections.ts';
import { withholdingWarnings } from '../form/withholding-warnings.ts';
import { ownPlaces } from '../fields/own-places.ts';
import { entryCells } from '../lines/entry-cells.tsx';
import { entryColumns } from '../lines/line-columns.ts';
import type { LineSources } from '../lines/line-sources.ts';
import { useEntryPaste } from '../lines/use-entry-paste.ts';
import { useUser } from '../../../session/session.ts';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import type { EditedEntry } from '../form/use-entry-form.ts';
import styles from './lines-section.module.css';

interface LinesSectionProps {
  entry: EditedEntry;
  /** Where the records of its cells are found. */
  sources: LineSources;
  /** Gets the control of the grid. */
  grid: RefObject<GridControl<LineField> | null>;
}

/** The lines of an entry: what is done with all of them, the grid, and the keys that it knows. */
export function LinesSection({ entry, sources, grid }: LinesSectionProps) {
  const { lines, changeLines } = entry;
  const cells = useMemo(() => entryCells(sources, changeLines), [sources, changeLines]);
  const { shown, pasted } = useEntryColumns(entry);
  const columns = useGridColumns(entry.form.header.document_type, shown, lines, cells);
  const paste = useEntryPaste({
    columns: pasted,
    shown: columns.shown,
    cells,
    sources,
    endRow: entry.form.lines.lines.length - 1,
    onChange: changeLines,
  });
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
        doubts={useDoubts(entry, grid)}
        corrections={useCorrections(entry, sources)}
        onChange={changeLines}
        onPaste={paste.paste}
        implied={useImpliedPesos(entry)}
        control={grid}
      />
      <OffRateLines entry={entry} />
      <KeyLine balance />
      {paste.dialog}
    </>
  );
}

/** The columns that an entry shows, and those that a block is pasted into: what it says decides. */
function useEntryColumns({ form: { header }, filled, choices }: EditedEntry) {
  const foreign = header.currency_id !== CURRENCY_PESO;
  const withheld = header.atc_code !== '';
  const service = DOCUMENT_TYPES[header.document_type].header.receipt;
  const maySettle = onReceivable(header.document_type) === 'names_invoice';
  const receivable = accountWith(choices.accounts, 'AR')?.code;
  const settling =
    maySettle &&
    filled.some(({ line }) => line.invoice !== null || (line.account !== null && line.account.code === receivable));
  const looks = useMemo(() => ({ foreign, service, withheld }), [foreign, service, withheld]);
  return {
    shown: useMemo(() => entryColumns({ ...looks, settling }), [looks, settling]),
    pasted: useMemo(() => entryColumns({ ...looks, settling: maySettle }), [looks, maySettle]),
  };
}

/** The pesos of each row that the rate gives; undefined in a peso entry. */
function useImpliedPesos({ balance, filled }: EditedEntry) {
  return useMemo(() => {
    if (balance.linePesos === null) return undefined;
    return new Map(
      filled.map(({ row }, index) => {
        const { debit_minor, credit_minor } = balance.linePesos![index]!;
        return [row, { debit_php: formatAmount(debit_minor), credit_php: formatAmount(credit_minor) }];
      }),
    );
  }, [balance, filled]);
}

/** A correction as a press of its button makes it. */
const applied = ({ label, changes }: LineCorrection, changeLines: EditedEntry['changeLines']): Correction => ({
  label,
  apply: () => changes.forEach(changeLines),
});

/** What mends faulty lines, by row. */
function useCorrections(entry: EditedEntry, sources: LineSources): Map<number, Correction> {
  const { lines, missing, choices, changeLines } = entry;
  const { header, lines: typed } = entry.form;
  const user = useUser();
  const found = useMemo(
    () => lineCorrections(lines, { header, typed, choices, sources, own: ownPlaces(user, choices), missing }),
    [lines, missing, header, typed, choices, sources, user],
  );
  return new Map([...found].map(([row, correction]) => [row, applied(correction, changeLines)]));
}

/** What is doubtful about the tax of lines, by row, with what mends it and the tax base where it can be entered. */
function useDoubts(
  { form: { header }, filled, payee, choices, changeLines }: EditedEntry,
  grid: LinesSectionProps['grid'],
): Map<number, LineDoubt> {
  const warnings = useMemo(
    () => withholdingWarnings({ header, filled, payee }, choices),
    [header, filled, payee, choices],
  );
  const baseOf = (row: number, tax_base: string) => (
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
  );
  return new Map(
    [...warnings].map(([row, { text, correction, tax_base }]) => [
      row,
      {
        text,
        correction: correction === null ? null : applied(correction, changeLines),
        beside: tax_base === null ? undefined : baseOf(row, tax_base),
      },
    ]),
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
