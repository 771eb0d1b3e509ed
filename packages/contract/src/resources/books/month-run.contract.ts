/** What comes every month is made from templates in one run (`many.md` §2). */
import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { TEMPLATE_RULES } from '@talaan/core/documents/regular/entry-of-template';
import { GIVEN_RULES, type ReplacedField } from '@talaan/core/documents/regular/given-for-run';
import { RUN_STATES } from '@talaan/core/documents/regular/month-run';
import { AMOUNT_MODES, type AmountMode } from '@talaan/core/documents/regular/regular-template';
import { amount, calendarDate, calendarDay, requiredId, typedAmount } from '../../documents/wire-values.ts';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { rowVersion } from '../../resource/row-schema.ts';
import { access, documentType, period, TAG } from './regular-transaction.contract.ts';
import { MOST_LINES } from './regular-transaction.resource.ts';

/** So many templates are made at once. */
export const MOST_TEMPLATES = 500;

const MODES = Object.keys(AMOUNT_MODES) as AmountMode[];
/** What keeps a row from being made: what its template says, what was given for it, who runs it, and what the checks of its entry say. */
export const RUN_RULES = [...TEMPLATE_RULES, ...GIVEN_RULES, 'rate', 'no_access', 'entry'] as const;
export type RunRule = (typeof RUN_RULES)[number];

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
  rule: z.enum(RUN_RULES),
  line_id: z.int().nullable(),
  field: z.string(),
  message: z.string(),
});
/** A record in use that may stand in the place of the line's own for this run, as `replace` takes it. */
const correction = z.object({ value: z.int(), label: z.string() });

/** A template that is due in a period, and what a run would make of it. Amounts are in its currency. */
const runRow = z.object({
  regular_trx: z.int(),
  row_version: z.int(),
  txn_type: z.string(),
  document_type: documentType,
  document_date: calendarDay,
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
  /** What made it already, in all; number and amount are told to whoever may see it. */
  made: z.object({ batch_number: z.string().nullable(), amount: amount.nullable() }).nullable(),
  faults: z.array(runFault.extend({ correction: correction.nullable() })),
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
] as const satisfies readonly ReplacedField[];
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

/** The calls of a run: what is due, what it would make, and that it makes it. */
export const monthRunRoutes = {
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
