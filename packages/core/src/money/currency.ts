import type { CurrencyCode } from './money.ts';

/** One currency: its Record ID, ISO code, one-letter code, name and the word that papers print. */
export interface Currency {
  readonly id: number;
  readonly code: CurrencyCode;
  readonly cur_code: string;
  readonly cur_desc: string;
  readonly word: string;
}

export const CURRENCY_PESO = 1;
export const CURRENCY_DOLLAR = 2;

/** The currencies of the product; ids 2, 4 and 5 are fixed by spec 2 §3, the rest by decisions §10. */
export const CURRENCIES: readonly Currency[] = [
  { id: CURRENCY_PESO, code: 'PHP', cur_code: 'P', cur_desc: 'Peso', word: 'PESOS' },
  { id: CURRENCY_DOLLAR, code: 'USD', cur_code: 'D', cur_desc: 'Dollar', word: 'DOLLARS' },
  { id: 3, code: 'EUR', cur_code: 'E', cur_desc: 'Euro', word: 'EUROS' },
  { id: 4, code: 'JPY', cur_code: 'Y', cur_desc: 'Yen', word: 'YENS' },
  { id: 5, code: 'SGD', cur_code: 'S', cur_desc: 'Singapore Dollar', word: 'SINGAPORE DOLLARS' },
  { id: 6, code: 'CNY', cur_code: 'C', cur_desc: 'Yuan', word: 'YUAN' },
];

/** The currency of a Record ID, or null when there is none. */
export function currencyById(id: number): Currency | null {
  return CURRENCIES.find((currency) => currency.id === id) ?? null;
}

/** The currency of an ISO code ("USD") or of a one-letter code ("D"), or null when there is none. */
export function currencyByCode(code: string): Currency | null {
  return CURRENCIES.find((currency) => currency.code === code || currency.cur_code === code) ?? null;
}

/** The ISO code of a Record ID for messages; an id outside the table reads "currency 7". */
export function currencyLabel(id: number): string {
  return currencyById(id)?.code ?? `currency ${id}`;
}
