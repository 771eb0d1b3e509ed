import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { chequeNumbers, seriesDates } from '@talaan/core/calendar/post-dated-series';
import type { PartContents } from '@talaan/contract/documents/document-part';
import type { DocumentFault } from '@talaan/core/text/document-fault';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { groupBy } from '../../platform/group-by.ts';
import type {
  ParsedBatchInput,
  ParsedHeaderInput,
  ParsedLineInput,
} from '@talaan/contract/documents/batch-input.contract';

/** One document as it was entered, with the places of its parts in the body, by which faults are named. */
export interface GivenDocument {
  readonly place: number;
  readonly header: GivenHeader;
  readonly lines: readonly { readonly place: number; readonly line: ParsedLineInput }[];
}

/** A header of one date and one cheque. */
export type GivenHeader = Omit<ParsedHeaderInput, 'document_date'> & { readonly document_date: CalendarDate };

export type GivenEntry = Pick<ParsedBatchInput, 'document_type' | 'headers' | 'details'> & {
  /** Of a type with tables of its own; such a batch has one document. */
  readonly parts?: GivenParts | undefined;
  /** The received batch that it is; undefined where somebody typed it. */
  readonly received?: string | undefined;
};

/** What a person gave of the tables of the type's own, as its slice reads it. */
export interface GivenParts {
  readonly contents: PartContents;
  /** The total of the document, in minor units of its currency; of a type that posts it is what its lines debit. */
  readonly total_minor: bigint;
  readonly faults: readonly DocumentFault[];
}

/**
 * The documents of a body in the order of their keys. A post-dated series that comes as one header with several dates, or
 * with its first date and the number of cheques, becomes one document per cheque, each with all the lines (spec 2 §3,
 * decisions §3). Cheque numbers count on from the first where only that is given.
 */
export function documentsOf(
  type: DocumentType,
  input: GivenEntry,
): { documents: GivenDocument[]; faults: readonly DocumentFault[] } {
  const lines = input.details.map((line, place) => ({ place, line }));
  const ofHeader = groupBy(lines, ({ line }) => line.header_key);
  const isSeries = input.headers.length === 1 && input.headers[0]!.is_pdc === 1 && DOCUMENT_TYPES[type].header.cheque;
  if (isSeries) return spreadSeries(input.headers[0]!, lines);
  const documents = input.headers
    .map((header, place) => ({
      place,
      header: { ...header, document_date: header.document_date[0]! },
      lines: ofHeader.get(header.header_key) ?? [],
    }))
    .toSorted((left, right) => left.header.header_key - right.header.header_key);
  return {
    documents,
    faults: [
      ...input.headers.flatMap((header, place) => [
        ...(header.document_date.length > 1
          ? [{ path: `headers.${place}.document_date`, message: 'document date takes one date.' }]
          : []),
        ...(header.cheque_number.includes(',')
          ? [{ path: `headers.${place}.cheque_number`, message: 'cheque number takes one number.' }]
          : []),
      ]),
      ...keyFaults(documents, input),
    ],
  };
}

/** Whether an update says no more than what the first open cheque of a series is to be (spec 2 §2). */
export function namesFirstChequeOnly(input: GivenEntry, openCheques: number): boolean {
  const [header] = input.headers;
  if (input.headers.length !== 1 || header === undefined) return false;
  const isOfRest = header.number_of_cheques === undefined || header.number_of_cheques === openCheques;
  return header.document_date.length === 1 && header.interval === undefined && isOfRest;
}

function spreadSeries(header: ParsedHeaderInput, lines: GivenDocument['lines']) {
  const faults: DocumentFault[] = [];
  const dates = datesOf(header);
  if (typeof dates === 'string')
    return { documents: [], faults: [{ path: 'headers.0.number_of_cheques', message: dates }] };
  const numbers = numbersOf(header.cheque_number, dates.length);
  if (numbers === null) {
    const message = `Give one cheque number to count on from, or all ${dates.length}, separated by commas.`;
    faults.push({ path: 'headers.0.cheque_number', message });
  }
  const documents = dates.map((document_date, header_key) => ({
    place: 0,
    header: { ...header, header_key, document_date, cheque_number: numbers?.[header_key] ?? '' },
    lines: lines.map(({ place, line }) => ({ place, line: { ...line, header_key } })),
  }));
  for (const { place, line } of lines) {
    if (line.header_key !== header.header_key) faults.push(missingHeader(place, line));
  }
  return { documents, faults };
}

function datesOf(header: ParsedHeaderInput): CalendarDate[] | string {
  const { document_date: given, number_of_cheques: count } = header;
  if (given.length > 1) {
    const fits = count === undefined || count === given.length;
    return fits ? given : `${given.length} dates are given for ${count} cheques.`;
  }
  const dates = seriesDates(given[0]!, count ?? 1, header.interval ?? 'monthly');
  return dates ?? 'The last cheque of the series would be after 2100.';
}

function numbersOf(text: string, count: number): string[] | null {
  const given = text.split(',').map((number) => number.trim());
  if (given.length === count) return given;
  if (text === '') return Array.from({ length: count }, () => '');
  return given.length === 1 ? chequeNumbers(text, count) : null;
}

function keyFaults(documents: readonly GivenDocument[], input: GivenEntry): DocumentFault[] {
  const keys = documents.flatMap(({ place, header }, key) =>
    header.header_key === key
      ? []
      : [
          {
            path: `headers.${place}.header_key`,
            message: 'header keys count 0, 1, 2 … in the order of the headers.',
          },
        ],
  );
  const given = new Set(documents.map(({ header }) => header.header_key));
  const orphans = input.details.flatMap((line, place) =>
    given.has(line.header_key) ? [] : [missingHeader(place, line)],
  );
  return [...keys, ...orphans];
}

function missingHeader(place: number, line: ParsedLineInput): DocumentFault {
  return { path: `details.${place}.header_key`, message: `line ${place + 1}: there is no header ${line.header_key}.` };
}
