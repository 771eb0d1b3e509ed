import { queryOptions } from '@tanstack/react-query';
import { listUncollected } from '@talaan/contract/documents/billing/billing.contract';
import {
  exportCollections,
  listCollections,
  readAdvance,
  readCollection,
} from '@talaan/contract/documents/collection/collection.contract';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { BATCHES_KEY, type BatchListQuery, type ListCall } from '../../batches/record/batch-calls.ts';

/** The collections of a list of transactions, which are asked for by the month of their own date. */
export const COLLECTION_LIST: ListCall = {
  path: listCollections.path,
  ask: (query, signal) => callServer(listCollections, { query: ofMonth(query), signal }),
  download: (query, format) => downloadFile(exportCollections, { query: { ...ofMonth(query), format } }),
};

function ofMonth({ document_date: collection_date, ...query }: BatchListQuery) {
  return { ...query, ...(collection_date === undefined ? {} : { collection_date }) };
}

/** The open invoices of a customer, the oldest first. */
export const uncollectedOf = (payee_id: number) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'uncollected', payee_id],
    queryFn: async ({ signal }) => (await callServer(listUncollected, { query: { payee_id }, signal })).data,
    staleTime: 0,
  });

/** What a customer paid in advance in a currency and has not used. */
export const advanceOf = (payee_id: number, currency_id: number) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'advance', payee_id, currency_id],
    queryFn: async ({ signal }) => (await callServer(readAdvance, { query: { payee_id, currency_id }, signal })).data,
    staleTime: 0,
  });

/** A collection with what the page of every batch does not know: its invoices' billings, and the cheque it came of. */
export const collectionOf = (collection_number: string) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'collection', collection_number],
    queryFn: async ({ signal }) =>
      (await callServer(readCollection, { params: { id: collection_number }, signal })).data,
  });
