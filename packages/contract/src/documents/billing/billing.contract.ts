import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { isVatType } from '@talaan/core/money/withholding';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { batchDetail, batchPage, batchRow } from '../batch-view.contract.ts';
import { givenShape, shownShape } from '../declared-field.ts';
import { listBatches } from '../desk.contract.ts';
import { levelOn, OWN_HEAD, numberCall, ownCalls, ownEndings } from '../own-calls/own-calls.contract.ts';
import {
  amount,
  calendarDate,
  calendarDay,
  oneOf,
  optionalCode,
  optionalId,
  prose,
  requiredId,
} from '../wire-values.ts';
import { BILLING_FACTS, BILLING_SERVICES, BILLING_TERMS } from './billing.fields.ts';
import { BILLINGS } from './billing.kind.ts';

const TAG = 'Billings';
const access = levelOn(BILLINGS);

/** One service that is billed; its lines of account follow. */
const serviceInput = z.object({
  billing_service_id: optionalId,
  /** The account of its income. */
  account_code: z.string().max(20).default(''),
  ...givenShape(BILLING_SERVICES.fields),
});

/** A billing as a person enters it (spec 2 §3). What the server owns (numbers, due date, statuses) is accepted and ignored. */
const given = {
  billing_request_no: z.string().max(20).nullish(),
  billing_date: calendarDate('billing date'),
  ...OWN_HEAD,
  /** Of every service that says none of its own: 0 not applicable, 1 VATable, 2 exempt, 3 zero-rated. */
  vat: optionalCode('vat', isVatType, '0, 1, 2 or 3'),
  ...givenShape(BILLING_TERMS.fields),
  branch_id: optionalId,
  /** Of the income. */
  department_id: optionalId,
  billing_details: z.array(serviceInput, 'billing details is required.').max(500, 'A billing has up to 500 services.'),
};

const billingFacts = {
  billing_request_no: z.string(),
  /** Given by the last approval; null before it. */
  billing_invoice_no: z.string().nullable(),
  /** Of an opening invoice the day of the old books, by which it ages. */
  billing_date: calendarDay,
  /** It came with the balances of the old books: it says what was still open then (many §5). */
  is_opening: z.boolean(),
  /** Of an opening invoice what the old books billed, where they said so; else null. */
  original_amount: amount.nullable(),
  /** The day as which lists look for it: the billing date. */
  request_date: calendarDay,
  ...shownShape(BILLING_TERMS.fields),
  accounting_approved_by: z.string().nullable(),
  ...shownShape(BILLING_FACTS),
};

const billingRow = batchRow.extend(billingFacts);
export type BillingRow = z.infer<typeof billingRow>;

export const billingDetail = batchDetail.extend({
  ...billingFacts,
  branch_id: z.int().nullable(),
  department_id: z.int().nullable(),
  billing_details: z.array(
    z.object({
      line_no: z.int(),
      billing_service_id: z.int().nullable(),
      billing_service_name: z.string().nullable(),
      account_code: z.string(),
      acct_desc: z.string(),
      ...shownShape(BILLING_SERVICES.fields),
      /** Without VAT, and the VAT of it. */
      income_amount: amount,
      vat_amount: amount,
    }),
  ),
  /** What settles it in the ledger, collections and journals, by their dates: those that the person may see. */
  settled_by: z.array(
    z.object({
      batch_number: z.string(),
      document_type: z.string(),
      document_number: z.string().nullable(),
      document_date: calendarDay,
      /** Of this invoice: cash, tax withheld and write-off together. */
      amount,
    }),
  ),
  /**
   * Post-dated cheques that the customer gave for it and that were not handed back, by their dates; `is_pdc` and
   * `number_of_cheques` follow from them. Amounts in pesos.
   */
  received_cheques: z.array(
    z.object({
      id: z.int(),
      cheque_number: z.string(),
      cheque_date: calendarDay,
      cheque_amount: amount,
      state: z.string(),
    }),
  ),
  /** At the foot of the invoice: sales without VAT by their kind, the VAT, and what they come to (spec 2 §2). */
  vatable_sales: amount,
  exempt_sales: amount,
  zero_rated_sales: amount,
  vat_amount: amount,
  payee_tin: z.string(),
  payee_address: z.string(),
  business_style: z.string(),
  /** Where invoices are sent to; '' for none. */
  payee_email: z.string(),
});
export type BillingDetail = z.infer<typeof billingDetail>;

/** An approved invoice as collections look for it. Amounts are in its currency. */
const invoice = z.object({
  billing_request_no: z.string(),
  billing_invoice_no: z.string(),
  payee_id: z.int(),
  payee_desc: z.string(),
  currency_id: z.int(),
  currency: z.string(),
  billing_date: calendarDay,
  due_date: calendarDay,
  total_amount: amount,
  collected_amount: amount,
  open_amount: amount,
  /** The pesos at which the open part stands in the books, and the rate at which it was billed. */
  open_php: amount,
  dollar_rate: z.string(),
  /** What was billed without VAT, and what collections in the ledger withheld and wrote off of it. */
  base_amount: amount,
  withheld_amount: amount,
  written_off_amount: amount,
  collection_status: z.int(),
  /** The customer disputes it: oldest-first leaves it out. */
  is_disputed: z.boolean(),
});
export type Invoice = z.infer<typeof invoice>;
const invoices = z.object({ data: z.array(invoice) });

export const takeRequestNumber = numberCall(BILLINGS, {
  tag: TAG,
  path: '/trx/request-number',
  summary: 'Reserve a billing request number',
  name: 'request_number',
});

/** The invoice number that the next approval would give; nothing is taken. */
export const previewInvoiceNumber = defineRoute({
  method: 'GET',
  path: '/trx/billing-invoice-number',
  summary: 'Preview the next billing invoice number',
  tag: TAG,
  access: access(ACCESS.insert),
  query: z.object({}),
  response: recordOf(z.object({ billing_invoice_number: z.string() })),
});

const filters = {
  /** A month, as its first day. */
  request_date: calendarDate('request date').optional(),
  collection_status: oneOf('collection status', [0, 1, 2, 20]).optional(),
  accounting_status: oneOf('accounting status', [0, 7, 20]).optional(),
};

/** Billings of a month of their date, narrowed like every list of batches, and the calls of one. */
const calls = ownCalls(BILLINGS, {
  tag: TAG,
  path: '/trx/billing',
  twin: '/trx/billing-header',
  given,
  detail: billingDetail,
  filters,
  page: batchPage.extend({ data: z.array(billingRow) }),
});
export const {
  list: listBillings,
  export: exportBillings,
  create: createBilling,
  read: readBilling,
  post: postBilling,
  twin: postBillingTwin,
  update: updateBilling,
} = calls;
export type BillingInput = z.input<typeof createBilling.body>;
export type ParsedBillingInput = z.output<typeof createBilling.body>;

/** Voided, an approved invoice is cancelled by its mirror entry; anything before it is archived (decisions §6). */
export const {
  remove: deleteBilling,
  cancel: setAccountingStatus,
  void: voidBilling,
} = ownEndings(BILLINGS, TAG, {
  paths: { document: '/trx/billing', cancel: '/updateAcctngStatus', void: '/trx/bilvoid' },
  more: {},
});

/** Billings by request number, customer or invoice number, the last ones first. */
export const chooseBilling = defineRoute({
  method: 'GET',
  path: '/trx/billing/dropdown-list',
  summary: 'Choose a billing',
  tag: TAG,
  access: access(ACCESS.select),
  query: listBatches.query.pick({ search: true, page: true }),
  response: batchPage.omit({ totals: true }).extend({
    data: z.array(
      z.object({ id: z.string(), code: z.string(), name: z.string(), billing_invoice_no: z.string().nullable() }),
    ),
  }),
});

/** Marks an approved invoice as disputed, with the reason; an empty one ends the dispute (decisions §6). */
export const disputeBilling = defineRoute({
  method: 'PUT',
  path: '/trx/billing-dispute/{id}',
  summary: 'Mark an invoice as disputed',
  tag: TAG,
  access: access(ACCESS.update),
  params: readBilling.params,
  body: z.object({
    /** Empty ends the dispute. */
    dispute_reason: z
      .string('dispute reason is required; an empty one ends the dispute.')
      .transform((text): string | null | undefined => text)
      .pipe(prose('dispute reason', 500))
      .transform((text) => text.trim()),
  }),
  response: recordOf(billingDetail),
});

/** Approved invoices by number, request number or customer, the last ones first, at most 100. */
export const searchInvoices = defineRoute({
  method: 'GET',
  path: '/searchBilInvoice',
  summary: 'Search billing invoices',
  tag: TAG,
  access: access(ACCESS.select),
  query: z.object({
    search: z.string().max(100).default(''),
    query: z.string().max(100).optional(),
    billing_invoice_no: z.string().max(20).optional(),
    payee_id: requiredId('payee id').optional(),
  }),
  response: invoices,
});

/** The same in its other spelling (spec 2 §7). */
export const searchInvoicesTwin = { ...searchInvoices, path: '/searchBillInvoice' } as const;

/** What is open at the end of a day, today where none is named; the oldest first, at most 1,000. */
export const listUncollected = defineRoute({
  method: 'GET',
  path: '/getUncollectedBill',
  summary: 'List uncollected invoices',
  tag: TAG,
  access: access(ACCESS.select),
  query: z.object({
    payee_id: requiredId('payee id').optional(),
    as_of: calendarDate('as of').optional(),
  }),
  response: invoices,
});

/** What the invoice prints, by request number. */
export const readBillingPrint = defineRoute({
  method: 'POST',
  path: '/trx/billing-getdetails',
  summary: 'Read what an invoice prints',
  tag: TAG,
  access: access(ACCESS.select),
  body: z.object({ billing_request_no: z.string('billing request no is required.').min(1).max(20) }),
  response: recordOf(billingDetail),
  reads: true,
  in_preview: true,
});
