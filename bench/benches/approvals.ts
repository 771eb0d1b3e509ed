import { randomUUID } from 'node:crypto';
import { STATUS } from '@talaan/core/documents/status';
import { percentile, type Figure } from '../figures.ts';
import { runLoad, type HttpRequest, type LoadOptions, type LoadResult } from '../http-load.ts';
import { enterWaitingJournals, type WaitingJournal } from '../ledger/waiting-journals.ts';
import type { Books } from '../stage.ts';
import type { Bench } from './bench.ts';

const INTERACTIVE_CONNECTIONS = 8;
const MANY_CONNECTIONS = 32;
/** So many approvals a second are prepared for; a faster run ends before its time and still counts right. */
const PREPARED_PER_SECOND = 1200;

/** P2: approvals that post, as the browser sends them, against one bare function call for each entry. */
export const approvals: Bench = {
  name: 'approvals',
  async measure(stage, limits) {
    const { seconds } = stage.settings;
    const limit = await limits.posting();
    const interactive = await approve(stage.large, { connections: INTERACTIVE_CONNECTIONS, seconds });
    const many = await approve(stage.large, { connections: MANY_CONNECTIONS, seconds });
    return [
      {
        id: 'P2',
        title: 'Approval that posts, 8 connections : fn_upd_hot, 8 clients',
        unit: 'per second',
        ours: interactive.per_second,
        yardstick: limit,
        goal: { at_least: 0.25 },
      },
      {
        id: 'P2 p99',
        title: 'Its 99th percentile',
        unit: 'ms',
        ours: percentile(interactive.latencies, 0.99),
        yardstick: null,
        goal: { at_most: 50 },
      },
      {
        id: 'P2 many',
        title: 'Approval that posts, 32 connections : fn_upd_hot, 8 clients',
        unit: 'per second',
        ours: many.per_second,
        yardstick: limit,
        goal: null,
      },
    ] satisfies Figure[];
  },
};

/** Approves waiting journals of the books for the given time; each connection is a person of its own. */
export async function approve(
  books: Books,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const waiting = await prepareFor(books, seconds);
  return approveThese(waiting, books, { connections, seconds });
}

/** Enters as many journals as the fastest run of that time could approve. */
export function prepareFor(books: Books, seconds: number): Promise<WaitingJournal[]> {
  return enterWaitingJournals(books.ownerUrl, Math.ceil(seconds * PREPARED_PER_SECOND));
}

/** Approves these journals, as many as the time allows. */
export async function approveThese(
  waiting: readonly WaitingJournal[],
  books: Books,
  load: Pick<LoadOptions, 'connections' | 'seconds' | 'warm_up_seconds'>,
): Promise<LoadResult> {
  let next = 0;
  return runLoad({
    port: books.server.port,
    ...load,
    next: (connection) => {
      const journal = waiting[next++];
      return journal === undefined ? null : approvalOf(journal, books, connection);
    },
  });
}

function approvalOf({ batch_number, row_version }: WaitingJournal, books: Books, connection: number): HttpRequest {
  return {
    method: 'POST',
    path: `/api/trx/header/${batch_number}`,
    headers: { ...books.approvers[connection % books.approvers.length]!, 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      status: STATUS.APPROVED,
      processing: 0,
      approved_remarks: '',
      document_type: 'JE',
      row_version,
    }),
  };
}
