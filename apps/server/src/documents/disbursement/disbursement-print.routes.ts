import type { FastifyInstance } from 'fastify';
import { DISBURSEMENTS } from '@talaan/contract/documents/disbursement/disbursement.kind';
import { debitLetterPaper } from '@talaan/contract/documents/disbursement/debit-letter.paper';
import {
  printDebitMemo,
  printLetter,
  printLetterPdf,
  printVoucher,
  printVoucherPdf,
} from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { voucherPaper } from '@talaan/contract/documents/disbursement/voucher.paper';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { paddedBatchNumber } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { printDocument, sendPrint } from '../print/print-document.ts';
import { readPrintedLetter } from './printed-letter.store.ts';
import { printPayment, readPrintedPayment } from './printed-payment.store.ts';

/** What is paid by cheque has a voucher. */
const WITH_CHEQUE = DISBURSEMENTS.types.filter((type) => DOCUMENT_TYPES[type].header.cheque);

/** Serves the papers of disbursements, as data and as PDF; each counts as a print. */
export function registerDisbursementPrint(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, printVoucher, async ({ db, user, params, body }) => ({
    data: await voucherOf(db, user, params.id, body),
  }));
  registerRoute(server, services, printVoucherPdf, (call) =>
    sendPrint(services, call, voucherPaper, (db) => voucherOf(db, call.user, call.params.id, call.query)),
  );
  registerRoute(server, services, printLetter, async ({ db, user, params }) => ({
    data: await letterOf(db, user, params.id),
  }));
  for (const route of [printLetterPdf, printDebitMemo]) {
    registerRoute(server, services, route, (call) =>
      sendPrint(services, call, debitLetterPaper, (db) => letterOf(db, call.user, call.params.id)),
    );
  }
}

async function voucherOf(
  transaction: Database,
  user: Principal,
  id: string,
  { document_number }: { document_number?: string | undefined },
) {
  const call = { batch_number: paddedBatchNumber(id), types: WITH_CHEQUE, user };
  const payment = await readPrintedPayment(transaction, call, document_number);
  return printPayment(transaction, user, DISBURSEMENTS.paper.name, payment);
}

async function letterOf(transaction: Database, user: Principal, id: string) {
  const call = { batch_number: paddedBatchNumber(id), types: ['DM'] as const, user };
  return printDocument(transaction, user, 'debit_letter', await readPrintedLetter(transaction, call));
}
