import { amountInWords } from '@talaan/core/money/amount-in-words';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { amountText, formatAmount, requireAmount } from '@talaan/core/money/money';
import {
  facts,
  finePrint,
  letterhead,
  paragraphs,
  signatures,
  table,
  type ColumnOf,
} from '../../papers/paper-parts.ts';
import type { Paper } from '../../papers/paper.ts';
import type { LineView } from '../batch-view.contract.ts';
import {
  datesText,
  inCurrency,
  NOT_YET_ISSUED,
  pesosPaidFrom,
  printedBy,
  rateText,
  signaturesOf,
  stampOf,
} from '../document-paper.ts';
import type { Printed } from '../document-print.ts';
import type { PrintedLetter } from './disbursement-print.contract.ts';

type Letter = Printed<PrintedLetter>;

/** What a part of the debit is for, and to whom it goes. */
interface Application {
  readonly purpose: string;
  readonly payee: string;
  readonly bank: string;
  readonly account: string;
  /** Decimal text; what is withheld is negative. */
  readonly amount: string;
}

const COLUMNS: readonly ColumnOf<Letter, Application>[] = [
  { field: 'purpose', header: 'Purpose', kind: 'text', grows: true },
  { field: 'payee', header: 'Payee', kind: 'text', grows: true },
  { field: 'bank', header: 'Bank', kind: 'text', grows: true },
  { field: 'account', header: 'Account No.', kind: 'code' },
  { field: 'amount', header: inCurrency('Amount'), kind: 'amount', total: true },
];

/** As a letter calls the kinds of own bank accounts. */
const ACCOUNT_TYPES: Readonly<Record<string, string>> = { SA: 'savings account', CA: 'checking account' };

/** The letter that tells a bank to debit an account of the company, and what for (ux §8). */
export const debitLetterPaper: Paper<Letter> = {
  title: 'Debit Memo',
  subject: ({ batch }) => batch.document_number ?? batch.batch_number,
  page: { size: 'A4', orientation: 'portrait' },
  parts: [
    letterhead({
      kind: 'DEBIT MEMO',
      company: ({ company }) => company,
      number: ({ batch }) => batch.document_number ?? NOT_YET_ISSUED,
      copy_no: ({ copy_no }) => copy_no,
      stamp: ({ batch }) => stampOf(batch.documents[0]!),
    }),
    paragraphs(({ batch }) => [datesText(batch.document_date), addressText(batch), subjectText(batch)]),
    paragraphs((letter) => [bodyText(letter)]),
    table({
      caption: () => 'Application of the debit',
      rows: applicationsOf,
      columns: COLUMNS,
      totals: ({ batch }) => [{ label: 'TOTAL', sums: { amount: debited(batch) } }],
    }),
    facts([
      { label: 'Rate', value: ({ batch }) => rateText(batch) },
      { label: 'Peso equivalent', value: ({ batch }) => pesosDebited(batch) },
      { label: 'Remarks', value: ({ batch }) => batch.remarks || null, wide: true },
    ]),
    paragraphs(({ batch }) => [
      `Reference: batch ${[batch.batch_number, batch.document_number].filter(Boolean).join(', ')}`,
    ]),
    signatures(({ batch: { letter } }) => [
      ...letter.signatories.map(({ name, title }) => ({
        label: 'Authorised signatory',
        signers: [],
        byHand: [name, title].filter(Boolean).join(', ') || 'Signature over printed name',
      })),
      { label: 'Received by the bank', signers: [], byHand: 'Signature, stamp and date' },
    ]),
    finePrint((letter) => [signedText(letter)]),
  ],
  foot: printedBy,
  verify: ({ verify }) => verify,
};

function addressText({ letter, documents }: PrintedLetter): string {
  return [letter.addressee || 'THE MANAGER', documents[0]!.bank_name, letter.bank_address].filter(Boolean).join('\n');
}

function subjectText({ documents }: PrintedLetter): string {
  return `Re: Authority to debit account no. ${documents[0]!.bank_account ?? ''}`;
}

function bodyText({ batch, currency_word }: Letter): string {
  const { currency, document_date, letter } = batch;
  const { bank_account } = batch.documents[0]!;
  const amount = requireAmount(debited(batch));
  const account = `${ACCOUNT_TYPES[letter.acct_type ?? ''] ?? 'account'} no. ${bank_account ?? ''}`;
  const sum = `${currency} ${formatAmount(amount)} (${amountInWords(amount, currency_word)})`;
  return `Please debit our ${account} for ${sum}, value date ${datesText(document_date)}, and apply it as follows:`;
}

/** What the bank takes from the account. */
function debited({ documents }: PrintedLetter): string {
  return documents[0]!.amount;
}

/** The same in pesos; null of a debit in pesos. */
function pesosDebited({ currency_id, letter, details }: PrintedLetter): string | null {
  return currency_id === CURRENCY_PESO ? null : formatAmount(pesosPaidFrom(letter.bank_acct_code, details));
}

/** Every line that does not go through the bank, so that they come to what it debits. */
function applicationsOf({ batch }: Letter): Application[] {
  const { letter, details, payee_desc } = batch;
  return details
    .filter(({ account_code }) => account_code !== letter.bank_acct_code)
    .map((line) => {
      const to = letter.accounts.find(({ line_no }) => line_no === line.line_no);
      return {
        purpose: line.remarks || line.acct_desc,
        payee: line.payee_desc ?? payee_desc ?? '',
        bank: to?.bank_name ?? '',
        account: to?.account_number ?? '',
        amount: netText(line),
      };
    });
}

function netText({ debit_amount, credit_amount }: LineView): string {
  return amountText(requireAmount(debit_amount) - requireAmount(credit_amount));
}

/** A letter is signed by hand: who prepared, approved and released it in the books stands at its foot. */
function signedText({ batch }: Letter): string {
  const signed = signaturesOf(batch).filter(({ signers }) => signers.length > 0);
  return signed
    .map(({ label, signers }) => `${label} ${signers.map(({ name, date }) => `${name} ${date}`).join(', ')}`)
    .join(' · ');
}
