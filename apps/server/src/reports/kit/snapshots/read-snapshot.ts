import { CompiledQuery, sql, type DatabaseConnection, type RawBuilder } from 'kysely';
import { COMMIT, onConnection, type Database } from '../../../platform/database/database.ts';

/** Rows that a cursor gives at once. */
const ROWS_AT_ONCE = 1000;

const BEGIN = CompiledQuery.raw('begin isolation level repeatable read read only');

/**
 * Runs what reads in one snapshot, which cannot write: figures, totals and proofs are of one moment. Its begin travels with what is read
 * first, and nobody waits for its end, after which the connection is free.
 */
export function inSnapshot<T>(database: Database, read: (snapshot: Database) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const readOn = async (connection: DatabaseConnection) => {
      const begun = connection.executeQuery(BEGIN);
      const answer = Promise.all([read(onConnection(connection)), begun]);
      await answer.then(([found]) => resolve(found), reject);
      await connection.executeQuery(COMMIT);
    };
    database.getExecutor().provideConnection(readOn).catch(reject);
  });
}

/** A snapshot that stays open while a file is read from it. */
export interface OpenSnapshot {
  readonly db: Database;
  /** The rows of a statement, read as they are taken. */
  rows<Row>(statement: RawBuilder<Row>): AsyncGenerator<Row>;
  /** Ends it; it may be called twice. */
  close(): Promise<void>;
}

/**
 * Opens a snapshot for a file. Who takes the file may be slow: the session may be idle meanwhile for as long as `idleSeconds`. Its
 * cursors are read to their end, so they are planned for that: planned for their first rows, they look up each row by itself.
 */
export async function openSnapshot(database: Database, idleSeconds = 600): Promise<OpenSnapshot> {
  const transaction = await database
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  let cursors = 0;
  try {
    await sql`select set_config('idle_in_transaction_session_timeout', ${`${idleSeconds}s`}, true),
      set_config('cursor_tuple_fraction', '1', true)`.execute(transaction);
  } catch (error) {
    await transaction.rollback().execute();
    throw error;
  }
  return {
    db: transaction,
    async *rows(statement) {
      const cursor = sql.id(`report_${(cursors += 1)}`);
      await sql`declare ${cursor} no scroll cursor for ${statement}`.execute(transaction);
      for (;;) {
        const { rows } = await sql<never>`fetch ${sql.lit(ROWS_AT_ONCE)} from ${cursor}`.execute(transaction);
        yield* rows;
        if (rows.length < ROWS_AT_ONCE) return;
      }
    },
    async close() {
      // The connection may have ended under it: then nothing is left to end.
      if (!transaction.isCommitted && !transaction.isRolledBack)
        await transaction
          .rollback()
          .execute()
          .catch(() => {});
    },
  };
}
