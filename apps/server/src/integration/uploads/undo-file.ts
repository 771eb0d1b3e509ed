import { sql } from 'kysely';
import type { DocumentDefinitions } from '../../batches/record/document-definition.ts';
import type { Database } from '../../platform/database/database.ts';
import { claimIdempotencyKey, keepIdempotentReply, type IdempotentRequest } from '../../platform/http/idempotency.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import { endReceived } from '../end-received.ts';
import { undoRefusal, type UndoFacts } from './history.store.ts';
import { lockSource } from './uploads.store.ts';

/** Who undoes a file, and why; `once` is the key of his call, which is answered the same when it comes again. */
export interface Undoing {
  readonly user: Principal;
  readonly request_id: string;
  readonly upload_id: string;
  readonly reason: string;
  readonly once: IdempotentRequest | null;
}

interface UndoneFile {
  readonly batches: number;
  /** Days of the mirrors. */
  readonly reversed_on: string[];
}

/** Undoes a file in a transaction of its own. */
export function undoUploaded(
  services: Pick<RouteServices, 'inTransaction'>,
  definitions: DocumentDefinitions,
  { user, request_id, once, ...what }: Undoing,
): Promise<UndoneFile> {
  return services.inTransaction({ user_id: user.user_id, request_id }, async (transaction) => {
    const earlier = once && (await claimIdempotencyKey(transaction, once));
    if (earlier) return earlier.reply as UndoneFile;
    const undone = await undoFile(transaction, definitions, user, what);
    if (once) keepIdempotentReply(transaction, once, undone);
    return undone;
  });
}

/**
 * Undoes a file as a whole, in the transaction of the caller: the batches that were made of it end, those that are posted by their
 * mirrors, its own parts with them, and the other halves of these batches wait again. Answers the days of the mirrors.
 */
async function undoFile(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  { upload_id, reason }: { readonly upload_id: string; readonly reason: string },
): Promise<UndoneFile> {
  const { id, source_id, batch_numbers, ...facts } = await readFile(transaction, user, upload_id);
  if (facts.undone) throw conflict('undone', 'It is undone already.');
  const refusal = undoRefusal(user, facts);
  if (refusal !== null) throw forbidden('undo', refusal);
  if (facts.posted && reason === '') throw invalid({ reason: ['A reason is required: what was posted is reversed.'] });
  await lockSource(transaction, source_id);
  const days = new Set<string>();
  for (const batch_number of batch_numbers) {
    const given = { batch_number, reason: reason || 'Undone on Upload from IS.' };
    const ended = await endReceived(transaction, definitions, user, given);
    for (const day of ended?.reversed_on ?? []) days.add(day);
  }
  await sql`update upload_part set ended_at = now() where file_id = ${id}::bigint and ended_at is null`.execute(
    transaction,
  );
  await sql`update upload_file set undone_at = now(), undone_reason = ${reason} where id = ${id}::bigint`.execute(
    transaction,
  );
  await sql`
    insert into upload_part (file_id, source_id, batch_no, half, place, announced, row_count, debit, credit, content)
    select o.file_id, o.source_id, o.batch_no, o.half, o.place, o.announced, o.row_count, o.debit, o.credit, o.content
    from upload_part p join upload_part o on o.integrated_batch_id = p.integrated_batch_id and o.file_id <> p.file_id
    join upload_file f on f.id = o.file_id
    where p.file_id = ${id}::bigint and p.ended_at = now() and o.ended_at = now() and f.undone_at is null
    order by o.half desc, o.place`.execute(transaction);
  return { batches: batch_numbers.length, reversed_on: [...days].toSorted() };
}

interface FileFacts extends UndoFacts {
  readonly id: string;
  readonly source_id: number;
  /** Of what was made of it and is not ended. */
  readonly batch_numbers: readonly string[];
}

async function readFile(transaction: Database, user: Principal, upload_id: string): Promise<FileFacts> {
  const found = await sql<FileFacts>`
    select f.id, f.source_id, f.user_id = ${user.user_id} as own,
      f.undone_at is not null or coalesce((select bool_and(p.ended_at is not null) from upload_part p where p.file_id = f.id), false) as undone,
      coalesce(t.posted, false) as posted, coalesce(t.uploaded_of_it, false) as uploaded_of_it, coalesce(t.batch_numbers, '{}') as batch_numbers
    from upload_file f cross join lateral (
      select bool_or(b.status = 7) as posted, array_agg(distinct b.batch_number::text) filter (where b.status <> 20) as batch_numbers,
        bool_or(exists (select from upload_part o join upload_file w on w.id = o.file_id
          where o.integrated_batch_id = p.integrated_batch_id and w.user_id = ${user.user_id})) as uploaded_of_it
      from upload_part p join batch b on b.integrated_batch_id = p.integrated_batch_id
      where p.file_id = f.id and p.ended_at is null) t
    where f.upload_id = ${upload_id} for update of f`.execute(transaction);
  if (!found.rows[0]) throw notFound('There is no such file.');
  return found.rows[0];
}
