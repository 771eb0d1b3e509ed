import type { AnyReport, ReportLayout } from '@talaan/contract/reports/kit/define-report';
import { daysOf, daysText, type FilterControl } from '@talaan/contract/reports/kit/report-filters';
import type { ReportHeader } from '@talaan/contract/reports/kit/report-reply';
import { formatReportDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { readIssuer } from '../../ledger/issuer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FoundRecord } from './report-statement.ts';

/** The header and footer block of a report: about whom, what, when, and who made it at which instant (ux §7). */
export async function readHeader(
  database: Database,
  report: Pick<AnyReport, 'title' | 'filters'>,
  { basis }: Pick<ReportLayout<never>, 'basis'>,
  given: {
    readonly filter: Readonly<Record<string, unknown>>;
    readonly found: Readonly<Record<string, FoundRecord>>;
    readonly user_name: string;
    readonly now: Date;
  },
): Promise<ReportHeader> {
  return {
    ...(await readIssuer(database, given)),
    report_title: report.title,
    ...daysOf(report.filters, given.filter),
    period: daysText(report.filters, given.filter),
    basis,
    filters: Object.entries(report.filters).flatMap(([name, control]) => wordsOf(name, control, given)),
  };
}

/** What a control narrows the report to, in words; nothing where it narrows nothing. */
function wordsOf(
  name: string,
  control: FilterControl,
  { filter, found }: { filter: Readonly<Record<string, unknown>>; found: Readonly<Record<string, FoundRecord>> },
): string[] {
  const value = filter[name];
  switch (control.kind) {
    case 'reference':
    case 'budget':
      return found[name] ? [`${control.label} ${found[name].code} ${found[name].name}`] : [];
    case 'range': {
      const { from, to } = value as { from?: string; to?: string };
      if (from === undefined && to === undefined) return [];
      if (from === to) return [`${control.label} ${from}`];
      return [`${control.label} ${[from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ')}`];
    }
    case 'choice':
      return value === control.initial && control.quiet ? [] : [control.options[value as string]!];
    case 'choices':
      return (value as readonly string[]).length === 0
        ? []
        : [`${control.label} ${(value as readonly string[]).map((one) => control.options[one]).join(', ')}`];
    case 'day':
      return value === undefined ? [] : [`${control.label} ${formatReportDate(value as CalendarDate)}`];
    case 'period':
    case 'as-of':
    case 'quarter':
      return [];
  }
}
