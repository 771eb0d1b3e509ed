import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';

/** The address of a company's logo, which changes with the file, over the table's alias `t`; null without one. */
export const LOGO_ADDRESS = sql`case when t.logo_file_id is not null
  then '/api/company/' || t.id || '/logo?file=' || t.logo_file_id end`;

/** Gives a company its logo, or with null takes it off; answers the new address. Throws 404 for an unknown company. */
export async function setLogo(db: Database, id: number, fileId: string | null) {
  const changed = await sql<{ id: number; logo: string | null }>`
    update company t set logo_file_id = ${fileId}, row_version = row_version where id = ${id}
    returning t.id, ${LOGO_ADDRESS} as logo`.execute(db);
  const company = changed.rows[0];
  if (!company) throw notFound();
  return company;
}

/** The file of a company's logo; null without one. */
export async function findLogo(db: Database, id: number): Promise<{ file_id: string; media_type: string } | null> {
  const found = await sql<{ file_id: string; media_type: string }>`
    select f.id as file_id, f.media_type from company c join file f on f.id = c.logo_file_id
    where c.id = ${id}`.execute(db);
  return found.rows[0] ?? null;
}
