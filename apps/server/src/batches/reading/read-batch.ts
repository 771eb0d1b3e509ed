import type { BatchDetail, DocumentView, LineView } from '@talaan/contract/documents/batch-view.contract';
import { valuesShown } from '@talaan/contract/documents/declared-field';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS } from '@talaan/contract/documents/entry-fields';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { STATUS } from '@talaan/core/documents/status';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { amountText, parseAmount, sumMinor } from '@talaan/core/money/money';
import { loadRoutePeople } from '../../approvals/route-people.store.ts';
import { routeStagesOf, type RoutePeople } from '../../approvals/route-stages.ts';
import { next, type Checked } from '../../platform/checked-set.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { createTurns } from '../../platform/uploads/give-way.ts';
import { listAttachmentsOf } from '../attachments/attachments.store.ts';
import {
  readVisible,
  requireReadable,
  requireReadableType,
  type BatchCall,
  readVisibleSet,
} from '../record/batch-call.ts';
import { allowedActionsOf, batchFactsOf, periodIsOpenFor } from '../record/batch-decision.ts';
import { loadBatchNames, type BatchNames } from './batch-names.store.ts';
import { type DecisionInput, type DocumentRecord, type LineRecord } from '../record/batch-record.ts';
import { countsOf, readRisks, readRiskTicks } from '../risks/batch-risks.ts';
import { readBatchRows, type StoredBatchRow } from '../record/batch-rows.ts';
import { readAccrualReversals } from './accrual-reversals.store.ts';
import { reversalDatesOf } from '../record/reversal-dates.ts';
import { changesViewOf } from './changes-view.ts';
import { completenessFaults, movementOf } from '../checks/completeness.ts';
import { readEarlierContent, type EarlierContent } from './earlier-content.store.ts';

/** Everything that a screen, a print or an approver needs of one batch; 404 when it is not to be seen. */
export async function readBatch(database: Database, call: BatchCall): Promise<BatchDetail> {
  const input = await readVisible(database, call);
  requireReadable(input, call.user);
  return detailOf(database, input, call.user);
}

/** The same of many of one type, in their order and in as many statements as one takes; each that is not to be seen is refused as one is. */
export async function readBatches(
  database: Database,
  { batch_numbers, type, user }: { batch_numbers: readonly string[]; type: DocumentType; user: Principal },
): Promise<Checked<BatchDetail>[]> {
  requireReadableType(user, type);
  const named = batch_numbers.map((batch_number) => ({ batch_number, types: [type] }));
  return next(await readVisibleSet(database, user, named), (inputs) => detailsOf(database, inputs, user));
}

/** The same of what was read already: a batch, and what its reader brings. */
export async function detailOf(database: Database, input: DecisionInput, user: Principal): Promise<BatchDetail> {
  return (await detailsOf(database, [input], user))[0]!;
}

/** Of batches of one type. */
async function detailsOf(database: Database, inputs: readonly DecisionInput[], user: Principal) {
  const [first] = inputs;
  if (first === undefined) return [];
  const ids = inputs.map(({ batch }) => batch.id);
  const earlier: (EarlierContent | null)[] = [];
  for (const { batch } of inputs) earlier.push(await readEarlierContent(database, batch));
  const names = await loadBatchNames(
    database,
    inputs.map(({ batch }, at) => ({
      batch,
      mentioned: [...batch.documents, ...(earlier[at]?.content.documents ?? [])],
    })),
  );
  const people = await loadRoutePeople(database, first.batch.document_type, first.rules);
  const rows = new Map((await readBatchRows(database, ids)).map((row) => [row.id, row]));
  const risks = await readRisks(
    database,
    user,
    inputs.map(({ batch }) => batch),
  );
  const ticks = await readRiskTicks(database, ids);
  const reversals = await readAccrualReversals(database, inputs);
  const attachments = await listAttachmentsOf(database, ids);
  const details: BatchDetail[] = [];
  const takeTurn = createTurns();
  for (const [at, input] of inputs.entries()) {
    const { id, status } = input.batch;
    await takeTurn();
    details.push({
      ...shownOf(input, user, { row: rows.get(id)!, earlier: earlier[at]!, names: names[at]!, people }),
      reversal: reversals.get(id) ?? null,
      upload_file: attachments.get(id) ?? [],
      risks: countsOf(risks.get(id) ?? []),
      risk_signals: risks.get(id) ?? [],
      risk_ticks: ticks.get(id) ?? [],
      warnings: status === STATUS.ACTIVE ? await warningsOf(database, input) : [],
    });
  }
  return details;
}

interface ReadBeside {
  readonly row: StoredBatchRow;
  readonly earlier: EarlierContent | null;
  readonly names: BatchNames;
  readonly people: RoutePeople;
}

function shownOf(input: DecisionInput, user: Principal, { row, earlier, names, people }: ReadBeside) {
  const { batch, rules, today } = input;
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
    timeline: [...names.timeline],
    route: routeStagesOf(
      batchFactsOf(input),
      rules,
      people,
      names.timeline.filter((move) => move.in_force),
    ),
    allowed_actions: allowedActionsOf(input, user),
    changes: earlier === null ? null : changesViewOf(earlier, batch, names),
  };
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
  const { header: has, pays } = DOCUMENT_TYPES[batch.document_type];
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
    voucher_amount: pays ? document.total_amount : '0.00',
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
