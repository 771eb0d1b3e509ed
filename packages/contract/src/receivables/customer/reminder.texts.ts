import { formatDetailDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import type { ReminderLevel } from '@talaan/core/receivables/reminders';

/** What a reminder tells: amounts as people read them, with their currency. */
export interface ReminderFacts {
  readonly amount: string;
  readonly invoices: number;
  readonly oldest_due: CalendarDate;
  readonly company: string;
}

const OPENINGS: Readonly<Record<ReminderLevel, string>> = {
  1: 'May we remind you of what is past due.',
  2: 'We have not received your payment yet, more than a month after it was due.',
  3: 'This is our last reminder. Unless we hear from you within seven days, we will bill you nothing further and stop the service.',
};

/** Subject and paragraphs of a reminder by mail, which has the statement of account with it. */
export function reminderText(level: ReminderLevel, facts: ReminderFacts): { subject: string; paragraphs: string[] } {
  const { amount, invoices, oldest_due, company } = facts;
  const what = invoices === 1 ? 'One invoice is' : `${invoices} invoices are`;
  return {
    subject: `${level === 3 ? 'Last reminder' : 'Reminder'} of ${company}: ${amount} past due`,
    paragraphs: [
      'Good day.',
      OPENINGS[level],
      `${what} past due with ${amount} in all, the oldest since ${formatDetailDate(oldest_due)}. Please find your statement of account attached.`,
      'If your payment is on its way, please take this as settled.',
    ],
  };
}
