import { sql } from 'kysely';
import type { CertificateDue, CertificatesDue } from '@talaan/contract/resources/parties/certificates-due.contract';
import { amountText, requireSum } from '@talaan/core/money/money';
import type { Database } from '../platform/database/database.ts';

/**
 * Tax withheld by customer and quarter of a year, from the postings on the accounts of creditable tax: collections, receipts
 * and journals alike, mirror entries of voids against them. What was merged counts as one customer. With `onlyOpen`, those
 * alone whose certificates differ from it; the sums are of what is listed.
 */
export async function findCertificatesDue(db: Database, year: number, onlyOpen: boolean): Promise<CertificatesDue> {
  const { rows } = await sql<CertificateDue>`
    with figures as (
      select v.payee_id, extract(quarter from p.entry_date)::int as quarter, p.debit - p.credit as withheld, 0::numeric as certified
      from posting p join account a on a.id = p.account_id and a.role = 'CWT' left join payee_in_reports v on v.id = p.payee_id
      where p.entry_date between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)
      union all
      select v.payee_id, c.quarter, 0, c.tax_withheld
      from withholding_certificate c join payee_in_reports v on v.id = c.payee_id where c.fiscal_year = ${year}
    )
    select p.payee_code, p.payee_desc, p.email_add as email, ${year}::int as fiscal_year, f.quarter,
      round(sum(f.withheld), 2) as withheld, round(sum(f.certified), 2) as certified,
      round(sum(f.withheld - f.certified), 2) as missing,
      (make_date(${year}::int, 1, 20) + make_interval(months => 3 * f.quarter))::date as due_date
    from figures f left join payee p on p.id = f.payee_id
    group by p.id, f.quarter
    having sum(f.withheld - f.certified) <> 0 or ${!onlyOpen} and (sum(f.withheld) <> 0 or sum(f.certified) <> 0)
    order by sum(f.withheld - f.certified) desc, p.payee_desc, f.quarter`.execute(db);
  const sum = (field: 'withheld' | 'certified' | 'missing') =>
    amountText(rows.reduce((total, row) => total + requireSum(row[field]), 0n));
  return { rows, withheld: sum('withheld'), certified: sum('certified'), missing: sum('missing') };
}
