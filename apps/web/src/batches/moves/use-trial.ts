import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DryRunItem, TriedAction } from '@talaan/contract/documents/batch-view.contract';
import { batchCalls, type ActionableBatch } from '../record/batch-calls.ts';
import { highRisks } from '../risks/risk-ticks.tsx';

/** High risks that were ticked as seen, by fingerprint. */
export interface Ticks {
  readonly seen: ReadonlySet<string>;
  readonly tick: (fingerprint: string, isTicked: boolean) => void;
}

export function useTicks(): Ticks {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  function tick(fingerprint: string, isTicked: boolean): void {
    const next = new Set(seen);
    if (isTicked) next.add(fingerprint);
    else next.delete(fingerprint);
    setSeen(next);
  }
  return { seen, tick };
}

/** What a move would do to each of these batches, as the server has tried it. */
export interface Trial {
  readonly action: TriedAction;
  readonly batches: readonly ActionableBatch[];
  /** Of the batches tried before, while these are being tried. */
  readonly items: readonly DryRunItem[];
  /** Those that would be moved: not blocked, every high risk ticked. */
  readonly fit: readonly DryRunItem[];
  /** Whether `items` is the answer about these batches. */
  readonly isTried: boolean;
  /** Instant of the answer, milliseconds of the clock of this machine. */
  readonly at: number;
  readonly query: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
}

/** Tries a move of many; `enabled` waits until the choice has come to rest, `anew` does not trust an earlier answer. */
export function useTrial(
  action: TriedAction,
  batches: readonly ActionableBatch[],
  seen: ReadonlySet<string>,
  { enabled = true, anew = false }: { enabled?: boolean; anew?: boolean } = {},
): Trial {
  const query = useQuery({
    ...batchCalls.dryRun(action, batches),
    placeholderData: keepPreviousData,
    enabled,
    ...(anew ? { refetchOnMount: 'always' } : {}),
  });
  const items = query.data?.items ?? [];
  return {
    action,
    batches,
    items,
    fit: items.filter((item) => item.outcome !== 'blocked' && isSeen(item, seen)),
    isTried: query.isSuccess && !query.isPlaceholderData && !query.isFetching,
    at: query.dataUpdatedAt,
    query,
  };
}

/** Whether every high risk of it is ticked: until then it stays where it is. */
export function isSeen({ risks }: DryRunItem, seen: ReadonlySet<string>): boolean {
  return highRisks(risks).every(({ fingerprint }) => seen.has(fingerprint));
}
