import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { ALL_DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute, type Access } from '../../http/route.ts';
import { wireNumber } from '../../http/wire-number.ts';
import { rowSchema, rowVersion } from '../../resource/row-schema.ts';
import { shownShape } from '../../documents/declared-field.ts';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS } from '../../documents/entry-fields.ts';
import { amount, calendarDate, requiredId } from '../../documents/wire-values.ts';
import { MOST_LINES, MOST_SECTIONS, regularTransaction } from './regular-transaction.resource.ts';

export const TAG = 'Regular Transactions';

/** The type of a document in an answer. */
export const documentType = z.enum(ALL_DOCUMENT_TYPES);

export const access = (level: 1 | 2 | 3): Access => ({ kind: 'module', module: TAG, level });

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

const WRONG_PERIOD = 'Period must be a year and a month, as 202506.';

/** yyyymm, in the years that are kept. */
export const period = wireNumber(
  z.number('Period is required.').int(WRONG_PERIOD).min(190101, WRONG_PERIOD).max(209912, WRONG_PERIOD),
).refine((given) => given % 100 >= 1 && given % 100 <= 12, WRONG_PERIOD);

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
/**
 * The entry that a template makes, as `POST /trx/header` takes it, with what records are called beside their ids; the amounts that are
 * still asked, by the number of the line among the details, and what else is to be mended.
 */
const templateEntry = z.object({
  document_type: documentType,
  headers: z.array(
    z.looseObject({
      ...shownShape(DOCUMENT_FIELDS),
      ...shownShape(BATCH_FIELDS),
      /** Null where none is on file for the period. */
      dollar_rate: z.string().nullable(),
      adjusting: z.int(),
      regular_trx: z.int(),
    }),
  ),
  details: z.array(z.looseObject(shownShape(LINE_FIELDS))),
  /** With VAT: what VAT, tax withheld and bank follow from; its tax code, '' for none, null for that of the header. Empty where nothing follows. */
  charged: z.array(z.object({ amount: amount.nullable(), atc_code: z.string().nullable() })),
  missing: z.array(missingAmount),
  faults: z.array(z.string()),
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

/** The calls of sections and of what a template makes, beside the generic ones (spec 1 §7, `many.md` §2). */
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
} as const;
