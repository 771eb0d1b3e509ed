import { billingInvoicePaper } from '@talaan/contract/documents/billing/billing-invoice.paper';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { formatDetailDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { stateChip, STATUS } from '@talaan/core/documents/document-status';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mailText } from '../../platform/mail/mail-text.ts';
import type { OutgoingMail, SendResult } from '../../platform/mail/mail-server.ts';
import type { TakenMail } from '../../platform/mail/mail.store.ts';
import { asSender, queueCopy, requireAddress, withPaper } from '../print/mail-paper.ts';
import { drawForFile, findCopy, printDocument, readPrint } from '../print/print-document.ts';
import { readInvoice } from './billing-print.ts';
import { readInvoiceRecord } from './invoice-record.ts';
import { billingCall } from './billing.store.ts';

/** The mail that carries an invoice to its customer; its source is the billing and the copy: `0000012 copy 2`. */
export const BILLING_MAIL = 'billing_invoice';

const KIND = BILLINGS.paper.name;

/**
 * Queues an approved invoice to an address, or with null to that of its customer. It counts as a print, once if asked for twice. Refuses with 409
 * what is not approved, with 422 where there is no address.
 */
export async function queueInvoice(transaction: Database, user: Principal, id: string, to: string | null) {
  const invoice = await readInvoice(transaction, billingCall(id, user));
  const { billing_invoice_no, billing_request_no, currency, total_amount, due_date } = invoice;
  if (invoice.status !== STATUS.APPROVED || billing_invoice_no === null) {
    const { label } = stateChip({ ...invoice, document_type: 'BI' });
    throw conflict(
      'billing_not_approved',
      `Billing ${billing_request_no} is ${label}. Only an approved invoice is sent.`,
    );
  }
  const to_address = requireAddress(to ?? invoice.payee_email, 'email_add', 'customer');
  const day = (date: string) => formatDetailDate(requireCalendarDate(date));
  const mail = { document_id: invoice.headers[0]!.id, template: BILLING_MAIL, to_address };
  const copy = await queueCopy(transaction, mail, async () => {
    const { company, copy_no } = await printDocument(transaction, user, KIND, invoice);
    return {
      copy_no,
      of: billing_request_no,
      ...mailText(`Billing invoice ${billing_invoice_no} of ${company.name}`, [
        'Good day.',
        `Please find attached our invoice ${billing_invoice_no} of ${day(invoice.billing_date)} for ${currency} ${formatAmount(requireAmount(total_amount))}, due on ${day(due_date)}.`,
        `${user.name}, ${company.name}`,
      ]),
    };
  });
  return { billing_invoice_no, to_address, ...copy };
}

/**
 * The mail with its paper, which is drawn as it is sent and kept nowhere: what an approved invoice says cannot change,
 * and one that was cancelled meanwhile does not leave. It is read as whoever sent it may see it.
 */
export async function completeInvoiceMail(transaction: Database, mail: TakenMail): Promise<OutgoingMail | SendResult> {
  const [request = '', copy = ''] = mail.source.split(' copy ');
  const { user_id, ...printed } = await findCopy(transaction, {
    type: 'BI',
    number: request,
    kind: KIND,
    copy_no: Number(copy),
  });
  const user = asSender(user_id, printed.printed_by, BILLINGS.module);
  const invoice = await readInvoice(transaction, billingCall(request, user));
  const number = invoice.billing_invoice_no ?? '';
  if (invoice.status !== STATUS.APPROVED)
    return { outcome: 'refused', reply: `Invoice ${number} was cancelled before it was sent.` };
  const print = await readPrint(transaction, invoice, printed);
  const paper = await drawForFile(transaction, billingInvoicePaper, print);
  return withPaper(mail, number, paper, (await readInvoiceRecord(transaction, print)) ?? undefined);
}
