/** The kinds of numbers that the product hands out (data-model §4). */
export type SeriesKind =
  | 'voucher'
  | 'or'
  | 'ar'
  | 'bi'
  | 'je'
  | 'cr'
  | 'ob'
  | 'dm'
  | 'batch'
  | 'request'
  | 'collection'
  | 'po';

/** What people call each kind of number. */
export const SERIES_LABELS: Readonly<Record<SeriesKind, string>> = {
  voucher: 'Voucher',
  or: 'Official Receipt',
  ar: 'Acknowledgement Receipt',
  bi: 'Billing Invoice',
  je: 'Journal entry',
  cr: 'Cash receipt',
  ob: 'Online banking',
  dm: 'Debit memo',
  batch: 'Batch',
  request: 'Billing request',
  collection: 'Collection',
  po: 'Purchase order',
};

/** What becomes of a number that was handed out (decisions §5); `open`: a screen holds it, or it is next in turn again. */
export const NUMBER_FATES = {
  used: 'Used',
  archived: 'Archived',
  void: 'Void',
  'deleted draft': 'Deleted draft',
  spoiled: 'Spoiled',
  open: 'Open',
} as const;
export type NumberFate = keyof typeof NUMBER_FATES;

/** How a kind of number is printed: a prefix and zero-padded digits (decisions §5). */
export const SERIES_FORMS: Readonly<Record<SeriesKind, { readonly prefix: string; readonly digits: number }>> = {
  voucher: { prefix: '', digits: 7 },
  or: { prefix: '', digits: 12 },
  ar: { prefix: '', digits: 12 },
  bi: { prefix: 'BI-HOB', digits: 7 },
  je: { prefix: 'JE', digits: 7 },
  cr: { prefix: 'CR', digits: 7 },
  ob: { prefix: 'OB', digits: 7 },
  dm: { prefix: 'DM', digits: 7 },
  batch: { prefix: '', digits: 7 },
  request: { prefix: '', digits: 7 },
  collection: { prefix: '', digits: 7 },
  po: { prefix: 'PO', digits: 7 },
};

/** The highest number that the printed form of a kind holds: 9999999, or 999999999999 for receipts. */
export function lastSeriesNumber(kind: SeriesKind): number {
  return 10 ** SERIES_FORMS[kind].digits - 1;
}

/**
 * The printed form of a number: 1 → "JE0000001", "BI-HOB0000001", "000000000001". A number outside 1 … the last one of
 * its form throws: the series that hands it out is bounded.
 */
export function formatSeriesNumber(kind: SeriesKind, n: number): string {
  if (!Number.isInteger(n) || n < 1 || n > lastSeriesNumber(kind)) {
    throw new RangeError(`${n} is not a number of the ${kind} series.`);
  }
  return SERIES_FORMS[kind].prefix + String(n).padStart(SERIES_FORMS[kind].digits, '0');
}

/** Reads a printed number back; null when the text is not exactly the printed form of that kind. */
export function parseSeriesNumber(kind: SeriesKind, text: string): number | null {
  const { prefix, digits } = SERIES_FORMS[kind];
  const figures = text.slice(prefix.length);
  if (!text.startsWith(prefix) || figures.length !== digits || !/^\d+$/.test(figures)) return null;
  const n = Number(figures);
  return n === 0 ? null : n;
}

/** A series that is begun warns when at most so many numbers, or one in so many, are left. */
const FEW_NUMBERS = 50;
const ONE_IN = 10;

/**
 * Whether a series needs a successor soon: `few` when it was begun and at most 50 numbers or 10 % of it are left, `none`
 * when it is used up. Bounds are inclusive; an untouched booklet of 50 is not `few`.
 */
export function seriesSupply(series: {
  readonly series_from: number;
  readonly series_to: number;
  readonly next_number: number;
}): 'enough' | 'few' | 'none' {
  const left = remainingNumbers(series);
  if (left === 0) return 'none';
  const isBegun = series.next_number > series.series_from;
  const size = series.series_to - series.series_from + 1;
  return isBegun && (left <= FEW_NUMBERS || left * ONE_IN <= size) ? 'few' : 'enough';
}

/** How many numbers a series can still hand out; 0 when it is used up. Bounds are inclusive. */
export function remainingNumbers(series: { readonly series_to: number; readonly next_number: number }): number {
  return Math.max(0, series.series_to - series.next_number + 1);
}
