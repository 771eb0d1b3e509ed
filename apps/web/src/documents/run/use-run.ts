import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reportFaults } from '../../api/report-failure.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { refreshBatches } from '../../batches/record/batch-calls.ts';
import { showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { toggled } from '../../ui/toggled.ts';

/** Amounts as they were typed, by the number of the line; every other is the one that its template makes. */
export type TypedAmounts = Readonly<Record<number, string>>;

/** An act of a run: does it under the header of its idempotency key, and answers what was done. */
type Making = (headers: { 'idempotency-key': string }) => Promise<string>;

/** What a person says of a run of many, amounts and whom it leaves out, and the act by which all of it is made or nothing. */
export function useRun() {
  const client = useQueryClient();
  const { key, noteFailure, noteDone } = useActKey();
  const [amounts, setAmounts] = useState<TypedAmounts>({});
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  return {
    amounts,
    setAmounts,
    onAmount: (line: number, amount: string) => setAmounts((before) => ({ ...before, [line]: amount })),
    /** Rows that are left out, by Record ID. */
    left,
    onLeave: (ids: readonly number[], isLeft: boolean) => setLeft((before) => toggled(before, ids, isLeft)),
    /** What was made is no longer entered. */
    settle: () => {
      setAmounts({});
      setLeft(new Set());
    },
    isEntered: Object.keys(amounts).length > 0,
    /** Makes it, and goes on with `done`; what is wrong is told at its places under `failed`. */
    make: async (work: Making, failed: string, done: () => Promise<void> | void): Promise<void> => {
      try {
        showSuccess(await withPleaseWait(work({ 'idempotency-key': key })));
        noteDone();
        await done();
      } catch (failure) {
        noteFailure(failure);
        reportFaults(failure, failed);
      }
      await refreshBatches(client);
    },
  };
}
