import { amountText, requireSum } from '@talaan/core/money/money';
import type { ReportColumn, ReportDefinition, ReportRow } from './define-report.ts';

/** The sums of the total columns, by field, as decimal text. */
export type ReportSums = Readonly<Record<string, string>>;

export interface ReportGroup<Row> {
  readonly code: string;
  readonly name: string;
  readonly rows: readonly Row[];
  readonly sums: ReportSums;
}

/** One line as files and papers print it: cells in the order of the columns, null where a column has nothing. */
export interface ReportLine {
  readonly look: 'group' | 'plain' | 'total';
  readonly cells: readonly (string | null)[];
}

/** The sums of the total columns over rows; "0.00" without rows. */
export function sumRows<Row extends ReportRow>(report: ReportDefinition<Row>, rows: readonly Row[]): ReportSums {
  const sums: Record<string, string> = {};
  for (const column of report.columns) {
    if (!column.total) continue;
    sums[column.field] = amountText(rows.reduce((sum, row) => sum + requireSum(String(row[column.field])), 0n));
  }
  return sums;
}

/**
 * Rows in their groups, in the order in which the groups first appear, each with the sums of its rows, so that the
 * groups add up to the grand total. A report without groups answers one group without a code.
 */
export function groupRows<Row extends ReportRow>(
  report: ReportDefinition<Row>,
  rows: readonly Row[],
): ReportGroup<Row>[] {
  const { group } = report;
  if (!group) return [{ code: '', name: '', rows, sums: sumRows(report, rows) }];
  const byCode = new Map<string, Row[]>();
  for (const row of rows) {
    const code = String(row[group.code]);
    const members = byCode.get(code);
    if (members) members.push(row);
    else byCode.set(code, [row]);
  }
  return [...byCode].map(([code, members]) => ({
    code,
    name: String(members[0]?.[group.name] ?? ''),
    rows: members,
    sums: sumRows(report, members),
  }));
}

/** Every line of the report from its first group to the grand total, whose sums are the ones the ledger gave. */
export function* reportLines<Row extends ReportRow>(
  report: ReportDefinition<Row>,
  rows: readonly Row[],
  totals: ReportSums,
): Generator<ReportLine> {
  for (const group of groupRows(report, rows)) {
    if (report.group) yield { look: 'group', cells: sumCells(report, [group.code, group.name], group.sums) };
    for (const row of group.rows) {
      yield { look: 'plain', cells: report.columns.map((column) => cellText(row[column.field] ?? null)) };
    }
  }
  yield { look: 'total', cells: sumCells(report, [report.totalLabel], totals) };
}

/** Columns from which a row opens: what they show names the row. */
function sumCells<Row extends ReportRow>(
  report: ReportDefinition<Row>,
  labels: readonly string[],
  sums: ReportSums,
): (string | null)[] {
  return report.columns.map((column, at) => sums[column.field] ?? labels[at] ?? null);
}

function cellText(value: string | number | boolean | null): string | null {
  return value === null || value === '' ? null : String(value);
}

/** Whether a column holds figures, which stand right. */
export function isFigureColumn(column: Pick<ReportColumn<string>, 'kind'>): boolean {
  return column.kind === 'amount' || column.kind === 'integer' || column.kind === 'rate';
}
