import { batchName } from '@talaan/core/documents/batch-key';
import { moduleOf, type DocumentType } from '@talaan/core/documents/document-type';
import { sql } from 'kysely';
import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import { STATUS } from '@talaan/core/documents/status';
import { mirrorPostings } from '@talaan/core/ledger/reversal';
import { parseAmount } from '@talaan/core/money/money';
import { postMirrors, type MirrorEntry, type Posting } from '../../ledger/post-entry.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict, notFound } from '../../platform/http/problem.ts';
import type { Principal, UploadedFile } from '../../platform/http/principal.ts';
import { attachFiles } from '../attachments/attachments.store.ts';
import { readVisible, type BatchCall } from '../record/batch-call.ts';
import { voidDocuments } from '../record/batch-contents.store.ts';
import { requireAction, type AllowedDecision } from '../record/batch-decision.ts';
import {
  readDecisionInput,
  type BatchRecord,
  type DecisionInput,
  type DocumentRecord,
} from '../record/batch-record.ts';
import type { DocumentDefinitions } from '../record/document-definition.ts';
import { reversalDatesOf } from '../record/reversal-dates.ts';
import { resultOf } from './move-result.ts';
import { followChanges } from './make-moves.ts';
import { recordMove } from './record-move.ts';
import { requireVersion } from '../record/stale-version.ts';

/**
 * Voids a batch: before posting it is archived without entries; after posting every entry gets its exact mirror, dated
 * at the original date when that period is open, else on the day of the void or the first open one after it (decisions
 * §4). The numbers stay consumed. What took an accrual back by itself is void with it.
 */
export async function voidRecord(
  transaction: Database,
  input: DecisionInput,
  user: Principal,
  given: { decision: AllowedDecision; reason: string },
): Promise<MoveResult> {
  const reversal = await madeReversalOf(transaction, input.batch, user);
  const result = await voidOne(transaction, input, user, given);
  if (reversal !== null) {
    const decision = requireAction('void', reversal, user);
    await voidOne(transaction, reversal, user, { ...given, decision });
  }
  return result;
}

/** What took back an accrual by itself, which is void with it; null where nothing did. */
async function madeReversalOf(
  database: Database,
  { id, cycle, adjusting }: BatchRecord,
  { user_id }: Principal,
): Promise<DecisionInput | null> {
  if (!adjusting) return null;
  const found = await sql<{ batch_number: string; document_type: DocumentType }>`
    select n.batch_number, n.document_type from batch_reversal r join batch n on n.id = r.reversal_batch_id
    where r.batch_id = ${id}::bigint and r.cycle = ${cycle} and n.status = ${STATUS.APPROVED}`.execute(database);
  const [made] = found.rows;
  if (made === undefined) return null;
  const named = { batch_number: made.batch_number, types: [made.document_type], user_id };
  const { batch, ...given } = (await readDecisionInput(database, named))!;
  // With its accrual it may be void.
  return { ...given, batch: { ...batch, reverses: null } };
}

async function voidOne(
  transaction: Database,
  input: DecisionInput,
  user: Principal,
  given: { decision: AllowedDecision; reason: string },
): Promise<MoveResult> {
  const { batch } = input;
  const open = batch.documents.filter((document) => !document.is_voided);
  const mirrors = await mirrorsOf(transaction, input, open);
  if (batch.status === STATUS.APPROVED) {
    await voidDocuments(
      transaction,
      open.map((document) => document.id),
      { user_id: user.user_id, reason: given.reason },
    );
  }
  const moved = await recordMove(transaction, batch, {
    action: 'void',
    user_id: user.user_id,
    decision: given.decision,
    remarks: given.reason,
    approved_remarks: given.reason,
    fingerprint: null,
  });
  const entryIds = await postMirrors(transaction, mirrors);
  return {
    ...resultOf(batch, given.decision.to, moved.row_version),
    journal_entry_ids: entryIds,
    reversal_date: mirrors[0]?.entry_date ?? null,
  };
}

/**
 * Voids one document of a series and leaves the others (decisions §4): a posted one gets its mirror, one that matures
 * later never posts. While the batch is active its total goes down with it; later the approved total stands.
 */
async function voidDocument(
  transaction: Database,
  input: DecisionInput,
  user: Principal,
  given: { document: DocumentRecord; reason: string },
): Promise<MoveResult> {
  const { batch } = input;
  const { document } = given;
  const mirrors = await mirrorsOf(transaction, input, [document]);
  await voidDocuments(transaction, [document.id], { user_id: user.user_id, reason: given.reason });
  const changed = await sql<{ row_version: number }>`
    update batch b
    set row_version = ${batch.row_version},
      document_date = coalesce((select min(d.document_date) from document d
        where d.batch_id = b.id and d.voided_at is null and not exists (
          select from journal_entry e where e.document_id = d.id and e.round = b.cycle)), b.document_date),
      total_amount = case when b.status = ${STATUS.ACTIVE} then (
        select coalesce(sum(l.debit_amount), 0) from document d join line l on l.document_id = d.id
        where d.batch_id = b.id and d.voided_at is null) else b.total_amount end,
      amount_php = case when b.status = ${STATUS.ACTIVE} then (
        select coalesce(sum(l.debit_php), 0) from document d join line l on l.document_id = d.id
        where d.batch_id = b.id and d.voided_at is null) else b.amount_php end
    where b.id = ${batch.id}::bigint returning b.row_version`.execute(transaction);
  const entryIds = await postMirrors(transaction, mirrors);
  return {
    ...resultOf(batch, batch.status, changed.rows[0]!.row_version),
    document_number: document.document_number,
    journal_entry_ids: entryIds,
    reversal_date: mirrors[0]?.entry_date ?? null,
  };
}

const deletedWhole = (source: string) =>
  conflict('received_whole', `This batch came from ${source}; it is deleted as a whole in Integrated Transactions.`);

/** The document that is named, among those that are open. */
function openDocument(batch: BatchRecord, documentNumber: string): DocumentRecord {
  const found = batch.documents.find((document) => document.document_number === documentNumber);
  if (!found) throw notFound(`${batchName(batch)} has no document ${documentNumber}.`);
  if (found.is_voided) throw conflict('voided', `Document ${documentNumber} is void already.`);
  return found;
}

/** The void call: a reason, a longer text and files may come with it (decisions §4). */
export async function voidBatch(
  transaction: Database,
  definitions: DocumentDefinitions,
  call: BatchCall,
  given: {
    reason: string;
    remarks: string;
    row_version: number | undefined;
    files: readonly UploadedFile[];
    document_number?: string | undefined;
  },
): Promise<MoveResult> {
  const input = await readVisible(transaction, call);
  await requireVersion(transaction, input.batch, given.row_version);
  const document = given.document_number ? openDocument(input.batch, given.document_number) : null;
  const voided = document === null ? input : { ...input, batch: { ...input.batch, documents: [document] } };
  const decision = requireAction('void', voided, call.user);
  const reason = [given.reason.trim(), given.remarks.trim()].filter((text) => text !== '').join('\n');
  if (document !== null && input.batch.received_from !== null) throw deletedWhole(input.batch.received_from);
  const isLast = input.batch.documents.filter((one) => !one.is_voided).length === 1;
  const result =
    document === null || isLast
      ? await voidRecord(transaction, input, call.user, { decision, reason })
      : await voidDocument(transaction, input, call.user, { document, reason });
  await followChanges(transaction, definitions, [input.batch], 'void');
  await attachFiles(transaction, input.batch.id, call.user.user_id, given.files);
  return result;
}

async function mirrorsOf(
  database: Database,
  input: DecisionInput,
  documents: readonly DocumentRecord[],
): Promise<MirrorEntry[]> {
  const module = moduleOf(input.batch.document_type);
  const entryIds = documents.map((document) => document.journal_entry_id).filter((id) => id !== null);
  if (entryIds.length === 0 || module === null) return [];
  const dates = reversalDatesOf(input);
  return (await readEntries(database, entryIds)).map(({ id, ...entry }) => {
    const date = dates.get(entry.document_id);
    if (!date) throw new TypeError('A void was allowed that no period takes.');
    return { ...entry, module, entry_date: date, reverses_id: id, postings: mirrorPostings(entry.postings) };
  });
}

type StoredEntry = Omit<MirrorEntry, 'module' | 'reverses_id'> & { readonly id: string };

async function readEntries(database: Database, entryIds: readonly string[]): Promise<StoredEntry[]> {
  const found = await sql<StoredEntry & { lines: StoredPosting[] }>`
    select e.id, e.document_id, e.round, e.document_type, e.entry_date, e.currency_id, e.rate,
      (select json_agg(json_build_object('account_id', p.account_id, 'branch_id', p.branch_id,
          'department_id', p.department_id, 'section_id', p.section_id, 'payee_id', p.payee_id,
          'billing_service_id', p.billing_service_id, 'atc_id', p.atc_id, 'tax_base', p.tax_base::text,
          'remarks', p.remarks, 'invoice_id', p.invoice_id, 'debit', p.debit::text, 'credit', p.credit::text, 'fc_debit', p.fc_debit::text,
          'fc_credit', p.fc_credit::text) order by p.line_no)
        from posting p where p.entry_id = e.id) as lines
    from journal_entry e where e.id = any (${entryIds}::bigint[]) order by e.id`.execute(database);
  return found.rows.map(({ lines, ...entry }) => ({ ...entry, postings: lines.map(postingOf) }));
}

type StoredPosting = Omit<Posting, 'debit_minor' | 'credit_minor' | 'fc_debit_minor' | 'fc_credit_minor'> &
  Readonly<Record<'debit' | 'credit' | 'fc_debit' | 'fc_credit', string>>;

function postingOf({ debit, credit, fc_debit, fc_credit, ...analysis }: StoredPosting): Posting {
  return {
    ...analysis,
    debit_minor: parseAmount(debit) ?? 0n,
    credit_minor: parseAmount(credit) ?? 0n,
    fc_debit_minor: parseAmount(fc_debit) ?? 0n,
    fc_credit_minor: parseAmount(fc_credit) ?? 0n,
  };
}
