import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { FigureColumn, FigureField } from '@talaan/contract/reports/kit/statement-columns';
import { startOfMonth } from '@talaan/core/calendar/calendar-date';
import { narrowedPostings, rollupOf, type FiguresOf } from '../account-figures.ts';
import { segmentPeriod, type DayRange } from '../period-segments.ts';
import type { FigurePostings } from '../report-statement.ts';

/** Which figures of the chart are asked for, column by column. */
export interface ChartFigures extends Pick<FiguresOf, 'branch' | 'department' | 'accounts' | 'withoutClosing'> {
  readonly columns: readonly FigureColumn[];
  /** What moved in the days of a column, or the balance at their end. */
  readonly of: 'movement' | 'balance';
}

/**
 * Accounts with figures. In: rows (account_id, and a field for each column); `beside`, what else is read of figures `f` and accounts `a`.
 */
export function accountRows(
  figures: RawBuilder<unknown>,
  columns: readonly FigureColumn[],
  beside: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const fields = columns.map(({ field }) => sql.ref(field));
  return sql`
    select a.acct_code, a.acct_desc, a.acct_group, a.acct_parent ${beside},
      ${sql.join(fields.map((field) => sql`round(f.${field}, 2)::text as ${field}`))}
    from (${figures}) f join account a on a.id = f.account_id
    where ${sql.join(
      fields.map((field) => sql`f.${field} <> 0`),
      sql` or `,
    )}`;
}

/**
 * Rows (account_id, and a field for each column), debit less credit. One reading of the rollup serves all columns; days of cut
 * months and closing entries come from the postings.
 */
export function figuresByColumn(of: ChartFigures): RawBuilder<unknown> {
  const columns = of.columns.map(({ field, days }) => ({ field, ...partsOf(of, days) }));
  const last = Math.max(...columns.map(({ rolled_to }) => rolled_to));
  const first = Math.min(...columns.map(({ first_whole }) => first_whole));
  const inMonths = sumsBy(
    columns,
    sql`b.debit - b.credit`,
    ({ first_whole, rolled_to }) => sql`b.period between ${first_whole} and ${rolled_to}`,
  );
  const parts = [
    sql`select b.account_id, ${inMonths} from ${rollupOf(of)} and b.period between ${first} and ${last}
      and ${inAccounts(of, 'b')} group by 1`,
  ];
  const narrowed = narrowedPostings({ ...of, withoutClosing: false });
  if (columns.some(({ cut }) => cut.length > 0)) parts.push(sumsOfPostings(columns, sql`posting p`, narrowed));
  if (of.withoutClosing) {
    const whole = columns.map(({ field, days }) => ({ field, cut: [days] }));
    parts.push(sumsOfPostings(whole, closingPostings(whole.flatMap(({ cut }) => cut)), narrowed, -1));
  }
  if (parts.length === 1) return parts[0]!;
  return sql`select account_id, ${sql.join(columns.map(({ field }) => sql`sum(${sql.ref(field)}) as ${sql.ref(field)}`))}
    from (${sql.join(parts, sql` union all `)}) parts group by 1`;
}

/** The postings `p` of entries that close a year in some days: those of `closing_entry`, found by their day. */
function closingPostings(days: readonly DayRange[]): RawBuilder<unknown> {
  return sql`(
      select distinct s.entry_id from account a join posting s on s.account_id = a.id
      where a.role = 'INCOME_SUMMARY' and ${within(days, 's')}) c
    join posting p on p.entry_id = c.entry_id`;
}

/** The same of postings `p` that a condition says, day by day: for what few postings are. */
export function postingsByColumn(columns: readonly FigureColumn[], where: RawBuilder<unknown>): RawBuilder<unknown> {
  const whole = columns.map(({ field, days }) => ({ field, cut: [{ from: days.date_from, to: days.date_to }] }));
  return sumsOfPostings(whole, sql`posting p`, where);
}

/** Postings `p` in the days of each column; `sign` -1 takes them off. */
function sumsOfPostings(
  columns: readonly { readonly field: FigureField; readonly cut: readonly DayRange[] }[],
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  sign: 1 | -1 = 1,
): RawBuilder<unknown> {
  const sums = sumsBy(columns, sql`${sql.lit(sign)} * (p.debit - p.credit)`, ({ cut }) => within(cut));
  return sql`select p.account_id, ${sums} from ${from}
    where ${within(columns.flatMap(({ cut }) => cut))} and ${where} group by 1`;
}

/** A sum for each column, under its field, of what stands in it. */
function sumsBy<Column extends { readonly field: FigureField }>(
  columns: readonly Column[],
  what: RawBuilder<unknown>,
  when: (column: Column) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql.join(
    columns.map((column) => sql`coalesce(sum(${what}) filter (where ${when(column)}), 0) as ${sql.ref(column.field)}`),
  );
}

/** No month is before the first of all, and no day. */
const FIRST_PERIOD = 0;

/** The whole months of a column, and its days in cut ones. */
function partsOf({ of }: ChartFigures, days: FigureColumn['days']) {
  const { first_whole, rolled_to, head, tail } = segmentPeriod(days);
  const all: DayRange = { from: days.date_from, to: days.date_to };
  if (of === 'balance') return { first_whole: FIRST_PERIOD, rolled_to, cut: tail ? [tail] : [], days: all };
  const clipped = tail && { from: tail.from < days.date_from ? days.date_from : tail.from, to: tail.to };
  return { first_whole, rolled_to, cut: [head, clipped].flatMap((range) => range ?? []), days: all };
}

/** The condition on postings that their day is in one of some ranges. */
function within(ranges: readonly DayRange[], alias: 'p' | 's' = 'p'): RawBuilder<unknown> {
  const day = sql.ref(`${alias}.entry_date`);
  if (ranges.length === 0) return sql`false`;
  return sql`(${sql.join(
    ranges.map(({ from, to }) => sql`${day} between ${from} and ${to}`),
    sql` or `,
  )})`;
}

function inAccounts({ accounts }: ChartFigures, alias: 'b'): RawBuilder<unknown> {
  return accounts?.within ? sql`${sql.ref(`${alias}.account_id`)} in (${accounts.within})` : sql`true`;
}

/** The postings behind a figure of a statement: those of its days, or of a balance those of its last month, with what there was before it. */
export async function chartPostings(
  database: Database,
  of: ChartFigures,
  column: FigureColumn,
  accounts: RawBuilder<unknown>,
): Promise<FigurePostings> {
  const narrowed = { ...of, accounts: { within: accounts } };
  const where = narrowedPostings(narrowed);
  if (of.of === 'movement') return { where, days: column.days };
  const { date_to } = column.days;
  const days = { date_from: startOfMonth(date_to), date_to };
  const balance = figuresByColumn({ ...narrowed, columns: [{ ...column, field: 'amount' }] });
  const moved = figuresByColumn({ ...narrowed, of: 'movement', columns: [{ ...column, field: 'amount', days }] });
  const { rows } = await sql<{ beginning: string }>`
    select round(coalesce((select sum(amount) from (${balance}) b), 0) - coalesce((select sum(amount) from (${moved}) m), 0), 2)::text
      as beginning`.execute(database);
  return { where, days, beginning: rows[0]!.beginning };
}
