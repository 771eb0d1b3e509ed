import { sql } from 'kysely';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { DOCUMENT_FIELDS, LINE_FIELDS } from '@talaan/contract/documents/entry-fields';
import { STATUS } from '@talaan/core/documents/status';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import { readVisible, requireReadable, type BatchCall } from '../record/batch-call.ts';
import type { BatchRecord, DocumentRecord } from '../record/batch-record.ts';
import { columnsOf } from '../record/entry-columns.ts';
import { detailOf } from './read-batch.ts';

const DOCUMENT = columnsOf(DOCUMENT_FIELDS);
const LINE = columnsOf(LINE_FIELDS);

/**
 * One of the documents of a batch as it stands, or, under a number that a restore took from it, as its void entry has it: its head and
 * its lines then, who signed then, void. 404 for a number that it never had, or never posted, and for what is not to be seen.
 */
export async function readUnderNumber(database: Database, call: BatchCall, number: string): Promise<BatchDetail> {
  const input = await readVisible(database, call);
  requireReadable(input, call.user);
  if (input.batch.documents.some(({ document_number }) => document_number === number))
    return detailOf(database, input, call.user);
  const entry = await findVoidEntry(database, input.batch, number);
  if (entry === null) throw notFound();
  const { document, round, currency, rate, currency_id } = entry;
  const batch: BatchRecord = {
    ...input.batch,
    currency_id,
    dollar_rate: rate,
    cycle: round,
    status: STATUS.ARCHIVED,
    total_amount: document.total_amount,
    documents: [document],
  };
  const detail = await detailOf(database, { ...input, batch }, call.user);
  const head = detail.documents[0]!;
  return {
    ...detail,
    document_number: number,
    document_date: head.document_date,
    payee_id: head.payee_id,
    payee_code: head.payee_code,
    payee_desc: head.payee_desc,
    remarks: head.remarks,
    total_debit: head.total_debit,
    total_credit: head.total_credit,
    total_amount: head.total_amount,
    status: STATUS.ARCHIVED,
    cycle: round,
    currency_id,
    currency,
    dollar_rate: rate,
    headers: detail.documents,
    // What is attached is of the document as it stands.
    upload_file: [],
  };
}

interface VoidEntry {
  readonly document: DocumentRecord;
  readonly round: number;
  readonly currency_id: number;
  readonly currency: string;
  readonly rate: string;
}
type Texts = Readonly<Record<string, string | null>>;

/** The entry that a batch posted under a number, once its mirror voided it; null where there is none. */
async function findVoidEntry(
  database: Database,
  { id, documents, cycle }: BatchRecord,
  number: string,
): Promise<VoidEntry | null> {
  interface Row extends Omit<VoidEntry, 'document'> {
    readonly document_id: string;
    readonly entry_id: string;
    readonly total: string;
    readonly head: Texts;
    readonly lines: readonly { line_no: number; code: string; currency_id: number; row: Texts }[];
  }
  const found = await sql<Row>`
    select d.id::text as document_id, e.id::text as entry_id, e.round, e.currency_id, c.iso_code as currency, e.rate::text,
      e.fc_total::numeric(18, 2)::text as total,
      (select json_object_agg(t.key, t.value) from jsonb_each_text(to_jsonb(d) || jsonb_build_object(
          'document_date', e.entry_date, 'payee_id', e.payee_id, 'bank_id', e.bank_id, 'bank_account', k.account_no,
          'cheque_number', e.cheque_number, 'remarks', coalesce(e.remarks, ''), 'purchase_order_id', e.purchase_order_id)) t) as head,
      (select json_agg(json_build_object('line_no', p.line_no, 'code', a.acct_code, 'currency_id', a.currency_id,
          'row', (select json_object_agg(t.key, t.value) from jsonb_each_text(to_jsonb(p) || jsonb_build_object(
            'debit_amount', p.fc_debit, 'credit_amount', p.fc_credit, 'debit_php', p.debit, 'credit_php', p.credit,
            'remarks', coalesce(p.remarks, ''))) t)) order by p.line_no)
        from posting p join account a on a.id = p.account_id where p.entry_id = e.id) as lines
    from posted_document n
    join journal_entry e on e.id = n.entry_id and e.reverses_id is null and e.round < ${cycle}
    join document d on d.id = e.document_id
    join currency c on c.id = e.currency_id
    left join bank k on k.id = e.bank_id
    where e.document_id = any (${documents.map((document) => document.id)}::bigint[]) and n.batch_id = ${id}::bigint and n.document_number = ${number}
    order by e.round desc limit 1`.execute(database);
  const row = found.rows[0];
  if (row === undefined) return null;
  const { document_id, entry_id, total, head, lines, ...entry } = row;
  const present = documents.find((document) => document.id === document_id)!;
  return {
    ...entry,
    document: {
      ...present,
      ...DOCUMENT.readTexts(head),
      document_number: number,
      total_amount: total,
      is_voided: false,
      journal_entry_id: entry_id,
      parts: {},
      lines: lines.map(({ line_no, code, currency_id, row: texts }) => ({
        line_no,
        account_code: code,
        account_currency_id: currency_id,
        ...LINE.readTexts(texts),
      })),
    },
  };
}
