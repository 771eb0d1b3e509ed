/**
 * What an approver and whoever releases should know of a payment before money leaves: each signal is one sentence, and a
 * high one is ticked as seen by the person who goes on (decisions §3). Nothing here blocks; the decision stays a person's.
 */
import { capital } from '../text/capital.ts';
import type { ApprovingLevel } from '../approval/approval-route.ts';
import { daysBetween, formatDetailDate, type CalendarDate } from '../calendar/calendar-date.ts';
import { restDayName, type Holiday } from '../calendar/rest-day.ts';
import { payeeWarnings, paymentHold, type PayeeState } from '../documents/payee-state.ts';
import { STATUS, type Status } from '../documents/status.ts';
import { withholdingDoubts, type WithholdingLine } from '../documents/withholding-check.ts';
import { formatAmount, sumMinor } from '../money/money.ts';

/** Days around a payment within which the same payee, reference or amount counts; 0 turns both signals off. */
export const DEFAULT_DUPLICATE_DAYS = 30;
/** Days for which a new or changed bank account of a payee counts as such; 0 turns the signal off. */
export const DEFAULT_PAYEE_ACCOUNT_DAYS = 14;
/** The longest window that a setting may ask for. */
export const LONGEST_RISK_DAYS = 365;

export const RISK_KINDS = [
  'same_reference',
  'same_amount',
  'same_attachment',
  'splitting',
  'payee_state',
  'payee_account',
  'withholding',
  'rest_day',
  'receipt_order',
  'write_offs',
  'large_write_off',
  'back_dated',
  'billed_twice',
  'vat_doubt',
  'employee_billed',
] as const;
export type RiskKind = (typeof RISK_KINDS)[number];

/** High: whoever approves or releases ticks it as seen. Notice: it is told. */
export type RiskSeverity = 'high' | 'notice';

/** What the signals are found in. Amounts are minor units; a day is a calendar date. Nothing void or rejected is in it. */
export interface RiskFacts {
  readonly status: Status;
  readonly today: CalendarDate;
  /** The windows of the settings; 0 is off. */
  readonly duplicate_days: number;
  readonly payee_account_days: number;
  /** ISO code of the currency. */
  readonly currency: string;
  /** Pesos of the whole batch, by which it is approved. */
  readonly amount_php_minor: bigint;
  /** A post-dated series: its cheques carry their own dates, so that only the day of release is looked at. */
  readonly is_series: boolean;
  /** The regular transaction that it is made of; null for none. */
  readonly regular_trx: number | null;
  /** The documents of the batch. */
  readonly documents: readonly PaidDocument[];
  /** Documents of other batches that pay the same payee. */
  readonly payments: readonly OtherPayment[];
  /** Attachments whose very content is attached to another batch, too. */
  readonly shared_files: readonly SharedFile[];
  /** Other payments of the same payee, day and preparer, with their peso amounts. */
  readonly same_day: readonly { readonly batch_id: string; readonly amount_php_minor: bigint }[];
  readonly levels: readonly ApprovingLevel[];
  /** Whom the documents pay. */
  readonly payees: readonly PayeeState[];
  /** The bank account that is to be credited; null where none is named. */
  readonly payee_account: PayeeAccount | null;
  readonly holidays: readonly Holiday[];
  readonly withholding: readonly WithholdingLine[];
  /** Why a doubtful withholding was kept, as the submission says; '' for no reason. */
  readonly withholding_reason: string;
}

export interface PaidDocument {
  readonly document_date: CalendarDate;
  /** In the currency of its batch. */
  readonly amount_minor: bigint;
  /** What its remarks say, in a form that compares; null when they say nothing. */
  readonly reference: string | null;
}

export interface OtherPayment extends PaidDocument {
  readonly batch_id: string;
  readonly currency: string;
  readonly regular_trx: number | null;
}

export interface SharedFile {
  readonly name: string;
  readonly batch_id: string;
  /** Whether the other one pays somebody, too. */
  readonly pays: boolean;
}

export interface PayeeAccount {
  readonly account_number: string;
  readonly added_on: CalendarDate;
  /** When number, name or bank of it last changed; null for never. */
  readonly changed_on: CalendarDate | null;
  /** Whether the payee had no other account before the day it was added. */
  readonly is_first: boolean;
}

export interface RiskSignal {
  readonly kind: RiskKind;
  readonly severity: RiskSeverity;
  readonly sentence: string;
  /** Ids of the other batches that it speaks of. */
  readonly others: readonly string[];
  /** The same text for the same signal: who has seen it has not seen one that differs. */
  readonly identity: string;
}

/** Every signal of a payment that is on its way, high ones first; none of a draft and of what was released. */
export function riskSignals(facts: RiskFacts): RiskSignal[] {
  if (facts.status < STATUS.FOR_REVIEW || facts.status > STATUS.FOR_RELEASE) return [];
  const found = [
    sameReference(facts),
    sameAmount(facts),
    ...sharedFiles(facts),
    splitting(facts),
    ...payeeStates(facts),
    payeeAccount(facts),
    withholding(facts),
    restDay(facts),
  ].filter((signal) => signal !== null);
  return highFirst(found);
}

export function highFirst(found: readonly RiskSignal[]): RiskSignal[] {
  return [...found.filter(isHigh), ...found.filter((signal) => !isHigh(signal))];
}

/** Whether the signal asks for a tick of the person who goes on. */
export function isHigh(signal: Pick<RiskSignal, 'severity'>): boolean {
  return signal.severity === 'high';
}

function sameReference(facts: RiskFacts): RiskSignal | null {
  const others = paymentsLike(facts, hasSameReference);
  if (others.length === 0) return null;
  const alsoAmount = others.some((other) => facts.documents.some((own) => hasSameAmount(own, other, facts)));
  const place = `within ${days(facts.duplicate_days)}${alsoAmount ? ', for the same amount' : ''}`;
  return signalOf('same_reference', 'high', others, {
    sentence: `The same payee and the same remarks are on ${counted(others, 'payment')} ${place}.`,
  });
}

/** Those that share the remarks, too, are told by that signal. */
function sameAmount(facts: RiskFacts): RiskSignal | null {
  const told = new Set(paymentsLike(facts, hasSameReference).map(({ batch_id }) => batch_id));
  const others = paymentsLike(facts, hasSameAmount).filter(({ batch_id }) => !told.has(batch_id));
  if (others.length === 0) return null;
  const amount = `${facts.currency} ${formatAmount(others[0]!.amount_minor)}`;
  return signalOf('same_amount', 'high', others, {
    sentence: `The same payee is paid the same amount, ${amount}, by ${counted(others, 'payment')} within ${days(facts.duplicate_days)}.`,
    basis: amount,
  });
}

type Likeness = (own: PaidDocument, other: OtherPayment, facts: RiskFacts) => boolean;

function paymentsLike(facts: RiskFacts, isLike: Likeness): OtherPayment[] {
  const isNear = (own: PaidDocument, other: OtherPayment) =>
    Math.abs(daysBetween(own.document_date, other.document_date)) <= facts.duplicate_days;
  if (facts.duplicate_days === 0) return [];
  return facts.payments.filter((other) =>
    facts.documents.some(
      (own) => isNear(own, other) && !isNextOfTemplate(own, other, facts) && isLike(own, other, facts),
    ),
  );
}

/** A regular transaction is the same payment every month: that of another month says nothing, a second one in a month does. */
function isNextOfTemplate(own: PaidDocument, other: OtherPayment, { regular_trx }: RiskFacts): boolean {
  const isSameMonth = own.document_date.slice(0, 7) === other.document_date.slice(0, 7);
  return regular_trx !== null && other.regular_trx === regular_trx && !isSameMonth;
}

function hasSameReference(own: PaidDocument, other: OtherPayment): boolean {
  return own.reference !== null && own.reference === other.reference;
}

function hasSameAmount(own: PaidDocument, other: OtherPayment, { currency }: RiskFacts): boolean {
  return own.amount_minor === other.amount_minor && currency === other.currency;
}

/** On another payment it may be paid twice; on a journal it is as a rule the invoice that was accrued. */
function sharedFiles({ shared_files }: RiskFacts): RiskSignal[] {
  return [true, false].flatMap((pays) => {
    const others = shared_files.filter((file) => file.pays === pays);
    if (others.length === 0) return [];
    const names = [...new Set(others.map(({ name }) => name))].toSorted();
    const what = names.length === 1 ? `The attachment ${names[0]} is` : `The attachments ${names.join(', ')} are`;
    return signalOf('same_attachment', pays ? 'high' : 'notice', others, {
      sentence: `${what} also on ${counted(others, pays ? 'payment' : 'transaction')}.`,
      basis: names.join('/'),
    });
  });
}

/** The highest level that all of them together would need and none of them does alone. */
function splitting({ amount_php_minor, same_day, levels }: RiskFacts): RiskSignal | null {
  const byLimit = levels.toSorted((one, two) => (one.min_amount_minor < two.min_amount_minor ? 1 : -1));
  for (const level of byLimit) {
    const limit = level.min_amount_minor;
    const others = same_day.filter((other) => other.amount_php_minor < limit);
    const sum = amount_php_minor + sumMinor(others.map((other) => other.amount_php_minor));
    if (amount_php_minor >= limit || sum < limit) continue;
    return signalOf('splitting', 'high', others, {
      sentence: `With ${counted(others, 'payment')} of the same day, payee and preparer it reaches PHP ${formatAmount(limit)}, from which ${level.level_name} approves; each of them stays below.`,
      basis: level.level_code,
    });
  }
  return null;
}

/** A hold that came after the submission stops the release; an approver knows before. */
function payeeStates({ payees }: RiskFacts): RiskSignal[] {
  const told = (severity: RiskSeverity, sentences: readonly string[]) =>
    sentences.map((sentence) => signalOf('payee_state', severity, [], { sentence, basis: sentence }));
  return payees.flatMap((payee) => {
    const hold = paymentHold(payee);
    return [...told('high', hold === null ? [] : [hold]), ...told('notice', payeeWarnings(payee))];
  });
}

/** The first account of a new payee is new by nature; another one, or a change, is how payments are led astray. */
function payeeAccount({ payee_account, payee_account_days, today }: RiskFacts): RiskSignal | null {
  if (payee_account === null || payee_account_days === 0) return null;
  const { account_number, added_on, changed_on, is_first } = payee_account;
  const isRecent = (date: CalendarDate) => daysBetween(date, today) <= payee_account_days;
  const changed = changed_on !== null && isRecent(changed_on);
  if (!changed && !isRecent(added_on)) return null;
  const date = changed ? changed_on : added_on;
  const act = changed ? 'was changed' : is_first ? "is the payee's first and was added" : 'was added';
  return signalOf('payee_account', changed || !is_first ? 'high' : 'notice', [], {
    sentence: `The bank account ${account_number} ${act} on ${formatDetailDate(date)}, within ${days(payee_account_days)}.`,
    basis: `${account_number}/${date}`,
  });
}

/** What was submitted with a reason; each cheque of a series withholds the same. */
function withholding(facts: RiskFacts): RiskSignal | null {
  const told = [...new Set(withholdingDoubts(facts.withholding).map(({ text }) => text))].join('; ');
  if (told === '') return null;
  const kept = facts.withholding_reason === '' ? '' : ` Kept because: ${facts.withholding_reason}`;
  const sentence = `${capital(told)}.${kept}`;
  return signalOf('withholding', 'high', [], { sentence, basis: told });
}

/** At For Release the day is today; before, it is the date that the payment bears. */
function restDay(facts: RiskFacts): RiskSignal | null {
  const isReleased = facts.status === STATUS.FOR_RELEASE;
  const date = isReleased ? facts.today : facts.is_series ? undefined : facts.documents[0]?.document_date;
  if (date === undefined) return null;
  const name = restDayName(date, facts.holidays);
  if (name === null) return null;
  const sentence = isReleased
    ? `Releasing it today, ${formatDetailDate(date)}, pays on a rest day: ${name}.`
    : `It is dated ${formatDetailDate(date)}, a rest day: ${name}.`;
  return signalOf('rest_day', 'notice', [], { sentence, basis: date });
}

/** A signal; `basis` is what its identity rests on besides the others that it speaks of. */
export function signalOf(
  kind: RiskKind,
  severity: RiskSeverity,
  others: readonly { readonly batch_id: string }[],
  { sentence, basis = '' }: { sentence: string; basis?: string },
): RiskSignal {
  const ids = batchesOf(others);
  return { kind, severity, sentence, others: ids, identity: [kind, basis, ...ids.toSorted()].join('|') };
}

function batchesOf(others: readonly { readonly batch_id: string }[]): string[] {
  return [...new Set(others.map(({ batch_id }) => batch_id))];
}

function counted(others: readonly { readonly batch_id: string }[], what: string): string {
  const count = batchesOf(others).length;
  return count === 1 ? `another ${what}` : `${count} other ${what}s`;
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
