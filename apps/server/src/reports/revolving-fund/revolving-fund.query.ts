import { sql, type RawBuilder } from 'kysely';
import { revolvingFundReport, type RevolvingFundRow } from '@talaan/contract/reports/revolving-fund.report';
import { periodOf } from '@talaan/core/calendar/accounting-period';
import { calendarDateOf, yearOf } from '@talaan/core/calendar/calendar-date';
import { amountText, requireSum } from '@talaan/core/money/money';
import { accountFigures } from '../kit/account-figures.ts';
import { makeProof } from '../kit/make-proof.ts';
import { defineStatement, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof revolvingFundReport.filters>;

const FUND = { role: 'RFA' } as const;

/**
 * The revolving fund account (reports.md §7): every branch with a balance on the accounts of its fund. Whole months come from the
 * sums by branch, the days of a cut one from the postings of these accounts.
 */
export const revolvingFund = defineStatement({
  report: revolvingFundReport,

  rows: (context) => {
    const byAccount = context.filter.by === 'account';
    const everyBranch = context.filter.without_fund === '1';
    return sql<RevolvingFundRow>`
      with funds as materialized (${fundsOf(context, 'branch')}), moved as (
        select f.dim, ${byAccount ? sql`f.account_id` : sql`0`} as account_id, sum(f.balance) as balance,
          max(${lastMovement(context)}) as last_movement
        from funds f group by 1, 2
      )
      select b.brnc_code, b.brnc_name, coalesce(a.acct_code, '') as account_code, coalesce(a.acct_desc, '') as acct_desc,
        round(coalesce(f.balance, 0), 2)::text as asofamount, f.last_movement, b.date_closed
      from branch b ${everyBranch ? sql`left join` : sql`join`} moved f on f.dim = b.id left join account a on a.id = f.account_id
      where ${everyBranch ? sql`b.brnc_stat = 1 or f.balance <> 0` : sql`f.balance <> 0`}
      order by b.brnc_code, a.acct_code`;
  },

  async sums(context, found) {
    const balance = sql<{ balance: string }>`
      select round(coalesce(sum(balance), 0), 2)::text as balance from (${fundsOf(context, 'none')}) f`;
    const [rows, { rows: ledger }] = await Promise.all([found, balance.execute(context.db)]);
    const asofamount = amountText(rows.reduce((sum, row) => sum + requireSum(row.asofamount), 0n));
    const proof = makeProof(
      'Total = Trial Balance',
      ['branches', asofamount],
      ['revolving fund accounts of the trial balance', ledger[0]!.balance],
    );
    return { totals: { asofamount }, proof: [proof] };
  },

  async postings(context, { column, codes }) {
    if (column !== 'asofamount') return null;
    const { date_to } = context.days;
    // A fund moves seldom: the year says what made it, and what was there before.
    const days = { date_from: calendarDateOf(yearOf(date_to), 1, 1)!, date_to };
    const { rows } = await sql<{ branch_id: number | null; accounts: number[] | null; beginning: string }>`
      with chosen as (
        select (select id from branch where brnc_code = ${codes['brnc_code'] ?? ''}) as branch_id,
          (select array_agg(id) from account where role = ${FUND.role}
            and ${codes['account_code'] ? sql`acct_code = ${codes['account_code']}` : sql`true`}) as accounts
      )
      select branch_id, accounts, (
        select round(coalesce(sum(b.debit - b.credit), 0), 2)::text from balance_branch b
        where b.account_id = any (c.accounts) and b.branch_id = c.branch_id and b.period < ${periodOf(days.date_from)}) as beginning
      from chosen c`.execute(context.db);
    const { branch_id, accounts, beginning } = rows[0]!;
    if (branch_id === null || accounts === null) return null;
    return { where: sql`p.account_id = any (${accounts}) and p.branch_id = ${branch_id}`, days, beginning };
  },
});

/** The balances of the accounts of funds at the end of the day, together or by branch. */
function fundsOf({ days, user }: Context, by: 'none' | 'branch'): RawBuilder<unknown> {
  return accountFigures({ days, by, accounts: FUND, user });
}

/** The last day on which the fund `f` moved: looked for in the last months in which the sums say that it did. */
function lastMovement({ days: { date_to } }: Context): RawBuilder<unknown> {
  return sql`(
    select max(p.entry_date) from (
      select m.period from balance_branch m
      where m.account_id = f.account_id and m.branch_id = f.dim and m.period <= ${periodOf(date_to)}
      order by m.period desc limit 2
    ) m
    cross join lateral (
      select p.entry_date from posting p
      where p.account_id = f.account_id and p.branch_id = f.dim
        and p.entry_date between make_date(m.period / 100, m.period % 100, 1) and least(${date_to}::date,
          (make_date(m.period / 100, m.period % 100, 1) + interval '1 month - 1 day')::date)
      order by p.entry_date desc limit 1
    ) p)`;
}
