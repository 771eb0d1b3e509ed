import {
  addDays,
  daysBetween,
  parseCalendarDate,
  requireCalendarDate,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { serviceFaults } from '@talaan/core/documents/billing/billing-faults';
import { formatAmount, parseAmount } from '@talaan/core/money/money';
import { RATE_ONE } from '@talaan/core/money/rate';
import { VAT_TYPES } from '@talaan/core/money/withholding';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { createBilling, updateBilling, type Invoice } from '@talaan/contract/documents/billing/billing.contract';
import { BILLING_SERVICES, BILLING_TERMS } from '@talaan/contract/documents/billing/billing.fields';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { rowsOf } from '@talaan/contract/documents/document-part';
import { payeeFacts } from '../../batches/entry/document/document-form.ts';
import * as head from '../../batches/entry/document/head-field.ts';
import { linesOfGrid, type GridDocument } from '../../batches/entry/document/typed-lines.ts';
import { termFault } from '../../batches/entry/fields/payment-term.tsx';
import { linesOfDetail } from '../../batches/entry/lines/entry-line.ts';
import { invoicesOf } from './billing-calls.ts';
import { BILLING_GRID, billingLineInputOf, vatChoice } from './billing-line.ts';

/** The services of a stored billing stand on the lines of account after the first, one each. */
const incomeOf = ({ details }: BatchDetail) => linesOfDetail(details, RATE_ONE).slice(1);

const HEAD = {
  billing_date: head.documentDay('Billing Date'),
  payment_term: head.term(BILLING_TERMS.fields.payment_term.label, 'Term', { stays: true }),
  payee: head.payee('Customer'),
  // Of every line that says none of its own.
  vat: head.word<number | null>('VAT', VAT_TYPES, null, {
    control: 'segments',
    order: [1, 2, 3, 0],
    wide: true,
    hint: 'taken from the customer; a line may differ',
  }),
  branch: head.place('branch', 'Branch', (batch) => incomeOf(batch)[0]?.branch ?? null, { required: true }),
  department: head.place('department', 'Department', (batch) => incomeOf(batch)[0]?.department ?? null, {
    required: true,
  }),
  ...head.MONEY,
  ...head.LAST_FIELDS,
};
export type BillingHeader = head.HeaderOf<typeof HEAD>;

/** A billing: when it is due, whom it bills, what its lines share, and its services (spec 2 §3). */
export const BILLING: GridDocument<typeof HEAD, typeof BILLING_GRID> = {
  kind: BILLINGS,
  head: HEAD,
  terms: BILLING_TERMS,
  calls: { create: createBilling, update: updateBilling },
  lines: linesOfGrid(BILLING_GRID, {
    stored: (batch) => {
      const income = incomeOf(batch);
      return rowsOf(batch.parts, BILLING_SERVICES).map(({ description, vat, total_amount }, at) => ({
        service: income[at]?.billing_service ?? null,
        description: description ?? '',
        vat: vat === batch.vat ? null : vatChoice(vat),
        account: income[at]?.account ?? null,
        total_amount,
      }));
    },
    sends: billingLineInputOf,
    tells: ({ service, description, vat, account, total_amount }) =>
      [service?.name, description, vat?.code, account?.code, formatAmount(parseAmount(total_amount) ?? 0n)]
        .filter(Boolean)
        .join(', '),
    // Only income accounts are offered.
    check: (billing_details, { vat }) => serviceFaults({ vat, billing_details }, new Map()),
  }),
  // His kind of VAT, and the term of his last invoice.
  facts: (changed, of, client) => [
    ...vatOf(changed, of, client),
    ...(changed.payee ? [client.fetchQuery(invoicesOf(of.payee_id)).then(termOf)] : []),
  ],
};

const vatOf = payeeFacts(({ vat }) => ({ vat }));

/** The term of the last invoice of a customer, for the next one; '' without one. */
function termOf([last]: readonly Pick<Invoice, 'billing_date' | 'due_date'>[]) {
  const days = last && daysBetween(requireCalendarDate(last.billing_date), requireCalendarDate(last.due_date));
  return { payment_term: days === undefined ? '' : String(days) };
}

/** The day on which it is due; null while its date or term cannot be read. */
export function dueDateOf({ billing_date, payment_term }: BillingHeader): CalendarDate | null {
  const date = parseCalendarDate(billing_date);
  return date === null || termFault(payment_term, 'Term') !== undefined ? null : addDays(date, Number(payment_term));
}
