import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { purchaseOrderPaper } from '@talaan/contract/documents/purchase-order/purchase-order.paper';
import type { OrderDetail } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { formatDetailDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { statusChip, STATUS } from '@talaan/core/documents/document-status';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mailText } from '../../platform/mail/mail-text.ts';
import type { OutgoingMail, SendResult } from '../../platform/mail/mail-server.ts';
import type { TakenMail } from '../../platform/mail/mail.store.ts';
import { asSender, queueCopy, requireAddress, withPaper } from '../print/mail-paper.ts';
import { drawForFile, findCopy, printDocument, readPrint } from '../print/print-document.ts';
import { orderCall, readOrder } from './order.store.ts';

/** The mail that carries an order to its supplier; its source is the order and the copy: `PO0000001 copy 2`. */
export const ORDER_MAIL = 'purchase_order';

const KIND = PURCHASE_ORDERS.paper.name;

/**
 * Queues an approved order to an address, or with null to its own. It counts as a print, once if asked for twice. Refuses with 409 an order that is
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
  const to_address = requireAddress(to ?? order.email_add, 'to', 'order');
  const { po_number, currency, total_amount } = order;
  const mail = { document_id: order.headers[0]!.id, template: ORDER_MAIL, to_address };
  const copy = await queueCopy(transaction, mail, async () => {
    const { company, copy_no } = await printDocument(transaction, user, KIND, order);
    return {
      copy_no,
      of: po_number,
      ...mailText(`Purchase order ${po_number} of ${company.name}`, [
        'Good day.',
        `Please find attached our purchase order ${po_number} of ${formatDetailDate(requireCalendarDate(order.po_date))} for ${currency} ${formatAmount(requireAmount(total_amount))}.`,
        `${user.name}, ${company.name}`,
      ]),
    };
  });
  return { po_number, to_address, ...copy };
}

/**
 * The mail with its paper, which is drawn as it is sent and kept nowhere: what an approved order says cannot change, and
 * one that was cancelled meanwhile does not leave. It is read as whoever sent it may see it.
 */
export async function completeOrderMail(transaction: Database, mail: TakenMail): Promise<OutgoingMail | SendResult> {
  const [number = '', copy = ''] = mail.source.split(' copy ');
  const { user_id, ...printed } = await findCopy(transaction, {
    type: 'PO',
    number,
    kind: KIND,
    copy_no: Number(copy),
  });
  const user = asSender(user_id, printed.printed_by, PURCHASE_ORDERS.module);
  const order = await readOrder(transaction, orderCall(number, user));
  if (!isApproved(order))
    return { outcome: 'refused', reply: `Purchase order ${number} was cancelled before it was sent.` };
  const paper = await drawForFile(transaction, purchaseOrderPaper, await readPrint(transaction, order, printed));
  return withPaper(mail, number, paper);
}

const isApproved = ({ status }: OrderDetail): boolean => status >= STATUS.APPROVED && status !== STATUS.ARCHIVED;
