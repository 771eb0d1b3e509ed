import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BankScheduleRow } from '@talaan/contract/reports/bank-schedule.report';
import { readPdfText } from '../../testing/pdf-text.ts';
import { openWorkedVouchers, type WorkedVouchers } from '../../testing/books/worked-vouchers.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { readAll } from '../../testing/books/read-reports.ts';
import { bankSchedule } from './bank-schedule.query.ts';

let worked: WorkedVouchers;
beforeAll(async () => {
  worked = await openWorkedVouchers();
});
afterAll(() => worked.app.stop());

const days = (date_from: string, date_to: string) => ({ type: 'daily', date_from, date_to });
const read = (from: string, to: string, more: Record<string, string> = {}, options?: Parameters<typeof readAll>[3]) =>
  readAll<BankScheduleRow>(worked.app.database, bankSchedule, { ...days(from, to), ...more }, options);
const told = async (...given: Parameters<typeof read>) =>
  (await read(...given)).data.map((row) =>
    [row.bank_account, row.voucher_date, row.account_code, row.amount, row.account_charge].filter(Boolean).join(' '),
  );
const number = (name: keyof WorkedVouchers['vouchers']) => worked.vouchers[name].documents[0]!.document_number;

it('E04: what each voucher is charged to, what was withheld negative, adds up to what it takes from the bank', async () => {
  const { data, totals, proof } = await read('2023-01-01', '2023-01-31');
  expect(data.map((row) => [row.voucher_number, row.account_code, row.amount, row.account_charge])).toEqual([
    [number('E04a'), '502050', '50000.00', 'Security Services'],
    [number('E04a'), '108020', '6000.00', 'Input VAT - Services'],
    [number('E04a'), '203030', '-1000.00', 'Expanded Withholding Tax Payable'],
    [number('E04b'), '502010', '30000.00', 'Rental Fee - Branches'],
    [number('E04b'), '203030', '-1500.00', 'Expanded Withholding Tax Payable'],
  ]);
  expect(data[0]).toMatchObject({
    cheque_number: worked.vouchers.E04a.documents[0]!.cheque_number,
    particulars: 'BANTAY KUNWARI SECURITY AGENCY, INC. · RENT OF MARCH',
    bank_account: '102103',
    bank_name: 'CA 0003-0001 · 0003-0001',
  });
  expect(totals).toEqual({ amount: '83500.00' });
  expect(proof).toMatchObject([{ left: '83500.00', right: '83500.00', difference: '0.00' }]);
});

it('E05: each cheque of a series in its month; E06 in pesos; a transfer to another own bank is charged to it', async () => {
  expect(await told('2023-08-01', '2023-08-31', { document_type: 'CW' })).toEqual([
    '102104 2023-08-05 502010 25000.00 Rental Fee - Branches',
    '102104 2023-08-05 108020 3000.00 Input VAT - Services',
    '102104 2023-08-05 203030 -1250.00 Expanded Withholding Tax Payable',
  ]);
  const may = await read('2023-05-01', '2023-05-31');
  expect(may.data.map((row) => row.amount)).toEqual(['67653.89', '555.55']);
  expect(may.totals).toEqual({ amount: '68209.44' });
  expect(await told('2023-06-08', '2023-06-08')).toEqual(['102103 2023-06-08 102104 7000.00 CIB - MBTC CA 0001']);
});

it('E09: what was voided on its day is one line VOID; what was voided later stands, and its mirror at the day of the void', async () => {
  const july = await read('2023-07-10', '2023-07-12');
  expect(july.data.map((row) => [row.voucher_number, row.amount, row.account_charge])).toEqual([
    [number('E09a'), '0.00', 'VOID'],
    [number('E09b'), '50000.00', 'Security Services'],
    [number('E09b'), '6000.00', 'Input VAT - Services'],
    [number('E09b'), '-1000.00', 'Expanded Withholding Tax Payable'],
  ]);
  expect(july.totals).toEqual({ amount: '55000.00' });
  const august = await read('2023-08-03', '2023-08-03');
  expect(august.data.map((row) => [row.voucher_number, row.amount, row.is_reversal])).toEqual([
    [number('E09b'), '-50000.00', true],
    [number('E09b'), '-6000.00', true],
    [number('E09b'), '1000.00', true],
  ]);
  expect(august.data[0]!.particulars).toBe('REVERSAL · BANTAY KUNWARI SECURITY AGENCY, INC. · RENT OF MARCH');
  expect(august.proof).toMatchObject([{ left: '-55000.00', right: '-55000.00', difference: '0.00' }]);
});

it('has cheque vouchers and writes unless other types are asked for, of one bank where one is; unknown ones are refused', async () => {
  expect(await told('2023-06-07', '2023-06-07')).toEqual([]);
  expect(await told('2023-06-07', '2023-06-07', { document_type: 'CV,OB' })).toHaveLength(3);
  const bank_id = String(worked.books.banks['102104']);
  const ofBank = await told('2023-01-01', '2023-12-31', { bank_id });
  expect(ofBank).toHaveLength(18);
  await expect(read('2023-06-01', '2023-06-30', { bank_id: '999' })).rejects.toMatchObject({ status: 422 });
  await expect(read('2023-06-01', '2023-06-30', { document_type: 'CV,JE' })).rejects.toThrow('document type must be');
});

it('hides the particulars of a confidential voucher from all but its preparer and the officers; its amounts stay', async () => {
  const seen = async (options?: Parameters<typeof readAll>[3]) =>
    (await read('2023-06-12', '2023-06-12', {}, options)).data.map((row) => [
      row.particulars,
      row.amount,
      row.is_masked,
    ]);
  expect(await seen()).toEqual([['Confidential', '300.00', true]]);
  const { preparer } = worked.books.people;
  expect(await seen({ user: { user_id: preparer.user.id, name: '' } })).toEqual([
    ['BANTAY KUNWARI SECURITY AGENCY, INC. · BONUS', '300.00', false],
  ]);
});

it.each([1, 3])('is the same in pages of %i', async (limit) => {
  const types = { document_type: 'CV,CW,OB,DM' };
  const { header: _whole, ...whole } = await read('2023-01-01', '2023-12-31', types);
  const { header: _pages, ...pages } = await read('2023-01-01', '2023-12-31', types, { limit });
  expect(whole.data.length).toBeGreaterThan(40);
  expect(pages).toEqual(whole);
});

it('leaves as workbook, CSV and PDF: vouchers are repeated in files, not on paper; for its module alone', async () => {
  const path = '/rpt/cibsubschedReport';
  const MONTH = 'type=ftm&year=2023&month=1&user=Ana&trans_type=CD';
  const get = (rest: string) => worked.get('CV CIB Subsidiary Schedule', `${path}${rest}${MONTH}`);
  expect((await get('?')).json()).toMatchObject({ totals: { amount: '83500.00' }, next: null });
  expect((await worked.get('Subsidiary', `${path}?${MONTH}`)).statusCode).toBe(403);
  expect((await get('?bank=1&')).json()).toMatchObject({ message: expect.stringContaining('no filter named bank') });
  const sheet = await readSheet((await get('/export?format=xlsx&')).rawPayload);
  expect(sheet.filter(([, voucher]) => voucher === number('E04a')).map((row) => [row[4], row[5]])).toEqual([
    [50000, '502050'],
    [6000, '108020'],
    [-1000, '203030'],
  ]);
  expect((await get('/export?format=csv&')).body).toContain('-1000.00,203030');
  const paper = readPdfText((await get('/export?format=pdf&')).rawPayload).join('\n');
  expect(paper).toContain('JAN 01, 2023 TO JAN 31, 2023');
  expect(paper.split(number('E04a')!)).toHaveLength(2);
  expect(paper).toMatch(/Total +83,500\.00/);
});

it('is red, and names the voucher, where its lines are not what its bank paid', async () => {
  await runAsOwner(worked.app.ownerUrl, async (owner) => {
    await owner.query('set session_replication_role = replica; alter table posting disable trigger ledger_append_only');
    await owner.query(`update posting set debit = debit + 1 where debit = 30000 and entry_date = '2023-01-20'`);
  });
  const { batch_number, documents } = worked.vouchers.E04b;
  expect((await read('2023-01-01', '2023-01-31')).proof).toMatchObject([
    {
      left: '83501.00',
      right: '83500.00',
      difference: '1.00',
      documents: [
        { document_type: 'CV', batch_number, document_number: documents[0]!.document_number, amount: '1.00' },
      ],
    },
  ]);
});
