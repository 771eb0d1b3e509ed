import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { monthRunRoutes, type RunInput, type RunRow } from '@talaan/contract/resources/books/month-run.contract';
import { callServer } from '../../api/client.ts';
import { reportFaults } from '../../api/report-failure.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { BATCHES_KEY } from '../../batches/record/batch-calls.ts';
import { showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { useUnsaved } from '../../ui/layers/unsaved.ts';
import { toggled } from '../../ui/toggled.ts';
import {
  isNothing,
  isOpen,
  NOTHING,
  runInputOf,
  withoutRows,
  type Entered,
  type Replacement,
} from './month-run-form.ts';

const dueIn = (period: number) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'month-run', period],
    queryFn: async ({ signal }) => (await callServer(monthRunRoutes.monthRun, { query: { period }, signal })).data,
    staleTime: 0,
  });

const previewOf = (body: RunInput) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'month-run-preview', body],
    queryFn: async ({ signal }) => (await callServer(monthRunRoutes.previewRun, { body, signal })).data,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const draftsOf = (rows: readonly RunRow[]) => (rows.length === 1 ? '1 draft' : `${rows.length} drafts`);

export type MonthRun = ReturnType<typeof useMonthRun>;

/** A month (yyyymm) with what was entered for it, what that makes, and the act that makes it. */
export function useMonthRun(period: number) {
  const client = useQueryClient();
  const [entered, setEntered] = useState<Entered>(NOTHING);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { key, noteFailure, noteDone } = useActKey();
  const isEntered = !isNothing(entered);
  useUnsaved(isEntered);
  const due = useQuery(dueIn(period));
  const open = (due.data?.rows ?? []).filter(isOpen);
  const told = useQuery({ ...previewOf(runInputOf(period, open, entered)), enabled: open.length > 0 && isEntered });
  const previewed = new Map(isEntered ? told.data?.rows.map((row) => [row.regular_trx, row]) : []);
  const rows = (due.data?.rows ?? []).map((row) => previewed.get(row.regular_trx) ?? row);
  const chosen = rows.filter((row) => isOpen(row) && !left.has(row.regular_trx));
  const ready = chosen.filter(({ state }) => state === 'ready');

  async function make(): Promise<void> {
    try {
      const body = runInputOf(period, ready, entered);
      const headers = { 'idempotency-key': key };
      const { data } = await withPleaseWait(callServer(monthRunRoutes.makeRun, { body, headers }));
      noteDone();
      setEntered((before) => withoutRows(before, ready));
      showSuccess(`${draftsOf(ready)} made, the first as ${data.made[0]!.batch_number}.`);
    } catch (failure) {
      noteFailure(failure);
      reportFaults(failure, 'Nothing was made');
    }
    await client.invalidateQueries({ queryKey: [BATCHES_KEY] });
  }

  return {
    due,
    rows,
    /** Those that are not left out and not made. */
    chosen,
    ready,
    entered,
    left,
    make,
    isWaiting: told.isFetching || told.isPlaceholderData,
    onLeave: (ids: readonly number[], isLeft: boolean) => setLeft((before) => toggled(before, ids, isLeft)),
    onAmount: (line_id: number, amount: string) =>
      setEntered(({ amounts, replaced }) => ({ amounts: { ...amounts, [line_id]: amount }, replaced })),
    /** Takes records for this run in the place of those of a template; none: its own again. */
    onReplace: (id: number, records: readonly Replacement[]) =>
      setEntered(({ amounts, replaced: { [id]: _before, ...replaced } }) => ({
        amounts,
        replaced: records.length === 0 ? replaced : { ...replaced, [id]: records },
      })),
  };
}
