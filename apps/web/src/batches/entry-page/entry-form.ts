import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { parseRate, rateText } from '@talaan/core/money/rate';
import { monthOf, parseCalendarDate, yearOf, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { PERIOD_OPEN } from '@talaan/core/calendar/accounting-period';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { BatchInput } from '@talaan/contract/documents/batch-input.contract';
import type { EntryChoices } from '../batch-calls.ts';
import type { EntryType } from '../document-kind.ts';
import { emptyLine, lineInputOf, linesOfDetail, type EntryLine } from '../entry/entry-line.ts';
import { changeLines, filledLines, startLines, type EntryLines, type LinesChange } from '../entry/entry-lines.ts';

/** The head of an entry while it is typed. */
export interface EntryHeader {
  readonly document_type: EntryType;
  /** `YYYY-MM-DD`, '' or the text as it stands while it is no date. */
  readonly document_date: string;
  readonly currency_id: number;
  /** Pesos for one unit of the currency, as text. */
  readonly dollar_rate: string;
  /** The rate was typed: it no longer follows the rate file. */
  readonly own_rate: boolean;
  readonly adjusting: boolean;
  readonly is_confidential: boolean;
  readonly remarks: string;
}

export interface EntryForm {
  readonly header: EntryHeader;
  readonly lines: EntryLines;
  /** Something was changed by the person. */
  readonly touched: boolean;
}

export type EntryChange =
  | { readonly type: 'header'; readonly change: Partial<EntryHeader> }
  | { readonly type: 'lines'; readonly change: LinesChange }
  | { readonly type: 'replace'; readonly form: EntryForm }
  | { readonly type: 'settled' };

/** A new entry of a type, dated today. */
export function newEntry(type: EntryType, today: CalendarDate): EntryForm {
  return {
    header: {
      document_type: type,
      document_date: today,
      currency_id: CURRENCY_PESO,
      dollar_rate: '1.00',
      own_rate: false,
      adjusting: false,
      is_confidential: false,
      remarks: '',
    },
    lines: startLines([]),
    touched: false,
  };
}

/** A stored entry, ready to be edited. */
export function entryOfDetail(batch: BatchDetail): EntryForm {
  const rate = parseRate(batch.dollar_rate);
  return {
    header: {
      document_type: batch.document_type as EntryType,
      document_date: batch.headers[0]?.document_date ?? batch.document_date,
      currency_id: batch.currency_id,
      dollar_rate: rate === null ? batch.dollar_rate : rateText(rate),
      own_rate: true,
      adjusting: batch.adjusting === 1,
      is_confidential: batch.is_confidential === 1,
      remarks: batch.headers[0]?.remarks ?? batch.remarks,
    },
    lines: startLines(linesOfDetail(batch.details)),
    touched: false,
  };
}

export function changeEntry(form: EntryForm, action: EntryChange): EntryForm {
  switch (action.type) {
    case 'header':
      return { ...form, touched: true, header: { ...form.header, ...action.change } };
    case 'lines': {
      const lines = changeLines(form.lines, action.change);
      if (lines === form.lines) return form;
      return { ...form, lines, touched: form.touched || action.change.type !== 'faults' };
    }
    case 'replace':
      return action.form;
    case 'settled':
      return { ...form, touched: false };
  }
}

/** A rate of the rate file, and for which class of accounts it stands. */
export interface RateOnFile {
  readonly rate: string;
  readonly acct_class: 'B' | 'I';
}

/** The rate of the file for the date's period: income and expense accounts have their own (spec 1 §3 Rates); null for none. */
export function rateOnFile(
  { document_date, currency_id }: EntryHeader,
  lines: readonly EntryLine[],
  choices: EntryChoices,
): RateOnFile | null {
  const date = parseCalendarDate(document_date);
  if (date === null || currency_id === CURRENCY_PESO) return null;
  const codes = new Set(lines.map(({ account }) => account?.code));
  const hasIncome = choices.accounts.some(({ code, acct_class }) => acct_class === 'I' && codes.has(code));
  const acct_class = hasIncome ? 'I' : 'B';
  const found = choices.rates.find(
    (rate) =>
      rate.fiscal_year === yearOf(date) &&
      rate.period_no === monthOf(date) &&
      rate.currency_id === currency_id &&
      rate.acct_class === acct_class,
  );
  const rate = found === undefined ? null : parseRate(found.dolr_rate);
  return rate === null ? null : { rate: rateText(rate), acct_class };
}

/** Whether documents of a type may be posted on a date; a missing period counts as closed (decisions §1). */
export function isPeriodOpen(type: EntryType, documentDate: string, choices: EntryChoices): boolean {
  const date = parseCalendarDate(documentDate);
  if (date === null) return true; // its own fault is named elsewhere
  const period = choices.periods.find(
    ({ fiscal_year, period_no }) => fiscal_year === yearOf(date) && period_no === monthOf(date),
  );
  return period?.[DOCUMENT_TYPES[type].module] === PERIOD_OPEN;
}

/** The entry as the wire takes it; lines in the order of `filledLines`. */
export function entryInputOf(form: EntryForm, batchNumber: string): BatchInput {
  const { header, lines } = form;
  return {
    document_type: header.document_type,
    headers: [
      {
        header_key: 0,
        batch_number: batchNumber,
        document_date: header.document_date,
        currency_id: header.currency_id,
        dollar_rate: header.dollar_rate,
        remarks: header.remarks,
        is_confidential: header.is_confidential ? 1 : 0,
        adjusting: header.adjusting ? 1 : 0,
      },
    ],
    details: filledLines(lines).map(({ line }) => lineInputOf(line)),
  };
}

/** What a draft on the server keeps of an entry. */
export interface EntryDraft {
  readonly header: EntryHeader;
  readonly lines: readonly EntryLine[];
  /** The version of the stored batch that is being edited; undefined for a new entry. */
  readonly row_version?: number;
}

export function draftOf({ header, lines }: EntryForm, rowVersion: number | undefined): Record<string, unknown> {
  const kept = filledLines(lines).map(({ line }) => ({ ...line, formulas: {} }));
  return { header, lines: kept, ...(rowVersion === undefined ? {} : { row_version: rowVersion }) };
}

/** The entry that a draft keeps. A draft of an older page shape gives what it still can. */
export function entryOfDraft(body: Readonly<Record<string, unknown>>, type: EntryType, today: CalendarDate): EntryForm {
  const draft = body as Partial<EntryDraft>;
  const fresh = newEntry(type, today);
  const lines = Array.isArray(draft.lines) ? draft.lines : [];
  return {
    header: { ...fresh.header, ...draft.header },
    lines: startLines(lines.map((line, key) => ({ ...emptyLine(key), ...line }))),
    touched: true,
  };
}
