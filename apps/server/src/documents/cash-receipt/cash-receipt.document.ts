import type { DocumentDefinition } from '../../batches/record/document-definition.ts';

/**
 * A cash receipt takes in what a payor pays: one document, whose total is what is settled by it, the tax that the payor
 * withheld included (worked example convention C5). Its official or acknowledgement receipt gets its number when it is
 * approved, and it needs no approval by default (decisions §3).
 */
export const cashReceiptDocument: DocumentDefinition = {
  document_type: 'CR',
  most_documents: 1,
  checkHeader: () => [],
  totalOf: ({ debit_minor }) => debit_minor,
};
