import { formatPrintDate, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { APPROVAL_STATUSES } from '@talaan/core/documents/document-status';
import { STATUS } from '@talaan/core/documents/status';
import { bankMovement } from '@talaan/core/ledger/bank-line';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { amountText, requireAmount, requireSum, sumMinor } from '@talaan/core/money/money';
import { MESSAGES } from '../errors/messages.ts';
import { manilaClock } from '../papers/manila-clock.ts';
import { reprintText, type ColumnOf } from '../papers/paper-parts.ts';
import type { SignatureBox, Signer } from '../papers/paper-blocks.ts';
import type { TotalLine } from '../papers/paper-table.ts';
import type { BatchDetail, DocumentView, LineView, TimelineMove } from './batch-view.contract.ts';
import type { Printed } from './document-print.ts';

// What the papers of documents say alike.

/** A figure's head says its currency where that is not the peso. */
export function inCurrency(head: string) {
  return ({ batch }: Printed<BatchDetail>): string =>
    batch.currency_id === CURRENCY_PESO ? head : `${head} ${batch.currency}`;
}

/** What a unit of its currency is worth in pesos; null of what is in pesos. */
export function rateText({
  currency_id,
  currency,
  dollar_rate,
}: Pick<BatchDetail, 'currency_id' | 'currency' | 'dollar_rate'>): string | null {
  return currency_id === CURRENCY_PESO ? null : rateOf(currency, dollar_rate);
}

/** 'PHP 55.333333 for USD 1'. In: an ISO code, and decimal text. */
export const rateOf = (currency: string, rate: string): string => `PHP ${rate} for ${currency} 1`;

/** What lines pay out of an account, in pesos as they are booked; 0 minor units while no bank is named. */
export function pesosPaidFrom(account_code: string | null, lines: readonly LineView[]): bigint {
  const amounts = lines.map((line) => ({
    account_code: line.account_code,
    debit_minor: requireAmount(line.debit_php),
    credit_minor: requireAmount(line.credit_php),
  }));
  return bankMovement('credit', account_code ?? '', amounts);
}

/** The columns of the lines of an entry, on the paper of one or of several. */
export function entryLineColumns<Shown extends Printed<BatchDetail>>(): readonly ColumnOf<Shown, LineView>[] {
  return [
    { field: 'line_no', header: '#', kind: 'code' },
    { field: 'account_code', header: 'Account', kind: 'code' },
    { field: 'acct_desc', header: 'Title', kind: 'text', grows: true },
    { field: 'payee_desc', header: 'Analysis', kind: 'text', grows: true },
    { field: 'dept_code', header: 'Dept', kind: 'code' },
    { field: 'brnc_code', header: 'Branch', kind: 'code' },
    { field: 'section_code', header: 'Section', kind: 'code' },
    { field: 'debit_amount', header: inCurrency('Debit'), kind: 'amount', total: true },
    { field: 'credit_amount', header: inCurrency('Credit'), kind: 'amount', total: true },
    { field: 'remarks', header: 'Remarks', kind: 'text', grows: true },
  ];
}

/** What lines come to, in the currency of their batch and, where that is not the peso, as they are booked. */
export function lineTotals({ currency_id }: Pick<BatchDetail, 'currency_id'>, lines: readonly LineView[]): TotalLine[] {
  const sum = (field: 'debit_amount' | 'credit_amount' | 'debit_php' | 'credit_php') =>
    amountText(sumMinor(lines.map((line) => requireSum(line[field]))));
  const total = { label: 'TOTAL', sums: { debit_amount: sum('debit_amount'), credit_amount: sum('credit_amount') } };
  if (currency_id === CURRENCY_PESO) return [total];
  return [total, { label: 'TOTAL PHP', sums: { debit_amount: sum('debit_php'), credit_amount: sum('credit_php') } }];
}

/** What each action reads in the past. */
export const HAPPENED: Readonly<Record<string, string>> = {
  submit: 'Submitted',
  approve: 'Approved',
  return: 'Returned',
  reject: 'Rejected',
  withdraw: 'Withdrawn',
  release: 'Released',
  archive: 'Archived',
  restore: 'Restored',
  void: 'Voided',
  close: 'Closed short',
  delete: 'Deleted',
};

/** In the place of a number that a document is given later. */
export const NOT_YET_ISSUED = 'not yet issued';

/**
 * What is stamped across each page of a document: that it is not approved or released yet, or that it no longer stands; null
 * while it does.
 */
export function stampOf({
  status,
  voided_at,
  journal_entry_id,
}: Pick<DocumentView, 'status' | 'voided_at' | 'journal_entry_id'>): string | null {
  if (voided_at !== null) return 'VOID';
  if (status === STATUS.ARCHIVED) return journal_entry_id === null ? 'ARCHIVED' : 'VOID';
  if (status === STATUS.FOR_RELEASE) return 'NOT YET RELEASED';
  return status < STATUS.FOR_RELEASE ? 'NOT YET APPROVED' : null;
}

/**
 * Who answers for the version in force, by the moves of it, a box under each word: prepared, checked, approved, released. A word
 * whose stage its type, its amount or the settings lack is left out; `received` adds a box to be signed by hand.
 */
export function signaturesOf(batch: BatchDetail, { received = false } = {}): SignatureBox[] {
  const box = (label: string, stages: readonly number[]): SignatureBox[] => {
    const moves = movesInForce(batch, 'approve', 'release').filter(({ status_from }) => stages.includes(status_from));
    const isStage = moves.length > 0 || batch.route.some(({ status }) => stages.includes(status));
    return isStage ? [{ label, signers: moves.map(signerOf) }] : [];
  };
  return [
    { label: 'Prepared By', signers: preparerOf(batch) },
    ...box('Checked By', [STATUS.FOR_REVIEW]),
    ...box('Approved By', APPROVAL_STATUSES),
    ...box('Released By', [STATUS.FOR_RELEASE]),
    ...(received ? [{ label: 'Received By', signers: [], byHand: 'Name, signature, date' }] : []),
  ];
}

/** yyyy-mm-dd as MM-d-yyyy; several dates as the specification says (spec 2 §3). */
export function datesText(dates: string): string {
  if (dates.includes(',')) return MESSAGES.multipleDates;
  const date = parseCalendarDate(dates);
  return date === null ? dates : formatPrintDate(date);
}

/** When, by whom and by what it was printed, and which copy it is; of a preview that it is one. */
export function printedBy({ printed_at, printed_by, copy_no, software }: Printed<unknown>): string {
  const { date, time } = manilaClock(printed_at);
  const made = copy_no === 0 ? 'Preview' : 'Printed';
  return [`${made} ${formatPrintDate(date)} ${time} by ${printed_by}`, reprintText(copy_no), software]
    .filter((text) => text !== null)
    .join(' · ');
}

/** Whoever prepared it answers for it from the submission on: nobody for a draft. */
function preparerOf(batch: BatchDetail): Signer[] {
  const submitted = movesInForce(batch, 'submit').at(-1);
  return submitted === undefined ? [] : [{ name: batch.preparer, date: printDate(submitted.at) }];
}

function signerOf(move: TimelineMove): Signer {
  return { name: actorOf(move), date: printDate(move.at) };
}

/** Who took a step, and for whom where a stand-in did. */
export function actorOf({ user_name, on_behalf_of_name }: TimelineMove): string {
  return on_behalf_of_name === null ? user_name : `${user_name} for ${on_behalf_of_name}`;
}

const movesInForce = (batch: BatchDetail, ...actions: readonly string[]): TimelineMove[] =>
  batch.timeline.filter((move) => move.in_force && actions.includes(move.action));

function printDate(instant: string): string {
  return formatPrintDate(manilaClock(instant).date);
}
