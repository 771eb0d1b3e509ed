import { sql } from 'kysely';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { ACCESS, type AccessLevel } from '@talaan/core/access/access-level';
import { decideAction } from '@talaan/core/approval/allowed-actions';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { STATUS, type Status } from '@talaan/core/documents/status';
import { actingUserOf, batchFactsOf } from '../batches/record/batch-decision.ts';
import { readDecisions } from '../batches/lists/waiting-batches.ts';
import type { Database } from '../platform/database/database.ts';

/** A batch that waits for review, approval or release: the move that brought it there, and what people are told of it. */
export interface WaitingStep {
  readonly move_id: string;
  /** Instant of that move. */
  readonly since: string;
  readonly batch_id: string;
  readonly batch_number: string;
  readonly document_type: DocumentType;
  readonly status: Status;
  readonly is_confidential: 0 | 1;
  readonly payee: string | null;
  /** Decimal text in the document's currency. */
  readonly total_amount: string;
  readonly currency: string;
  readonly preparer: string;
  /** Record ids of those who could act on it now. */
  readonly people: readonly number[];
}

/** Somebody who reviews, approves or releases. */
export interface Approver {
  readonly user_id: number;
  readonly first_name: string;
  /** Work e-mail; null where the user record has none that could be one. */
  readonly email: string | null;
  readonly super_user: boolean;
  readonly levels: Readonly<Record<string, AccessLevel>>;
}

/** One statement reads so many batches; between two of them other work gets its turn. */
const STEPS_AT_ONCE = 500;

const MODULES = [...new Set(Object.values(DOCUMENT_MODULES)), 'Payment'];

/**
 * Every batch for review, approval or release, the longest waiting first, with those who could act on it: the decision is
 * the one that their move meets, stand-ins and duties included. An edit lock passes, so it is not looked at. With `untold`, only
 * batches of whose stage nobody was told yet.
 */
export async function readWaitingSteps(
  database: Database,
  approvers: readonly Approver[],
  { untold = false } = {},
): Promise<WaitingStep[]> {
  const steps: WaitingStep[] = [];
  for (let after = '0'; ;) {
    const rows = await readSteps(database, after, untold);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.batch_id;
    const ids = rows.map(({ batch_id }) => batch_id);
    const decisions = await readDecisions(database, { user_id: 0 }, sql`b.id = any (${ids}::bigint[])`);
    for (const row of rows) {
      const input = decisions.get(row.batch_id);
      if (input === undefined) continue;
      const facts = { ...batchFactsOf(input), lock: null };
      const action = row.status === STATUS.FOR_RELEASE ? 'release' : 'approve';
      const people = approvers.filter(
        (person) => decideAction(action, facts, actingUserOf(person, input), input.rules).allowed,
      );
      steps.push({ ...row, people: people.map(({ user_id }) => user_id) });
    }
    if (rows.length < STEPS_AT_ONCE) break;
  }
  return steps.toSorted((left, right) => (left.since < right.since ? -1 : 1));
}

async function readSteps(database: Database, after: string, untold: boolean): Promise<Omit<WaitingStep, 'people'>[]> {
  const found = await sql<Omit<WaitingStep, 'people'>>`
    select b.id as batch_id, b.batch_number, b.document_type, b.status, b.is_confidential, p.payee_desc as payee, b.total_amount,
      c.iso_code as currency, concat_ws(' ', u.user_first_name, u.user_last_name) as preparer,
      m.id as move_id, m.at as since
    from batch b
    join lateral (
      select id, at from batch_move
      where batch_id = b.id and cycle = b.cycle and status_to = b.status order by id desc limit 1) m on true
    join app_user u on u.id = b.prepared_by
    join currency c on c.id = b.currency_id
    left join payee p on p.id = b.payee_id
    where b.status between ${STATUS.FOR_REVIEW} and ${STATUS.FOR_RELEASE} and b.deleted_at is null
      and b.id > ${after}::bigint
      and (not ${untold}::boolean or not exists (select from notification n where n.move_id = m.id and n.kind = 'waiting'))
    order by b.id limit ${STEPS_AT_ONCE}`.execute(database);
  return found.rows;
}

/** Everybody who may review some type, releases payments, or holds a row of authority today, stand-ins included. */
export async function readApprovers(database: Database): Promise<Approver[]> {
  const found = await sql<Approver>`
    select u.id as user_id, u.user_first_name as first_name,
      case when u.email ~ '^[^[:space:]@]+@[^[:space:]@]+$' then u.email end as email, u.sper_user = 1 as super_user,
      e.levels
    from app_user u
    cross join lateral (
      select json_object_agg(a.module_name, a.level) as levels, max(a.level) as best from effective_access a
      where a.user_id = u.id and a.module_name = any (${MODULES}::text[])) e
    where may_sign_in(u)
      and (e.best >= ${ACCESS.update} or exists (select from approval_authority o where o.acting_user_id = u.id))
    order by u.id`.execute(database);
  return found.rows;
}
