import { defineDocument } from '../../batches/record/document-definition.ts';

/** The journal entry adds nothing to what the engine does. */
export const journalEntryDocument = defineDocument({ document_type: 'JE' });
