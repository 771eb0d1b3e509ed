import * as z from 'zod';
import { parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { CHEQUE_STATES, type ChequeState } from '@talaan/core/documents/cheque/cheque-state';
import { CHEQUE_SORTS } from '@talaan/contract/documents/cheque-register/cheque.contract';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@talaan/contract/http/envelope';
import { useSearchState } from '../../page/search-state.ts';
import type { ChequeListQuery } from './cheque-calls.ts';

const text = z.string().default('').catch('');
const date = z
  .string()
  .refine((day) => day === '' || parseCalendarDate(day) !== null)
  .default('')
  .catch('');

const ADDRESS = z.object({
  page: z.coerce.number().int().min(1).default(1).catch(1),
  pages: z.coerce
    .number()
    .refine((rows) => (PAGE_SIZES as readonly number[]).includes(rows))
    .default(DEFAULT_PAGE_SIZE)
    .catch(DEFAULT_PAGE_SIZE),
  q: text,
  /** Record IDs of bank accounts, separated by commas. */
  bank: text,
  state: text,
  /** '1' post-dated, '0' the others. */
  pdc: z.enum(['', '0', '1']).default('').catch(''),
  from: date,
  to: date,
  sort: z
    .string()
    .refine((name) => name === '' || CHEQUE_SORTS.some((sort) => sort === name.replace(/^-/, '')))
    .default('')
    .catch(''),
  /** 'calendar' shows what falls due when. */
  view: z.enum(['', 'calendar']).default('').catch(''),
  /** The month of the calendar, `YYYY-MM`; '' is the current one. */
  month: z
    .string()
    .regex(/^(\d{4}-(0[1-9]|1[0-2]))?$/)
    .default('')
    .catch(''),
  /** The run of which is asked how it came out. */
  run: z.coerce.number().int().min(0).default(0).catch(0),
  /** The cheque that is open beside the list. */
  id: z.coerce.number().int().min(0).default(0).catch(0),
});
export type ChequeListState = z.output<typeof ADDRESS>;

/** The state of the register in the address. */
export function useChequeListState() {
  return useSearchState(ADDRESS);
}

/** Changes some of the state in the address. */
export type ChangeState = ReturnType<typeof useChequeListState>[1];

export const NOTHING_NARROWED = { q: '', bank: '', state: '', pdc: '', from: '', to: '' } as const;

/** Whether a search or a filter narrows the register. */
export function isNarrowed(state: ChequeListState): boolean {
  return Object.entries(NOTHING_NARROWED).some(([field, none]) => state[field as keyof ChequeListState] !== none);
}

export const statesOf = (state: string): ChequeState[] =>
  (Object.keys(CHEQUE_STATES) as ChequeState[]).filter((one) => state.split(',').includes(one));

export const banksOf = (bank: string): string[] => bank.split(',').filter((id) => /^\d+$/.test(id));

/** What the state asks the server for, without the page. */
export function chequeQueryOf({ q, bank, state, pdc, from, to, sort }: ChequeListState): ChequeListQuery {
  const [states, banks] = [statesOf(state), banksOf(bank)];
  return {
    ...(q === '' ? {} : { search: q }),
    ...(banks.length === 0 ? {} : { bank_id: banks }),
    ...(states.length === 0 ? {} : { state: states }),
    ...(pdc === '' ? {} : { is_pdc: pdc === '1' ? 1 : 0 }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(sort === '' ? {} : { sort }),
  };
}
