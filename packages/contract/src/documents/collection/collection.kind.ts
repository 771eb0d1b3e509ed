import type { DocumentKind } from '../document-kind.ts';
import { receiptByMail, receiptsOnPaper } from '../receipt/receipt-addresses.ts';

export const COLLECTIONS = {
  module: 'Collection',
  types: ['CN'],
  list: '/trx-collection',
  page: '/trx-collection/create',
  newTitle: 'Create collection',
  one: 'collection',
  many: 'collections',
  voidStays: 'Its invoices open again; its receipt number stays used.',
  paper: receiptByMail('collection'),
  otherPapers: receiptsOnPaper('/preview-collection-or', '/preview-collection-ar'),
} as const satisfies DocumentKind;
