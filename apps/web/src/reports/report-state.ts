import { useEffect, useMemo, useState } from 'react';
import * as z from 'zod';
import type { AnyReport } from '@talaan/contract/reports/kit/define-report';
import { initialFilter, withoutDays, type GivenFilter } from '@talaan/contract/reports/kit/report-filters';
import type { ReportView } from '@talaan/contract/reports/views/report-view.contract';
import { useSearchState } from '../page/search-state.ts';
import { useUser } from '../session/session.ts';
import { useToday } from '../ui/dates/today.tsx';
import {
  filterInForce,
  filterNamesOf,
  plainFilter,
  readFilter,
  withDaysOf,
  type Filter,
  type FilterFaults,
} from './filters/filter.ts';
import { keepLastFilter } from './filters/last-filter.ts';
import type { Figure } from './table/openings.ts';
import { useViewInForce, VIEW } from './views/view-in-force.ts';

const text = z.string().optional().catch(undefined);
/** Before the names that a figure has in an address, so that a filter of the same name stays another one. */
const OF_FIGURE = 'of_';

/** What the address of a report's screen holds: its filter, and the figure whose postings are open. */
export function addressOfReport(report: AnyReport) {
  const names = [...filterNamesOf(report), VIEW, 'column', ...report.drill.map((name) => `${OF_FIGURE}${name}`)];
  return z.object(Object.fromEntries(names.map((name) => [name, text])));
}

export interface ReportState {
  /** What is in force; null while the address says what no call would take. */
  readonly filter: Filter | null;
  /** The controls, which may say something else than what is in force. */
  readonly draft: GivenFilter;
  readonly faults: FilterFaults;
  readonly figure: Figure | null;
  /** The saved view that was chosen, or begun with. */
  readonly view: ReportView | null;
  /** Puts a view in force, or the filter of a first visit. */
  readonly chooseView: (view: ReportView | null) => void;
  /** From now on the controls are those of this view, or of none. */
  readonly nameView: (view: ReportView | null) => void;
  readonly setDraft: (draft: GivenFilter) => void;
  /** Puts the controls in force; answers the filter, null where they are refused. */
  readonly generate: () => Filter | null;
  /** Opens the postings behind a figure, or none. */
  readonly openFigure: (figure: Figure | null, options?: { readonly replace?: boolean }) => void;
}

/** The state of a report's screen, which is its address: reload, back and a shared link restore it. */
export function useReportState(report: AnyReport): ReportState {
  const user = useUser();
  const today = useToday();
  const schema = useMemo(() => addressOfReport(report), [report]);
  const [address, change] = useSearchState(schema);
  const { view, begun, isAwaited } = useViewInForce(report, address, user.id);
  const given = filterInForce(report, address, user.id, today, begun);
  const inForce = JSON.stringify(given);
  const [filter, faultsInForce] = useMemo(() => {
    const read = readFilter(report, JSON.parse(inForce) as GivenFilter);
    return [read.filter, read.faults];
  }, [report, inForce]);
  const [draft, setDraft] = useState<GivenFilter>(given);
  const [faults, setFaults] = useState<FilterFaults>(faultsInForce);

  // Back, forward and a shared link change the filter in force; the controls follow.
  useEffect(() => {
    setDraft(JSON.parse(inForce) as GivenFilter);
    setFaults(faultsInForce);
  }, [inForce, faultsInForce]);

  const { column } = address;
  const codes = JSON.stringify(
    Object.fromEntries(report.drill.map((name) => [name, address[`${OF_FIGURE}${name}`] ?? ''])),
  );
  const figure = useMemo(
    () => (column === undefined ? null : { column, codes: JSON.parse(codes) as Figure['codes'] }),
    [column, codes],
  );

  function figureNames(figureToOpen: Figure | null): Record<string, string | undefined> {
    const of = report.drill.map((name) => [`${OF_FIGURE}${name}`, figureToOpen?.codes[name] || undefined] as const);
    return { column: figureToOpen?.column, ...Object.fromEntries(of) };
  }

  function put(next: Readonly<Record<string, string>>, chosen: ReportView | null): void {
    const named = viewName(chosen);
    keepLastFilter(user.id, report.name, { ...next, ...named });
    const emptied = Object.fromEntries(filterNamesOf(report).map((name) => [name, undefined]));
    change({ ...emptied, ...next, ...named, ...figureNames(null) });
  }

  function generate(): Filter | null {
    const read = readFilter(report, draft);
    setFaults(read.faults);
    if (read.filter !== null) put(read.filter.given, view);
    return read.filter;
  }

  return {
    filter: isAwaited ? null : filter,
    draft,
    faults,
    figure,
    view,
    chooseView: (chosen) => {
      const wanted = chosen?.filter ?? withoutDays(report, initialFilter(report.filters, today));
      put(plainFilter(report, withDaysOf(report, wanted, given)), chosen);
    },
    nameView: (named) => {
      keepLastFilter(user.id, report.name, { ...given, ...viewName(named) });
      change({ ...given, ...viewName(named) }, { replace: true });
    },
    setDraft,
    generate,
    openFigure: (next, options) => change(figureNames(next), options),
  };
}

/** How an address names a view. */
function viewName(view: ReportView | null): { [VIEW]: string | undefined } {
  return { [VIEW]: view === null ? undefined : String(view.id) };
}
