import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type {
  PrintedLetter,
  PrintedPayment,
} from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { debitLetterPaper } from '@talaan/contract/documents/disbursement/debit-letter.paper';
import { DISBURSEMENTS } from '@talaan/contract/documents/disbursement/disbursement.kind';
import { voucherPaper } from '@talaan/contract/documents/disbursement/voucher.paper';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { aboutBatch, type PaperAbout, type PaperKind } from '../print/paper-kind.ts';
import { verifiedDocument } from '../print/verify-paper.ts';
import { readPrintedLetter } from './printed-letter.store.ts';
import { readPrintedPayment } from './printed-payment.store.ts';

/** What is paid by cheque has a voucher. */
export const WITH_CHEQUE = DISBURSEMENTS.types.filter((type) => DOCUMENT_TYPES[type].header.cheque);

/** What a paper of one payment says of itself, whose amount is what the bank pays: what was withheld is none of it. */
function aboutPayment(batch: BatchDetail): PaperAbout {
  const about = aboutBatch(batch);
  const [document, ...others] = batch.documents;
  return document === undefined || others.length > 0 ? about : { ...about, amount: document.amount };
}

/** The vouchers of a batch: each of its documents has one, and a count of its own. */
export const VOUCHER: PaperKind<PrintedPayment> = {
  kind: DISBURSEMENTS.paper.name,
  paper: voucherPaper,
  about: aboutPayment,
  several: {
    parts: (payment) =>
      payment.documents.map((document, at) => ({
        subject: { document_id: document.id },
        shown: { ...payment, headers: [document], documents: [document], payments: [payment.payments[at]!] },
      })),
    together: (payment, copies) => ({
      ...payment,
      payments: payment.payments.map((facts, at) => {
        const { copy_no, verify } = copies[at]!;
        return { ...facts, copy_no, verify };
      }),
    }),
  },
};

/** The letter by which a bank is asked to debit an account. */
export const DEBIT_LETTER: PaperKind<PrintedLetter> = {
  kind: 'debit_letter',
  paper: debitLetterPaper,
  about: aboutPayment,
};

export const VERIFIED_DISBURSEMENTS = [
  verifiedDocument(VOUCHER, WITH_CHEQUE, (database, call) => readPrintedPayment(database, call)),
  verifiedDocument(DEBIT_LETTER, ['DM'], (database, call) => readPrintedLetter(database, call)),
];
