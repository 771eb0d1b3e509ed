import { MESSAGES } from '../../errors/messages.ts';
import type { DocumentKind } from '../document-kind.ts';

export const JOURNALS = {
  module: 'Journal Entries',
  types: ['JE'],
  list: '/trx-gen-journal',
  page: '/trx-gen-journal/create',
  newTitle: MESSAGES.addEntries,
  one: 'journal entry',
  many: 'journal entries',
} as const satisfies DocumentKind;
