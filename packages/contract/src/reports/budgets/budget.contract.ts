import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';

const TAG = 'Reports';
const module = 'Income Statement';
const code = z.string().regex(/^(19|20)\d\d-\d{1,9}$/, "version must be a budget's code, as 2026-1.");

const budgetVersion = z.object({
  /** '2026-2': the second one of 2026. */
  code: z.string(),
  name: z.string(),
  lines: z.int(),
  /** Pesos, as decimal text: what it earns less what it spends. */
  result: z.string(),
  made_by: z.string().nullable(),
  made_at: z.string(),
});
export type BudgetVersion = z.infer<typeof budgetVersion>;

/** The versions of budgets, the newest of the latest year first. Whoever reads the income statement sees against what. */
export const listBudgets = defineRoute({
  method: 'GET',
  path: '/rpt/income-statement/budgets',
  summary: 'Versions of budgets',
  tag: TAG,
  access: { kind: 'module', module, level: ACCESS.select },
  response: recordOf(z.array(budgetVersion)),
});

/**
 * A file with the columns Account Code, Branch, Department, Period (yyyy-mm) and Amount, all of one year, becomes the next version of
 * that year; those that are there stay as they are. An amount stands on the normal balance of its account.
 */
export const takeBudget = defineRoute({
  method: 'POST',
  path: '/rpt/income-statement/budgets',
  summary: 'Take in a version of a budget',
  tag: TAG,
  access: { kind: 'module', module, level: ACCESS.update },
  multipart: true,
  body: z.object({ name: z.string('name is required.').trim().min(1, 'name is required.').max(120) }),
  response: recordOf(z.object({ code: z.string(), lines: z.int() })),
});

/** A version, the newest where none is asked for, as a file that can be taken in again; its heads alone where there is none yet. */
export const exportBudget = defineRoute({
  method: 'GET',
  path: '/rpt/income-statement/budgets/export',
  summary: 'A version of a budget as a file that can be taken in again',
  tag: TAG,
  access: { kind: 'module', module, level: ACCESS.select },
  query: z.object({
    version: code.optional(),
    format: z.enum(['xlsx', 'csv'], 'format must be xlsx or csv.').default('xlsx'),
  }),
  file: 'application/octet-stream',
});
