import { sql } from 'kysely';
import { typesNumberedBy } from '@talaan/core/documents/batch-key';
import type { SeriesKind } from '@talaan/core/numbering/series';
import type { Database } from '../platform/database/database.ts';

/** The kinds that are handed out when a create screen opens (decisions §5). */
export type WorkingKind = Extract<SeriesKind, 'batch' | 'request' | 'collection' | 'po'>;

/**
 * The working number of a user's draft: the one he holds for it already, else a number that was given back, else the
 * next of the series. Without a draft it is the one he holds for no draft. Refused when the series is used up.
 */
export async function reserveWorkingNumber(
  transaction: Database,
  wanted: { kind: WorkingKind; user_id: number; draft_id: string | null },
): Promise<string> {
  const { kind, user_id, draft_id } = wanted;
  // Two calls of one person at the same moment get one number, not two.
  await sql`select pg_advisory_xact_lock(7010, ${user_id})`.execute(transaction);
  const held = await sql<{ number_text: string }>`
    select r.number_text from number_reservation r join number_series s on s.id = r.series_id
    where r.state = 'reserved' and r.held_by = ${user_id} and s.kind = ${kind}
      and r.draft_id is not distinct from ${draft_id}::uuid
    order by r.number limit 1`.execute(transaction);
  const number = held.rows[0]?.number_text;
  if (number !== undefined) return number;
  const reserved = await sql<{ number_text: string }>`
    select reserve_number(${kind}, ${user_id}, ${draft_id}::uuid) as number_text`.execute(transaction);
  return reserved.rows[0]!.number_text;
}

/** Registers a reserved number for the batch that is being saved. Refused when the user does not hold it. */
export async function assignWorkingNumber(
  transaction: Database,
  use: { kind: WorkingKind; number: string; user_id: number; batch_id: string },
): Promise<void> {
  await sql`select use_number(${use.kind}, ${use.number}, ${use.user_id}, ${use.batch_id}::bigint)`.execute(
    transaction,
  );
}

/** Gives a number back; false when the user does not hold it, or keeps a draft under it. It is the next one handed out. */
export async function returnWorkingNumber(
  transaction: Database,
  given: { kind: WorkingKind; number: string; user_id: number },
): Promise<boolean> {
  const returned = await sql<{ returned: boolean }>`
    select return_number(${given.kind}, ${given.number}, ${given.user_id}) as returned
    where not exists (
      select from draft where user_id = ${given.user_id} and batch_number = ${given.number}
        and document_type = any (${typesNumberedBy(given.kind)}::char(2)[]))`.execute(transaction);
  return returned.rows[0]?.returned ?? false;
}

/**
 * Gives back the numbers that belong to no kept draft: all those of one user at sign-out, or those of everybody who is
 * not signed in any more. Answers how many.
 */
export async function returnEmptyReservations(transaction: Database, userId: number | null): Promise<number> {
  const returned = await sql`
    select return_number(s.kind, r.number_text, r.held_by)
    from number_reservation r join number_series s on s.id = r.series_id
    where r.state = 'reserved' and not exists (select from draft d where d.id = r.draft_id)
      and case when ${userId}::int is not null then r.held_by = ${userId}
        else not exists (select from session n where n.user_id = r.held_by and n.expires_at > now()) end`.execute(
    transaction,
  );
  return returned.rows.length;
}
