import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { batchKey } from '@talaan/core/documents/batch-key';
import { batchCalls, type ActionableBatch } from '../../batches/record/batch-calls.ts';
import { filtersIn, inboxQueryOf, type InboxState } from './inbox-state.ts';

interface InboxAddress {
  state: InboxState;
  /** Key of the open batch; '' for the first one. */
  openId: string;
  /** On a phone nothing is open beside the list. */
  isNarrow: boolean;
  onOpen: (key: string) => void;
  /** Another page or other filters. */
  onChange: (changed: Partial<InboxState>) => void;
}

/** A page of what waits, the batch of it that is open, and the ways to the one before and after it, also on other pages. */
export function useInbox({ state, openId, isNarrow, onOpen, onChange }: InboxAddress) {
  const list = useQuery(batchCalls.list(inboxQueryOf(state)));
  const rows = (list.data?.data ?? []) as ActionableBatch[];
  const lastPage = list.data?.last_page ?? 1;
  const place = rows.findIndex((row) => batchKey(row) === openId);
  // A batch that was decided leaves the list; the one after it takes its place.
  const [lastPlace, setLastPlace] = useState(0);
  useEffect(() => {
    if (place >= 0) setLastPlace(place);
  }, [place]);
  const current = rows[place] ?? (isNarrow && openId === '' ? undefined : rows[Math.min(lastPlace, rows.length - 1)]);
  const index = current === undefined ? -1 : rows.indexOf(current);

  const beyondEnd = list.isSuccess && !list.isPlaceholderData && state.page > lastPage;
  useEffect(() => {
    if (beyondEnd) onChange({ page: lastPage });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [beyondEnd, lastPage]);

  function narrow(changed: Partial<InboxState>): void {
    setLastPlace(0);
    onChange({ page: 1, ...changed });
  }

  /** The first batch of the page opens, or the one at a place: the last one, for whoever comes from the page after it. */
  function turnTo(page: number, opens = 0): void {
    if (page < 1 || page > lastPage || page === state.page) return;
    narrow({ page });
    setLastPlace(opens);
  }

  function go(step: number): void {
    if (index + step >= rows.length) turnTo(state.page + 1);
    else if (index + step < 0) turnTo(state.page - 1, Infinity);
    else onOpen(batchKey(rows[index + step]!));
  }

  return {
    list,
    rows,
    state,
    lastPage,
    total: list.data?.total ?? 0,
    first: list.data?.from ?? 1,
    isFiltered: filtersIn(state) > 0,
    current,
    currentKey: current && batchKey(current),
    index,
    open: onOpen,
    narrow,
    turnTo,
    go,
  };
}

export type Inbox = ReturnType<typeof useInbox>;
