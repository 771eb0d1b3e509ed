import { sql } from 'kysely';
import type { ReportPeriod } from '@talaan/contract/reports/report-period';
import type { AccountPosting, AccountPostings } from '@talaan/contract/reports/trial-balance.report';
import { periodOf } from '@talaan/core/calendar/accounting-period';
import { startOfMonth } from '@talaan/core/calendar/calendar-date';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';

/** What payee and remarks read when the batch is confidential and the caller may not see it (decisions §3). */
const CONFIDENTIAL = 'Confidential';

export interface PostingsPage extends Pick<AccountPostings, 'account' | 'beginning' | 'debit' | 'credit' | 'ending'> {
  rows: AccountPosting[];
  /** Postings of the whole period. */
  total: number;
}

/**
 * One page of an account's postings in a period, oldest first, each with the balance after it; null for an unknown
 * account. Pesos; balances are signed, debit positive. The beginning balance is the rollup of the months before plus the
 * postings of the cut month; everything is read in one statement and therefore of one moment. Page and sums walk the
 * index of the account alone, and only the rows of the page are looked up beyond it.
 */
export async function queryAccountPostings(
  database: Database,
  wanted: {
    user: Pick<Principal, 'user_id' | 'preview'>;
    account_code: string;
    period: ReportPeriod;
    page: number;
    pages: number;
  },
): Promise<PostingsPage | null> {
  const { date_from, date_to } = wanted.period;
  const before = (wanted.page - 1) * wanted.pages;
  const ofAccount = sql`account_id = (select id from wanted)`;
  const inPeriod = sql`${ofAccount} and entry_date between ${date_from} and ${date_to}`;
  const inOrder = sql`order by entry_date, entry_id, line_no`;
  const { rows } = await sql<FoundAccount>`
    with wanted as materialized (
      select id, acct_code, acct_desc from account where acct_code = ${wanted.account_code}
    ), opening as materialized (
      select coalesce((select sum(debit - credit) from balance_account
          where ${ofAccount} and period < ${periodOf(date_from)}), 0)
        + coalesce((select sum(debit - credit) from posting
          where ${ofAccount} and entry_date >= ${startOfMonth(date_from)} and entry_date < ${date_from}), 0) as balance
    ), movement as materialized (
      select coalesce(sum(debit), 0) as debit, coalesce(sum(credit), 0) as credit, count(*)::int as count
      from posting where ${inPeriod}
    ), earlier_pages as materialized (
      select coalesce(sum(debit - credit), 0) as balance
      from (select debit, credit from posting where ${inPeriod} ${inOrder} limit ${before}) earlier
    ), one_page as materialized (
      select *, sum(debit - credit) over (${inOrder})
        + (select balance from opening) + (select balance from earlier_pages) as balance
      from (
        select entry_id, line_no, entry_date, debit, credit, branch_id from posting
        where ${inPeriod} ${inOrder} limit ${wanted.pages} offset ${before}
      ) postings
    ), named as (
      select p.entry_id::text, p.line_no, p.entry_date as document_date, b.document_type, b.document_number,
        b.batch_number, payee.payee_desc as payee, branch.brnc_code as branch,
        coalesce(nullif(full_row.remarks, ''), b.remarks, '') as remarks,
        round(p.debit, 2)::text as debit, round(p.credit, 2)::text as credit, round(p.balance, 2)::text as balance,
        e.reverses_id is not null as is_reversal,
        not ${seesConfidential(wanted.user)} as is_masked
      from one_page p
      join posting full_row on full_row.entry_id = p.entry_id and full_row.line_no = p.line_no
      join journal_entry e on e.id = p.entry_id
      join posted_document b on b.entry_id = p.entry_id
      join branch on branch.id = p.branch_id
      left join payee_in_reports payee on payee.id = coalesce(full_row.payee_id, b.payee_id)
    )
    select wanted.acct_code, wanted.acct_desc, round(opening.balance, 2) as beginning,
      round(movement.debit, 2) as debit, round(movement.credit, 2) as credit, movement.count,
      round(opening.balance + movement.debit - movement.credit, 2) as ending,
      (select coalesce(json_agg(named order by document_date, entry_id::bigint, line_no), '[]') from named) as rows
    from wanted, opening, movement`.execute(database);
  const found = rows[0];
  if (!found) return null;
  const { acct_code, acct_desc, count, rows: page, ...sums } = found;
  return { account: { account_code: acct_code, acct_desc }, ...sums, total: count, rows: page.map(hideConfidential) };
}

function hideConfidential(posting: AccountPosting): AccountPosting {
  return posting.is_masked ? { ...posting, payee: CONFIDENTIAL, remarks: CONFIDENTIAL } : posting;
}

type FoundAccount = Pick<AccountPostings, 'beginning' | 'debit' | 'credit' | 'ending'> & {
  acct_code: string;
  acct_desc: string;
  count: number;
  rows: AccountPosting[];
};
