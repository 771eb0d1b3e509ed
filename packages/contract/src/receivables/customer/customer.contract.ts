import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { AGES } from '@talaan/core/receivables/aging';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { MAIL_STATES } from '../../notices/mail.contract.ts';
import { amount, calendarDate, calendarDay, instant, requiredId } from '../../documents/wire-values.ts';
import { unusedAdvance } from './statement.contract.ts';

/** So many open invoices are listed; the sums are of all. */
export const MOST_OPEN_INVOICES = 500;

/** An invoice with what was open of it at the end of the day that is asked about. */
const openInvoice = z.object({
  billing_request_no: z.string(),
  billing_invoice_no: z.string(),
  billing_date: calendarDay,
  due_date: calendarDay,
  /** Whole days from the billing date, and the column of that age. */
  aged_days: z.int(),
  age: z.enum(AGES),
  /** Whole days from the due date: below 0 while it is not due. */
  days_late: z.int(),
  currency: z.string(),
  /** In the currency of the invoice. */
  total_amount: amount,
  collected_amount: amount,
  open_amount: amount,
  /** In pesos, as the receivable account has it. */
  open_php: amount,
  collection_status: z.int(),
  is_disputed: z.boolean(),
});
export type OpenInvoice = z.infer<typeof openInvoice>;

/** What a customer owes; in pesos. Confidential billings count for those alone who may see them. */
const receivables = z.object({
  /** yyyy-mm-dd: the day at whose end it was so. */
  as_of: calendarDay,
  /** The oldest first. */
  invoices: z.array(openInvoice),
  invoice_count: z.int(),
  open_php: amount,
  /** By age, in the order of its columns. */
  ages: z.array(z.object({ age: z.enum(AGES), open_php: amount })),
  past_due_php: amount,
  past_due_count: z.int(),
  disputed_php: amount,
  /** Billings on their way to an invoice number. */
  in_approval_php: amount,
  in_approval_count: z.int(),
  /** Billed and approved in the year of the day. */
  billed_php: amount,
});

const collected = z.object({
  /** In the year of the day: cash, tax withheld and write-offs, in pesos. */
  collected_php: amount,
  collections: z.int(),
  /** What was paid in advance and not used at the end of the day, in pesos of all currencies, and in each. */
  advance_php: amount,
  advances: z.array(unusedAdvance),
});

const certificate = z.object({
  id: z.int(),
  fiscal_year: z.int(),
  quarter: z.int(),
  tax_withheld: amount,
  received_date: calendarDay,
});

/** A 2307 that was given to him: of what he was paid. */
const givenCertificate = z.object({
  id: z.string(),
  fiscal_year: z.int(),
  quarter: z.int(),
  total_tax: amount,
  issued_at: instant,
  /** Stands, was replaced by another one, or was withdrawn. */
  state: z.enum(['stands', 'replaced', 'withdrawn']),
  /** What became of the last mail that brought it; null where none did. */
  mail_state: z.enum(MAIL_STATES).nullable(),
});

/** Post-dated cheques that are here: those that wait for their deposit, and those that bounced; amounts in pesos. */
const cheques = z.object({ held: z.int(), held_amount: amount, bounced: z.int(), bounced_amount: amount });

const sentStatement = z.object({
  id: z.string(),
  from_date: calendarDay,
  as_of: calendarDay,
  balance: z.string(),
  to_address: z.string(),
  created_at: instant,
  state: z.enum(MAIL_STATES),
});

const sentReminder = z.object({
  id: z.string(),
  level: z.int(),
  as_of: calendarDay,
  past_due_php: amount,
  to_address: z.string(),
  state: z.enum(MAIL_STATES),
});

const customer = z.object({
  id: z.int(),
  payee_code: z.string(),
  payee_desc: z.string(),
  tin: z.string(),
  vat: z.int(),
  atc_code: z.string().nullable(),
  email_add: z.string(),
  /** Why nothing new is billed; null where he is billed. */
  billing_hold: z.string().nullable(),
  status: z.int(),
  /** The last billing with the days of its term; null without one, and without the right to see billings. */
  last_billing: z.object({ billing_request_no: z.string(), payment_term: z.int() }).nullable(),
  /** Null without the right to read billings. */
  receivables: receivables.nullable(),
  /** Null without the right to read collections. */
  collected: collected.nullable(),
  /** 2307s received, the last ones first, at most 8. */
  certificates: z.array(certificate),
  /** 2307s given, in the same way; none without the right to the list of them. */
  given_certificates: z.array(givenCertificate),
  cheques,
  /** Statements that were sent, the last ones first, at most 6; none without the right to read billings. */
  statements: z.array(sentStatement),
  /** Reminders that were sent, in the same way. */
  reminders: z.array(sentReminder),
});
export type Customer = z.infer<typeof customer>;

/** One customer: who it is, what is open by age, what was billed and collected. Each figure needs the right of its module. */
export const readCustomer = defineRoute({
  method: 'GET',
  path: '/customer/{id}',
  summary: 'Read a customer with what is open',
  tag: 'Customers',
  access: { kind: 'module', module: 'Payee Details', level: ACCESS.select },
  params: z.object({ id: requiredId('customer') }),
  query: z.object({
    /** Today where it is left out. */
    as_of: calendarDate('as of').optional(),
  }),
  response: recordOf(customer),
});
