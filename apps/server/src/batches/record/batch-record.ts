import { CompiledQuery } from 'kysely';
import {
  ALL_DOCUMENT_TYPES,
  DOCUMENT_TYPES,
  RECEIPT_TYPES,
  type DocumentType,
} from '@talaan/core/documents/document-type';
import type { Status, StatusAction } from '@talaan/core/documents/status';
import type { ApprovalRules } from '@talaan/core/approval/allowed-actions';
import type { ApprovalAmount } from '@talaan/core/approval/approval-route';
import type { PeriodState } from '@talaan/core/calendar/accounting-period';
import { parseAmount, requireSum } from '@talaan/core/money/money';
import { requireRate } from '@talaan/core/money/rate';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS } from '@talaan/contract/documents/entry-fields';
import {
  approvalRuleColumns,
  approvalRulesOf,
  toApprove,
  type ApprovalRuleRow,
  type TypeRules,
} from '../../approvals/approval-rules.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AttachmentContent, BatchContent, DocumentContent, LineContent } from './batch-content.ts';
import { listedParts, readParts, type PartLists } from './document-parts.store.ts';
import { columnsOf } from './entry-columns.ts';

/** A batch as it is stored, with the round it is in: everything that a decision about it needs. */
export interface BatchRecord extends BatchContent {
  readonly id: string;
  readonly document_type: DocumentType;
  readonly batch_number: string;
  readonly status: Status;
  readonly cycle: number;
  readonly row_version: number;
  readonly prepared_by: number;
  /** Decimal text: in the document's currency, and in pesos. */
  readonly total_amount: string;
  readonly amount_php: string;
  /** What of it officers approve: its total, or what it writes off (decisions §6). */
  readonly to_approve: ApprovalAmount;
  /** What was collected of an invoice; 0 of every other type. */
  readonly settled_amount: string;
  readonly regular_trx: number | null;
  /** The source that sent it; null where somebody typed it. */
  readonly received_from: string | null;
  /** Who uploaded it, where it came in files. */
  readonly uploaded_by: readonly number[] | null;
  /** The number of the accrual that it takes back by itself. */
  readonly reverses: string | null;
  readonly approved_remarks: string | null;
  /** The unexpired edit lock. */
  readonly lock: EditLock | null;
  readonly documents: readonly DocumentRecord[];
  readonly attachments: readonly AttachmentRecord[];
  /** Who changed it in this round, and what was done to it in this round. */
  readonly editors: readonly number[];
  readonly moves: readonly RoundMove[];
}

export interface EditLock {
  readonly user_id: number;
  readonly user_name: string;
  readonly since: string;
  readonly expires_at: string;
}

export interface DocumentRecord extends DocumentContent {
  readonly id: string;
  readonly document_number: string | null;
  readonly total_amount: string;
  readonly is_voided: boolean;
  /** The entry of this round, when it is posted. */
  readonly journal_entry_id: string | null;
  /** Flags of the period of the date, by module; null when the period is not set up. */
  readonly period: Readonly<Record<'disbursement' | 'cash_receipt' | 'general_journal', number>> | null;
  readonly lines: readonly LineRecord[];
}

/** A batch that passed the checks of a move: what comes of the move asks no more for its lines. */
export type PassedBatch = Omit<BatchRecord, 'documents'> & {
  readonly documents: readonly Omit<DocumentRecord, 'lines'>[];
};

export interface LineRecord extends LineContent {
  readonly account_code: string;
  readonly account_currency_id: number;
}

export interface AttachmentRecord extends AttachmentContent {
  readonly id: string;
}

export interface RoundMove {
  readonly action: StatusAction;
  readonly user_id: number;
  readonly on_behalf_of: number | null;
  /** Hexadecimal SHA-256 of what was signed; null for a move that signs nothing. */
  readonly fingerprint: string | null;
}

/** The part of a batch that a decision looks at; lists read no more than this. */
export type DecidableBatch = Pick<
  BatchRecord,
  | 'batch_number'
  | 'document_type'
  | 'status'
  | 'prepared_by'
  | 'editors'
  | 'currency_id'
  | 'total_amount'
  | 'amount_php'
  | 'to_approve'
  | 'settled_amount'
  | 'lock'
  | 'is_confidential'
  | 'is_pdc'
  | 'received_from'
  | 'uploaded_by'
  | 'reverses'
> & {
  readonly documents: readonly Pick<
    DocumentRecord,
    'id' | 'document_date' | 'is_voided' | 'journal_entry_id' | 'period' | 'cheque_number'
  >[];
  readonly moves: readonly Pick<RoundMove, 'action' | 'user_id' | 'on_behalf_of'>[];
};

/** A batch together with what the installation and the person bring to a decision. */
export interface DecisionInput<Batch extends DecidableBatch = BatchRecord> {
  readonly batch: Batch;
  readonly rules: ApprovalRules;
  /** The person's own max_amount in pesos, in minor units. */
  readonly max_amount_minor: bigint | null;
  /** Today in Manila. */
  readonly today: string;
  /** The months in which a module is open, in their order. */
  readonly open_periods: readonly PeriodState[];
}

/** The same once its lines were looked at: of many batches they are what takes memory. */
export function withoutLines({ batch, ...input }: DecisionInput): DecisionInput<PassedBatch> {
  return {
    ...input,
    batch: { ...batch, documents: batch.documents.map(({ lines: _lines, ...document }) => document) },
  };
}

/** The months that are open for any module, as one column. */
export const OPEN_PERIODS = `(
  select coalesce(json_agg(json_build_object('period', o.period, 'disbursement', o.disbursement,
    'cash_receipt', o.cash_receipt, 'general_journal', o.general_journal) order by o.period), '[]')
  from accounting_period o where o.disbursement + o.cash_receipt + o.general_journal > 0)`;

/** What a batch `b` takes in without cash, as one column: only what takes money in is looked at. */
export const WRITTEN_OFF = `case when b.document_type in (${RECEIPT_TYPES.map((type) => `'${type}'`).join()}) then written_off(b.id) else 0 end::text`;

/** The source that sent a batch `b`, as one column. */
export const RECEIVED_FROM = `(select (select s.source_code from integration_source s where s.id = i.source_id)
  from integrated_batch i where i.id = b.integrated_batch_id)`;

/** Who uploaded a batch `b` in files, as one column; null of every other one. */
export const UPLOADED_BY = `case when b.integrated_batch_id is not null then (
  select array_agg(distinct (select f.user_id from upload_file f where f.id = p.file_id))
  from upload_part p where p.integrated_batch_id = b.integrated_batch_id) end`;

const ADJUSTING_TYPES = ALL_DOCUMENT_TYPES.filter((type) => DOCUMENT_TYPES[type].has_adjusting);

/** The number of the accrual that a batch `b` takes back by itself, as one column. */
export const REVERSES = `case when b.document_type in (${ADJUSTING_TYPES.map((type) => `'${type}'`).join()}) then (
  select (select d.document_number from document d where d.batch_id = r.batch_id) from batch_reversal r where r.reversal_batch_id = b.id) end`;

/** How long an edit lock lives after its last heartbeat (decisions §3). */
export const LOCK_MINUTES = 15;

/**
 * Reads batches by their numbers among the given types, with everything that decisions about them need, in one statement
 * and so in one snapshot; in the order of the numbers. Nothing is locked: whoever writes names the version that was read,
 * and loses when another was first. Null where there is no such batch or its draft was deleted.
 */
export async function readDecisionInputs(
  database: Database,
  wanted: { batch_numbers: readonly string[]; types: readonly DocumentType[]; user_id: number },
): Promise<(DecisionInput | null)[]> {
  const parameters = [JSON.stringify(wanted.batch_numbers), wanted.types, wanted.user_id];
  const found = await database.executeQuery<DecisionRow>(CompiledQuery.raw(READ_DECISION_INPUTS, parameters));
  const inputs: (DecisionInput | null)[] = wanted.batch_numbers.map(() => null);
  const shared = new Map<string, SharedInput>();
  for (const row of found.rows) {
    if (row.shared !== null) shared.set(row.document_type, sharedInputOf(row.shared));
    inputs[row.place - 1] ??= decisionInputOf(row, shared.get(row.document_type)!);
  }
  return inputs;
}

/** The same of one batch. */
export async function readDecisionInput(
  database: Database,
  { batch_number, ...wanted }: { batch_number: string; types: readonly DocumentType[]; user_id: number },
): Promise<DecisionInput | null> {
  const [input] = await readDecisionInputs(database, { ...wanted, batch_numbers: [batch_number] });
  return input!;
}

const BATCH = columnsOf(BATCH_FIELDS);
const DOCUMENT = columnsOf(DOCUMENT_FIELDS);
const LINE = columnsOf(LINE_FIELDS);

/**
 * $1 batch numbers as JSON, $2 document types, $3 who asks. What the batches of a type share comes with the first of them.
 * Text, because every approval runs it: it is built once. An array of one would be planned anew at every call, because its
 * length is known then; JSON is expected to have as many elements whatever it holds, and one plan is kept.
 */
const READ_DECISION_INPUTS = `
  select b.place::int, b.id, b.document_type, b.batch_number, b.status, b.cycle, b.row_version, b.prepared_by,
    ${BATCH.listed('b')}, b.total_amount, b.amount_php, b.settled_amount, ${WRITTEN_OFF} as written_off,
    b.regular_trx, ${RECEIVED_FROM} as received_from, ${UPLOADED_BY} as uploaded_by, ${REVERSES} as reverses, b.approved_remarks,
    case when b.processing = 1 and b.heartbeat_at > now() - interval '${LOCK_MINUTES} minutes' then (
      select json_build_object('user_id', u.id, 'user_name', concat_ws(' ', u.user_first_name, u.user_last_name),
        'since', b.locked_at, 'expires_at', b.heartbeat_at + interval '${LOCK_MINUTES} minutes')
      from app_user u where u.id = b.locked_by) end as lock,
    (select coalesce(json_agg(json_build_array(d.id::text, d.header_key, d.document_number, d.total_amount::text,
        d.voided_at is not null, e.id::text,
        case when p.id is not null then json_build_object('disbursement', p.disbursement, 'cash_receipt', p.cash_receipt,
          'general_journal', p.general_journal) end,
        (select coalesce(json_agg(json_build_array(l.line_no, a.acct_code, a.currency_id, ${LINE.listed('l')})
            order by l.line_no), '[]')
          from line l join account a on a.id = l.account_id where l.document_id = d.id),
        ${listedParts('b.document_type', 'd.id')},
        ${DOCUMENT.listed('d')})
        order by d.header_key), '[]')
      from document d
      left join accounting_period p
        on p.period = (extract(year from d.document_date) * 100 + extract(month from d.document_date))::int
      left join journal_entry e on e.document_id = d.id and e.round = b.cycle and e.reverses_id is null
      where d.batch_id = b.id) as documents,
    (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'sha256', encode(f.sha256, 'hex'))
        order by t.uploaded_at, t.id), '[]')
      from attachment t join file f on f.id = t.file_id where t.batch_id = b.id and t.removed_at is null) as attachments,
    (select coalesce(json_agg(e.user_id), '[]') from batch_editor e
      where e.batch_id = b.id and e.cycle = b.cycle) as editors,
    (select coalesce(json_agg(json_build_object('action', m.action, 'user_id', m.user_id,
        'on_behalf_of', m.on_behalf_of, 'fingerprint', encode(m.fingerprint, 'hex'))), '[]')
      from batch_move m where m.batch_id = b.id and m.cycle = b.cycle) as moves,
    case when b.nth = 1 then (select row_to_json(s) from (
      select ${approvalRuleColumns('b.document_type')}, manila_today() as today,
        (select u.max_amount::text from app_user u where u.id = $3) as max_amount, ${OPEN_PERIODS} as open_periods) s) end as shared
  from (
    select o.*, w.place, row_number() over (partition by o.document_type order by w.place) as nth
    from jsonb_array_elements_text($1::jsonb) with ordinality w (batch_number, place)
    join batch o on o.batch_number = w.batch_number and o.document_type = any ($2::char(2)[]) and o.deleted_at is null
  ) b
  order by b.nth`;

/** What stands before the declared fields of a document and of a line. */
type DocumentRow = readonly [
  id: string,
  header_key: number,
  document_number: string | null,
  total_amount: string,
  is_voided: boolean,
  journal_entry_id: string | null,
  period: DocumentRecord['period'],
  lines: readonly LineRow[],
  parts: PartLists | null,
  ...fields: unknown[],
];
type LineRow = readonly [line_no: number, account_code: string, account_currency_id: number, ...fields: unknown[]];

interface DecisionRow extends Omit<BatchRecord, 'documents' | 'to_approve'> {
  readonly place: number;
  readonly documents: readonly DocumentRow[];
  readonly written_off: string;
  readonly shared: SharedRow | null;
}

interface SharedRow extends ApprovalRuleRow {
  readonly max_amount: string | null;
  readonly today: string;
  readonly open_periods: readonly PeriodState[];
}

/** What decisions about the batches of a type share. */
type SharedInput = Omit<DecisionInput, 'batch' | 'rules'> & { readonly type_rules: TypeRules };

function sharedInputOf({ max_amount, today, open_periods, ...rules }: SharedRow): SharedInput {
  return {
    type_rules: approvalRulesOf(rules),
    max_amount_minor: max_amount === null ? null : parseAmount(max_amount),
    today,
    open_periods,
  };
}

function decisionInputOf(
  { place: _place, shared: _shared, documents, ...batch }: DecisionRow,
  { type_rules, ...shared }: SharedInput,
): DecisionInput {
  const stored = { ...batch, documents: documents.map((document) => documentOf(document, batch.document_type)) };
  return { ...decidable(stored, type_rules), ...shared };
}

/** What a batch needs to know what of it is approved, as it is stored. */
export interface StoredAmounts extends Pick<
  BatchRecord,
  'currency_id' | 'total_amount' | 'amount_php' | 'dollar_rate'
> {
  /** In its currency, with what was written off of the same invoices before. */
  readonly written_off: string;
}

/** A batch with what of it is approved, and the rules that this makes it follow. */
export function decidable<Batch extends StoredAmounts>(
  { written_off, ...batch }: Batch,
  typeRules: TypeRules,
): { batch: Omit<Batch, 'written_off'> & Pick<BatchRecord, 'to_approve'>; rules: ApprovalRules } {
  const { currency_id, total_amount, amount_php, dollar_rate } = batch;
  const total = { currency_id, amount_minor: requireSum(total_amount), amount_php_minor: requireSum(amount_php) };
  const written = { written_off_minor: requireSum(written_off), rate: requireRate(dollar_rate) };
  const { rules, amount } = toApprove(typeRules, total, written);
  return { batch: { ...batch, to_approve: amount }, rules };
}

function documentOf(row: DocumentRow, type: DocumentType): DocumentRecord {
  const [id, header_key, document_number, total_amount, is_voided, journal_entry_id, period, lines, parts] = row;
  const facts = { id, header_key, document_number, total_amount, is_voided, journal_entry_id, period };
  return { ...facts, ...DOCUMENT.readList(row, 9), lines: lines.map(lineOf), parts: readParts(type, parts) };
}

function lineOf(row: LineRow): LineRecord {
  const [line_no, account_code, account_currency_id] = row;
  return { line_no, account_code, account_currency_id, ...LINE.readList(row, 3) };
}
