import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { CallRefused } from '@talaan/contract/http/client';
import {
  exportBranchCounts,
  readBranchCounts,
  storeBranchCounts,
  type BranchCount,
} from '@talaan/contract/reports/profitability/result-map.contract';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { MatrixFooter } from '../../masterdata/matrix/matrix-footer.tsx';
import { displayInstant } from '../../page/display-instant.ts';
import { ExportMenu } from '../../page/export-menu.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MonthPicker } from '../../ui/dates/month-picker.tsx';
import { showErrorList, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { FiguresField } from '../../ui/fields/figures-field.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { faultsIn, formOfRows, ImportRows } from '../import/import-rows.tsx';
import styles from './result-map.module.css';

const COUNTS_KEY = 'transactions of branches';
const HEADS = ['Branch', 'Year', 'Month', 'Transactions'];
const LONGEST = 9;

const countsQuery = (month: string) =>
  queryOptions({
    queryKey: [COUNTS_KEY, month],
    queryFn: async ({ signal }) => (await callServer(readBranchCounts, { query: partsOf(month), signal })).data,
    staleTime: 0,
  });

const partsOf = (month: string) => ({ year: Number(month.slice(0, 4)), month: Number(month.slice(5)) });
const countsAre = (count: number): string => `${count} ${count === 1 ? 'count is' : 'counts are'}`;
const textOf = ({ transactions }: BranchCount): string => (transactions === null ? '' : String(transactions));

/** How many transactions each branch had in a month: typed one below the other, or taken from a file; each with who entered it. */
export function BranchCounts({ month, onMonth }: { month: string; onMonth: (month: string) => void }) {
  const counts = useQuery(countsQuery(month));
  const { typed, busy, type, discard, store, save } = useTypedCounts(month);
  const rows = counts.data ?? [];
  const wrong = rows.find((row) => typed.has(row.brnc_code) && faultOf(typed.get(row.brnc_code)!) !== null);
  return (
    <>
      <div className={styles.bar}>
        <MonthPicker value={month} onChange={onMonth} />
        <span className={styles.actions}>
          <ImportRows
            title="Import transactions of branches"
            columns={`Columns: ${HEADS.join(', ')}. A row without transactions empties its count; what the file leaves out stays.`}
            take={store}
          />
          <ExportMenu
            command="Export transactions of branches"
            download={(format) => downloadFile(exportBranchCounts, { query: { ...partsOf(month), format } })}
          />
        </span>
      </div>
      <LoadState query={counts} what="the transactions" className={styles.note} />
      <CountTable rows={rows} typed={typed} onType={type} />
      <MatrixFooter
        changes={typed.size}
        blocked={wrong === undefined ? undefined : `${wrong.brnc_code}: ${faultOf(typed.get(wrong.brnc_code)!)!}`}
        busy={busy}
        onDiscard={discard}
        onSave={() => void save()}
      />
    </>
  );
}

type Typed = ReadonlyMap<string, string>;

/** What is typed and not saved, by the code of its branch, and how counts are stored: those that were typed, or a file. */
function useTypedCounts(month: string) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<Typed>(new Map());
  const [busy, setBusy] = useState(false);

  function type(row: BranchCount, text: string): void {
    const next = new Map(typed);
    if (text.trim() === textOf(row)) next.delete(row.brnc_code);
    else next.set(row.brnc_code, text);
    setTyped(next);
  }

  async function store(form: FormData): Promise<void> {
    const { data } = await callServer(storeBranchCounts, { form });
    await client.invalidateQueries({ queryKey: [COUNTS_KEY] });
    const { rows: taken, changed, emptied } = data;
    const said = [
      ...(taken === 0 ? [] : [`${countsAre(taken)} taken, ${changed} of them new.`]),
      ...(emptied === 0 ? [] : [`${countsAre(emptied)} empty again.`]),
    ];
    showSuccess(said.join(' ') || 'Nothing was to be changed.');
  }

  async function save(): Promise<void> {
    const { year, month: number } = partsOf(month);
    const cells = [...typed].map(([code, text]) => [code, String(year), String(number), text.trim()]);
    setBusy(true);
    try {
      await withPleaseWait(store(formOfRows(HEADS, cells)));
      setTyped(new Map());
    } catch (failure) {
      if (failure instanceof CallRefused) showErrorList('The counts cannot be taken', faultsIn(failure));
      else reportFailure(failure);
    } finally {
      setBusy(false);
    }
  }

  return { typed, busy, type, discard: () => setTyped(new Map()), store, save };
}

interface CountTableProps {
  rows: readonly BranchCount[];
  typed: Typed;
  onType: (row: BranchCount, text: string) => void;
}

/** A row for each branch; Enter and the arrows lead to the next box, as in a column of figures. */
function CountTable({ rows, typed, onType }: CountTableProps) {
  const table = useRef<HTMLTableElement>(null);

  function press(event: KeyboardEvent): void {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    const boxes = [...(table.current?.querySelectorAll('input') ?? [])];
    const at = boxes.indexOf(event.target as HTMLInputElement);
    if (step === undefined || at === -1) return;
    event.preventDefault();
    const next = boxes[at + step];
    next?.focus();
    next?.select();
  }

  return (
    <section className={styles.scroll} aria-label="Transactions of branches">
      <table ref={table} className={styles.table} onKeyDown={press}>
        <caption className="visually-hidden">Transactions of each branch in the month</caption>
        <thead>
          <tr>
            <th scope="col">Branch</th>
            <th scope="col">Name</th>
            <th scope="col" className={styles.figure}>
              Transactions
            </th>
            <th scope="col">Entered</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CountRow key={row.brnc_code} row={row} typed={typed.get(row.brnc_code)} onType={onType} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CountRow({
  row,
  typed,
  onType,
}: Pick<CountTableProps, 'onType'> & { row: BranchCount; typed: string | undefined }) {
  const fault = typed === undefined ? null : faultOf(typed);
  return (
    <tr className={classNames(typed !== undefined && styles.changed)}>
      <th scope="row" className="figures">
        {row.brnc_code}
      </th>
      <td className={styles.name} title={row.brnc_name}>
        {row.brnc_name}
      </td>
      <td className={styles.figure}>
        <FiguresField
          className={styles.count ?? ''}
          aria-label={`Transactions of ${row.brnc_code}`}
          aria-invalid={fault !== null || undefined}
          longest={LONGEST}
          value={typed ?? textOf(row)}
          onChange={(to) => onType(row, to)}
        />
      </td>
      <td className={fault === null ? 'muted small' : styles.fault} role={fault === null ? undefined : 'alert'}>
        {fault ?? enteredWords(row)}
      </td>
    </tr>
  );
}

/** What is wrong with a count that was changed; an empty one takes back what was entered. */
function faultOf(text: string): string | null {
  return /^\s*\d{0,9}\s*$/.test(text) ? null : `Enter a whole number of at most ${LONGEST} digits.`;
}

const enteredWords = ({ entered_by, entered_at }: BranchCount): string =>
  entered_at === null ? '' : `${entered_by ?? 'the system'}, ${displayInstant(entered_at)}`;
