import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AnyReport } from '@talaan/contract/reports/kit/define-report';
import { usedFilter, type GivenFilter } from '@talaan/contract/reports/kit/report-filters';
import { listReportViews, type ReportView } from '@talaan/contract/reports/views/report-view.contract';
import { callServer } from '../../api/client.ts';
import { readLastFilter } from '../filters/last-filter.ts';

/** The name under which an address holds the chosen view; no report has a filter of it. */
export const VIEW = 'saved_view';

/** The saved views of a report that the user may see. */
export const viewsOf = (report: string) =>
  queryOptions({
    queryKey: ['report views', report],
    queryFn: async ({ signal }) => (await callServer(listReportViews, { query: { report }, signal })).data,
    staleTime: 60_000,
  });

export interface ViewInForce {
  readonly view: ReportView | null;
  /** The filter with which the report is begun, where its address says none. */
  readonly begun: GivenFilter | undefined;
  /** The address says none, and which views there are is not known yet. */
  readonly isAwaited: boolean;
}

/**
 * The view of a report's screen: the one that the address names; where it says nothing at all, the user's default, or else the
 * name of his last one. Views that do not come stop no report.
 */
export function useViewInForce(report: AnyReport, address: GivenFilter, userId: number): ViewInForce {
  const { data: views = [], isPending } = useQuery(viewsOf(report.name));
  const isBare = Object.keys(usedFilter(report.filters, address)).length === 0;
  const named = (id: string | undefined) => views.find((one) => String(one.id) === id) ?? null;
  const begun = address[VIEW] === undefined && isBare ? views.find(({ is_default }) => is_default) : undefined;
  const last = isBare ? readLastFilter(userId, report.name)?.[VIEW] : undefined;
  const view = begun ?? named(address[VIEW] ?? last);
  const isChosen = begun !== undefined || address[VIEW] !== undefined;
  return { view, begun: isChosen ? view?.filter : undefined, isAwaited: isBare && isPending };
}
