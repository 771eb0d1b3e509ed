import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface Letterhead {
  readonly name: string;
  readonly tin: string;
  readonly address: string;
  /** Address of the logo; null without one. */
  readonly logo: string | null;
}

/** The reporting company as papers head it; empty texts before it has been entered (decisions §1). */
export async function loadLetterhead(database: Database): Promise<Letterhead> {
  const found = await sql<Letterhead>`
    select coalesce(nullif(profile ->> 'legal_name', ''), company_name) as name, coalesce(profile ->> 'tin', '') as tin,
      coalesce(profile ->> 'address', '') as address,
      case when logo_file_id is not null then '/api/company/' || id || '/logo?file=' || logo_file_id end as logo
    from company where reporting`.execute(database);
  return found.rows[0] ?? { name: '', tin: '', address: '', logo: null };
}

/** Counts a print of a document and answers which copy it is and when it was made: 1 is the original. */
export async function recordPrint(
  transaction: Database,
  print: { document_id: string; kind: string; user_id: number },
): Promise<{ copy_no: number; at: string }> {
  // Two prints at the same moment are two copies.
  await sql`select pg_advisory_xact_lock(7011, (${print.document_id}::bigint % 2147483647)::int)`.execute(transaction);
  const printed = await sql<{ copy_no: number; at: string }>`
    insert into print_log (document_id, kind, copy_no, user_id)
    select ${print.document_id}::bigint, ${print.kind}, coalesce(max(copy_no), 0) + 1, ${print.user_id}
    from print_log where document_id = ${print.document_id}::bigint and kind = ${print.kind}
    returning copy_no, at`.execute(transaction);
  return printed.rows[0]!;
}
