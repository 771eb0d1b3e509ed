import {
  addDays,
  daysBetween,
  parseCalendarDate,
  requireCalendarDate,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { serviceFaults } from '@talaan/core/documents/billing/billing-faults';
import { billedService, invoiceSums, type BilledService } from '@talaan/core/documents/billing/billing-lines';
import { formatAmount, parseAmount } from '@talaan/core/money/money';
import { RATE_ONE } from '@talaan/core/money/rate';
import { VAT_TYPES } from '@talaan/core/money/withholding';
import { createBilling, updateBilling, type Invoice } from '@talaan/contract/documents/billing/billing.contract';
import { BILLING_SERVICES, BILLING_TERMS } from '@talaan/contract/documents/billing/billing.fields';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { rowsOf } from '@talaan/contract/documents/document-part';
import { payeeFacts } from '../../batches/entry/document/document-form.ts';
import * as head from '../../batches/entry/document/head-field.ts';
import { wordChoices, type ChoicesOf } from '../../batches/entry/document/typed-columns.ts';
import { linesOfGrid, typedLines, type GridDocument, type LineIn } from '../../batches/entry/document/typed-lines.ts';
import { termFault } from '../../batches/entry/fields/payment-term.tsx';
import { linesOfDetail } from '../../batches/entry/lines/entry-line.ts';
import type { EntryChoices } from '../../batches/record/batch-calls.ts';
import { invoicesOf } from './billing-calls.ts';

/** The services of a billing: totals with VAT are typed, income and VAT follow. */
export const BILLING_GRID = typedLines(BILLING_SERVICES, {
  service: {
    kind: 'choice',
    header: 'Service',
    wire: 'billing_service_id',
    width: 184,
    least: 144,
    required: true,
    invites: 'Service name',
    names: ['servicename', 'billingservice'],
  },
  description: { kind: 'prose', width: 120, grows: true, names: ['remarks', 'particulars'] },
  vat: { kind: 'choice', width: 88, carried: true, names: ['vattype'] },
  account: {
    kind: 'choice',
    header: 'Income Account',
    subject: 'Income account',
    wire: 'account_code',
    width: 224,
    least: 184,
    required: true,
    carried: true,
    names: ['accountcode'],
  },
  total_amount: { kind: 'amount', width: 104, required: true, names: ['amount'] },
  income_amount: { kind: 'computed', header: 'Income', width: 92 },
  vat_amount: { kind: 'computed', header: 'VAT Amount', width: 88 },
});

type BillingLine = LineIn<typeof BILLING_GRID>;

const VAT_CHOICES = wordChoices(VAT_TYPES);
const vatChoice = (type: number) => VAT_CHOICES.find(({ id }) => id === type) ?? null;

/** What each column is chosen from. Services have no code: their names stand for them. */
const choicesOf = ({ services, accounts }: EntryChoices): ChoicesOf => ({
  service: services.map(({ id, name }) => ({ id, code: name, name })),
  vat: VAT_CHOICES,
  account: accounts.filter(({ acct_group }) => acct_group === 'I').map(({ id, code, name }) => ({ id, code, name })),
});

/** What a line bills by its own VAT or that of the whole billing; its amounts are 0 while they cannot be read. */
export const billedBy = (
  { service, vat, account, total_amount }: BillingLine,
  vatOfAll: number | null,
): BilledService =>
  billedService(
    { billing_service_id: service?.id ?? null, vat: vat?.id, account_code: account?.code ?? '', total_amount },
    vatOfAll,
  );

/** What follows for the cells of a line. */
function impliedBy(line: BillingLine, vatOfAll: number | null) {
  const vat = vatOfAll === null ? '' : (vatChoice(vatOfAll)?.code ?? '');
  const { total_minor, vat_minor } = invoiceSums([billedBy(line, vatOfAll)]);
  return { vat, income_amount: formatAmount(total_minor - vat_minor), vat_amount: formatAmount(vat_minor) };
}

/** A line as the wire takes it. What could not be read is sent as it stands, so that the answer names it. */
const lineInputOf = (line: BillingLine) => ({
  billing_service_id: line.service?.id ?? null,
  account_code: BILLING_GRID.text(line, 'account'),
  description: line.description,
  ...(line.vat === null ? {} : { vat: line.vat.id }),
  total_amount: BILLING_GRID.text(line, 'total_amount') || '0',
});

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
  branch: head.place('branch', 'Branch', { required: true }),
  department: head.place('department', 'Department', { required: true }),
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
    grid: {
      one: 'A billing',
      note: 'totals with VAT are typed, the rest follows',
      choices: choicesOf,
      amountOf: ({ total_amount }) => parseAmount(total_amount) ?? 0n,
      shared: ({ vat }) => vat,
      implies: impliedBy,
    },
    // They stand on the lines of account after the first, one each.
    stored: (batch) => {
      const income = linesOfDetail(batch.details, RATE_ONE).slice(1);
      return rowsOf(batch.parts, BILLING_SERVICES).map(({ description, vat, total_amount }, at) => ({
        service: income[at]?.billing_service ?? null,
        description: description ?? '',
        vat: vat === batch.vat ? null : vatChoice(vat),
        account: income[at]?.account ?? null,
        total_amount,
      }));
    },
    sends: lineInputOf,
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
