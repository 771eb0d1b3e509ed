import type * as z from 'zod';
import type { ApiScope } from '../../access/api-scopes.ts';
import type { FieldOf, PaperColumn, RowGrouping, Sums } from '../../papers/paper-table.ts';
import { REPORT_INDEX, type ReportFacts, type ReportName } from './report-index.ts';
import type { FilterControls, FilterOf } from './report-filters.ts';

/** Where a column stands; on foreign paper only where a group of the report is in another currency, in whose rows it is filled. */
export type ReportForm = 'screen' | 'paper' | 'foreign paper' | 'file';

/** What a cell leads to: the postings behind its figure, the document of its row or of fields of it, another report with that filter, or another screen. */
export type Opening<Row> =
  | 'postings'
  | 'document'
  | { readonly document: { readonly type: FieldOf<Row>; readonly batch: FieldOf<Row> } }
  | { readonly report: ReportName; readonly filter: (row: Row) => Readonly<Record<string, string>> }
  | ExplainedSum<Row>
  | {
      readonly address: string;
      /** The screen that it stands below, whose right it needs; itself where none is said. */
      readonly below?: string;
      /** What stands in the address for its `$names`. */
      readonly params?: (row: Row) => Readonly<Record<string, string>>;
      readonly query?: (row: Row) => Readonly<Record<string, string>>;
    };

/** A figure that other columns of its row come to: those, each with a minus where it is taken off. */
export interface ExplainedSum<Row> {
  readonly sum: readonly (FieldOf<Row> | `-${FieldOf<Row>}`)[];
  /** What of the sum it is: '25 % of it where it is positive'. */
  readonly share?: string;
}

export interface ReportColumn<Row> extends PaperColumn<Row> {
  readonly header: string;
  /** Width in characters: the workbook takes it as it is, the screen in proportion. */
  readonly width: number;
  /** The head that runs over it and its neighbours of the same one. */
  readonly band?: string;
  /** Its band starts folded on screen, to the last of its columns and those that stay. */
  readonly folds?: true;
  /**
   * It names the row: at the left it stays in sight on screen; on paper the other columns stand in runs of at most
   * `COLUMNS_OF_RUN`, with it in each.
   */
  readonly names?: true;
  /** Absent: everywhere. */
  readonly on?: readonly ReportForm[];
  /** On paper it stands in the first of those rows that follow each other with one value of this field. */
  readonly once?: FieldOf<Row>;
  /** So it does on screen. */
  readonly onceOnScreen?: true;
  readonly opens?: Opening<Row>;
  /** In files and on paper it has letters, digits and spaces alone (spec 2 §2: addresses of the sales export). */
  readonly plain?: true;
  /** Every row of a group says the same: on screen and on paper its heading tells it, in their place. */
  readonly ofGroup?: true;
  /** It never folds on screen: a figure is not understood without it. */
  readonly stays?: true;
  /** In sums: what is in per cent of what, as its rows have it by themselves. */
  readonly percent?: { readonly of: FieldOf<Row>; readonly is: FieldOf<Row> };
}

/** A line that every group of a level has, whatever its rows: 'Beginning', 'Movement for the month', 'Ending'. */
export interface FixedLine<Row> {
  readonly label: string;
  readonly at: 'top' | 'bottom';
  readonly strong?: true;
  /** What stands in its columns, from the figures of the group. */
  readonly cells: (figures: Sums) => Partial<Record<FieldOf<Row>, string | null>>;
  /** The columns whose cells open the postings behind them. */
  readonly opens?: readonly FieldOf<Row>[];
}

/** One level of groups: consecutive rows of one code. */
export interface ReportLevel<Row> extends RowGrouping<Row> {
  /** What its members are called: 1 account, 12 accounts. */
  readonly one: string;
  readonly many: string;
  /** Its headings tell the name alone: the code is for machines. */
  readonly byName?: true;
  /**
   * Where the sums of its rows stand: in its heading (absent), below its rows, or below them where they are more than two. A
   * level with fixed lines has none of them: its figures come from the ledger, with the group.
   */
  readonly sums?: 'below' | 'below several';
  /** Its sums bear its name in place of its code. */
  readonly named?: true;
  /** Of groups with these codes no sum is told. */
  readonly unsummed?: readonly string[];
  /** Its groups have no heading, for their rows say whose they are; a subtotal bears the name. */
  readonly bare?: true;
  /** Rows without its code stand in the group above: branches of a tree are of different depth. Inner levels are as uneven. */
  readonly uneven?: true;
  /** The report that its subtotal leads to, with what it asks of it by the codes of the group. */
  readonly opens?: {
    readonly report: ReportName;
    readonly filter: (codes: readonly string[]) => Readonly<Record<string, string>>;
  };
  readonly fixed?: readonly FixedLine<Row>[];
}

/** How a report is laid out; it may depend on the filter. */
export interface ReportLayout<Row> {
  readonly columns: readonly ReportColumn<Row>[];
  /** From the outermost level inwards. */
  readonly levels: readonly ReportLevel<Row>[];
  /** What the figures are, in the header block. */
  readonly basis: string;
  /** The field that says of a row that it is a sum of others: it stands in bold. */
  readonly strong?: FieldOf<Row>;
  /** How its paper lies, where columns that the filter asks for need another one than that of the report. */
  readonly orientation?: 'portrait' | 'landscape';
}

/** A call of a report: its path below /api, and what the path says of the filter. */
export interface ReportCall {
  readonly path: string;
  readonly given?: Readonly<Record<string, string>>;
}

/**
 * One description of a report: screen, sheet, PDF, workbook and CSV are all drawn from it (decisions §9). `Row` is a row as
 * the wire carries it; amounts are decimal text with 2 decimals, dates are calendar dates.
 */
export interface ReportDefinition<
  Row = never,
  Controls extends FilterControls = FilterControls,
  Totals extends z.ZodRawShape = z.ZodRawShape,
> extends ReportFacts {
  /** Stem of exported file names, and the name that saved views know it by. */
  readonly name: ReportName;
  /** Its levels, from 0 on, whose groups are folded until somebody unfolds them. */
  readonly startsFolded?: readonly number[];
  /** Where it is asked for; several where the path says a part of the filter. Each has `/export` and `/postings` below it. */
  readonly calls: readonly ReportCall[];
  /** Its calls are also served to clients of the API whose token has one of these scopes; its files are not. */
  readonly scopes?: readonly ApiScope[];
  readonly filters: Controls;
  /** Names of a filter that are accepted and dropped, beside those of every report. */
  readonly dropped?: readonly string[];
  readonly row: z.ZodType<Row>;
  /** Fields that name a row among all; on screen they are its key. */
  readonly key: readonly FieldOf<Row>[];
  /**
   * Rows that follow each other with one value of a field are one on the wire, with some fields of each in a list of it: the
   * collections of an invoice.
   */
  readonly nested?: {
    readonly as: string;
    readonly of: FieldOf<Row>;
    readonly fields: readonly FieldOf<Row>[];
    /** Fields that only the first of them has: what is billed is billed once. */
    readonly first: readonly FieldOf<Row>[];
  };
  /** Fields that name a figure to the call of its postings: those of its row, or of its groups. */
  readonly drill: readonly FieldOf<Row>[];
  readonly totals: z.ZodObject<Totals>;
  readonly layout: ReportLayout<Row> | ((filter: FilterOf<Controls>) => ReportLayout<Row>);
  readonly orientation: 'portrait' | 'landscape';
  readonly totalLabel: string;
  /** What stands before the names of its figures in the sums of groups, which then come with the reply, and in those of all rows. */
  readonly sumNames?: { readonly group: string; readonly all: string };
  /** Below the total: what its figures are in per cent of one of them, of those named (reports §6). */
  readonly totalPercent?: {
    readonly label: string;
    readonly of: keyof Totals & string;
    readonly fields: readonly (keyof Totals & string)[];
  };
  /** What the total tells beside its columns: 'Beginning' and the name of its figure. */
  readonly totalNotes?: readonly { readonly label: string; readonly figure: keyof Totals & string }[];
  /** Figures with their words, beside which those of an earlier period stand where the filter has `compare`. */
  readonly compares?: Readonly<Partial<Record<FieldOf<Row>, string>>>;
  /** Its rows come in pages from a cursor: there may be any number of them. Without it a call answers all. */
  readonly paged?: true;
  /** Fields that read 'Confidential' where a row's `is_masked` says so. */
  readonly masked?: readonly FieldOf<Row>[];
  /** Columns whose sums are carried from page to page of the PDF. */
  readonly carried?: readonly FieldOf<Row>[];
  /** It has proofs that cost more than its figures: they are asked for beside them, below `/proofs`, and stand in its files. */
  readonly provenBeside?: true;
  /** The choice of its filter of which each value has proofs of its own. */
  readonly provenEach?: keyof Controls & string;
}

/**
 * Declares a report of the index; its row type is that of its schema, so that a column of a field that the row lacks does not
 * compile.
 */
export function defineReport<
  RowSchema extends z.ZodType,
  const Controls extends FilterControls,
  Totals extends z.ZodRawShape,
>(
  definition: Omit<ReportDefinition<z.output<RowSchema>, Controls, Totals>, 'row' | keyof ReportFacts> & {
    readonly row: RowSchema;
  },
): ReportDefinition<z.output<RowSchema>, Controls, Totals> {
  return { ...REPORT_INDEX[definition.name], ...definition } as ReportDefinition<z.output<RowSchema>, Controls, Totals>;
}

/** A row of any report, where the code does not depend on its fields. */
export type AnyRow = Readonly<Record<string, string | number | boolean | null>>;
/** Any report, where the code does not depend on its fields. */
export type AnyReport = ReportDefinition<AnyRow>;

/** Forgets the types of a report's fields. */
export function anyReport(definition: unknown): AnyReport {
  return definition as AnyReport;
}

/** How a report is laid out under a checked filter, the columns of a comparison at the end. */
export function layoutOf<Row, Controls extends FilterControls, Totals extends z.ZodRawShape>(
  report: ReportDefinition<Row, Controls, Totals>,
  filter: FilterOf<Controls>,
): ReportLayout<Row> {
  const { layout, filters } = report;
  const own = typeof layout === 'function' ? layout(filter) : layout;
  const control = filters['compare'];
  const chosen = (filter as Readonly<Record<string, unknown>>)['compare'];
  if (control?.kind !== 'choice' || typeof chosen !== 'string' || chosen === control.initial) return own;
  const beside = comparedFigures(report).flatMap(([field, words]) => {
    const { result } = own.columns.find((column) => column.field === field) ?? {};
    return comparedColumns(field, `${words} · ${control.options[chosen]}`, result ? { result } : {});
  });
  return { ...own, columns: [...own.columns, ...beside] };
}

/** The sums of all rows by the fields that they are of, whatever their names on the wire. */
export function sumsByField({ sumNames }: Pick<AnyReport, 'sumNames'>, sums: Sums): Sums {
  if (!sumNames) return sums;
  const { all } = sumNames;
  return Object.fromEntries(
    Object.entries(sums).map(([name, sum]) => [name.startsWith(all) ? name.slice(all.length) : name, sum]),
  );
}

/** The figures of a report that are compared, with their words. */
export function comparedFigures<Row>({ compares }: Pick<ReportDefinition<Row>, 'compares'>) {
  return Object.entries(compares ?? {}) as [FieldOf<Row>, string][];
}

/** What stands beside a compared figure, by the ends of the names of its fields. */
export const COMPARED = ['before', 'change', 'percent'] as const;

function comparedColumns<Row>(
  field: FieldOf<Row>,
  band: string,
  look: Pick<ReportColumn<Row>, 'result'>,
): ReportColumn<Row>[] {
  const [before, change, percent] = COMPARED.map((end) => `${field}_${end}` as FieldOf<Row>) as [
    FieldOf<Row>,
    FieldOf<Row>,
    FieldOf<Row>,
  ];
  return [
    { field: before, header: 'Before', kind: 'amount', width: 18, total: true, band, ...look },
    { field: change, header: 'Difference', kind: 'amount', width: 18, total: true, band },
    { field: percent, header: '%', kind: 'percent', width: 9, band, percent: { is: change, of: before } },
  ];
}

/** The call that answers a filter: the one whose path says the same. */
export function callOf({ calls }: Pick<AnyReport, 'calls'>, filter: Readonly<Record<string, unknown>>): ReportCall {
  return (
    calls.find(({ given = {} }) => Object.entries(given).every(([name, value]) => filter[name] === value)) ?? calls[0]!
  );
}

/** A balance on its side: in the debit column when debit, else in the credit column (ux §13). Decimal text, debit positive. */
export function onItsSide<Debit extends string, Credit extends string>(
  balance: string | undefined,
  debit: Debit,
  credit: Credit,
): Partial<Record<Debit | Credit, string | null>> {
  if (balance === undefined) return {};
  const isCredit = balance.startsWith('-');
  return { [isCredit ? credit : debit]: isCredit ? balance.slice(1) : balance } as Partial<
    Record<Debit | Credit, string>
  >;
}

/** Media types in which a report leaves the product. */
export const REPORT_FORMATS = ['xlsx', 'csv', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
