import { expect, it } from 'vitest';
import { openAmountFault, orderFault, type OrderOfVoucher } from './order-match.ts';

const ORDER: OrderOfVoucher = {
  number: 'PO0000002',
  document_type: 'PO',
  status: 7,
  payee_id: 5,
  currency_id: 1,
  open_minor: 100_000_00n,
};
const VOUCHER = { payee_id: 5, currency_id: 1 };

it.each([
  [6, 'Purchase order PO0000002 is For Release; only an approved one takes vouchers.'],
  [7, null],
  [8, null],
  [9, null],
  [10, 'Purchase order PO0000002 is Closed Short; only an approved one takes vouchers.'],
  [20, 'Purchase order PO0000002 is Cancelled; only an approved one takes vouchers.'],
])('an order at %i: %s', (status, fault) => {
  expect(orderFault({ ...ORDER, status }, VOUCHER)).toBe(fault);
});

it('is of the payee and in the currency of its voucher', () => {
  expect(orderFault(ORDER, { ...VOUCHER, payee_id: 6 })).toBe('Purchase order PO0000002 is of another payee.');
  expect(orderFault({ ...ORDER, currency_id: 2 }, VOUCHER)).toBe('Purchase order PO0000002 is in USD.');
});

it('gives up to what stays open', () => {
  expect(openAmountFault(ORDER, 100_000_00n)).toBeNull();
  expect(openAmountFault(ORDER, 100_000_01n)).toBe(
    'Of purchase order PO0000002, 100,000.00 stays open; this voucher takes 100,000.01.',
  );
});
