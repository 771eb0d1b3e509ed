import * as z from 'zod';
import {
  addMonths,
  dateFault,
  formatReportDate,
  parseCalendarDate,
  startOfMonth,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { quarterOf } from '@talaan/core/calendar/quarter';
import type { ResourceName } from '../../resource/resource-index.ts';
import { datesOf, filterText, monthOfFilter, PERIOD_TYPES, periodText, type ReportPeriod } from './report-period.ts';

/** What a call sends of a filter, by name; absent what was left empty. */
export type GivenFilter = Readonly<Record<string, string | undefined>>;
/** Tells what is wrong with a name on the wire. */
type FaultOf = (name: string, message: string) => void;

interface ControlOf<Kind extends string, Value> {
  readonly kind: Kind;
  readonly label: string;
  /** Its names on the wire: its own one where none are said. */
  readonly names?: readonly string[];
  /** The checked value; undefined where there is none, or where a fault was told. `name` is the control's own. */
  readonly read: (given: GivenFilter, fault: FaultOf, name: string) => Value;
}

/** Dates inclusive, or a month (spec 2 §3). */
export type PeriodControl = ControlOf<'period', ReportPeriod>;
/** The last day that counts. */
export type AsOfControl = ControlOf<'as-of', CalendarDate>;
/** A day beside those of the report, or none. */
export type DayControl = ControlOf<'day', CalendarDate | undefined>;
/** A quarter of a year, or all of them where `orYear`. */
export interface QuarterControl extends ControlOf<'quarter', ReportPeriod> {
  readonly orYear: boolean;
}
/** A record of a resource, by its code or its id. */
export interface ReferenceControl extends ControlOf<'reference', string | undefined> {
  readonly resource: ResourceName;
  readonly by: 'code' | 'id';
  /** What no choice means: 'All branches'. */
  readonly all: string;
}
/** A version of a budget by its code, the newest of the year where none is chosen. */
export interface BudgetControl extends ControlOf<'budget', string | undefined> {
  /** What no choice means: 'Newest budget'. */
  readonly all: string;
  /** The year that a budget is asked of, by the checked values of all controls; null where none is. */
  readonly year: (values: Readonly<Record<string, unknown>>) => number | null;
}
/** Codes of a resource from one to another, inclusive. */
export interface RangeControl extends ControlOf<'range', { readonly from?: string; readonly to?: string }> {
  readonly resource: ResourceName;
  readonly all: string;
}
/** One of some values, each with its words. */
export interface ChoiceControl<Value extends string> extends ControlOf<'choice', Value> {
  readonly options: Readonly<Record<Value, string>>;
  readonly initial: Value;
  /** What a first visit chooses: `initial`, unless a call that says nothing asks for more than a screen begins with. */
  readonly first: Value;
  /** Headers do not tell the initial value. */
  readonly quiet: boolean;
}
/** Some of some values, with a comma between them on the wire. */
export interface ChoicesControl<Value extends string> extends ControlOf<'choices', readonly Value[]> {
  readonly options: Readonly<Record<Value, string>>;
  readonly initial: readonly Value[];
  /** Values that calls may ask for too, and screens do not offer. */
  readonly unoffered: readonly string[];
}

export type FilterControl =
  | PeriodControl
  | AsOfControl
  | DayControl
  | QuarterControl
  | ReferenceControl
  | BudgetControl
  | RangeControl
  | ChoiceControl<string>
  | ChoicesControl<string>;
/** The controls of a report by name, in the order of the filter bar. */
export type FilterControls = Readonly<Record<string, FilterControl>>;
/** The checked values of a report's controls, by their names. */
export type FilterOf<Controls> = {
  readonly [Name in keyof Controls]: Controls[Name] extends { read: (...given: never[]) => infer Value }
    ? Value
    : never;
};

/** The days of `type`; where it is not `typed`, a call may leave the type out, and its other names tell it. */
export const period = ({ typed = true } = {}): PeriodControl => ({
  kind: 'period',
  label: 'Period',
  names: ['type', 'year', 'month', 'date_from', 'date_to'],
  read: (given, fault) => {
    const faults: { field: string; message: string }[] = [];
    const hasDates = given['date_from'] !== undefined || given['date_to'] !== undefined;
    const type = given['type'] ?? (typed ? undefined : hasDates ? 'daily' : 'ftm');
    if (type !== 'daily' && type !== 'ftm') fault('type', 'type must be daily or ftm.');
    else {
      const read = type === 'daily' ? datesOf(given, faults) : monthOfFilter(given, faults);
      for (const { field, message } of faults) fault(field, message);
      if (read) return read;
    }
    return NONE;
  },
});

/** `date_to`, or the end of `year` and `month`; `date_from` and `type` change no figure and are dropped. */
export const asOf = (): AsOfControl => ({
  kind: 'as-of',
  label: 'As of',
  names: ['date_to', 'year', 'month', 'date_from', 'type'],
  read: (given, fault) => {
    const faults: { field: string; message: string }[] = [];
    const byMonth = given['date_to'] === undefined && given['year'] !== undefined;
    const date = byMonth
      ? monthOfFilter(given, faults)?.date_to
      : datesOf({ ...given, date_from: given['date_to'] }, faults)?.date_to;
    for (const { field, message } of faults) if (field !== 'date_from') fault(field, message);
    return date ?? NONE;
  },
});

/** A day that may be left out; `until` names the day of the filter that it may not be after. */
export const day = (label: string, { until }: { readonly until?: string } = {}): DayControl => ({
  kind: 'day',
  label,
  read: (given, fault, name) => {
    const text = given[name];
    if (text === undefined) return undefined;
    const date = parseCalendarDate(text);
    const last = until === undefined ? undefined : given[until];
    if (!date) fault(name, `${spaced(name)} ${dateFault(text)}`);
    else if (until !== undefined && last !== undefined && date > last)
      fault(name, `${spaced(name)} is after ${spaced(until)}.`);
    return date ?? undefined;
  },
});

/** `fiscal_year` and `quarter`; without the latter the whole year where `orYear`. */
export const quarter = ({ orYear = true } = {}): QuarterControl => ({
  kind: 'quarter',
  label: 'Quarter',
  orYear,
  names: ['fiscal_year', 'quarter'],
  read: (given, fault) => {
    const faults: { field: string; message: string }[] = [];
    const monthOf = (month: string) => monthOfFilter({ year: given['fiscal_year'], month }, faults);
    const of = given['quarter'];
    if (of === undefined ? !orYear : !/^[1-4]$/.test(of)) fault('quarter', 'quarter must be 1 to 4.');
    const first = monthOf(of === undefined ? '1' : String(3 * Number(of) - 2));
    const last = monthOf(of === undefined ? '12' : String(3 * Number(of)));
    if (first && last) return { date_from: first.date_from, date_to: last.date_to };
    fault('fiscal_year', faults[0]!.message);
    return NONE;
  },
});

/** A record by its code, or by its Record ID where `by` says so; the server tells whether there is one. */
export const reference = (
  label: string,
  resource: ResourceName,
  all: string,
  by: 'code' | 'id' = 'code',
): ReferenceControl => ({
  kind: 'reference',
  label,
  resource,
  by,
  all,
  read: (given, fault, name) => {
    const value = given[name]?.trim();
    if (value !== undefined && by === 'id' && !/^\d{1,9}$/.test(value)) {
      fault(name, `${name.replace('_', ' ')} must be a whole number.`);
    }
    return value === '' ? undefined : value;
  },
});

/** A version of a budget, '2026-1'; the server tells whether there is one. */
export const budget = (label: string, all: string, year: BudgetControl['year']): BudgetControl => ({
  kind: 'budget',
  label,
  all,
  year,
  read: (given, fault, name) => {
    const value = given[name]?.trim();
    if (value !== undefined && value !== '' && !/^\d{4}-\d{1,9}$/.test(value))
      fault(name, `${spaced(name)} must be a code, as 2026-1.`);
    return value === '' ? undefined : value;
  },
});

/** `{name}_from` and `{name}_to`, inclusive, in the order of codes; one alone means that one and all beyond it. */
export const range = (label: string, name: string, resource: ResourceName, all: string): RangeControl => ({
  kind: 'range',
  label,
  resource,
  all,
  names: [`${name}_from`, `${name}_to`],
  read: (given, fault) => {
    const [from, to] = [given[`${name}_from`]?.trim(), given[`${name}_to`]?.trim()];
    if (from && to && from > to)
      fault(`${name}_from`, `${label.toLowerCase()} from is after ${label.toLowerCase()} to.`);
    return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  },
});

export const choice = <const Value extends string>(
  label: string,
  options: Readonly<Record<Value, string>>,
  initial: NoInfer<Value>,
  {
    quiet = true,
    required = false,
    first = initial,
  }: { quiet?: boolean; required?: boolean; first?: NoInfer<Value> } = {},
): ChoiceControl<Value> => ({
  kind: 'choice',
  label,
  options,
  initial,
  first,
  quiet,
  read: (given, fault, name) => {
    const value = given[name];
    if (value === undefined && !required) return initial;
    if (value !== undefined && Object.hasOwn(options, value)) return value as Value;
    fault(name, value === undefined ? `${spaced(name)} is required.` : `${spaced(name)} must be ${listOf(options)}.`);
    return initial;
  },
});

export const choices = <const Value extends string>(
  label: string,
  options: Readonly<Record<Value, string>>,
  initial: readonly NoInfer<Value>[],
  unoffered: readonly NoInfer<Value>[] = [],
): ChoicesControl<Value> => ({
  kind: 'choices',
  label,
  options,
  initial,
  unoffered,
  read: (given, fault, name) => {
    const values = given[name]?.split(',') ?? initial;
    const known = values.filter((value): value is Value => Object.hasOwn(options, value));
    if (known.length < values.length) fault(name, `${spaced(name)} must be ${listOf(options)}.`);
    return known;
  },
});

/** In place of a value whose fault was told: the filter is refused whole. */
const NONE = undefined as never;
const spaced = (name: string) => name.replaceAll('_', ' ');

function listOf(options: Readonly<Record<string, string>>): string {
  const names = Object.keys(options);
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** What calls of every report may carry beside: the specification's clients send it, and no figure depends on it (reports §0). */
const DROPPED = ['user', 'trans_type'];

/** The names on the wire of a report's controls. */
export function filterNames(controls: FilterControls): string[] {
  return Object.entries(controls).flatMap(([name, { names }]) => names ?? [name]);
}

/** The names of a filter as a call may carry them, those that are dropped included. */
function filterShape(controls: FilterControls, dropped: readonly string[]) {
  const names = [...filterNames(controls), ...DROPPED, ...dropped];
  return Object.fromEntries(names.map((name) => [name, filterText] as const));
}

function readControls(controls: FilterControls, given: GivenFilter, context: z.RefinementCtx) {
  let faulty = false;
  const fault: FaultOf = (name, message) => {
    faulty = true;
    context.addIssue({ code: 'custom', path: [name], message });
  };
  const values: Record<string, unknown> = {};
  for (const [name, control] of Object.entries(controls)) values[name] = control.read(given, fault, name);
  return faulty ? null : values;
}

/**
 * The query of a report's calls: the names of its controls, `beside` them those of one call, what may be sent and is dropped.
 * Any other name is refused by name, so that a misspelt filter is not taken for "all". Answers the checked values, and as
 * `given` what was sent.
 */
export function filterQuery<Controls extends FilterControls, Beside extends z.ZodRawShape>(
  controls: Controls,
  beside: Beside,
  dropped: readonly string[] = [],
) {
  return z.strictObject({ ...filterShape(controls, dropped), ...beside }, unknownFilter).transform((sent, context) => {
    const given = sent as GivenFilter;
    const values = readControls(controls, given, context);
    if (values === null) return z.NEVER;
    const besides = Object.fromEntries(
      Object.keys(beside).map((name) => [name, (sent as Record<string, unknown>)[name]]),
    );
    return {
      filter: values as FilterOf<Controls>,
      given: usedFilter(controls, given),
      ...(besides as z.output<z.ZodObject<Beside>>),
    };
  });
}

/** The {data} of a report's print address: a filter that its call would take, and nothing else (reliability (d) 32). */
export function filterKeys(controls: FilterControls, dropped: readonly string[] = []) {
  return z.strictObject(filterShape(controls, dropped)).transform((given, context) => {
    if (readControls(controls, given, context) === null) return z.NEVER;
    return usedFilter(controls, given);
  });
}

/** Says which name is no filter. */
const unknownFilter = {
  error: (issue: { code?: string; keys?: readonly string[] }) =>
    issue.code === 'unrecognized_keys' ? `This report has no filter named ${issue.keys?.join(', ')}.` : undefined,
};

/** First and last day that a checked filter covers: those of its period, or the day that it stands at twice. */
export function daysOf(controls: FilterControls, values: Readonly<Record<string, unknown>>): ReportPeriod {
  for (const [name, { kind }] of Object.entries(controls)) {
    if (kind === 'period' || kind === 'quarter') return values[name] as ReportPeriod;
    if (kind === 'as-of') return { date_from: values[name] as CalendarDate, date_to: values[name] as CalendarDate };
  }
  throw new Error('A report needs a period or a day.');
}

/** The names on the wire of a report's period or day. */
function daysNames(controls: FilterControls): readonly string[] {
  return (
    Object.values(controls).find(({ kind }) => kind === 'period' || kind === 'as-of' || kind === 'quarter')?.names ?? []
  );
}

/** Whether a filter says for which days. */
export function hasDays({ filters }: { readonly filters: FilterControls }, filter: GivenFilter): boolean {
  return daysNames(filters).some((name) => filter[name] !== undefined);
}

/** A filter without its days. */
export function withoutDays<Text>(
  { filters }: { readonly filters: FilterControls },
  filter: Readonly<Record<string, Text>>,
): Record<string, Text> {
  const names = daysNames(filters);
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name)));
}

/** Its days alone. */
export function onlyDays(
  { filters }: { readonly filters: FilterControls },
  filter: GivenFilter,
): Record<string, string | undefined> {
  const names = daysNames(filters);
  return Object.fromEntries(Object.entries(filter).filter(([name]) => names.includes(name)));
}

/** The days as headers print them: 'MAY 01, 2025 TO MAY 31, 2025', or 'AS OF MAY 31, 2025'. */
export function daysText(controls: FilterControls, values: Readonly<Record<string, unknown>>): string {
  const days = daysOf(controls, values);
  const stands = Object.values(controls).some(({ kind }) => kind === 'as-of');
  return stands ? `AS OF ${formatReportDate(days.date_to)}` : periodText(days);
}

/** The filter of a first visit: the current month, the end of it for what stands at a day, the quarter that ended last; otherwise nothing chosen. */
export function initialFilter(controls: FilterControls, today: CalendarDate): Record<string, string> {
  const filter: Record<string, string> = {};
  for (const [name, control] of Object.entries(controls)) {
    if (control.kind === 'period') {
      Object.assign(filter, {
        type: PERIOD_TYPES[1],
        year: today.slice(0, 4),
        month: String(Number(today.slice(5, 7))),
      });
    } else if (control.kind === 'as-of') filter['date_to'] = today;
    else if (control.kind === 'quarter')
      Object.assign(filter, control.orYear ? { fiscal_year: today.slice(0, 4) } : lastQuarter(today));
    else if (control.kind === 'choice') filter[name] = control.first;
  }
  return filter;
}

/** The quarter that ended last before a day, as a filter has it. */
function lastQuarter(today: CalendarDate): Record<string, string> {
  const { fiscal_year, quarter: of } = quarterOf(addMonths(startOfMonth(today), -3));
  return { fiscal_year: String(fiscal_year), quarter: String(of) };
}

/** The names that a filter uses: of a period those of its type alone; what is empty is left out. */
export function usedFilter(controls: FilterControls, given: GivenFilter): Record<string, string> {
  const unused =
    given['type'] === 'ftm' ? ['date_from', 'date_to'] : given['type'] === 'daily' ? ['year', 'month'] : [];
  const used: Record<string, string> = {};
  for (const name of filterNames(controls)) {
    const value = given[name];
    if (value !== undefined && value !== '' && !unused.includes(name)) used[name] = value;
  }
  return used;
}
