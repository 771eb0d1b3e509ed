import type { DocumentKind } from '../document-kind.ts';

export const CASH_RECEIPTS = {
  module: 'Cash Receipt',
  types: ['CR'],
  list: '/trxcr',
  page: '/trxcr/create',
  newTitle: 'Create',
  one: 'cash receipt',
  many: 'cash receipts',
} as const satisfies DocumentKind;
