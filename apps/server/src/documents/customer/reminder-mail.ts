import { sql } from 'kysely';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import type { LateCustomer, REMINDER_OUTCOMES } from '@talaan/contract/documents/customer/reminder.contract';
import { reminderText } from '@talaan/contract/documents/customer/reminder.texts';
import { statementPaper } from '@talaan/contract/documents/customer/statement.paper';
import {
  addDays,
  addMonths,
  requireCalendarDate,
  startOfMonth,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireAmount, requireSum } from '@talaan/core/money/money';
import type { ReminderLevel } from '@talaan/core/receivables/reminders';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mailText } from '../../platform/mail/mail-text.ts';
import type { OutgoingMail, SendResult } from '../../platform/mail/mail-server.ts';
import { queueMail, type TakenMail } from '../../platform/mail/mail.store.ts';
import { asSender, usableAddress, withPaper } from '../print/mail-paper.ts';
import { drawForFile, readLetterhead } from '../print/print-document.ts';
import { findLateCustomers, REMINDER_MAIL } from './reminder.store.ts';
import { printedStatement } from './statement-mail.ts';
import { findStatement } from './statement.store.ts';

type Outcome = (typeof REMINDER_OUTCOMES)[number];

/** Queues the reminder that is due of a customer, and keeps it; answers why none was. */
export async function queueReminder(transaction: Database, user: Principal, customer: LateCustomer): Promise<Outcome> {
  if (!customer.is_due) return 'not_due';
  const to_address = usableAddress(customer.email_add);
  if (to_address === null) return 'no_address';
  const { payee_id, level, past_due_php, invoices, days_late } = customer;
  const oldest_due = requireCalendarDate(customer.oldest_due);
  const as_of = addDays(oldest_due, days_late);
  const { id } = await transaction
    .insertInto('customer_reminder')
    .values({ payee_id, level, as_of, past_due_php, invoices, oldest_due, to_address, sent_by: user.user_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { name: company } = await readLetterhead(transaction);
  const amount = `PHP ${formatAmount(requireAmount(past_due_php))}`;
  const { subject, paragraphs } = reminderText(level as ReminderLevel, { amount, invoices, oldest_due, company });
  await queueMail(transaction, {
    user_id: null,
    to_address,
    template: REMINDER_MAIL,
    source: id,
    ...mailText(subject, [...paragraphs, `${user.name}, ${company}`]),
  });
  return 'queued';
}

interface SentReminder {
  readonly payee_id: number;
  readonly as_of: CalendarDate;
  readonly past_due_php: string;
  readonly sent_by: number;
  readonly sender: string;
}

/** The mail with the statement of account, drawn as it is sent. Where something else is late by now, or nothing, it does not leave. */
export async function completeReminderMail(transaction: Database, mail: TakenMail): Promise<OutgoingMail | SendResult> {
  const found = await sql<SentReminder>`
    select r.payee_id, r.as_of, r.past_due_php, r.sent_by, concat_ws(' ', u.user_first_name, u.user_last_name) as sender
    from customer_reminder r join app_user u on u.id = r.sent_by where r.id = ${mail.source}::bigint`.execute(
    transaction,
  );
  const { payee_id, as_of, past_due_php, sent_by, sender } = found.rows[0]!;
  const user = asSender(sent_by, sender, BILLINGS.module);
  const [late] = await findLateCustomers(transaction, user, [payee_id]);
  if (late === undefined)
    return { outcome: 'refused', reply: 'Nothing is past due any more: it was paid before the reminder left.' };
  if (requireSum(late.past_due_php) !== requireSum(past_due_php))
    return { outcome: 'refused', reply: 'Something else is past due by now. Send the reminder anew.' };
  const from_date = startOfMonth(addMonths(as_of, -1));
  const statement = (await findStatement(transaction, user, { payee_id, from_date, as_of }))!;
  const paper = await drawForFile(transaction, statementPaper, await printedStatement(transaction, user, statement));
  return withPaper(mail, `statement-${as_of}`, paper);
}
