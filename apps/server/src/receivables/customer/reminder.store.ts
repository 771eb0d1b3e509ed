import { sql } from 'kysely';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import type { Customer } from '@talaan/contract/receivables/customer/customer.contract';
import type { LateCustomer } from '@talaan/contract/receivables/customer/reminder.contract';
import { daysBetween, requireCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { reminderOn } from '@talaan/core/receivables/reminders';
import { visibleBatches } from '../../batches/record/batch-visibility.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';

/** The mail that reminds a customer; its source is the id of the reminder. */
export const REMINDER_TEMPLATE = 'reminder';

type StoredLate = Omit<LateCustomer, 'days_late' | 'level' | 'is_due'> & { readonly today: CalendarDate };

/**
 * Customers with invoices past due today, the latest first, from what the caller may see; those in dispute do not count. What
 * was merged counts as one customer, and a reminder whose mail did not leave as none. With `only`, the customers with these ids.
 */
export async function findLateCustomers(
  database: Database,
  user: Principal,
  only: readonly number[] | null = null,
): Promise<LateCustomer[]> {
  const found = await sql<StoredLate>`
    with late as (
      select v.payee_id, count(*)::int as invoices, min(i.due_date) as oldest_due, sum(i.open_php) as past_due_php
      from open_invoices(manila_today()) i join billing g on g.document_id = i.document_id
      join batch b on b.id = i.batch_id join payee_in_reports v on v.id = i.payee_id
      where i.due_date < manila_today() and g.dispute_reason is null and ${visibleBatches(user, BILLINGS.types)}
        and (${only === null} or v.payee_id in (select o.payee_id from payee_in_reports o where o.id = any (${only ?? []}::int[])))
      group by v.payee_id)
    select p.id as payee_id, p.payee_code, p.payee_desc, coalesce(p.email_add, '') as email_add, p.billing_hold, l.invoices,
      l.oldest_due, l.past_due_php::numeric(18, 2), r.level as last_level, r.as_of as last_sent, r.state as last_state, manila_today() as today
    from late l join payee p on p.id = l.payee_id
    left join lateral (
      select c.level, c.as_of, m.state from customer_reminder c
      join mail_message m on m.template = ${REMINDER_TEMPLATE} and m.source = c.id::text and m.state in ('waiting', 'sent')
      where c.payee_id = any (payees_as_one(p.id)) order by c.id desc limit 1) r on true
    where l.past_due_php > 0 order by l.oldest_due, p.payee_desc`.execute(database);
  return found.rows.map(({ today, ...row }) => {
    const oldest = requireCalendarDate(row.oldest_due);
    const last =
      row.last_level === null ? null : { level: row.last_level, sent_on: requireCalendarDate(row.last_sent!) };
    return { ...row, days_late: daysBetween(oldest, today), ...reminderOn(today, oldest, last)! };
  });
}

/** What a customer was reminded of, the last first, and what became of each mail. */
export async function readReminders(database: Database, id: number): Promise<Customer['reminders']> {
  const found = await sql<Customer['reminders'][number]>`
    select r.id::text, r.level, r.as_of, r.past_due_php, r.to_address, m.state
    from customer_reminder r join mail_message m on m.template = ${REMINDER_TEMPLATE} and m.source = r.id::text
    where r.payee_id = any (payees_as_one(${id})) order by r.id desc limit 6`.execute(database);
  return found.rows;
}
