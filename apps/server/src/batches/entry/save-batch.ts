import { requireCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { DocumentFacts } from '@talaan/core/documents/document-facts';
import { asksNumberOnRestore, DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { STATUS } from '@talaan/core/documents/document-status';
import type { ParsedBatchInput, ParsedHeaderInput } from '@talaan/contract/documents/batch-input.contract';
import { numberDocuments } from '../../numbering/document-numbers.ts';
import { reserveWorkingNumber, assignWorkingNumber } from '../../numbering/working-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal, UploadedFile } from '../../platform/http/principal.ts';
import { attachFiles, removeAttachments } from '../attachments/attachments.store.ts';
import { readVisible, type BatchCall } from '../record/batch-call.ts';
import { fingerprintOf } from '../record/batch-content.ts';
import { insertBatch, updateContents, voidDocuments } from '../record/batch-contents.store.ts';
import { requireAction } from '../record/batch-decision.ts';
import type { BatchRecord } from '../record/batch-record.ts';
import { placeInBatch } from './changed-documents.ts';
import type { DocumentDefinition } from '../record/document-definition.ts';
import { endDrafts } from './drafts.store.ts';
import { checkEntry } from '../checks/entry-check.ts';
import { recordMove } from '../moves/record-move.ts';
import { restoreBatch } from '../moves/restore-batch.ts';
import { storeParts } from '../record/document-parts.store.ts';
import type { GivenParts } from '../record/given-documents.ts';
import { requireVersion } from '../record/stale-version.ts';

export interface SaveInput extends ParsedBatchInput {
  readonly parts?: GivenParts | undefined;
  readonly files: readonly UploadedFile[];
}

export interface UpdateInput extends SaveInput {
  readonly row_version?: number | undefined;
  readonly keep_attachments?: readonly string[] | undefined;
}

/**
 * Saves a new batch as an active draft and answers its batch number. It may be out of balance. The reserved batch
 * number becomes its own; the document numbers are taken last, because they lock their series (decisions §5).
 */
export async function createBatch(
  transaction: Database,
  definition: DocumentDefinition,
  user: Principal,
  input: SaveInput,
): Promise<string> {
  const entry = await checkEntry(transaction, definition, user, input);
  const { batch_series } = DOCUMENT_TYPES[definition.document_type];
  const working = { kind: batch_series, user_id: user.user_id } as const;
  const number =
    input.headers[0]!.batch_number || (await reserveWorkingNumber(transaction, { ...working, draft_id: null }));
  const batch = await insertBatch(transaction, entry, { batch_number: number, prepared_by: user.user_id });
  await storeParts(transaction, batch.id, definition.document_type, entry.content.documents);
  await assignWorkingNumber(transaction, { ...working, number, batch_id: batch.id });
  await attachFiles(transaction, batch.id, user.user_id, input.files);
  await endDrafts(transaction, { ...working, batch_number: number, draft_id: input.draft_id });
  await numberNew(transaction, definition, user, batch.document_ids);
  await definition.onChanged?.(transaction, [batch.id], 'save');
  return number;
}

/**
 * Saves a changed batch. What was submitted goes back to Active with a new round, and its approvals are void; a
 * correction of remarks alone leaves it where it is (decisions §3). Of a series, one header with one date changes the
 * first open cheque; several dates replace all that are open. Sent for an archived voucher, it restores it under new
 * numbers first, dated today (spec 2 §4, §7). Refused when the version that it names is not the stored one.
 */
export async function updateBatch(
  transaction: Database,
  definition: DocumentDefinition,
  call: BatchCall,
  input: UpdateInput,
): Promise<void> {
  const read = await readVisible(transaction, call);
  const { batch } = read;
  await requireVersion(transaction, batch, input.row_version);
  if (batch.status === STATUS.ARCHIVED && asksNumberOnRestore(batch.document_type)) {
    const decision = requireAction('restore', read, call.user);
    await restoreBatch(transaction, read, call.user, { decision, new_number: 1 });
    await definition.onChanged?.(transaction, [batch.id], 'restore');
    const headers = input.headers.map((header) => redated(header, requireCalendarDate(read.today)));
    return updateBatch(transaction, definition, call, { ...input, headers, row_version: undefined });
  }
  const decision = requireAction('edit', read, call.user);
  const checked = await checkEntry(transaction, definition, call.user, input, batch);
  const { entry, documents, summary, left_out } = placeInBatch(batch, input, checked);

  const kept = input.keep_attachments;
  const removed = batch.attachments.filter((attachment) => kept !== undefined && !kept.includes(attachment.id));
  const attachments = batch.attachments.filter((attachment) => !removed.includes(attachment));
  const isRemarksOnly =
    input.files.length === 0 &&
    left_out.length === 0 &&
    fingerprintOf({ ...entry.content, documents, attachments }) === fingerprintOf(batch);
  const current =
    batch.status === STATUS.ACTIVE || isRemarksOnly
      ? batch
      : await takeBack(transaction, batch, { user: call.user, decision });
  const by = { user_id: call.user.user_id, reason: 'Taken out of the series.' };
  await voidDocuments(transaction, left_out, by);
  const added = await updateContents(transaction, current, entry, summary);
  await storeParts(transaction, batch.id, definition.document_type, entry.content.documents);
  await removeAttachments(
    transaction,
    removed.map((attachment) => attachment.id),
  );
  await attachFiles(transaction, batch.id, call.user.user_id, input.files);
  const { batch_number } = batch;
  const kind = DOCUMENT_TYPES[batch.document_type].batch_series;
  await endDrafts(transaction, { user_id: call.user.user_id, kind, batch_number, draft_id: input.draft_id });
  if (added.length > 0) await numberNew(transaction, definition, call.user, added);
  await definition.onChanged?.(transaction, [batch.id], 'save');
}

/** A header of a restored voucher: dated today, later cheques of a series on their own days. */
function redated(header: ParsedHeaderInput, today: CalendarDate): ParsedHeaderInput {
  const isLater = (date: CalendarDate) => header.is_pdc === 1 && date > today;
  return { ...header, document_date: header.document_date.map((date) => (isLater(date) ? date : today)) };
}

/**
 * Numbers new documents; those of a type without a series of its own carry the number of their batch already, and others
 * wait for their approval.
 */
async function numberNew(
  transaction: Database,
  { document_type }: DocumentDefinition,
  user: Principal,
  ids: readonly string[],
): Promise<void> {
  const { batch_series, document_series, numbered_at_approval }: DocumentFacts = DOCUMENT_TYPES[document_type];
  if (document_series === batch_series || numbered_at_approval) return;
  const program = DOCUMENT_MODULES[document_type];
  await numberDocuments(transaction, { kind: document_series, user_id: user.user_id, program, document_ids: ids });
}

/** Editing a submitted batch withdraws it first. */
async function takeBack(
  transaction: Database,
  batch: BatchRecord,
  { user, decision }: { user: Principal; decision: ReturnType<typeof requireAction> },
): Promise<Pick<BatchRecord, 'id' | 'row_version'>> {
  const moved = await recordMove(transaction, batch, {
    action: 'withdraw',
    user_id: user.user_id,
    decision,
    remarks: 'Changed after submission.',
    approved_remarks: batch.approved_remarks,
    fingerprint: null,
  });
  return { id: batch.id, row_version: moved.row_version };
}
