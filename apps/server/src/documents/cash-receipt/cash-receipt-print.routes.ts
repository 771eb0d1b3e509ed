import type { FastifyInstance } from 'fastify';
import {
  cashReceiptPrint,
  readReceipt,
  receiptForm,
  receiptFormPdf,
} from '@talaan/contract/documents/cash-receipt/cash-receipt-print.contract';
import { CASH_RECEIPTS } from '@talaan/contract/documents/cash-receipt/cash-receipt.kind';
import { blankReceiptPaper } from '@talaan/contract/documents/receipt/receipt.papers';
import { callNaming } from '../../batches/record/batch-call.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { sendPaper } from '../../platform/pdf/send-paper.ts';
import { drawForFile, readForm } from '../print/print-document.ts';
import { readReceiptDetail } from '../receipt/receipt-facts.store.ts';
import { CASH_RECEIPT_KINDS } from '../receipt/receipt-papers.ts';
import { registerReceiptPrint } from '../receipt/receipt-print.routes.ts';

/** Serves what the receipt of a cash receipt says, its papers, its mails, and the blank form. */
export function registerCashReceiptPrint(
  server: FastifyInstance,
  services: RouteServices,
  hasMailServer: boolean,
): void {
  registerReceiptPrint(
    server,
    services,
    { kind: CASH_RECEIPTS, calls: cashReceiptPrint, papers: CASH_RECEIPT_KINDS },
    hasMailServer,
  );
  registerRoute(server, services, readReceipt, async ({ db, user, body }) => ({
    data: (await readReceiptDetail(db, callNaming(body.batch_number, CASH_RECEIPTS.types, user))).receipt,
  }));
  registerRoute(server, services, receiptFormPdf, async ({ db, user, reply }) => {
    const form = await readForm(db, user, { receipt: null });
    return sendPaper(reply, await drawForFile(db, blankReceiptPaper, form), form.printed_at);
  });
  registerRoute(server, services, receiptForm, async ({ db, user }) => ({
    data: await readForm(db, user, { receipt: null }),
  }));
}
