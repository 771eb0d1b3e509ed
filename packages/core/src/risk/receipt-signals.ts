/**
 * What an accountant or an auditor should know of money that came in: a receipt out of the order of its numbers, many
 * write-offs by one person, more written off of one customer than the company lets pass, tax withheld beyond any rate, a
 * receipt that was entered long after its date. Most receipts are approved by nobody, so that
 * these stay to be seen after the receipt is issued.
 */
import { daysBetween, formatDetailDate, type CalendarDate } from '../calendar/calendar-date.ts';
import { formatAmount, sumMinor } from '../money/money.ts';
import { withheldDoubt, type WithheldOfInvoice } from '../receivables/withheld-doubt.ts';
import { highFirst, signalOf, type RiskSignal } from './risk-signals.ts';

/** Days after its date from which on a receipt was entered late. */
export const BACK_DATED_DAYS = 8;
/** Days around a collection within which the write-offs of its preparer, and those of its customer, count. */
export const WRITE_OFF_DAYS = 30;
/** So many collections with a write-off, this one included, are many for one person. */
export const MANY_WRITE_OFFS = 3;

/** What the signals are found in. Days are calendar dates in Manila; nothing void or rejected is in it. */
export interface ReceiptFacts {
  readonly document_date: CalendarDate;
  readonly encoded_on: CalendarDate;
  readonly preparer: string;
  /** The receipt before each of its own in the same range of numbers, where it is of a later day. */
  readonly later_before: readonly ReceiptBefore[];
  /** What it writes off, in pesos; 0 for nothing. */
  readonly written_off_php_minor: bigint;
  /** Other collections of the same preparer that write off, within the days; none where it writes off nothing. */
  readonly write_offs: readonly OtherWriteOff[];
  /** Other collections that write off of the same customer, whoever made them, within the days; none likewise. */
  readonly customer_write_offs: readonly OtherWriteOff[];
  /** Up to so many pesos are written off without approval. */
  readonly free_php_minor: bigint;
  /** What is withheld of each of its invoices of which it withholds. */
  readonly withheld: readonly WithheldOfInvoice[];
}

export interface OtherWriteOff {
  readonly batch_id: string;
  readonly amount_php_minor: bigint;
}

export interface ReceiptBefore {
  readonly batch_id: string;
  /** Its own number; null until it is issued. */
  readonly number: string | null;
  readonly number_before: string;
  readonly date_before: CalendarDate;
}

/** Every signal of a receipt, high ones first. */
export function receiptSignals(facts: ReceiptFacts): RiskSignal[] {
  return highFirst([
    ...receiptOrder(facts),
    ...writeOffs(facts),
    ...largeWriteOff(facts),
    ...withheld(facts),
    ...backDated(facts),
  ]);
}

function receiptOrder({ later_before, document_date }: ReceiptFacts): RiskSignal[] {
  return later_before.map((before) => {
    const { number, number_before, date_before } = before;
    const what = number === null ? 'Its receipt would be' : `Receipt ${number} is`;
    return signalOf('receipt_order', 'notice', [before], {
      sentence: `${what} dated ${formatDetailDate(document_date)}, and follows ${number_before} of ${formatDetailDate(date_before)}, which is later.`,
      basis: number_before,
    });
  });
}

function writeOffs({ preparer, written_off_php_minor, write_offs }: ReceiptFacts): RiskSignal[] {
  const count = write_offs.length + 1;
  if (written_off_php_minor === 0n || count < MANY_WRITE_OFFS) return [];
  const sum = written_off_php_minor + sumMinor(write_offs.map(({ amount_php_minor }) => amount_php_minor));
  const sentence = `${preparer} writes off PHP ${formatAmount(sum)} in ${count} collections within ${WRITE_OFF_DAYS} days of this one.`;
  return [signalOf('write_offs', 'high', write_offs, { sentence })];
}

function withheld(facts: ReceiptFacts): RiskSignal[] {
  return facts.withheld.flatMap((one) => {
    const sentence = withheldDoubt(one);
    return sentence === null ? [] : [signalOf('withholding', 'notice', [], { sentence, basis: sentence })];
  });
}

/** One that is large by itself, or that is one of several small ones of a customer: what is split is added up. */
function largeWriteOff({
  written_off_php_minor,
  customer_write_offs: others,
  free_php_minor,
}: ReceiptFacts): RiskSignal[] {
  const sum = written_off_php_minor + sumMinor(others.map(({ amount_php_minor }) => amount_php_minor));
  if (written_off_php_minor === 0n || sum <= free_php_minor) return [];
  const what =
    others.length === 0
      ? `It writes off PHP ${formatAmount(sum)}`
      : `PHP ${formatAmount(sum)} is written off of this customer in ${others.length + 1} collections within ${WRITE_OFF_DAYS} days of this one`;
  const sentence = `${what}; up to PHP ${formatAmount(free_php_minor)} passes without approval.`;
  return [signalOf('large_write_off', 'notice', others, { sentence })];
}

function backDated({ document_date, encoded_on }: ReceiptFacts): RiskSignal[] {
  const late = daysBetween(document_date, encoded_on);
  if (late < BACK_DATED_DAYS) return [];
  const sentence = `It is dated ${formatDetailDate(document_date)} and was entered on ${formatDetailDate(encoded_on)}, ${late} days later.`;
  return [signalOf('back_dated', 'notice', [], { sentence, basis: document_date })];
}
