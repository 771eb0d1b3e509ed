import { sql } from 'kysely';
import type { CertificateRecord } from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import type { ShownCertificate } from '@talaan/contract/documents/tax-certificate/tax-certificate.paper';
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
