import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { MOST_CUSTOMERS } from '@talaan/core/documents/billing/billing';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { amount, calendarDay, requiredId } from '../wire-values.ts';
import { createBilling } from './billing.contract.ts';

const TAG = 'Billings';
const access = { kind: 'module', module: 'Billing', level: ACCESS.insert } as const;

/** A customer with what he is billed; a service that says no VAT has that of the customer. */
const billedCustomer = createBilling.body.pick({ branch_id: true, department_id: true, billing_details: true }).extend({
  payee_id: requiredId('payee id'),
});

/** What a regular transaction of type BI bills on a day: what all billings share, and one billing for each customer. */
const regularBilling = createBilling.body
  .pick({ billing_date: true, payment_term: true, currency_id: true, dollar_rate: true, remarks: true })
  .extend({
    /** The regular transaction: it bills a customer once in a month of the billing date (decisions §7). */
    regular_trx: requiredId('regular trx'),
    customers: z
      .array(billedCustomer, 'customers is required.')
      .min(1, 'Choose at least one customer.')
      .max(MOST_CUSTOMERS, `Up to ${MOST_CUSTOMERS} customers are billed at once.`),
  });
export type RegularBilling = z.output<typeof regularBilling>;
export type RegularBillingInput = z.input<typeof regularBilling>;

/** Messages by field, as the refusal of a billing has them: `payee_id`, `billing_details.0.total_amount`. */
const errors = z.record(z.string(), z.array(z.string()));

/** The billing that a customer would get; without errors it can be sent. Amounts are in the currency of the billing. */
const previewedBilling = z.object({
  payee_id: z.int(),
  payee_code: z.string(),
  payee_desc: z.string(),
  due_date: calendarDay,
  billing_details: z.array(z.object({ vat: z.int(), total_amount: amount, income_amount: amount, vat_amount: amount })),
  income_amount: amount,
  vat_amount: amount,
  total_amount: amount,
  errors,
});
export type PreviewedBilling = z.infer<typeof previewedBilling>;

/** What sending would make and refuse, customer by customer in their order; nothing is written. */
export const previewRegularBilling = defineRoute({
  method: 'POST',
  path: '/trx/regular-billing/preview',
  summary: 'Preview what a regular transaction bills',
  tag: TAG,
  access,
  body: regularBilling,
  response: recordOf(
    z.object({
      /** What is wrong with what all billings share. */
      errors,
      customers: z.array(previewedBilling),
    }),
  ),
  reads: true,
  in_preview: true,
});

const sentBilling = z.object({ payee_id: z.int(), billing_request_no: z.string(), status: z.int() });
export type SentBilling = z.infer<typeof sentBilling>;

/**
 * Makes a billing of each customer and sends it for approval: all of them or none. A refusal names customer and field
 * (`customers.3.payee_id`); a customer whom the regular transaction billed in the month already is refused.
 */
export const sendRegularBilling = defineRoute({
  method: 'POST',
  path: '/trx/regular-billing',
  summary: 'Bill many customers by a regular transaction',
  tag: TAG,
  access,
  body: regularBilling,
  response: recordOf(z.object({ billings: z.array(sentBilling) })),
});
