import type { CERTIFICATE_MAIL_OUTCOMES } from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import { QUARTERS } from '@talaan/contract/resources/parties/withholding-certificate.resource';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mailText } from '../../platform/mail/mail-text.ts';
import { byMail, queuePapers, usableAddress } from '../print/mail-paper.ts';
import { readLetterhead, readPrint } from '../print/print-document.ts';
import { CERTIFICATE_ON_PAPER } from './certificate-on-paper.ts';
import { readCertificates } from './certificate.store.ts';
import type { IssuedPlan } from './issue-certificates.ts';

type Outcome = (typeof CERTIFICATE_MAIL_OUTCOMES)[number];

/** The mail that brings a payee a certificate, as it was issued. Where it was replaced meanwhile, it does not leave. */
export const CERTIFICATE_MAIL = byMail({
  kind: CERTIFICATE_ON_PAPER,
  template: 'tax_certificate',
  module: 'BIR Form 2307',
  async carry(transaction, user, { certificate_id }) {
    const [certificate] = await readCertificates(transaction, [certificate_id!]);
    const { id: _id, ...shown } = certificate!;
    if (shown.state !== 'stands') return 'The certificate was replaced before the mail left. Send the new one.';
    const printed = await readPrint(transaction, user, { kind: CERTIFICATE_ON_PAPER, shown });
    return { printed, file: `2307-${shown.fiscal_year}-Q${shown.quarter}` };
  },
});

/** Queues the certificates of a payee in one mail, and answers where they go, or why they do not. The same one goes to an address once. */
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
  if (payee.address_hold !== null) return told(payee.address_hold);
  const { name: company } = await readLetterhead(transaction);
  const period = `${QUARTERS[quarter as keyof typeof QUARTERS]} ${fiscal_year}`;
  const words = mailText(`BIR Form 2307 of ${company}, ${period}`, [
    'Good day.',
    `Please find attached your ${certificates.length === 1 ? 'certificate' : `${certificates.length} certificates`} of creditable tax withheld at source, ${period}.`,
    `${user.name}, ${company}`,
  ]);
  const papers = [];
  for (const { id, ...shown } of await readCertificates(transaction, certificates)) {
    const printed = await readPrint(transaction, user, { kind: CERTIFICATE_ON_PAPER, shown });
    papers.push({ subject: { certificate_id: id }, printed });
  }
  await queuePapers(transaction, user, CERTIFICATE_MAIL, papers, { to_address, words });
  return told('queued');
}
