import { sql } from 'kysely';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { ReceiptDetail, ReceiptFacts } from '@talaan/contract/documents/receipt/receipt-facts';
import { plainPercentage, receiptSums } from '@talaan/core/documents/receipt/receipt-sums';
import { amountText, requireAmount } from '@talaan/core/money/money';
import { readBatch } from '../../batches/reading/read-batch.ts';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import { readPayeeOnPaper } from '../print/payee-on-paper.ts';

/** Which word of e-receipts stands for a document type. */
const TABLES: Readonly<Record<string, ReceiptFacts['table']>> = { CR: 'cash_receipt', CN: 'collection', BI: 'billing' };

/** A batch with what its receipt says; 404 when it is not to be seen. */
export async function readReceiptDetail(database: Database, call: BatchCall): Promise<ReceiptDetail> {
  const batch = await readBatch(database, call);
  return { ...batch, receipt: await readReceiptFacts(database, batch) };
}

async function readReceiptFacts(database: Database, batch: BatchDetail): Promise<ReceiptFacts> {
  const header = batch.headers[0]!;
  const [payee, stored] = await Promise.all([
    readPayeeOnPaper(database, batch.payee_id),
    readStored(database, header.id),
  ]);
  const sums = receiptSums(requireAmount(header.total_amount), header.vat, requireAmount(stored.withheld));
  return {
    table: TABLES[batch.document_type]!,
    batch_number: batch.batch_number,
    is_or_ar: header.is_or_ar,
    or_number: header.or_number,
    ar_number: header.ar_number,
    billing_invoice_no: stored.billing_invoice_no,
    receipt_date: header.document_date,
    payee_desc: batch.payee_desc ?? '',
    ...payee,
    remarks: batch.remarks,
    currency: batch.currency,
    amount: header.total_amount,
    vat: amountText(sums.vat_minor),
    vat_sale: amountText(sums.base_minor),
    tax_percent: plainPercentage(sums.rate),
    withheld: amountText(sums.withheld_minor),
    net: amountText(sums.due_minor),
    prepared_by: batch.preparer,
    receipt_status: header.receipt_status,
    voided: batch.voided,
  };
}

/** The creditable tax that was applied, and the invoices that a collection settles, parted by commas; null where none. */
async function readStored(database: Database, documentId: string) {
  const found = await sql<{ withheld: string; billing_invoice_no: string | null }>`
    select (select coalesce(sum(l.debit_amount - l.credit_amount), 0)::numeric(18, 2)::text
        from line l join account a on a.id = l.account_id and a.role = 'CWT' where l.document_id = ${documentId}::bigint) as withheld,
      (select string_agg(c.billing_invoice_no, ', ' order by c.line_no)
        from collection_application c where c.document_id = ${documentId}::bigint) as billing_invoice_no`.execute(
    database,
  );
  return found.rows[0]!;
}
