import type { FastifyInstance } from 'fastify';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import {
  printDebitMemo,
  printLetter,
  printLetterPdf,
  printVoucher,
  printVoucherPdf,
  type PrintedLetter,
  type PrintedPayment,
} from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { callNaming } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { sendPrint } from '../print/print-document.ts';
import { registerPaper } from '../print/register-paper.ts';
import { DEBIT_LETTER, VOUCHER, WITH_CHEQUE } from './disbursement-print.ts';
import { printedLetters, readPrintedLetter } from './printed-letter.store.ts';
import { printedPayments, readPrintedPayment } from './printed-payment.store.ts';

/** Serves the papers of disbursements, as data and as PDF; each that is no preview counts as a copy. */
export function registerDisbursementPrint(server: FastifyInstance, services: RouteServices): void {
  registerPaper(server, services, { print: printVoucher, pdf: printVoucherPdf }, voucherOf);
  registerPaper(server, services, { print: printLetter, pdf: printLetterPdf }, letterOf);
  registerRoute(server, services, printDebitMemo, (call) =>
    sendPrint(services, call, (db) => letterOf(db, call.user, call.params.id)),
  );
}

/** The vouchers of a batch, or the one of a number. */
export async function voucherOf(
  database: Database,
  user: Principal,
  id: string,
  { document_number }: { document_number?: string | undefined } = {},
) {
  const call = callNaming(id, WITH_CHEQUE, user);
  return voucherPaperOf(await readPrintedPayment(database, call, document_number));
}

/** The vouchers of batches that were read. */
export async function vouchersOf(database: Database, batches: readonly BatchDetail[]) {
  return (await printedPayments(database, batches)).map(voucherPaperOf);
}

const voucherPaperOf = (shown: PrintedPayment) => ({
  kind: VOUCHER,
  subject: { document_id: shown.documents[0]!.id },
  shown,
});

/** The letter of a debit memo, or as it was under a number. */
export async function letterOf(
  database: Database,
  user: Principal,
  id: string,
  { document_number }: { document_number?: string | undefined } = {},
) {
  const call = callNaming(id, ['DM'], user);
  return letterPaperOf(await readPrintedLetter(database, call, document_number));
}

/** The letters of batches that were read. */
export async function lettersOf(database: Database, batches: readonly BatchDetail[]) {
  return (await printedLetters(database, batches)).map(letterPaperOf);
}

const letterPaperOf = (shown: PrintedLetter) => ({
  kind: DEBIT_LETTER,
  subject: { document_id: shown.documents[0]!.id },
  shown,
});
