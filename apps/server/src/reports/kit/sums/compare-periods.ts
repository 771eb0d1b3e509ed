import {
  comparedFigures,
  type AnyReport,
  type AnyRow,
  type ReportLayout,
} from '@talaan/contract/reports/kit/define-report';
import { percentOf } from '@talaan/contract/reports/kit/lines/percent-of';
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';

type Compared = Pick<AnyReport, 'key' | 'compares' | 'sumNames'>;

/**
 * The rows with the figures of the compared period beside theirs: before, difference, per cent with one decimal (empty where
 * there was nothing before). A row that only the other period has comes with figures of 0.00, in its place of the order.
 */
export function compareRows(
  report: Compared,
  { columns, levels }: ReportLayout<AnyRow>,
  rows: readonly AnyRow[],
  before: readonly AnyRow[],
): AnyRow[] {
  const fields = fieldsOf(report);
  const keyOf = (row: AnyRow) => JSON.stringify(report.key.map((field) => row[field]));
  const earlier = new Map(before.map((row) => [keyOf(row), row]));
  const all = [...rows];
  for (const row of rows) earlier.delete(keyOf(row));
  const fieldsIn = (of: string) => columns.filter(({ kind }) => kind === of).map(({ field }) => field);
  const zero = Object.fromEntries([
    ...[...fieldsIn('amount'), ...fields].map((field) => [field, '0.00'] as const),
    ...fieldsIn('integer').map((field) => [field, null] as const),
  ]);
  // What belongs to no group stands last.
  const placeOf = (row: AnyRow) => JSON.stringify([...levels.map(({ code }) => row[code] || '\uFFFF'), keyOf(row)]);
  for (const row of earlier.values()) all.push({ ...row, ...zero });
  if (earlier.size > 0) all.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  const was = new Map(before.map((row) => [keyOf(row), row]));
  const figure = (row: AnyRow | undefined, field: string) => requireSum(String(row?.[field] ?? '0'));
  return all.map((row) => {
    const beside = fields.map((field) => comparedFigure(field, figure(row, field), figure(was.get(keyOf(row)), field)));
    return Object.assign({ ...row }, ...beside) as AnyRow;
  });
}

/** What the compared figures of all rows come to, in both periods: what the total says beside its own columns, named as they are. */
export function compareTotals(
  report: Compared,
  rows: readonly AnyRow[],
  before: readonly AnyRow[],
): Readonly<Record<string, string>> {
  const sum = (of: readonly AnyRow[], field: string) => sumMinor(of.map((row) => requireSum(String(row[field]))));
  const beside = fieldsOf(report).flatMap((field) =>
    Object.entries(comparedFigure(field, sum(rows, field), sum(before, field))),
  );
  const all = report.sumNames?.all ?? '';
  return Object.fromEntries(beside.flatMap(([name, told]) => (told === null ? [] : [[`${all}${name}`, told]])));
}

const fieldsOf = (report: Compared) => comparedFigures(report).map(([field]) => field);

/** Minor units of a figure, now and then. */
function comparedFigure(field: string, now: bigint, then: bigint): Record<string, string | null> {
  return {
    [`${field}_before`]: amountText(then),
    [`${field}_change`]: amountText(now - then),
    [`${field}_percent`]: percentOf(now - then, then),
  };
}
