import { queryOptions } from '@tanstack/react-query';
import { exportOrders, listOrders, readOrder } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { BATCHES_KEY, type BatchListQuery, type ListCall } from '../../batches/record/batch-calls.ts';

/** The orders of a list of transactions, which are asked for by the month of their own date. */
export const ORDER_LIST: ListCall = {
  path: listOrders.path,
  ask: (query, signal) => callServer(listOrders, { query: ofMonth(query), signal }),
  download: (query, format) => downloadFile(exportOrders, { query: { ...ofMonth(query), format } }),
};

function ofMonth({ document_date: po_date, ...query }: BatchListQuery) {
  return { ...query, ...(po_date === undefined ? {} : { po_date }) };
}

/** An order with what vouchers took of it; kept with all transactions, so that a move of one makes it read again. */
export const orderOf = (poNumber: string) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'order', poNumber],
    queryFn: async ({ signal }) => (await callServer(readOrder, { params: { id: poNumber }, signal })).data,
    staleTime: 0,
  });
