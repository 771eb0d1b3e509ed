import { usualWithholding } from '@talaan/core/documents/receipt/receipt-sums';
import { RECEIPT_KINDS, receiptLabel, receiptSeries } from '@talaan/core/documents/document-type';
import { INVOICE_ALONE_FROM } from '@talaan/core/documents/papers/paper-texts';
import { amountInWords } from '@talaan/core/money/amount-in-words';
import { amountText, formatAmount, requireAmount } from '@talaan/core/money/money';
import { multiplyByRate, requireRate } from '@talaan/core/money/rate';
import { formatSeriesNumber, lastSeriesNumber } from '@talaan/core/numbering/series';
import { facts, finePrint, letterhead, signatures, sums, tick, type FactOf } from '../../papers/paper-parts.ts';
import type { Paper, PaperPart } from '../../papers/paper.ts';
import { datesText, NOT_YET_ISSUED, printedBy, rateOf } from '../document-paper.ts';
import type { Printed } from '../document-print.ts';
import type { ReceiptFacts } from './receipt-facts.ts';

/** What the papers of receipts are drawn from; without facts they are the blank form. */
export type PrintedReceipt = Printed<{ readonly receipt: ReceiptFacts | null }>;

/** The papers of a receipt, by the word that calls carry. */
export const RECEIPT_PAPERS = ['or', 'ar', 'e'] as const;
export type ReceiptPaper = (typeof RECEIPT_PAPERS)[number];

type Text = (receipt: ReceiptFacts, printed: PrintedReceipt) => string | null;

/** A fact of the receipt; on the blank form a line to write on. */
function fact(label: string, text: Text, wide = false): FactOf<PrintedReceipt> {
  const value = (printed: PrintedReceipt) => {
    const { receipt } = printed.batch;
    return receipt === null ? '' : text(receipt, printed);
  };
  return { label, value, ...(wide ? { wide: true as const } : {}) };
}

const money = (text: string): string => formatAmount(requireAmount(text));

const sumText: Text = ({ amount, currency, rate }, { currency_word }) => {
  const at = currency === 'PHP' ? '' : ` at PHP ${rate}`;
  return `${amountInWords(requireAmount(amount), currency_word)} (${currency} ${money(amount)}${at})`;
};

/** What stands on every receipt: whose it is, for how much, and what for. */
const RECEIVED = [
  fact('Date', ({ receipt_date }) => datesText(receipt_date)),
  fact('TIN', ({ tin }) => tin),
  fact('Received from', ({ payee_desc }) => payee_desc, true),
  fact('Address', ({ address }) => address, true),
  fact('The sum of', sumText, true),
  // Of a cash receipt the remarks alone: it settles no invoice.
  fact(
    'In payment of',
    ({ billing_invoice_no, remarks }) => [billing_invoice_no ?? '', remarks].filter(Boolean).join(' · '),
    true,
  ),
];
/** What is ticked by hand: how it was paid. */
const PAID_BY: FactOf<PrintedReceipt> = {
  label: 'Paid by',
  value: () => [tick(false, 'Cash'), tick(false, 'Cheque no. / bank')].join('   '),
  wide: true,
};
const received = facts([...RECEIVED, PAID_BY]);

/** An amount among others, whose decimal point stands below theirs. */
const figure = (label: string, text: Text): FactOf<PrintedReceipt> => ({ ...fact(label, text), figure: true });

/** What came in in another currency, in pesos: null of what is in pesos, and on the blank form. */
function pesos(receipt: ReceiptFacts | null): string | null {
  if (receipt === null || receipt.currency === 'PHP') return null;
  return formatAmount(multiplyByRate(requireAmount(receipt.amount), requireRate(receipt.rate)));
}

/** The same as a part of its own, where no figures stand among which it would. */
const pesosOf: PaperPart<PrintedReceipt> = (printed) => {
  const { receipt } = printed.batch;
  const amount = pesos(receipt);
  if (amount === null) return null;
  const rate = rateOf(receipt!.currency, receipt!.rate);
  return facts<PrintedReceipt>([{ label: 'Peso equivalent', value: () => `${amount}, ${rate}`, wide: true }])(printed);
};

const netOfVat = ({ amount, vat }: ReceiptFacts): bigint => requireAmount(amount) - requireAmount(vat);

/**
 * What the payor withheld, at its rate; where nothing was, 2 % of what is net of VAT, muted, which no sum counts (decisions
 * §6). The blank form has the label alone.
 */
function lessTax(receipt: ReceiptFacts | null): { label: string; amount: string; muted: boolean } {
  if (receipt === null) return { label: 'Less 2 %', amount: '', muted: false };
  const { withheld, tax_percent } = receipt;
  if (requireAmount(withheld) > 0n) return { label: `Less ${tax_percent} %`, amount: withheld, muted: false };
  return {
    label: 'Less 2 % (not withheld)',
    amount: amountText(usualWithholding(netOfVat(receipt))),
    muted: true,
  };
}

/** VAT and withholding of what was received (decisions §6; spec 2 §2). */
function breakdown(printed: PrintedReceipt) {
  const { label, muted } = lessTax(printed.batch.receipt);
  return facts<PrintedReceipt>(
    [
      figure('Total sale', ({ amount }) => money(amount)),
      figure('Less VAT', ({ vat }) => money(vat)),
      figure('Total', (receipt) => formatAmount(netOfVat(receipt))),
      { ...figure(label, (receipt) => money(lessTax(receipt).amount)), ...(muted ? { muted } : {}) },
      figure('Total due', ({ net }) => money(net)),
      figure('VAT sale', ({ vat_sale }) => money(vat_sale)),
      figure('VAT amount', ({ vat }) => money(vat)),
      {
        label: 'In PHP',
        value: ({ batch }) => pesos(batch.receipt),
        figure: true,
      },
    ],
    { inRow: 4 },
  )(printed);
}

const cashier: PaperPart<PrintedReceipt> = signatures(({ batch }) => [
  {
    label: 'Cashier',
    signers: batch.receipt?.prepared_by ? [{ name: batch.receipt.prepared_by, date: '' }] : [],
    byHand: 'Signature over printed name',
  },
]);

const SERIES_TEXT = `Series ${formatSeriesNumber('or', 1)} to ${formatSeriesNumber('or', lastSeriesNumber('or'))}`;
/**
 * What it is no proof of, by which certificate and permit it is issued, the series of its numbers, and how long it is valid: by the
 * law of its day.
 */
function fineLines(isOfficial: (printed: PrintedReceipt) => boolean): PaperPart<PrintedReceipt> {
  return finePrint((printed) => {
    const { texts, batch } = printed;
    const isVatDocument =
      isOfficial(printed) && (batch.receipt?.receipt_date ?? INVOICE_ALONE_FROM) < INVOICE_ALONE_FROM;
    const registered = isVatDocument ? [texts.accreditation, texts.permit].filter(Boolean) : [];
    return [texts.receipt_legend, [...registered, SERIES_TEXT].join(' · '), texts.validity];
  });
}

/** The number that a paper carries: of an official receipt its own, else that of the acknowledgement. */
function numberOf({ or_number, ar_number }: ReceiptFacts, isOfficial: boolean): string | null {
  return isOfficial ? or_number : ar_number;
}

type Title = (printed: PrintedReceipt) => string;
const OFFICIAL_TITLE: Title = ({ texts }) => texts.official_title;
const ACKNOWLEDGEMENT_TITLE: Title = ({ texts }) => texts.acknowledgement_title;

function head(kind: Title, isOfficial: (printed: PrintedReceipt) => boolean): PaperPart<PrintedReceipt> {
  const number = (printed: PrintedReceipt) => {
    const { receipt } = printed.batch;
    if (receipt === null) return '____________';
    return numberOf(receipt, isOfficial(printed)) ?? NOT_YET_ISSUED;
  };
  return letterhead({
    kind,
    company: ({ company }) => company,
    number: (printed) => `No. ${number(printed)}`,
    copy_no: ({ copy_no }) => copy_no,
    stamp: (printed) => receiptStamp(printed, isOfficial(printed)),
  });
}

/** Nobody takes for a receipt what has no number yet, or no longer stands. The blank form gets its number by hand. */
function receiptStamp({ batch: { receipt } }: PrintedReceipt, isOfficial: boolean): string | null {
  if (receipt === null) return null;
  if (receipt.voided) return 'VOID';
  return numberOf(receipt, isOfficial) === null ? 'NOT YET ISSUED' : null;
}

const FORM = { size: 'A5', orientation: 'landscape' } as const;
const subject = ({ batch: { receipt } }: PrintedReceipt, isOfficial: boolean): string =>
  receipt === null ? '' : (numberOf(receipt, isOfficial) ?? receipt.batch_number);

/** The form of both, blank, to be filled by hand. */
export const blankReceiptPaper: Paper<PrintedReceipt> = {
  title: 'Receipt Form',
  subject: () => '',
  page: FORM,
  parts: [
    head(
      (printed) => `${OFFICIAL_TITLE(printed)} / ${ACKNOWLEDGEMENT_TITLE(printed)}`,
      () => true,
    ),
    received,
    breakdown,
    cashier,
    fineLines(() => false),
  ],
  foot: () => '',
};

const isOfficialTurn = ({ batch: { receipt } }: PrintedReceipt): boolean =>
  receipt?.is_or_ar === RECEIPT_KINDS.OFFICIAL;

/** What the receipt is: by the law of its day, 1 was an invoice for services as well (spec 2 §2). */
const electronicKind = (printed: PrintedReceipt): string =>
  isOfficialTurn(printed) ? printed.texts.electronic_kind : receiptLabel(RECEIPT_KINDS.ACKNOWLEDGEMENT);

/** What the receipt is, whose, for how much, and what of it was withheld. */
const ELECTRONIC_PARTS: readonly PaperPart<PrintedReceipt>[] = [
  facts([
    { label: 'Receipt', value: electronicKind, wide: true },
    fact('Date', ({ receipt_date }) => datesText(receipt_date)),
    fact('Invoice No.', ({ billing_invoice_no }) => billing_invoice_no),
    fact('Payee', ({ payee_desc }) => payee_desc, true),
    fact('Address', ({ address }) => address, true),
    fact('TIN', ({ tin }) => tin, true),
    fact('Particulars', ({ remarks }) => remarks, true),
  ]),
  pesosOf,
  sums(({ batch: { receipt } }) =>
    receipt === null
      ? []
      : [
          { label: `Amount ${receipt.currency}`, amount: receipt.amount },
          { label: 'VAT', amount: receipt.vat },
          lessTax(receipt),
          { label: 'Total due', amount: receipt.net, total: true },
        ],
  ),
  facts([
    fact('In words', ({ amount }, { currency_word }) => amountInWords(requireAmount(amount), currency_word), true),
    fact('Prepared by', ({ prepared_by }) => prepared_by, true),
  ]),
];

/** What goes to the payor by e-mail; of both kinds first the official receipt, then the acknowledgement. */
export const electronicReceiptPaper: Paper<PrintedReceipt> = {
  title: 'E-Receipt',
  subject: ({ batch: { receipt } }) => receipt?.or_number ?? receipt?.ar_number ?? receipt?.batch_number ?? '',
  page: { size: 'A5', orientation: 'portrait' },
  inTurn: (printed) => {
    const { receipt } = printed.batch;
    if (receipt === null) return [printed];
    return receiptSeries(receipt.is_or_ar ?? 0).map((kind) => ({
      ...printed,
      batch: {
        receipt: {
          ...receipt,
          is_or_ar: kind === 'or' ? RECEIPT_KINDS.OFFICIAL : RECEIPT_KINDS.ACKNOWLEDGEMENT,
        },
      },
    }));
  },
  parts: [
    (printed) => head(isOfficialTurn(printed) ? OFFICIAL_TITLE : ACKNOWLEDGEMENT_TITLE, isOfficialTurn)(printed),
    ...ELECTRONIC_PARTS,
    fineLines(isOfficialTurn),
  ],
  foot: printedBy,
  verify: ({ verify }) => verify,
};

/**
 * The papers of a receipt: the official one with its VAT and the tax withheld, the acknowledgement without VAT, of which it is
 * no proof, and what goes by e-mail. The parts say what was received and how it was paid.
 */
function papersWith(
  ...parts: readonly PaperPart<PrintedReceipt>[]
): Readonly<Record<ReceiptPaper, Paper<PrintedReceipt>>> {
  return {
    or: {
      title: 'Official Receipt',
      subject: (printed) => subject(printed, true),
      page: FORM,
      parts: [head(OFFICIAL_TITLE, () => true), ...parts, breakdown, cashier, fineLines(() => true)],
      foot: printedBy,
      verify: ({ verify }) => verify,
    },
    ar: {
      title: 'Acknowledgement Receipt',
      subject: (printed) => subject(printed, false),
      page: FORM,
      parts: [head(ACKNOWLEDGEMENT_TITLE, () => false), ...parts, pesosOf, cashier, fineLines(() => false)],
      foot: printedBy,
      verify: ({ verify }) => verify,
    },
    e: electronicReceiptPaper,
  };
}

/** Of a cash receipt. */
export const CASH_RECEIPT_PAPERS = papersWith(received);

/** The cheque of a collection (ux §8): as the register has it, else lines on which it is written by hand, its amount too. */
const chequeBlock = facts(
  [
    fact('Bank', ({ cheque }) => cheque?.bank_name ?? ''),
    fact('Cheque No.', ({ cheque }) => cheque?.cheque_number ?? ''),
    fact('Cheque Date', ({ cheque }) => (cheque === null ? '' : datesText(cheque.cheque_date))),
    fact('Cheque Amount', ({ cheque, net, currency }) => (cheque === null ? '' : `${currency} ${money(net)}`)),
  ],
  { boxed: true },
);

/** Of a collection. */
export const COLLECTION_PAPERS = papersWith(facts(RECEIVED), chequeBlock);
