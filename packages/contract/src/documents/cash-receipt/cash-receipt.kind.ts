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
    { name: 'receipt_form', label: 'Blank receipt form', size: 'A5', address: () => '/preview-receipt' },
  ],
} as const satisfies DocumentKind;
