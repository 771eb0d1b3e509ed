import * as z from 'zod';
import { SERVED_TYPES } from '@talaan/contract/documents/document-kinds';
import { STATUS } from '@talaan/core/documents/status';
import type { BatchListQuery } from '../../batches/record/batch-calls.ts';

/** So many batches the inbox shows on a page, the oldest first. */
const PER_PAGE = 50;

/** Where a batch can wait for a person who reviews or approves. */
export const WAITING_STATUSES = [
  STATUS.FOR_REVIEW,
  STATUS.FOR_APPROVAL_1,
  STATUS.FOR_APPROVAL_2,
  STATUS.FOR_APPROVAL_3,
] as const;

/** Ages that the filter offers, in days since the submission. */
export const WAITING_AGES = [1, 2, 5, 10, 30] as const;

const oneOf = (values: readonly (string | number)[]) =>
  z
    .string()
    .refine((value) => value === '' || values.map(String).includes(value))
    .default('')
    .catch('');
const decimalText = z
  .string()
  .regex(/^(\d{1,15}(\.\d{1,2})?)?$/)
  .default('')
  .catch('');

/** What of the inbox stands in the address: page and filters; '' filters nothing. */
export const inboxFields = {
  page: z.coerce.number().int().min(1).default(1).catch(1),
  type: oneOf(SERVED_TYPES),
  level: oneOf(WAITING_STATUSES),
  age: oneOf(WAITING_AGES),
  /** Record ID. */
  payee: z.string().regex(/^\d*$/).default('').catch(''),
  from: decimalText,
  to: decimalText,
  /** 'above': only what is above the limit of the caller. */
  limit: oneOf(['above']),
};

export type InboxState = z.output<z.ZodObject<typeof inboxFields>>;
export type InboxFilters = Omit<InboxState, 'page'>;

export const NO_FILTERS: InboxFilters = { type: '', level: '', age: '', payee: '', from: '', to: '', limit: '' };

/** How many filters narrow the inbox; both ends of the amount count as one. */
export function filtersIn({ type, level, age, payee, from, to, limit }: InboxFilters): number {
  return [type, level, age, payee, from + to, limit].filter((value) => value !== '').length;
}

/** What the inbox asks for: everything that the caller can review or approve now, with what he may do. */
export function inboxQueryOf({ page, type, level, age, payee, from, to, limit }: InboxState): BatchListQuery {
  return {
    for_my_approval: 1,
    actions: 1,
    sort: 'submitted_at',
    page,
    pages: PER_PAGE,
    ...(type === '' ? {} : { document_type: [type] }),
    ...(level === '' ? {} : { status: [level] }),
    ...(age === '' ? {} : { waiting_days: Number(age) }),
    ...(payee === '' ? {} : { payee_id: Number(payee) }),
    ...(from === '' ? {} : { amount_from: from }),
    ...(to === '' ? {} : { amount_to: to }),
    ...(limit === '' ? {} : { above_limit: 1 as const }),
  };
}

/** The first page of everything that waits: what the tab counts. */
export const WAITING_QUERY = inboxQueryOf({ page: 1, ...NO_FILTERS });
