import * as z from 'zod';
import { defineRoute } from '../http/route.ts';
import { recordOf } from '../http/envelope.ts';
import { calendarDate, calendarDay } from '../documents/wire-values.ts';
import {
  BATCH_FIGURES,
  CHEQUE_FIGURES,
  DASHBOARD_ROLES,
  OTHER_FIGURES,
  type BatchFigureName,
  type ChequeFigureName,
  type OtherFigureName,
} from './dashboard-figures.ts';

const TAG = 'Dashboard';
const access = { kind: 'session' } as const;
const query = z.object({
  /** A month, as one of its days; the present one where it is left out. */
  month: calendarDate('month').optional(),
});

/** Amounts of one currency as decimal text: currencies are never added together. */
const money = z.array(z.object({ currency: z.string(), amount: z.string() }));
const instant = z.string();
/** An address of a screen, and what stands in it after the `?`. */
const place = z.object({ path: z.string(), search: z.record(z.string(), z.string()) });

const names = [
  ...(Object.keys(BATCH_FIGURES) as BatchFigureName[]),
  ...(Object.keys(CHEQUE_FIGURES) as ChequeFigureName[]),
  ...(Object.keys(OTHER_FIGURES) as OtherFigureName[]),
  'oldest_waiting',
] as const;

const dashboardFigure = z.object({
  name: z.enum(names),
  /** How many the list behind it has; of `oldest_waiting` whole days, of `numbers_left` numbers. */
  count: z.int(),
  money,
  /** Since when the oldest of them is where it is; of cheques the first of their dates. */
  since: instant.nullable(),
  /** Which one that is, or what else the figure means: 'CW 0010187', '8 closed'. */
  note: z.string().nullable(),
  level: z.enum(['plain', 'amber', 'red']),
  /** The list behind it, where that depends on the figure; null where its name says it. */
  opens: place.nullable(),
});
export type DashboardFigure = z.infer<typeof dashboardFigure>;

/** Why something waits for the caller, the most urgent first: what was returned, what is overdue, then the oldest. */
export const WORK_KINDS = ['returned', 'approve', 'release', 'unsent'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

const workItem = z.object({
  kind: z.enum(WORK_KINDS),
  /** Waits longer than the hours after which the company reminds. */
  overdue: z.boolean(),
  above_limit: z.boolean(),
  batch_number: z.string(),
  document_type: z.string(),
  document_number: z.string().nullable(),
  status: z.int(),
  /** Name of the payee, or what the batch says of itself. */
  about: z.string(),
  preparer: z.string(),
  since: instant,
  total_amount: z.string(),
  currency: z.string(),
  /** Who returned it, and why; null for what was not returned. */
  reason: z.string().nullable(),
});
export type WorkItem = z.infer<typeof workItem>;

/** What of the company needs somebody, `red` before `amber` before `plain`. */
const alert = z.object({
  kind: z.enum([
    'series',
    'cheque_alarms',
    'in_process',
    'locked',
    'mail',
    'users',
    'blockers',
    'rates',
    'second_person',
  ]),
  level: z.enum(['plain', 'amber', 'red']),
  count: z.int(),
  /** What exactly, in words: '14 of 1,000 numbers left'. */
  detail: z.string(),
  /** Who or since when. */
  who: z.string(),
  /** What it leads to, and where that is. */
  where: z.string(),
  opens: place,
});
export type DashboardAlert = z.infer<typeof alert>;

const dashboard = z.object({
  today: calendarDay,
  month: z.string(),
  /** As whom the caller sees it, where the most urgent work is first, with the figures of each. */
  roles: z.array(z.object({ role: z.enum(DASHBOARD_ROLES), figures: z.array(dashboardFigure) })),
  work: z.object({
    /** The most urgent ones. */
    items: z.array(workItem),
    total: z.int(),
    money,
    /** Since when the oldest waits. */
    since: instant.nullable(),
  }),
  /** What waits for the caller to review or approve, by the day on which it was submitted. */
  waiting: z.array(
    z.object({ day: calendarDay, cheques: z.int(), transfers: z.int(), billing: z.int(), other: z.int() }),
  ),
  alerts: z.array(alert),
});
export type Dashboard = z.infer<typeof dashboard>;

/** What waits for the caller, what he may look after, and how the month stands: only of modules that he may open. */
export const readDashboard = defineRoute({
  method: 'GET',
  path: '/dashboard',
  summary: 'What waits for the caller: figures by role, work by urgency, and what needs attention',
  tag: TAG,
  access,
  query,
  response: recordOf(dashboard),
});

const flag = z.int();
const months = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.object({ month: z.string(), ...shape }));

const charts = z.object({
  month: z.string(),
  /** Twelve months up to it, in pesos: debits and credits of the accounts of cash in bank, as the trial balance has them. */
  cash: months({ cash_in: z.string(), cash_out: z.string() }).nullable(),
  /** Income less its debits and expenses less their credits, without closing entries. */
  results: months({ income: z.string(), expense: z.string() }).nullable(),
  /** What was charged to the receivable account and taken off it, as its general ledger has it. */
  receivables: z
    .object({ account_code: z.string(), months: months({ billed: z.string(), collected: z.string() }) })
    .nullable(),
  /** Open invoices by age at the end of the month, today at the latest: the totals of the report. */
  aging: z
    .object({
      date_to: calendarDay,
      age_0_30: z.string(),
      age_31_60: z.string(),
      age_61_90: z.string(),
      age_91_120: z.string(),
      age_over_120: z.string(),
      remaining_balance: z.string(),
    })
    .nullable(),
  /** The caller's own entries of the month by status, the archive aside. */
  own: z.array(z.object({ status: z.int(), count: z.int() })).nullable(),
  /** The last ones that he entered of the month, the newest first. */
  recent: z
    .array(z.object({ batch_number: z.string(), document_type: z.string(), status: z.int(), about: z.string() }))
    .nullable(),
  /** Entries of each day of the month by type, of those that the caller sees. */
  documents: z.array(z.object({ document_type: z.string(), total: z.int(), days: z.array(z.int()) })).nullable(),
  /** The months of the fiscal year: 1 open, 0 closed; one that was never made is closed, and not listed. */
  periods: z
    .array(z.object({ period_no: z.int(), disbursement: flag, cash_receipt: flag, general_journal: flag }))
    .nullable(),
  /** The rates entered last. */
  rates: z
    .array(
      z.object({
        currency: z.string(),
        fiscal_year: z.int(),
        period_no: z.int(),
        acct_class: z.string(),
        rate: z.string(),
      }),
    )
    .nullable(),
});
export type DashboardCharts = z.infer<typeof charts>;

/** Charts of a month; null where the caller may not open the report or list that a chart is of. */
export const readDashboardCharts = defineRoute({
  method: 'GET',
  path: '/dashboard/charts',
  summary: 'The charts of the dashboard over the twelve months up to one',
  tag: TAG,
  access,
  query,
  response: recordOf(charts),
});
