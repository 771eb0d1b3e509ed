import { describe, expect, it } from 'vitest';
import {
  formatSeriesNumber,
  lastSeriesNumber,
  parseSeriesNumber,
  remainingNumbers,
  seriesSupply,
  SERIES_FORMS,
  SERIES_LABELS,
} from './series.ts';
import type { SeriesKind } from './series.ts';

const FORMS: [SeriesKind, string, string][] = [
  ['batch', '0000001', 'Batch'],
  ['request', '0000001', 'Billing request'],
  ['collection', '0000001', 'Collection'],
  ['voucher', '0000001', 'Voucher'],
  ['je', 'JE0000001', 'Journal entry'],
  ['cr', 'CR0000001', 'Cash receipt'],
  ['ob', 'OB0000001', 'Online banking'],
  ['dm', 'DM0000001', 'Debit memo'],
  ['po', 'PO0000001', 'Purchase order'],
  ['bi', 'BI-HOB0000001', 'Billing Invoice'],
  ['or', '000000000001', 'Official Receipt'],
  ['ar', '000000000001', 'Acknowledgement Receipt'],
];

describe('printed forms', () => {
  it('has one for every kind', () => {
    expect(FORMS.map(([kind]) => kind).toSorted()).toEqual(Object.keys(SERIES_FORMS).toSorted());
  });

  it.each(FORMS)(
    'prints number 1 of %s as %s, calls it %s, and reads it and the last one back',
    (kind, text, label) => {
      expect(SERIES_LABELS[kind]).toBe(label);
      expect(formatSeriesNumber(kind, 1)).toBe(text);
      expect(parseSeriesNumber(kind, text)).toBe(1);
      const last = lastSeriesNumber(kind);
      expect(parseSeriesNumber(kind, formatSeriesNumber(kind, last))).toBe(last);
    },
  );

  it('ends at 9999999 for billings and 999999999999 for receipts', () => {
    expect(formatSeriesNumber('bi', lastSeriesNumber('bi'))).toBe('BI-HOB9999999');
    expect(formatSeriesNumber('or', lastSeriesNumber('or'))).toBe('999999999999');
  });

  it('throws outside its form', () => {
    for (const n of [0, -1, 1.5, 10_000_000, NaN]) expect(() => formatSeriesNumber('je', n)).toThrow('je series');
  });

  it.each(['JE0000000', 'JE000001', 'JE00000001', 'je0000001', 'OB0000001', 'JE000000x', 'JEx000001', '0000001', ''])(
    'reads no number from %j',
    (text) => {
      expect(parseSeriesNumber('je', text)).toBeNull();
    },
  );
});

it('counts what is left, and 0 when it is used up', () => {
  expect(remainingNumbers({ series_to: 100, next_number: 100 })).toBe(1);
  expect(remainingNumbers({ series_to: 100, next_number: 101 })).toBe(0);
});

it.each([
  ['an untouched booklet', { series_from: 1, series_to: 50, next_number: 1 }, 'enough'],
  ['a booklet of which one is used', { series_from: 1, series_to: 50, next_number: 2 }, 'few'],
  ['a range with 51 left of 500', { series_from: 1, series_to: 500, next_number: 450 }, 'enough'],
  ['a range with 50 left of 400', { series_from: 1, series_to: 400, next_number: 351 }, 'few'],
  ['a range with a tenth left', { series_from: 1, series_to: 10_000, next_number: 9_001 }, 'few'],
  ['a range with a little more than a tenth left', { series_from: 1, series_to: 10_000, next_number: 9_000 }, 'enough'],
  [
    'a range that begins high, with a fifth left',
    { series_from: 5_001, series_to: 6_000, next_number: 5_801 },
    'enough',
  ],
  ['a range that is used up', { series_from: 1, series_to: 100, next_number: 101 }, 'none'],
] as const)('warns of %s as it should', (_, series, supply) => {
  expect(seriesSupply(series)).toBe(supply);
});
