import { sql, type RawBuilder } from 'kysely';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { ReportPeriod } from '@talaan/contract/reports/kit/report-period';

// How books list what was voided (reports.md §0): an entry and its mirror of one day are one line, VOID and 0.00; a mirror of a later
// day stands at that day with the sides changed.

type Sql = RawBuilder<unknown>;

/** Types of the disbursement book. */
export const DISBURSEMENTS = ['CV', 'CW', 'OB', 'DM'] as const satisfies readonly DocumentType[];

/** The condition on `journal_entry e` of some types and days. */
export function entriesOf(types: readonly DocumentType[], { date_from, date_to }: ReportPeriod): Sql {
  return sql`e.document_type = any (${types}::char(2)[]) and e.entry_date between ${date_from} and ${date_to}`;
}

// Looked up entry by entry: as `exists`, PostgreSQL would read all entries to know of those of a page.

/** Whether `journal_entry e` was voided on its own day. */
export const IS_VOID = sql`coalesce((select m.entry_date from journal_entry m where m.reverses_id = e.id) = e.entry_date, false)`;
/** Whether it is the mirror of an entry of its day, whose line stands for both. */
const IS_MIRROR_OF_DAY = sql`(e.reverses_id is not null
  and (select o.entry_date from journal_entry o where o.id = e.reverses_id) = e.entry_date)`;

/** The ids of both entries of each pair, which books show with 0.00; of the entries `e` of a condition. */
export function voidPairs(where: Sql): Sql {
  return sql`select pair.id from journal_entry e join journal_entry o on o.id = e.reverses_id and o.entry_date = e.entry_date
    cross join lateral (values (e.id), (o.id)) pair (id) where ${where}`;
}

/** Its number, by which books order; its last line, 0 where VOID is all that it has. With `posted_document b`. */
export const NUMBER = sql`coalesce(b.document_number, '')`;
export const LAST_LINE = sql`case when ${IS_VOID} then 0 else e.line_count end`;

/** The entries of a book. */
export interface Book {
  /** Rows `s`: the entries of each are found in the order of their days by an index. */
  readonly streams: Sql;
  /** Which entries `e` of `s` it lists, with their head `b`; the mirrors of void pairs are left out. */
  readonly where: Sql;
  /** The fields that order them: those of `s`, and entry_date, number, entry_id. */
  readonly order: Sql;
  /** The number in that order, never null; that of the document if absent. */
  readonly number?: Sql;
  /** How many rows an entry `c`, which has the fields of `s`, entry_id and line_count, has on the page, unless it is void. */
  readonly rows: Sql;
}

/**
 * The entries that have the next `limit` rows of a book, in its order; all of them for null. The numbers of no more entries than
 * those of the days that they reach are looked up, and no line.
 */
export function bookEntries({ streams, where, order, rows, number = NUMBER }: Book, limit: number | null): Sql {
  // One more than there are rows: of the entry that the page before ended in, nothing may be left.
  const most = limit === null ? null : limit + 1;
  const found = sql`
    select s.*, e.* from ${streams}
    cross join lateral (
      select e.id as entry_id, e.entry_date, e.line_count, ${number} as number, ${IS_VOID} as is_void
      from journal_entry e join posted_document b on b.entry_id = e.id
      where ${where} and not ${IS_MIRROR_OF_DAY}
      order by e.entry_date, ${number}, e.id limit ${most}
    ) e
    order by ${order} limit ${most}`;
  if (limit === null) return found;
  const before = sql`sum(case when c.is_void then 1 else ${rows} end)
    over (order by ${order} rows between unbounded preceding and 1 preceding)`;
  return sql`select * from (select c.*, coalesce(${before}, 0) as rows_before from (${found}) c) c where rows_before < ${limit}`;
}
