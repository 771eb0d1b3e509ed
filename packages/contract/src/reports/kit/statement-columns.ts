import * as z from 'zod';
import {
  addMonths,
  endOfMonth,
  formatReportDate,
  monthOf,
  MONTH_NAMES,
  startOfMonth,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import type { ReportColumn, ReportLayout, ReportLevel } from './define-report.ts';
import { periodText, type ReportPeriod } from './report-period.ts';

/** What stands beside the figure that a statement is asked for: so many others at most. */
const BESIDE = [
  'figure_1',
  'figure_2',
  'figure_3',
  'figure_4',
  'figure_5',
  'figure_6',
  'figure_7',
  'figure_8',
  'figure_9',
  'figure_10',
  'figure_11',
  'figure_12',
] as const;
export const MOST_BESIDE = BESIDE.length;

/** What a figure is compared with, in words; each has a field, the difference to it and the per cent that it is. */
const COMPARISONS = { previous: 'Before', year: 'A year before', budget: 'Budget' } as const;
export type Comparison = keyof typeof COMPARISONS;
export const COMPARISON_FIELDS = Object.keys(COMPARISONS) as readonly Comparison[];

export type FigureField = 'amount' | (typeof BESIDE)[number] | Comparison;

/** Figures of a statement that stand in one column: those of some days, or as they are at their end. */
export interface FigureColumn {
  readonly field: FigureField;
  readonly header: string;
  readonly days: ReportPeriod;
}

/** Pesos as decimal text with 2 decimals, where the filter asks for them. */
const pesos = z.string().optional() as unknown as z.ZodString;
const percent = z.string().nullable().optional() as unknown as z.ZodNullable<z.ZodString>;
function shapeOf<Name extends string, Schema extends z.ZodType>(names: readonly Name[], schema: Schema) {
  return Object.fromEntries(names.map((name) => [name, schema])) as { [Of in Name]: Schema };
}
const CHANGES = ['previous_change', 'year_change', 'budget_change'] as const;
const PERCENTS = ['previous_percent', 'year_percent', 'budget_percent'] as const;
const figures = {
  amount: z.string(),
  ...shapeOf(BESIDE, pesos),
  ...shapeOf(COMPARISON_FIELDS, pesos),
  ...shapeOf(CHANGES, pesos),
};

/** What the figures of a statement come to, column by column. */
export const statementTotals = z.object({ ...figures, ...shapeOf(PERCENTS, pesos) });
export type StatementTotals = z.output<typeof statementTotals>;

/**
 * A row of a statement: a postable account with a figure in any column, or a line that is worked out (`is_sum` where it is the
 * sum of others). `section`, `heading` and `subheading` are the places of the chart that it stands in, empty beneath its own depth.
 * `amount` is the figure that was asked for; `figure_1` and on are the further columns in their order; `previous`, `year` and `budget`
 * what it is compared with, the difference to it (`_change`), and that in per cent of it (`_percent`), empty where there was nothing.
 */
export const statementRow = z.object({
  section: z.string(),
  section_name: z.string(),
  heading: z.string(),
  heading_name: z.string(),
  subheading: z.string(),
  subheading_name: z.string(),
  /** 'account', or the name of the line. */
  line: z.string(),
  /** A, L, C, I or E, as its account or its section has it; empty in none. */
  acct_group: z.string(),
  account_code: z.string(),
  acct_desc: z.string(),
  is_sum: z.boolean(),
  ...figures,
  ...shapeOf(PERCENTS, percent),
});
export type StatementRow = z.output<typeof statementRow>;

const members = { one: 'account', many: 'accounts', uneven: true } as const;
const LEVELS: readonly ReportLevel<StatementRow>[] = [
  { code: 'section', name: 'section_name', ...members },
  { code: 'heading', name: 'heading_name', ...members },
  { code: 'subheading', name: 'subheading_name', ...members },
];
/** What every statement declares of its rows. */
export const OF_STATEMENT = {
  row: statementRow,
  key: ['line', 'account_code'],
  drill: ['line', 'account_code'],
  totals: statementTotals,
  orientation: 'portrait',
  startsFolded: [2],
} as const;

/** So many figures have room on a page that stands upright. */
const MOST_UPRIGHT = 3;

/** A statement in these columns: the chart tree with the figures beside it. */
export function statementLayout(columns: readonly FigureColumn[], basis: string): ReportLayout<StatementRow> {
  const shown = columns.flatMap(columnsOf);
  return {
    columns: [
      {
        field: 'account_code',
        header: 'Code',
        kind: 'code',
        width: 10,
        names: true,
        opens: {
          report: 'subsidiary',
          filter: ({ account_code }) => ({ account_from: account_code, account_to: account_code }),
        },
      },
      { field: 'acct_desc', header: 'Account', kind: 'text', width: 40, grows: true, names: true },
      ...shown,
    ],
    levels: LEVELS,
    basis,
    strong: 'is_sum',
    orientation: shown.filter(({ kind }) => kind === 'amount').length > MOST_UPRIGHT ? 'landscape' : 'portrait',
  };
}

function columnsOf({ field, header }: FigureColumn): ReportColumn<StatementRow>[] {
  const figure = { kind: 'amount', width: 18, total: true } as const;
  const result = { result: 'sums' } as const;
  if (!isComparison(field)) return [{ field, header, ...figure, ...result, opens: 'postings' }];
  const band = COMPARISONS[field];
  const [change, ofIt] = [`${field}_change`, `${field}_percent`] as const;
  return [
    { field, header, ...figure, ...result, band, ...(field === 'budget' ? {} : { opens: 'postings' }) },
    { field: change, header: field === 'budget' ? 'Variance' : 'Difference', ...figure, band },
    { field: ofIt, header: '%', kind: 'percent', width: 9, band, percent: { is: change, of: field } },
  ];
}

const isComparison = (field: FigureField): field is Comparison => Object.hasOwn(COMPARISONS, field);

/** The columns beside the first one, each of some days, in their order. */
export function besideColumns(
  days: readonly ReportPeriod[],
  headerOf: (days: ReportPeriod) => string,
): readonly FigureColumn[] {
  return days.slice(0, MOST_BESIDE).map((of, at) => ({ field: BESIDE[at]!, header: headerOf(of), days: of }));
}

/** Days in few words: 'MAY 2025', 'JAN TO MAY 2025', else from day to day. */
export function daysHeader(days: ReportPeriod): string {
  const { date_from, date_to } = days;
  const isWhole = date_from === startOfMonth(date_from) && date_to === endOfMonth(date_to);
  if (!isWhole || yearOf(date_from) !== yearOf(date_to)) return periodText(days);
  const [first, last] = [monthName(date_from), monthName(date_to)];
  return first === last ? `${last} ${yearOf(date_to)}` : `${first} TO ${last} ${yearOf(date_to)}`;
}

const monthName = (date: CalendarDate): string => MONTH_NAMES[monthOf(date) - 1]!.slice(0, 3).toUpperCase();

/** The day that figures stand at: 'MAY 31, 2025'. */
export const dayHeader = ({ date_to }: ReportPeriod): string => formatReportDate(date_to);

/** The parts of some days by months, or by quarters: whole ones but for the first and the last. */
export function partsOf({ date_from, date_to }: ReportPeriod, months: 1 | 3): ReportPeriod[] {
  const parts: ReportPeriod[] = [];
  let first = addMonths(startOfMonth(date_from), -((monthOf(date_from) - 1) % months));
  while (first <= date_to) {
    const last = endOfMonth(addMonths(first, months - 1));
    parts.push({ date_from: first < date_from ? date_from : first, date_to: last > date_to ? date_to : last });
    first = addMonths(first, months);
  }
  return parts;
}
