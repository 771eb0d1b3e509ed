import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { typesNumberedBy } from '@talaan/core/documents/batch-key';
import type { DOCUMENT_TYPES, DocumentType } from '@talaan/core/documents/document-type';
import type { Database } from '../platform/database/database.ts';

/** The kinds that are handed out when a create screen opens (decisions §5). */
export type WorkingKind = (typeof DOCUMENT_TYPES)[DocumentType]['batch_series'];

/**
 * The working number of a user's draft: the one he holds for it already, else a number that was given back, else the
 * next of the series. Without a draft it is the one he holds for no draft. Refused when the series is used up.
 */
export async function reserveWorkingNumber(
  transaction: Database,
  wanted: { kind: WorkingKind; user_id: number; draft_id: string | null },
): Promise<string> {
  const [number] = await reserveWorkingNumbers(transaction, { ...wanted, count: 1 });
  return number!;
}

/**
 * The same of many, in their order. The counter is locked until the transaction ends: whoever saves many while others work
 * reserves them in a short transaction of its own before.
 */
export async function reserveWorkingNumbers(
  transaction: Database,
  wanted: { kind: WorkingKind; user_id: number; draft_id: string | null; count: number },
): Promise<string[]> {
  const { kind, user_id, draft_id, count } = wanted;
  // Two calls of one person at the same moment get one number, not two.
  await sql`select pg_advisory_xact_lock(7010, ${user_id})`.execute(transaction);
  const held = await sql<{ number_text: string }>`
    select r.number_text from number_reservation r join number_series s on s.id = r.series_id
    where r.state = 'reserved' and r.held_by = ${user_id} and s.kind = ${kind}
      and r.draft_id is not distinct from ${draft_id}::uuid
    order by r.number limit ${count}`.execute(transaction);
  const numbers = held.rows.map(({ number_text }) => number_text);
  return [...numbers, ...(await reserveNext(transaction, { ...wanted, count: count - numbers.length }))];
}

/**
 * The next numbers for as many batches that enter by themselves: nobody holds them for a draft. Its transaction waits for no disk:
 * what uses them is committed after it and takes it along, and `use_numbers` refuses those that a crash has lost.
 */
export async function reserveFreshNumbers(
  transaction: Database,
  wanted: { kind: WorkingKind; user_id: number; count: number },
): Promise<string[]> {
  const [, numbers] = await Promise.all([
    sql`set local synchronous_commit = off`.execute(transaction),
    reserveNext(transaction, { ...wanted, draft_id: randomUUID() }),
  ]);
  return numbers;
}

async function reserveNext(
  transaction: Database,
  { kind, user_id, draft_id, count }: { kind: WorkingKind; user_id: number; draft_id: string | null; count: number },
): Promise<string[]> {
  if (count === 0) return [];
  const reserved = await sql<{ number_text: string }>`
    select reserve_numbers(${kind}, ${user_id}, ${draft_id}::uuid, ${count}) as number_text order by 1`.execute(
    transaction,
  );
  return reserved.rows.map(({ number_text }) => number_text);
}

/** Registers reserved numbers for the batches that are being saved. Refused when the user does not hold one. */
export async function assignWorkingNumbers(
  transaction: Database,
  { kind, user_id, batches }: { kind: WorkingKind; user_id: number; batches: readonly NumberedBatch[] },
): Promise<void> {
  const numbers = batches.map(({ batch_number }) => batch_number);
  const ids = batches.map(({ id }) => id);
  await sql`select use_numbers(${kind}, ${numbers}::text[], ${user_id}, ${ids}::bigint[])`.execute(transaction);
}

/** A new batch with the working number that becomes its own. */
export interface NumberedBatch {
  readonly id: string;
  readonly batch_number: string;
}

/**
 * Gives numbers back, which are the next ones handed out; answers those that it could: not one that the user does not hold, or keeps a
 * draft under.
 */
export async function returnWorkingNumbers(
  transaction: Database,
  given: { kind: WorkingKind; numbers: readonly string[]; user_id: number },
): Promise<string[]> {
  const { kind, numbers, user_id } = given;
  const returned = await sql<{ number: string; returned: boolean }>`
    select g.number, return_number(${kind}, g.number, ${user_id}) as returned
    from unnest(${numbers}::text[]) g (number)
    where not exists (
      select from draft where user_id = ${user_id} and batch_number = g.number
        and document_type = any (${typesNumberedBy(kind)}::char(2)[]))`.execute(transaction);
  return returned.rows.filter((row) => row.returned).map(({ number }) => number);
}

/** For so long a number is held that nobody is signed in for: what another system sends, and a file, reserve theirs before they are entered. */
const HELD_MINUTES = 15;

/**
 * Gives back the numbers that belong to no kept draft: all those of one user at sign-out, or those of everybody who is
 * not signed in any more, once they are older than what enters by itself takes. Answers how many.
 */
export async function returnEmptyReservations(transaction: Database, userId: number | null): Promise<number> {
  const returned = await sql`
    select return_number(s.kind, r.number_text, r.held_by)
    from number_reservation r join number_series s on s.id = r.series_id
    where r.state = 'reserved' and not exists (select from draft d where d.id = r.draft_id)
      and case when ${userId}::int is not null then r.held_by = ${userId}
        else r.held_since < now() - make_interval(mins => ${HELD_MINUTES})
          and not exists (select from session n where n.user_id = r.held_by and n.expires_at > now()) end`.execute(
    transaction,
  );
  return returned.rows.length;
}
