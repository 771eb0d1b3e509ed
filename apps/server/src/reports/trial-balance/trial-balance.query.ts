import { sql } from 'kysely';
import type { ReportPeriod } from '@talaan/contract/reports/report-period';
import type { TrialBalanceRow } from '@talaan/contract/reports/trial-balance.report';
import type { Database } from '../../platform/database/database.ts';
import { segmentPeriod } from '../period-segments.ts';

/**
 * Every account with movement in the period or a balance on its last day, in the order of groups and codes; amounts in
 * pesos with 2 decimals. Movement is the debits and credits of the period, the balance is net to its last day, on its
 * side (decisions §9). Whole months come from the rollup, days of cut months from the postings, in one statement and
 * therefore of one moment. The group of an account is its topmost parent.
 */
export async function queryTrialBalance(database: Database, period: ReportPeriod): Promise<TrialBalanceRow[]> {
  const { rows } = await sql<TrialBalanceRow>`
    with recursive figures as (${figuresOf(period)}), tree as (
      select id, acct_code, acct_desc, acct_code as group_code, acct_desc as group_desc from account where acct_parent is null
      union all
      select a.id, a.acct_code, a.acct_desc, t.group_code, t.group_desc from tree t join account a on a.acct_parent = t.acct_code
    )
    select t.acct_code as account_code, t.acct_desc,
      round(f.debit, 2) as cur_debit, round(f.credit, 2) as cur_credit,
      round(greatest(f.balance, 0), 2) as total_debit, round(greatest(-f.balance, 0), 2) as total_credit,
      t.group_code, t.group_desc
    from figures f join tree t on t.id = f.account_id
    where f.debit <> 0 or f.credit <> 0 or f.balance <> 0
    order by t.group_code, t.acct_code`.execute(database);
  return rows;
}

/** Debit and credit of the period and balance to its end, by account; 0 where there is none. */
function figuresOf(period: ReportPeriod) {
  const { first_whole, rolled_to, head, tail } = segmentPeriod(period);
  const months = sql`
    select account_id,
      coalesce(sum(debit) filter (where period >= ${first_whole}), 0) as debit,
      coalesce(sum(credit) filter (where period >= ${first_whole}), 0) as credit,
      sum(debit - credit) as balance
    from balance_account where period <= ${rolled_to} group by account_id`;
  if (!head && !tail) return months;
  const inHead = head ? sql`entry_date between ${head.from} and ${head.to}` : sql`false`;
  const inTail = tail ? sql`entry_date between ${tail.from} and ${tail.to}` : sql`false`;
  return sql`
    select account_id, sum(debit) as debit, sum(credit) as credit, sum(balance) as balance
    from (
      ${months}
      union all
      select account_id,
        coalesce(sum(debit) filter (where entry_date >= ${period.date_from}), 0),
        coalesce(sum(credit) filter (where entry_date >= ${period.date_from}), 0),
        coalesce(sum(debit - credit) filter (where ${inTail}), 0)
      from posting where ${inHead} or ${inTail} group by account_id
    ) parts group by account_id`;
}
