import { sql } from 'kysely';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { ACCESS } from '@talaan/core/access/access-level';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { mayOpen } from '../../access/may-open.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';

/** Whose drafts go to whom, and why. */
export interface Handover {
  readonly from_user: number;
  readonly to_user: number;
  readonly reason: string;
}

/**
 * Hands over the drafts of a user who may not sign in, of the modules on which the other one has Update, and tells him by
 * the bell. Throws 404 for an unknown user, 409 when there is no draft that the other one could go on with; whose drafts
 * go and that nobody takes any himself, the table decides (`check_batch_handover`).
 */
export async function handOver(db: Database, { from_user, to_user, reason }: Handover) {
  const drafts = await sql<{ document_type: DocumentType; count: number }>`
    select document_type, count(*)::int as count from batch
    where prepared_by = ${from_user} and status = 1 and deleted_at is null group by document_type`.execute(db);
  const { name, other, levels } = await readPersons(db, from_user, to_user);
  if (drafts.rows.length === 0) throw conflict('no_drafts', `${name} has no drafts.`);
  const mayPrepare = (type: DocumentType) =>
    mayOpen({ super_user: false, levels }, DOCUMENT_MODULES[type], ACCESS.update);
  const types = drafts.rows.map(({ document_type }) => document_type);
  const left = drafts.rows.filter(({ document_type }) => !mayPrepare(document_type));
  const left_modules = [...new Set(left.map(({ document_type }) => DOCUMENT_MODULES[document_type]))];
  if (left.length === types.length) {
    throw conflict('no_access', `${other} needs Update access to ${left_modules.join(', ')} for these drafts.`);
  }
  const handed = await sql`
    insert into batch_handover (batch_id, to_user, reason)
    select id, ${to_user}, ${reason} from batch
    where prepared_by = ${from_user} and status = 1 and deleted_at is null
      and document_type = any (${types.filter(mayPrepare)}::text[]) order by id`.execute(db);
  await sql`insert into notification (user_id, kind, about_user, by_user)
    values (${to_user}, 'handed_over', ${from_user}, current_actor())`.execute(db);
  return {
    handed: Number(handed.numAffectedRows),
    left: left.reduce((sum, { count }) => sum + count, 0),
    left_modules,
  };
}

/** What the two are called, and the levels of the second one by module. */
async function readPersons(db: Database, from_user: number, to_user: number) {
  const found = await sql<{ id: number; name: string; levels: Principal['levels'] }>`
    select u.id, concat_ws(' ', u.user_first_name, u.user_last_name) as name,
      (select jsonb_object_agg(e.module_name, e.level) from effective_access e where e.user_id = u.id) as levels
    from app_user u where u.id in (${from_user}, ${to_user})`.execute(db);
  const from = found.rows.find(({ id }) => id === from_user);
  const to = found.rows.find(({ id }) => id === to_user);
  if (!from) throw notFound('There is no such user.');
  if (!to) throw invalid({ to_user: ['There is no such user.'] });
  return { name: from.name, other: to.name, levels: to.levels };
}
