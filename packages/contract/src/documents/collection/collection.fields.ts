import * as z from 'zod';
import { declareFields, SHOWN } from '../declared-field.ts';
import type { DocumentPart } from '../document-part.ts';
import { typedAmount } from '../wire-values.ts';

const givenAmount = z.union([z.number().transform(String), typedAmount]);

/** What came in, in the currency of the collection. */
export const COLLECTION_TERMS = {
  name: 'collection_terms',
  label: 'Received',
  table: 'collection',
  rows: 'one',
  fields: declareFields({
    /** Cash into the bank. */
    received_amount: {
      kind: 'amount',
      required: true,
      signed: true,
      label: 'Received',
      given: { received_amount: givenAmount },
      shown: { received_amount: SHOWN.decimal },
    },
    /** Taken of what the customer paid in advance. */
    advance_amount: {
      kind: 'amount',
      required: true,
      signed: true,
      label: 'From Advances',
      given: { advance_amount: givenAmount },
      shown: { advance_amount: SHOWN.decimal },
    },
  }),
} as const satisfies DocumentPart;

/** What it settles, a row for each invoice. */
export const COLLECTION_APPLICATIONS = {
  name: 'collection_details',
  label: 'Invoices',
  table: 'collection_application',
  rows: 'many',
  summed: ['cash_amount', 'withholding_amount', 'write_off_amount', 'receivable_php'],
  fields: declareFields({
    billing_invoice_no: {
      kind: 'text',
      required: true,
      signed: true,
      label: 'Invoice No.',
      given: { billing_invoice_no: z.string().max(20).default('') },
      shown: { billing_invoice_no: SHOWN.text },
    },
    cash_amount: {
      kind: 'amount',
      required: true,
      signed: true,
      label: 'Cash',
      given: { cash_amount: givenAmount },
      shown: { cash_amount: SHOWN.decimal },
    },
    /** Tax that the customer withheld. */
    withholding_amount: {
      kind: 'amount',
      required: true,
      signed: true,
      label: 'Withholding',
      given: { withholding_amount: givenAmount },
      shown: { withholding_amount: SHOWN.decimal },
    },
    write_off_amount: {
      kind: 'amount',
      required: true,
      signed: true,
      label: 'Write-off',
      given: { write_off_amount: givenAmount },
      shown: { write_off_amount: SHOWN.decimal },
    },
    /** Pesos at which this part of the receivable leaves the books; the server computes them. */
    receivable_php: {
      kind: 'amount',
      required: true,
      signed: true,
      label: 'PHP Settled',
      given: {},
      shown: { receivable_php: SHOWN.decimal },
    },
  }),
} as const satisfies DocumentPart;
