import { isCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { parseRate, rateText } from '@talaan/core/money/rate';
import { VAT_TYPE } from '@talaan/core/money/withholding';
import { shippingFault } from '@talaan/core/documents/purchase-order/purchase-order';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { isMailAddress } from '@talaan/contract/documents/wire-values';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { rowsOf } from '@talaan/contract/documents/document-part';
import type { OrderInput } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import {
  ORDER_LINES,
  ORDER_TERMS,
  ORDER_VAT_TYPES,
} from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { rateFault } from '../../batches/entry/form/entry-faults.ts';
import { rateOnFile } from '../../batches/entry/form/entry-date.ts';
import type { Choice } from '../../batches/entry/grid/grid-line.ts';
import { termFault } from '../../batches/entry/header/payment-term.tsx';
import { choiceOf } from '../../batches/entry/lines/entry-line.ts';
import type { EntryChoices } from '../../batches/record/batch-calls.ts';
import { UNREADABLE_DATE } from '../../ui/dates/date-field.tsx';
import {
  emptyOrderLine,
  ORDER_GRID,
  orderLineInputOf,
  orderLinesOf,
  type OrderLine,
  type OrderLines,
  type OrderLinesChange,
} from './order-line.ts';

/** The head of an order while it is typed. Dates are `YYYY-MM-DD`, '' or the text as it stands while it is no date. */
export interface OrderHeader {
  readonly po_date: string;
  readonly request_date: string;
  readonly shipping_date: string;
  readonly payee: Choice | null;
  readonly contact_person: string;
  readonly email_add: string;
  /** Days from delivery, as typed. */
  readonly payment_term: string;
  readonly subject_to_vat: boolean;
  readonly vat_type: number;
  readonly currency_id: number;
  /** Pesos for one unit of the currency, as text. */
  readonly dollar_rate: string;
  /** The rate was typed: it no longer follows the rate file. */
  readonly own_rate: boolean;
  readonly is_confidential: boolean;
  readonly remarks: string;
}

export interface OrderForm {
  readonly header: OrderHeader;
  readonly lines: OrderLines;
  /** Something was changed by the person. */
  readonly touched: boolean;
}

export type OrderChange =
  | { readonly type: 'header'; readonly change: Partial<OrderHeader>; readonly choices: EntryChoices }
  /** What follows from a supplier whose facts have arrived; left alone when another one was chosen meanwhile. */
  | { readonly type: 'payee_facts'; readonly payee_id: number; readonly change: Partial<OrderHeader> }
  | { readonly type: 'lines'; readonly change: OrderLinesChange }
  | { readonly type: 'replace'; readonly form: OrderForm }
  | { readonly type: 'settled' };

/** A new order, dated today. */
export function newOrder(today: CalendarDate): OrderForm {
  return {
    header: {
      po_date: today,
      request_date: today,
      shipping_date: '',
      payee: null,
      contact_person: '',
      email_add: '',
      payment_term: '',
      subject_to_vat: true,
      vat_type: VAT_TYPE.VATABLE,
      currency_id: CURRENCY_PESO,
      dollar_rate: '1.00',
      own_rate: false,
      is_confidential: false,
      remarks: '',
    },
    lines: ORDER_GRID.start([]),
    touched: false,
  };
}

/** A stored order, ready to be edited. */
export function orderOfDetail(batch: BatchDetail): OrderForm {
  const [terms] = rowsOf(batch.parts, ORDER_TERMS);
  const [document] = batch.headers;
  const rate = parseRate(batch.dollar_rate);
  return {
    header: {
      po_date: batch.document_date,
      request_date: terms?.request_date ?? '',
      shipping_date: terms?.shipping_date ?? '',
      payee: choiceOf(document?.payee_id ?? null, document?.payee_code ?? null, document?.payee_desc ?? null),
      contact_person: terms?.contact_person ?? '',
      email_add: terms?.email_add ?? '',
      payment_term: String(terms?.payment_term ?? 0),
      subject_to_vat: terms?.subject_to_vat === 1,
      vat_type: terms?.vat_type ?? VAT_TYPE.VATABLE,
      currency_id: batch.currency_id,
      dollar_rate: rate === null ? batch.dollar_rate : rateText(rate),
      own_rate: true,
      is_confidential: batch.is_confidential === 1,
      remarks: batch.remarks,
    },
    lines: ORDER_GRID.start(orderLinesOf(rowsOf(batch.parts, ORDER_LINES))),
    touched: false,
  };
}

/** A new order that says what a stored one does; its dates and its rate are its own. */
export function orderOfCopy(batch: BatchDetail, today: CalendarDate): OrderForm {
  const { header, lines } = orderOfDetail(batch);
  const dates = { po_date: today, request_date: today, shipping_date: '' };
  return { header: { ...header, ...dates, own_rate: false }, lines, touched: true };
}

export function changeOrder(form: OrderForm, action: OrderChange): OrderForm {
  switch (action.type) {
    case 'header':
      return { ...form, touched: true, header: changeHeader(form.header, action.change, action.choices) };
    case 'payee_facts':
      return form.header.payee?.id === action.payee_id
        ? { ...form, header: { ...form.header, ...action.change } }
        : form;
    case 'lines': {
      const lines = ORDER_GRID.change(form.lines, action.change);
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
function changeHeader(header: OrderHeader, change: Partial<OrderHeader>, choices: EntryChoices): OrderHeader {
  const changed = { ...header, ...change };
  if (changed.currency_id === CURRENCY_PESO) return { ...changed, dollar_rate: '1.00', own_rate: false };
  return changed.own_rate ? changed : { ...changed, dollar_rate: rateOf(changed, choices)?.rate ?? '' };
}

/** The rate on file for the date and currency of an order; null for none. */
export function rateOf({ po_date, currency_id }: OrderHeader, choices: EntryChoices) {
  return rateOnFile({ document_date: po_date, currency_id }, [], choices);
}

/** The order as the wire takes it; lines in the order of `ORDER_GRID.filled`. */
export function orderInputOf({ header, lines }: OrderForm, poNumber: string): OrderInput {
  const { payee, own_rate: _ownRate, subject_to_vat, is_confidential, ...typed } = header;
  return {
    ...typed,
    po_number: poNumber,
    payee_id: payee?.id ?? null,
    subject_to_vat: subject_to_vat ? 1 : 0,
    is_confidential: is_confidential ? 1 : 0,
    po_details: ORDER_GRID.filled(lines).map(({ line }) => orderLineInputOf(line)),
  };
}

/** What the page knows to be wrong with the head, by field of the wire; what is missing counts once a save is asked. */
export function headerFaults(header: OrderHeader, isAsked: boolean): Record<string, string> {
  const faults: Record<string, string> = {};
  if (isAsked && header.po_date === '') faults['po_date'] = 'PO Date is required.';
  for (const field of ['po_date', 'request_date', 'shipping_date'] as const) {
    if (header[field] !== '' && !isCalendarDate(header[field])) faults[field] = UNREADABLE_DATE;
  }
  const wrongShipping = shippingFault(header);
  if (wrongShipping !== null) faults['shipping_date'] ??= wrongShipping;
  if (isAsked && !isMailAddress(header.email_add.trim())) faults['email_add'] = MESSAGES.invalidEmail;
  if (isAsked && header.payee === null) faults['payee_id'] = 'Payee is required.';
  const wrongTerm = termFault(header.payment_term, 'Payment Term');
  if (wrongTerm !== undefined) faults['payment_term'] = wrongTerm;
  const wrongRate = rateFault(header);
  if (wrongRate !== undefined) faults['dollar_rate'] = wrongRate;
  else if (isAsked && header.currency_id !== CURRENCY_PESO && header.dollar_rate === '')
    faults['dollar_rate'] = 'Rate is required.';
  return faults;
}

/** The VAT types that an order may have, as a select offers them. */
export const VAT_OPTIONS = Object.entries(ORDER_VAT_TYPES).map(([value, label]) => ({ value, label }));

/** What a draft on the server keeps of an order. */
interface OrderDraft {
  readonly header: OrderHeader;
  readonly lines: readonly OrderLine[];
  /** The version of the stored order that is being edited; undefined for a new one. */
  readonly row_version?: number;
}

export function draftOfOrder({ header, lines }: OrderForm, rowVersion: number | undefined): Record<string, unknown> {
  const kept = ORDER_GRID.filled(lines).map(({ line }) => ({ ...line, formulas: {} }));
  return { header, lines: kept, ...(rowVersion === undefined ? {} : { row_version: rowVersion }) };
}

/** The order that a draft keeps. A draft of an older page shape gives what it still can. */
export function orderOfDraft(body: Readonly<Record<string, unknown>>, today: CalendarDate): OrderForm {
  const draft = body as Partial<OrderDraft>;
  const lines = Array.isArray(draft.lines) ? draft.lines : [];
  return {
    header: { ...newOrder(today).header, ...draft.header },
    lines: ORDER_GRID.start(lines.map((line, key) => ({ ...emptyOrderLine(key), ...line }))),
    touched: true,
  };
}
