import { MESSAGES } from '../errors/messages.ts';
import type { Fact, PaperCompany, SignaturesBlock } from './paper-blocks.ts';
import type { PaperPart } from './paper.ts';
import { labelColumns, tableLines, type PaperColumn, type RowGrouping, type TotalLine } from './paper-table.ts';

// The words of a description: what a paper may consist of.

/** The company, and what paper this is, under which number; the stamp where one is due. */
export function letterhead<Data>(given: {
  readonly kind: string;
  readonly company: (data: Data) => PaperCompany;
  readonly number: (data: Data) => string;
  readonly stamp: (data: Data) => string | null;
}): PaperPart<Data> {
  return (data) => ({
    block: 'letterhead',
    kind: given.kind,
    company: given.company(data),
    number: given.number(data),
    stamp: given.stamp(data),
  });
}

/** The heading lines of a report: company, title, what and when. */
export function heading<Data>(lines: (data: Data) => readonly string[]): PaperPart<Data> {
  return (data) => ({ block: 'heading', lines: lines(data) });
}

/** One fact of a paper; `null` leaves it out. */
export interface FactOf<Data> {
  readonly label: string;
  readonly value: (data: Data) => string | null;
  readonly wide?: true;
}

/** Labels with their values, in the order of the description. */
export function facts<Data>(list: readonly FactOf<Data>[]): PaperPart<Data> {
  return (data) => ({
    block: 'facts',
    facts: list.flatMap(({ label, value, wide }): Fact[] => {
      const text = value(data);
      return text === null ? [] : [{ label, value: text, ...(wide ? { wide } : {}) }];
    }),
  });
}

/** A column of a paper's table; its head may tell what the data are in: 'Debit USD'. */
export interface ColumnOf<Data, Row> extends PaperColumn<Row> {
  readonly header: string | ((data: Data) => string);
}

/** The table of a paper: its rows in their groups, and its totals. */
export function table<Data, Row>(given: {
  readonly caption: (data: Data) => string;
  readonly rows: (data: Data) => readonly Row[];
  readonly columns: readonly ColumnOf<Data, Row>[];
  readonly group?: RowGrouping<Row>;
  readonly totals: (data: Data) => readonly TotalLine[];
}): PaperPart<Data> {
  return (data) => ({
    block: 'table',
    caption: given.caption(data),
    columns: given.columns.map(({ header, kind, grows = false }) => ({
      header: typeof header === 'string' ? header : header(data),
      kind,
      grows,
    })),
    grouped: given.group !== undefined,
    labelColumns: labelColumns(given.columns),
    lines: [...tableLines(given, given.rows(data), given.totals(data))],
    empty: MESSAGES.noDataFound,
  });
}

/** Who prepared, who approved, who received: a box each. */
export function signatures<Data>(boxes: (data: Data) => SignaturesBlock['boxes']): PaperPart<Data> {
  return (data) => ({ block: 'signatures', boxes: boxes(data) });
}
