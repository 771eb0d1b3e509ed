import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { mailedCopy } from '../../notices/mail.contract.ts';
import { mailAddress } from '../wire-values.ts';
import { billingDetail } from './billing.contract.ts';
import { paperRoutes } from '../print/paper-routes.ts';

const TAG = 'Billings';
const access = { kind: 'module', module: 'Billing', level: ACCESS.select } as const;

const printedBilling = billingDetail.extend({
  /** Where the reporting company has payment sent to; '' where it does not say. */
  payment_address: z.string(),
});
export type PrintedBilling = z.infer<typeof printedBilling>;

/** The invoice of a billing. */
export const { print: printBilling, pdf: printBillingPdf } = paperRoutes({
  paths: { print: '/trx/billing/{id}/print', pdf: '/trx/billing/{id}/pdf' },
  data: 'Data of the billing invoice',
  file: 'Billing invoice as PDF',
  tag: TAG,
  access,
  detail: printedBilling,
  which: {},
});

/** Queues an approved invoice for its customer, with the paper as PDF: a print of its own (spec 2 §7). */
export const emailBilling = defineRoute({
  method: 'POST',
  path: '/trx/send-mail',
  summary: 'Send a billing invoice by e-mail',
  tag: TAG,
  access: { ...access, level: ACCESS.update },
  body: z.object({
    billing_request_no: z.string('billing request no is required.').min(1, 'billing request no is required.').max(20),
    /** The e-mail address of the customer where none is given. */
    email_add: mailAddress('email add'),
  }),
  response: recordOf(
    z.object({
      billing_invoice_no: z.string(),
      copy_no: z.int(),
      ...mailedCopy,
    }),
  ),
});
