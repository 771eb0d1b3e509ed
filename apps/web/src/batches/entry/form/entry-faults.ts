import { isCalendarDate } from '@talaan/core/calendar/calendar-date';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { parseRate } from '@talaan/core/money/rate';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { EntryChoices } from '../../record/batch-calls.ts';
import type { CellFault } from '../lines/entry-lines.ts';
import { isAmountColumn, type LineField } from '../lines/entry-line.ts';
import type { LineColumn } from '../lines/line-columns.ts';
import { UNREADABLE_DATE } from '../../../ui/dates/date-field.tsx';
import { figuresProblem } from '../../../ui/fields/figures-field.tsx';
import type { ToldFault } from '../frame/edited-document.ts';
import { isPeriodOpen, type EntryHeader } from './entry-form.ts';
import { LONGEST_CHEQUE_NUMBER, seriesFault } from './entry-series.ts';
import { HEADER_FIELD_ID } from './header-props.ts';

/** What an attempt to save found wrong outside the lines, whose cells carry their own faults. */
export interface HeaderFaults {
  /** By field of the wire. */
  readonly fields: Readonly<Record<string, string>>;
  /** What concerns no field that the page shows. */
  readonly rest: readonly string[];
}

export const NO_FAULTS: HeaderFaults = { fields: {}, rest: [] };

/**
 * Faults that the page knows itself; the rest is the server's to name. `submitted` tells the lines of an entry that is
 * to be submitted, which must be complete; null of one that is only saved.
 */
export function ownFaults(
  header: EntryHeader,
  choices: EntryChoices,
  submitted: { count: number; balanced: boolean } | null,
): HeaderFaults {
  const has = DOCUMENT_TYPES[header.document_type].header;
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  if (header.document_date === '') fields['document_date'] = 'Date is required.';
  if (has.payee && header.payee === null) fields['payee_id'] = 'Payee is required.';
  if (has.bank_required && header.bank_id === null) fields['bank_id'] = 'Bank is required.';
  const wrongCheque = figuresProblem(header.cheque_number, 'paper', LONGEST_CHEQUE_NUMBER);
  if (has.cheque && wrongCheque !== null) fields['cheque_number'] = `Cheque No. ${wrongCheque}`;
  const wrongSeries = header.series === null ? null : seriesFault(header.series);
  if (wrongSeries !== null) fields['number_of_cheques'] = wrongSeries;
  if (header.currency_id !== CURRENCY_PESO && header.dollar_rate === '') fields['dollar_rate'] = 'Rate is required.';
  const wrongRate = rateFault(header);
  if (wrongRate !== undefined) fields['dollar_rate'] = wrongRate;
  const wrongDate = dateFault(header, choices);
  if (wrongDate !== undefined) fields['document_date'] = wrongDate;
  if (submitted !== null && submitted.count < 2) rest.push('An entry needs 2 to 5,000 lines.');
  else if (submitted !== null && !submitted.balanced) rest.push('Debit and credit must be equal.');
  return { fields, rest };
}

/** Why a date cannot stand, told as soon as it is typed. */
export function dateFault(header: EntryHeader, choices: EntryChoices): string | undefined {
  const { document_type: type, document_date: date } = header;
  if (date === '') return undefined;
  if (!isCalendarDate(date)) return UNREADABLE_DATE;
  return isPeriodOpen(type, date, choices) ? undefined : MESSAGES.periodClosed;
}

/** Why a rate cannot stand, told as soon as it is typed; a dot before its decimals waits for them. */
export function rateFault({
  currency_id,
  dollar_rate,
}: Pick<EntryHeader, 'currency_id' | 'dollar_rate'>): string | undefined {
  if (currency_id === CURRENCY_PESO || dollar_rate === '' || parseRate(dollar_rate.replace(/\.$/, '')) !== null) {
    return undefined;
  }
  return 'Rate must be a number above 0 with at most 6 decimals.';
}

/** All faults in the order of the page, each with its control to jump to. */
export function faultSummary(
  { fields, rest }: HeaderFaults,
  cells: readonly CellFault[],
  columns: readonly LineColumn[],
): ToldFault[] {
  return [
    ...Object.entries(fields).map(([field, message]) => ({
      message,
      ...(field in HEADER_FIELD_ID ? { fieldId: HEADER_FIELD_ID[field as keyof typeof HEADER_FIELD_ID] } : {}),
    })),
    ...rest.map((message) => ({ message })),
    ...cells.map((cell) => ({
      message: `Line ${cell.row + 1}, ${headingOf(columns, cell.field)}: ${cell.message}`,
      fieldId: `line ${cell.row} ${cell.field}`,
      cell,
    })),
  ];
}

function headingOf(columns: readonly LineColumn[], field: LineField): string {
  return columns.find((column) => column.field === field)?.header ?? (isAmountColumn(field) ? 'Amount' : field);
}
