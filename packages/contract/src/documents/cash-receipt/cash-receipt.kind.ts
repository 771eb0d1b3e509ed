import { DETAILS_ON_PAPER } from '../print/details-address.ts';
import type { DocumentKind } from '../document-kind.ts';
import { receiptByMail, receiptsOnPaper } from '../receipt/receipt-addresses.ts';

export const CASH_RECEIPTS = {
  module: 'Cash Receipt',
  types: ['CR'],
  list: '/trxcr',
  page: '/trxcr/create',
  newTitle: 'Create cash receipt',
  one: 'cash receipt',
  many: 'cash receipts',
  paper: receiptByMail('cash_receipt'),
  otherPapers: [
    ...receiptsOnPaper('/preview-OR', '/preview-AR'),
    DETAILS_ON_PAPER,
    { name: 'receipt_form', label: 'Blank receipt form', size: 'A5', address: () => '/preview-receipt' },
  ],
} as const satisfies DocumentKind;
