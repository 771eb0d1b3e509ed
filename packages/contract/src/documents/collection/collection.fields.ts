import * as z from 'zod';
import { partFields, rowFacts } from '../declared-field.ts';
import type { DocumentPart } from '../document-part.ts';
import { typedAmount } from '../wire-values.ts';

const givenAmount = z.union([z.number().transform(String), typedAmount]);

/** What came in, in the currency of the collection. */
export const COLLECTION_TERMS = {
  name: 'collection_terms',
  label: 'Received',
  table: 'collection',
  rows: 'one',
  fields: partFields({
    /** Cash into the bank. */
    received_amount: { kind: 'amount', required: true, label: 'Received', given: givenAmount },
    /** Taken of what the customer paid in advance. */
    advance_amount: { kind: 'amount', required: true, label: 'From Advances', given: givenAmount },
  }),
} as const satisfies DocumentPart;

/** What it settles, a row for each invoice. */
export const COLLECTION_APPLICATIONS = {
  name: 'collection_details',
  label: 'Invoices',
  table: 'collection_application',
  rows: 'many',
  summed: ['cash_amount', 'withholding_amount', 'write_off_amount', 'receivable_php'],
  fields: partFields({
    billing_invoice_no: { kind: 'text', required: true, label: 'Invoice No.', given: z.string().max(20).default('') },
    cash_amount: { kind: 'amount', required: true, label: 'Cash', given: givenAmount },
    /** Tax that the customer withheld. */
    withholding_amount: { kind: 'amount', required: true, label: 'Withholding', given: givenAmount },
    write_off_amount: { kind: 'amount', required: true, label: 'Write-off', given: givenAmount },
    /** Pesos at which this part of the receivable leaves the books; the server computes them. */
    receivable_php: { kind: 'amount', required: true, label: 'PHP Settled' },
  }),
} as const satisfies DocumentPart;

/** What a collection settles, and what became of that. */
export const COLLECTION_FACTS = rowFacts({
  /** The invoices, separated by commas, in the order in which they were given. */
  billing_invoice_no: { kind: 'text', required: true, label: 'Billing Invoice No.' },
  /** What those invoices were billed, and what stays open of them now. */
  billing_amount: { kind: 'amount', required: true, label: 'Billing Amount' },
  balance_amount: { kind: 'amount', required: true, label: 'Balance' },
  /** Cash and tax withheld, as the receipt says it (worked example convention C5). */
  collected_amount: { kind: 'amount', required: true, label: 'Collected Amount' },
});
