import * as z from 'zod';
import { calendarDate, documentTypeCode, flag, optionalId, prose } from './wire-values.ts';

/** An amount as typed or pasted; empty means 0. What is wrong with it is answered with its line number. */
const amountText = z
  .union([z.string().max(40), z.null()])
  .optional()
  .transform((text) => text ?? '');

/** One line as a person enters it. A difference line has no amounts in the currency, only peso amounts (decisions §4). */
export const lineInput = z.object({
  header_key: z.coerce.number().int().min(0).default(0),
  account_code: z.string().max(20).default(''),
  payee_id: optionalId,
  department_id: optionalId,
  branch_id: optionalId,
  section_id: optionalId,
  atc_code: z.string().max(20).nullish(),
  debit_amount: amountText,
  credit_amount: amountText,
  debit_php: amountText,
  credit_php: amountText,
  remarks: prose('remarks', 500),
});
export type LineInput = z.input<typeof lineInput>;
export type ParsedLineInput = z.output<typeof lineInput>;

/** One header as a person enters it. What the server owns (numbers, preparer, totals) is accepted and ignored. */
export const headerInput = z.object({
  header_key: z.coerce.number().int().min(0).default(0),
  batch_number: z.string().max(20).nullish(),
  document_date: calendarDate('document date'),
  currency_id: z.coerce.number('currency id must be a record id.').int().positive().default(1),
  /** Pesos for one unit of the currency, at most 6 decimals; ignored for pesos. */
  dollar_rate: z.union([z.string().max(20), z.null()]).optional(),
  remarks: prose('remarks', 2000),
  is_confidential: flag.default(0),
  adjusting: flag.default(0),
});
export type HeaderInput = z.input<typeof headerInput>;
export type ParsedHeaderInput = z.output<typeof headerInput>;

/** The body of a create: one entry for every type; each type looks at the fields that it has (decisions §2). */
export const batchInput = z.object({
  document_type: documentTypeCode,
  headers: z
    .array(headerInput, 'headers is required.')
    .min(1, 'headers is required.')
    .max(60, 'A batch has up to 60 documents.'),
  details: z.array(lineInput, 'details is required.').max(20_000, 'A batch has up to 20,000 lines.'),
  /** The server draft this entry grew in; it ends with the save. */
  draft_id: z.uuid('draft id must be a uuid.').optional(),
});
export type BatchInput = z.input<typeof batchInput>;
export type ParsedBatchInput = z.output<typeof batchInput>;
