import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { defineRoute } from '../../http/route.ts';
import { MAIL_STATES } from '../../notices/mail.contract.ts';
import { amount, requiredId } from '../../documents/wire-values.ts';

const TAG = 'Customers';
const access = { kind: 'module', module: 'Billing', level: ACCESS.select } as const;

/** A customer with invoices that are past due today and not in dispute. */
const lateCustomer = z.object({
  payee_id: z.int(),
  payee_code: z.string(),
  payee_desc: z.string(),
  email_add: z.string(),
  billing_hold: z.string().nullable(),
  invoices: z.int(),
  /** yyyy-mm-dd, and the whole days since. */
  oldest_due: z.string(),
  days_late: z.int(),
  past_due_php: amount,
  /** The reminder for so many days: 1, 2, or 3, which proposes a hold. */
  level: z.int(),
  /** The last one that was sent, its day, and what became of its mail; null without any. */
  last_level: z.int().nullable(),
  last_sent: z.string().nullable(),
  last_state: z.enum(MAIL_STATES).nullable(),
  /** Whether that level is still to be sent. */
  is_due: z.boolean(),
});
export type LateCustomer = z.infer<typeof lateCustomer>;

export const listReminders = defineRoute({
  method: 'GET',
  path: '/customer-reminders',
  summary: 'Customers who are late, with the reminder that is due',
  tag: TAG,
  access,
  response: z.object({ data: z.array(lateCustomer) }),
});

/** What became of the reminder of one customer: queued, not due (any more), or there is no address to send it to. */
export const REMINDER_OUTCOMES = ['queued', 'not_due', 'no_address'] as const;

/** Queues the reminders that are due of these customers, each with the statement of account as PDF. */
export const sendReminders = defineRoute({
  method: 'POST',
  path: '/customer-reminders',
  long: true,
  summary: 'Send reminders to customers who are late',
  tag: TAG,
  access: { ...access, level: ACCESS.update },
  body: z.object({
    payee_ids: z
      .array(requiredId('payee id'), 'payee ids is required.')
      .min(1, 'Choose whom to remind.')
      .max(500, 'Up to 500 customers are reminded at once.'),
  }),
  response: z.object({
    data: z.array(z.object({ payee_id: z.int(), payee_desc: z.string(), outcome: z.enum(REMINDER_OUTCOMES) })),
    /** Whether a mail server is set; without one the mails are kept as not sent. */
    has_server: z.boolean(),
  }),
});
