/**
 * Saved views of a report (ux §13): what the filter bar says and how the table is folded, under a name, private or shared with
 * whoever may see the report. A view carries no right.
 */
import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { stripEmoji } from '@talaan/core/text/field-rules';
import type { ModuleName } from '../../access/modules.ts';
import { requiredId } from '../../documents/wire-values.ts';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { wireNumber } from '../../http/wire-number.ts';
import { INDEXED_REPORTS, REPORT_MODULES } from '../kit/report-index.ts';

const TAG = 'Reports';

/** Views of one report that a user may keep. */
export const MOST_VIEWS = 50;
export const LONGEST_VIEW_NAME = 60;

/** The module whose level lets see a report and its views; undefined where no report has the name. */
export function moduleOfViews(report: string): ModuleName | undefined {
  return INDEXED_REPORTS.find(({ name: known }) => known === report)?.module;
}

const access = { kind: 'module', module: REPORT_MODULES, level: ACCESS.select } as const;

const MOST_FILTER_FIELDS = 40;
const LONGEST_FILTER = 4000;

/** Text by name, as the address of the report has it. */
const filter = z
  .record(z.string(), z.string('filter must hold texts.'), 'filter is required.')
  .refine(
    (given) => Object.keys(given).every((name) => /^[a-z][a-z0-9_]{0,39}$/.test(name)),
    'filter must hold names of small letters, digits and underscores.',
  )
  .refine(
    (given) => Object.keys(given).length <= MOST_FILTER_FIELDS && JSON.stringify(given).length <= LONGEST_FILTER,
    `filter may hold up to ${MOST_FILTER_FIELDS} fields and ${LONGEST_FILTER} characters.`,
  )
  .refine((given) => !Object.values(given).some((text) => /\p{Cc}/u.test(text)), 'filter can only contain plain text.');
export type ViewFilter = Readonly<Record<string, string>>;

const MOST_FOLDED = 500;
const LONGEST_FOLDED = 16_000;
const tooManyFolded = `folded may hold up to ${MOST_FOLDED} groups. Fold a whole level of them.`;
const noCodes = 'folded.groups must hold codes.';
const noLevels = 'folded.levels must hold whole numbers.';
const codes = z.array(z.string(noCodes).max(100, noCodes), noCodes).min(1, noCodes).max(10, noCodes);

/** How the groups of a report are folded: whole levels, the outermost being 0, and the groups that differ from theirs by their codes. */
const folded = z
  .strictObject(
    {
      levels: z.array(z.int(noLevels).min(0, noLevels).max(9, noLevels), noLevels).max(10, noLevels),
      groups: z.array(codes, noCodes).max(MOST_FOLDED, tooManyFolded),
    },
    'folded must tell levels and groups.',
  )
  .refine((given) => JSON.stringify(given).length <= LONGEST_FOLDED, tooManyFolded);
export type FoldedGroups = z.infer<typeof folded>;
export const NO_FOLDED_GROUPS: FoldedGroups = { levels: [], groups: [] };

const name = z
  .string('name is required.')
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'name is required.')
      .max(LONGEST_VIEW_NAME, `name may have up to ${LONGEST_VIEW_NAME} characters.`)
      .refine((text) => stripEmoji(text) === text && !/\p{Cc}/u.test(text), 'name can only contain plain text.'),
  );

const reportName = z.string('report is required.').min(1, 'report is required.').max(60);
const yes = (field: string) => z.boolean(`${field} must be true or false.`);

const reportView = z.object({
  id: z.int(),
  report: z.string(),
  name: z.string(),
  filter: z.record(z.string(), z.string()),
  folded: z.object({ levels: z.array(z.int()), groups: z.array(z.array(z.string())) }),
  is_shared: z.boolean(),
  /** The caller keeps it; nobody else changes it. */
  is_own: z.boolean(),
  /** The caller begins the report with it. */
  is_default: z.boolean(),
  owner_name: z.string(),
  row_version: z.int(),
});
export type ReportView = z.infer<typeof reportView>;

/** The caller's own, then those that others share, by name; of who may not sign in any more none is offered. */
export const listReportViews = defineRoute({
  method: 'GET',
  path: '/report-views',
  summary: 'Saved views of a report',
  tag: TAG,
  access,
  query: z.object({ report: reportName }),
  response: z.object({ data: z.array(reportView) }),
});

export const createReportView = defineRoute({
  method: 'POST',
  path: '/report-views',
  summary: 'Save a view of a report',
  tag: TAG,
  access,
  body: z.object({
    report: reportName,
    name,
    filter,
    folded: folded.default(NO_FOLDED_GROUPS),
    is_shared: yes('is shared').default(false),
    is_default: yes('is default').default(false),
  }),
  response: recordOf(reportView),
});

const params = z.object({ id: requiredId('id') });

/** What is absent stays as it is stored. */
export const updateReportView = defineRoute({
  method: 'PUT',
  path: '/report-views/{id}',
  summary: 'Rename, replace or share a view of a report',
  tag: TAG,
  access,
  params,
  body: z.object({
    row_version: wireNumber(z.number('row version is required.').int('row version must be a whole number.')),
    name: name.optional(),
    filter: filter.optional(),
    folded: folded.optional(),
    is_shared: yes('is shared').optional(),
  }),
  response: recordOf(reportView),
});

/** Of an own view or a shared one; the one that was it before is it no more. */
export const chooseDefaultView = defineRoute({
  method: 'PUT',
  path: '/report-views/{id}/default',
  summary: 'Begin a report with a view, or no more',
  tag: TAG,
  access,
  params,
  body: z.object({ is_default: yes('is default') }),
  response: recordOf(reportView),
});

export const deleteReportView = defineRoute({
  method: 'DELETE',
  path: '/report-views/{id}',
  summary: 'Delete a view of a report',
  tag: TAG,
  access,
  params,
  response: recordOf(z.object({ id: z.int() })),
});
