import type { RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { EntryFault } from './entry-faults.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Problem } from '../../platform/http/problem.ts';

/** A record as replies carry it, by wire names. */
export type StoredRecord = Record<string, unknown> & { id: number; row_version: number };
/** A record as a caller entered it, checked, by wire names. */
export type Entry = Readonly<Record<string, unknown>>;

export interface WriteContext {
  readonly db: Database;
  readonly user: Principal;
  /** Whoever writes has answered what `findQuestions` asks. */
  readonly confirmed?: boolean;
}

/** One record that is about to be stored: `stored` is null for a new one. */
export interface Change {
  readonly stored: StoredRecord | null;
  readonly entry: Entry;
}

/**
 * What one resource does beyond its definition. Every part is optional; two parts that grow into each other are the
 * sign that the resource should leave the engine.
 */
export interface ResourceOverride {
  /** SQL of the generated fields that no column holds, over the table's alias `t`. */
  readonly computed?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** SQL over `t` that is true for a record in use, where no flag tells. */
  readonly active?: RawBuilder<unknown>;
  /**
   * SQL over `t` of one text in small letters that holds every field a search looks at, each on a line of its own: for
   * tables too large to be searched column by column.
   */
  readonly searchText?: RawBuilder<unknown>;
  /** One entry of the dropdown list in another form. */
  readonly presentChoice?: (choice: Record<string, unknown>) => Record<string, unknown>;
  /** Finds entries whose place another record has, where equal unique fields do not tell; it stands in for their check. */
  findTaken?(context: WriteContext, changes: readonly Change[]): Promise<EntryFault[]>;
  /** Refuses a change that the definition alone cannot judge, by throwing a problem; asks the database for one record at most. */
  refuseChange?(context: WriteContext, change: Change): Promise<void>;
  /** Likewise for many changes in one query: the refusals by the place of their change. */
  findRefusals?(context: WriteContext, changes: readonly Change[]): Promise<ReadonlyMap<number, Problem>>;
  /** What is asked before changes are stored, in one query: the sentences by the place of their change. */
  findQuestions?(context: WriteContext, changes: readonly Change[]): Promise<ReadonlyMap<number, string>>;
  /** Columns beside those of the fields: a hash, a derived code. */
  completeColumns?(change: Change): Promise<Record<string, unknown>>;
  /** Runs before the record itself is written, in the same transaction. */
  beforeWrite?(context: WriteContext, change: Change): Promise<void>;
  /** Runs after a new record was written with its inner rows, in the same transaction. */
  afterInsert?(context: WriteContext, id: number, entry: Entry): Promise<void>;
  /** Refuses to delete a record, by throwing a problem. */
  refuseDelete?(context: WriteContext, stored: StoredRecord): Promise<void>;
}
