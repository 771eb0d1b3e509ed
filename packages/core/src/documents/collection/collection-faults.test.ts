import { expect, it } from 'vitest';
import { requireCalendarDate } from '../../calendar/calendar-date.ts';
import { requireRate } from '../../money/rate.ts';
import { STATUS } from '../status.ts';
import { readCollected, type CollectedFrom, type GivenCollection, type NamedInvoice } from './collected-from.ts';
import { collectionFaults, openFaults } from './collection-faults.ts';

const INVOICE: NamedInvoice = {
  status: STATUS.APPROVED,
  currency_id: 1,
  billing_date: requireCalendarDate('2026-03-10'),
  is_of_customer: true,
  branch_id: 1,
  is_confidential: false,
  open_minor: 1_000_00n,
  open_php_minor: 1_000_00n,
  rate: requireRate('1'),
};
const FROM: CollectedFrom = {
  invoices: new Map([['BI-0001', INVOICE]]),
  accounts: {
    bank: '102103',
    withheld: '108050',
    write_off: '503090',
    advances: '202090',
    receivable: '105010',
    gain: '404010',
    loss: '404020',
  },
  write_off_group: 'E',
  advance: { amount_minor: 500_00n, php_minor: 500_00n },
  advance_then_minor: 300_00n,
  rate_on_file: requireRate('56'),
};
const applied = (cash_amount: string, billing_invoice_no = 'bi-0001 ') => ({
  billing_invoice_no,
  cash_amount,
  withholding_amount: '',
  write_off_amount: '',
});
const GIVEN: GivenCollection = {
  collection_date: requireCalendarDate('2026-03-31'),
  bank_id: 2,
  is_or_ar: 1,
  type: null,
  received_amount: '1,000.00',
  advance_amount: '',
  currency_id: 1,
  is_confidential: 0,
  collection_details: [applied('1000')],
};

function told(change: Partial<GivenCollection>, books: Partial<CollectedFrom> = {}): string[] {
  const [given, from] = [
    { ...GIVEN, ...change },
    { ...FROM, ...books },
  ];
  return collectionFaults(given, readCollected(given, from), from).map(({ path, message }) => `${path} ${message}`);
}

it('accepts what settles an invoice of the customer with what was received', () => {
  expect(told({})).toEqual([]);
  const { applications } = readCollected(GIVEN, FROM);
  expect(openFaults(applications)).toEqual([]);
});

it.each<[string, Partial<GivenCollection>, Partial<CollectedFrom>, string[]]>([
  [
    'amounts that are none',
    { received_amount: 'a lot', collection_details: [{ ...applied('1000'), withholding_amount: '-1' }] },
    {},
    [
      'received_amount received amount must be an amount with at most 2 decimals, up to 9,999,999,999,999.99.',
      'collection_details.0.withholding_amount line 1: withholding amount must be an amount with at most 2 decimals, up to 9,999,999,999,999.99.',
      'received_amount 1,000.00 more is placed on invoices than was received. Place less, or enter what was received.',
    ],
  ],
  [
    'nothing at all',
    { received_amount: '', collection_details: [] },
    {},
    ['collection_details Enter what was received, or choose an invoice to settle.'],
  ],
  [
    'two receipts, and cash that goes nowhere',
    { type: 2, bank_id: null },
    {},
    [
      'is_or_ar is or ar and type name the same receipt: send one of them, or both alike.',
      'bank_id bank is required where cash is received.',
    ],
  ],
  ['a bank that is none', {}, { accounts: { ...FROM.accounts, bank: '' } }, ['bank_id Bank 2 does not exist.']],
  [
    'more of the advance than the customer has, and than is placed',
    { advance_amount: '600' },
    {},
    [
      'advance_amount 600.00 of the advance is not placed. Take less of it.',
      'advance_amount The customer has 500.00 in advance.',
    ],
  ],
  [
    'an advance that came in later',
    { received_amount: '600', advance_amount: '400' },
    {},
    [
      'advance_amount The customer has 300.00 in advance on 31 Mar 2026: the rest came in later. Take less, or date the collection later.',
    ],
  ],
  [
    'a rate far off the one on file',
    { currency_id: 2, dollar_rate: '5.6' },
    { invoices: new Map([['BI-0001', { ...INVOICE, currency_id: 2 }]]) },
    ['dollar_rate Rate 5.60 is more than 20 % off the usual 56.00. Correct it, or the rate on file.'],
  ],
  [
    'a write-off to what is no expense, and a role that no account has',
    { received_amount: '', collection_details: [{ ...applied(''), write_off_amount: '1' }] },
    { write_off_group: 'I', accounts: { ...FROM.accounts, receivable: '' } },
    [
      'write_off_account account 503090 is no expense account.',
      'collection_details No account has the role Accounts receivable. Give it one in the chart of accounts.',
    ],
  ],
  [
    'invoices that are not named, that there are not, and that are named twice',
    { received_amount: '4', collection_details: [applied('1'), applied('1', ''), applied('1', 'X'), applied('1')] },
    {},
    [
      'collection_details.1.billing_invoice_no line 2: invoice is required.',
      'collection_details.2.billing_invoice_no line 3: there is no invoice X.',
      'collection_details.3.billing_invoice_no line 4: invoice BI-0001 stands on line 1 already.',
    ],
  ],
])('refuses %s', (_what, change, books, expected) => {
  expect(told(change, books)).toEqual(expected);
});

it.each<[Partial<NamedInvoice>, string]>([
  [{ is_of_customer: false }, 'invoice BI-0001 is of another customer.'],
  [{ currency_id: 2 }, 'invoice BI-0001 is in another currency.'],
  [
    { billing_date: requireCalendarDate('2026-04-01') },
    'invoice BI-0001 is dated 1 Apr 2026, after this collection. Leave it out: what is received before becomes an advance.',
  ],
  [
    { is_confidential: true },
    'invoice BI-0001 is confidential. Switch on Confidential, or settle it in an entry of its own.',
  ],
])('refuses an invoice that cannot be settled: %#', (change, message) => {
  const invoices = new Map([['BI-0001', { ...INVOICE, ...change }]]);
  expect(told({}, { invoices })).toEqual([`collection_details.0.billing_invoice_no line 1: ${message}`]);
});

it.each<[Partial<NamedInvoice>, string]>([
  [{ open_minor: 999_99n }, 'Only 999.99 of BI-0001 is still open.'],
  [{ status: STATUS.ARCHIVED }, 'Invoice is cancelled.'],
])('tells what takes more of an invoice than is open: %#', (change, message) => {
  const invoices = new Map([['BI-0001', { ...INVOICE, ...change }]]);
  expect(openFaults(readCollected(GIVEN, { ...FROM, invoices }).applications)).toEqual([
    { path: 'collection_details.0.billing_invoice_no', message },
  ]);
});
