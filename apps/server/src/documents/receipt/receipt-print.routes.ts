import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { DocumentKind } from '@talaan/contract/documents/document-kind';
import type { ReceiptDetail } from '@talaan/contract/documents/receipt/receipt-facts';
import type { ReceiptPrintRoutes } from '@talaan/contract/documents/receipt/receipt-print.contract';
import type { PrintedReceipt, ReceiptPaper } from '@talaan/contract/documents/receipt/receipt.papers';
import type { Paper } from '@talaan/contract/papers/paper';
import { STATUS, statusChip } from '@talaan/core/documents/document-status';
import { receiptSeries } from '@talaan/core/documents/document-type';
import { requireAmount } from '@talaan/core/money/money';
import { readBatch } from '../../batches/reading/read-batch.ts';
import { paddedBatchNumber, type BatchCall } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type Call, type RouteServices } from '../../platform/http/register-route.ts';
import { printDocument, sendPrint } from '../print/print-document.ts';
import { readReceiptDetail } from './receipt-facts.store.ts';
import { queueReceipt, readMailsOf } from './receipt-mail.ts';

type Kind = Pick<DocumentKind, 'types' | 'one'>;

/** The receipts of one type of document: their calls and their papers. */
interface ReceiptsOf {
  readonly kind: Kind;
  readonly calls: ReceiptPrintRoutes;
  readonly papers: Readonly<Record<ReceiptPaper, Paper<PrintedReceipt>>>;
}

/** Serves the papers of receipts of one type as data, as PDF and by mail, and what became of their mails. */
export function registerReceiptPrint(
  server: FastifyInstance,
  services: RouteServices,
  { kind, calls: { print, pdf, send, mails }, papers }: ReceiptsOf,
  hasMailServer: boolean,
): void {
  registerRoute(server, services, print, async ({ db, user, params, body }) => ({
    data: await printOf(db, user, kind, params, body),
  }));
  registerRoute(server, services, pdf, (call) =>
    sendPrint(services, call, papers[call.params.paper], (db) => printOf(db, call.user, kind, call.params, {})),
  );
  registerRoute(server, services, send, async ({ db, user, params }) => {
    const batch = await readBatch(db, receiptCall(params.id, user, kind));
    requireIssued(batch, kind);
    const sent = await queueReceipt(db, user, batch.headers[0]!.id);
    return { data: { batch_number: batch.batch_number, ...sent, has_server: hasMailServer } };
  });
  registerRoute(server, services, mails, async ({ db, user, params }) => {
    const { headers } = await readBatch(db, receiptCall(params.id, user, kind));
    return { data: await readMailsOf(db, headers[0]!.id) };
  });
}

type Asked = Call<ReceiptPrintRoutes['print']>;

async function printOf(
  transaction: Database,
  user: Principal,
  kind: Kind,
  { id, paper }: Asked['params'],
  told: Asked['body'],
) {
  const batchNumber = (await batchOfReceipt(transaction, id, paper, kind)) ?? id;
  const detail = await readReceiptDetail(transaction, receiptCall(batchNumber, user, kind));
  requirePaper(detail, paper, kind);
  requireSame(detail, told);
  return printDocument(transaction, user, `receipt_${paper}`, detail);
}

/** The document of a kind that a call names. */
export function receiptCall(id: string, user: Principal, { types }: Kind): BatchCall {
  return { batch_number: paddedBatchNumber(id), types, user };
}

/** The batch behind the number of an official or an acknowledgement receipt; null for anything else. */
async function batchOfReceipt(
  database: Database,
  id: string,
  paper: ReceiptPaper,
  { types }: Kind,
): Promise<string | null> {
  if (!/^\d{12}$/.test(id)) return null;
  const found = await sql<{ batch_number: string }>`
    select b.batch_number from document d join batch b on b.id = d.batch_id
    where b.document_type = any (${types}::text[]) and ${sql.ref(paper === 'ar' ? 'd.ar_number' : 'd.or_number')} = ${id}`.execute(
    database,
  );
  return found.rows[0]?.batch_number ?? null;
}

/** 'Cash receipt 0000012', as messages name a document. */
const named = ({ one }: Kind, batchNumber: string) => `${one[0]!.toUpperCase()}${one.slice(1)} ${batchNumber}`;

function requireIssued({ batch_number, status, voided, headers }: BatchDetail, kind: Kind): void {
  const { or_number, ar_number } = headers[0]!;
  if ((or_number !== null || ar_number !== null) && !voided) return;
  if (status === STATUS.APPROVED) throw nothingReceived(kind, batch_number);
  const { label } = statusChip(kind.types[0], status);
  throw conflict('receipt_not_issued', `${named(kind, batch_number)} is ${label}. Only an issued receipt is sent.`);
}

const nothingReceived = (kind: Kind, batchNumber: string) =>
  conflict(
    'nothing_received',
    `${named(kind, batchNumber)} brings neither cash nor tax withheld: it takes no receipt number and has no receipt.`,
  );

/** A receipt has the papers of its kinds alone. */
function requirePaper({ receipt }: ReceiptDetail, paper: ReceiptPaper, kind: Kind): void {
  if (requireAmount(receipt.amount) === 0n && receipt.or_number === null && receipt.ar_number === null)
    throw nothingReceived(kind, receipt.batch_number);
  const kinds = receiptSeries(receipt.is_or_ar ?? 0);
  if (paper === 'e' ? kinds.length > 0 : kinds.includes(paper)) return;
  const wanted = { or: 'official receipt', ar: 'acknowledgement receipt', e: 'receipt' }[paper];
  throw conflict(
    'no_such_receipt',
    `${named(kind, receipt.batch_number)} has no ${wanted}. Choose the receipt in its header.`,
  );
}

/** What a link says beside its number must be what is stored: a paper is never made of what an address claims. */
function requireSame({ receipt }: ReceiptDetail, told: Asked['body']): void {
  const isSame =
    (told.collection_date ?? receipt.receipt_date) === receipt.receipt_date &&
    (told.payee_desc ?? receipt.payee_desc) === receipt.payee_desc &&
    (told.collected_amount ?? receipt.amount) === receipt.amount;
  if (!isSame)
    throw conflict('link_differs', 'This link says something else than the receipt. Open the document again.');
}
