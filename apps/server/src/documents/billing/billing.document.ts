import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { DocumentDefinition } from '../../batches/record/document-definition.ts';
import { numberDocuments } from '../../numbering/document-numbers.ts';

/** A billing is an invoice once it is approved, and takes its number then (decisions §5, §6). */
export const billingDocument: DocumentDefinition = {
  document_type: 'BI',
  // The series stays locked until the commit, so that this is the last write.
  async onApproved(transaction, { document_type, documents }, { user_id }) {
    const program = DOCUMENT_MODULES[document_type];
    const document_ids = documents.map(({ id }) => id);
    const [document_number] = await numberDocuments(transaction, { kind: 'bi', user_id, program, document_ids });
    return { document_number: document_number! };
  },
};
