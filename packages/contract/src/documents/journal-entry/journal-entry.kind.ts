import { MESSAGES } from '../../errors/messages.ts';
import { transactionAddress } from '../print/details-address.ts';
import type { DocumentKind } from '../document-kind.ts';

export const JOURNALS = {
  module: 'Journal Entries',
  types: ['JE'],
  list: '/trx-gen-journal',
  page: '/trx-gen-journal/create',
  newTitle: MESSAGES.addEntries,
  one: 'journal entry',
  many: 'journal entries',
  paper: {
    name: 'journal_details',
    label: 'Journal details',
    address: transactionAddress,
  },
} as const satisfies DocumentKind;
