import { sql } from 'kysely';
import type { JournalDetails } from '@talaan/contract/documents/journal-entry/journal-details.paper';
import type { PaperCompany } from '@talaan/contract/papers/paper-blocks';
import type { Database } from '../../platform/database/database.ts';
import { readFileBytes } from '../../platform/files/file.store.ts';
import type { BatchCall } from '../record/batch-call.ts';
import { readBatch } from './read-batch.ts';

/** What the paper of a journal shows; reading it counts as a print of the caller. Throws as the detail of the batch does. */
export async function printJournal(database: Database, call: BatchCall): Promise<JournalDetails> {
  const batch = await readBatch(database, call);
  const { copy_no, at } = await recordPrint(database, {
    document_id: batch.headers[0]!.id,
    kind: 'journal_details',
    user_id: call.user.user_id,
  });
  return { company: await loadLetterhead(database), batch, copy_no, printed_by: call.user.name, printed_at: at };
}

/** The logo of the reporting company as a data address, as files carry it; null without one. */
export async function loadLogo(database: Database): Promise<string | null> {
  const found = await sql<{ id: string; media_type: string }>`
    select f.id::text, f.media_type from company c join file f on f.id = c.logo_file_id where c.reporting`.execute(
    database,
  );
  const file = found.rows[0];
  if (!file) return null;
  return `data:${file.media_type};base64,${(await readFileBytes(database, file.id)).toString('base64')}`;
}

/** The reporting company as papers head it; empty texts before it has been entered (decisions §1). */
async function loadLetterhead(database: Database): Promise<PaperCompany> {
  const found = await sql<PaperCompany>`
    select coalesce(nullif(profile ->> 'legal_name', ''), company_name) as name, coalesce(profile ->> 'tin', '') as tin,
      coalesce(profile ->> 'address', '') as address,
      case when logo_file_id is not null then '/api/company/' || id || '/logo?file=' || logo_file_id end as logo
    from company where reporting`.execute(database);
  return found.rows[0] ?? { name: '', tin: '', address: '', logo: null };
}

/** Counts a print of a document and answers which copy it is and when it was made: 1 is the original. */
async function recordPrint(
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
