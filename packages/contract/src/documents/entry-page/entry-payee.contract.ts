import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { amount, calendarDay, requiredId } from '../wire-values.ts';

/** What an entry shows and takes over of its payee (spec 2 §3, Payee as used by transactions). */
const entryPayee = z.object({
  id: z.int(),
  payee_code: z.string(),
  payee_desc: z.string(),
  trader_name: z.string().nullable(),
  business_style: z.string().nullable(),
  tin: z.string().nullable(),
  contact_num: z.string().nullable(),
  email_add: z.string().nullable(),
  house_unit: z.string().nullable(),
  street: z.string().nullable(),
  municipality: z.string().nullable(),
  city: z.string().nullable(),
  zip_code: z.string().nullable(),
  /** 0 not applicable, 1 VATable, 2 exempt, 3 zero-rated. */
  vat: z.int(),
  atc_code: z.string().nullable(),
  /** The business partner that is on hold, if any; codes of the other two as in the payee's record. */
  held_by: z.string().nullable(),
  /** Why nothing new is billed to him, if so. */
  billing_hold: z.string().nullable(),
  /** He is kept as an employee. */
  is_employee: z.boolean(),
  employee_status: z.int().nullable(),
  sub_agent_status: z.int().nullable(),
  /** Bank accounts that are open today. */
  banks: z.array(
    z.object({
      id: z.int(),
      account_number: z.string(),
      acct_name: z.string().nullable(),
      bank_code: z.string(),
      bank_name: z.string(),
      currency_id: z.int(),
    }),
  ),
  /** Purchase orders that take vouchers and have something open, the oldest first. */
  orders: z.array(
    z.object({
      po_number: z.string(),
      po_date: calendarDay,
      remarks: z.string(),
      currency_id: z.int(),
      open_amount: amount,
    }),
  ),
});
export type EntryPayee = z.infer<typeof entryPayee>;

/** Payee details by payee_id (spec 2 §7): for whoever may enter a document, also without the module Payee Details. */
export const readEntryPayee = defineRoute({
  method: 'GET',
  path: '/trx/payees/{id}',
  summary: 'Payee details of an entry',
  tag: 'Transactions',
  access: { kind: 'document', level: ACCESS.select },
  params: z.object({ id: requiredId('payee id') }),
  response: recordOf(entryPayee),
});
