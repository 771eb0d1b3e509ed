import { sql, type RawBuilder } from 'kysely';
import { certificatesDueReport, type CertificateDue } from '@talaan/contract/reports/certificates-due.report';
import type { ReportPeriod } from '@talaan/contract/reports/kit/report-period';
import { amountText, requireSum } from '@talaan/core/money/money';
import { makeProof } from '../kit/make-proof.ts';
import { defineStatement } from '../kit/report-statement.ts';

/**
 * Tax withheld by customer and quarter, from the postings on the accounts of creditable tax: collections, receipts and journals alike,
 * mirror entries of voids against them. What was merged counts as one customer. Of `open`, those alone whose certificates differ from
 * it; the sums are of what is listed.
 */
export const certificatesDue = defineStatement({
  report: certificatesDueReport,
  filed: true,

  rows: ({ days, filter }) => certificatesDueIn(days, filter.state === 'open'),

  async sums({ db, days, filter }, given) {
    const rows = await given;
    const sum = (field: 'withheld' | 'certified' | 'missing') =>
      amountText(rows.reduce((total, row) => total + requireSum(row[field]), 0n));
    const totals = { withheld: sum('withheld'), certified: sum('certified'), missing: sum('missing') };
    if (filter.state === 'open') return { totals, proof: [] };
    const { rows: moved } = await sql<{ movement: string }>`
      select round(coalesce(sum(b.debit - b.credit), 0), 2)::text as movement
      from balance_account b join account a on a.id = b.account_id and a.role = 'CWT'
      where b.period between ${monthOf(days.date_from)} and ${monthOf(days.date_to)}`.execute(db);
    const proof = makeProof(
      'Withheld = movement of the account',
      ['this report', totals.withheld],
      ['account', moved[0]!.movement],
    );
    return { totals, proof: [proof] };
  },

  postings: async (_context, { column, codes }) => {
    if (column !== 'withheld') return null;
    return {
      where: sql`p.account_id in (select id from account where role = 'CWT')
        and extract(quarter from p.entry_date) = ${codes['quarter'] ?? ''}::int
        and coalesce((select v.payee_code from payee_in_reports v where v.id = p.payee_id), '') = ${codes['payee_code'] ?? ''}`,
    };
  },
});

const monthOf = (date: string) => sql`${date.slice(0, 4) + date.slice(5, 7)}::int`;

/** The rows of some quarters, the largest difference first. */
export function certificatesDueIn({ date_from, date_to }: ReportPeriod, onlyOpen: boolean): RawBuilder<CertificateDue> {
  return sql<CertificateDue>`
    with figures as (
      select v.payee_id, extract(year from p.entry_date)::int as year, extract(quarter from p.entry_date)::int as quarter,
        p.debit - p.credit as withheld, 0::numeric as certified
      from posting p join account a on a.id = p.account_id and a.role = 'CWT' left join payee_in_reports v on v.id = p.payee_id
      where p.entry_date between ${date_from} and ${date_to}
      union all
      select v.payee_id, c.fiscal_year, c.quarter, 0, c.tax_withheld
      from withholding_certificate c join payee_in_reports v on v.id = c.payee_id
      where make_date(c.fiscal_year, 3 * c.quarter, 1) between ${date_from} and ${date_to}
    )
    select p.payee_code, coalesce(p.payee_desc, 'No customer is named in the books') as payee_desc, p.email_add as email,
      f.year as fiscal_year, f.quarter::text as quarter,
      to_char(make_date(f.year, 3 * f.quarter - 2, 1), 'FMMonth') || ' to '
        || to_char(make_date(f.year, 3 * f.quarter, 1), 'FMMonth') as quarter_name,
      round(sum(f.withheld), 2)::text as withheld, round(sum(f.certified), 2)::text as certified,
      round(sum(f.withheld - f.certified), 2)::text as missing,
      (make_date(f.year, 1, 20) + make_interval(months => 3 * f.quarter))::date as due_date
    from figures f left join payee p on p.id = f.payee_id
    group by p.id, f.year, f.quarter
    having sum(f.withheld - f.certified) <> 0 or ${!onlyOpen} and (sum(f.withheld) <> 0 or sum(f.certified) <> 0)
    order by sum(f.withheld - f.certified) desc, p.payee_desc, f.year, f.quarter`;
}
