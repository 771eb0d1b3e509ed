import { expect, it } from 'vitest';
import { orderFaults } from './order-faults.ts';

const line = { item_description: 'Bond paper', quantity: '2', unit_cost: '250.00' };

it('tells what is wrong with an order by the fields of the wire', () => {
  const order = { po_date: '2026-03-31', shipping_date: '2026-03-30', po_details: [line, { ...line, quantity: '0' }] };
  expect(orderFaults(order)).toEqual([
    { path: 'shipping_date', message: 'Shipping Date is before the PO Date.' },
    {
      path: 'po_details.1.quantity',
      message: 'line 2: quantity must be a number above 0 with at most 4 decimals.',
    },
  ]);
  expect(orderFaults({ ...order, shipping_date: null, po_details: [] })).toEqual([
    { path: 'po_details', message: 'An order has at least one line.' },
  ]);
});

it('finds nothing wrong with one that is complete', () => {
  expect(orderFaults({ po_date: '2026-03-31', shipping_date: '2026-03-31', po_details: [line] })).toEqual([]);
});
