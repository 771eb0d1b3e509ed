import * as z from 'zod';
import { batchInput, headerInput } from './batch-input.contract.ts';

/**
 * What the entry page sends to create or update a journal: a batch of one document, without payee and bank in its
 * header (decisions §3, §4). The page validates with it; the server accepts the wider `batchInput` and says the rest.
 */
export const journalEntryInput = batchInput.extend({
  headers: z.tuple([
    headerInput.extend({
      batch_number: z.string('Batch Number is required.').min(1, 'Batch Number is required.').max(20),
    }),
  ]),
});
export type JournalEntryInput = z.input<typeof journalEntryInput>;
