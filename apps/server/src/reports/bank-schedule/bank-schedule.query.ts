import { sql, type RawBuilder } from 'kysely';
import { bankScheduleReport, type BankScheduleRow } from '@talaan/contract/reports/bank-schedule.report';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import { bookEntries, entriesOf, LAST_LINE, NUMBER, voidPairs } from '../kit/book-entries.ts';
import type { PlaceIn } from '../kit/cut-page.ts';
import { makeProof } from '../kit/make-proof.ts';
import { proofDocuments } from '../kit/proof-documents.ts';
import { defineStatement, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof bankScheduleReport.filters>;

/** The CV CIB subsidiary schedule (reports.md §8): bank by bank, what its vouchers of the period are charged to. */
export const bankSchedule = defineStatement({
  report: bankScheduleReport,
  order: ['bank_account', 'bank_id', 'voucher_date', 'voucher_number', 'entry_id', 'line_no'],

  rows: (context, { after, limit }) => sql<BankScheduleRow>`
    select c.entry_date as voucher_date, b.document_number as voucher_number, nullif(b.cheque_number, '') as cheque_number,
      concat_ws(' · ', case when e.reverses_id is not null then 'REVERSAL' end, payee.payee_desc, nullif(b.remarks, ''))
        as particulars,
      round(coalesce(p.debit - p.credit, 0), 2)::text as amount, a.acct_code as account_code,
      case when c.is_void then 'VOID' else a.acct_desc end as account_charge,
      c.bank_account, concat_ws(' · ', k.acct_desc, k.account_no) as bank_name, c.bank_id::text, e.document_type, b.batch_number,
      c.entry_id::text, coalesce(p.line_no, 0) as line_no, e.reverses_id is not null as is_reversal,
      not ${seesConfidential(context.user)} as is_masked
    from (${entriesOfPage(context, after, limit)}) c
    join journal_entry e on e.id = c.entry_id
    join posted_document b on b.entry_id = c.entry_id
    join bank k on k.id = c.bank_id
    left join payee_in_reports payee on payee.id = b.payee_id
    left join posting p on not c.is_void and ${chargesLeft(after)}
    left join account a on a.id = p.account_id
    where c.is_void or p.line_no is not null
    order by c.bank_account, c.bank_id, c.entry_date, c.number, c.entry_id, p.line_no limit ${limit}`,

  sums: async (context) => {
    const { db } = context;
    const pairs = sql`select id from pairs`;
    const sumsBy = (key: RawBuilder<unknown>) => sql`
      with pairs as materialized (${voidPairs(inPeriod(context))})
      select ${key}, coalesce(sum(p.debit - p.credit) filter (where p.account_id <> a.id and e.id not in (${pairs})), 0) as charged,
        coalesce(sum(p.credit - p.debit) filter (where p.account_id = a.id), 0) as taken
      from journal_entry e
      join bank k on k.id = e.bank_id
      join account a on a.acct_code = k.acct_code
      join posting p on p.entry_id = e.id
      where ${inPeriod(context)} group by ${key}`;
    const { rows } = await sql<Record<'charged' | 'taken' | 'difference', string>>`
      select round(coalesce(sum(charged), 0), 2)::text as charged, round(coalesce(sum(taken), 0), 2)::text as taken,
        round(coalesce(sum(abs(charged - taken)), 0), 2)::text as difference
      from (${sumsBy(sql`a.id`)}) banks`.execute(db);
    const { charged, taken, difference } = rows[0]!;
    const documents =
      difference === '0.00'
        ? []
        : await proofDocuments(
            db,
            sql`select entry_id, charged - taken as amount from (${sumsBy(sql`p.entry_id`)}) vouchers`,
          );
    return {
      totals: { amount: charged },
      proof: [
        makeProof(
          'Charges = taken from the banks',
          ['charges', charged],
          ['credits less debits of the bank accounts', taken],
          {
            difference,
            documents,
          },
        ),
      ],
    };
  },
});

/** The condition on `journal_entry e` of the vouchers of the period. */
function inPeriod({ filter: { document_type }, found: { bank_id }, days }: Context): RawBuilder<unknown> {
  return sql`${entriesOf(document_type, days)} and ${bank_id ? sql`e.bank_id = ${bank_id.id}` : sql`true`}`;
}

/** The lines of voucher `c` that are not on the account of its bank, beyond the one that the page before ended with. */
function chargesLeft(after: PlaceIn | null): RawBuilder<unknown> {
  const charge = sql`p.entry_id = c.entry_id and p.account_id <> c.bank_account_id`;
  if (after === null) return charge;
  return sql`${charge} and p.line_no > case when c.entry_id = ${after['entry_id']}::bigint then ${after['line_no']}::int else 0 end`;
}

function entriesOfPage(context: Context, after: PlaceIn | null, limit: number | null): RawBuilder<unknown> {
  const { found, days } = context;
  const place = after && sql`${after['bank_account']}, ${after['bank_id']}::int`;
  const banks = sql`(
    select k.id as bank_id, k.acct_code as bank_account, a.id as bank_account_id
    from bank k join account a on a.acct_code = k.acct_code
    where ${found.bank_id ? sql`k.id = ${found.bank_id.id}` : sql`true`}
      and ${place ? sql`(k.acct_code, k.id) >= (${place})` : sql`true`}
    order by k.acct_code, k.id) s`;
  const beyond =
    after === null
      ? sql`true`
      : sql`e.entry_date >= case when s.bank_id = ${after['bank_id']}::int then ${after['voucher_date']}::date
            else ${days.date_from}::date end
          and (s.bank_account, s.bank_id, e.entry_date, ${NUMBER}, e.id, ${LAST_LINE}) > (${place}, ${after['voucher_date']}::date,
            ${after['voucher_number'] ?? ''}, ${after['entry_id']}::bigint, ${after['line_no']}::int)`;
  return bookEntries(
    {
      streams: banks,
      where: sql`e.bank_id = s.bank_id and ${entriesOf(context.filter.document_type, days)} and ${beyond}
        and exists (select from posting p where p.entry_id = e.id and p.account_id <> s.bank_account_id)`,
      order: sql`bank_account, bank_id, entry_date, number, entry_id`,
      rows: sql`(select count(*) from posting p where ${chargesLeft(after)})`,
    },
    limit,
  );
}
