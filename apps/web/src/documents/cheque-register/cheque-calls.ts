import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import {
  chequeBanks,
  chequeCalendar,
  listAlarms,
  listChequeBooks,
  listCheques,
  moveCheques,
  numberCheques,
  readCheque,
} from '@talaan/contract/documents/cheque-register/cheque.contract';
import { callServer } from '../../api/client.ts';
import { refreshBatches } from '../../batches/record/batch-calls.ts';

export type ChequeListQuery = z.input<typeof listCheques.query>;

/** Everything that the screen reads; one key in front, so that a change refreshes all of it. */
export const CHEQUES_KEY = 'cheques';
/** What would happen; asked anew by each dialog, and not when something has happened. */
export const DRY_RUN = 'cheques, dry run';

export const chequeCalls = {
  list: (query: ChequeListQuery) =>
    queryOptions({
      queryKey: [CHEQUES_KEY, 'list', query],
      queryFn: ({ signal }) => callServer(listCheques, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [CHEQUES_KEY, 'one', id],
      queryFn: async ({ signal }) => (await callServer(readCheque, { params: { id }, signal })).data,
    }),
  alarms: () =>
    infiniteQueryOptions({
      queryKey: [CHEQUES_KEY, 'alarms'],
      queryFn: ({ pageParam: before, signal }) =>
        callServer(listAlarms, { query: before === null ? {} : { before }, signal }),
      initialPageParam: null as number | null,
      getNextPageParam: ({ next }) => next,
    }),
  banks: () =>
    queryOptions({
      queryKey: [CHEQUES_KEY, 'banks'],
      queryFn: async ({ signal }) => (await callServer(chequeBanks, { signal })).data,
    }),
  books: () =>
    queryOptions({
      queryKey: [CHEQUES_KEY, 'books'],
      queryFn: async ({ signal }) => (await callServer(listChequeBooks, { query: {}, signal })).data,
    }),
  calendar: (query: z.input<typeof chequeCalendar.query>) =>
    queryOptions({
      queryKey: [CHEQUES_KEY, 'calendar', query],
      queryFn: async ({ signal }) => (await callServer(chequeCalendar, { query, signal })).data,
      placeholderData: keepPreviousData,
    }),
  /** What a move of these cheques would do; nothing is moved. */
  wouldMove: (body: Pick<z.input<typeof moveCheques.body>, 'ids' | 'action' | 'on'>) =>
    queryOptions({
      queryKey: [DRY_RUN, 'move', body],
      queryFn: async ({ signal }) => (await callServer(moveCheques, { body: { ...body, dry_run: 1 }, signal })).data,
      placeholderData: keepPreviousData,
      retry: false,
      gcTime: 0,
    }),
  /** Which numbers these cheques would get; none is taken. */
  wouldNumber: (body: Pick<z.input<typeof numberCheques.body>, 'ids' | 'first_number'>) =>
    queryOptions({
      queryKey: [DRY_RUN, 'number', body],
      queryFn: async ({ signal }) => (await callServer(numberCheques, { body: { ...body, dry_run: 1 }, signal })).data,
      retry: false,
      gcTime: 0,
    }),
};

/** After a change: the register, and the vouchers whose cheques it was. */
export async function refreshCheques(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: [CHEQUES_KEY] }), refreshBatches(client)]);
}
