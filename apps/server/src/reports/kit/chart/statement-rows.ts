import { percentOf } from '@talaan/contract/reports/kit/lines/percent-of';
import {
  COMPARISON_FIELDS,
  type FigureColumn,
  type FigureField,
  type StatementRow,
  type StatementTotals,
} from '@talaan/contract/reports/kit/statement-columns';
import { amountText, requireSum } from '@talaan/core/money/money';
import { makeProof, type Side } from '../make-proof.ts';
import type { ChartRow } from './in-chart.ts';

/** Minor units, by the field of their column. */
export type Figures = Readonly<Partial<Record<FigureField, bigint>>>;
type FiguresBeingMade = Partial<Record<FigureField, bigint>>;

// A statement of twelve months has a thousand figures. Objects are filled in place: one that is spread into another one, with more
// beside it, costs fifty times as much to make.

/** The figures of a row of the chart; `sign` -1 turns them credit positive. */
export function figuresOf(row: Figures | ChartRow, columns: readonly FigureColumn[], sign: 1 | -1): Figures {
  const figures: FiguresBeingMade = {};
  for (const { field } of columns) {
    const minor = minorOf(row[field]);
    figures[field] = sign === 1 ? minor : -minor;
  }
  return figures;
}

/** What rows of a statement, or figures, come to. */
export function addUp(rows: readonly (Figures | StatementRow)[], columns: readonly FigureColumn[]): Figures {
  const figures: FiguresBeingMade = {};
  for (const { field } of columns) {
    let sum = 0n;
    for (const row of rows) sum += minorOf(row[field]);
    figures[field] = sum;
  }
  return figures;
}

const minorOf = (figure: bigint | string = 0n): bigint => (typeof figure === 'bigint' ? figure : requireSum(figure));

/** Figures as decimal text, with the difference to each that they are compared with; in the row that they are of. */
function withFigures(row: object, figures: Figures): StatementRow {
  const told = row as Record<string, string | null>;
  for (const field in figures) told[field] = amountText(figures[field as FigureField]!);
  const { amount = 0n } = figures;
  for (const field of COMPARISON_FIELDS) {
    const before = figures[field];
    if (before === undefined) continue;
    told[`${field}_change`] = amountText(amount - before);
    told[`${field}_percent`] = percentOf(amount - before, before);
  }
  return row as StatementRow;
}

/** The totals of a statement: a per cent of nothing is not told. */
export function totalsText(figures: Figures): StatementTotals {
  const told = Object.entries(withFigures({}, figures)).filter(([, text]) => text !== null);
  return Object.fromEntries(told) as StatementTotals;
}

/** Where in a statement accounts stand: its code and name, and how many accounts above them it stands for. */
export interface Section {
  /** Of lines that are worked out in it; empty where it is of accounts of several. */
  readonly group: ChartRow['acct_group'] | '';
  readonly code: string;
  readonly name: string;
  readonly above: number;
  /** The heading that its accounts stand below, with those of the chart below that. */
  readonly heading?: readonly [code: string, name: string];
}

/**
 * The section of some accounts: the account at a depth of the chart that all of them stand below, so that it heads them under its own
 * code and name; else what they are called, with that account as a heading of its own.
 */
export function sectionOf(
  rows: readonly ChartRow[],
  depth: number,
  called: Omit<Section, 'above' | 'heading'>,
): Section {
  const head = rows[0]?.parents[depth];
  if (!head || rows.some(({ parents }) => parents[depth] !== head)) return { ...called, above: depth };
  return { ...called, code: head.acct_code, name: head.acct_desc, above: depth + 1 };
}

/** An account in its section. */
export function accountRow(row: ChartRow, section: Section, figures: Figures): StatementRow {
  const { acct_group, acct_code: account_code, acct_desc } = row;
  const above = row.parents.slice(section.above).map((parent) => [parent.acct_code, parent.acct_desc] as const);
  const headings = section.heading ? [section.heading, ...above] : above;
  return rowIn(section, headings, { acct_group, line: 'account', account_code, acct_desc, is_sum: false }, figures);
}

/** A line that is worked out, in a section or in none. */
export function workedOutRow(
  { line, acct_desc, is_sum = false }: { readonly line: string; readonly acct_desc: string; readonly is_sum?: boolean },
  section: Section | null,
  figures: Figures,
): StatementRow {
  return rowIn(section, [], { acct_group: section?.group ?? '', line, account_code: '', acct_desc, is_sum }, figures);
}

function rowIn(
  section: Section | null,
  [heading, subheading]: readonly (readonly [code: string, name: string])[],
  named: Pick<StatementRow, 'acct_group' | 'line' | 'account_code' | 'acct_desc' | 'is_sum'>,
  figures: Figures,
): StatementRow {
  const row = {
    section: section?.code ?? '',
    section_name: section?.name ?? '',
    heading: heading?.[0] ?? '',
    heading_name: heading?.[1] ?? '',
    subheading: subheading?.[0] ?? '',
    subheading_name: subheading?.[1] ?? '',
    acct_group: named.acct_group,
    line: named.line,
    account_code: named.account_code,
    acct_desc: named.acct_desc,
    is_sum: named.is_sum,
  };
  return withFigures(row, figures);
}

/** Holds two sums of each column against each other: those of the first by themselves, those of the others together. */
export function proveColumns(
  name: string,
  columns: readonly FigureColumn[],
  [leftLabel, left]: readonly [string, Figures],
  [rightLabel, right]: readonly [string, Figures],
) {
  const asked = columns.filter(({ field }) => field === 'amount');
  const others = columns.filter(({ field }) => field !== 'amount');
  const sideOf = (label: string, figures: Figures, of: readonly FigureColumn[]): Side => [
    label,
    amountText(of.reduce((sum, { field }) => sum + (figures[field] ?? 0n), 0n)),
  ];
  const proofOf = (of: readonly FigureColumn[], called: string) => {
    const difference = of.reduce((sum, { field }) => {
      const apart = (left[field] ?? 0n) - (right[field] ?? 0n);
      return sum + (apart < 0n && of.length > 1 ? -apart : apart);
    }, 0n);
    return makeProof(called, sideOf(leftLabel, left, of), sideOf(rightLabel, right, of), {
      difference: amountText(difference),
    });
  };
  if (others.length === 0) return [proofOf(asked, name)];
  const words = others.length === 1 ? others[0]!.header : `the ${others.length} other columns`;
  return [proofOf(asked, name), proofOf(others, `${name}, ${words}`)];
}
