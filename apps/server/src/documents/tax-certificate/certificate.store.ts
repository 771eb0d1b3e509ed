import { sql } from 'kysely';
import type { CertificateRecord } from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import type { ShownCertificate } from '@talaan/contract/documents/tax-certificate/tax-certificate.paper';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import type { WithheldPosting } from '@talaan/core/documents/tax-certificate/certificate-boxes';
import { requireAmount } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';

/** Certificates as their papers show them, in the order of the ids: what they said when they were issued, and whether they stand. */
export async function readCertificates(
  database: Database,
  ids: readonly string[],
): Promise<(ShownCertificate & { readonly id: string })[]> {
  const { rows } = await sql<{ id: string; paper: CertificateRecord; state: ShownCertificate['state'] }>`
    select c.id::text, c.paper,
      case when c.in_force then 'stands' when c.replaced_by is null then 'withdrawn' else 'replaced' end as state from tax_certificate c where c.id = any (${ids}::bigint[])`.execute(
    database,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [{ id, ...row.paper, state: row.state }] : [];
  });
}

/**
 * What still stands of a certificate of which something was taken back, by a mirror that no certificate in force has; null where
 * nothing was.
 */
export async function readStanding(database: Database, id: string): Promise<WithheldPosting[] | null> {
  const { rows } = await sql<{
    entry_date: string;
    atc_code: string;
    atc_desc: string;
    base: string;
    tax: string;
    stands: boolean;
  }>`
    select w.entry_date, a.atc_code, a.atc_desc, round(coalesce(w.base, 0), 2)::text as base, round(w.tax, 2)::text as tax,
      not exists (
        select from journal_entry m where m.reverses_id = l.entry_id
          and not exists (select from tax_certificate_line c where c.entry_id = m.id and c.in_force)) as stands
    from tax_certificate_line l
    cross join lateral (select * from tax_withheld where entry_id = l.entry_id and line_no = l.line_no offset 0) w
    join alpha_tax_code a on a.id = w.atc_id
    where l.certificate_id = ${id}::bigint`.execute(database);
  if (rows.every(({ stands }) => stands)) return null;
  return rows
    .filter(({ stands }) => stands)
    .map(({ entry_date, base, tax, stands: _stands, ...row }) => ({
      ...row,
      entry_date: requireCalendarDate(entry_date),
      base_minor: requireAmount(base),
      tax_minor: requireAmount(tax),
    }));
}
