import type { OrderDetail } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { purchaseOrderPaper } from '@talaan/contract/documents/purchase-order/purchase-order.paper';
import { formatDetailDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { statusChip } from '@talaan/core/documents/document-status';
import { STATUS } from '@talaan/core/documents/status';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { documentByMail, queueDocument, requireAddress } from '../print/mail-paper.ts';
import type { PaperKind } from '../print/paper-kind.ts';
import { verifiedDocument } from '../print/verify-paper.ts';
import { orderCall, readOrder } from './order.store.ts';

export const ORDER: PaperKind<OrderDetail> = {
  kind: PURCHASE_ORDERS.paper.name,
  paper: purchaseOrderPaper,
  about: ({ po_number, po_date, payee_desc, currency, total_amount }) => ({
    number: po_number,
    date: po_date,
    payee: payee_desc ?? '',
    currency,
    amount: total_amount,
  }),
};

export const ORDER_MAIL = documentByMail<OrderDetail>({
  kind: ORDER,
  template: 'purchase_order',
  read: readOrder,
  stops: (order) => (isApproved(order) ? null : `Purchase order ${order.po_number} was cancelled before it was sent.`),
});

export const VERIFIED_ORDER = verifiedDocument(ORDER, PURCHASE_ORDERS.types, readOrder);

/**
 * Queues an approved order to an address, or with null to its own. It counts as a copy, once if asked for twice. Refuses with 409 an order that is
 * not approved, with 422 where there is no address.
 */
export async function queueOrder(transaction: Database, user: Principal, id: string, to: string | null) {
  const order = await readOrder(transaction, orderCall(id, user));
  if (!isApproved(order)) {
    const { label } = statusChip('PO', order.status);
    throw conflict(
      'order_not_approved',
      `Purchase order ${order.po_number} is ${label}. Only an approved order is sent.`,
    );
  }
  const { po_number, po_date, currency, total_amount } = order;
  const day = formatDetailDate(requireCalendarDate(po_date));
  const sent = await queueDocument(transaction, user, ORDER_MAIL, {
    shown: order,
    to_address: requireAddress(to ?? order.email_add, 'to', 'order'),
    called: `Purchase order ${po_number}`,
    attached: `purchase order ${po_number} of ${day} for ${currency} ${formatAmount(requireAmount(total_amount))}`,
  });
  return { po_number, ...sent };
}

const isApproved = ({ status }: OrderDetail): boolean => status >= STATUS.APPROVED && status !== STATUS.ARCHIVED;
