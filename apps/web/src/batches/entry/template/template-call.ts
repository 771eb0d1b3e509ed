import { queryOptions } from '@tanstack/react-query';
import { regularRoutes, type TemplateEntry } from '@talaan/contract/resources/books/regular-transaction.contract';
import { callServer } from '../../../api/client.ts';
import { BATCHES_KEY } from '../../record/batch-calls.ts';

/** The transaction that a regular one makes on a day, by its Record ID: what was last time depends on the month. */
export const templateEntryOf = (id: number, document_date: string) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'template-entry', id, document_date],
    queryFn: async ({ signal }): Promise<TemplateEntry> => {
      const { data } = await callServer(regularRoutes.dataToCreate, { query: { id, document_date }, signal });
      // Without a template the call answers what a form asks for.
      if (!('missing' in data)) throw new TypeError('A template answers the transaction that it makes.');
      return data;
    },
    staleTime: 0,
  });
