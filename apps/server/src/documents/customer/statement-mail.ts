import { sql } from 'kysely';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import type { CustomerStatement } from '@talaan/contract/documents/customer/statement.contract';
import { statementPaper } from '@talaan/contract/documents/customer/statement.paper';
import type { MailState } from '@talaan/contract/notices/mail.contract';
import type { Printed } from '@talaan/contract/documents/document-print';
import { formatDetailDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mailText } from '../../platform/mail/mail-text.ts';
import type { OutgoingMail, SendResult } from '../../platform/mail/mail-server.ts';
import { IS_FRESH, queueMail, type TakenMail } from '../../platform/mail/mail.store.ts';
import { asSender, requireAddress, withPaper } from '../print/mail-paper.ts';
import { drawForFile, readForm, readLetterhead } from '../print/print-document.ts';
import { findStatement, STATEMENT_MAIL, type StatementOf } from './statement.store.ts';

/** A statement as its paper is drawn: who asked for it, and when. */
export function printedStatement(
  database: Database,
  user: Principal,
  statement: CustomerStatement,
): Promise<Printed<CustomerStatement>> {
  return readForm(database, user, statement.as_of, statement);
}

/**
 * Queues a statement to an address, or with null to that of its customer, and keeps what it tells; the same one is queued once.
 * 422 where there is no address.
 */
export async function queueStatement(
  transaction: Database,
  user: Principal,
  { payee_id, from_date, as_of }: StatementOf,
  statement: CustomerStatement,
  to: string | null,
) {
  const to_address = requireAddress(to ?? statement.email_add, 'email_add', 'customer');
  const balance = statement.closing;
  await sql`select pg_advisory_xact_lock(7014, ${payee_id}::int)`.execute(transaction);
  const same = await sql<{ id: string; mail_state: MailState }>`
    select s.id::text, m.state as mail_state
    from customer_statement s join mail_message m on m.template = ${STATEMENT_MAIL} and m.source = s.id::text
    where s.payee_id = ${payee_id} and s.from_date = ${from_date}::date and s.as_of = ${as_of}::date
      and s.balance = ${balance}::numeric and lower(s.to_address) = lower(${to_address}) and ${IS_FRESH}
    order by s.id desc limit 1`.execute(transaction);
  if (same.rows[0]) return { ...same.rows[0], to_address, balance, queued: false };
  const company = await readLetterhead(transaction);
  const { id } = await transaction
    .insertInto('customer_statement')
    .values({ payee_id, from_date, as_of, balance, to_address, sent_by: user.user_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const day = formatDetailDate(as_of);
  await queueMail(transaction, {
    user_id: null,
    to_address,
    template: STATEMENT_MAIL,
    source: id,
    ...mailText(`Statement of account of ${company.name}, ${day}`, [
      'Good day.',
      `Please find attached your statement of account as of ${day}. Its balance is PHP ${formatAmount(requireSum(statement.closing))}.`,
      `${user.name}, ${company.name}`,
    ]),
  });
  return { id, to_address, balance, queued: true, mail_state: 'waiting' as const };
}

interface SentStatement {
  readonly payee_id: number;
  readonly from_date: CalendarDate;
  readonly as_of: CalendarDate;
  readonly balance: string;
  readonly sent_by: number;
  readonly sender: string;
}

/**
 * The mail with its paper, which is drawn as it is sent and kept nowhere. One whose balance is another by now, by an entry
 * that was dated back, does not leave: the customer would be told what nobody has seen.
 */
export async function completeStatementMail(
  transaction: Database,
  mail: TakenMail,
): Promise<OutgoingMail | SendResult> {
  const found = await sql<SentStatement>`
    select s.payee_id, s.from_date, s.as_of, s.balance, s.sent_by, concat_ws(' ', u.user_first_name, u.user_last_name) as sender
    from customer_statement s join app_user u on u.id = s.sent_by where s.id = ${mail.source}::bigint`.execute(
    transaction,
  );
  const sent = found.rows[0]!;
  const user = asSender(sent.sent_by, sent.sender, BILLINGS.module);
  const statement = (await findStatement(transaction, user, sent))!;
  if (requireSum(statement.closing) !== requireSum(sent.balance)) {
    const reply = `The balance was PHP ${formatAmount(requireSum(sent.balance))} and is PHP ${formatAmount(requireSum(statement.closing))} now. Send the statement anew.`;
    return { outcome: 'refused', reply };
  }
  const paper = await drawForFile(transaction, statementPaper, await printedStatement(transaction, user, statement));
  return withPaper(mail, `statement-${sent.as_of}`, paper);
}
