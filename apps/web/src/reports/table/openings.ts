import { useMemo } from 'react';
import { kindOf } from '@talaan/contract/documents/document-kinds';
import type { AnyReport, AnyRow, ExplainedSum, ReportLayout } from '@talaan/contract/reports/kit/define-report';
import { daysOf } from '@talaan/contract/reports/kit/report-filters';
import type { ReportName } from '@talaan/contract/reports/kit/report-index';
import { reportNamed } from '@talaan/contract/reports/report-list';
import { startOfMonth } from '@talaan/core/calendar/calendar-date';
import { useMenuScreens } from '../../page/screen.ts';
import { filterNamesOf, type Filter } from '../filters/filter.ts';
import type { AnyColumn } from './shown-columns.ts';
import { subtotalOpening, type AnyLine } from './shown-lines.ts';

/** A figure as the call of its postings names it: its column, and the codes of its row or its groups. */
export interface Figure {
  readonly column: string;
  readonly codes: Readonly<Record<string, string>>;
}

/** An address of the product. */
export interface Address {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search: Readonly<Record<string, string>>;
}

/** What a cell leads to. */
export type CellOpening =
  | { readonly figure: Figure }
  | { readonly address: Address; readonly what: 'document' | 'report' | 'screen' };

export type OpeningOf = (line: AnyLine, column: AnyColumn) => CellOpening | null;

export const isSameFigure = (one: Figure | null, other: Figure | null): boolean =>
  one !== null &&
  other !== null &&
  one.column === other.column &&
  Object.keys(one.codes).every((name) => one.codes[name] === other.codes[name]);

/** The figure of a cell that is made of postings, or of other columns of its row; null for any other. */
export function figureOf(
  { drill }: Pick<AnyReport, 'drill'>,
  { levels }: Pick<ReportLayout<AnyRow>, 'levels'>,
  { row, group, fixed }: AnyLine,
  { field, opens }: AnyColumn,
): Figure | null {
  const codesFrom = (code: (name: string) => AnyRow[string] | undefined) =>
    Object.fromEntries(drill.map((name) => [name, String(code(name) ?? '')]));
  if (row !== undefined) {
    const isFigure = opens === 'postings' || isSum(opens);
    return isFigure ? { column: field, codes: codesFrom((name) => row[name]) } : null;
  }
  if (fixed === undefined || group === null) return null;
  if (!levels[group.codes.length - 1]?.fixed?.[fixed]?.opens?.includes(field)) return null;
  return { column: field, codes: codesFrom((name) => group.codes[levels.findIndex(({ code }) => code === name)]) };
}

/** Whether a cell is explained by others of its row. */
export function isSum(opens: AnyColumn['opens']): opens is ExplainedSum<AnyRow> {
  return typeof opens === 'object' && 'sum' in opens;
}

/** What the cells of a report lead to, as far as the user may go there (reports.md §0, points 6 and 11). */
export function useOpenings(report: AnyReport, layout: ReportLayout<AnyRow>, filter: Filter | null): OpeningOf {
  const screens = useMenuScreens();
  return useMemo(() => {
    const paths = screens.map(({ path }) => path);
    return (line, column) => {
      const { row } = line;
      const figure = figureOf(report, layout, line, column);
      if (figure) return { figure };
      const asked = subtotalOpening(layout, line, column);
      if (asked) {
        const address = otherReport(report, asked.report, asked.filter, filter, paths);
        return address && { address, what: 'report' };
      }
      if (row === undefined || column.opens === undefined || column.opens === 'postings' || isSum(column.opens))
        return null;
      const { opens } = column;
      if (opens === 'document') {
        const address = documentOf(row, paths);
        return address && { address, what: 'document' };
      }
      if ('document' in opens) {
        const { type, batch } = opens.document;
        const address = documentOf({ document_type: row[type]!, batch_number: row[batch]! }, paths);
        return address && { address, what: 'document' };
      }
      if (row['is_masked'] === true) return null;
      if ('address' in opens) {
        const { address: to, below = to, params, query } = opens;
        if (!paths.includes(below)) return null;
        return {
          address: { to, ...(params ? { params: params(row) } : {}), search: query?.(row) ?? {} },
          what: 'screen',
        };
      }
      const address = otherReport(report, opens.report, opens.filter(row), filter, paths);
      return address && { address, what: 'report' };
    };
  }, [report, layout, filter, screens]);
}

/** The document of a row, which names it as the postings do; null where there is none, or the user may not see it. */
function documentOf(row: AnyRow, paths: readonly string[]): Address | null {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : '');
  return documentAddress(
    {
      document_type: text('document_type') || text('transaction_type'),
      batch_number: text('batch_number'),
      is_masked: row['is_masked'] === true,
    },
    paths,
  );
}

/**
 * The address of the document that a posting came from. Null when its screen is not among the caller's, or when the
 * batch is confidential and hidden from him.
 */
export function documentAddress(
  posting: { readonly document_type: string; readonly batch_number: string; readonly is_masked: boolean },
  paths: readonly string[],
): Address | null {
  const kind = kindOf(posting.document_type);
  if (kind === null || posting.batch_number === '' || posting.is_masked || !paths.includes(kind.list)) return null;
  return { to: kind.page, search: { batch: posting.batch_number } };
}

/**
 * Another report with what a cell asks of it, for the same days, and with what both can be narrowed by; null where the user has no
 * right to it.
 */
function otherReport(
  from: AnyReport,
  other: ReportName,
  asked: Readonly<Record<string, string>>,
  filter: Filter | null,
  paths: readonly string[],
): Address | null {
  const to = reportNamed(other);
  if (filter === null || !paths.includes(to.under ?? to.screen)) return null;
  return { to: to.screen, search: sharedFilter(to, from, filter, asked) };
}

/** What of a filter another report takes, for the same days, with what is asked of it beside. */
export function sharedFilter(
  to: AnyReport,
  from: AnyReport,
  filter: Filter | null,
  asked: Readonly<Record<string, string>> = {},
): Record<string, string> {
  if (filter === null) return {};
  const given: Record<string, string> = { ...filter.given, ...daysFor(to, from, filter), ...asked };
  const known = filterNamesOf(to);
  const takes = (name: string, value: string) => {
    const control = to.filters[name];
    return control?.kind !== 'choice' || Object.hasOwn(control.options, value);
  };
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => known.includes(name) && value !== '' && takes(name, value)),
  );
}

/** The days of one report as another one asks for them: those of a period, or the month of a day. */
function daysFor(to: AnyReport, from: AnyReport, { values }: Filter): Record<string, string> {
  const kindIn = ({ filters }: AnyReport) =>
    Object.values(filters).find(({ kind }) => kind === 'period' || kind === 'as-of');
  if (kindIn(to)?.kind === kindIn(from)?.kind) return {};
  const { date_to } = daysOf(from.filters, values);
  if (kindIn(to)?.kind === 'as-of') return { date_to, type: '', year: '', month: '', date_from: '' };
  return { type: 'daily', date_from: startOfMonth(date_to), date_to, year: '', month: '' };
}
