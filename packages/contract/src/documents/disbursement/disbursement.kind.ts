import type { DocumentKind } from '../document-kind.ts';

export const DISBURSEMENTS = {
  module: 'Disbursements',
  types: ['CV', 'CW', 'OB', 'DM'],
  list: '/trxdisb',
  page: '/trxdisb/create',
  newTitle: 'Create disbursement',
  one: 'disbursement',
  many: 'disbursements',
} as const satisfies DocumentKind;
