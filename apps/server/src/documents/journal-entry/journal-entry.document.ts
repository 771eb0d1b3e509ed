import type { DocumentDefinition } from '../../batches/record/document-definition.ts';

/**
 * The journal entry: a batch of one document without payee and bank in its header; its lines are what it posts, and its
 * total is its debit (decisions §3, §4).
 */
export const journalEntryDocument: DocumentDefinition = {
  document_type: 'JE',
  most_documents: 1,
  checkHeader: () => [],
  totalOf: ({ debit_minor }) => debit_minor,
};
