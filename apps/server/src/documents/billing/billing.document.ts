import type { DocumentDefinition } from '../../batches/record/document-definition.ts';

/** A billing is an invoice once it is approved, and takes its number then (decisions §5, §6). */
export const billingDocument: DocumentDefinition = {
  document_type: 'BI',
  numbersAtApproval: ({ documents }) => [{ kind: 'bi', document_ids: documents.map(({ id }) => id) }],
};
