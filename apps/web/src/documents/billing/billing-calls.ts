import { queryOptions } from '@tanstack/react-query';
import {
  listBillings,
  listUncollected,
  readBilling,
  searchInvoices,
} from '@talaan/contract/documents/billing/billing.contract';
import { callServer } from '../../api/client.ts';
import { BATCHES_KEY, type ListCall } from '../../batches/record/batch-calls.ts';

/** The billings of a list of transactions: its month is that of their billing dates. */
export const BILLING_LIST: ListCall = {
  path: listBillings.path,
  ask: ({ document_date: request_date, ...query }, signal) =>
    callServer(listBillings, { query: { ...query, ...(request_date === undefined ? {} : { request_date }) }, signal }),
};

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
