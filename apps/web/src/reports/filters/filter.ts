import type { AnyReport, ReportCall } from '@talaan/contract/reports/kit/define-report';
import { callOf } from '@talaan/contract/reports/kit/define-report';
import {
  filterNames,
  filterQuery,
  hasDays,
  initialFilter,
  onlyDays,
  usedFilter,
  type FilterControl,
  type GivenFilter,
} from '@talaan/contract/reports/kit/report-filters';
import { reportRoutes } from '@talaan/contract/reports/kit/report-routes';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { readLastFilter } from './last-filter.ts';

/** A filter that a call of the report takes. */
export interface Filter {
  /** As the wire carries it. */
  readonly given: Readonly<Record<string, string>>;
  /** The checked values of the controls, by their names. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** What is wrong with a filter, by the name on the wire. */
export type FilterFaults = Readonly<Record<string, string>>;

const routesOf = new WeakMap<ReportCall, ReturnType<typeof makeRoutes>>();
const makeRoutes = (report: AnyReport, call: ReportCall) => reportRoutes(report, call);

/** The three calls of a report for a filter. */
export function callsOf(report: AnyReport, filter: Pick<Filter, 'values'> | null) {
  const call = callOf(report, filter?.values ?? {});
  const made = routesOf.get(call) ?? makeRoutes(report, call);
  routesOf.set(call, made);
  return made;
}

/** The names of a report's filter on the wire, in the order of its bar. */
export const filterNamesOf = ({ filters }: Pick<AnyReport, 'filters'>): string[] => filterNames(filters);

/** Reads a filter as the server will, by whichever call: what it asks for, or what is wrong with it. */
export function readFilter(report: AnyReport, given: GivenFilter): { filter: Filter | null; faults: FilterFaults } {
  const used = plainFilter(report, given);
  const read = filterQuery(report.filters, {}).safeParse(used);
  if (read.success) return { filter: { given: used, values: read.data.filter }, faults: {} };
  const faults = read.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
  return { filter: null, faults: Object.fromEntries(faults.toReversed()) };
}

/**
 * A filter in the fewest words: without what is empty, unused, or what the report takes where nothing is said. A choice that must be
 * made is what its control shows.
 */
export function plainFilter({ filters }: Pick<AnyReport, 'filters'>, given: GivenFilter): Record<string, string> {
  const used = usedFilter(filters, given);
  for (const [name, control] of Object.entries(filters)) {
    if (control.kind !== 'choice' && control.kind !== 'choices') continue;
    const initial = String(control.initial);
    if (isRequired(name, control)) used[name] ??= initial;
    else if (used[name] === initial) delete used[name];
  }
  return used;
}

/** Whether a call without a control is refused. */
function isRequired(name: string, control: FilterControl): boolean {
  let refused = false;
  control.read({}, () => (refused = true), name);
  return refused;
}

/**
 * The filter in force: that of the address; else that of the saved view which is begun with; else the one that this user last
 * generated the report with; else that of a first visit. An address or a view that says no days takes those of the latter two.
 */
export function filterInForce(
  report: AnyReport,
  said: GivenFilter,
  userId: number,
  today: CalendarDate,
  view?: GivenFilter,
): Readonly<Record<string, string>> {
  const inAddress = usedFilter(report.filters, said);
  const last = readLastFilter(userId, report.name);
  const kept = last && readFilter(report, last).filter?.given;
  const usual = kept ?? plainFilter(report, initialFilter(report.filters, today));
  const wanted = Object.keys(inAddress).length > 0 ? inAddress : view;
  return wanted === undefined ? usual : plainFilter(report, withDaysOf(report, wanted, usual));
}

/** A filter that says no days under those of another one. */
export function withDaysOf(report: AnyReport, filter: GivenFilter, other: GivenFilter): GivenFilter {
  return hasDays(report, filter) ? filter : { ...onlyDays(report, other), ...filter };
}
