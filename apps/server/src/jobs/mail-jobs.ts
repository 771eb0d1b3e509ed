import { giveSecret, linkAddress } from '../access/passwords/password-link.store.ts';
import { LINK_MAIL } from '../access/passwords/sign-in-notices.ts';
import { INVOICE_MAIL } from '../documents/billing/billing-print.ts';
import { REMINDER_MAIL } from '../receivables/customer/reminder-mail.ts';
import { STATEMENT_MAIL } from '../receivables/customer/statement-mail.ts';
import { paperMails } from '../documents/print/mail-paper.ts';
import { ORDER_MAIL } from '../documents/purchase-order/order-print.ts';
import { RECEIPT_MAIL } from '../documents/receipt/receipt-mail.ts';
import { CERTIFICATE_MAIL } from '../documents/tax-certificate/certificate-mail.ts';
import { queueDigests, queueReminders, ringForWaiting } from '../notices/waiting-mail.ts';
import type { Configuration } from '../platform/configuration.ts';
import type { Database } from '../platform/database/database.ts';
import { openMailServer } from '../platform/mail/mail-server.ts';
import { sendWaitingMail, withAddress, type Completions } from '../platform/mail/send-mail.ts';
import { completeScheduleMail } from '../reports/views/schedules/complete-mail.ts';
import { SCHEDULE_MAIL } from '../reports/views/schedules/schedule-mail.ts';
import { sendSchedules } from '../reports/views/schedules/send-schedules.ts';
import type { Job } from './job-worker.ts';

/** What tells people of waiting work, and sends mail. */
export function mailJobs(
  database: Database,
  { mail, public_url, port }: Pick<Configuration, 'mail' | 'public_url' | 'port'>,
): Job[] {
  const server = mail && openMailServer(mail);
  const address = public_url ?? `http://localhost:${port}`;
  const moment = () => ({ now: new Date(), address });
  const completions: Completions = {
    [LINK_MAIL]: async (transaction, queued) =>
      withAddress(queued, linkAddress(address, await giveSecret(transaction, 'message_id', queued.id))),
    [SCHEDULE_MAIL]: completeScheduleMail,
    ...paperMails([ORDER_MAIL, RECEIPT_MAIL, INVOICE_MAIL, STATEMENT_MAIL, REMINDER_MAIL, CERTIFICATE_MAIL], address),
  };
  return [
    { name: 'ring_for_waiting', every: { cron: '* * * * *' }, run: () => ringForWaiting(database) },
    // Eight o'clock in Manila is midnight in UTC; later runs make good for a server that was down then.
    { name: 'queue_digests', every: { cron: '*/10 0-10 * * *' }, run: () => queueDigests(database, moment()) },
    { name: 'queue_reminders', every: { cron: '*/10 0-10 * * *' }, run: () => queueReminders(database, moment()) },
    { name: 'send_schedules', every: { cron: '* * * * *' }, run: () => sendSchedules(database, moment()) },
    { name: 'send_mail', every: { seconds: 10 }, run: () => sendWaitingMail(database, server, completions) },
  ];
}
