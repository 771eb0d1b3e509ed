import { exportOrders, listOrders, readOrder } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { askedOf, ownList } from '../../batches/record/batch-calls.ts';

export const ORDER_LIST = ownList(listOrders, exportOrders, 'po_date');

/** An order with what vouchers took of it. */
export const orderOf = (id: string) => askedOf('order', readOrder, { params: { id } });
