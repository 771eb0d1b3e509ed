import * as z from 'zod';
import { COLLECTION_STATUSES } from '@talaan/core/documents/billing/collection-status';
import { isVatType, VAT_TYPES } from '@talaan/core/money/withholding';
import { partFields, rowFacts } from '../declared-field.ts';
import type { DocumentPart } from '../document-part.ts';
import { paymentTerm, prose, typedAmount } from '../wire-values.ts';
import { wireNumber } from '../../http/wire-number.ts';

/** When a billing is due: its date and term. */
export const BILLING_TERMS = {
  name: 'billing_terms',
  label: 'Terms',
  table: 'billing',
  rows: 'one',
  fields: partFields({
    /** Days from the billing date; 0 is due immediately. */
    payment_term: { kind: 'count', required: true, label: 'Term (days)', given: paymentTerm },
    /** The billing date and the term; the server computes it. */
    due_date: { kind: 'date', required: true, label: 'Due Date' },
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
  fields: partFields({
    /** What the invoice says beside the name of the service. */
    description: {
      kind: 'text',
      label: 'Description',
      given: prose('description', 500).transform((text) => text.trim()),
    },
    vat: {
      kind: 'choice',
      of: VAT_TYPES,
      required: true,
      label: 'VAT',
      given: wireNumber(z.number('vat must be 0, 1, 2 or 3.'))
        .refine(isVatType, 'vat must be 0, 1, 2 or 3.')
        .optional(),
    },
    /** With VAT. */
    total_amount: {
      kind: 'amount',
      required: true,
      label: 'Total',
      given: z.union([z.number().transform(String), typedAmount]),
    },
  }),
} as const satisfies DocumentPart;

const COLLECTION_LABELS: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(COLLECTION_STATUSES).map(([code, { label }]) => [code, label]),
);

/** What became of a billing. */
export const BILLING_FACTS = rowFacts({
  collection_status: { kind: 'choice', of: COLLECTION_LABELS, required: true, label: 'Collection Status' },
  collected_amount: { kind: 'amount', required: true, label: 'Collected Amount' },
  /** What stays to be collected of an approved invoice. */
  open_amount: { kind: 'amount', required: true, label: 'Open Amount' },
  /** Why the customer disputes the invoice; '' where he does not. */
  dispute_reason: { kind: 'text', label: 'Dispute' },
});
