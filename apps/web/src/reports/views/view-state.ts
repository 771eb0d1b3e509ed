import type { AnyReport } from '@talaan/contract/reports/kit/define-report';
import { hasDays, withoutDays } from '@talaan/contract/reports/kit/report-filters';
import type { ReportView } from '@talaan/contract/reports/views/report-view.contract';
import { plainFilter } from '../filters/filter.ts';

/** What a view keeps of its report: the words of the filter bar, and how the groups are folded. */
export type ViewState = Pick<ReportView, 'filter' | 'folded'>;

/** What a view would be replaced by: with the days only where it has any. */
export function stateLike(report: AnyReport, view: ReportView, now: ViewState): ViewState {
  return hasDays(report, view.filter) ? now : { ...now, filter: withoutDays(report, now.filter) };
}

/** Whether controls and table say something else than a view; of the days only where it has any. */
export function differs(report: AnyReport, view: ReportView, now: ViewState): boolean {
  const saved = { ...view, filter: plainFilter(report, view.filter) };
  return textOf(saved) !== textOf(stateLike(report, view, now));
}

/** The same text for the same state, in whatever order it is said. */
const textOf = ({ filter, folded: { levels, groups } }: ViewState): string =>
  JSON.stringify(
    [Object.entries(filter), levels, groups].map((parts) => parts.map((part) => JSON.stringify(part)).toSorted()),
  );
