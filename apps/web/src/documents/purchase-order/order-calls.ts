import { readOrder } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { askedOf } from '../../batches/record/batch-calls.ts';

/** An order with what vouchers took of it. */
export const orderOf = (id: string) => askedOf('order', readOrder, { params: { id } });
