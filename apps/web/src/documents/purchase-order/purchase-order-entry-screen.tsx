import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { editScreenOf, entryScreenOf } from '../../batches/page/entry-screens.tsx';
import { OrderEditor } from './order-editor.tsx';
import { OrderActs } from './order-acts.tsx';
import { ORDER } from './order-form.ts';
import { OrderReading, useOrderSums } from './order-reading.tsx';

/** /trx-purchase-order/create: a purchase order to enter, read, approve or change. */
export const PurchaseOrderEntryScreen = entryScreenOf(ORDER, {
  titleOf: (poNumber) => `Purchase order ${poNumber}`,
  Editor: OrderEditor,
  Reading: OrderReading,
  useSums: useOrderSums,
  Besides: OrderActs,
  pending: { number: 'po_number', draft: 'po_draft' },
});

/** /trx-purchase-order/edit/{data}. */
export const PurchaseOrderEditScreen = editScreenOf(PURCHASE_ORDERS);
