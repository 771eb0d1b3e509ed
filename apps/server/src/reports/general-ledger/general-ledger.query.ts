import { sql, type RawBuilder } from 'kysely';
import { generalLedgerReport, type GeneralLedgerRow } from '@talaan/contract/reports/general-ledger.report';
import {
  accountBalances,
  accountFigure,
  accountGroups,
  accountPage,
  LEDGER_ORDER,
  ledgerSums,
} from '../kit/account-ledger.ts';
import { postingRows } from '../kit/posting-rows.ts';
import { defineStatement } from '../kit/report-statement.ts';

/** The columns of its postings by the names that postings have everywhere. */
const SIDES: Readonly<Record<string, string>> = { debit: 'php_da', credit: 'php_ca' };

/** The general ledger (reports §15): the postings of accounts, each with the balance of its account after it. */
export const generalLedger = defineStatement({
  report: generalLedgerReport,
  order: LEDGER_ORDER,

  // The balance goes on from what the account had before the page; the other side of an entry is looked at once for all of its lines.
  rows: (context, page) => sql<GeneralLedgerRow>`
    with page as materialized (${accountPage(context, page)}),
    had as materialized (${accountBalances(context, page, sql`select account_id from page`)}),
    sides as materialized (
      select p.entry_id, ${oneAccount(sql`p.debit > 0`)} as debited, ${oneAccount(sql`p.credit > 0`)} as credited
      from (select distinct entry_id from page) e join posting p on p.entry_id = e.entry_id group by p.entry_id
    ), lines as (
      select g.entry_id, g.line_no, row_number() over w as place, case when p.debit > 0 then s.credited else s.debited end as contra_id,
        had.balance + sum(p.debit - p.credit) over (partition by g.acct_code order by g.entry_date, g.entry_id, g.line_no rows unbounded preceding)
          as balance
      from page g join posting p using (entry_id, line_no) join sides s using (entry_id) left join had on had.account_id = g.account_id
      window w as (order by g.acct_code, g.entry_date, g.entry_id, g.line_no)
    )
    select document_date, transaction_type, document_number, batch_number, reference_number, branch, payee_code, payee, particulars,
      description, coalesce((select acct_code from account where id = contra_id), 'several') as contra, php_da as debit, php_ca as credit,
      round(abs(balance), 2)::text as balance, case when balance < 0 then 'Cr' when balance > 0 then 'Dr' end as side,
      acct_code, acct_desc, entry_id, line_no, is_reversal, is_masked
    from (${postingRows(context.user, sql`select * from lines`, sql`chosen.place`, sql`chosen.place, chosen.contra_id, chosen.balance`)}) r
    order by place`,

  groups: accountGroups,

  async sums(context) {
    const { totals, proof } = await ledgerSums(context);
    const { php_da: debit, php_ca: credit, beginning, ending } = totals;
    return { totals: { beginning, debit, credit, ending }, proof };
  },

  postings: (context, { column, codes }) => accountFigure(context, { column: SIDES[column] ?? column, codes }),
});

/** The account of some postings of an entry, null where they have several. */
function oneAccount(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when min(p.account_id) filter (where ${which}) = max(p.account_id) filter (where ${which})
    then min(p.account_id) filter (where ${which}) end`;
}
