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
import type { ChartRow } from './chart-figures.ts';

/** Minor units, by the field of their column. */
export type Figures = Readonly<Partial<Record<FigureField, bigint>>>;

/** The figures of a row of the chart; `sign` -1 turns them credit positive. */
export function figuresOf(row: Figures | ChartRow, columns: readonly FigureColumn[], sign: 1 | -1): Figures {
  return Object.fromEntries(
    columns.map(({ field }) => {
      const figure = row[field] ?? 0n;
      return [field, (typeof figure === 'bigint' ? figure : requireSum(figure)) * BigInt(sign)];
    }),
  );
}

/** What rows of a statement, or figures, come to. */
export function addUp(rows: readonly (Figures | StatementRow)[], columns: readonly FigureColumn[]): Figures {
  return Object.fromEntries(
    columns.map(({ field }) => [
      field,
      rows.reduce((sum, row) => {
        const figure = row[field] ?? 0n;
        return sum + (typeof figure === 'bigint' ? figure : requireSum(figure));
      }, 0n),
    ]),
  );
}

/** What a row has in its columns of figures. */
type FiguresText = Omit<
  StatementRow,
  keyof ReturnType<typeof placeIn> | 'line' | 'account_code' | 'acct_desc' | 'is_sum'
>;

/** Figures as decimal text, with the difference to each that they are compared with. */
export function figuresText(figures: Figures): FiguresText {
  const { amount = 0n } = figures;
  const beside = COMPARISON_FIELDS.flatMap((field) => {
    const before = figures[field];
    if (before === undefined) return [];
    const change = amount - before;
    return [
      [`${field}_change`, amountText(change)],
      [`${field}_percent`, percentOf(change, before)],
    ] as const;
  });
  const told = Object.entries(figures).map(([field, figure]) => [field, amountText(figure)] as const);
  return Object.fromEntries([...told, ...beside]) as FiguresText;
}

/** The totals of a statement: a per cent of nothing is not told. */
export function totalsText(figures: Figures): StatementTotals {
  const told = Object.entries(figuresText(figures)).filter(([, text]) => text !== null);
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
  const [first] = rows;
  const code = first?.parents[depth];
  if (code === undefined || rows.some(({ parents }) => parents[depth] !== code)) return { ...called, above: depth };
  return { ...called, code, name: first!.parent_names[depth]!, above: depth + 1 };
}

/** An account in its section. */
export function accountRow(row: ChartRow, section: Section, figures: Figures): StatementRow {
  const above = row.parents.map((code, at) => [code, row.parent_names[at]!] as const).slice(section.above);
  return {
    ...placeIn(section, section.heading ? [section.heading, ...above] : above),
    acct_group: row.acct_group,
    line: 'account',
    account_code: row.acct_code,
    acct_desc: row.acct_desc,
    is_sum: false,
    ...figuresText(figures),
  };
}

/** A line that is worked out, in a section or in none. */
export function workedOutRow(
  line: { readonly line: string; readonly acct_desc: string; readonly is_sum?: boolean },
  section: Section | null,
  figures: Figures,
): StatementRow {
  return { ...placeIn(section, []), account_code: '', is_sum: false, ...line, ...figuresText(figures) };
}

function placeIn(section: Section | null, above: readonly (readonly [string, string])[]) {
  const [heading, subheading] = above;
  return {
    acct_group: section?.group ?? '',
    section: section?.code ?? '',
    section_name: section?.name ?? '',
    heading: heading?.[0] ?? '',
    heading_name: heading?.[1] ?? '',
    subheading: subheading?.[0] ?? '',
    subheading_name: subheading?.[1] ?? '',
  };
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
