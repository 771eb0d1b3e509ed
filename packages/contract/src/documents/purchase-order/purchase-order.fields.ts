import * as z from 'zod';
import { VAT_TYPE, VAT_TYPES } from '@talaan/core/money/withholding';
import { MESSAGES } from '../../errors/messages.ts';
import { declareFields, SHOWN } from '../declared-field.ts';
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
  fields: declareFields({
    /** The day on which it was asked for; the PO date where it is not given. */
    request_date: {
      kind: 'date',
      required: true,
      signed: true,
      label: 'Request Date',
      given: { request_date: optionalDay('request date') },
      shown: { request_date: SHOWN.date },
    },
    contact_person: {
      kind: 'text',
      signed: true,
      label: 'Contact Person',
      given: { contact_person: line('contact person', 100) },
      shown: { contact_person: SHOWN.text },
    },
    email_add: {
      kind: 'text',
      signed: true,
      label: 'E-mail',
      given: { email_add: line('e-mail', 200).refine(isMailAddress, MESSAGES.invalidEmail) },
      shown: { email_add: SHOWN.text },
    },
    /** Days from delivery. */
    payment_term: {
      kind: 'count',
      required: true,
      signed: true,
      label: 'Payment Term (days from delivery)',
      given: { payment_term: paymentTerm },
      shown: { payment_term: SHOWN.number },
    },
    shipping_date: {
      kind: 'date',
      signed: true,
      label: 'Shipping Date',
      given: { shipping_date: optionalDay('shipping date') },
      shown: { shipping_date: SHOWN.textOrNone },
    },
    subject_to_vat: {
      kind: 'flag',
      required: true,
      signed: true,
      label: 'Subject to VAT',
      given: { subject_to_vat: flag.default(1) },
      shown: { subject_to_vat: SHOWN.number },
    },
    vat_type: {
      kind: 'choice',
      of: ORDER_VAT_TYPES,
      required: true,
      signed: true,
      label: 'VAT Type',
      given: {
        vat_type: wireNumber(z.number('vat type must be 1, 2 or 3.'))
          .refine((code) => Object.hasOwn(ORDER_VAT_TYPES, code), 'vat type must be 1, 2 or 3.')
          .default(VAT_TYPE.VATABLE),
      },
      shown: { vat_type: SHOWN.number },
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
  fields: declareFields({
    item_description: {
      kind: 'text',
      required: true,
      signed: true,
      label: 'Item Description',
      given: { item_description: line('item description', 500) },
      shown: { item_description: SHOWN.text },
    },
    /** Decimal text with up to 4 decimals. */
    quantity: {
      kind: 'quantity',
      required: true,
      signed: true,
      label: 'Quantity',
      given: { quantity: figure },
      shown: { quantity: SHOWN.decimal },
    },
    unit: {
      kind: 'text',
      signed: true,
      label: 'Unit',
      given: { unit: line('unit', 20) },
      shown: { unit: SHOWN.text },
    },
    unit_cost: {
      kind: 'amount',
      required: true,
      signed: true,
      label: 'Unit Cost',
      given: { unit_cost: figure },
      shown: { unit_cost: SHOWN.decimal },
    },
    total_amount: {
      kind: 'amount',
      required: true,
      signed: true,
      label: 'Total',
      given: {},
      shown: { total_amount: SHOWN.decimal },
    },
  }),
} as const satisfies DocumentPart;
