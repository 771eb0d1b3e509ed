import * as z from 'zod';
import { VAT_TYPE, VAT_TYPES } from '@talaan/core/money/withholding';
import { MESSAGES } from '../../errors/messages.ts';
import { partFields, rowFacts, SHOWN } from '../declared-field.ts';
import type { DocumentPart } from '../document-part.ts';
import { calendarDate, flag, isMailAddress, paymentTerm, prose, typedAmount } from '../wire-values.ts';
import { wireNumber } from '../../http/wire-number.ts';

/** How an order stands to VAT: unlike a payment it always says one of the three (spec 2 §3). */
export const ORDER_VAT_TYPES = {
  [VAT_TYPE.VATABLE]: VAT_TYPES[VAT_TYPE.VATABLE],
  [VAT_TYPE.EXEMPT]: VAT_TYPES[VAT_TYPE.EXEMPT],
  [VAT_TYPE.ZERO_RATED]: VAT_TYPES[VAT_TYPE.ZERO_RATED],
} as const;

const line = (field: string, longest: number) => prose(field, longest).transform((text) => text.trim());

/** A day that may be left out; an empty text is none. */
const optionalDay = (field: string) =>
  z
    .union([z.literal(''), z.null(), calendarDate(field)])
    .optional()
    .transform((day) => day || null);

/** What an order says beside its date, supplier and remarks (spec 2 §3). */
export const ORDER_TERMS = {
  name: 'terms',
  label: 'Terms',
  table: 'purchase_order',
  rows: 'one',
  fields: partFields({
    /** The day on which it was asked for; the PO date where it is not given. */
    request_date: { kind: 'date', required: true, label: 'Request Date', given: optionalDay('request date') },
    contact_person: { kind: 'text', label: 'Contact Person', given: line('contact person', 100) },
    email_add: {
      kind: 'text',
      label: 'E-mail',
      given: line('e-mail', 200).refine(isMailAddress, MESSAGES.invalidEmail),
    },
    /** Days from delivery. */
    payment_term: { kind: 'count', required: true, label: 'Payment Term (days from delivery)', given: paymentTerm },
    shipping_date: {
      kind: 'date',
      label: 'Shipping Date',
      given: optionalDay('shipping date'),
      shown: SHOWN.textOrNone,
    },
    subject_to_vat: { kind: 'flag', required: true, label: 'Subject to VAT', given: flag.default(1) },
    vat_type: {
      kind: 'choice',
      of: ORDER_VAT_TYPES,
      required: true,
      label: 'VAT Type',
      given: wireNumber(z.number('vat type must be 1, 2 or 3.'))
        .refine((code) => Object.hasOwn(ORDER_VAT_TYPES, code), 'vat type must be 1, 2 or 3.')
        .default(VAT_TYPE.VATABLE),
    },
  }),
} as const satisfies DocumentPart;

/** A figure as typed; what is wrong with it is answered with its line. */
const figure = z.union([z.number().transform(String), typedAmount]).transform((text) => text.trim());

/** What is ordered. Unit costs include VAT where the order is VATable; the total is quantity × unit cost, half-up. */
export const ORDER_LINES = {
  name: 'po_details',
  label: 'Lines',
  table: 'purchase_order_line',
  rows: 'many',
  fields: partFields({
    item_description: { kind: 'text', required: true, label: 'Item Description', given: line('item description', 500) },
    /** Decimal text with up to 4 decimals. */
    quantity: { kind: 'quantity', required: true, label: 'Quantity', given: figure },
    unit: { kind: 'text', label: 'Unit', given: line('unit', 20) },
    unit_cost: { kind: 'amount', required: true, label: 'Unit Cost', given: figure },
    total_amount: { kind: 'amount', required: true, label: 'Total' },
  }),
} as const satisfies DocumentPart;

/** What vouchers took of an order that are submitted, approved or released, and what is left. */
export const ORDER_FACTS = rowFacts({
  vouchered_amount: { kind: 'amount', required: true, label: 'Vouchered Amount' },
  open_amount: { kind: 'amount', required: true, label: 'Open Amount' },
});
