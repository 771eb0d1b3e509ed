/** What other systems send: a batch with its documents and lines, and what becomes of it (decisions §7). */
import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { dateFault, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { isReceiptKind, readDocumentType } from '@talaan/core/documents/document-type';
import { FAULT_RULES } from '@talaan/core/integration/fault-rules';
import { isVatType } from '@talaan/core/money/withholding';
import { amount, instant, optionalCode, prose } from '../documents/wire-values.ts';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';

export const MOST_DOCUMENTS = 5000;
export const MOST_LINES = 50_000;
const LARGEST_BODY = 32 * 1024 * 1024;
const TAG = 'Integrated batches';
const scope = 'integrated';

/** The types that are received; what another one would be told. */
export const RECEIVED_TYPES = ['CV', 'CW', 'OB', 'DM', 'JE', 'CR'] as const;
export type ReceivedType = (typeof RECEIVED_TYPES)[number];
const isReceived = (type: string): type is ReceivedType => RECEIVED_TYPES.some((one) => one === type);

/** The number that a source gave a batch or a document. */
const sourceNumber = z
  .string('is required.')
  .regex(/^[A-Za-z0-9._/-]{1,40}$/, 'must have 1 to 40 letters A–Z, digits or . _ / -');

const code = z
  .string()
  .max(250)
  .transform((text) => text.normalize('NFC').trim().toUpperCase());
const optional = code.nullish().transform((text) => text ?? '');
const required = code.refine((text) => text !== '', 'is required.');

const amountText = z
  .string('amount must be a string with 2 decimals.')
  .regex(/^\d{1,13}\.\d{2}$/, 'amount must be a string with 2 decimals.');
const optionalAmount = amountText.nullish().transform((text) => text ?? '');
const numberOf = (most: number) => z.int().min(0).max(most);
const flag = z.literal([0, 1], 'must be 0 or 1.').default(0);

const receivedLine = z.strictObject({
  account_code: required,
  branch: required,
  department: optional,
  section: optional,
  payee_code: optional,
  service: optional,
  atc_code: optional,
  billing_invoice_no: optional,
  remarks: prose('remarks', 500),
  debit_amount: amountText,
  credit_amount: amountText,
  debit_php: optionalAmount,
  credit_php: optionalAmount,
  tax_base: optionalAmount,
});

const receivedDocument = z.strictObject({
  document_no: sourceNumber,
  document_date: z.string('is required.').transform((text, context) => {
    const date = parseCalendarDate(text);
    if (date) return date;
    context.addIssue({ code: 'custom', message: text === '' ? 'is required.' : dateFault(text) });
    return z.NEVER;
  }),
  payee_code: optional,
  bank_code: optional,
  bank_account: optional,
  payee_account_number: optional,
  vat: optionalCode('vat', isVatType, '0, 1, 2 or 3'),
  atc_code: optional,
  cheque_number: z
    .string()
    .regex(/^[0-9A-Za-z -]{0,30}$/, 'can only contain letters, numbers, spaces or hyphens.')
    .nullish()
    .transform((text) => (text ?? '').trim()),
  is_or_ar: optionalCode('is_or_ar', isReceiptKind, '1, 2 or 3'),
  remarks: prose('remarks', 2000),
  lines: z
    .array(receivedLine, 'is required.')
    .min(2, 'must have 2 to 5,000 lines.')
    .max(5000, 'must have 2 to 5,000 lines.'),
});

/** A batch as a source sends it. Codes stand in either case, amounts are text with 2 decimals; nothing else is taken. */
export const receivedBatch = z.strictObject({
  source: optional,
  batch_no: sourceNumber,
  department: optional,
  department_id: z.int().min(1).max(2_147_483_647).nullish(),
  document_type: z.string('is required.').transform((text, context): { type: ReceivedType; adjusting: boolean } => {
    const reading = readDocumentType(text.toUpperCase());
    if (reading && isReceived(reading.document_type)) {
      return { type: reading.document_type, adjusting: reading.adjusting };
    }
    const message = reading
      ? `is ${reading.document_type}. Billing is not received; send ${RECEIVED_TYPES.join(', ')}.`
      : `must be ${RECEIVED_TYPES.join(', ')}.`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }),
  currency: code.default('PHP'),
  dollar_rate: z
    .string('must be a string with up to 6 decimals.')
    .regex(/^\d{1,9}(\.\d{1,6})?$/, 'must be a string with up to 6 decimals.')
    .nullish()
    .transform((text) => text ?? ''),
  adjusting: flag,
  is_confidential: flag,
  control: z.strictObject({
    documents: numberOf(MOST_DOCUMENTS),
    lines: numberOf(MOST_LINES),
    debit: amountText,
    credit: amountText,
  }),
  documents: z.array(receivedDocument, 'is required.').min(1, 'must have a document.').max(MOST_DOCUMENTS),
});
export type ReceivedBatch = z.output<typeof receivedBatch>;
export type ReceivedBatchInput = z.input<typeof receivedBatch>;

/** What is wrong with a batch, by its place in what was sent. */
export const sendingFault = z.object({
  /** Such as `documents.3.lines.12.branch`. */
  path: z.string(),
  batch_no: z.string().nullable(),
  document_no: z.string().nullable(),
  /** From 1. */
  line: z.int().nullable(),
  field: z.string(),
  value: z.string().nullable(),
  rule: z.enum(FAULT_RULES),
  message: z.string(),
});
export type SendingFault = z.output<typeof sendingFault>;

/** waiting for people, in the ledger, or ended. */
export const RECEIVED_STATES = ['for_approval', 'posted', 'rejected', 'deleted'] as const;

const receivedAnswer = z.object({
  source: z.string(),
  batch_no: z.string(),
  batch_number: z.string(),
  state: z.enum(RECEIVED_STATES),
  status: z.int(),
  department: z.string(),
  document_type: z.string(),
  documents: z.array(
    z.object({
      document_no: z.string(),
      document_number: z.string().nullable(),
      journal_entry_id: z.string().nullable(),
    }),
  ),
  lines: z.int(),
  overallDebit: amount,
  overallCredit: amount,
  /** SHA-256 of the canonical content, hexadecimal. */
  content_hash: z.string(),
  received_at: instant,
});
export type ReceivedAnswer = z.output<typeof receivedAnswer>;

const { $schema: _, ...described } = z.toJSONSchema(receivedBatch, { io: 'input', unrepresentable: 'any' });

export const receiveBatch = defineRoute({
  method: 'POST',
  path: '/trx/integrated',
  summary: 'Send a batch from another system: it enters whole and once, or not at all with every fault',
  tag: TAG,
  access: { kind: 'module', module: 'Integrated Transactions', level: ACCESS.insert },
  scope,
  clients_only: true,
  // Its server reads it, so that all that is wrong with it is told at once.
  body: z.unknown().meta(described as Record<string, unknown>),
  largest_body: LARGEST_BODY,
  long: true,
  queues: true,
  creates: true,
  // It keeps its own transactions, so that what waits is entered together.
  reads: true,
  response: recordOf(receivedAnswer),
});

export const readReceived = defineRoute({
  method: 'GET',
  path: '/trx/integrated/{batch_no}',
  summary: 'What became of a batch that the client sent',
  tag: TAG,
  access: { kind: 'module', module: 'Integrated Transactions', level: ACCESS.select },
  scope,
  clients_only: true,
  params: z.object({ batch_no: z.string().max(120) }),
  response: recordOf(receivedAnswer),
});
