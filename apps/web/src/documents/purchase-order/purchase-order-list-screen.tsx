import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import type { OrderRow } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { ORDER_VAT_TYPES } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { BATCH_COLUMNS } from '../../batches/lists/batch-columns.tsx';
import { BatchList } from '../../batches/lists/batch-list.tsx';
import { listOfKind } from '../../batches/lists/batch-list-kind.ts';
import { ORDER_LIST } from './order-calls.ts';

/** The list asks for orders, so its rows have what orders say. */
const ofOrder = (tell: (order: OrderRow) => string) => (row: BatchRow) => tell(row as OrderRow);
const contactOf = ofOrder(({ contact_person }) => contact_person);

const LIST = listOfKind(PURCHASE_ORDERS, {
  narrowsBy: ['vat', 'party'],
  call: ORDER_LIST,
  columns: [
    { ...BATCH_COLUMNS.batchNumber, header: 'PO No.', width: 104 },
    { ...BATCH_COLUMNS.documentDate, header: 'PO Date' },
    BATCH_COLUMNS.payee,
    {
      id: 'contact_person',
      header: 'Contact Person',
      priority: 'extra',
      width: 128,
      title: contactOf,
      cell: contactOf,
    },
    {
      id: 'payment_term',
      header: 'Payment Term',
      priority: 'extra',
      width: 112,
      figures: true,
      title: () => 'days from delivery',
      cell: ofOrder(({ payment_term }) => (payment_term === 1 ? '1 day' : `${payment_term} days`)),
    },
    {
      id: 'shipping_date',
      header: 'Shipping Date',
      priority: 'extra',
      width: 112,
      figures: true,
      cell: ofOrder(({ shipping_date }) => shipping_date ?? ''),
    },
    {
      id: 'vat_type',
      header: 'VAT Type',
      priority: 'extra',
      width: 104,
      cell: ofOrder(({ vat_type }) => ORDER_VAT_TYPES[vat_type as keyof typeof ORDER_VAT_TYPES]),
    },
    BATCH_COLUMNS.totalAmount,
    BATCH_COLUMNS.currency,
    BATCH_COLUMNS.status,
  ],
});

/** /trx-purchase-order: the purchase orders of a month (ux §3). */
export function PurchaseOrderListScreen() {
  return <BatchList list={LIST} />;
}
