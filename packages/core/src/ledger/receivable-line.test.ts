import { describe, expect, it } from 'vitest';
import { advanceFaults, receivableFaults, type InvoiceOfLine, type ReceivableLine } from './receivable-line.ts';

const INVOICE: InvoiceOfLine = {
  number: 'BI-HOB0000001',
  is_approved: true,
  is_confidential: false,
  payee_ids: [7, 8],
  currency_id: 1,
  billing_date: '2026-03-10',
  open: '40.00',
  settled: '60.00',
  open_php: '40.00',
  rate: '1',
};
const line = (change: Partial<ReceivableLine> = {}): ReceivableLine => ({
  account_code: '105010',
  is_receivable: true,
  payee_id: 8,
  invoice: INVOICE,
  settled_minor: 4000n,
  settled_php_minor: change.settled_minor ?? 4000n,
  ...change,
});
const faultsOf = (lines: ReceivableLine[], change: object = {}) =>
  receivableFaults(
    { names_invoices: true, is_confidential: false, document_date: '2026-03-10', currency_id: 1, ...change },
    lines,
  );
const said = (...asked: Parameters<typeof faultsOf>) => faultsOf(...asked).map(({ message }) => message);
const other = line({ is_receivable: false, invoice: null, payee_id: null });

describe('lines on the receivable account', () => {
  it('settle what is open and open again what is settled, of all lines of an invoice together', () => {
    expect(said([other, line(), line({ settled_minor: -1n }), line({ settled_minor: 1n })])).toEqual([]);
    expect(said([line({ settled_minor: -6000n })])).toEqual([]);
    expect(faultsOf([line(), other, line({ settled_minor: 1n })])).toEqual([
      { line: 3, field: 'billing_invoice_no', message: 'line 3: only 40.00 of BI-HOB0000001 is still open.' },
    ]);
    expect(said([line({ settled_minor: -6001n })])).toEqual([
      'line 1: only 60.00 of BI-HOB0000001 is settled. A debit opens no more of it again.',
    ]);
    const another = { ...INVOICE, number: 'BI-HOB0000002' };
    expect(said([line(), line({ invoice: another })])).toEqual([]);
    const secret = line({ invoice: { ...INVOICE, is_confidential: true } });
    expect(said([secret], { is_confidential: true })).toEqual([]);
  });

  it('leave the books at the pesos at which the invoice came in, to the centavo', () => {
    const invoice = { ...INVOICE, currency_id: 2, rate: '55.125', open_php: '2205.01' };
    const at = (settled_minor: bigint, settled_php_minor: bigint) =>
      line({ invoice, settled_minor, settled_php_minor });
    const dollars = { currency_id: 2 };
    // What closes it takes all of its pesos, a part and what opens it again those of its rate.
    expect(said([at(40_00n, 2_205_01n)], dollars)).toEqual([]);
    expect(said([at(1_00n, 55_13n), other], dollars)).toEqual([]);
    expect(said([at(-1_00n, -55_13n)], dollars)).toEqual([]);
    expect(said([at(30_00n, 1_600_00n), at(10_00n, 605_01n)], dollars)).toEqual([]);
    const told = (...[here, not, rest, side]: string[]) => [
      {
        line: 1,
        field: 'billing_invoice_no',
        message: `line 1: invoice BI-HOB0000001 leaves the books at the pesos at which it came in: ${here} here, not ${not}. Enter ${rest} as a ${side} in pesos alone on another line that names it, and the other side as exchange difference.`,
      },
    ];
    expect(faultsOf([at(40_00n, 2_205_00n)], dollars)).toEqual(told('2,205.01', '2,205.00', '0.01', 'credit'));
    expect(faultsOf([at(-1_00n, -55_12n)], dollars)).toEqual(told('55.13', '55.12', '0.01', 'debit'));
    expect(said([at(40_00n, 2_205_00n), at(0n, 1n)], dollars)).toEqual([]);
  });

  it.each([
    ['no invoice', { invoice: null }, {}, /what invoices have open\. Choose the invoice/],
    ['an invoice on another account', { is_receivable: false }, {}, /is no receivable of invoices\./],
    ['a cancelled one', { invoice: { ...INVOICE, is_approved: false } }, {}, /is cancelled\./],
    ['one of another customer', { payee_id: 9 }, {}, /is of another customer\./],
    ['one without a payee', { payee_id: null }, {}, /is of another customer\./],
    ['one in another currency', {}, { currency_id: 2 }, /is in another currency\./],
    ['a later one', {}, { document_date: '2026-03-09' }, /is dated 10 Mar 2026, after this entry\./],
    ['a confidential one', { invoice: { ...INVOICE, is_confidential: true } }, {}, /is confidential\. Switch on Confi/],
  ])('with %s are told', (_name, change, entry, message) => {
    expect(said([line(change)], entry)).toEqual([expect.stringMatching(message)]);
  });

  it('are written by no other document, which is told at its account', () => {
    expect(faultsOf([line({ invoice: null })], { names_invoices: false })).toEqual([
      {
        line: 1,
        field: 'account_code',
        message:
          'line 1: account 105010 is what invoices have open. Enter a collection, or a journal that names the invoice.',
      },
    ]);
  });
});

it('lines on customers’ advances stand in the name of whom the header names, and so in no journal', () => {
  const advance = { account_code: '202090', is_advance: true, payee_id: 1 };
  expect(advanceFaults(1, [advance, { account_code: '102103', is_advance: false, payee_id: null }])).toEqual([]);
  const told = {
    line: 1,
    field: 'account_code',
    message:
      'line 1: account 202090 is what customers paid in advance. Enter a collection, or what pays it back to the customer.',
  };
  expect(advanceFaults(null, [advance])).toEqual([told]);
  expect(advanceFaults(2, [advance])).toEqual([told]);
  expect(advanceFaults(null, [{ ...advance, payee_id: null }])).toEqual([told]);
});
