import { sql } from 'kysely';
import { amountText, sumMinor } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import type { CheckedEntry } from './batch-content.ts';

/** What the database gives a new batch. */
export interface StoredBatch {
  readonly id: string;
  /** Ids of its documents, in the order of their header keys. */
  readonly document_ids: readonly string[];
}

/** Stores a checked entry as a new active batch with its documents and lines, in one statement. */
export async function insertBatch(
  transaction: Database,
  entry: CheckedEntry,
  owner: { batch_number: string; prepared_by: number },
): Promise<StoredBatch> {
  const { content } = entry;
  const stored = await sql<StoredBatch>`
    with new_batch as (
      insert into batch (document_type, batch_number, adjusting, prepared_by, currency_id, dollar_rate, total_amount,
        amount_php, payee_id, document_date, is_confidential, is_pdc, regular_trx)
      values (${content.document_type}, ${owner.batch_number}, ${content.adjusting}, ${owner.prepared_by},
        ${content.currency_id}, ${content.dollar_rate}::numeric, ${totalOf(entry)}::numeric, ${phpTotalOf(entry)}::numeric,
        ${content.documents[0]!.payee_id}, ${content.documents[0]!.document_date}, ${content.is_confidential},
        ${content.is_pdc}, ${entry.regular_trx})
      returning id
    ), new_document as (
      insert into document (batch_id, document_type, header_key, document_date, payee_id, bank_id, bank_account,
        payee_bank_id, cheque_number, vat, atc_id, is_or_ar, purchase_order_id, total_amount, remarks)
      select b.id, ${content.document_type}, g.header_key, g.document_date, g.payee_id, g.bank_id, g.bank_account,
        g.payee_bank_id, g.cheque_number, g.vat, g.atc_id, g.is_or_ar, g.purchase_order_id, g.total_amount, g.remarks
      from new_batch b cross join ${givenDocuments(entry)}
      returning id, header_key
    ), new_line as (
      insert into line (document_id, line_no, account_id, payee_id, department_id, branch_id, section_id,
        billing_service_id, atc_id, tax_base, debit_amount, credit_amount, debit_php, credit_php, remarks, proposed_part)
      select d.id, g.line_no, g.account_id, g.payee_id, g.department_id, g.branch_id, g.section_id,
        g.billing_service_id, g.atc_id, g.tax_base, g.debit_amount, g.credit_amount, g.debit_php, g.credit_php, g.remarks,
        g.part
      from new_document d join ${givenLines(entry)} on g.header_key = d.header_key
    )
    select b.id, (select array_agg(d.id order by d.header_key) from new_document d) as document_ids
    from new_batch b`.execute(transaction);
  return stored.rows[0]!;
}

/** What a batch says of its documents as a whole. */
export interface BatchSummary {
  /** Sums of the documents that are open, in minor units: the document's currency, and pesos. */
  readonly total_minor: bigint;
  readonly php_minor: bigint;
  /** Of the first open document. */
  readonly document_date: string;
  readonly payee_id: number | null;
}

/**
 * Brings the stored contents of a batch to those of a checked entry, in one statement, and frees the edit lock. Only
 * rows that differ are written, so that the history shows what was changed; stored documents that the entry does not
 * name stay as they are. Answers the ids of documents that are new. Refused when the batch is no longer at the version
 * that was read.
 */
export async function updateContents(
  transaction: Database,
  batch: { id: string; row_version: number },
  entry: CheckedEntry,
  summary: BatchSummary,
): Promise<string[]> {
  const { content } = entry;
  await freeMovedCheques(transaction, batch.id, entry);
  const stored = await sql<{ new_ids: string[] }>`
    with given_document as materialized (select * from ${givenDocuments(entry)}
    ), changed_document as (
      update document d
      set document_date = g.document_date, payee_id = g.payee_id, bank_id = g.bank_id, bank_account = g.bank_account,
        payee_bank_id = g.payee_bank_id, cheque_number = g.cheque_number, vat = g.vat, atc_id = g.atc_id,
        is_or_ar = g.is_or_ar, purchase_order_id = g.purchase_order_id, total_amount = g.total_amount,
        remarks = g.remarks
      from given_document g
      where d.batch_id = ${batch.id}::bigint and d.header_key = g.header_key
        and row(d.document_date, d.payee_id, d.bank_id, d.bank_account, d.payee_bank_id, d.cheque_number, d.vat, d.atc_id,
            d.is_or_ar, d.purchase_order_id, d.total_amount, d.remarks)
          is distinct from row(g.document_date, g.payee_id, g.bank_id, g.bank_account, g.payee_bank_id, g.cheque_number,
            g.vat, g.atc_id, g.is_or_ar, g.purchase_order_id, g.total_amount, g.remarks)
    ), new_document as (
      insert into document (batch_id, document_type, header_key, document_date, payee_id, bank_id, bank_account,
        payee_bank_id, cheque_number, vat, atc_id, is_or_ar, purchase_order_id, total_amount, remarks)
      select ${batch.id}::bigint, ${content.document_type}, g.header_key, g.document_date, g.payee_id, g.bank_id,
        g.bank_account, g.payee_bank_id, g.cheque_number, g.vat, g.atc_id, g.is_or_ar, g.purchase_order_id,
        g.total_amount, g.remarks
      from given_document g
      where not exists (
        select from document d where d.batch_id = ${batch.id}::bigint and d.header_key = g.header_key)
      returning id, header_key
    ), given_line as materialized (
      select d.id as document_id, g.* from ${givenLines(entry)}
      join (
        select id, header_key from document where batch_id = ${batch.id}::bigint
        union all select id, header_key from new_document
      ) d on d.header_key = g.header_key
    ), gone_line as (
      delete from line l using document d, given_document g
      where d.batch_id = ${batch.id}::bigint and g.header_key = d.header_key and l.document_id = d.id
        and not exists (select from given_line n where n.document_id = l.document_id and n.line_no = l.line_no)
    ), changed_line as (
      update line l
      set account_id = g.account_id, payee_id = g.payee_id, department_id = g.department_id, branch_id = g.branch_id,
        section_id = g.section_id, billing_service_id = g.billing_service_id, atc_id = g.atc_id, tax_base = g.tax_base,
        debit_amount = g.debit_amount, credit_amount = g.credit_amount, debit_php = g.debit_php,
        credit_php = g.credit_php, remarks = g.remarks, proposed_part = g.part
      from given_line g
      where l.document_id = g.document_id and l.line_no = g.line_no
        and row(l.account_id, l.payee_id, l.department_id, l.branch_id, l.section_id, l.billing_service_id, l.atc_id,
            l.tax_base, l.debit_amount, l.credit_amount, l.debit_php, l.credit_php, l.remarks, l.proposed_part)
          is distinct from row(g.account_id, g.payee_id, g.department_id, g.branch_id, g.section_id,
            g.billing_service_id, g.atc_id, g.tax_base, g.debit_amount, g.credit_amount, g.debit_php, g.credit_php,
            g.remarks, g.part)
    ), new_line as (
      insert into line (document_id, line_no, account_id, payee_id, department_id, branch_id, section_id,
        billing_service_id, atc_id, tax_base, debit_amount, credit_amount, debit_php, credit_php, remarks, proposed_part)
      select g.document_id, g.line_no, g.account_id, g.payee_id, g.department_id, g.branch_id, g.section_id,
        g.billing_service_id, g.atc_id, g.tax_base, g.debit_amount, g.credit_amount, g.debit_php, g.credit_php, g.remarks,
        g.part
      from given_line g
      where not exists (select from line l where l.document_id = g.document_id and l.line_no = g.line_no)
    ), changed_batch as (
      update batch
      set adjusting = ${content.adjusting}, currency_id = ${content.currency_id},
        dollar_rate = ${content.dollar_rate}::numeric, total_amount = ${amountText(summary.total_minor)}::numeric,
        amount_php = ${amountText(summary.php_minor)}::numeric, payee_id = ${summary.payee_id},
        document_date = ${summary.document_date}, is_confidential = ${content.is_confidential},
        is_pdc = ${content.is_pdc}, regular_trx = ${entry.regular_trx}, processing = 0, locked_by = null, locked_at = null, heartbeat_at = null,
        row_version = ${batch.row_version}
      where id = ${batch.id}::bigint
    )
    select coalesce((select array_agg(n.id order by n.header_key) from new_document n), '{}') as new_ids`.execute(
    transaction,
  );
  return stored.rows[0]!.new_ids;
}

/** Lets go of numbers that another cheque of the same series takes over, so that a series can count on from its second. */
async function freeMovedCheques(transaction: Database, batchId: string, entry: CheckedEntry): Promise<void> {
  if (entry.content.documents.length < 2) return;
  await sql`
    update document d set cheque_number = null
    from ${givenDocuments(entry)}
    where d.batch_id = ${batchId}::bigint and g.header_key <> d.header_key
      and cheque_key(g.cheque_number) = cheque_key(d.cheque_number)`.execute(transaction);
}

/** Takes documents out of use with a reason; their numbers stay in the register. */
export async function voidDocuments(
  transaction: Database,
  documentIds: readonly string[],
  by: { user_id: number; reason: string },
): Promise<void> {
  if (documentIds.length === 0) return;
  await transaction
    .updateTable('document')
    .set({ voided_at: sql`now()`, voided_by: by.user_id, void_reason: by.reason })
    .where('id', 'in', [...documentIds])
    .where('voided_at', 'is', null)
    .execute();
}

function givenDocuments(entry: CheckedEntry) {
  const documents = entry.content.documents.map(({ lines: _lines, ...document }, index) => ({
    ...document,
    total_amount: amountText(entry.totals[index]!.total_minor),
    remarks: document.remarks === '' ? null : document.remarks,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as g (header_key int, document_date date, payee_id int,
    bank_id int, bank_account text, payee_bank_id int, cheque_number text, vat smallint, atc_id int, is_or_ar smallint,
    purchase_order_id bigint, total_amount numeric, remarks text)`;
}

function givenLines(entry: CheckedEntry) {
  const lines = entry.content.documents.flatMap(({ header_key, lines: ofDocument }) =>
    ofDocument.map((line) => ({ header_key, ...line, remarks: line.remarks === '' ? null : line.remarks })),
  );
  return sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g (header_key int, line_no smallint, account_id int,
    payee_id int, department_id int, branch_id int, section_id int, billing_service_id int, atc_id int, tax_base numeric,
    debit_amount numeric, credit_amount numeric, debit_php numeric, credit_php numeric, remarks text, part text)`;
}

function totalOf(entry: CheckedEntry): string {
  return amountText(sumMinor(entry.totals.map((total) => total.total_minor)));
}

function phpTotalOf(entry: CheckedEntry): string {
  return amountText(sumMinor(entry.totals.map((total) => total.php_minor)));
}
