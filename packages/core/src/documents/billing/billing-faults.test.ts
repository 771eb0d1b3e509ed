import { expect, it } from 'vitest';
import { serviceFaults, type GivenService } from './billing-faults.ts';

const GROUPS = new Map([
  ['401010', 'I'],
  ['105010', 'A'],
]);
const SERVICE: GivenService = { billing_service_id: 3, account_code: '401010', vat: 1, total_amount: '1,120.00' };
const told = (billing_details: GivenService[], vat: number | null = null) =>
  serviceFaults({ vat, billing_details }, GROUPS).map(({ path, message }) => `${path} ${message}`);

it('asks each line for its service, VAT, income account and total, by the field of the wire', () => {
  const bare: GivenService = { billing_service_id: null, account_code: '', total_amount: '0' };
  expect(told([SERVICE, bare])).toEqual([
    'billing_details.1.billing_service_id line 2: service is required.',
    'billing_details.1.vat line 2: VAT is required, on the line or for the whole billing.',
    'billing_details.1.account_code line 2: income account is required.',
    'billing_details.1.total_amount line 2: total must be an amount above 0 with at most 2 decimals, up to 9,999,999,999,999.99.',
  ]);
  expect(told([{ ...SERVICE, account_code: '105010' }])).toEqual([
    'billing_details.0.account_code line 1: account 105010 is no income account.',
  ]);
});

it('asks for a service, and refuses a total that no amount can be', () => {
  expect(told([])).toEqual(['billing_details A billing has at least one service.']);
  const most = { ...SERVICE, total_amount: '9999999999999.99' };
  expect(told([most, { ...SERVICE, total_amount: '0.01' }])).toEqual([
    'billing_details The total is above 9,999,999,999,999.99.',
  ]);
});

it('lets a whole billing say the VAT of a line, and does not judge an account that is not known', () => {
  const { vat: _vat, ...undecided } = SERVICE;
  expect(told([{ ...undecided, account_code: '999999' }], 0)).toEqual([]);
});
