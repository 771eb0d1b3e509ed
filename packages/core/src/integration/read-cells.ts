import { calendarDateOf, dateFault, isCalendarDate } from '../calendar/calendar-date.ts';
import { parseRate, rateText } from '../money/rate.ts';
import type { FaultRule } from './fault-rules.ts';
import { SHORT_TEXT, type UploadColumn, type UploadFile } from './upload-columns.ts';

/** Whether day or month stands first in a date with slashes; null where nobody said. */
export type DateOrder = 'D/M' | 'M/D' | null;

/** What is wrong with a cell; `column` is null where the row as a whole is at fault. */
export interface CellFault {
  readonly column: string | null;
  readonly value: string;
  readonly rule: FaultRule;
  readonly message: string;
}

/** A row of a file as it is read: texts by the name of their column; what the file has no column for is absent. */
export interface UploadedRow {
  readonly row: number;
  readonly values: Readonly<Record<string, string>>;
}

type Reading = { readonly value: string } | { readonly rule: FaultRule; readonly message: string };

const PLAIN_AMOUNT = /^\d{1,13}(\.\d{1,2})?$/;
const GROUPED_AMOUNT = /^(\d{1,3}(,\d{3}){1,3}|\d(,\d{3}){4})(\.\d{1,2})?$/;

/** An amount of a file, `1234.5` or `1,234.50`, as text with 2 decimals; anything else is refused with the form that is wanted. */
export function readFileAmount(text: string): Reading {
  if (PLAIN_AMOUNT.test(text) || GROUPED_AMOUNT.test(text)) {
    const [whole = '', cents = ''] = text.replaceAll(',', '').split('.');
    return { value: `${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}` };
  }
  const isNegative = /^(-[\d.,]+|[\d.,]+-|\([\d.,]+\))$/.test(text);
  return {
    rule: 'amount',
    message: isNegative ? 'Enter it on the other side.' : 'Give the amount as 1234.50.',
  };
}

/** A balance of a file, which may be negative: `-1234.5`, `(1,234.50)` or `1234.50-`. */
function readFileBalance(text: string): Reading {
  const [, before, within, after] = /^(?:-(.+)|\((.+)\)|(.+)-)$/.exec(text) ?? [];
  const negative = before ?? within ?? after;
  const read = readFileAmount(negative ?? text);
  if (!('value' in read)) return { rule: 'amount', message: 'Give the balance as 1234.50 or -1234.50.' };
  return negative === undefined || read.value === '0.00' ? read : { value: `-${read.value}` };
}

/** A rate of a file, in pesos for one unit: above 0, with at most 6 decimals. */
function readFileRate(text: string): Reading {
  const rate = parseRate(text);
  return rate === null || rate === 0n
    ? { rule: 'number', message: 'Give the rate as 55.250000.' }
    : { value: rateText(rate) };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A date of a file: `2026-04-03`, `3-Apr-2026`, and `03/04/2026` where it is said which of the two is the day. */
export function readFileDate(text: string, order: DateOrder): Reading {
  const refused: Reading = { rule: 'date', message: 'Give the date as 2026-04-03.' };
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    return isCalendarDate(text) ? { value: text } : { rule: 'date', message: `${text} ${dateFault(text)}` };
  }
  const named = /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/.exec(text);
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const [, first, second, year] = named ?? slashed ?? [];
  if (first === undefined || (named === null && order === null)) return refused;
  const [day, month] = named
    ? [Number(first), MONTHS.indexOf(second!.toLowerCase()) + 1]
    : order === 'D/M'
      ? [Number(first), Number(second)]
      : [Number(second), Number(first)];
  const date = calendarDateOf(Number(year), month, day);
  return date === null ? { rule: 'date', message: `${text} is not a calendar date.` } : { value: date };
}

const YES = new Set(['1', 'Y', 'YES', 'TRUE']);
const NO = new Set(['0', 'N', 'NO', 'FALSE']);

/** A text of a file, with line breaks where it may be long; a character that cannot be seen is refused. */
function readFileText(text: string, longest: number): Reading {
  const { length } = Array.from(text);
  if (length > longest) {
    const [most, has] = [longest, length].map((count) => count.toLocaleString('en'));
    return { rule: 'form', message: `Give at most ${most} characters: it has ${has}.` };
  }
  const hidden = longest > SHORT_TEXT ? HIDDEN_BUT_BREAKS : HIDDEN;
  return hidden.test(text)
    ? { rule: 'form', message: 'Take out what cannot be seen, as a line break or a control character.' }
    : { value: text };
}

const HIDDEN = /\p{Cc}/u;
const HIDDEN_BUT_BREAKS = /(?![\t\n\r])\p{Cc}/u;

function readAs({ form, longest }: UploadColumn, text: string, order: DateOrder): Reading {
  switch (form) {
    case 'amount':
      return readFileAmount(text);
    case 'balance':
      return readFileBalance(text);
    case 'rate':
      return readFileRate(text);
    case 'date':
      return readFileDate(text, order);
    case 'count':
      return /^\d{1,7}$/.test(text) ? { value: String(Number(text)) } : { rule: 'number', message: 'Give a number.' };
    case 'flag': {
      const said = text.toUpperCase();
      if (YES.has(said)) return { value: '1' };
      return NO.has(said) ? { value: '0' } : { rule: 'number', message: 'Give 1 or 0.' };
    }
    case 'number':
      return /^[A-Za-z0-9._/-]{1,40}$/.test(text)
        ? { value: text }
        : { rule: 'number', message: 'Use 1 to 40 letters A–Z, digits or . _ / -' };
    case 'text':
      return readFileText(text, longest);
  }
}

/** A column of a file with its place, counted from 0. */
export interface PlacedColumn {
  readonly at: number;
  readonly column: UploadColumn;
}

/**
 * Reads a row: what its cells say by the names of their columns, empty ones left out, and everything that is wrong with their form. A line names an
 * amount on one side. What is missing is a fault where the column is required, of a head in files of heads alone.
 */
export function readUploadedRow(
  file: UploadFile,
  columns: readonly PlacedColumn[],
  cells: readonly string[],
  order: DateOrder,
): { values: Record<string, string>; faults: CellFault[] } {
  const values: Record<string, string> = {};
  const faults: CellFault[] = [];
  for (const { at, column } of columns) {
    const text = (cells[at] ?? '').normalize('NFC').trim();
    if (text === '') {
      const isSide = column.name === 'debit_amount' || column.name === 'credit_amount';
      const mayBeAbove = file.half === 'whole' && column.of_head;
      if (column.required && !isSide && !mayBeAbove) {
        faults.push({ column: column.name, value: '', rule: 'required', message: `${column.label} is required.` });
      }
      continue;
    }
    const read = readAs(column, text, order);
    if ('value' in read) values[column.name] = read.value;
    else faults.push({ column: column.name, value: Array.from(text).slice(0, SHORT_TEXT).join(''), ...read });
  }
  if (file.half !== 'header' && faults.every(({ column }) => !SIDES.has(column ?? ''))) {
    faults.push(...sideFaults(values));
  }
  return { values, faults };
}

const SIDES = new Set(['debit_amount', 'credit_amount']);

function sideFaults(values: Record<string, string>): CellFault[] {
  const [debit, credit] = [isAmount(values['debit_amount']), isAmount(values['credit_amount'])];
  values['debit_amount'] ||= '0.00';
  values['credit_amount'] ||= '0.00';
  const hasPesos = isAmount(values['debit_php']) || isAmount(values['credit_php']);
  if (debit && credit) {
    const value = values['credit_amount'];
    return [{ column: 'credit_amount', value, rule: 'sides', message: 'Give a debit or a credit, not both.' }];
  }
  if (debit || credit || hasPesos) return [];
  return [{ column: 'debit_amount', value: '', rule: 'sides', message: 'Give a debit or a credit.' }];
}

const isAmount = (text: string | undefined) => text !== undefined && text !== '' && text !== '0.00';
