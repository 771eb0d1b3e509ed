import { DETAILS_ON_PAPER } from '../print/details-address.ts';
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
  otherPapers: [...receiptsOnPaper('/preview-collection-or', '/preview-collection-ar'), DETAILS_ON_PAPER],
  own: { number: 'collection_number', date: 'collection_date', lines: 'collection_details' },
} as const satisfies DocumentKind;
