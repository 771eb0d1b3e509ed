import * as z from 'zod';
import { endOfMonth, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { quarterOf } from '@talaan/core/calendar/quarter';
import { ACCESS } from '@talaan/core/access/access-level';
import { requireSum } from '@talaan/core/money/money';
import { defineRoute } from '../../http/route.ts';
import { callOf, REPORT_FORMATS, type AnyReport, type ReportCall } from '../kit/define-report.ts';
import { initialFilter } from '../kit/report-filters.ts';
import { monthOfFilter } from '../kit/report-period.ts';
import { reportHeader, reportProof, type ReportProof } from '../kit/report-reply.ts';
import { REPORTS } from '../report-list.ts';

/** A report as it stands on the page of proofs: several of one whose calls are several. */
export interface ProvenCall {
  readonly report: AnyReport;
  readonly call: ReportCall;
  /** 'Books Of Account, Cash receipt book'. */
  readonly title: string;
  /** What its page asks for: the whole month, nothing left out. */
  readonly filter: Readonly<Record<string, string>>;
}

/** Every report over the month that begins on that day, as of its end, or over its quarter; one for each of which it proves something else. */
export function provenCalls(month: CalendarDate): ProvenCall[] {
  return REPORTS.flatMap((report) => {
    const filter = wholeMonth(report, month);
    const several = report.provenEach ? choicesOf(report) : report.calls.filter(({ given }) => given !== undefined);
    const calls = several.length > 0 ? several : [callOf(report, filter)];
    return calls.map((call) => ({
      report,
      call,
      title: [report.title, ...wordsOf(report, call)].join(', '),
      filter: { ...filter, ...(call.given as Record<string, string>) },
    }));
  });
}

/** The call of a report for each value of the filter that its proofs depend on. */
function choicesOf({ calls, filters, provenEach: name = '' }: AnyReport): ReportCall[] {
  const control = filters[name];
  const values = control?.kind === 'choice' ? Object.keys(control.options) : [];
  return values.map((value) => ({ path: calls[0]!.path, given: { [name]: value } }));
}

/** What the path of a call says of the filter, in the words of its choices. */
function wordsOf({ filters }: AnyReport, { given = {} }: ReportCall): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const control = filters[name];
    return control?.kind === 'choice' ? [control.options[value]!] : [];
  });
}

function wholeMonth({ filters }: AnyReport, month: CalendarDate): Record<string, string> {
  const filter = initialFilter(filters, endOfMonth(month));
  if (!Object.values(filters).some(({ kind }) => kind === 'quarter')) return filter;
  const { fiscal_year, quarter } = quarterOf(month);
  return { ...filter, fiscal_year: String(fiscal_year), quarter: String(quarter) };
}

const given = z.strictObject({ year: z.string().optional(), month: z.string().optional() });

/** The first day of the month that is asked for; a fault of either part stops what is checked. */
function firstDay(asked: z.output<typeof given>, context: z.RefinementCtx): CalendarDate {
  const faults: { field: string; message: string }[] = [];
  const days = monthOfFilter(asked, faults);
  for (const { field, message } of faults) context.addIssue({ code: 'custom', path: [field], message });
  return days?.date_from ?? z.NEVER;
}

const provenReport = z.object({
  /** Name of the report, and what its page asks for. */
  report: z.string(),
  title: z.string(),
  filter: z.record(z.string(), z.string()),
  proof: z.array(reportProof),
});
export type ProvenReport = z.infer<typeof provenReport>;

/** Whether both sides of a proof are the same; one that is stated differs rightly. */
export function proofState({ stated, difference }: ReportProof): 'agrees' | 'stated' | 'differs' {
  if (requireSum(difference) === 0n) return 'agrees';
  return stated ? 'stated' : 'differs';
}

/** Whoever has the module sees the proofs of the reports that he may read. */
const access = { kind: 'module', module: 'Month-end Proofs', level: ACCESS.select } as const;

export const monthProofs = defineRoute({
  method: 'GET',
  path: '/rpt/proofs',
  summary: 'Every proof of one month, of the reports that the caller may read, in one snapshot',
  tag: 'Reports',
  access,
  query: given.transform(firstDay),
  response: z.object({
    data: z.array(provenReport),
    /** Reports that the caller may not read. */
    hidden: z.int(),
    header: reportHeader,
  }),
  long: true,
});

export const exportMonthProofs = defineRoute({
  method: 'GET',
  path: '/rpt/proofs/export',
  summary: 'The proofs of a month as a file',
  tag: 'Reports',
  access,
  query: given
    .extend({ format: z.enum(REPORT_FORMATS, 'format must be xlsx, csv or pdf.') })
    .transform(({ format, ...asked }, context) => ({ format, month: firstDay(asked, context) })),
  file: 'application/octet-stream',
  long: true,
});
