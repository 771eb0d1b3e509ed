import { sql } from 'kysely';
import type { DraftView } from '@talaan/contract/documents/draft.contract';
import { typesNumberedBy } from '@talaan/core/documents/batch-key';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { returnWorkingNumbers, type WorkingKind } from '../../numbering/working-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict, notFound } from '../../platform/http/problem.ts';

/** Unsaved work a person may keep at most; it is one entry page, never a file. */
const LONGEST_BODY = 2 * 1024 * 1024;

/** One person's drafts, newest first. */
export async function listDrafts(
  database: Database,
  userId: number,
  documentType: DocumentType | null,
): Promise<DraftView[]> {
  const found = await sql<DraftView>`
    select id, document_type, batch_number, body, row_version, updated_at from draft
    where user_id = ${userId} and (${documentType}::text is null or document_type = ${documentType})
    order by updated_at desc, id limit 100`.execute(database);
  return found.rows;
}

/** One of a person's drafts; somebody else's answers 404 like an unknown one. */
export async function readDraft(database: Database, userId: number, draftId: string): Promise<DraftView> {
  const found = await sql<DraftView>`
    select id, document_type, batch_number, body, row_version, updated_at from draft
    where id = ${draftId} and user_id = ${userId}`.execute(database);
  const draft = found.rows[0];
  if (!draft) throw notFound('There is no such draft.');
  return draft;
}

export interface DraftInput {
  readonly id: string;
  readonly user_id: number;
  readonly document_type: DocumentType;
  readonly batch_number: string | null;
  readonly body: Record<string, unknown>;
  readonly row_version: number | undefined;
}

/** Keeps a draft: a new one without row_version, else the version that was read. A stale one is refused with 409. */
export async function putDraft(transaction: Database, draft: DraftInput): Promise<Omit<DraftView, 'body'>> {
  const body = JSON.stringify(draft.body);
  if (body.length > LONGEST_BODY)
    throw conflict('draft_too_long', 'This entry is too long to keep as a draft. Save it.');
  const stored = await sql<Omit<DraftView, 'body'>>`
    insert into draft as d (id, user_id, document_type, batch_number, body)
    values (${draft.id}, ${draft.user_id}, ${draft.document_type}, ${draft.batch_number}, ${body}::jsonb)
    on conflict (id) do update
    set batch_number = excluded.batch_number, body = excluded.body, row_version = d.row_version
    where d.user_id = excluded.user_id and d.row_version = ${draft.row_version ?? null}::int
    returning id, document_type, batch_number, row_version, updated_at`.execute(transaction);
  const kept = stored.rows[0];
  if (kept) return kept;
  const current = await readDraft(transaction, draft.user_id, draft.id);
  throw conflict('row_version', 'This draft was changed in another window. Reload to see it.', {
    row_version: current.row_version,
    sent_row_version: draft.row_version ?? null,
    current,
  });
}

/** Discards a draft and gives its reserved number back; false when there is none. */
export async function deleteDraft(transaction: Database, userId: number, draftId: string): Promise<boolean> {
  const gone = await transaction
    .deleteFrom('draft')
    .where('id', '=', draftId)
    .where('user_id', '=', userId)
    .returning(['document_type', 'batch_number'])
    .executeTakeFirst();
  if (!gone) return false;
  if (gone.batch_number !== null) {
    const kind = DOCUMENT_TYPES[gone.document_type as DocumentType].batch_series;
    await returnWorkingNumbers(transaction, { kind, numbers: [gone.batch_number], user_id: userId });
  }
  return true;
}

/** Ends the drafts that saves grew out of: those they name, and those kept under the saved numbers of their series. */
export async function endDrafts(
  transaction: Database,
  saved: { user_id: number; kind: WorkingKind; batch_numbers: readonly string[]; draft_ids: readonly string[] },
): Promise<void> {
  await sql`
    delete from draft
    where user_id = ${saved.user_id}
      and (batch_number = any (${saved.batch_numbers}::text[]) and document_type = any (${typesNumberedBy(saved.kind)}::char(2)[])
        or id = any (${saved.draft_ids}::uuid[]))`.execute(transaction);
}
