import { queryOptions } from '@tanstack/react-query';
import { listOrders, readOrder } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { callServer } from '../../api/client.ts';
import { BATCHES_KEY, type ListCall } from '../../batches/record/batch-calls.ts';

/** The orders of a list of transactions: its month is that of their PO dates. */
export const ORDER_LIST: ListCall = {
  path: listOrders.path,
  ask: ({ document_date: po_date, ...query }, signal) =>
    callServer(listOrders, { query: { ...query, ...(po_date === undefined ? {} : { po_date }) }, signal }),
};

/** An order with what vouchers took of it; kept with all transactions, so that a move of one makes it read again. */
export const orderOf = (poNumber: string) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'order', poNumber],
    queryFn: async ({ signal }) => (await callServer(readOrder, { params: { id: poNumber }, signal })).data,
    staleTime: 0,
  });
