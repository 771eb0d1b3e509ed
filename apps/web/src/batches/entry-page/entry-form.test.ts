import { expect, it } from 'vitest';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { batchOf } from '../../testing/batch-answers.ts';
import { filledLines } from '../entry/entry-lines.ts';
import { EMPTY_PART, entryInputOf, entryOfCopy, entryOfDetail } from './entry-form.ts';

const TODAY = requireCalendarDate('2025-06-04');

it('copies a voided cheque in dollars without its date, its cheque number and its rate', () => {
  const stored = batchOf();
  const [paper] = stored.headers;
  const [charged, cash] = stored.details;
  const voided = batchOf({
    document_type: 'CW',
    voided: true,
    currency_id: 2,
    dollar_rate: '56.25',
    is_confidential: 1,
    regular_trx: 5,
    headers: [{ ...paper!, cheque_number: '0000123456', bank_id: 61, vat: 1, voided_at: '2025-05-22T02:00:00Z' }],
    details: [{ ...charged!, part: 'charged' }, cash!],
  });
  const copy = entryOfCopy(voided, TODAY);
  expect(copy.touched).toBe(true);
  expect(copy.header).toMatchObject({
    document_date: TODAY,
    cheque_number: '',
    own_rate: false,
    remarks: 'RENT OF MAY',
    tax_parts: [EMPTY_PART],
  });
  const { headers, details } = entryInputOf(copy, '0010299', null);
  expect(headers).toMatchObject([
    { batch_number: '0010299', bank_id: 61, vat: 1, currency_id: 2, is_confidential: 1, regular_trx: 5 },
  ]);
  expect(details).toMatchObject([
    { account_code: '502010', department_id: 21, debit_amount: '1500.00', debit_php: '', part: 'charged' },
    {
      account_code: '102103',
      department_id: 21,
      debit_amount: '',
      credit_amount: '1500.00',
      credit_php: '',
      part: null,
    },
  ]);
});

it('sends pesos of their own with a foreign entry only', () => {
  const [charged, cash] = batchOf().details;
  const stored = batchOf({
    currency_id: 2,
    dollar_rate: '56.25',
    details: [
      { ...charged!, debit_amount: '100.00', debit_php: '5480.00' },
      { ...cash!, credit_amount: '100.00', credit_php: '5625.00' },
    ],
  });
  const form = entryOfDetail(stored);
  const sentIn = (currency_id: number) =>
    entryInputOf({ ...form, header: { ...form.header, currency_id } }, '0010299', null).details;
  expect(sentIn(2)).toMatchObject([{ debit_php: '5480.00' }, { credit_php: '' }]);
  expect(sentIn(1)).toMatchObject([{ debit_amount: '100.00', debit_php: '' }, { credit_php: '' }]);
});

it('copies one cheque of a series: its summary stands before it', () => {
  const { headers, details } = batchOf();
  const [paper] = headers;
  const series = batchOf({
    document_type: 'CV',
    is_pdc: 1,
    number_of_cheques: 2,
    headers: [
      { ...paper!, header_key: -1, remarks: '' },
      { ...paper!, header_key: 0, voided_at: '2025-05-22T02:00:00Z' },
      { ...paper!, header_key: 1, document_date: '2025-06-21' },
    ],
    details: [...details, ...details.map((line) => ({ ...line, header_key: 1, account_code: '999999' }))],
  });
  const { header, lines } = entryOfCopy(series, TODAY);
  expect(header).toMatchObject({ document_date: TODAY, remarks: 'RENT OF MAY', series: null });
  expect(filledLines(lines).map(({ line }) => line.account?.code)).toEqual(['502010', '102103']);
});
