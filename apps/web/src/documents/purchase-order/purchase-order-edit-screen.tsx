import { Navigate, useParams } from '@tanstack/react-router';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';

/** /trx-purchase-order/edit/{data}: a stored purchase order, by its PO number, opened to be changed. */
export function PurchaseOrderEditScreen() {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  return <Navigate to={PURCHASE_ORDERS.page} search={{ batch: data, edit: 1 }} replace />;
}
