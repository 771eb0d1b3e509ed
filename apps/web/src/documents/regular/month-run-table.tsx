import type { RunRow } from '@talaan/contract/resources/books/month-run.contract';
import { formatAmount, requireAmount, sumMinor } from '@talaan/core/money/money';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { ChooseAll } from '../run/run-page.tsx';
import { correctionsOf, goTo, isOpen, readBox, refusalId, rowId } from './month-run-form.ts';
import { TemplateRows, type BoxKeys, type TemplateRowsProps } from './month-run-row.tsx';
import { draftsOf, type MonthRun } from './use-month-run.ts';
import styles from './month-run.module.css';

export interface MonthRunTableProps extends Pick<TemplateRowsProps, 'opened' | 'onOpen'> {
  run: MonthRun;
  /** The months that are compared, as headings. */
  months: { readonly before: string; readonly now: string };
}

/**
 * What a month makes, a row for each template, filled by the keyboard: Enter goes to the next amount that is open, `=` Enter
 * takes last month, Ctrl D the amount above, Space on the box of a row leaves it out, Alt Enter takes a correction, and arrows
 * show lines (ux §13). Rows keep their order while one types.
 */
export function MonthRunTable({ run, months, opened, onOpen }: MonthRunTableProps) {
  useCorrections(run);
  const mayBeMade = run.rows.filter((row) => isOpen(row) && row.state !== 'refused');
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Templates of the month</caption>
      <thead>
        <tr>
          <th scope="col">
            <ChooseAll
              label="Template"
              ids={mayBeMade.map(({ regular_trx }) => regular_trx)}
              left={run.left}
              onLeave={run.onLeave}
            />
          </th>
          <th scope="col">Type</th>
          <th scope="col">Amount is</th>
          <th scope="col">{months.before}</th>
          <th scope="col">{months.now}</th>
          <th scope="col">Change</th>
          <th scope="col">VAT</th>
          <th scope="col">Withheld</th>
          <th scope="col">Net</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {run.rows.map((row) => (
          <TemplateRows key={row.regular_trx} row={row} run={run} opened={opened} onOpen={onOpen} keys={KEYS} />
        ))}
      </tbody>
      <Sums rows={run.ready} />
    </table>
  );
}

/** Alt Enter takes the correction of the refusal that has the focus, else the first one. */
function useCorrections({ chosen, entered, onReplace }: MonthRun): void {
  const offered = chosen
    .map((row) => ({ row, records: correctionsOf(row, entered) }))
    .filter(({ records }) => records.length > 0);
  useShortcut(
    'alt+Enter',
    'Take the correction',
    () => {
      const place = document.activeElement?.closest('[id^="run-refusal-"]')?.id;
      const { row, records } = offered.find((one) => refusalId(one.row.regular_trx) === place) ?? offered[0]!;
      onReplace(row.regular_trx, records);
      goTo(rowId(row.regular_trx));
    },
    { enabled: offered.length > 0 },
  );
}

/** The boxes of the table in their order, and the place of one among them. */
function boxesAround(from: HTMLInputElement): [boxes: HTMLInputElement[], at: number] {
  const boxes = from.closest('table')!.querySelectorAll<HTMLInputElement>('[data-amount] input:not(:disabled)');
  return [[...boxes], [...boxes].indexOf(from)];
}

const KEYS: BoxKeys = {
  // Boxes that are empty come first, from the one that is left on.
  onNext: (from) => {
    const [boxes, at] = boxesAround(from);
    const after = [...boxes.slice(at + 1), ...boxes.slice(0, Math.max(at, 0))];
    (after.find(({ value }) => value === '') ?? boxes[at + 1])?.focus();
  },
  above: (from) => {
    const [boxes, at] = boxesAround(from);
    return at < 1 ? null : readBox(boxes[at - 1]!.value);
  },
};

/** What the ready rows come to, where they are of one currency: others are never added. */
function Sums({ rows }: { rows: readonly RunRow[] }) {
  if (rows.length === 0 || new Set(rows.map(({ currency_id }) => currency_id)).size > 1) return null;
  const sum = (textOf: (row: RunRow) => string | null) =>
    formatAmount(sumMinor(rows.map((row) => requireAmount(textOf(row) ?? '0.00'))));
  return (
    <tfoot>
      <tr>
        <td>{`${draftsOf(rows)} will be made`}</td>
        <td />
        <td />
        <td />
        <td className="figures">{sum(({ amount }) => amount)}</td>
        <td />
        <td className="figures">{sum(({ vat }) => vat)}</td>
        <td className="figures">{sum(({ withheld }) => withheld)}</td>
        <td className="figures">{sum(({ net }) => net)}</td>
        <td />
      </tr>
    </tfoot>
  );
}
