import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { ALL_DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { AMOUNT_MODES, type AmountMode } from '@talaan/core/documents/regular/regular-template';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute, type Access } from '../../http/route.ts';
import { wireNumber } from '../../http/wire-number.ts';
import { rowSchema, rowVersion } from '../../resource/row-schema.ts';
import { amount, calendarDate, requiredId, typedAmount } from '../../documents/wire-values.ts';
import { MOST_LINES, MOST_SECTIONS, regularTransaction } from './regular-transaction.resource.ts';

const TAG = 'Regular Transactions';
/** So many amounts and templates are made at once. */
export const MOST_TEMPLATES = 500;

/** The type of a document in an answer. */
const documentType = z.enum(ALL_DOCUMENT_TYPES);

const access = (level: 1 | 2 | 3): Access => ({ kind: 'module', module: TAG, level });

const { shape: rowShape } = rowSchema(regularTransaction) as unknown as z.ZodObject<{ lines: z.ZodType }>;

const sectionParams = z.object({ id: requiredId('id'), section_id: requiredId('section id') });
const sectionView = z.object({
  id: z.int(),
  section_no: z.int(),
  section_name: z.string(),
  lines: rowShape.lines,
  /** Of the template: whoever changes another section of it changes it as well. */
  row_version: z.int(),
});
const sectionBody = z.object({
  section_name: z.string('Section name is required.'),
  /** Without a number a new section is the last one, and a changed one stays where it is. */
  section_no: wireNumber(z.number('Section no. must be a number.').int().min(1).max(MOST_SECTIONS)).optional(),
  /** As lines of a template are entered; they take the place of those that stand. */
  lines: z
    .array(z.record(z.string(), z.unknown()), 'Lines must be a list.')
    .max(MOST_LINES, `A regular transaction has up to ${MOST_LINES} lines.`)
    .default([]),
});
export type SectionBody = z.output<typeof sectionBody>;

const period = wireNumber(
  z.number('Period is required.').int('Period must be a year and a month, as 202506.').min(190001).max(209912),
).refine((given) => given % 100 >= 1 && given % 100 <= 12, 'Period must be a year and a month, as 202506.');

const choice = z.object({ id: z.union([z.int(), z.string()]), code: z.string(), name: z.string() });

/** Everything that a form for a new template asks for; of records the first 100 in use, further ones by their own lists. */
const formChoices = z.object({
  document_types: z.array(choice),
  modes: z.array(choice),
  schedules: z.array(choice),
  currencies: z.array(choice),
  banks: z.array(choice),
  accounts: z.array(choice),
  departments: z.array(choice),
  branches: z.array(choice),
  sections: z.array(choice),
  services: z.array(choice),
  atc_codes: z.array(choice),
});
export type FormChoices = z.infer<typeof formChoices>;

const missingAmount = z.object({ line_id: z.int(), section: z.string(), line: z.int(), last: amount.nullable() });
/** The entry that a template makes, as `POST /trx/header` takes it, and the amounts that are still asked. */
const templateEntry = z.object({
  document_type: documentType,
  headers: z.array(z.looseObject({})),
  details: z.array(z.looseObject({})),
  missing: z.array(missingAmount),
});
export type TemplateEntry = z.infer<typeof templateEntry>;

const dataToCreate = {
  method: 'GET',
  summary: 'What a new regular transaction asks for, or the transaction that one makes',
  tag: TAG,
  access: access(ACCESS.select),
  query: z.object({
    id: requiredId('id').optional(),
    period: period.optional(),
    document_date: calendarDate('document date').optional(),
  }),
  response: recordOf(z.union([templateEntry, formChoices])),
} as const;

const MODES = Object.keys(AMOUNT_MODES) as AmountMode[];
export const RUN_STATES = ['ready', 'missing', 'refused', 'made', 'billing'] as const;

const runLine = z.object({
  line_id: z.int(),
  section_name: z.string(),
  /** Account and place, as people read it. */
  label: z.string(),
  mode: z.enum(MODES),
  side: z.enum(['D', 'C']),
  last: amount.nullable(),
  /** What it is this time; null: asked. */
  amount: amount.nullable(),
});
const runFault = z.object({
  rule: z.string(),
  line_id: z.int().nullable(),
  field: z.string(),
  message: z.string(),
});

/** A template that is due in a period, and what a run would make of it. Amounts are in its currency. */
const runRow = z.object({
  regular_trx: z.int(),
  row_version: z.int(),
  txn_type: z.string(),
  document_type: documentType,
  document_date: z.string(),
  currency_id: z.int(),
  payee: z.string().nullable(),
  /** The mode of all its amounts that are no part; `mixed` where they differ. */
  mode: z.enum([...MODES, 'mixed']),
  last_amount: amount.nullable(),
  amount: amount.nullable(),
  lines: z.array(runLine),
  vat: amount,
  withheld: amount,
  net: amount,
  state: z.enum(RUN_STATES),
  missing: z.int(),
  /** What made it already; the number is told to whoever may see it. */
  made: z.object({ batch_number: z.string().nullable() }).nullable(),
  faults: z.array(runFault),
});
export type RunRow = z.infer<typeof runRow>;
export type RunFault = z.infer<typeof runFault>;

const runTotal = z.object({ document_type: documentType, currency_id: z.int(), count: z.int(), net: amount });
const monthRun = z.object({
  period: z.int(),
  rows: z.array(runRow),
  /** Of the rows that are ready, by type and currency. */
  totals: z.array(runTotal),
});
export type MonthRun = z.infer<typeof monthRun>;

const REPLACED = [
  'account_id',
  'payee_id',
  'branch_id',
  'department_id',
  'section_id',
  'billing_service_id',
  'atc_id',
] as const;
const givenRow = z.object({
  regular_trx: requiredId('regular trx'),
  row_version: rowVersion,
  amounts: z
    .array(z.object({ line_id: requiredId('line id'), amount: typedAmount }), 'amounts must be a list.')
    .max(MOST_LINES)
    .default([]),
  /** For this run only; the template stays as it is. */
  replace: z
    .array(z.object({ line_id: requiredId('line id'), field: z.enum(REPLACED), value: z.int().nullable() }))
    .max(MOST_LINES)
    .default([]),
});
const runBody = z.object({
  period,
  /** Of all that is made; without one each template has its own day. */
  document_date: calendarDate('document date').optional(),
  rows: z
    .array(givenRow, 'rows is required.')
    .min(1, 'Choose at least one template.')
    .max(MOST_TEMPLATES, `Up to ${MOST_TEMPLATES} templates are made at once.`),
});
export type RunBody = z.output<typeof runBody>;
export type RunInput = z.input<typeof runBody>;

/** The calls of regular transactions beside the generic ones (spec 1 §7, `many.md` §2). */
export const regularRoutes = {
  section: defineRoute({
    method: 'GET',
    path: '/regular-txn/{id}/section/{section_id}',
    summary: 'A section of a regular transaction',
    tag: TAG,
    access: access(ACCESS.select),
    params: sectionParams,
    response: recordOf(sectionView),
  }),
  addSection: defineRoute({
    method: 'POST',
    path: '/regular-txn/{id}/section',
    summary: 'Add a section to a regular transaction',
    tag: TAG,
    access: access(ACCESS.update),
    params: sectionParams.pick({ id: true }),
    body: sectionBody,
    response: recordOf(sectionView),
  }),
  changeSection: defineRoute({
    method: 'PUT',
    path: '/regular-txn/{id}/section/{section_id}',
    summary: 'Change a section and its lines',
    tag: TAG,
    access: access(ACCESS.update),
    params: sectionParams,
    body: sectionBody.extend({ row_version: rowVersion }),
    response: recordOf(sectionView),
  }),
  removeSection: defineRoute({
    method: 'DELETE',
    path: '/regular-txn/{id}/section/{section_id}',
    summary: 'Delete a section with its lines',
    tag: TAG,
    access: access(ACCESS.update),
    params: sectionParams,
    response: recordOf(z.object({ id: z.int() })),
  }),
  dataToCreate: defineRoute({ ...dataToCreate, path: '/data-to-create-regular-txn' }),
  dataToCreateTwin: defineRoute({ ...dataToCreate, path: '/regular-txn/data-to-create-regular-txn' }),
  monthRun: defineRoute({
    method: 'GET',
    path: '/regular-txn/month-run',
    summary: 'Regular transactions that are due in a period',
    tag: TAG,
    access: access(ACCESS.insert),
    query: z.object({ period }),
    response: recordOf(monthRun),
  }),
  previewRun: defineRoute({
    method: 'POST',
    path: '/regular-txn/month-run/preview',
    summary: 'Preview what a run of a month makes',
    tag: TAG,
    access: access(ACCESS.insert),
    body: runBody,
    response: recordOf(monthRun),
    reads: true,
    in_preview: true,
  }),
  makeRun: defineRoute({
    method: 'POST',
    path: '/regular-txn/month-run',
    summary: 'Make the drafts of a month',
    tag: TAG,
    access: access(ACCESS.insert),
    body: runBody,
    response: recordOf(z.object({ made: z.array(z.object({ regular_trx: z.int(), batch_number: z.string() })) })),
  }),
} as const;
