import * as z from 'zod';
import { MOST_CHEQUES, SERIES_INTERVALS } from '@talaan/core/calendar/post-dated-series';
import { givenShape } from './declared-field.ts';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS } from './entry-fields.ts';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { documentTypeCode, keptId } from './wire-values.ts';
import { wireNumber } from '../http/wire-number.ts';

/** One line as a person enters it. A difference line has no amounts in the currency, only peso amounts (decisions §4). */
const lineInput = z.object({
  header_key: wireNumber(z.number().int().min(0)).default(0),
  ...givenShape(LINE_FIELDS),
});
export type LineInput = z.input<typeof lineInput>;
export type ParsedLineInput = z.output<typeof lineInput>;

/** A line that says nothing: what the product fills in itself is put on it, with nothing to parse. */
export const BLANK_LINE: ParsedLineInput = lineInput.parse({});

/** One header as a person enters it. What the server owns (numbers, preparer, totals) is accepted and ignored. */
const headerInput = z.object({
  header_key: wireNumber(z.number().int().min(0)).default(0),
  batch_number: z.string().max(20).nullish(),
  ...givenShape(DOCUMENT_FIELDS),
  ...givenShape(BATCH_FIELDS),
  /** Of a series given by its first date. */
  number_of_cheques: wireNumber(
    z
      .number('number of cheques must be a number.')
      .int()
      .min(1, 'number of cheques must be at least 1.')
      .max(MOST_CHEQUES, `A series has up to ${MOST_CHEQUES} cheques.`),
  ).optional(),
  interval: z.enum(SERIES_INTERVALS, `interval must be ${SERIES_INTERVALS.join(', ')}.`).optional(),
  /** The regular transaction whose template it was made of; an update that does not name it keeps the stored one. */
  regular_trx: keptId,
});
export type HeaderInput = z.input<typeof headerInput>;
export type ParsedHeaderInput = z.output<typeof headerInput>;

/** A header of a day that says nothing else. */
export const blankHeader = (date: CalendarDate): ParsedHeaderInput => ({ ...BLANK_HEADER, document_date: [date] });

const BLANK_HEADER = headerInput.omit({ document_date: true }).parse({});

/** The body of a create: one entry for every type; each type looks at the fields that it has (decisions §2). */
export const batchInput = z.object({
  document_type: documentTypeCode,
  headers: z
    .array(headerInput, 'headers is required.')
    .min(1, 'headers is required.')
    .max(MOST_CHEQUES, `A batch has up to ${MOST_CHEQUES} documents.`),
  details: z.array(lineInput, 'details is required.').max(20_000, 'A batch has up to 20,000 lines.'),
  /** The server draft this entry grew in; it ends with the save. */
  draft_id: z.uuid('draft id must be a uuid.').optional(),
});
export type BatchInput = z.input<typeof batchInput>;
export type ParsedBatchInput = z.output<typeof batchInput>;
