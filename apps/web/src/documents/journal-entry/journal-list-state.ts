import { PAGE_SIZES, DEFAULT_PAGE_SIZE } from '@talaan/contract/http/envelope';
import { BATCH_SORTS } from '@talaan/contract/documents/batch.contract';
import { isStatus, STATUS, statusChip } from '@talaan/core/documents/document-status';
import { useMemo } from 'react';
import * as z from 'zod';
import type { BatchListQuery } from '../../batches/batch-calls.ts';
import { useSearchState } from '../../shell/search-state.ts';
import type { Sort } from '../../ui/data-table.tsx';
import { useToday } from '../../ui/today.tsx';

/** The statuses that a journal can have, as the filter offers them. */
export const JOURNAL_STATUSES = [
  STATUS.ACTIVE,
  STATUS.FOR_REVIEW,
  STATUS.FOR_APPROVAL_1,
  STATUS.FOR_APPROVAL_2,
  STATUS.FOR_APPROVAL_3,
  STATUS.APPROVED,
  STATUS.ARCHIVED,
].map((status) => ({ value: String(status), label: statusChip('JE', status).label }));

const text = z.string().default('').catch('');

/** The state of the list in the address; the month is the current one unless it says otherwise (ux §3). */
export function useJournalListState() {
  const thisMonth = useToday().slice(0, 7);
  const schema = useMemo(
    () =>
      z.object({
        page: z.coerce.number().int().min(1).default(1).catch(1),
        pages: z.coerce
          .number()
          .refine((rows) => (PAGE_SIZES as readonly number[]).includes(rows))
          .default(DEFAULT_PAGE_SIZE)
          .catch(DEFAULT_PAGE_SIZE),
        q: text,
        month: z
          .string()
          .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
          .default(thisMonth)
          .catch(thisMonth),
        status: text,
        preparer: text,
        /** 1: only what waits for the user. */
        mine: z.coerce.number().int().min(0).max(1).default(0).catch(0),
        sort: z
          .string()
          .refine((name) => name === '' || BATCH_SORTS.some((sort) => sort === name.replace(/^-/, '')))
          .default('')
          .catch(''),
        /** The batch that is open beside the list. */
        id: text,
        /** The batch that was just saved: its row flashes once. */
        saved: text,
      }),
    [thisMonth],
  );
  return useSearchState(schema);
}

export type JournalListState = ReturnType<typeof useJournalListState>[0];

/** What the state asks the server for, without the page. What waits for the user is asked for in all months. */
export function journalQueryOf(state: JournalListState): BatchListQuery {
  const { q, month, status, preparer, mine, sort } = state;
  const statuses = status.split(',').filter((one) => isStatus(Number(one)));
  return {
    document_type: ['JE'],
    ...(mine === 1 ? { for_my_approval: 1 } : { document_date: `${month}-01` }),
    ...(q === '' ? {} : { search: q }),
    ...(statuses.length === 0 ? {} : { status: statuses }),
    ...(preparer === '' ? {} : { preparer: preparer === 'me' ? 'me' : Number(preparer) }),
    ...(sort === '' ? {} : { sort }),
  };
}

/** Whether a search or a filter narrows the list; the month is not one. */
export function isNarrowed({ q, status, preparer, mine }: JournalListState): boolean {
  return q !== '' || status !== '' || preparer !== '' || mine === 1;
}

/** The order in force as the table shows it. */
export function shownSort(sort: string): Sort | null {
  if (sort === '') return null;
  const descending = sort.startsWith('-');
  return { column: sort.replace(/^-/, ''), direction: descending ? 'descending' : 'ascending' };
}
