import { sql, type RawBuilder } from 'kysely';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { Delegation } from '@talaan/contract/approvals/delegation.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import type { Database } from '../platform/database/database.ts';

/** What a list shows at most, the newest first: a year of stand-ins of many officers. */
const MOST_LISTED = 200;

/** A delegation as the wire has it; whether the caller may end it is decided by the caller's rights. */
export type StoredDelegation = Omit<Delegation, 'can_end'>;

/** Delegations that a person gave or got; with null those of everybody. */
export async function listDelegations(database: Database, userId: number | null): Promise<StoredDelegation[]> {
  const own = userId === null ? sql`true` : sql`${userId} in (d.from_user, d.to_user)`;
  return readDelegations(database, own);
}

/** One delegation, or null. */
export async function findDelegation(database: Database, id: number): Promise<StoredDelegation | null> {
  const found = await readDelegations(database, sql`d.id = ${id}`);
  return found[0] ?? null;
}

async function readDelegations(database: Database, where: RawBuilder<unknown>): Promise<StoredDelegation[]> {
  const found = await sql<StoredDelegation>`
    select d.id, d.from_user, ${nameOf('f')} as from_name, d.to_user, ${nameOf('t')} as to_name,
      d.from_date, d.to_date, d.reason,
      case when d.ended_at is not null then 'ended' when d.to_date < manila_today() then 'over'
        when d.from_date > manila_today() then 'coming' else 'running' end as state,
      case when d.input_by <> d.from_user then ${nameOf('g')} end as given_by,
      d.ended_at, case when d.ended_by is not null then ${nameOf('e')} end as ended_by
    from delegation d
    join app_user f on f.id = d.from_user
    join app_user t on t.id = d.to_user
    left join app_user g on g.id = d.input_by
    left join app_user e on e.id = d.ended_by
    where ${where} order by d.from_date desc, d.id desc limit ${MOST_LISTED}`.execute(database);
  return found.rows;
}

export interface Choice {
  readonly id: number;
  readonly name: string;
  readonly code: string;
}

/** Approving and billing officers who may sign in today: one person among them, or with null all; by name. */
export async function listOfficers(database: Database, userId: number | null): Promise<Choice[]> {
  const wanted = userId === null ? sql`` : sql`and u.id = ${userId}`;
  const found = await sql<Choice>`
    select u.id, ${nameOf('u')} as name, u.user_id as code from app_user u
    where exists (select from officer_today o where o.user_id = u.id) ${wanted}
    order by name, u.id`.execute(database);
  return found.rows;
}

/** Everybody who sees documents of any type and may sign in today; by name. */
export async function listStandIns(database: Database, userId: number | null = null): Promise<Choice[]> {
  const modules = [...new Set<string>(Object.values(DOCUMENT_MODULES))];
  const wanted = userId === null ? sql`` : sql`and u.id = ${userId}`;
  const found = await sql<Choice>`
    select u.id, ${nameOf('u')} as name, u.user_id as code from app_user u
    where ${isActive} ${wanted} and exists (
      select from effective_access e
      where e.user_id = u.id and e.module_name = any (${modules}::text[]) and e.level >= ${ACCESS.select})
    order by name, u.id`.execute(database);
  return found.rows;
}

/** Stores a delegation and answers its Record ID; the guards of the table refuse what must not be. */
export async function insertDelegation(
  transaction: Database,
  given: Pick<Delegation, 'from_user' | 'to_user' | 'from_date' | 'to_date' | 'reason'>,
): Promise<number> {
  const { from_user, to_user, from_date, to_date, reason } = given;
  const stored = await transaction
    .insertInto('delegation')
    .values({ from_user, to_user, from_date, to_date, reason })
    .returning('id')
    .executeTakeFirstOrThrow();
  return stored.id;
}

/** 'Elena Tan for Dario Lim': what a stand-in is called before it is stored. In: Record IDs of users. */
export async function nameOfStandIn(database: Database, fromUser: number, toUser: number): Promise<string> {
  const found = await sql<{ name: string }>`
    select concat(${nameOf('t')}, ' for ', ${nameOf('f')}) as name from app_user f, app_user t
    where f.id = ${fromUser} and t.id = ${toUser}`.execute(database);
  return found.rows[0]!.name;
}

/** Ends a delegation now; the table stamps who and when, and refuses one that is over. */
export async function endDelegation(transaction: Database, id: number): Promise<void> {
  await sql`update delegation set ended_at = now() where id = ${id}`.execute(transaction);
}

const isActive = sql`may_sign_in(u)`;

function nameOf(alias: string): RawBuilder<string> {
  return sql`concat_ws(' ', ${sql.ref(`${alias}.user_first_name`)}, ${sql.ref(`${alias}.user_last_name`)})`;
}
