import { queryOptions } from '@tanstack/react-query';
import {
  exportBillings,
  listBillings,
  listUncollected,
  readBilling,
  searchInvoices,
} from '@talaan/contract/documents/billing/billing.contract';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { BATCHES_KEY, type BatchListQuery, type ListCall } from '../../batches/record/batch-calls.ts';

/** The billings of a list of transactions, which are asked for by the month of their own date. */
export const BILLING_LIST: ListCall = {
  path: listBillings.path,
  ask: (query, signal) => callServer(listBillings, { query: ofMonth(query), signal }),
  download: (query, format) => downloadFile(exportBillings, { query: { ...ofMonth(query), format } }),
};

function ofMonth({ document_date: request_date, ...query }: BatchListQuery) {
  return { ...query, ...(request_date === undefined ? {} : { request_date }) };
}

/** A billing with what is collected of it; kept with all transactions, so that a move of one makes it read again. */
export const billingOf = (requestNumber: string) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'billing', requestNumber],
    queryFn: async ({ signal }) => (await callServer(readBilling, { params: { id: requestNumber }, signal })).data,
    staleTime: 0,
  });

/** What a customer owes today, the oldest first. */
export const openInvoicesOf = (payee_id: number) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'open-invoices', payee_id],
    queryFn: async ({ signal }) => (await callServer(listUncollected, { query: { payee_id }, signal })).data,
    staleTime: 0,
  });

/** The last invoice of a customer; null for none. */
export const lastInvoiceOf = (payee_id: number) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'last-invoice', payee_id],
    queryFn: async ({ signal }) => (await callServer(searchInvoices, { query: { payee_id }, signal })).data[0] ?? null,
    staleTime: 0,
  });
