import { sql } from 'kysely';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import type { CustomerStatement } from '@talaan/contract/receivables/customer/statement.contract';
import { statementPaper } from '@talaan/contract/receivables/customer/statement.paper';
import { formatDetailDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mailText } from '../../platform/mail/mail-text.ts';
import { byMail, queuePaper, requireAddress } from '../../documents/print/mail-paper.ts';
import type { PaperKind } from '../../documents/print/paper-kind.ts';
import { readPrint } from '../../documents/print/print-document.ts';
import { findStatement, STATEMENT_TEMPLATE, type StatementOf } from './statement.store.ts';

/** The statement of account of a customer. */
export const STATEMENT: PaperKind<CustomerStatement> = {
  kind: 'statement',
  paper: statementPaper,
  about: ({ as_of, payee_desc, closing }) => ({
    number: '',
    date: as_of,
    payee: payee_desc,
    currency: 'PHP',
    amount: closing,
  }),
};

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
  const printed = await readPrint(transaction, user, { kind: STATEMENT, shown: statement });
  const { company } = printed;
  const day = formatDetailDate(as_of);
  const { source, queued, mail_state } = await queuePaper(transaction, user, STATEMENT_MAIL, {
    subject: { payee_id, from_date, as_of },
    to_address,
    printed,
    words: mailText(`Statement of account of ${company.name}, ${day}`, [
      'Good day.',
      `Please find attached your statement of account as of ${day}. Its balance is PHP ${formatAmount(requireSum(balance))}.`,
      `${user.name}, ${company.name}`,
    ]),
    cause: async () =>
      (
        await transaction
          .insertInto('customer_statement')
          .values({ payee_id, from_date, as_of, balance, to_address, sent_by: user.user_id })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  });
  return { id: source, to_address, balance, queued, mail_state };
}

/**
 * A statement whose balance is another by now, by an entry that was dated back, does not leave: the customer would be told what
 * nobody has seen.
 */
export const STATEMENT_MAIL = byMail<CustomerStatement>({
  kind: STATEMENT,
  template: STATEMENT_TEMPLATE,
  module: BILLINGS.module,
  async carry(transaction, user, { payee_id, from_date, as_of }, mail) {
    const sent = await sql<{ balance: string }>`
      select balance from customer_statement where id = ${mail.source}::bigint`.execute(transaction);
    const { balance } = sent.rows[0]!;
    const wanted = { payee_id: payee_id!, from_date: from_date!, as_of: as_of! };
    const statement = (await findStatement(transaction, user, wanted))!;
    if (requireSum(statement.closing) !== requireSum(balance))
      return `The balance was PHP ${formatAmount(requireSum(balance))} and is PHP ${formatAmount(requireSum(statement.closing))} now. Send the statement anew.`;
    const printed = await readPrint(transaction, user, { kind: STATEMENT, shown: statement });
    return { printed, file: `statement-${as_of}` };
  },
});
