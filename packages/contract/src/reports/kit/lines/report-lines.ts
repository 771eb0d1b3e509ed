import { amountText, requireSum } from '@talaan/core/money/money';
import { plainWords } from '@talaan/core/text/plain-words';
import { cellOf, type CellKind, type PaperLine, type Sums } from '../../../papers/paper-table.ts';
import {
  sumsByField,
  type ReportColumn,
  type ReportDefinition,
  type ReportForm,
  type ReportLayout,
  type ReportLevel,
} from '../define-report.ts';
import type { ReportGroup } from '../report-reply.ts';
import { partOf, percentOf } from './percent-of.ts';

/** The group that a line belongs to, or heads: its codes from the outermost level inwards. */
export interface LineGroup {
  readonly codes: readonly string[];
  readonly name: string;
  readonly note: string;
  /** How many rows it has; they are counted as they come. */
  readonly count: number;
}

/** One line of a report, as screen, sheet and files show it. */
export interface ReportLine<Row> extends PaperLine {
  /** How many headings it stands below. */
  readonly level: number;
  /** The innermost group that it stands in, or heads; null where the report has none. */
  readonly group: LineGroup | null;
  /** The row that it shows. */
  readonly row?: Row;
  /** Which fixed line of its level it is. */
  readonly fixed?: number;
}

interface OpenGroup<Row> {
  readonly level: ReportLevel<Row>;
  readonly group: { codes: string[]; name: string; note: string; count: number };
  /** Its figures, where they come from the ledger. */
  readonly figures: Sums | null;
  readonly sums: Record<string, bigint>;
  /** The cells of its heading, which are filled when its rows are known. */
  readonly heading: (string | null)[];
}

/** What closes a report: its sums, and what some of them are in per cent. */
export interface Total {
  readonly label: string;
  readonly sums: Sums;
  readonly percent?: { readonly label: string; readonly sums: Sums };
}

/** The total of a report, as it stands below its rows. */
export function totalOf<Row>(
  report: Pick<ReportDefinition<Row>, 'totalLabel' | 'sumNames' | 'totalPercent'>,
  totals: Sums,
): Total {
  const { totalLabel: label, totalPercent } = report;
  const sums = sumsByField(report, totals);
  if (totalPercent === undefined) return { label, sums };
  const whole = requireSum(sums[totalPercent.of]!);
  const parts = totalPercent.fields.flatMap((field) => {
    const part = partOf(requireSum(sums[field]!), whole);
    return part === null ? [] : [[field, part] as const];
  });
  return { label, sums, percent: { label: totalPercent.label, sums: Object.fromEntries(parts) } };
}

/** What the total of a report tells beside its columns. */
export function notesOf<Row>(
  { totalNotes = [] }: Pick<ReportDefinition<Row>, 'totalNotes'>,
  totals: Sums,
): { readonly label: string; readonly value: string }[] {
  return totalNotes.flatMap(({ label, figure }) => {
    const value = totals[figure];
    return value === undefined ? [] : [{ label, value }];
  });
}

/** The columns of a layout in one form of the report. */
export function columnsOn<Row>({ columns }: ReportLayout<Row>, form: ReportForm): readonly ReportColumn<Row>[] {
  return columns.filter(
    ({ on }) => on === undefined || on.includes(form) || (form === 'foreign paper' && on.includes('paper')),
  );
}

/** So many columns beside those that name the row stand on one page (reports §12). */
const COLUMNS_OF_RUN = 10;

/** The layouts that stand on paper one after the other: one, unless columns name the row. */
export function paperRuns<Row>(layout: ReportLayout<Row>, form: ReportForm): readonly ReportLayout<Row>[] {
  const columns = columnsOn(layout, form);
  const naming = columns.filter(({ names }) => names);
  if (naming.length === 0) return [layout];
  const others = columns.filter(({ names }) => !names);
  return Array.from({ length: Math.ceil(others.length / COLUMNS_OF_RUN) }, (_, at) => ({
    ...layout,
    columns: [...naming, ...others.slice(at * COLUMNS_OF_RUN, (at + 1) * COLUMNS_OF_RUN)],
  }));
}

/** The form of a report on paper, by the currencies that its groups name. */
export function paperFormOf(groups: readonly Pick<ReportGroup, 'note'>[]): ReportForm {
  return groups.some(({ note }) => note !== '') ? 'foreign paper' : 'paper';
}

/**
 * Makes the lines of a report from its rows as they come, and its groups in the same order: headings, fixed lines, sums. It
 * keeps no more than the group that is open where its sums stand in its heading, and nothing where they stand below.
 */
export class ReportLiner<Row> {
  readonly #columns: readonly ReportColumn<Row>[];
  readonly #layout: ReportLayout<Row>;
  readonly #open: OpenGroup<Row>[] = [];
  readonly #form: ReportForm;
  /** The row before, of the same innermost group. */
  #before: Row | null = null;
  /** Lines that wait for the sums of a heading. */
  #waiting: ReportLine<Row>[] = [];

  constructor(layout: ReportLayout<Row>, form: ReportForm) {
    this.#layout = layout;
    this.#columns = columnsOn(layout, form);
    this.#form = form;
  }

  /** Opens a group that the ledger has figures of; those that it does not stand in are closed. */
  group({ codes, name, note, figures }: ReportGroup): ReportLine<Row>[] {
    this.#closeTo(commonLength(this.#codes(), codes.slice(0, -1)));
    this.#push(codes, name, note, figures);
    return this.#flush();
  }

  /** Whether the innermost group of a row is the one that is open. */
  standsIn(row: Row): boolean {
    return commonLength(this.#codesOf(row), this.#codes()) === this.#layout.levels.length;
  }

  row(row: Row): ReportLine<Row>[] {
    const { levels } = this.#layout;
    const codes = this.#codesOf(row);
    this.#closeTo(commonLength(this.#codes(), codes));
    while (this.#open.length < codes.length) {
      const { name } = levels[this.#open.length]!;
      this.#push(codes.slice(0, this.#open.length + 1), cellOf(row, name) ?? '', '', null);
      const { heading } = this.#open.at(-1)!;
      for (const [at, { field, ofGroup }] of this.#columns.entries()) if (ofGroup) heading[at] = cellOf(row, field);
    }
    for (const { group, sums } of this.#open) {
      group.count += 1;
      for (const { field, total } of this.#columns) {
        const cell = total ? cellOf(row, field) : null;
        if (cell !== null) sums[field] = (sums[field] ?? 0n) + requireSum(cell);
      }
    }
    const before = this.#form === 'file' ? null : this.#before;
    const isForeign = this.#open.some(({ group }) => group.note !== '');
    const cells = this.#columns.map(({ field, once, onceOnScreen, ofGroup, on, plain }) => {
      if (ofGroup && this.#form !== 'file') return null;
      const isOnce = once !== undefined && (this.#form !== 'screen' || onceOnScreen === true);
      if (isOnce && before !== null && cellOf(before, once) === cellOf(row, once)) return null;
      const isOfOthers = this.#form === 'foreign paper' && !isForeign && on?.includes('foreign paper');
      const cell = isOfOthers ? null : cellOf(row, field);
      return cell !== null && plain && this.#form !== 'screen' ? plainWords(cell) || null : cell;
    });
    this.#before = row;
    const strong = this.#layout.strong !== undefined && row[this.#layout.strong] === true;
    const group = this.#open.at(-1)?.group ?? null;
    this.#put({ look: 'plain', cells, level: this.#level(), group, row, ...(strong ? { strong } : {}) });
    return this.#flush();
  }

  /** Closes what is open, and ends with the total where it is given. */
  end(total?: Total): ReportLine<Row>[] {
    this.#closeTo(0);
    if (total) {
      const cells = this.#columns.map(({ field }, at) => (at === 0 ? total.label : (total.sums[field] ?? null)));
      this.#put({ look: 'total', cells, level: 0, group: null });
      const { percent } = total;
      if (percent) {
        const parts = this.#columns.map(({ field }, at) => (at === 0 ? percent.label : (percent.sums[field] ?? null)));
        this.#put({ look: 'total', kind: 'percent', cells: parts, level: 0, group: null });
      }
    }
    return this.#flush();
  }

  #codesOf(row: Row): string[] {
    const { levels } = this.#layout;
    const end = levels.findIndex(({ code, uneven }) => uneven && cellOf(row, code) === null);
    return levels.slice(0, end === -1 ? levels.length : end).map(({ code }) => String(row[code]));
  }

  #codes(): readonly string[] {
    return this.#open.at(-1)?.group.codes ?? [];
  }

  /** How many headings the next line stands below. */
  #level(): number {
    return this.#open.filter(({ level }) => !level.bare).length;
  }

  #push(codes: readonly string[], name: string, note: string, figures: Sums | null): void {
    const level = this.#layout.levels[this.#open.length]!;
    const group = { codes: [...codes], name, note, count: 0 };
    const label = [level.byName ? '' : codes.at(-1), name]
      .filter((text) => text !== '' && text !== undefined)
      .join('  ');
    const heading = this.#columns.map((_column, at) => (at === 0 ? label : null));
    // What is told of a group at once is not summed again: its rows may be those of a page.
    const told = level.fixed ? null : figures;
    if (told)
      for (const [at, { field, total, ofGroup }] of this.#columns.entries())
        if (total || ofGroup) heading[at] = told[field] ?? null;
    if (!level.bare) this.#put({ look: 'group', cells: heading, level: this.#level(), group });
    this.#before = null;
    this.#open.push({ level, group, figures, sums: {}, heading });
    this.#putFixed('top');
  }

  #closeTo(length: number): void {
    while (this.#open.length > length) {
      const { level, figures, sums, heading, group } = this.#open.at(-1)!;
      const summed = this.#columns.map(({ field, kind, total, percent }) =>
        total ? sumText(kind, sums[field]) : percent ? percentOf(sums[percent.is] ?? 0n, sums[percent.of] ?? 0n) : null,
      );
      if (level.fixed) this.#putFixed('bottom');
      else if (level.unsummed?.includes(group.codes.at(-1)!)) {
        // Its rows stand for themselves.
      } else if (level.sums === undefined) {
        if (!figures) for (const [at, sum] of summed.entries()) if (sum !== null) heading[at] = sum;
      } else if (level.sums === 'below' || group.count > 2) {
        const label = `Subtotal ${level.bare || level.named ? group.name : group.codes.at(-1)}`.trim();
        const cells = summed.map((sum, at) => (at === 0 ? label : sum));
        this.#put({ look: 'fixed', strong: true, cells, level: this.#level(), group });
      }
      this.#open.pop();
    }
  }

  #putFixed(place: 'top' | 'bottom'): void {
    const { level, figures, group } = this.#open.at(-1)!;
    for (const [fixed, line] of (level.fixed ?? []).entries()) {
      if (line.at !== place) continue;
      const shown = line.cells(figures ?? {}) as Partial<Record<string, string | null>>;
      const cells = this.#columns.map(({ field }, at) => (at === 0 ? line.label : (shown[field] ?? null)));
      this.#put({ look: 'fixed', cells, level: this.#level(), group, fixed, ...(line.strong ? { strong: true } : {}) });
    }
  }

  #put(line: ReportLine<Row>): void {
    this.#waiting.push(line);
  }

  /** The lines that are complete: all, unless a heading still waits for the sums of its rows. */
  #flush(): ReportLine<Row>[] {
    if (this.#open.some(({ level, figures }) => level.sums === undefined && !level.fixed && !figures)) return [];
    const lines = this.#waiting;
    this.#waiting = [];
    return lines;
  }
}

/** A sum as a cell reads; counts have no decimals, and are told only where a row has one. */
function sumText(kind: CellKind, sum: bigint | undefined): string | null {
  if (kind === 'integer') return sum === undefined ? null : String(sum / 100n);
  return amountText(sum ?? 0n);
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((code, at) => code !== other[at]);
  return end === -1 ? one.length : end;
}

/**
 * The lines of rows and groups that are at hand, both in the order of the report: what the screen shows of the pages that it has.
 * `ended` adds what closes the last group; the total where it is given.
 */
export function reportLines<Row>(
  report: Pick<ReportDefinition<Row>, 'totalLabel' | 'sumNames' | 'totalPercent'>,
  layout: ReportLayout<Row>,
  form: ReportForm,
  {
    data,
    groups,
    totals,
    ended,
  }: {
    readonly data: readonly Row[];
    readonly groups: readonly ReportGroup[];
    readonly totals?: Sums | null;
    readonly ended: boolean;
  },
): ReportLine<Row>[] {
  const liner = new ReportLiner(layout, form);
  const lines: ReportLine<Row>[] = [];
  let at = 0;
  for (const row of data) {
    while (at < groups.length && !liner.standsIn(row)) lines.push(...liner.group(groups[at++]!));
    lines.push(...liner.row(row));
  }
  for (; at < groups.length; at += 1) lines.push(...liner.group(groups[at]!));
  if (ended) lines.push(...liner.end(totals ? totalOf(report, totals) : undefined));
  return lines;
}

/** The same, from a cursor: groups and rows as they come, in one order; the lines end with the total. */
export async function* streamLines<Row>(
  report: Pick<ReportDefinition<Row>, 'totalLabel' | 'sumNames' | 'totalPercent'>,
  layout: ReportLayout<Row>,
  form: ReportForm,
  given: {
    readonly rows: Iterable<Row> | AsyncIterable<Row>;
    readonly groups: Iterable<ReportGroup> | AsyncIterable<ReportGroup>;
    readonly totals: Sums;
  },
): AsyncGenerator<ReportLine<Row>> {
  const liner = new ReportLiner(layout, form);
  const groups = iterate(given.groups);
  let ahead = await groups.next();
  for await (const row of given.rows) {
    for (; !ahead.done && !liner.standsIn(row); ahead = await groups.next()) yield* liner.group(ahead.value);
    yield* liner.row(row);
  }
  for (; !ahead.done; ahead = await groups.next()) yield* liner.group(ahead.value);
  yield* liner.end(totalOf(report, given.totals));
}

function iterate<T>(source: Iterable<T> | AsyncIterable<T>): Iterator<T> | AsyncIterator<T> {
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
}
