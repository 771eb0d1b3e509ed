import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { defineRoute } from '../../http/route.ts';
import {
  callOf,
  COMPARED,
  comparedFigures,
  REPORT_FORMATS,
  type ReportCall,
  type ReportDefinition,
} from './define-report.ts';
import { filterKeys, filterQuery, type FilterControl, type FilterControls, type FilterOf } from './report-filters.ts';
import { filterText } from './report-period.ts';
import { postingRow } from './posting-row.ts';
import { nestedRow } from './lines/nested-rows.ts';
import { reportHeader, reportProof, reportReply } from './report-reply.ts';

const TAG = 'Reports';
/** Rows of one answer, and the most that may be asked for (reports §0). */
const ROWS_OF_PAGE = 200;
const MOST_ROWS_OF_PAGE = 1000;

const after = z.string().max(1000).optional();
const limit = z.coerce
  .number('limit must be a whole number.')
  .int('limit must be a whole number.')
  .min(1, `limit must be 1 to ${MOST_ROWS_OF_PAGE}.`)
  .max(MOST_ROWS_OF_PAGE, `limit must be 1 to ${MOST_ROWS_OF_PAGE}.`)
  .default(ROWS_OF_PAGE);

/** The controls of a call: what its path says of the filter is so, whatever is sent beside. */
function controlsOf<Controls extends FilterControls>(controls: Controls, { given = {} }: ReportCall): Controls {
  const said = Object.entries(given).map(([name, value]) => [name, { ...controls[name], read: () => value }]);
  return { ...controls, ...(Object.fromEntries(said) as Record<string, FilterControl>) };
}

const amount = z.string();

/**
 * The postings behind one figure, in the columns of the subsidiary: they add up to the figure. A balance begins with what was
 * there before the period; pesos, signed, debit positive.
 */
export const postingsReply = z.object({
  data: z.array(postingRow),
  header: reportHeader,
  totals: z.object({ postings: z.int(), beginning: amount.nullable(), php_da: amount, php_ca: amount }).nullable(),
  next: z.string().nullable(),
});
export type PostingsReply = z.infer<typeof postingsReply>;

/** The calls of a report under one of its paths: its rows, its files, the postings behind a figure, its proofs beside (reports §0). */
export function reportRoutes<Row, Controls extends FilterControls, Totals extends z.ZodRawShape>(
  report: ReportDefinition<Row, Controls, Totals>,
  call: ReportCall = report.calls[0]!,
) {
  const access = { kind: 'module', module: report.module, level: ACCESS.select } as const;
  const controls = controlsOf(report.filters, call);
  const codes = Object.fromEntries(report.drill.map((field) => [field, filterText] as const));
  return {
    read: defineRoute({
      method: 'GET',
      path: call.path,
      summary: report.title,
      tag: TAG,
      access,
      ...(report.scopes ? { scope: report.scopes } : {}),
      query: filterQuery(controls, report.paged ? { after, limit } : {}, report.dropped),
      response: reportReply(nestedRow(report, withCompared(report, report.row)), withCompared(report, report.totals)),
    }),
    export: defineRoute({
      method: 'GET',
      path: `${call.path}/export`,
      summary: `${report.title} as a file`,
      tag: TAG,
      access,
      query: filterQuery(
        controls,
        { format: z.enum(REPORT_FORMATS, 'format must be xlsx, csv or pdf.') },
        report.dropped,
      ),
      file: 'application/octet-stream',
      long: true,
    }),
    postings: defineRoute({
      method: 'GET',
      path: `${call.path}/postings`,
      summary: `Postings behind a figure of ${report.title}`,
      tag: TAG,
      access,
      query: filterQuery(
        withoutRowCodes(controls, report.drill),
        { ...codes, column: z.string('column is required.').max(60), after, limit },
        report.dropped,
      ),
      response: postingsReply,
    }),
    proofs: defineRoute({
      method: 'GET',
      path: `${call.path}/proofs`,
      summary: `Proofs of ${report.title} that are asked for beside its figures`,
      tag: TAG,
      access,
      query: filterQuery(controls, {}, report.dropped),
      response: z.object({ data: z.array(reportProof) }),
    }),
  };
}

/** A row, or the totals, with what a comparison adds to them. */
function withCompared<Row, Schema extends z.ZodType>(
  report: Pick<ReportDefinition<Row>, 'compares'>,
  schema: Schema,
): Schema {
  const added = comparedFigures(report).flatMap(([field]) =>
    COMPARED.map((end) => [`${field}_${end}`, z.string().nullable().optional()]),
  );
  if (added.length === 0) return schema;
  return (schema as unknown as z.ZodObject).extend(Object.fromEntries(added)) as unknown as Schema;
}

/** A code that the row gives is that of the row, not of the filter. */
function withoutRowCodes<Controls extends FilterControls>(controls: Controls, drill: readonly string[]): Controls {
  return Object.fromEntries(Object.entries(controls).filter(([name]) => !drill.includes(name))) as never;
}

/** The calls of a report under the path that says what its filter says. */
export function routesFor<Row, Controls extends FilterControls, Totals extends z.ZodRawShape>(
  report: ReportDefinition<Row, Controls, Totals>,
  filter: Partial<FilterOf<Controls>>,
) {
  return reportRoutes(report, callOf(report, filter));
}

/** What the {data} of a report's print address may hold. */
export function reportPrintKeys({ filters, dropped }: Pick<ReportDefinition, 'filters' | 'dropped'>) {
  return filterKeys(filters, dropped);
}
