import * as z from 'zod';
import { MOST_CHEQUES, SERIES_INTERVALS } from '@talaan/core/calendar/post-dated-series';
import { PROPOSED_PARTS } from '@talaan/core/documents/proposed-lines';
import { isVatType } from '@talaan/core/money/withholding';
import { calendarDates, documentTypeCode, flag, keptId, optionalCode, optionalId, prose } from './wire-values.ts';

/** An amount as typed or pasted; empty means 0. What is wrong with it is answered with its line number. */
const amountText = z
  .union([z.string().max(40), z.null()])
  .optional()
  .transform((text) => text ?? '');

/** What a line stands for that the helper proposed. */
const proposedPart = z.enum(PROPOSED_PARTS, {
  error: ({ path }) => `line ${Number(path?.at(-2)) + 1}: part must be charged, vat, withheld, bank or null.`,
});

/** One line as a person enters it. A difference line has no amounts in the currency, only peso amounts (decisions §4). */
const lineInput = z.object({
  header_key: z.coerce.number().int().min(0).default(0),
  account_code: z.string().max(20).default(''),
  payee_id: optionalId,
  department_id: optionalId,
  branch_id: optionalId,
  section_id: optionalId,
  billing_service_id: optionalId,
  atc_code: z.string().max(20).nullish(),
  /** What the tax of the line was computed from, in the document's currency. */
  tax_base: amountText,
  /** Kept so that a later proposal takes the place of this line; approvers do not sign it. */
  part: proposedPart.nullish(),
  debit_amount: amountText,
  credit_amount: amountText,
  debit_php: amountText,
  credit_php: amountText,
  remarks: prose('remarks', 500),
});
export type LineInput = z.input<typeof lineInput>;
export type ParsedLineInput = z.output<typeof lineInput>;

/** A number on paper, as typed; several of a series are separated by commas. Spaces around it do not count. */
const paperNumber = (field: string, longest: number) =>
  z
    .union([z.string(), z.null()])
    .optional()
    .transform((text) => (text ?? '').trim())
    .pipe(
      z
        .string()
        .max(longest, `${field} may have up to ${longest} characters.`)
        .regex(/^[0-9A-Za-z, -]*$/, `${field} can only contain letters, numbers, spaces or hyphens.`),
    );

const isReceiptKind = (code: number): code is 1 | 2 | 3 => code === 1 || code === 2 || code === 3;

/** One header as a person enters it. What the server owns (numbers, preparer, totals) is accepted and ignored. */
const headerInput = z.object({
  header_key: z.coerce.number().int().min(0).default(0),
  batch_number: z.string().max(20).nullish(),
  /** The dates of a post-dated series, separated by commas; of everything else one. */
  document_date: calendarDates('document date'),
  payee_id: optionalId,
  /** The own bank account, by Record ID; else `bank_account` (with `bank_code` where two banks have that number). */
  bank_id: optionalId,
  bank_code: z.string().max(60).nullish(),
  bank_account: z.string().max(60).nullish(),
  /** The payee's bank account to credit, by Record ID; else its number among those of the payee. */
  payee_bank_id: optionalId,
  payee_account_number: z.string().max(60).nullish(),
  /** Of a series: all of them separated by commas, or the first one, from which the others count on. */
  cheque_number: paperNumber('cheque number', 2000),
  /** 0 not applicable, 1 VATable, 2 exempt, 3 zero-rated. */
  vat: optionalCode('vat', isVatType, '0, 1, 2 or 3'),
  atc_code: z.string().max(20).nullish(),
  /** 1 official receipt, 2 acknowledgement receipt, 3 both. */
  is_or_ar: optionalCode('is or ar', isReceiptKind, '1, 2 or 3'),
  is_pdc: flag.default(0),
  /** Of a series given by its first date. */
  number_of_cheques: z.coerce
    .number('number of cheques must be a number.')
    .int()
    .min(1, 'number of cheques must be at least 1.')
    .max(MOST_CHEQUES, `A series has up to ${MOST_CHEQUES} cheques.`)
    .optional(),
  interval: z.enum(SERIES_INTERVALS, `interval must be ${SERIES_INTERVALS.join(', ')}.`).optional(),
  currency_id: z.coerce.number('currency id must be a record id.').int().positive().default(1),
  /** Pesos for one unit of the currency, at most 6 decimals; ignored for pesos. */
  dollar_rate: z.union([z.string().max(20), z.null()]).optional(),
  remarks: prose('remarks', 2000),
  is_confidential: flag.default(0),
  adjusting: flag.default(0),
  /** The regular transaction whose template it was made of; an update that does not name it keeps the stored one. */
  regular_trx: keptId,
});
export type HeaderInput = z.input<typeof headerInput>;
export type ParsedHeaderInput = z.output<typeof headerInput>;

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
