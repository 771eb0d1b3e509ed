import type { ModuleName } from '../access/modules.ts';
import type { PaperColumn, RowGrouping } from '../papers/paper-table.ts';

export interface ReportColumn<Row> extends PaperColumn<Row> {
  readonly header: string;
  /** Width in characters: the workbook takes it as it is, the screen in proportion. */
  readonly width: number;
}

/**
 * One description of a report: screen, sheet, PDF, workbook and CSV are all drawn from it (decisions §9). `Row` is a row as
 * the wire carries it; amounts are decimal text with 2 decimals, dates are calendar dates.
 */
export interface ReportDefinition<Row> {
  /** Stem of exported file names. */
  readonly name: string;
  /** Report title, and the label of its menu entry. */
  readonly title: ModuleName;
  /** Path below /api of its rows; `{path}/export` makes its files. */
  readonly path: string;
  /** What the figures are, in the header block. */
  readonly basis: string;
  readonly orientation: 'portrait' | 'landscape';
  readonly columns: readonly ReportColumn<Row>[];
  readonly group?: RowGrouping<Row> & {
    /** What the rows of a group are called: 1 account, 12 accounts. */
    readonly one: string;
    readonly many: string;
  };
  readonly totalLabel: string;
}

/** Declares a report; its row type is given, so that a column of a field that the row lacks does not compile. */
export function defineReport<Row>(definition: ReportDefinition<Row>): ReportDefinition<Row> {
  return definition;
}

/** Media types in which a report leaves the product. */
export const REPORT_FORMATS = ['xlsx', 'pdf', 'csv'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
