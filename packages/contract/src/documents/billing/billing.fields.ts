import * as z from 'zod';
import { isVatType, VAT_TYPES } from '@talaan/core/money/withholding';
import { declareFields, SHOWN } from '../declared-field.ts';
import type { DocumentPart } from '../document-part.ts';
import { paymentTerm, prose, typedAmount } from '../wire-values.ts';
import { wireNumber } from '../../http/wire-number.ts';

/** When a billing is due: its date and term. */
export const BILLING_TERMS = {
  name: 'billing_terms',
  label: 'Terms',
  table: 'billing',
  rows: 'one',
  fields: declareFields({
    /** Days from the billing date; 0 is due immediately. */
    payment_term: {
      kind: 'count',
      required: true,
      signed: true,
      label: 'Term (days)',
      given: { payment_term: paymentTerm },
      shown: { payment_term: SHOWN.number },
    },
    /** The billing date and the term; the server computes it. */
    due_date: {
      kind: 'date',
      required: true,
      signed: true,
      label: 'Due Date',
      given: {},
      shown: { due_date: SHOWN.date },
    },
  }),
} as const satisfies DocumentPart;

/**
 * What is billed, a row for each service. Its service, income account, branch and department stand on the line of account
 * with the tag 'Income Amount' that follows from it.
 */
export const BILLING_SERVICES = {
  name: 'billing_details',
  label: 'Services',
  table: 'billing_service_line',
  rows: 'many',
  // The receivable is the first line of account.
  beside: { line_no: 2, label: 'Service', name: 'billing_service_name' },
  fields: declareFields({
    /** What the invoice says beside the name of the service. */
    description: {
      kind: 'text',
      signed: true,
      label: 'Description',
      given: { description: prose('description', 500).transform((text) => text.trim()) },
      shown: { description: SHOWN.text },
    },
    vat: {
      kind: 'choice',
      of: VAT_TYPES,
      required: true,
      signed: true,
      label: 'VAT',
      given: {
        vat: wireNumber(z.number('vat must be 0, 1, 2 or 3.'))
          .refine(isVatType, 'vat must be 0, 1, 2 or 3.')
          .optional(),
      },
      shown: { vat: SHOWN.number },
    },
    /** With VAT. */
    total_amount: {
      kind: 'amount',
      required: true,
      signed: true,
      label: 'Total',
      given: { total_amount: z.union([z.number().transform(String), typedAmount]) },
      shown: { total_amount: SHOWN.decimal },
    },
  }),
} as const satisfies DocumentPart;
