import { sql } from 'kysely';
import type { CERTIFICATE_MAIL_OUTCOMES } from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import { taxCertificatePaper } from '@talaan/contract/documents/tax-certificate/tax-certificate.paper';
import { QUARTERS } from '@talaan/contract/resources/parties/withholding-certificate.resource';
import { quarterDays } from '@talaan/core/calendar/quarter';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mailText } from '../../platform/mail/mail-text.ts';
import type { OutgoingMail, SendResult } from '../../platform/mail/mail-server.ts';
import { IS_FRESH, queueMail, type TakenMail } from '../../platform/mail/mail.store.ts';
import { writePdf } from '../../platform/pdf/paper-pdf.ts';
import { asSender, usableAddress } from '../print/mail-paper.ts';
import { drawForFile, readForm, readLetterhead } from '../print/print-document.ts';
import { CERTIFICATE_MAIL, readCertificates } from './certificate.store.ts';
import type { IssuedPlan } from './issue-certificates.ts';

type Outcome = (typeof CERTIFICATE_MAIL_OUTCOMES)[number];

/** Queues one mail with the certificates of a payee, and answers where it goes, or why it does not. The same one is queued once. */
export async function queueCertificates(
  transaction: Database,
  user: Principal,
  { plan: { plan, payee, payee_id, fiscal_year, quarter }, certificates }: IssuedPlan,
): Promise<{ payee_id: number; payee_desc: string; outcome: Outcome; to_address: string }> {
  const to_address = usableAddress(payee.email_add);
  const told = (outcome: Outcome) => ({
    payee_id,
    payee_desc: payee.payee_desc,
    outcome,
    to_address: to_address ?? '',
  });
  if (certificates.length === 0 || plan.act === 'withdraw') return told('nothing');
  if (to_address === null) return told('no_address');
  if (payee.address_is_new) return told('address_is_new');
  const ids = certificates.join(',');
  const earlier = await sql<{ mails: number; fresh: number }>`
    select count(*)::int as mails, (count(*) filter (where ${IS_FRESH} and lower(m.to_address) = lower(${to_address})))::int as fresh
    from mail_message m where m.template = ${CERTIFICATE_MAIL} and split_part(m.source, ' ', 1) = ${ids}`.execute(
    transaction,
  );
  const { mails, fresh } = earlier.rows[0]!;
  if (fresh > 0) return told('queued');
  const { name: company } = await readLetterhead(transaction);
  const period = `${QUARTERS[quarter as keyof typeof QUARTERS]} ${fiscal_year}`;
  await queueMail(transaction, {
    user_id: null,
    to_address,
    template: CERTIFICATE_MAIL,
    source: `${ids} by ${user.user_id} mail ${mails + 1}`,
    ...mailText(`BIR Form 2307 of ${company}, ${period}`, [
      'Good day.',
      `Please find attached your certificate of creditable tax withheld at source, ${period}.`,
      `${user.name}, ${company}`,
    ]),
  });
  return told('queued');
}

/** The mail with its certificates, as they were issued. Where one was replaced meanwhile, it does not leave. */
export async function completeCertificateMail(
  transaction: Database,
  mail: TakenMail,
): Promise<OutgoingMail | SendResult> {
  const [ids = '', , sender = ''] = mail.source.split(' ');
  const certificates = await readCertificates(transaction, ids.split(','));
  if (certificates.some(({ state }) => state !== 'stands'))
    return { outcome: 'refused', reply: 'The certificate was replaced before the mail left. Send the new one.' };
  const user = asSender(Number(sender), '', 'BIR Form 2307');
  const attachments = [];
  for (const { id, ...shown } of certificates) {
    const printed = await readForm(transaction, user, quarterDays(shown).date_to, shown);
    const bytes = await writePdf(await drawForFile(transaction, taxCertificatePaper('A4'), printed));
    attachments.push({
      name: `2307-${shown.fiscal_year}-Q${shown.quarter}-${id}.pdf`,
      media_type: 'application/pdf',
      bytes,
    });
  }
  return { ...mail, attachments };
}
