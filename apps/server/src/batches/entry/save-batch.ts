import { requireCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { asksNumberOnRestore, DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { STATUS } from '@talaan/core/documents/status';
import type { ParsedHeaderInput } from '@talaan/contract/documents/batch-input.contract';
import { numberSet } from '../../numbering/document-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { attachFiles, removeAttachments } from '../attachments/attachments.store.ts';
import { readVisible, type BatchCall } from '../record/batch-call.ts';
import { fingerprintOf } from '../record/batch-content.ts';
import { updateContents, voidDocuments } from '../record/batch-contents.store.ts';
import { requireAction } from '../record/batch-decision.ts';
import type { BatchRecord } from '../record/batch-record.ts';
import { placeInBatch } from './changed-documents.ts';
import type { DocumentDefinition } from '../record/document-definition.ts';
import { endDrafts } from './drafts.store.ts';
import { numbersOfNew, ofBatch, saveMany, type SaveInput } from './save-many.ts';
import { checkEntry } from '../checks/entry-check.ts';
import { recordMove } from '../moves/record-move.ts';
import { restoreBatch } from '../moves/restore-batch.ts';
import { storeParts } from '../record/document-parts.store.ts';
import { requireVersion } from '../record/stale-version.ts';

export interface UpdateInput extends SaveInput {
  readonly row_version?: number | undefined;
  readonly keep_attachments?: readonly string[] | undefined;
}

/** Saves a new batch as an active draft and answers its batch number: a set of one (`saveMany`). */
export async function createBatch(
  transaction: Database,
  definition: DocumentDefinition,
  user: Principal,
  input: SaveInput,
): Promise<string> {
  const [saved] = await saveMany(transaction, user, [{ definition, input }]);
  return saved!.batch_number;
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
  const checked = await checkEntry(transaction, call.user, { definition, input, stored: batch });
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
  await storeParts(transaction, definition.document_type, ofBatch(batch.id, entry));
  await removeAttachments(
    transaction,
    removed.map((attachment) => attachment.id),
  );
  await attachFiles(transaction, batch.id, call.user.user_id, input.files);
  const { batch_number } = batch;
  const kind = DOCUMENT_TYPES[batch.document_type].batch_series;
  const drafts = { batch_numbers: [batch_number], draft_ids: input.draft_id === undefined ? [] : [input.draft_id] };
  await endDrafts(transaction, { user_id: call.user.user_id, kind, ...drafts });
  await numberSet(transaction, call.user.user_id, numbersOfNew(definition, added));
  await definition.onChanged?.(transaction, [batch.id], 'save');
}

/** A header of a restored voucher: dated today, later cheques of a series on their own days. */
function redated(header: ParsedHeaderInput, today: CalendarDate): ParsedHeaderInput {
  const isLater = (date: CalendarDate) => header.is_pdc === 1 && date > today;
  return { ...header, document_date: header.document_date.map((date) => (isLater(date) ? date : today)) };
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
