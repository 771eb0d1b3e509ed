import type { StatusMove } from '../status.ts';
import { BARE_HEADER, type DocumentFacts } from '../document-facts.ts';

/** Vouchers bring an approved order to where it stands by what they take of it, and back when they are given up. */
const MATCHES: readonly StatusMove[] = [
  { from: 7, to: 8, action: 'match' },
  { from: 7, to: 9, action: 'match' },
  { from: 8, to: 7, action: 'match' },
  { from: 8, to: 9, action: 'match' },
  { from: 9, to: 7, action: 'match' },
  { from: 9, to: 8, action: 'match' },
];

/** What is ordered of a supplier; it has no ledger effect (decisions §6). */
export const PURCHASE_ORDER = {
  label: 'Purchase Order',
  module: null,
  batch_series: 'po',
  document_series: 'po',
  most_documents: 1,
  has_review_stage: true,
  has_release_stage: false,
  pays: false,
  needs_approval: true,
  own_officers: false,
  has_adjusting: false,
  archive_cancels: true,
  later: {
    moves: [...MATCHES, { from: 7, to: 10, action: 'close' }, { from: 8, to: 10, action: 'close' }],
    states: {
      8: {
        label: 'Partly Vouchered',
        hue: 'amber',
        refusal: 'Vouchers take from this order. Void them first, or close it short.',
      },
      9: { label: 'Fully Vouchered', hue: 'green', refusal: 'Vouchers take all of this order. Void them first.' },
      10: { label: 'Closed Short', hue: 'slate', refusal: 'This order is closed short.' },
    },
  },
  header: { ...BARE_HEADER, payee: true },
} as const satisfies DocumentFacts;

/** Why the goods cannot be shipped on that day; null where they can, or no day is said. Dates are yyyy-mm-dd, '' for none. */
export function shippingFault(order: { readonly po_date: string; readonly shipping_date: string }): string | null {
  return order.shipping_date !== '' && order.shipping_date < order.po_date
    ? 'Shipping Date is before the PO Date.'
    : null;
}
