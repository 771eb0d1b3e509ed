import { sql } from 'kysely';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import type { LateCustomer, REMINDER_OUTCOMES } from '@talaan/contract/receivables/customer/reminder.contract';
import { reminderText } from '@talaan/contract/receivables/customer/reminder.texts';
import type { CustomerStatement } from '@talaan/contract/receivables/customer/statement.contract';
import { addDays, addMonths, requireCalendarDate, startOfMonth } from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireAmount, requireSum } from '@talaan/core/money/money';
import type { ReminderLevel } from '@talaan/core/receivables/reminders';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mailText } from '../../platform/mail/mail-text.ts';
import { byMail, queuePaper, usableAddress } from '../../documents/print/mail-paper.ts';
import type { PaperKind } from '../../documents/print/paper-kind.ts';
import { verified } from '../../documents/print/verify-paper.ts';
import { readPrint } from '../../documents/print/print-document.ts';
import { findLateCustomers, REMINDER_TEMPLATE } from './reminder.store.ts';
import { STATEMENT } from './statement-mail.ts';
import { findStatement } from './statement.store.ts';

/** The statement that goes with a reminder. */
const REMINDER: PaperKind<CustomerStatement> = { ...STATEMENT, kind: 'reminder' };

type Outcome = (typeof REMINDER_OUTCOMES)[number];

/** The statement alone, and the one that goes with a reminder. */
export const VERIFIED_STATEMENTS = [STATEMENT, REMINDER].map((kind) =>
  verified(kind, {
    types: null,
    async factsNow(database, user, { payee_id, from_date, as_of }) {
      const wanted = { payee_id: payee_id!, from_date: from_date!, as_of: as_of! };
      const shown = (await findStatement(database, user, wanted))!;
      return readPrint(database, user, { kind, shown });
    },
  }),
);

/** Queues the reminder that is due of a customer, and keeps it; answers why none was. */
export async function queueReminder(transaction: Database, user: Principal, customer: LateCustomer): Promise<Outcome> {
  if (!customer.is_due) return 'not_due';
  const to_address = usableAddress(customer.email_add);
  if (to_address === null) return 'no_address';
  const { payee_id, level, past_due_php, invoices, days_late } = customer;
  const oldest_due = requireCalendarDate(customer.oldest_due);
  const as_of = addDays(oldest_due, days_late);
  const from_date = startOfMonth(addMonths(as_of, -1));
  const statement = (await findStatement(transaction, user, { payee_id, from_date, as_of }))!;
  const printed = await readPrint(transaction, user, { kind: REMINDER, shown: statement });
  const { name: company } = printed.company;
  const amount = `PHP ${formatAmount(requireAmount(past_due_php))}`;
  const { subject, paragraphs } = reminderText(level as ReminderLevel, { amount, invoices, oldest_due, company });
  await queuePaper(transaction, user, REMINDER_MAIL, {
    subject: { payee_id, from_date, as_of },
    to_address,
    printed,
    words: mailText(subject, [...paragraphs, `${user.name}, ${company}`]),
    cause: async () =>
      (
        await transaction
          .insertInto('customer_reminder')
          .values({ payee_id, level, as_of, past_due_php, invoices, oldest_due, to_address, sent_by: user.user_id })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  });
  return 'queued';
}

/** A reminder carries the statement of account. Where something else is late by now, or nothing, it does not leave. */
export const REMINDER_MAIL = byMail<CustomerStatement>({
  kind: REMINDER,
  template: REMINDER_TEMPLATE,
  module: BILLINGS.module,
  async carry(transaction, user, { payee_id, from_date, as_of }, mail) {
    const sent = await sql<{ past_due_php: string }>`
      select past_due_php from customer_reminder where id = ${mail.source}::bigint`.execute(transaction);
    const { past_due_php } = sent.rows[0]!;
    const [late] = await findLateCustomers(transaction, user, [payee_id!]);
    if (late === undefined) return 'Nothing is past due any more: it was paid before the reminder left.';
    if (requireSum(late.past_due_php) !== requireSum(past_due_php))
      return 'Something else is past due by now. Send the reminder anew.';
    const wanted = { payee_id: payee_id!, from_date: from_date!, as_of: as_of! };
    const statement = (await findStatement(transaction, user, wanted))!;
    const printed = await readPrint(transaction, user, { kind: REMINDER, shown: statement });
    return { printed, file: `statement-${as_of}` };
  },
});
