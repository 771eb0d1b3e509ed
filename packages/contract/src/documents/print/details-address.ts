import { encodePrintLink } from '../../prints/print-link.ts';
import type { KindPaper } from '../document-kind.ts';

/** Where the letter of a debit memo, and the details of every other transaction, open (spec 2 §2). */
export const transactionAddress: KindPaper['address'] = ({ batch_number, document_type }) =>
  `/preview-trx/${encodePrintLink({ batch_number, document_type })}`;

/** The details of a transaction with lines. */
export const DETAILS_ON_PAPER = {
  name: 'details',
  label: 'Details',
  address: transactionAddress,
} as const satisfies KindPaper;
