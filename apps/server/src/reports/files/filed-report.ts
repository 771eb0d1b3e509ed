import type { Readable } from 'node:stream';
import type { Access } from '@talaan/contract/http/route';
import type { ReportFormat } from '@talaan/contract/reports/kit/define-report';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';

/** A filter as the address of a report has it. */
export type FilterTexts = Readonly<Record<string, string>>;

/** A report as files are made of it. */
export interface FiledReport {
  /** Stem of its file names, by which it is asked for. */
  readonly name: string;
  readonly title: string;
  readonly access: Access;
  /** Those it is made in; every one without it. */
  readonly formats?: readonly ReportFormat[];
  /** What a filter asks for: 'MAY 01, 2025 TO MAY 31, 2025'. Throws 422 as the call of the report does. */
  subjectOf(database: Database, user: Principal, filter: FilterTexts): Promise<string>;
  /** Whether it has more rows than `ROWS_AT_ONCE`. */
  isLong(database: Database, user: Principal, filter: FilterTexts): Promise<boolean>;
  /** Begins a file with what its user may see. */
  open(call: {
    readonly database: Database;
    readonly user: Principal;
    readonly filter: FilterTexts;
    readonly format: ReportFormat;
  }): Promise<OpenedFile>;
}

/** A file that is made while its content is read. */
export interface OpenedFile {
  readonly name: string;
  /** The confidential batches that it may show, for its user sees them. */
  readonly confidential: readonly string[];
  /** Its bytes; it is told how many rows are done. */
  content(tell: (rows: number) => void): Readable;
}
