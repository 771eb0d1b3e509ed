import type { ModuleName } from '../access/modules.ts';

/** How a column's cells read: on screen, on paper and as typed cells of a workbook. */
export type ReportCellKind = 'code' | 'text' | 'integer' | 'amount' | 'rate' | 'date' | 'instant';

export interface ReportColumn<Field extends string> {
  readonly field: Field;
  readonly header: string;
  readonly kind: ReportCellKind;
  /** Width in characters: the workbook takes it as it is, screen and paper in proportion. */
  readonly width: number;
  /** Takes the width that the others leave, on screen and on paper. */
  readonly grows?: true;
  /** Summed into the group rows and the grand total; amounts only. */
  readonly total?: true;
}

/** A row as the wire carries it. */
export type ReportRow = Readonly<Record<string, string | number | boolean | null>>;

/**
 * One layout of a report: screen, print, PDF, workbook and CSV are all drawn from it (decisions §9).
 * `Row` is a row as the wire carries it; amounts are decimal text with 2 decimals, dates are calendar dates.
 */
export interface ReportDefinition<Row extends ReportRow> {
  /** Stem of exported file names. */
  readonly name: string;
  /** Report title, and the label of its menu entry. */
  readonly title: ModuleName;
  /** Path below /api of its rows; `{path}/export` makes its files. */
  readonly path: string;
  /** What the figures are, in the header block. */
  readonly basis: string;
  readonly orientation: 'portrait' | 'landscape';
  readonly columns: readonly ReportColumn<keyof Row & string>[];
  /** Consecutive rows with one code form a group, whose row shows code, name and the sums of its rows. */
  readonly group?: {
    readonly code: keyof Row & string;
    readonly name: keyof Row & string;
    /** What the rows of a group are called: 1 account, 12 accounts. */
    readonly one: string;
    readonly many: string;
  };
  readonly totalLabel: string;
}

/** Declares a report; its row type is given, so that a column of a field that the row lacks does not compile. */
export function defineReport<Row extends ReportRow>(definition: ReportDefinition<Row>): ReportDefinition<Row> {
  return definition;
}

/** Media types in which a report leaves the product. */
export const REPORT_FORMATS = ['xlsx', 'pdf', 'csv'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
