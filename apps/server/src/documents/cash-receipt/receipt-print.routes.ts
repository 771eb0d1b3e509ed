import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  printReceipt,
  listReceiptMails,
  printReceiptPdf,
  readReceipt,
  receiptForm,
  receiptFormPdf,
  sendReceipt,
} from '@talaan/contract/documents/cash-receipt/cash-receipt-print.contract';
import { CASH_RECEIPTS } from '@talaan/contract/documents/cash-receipt/cash-receipt.kind';
import { blankReceiptPaper, RECEIPT_PAPER, type ReceiptPaper } from '@talaan/contract/documents/receipt/receipt.papers';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { ReceiptDetail } from '@talaan/contract/documents/receipt/receipt-facts';
import { statusChip } from '@talaan/core/documents/document-status';
import { receiptSeries } from '@talaan/core/documents/document-type';
import { readBatch } from '../../batches/reading/read-batch.ts';
import { paddedBatchNumber, type BatchCall } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type Call, type RouteServices } from '../../platform/http/register-route.ts';
import { sendPaper } from '../../platform/pdf/send-paper.ts';
import { drawForFile, printDocument, readForm, sendPrint } from '../print/print-document.ts';
import { readReceiptDetail } from '../receipt/receipt-facts.store.ts';
import { queueReceipt, readMailsOf } from '../receipt/receipt-mail.ts';

/** Serves what the receipt of a cash receipt says, its papers as data, as PDF and by mail, and what became of its mails. */
export function registerReceiptPrint(server: FastifyInstance, services: RouteServices, hasMailServer: boolean): void {
  registerRoute(server, services, readReceipt, async ({ db, user, body }) => ({
    data: (await readReceiptDetail(db, receiptCall(body.batch_number, user))).receipt,
  }));
  registerRoute(server, services, printReceipt, async ({ db, user, params, body }) => ({
    data: await printOf(db, user, params, body),
  }));
  registerRoute(server, services, printReceiptPdf, (call) =>
    sendPrint(services, call, RECEIPT_PAPER[call.params.paper], (db) => printOf(db, call.user, call.params, {})),
  );
  registerRoute(server, services, sendReceipt, async ({ db, user, params }) => {
    const batch = await readBatch(db, receiptCall(params.id, user));
    requireIssued(batch);
    const { receipt_status, to_address } = await queueReceipt(db, user, batch.headers[0]!.id);
    return { data: { batch_number: batch.batch_number, receipt_status, to_address, has_server: hasMailServer } };
  });
  registerRoute(server, services, listReceiptMails, async ({ db, user, params }) => {
    const { headers } = await readBatch(db, receiptCall(params.id, user));
    return { data: await readMailsOf(db, headers[0]!.id) };
  });
  registerRoute(server, services, receiptFormPdf, async ({ db, user, reply }) => {
    const form = await readForm(db, user, { receipt: null });
    return sendPaper(reply, await drawForFile(db, blankReceiptPaper, form), form.printed_at);
  });
  registerRoute(server, services, receiptForm, async ({ db, user }) => ({
    data: await readForm(db, user, { receipt: null }),
  }));
}

type Asked = Call<typeof printReceipt>;

async function printOf(transaction: Database, user: Principal, { id, paper }: Asked['params'], told: Asked['body']) {
  const batchNumber = (await batchOfReceipt(transaction, id, paper)) ?? id;
  const detail = await readReceiptDetail(transaction, receiptCall(batchNumber, user));
  requirePaper(detail, paper);
  requireSame(detail, told);
  return printDocument(transaction, user, `receipt_${paper}`, detail);
}

/** The cash receipt that a call names. */
export function receiptCall(id: string, user: Principal): BatchCall {
  return { batch_number: paddedBatchNumber(id), types: CASH_RECEIPTS.types, user };
}

/** The batch behind the number of an official or an acknowledgement receipt; null for anything else. */
async function batchOfReceipt(database: Database, id: string, paper: ReceiptPaper): Promise<string | null> {
  if (!/^\d{12}$/.test(id)) return null;
  const found = await sql<{ batch_number: string }>`
    select b.batch_number from document d join batch b on b.id = d.batch_id
    where b.document_type = 'CR' and ${sql.ref(paper === 'ar' ? 'd.ar_number' : 'd.or_number')} = ${id}`.execute(
    database,
  );
  return found.rows[0]?.batch_number ?? null;
}

function requireIssued({ batch_number, status, voided, headers }: BatchDetail): void {
  const { or_number, ar_number } = headers[0]!;
  if ((or_number !== null || ar_number !== null) && !voided) return;
  const { label } = statusChip('CR', status);
  throw conflict('receipt_not_issued', `Cash receipt ${batch_number} is ${label}. Only an issued receipt is sent.`);
}

/** A receipt has the papers of its kinds alone. */
function requirePaper({ receipt }: ReceiptDetail, paper: ReceiptPaper): void {
  const kinds = receiptSeries(receipt.is_or_ar ?? 0);
  if (paper === 'e' ? kinds.length > 0 : kinds.includes(paper)) return;
  const wanted = { or: 'official receipt', ar: 'acknowledgement receipt', e: 'receipt' }[paper];
  throw conflict(
    'no_such_receipt',
    `Cash receipt ${receipt.batch_number} has no ${wanted}. Choose the receipt in its header.`,
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
