import {
  addDays,
  daysBetween,
  isCalendarDate,
  parseCalendarDate,
  requireCalendarDate,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { parseRate, RATE_ONE, rateText } from '@talaan/core/money/rate';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { rowsOf } from '@talaan/contract/documents/document-part';
import type { EntryPayee } from '@talaan/contract/documents/entry-payee.contract';
import type { BillingInput, Invoice } from '@talaan/contract/documents/billing/billing.contract';
import { BILLING_SERVICES, BILLING_TERMS } from '@talaan/contract/documents/billing/billing.fields';
import { rateFault } from '../../batches/entry/form/entry-faults.ts';
import { rateOnFile } from '../../batches/entry/form/entry-date.ts';
import type { Choice } from '../../batches/entry/grid/grid-line.ts';
import { termFault } from '../../batches/entry/header/payment-term.tsx';
import { choiceOf, emptyLine, linesOfDetail } from '../../batches/entry/lines/entry-line.ts';
import type { EntryChoices } from '../../batches/record/batch-calls.ts';
import { UNREADABLE_DATE } from '../../ui/dates/date-field.tsx';
import {
  BILLING_GRID,
  billingLineInputOf,
  emptyBillingLine,
  vatChoice,
  type BillingLine,
  type BillingLines,
  type BillingLinesChange,
} from './billing-line.ts';

/** The head of a billing while it is typed. The date is `YYYY-MM-DD`, '' or the text as it stands while it is no date. */
export interface BillingHeader {
  readonly billing_date: string;
  readonly payee: Choice | null;
  /** Of every line that says none of its own; null for none. */
  readonly vat: number | null;
  /** Days from the billing date, as typed; nothing is due immediately. */
  readonly payment_term: string;
  readonly branch: Choice | null;
  /** Of the income. */
  readonly department: Choice | null;
  readonly currency_id: number;
  /** Pesos for one unit of the currency, as text. */
  readonly dollar_rate: string;
  /** The rate was typed: it no longer follows the rate file. */
  readonly own_rate: boolean;
  readonly is_confidential: boolean;
  readonly remarks: string;
}

export interface BillingForm {
  readonly header: BillingHeader;
  readonly lines: BillingLines;
  /** Something was changed by the person. */
  readonly touched: boolean;
}

export type BillingChange =
  | { readonly type: 'header'; readonly change: Partial<BillingHeader>; readonly choices: EntryChoices }
  /** What follows from a customer whose facts have arrived; left alone when another one was chosen meanwhile. */
  | { readonly type: 'payee_facts'; readonly payee_id: number; readonly change: Partial<BillingHeader> }
  | { readonly type: 'lines'; readonly change: BillingLinesChange }
  | { readonly type: 'replace'; readonly form: BillingForm }
  | { readonly type: 'settled' };

export type Places = Pick<BillingHeader, 'branch' | 'department'>;

/** A new billing, dated today, of the branch and department of whoever enters it. */
export function newBilling(today: CalendarDate, places: Places): BillingForm {
  return {
    header: {
      billing_date: today,
      payee: null,
      vat: null,
      payment_term: '',
      ...places,
      currency_id: CURRENCY_PESO,
      dollar_rate: '1.00',
      own_rate: false,
      is_confidential: false,
      remarks: '',
    },
    lines: BILLING_GRID.start([]),
    touched: false,
  };
}

/** A new billing to a customer, with his kind of VAT and the term of his last invoice. */
export function billingFor(payee: EntryPayee, last: Invoice | null, today: CalendarDate, places: Places): BillingForm {
  const { header, ...form } = newBilling(today, places);
  const { id, payee_code, payee_desc, vat } = payee;
  return {
    ...form,
    header: { ...header, payee: choiceOf(id, payee_code, payee_desc), vat, payment_term: termOf(last) },
  };
}

/** A stored billing, ready to be edited: its services stand on the lines of account after the first, one each. */
export function billingOfDetail(batch: BatchDetail): BillingForm {
  const [terms] = rowsOf(batch.parts, BILLING_TERMS);
  const [document] = batch.headers;
  const [, ...income] = linesOfDetail(batch.details, RATE_ONE);
  const first = income[0] ?? emptyLine(0);
  const rate = parseRate(batch.dollar_rate);
  const lines = rowsOf(batch.parts, BILLING_SERVICES).map((service, key): BillingLine => ({
    ...emptyBillingLine(key),
    service: income[key]?.billing_service ?? null,
    description: service.description ?? '',
    vat: service.vat === batch.vat ? null : vatChoice(service.vat),
    account: income[key]?.account ?? null,
    total_amount: service.total_amount,
  }));
  return {
    header: {
      billing_date: batch.document_date,
      payee: choiceOf(document?.payee_id ?? null, document?.payee_code ?? null, document?.payee_desc ?? null),
      vat: batch.vat,
      payment_term: String(terms?.payment_term ?? 0),
      branch: first.branch,
      department: first.department,
      currency_id: batch.currency_id,
      dollar_rate: rate === null ? batch.dollar_rate : rateText(rate),
      own_rate: true,
      is_confidential: batch.is_confidential === 1,
      remarks: batch.remarks,
    },
    lines: BILLING_GRID.start(lines),
    touched: false,
  };
}

/** A new billing that says what a stored one does; its date and its rate are its own. */
export function billingOfCopy(batch: BatchDetail, today: CalendarDate): BillingForm {
  const { header, lines } = billingOfDetail(batch);
  return { header: { ...header, billing_date: today, own_rate: false }, lines, touched: true };
}

/** A term that was typed stays. */
const ownTerm = ({ payment_term }: BillingHeader, change: Partial<BillingHeader>): Partial<BillingHeader> =>
  payment_term === '' || change.payment_term === undefined ? {} : { payment_term };

/** The term of an invoice, for the next one of its customer; '' without one. */
export function termOf(invoice: Pick<Invoice, 'billing_date' | 'due_date'> | null): string {
  if (invoice === null) return '';
  return String(daysBetween(requireCalendarDate(invoice.billing_date), requireCalendarDate(invoice.due_date)));
}

export function changeBilling(form: BillingForm, action: BillingChange): BillingForm {
  switch (action.type) {
    case 'header':
      return { ...form, touched: true, header: changeHeader(form.header, action.change, action.choices) };
    case 'payee_facts':
      return form.header.payee?.id === action.payee_id
        ? { ...form, header: { ...form.header, ...action.change, ...ownTerm(form.header, action.change) } }
        : form;
    case 'lines': {
      const lines = BILLING_GRID.change(form.lines, action.change);
      if (lines === form.lines) return form;
      return { ...form, lines, touched: form.touched || action.change.type !== 'faults' };
    }
    case 'replace':
      return action.form;
    case 'settled':
      return { ...form, touched: false };
  }
}

/** A change of the head; the rate follows the rate file until one is typed. */
function changeHeader(header: BillingHeader, change: Partial<BillingHeader>, choices: EntryChoices): BillingHeader {
  const changed = { ...header, ...change };
  if (changed.currency_id === CURRENCY_PESO) return { ...changed, dollar_rate: '1.00', own_rate: false };
  return changed.own_rate ? changed : { ...changed, dollar_rate: rateOf(changed, choices)?.rate ?? '' };
}

/** The rate on file for the date and currency of a billing; null for none. */
export function rateOf({ billing_date, currency_id }: BillingHeader, choices: EntryChoices) {
  return rateOnFile({ document_date: billing_date, currency_id }, [], choices);
}

/** The day on which it is due; null while its date or term cannot be read. */
export function dueDateOf({ billing_date, payment_term }: BillingHeader): CalendarDate | null {
  const date = parseCalendarDate(billing_date);
  return date === null || termFault(payment_term, 'Term') !== undefined ? null : addDays(date, Number(payment_term));
}

/** The billing as the wire takes it; lines in the order of `BILLING_GRID.filled`. */
export function billingInputOf({ header, lines }: BillingForm, requestNumber: string): BillingInput {
  const { payee, branch, department, own_rate: _ownRate, is_confidential, payment_term, ...typed } = header;
  return {
    ...typed,
    billing_request_no: requestNumber,
    payee_id: payee?.id ?? null,
    payment_term: Number(payment_term),
    branch_id: branch?.id ?? null,
    department_id: department?.id ?? null,
    is_confidential: is_confidential ? 1 : 0,
    billing_details: BILLING_GRID.filled(lines).map(({ line }) => billingLineInputOf(line)),
  };
}

/** What the page knows to be wrong with the head, by field of the wire; what is missing counts once a save is asked. */
export function headerFaults(header: BillingHeader, isAsked: boolean): Record<string, string> {
  const faults: Record<string, string> = {};
  if (header.billing_date !== '' && !isCalendarDate(header.billing_date)) faults['billing_date'] = UNREADABLE_DATE;
  const wrongTerm = termFault(header.payment_term, 'Term');
  if (wrongTerm !== undefined) faults['payment_term'] = wrongTerm;
  const wrongRate = rateFault(header);
  if (wrongRate !== undefined) faults['dollar_rate'] = wrongRate;
  if (!isAsked) return faults;
  if (header.billing_date === '') faults['billing_date'] = 'Billing Date is required.';
  if (header.payee === null) faults['payee_id'] = 'Customer is required.';
  if (header.branch === null) faults['branch_id'] = 'Branch is required.';
  if (header.department === null) faults['department_id'] = 'Department is required.';
  if (header.currency_id !== CURRENCY_PESO && header.dollar_rate === '') faults['dollar_rate'] = 'Rate is required.';
  return faults;
}

/** What a draft on the server keeps of a billing. */
interface BillingDraft {
  readonly header: BillingHeader;
  readonly lines: readonly BillingLine[];
  /** The version of the stored billing that is being edited; undefined for a new one. */
  readonly row_version?: number;
}

export function draftOfBilling(
  { header, lines }: BillingForm,
  rowVersion: number | undefined,
): Record<string, unknown> {
  const kept = BILLING_GRID.filled(lines).map(({ line }) => ({ ...line, formulas: {} }));
  return { header, lines: kept, ...(rowVersion === undefined ? {} : { row_version: rowVersion }) };
}

/** The billing that a draft keeps. A draft of an older page shape gives what it still can. */
export function billingOfDraft(body: Record<string, unknown>, today: CalendarDate, places: Places): BillingForm {
  // Drafts are kept as JSON; what an older page left out is filled below.
  const { header, lines = [] } = body as unknown as Partial<BillingDraft>;
  const fresh = newBilling(today, places);
  return {
    header: { ...fresh.header, ...header },
    lines: BILLING_GRID.start(lines.map((line, key) => ({ ...emptyBillingLine(key), ...line }))),
    touched: true,
  };
}
