import { sql, type RawBuilder } from 'kysely';
import type { ReportPeriod } from '@talaan/contract/reports/kit/report-period';
import type { ReportProof } from '@talaan/contract/reports/kit/report-reply';
import { startOfMonth } from '@talaan/core/calendar/calendar-date';
import type { Database } from '../../platform/database/database.ts';
import { segmentPeriod } from './period-segments.ts';

/** How many documents a difference names (reports.md §0). */
const MOST_DOCUMENTS = 50;

/** The documents that make a difference, the largest part of it first. In: rows (entry_id, amount). */
export async function proofDocuments(
  database: Database,
  entries: RawBuilder<unknown>,
): Promise<ReportProof['documents']> {
  const { rows } = await sql<ReportProof['documents'][number]>`
    select b.document_type, b.document_number, b.batch_number, round(x.amount, 2)::text as amount
    from (select entry_id, amount from (${entries}) x where amount <> 0
      order by abs(amount) desc, entry_id limit ${MOST_DOCUMENTS}) x
    join posted_document b on b.entry_id = x.entry_id
    order by abs(x.amount) desc, x.entry_id`.execute(database);
  return rows;
}

/**
 * The documents behind sums that differ although no report can say by which entry: those of the period (of what stands at a day,
 * of its month) whose lines do not come to their entry; where all do, those that wrote on an account whose running sums are not
 * what its lines come to. It adds up every line of the period, and is asked for where a proof is red.
 */
export async function documentsOfSums(db: Database, days: ReportPeriod): Promise<ReportProof['documents']> {
  const period = { date_from: startOfMonth(days.date_from), date_to: days.date_to };
  const uneven = await proofDocuments(db, unevenEntries(period));
  return uneven.length > 0 ? uneven : proofDocuments(db, entriesOnUnlikeAccounts(period));
}

function unevenEntries({ date_from, date_to }: ReportPeriod): RawBuilder<unknown> {
  return sql`
    select id as entry_id, case when debit <> credit then debit - credit else debit - total end as amount
    from (
      select e.id, e.total, coalesce(sum(p.debit), 0) as debit, coalesce(sum(p.credit), 0) as credit
      from journal_entry e left join posting p on p.entry_id = e.id
      where e.entry_date between ${date_from} and ${date_to} group by e.id, e.total) entries`;
}

/** The running sums, some by their rows `s`, each with the lines `moved` that it is of. */
const RUNNING_SUMS = [
  { table: 'balance_account' },
  { table: 'balance_branch' },
  { table: 'balance_department', of: sql`names_department` },
  { table: 'balance_unit', rows: sql`s.department_id > 0`, of: sql`names_department` },
  { table: 'balance_unit', rows: sql`s.department_id = 0`, of: sql`is_of_branch` },
  { table: 'balance_payee' },
];

function entriesOnUnlikeAccounts(period: ReportPeriod): RawBuilder<unknown> {
  const { first_whole, rolled_to } = segmentPeriod(period);
  const month = sql`extract(year from p.entry_date) * 100 + extract(month from p.entry_date)`;
  const parts = RUNNING_SUMS.map(
    ({ table, rows = sql`true`, of = sql`true` }, place) => sql`
      select ${sql.lit(place)} as kept_in, s.account_id, s.debit, s.credit from ${sql.table(table)} s
      where s.period between ${first_whole} and ${rolled_to} and ${rows}
      union all
      select ${sql.lit(place)}, account_id, -debit, -credit from moved where ${of}`,
  );
  return sql`
    with moved as materialized (
      select p.account_id, p.department_id is not null as names_department,
        d.id is not null and not is_read_by_itself(d.group_id) as is_of_branch, sum(p.debit) as debit, sum(p.credit) as credit
      from posting p left join department d on d.id = p.department_id
      where p.entry_date between ${period.date_from} and ${period.date_to} and ${month} between ${first_whole} and ${rolled_to}
      group by 1, 2, 3
    )
    select p.entry_id, sum(p.debit + p.credit) as amount from posting p
    where p.entry_date between ${period.date_from} and ${period.date_to} and p.account_id in (
      select account_id from (${sql.join(parts, sql` union all `)}) sums
      group by kept_in, account_id having sum(debit) <> 0 or sum(credit) <> 0)
    group by p.entry_id`;
}
