import { expect, it } from 'vitest';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { entryChoices } from '@talaan/contract/documents/entry-page/entry-page.contract';
import { readBatch } from '@talaan/contract/documents/batch.contract';
import { recorded } from '../../../testing/recorded-answers.ts';
import { filledLines } from '../lines/entry-lines.ts';
import { newSeries } from './entry-series.ts';
import { nearestOpenDate } from '../fields/entry-date.ts';
import { formOfCopy, formOfDetail, inputOfForm } from '../document/document-form.ts';
import { EMPTY_PART, ENTRY } from './entry-form.ts';

const TODAY = requireCalendarDate('2025-06-04');

it('copies a voided cheque in dollars without its date, its cheque number and its rate', () => {
  const voided = recorded(readBatch, 'payment/void-in-dollars').data;
  const [paper] = voided.headers;
  const copy = formOfCopy(ENTRY.CV, voided, TODAY);
  expect(copy.touched).toBe(true);
  expect(copy.header).toMatchObject({
    document_date: TODAY,
    cheque_number: '',
    own_rate: false,
    remarks: 'GUARDS OF MAY',
    tax_parts: [EMPTY_PART],
  });
  const { headers, details } = inputOfForm(ENTRY.CV, copy, { batchNumber: '0010299' });
  expect(headers).toMatchObject([
    {
      batch_number: '0010299',
      bank_id: paper!.bank_id,
      vat: 1,
      currency_id: 2,
      is_confidential: 1,
      regular_trx: voided.regular_trx,
    },
  ]);
  expect(details).toMatchObject([
    { account_code: '502010', department_id: 1, debit_amount: '1500.00', debit_php: '', part: 'charged' },
    {
      account_code: '102303',
      department_id: 1,
      debit_amount: '',
      credit_amount: '1500.00',
      credit_php: '',
      part: null,
    },
  ]);
});

it('sends pesos of their own with a foreign entry only', () => {
  const form = formOfDetail(ENTRY.CV, recorded(readBatch, 'payment/foreign').data);
  const sentIn = (currency_id: number) =>
    inputOfForm(ENTRY.CV, { ...form, header: { ...form.header, currency_id } })['details'];
  expect(sentIn(2)).toMatchObject([{ debit_php: '5480.00' }, { debit_php: '45.00' }, { credit_php: '' }]);
  expect(sentIn(1)).toMatchObject([
    { debit_amount: '100.00', debit_php: '' },
    { debit_amount: '', debit_php: '45.00' },
    { credit_php: '' },
  ]);
});

it('copies one cheque of a series: its summary stands before it', () => {
  const series = recorded(readBatch, 'payment/series-void').data;
  expect(series.headers.map(({ header_key }) => header_key)).toEqual([-1, 1, 2]);
  const { header, lines } = formOfCopy(ENTRY.CV, series, TODAY);
  expect(header).toMatchObject({ document_date: TODAY, remarks: 'RENT, CHANGED', series: null });
  expect(filledLines(lines).map(({ line }) => line.account?.code)).toEqual(['502010', '102103']);
});

it.each([
  ['RENT, JUNE TO NOVEMBER 2025', '6'],
  ['Rent Nov 2025 - Feb 2026', '4'],
  ['November to February', '4'],
  ['Rent, July 2025 to June 2027', '24'],
  ['12 post-dated cheques for the lease', '12'],
  ['6 months of security', '6'],
  ['RENT OF MAY 2025', '2'],
  ['', '2'],
  ['July 2030 to June 2020', '2'],
])('begins a series as its remarks say: %s is %s', (remarks, count) => {
  expect(newSeries(remarks)).toEqual({ count, interval: 'monthly', cheques: [] });
});

it('proposes the nearest day of an open month for a date in a closed one', () => {
  const { data } = recorded(entryChoices, 'payment/choices');
  const month = (period_no: number, disbursement: number) => ({
    ...data.periods[0]!,
    fiscal_year: 2025,
    period_no,
    disbursement,
  });
  const choices = { ...data, periods: [month(3, 1), month(4, 0), month(5, 0), month(6, 1)] };
  const nearest = (date: string) => nearestOpenDate('CW', date, choices);
  expect(nearest('2025-04-10')).toBe('2025-03-31');
  expect(nearest('2025-05-20')).toBe('2025-06-01');
  expect(nearest('2025-09-01')).toBe('2025-06-30');
  expect(nearest('2025-01-15')).toBe('2025-03-01');
  expect(nearest('2025-06-15')).toBeNull();
  expect(nearestOpenDate('CW', '2025-05-20', { ...data, periods: [] })).toBeNull();
});
