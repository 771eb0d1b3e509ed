import { sql } from 'kysely';
import { reportNamed } from '@talaan/contract/reports/report-list';
import type { Database } from '../../../platform/database/database.ts';
import type { OutgoingMail, SendResult } from '../../../platform/mail/mail-server.ts';
import type { TakenMail } from '../../../platform/mail/mail.store.ts';
import { findReaders } from './report-schedule.store.ts';
import { tellOwner, whyNot, whyNotRead } from './send-schedules.ts';

/**
 * Asks once more for the rights of owner and reader before a mail of a schedule goes out: it may have waited for a mail server, or be sent
 * again by hand. What is refused is not sent, and the owner is told.
 */
export async function completeScheduleMail(transaction: Database, mail: TakenMail): Promise<OutgoingMail | SendResult> {
  const [sending, reader] = mail.source.split('/') as [string, string];
  const found = await sql<{ owner_id: number; report: string; reader_id: number; is_recipient: boolean }>`
    select s.owner_id, s.report, ${reader}::int as reader_id, exists (
      select from report_schedule_recipient p where p.schedule_id = s.id and p.user_id = ${reader}::int) as is_recipient
    from report_sending d join report_schedule s on s.id = d.schedule_id where d.id = ${sending}::bigint`.execute(
    transaction,
  );
  const [schedule] = found.rows;
  if (!schedule) return refused('The schedule was deleted.');
  if (!schedule.is_recipient) return refused('The reader was taken off the schedule.');
  const reason = await whyRefused(transaction, schedule, schedule.reader_id);
  if (reason === null) return mail;
  await tellOwner(transaction, schedule.owner_id, 'schedule_withheld', sending);
  return refused(reason);
}

async function whyRefused(
  transaction: Database,
  { report: name, owner_id }: { report: string; owner_id: number },
  reader: number,
): Promise<string | null> {
  const report = reportNamed(name);
  if (!report) return `There is no report ${name} any more.`;
  const people = await findReaders(transaction, report.module, [owner_id, reader]);
  for (const one of people) {
    const reason = one.id === reader ? whyNot(one, report) : whyNotRead(one, report);
    if (reason !== null) return reason;
  }
  return null;
}

const refused = (reply: string): SendResult => ({ outcome: 'refused', reply });
