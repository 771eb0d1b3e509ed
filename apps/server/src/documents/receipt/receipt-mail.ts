import { sql } from 'kysely';
import type { PrintedReceipt } from '@talaan/contract/documents/receipt/receipt.papers';
import type { ReceiptMail } from '@talaan/contract/documents/receipt/receipt-facts';
import type { MailState } from '@talaan/contract/notices/mail.contract';
import { formatDetailDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { RECEIPT_STATUS } from '@talaan/core/documents/document-type';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mailText } from '../../platform/mail/mail-text.ts';
import { documentByMail, queuePaper, usableAddress } from '../print/mail-paper.ts';
import { readPrint } from '../print/print-document.ts';
import { readReceiptDetail, readReceiptFacts } from './receipt-facts.store.ts';
import { COLLECTION_KINDS } from './receipt-papers.ts';

/** The receipt that goes by mail: one paper for every type of document that is answered with one. */
const KIND = COLLECTION_KINDS.e;

export const RECEIPT_MAIL = documentByMail<PrintedReceipt['batch']>({
  kind: KIND,
  template: 'receipt',
  read: readReceiptDetail,
  stops: ({ receipt }) => (receipt!.voided ? `Receipt ${receipt!.batch_number} was voided before it was sent.` : null),
});

/** What became of a receipt that was to be sent: 2 where the payee has no e-mail, and nothing was queued. */
export interface SentReceipt {
  readonly receipt_status: number;
  readonly to_address: string | null;
  /** False when the same mail waits already or was written a moment ago, and where nothing can be sent. */
  readonly queued: boolean;
  readonly mail_state: MailState | null;
}

/**
 * Queues the receipt of an issued document for its payor, a copy of its own, and keeps its status: 0 until a mail server took it,
 * 2 where the payee has no address to which mail can go.
 */
export async function queueReceipt(transaction: Database, user: Principal, documentId: string): Promise<SentReceipt> {
  const receipt = await readReceiptFacts(transaction, documentId);
  const to_address = usableAddress(receipt.email_add);
  // What was sent once stays so.
  const wanted = to_address === null ? RECEIPT_STATUS.NO_EMAIL : RECEIPT_STATUS.NOT_SENT;
  const receipt_status = receipt.receipt_status === RECEIPT_STATUS.SENT ? RECEIPT_STATUS.SENT : wanted;
  await sql`
    update document set receipt_status = ${receipt_status}
    where id = ${documentId}::bigint and receipt_status is distinct from ${receipt_status}::smallint`.execute(
    transaction,
  );
  if (to_address === null)
    return { receipt_status: RECEIPT_STATUS.NO_EMAIL, to_address, queued: false, mail_state: null };
  const { or_number, ar_number, receipt_date, currency, amount } = receipt;
  const numbers = [or_number, ar_number].filter((number) => number !== null).join(' and ');
  const printed = await readPrint(transaction, user, { kind: KIND, shown: { receipt } });
  const { company } = printed;
  const { queued, mail_state } = await queuePaper(transaction, user, RECEIPT_MAIL, {
    subject: { document_id: documentId },
    to_address,
    printed,
    words: mailText(`Receipt ${numbers} of ${company.name}`, [
      'Good day.',
      `Please find attached our receipt ${numbers} of ${formatDetailDate(requireCalendarDate(receipt_date))} for ${currency} ${formatAmount(requireAmount(amount))}.`,
      company.name,
    ]),
  });
  return { receipt_status, to_address, queued, mail_state };
}

/** The mails of a document, the last first, each with its attempts in their order. */
export async function readMailsOf(database: Database, documentId: string): Promise<ReceiptMail[]> {
  const found = await sql<ReceiptMail>`
    select m.id, m.to_address, m.state, m.created_at,
      (select coalesce(json_agg(json_build_object('at', a.at, 'outcome', a.outcome, 'reply', a.reply) order by a.attempt_no), '[]')
        from mail_attempt a where a.message_id = m.id) as attempts
    from mail_message m where m.document_id = ${documentId}::bigint order by m.id desc`.execute(database);
  return found.rows;
}
