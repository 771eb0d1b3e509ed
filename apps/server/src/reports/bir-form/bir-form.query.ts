import { sql, type RawBuilder } from 'kysely';
import { birFormReport, type WithheldRow } from '@talaan/contract/reports/bir-form.report';
import { HIDDEN, NOBODY } from '@talaan/contract/reports/subsidiary-analysis.report';
import { periodOf } from '@talaan/core/calendar/accounting-period';
import { endOfMonth, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { amountText, requireSum } from '@talaan/core/money/money';
import { anyAsOne, hiddenEntries } from '../kit/account-figures.ts';
import { makeProof } from '../kit/make-proof.ts';
import { proofDocuments } from '../kit/proof-documents.ts';
import { defineStatement, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof birFormReport.filters>;

/** The 2307 list (reports.md §13): what was withheld in a quarter by payee and ATC, from the postings on the accounts of its role. */
export const birForm = defineStatement({
  report: birFormReport,
  filed: true,

  rows: (context) => {
    const { days, filter } = context;
    const ofMonth = (place: number) =>
      sql`coalesce(sum(base) filter (where (extract(month from entry_date) - 1)::int % 3 = ${sql.lit(place - 1)}), 0)`;
    return sql<WithheldRow>`
      with lines as (${linesOf(context)}), rows as (
        select payee_id, atc_id, ${filter.by === 'month' ? sql`to_char(entry_date, 'YYYY-MM')` : sql`''`} as month,
          ${ofMonth(1)} as month_1, ${ofMonth(2)} as month_2, ${ofMonth(3)} as month_3, coalesce(sum(base), 0) as total, sum(tax) as tax, count(*) as lines, count(certificate_id) as certified,
          bool_or(is_undone) as is_undone, bool_or(base is null) as lacks_base, bool_or(is_correction) as is_correction
        from lines group by 1, 2, 3
      )
      select r.payee_id::text, ${nameOf(sql`r.payee_id`, sql`p.payee_desc::text`)} as payee, p.tin,
        replace(left(p.tin, 11), '-', '') as tin_no, right(p.tin, 5) as branch_code,
        case when ${IS_NAMED} then p.last_name end as last_name, case when ${IS_NAMED} then p.first_name end as first_name,
        case when ${IS_NAMED} then p.middle_name end as middle_name,
        case when ${IS_NAMED} then null else ${nameOf(sql`r.payee_id`, sql`p.payee_desc::text`)} end as company_name,
        ${ADDRESS} as address, p.zip_code, a.atc_code, a.atc_desc as nature,
        case when a.atc_code ~* '^W[BV]' then 'business' else 'income' end as tax, r.month,
        round(r.month_1, 2)::text as month_1, round(r.month_2, 2)::text as month_2, round(r.month_3, 2)::text as month_3,
        round(r.total, 2)::text as total, round(r.tax, 2)::text as tax_withheld,
        trim_scale(atc_rate_on(a.id, ${days.date_to}))::text as rate,
        case when r.certified = 0 then 'none' when r.is_undone then 'changed since' when r.certified < r.lines then 'in part'
          else 'issued' end as certificate,
        case when r.payee_id = ${HIDDEN}::int then '' else concat_ws(' · ',
          case when r.payee_id <> ${NOBODY}::int and p.tin is null then 'no TIN' end,
          case when r.payee_id <> ${NOBODY}::int and ${ADDRESS} is null then 'no address' end,
          case when r.payee_id <> ${NOBODY}::int and coalesce(p.zip_code, '') !~ '^\\s*\\d{4}\\s*$' then 'no ZIP code' end,
          case when p.business_type in (4, 5) and not ${IS_NAMED} then 'no last and first name' end,
          case when r.lacks_base then 'no base' end,
          case when r.is_correction then 'takes back an earlier quarter' end) end as note,
        r.payee_id = ${HIDDEN}::int as is_masked
      from rows r join alpha_tax_code a on a.id = r.atc_id left join payee p on p.id = r.payee_id
      where r.total <> 0 or r.tax <> 0 or r.is_undone
      order by r.payee_id = ${HIDDEN}::int, r.payee_id = ${NOBODY}::int, p.payee_desc collate people_order, r.payee_id, a.atc_code, r.month`;
  },

  async sums(context, given) {
    const { db, days, found } = context;
    const rows = await given;
    const sum = (field: 'month_1' | 'month_2' | 'month_3' | 'total' | 'tax_withheld') =>
      amountText(rows.reduce((total, row) => total + requireSum(row[field]), 0n));
    const totals = {
      month_1: sum('month_1'),
      month_2: sum('month_2'),
      month_3: sum('month_3'),
      total: sum('total'),
      tax_withheld: sum('tax_withheld'),
    };
    if (found.payee_id) return { totals, proof: [] };
    const beside = sql`select p.entry_id, p.credit - p.debit as amount from posting p
      where p.account_id in (${ACCOUNTS}) and p.atc_id is null and p.entry_date between ${days.date_from} and ${days.date_to}`;
    const lacking = sql`select entry_id, sum(tax) as amount from (${linesOf(context)}) lines
      left join payee p on p.id = lines.payee_id where lines.payee_id <> ${HIDDEN}::int and ${LACKS} group by entry_id`;
    const sumOf = (of: RawBuilder<unknown>) => sql`(select round(coalesce(sum(amount), 0), 2)::text from (${of}) s)`;
    const { rows: read } = await sql<Record<'beside' | 'movement' | 'lacking' | 'lacking_of', string>>`
      select ${sumOf(beside)} as beside, ${sumOf(lacking)} as lacking,
        (select round(coalesce(sum(abs(amount)), 0), 2)::text from (${lacking}) s) as lacking_of,
        (select round(coalesce(sum(b.credit - b.debit), 0), 2)::text from balance_account b
          where b.account_id in (${ACCOUNTS}) and b.period between ${periodOf(days.date_from)} and ${periodOf(days.date_to)}) as movement`.execute(
      db,
    );
    const { movement, ...sums } = read[0]!;
    const plus = (one: string, other: string) => amountText(requireSum(one) + requireSum(other));
    return {
      totals,
      proof: [
        makeProof(
          'Rows and lines without an ATC = movement of the account',
          ['both', plus(totals.tax_withheld, sums.beside)],
          ['credits less debits of the account', movement],
        ),
        makeProof(
          'Lines without an ATC',
          ['rows', totals.tax_withheld],
          ['with what has no ATC', plus(totals.tax_withheld, sums.beside)],
          {
            stated: true,
            documents: await proofDocuments(db, beside),
          },
        ),
        makeProof(
          'Every payee has a TIN and an address, and every line a base',
          ['rows', totals.tax_withheld],
          ['of these', amountText(requireSum(totals.tax_withheld) - requireSum(sums.lacking))],
          {
            difference: sums.lacking_of,
            documents: sums.lacking_of === '0.00' ? [] : await proofDocuments(db, lacking),
          },
        ),
      ],
    };
  },

  postings: async (context, { column, codes: { payee_id = '', atc_code = '', month = '' } }) => {
    if (column !== 'tax_withheld' || !/^(-1|\d{1,9})$/.test(payee_id)) return null;
    const first = parseCalendarDate(`${month}-01`);
    const isHidden = sql`p.entry_id in (${hiddenEntries(context.user)})`;
    const analysis = sql`coalesce(p.payee_id, e.payee_id)`;
    const his = payee_id === NOBODY ? sql`${analysis} is null` : sql`${analysis} = ${anyAsOne({ id: payee_id })}`;
    return {
      where: sql`p.account_id in (${ACCOUNTS}) and p.atc_id = (select id from alpha_tax_code where atc_code = ${atc_code})
        and ${payee_id === HIDDEN ? isHidden : sql`not ${isHidden} and ${his}`}`,
      ...(first ? { days: { date_from: first, date_to: endOfMonth(first) } } : {}),
    };
  },
});

/** Whether payee `p` is a person whose name is known in its parts. */
const IS_NAMED = sql`coalesce(p.business_type in (4, 5) and p.last_name <> '', false)`;

const ACCOUNTS = sql`select id from account where role = 'EWT'`;

/** Where a payee `p` lives, as the form has it; null where nothing is known. */
const ADDRESS = sql`nullif(concat_ws(', ', nullif(concat_ws(' ', p.house_unit, p.street), ''), p.barangay, nullif(p.municipality, p.city), p.city, p.region), '')`;

/** Whether no certificate can be complete of a line: of whose payee `p` something is missing, or itself. */
const LACKS = sql`(lines.base is null or lines.payee_id = ${NOBODY}::int or p.tin is null or ${ADDRESS} is null)`;

/** What a payee is called in the list. */
function nameOf(id: RawBuilder<unknown>, name: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case ${id} when ${HIDDEN}::int then 'Confidential' when ${NOBODY}::int then 'No payee is named in the books' else ${name} end`;
}

/**
 * What was withheld in the quarter, posting by posting: whose it is, whether its certificate does not say any more what became of it,
 * and whether it takes back what an earlier quarter withheld.
 */
function linesOf({ days, found, user }: Context): RawBuilder<unknown> {
  const { payee_id } = found;
  const chosen = payee_id
    ? sql`w.payee_id = (select payee_id from payee_in_reports where id = ${payee_id.id}) and w.entry_id not in (${hiddenEntries(user)})`
    : sql`true`;
  return sql`
    select w.entry_id, w.entry_date, w.atc_id, w.base, w.tax, w.certificate_id,
      case when h.entry_id is null then coalesce(w.payee_id, ${NOBODY}::int) else ${HIDDEN}::int end as payee_id,
      w.certificate_id is not null and exists (
        select from journal_entry m where m.reverses_id = w.entry_id
          and not exists (select from tax_certificate_line c where c.entry_id = m.id and c.in_force)) as is_undone,
      exists (
        select from journal_entry m join journal_entry o on o.id = m.reverses_id
        where m.id = w.entry_id and o.entry_date < ${days.date_from}) as is_correction
    from tax_withheld w left join (${hiddenEntries(user)}) h on h.entry_id = w.entry_id
    where w.entry_date between ${days.date_from} and ${days.date_to} and ${chosen}`;
}
