import {
  formatDetailDate,
  isCalendarDate,
  parseCalendarDate,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { parseAmount } from '@talaan/core/money/money';
import { parseRate, RATE_ONE, rateText } from '@talaan/core/money/rate';
import { plain } from '@talaan/core/text/told-changes';
import type { BatchDetail, DocumentView } from '@talaan/contract/documents/batch-view.contract';
import type { EntryChoices } from '../../record/batch-calls.ts';
import { UNREADABLE_DATE } from '../../../ui/dates/date-field.tsx';
import type { Option } from '../../../ui/fields/combobox.tsx';
import { dateFault } from '../fields/date-and-rate.ts';
import type { ownPlaces } from '../fields/own-places.ts';
import type { Choice } from '../grid/grid-line.ts';
import { termFault } from '../fields/payment-term.tsx';
import { choiceOf, linesOfDetail } from '../lines/entry-line.ts';

/** What a new document begins with. */
export interface Begun {
  readonly today: CalendarDate;
  readonly places: ReturnType<typeof ownPlaces>;
}

/** A stored batch, the document of it that is shown, and what both and its terms say, by the names of the wire. */
export interface Said {
  readonly batch: BatchDetail;
  readonly document: DocumentView | undefined;
  readonly of: Readonly<Record<string, unknown>>;
}

/** What is known around a value while it is typed. */
export interface About {
  readonly document_type: DocumentType;
  readonly choices: EntryChoices;
}

/**
 * A field of the head of a document, declared once: its control, label and wire name follow from it, what a new one begins
 * with, how it is read from a stored one, sent, told where two versions differ, and what is wrong with it.
 */
export interface HeadField<Value = unknown> {
  readonly control: keyof ControlValues;
  readonly label: string;
  /** What the wire calls it, where that is not its name. */
  readonly wire?: string;
  /** A document cannot be saved without it. */
  readonly required?: true;
  /** Longest text. */
  readonly longest?: number;
  /** Takes the room of two fields. */
  readonly wide?: true;
  readonly hint?: string;
  readonly clearable?: true;
  /** A copy begins with its own. */
  readonly uncopied?: true;
  /** What stands in it stays when the facts of the payee arrive. */
  readonly stays?: true;
  begins(begun: Begun): Value;
  reads(said: Said, wire: string): Value;
  sends(value: Value): unknown;
  tells(value: Value, choices: EntryChoices): string;
  /** What is wrong with a value, told as soon as it is typed. */
  fault?(value: Value, about: About): string | undefined;
  /** What a select offers; `header` is the head as it stands. */
  options?(choices: EntryChoices, header: CommonHeader): readonly Option[];
  /** The record behind a chosen option. */
  chosen?(text: string, choices: EntryChoices): Value;
}

/** The controls of a head, each with what it edits. */
interface ControlValues {
  day: string;
  /** The date of the document: one in a closed period is told, with the nearest open day. */
  document_day: string;
  text: string;
  remarks: string;
  term: string;
  amount: string;
  select: unknown;
  segments: number | null;
  payee: Choice | null;
  receipt: number;
  currency: number;
  flag: boolean;
  confidential: boolean;
  /** Drawn with another one. */
  none: unknown;
}

type Extra = Partial<Pick<HeadField, 'required' | 'wide' | 'hint' | 'clearable' | 'uncopied' | 'stays' | 'wire'>>;

const told = (value: string) => value;
const same = (value: unknown): unknown => value;

/** A day beside the date of the document; nothing, or today. */
export const day = (label: string, begins: 'today' | 'empty' = 'empty'): HeadField<string> => ({
  control: 'day',
  label,
  uncopied: true,
  begins: ({ today }) => (begins === 'today' ? today : ''),
  reads: ({ of }, wire) => plain(of[wire]),
  sends: same,
  tells: dayText,
  fault: (value) => (value === '' || isCalendarDate(value) ? undefined : UNREADABLE_DATE),
});

/** The date of a document: today for a new one. */
export const documentDay = (label: string): HeadField<string> => ({
  ...day(label, 'today'),
  control: 'document_day',
  required: true,
  reads: ({ batch, document }) => document?.document_date ?? batch.document_date,
  fault: (value, { document_type, choices }) => dateFault(document_type, value, choices),
});

function dayText(value: string): string {
  const date = parseCalendarDate(value);
  return date === null ? value : formatDetailDate(date);
}

export const text = (label: string, longest: number): HeadField<string> => ({
  control: 'text',
  label,
  longest,
  begins: () => '',
  reads: ({ of }, wire) => plain(of[wire]),
  sends: same,
  tells: told,
});

/** Days of a payment term, as typed; `subject` names it where it is wrong. */
export const term = (label: string, subject: string, extra: Extra = {}): HeadField<string> => ({
  control: 'term',
  label,
  ...extra,
  begins: () => '',
  reads: ({ of }, wire) => plain(of[wire] ?? 0),
  sends: Number,
  tells: (value) => String(Number(value)),
  fault: (value) => termFault(value, subject),
});

/** An amount in the currency of the document: decimal text, '' for none, or the text as typed. */
export const amount = (label: string): HeadField<string> => ({
  control: 'amount',
  label,
  uncopied: true,
  begins: () => '',
  reads: ({ of }, wire) => amountOrNone(plain(of[wire])),
  sends: same,
  tells: told,
});

/** A stored amount as it is typed: '' for zero. */
export const amountOrNone = (stored: string): string => ((parseAmount(stored) ?? 0n) === 0n ? '' : stored);

/** One of a few words, by its code; `begins` null: none is chosen yet. */
export function word<Code extends number | null>(
  label: string,
  words: Readonly<Record<number, string>>,
  begins: Code,
  extra: Extra & { readonly control?: 'select' | 'segments' | 'receipt'; readonly order?: readonly number[] } = {},
): HeadField<Code> {
  const { control = 'select', order = Object.keys(words).map(Number), ...more } = extra;
  return {
    control,
    label,
    ...more,
    begins: () => begins,
    reads: ({ of }, wire) => (of[wire] ?? begins) as Code,
    sends: same,
    tells: (value) => (value === null ? '' : (words[value] ?? '')),
    options: () => order.map((code) => ({ value: String(code), label: words[code]! })),
    chosen: (value) => Number(value) as Code,
  };
}

/** Branch or department: of whoever enters it for a new one; a stored one has it on its first line of account that names one. */
export const place = (name: 'branch' | 'department', label: string, extra: Extra = {}): HeadField<Choice | null> => ({
  control: 'select',
  label,
  wire: `${name}_id`,
  ...extra,
  begins: ({ places }) => places[name],
  reads: ({ batch: { details } }) =>
    linesOfDetail(details, RATE_ONE).find((line) => line[name] !== null)?.[name] ?? null,
  sends: (value) => value?.id ?? null,
  tells: (value) => value?.name ?? '',
  options: (choices) =>
    recordsOf(name, choices).map(({ id, code, name: shown }) => ({ value: String(id), label: shown, code })),
  chosen: (value, choices) => recordsOf(name, choices).find(({ id }) => String(id) === value) ?? null,
});

const recordsOf = (name: 'branch' | 'department', { branches, departments }: EntryChoices) =>
  name === 'branch' ? branches : departments;

/** An own bank account in the currency of the document, by its Record ID; null for none. */
export const ownBank = (label: string): HeadField<number | null> => ({
  control: 'select',
  label,
  clearable: true,
  stays: true,
  begins: () => null,
  reads: ({ document }) => document?.bank_id ?? null,
  sends: same,
  tells: (value, { banks }) => banks.find(({ id }) => id === value)?.name ?? '',
  options: ({ banks }, header) =>
    banks
      .filter(({ currency_id }) => currency_id === header.currency_id)
      .map(({ id, name, bank_code }) => ({ value: String(id), label: name, code: bank_code })),
  chosen: (value) => (value === '' ? null : Number(value)),
});

/** An account of a group of the chart, by its code; '' for none. */
export const account = (label: string, group: string, reads: (batch: BatchDetail) => string): HeadField<string> => ({
  control: 'select',
  label,
  clearable: true,
  begins: () => '',
  reads: ({ batch }) => reads(batch),
  sends: same,
  tells: told,
  options: ({ accounts }) =>
    accounts
      .filter(({ acct_group }) => acct_group === group)
      .map(({ code, name }) => ({ value: code, label: name, code })),
  chosen: told,
});

export const flag = (
  label: string,
  begins: boolean,
  control: 'flag' | 'confidential' = 'flag',
): HeadField<boolean> => ({
  control,
  label,
  begins: () => begins,
  reads: ({ of }, wire) => of[wire] === 1,
  sends: (value) => (value ? 1 : 0),
  tells: (value) => (value ? 'Yes' : 'No'),
});

/** Whom it is of, who must be named. */
export const payee = (label: string): HeadField<Choice | null> => ({
  control: 'payee',
  label,
  wire: 'payee_id',
  required: true,
  begins: () => null,
  reads: ({ document }) =>
    choiceOf(document?.payee_id ?? null, document?.payee_code ?? null, document?.payee_desc ?? null),
  sends: (value) => value?.id ?? null,
  tells: (value) => value?.name ?? '',
});

/** A field that is the page's own: it is neither drawn by itself nor sent. */
export const ownField = <Value>(
  begins: Value,
  label = '',
  reads: (said: Said) => Value = () => begins,
): HeadField<Value> => ({
  control: 'none',
  label,
  begins: () => begins,
  reads,
  sends: () => undefined,
  tells: () => '',
});

const declared = <Value>(field: HeadField<Value>): HeadField<Value> => field;
const NOT_DRAWN = { control: 'none', sends: same } as const;

/** Currency and rate, which follows the rate file until it is typed; whether it was is the page's own. */
export const MONEY = {
  currency_id: declared<number>({
    control: 'currency',
    label: 'Currency',
    begins: () => CURRENCY_PESO,
    reads: ({ batch }) => batch.currency_id,
    sends: same,
    tells: (value, { currencies }) => currencies.find(({ id }) => id === value)?.iso_code ?? '',
  }),
  dollar_rate: declared<string>({
    ...NOT_DRAWN,
    label: 'Rate',
    begins: () => '1.00',
    reads: ({ batch: { dollar_rate } }) => {
      const rate = parseRate(dollar_rate);
      return rate === null ? dollar_rate : rateText(rate);
    },
    tells: told,
  }),
  own_rate: declared<boolean>({ ...ownField(false, '', () => true), uncopied: true }),
} as const;

/** What every head ends with. */
export const LAST_FIELDS = {
  is_confidential: flag('Confidential', false, 'confidential'),
  remarks: declared<string>({ ...text('Remarks', 2000), control: 'remarks' }),
} as const;

/** What every head has. */
export interface CommonHeader {
  /** Its type, where its family has several. */
  readonly document_type?: DocumentType;
  readonly payee: Choice | null;
  readonly currency_id: number;
  /** Pesos for one unit of the currency, as text. */
  readonly dollar_rate: string;
  /** The rate was typed: it no longer follows the rate file. */
  readonly own_rate: boolean;
  readonly is_confidential: boolean;
  readonly remarks: string;
}

/** The declared fields of a head, in the order of the page. */
export type HeadFields<Header> = { readonly [Name in keyof Header]: HeadField<Header[Name]> };

/** A head while it is typed, by its declared fields. */
export type HeaderOf<Head> = {
  readonly [Name in keyof Head]: Head[Name] extends HeadField<infer Value> ? Value : never;
};
