import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ATTACHMENT_LIMITS, ATTACHMENT_TYPES } from '@talaan/contract/documents/attachment.contract';
import type { AttachmentView } from '@talaan/contract/documents/batch-view.contract';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { Database } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { UploadedFile } from '../../platform/http/principal.ts';
import { storeFile } from '../../platform/files/file.store.ts';
import { checkFile } from '../../platform/files/check-file.ts';
import { byBatch } from '../record/batch-rows.ts';

/**
 * Attaches files to a batch. Each must be what its extension says (415), and a batch holds 20 at most (413). The
 * original names are kept for people only: files are stored under ids of their own (reliability (e) Uploads).
 */
export async function attachFiles(
  transaction: Database,
  batchId: string,
  userId: number,
  files: readonly UploadedFile[],
): Promise<void> {
  if (files.length === 0) return;
  const held = await transaction
    .selectFrom('attachment')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('batch_id', '=', batchId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(held.count) + files.length > ATTACHMENT_LIMITS.files) {
    throw new Problem(413, 'too_many_files', `A transaction has up to ${ATTACHMENT_LIMITS.files} attachments.`);
  }
  for (const file of files) await attachFile(transaction, batchId, userId, file);
}

async function attachFile(transaction: Database, batchId: string, userId: number, file: UploadedFile): Promise<void> {
  const { name, media_type } = checkFile(file, ATTACHMENT_TYPES);
  const file_id = await storeFile(transaction, userId, { media_type, bytes: file.bytes });
  await transaction
    .insertInto('attachment')
    .values({
      id: randomUUID(),
      batch_id: batchId,
      file_id,
      name,
      uploaded_by: userId,
      // The instant of the row, not of the transaction, so that files keep the order in which they were sent.
      uploaded_at: sql`clock_timestamp()`,
    })
    .execute();
}

/** The attachments of a batch, oldest first. */
export async function listAttachments(database: Database, batchId: string): Promise<AttachmentView[]> {
  return (await listAttachmentsOf(database, [batchId])).get(batchId) ?? [];
}

/** Those of each batch that has any, by batch id. */
export async function listAttachmentsOf(
  database: Database,
  batchIds: readonly string[],
): Promise<Map<string, AttachmentView[]>> {
  const found = await sql<AttachmentView & { batch_id: string }>`
    select t.batch_id, t.id, t.name, f.media_type, f.size, encode(f.sha256, 'hex') as sha256,
      concat_ws(' ', u.user_first_name, u.user_last_name) as uploaded_by, t.uploaded_at
    from attachment t join file f on f.id = t.file_id join app_user u on u.id = t.uploaded_by
    where t.batch_id = any (${batchIds}::bigint[]) and t.removed_at is null
    order by t.uploaded_at, t.id`.execute(database);
  return byBatch(found.rows);
}

/** An attachment with the batch that owns it; null when there is none or it was removed. */
export async function findAttachment(database: Database, attachmentId: string) {
  const found = await sql<{
    batch_number: string;
    document_type: DocumentType;
    batch_id: string;
    file_id: string;
    name: string;
    media_type: string;
    size: number;
  }>`
    select b.batch_number, b.document_type, b.id as batch_id, t.file_id, t.name, f.media_type, f.size
    from attachment t join file f on f.id = t.file_id join batch b on b.id = t.batch_id
    where t.id = ${attachmentId} and t.removed_at is null`.execute(database);
  return found.rows[0] ?? null;
}

/** Takes attachments off a batch; the files stay for the history. */
export async function removeAttachments(transaction: Database, attachmentIds: readonly string[]): Promise<void> {
  if (attachmentIds.length === 0) return;
  await transaction
    .updateTable('attachment')
    .set({ removed_at: sql`now()` })
    .where('id', 'in', [...attachmentIds])
    .where('removed_at', 'is', null)
    .execute();
}
