import type { OrderRow } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { ORDER_VAT_TYPES } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { BATCH_COLUMNS, ownColumn } from '../../batches/lists/batch-columns.tsx';
import { BatchList } from '../../batches/lists/batch-list.tsx';
import { listOfKind } from '../../batches/lists/batch-list-kind.ts';
import { ORDER_LIST } from './order-calls.ts';

type OrderVatType = keyof typeof ORDER_VAT_TYPES;
const contactOf = ({ contact_person }: OrderRow) => contact_person;
const daysOf = ({ payment_term }: OrderRow) => (payment_term === 1 ? '1 day' : `${payment_term} days`);

const LIST = listOfKind(PURCHASE_ORDERS, {
  narrowsBy: ['vat', 'party'],
  call: ORDER_LIST,
  columns: [
    { ...BATCH_COLUMNS.batchNumber, header: 'PO No.', width: 104 },
    { ...BATCH_COLUMNS.documentDate, header: 'PO Date' },
    BATCH_COLUMNS.payee,
    ownColumn<OrderRow>('contact_person', 'Contact Person', 128, contactOf, { title: contactOf }),
    ownColumn<OrderRow>('payment_term', 'Payment Term', 112, daysOf, {
      figures: true,
      title: () => 'days from delivery',
    }),
    ownColumn<OrderRow>('shipping_date', 'Shipping Date', 112, (row) => row.shipping_date ?? '', { figures: true }),
    ownColumn<OrderRow>('vat_type', 'VAT Type', 104, (row) => ORDER_VAT_TYPES[row.vat_type as OrderVatType]),
    BATCH_COLUMNS.totalAmount,
    BATCH_COLUMNS.currency,
    BATCH_COLUMNS.status,
  ],
});

/** /trx-purchase-order: the purchase orders of a month (ux §3). */
export function PurchaseOrderListScreen() {
  return <BatchList list={LIST} />;
}
