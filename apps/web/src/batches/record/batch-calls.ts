import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  batchHistory,
  dryRunMoves,
  moveBatch,
  readBatch,
  type MoveInput,
} from '@talaan/contract/documents/batch.contract';
import { exportBatches, listBatches, searchBatches } from '@talaan/contract/documents/desk.contract';
import { entryChoices } from '@talaan/contract/documents/entry-page/entry-page.contract';
import type {
  AllowedActions,
  BatchDetail,
  BatchPage,
  BatchRow,
  MoveResult,
  TriedAction,
} from '@talaan/contract/documents/batch-view.contract';
import { readEntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import type { CallArguments } from '@talaan/contract/http/client';
import type { CallOf, ResultOf, Route } from '@talaan/contract/http/route';
import { batchKey, readBatchKey } from '@talaan/core/documents/batch-key';
import { STATUS } from '@talaan/core/documents/status';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';

/** Every answer about transactions is kept under this key: one move changes lists, details, counts and histories. */
export const BATCHES_KEY = 'batches';

export type BatchListQuery = CallOf<typeof listBatches>['query'];
export type EntryChoices = ResultOf<typeof entryChoices>['data'];

/** ISO code of a currency, as amounts in it are told: 'USD'. */
export const currencyCode = ({ currencies }: EntryChoices, id: number): string =>
  currencies.find((one) => one.id === id)?.iso_code ?? 'PHP';

/** A batch with what the caller may do with it: a detail, or a row of a list that was asked for with actions. */
export type ActionableBatch = BatchRow & { allowed_actions: AllowedActions };

/** The calls behind a list: what answers its rows, by its path, and what saves all of them as a file. */
export interface ListCall {
  readonly path: string;
  readonly ask: (query: BatchListQuery, signal: AbortSignal) => Promise<BatchPage>;
  /** Answers the name of the file. */
  readonly download: (query: BatchListQuery, format: 'xlsx' | 'csv') => Promise<string>;
}

export const EVERY_BATCH: ListCall = {
  path: listBatches.path,
  ask: (query, signal) => callServer(listBatches, { query, signal }),
  download: (query, format) => downloadFile(exportBatches, { query: { ...query, format } }),
};

/** The list of a type with calls of its own, which asks for a month by the name that they give its date. */
export function ownList(list: Route, file: Route, date: string): ListCall {
  const asked = ({ document_date, ...query }: BatchListQuery) => ({
    ...query,
    ...(document_date === undefined ? {} : { [date]: document_date }),
  });
  // The filters of these calls are those of every list, but for the name of the date; their rows say more.
  return {
    path: list.path,
    ask: async (query, signal) => (await callServer(list, { query: asked(query), signal } as never)) as BatchPage,
    download: (query, format) => downloadFile(file, { query: { ...asked(query), format } } as never),
  };
}

type DataOf<R extends Route> = ResultOf<R> extends { readonly data: infer Data } ? Data : never;

/** What a call answers, under a name; kept with all transactions, so that a move of one makes it read again. */
export const askedOf = <const R extends Route>(name: string, route: R, given: CallArguments<R>) =>
  queryOptions({
    queryKey: [BATCHES_KEY, name, given],
    queryFn: async ({ signal }) => ((await callServer(route, { ...given, signal })) as { data: DataOf<R> }).data,
    staleTime: 0,
  });

export const batchCalls = {
  list: (query: BatchListQuery, { path, ask }: ListCall = EVERY_BATCH) =>
    queryOptions({
      queryKey: [BATCHES_KEY, 'list', path, query],
      queryFn: ({ signal }) => ask(query, signal),
      placeholderData: keepPreviousData,
    }),
  /** A batch by its key. */
  one: (key: string) =>
    queryOptions({
      queryKey: [BATCHES_KEY, 'one', key],
      queryFn: async ({ signal }) => (await callServer(readBatch, { ...namedBy(key), signal })).data,
      // What is decided on is read anew each time it is opened.
      staleTime: 0,
    }),
  search: (number: string) =>
    queryOptions({
      queryKey: [BATCHES_KEY, 'search', number],
      queryFn: async ({ signal }) => (await callServer(searchBatches, { query: { number }, signal })).data,
      staleTime: 0,
    }),
  history: (key: string, page: number) =>
    queryOptions({
      queryKey: [BATCHES_KEY, 'history', key, page],
      queryFn: ({ signal }) => {
        const { params, query } = namedBy(key);
        return callServer(batchHistory, { params, query: { ...query, page }, signal });
      },
    }),
  /** What a move of many would do. Not under the key of the lists: the answer stands while its own moves are made. */
  dryRun: (action: TriedAction, batches: readonly MovableBatch[]) =>
    queryOptions({
      queryKey: ['dry-run', action, batches.map((batch) => [batchKey(batch), batch.row_version])],
      queryFn: async ({ signal }) => {
        const named = batches.map(({ batch_number, document_type, row_version }) => ({
          batch_number,
          document_type,
          row_version,
        }));
        return (await callServer(dryRunMoves, { body: { action, batches: named }, signal })).data;
      },
      staleTime: Infinity,
      gcTime: 0,
    }),
  /** Not under the key of the lists: a move changes no payee. */
  payee: (id: number) =>
    queryOptions({
      queryKey: ['entry-page', 'payee', id],
      queryFn: async ({ signal }) => (await callServer(readEntryPayee, { params: { id }, signal })).data,
      staleTime: 60_000,
    }),
  choices: () =>
    queryOptions({
      queryKey: [BATCHES_KEY, 'choices'],
      queryFn: async ({ signal }) => (await callServer(entryChoices, { signal })).data,
      staleTime: 60_000,
    }),
};

/** How a call names the batch of a key: by its number, and by its type where the number alone does not name it. */
export function namedBy(key: string) {
  const { document_type, batch_number } = readBatchKey(key);
  return { params: { id: batch_number }, query: document_type === null ? {} : { document_type } };
}

/** Makes every shown list, detail and count of transactions read again. */
export async function refreshBatches(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: [BATCHES_KEY] });
}

/** Keeps a detail that a write just answered, so that it shows without another call. */
export function keepDetail(client: QueryClient, detail: BatchDetail): void {
  client.setQueryData(batchCalls.one(batchKey(detail)).queryKey, detail);
}

/**
 * Moves a batch to the status that its allowed action names. The version that the person saw goes along, so that nobody
 * decides on what has changed meanwhile, and the fingerprints of the risks that he ticked as seen. Refusals are thrown as `CallRefused`.
 */
export async function moveTo(
  batch: MovableBatch,
  status: number,
  remarks = '',
  risksSeen: readonly string[] = [],
): Promise<MoveResult> {
  return send(batch, {
    status,
    ...(remarks === '' ? {} : { approved_remarks: remarks }),
    ...(risksSeen.length === 0 ? {} : { risks_seen: [...risksSeen] }),
  });
}

/** Frees the edit lock that somebody holds on a batch; its status stays (decisions §3). */
export async function releaseLock(batch: MovableBatch): Promise<MoveResult> {
  return send(batch, { status: batch.status, processing: 0 });
}

/** Brings an archived batch back; of a voucher, `newNumber` says whether it takes a new number (spec 2 §4). */
export async function restoreBatch(batch: MovableBatch, newNumber: 0 | 1 | undefined): Promise<MoveResult> {
  return send(batch, {
    status: STATUS.ACTIVE,
    processing: 0,
    ...(newNumber === undefined ? {} : { new_voucher_number: newNumber }),
  });
}

/** The answer No to a restore: Archived is sent again (spec 2 §4). */
export async function declineRestore(batch: MovableBatch): Promise<MoveResult> {
  return send(batch, { status: STATUS.ARCHIVED, processing: 0 });
}

export type MovableBatch = Pick<BatchRow, 'batch_number' | 'document_type' | 'row_version' | 'status'>;

async function send(batch: MovableBatch, move: Omit<MoveInput, 'document_type' | 'row_version'>): Promise<MoveResult> {
  const { batch_number, document_type, row_version } = batch;
  const body = { ...move, document_type, row_version };
  return (await callServer(moveBatch, { params: { id: batch_number }, body })).data;
}
