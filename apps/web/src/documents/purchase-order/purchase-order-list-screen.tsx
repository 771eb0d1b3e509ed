import {
  exportOrders,
  listOrders,
  type OrderRow,
} from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { ORDER_TERMS } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { BATCH_COLUMNS, ownColumns } from '../../batches/lists/batch-columns.tsx';
import { listScreenOf } from '../../batches/lists/list-screen.tsx';
import { ownList } from '../../batches/record/batch-calls.ts';

const own = ownColumns<OrderRow>(ORDER_TERMS.fields);

/** /trx-purchase-order: the purchase orders of a month (ux §3). */
export const PurchaseOrderListScreen = listScreenOf(PURCHASE_ORDERS, {
  narrowsBy: ['vat', 'party'],
  call: ownList(listOrders, exportOrders, 'po_date'),
  columns: [
    { ...BATCH_COLUMNS.batchNumber, header: 'PO No.', width: 104 },
    { ...BATCH_COLUMNS.documentDate, header: 'PO Date' },
    BATCH_COLUMNS.payee,
    own('contact_person', 128),
    own('payment_term', 112, {
      header: 'Payment Term',
      figures: true,
      cell: ({ payment_term }) => (payment_term === 1 ? '1 day' : `${payment_term} days`),
      title: () => 'days from delivery',
    }),
    own('shipping_date', 112),
    own('vat_type', 104),
    BATCH_COLUMNS.totalAmount,
    BATCH_COLUMNS.currency,
    BATCH_COLUMNS.status,
  ],
});
