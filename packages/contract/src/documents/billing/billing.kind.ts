import type { DocumentKind } from '../document-kind.ts';

export const BILLINGS = {
  module: 'Billing',
  types: ['BI'],
  list: '/trx-billing',
  page: '/trx-billing/create',
  newTitle: 'Create',
  one: 'billing',
  many: 'billings',
} as const satisfies DocumentKind;
