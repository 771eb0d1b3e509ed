import { sql } from 'kysely';
import type { BranchCount } from '@talaan/contract/reports/profitability/result-map.contract';
import type { Database } from '../../platform/database/database.ts';
import type { UploadedFile } from '../../platform/http/principal.ts';
import { readNamedColumns, refuseRows } from './named-columns.ts';

/** The transactions of a branch in a month, year × 100 + month. */
export interface NewCount {
  readonly brnc_code: string;
  readonly period: number;
  /** Nothing where the count is taken back. */
  readonly transactions: number | null;
}

/** What each branch in use had in a month, and any other one that has a count. */
export async function countsIn(db: Database, period: number): Promise<BranchCount[]> {
  const { rows } = await sql<BranchCount>`
    select b.brnc_code, b.brnc_name, s.transactions, s.entered_at,
      concat_ws(' ', u.user_first_name, u.user_last_name) as entered_by
    from branch b left join branch_statistic s on s.branch_id = b.id and s.period = ${period}
      left join app_user u on u.id = s.entered_by
    where b.brnc_stat = 1 or s.branch_id is not null order by b.brnc_code`.execute(db);
  return rows.map((row) => ({ ...row, entered_by: row.entered_by || null }));
}

/**
 * The counts of a file with the columns Branch, Year, Month and Transactions; a row without transactions takes a count back. Throws 422
 * by row for a branch that is not there, a month that is none, and what is no whole number.
 */
export async function readCountFile(db: Database, files: readonly UploadedFile[]): Promise<NewCount[]> {
  const rows = await readNamedColumns(files, {
    brnc_code: 'Branch',
    year: 'Year',
    month: 'Month',
    transactions: 'Transactions',
  });
  const { rows: branches } = await sql<{ brnc_code: string }>`
    select brnc_code from branch where brnc_code = any (${rows.map(({ cells }) => cells.brnc_code)}::text[])`.execute(
    db,
  );
  const known = new Set(branches.map(({ brnc_code }) => brnc_code));
  const seen = new Set<string>();
  const faults: { row: number; message: string }[] = [];
  const counts: NewCount[] = [];
  for (const { row, cells } of rows) {
    const { brnc_code, transactions } = cells;
    const [year, month] = [Number(cells.year), Number(cells.month)];
    const place = `${brnc_code} ${year} ${month}`;
    const fault = (message: string) => faults.push({ row, message });
    if (!known.has(brnc_code)) fault(`there is no branch '${brnc_code}'.`);
    else if (!/^\d{4}$/.test(cells.year) || year < 1901 || year > 2100)
      fault(`year '${cells.year}' must be 1901 to 2100.`);
    else if (!/^\d{1,2}$/.test(cells.month) || month < 1 || month > 12)
      fault(`month '${cells.month}' must be 1 to 12.`);
    else if (seen.has(place)) fault(`branch ${brnc_code} has this month twice.`);
    else if (transactions !== '' && !/^\d{1,9}$/.test(transactions))
      fault(`transactions '${transactions}' must be a whole number, 0 or more.`);
    else
      counts.push({
        brnc_code,
        period: year * 100 + month,
        transactions: transactions === '' ? null : Number(transactions),
      });
    seen.add(place);
  }
  refuseRows(faults);
  return counts;
}

/** Stores counts in the name of whoever acts, with the time; what stands alike stays as it was entered. Answers how many are new, and how many were taken back. */
export async function storeCounts(
  db: Database,
  counts: readonly NewCount[],
): Promise<{ rows: number; changed: number; emptied: number }> {
  const given = counts.filter(({ transactions }) => transactions !== null);
  const none = counts.filter(({ transactions }) => transactions === null);
  const stored = await sql`
    insert into branch_statistic (branch_id, period, transactions)
    select b.id, c.period, c.transactions
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as c (brnc_code text, period int, transactions int)
    join branch b on b.brnc_code = c.brnc_code
    on conflict (branch_id, period) do update set transactions = excluded.transactions
      where branch_statistic.transactions <> excluded.transactions`.execute(db);
  const emptied = await sql`
    delete from branch_statistic s using jsonb_to_recordset(${JSON.stringify(none)}::jsonb) as c (brnc_code text, period int)
    join branch b on b.brnc_code = c.brnc_code where s.branch_id = b.id and s.period = c.period`.execute(db);
  return {
    rows: given.length,
    changed: Number(stored.numAffectedRows ?? 0n),
    emptied: Number(emptied.numAffectedRows ?? 0n),
  };
}
