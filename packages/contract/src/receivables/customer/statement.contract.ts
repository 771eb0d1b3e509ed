import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { AGES } from '@talaan/core/receivables/aging';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { mailedCopy } from '../../notices/mail.contract.ts';
import { amount, calendarDate, calendarDay, mailAddress, requiredId } from '../../documents/wire-values.ts';

const TAG = 'Customers';
/** Collections stand on it too: their right is asked for as well. */
const access = { kind: 'module', module: 'Billing', level: ACCESS.select } as const;
const params = z.object({ id: requiredId('customer') });
const period = {
  /** The first day whose movements it tells; what moved before is its opening balance. */
  from_date: calendarDate('from date'),
  as_of: calendarDate('as of'),
};
const inOrder = ({ from_date, as_of }: { from_date: string; as_of: string }) => from_date <= as_of;
const ORDER = { error: 'from date must not be after as of.', path: ['from_date'] };

/** What moved: an invoice, a collection, the cancel or void of one, or a journal that settles or opens one again. */
export const MOVEMENTS = ['invoice', 'collection', 'cancelled', 'voided', 'journal'] as const;

const movement = z.object({
  /** yyyy-mm-dd, as the books have it. */
  date: calendarDay,
  kind: z.enum(MOVEMENTS),
  /** Of an invoice its own number, of a collection that of its receipt, of a journal its own. */
  number: z.string(),
  /** Of an invoice its remarks, of what settles invoices their numbers. */
  about: z.string(),
  /** The currency of the invoices that it is of, and what moved in that; the other amounts are pesos. */
  currency: z.string(),
  amount,
  /** What the customer owes more, or less, by it; the other is null. */
  charge: amount.nullable(),
  payment: amount.nullable(),
  balance: z.string(),
});

/** What a customer paid in advance in one currency and had not used, and the pesos at which it stands in the books. */
export const unusedAdvance = z.object({ currency: z.string(), amount, amount_php: amount });
export type UnusedAdvance = z.infer<typeof unusedAdvance>;

/** A statement of account, in pesos. */
const statement = z.object({
  payee_desc: z.string(),
  address: z.string(),
  tin: z.string(),
  email_add: z.string(),
  from_date: calendarDay,
  as_of: calendarDay,
  opening: z.string(),
  movements: z.array(movement),
  closing: z.string(),
  /** What he had paid in advance and not used at its end, in pesos of all currencies, and in each. */
  advance_php: amount,
  advances: z.array(unusedAdvance),
  ages: z.array(z.object({ age: z.enum(AGES), open_php: z.string() })),
});
export type CustomerStatement = z.infer<typeof statement>;

export const readStatement = defineRoute({
  method: 'GET',
  path: '/customer/{id}/statement',
  summary: 'Read the statement of account of a customer',
  tag: TAG,
  access,
  params,
  query: z.object(period).refine(inOrder, ORDER),
  response: recordOf(statement),
});

/** The same as a file; it counts as a copy. */
export const downloadStatement = defineRoute({
  method: 'GET',
  path: '/customer/{id}/statement/pdf',
  summary: 'Statement of account as PDF',
  tag: TAG,
  access,
  params,
  query: z.object(period).refine(inOrder, ORDER),
  file: 'application/pdf',
  keeps: true,
});

/** Queues the statement for the customer, with the paper as PDF, and keeps that it was sent. */
export const sendStatement = defineRoute({
  method: 'POST',
  path: '/customer/{id}/statement',
  summary: 'Send the statement of account of a customer by e-mail',
  tag: TAG,
  access: { ...access, level: ACCESS.update },
  params,
  body: z
    .object({
      ...period,
      /** The e-mail address of the customer where none is given. */
      email_add: mailAddress('email add'),
    })
    .refine(inOrder, ORDER),
  response: recordOf(
    z.object({
      id: z.string(),
      balance: z.string(),
      ...mailedCopy,
    }),
  ),
});
