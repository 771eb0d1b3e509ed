import { sql } from 'kysely';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { ReceiptDetail, ReceiptFacts } from '@talaan/contract/documents/receipt/receipt-facts';
import {
  collectionSums,
  plainPercentage,
  receiptSums,
  type ReceiptSums,
} from '@talaan/core/documents/receipt/receipt-sums';
import { STATUS } from '@talaan/core/documents/status';
import { amountText, requireAmount } from '@talaan/core/money/money';
import { readBatch } from '../../batches/reading/read-batch.ts';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FrozenNumber, PaperRecord } from '../print/frozen-paper.store.ts';

/** Which word of e-receipts stands for a document type. */
const TABLES: Readonly<Record<string, ReceiptFacts['table']>> = { CR: 'cash_receipt', CN: 'collection', BI: 'billing' };

/**
 * A batch with what its receipt says; 404 when it is not to be seen. With `under`, what the receipt of that number said, which the
 * document gave up since.
 */
export async function readReceiptDetail(
  database: Database,
  call: BatchCall,
  under: FrozenNumber | null = null,
): Promise<ReceiptDetail> {
  return (await receiptDetailsOf(database, [await readBatch(database, call)], under))[0]!;
}

/** Batches that were read, each with what its receipt says. */
export async function receiptDetailsOf(
  database: Database,
  batches: readonly BatchDetail[],
  under: FrozenNumber | null = null,
): Promise<ReceiptDetail[]> {
  const ids = batches.map(({ headers }) => headers[0]!.id);
  const facts = await readAllFacts(database, ids, under);
  return batches.map((batch, at) => ({ ...batch, receipt: facts.get(ids[at]!)! }));
}

interface StoredFacts {
  readonly id: string;
  readonly document_type: string;
  readonly status: number;
  readonly document_number: string | null;
  readonly or_number: string | null;
  readonly ar_number: string | null;
  readonly receipt_status: number | null;
  readonly email_add: string;
  readonly record: PaperRecord;
}

/** What the receipt of a document says: as it was issued, or as it stands before that. */
export async function readReceiptFacts(database: Database, documentId: string): Promise<ReceiptFacts> {
  return (await readAllFacts(database, [documentId], null)).get(documentId)!;
}

async function readAllFacts(
  database: Database,
  documentIds: readonly string[],
  under: FrozenNumber | null,
): Promise<Map<string, ReceiptFacts>> {
  const found = await sql<StoredFacts>`
    select d.id::text, d.document_type, b.status, d.document_number, d.receipt_status, coalesce(p.email_add, '') as email_add,
      case when u.kind is null then d.or_number when u.kind = 'or' then u.number end as or_number,
      case when u.kind is null then d.ar_number when u.kind = 'ar' then u.number end as ar_number,
      coalesce(f.record, paper_record(d.id)) as record
    from document d join batch b on b.id = d.batch_id left join payee p on p.id = d.payee_id
    cross join (select ${under?.kind ?? null}::text as kind, ${under?.number ?? null}::text as number) u
    left join lateral (
      select z.record from frozen_paper z
      where z.document_id = d.id and case when u.kind is not null then z.kind = u.kind and z.number_text = u.number
        else z.number_text = case z.kind when 'bi' then d.document_number when 'or' then d.or_number else d.ar_number end end
      limit 1) f on true
    where d.id = any (${documentIds}::bigint[])`.execute(database);
  return new Map(found.rows.map((row) => [row.id, factsOf(row, under !== null)]));
}

function factsOf({ record, document_type, status, ...stored }: StoredFacts, isGivenUp: boolean): ReceiptFacts {
  const { payee, people, prepared_by, services, invoices } = record;
  const sums = sumsOf(record);
  const isIssued = isGivenUp || stored.or_number !== null || stored.ar_number !== null;
  const isDraft = status === STATUS.ACTIVE && !isIssued;
  const numbers = document_type === 'BI' ? [stored.document_number] : invoices.map(({ number }) => number);
  return {
    table: TABLES[document_type]!,
    batch_number: record.batch_number,
    is_or_ar: record.is_or_ar,
    or_number: stored.or_number,
    ar_number: stored.ar_number,
    billing_invoice_no: numbers.filter(Boolean).join(', ') || null,
    receipt_date: record.document_date,
    payee_desc: payee?.payee_desc ?? '',
    business_style: payee?.business_style ?? '',
    address: payee?.address ?? '',
    tin: payee?.tin ?? '',
    // It goes to where mail goes now.
    email_add: stored.email_add,
    // A paper never says nothing of what it is for.
    remarks: record.remarks || [...new Set(services.map(({ name }) => name))].join(', '),
    currency: record.currency,
    rate: record.rate,
    amount: amountText(sums.total_minor),
    vat: amountText(sums.vat_minor),
    vat_sale: amountText(sums.vat_sale_minor),
    tax_percent: plainPercentage(sums.rate),
    withheld: amountText(sums.withheld_minor),
    net: amountText(sums.due_minor),
    cheque: record.cheque,
    // Nobody answers for a draft.
    prepared_by: (isDraft ? undefined : people[prepared_by]) ?? '',
    receipt_status: stored.receipt_status,
    voided: isGivenUp || status === STATUS.ARCHIVED,
  };
}

function sumsOf({ total_amount, vat, withheld, received, advance, invoices }: PaperRecord): ReceiptSums {
  const applied = requireAmount(withheld);
  if (received === null) return receiptSums(requireAmount(total_amount), vat, applied);
  const settled = invoices.map((invoice) => ({
    settled_minor: requireAmount(invoice.settled),
    billed_minor: requireAmount(invoice.billed),
    billed_vat_minor: requireAmount(invoice.vat),
    billed_vatable_minor: requireAmount(invoice.vatable),
  }));
  return collectionSums(requireAmount(received) + applied, settled, requireAmount(advance), applied);
}
