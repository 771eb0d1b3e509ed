import { sql } from 'kysely';
import type { BatchDetail, DocumentView, LineView } from '@talaan/contract/documents/batch-view.contract';
import { valuesShown } from '@talaan/contract/documents/declared-field';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS } from '@talaan/contract/documents/entry-fields';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { STATUS } from '@talaan/core/documents/document-status';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { amountText, parseAmount, sumMinor } from '@talaan/core/money/money';
import { loadRoutePeople } from '../../approvals/route-people.store.ts';
import { routeStagesOf } from '../../approvals/route-stages.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { listAttachments } from '../attachments/attachments.store.ts';
import { readVisible, requireReadable, type BatchCall } from '../record/batch-call.ts';
import { allowedActionsOf, batchFactsOf, periodIsOpenFor } from '../record/batch-decision.ts';
import { loadBatchNames, type BatchNames } from './batch-names.store.ts';
import type { DecisionInput, DocumentRecord, LineRecord } from '../record/batch-record.ts';
import { countsOf, readRisks, readRiskTicks } from '../risks/batch-risks.ts';
import { BATCH_ROW_COLUMNS, BATCH_ROW_JOINS, type StoredBatchRow } from '../record/batch-rows.ts';
import { reversalDatesOf } from '../record/reversal-dates.ts';
import { changesViewOf } from './changes-view.ts';
import { completenessFaults, movementOf } from '../checks/completeness.ts';
import { readEarlierContent } from './earlier-content.store.ts';

/** Everything that a screen, a print or an approver needs of one batch; 404 when it is not to be seen. */
export async function readBatch(database: Database, call: BatchCall): Promise<BatchDetail> {
  const input = await readVisible(database, call);
  requireReadable(input, call.user);
  return detailOf(database, input, call.user);
}

/** The same of what was read already: a batch, and what its reader brings. */
export async function detailOf(database: Database, input: DecisionInput, user: Principal): Promise<BatchDetail> {
  const { batch, rules, today } = input;
  const earlier = await readEarlierContent(database, batch);
  const names = await loadBatchNames(database, batch, [...batch.documents, ...(earlier?.content.documents ?? [])]);
  const people = await loadRoutePeople(database, batch.document_type, rules);
  const row = await readRow(database, batch.id);
  const risk_signals = (await readRisks(database, user, [batch])).get(batch.id) ?? [];
  const voidDates = reversalDatesOf(input);
  const documents = batch.documents.map((document) => ({
    ...documentViewOf(document, input, names),
    void_date: voidDates.get(document.id) ?? null,
  }));
  return {
    ...row,
    cycle: batch.cycle,
    period_open: batch.documents.every((document) => periodIsOpenFor(document, batch, today)),
    headers: batch.is_pdc === 1 ? seriesRecordsOf(row, documents) : documents,
    documents,
    details: batch.documents.flatMap((document) => document.lines.map((line) => lineViewOf(line, document, names))),
    parts: batch.documents[0]?.parts ?? {},
    upload_file: await listAttachments(database, batch.id),
    timeline: [...names.timeline],
    route: routeStagesOf(
      batchFactsOf(input),
      rules,
      people,
      names.timeline.filter((move) => move.in_force),
    ),
    allowed_actions: allowedActionsOf(input, user),
    changes: earlier === null ? null : changesViewOf(earlier, batch, names),
    risks: countsOf(risk_signals),
    risk_signals,
    risk_ticks: await readRiskTicks(database, batch.id),
    warnings: batch.status === STATUS.ACTIVE ? await warningsOf(database, input) : [],
  };
}

async function readRow(database: Database, batchId: string): Promise<StoredBatchRow> {
  const found = await sql<StoredBatchRow>`
    select ${BATCH_ROW_COLUMNS} from (select 1) one ${BATCH_ROW_JOINS(sql`b.id = ${batchId}::bigint`)}`.execute(
    database,
  );
  return found.rows[0]!;
}

/** What would stop a submit today. */
async function warningsOf(database: Database, { batch, today }: DecisionInput): Promise<string[]> {
  const [found] = await completenessFaults(database, [batch]);
  const faults = Object.values(found!).flat();
  const isClosed = batch.documents.some((document) => !periodIsOpenFor(document, batch, today));
  return isClosed ? [...faults, MESSAGES.periodClosed] : faults;
}

/**
 * A series as the specification counts it: one summary record, then one record per open cheque (decisions §4). The
 * summary has what the cheques share, the dates of the open ones and their sums.
 */
function seriesRecordsOf(row: StoredBatchRow, documents: readonly DocumentView[]): DocumentView[] {
  const open = documents.filter((document) => document.voided_at === null && document.journal_entry_id === null);
  const pattern = open[0] ?? documents[0]!;
  const sum = (
    field: 'total_amount' | 'total_debit' | 'total_credit' | 'amount' | 'cheque_amount' | 'voucher_amount',
  ) => amountText(sumMinor(open.map((document) => parseAmount(document[field]) ?? 0n)));
  const summary: DocumentView = {
    ...pattern,
    id: `batch-${row.id}`,
    header_key: SUMMARY_KEY,
    document_date: (open.length > 0 ? open : documents).map((document) => document.document_date).join(','),
    cheque_number: null,
    number_of_cheques: open.length,
    total_amount: sum('total_amount'),
    total_debit: sum('total_debit'),
    total_credit: sum('total_credit'),
    amount: sum('amount'),
    cheque_amount: sum('cheque_amount'),
    voucher_amount: sum('voucher_amount'),
  };
  return [summary, ...open];
}

const SUMMARY_KEY = -1;

function documentViewOf(
  document: DocumentRecord,
  { batch, today }: DecisionInput,
  names: BatchNames,
): Omit<DocumentView, 'void_date'> {
  const state = names.documents.get(document.id);
  const bank = document.bank_id === null ? undefined : names.records('bank', document.bank_id);
  const { header: has, has_release_stage } = DOCUMENT_TYPES[batch.document_type];
  const amount =
    bank?.holder === undefined ? document.total_amount : amountText(absolute(movementOf(batch, document, bank.holder)));
  const isOpen = !document.is_voided && document.journal_entry_id === null;
  const waits = isOpen && batch.is_pdc === 1 && batch.status === STATUS.APPROVED;
  return {
    ...valuesShown(DOCUMENT_FIELDS, document, names.records),
    ...valuesShown(BATCH_FIELDS, batch, names.records),
    id: document.id,
    header_key: document.header_key,
    document_number: document.document_number,
    status: document.is_voided ? STATUS.ARCHIVED : batch.status,
    accounting_status: document.journal_entry_id !== null && !document.is_voided ? STATUS.APPROVED : 0,
    contact_person: document.payee_id === null ? null : (names.contacts.get(document.payee_id) ?? null),
    or_number: state?.or_number ?? null,
    ar_number: state?.ar_number ?? null,
    receipt_status: state?.receipt_status ?? null,
    mail_state: state?.mail_state ?? null,
    trx_purchase_order: state?.purchase_order ?? null,
    number_of_cheques: batch.is_pdc,
    matures_on: waits ? document.document_date : null,
    waits_for_period: waits && document.document_date <= today && !periodIsOpenFor(document, batch, today),
    amount,
    cheque_amount: has.cheque ? amount : '0.00',
    voucher_amount: has_release_stage ? document.total_amount : '0.00',
    total_amount: document.total_amount,
    total_debit: totalOf(document, 'debit_amount'),
    total_credit: totalOf(document, 'credit_amount'),
    voided_at: state?.voided_at ?? null,
    voided_by: state?.voided_by ?? null,
    void_reason: state?.void_reason ?? null,
    journal_entry_id: document.journal_entry_id,
    posted_at: state?.posted_at ?? null,
    reversal_entry_id: state?.reversal_entry_id ?? null,
    reversal_date: state?.reversal_date ?? null,
  };
}

function absolute(minor: bigint): bigint {
  return minor < 0n ? -minor : minor;
}

function lineViewOf(line: LineRecord, document: DocumentRecord, names: BatchNames): LineView {
  return {
    header_key: document.header_key,
    line_no: line.line_no,
    document_number: document.document_number,
    ...valuesShown(LINE_FIELDS, line, names.records),
  };
}

function totalOf(document: DocumentRecord, side: 'debit_amount' | 'credit_amount'): string {
  return amountText(sumMinor(document.lines.map((line) => parseAmount(line[side]) ?? 0n)));
}
