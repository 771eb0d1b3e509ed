import { sql } from 'kysely';
import type { WaitingReply } from '@talaan/contract/http/waiting-reply';
import { CHANGE_GUARDS, type ChangeAction, type ChangeGuard } from '@talaan/core/access/second-person';
import type { Database } from '../platform/database/database.ts';
import { asConflict, nameConstraints } from '../platform/http/constraint-errors.ts';
import { conflict, forbidden, invalid, type Problem } from '../platform/http/problem.ts';

/** The constraint under which the guarded tables refuse a write of one person (migration 0203). */
const SECOND_PERSON_NEEDED = 'second_person_needed';

/** A write that may have to wait: what is kept of it when it does. */
export interface GuardedWrite {
  /** Name of the resource, or 'setting'. */
  readonly resource: string;
  readonly module_name: string;
  readonly record_id: number | null;
  readonly action: ChangeAction;
  readonly label: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The record as it is stored; null for a new one. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** Values that are never kept, by the field's name: a change that carries one does not wait. */
  readonly secrets?: readonly string[];
}

/**
 * Does a write, or keeps it for a second person when the tables refuse it from one alone (decisions §8, four-eyes).
 * Whether it is guarded is decided where it is stored, so no write can slip past. Runs inside the write transaction.
 */
export async function withSecondPerson<T>(
  db: Database,
  wanted: () => GuardedWrite | Promise<GuardedWrite>,
  write: () => Promise<T>,
): Promise<T | WaitingReply> {
  await sql`savepoint before_guarded_write`.execute(db);
  try {
    const done = await write();
    await sql`release savepoint before_guarded_write`.execute(db);
    return done;
  } catch (error) {
    const guard = guardOf(error);
    if (guard === null) throw error;
    await sql`rollback to savepoint before_guarded_write`.execute(db);
    return keepForSecondPerson(db, guard, await wanted());
  }
}

/** Names the refusals of the guarded tables: what waits, and what nobody does for himself (migration 0203). */
export function nameFourEyesConstraints(): void {
  nameConstraints({
    [SECOND_PERSON_NEEDED]: secondPersonNeeded,
    own_grant: () =>
      forbidden(
        'own_grant',
        'You cannot give yourself a role, a level, a limit or a privilege. Ask another person who may.',
      ),
    grant_beyond_own: () =>
      forbidden(
        'grant_beyond_own',
        'You cannot give others more than you have yourself. Ask a super user, or somebody who has that much.',
      ),
    password_link_address: asConflict('address_too_new'),
  });
}

/** The refusal of a write that cannot wait: an import, a bulk change, an undo. */
function secondPersonNeeded({ detail }: { detail?: string }): Problem {
  const label = CHANGE_GUARDS[detail as ChangeGuard] ?? 'This';
  return conflict(
    SECOND_PERSON_NEEDED,
    `${label}: every change needs the confirmation of a second person. Change the records one by one in their dialog; each then waits under Changes to confirm.`,
  );
}

function guardOf(error: unknown): ChangeGuard | null {
  const { constraint, detail } = error as { constraint?: string; detail?: string };
  return constraint === SECOND_PERSON_NEEDED ? (detail as ChangeGuard) : null;
}

async function keepForSecondPerson(db: Database, guard: ChangeGuard, change: GuardedWrite): Promise<WaitingReply> {
  const secret = change.secrets?.find((name) => (change.body[name] ?? null) !== null);
  if (secret !== undefined) {
    throw invalid({
      [secret]: [
        'This change waits for a second person, who must not get the password. Leave it empty, and send the owner a link to choose one.',
      ],
    });
  }
  await refuseSecondChange(db, change);
  const kept = await sql<{ id: number }>`
    insert into pending_change (guard, resource, module_name, record_id, action, label, body, before)
    values (${guard}, ${change.resource}, ${change.module_name}, ${change.record_id}, ${change.action}, ${change.label},
      ${JSON.stringify(change.body)}::jsonb, ${change.before && JSON.stringify(change.before)}::jsonb)
    returning id`.execute(db);
  return {
    data: null,
    pending_change: {
      id: kept.rows[0]!.id,
      message: `${change.label} waits for a second person. It takes effect when somebody else confirms it under Changes to confirm.`,
    },
  };
}

async function refuseSecondChange(db: Database, { resource, record_id, action }: GuardedWrite): Promise<void> {
  if (record_id === null && action === 'create') return;
  const found = await sql<{ name: string }>`
    select concat_ws(' ', u.user_first_name, u.user_last_name) as name
    from pending_change p join app_user u on u.id = p.requested_by
    where p.resource = ${resource} and p.record_id is not distinct from ${record_id} and p.state = 'waiting'`.execute(
    db,
  );
  const other = found.rows[0];
  if (other) {
    throw conflict(
      'change_waiting',
      `A change by ${other.name} waits for confirmation already. Have it confirmed, refused or withdrawn first.`,
    );
  }
}
