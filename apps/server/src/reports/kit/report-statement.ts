import type { RawBuilder } from 'kysely';
import type * as z from 'zod';
import type { ReportDefinition } from '@talaan/contract/reports/kit/define-report';
import type { FilterControls, FilterOf } from '@talaan/contract/reports/kit/report-filters';
import type { ReportPeriod } from '@talaan/contract/reports/kit/report-period';
import type { ReportGroup, ReportProof } from '@talaan/contract/reports/kit/report-reply';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { PlaceIn } from './cut-page.ts';

/** A record that a filter names. */
export interface FoundRecord {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

/** What the statements of a report are made from. All of one call read the same snapshot. */
export interface ReportContext<Controls extends FilterControls = FilterControls> {
  readonly db: Database;
  readonly user: Pick<Principal, 'user_id' | 'preview' | 'client'>;
  readonly filter: FilterOf<Controls>;
  /** The records that the filter names, by the name of their control; absent where none is chosen. */
  readonly found: { readonly [Name in keyof Controls]?: FoundRecord };
  /** First and last day that the report covers; twice the same where it stands at a day. */
  readonly days: ReportPeriod;
}

/**
 * Which rows and groups a page asks for: those after a place in the order, all of them where there is none, and how many at most.
 * Groups after a place are those after the group that it is in.
 */
export interface PageOf {
  readonly after: PlaceIn | null;
  readonly limit: number | null;
}

/** Sums of the whole report and what they are held against. */
export interface ReportSums<Totals> {
  readonly totals: Totals;
  readonly proof: readonly ReportProof[];
}

/** The postings behind a figure. */
export interface FigurePostings {
  /** The condition on `posting p`, its days excepted. */
  readonly where: RawBuilder<unknown>;
  /** Their days; the period of the report if absent. */
  readonly days?: ReportPeriod;
  /** Of a balance: what there was before these days, pesos as decimal text, debit positive. */
  readonly beginning?: string;
}

/** Names a figure: its column and the codes of its row. */
export interface FigureOf {
  readonly column: string;
  readonly codes: Readonly<Record<string, string | undefined>>;
}

/**
 * What a report reads from the database, beside its description in the contract. All of it runs in one read-only snapshot; amounts
 * are rounded to 2 decimals in SQL. The head of an entry is that of `posted_document`.
 */
export interface ReportStatement<
  Row = never,
  Controls extends FilterControls = FilterControls,
  Totals extends z.ZodRawShape = z.ZodRawShape,
  Known = undefined,
> {
  readonly report: ReportDefinition<Row, Controls, Totals>;
  /** What is filed, or kept as a book, is made from it: it is never read from a replica. */
  readonly filed?: true;
  /** Fields that order the rows, so that a place among them is named by their values; of a paged report. */
  readonly order?: readonly (keyof Row & string)[];
  /** What the rows, groups and sums of a call are all made from, where reading it costs more than they do: read before them, once. */
  readonly before?: (context: ReportContext<Controls>, page: PageOf) => Promise<Known>;
  /** The rows in their order. */
  readonly rows: (context: ReportContext<Controls>, page: PageOf, known: Known) => RawBuilder<Row>;
  /**
   * Makes the rows of what the database answers: what they are signed, sorted and summed to. It is on its way, so that what is read beside it
   * goes with it. Of a report that is not paged.
   */
  readonly made?: (context: ReportContext<Controls>, answered: Promise<readonly Row[]>) => Promise<readonly Row[]>;
  /** The groups whose figures come from the ledger, in the order of the rows; every row stands in one. */
  readonly groups?: (
    context: ReportContext<Controls>,
    page: PageOf,
    known: Known,
  ) => RawBuilder<ReportGroup> | readonly ReportGroup[];
  /** Whether the filter shows a row; all of them where it is left out. Of a report that is not paged. */
  readonly shows?: (context: ReportContext<Controls>, row: Row) => boolean;
  /**
   * Totals and proofs of the whole report. `rows` are all of a report that is not paged, shown or not: they are on their way, so that
   * what is read beside them goes to the database with them.
   */
  readonly sums: (
    context: ReportContext<Controls>,
    rows: Promise<readonly Row[]>,
    known: Known,
  ) => Promise<ReportSums<z.output<z.ZodObject<Totals>>>>;
  /** Proofs of a report that is `provenBeside`: what a filter makes meaningless is left out. */
  readonly proofsBeside?: (context: ReportContext<Controls>) => Promise<readonly ReportProof[]>;
  /** The postings behind a figure; null for one that is not made of postings, or for a code that is not there. */
  readonly postings?: (context: ReportContext<Controls>, figure: FigureOf) => Promise<FigurePostings | null>;
}

/** Declares what a report reads. */
export function defineStatement<Row, Controls extends FilterControls, Totals extends z.ZodRawShape, Known = undefined>(
  statement: ReportStatement<Row, Controls, Totals, Known>,
): ReportStatement<Row, Controls, Totals, Known> {
  return statement;
}

/** Any statement, where the code does not depend on the fields of its rows. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyStatement = ReportStatement<any, any, any, any>;
