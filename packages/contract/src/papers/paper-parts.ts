import { amountInWords } from '@talaan/core/money/amount-in-words';
import { requireSum } from '@talaan/core/money/money';
import { MESSAGES } from '../errors/messages.ts';
import { cellText } from './cell-text.ts';
import type { Fact, FactsBlock, PaperCompany, SignaturesBlock, SumsBlock } from './paper-blocks.ts';
import type { PaperPart } from './paper.ts';
import { labelColumns, tableLines, type PaperColumn, type PaperLine, type TotalLine } from './paper-table.ts';
import { wrapText } from './wrap-text.ts';

// The words of a description: what a paper may consist of.

/** Which copy of a paper it is; null for the first one, which says nothing of it. */
export function reprintText(copy_no: number): string | null {
  return copy_no > 1 ? `REPRINT ${copy_no}` : null;
}

/** The company, and what paper this is, under which number; which copy of what is counted; the stamp where one is due. */
export function letterhead<Data>(given: {
  readonly kind: string | ((data: Data) => string);
  readonly company: (data: Data) => PaperCompany;
  readonly number: (data: Data) => string;
  readonly copy_no?: (data: Data) => number;
  readonly stamp: (data: Data) => string | null;
}): PaperPart<Data> {
  return (data) => {
    const reprint = reprintText(given.copy_no?.(data) ?? 1);
    return {
      block: 'letterhead',
      kind: typeof given.kind === 'string' ? given.kind : given.kind(data),
      company: given.company(data),
      number: given.number(data),
      ...(reprint === null ? {} : { reprint }),
      stamp: given.stamp(data),
    };
  };
}

/** The heading lines of a report: company, title, what and when. */
export function heading<Data>(lines: (data: Data) => readonly string[], everyPage = false): PaperPart<Data> {
  return (data) => ({ block: 'heading', lines: lines(data), ...(everyPage ? { everyPage } : {}) });
}

/** One fact of a paper; `null` leaves it out. */
export interface FactOf<Data> extends Omit<Fact, 'value'> {
  readonly value: (data: Data) => string | null;
}

/** Labels with their values, in the order of the description: two in a row, or as many as are named; in a frame if asked. */
export function facts<Data>(
  list: readonly FactOf<Data>[],
  { inRow = 2, boxed = false }: Partial<Pick<FactsBlock, 'inRow' | 'boxed'>> = {},
): PaperPart<Data> {
  return (data) => ({
    block: 'facts',
    facts: list.flatMap(({ value, ...fact }): Fact[] => {
      const text = value(data);
      return text === null ? [] : [{ ...fact, value: text }];
    }),
    inRow,
    boxed,
  });
}

/** An amount spelled out, as cheques, vouchers and receipts have it. In: its decimal text and the word of its currency. */
export function inWords<Data>(
  label: string,
  spelled: (data: Data) => { readonly amount: string; readonly currency_word: string },
): FactOf<Data> {
  return {
    label,
    wide: true,
    value: (data) => {
      const { amount, currency_word } = spelled(data);
      return amountInWords(requireSum(amount), currency_word);
    },
  };
}

/** A column of a paper's table; its head may tell what the data are in: 'Debit USD'. */
export interface ColumnOf<Data, Row> extends PaperColumn<Row> {
  readonly header: string | ((data: Data) => string);
  /**
   * Characters of a text that fit in its line, where the lines of a page are counted: a longer text goes on in lines of its
   * own, so that every line has one height and a page holds all of its lines.
   */
  readonly room?: number;
}

/** The table of a paper: its rows, and its totals. What is grouped is a report. */
export function table<Data, Row>(given: {
  readonly caption: (data: Data) => string;
  readonly rows: (data: Data) => readonly Row[];
  readonly columns: readonly ColumnOf<Data, Row>[];
  readonly totals?: (data: Data) => readonly TotalLine[];
}): PaperPart<Data> {
  return (data) => ({
    block: 'table',
    caption: given.caption(data),
    columns: given.columns.map(({ header, kind, grows = false }) => ({
      header: typeof header === 'string' ? header : header(data),
      kind,
      grows,
    })),
    labelColumns: labelColumns(given.columns),
    lines: [...tableLines(given.columns, given.rows(data), given.totals?.(data) ?? [])].flatMap((line) =>
      brokenLine(line, given.columns),
    ),
    empty: MESSAGES.noDataFound,
  });
}

function brokenLine(line: PaperLine, columns: readonly { readonly room?: number }[]): PaperLine[] {
  if (line.look !== 'plain' || columns.every(({ room }) => room === undefined)) return [line];
  const parts = line.cells.map((cell, at) => {
    const { room } = columns[at]!;
    return cell === null || room === undefined ? [cell] : wrapText(cell, room, () => 1).filter((text) => text !== '');
  });
  const count = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: count }, (_, at) => ({ ...line, cells: parts.map((texts) => texts[at] ?? null) }));
}

/** The same parts for each of several: a table for every document. */
export function forEach<Data, One>(
  list: (data: Data) => readonly One[],
  ...parts: readonly PaperPart<One>[]
): PaperPart<Data> {
  return (data) => list(data).flatMap((one) => parts.flatMap((part) => part(one) ?? []));
}

/** What the amounts come to, each as decimal text. */
export function sums<Data>(list: (data: Data) => SumsBlock['sums']): PaperPart<Data> {
  return (data) => ({
    block: 'sums',
    sums: list(data).map((sum) => ({ ...sum, amount: cellText('amount', sum.amount) })),
  });
}

/** Who prepared, who approved, who received: a box each. */
export function signatures<Data>(boxes: (data: Data) => SignaturesBlock['boxes']): PaperPart<Data> {
  return (data) => ({ block: 'signatures', boxes: boxes(data) });
}

/** Running text: a paragraph each; an empty one is left out. */
export function paragraphs<Data>(texts: (data: Data) => readonly string[]): PaperPart<Data> {
  return (data) => ({ block: 'paragraphs', paragraphs: texts(data).filter((text) => text !== '') });
}

/** A box with what it stands for: ticked, or to be ticked by hand. */
export function tick(ticked: boolean, label: string): string {
  return `${ticked ? '☑' : '☐'} ${label}`;
}

/** Fine print, a line each: the same on every copy, or as the data have them; an empty one is left out. */
export function finePrint<Data>(...lines: readonly (string | ((data: Data) => readonly string[]))[]): PaperPart<Data> {
  return (data) => ({
    block: 'fine',
    lines: lines.flatMap((line) => (typeof line === 'string' ? [line] : line(data))).filter((line) => line !== ''),
  });
}
