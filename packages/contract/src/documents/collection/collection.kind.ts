import type { DocumentKind } from '../document-kind.ts';

export const COLLECTIONS = {
  module: 'Collection',
  types: ['CN'],
  list: '/trx-collection',
  page: '/trx-collection/create',
  newTitle: 'Create',
  one: 'collection',
  many: 'collections',
} as const satisfies DocumentKind;
