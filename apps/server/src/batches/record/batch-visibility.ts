import { sql, type RawBuilder } from 'kysely';
import { ACCESS, type AccessLevel } from '@talaan/core/access/access-level';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { ALL_DOCUMENT_TYPES, DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { mayOpen } from '../../access/may-open.ts';
import type { Principal } from '../../platform/http/principal.ts';

/**
 * The condition under which a person sees a row of `batch` under the alias `b`; every query over batches carries it.
 * Deleted drafts are gone for everybody; confidential batches exist only for their preparer and for approving officers,
 * their stand-ins included (decisions §3); a type needs its module.
 */
export function visibleBatches(user: Principal, types: readonly DocumentType[]): RawBuilder<unknown> {
  return existingBatches(user, typesWithLevel(user, types, ACCESS.select));
}

/** The same for types whose level was looked at already, such as the payments of whoever has the module Payment. */
export function existingBatches(user: Principal, seen: readonly DocumentType[]): RawBuilder<unknown> {
  return sql`b.deleted_at is null and ${isOfType(seen)} and ${seesConfidential(user)}`;
}

/** One type is compared as such: only then do the indexes that start with the type give its rows in their order. */
function isOfType(types: readonly DocumentType[]): RawBuilder<unknown> {
  return types.length === 1 ? sql`b.document_type = ${types[0]}` : sql`b.document_type = any (${types}::char(2)[])`;
}

/**
 * The part of it that reports use to mask payee and remarks, whose amounts they show to everybody (decisions §3); of
 * `posted_document` under the alias `b` as well. Whoever looks as another user sees of it what both of them may see.
 */
export function seesConfidential({ user_id, preview }: Pick<Principal, 'user_id' | 'preview'>): RawBuilder<unknown> {
  const persons = preview ? [user_id, preview.user_id] : [user_id];
  return sql`(b.is_confidential = 0 or (${sql.join(persons.map(isParty), sql` and `)}))`;
}

/** The ids of the confidential batches that a person sees; they are few. */
export function confidentialSeen(user: Pick<Principal, 'user_id' | 'preview'>): RawBuilder<unknown> {
  return sql`select b.id from batch b where b.is_confidential = 1 and ${seesConfidential(user)}`;
}

/** Whether one of the batches with these ids is hidden from a person. */
export function hidesOne(ids: RawBuilder<unknown>, user: Pick<Principal, 'user_id' | 'preview'>): RawBuilder<unknown> {
  return sql`exists (select from batch b where b.id = any (${ids}) and not ${seesConfidential(user)})`;
}

/** The view of who may approve stands in it once: planning it costs more than all else that the condition asks. */
function isParty(userId: number): RawBuilder<unknown> {
  return sql`(b.prepared_by = ${userId} or (${isOfType(WITH_OWN_OFFICERS)}) = any (
    select o.own_officers from approval_authority o where o.acting_user_id = ${userId}))`;
}

/** Types that have officers of their own: the others' officers are no party to them, nor theirs to the others. */
const WITH_OWN_OFFICERS = ALL_DOCUMENT_TYPES.filter((type) => DOCUMENT_TYPES[type].own_officers);

/** Those of the types on whose module the person has at least the level. */
export function typesWithLevel(user: Principal, types: readonly DocumentType[], level: AccessLevel): DocumentType[] {
  return types.filter((type) => mayOpen(user, DOCUMENT_MODULES[type], level));
}
