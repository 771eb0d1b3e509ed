import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { editScreenOf } from '../../batches/page/edit-address.tsx';
import { EntryPage } from '../../batches/page/entry-page.tsx';
import { screenOf } from '../../batches/page/entry-screen.ts';
import { OrderEditor } from './order-editor.tsx';
import { OrderActs } from './order-acts.tsx';
import { ORDER } from './order-form.ts';
import { OrderReading, OrderSums } from './order-reading.tsx';

const SCREEN = screenOf(ORDER, {
  kind: PURCHASE_ORDERS,
  titleOf: (poNumber) => `Purchase order ${poNumber}`,
  Editor: OrderEditor,
  Reading: OrderReading,
  Sums: OrderSums,
  Besides: OrderActs,
  pending: { number: 'po_number', draft: 'po_draft' },
});

/** /trx-purchase-order/create: a purchase order to enter, read, approve or change. */
export function PurchaseOrderEntryScreen() {
  return <EntryPage screen={SCREEN} />;
}

/** /trx-purchase-order/edit/{data}. */
export const PurchaseOrderEditScreen = editScreenOf(PURCHASE_ORDERS);
