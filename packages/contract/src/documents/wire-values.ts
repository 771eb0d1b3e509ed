import * as z from 'zod';
import { MESSAGES } from '../errors/messages.ts';
import { readDocumentType } from '@talaan/core/documents/document-type';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { dateFault, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { FIELD_RULES, stripEmoji } from '@talaan/core/text/field-rules';
import { isStatus } from '@talaan/core/documents/document-status';
import type { Status } from '@talaan/core/documents/status';
import { wireNumber } from '../http/wire-number.ts';

const UNKNOWN_TYPE = 'document type must be CV, CW, OB, DM, JE, CR, BI, CN or PO.';

/** A document type in either reading; the older one is mapped (AE and JV → JE, CD → CV; decisions §10). */
export const documentType = z
  .string()
  .max(2)
  .transform((code, context): DocumentType => {
    const reading = readDocumentType(code.toUpperCase());
    if (reading) return reading.document_type;
    context.addIssue({ code: 'custom', message: UNKNOWN_TYPE });
    return z.NEVER;
  });

/** The same, kept as it was sent: the reading also tells whether a journal is adjusting (`readDocumentType`). */
export const documentTypeCode = z
  .string('document type is required.')
  .transform((code) => code.toUpperCase())
  .refine((code) => readDocumentType(code) !== null, UNKNOWN_TYPE);

/** A status of the life of a batch: 1 … 10 or 20, as a number or as form text. */
export const status = wireNumber(z.number('status must be a number.')).transform((value, context): Status => {
  if (isStatus(value)) return value;
  context.addIssue({ code: 'custom', message: 'status must be 1 to 10, or 20.' });
  return z.NEVER;
});

/** A 1/0 switch, however a form sends it. */
export const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', ''])])
  .transform((value): 0 | 1 => (value === true || value === 1 || value === '1' || value === 'true' ? 1 : 0));

const recordId = z.union([
  z.int().min(0).max(2_147_483_647),
  z.string().regex(/^\d{0,9}$/, 'must be a record id.'),
  z.null(),
]);
/** A Record ID that is sent on its own, as a number or as form text. */
export function requiredId(field: string) {
  const fault = `${field} must be a record id.`;
  return wireNumber(z.number(fault).int(fault).min(1, fault).max(2_147_483_647, fault));
}

/** One of a few whole numbers, as a number or as the digits of an address. */
export function oneOf(field: string, codes: readonly number[]) {
  const fault = `${field} must be ${codes.slice(0, -1).join(', ')} or ${codes.at(-1)}.`;
  return wireNumber(z.number(fault)).refine((code) => codes.includes(code), fault);
}

const idOf = (value?: number | string | null): number | null => (value ? Number(value) || null : null);

/** A Record ID; empty text, 0 and null mean none. */
export const optionalId = recordId.optional().transform(idOf);

/** A Record ID that an update may leave out: absent is not none, but what is stored. */
export const keptId = recordId.transform(idOf).optional();

/** A calendar date as `yyyy-mm-dd` (decisions §1); an empty text is none. */
export function calendarDate(field: string) {
  return z.string(`${field} is required.`).transform((text, context) => {
    const date = parseCalendarDate(text);
    if (date) return date;
    context.addIssue({ code: 'custom', message: faultyDate(field, text) });
    return z.NEVER;
  });
}

function faultyDate(field: string, text: string): string {
  return text.trim() === '' ? `${field} is required.` : `${field} ${dateFault(text.trim())}`;
}

/**
 * One date or several separated by commas, as a post-dated series carries them (spec 2 §3): `2026-07-05,2026-08-05`. A
 * list of dates is taken too.
 */
export function calendarDates(field: string) {
  const given = z.union([z.string(), z.array(z.string()).min(1)], `${field} is required.`);
  return given.transform((value, context) => {
    const texts = typeof value === 'string' ? value.split(',') : value;
    const dates = texts.map((one) => parseCalendarDate(one.trim()));
    if (dates.every((date) => date !== null)) return dates;
    context.addIssue({ code: 'custom', message: faultyDate(field, texts.join('')) });
    return z.NEVER;
  });
}

/** One of a few whole numbers, as a number or as form text; empty text and null mean none. */
export function optionalCode<Code extends number>(
  field: string,
  isCode: (code: number) => code is Code,
  codes: string,
) {
  return z
    .union([z.number(), z.string(), z.null()])
    .optional()
    .transform((value, context): Code | null => {
      if (value === undefined || value === null || value === '') return null;
      const code = Number(value);
      if (isCode(code)) return code;
      context.addIssue({ code: 'custom', message: `${field} must be ${codes}.` });
      return z.NEVER;
    });
}

const CONTROL_CHARACTER = /[^\P{Cc}\t\n]/u;

/** Free prose such as remarks: composed (NFC), lines ended by a line feed, neither emoji nor control characters. */
export function prose(field: string, longest: number) {
  return z
    .union([z.string(), z.null()])
    .optional()
    .transform((text) => (text ?? '').replaceAll('\r\n', '\n').normalize('NFC'))
    .pipe(
      z
        .string()
        .max(longest, `${field} may have up to ${longest} characters.`)
        .refine(
          (text) => stripEmoji(text) === text && !CONTROL_CHARACTER.test(text),
          `${field} can only contain plain text.`,
        ),
    );
}

export const LONGEST_TERM = 365;

/** Days that a payment may take, up to the longest term; what is due at once has none. */
export const paymentTerm = wireNumber(
  z
    .number('payment term must be a number of days.')
    .int('payment term must be a whole number of days.')
    .min(0, 'payment term must be 0 days or more.')
    .max(LONGEST_TERM, `payment term may be up to ${LONGEST_TERM} days.`),
).default(0);

/** An amount as typed or pasted; empty means 0. What is wrong with it is answered with its line number. */
export const typedAmount = z
  .union([z.string().max(40), z.null()])
  .optional()
  .transform((text) => text ?? '');

/** A number on paper, as typed; several of a series are separated by commas. Spaces around it do not count. */
export function paperNumber(field: string, longest: number) {
  return z
    .union([z.string(), z.null()])
    .optional()
    .transform((text) => (text ?? '').trim())
    .pipe(
      z
        .string()
        .max(longest, `${field} may have up to ${longest} characters.`)
        .regex(/^[0-9A-Za-z, -]*$/, `${field} can only contain letters, numbers, spaces or hyphens.`),
    );
}

/** One value, several, or several in one text separated by commas; sent once or repeated. */
export function listOf<Schema extends z.ZodType>(schema: Schema) {
  // What goes in is text by the time that it gets here; the schema's own input may be wider.
  const list = z.array(schema) as unknown as z.ZodType<z.output<Schema>[], string[]>;
  return z
    .union([z.array(z.string()), z.string()])
    .transform((value) =>
      (Array.isArray(value) ? value : [value])
        .flatMap((one) => one.split(','))
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(list);
}

/** An amount as the server answers it: decimal text with 2 decimals, in the currency of its record. */
export const amount = z.string();

/** A calendar date as the server answers it: `yyyy-mm-dd`, never an instant. */
export const calendarDay = z.iso.date();

/** An instant as the server answers it: ISO 8601 with zone. */
export const instant = z.string();

/** Whether a text is an e-mail address, or none. */
export const isMailAddress = (address: string): boolean => address === '' || FIELD_RULES.email.pattern.test(address);

/** Where a paper is mailed to: an e-mail address, or nothing for the one that is known. */
export const mailAddress = (field: string) =>
  z
    .string()
    .trim()
    .max(250, `${field} may have up to 250 characters.`)
    .refine(isMailAddress, MESSAGES.invalidEmail)
    .nullish();
