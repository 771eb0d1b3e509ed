import { expect, it } from 'vitest';
import { requireCalendarDate } from '../calendar/calendar-date.ts';
import { receiptSignals, type ReceiptFacts } from './receipt-signals.ts';

const day = requireCalendarDate;
const QUIET: ReceiptFacts = {
  document_date: day('2026-03-10'),
  encoded_on: day('2026-03-10'),
  preparer: 'Ana Reyes',
  later_before: [],
  written_off_php_minor: 0n,
  write_offs: [],
  withheld: [],
  customer_write_offs: [],
  free_php_minor: 100_00n,
};
const before = { batch_id: '7', number: '000000000812', number_before: '000000000811', date_before: day('2026-03-11') };
const writeOffs = (...amounts: bigint[]): Partial<ReceiptFacts> => ({
  written_off_php_minor: 10_00n,
  write_offs: amounts.map((amount_php_minor, at) => ({ batch_id: `${at + 1}`, amount_php_minor })),
});

it.each<[string, Partial<ReceiptFacts>, string[]]>([
  ['nothing', {}, []],
  [
    'a receipt after one of a later day',
    { later_before: [before] },
    ['notice: Receipt 000000000812 is dated 10 Mar 2026, and follows 000000000811 of 11 Mar 2026, which is later.'],
  ],
  [
    'a receipt that is not issued',
    { later_before: [{ ...before, number: null }] },
    ['notice: Its receipt would be dated 10 Mar 2026, and follows 000000000811 of 11 Mar 2026, which is later.'],
  ],
  ['two write-offs of one person', writeOffs(5_00n), []],
  [
    'three write-offs of one person',
    writeOffs(5_00n, 2_50n),
    ['high: Ana Reyes writes off PHP 17.50 in 3 collections within 30 days of this one.'],
  ],
  ['write-offs of which it has none', { ...writeOffs(5_00n, 2_50n), written_off_php_minor: 0n }, []],
  [
    'a withholding of all that any rate gives',
    { withheld: [{ billing_invoice_no: 'BI-HOB0000001', withheld_minor: 200_00n, base_minor: 1_000_00n }] },
    [],
  ],
  [
    'a withholding beyond any rate',
    { withheld: [{ billing_invoice_no: 'BI-HOB0000001', withheld_minor: 500_00n, base_minor: 1_000_00n }] },
    ['notice: 500.00 is withheld of BI-HOB0000001, more than 20 % of the 1,000.00 that was billed without VAT.'],
  ],
  ['a write-off of all that passes', { written_off_php_minor: 100_00n }, []],
  [
    'a single large write-off',
    { written_off_php_minor: 5_000_000_00n },
    ['notice: It writes off PHP 5,000,000.00; up to PHP 100.00 passes without approval.'],
  ],
  [
    'small write-offs of one customer that are large together',
    { written_off_php_minor: 60_00n, customer_write_offs: [{ batch_id: '9', amount_php_minor: 40_01n }] },
    [
      'notice: PHP 100.01 is written off of this customer in 2 collections within 30 days of this one; up to PHP 100.00 passes without approval.',
    ],
  ],
  ['an entry a week after its date', { encoded_on: day('2026-03-17') }, []],
  [
    'an entry later than that',
    { encoded_on: day('2026-03-18') },
    ['notice: It is dated 10 Mar 2026 and was entered on 18 Mar 2026, 8 days later.'],
  ],
  [
    'a high one among others',
    { ...writeOffs(5_00n, 2_50n), later_before: [before] },
    [
      'high: Ana Reyes writes off PHP 17.50 in 3 collections within 30 days of this one.',
      'notice: Receipt 000000000812 is dated 10 Mar 2026, and follows 000000000811 of 11 Mar 2026, which is later.',
    ],
  ],
])('%s', (_name, change, told) => {
  const found = receiptSignals({ ...QUIET, ...change });
  expect(found.map(({ severity, sentence }) => `${severity}: ${sentence}`)).toEqual(told);
});

it('names the signals, and the collections that they are about', () => {
  const late = { encoded_on: day('2026-04-18'), later_before: [before] };
  const found = receiptSignals({ ...QUIET, ...writeOffs(5_00n, 2_50n), ...late });
  expect(found.map(({ kind, others }) => [kind, others])).toEqual([
    ['write_offs', ['1', '2']],
    ['receipt_order', ['7']],
    ['back_dated', []],
  ]);
});
