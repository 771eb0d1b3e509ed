import { sql, type RawBuilder } from 'kysely';
import { ACCESS } from '@talaan/core/access/access-level';
import { CHANGE_GUARDS, decisionRight, type ChangeDecision, type ChangeState } from '@talaan/core/access/second-person';
import { GUARDED_MODULES, type PendingChange } from '@talaan/contract/resources/pending-change.contract';
import { levelOn } from '../../access/may-open.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { manilaDay } from '../../platform/manila-time.ts';
import { changesOf, type KeptChange } from './pending-change-words.ts';

/** A page of the changes on modules that the person may see, the newest first, and how many there are. */
export async function listPendingChanges(
  db: Database,
  user: Principal,
  query: { state: 'waiting' | 'decided'; page: number; pages: number },
): Promise<{ rows: PendingChange[]; total: number }> {
  const where = sql`(p.state = 'waiting') = ${query.state === 'waiting'} and ${isSeenBy(user)}`;
  const [found, counted] = await Promise.all([
    sql<KeptChange>`select ${COLUMNS} ${FROM} where ${where} order by p.id desc
      limit ${query.pages} offset ${(query.page - 1) * query.pages}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from pending_change p where ${where}`.execute(db),
  ]);
  const rows = [];
  for (const change of found.rows) rows.push(await presentChange(db, user, change));
  return { rows, total: counted.rows[0]!.total };
}

/** The changes `p` on modules that the person may see. */
function isSeenBy(user: Principal): RawBuilder<unknown> {
  const seen = GUARDED_MODULES.filter((module) => levelOn(user, module) >= ACCESS.select);
  return sql`p.module_name = any (${seen}::text[])`;
}

/** How many changes that the person may see wait for a second person, and of the oldest what it is and who asked for it; null for none. */
export async function countWaitingChanges(
  db: Database,
  user: Principal,
): Promise<{ count: number; label: string; requested_by_name: string; requested_on: string } | null> {
  const { rows } = await sql<{ count: number; label: string; requested_by_name: string; requested_on: string }>`
    select count(*) over ()::int as count, p.label, concat_ws(' ', r.user_first_name, r.user_last_name) as requested_by_name,
      ${manilaDay(sql`p.requested_at`)}::text as requested_on
    from pending_change p join app_user r on r.id = p.requested_by
    where p.state = 'waiting' and ${isSeenBy(user)} order by p.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** A change on a module that the person may see, locked until the transaction ends; null when there is none. */
export async function takePendingChange(db: Database, user: Principal, id: number): Promise<KeptChange | null> {
  const found = await sql<KeptChange>`select ${COLUMNS} ${FROM} where p.id = ${id} for update of p`.execute(db);
  const change = found.rows[0];
  return change && levelOn(user, change.module_name) >= ACCESS.select ? change : null;
}

/** Records the decision; the database sets by whom and when, and refuses the one who asked. */
export async function recordDecision(
  db: Database,
  id: number,
  state: Exclude<ChangeState, 'waiting'>,
  remarks: string | null,
): Promise<void> {
  await sql`update pending_change set state = ${state}, remarks = ${remarks} where id = ${id}`.execute(db);
}

/** What the person may do with a change. */
export function rightOf(decision: ChangeDecision, change: KeptChange, user: Principal) {
  return decisionRight(decision, change, { user_id: user.user_id, level: levelOn(user, change.module_name) });
}

const COLUMNS = sql`p.id, p.guard, p.resource, p.module_name, p.record_id, p.action, p.label, p.body, p.before,
  p.requested_by, concat_ws(' ', r.user_first_name, r.user_last_name) as requested_by_name, p.requested_at, p.state,
  case when d.id is not null then concat_ws(' ', d.user_first_name, d.user_last_name) end as decided_by_name,
  p.decided_at, p.remarks`;
const FROM = sql`from pending_change p join app_user r on r.id = p.requested_by left join app_user d on d.id = p.decided_by`;

async function presentChange(db: Database, user: Principal, change: KeptChange): Promise<PendingChange> {
  const { id, guard, module_name, action, label, requested_by_name, requested_at, state } = change;
  const right = (decision: ChangeDecision) => {
    const decided = rightOf(decision, change, user);
    return { allowed: decided.allowed, message: decided.allowed ? null : decided.message };
  };
  return {
    id,
    guard: CHANGE_GUARDS[guard],
    module_name,
    action,
    label,
    changes: await changesOf(db, change),
    requested_by_name,
    requested_at,
    state,
    decided_by_name: change.decided_by_name,
    decided_at: change.decided_at,
    remarks: change.remarks,
    rights: { confirm: right('confirm'), refuse: right('refuse'), withdraw: right('withdraw') },
  };
}
