import {
  taxCertificatePaper,
  type ShownCertificate,
} from '@talaan/contract/documents/tax-certificate/tax-certificate.paper';
import { quarterDays } from '@talaan/core/calendar/quarter';
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';
import type { PaperKind } from '../print/paper-kind.ts';
import { readPrint } from '../print/print-document.ts';
import { verified } from '../print/verify-paper.ts';
import { readCertificates, readStanding } from './certificate.store.ts';
import { rowsOf } from './issue-certificates.ts';

/** A 2307 that was given, as the register has it: it has no number, and says the same on either sheet. */
export const CERTIFICATE_ON_PAPER: PaperKind<ShownCertificate> = {
  kind: 'tax_certificate',
  paper: taxCertificatePaper('A4'),
  about: (shown) => ({
    number: '',
    date: quarterDays(shown).date_to,
    payee: shown.payee.name,
    currency: 'PHP',
    amount: amountText(sumMinor([...shown.income, ...shown.business].map(({ tax }) => requireSum(tax)))),
  }),
};

/** Whether a copy stands: not once another one took its place, and it says otherwise by now where something of it was taken back. */
export const VERIFIED_CERTIFICATE = verified(CERTIFICATE_ON_PAPER, {
  types: null,
  modules: ['BIR Form 2307'],
  async factsNow(database, user, { certificate_id }) {
    const [certificate] = await readCertificates(database, [certificate_id!]);
    const { id, ...shown } = certificate!;
    if (shown.state !== 'stands') return null;
    const standing = await readStanding(database, id);
    const now = standing === null ? shown : { ...shown, ...rowsOf(standing) };
    return readPrint(database, user, { kind: CERTIFICATE_ON_PAPER, shown: now });
  },
});
