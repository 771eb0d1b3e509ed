import {
  taxCertificatePaper,
  type ShownCertificate,
} from '@talaan/contract/documents/tax-certificate/tax-certificate.paper';
import { quarterDays } from '@talaan/core/calendar/quarter';
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';
import type { PaperKind } from '../print/paper-kind.ts';

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
