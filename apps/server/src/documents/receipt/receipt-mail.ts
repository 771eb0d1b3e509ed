import { sql } from 'kysely';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { ReceiptMail } from '@talaan/contract/documents/receipt/receipt-facts';
import type { MailState } from '@talaan/contract/notices/mail.contract';
import { electronicReceiptPaper } from '@talaan/contract/documents/receipt/receipt.papers';
import { formatDetailDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { isDocumentType, RECEIPT_STATUS } from '@talaan/core/documents/document-type';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { OutgoingMail, SendResult } from '../../platform/mail/mail-server.ts';
import { mailText } from '../../platform/mail/mail-text.ts';
import type { TakenMail } from '../../platform/mail/mail.store.ts';
import { asSender, queueCopy, usableAddress, withPaper } from '../print/mail-paper.ts';
import { drawForFile, findCopy, readLetterhead, readPrint, recordPrint } from '../print/print-document.ts';
import { readReceiptDetail } from './receipt-facts.store.ts';

/** The mail that carries a receipt to its payor; its source is the document and the copy: `CR 0000001 copy 2`. */
export const RECEIPT_MAIL = 'receipt';

const KIND = 'receipt_e';

interface MailedReceipt {
  readonly source: string;
  readonly email_add: string;
  readonly receipt_status: number;
  readonly receipt_no: string;
  readonly receipt_date: string;
  readonly currency: string;
  /** What was received, the tax withheld included. */
  readonly amount: string;
}

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
  const receipt = await readMailed(transaction, documentId);
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
  const { receipt_no, receipt_date, currency, amount } = receipt;
  const mail = { document_id: documentId, template: RECEIPT_MAIL, to_address };
  const { queued, mail_state } = await queueCopy(transaction, mail, async () => {
    const { copy_no } = await recordPrint(transaction, { document_id: documentId, kind: KIND, user_id: user.user_id });
    const company = await readLetterhead(transaction);
    return {
      copy_no,
      of: receipt.source,
      ...mailText(`Receipt ${receipt_no} of ${company.name}`, [
        'Good day.',
        `Please find attached our receipt ${receipt_no} of ${formatDetailDate(requireCalendarDate(receipt_date))} for ${currency} ${formatAmount(requireAmount(amount))}.`,
        company.name,
      ]),
    };
  });
  return { receipt_status, to_address, queued, mail_state };
}

async function readMailed(database: Database, documentId: string): Promise<MailedReceipt> {
  const found = await sql<MailedReceipt>`
    select b.document_type || ' ' || b.batch_number as source, coalesce(p.email_add, '') as email_add,
      coalesce(d.receipt_status, ${RECEIPT_STATUS.NOT_SENT}) as receipt_status,
      concat_ws(' and ', d.or_number, d.ar_number) as receipt_no, d.document_date as receipt_date,
      c.iso_code as currency, coalesce((
          select o.received_amount + coalesce(sum(a.withholding_amount), 0) from collection o
          left join collection_application a on a.document_id = o.document_id where o.document_id = d.id group by o.document_id),
        d.total_amount)::numeric(18, 2) as amount
    from document d join batch b on b.id = d.batch_id join currency c on c.id = b.currency_id
    left join payee p on p.id = d.payee_id where d.id = ${documentId}::bigint`.execute(database);
  return found.rows[0]!;
}

/**
 * The mail with its receipt, which is drawn as it is sent and kept nowhere; one that was voided meanwhile does not leave.
 * It is read as whoever sent it may see it.
 */
export async function completeReceiptMail(transaction: Database, mail: TakenMail): Promise<OutgoingMail | SendResult> {
  const [, type = '', number = '', copy = ''] = /^(\w\w) (\S+) copy (\d+)$/.exec(mail.source) ?? [];
  if (!isDocumentType(type)) return { outcome: 'refused', reply: `There is no receipt of "${mail.source}".` };
  const { user_id, ...printed } = await findCopy(transaction, { type, number, kind: KIND, copy_no: Number(copy) });
  const user = asSender(user_id, printed.printed_by, DOCUMENT_MODULES[type]);
  const detail = await readReceiptDetail(transaction, { batch_number: number, types: [type], user });
  if (detail.voided) return { outcome: 'refused', reply: `Receipt ${number} was voided before it was sent.` };
  const paper = await drawForFile(transaction, electronicReceiptPaper, await readPrint(transaction, detail, printed));
  const { or_number, ar_number } = detail.receipt;
  return withPaper(mail, or_number ?? ar_number ?? number, paper);
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
