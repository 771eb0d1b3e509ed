import type { Readable } from 'node:stream';
import type { Access } from '@talaan/contract/http/route';
import type { ReportFormat } from '@talaan/contract/reports/kit/define-report';
import type { Database } from '../../platform/database/database.ts';
import type { Replica } from '../../platform/database/replica.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { TakenOut } from '../../platform/http/taken-out.ts';

/** A filter as the address of a report has it. */
export type FilterTexts = Readonly<Record<string, string>>;

/** What files are made of in the background. */
export interface FileSource {
  /** Stem of its file names, by which it is asked for. */
  readonly name: string;
  /** The rules that whoever has one made, and takes it out, must pass. */
  accessOf(filter: FilterTexts): readonly Access[];
  /** As what it is noted when somebody takes it out. */
  readonly taken_out: Pick<TakenOut, 'action' | 'table'>;
  /** Begins a file with what its user may see. */
  open(call: {
    readonly database: Database;
    /** From which reports may be read; papers and lists are made from the database itself. */
    readonly replica?: Replica | null;
    readonly user: Principal;
    readonly filter: FilterTexts;
    readonly format: ReportFormat;
  }): Promise<OpenedFile>;
}

/** A report as files are made of it. */
export interface FiledReport extends FileSource {
  readonly title: string;
  /** Those it is made in; every one without it. */
  readonly formats?: readonly ReportFormat[];
  /** What a filter asks for: 'MAY 01, 2025 TO MAY 31, 2025'. Throws 422 as the call of the report does. */
  subjectOf(database: Database, user: Principal, filter: FilterTexts): Promise<string>;
  /** Whether it has more rows than `ROWS_AT_ONCE`. */
  isLong(database: Database, user: Principal, filter: FilterTexts): Promise<boolean>;
}

/** A file that is made while its content is read. */
export interface OpenedFile {
  readonly name: string;
  /** The confidential batches that it may show, for its user sees them. */
  readonly confidential: readonly string[];
  /** Its bytes; it is told how many rows are done. */
  content(tell: (rows: number) => void): Readable;
  /** Writes down, in the name of its owner, what becomes so with the file: in the transaction by which it is ready, or not at all. */
  issue?(transaction: Database): Promise<void>;
}

/** The file is not ended by this attempt: its owner cancelled it, another one makes it, the server stops, or it is to be begun anew. */
export class FileLeft extends Error {}
