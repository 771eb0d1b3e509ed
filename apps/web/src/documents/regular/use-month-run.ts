import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { monthRunRoutes, type RunRow } from '@talaan/contract/resources/books/month-run.contract';
import { callServer } from '../../api/client.ts';
import { askedOf } from '../../batches/record/batch-calls.ts';
import { useUnsaved } from '../../ui/layers/unsaved.ts';
import { useRun } from '../run/use-run.ts';
import { isOpen, runInputOf, withoutRows, type Replaced, type Replacement } from './month-run-form.ts';

export const draftsOf = (rows: readonly RunRow[]) => (rows.length === 1 ? '1 draft' : `${rows.length} drafts`);

export type MonthRun = ReturnType<typeof useMonthRun>;

/** A month (yyyymm) with what was entered for it, what that makes, and the act that makes it. */
export function useMonthRun(period: number) {
  const run = useRun();
  const [replaced, setReplaced] = useState<Replaced>({});
  const entered = { amounts: run.amounts, replaced };
  const isEntered = run.isEntered || Object.keys(replaced).length > 0;
  useUnsaved(isEntered);
  const due = useQuery(askedOf('month-run', monthRunRoutes.monthRun, { query: { period } }));
  const open = (due.data?.rows ?? []).filter(isOpen);
  const told = useQuery({
    ...askedOf('month-run-preview', monthRunRoutes.previewRun, { body: runInputOf(period, open, entered) }),
    placeholderData: keepPreviousData,
    enabled: open.length > 0 && isEntered,
  });
  const previewed = new Map(isEntered ? told.data?.rows.map((row) => [row.regular_trx, row]) : []);
  const rows = (due.data?.rows ?? []).map((row) => previewed.get(row.regular_trx) ?? row);
  const chosen = rows.filter((row) => isOpen(row) && !run.left.has(row.regular_trx));
  const ready = chosen.filter(({ state }) => state === 'ready');
  return {
    ...run,
    due,
    rows,
    /** Those that are not left out and not made. */
    chosen,
    ready,
    entered,
    isWaiting: told.isFetching || told.isPlaceholderData,
    makeReady: () =>
      run.make(
        async (headers) => {
          const body = runInputOf(period, ready, entered);
          const { data } = await callServer(monthRunRoutes.makeRun, { body, headers });
          return `${draftsOf(ready)} made, the first as ${data.made[0]!.batch_number}.`;
        },
        'Nothing was made',
        () => {
          const rest = withoutRows(entered, ready);
          run.setAmounts(rest.amounts);
          setReplaced(rest.replaced);
        },
      ),
    /** Takes records for this run in the place of those of a template; none: its own again. */
    onReplace: (id: number, records: readonly Replacement[]) =>
      setReplaced(({ [id]: _before, ...others }) => (records.length === 0 ? others : { ...others, [id]: records })),
  };
}
