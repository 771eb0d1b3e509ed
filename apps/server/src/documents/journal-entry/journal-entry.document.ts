import type { DocumentDefinition } from '../../batches/record/document-definition.ts';

/** The journal entry adds nothing to what the engine does. */
export const journalEntryDocument: DocumentDefinition = { document_type: 'JE' };
