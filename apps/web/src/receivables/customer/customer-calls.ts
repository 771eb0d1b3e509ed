import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readCustomer } from '@talaan/contract/receivables/customer/customer.contract';
import { listBatches } from '@talaan/contract/documents/desk.contract';
import { callServer } from '../../api/client.ts';
import { BATCHES_KEY } from '../../batches/record/batch-calls.ts';

/** A customer with what is open today; kept with all transactions, so that a move of one makes it read again. */
export const customerOf = (id: number) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'customer', id],
    queryFn: async ({ signal }) => (await callServer(readCustomer, { params: { id }, query: {}, signal })).data,
    staleTime: 0,
  });

/** So many of what was entered for a customer, the last first: of every type that the caller may read. */
export const entriesOf = (id: number, pages: number) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'customer-entries', id, pages],
    queryFn: ({ signal }) =>
      callServer(listBatches, { query: { payee_id: id, sort: '-document_date', page: 1, pages }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
