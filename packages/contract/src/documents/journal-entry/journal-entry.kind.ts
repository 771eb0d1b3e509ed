import { MESSAGES } from '../../errors/messages.ts';
import { encodePrintLink } from '../../prints/print-link.ts';
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
    address: ({ batch_number, document_type }) => `/preview-trx/${encodePrintLink({ batch_number, document_type })}`,
  },
} as const satisfies DocumentKind;
