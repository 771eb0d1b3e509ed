import { sql } from 'kysely';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { billingInvoicePaper } from '@talaan/contract/documents/billing/billing-invoice.paper';
import type { PrintedBilling } from '@talaan/contract/documents/billing/billing-print.contract';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { formatDetailDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { stateChip } from '@talaan/core/documents/document-status';
import { STATUS } from '@talaan/core/documents/status';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import { readBatch } from '../../batches/reading/read-batch.ts';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { PaperRecord } from '../print/frozen-paper.store.ts';
import { documentByMail, queueDocument, requireAddress } from '../print/mail-paper.ts';
import type { PaperKind } from '../print/paper-kind.ts';
import { readPrint } from '../print/print-document.ts';
import { verifiedDocument } from '../print/verify-paper.ts';
import { billingCall, billingsOf } from './billing.store.ts';
import { readInvoiceRecord } from './invoice-record.ts';

/** A billing as its invoice shows it; 404 when it is not to be seen. */
export async function readInvoice(database: Database, call: BatchCall): Promise<PrintedBilling> {
  return (await invoicesOf(database, call.user, [await readBatch(database, call)]))[0]!;
}

/** Billings that were read, as their invoices show them. Throws 409 for an opening invoice, which has no paper of ours. */
export async function invoicesOf(
  database: Database,
  user: Principal,
  batches: readonly BatchDetail[],
): Promise<PrintedBilling[]> {
  const payment_address = await readPaymentAddress(database);
  const billings = await billingsOf(database, user, batches);
  const opening = billings.find(({ is_opening }) => is_opening);
  if (opening) {
    const message = `Invoice ${opening.billing_invoice_no ?? ''} was issued by the old books: its paper is there.`;
    throw conflict('opening_invoice', message);
  }
  return billings.map((billing) => ({ ...billing, payment_address }));
}

/** The billing invoice, frozen when it takes its number. */
export const INVOICE: PaperKind<PrintedBilling> = {
  kind: BILLINGS.paper.name,
  paper: billingInvoicePaper,
  about: ({ billing_invoice_no, billing_date, payee_desc, currency, total_amount }) => ({
    number: billing_invoice_no ?? '',
    date: billing_date,
    payee: payee_desc ?? '',
    currency,
    amount: total_amount,
  }),
  frozen: {
    number: ({ billing_invoice_no }) =>
      billing_invoice_no === null ? null : { kind: 'bi', number: billing_invoice_no },
    asIssued: invoiceAsIssued,
  },
  carries: readInvoiceRecord,
};

/** What the invoice of a billing says: as it was issued, or as it stands before that; 404 when it is not to be seen. */
export async function readInvoiceAsIssued(database: Database, call: BatchCall): Promise<PrintedBilling> {
  return (await readPrint(database, call.user, { kind: INVOICE, shown: await readInvoice(database, call) })).batch;
}

/** An invoice with the names and addresses that it was issued with; what is posted cannot change in anything else. */
function invoiceAsIssued(
  invoice: PrintedBilling,
  { company, payee, people, prepared_by, services }: PaperRecord,
): PrintedBilling {
  const nameOf = (id: number, now: string) => people[id] ?? now;
  return {
    ...invoice,
    payee_desc: payee?.payee_desc ?? invoice.payee_desc,
    payee_tin: payee?.tin ?? '',
    business_style: payee?.business_style ?? '',
    payee_address: payee?.address ?? '',
    payee_email: payee?.email_add ?? '',
    payment_address: company?.payment_address ?? '',
    preparer: nameOf(prepared_by, invoice.preparer),
    timeline: invoice.timeline.map((move) => ({
      ...move,
      user_name: nameOf(move.user_id, move.user_name),
      on_behalf_of_name: move.on_behalf_of === null ? null : nameOf(move.on_behalf_of, move.on_behalf_of_name ?? ''),
    })),
    billing_details: invoice.billing_details.map((service) => ({
      ...service,
      // The receivable is the first line of account.
      billing_service_name: services.find(({ line_no }) => line_no === service.line_no + 1)?.name ?? null,
    })),
  };
}

export const INVOICE_MAIL = documentByMail<PrintedBilling>({
  kind: INVOICE,
  template: 'billing_invoice',
  read: readInvoice,
  stops: ({ status, billing_invoice_no }) =>
    status === STATUS.APPROVED ? null : `Invoice ${billing_invoice_no} was cancelled before it was sent.`,
});

export const VERIFIED_INVOICE = verifiedDocument(INVOICE, BILLINGS.types, readInvoice);

/**
 * Queues an approved invoice to an address, or with null to that of its customer. It counts as a copy, once if asked for twice. Refuses with 409
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
  const day = (date: string) => formatDetailDate(requireCalendarDate(date));
  const due = `for ${currency} ${formatAmount(requireAmount(total_amount))}, due on ${day(due_date)}`;
  const sent = await queueDocument(transaction, user, INVOICE_MAIL, {
    shown: invoice,
    to_address: requireAddress(to ?? invoice.payee_email, 'email_add', 'customer'),
    called: `Billing invoice ${billing_invoice_no}`,
    attached: `invoice ${billing_invoice_no} of ${day(invoice.billing_date)} ${due}`,
  });
  return { billing_invoice_no, ...sent };
}

async function readPaymentAddress(database: Database): Promise<string> {
  const found = await sql<{ address: string }>`
    select coalesce(profile ->> 'payment_address', '') as address from company where reporting`.execute(database);
  return found.rows[0]?.address ?? '';
}
