import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import {
  listOpenRuns,
  openRunFile,
  readRun,
  runCheques,
  type ChequeRun,
} from '@talaan/contract/documents/cheque-register/cheque-run.contract';
import { callServer } from '../../../api/client.ts';
import { openMadeFile } from '../../../api/download.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { CHEQUES_KEY, DRY_RUN } from '../cheque-calls.ts';

export const runCalls = {
  open: () =>
    queryOptions({
      queryKey: [CHEQUES_KEY, 'runs'],
      queryFn: async ({ signal }) => (await callServer(listOpenRuns, { signal })).data,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [CHEQUES_KEY, 'run', id],
      queryFn: async ({ signal }) => (await callServer(readRun, { params: { id }, signal })).data,
    }),
  /** Which leaves these cheques would be printed on; nothing is written. */
  wouldPrint: (body: Pick<z.input<typeof runCheques.body>, 'ids' | 'first_number' | 'printer_name'>) =>
    queryOptions({
      queryKey: [DRY_RUN, 'run', body],
      queryFn: async ({ signal }) =>
        (await callServer(runCheques, { body: { ...body, skip_reason: '', dry_run: 1 }, signal })).data,
      retry: false,
      gcTime: 0,
    }),
};

/** Opens the leaves of a run in a tab of their own; a refusal is told on the page. */
export async function openRun(id: number): Promise<void> {
  await openMadeFile(openRunFile, { params: { id } }).catch((failure: unknown) => reportFailure(failure));
}

/** 'Leaves 0000451 to 0000460', or the one. */
export function leavesText(leaves: readonly { readonly cheque_number: string | null }[]): string {
  const [first, last] = [leaves[0]?.cheque_number ?? '', leaves.at(-1)?.cheque_number ?? ''];
  return leaves.length === 1 ? `Leaf ${first}` : `Leaves ${first} to ${last}`;
}

/** Leaves of which somebody says that they did not print well, while they are in the house. */
export const misprintsOf = ({ leaves }: ChequeRun): ChequeRun['leaves'] =>
  leaves.filter(({ misprint, state }) => misprint !== null && state === 'printed');
