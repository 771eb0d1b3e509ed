import { sql } from 'kysely';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import { asksNumberOnRestore, DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { numberDocuments } from '../../numbering/document-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { AllowedDecision } from '../record/batch-decision.ts';
import type { BatchRecord, DecisionInput, DocumentRecord } from '../record/batch-record.ts';
import { resultOf } from './move-result.ts';
import { recordMove } from './record-move.ts';

/**
 * Brings an archived batch back to Active (spec 2 §4, decisions §4). A voucher keeps its number and date, which is
 * refused when it was posted, or takes a new number and today's date; a cheque of a series keeps a later date. Of every
 * other type, a document that was posted takes a new number. Receipt numbers are given up, and so is the cheque of a
 * posted voucher. Cheques that were voided one by one stay void.
 */
export async function restoreBatch(
  transaction: Database,
  { batch, today }: DecisionInput,
  user: Principal,
  given: { readonly decision: AllowedDecision; readonly new_number: 0 | 1 | undefined },
): Promise<MoveResult> {
  const restored = await restoredDocuments(transaction, batch);
  const posted = restored.filter((document) => document.journal_entry_id !== null);
  const asks = asksNumberOnRestore(batch.document_type);
  if (asks && given.new_number !== 1 && posted[0] !== undefined) {
    throw conflict(
      'number_posted',
      `Voucher ${posted[0].document_number} was posted and stays void. Restore it with a new voucher number.`,
    );
  }
  const renumbered = asks && given.new_number === 1 ? restored : posted;
  await clearPapers(transaction, restored, renumbered, posted);
  const moved = await recordMove(transaction, batch, {
    action: 'restore',
    user_id: user.user_id,
    decision: given.decision,
    remarks: '',
    approved_remarks: null,
    fingerprint: null,
  });
  const takesToday = asks && renumbered.length > 0;
  if (takesToday) await redate(transaction, batch, moved.row_version, renumbered, today);
  const result = resultOf(batch, given.decision.to, takesToday ? moved.row_version + 1 : moved.row_version);
  if (renumbered.length === 0) return result;
  const [first] = await numberDocuments(transaction, {
    kind: DOCUMENT_TYPES[batch.document_type].document_series,
    user_id: user.user_id,
    program: DOCUMENT_MODULES[batch.document_type],
    document_ids: renumbered.map((document) => document.id),
  });
  return { ...result, document_number: first ?? result.document_number };
}

/** The documents that left with the batch: all that are open, and those that the void of the batch voided. */
async function restoredDocuments(database: Database, batch: BatchRecord): Promise<DocumentRecord[]> {
  const found = await sql<{ id: string }>`
    select d.id from document d
    where d.batch_id = ${batch.id}::bigint and d.voided_at = (
      select m.at from batch_move m
      where m.batch_id = ${batch.id}::bigint and m.cycle = ${batch.cycle} and m.action = 'void')`.execute(database);
  const voided = new Set(found.rows.map((row) => row.id));
  return batch.documents.filter((document) => !document.is_voided || voided.has(document.id));
}

/** Ends what the former life of the documents left on them; before the move, so that totals count them again. */
async function clearPapers(
  transaction: Database,
  restored: readonly DocumentRecord[],
  renumbered: readonly DocumentRecord[],
  posted: readonly DocumentRecord[],
): Promise<void> {
  const ids = (documents: readonly DocumentRecord[]) => documents.map((document) => document.id);
  await sql`
    update document d
    set voided_at = null, voided_by = null, void_reason = null,
      or_number = case when d.id = any (${ids(renumbered)}::bigint[]) then null else d.or_number end,
      ar_number = case when d.id = any (${ids(renumbered)}::bigint[]) then null else d.ar_number end,
      receipt_status = case when d.id = any (${ids(renumbered)}::bigint[]) then null else d.receipt_status end,
      cheque_number = case when d.id = any (${ids(posted)}::bigint[]) then null else d.cheque_number end
    where d.id = any (${ids(restored)}::bigint[])`.execute(transaction);
}

/** Today's date on what takes a new voucher number; a cheque that is dated later keeps its day. */
async function redate(
  transaction: Database,
  batch: BatchRecord,
  rowVersion: number,
  documents: readonly DocumentRecord[],
  today: string,
): Promise<void> {
  const isSeries = batch.is_pdc === 1;
  await sql`
    update document d set document_date = case when ${isSeries} then greatest(d.document_date, ${today}::date)
      else ${today}::date end
    where d.id = any (${documents.map((document) => document.id)}::bigint[])`.execute(transaction);
  await sql`
    update batch set row_version = ${rowVersion}, document_date = (
      select min(d.document_date) from document d where d.batch_id = ${batch.id}::bigint and d.voided_at is null)
    where id = ${batch.id}::bigint`.execute(transaction);
}
