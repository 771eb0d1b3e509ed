import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCalendarDate, requireCalendarDate } from '../../calendar/calendar-date.ts';
import { monthOfQuarter, quarterDays, quarterOf } from '../../calendar/quarter.ts';
import { requireAmount, sumMinor } from '../../money/money.ts';
import { certificateBoxes, certificateSheets, totalOfRows, type WithheldPosting } from './certificate-boxes.ts';

const withheld = (entry_date: string, base: string, tax: string, atc_code = 'WC120'): WithheldPosting => ({
  entry_date: requireCalendarDate(entry_date),
  atc_code,
  atc_desc: 'Contractors and subcontractors',
  base_minor: requireAmount(base),
  tax_minor: requireAmount(tax),
});

it('E04: each payment in the column of its month, and the tax that was withheld', () => {
  const boxes = certificateBoxes([
    withheld('2023-01-16', '50000.00', '1000.00'),
    withheld('2023-02-28', '50000.00', '1000.00'),
    withheld('2023-03-31', '51250.00', '1025.00'),
  ]);
  expect(boxes).toEqual({
    income: [
      {
        atc_code: 'WC120',
        atc_desc: 'Contractors and subcontractors',
        months_minor: [50_000_00n, 50_000_00n, 51_250_00n],
        total_minor: 151_250_00n,
        tax_minor: 3_025_00n,
      },
    ],
    business: [],
  });
});

it('tells the tax as it was withheld, a centavo beside rate × total', () => {
  // 2 % of 0.75 is 0.02 each time, and 2 % of 2.25 is 0.05.
  const [row] = certificateBoxes(
    ['01', '02', '03'].map((month) => withheld(`2026-${month}-10`, '0.75', '0.02')),
  ).income;
  expect([row!.total_minor, row!.tax_minor]).toEqual([2_25n, 6n]);
});

it('stands income tax above and business tax below, by ATC; what nets to nil is left out, a correction stays negative', () => {
  const { income, business } = certificateBoxes([
    withheld('2023-07-10', '50000.00', '1000.00'),
    withheld('2023-08-03', '-50000.00', '-1000.00'),
    withheld('2023-08-04', '100.00', '5.00', 'WI100'),
    withheld('2023-09-04', '-300.00', '-15.00', 'WI010'),
    withheld('2023-09-04', '400.00', '12.00', 'WB080'),
    withheld('2023-09-05', '500.00', '60.00', 'WV010'),
    // No income, and tax all the same: what was withheld is told.
    withheld('2023-07-04', '0.00', '1.00', 'WC515'),
  ]);
  expect(income.map(({ atc_code, months_minor }) => [atc_code, ...months_minor])).toEqual([
    ['WC515', 0n, 0n, 0n],
    ['WI010', 0n, 0n, -300_00n],
    ['WI100', 0n, 100_00n, 0n],
  ]);
  expect(business.map(({ atc_code }) => atc_code)).toEqual(['WB080', 'WV010']);
});

it('goes on a second sheet after ten rows of a block', () => {
  const rows = Array.from({ length: 11 }, (_, at) => at);
  expect(certificateSheets({ income: [], business: [] })).toEqual([{ income: [], business: [] }]);
  expect(certificateSheets({ income: rows.slice(1), business: [1] })).toHaveLength(1);
  expect(certificateSheets({ income: rows, business: [1] })).toEqual([
    { income: rows.slice(0, 10), business: [1] },
    { income: [10], business: [] },
  ]);
});

it('adds up to its postings, whatever they are', () => {
  const amount = fc.bigInt(-(10n ** 12n), 10n ** 12n);
  const posting = fc.record({
    entry_date: fc.constantFrom('2023-01-01', '2023-02-28', '2023-03-31').map(requireCalendarDate),
    atc_code: fc.constantFrom('WC120', 'WI100', 'WB080', 'WV010'),
    atc_desc: fc.constant('x'),
    base_minor: amount,
    tax_minor: amount,
  });
  fc.assert(
    fc.property(fc.array(posting, { maxLength: 40 }), (postings) => {
      const { income, business } = certificateBoxes(postings);
      const total = totalOfRows([...income, ...business]);
      expect([total.total_minor, total.tax_minor]).toEqual([
        sumMinor(postings.map(({ base_minor }) => base_minor)),
        sumMinor(postings.map(({ tax_minor }) => tax_minor)),
      ]);
      expect(sumMinor(total.months_minor)).toBe(total.total_minor);
    }),
  );
});

it('knows the quarters of the year, and no other', () => {
  expect([1, 2, 3, 4].map((quarter) => Object.values(quarterDays({ fiscal_year: 2024, quarter })).join(' '))).toEqual([
    '2024-01-01 2024-03-31',
    '2024-04-01 2024-06-30',
    '2024-07-01 2024-09-30',
    '2024-10-01 2024-12-31',
  ]);
  expect(() => quarterDays({ fiscal_year: 2024, quarter: 5 })).toThrow(RangeError);
  expect(quarterOf(parseCalendarDate('2024-12-31')!)).toEqual({ fiscal_year: 2024, quarter: 4 });
  expect(['2024-10-01', '2024-11-30', '2024-12-31'].map((day) => monthOfQuarter(parseCalendarDate(day)!))).toEqual([
    1, 2, 3,
  ]);
});
