import { PAGE_SIZES, DEFAULT_PAGE_SIZE } from '@talaan/contract/http/envelope';
import { BATCH_SORTS } from '@talaan/contract/documents/desk.contract';
import { isStatus } from '@talaan/core/documents/document-status';
import { useMemo } from 'react';
import * as z from 'zod';
import type { BatchListQuery } from '../record/batch-calls.ts';
import { useSearchState } from '../../page/search-state.ts';
import type { Sort } from '../../ui/table/table-props.ts';
import { useToday } from '../../ui/dates/today.tsx';

const text = z.string().default('').catch('');
const flag = z.coerce.number().int().min(0).max(1).default(0).catch(0);

/** Among the statuses of the address: what was returned to its preparer. */
export const RETURNED = 'returned';

/** The state of a transaction list in the address; the month is the current one unless it says otherwise (ux §3). */
export function useBatchListState(defaultSort = '') {
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
        /** 1: all months; the month is kept for when it is wanted again. */
        all: flag,
        type: text,
        status: text,
        preparer: text,
        payee: text,
        bank: text,
        /** The kind of receipt: 1 official, 2 acknowledgement, 3 both. */
        receipt: text,
        /** The VAT type of orders, by its code. */
        vat: text,
        /** How far billings are collected, and what they are in the books. */
        collection: text,
        accounting: text,
        /** 1: only post-dated series. */
        pdc: flag,
        /** 1: only what has a risk signal. */
        signals: flag,
        /** 1: only what waits for the user. */
        mine: flag,
        sort: z
          .string()
          .refine((name) => name === '' || BATCH_SORTS.some((sort) => sort === name.replace(/^-/, '')))
          .default(defaultSort)
          .catch(defaultSort),
        /** The batch that is open beside the list. */
        id: text,
        /** The batch that was just saved: its row flashes once. */
        saved: text,
      }),
    [thisMonth, defaultSort],
  );
  return useSearchState(schema);
}

export type BatchListState = ReturnType<typeof useBatchListState>[0];

const NOTHING_NARROWED = {
  q: '',
  type: '',
  status: '',
  preparer: '',
  payee: '',
  bank: '',
  receipt: '',
  vat: '',
  collection: '',
  accounting: '',
  pdc: 0,
  signals: 0,
  mine: 0,
} as const;

/** The state without search and filters; the month stays (ux §3). */
export function clearedFilters(): Pick<BatchListState, keyof typeof NOTHING_NARROWED> {
  return { ...NOTHING_NARROWED };
}

/** What of the state a named view keeps: everything that narrows and orders, not the month. */
export function viewOf(state: BatchListState): Record<string, string | number> {
  const { page: _page, month: _month, all: _all, id: _id, saved: _saved, ...kept } = state;
  return kept;
}

/** What the state asks the server for, without the page. What waits for the user is asked for in all months. */
export function batchQueryOf(state: BatchListState, always: BatchListQuery): BatchListQuery {
  const { q, month, all, type, status, preparer, payee, bank, receipt, vat, collection, accounting, pdc, mine, sort } =
    state;
  const statuses = status.split(',').filter((one) => isStatus(Number(one)));
  const types = type.split(',').filter((one) => always.document_type?.includes(one) ?? true);
  return {
    ...always,
    ...(mine === 1 ? { for_my_approval: 1 } : all === 1 ? {} : { document_date: `${month}-01` }),
    ...(q === '' ? {} : { search: q }),
    ...(type === '' || types.length === 0 ? {} : { document_type: types }),
    ...(statuses.length === 0 ? {} : { status: statuses }),
    ...(status.split(',').includes(RETURNED) ? { returned: 1 as const } : {}),
    ...(preparer === '' ? {} : { preparer: preparer === 'me' ? 'me' : Number(preparer) }),
    ...(payee === '' ? {} : { payee_id: Number(payee) }),
    ...(bank === '' ? {} : { bank_id: Number(bank) }),
    ...(receipt === '' ? {} : { is_or_ar: Number(receipt) }),
    ...(vat === '' ? {} : { vat_type: Number(vat) }),
    ...(collection === '' ? {} : { collection_status: Number(collection) }),
    ...(accounting === '' ? {} : { accounting_status: Number(accounting) }),
    ...(pdc === 1 ? { is_pdc: 1 } : {}),
    ...(state.signals === 1 ? { with_signals: 1 } : {}),
    ...(sort === '' ? {} : { sort }),
  };
}

/** Whether a search or a filter narrows the list; the month is not one. */
export function isNarrowed(state: BatchListState): boolean {
  return Object.entries(NOTHING_NARROWED).some(([field, none]) => state[field as keyof BatchListState] !== none);
}

/** The order of a list that says nothing else: the latest first. */
const LATEST_FIRST = '-document_date';

/** The order in force as the table shows it. */
export function shownSort(sort: string, usual = LATEST_FIRST): Sort {
  const inForce = sort === '' ? usual : sort;
  const descending = inForce.startsWith('-');
  return { column: inForce.replace(/^-/, ''), direction: descending ? 'descending' : 'ascending' };
}

/** The order that the table asks for, as the address keeps it; taken back from the usual one it is turned round. */
export function keptSort(sort: Sort | null, before: string, usual = LATEST_FIRST): string {
  if (sort === null) return before === '' ? usual.slice(1) : '';
  return `${sort.direction === 'descending' ? '-' : ''}${sort.column}`;
}
