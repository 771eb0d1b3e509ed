import type { DocumentKind } from '../document-kind.ts';

export const PURCHASE_ORDERS = {
  module: 'Purchase Order',
  types: ['PO'],
  list: '/trx-purchase-order',
  page: '/trx-purchase-order/create',
  newTitle: 'Create purchase order',
  one: 'purchase order',
  many: 'purchase orders',
  paper: {
    name: 'purchase_order',
    label: 'Purchase Order',
    address: ({ batch_number }) => `/purchase-order-print/${batch_number}`,
  },
  own: { number: 'po_number', date: 'po_date', lines: 'po_details' },
} as const satisfies DocumentKind;
