import { sql } from 'kysely';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { ReceiptDetail, ReceiptFacts } from '@talaan/contract/documents/receipt/receipt-facts';
import {
  collectionSums,
  plainPercentage,
  receiptSums,
  type ReceiptSums,
} from '@talaan/core/documents/receipt/receipt-sums';
import { STATUS } from '@talaan/core/documents/document-status';
import { amountText, requireAmount } from '@talaan/core/money/money';
import { VAT_TYPE } from '@talaan/core/money/withholding';
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
  const sums = sumsOf(header, stored);
  return {
    table: TABLES[batch.document_type]!,
    batch_number: batch.batch_number,
    is_or_ar: header.is_or_ar,
    or_number: header.or_number,
    ar_number: header.ar_number,
    billing_invoice_no: stored.invoices.map(({ number }) => number).join(', ') || null,
    receipt_date: header.document_date,
    payee_desc: batch.payee_desc ?? '',
    ...payee,
    // A paper never says nothing of what it is for.
    remarks: batch.remarks || servicesOf(batch),
    currency: batch.currency,
    amount: amountText(sums.total_minor),
    vat: amountText(sums.vat_minor),
    vat_sale: amountText(sums.vat_sale_minor),
    tax_percent: plainPercentage(sums.rate),
    withheld: amountText(sums.withheld_minor),
    net: amountText(sums.due_minor),
    cheque: stored.cheque,
    prepared_by: batch.preparer,
    receipt_status: header.receipt_status,
    voided: batch.voided || batch.status === STATUS.ARCHIVED,
  };
}

/** The services of its lines, each once. */
function servicesOf({ details }: BatchDetail): string {
  return [...new Set(details.map(({ billing_service_name }) => billing_service_name))].filter(Boolean).join(', ');
}

interface StoredFacts {
  readonly withheld: string;
  /** What came in, or is to: null where the header says it. */
  readonly received: string | null;
  readonly advance: string;
  readonly cheque: ReceiptFacts['cheque'];
  readonly invoices: readonly {
    readonly number: string | null;
    readonly settled: string;
    readonly billed: string;
    readonly vat: string;
    readonly vatable: string;
  }[];
}

function sumsOf({ total_amount, vat }: BatchDetail['headers'][number], stored: StoredFacts): ReceiptSums {
  const applied = requireAmount(stored.withheld);
  if (stored.received === null) return receiptSums(requireAmount(total_amount), vat, applied);
  const invoices = stored.invoices.map(({ settled, billed, vat: billedVat, vatable }) => ({
    settled_minor: requireAmount(settled),
    billed_minor: requireAmount(billed),
    billed_vat_minor: requireAmount(billedVat),
    billed_vatable_minor: requireAmount(vatable),
  }));
  return collectionSums(requireAmount(stored.received) + applied, invoices, requireAmount(stored.advance), applied);
}

/**
 * The creditable tax that was applied; of a collection also what came in and what it takes from each invoice, and of an
 * invoice the whole of itself.
 */
async function readStored(database: Database, documentId: string): Promise<StoredFacts> {
  const found = await sql<StoredFacts>`
    with settled as (
      select a.line_no, a.billing_document_id as invoice, a.cash_amount + a.withholding_amount as settled
      from collection_application a where a.document_id = ${documentId}::bigint
      union all
      select 1, g.document_id, d.total_amount from billing g join document d on d.id = g.document_id
      where g.document_id = ${documentId}::bigint)
    select
      (select coalesce(sum(l.debit_amount - l.credit_amount), 0)::numeric(18, 2)
        from line l join account a on a.id = l.account_id and a.role = 'CWT' where l.document_id = d.id) as withheld,
      case when g.document_id is null then c.received_amount else d.total_amount end::numeric(18, 2) as received,
      coalesce(c.advance_amount, 0)::numeric(18, 2) as advance,
      (select jsonb_build_object('bank_name', q.bank_name, 'cheque_number', q.cheque_number, 'cheque_date', q.cheque_date)
        from received_cheque q where q.collection_document_id = d.id) as cheque,
      (select coalesce(jsonb_agg(jsonb_build_object('number', i.document_number, 'settled', s.settled::numeric(18, 2)::text,
            'billed', i.total_amount::numeric(18, 2)::text, 'vat', (
              select coalesce(sum(v.credit_amount), 0)::numeric(18, 2)::text
              from line v join account t on t.id = v.account_id and t.role = 'OUTPUT_VAT' where v.document_id = i.id),
            'vatable', (select coalesce(sum(x.total_amount), 0)::numeric(18, 2)::text
              from billing_service_line x where x.document_id = i.id and x.vat = ${VAT_TYPE.VATABLE}))
          order by s.line_no), '[]')
        from settled s join document i on i.id = s.invoice) as invoices
    from document d left join collection c on c.document_id = d.id left join billing g on g.document_id = d.id
    where d.id = ${documentId}::bigint`.execute(database);
  return found.rows[0]!;
}
