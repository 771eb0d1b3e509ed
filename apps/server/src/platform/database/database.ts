import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import pg from 'pg';
import type { DatabaseTables } from './database-tables.ts';
import { prepareRecurring } from './prepared-statements.ts';
import { ShortReads } from './short-reads.ts';

/** Typed access to the tables, on the pool or inside a transaction. */
export type Database = Kysely<DatabaseTables>;

/** In whose name a transaction writes (INV-16). */
export interface Actor {
  /** Record id of the user (`app_user.id`); null for the system itself: jobs, console, seeds. */
  readonly user_id: number | null;
  /** Correlates the audit rows with the request's log lines; null outside a request. */
  readonly request_id: string | null;
}

/** The system itself as an actor, on the connection of the jobs. */
export const SYSTEM_ACTOR: Actor = { user_id: null, request_id: null };

/** The two run-time connections to one database: PostgreSQL lets only the second act as the system. */
export interface DatabaseUrls {
  /** For the calls of people. */
  readonly appUrl: string;
  /** For jobs and console. */
  readonly jobsUrl: string;
}

export interface DatabaseOptions {
  /** Connections of this process for people's calls; each one is a server process of PostgreSQL. */
  readonly poolSize?: number;
  /** Its transactions cannot write. */
  readonly readOnly?: boolean;
  /** How long work waits for a connection (ms). */
  readonly patience_ms?: number;
}

const SESSION_OPTIONS = [
  'timezone=UTC',
  'default_transaction_isolation=read\\ committed',
  'lock_timeout=5s',
  'statement_timeout=60s',
  'idle_in_transaction_session_timeout=60s',
  // Statements here end in milliseconds; compiling one to machine code first would cost tens of them.
  'jit=off',
].map((setting) => `-c ${setting}`);

const READ_ONLY = '-c default_transaction_read_only=on';

/** A connection that has planned its statements answers several times faster than a new one, so a pause keeps it. */
const KEEP_IDLE_MS = 30 * 60_000;

/** Longer than PostgreSQL lets a statement run: only one that is frozen, or cut off, does not answer within it. */
const NO_ANSWER_MS = 70_000;

/** Connections for what the system does itself: its jobs run three at once. They are opened when they are needed. */
const SYSTEM_POOL_SIZE = 4;

/** How long work waits for a connection, which the others hold. */
const WAIT_FOR_CONNECTION_MS = 10_000;

/** How often a transaction that lost a race with another one is tried again (40001, 40P01). */
const RETRIES = 3;

/**
 * Opens the run-time connections, or the owner's alone, which serves for both. `numeric`, `int8` and `date` arrive as strings, `timestamptz` as an ISO instant in UTC,
 * so that money is never a float and a calendar date never a moment (INV-25, INV-26). End it with `destroy()`.
 */
export function openDatabase(
  urls: DatabaseUrls | string,
  { poolSize = 16, readOnly = false, patience_ms = WAIT_FOR_CONNECTION_MS }: DatabaseOptions = {},
): Database {
  if (typeof urls === 'string') return kyselyOn(openPool(urls, { poolSize, readOnly, patience_ms }));
  const { appUrl, jobsUrl } = urls;
  return new RunTimeConnections(
    openPool(appUrl, { poolSize, readOnly, patience_ms }),
    new ShortReads(connectionTo(appUrl, readOnly)),
    kyselyOn(openPool(jobsUrl, { poolSize: SYSTEM_POOL_SIZE, readOnly, patience_ms })),
  );
}

/** Reads what is read at once (`ShortReads`); inside a transaction on its connection, as everything else. */
export async function readShort<Row>(database: Database, statement: CompiledQuery<Row>): Promise<readonly Row[]> {
  if (database instanceof RunTimeConnections) return database.shortReads.read(statement);
  return (await database.executeQuery(statement)).rows;
}

const dialectOn = (pool: pg.Pool) => new TalaanDialect(() => new PostgresDriver({ pool }));
const kyselyOn = (pool: pg.Pool): Database => new Kysely({ dialect: dialectOn(pool) });

/** A database of which short reads and the system have connections of their own; all end together, whichever of them was used. */
class RunTimeConnections extends Kysely<DatabaseTables> {
  readonly shortReads: ShortReads;
  readonly system: Database;

  constructor(people: pg.Pool, shortReads: ShortReads, system: Database) {
    super({ dialect: dialectOn(people) });
    this.shortReads = shortReads;
    this.system = system;
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.shortReads.close(), this.system.destroy()]);
  }
}

function openPool(url: string, { poolSize, readOnly, patience_ms }: Required<DatabaseOptions>): pg.Pool {
  const connection = { ...connectionTo(url, readOnly), connectionTimeoutMillis: patience_ms };
  const pool = new pg.Pool({ ...connection, max: poolSize, idleTimeoutMillis: KEEP_IDLE_MS });
  pool.on('connect', prepareRecurring);
  outliveBreaks(pool);
  return pool;
}

function connectionTo(url: string, readOnly: boolean) {
  return {
    connectionString: url,
    options: [...SESSION_OPTIONS, ...(readOnly ? [READ_ONLY] : [])].join(' '),
    types: { getTypeParser: typeParser },
    pipeline: true,
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
    query_timeout: NO_ANSWER_MS,
    keepAlive: true,
  };
}

/**
 * Lets a pool outlive the end of its connections. One that breaks leaves the pool, and the next query opens another one:
 * whoever waits for an answer on it gets the error, and between two statements, or while the pool is closed, nobody does.
 */
export function outliveBreaks(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/**
 * Runs `work` in one transaction at READ COMMITTED in the actor's name, the system's on the connection of the jobs; audit
 * rows and stamps take it from there. The whole of `work` is repeated, at most three times, when PostgreSQL ended it for a deadlock or a serialization failure,
 * so it must do nothing but talk to this transaction. Everything is rolled back when it throws.
 */
export async function inTransaction<T>(
  database: Database,
  actor: Actor,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  const connections = actor.user_id === null && database instanceof RunTimeConnections ? database.system : database;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await connections.getExecutor().provideConnection((connection) => runOn(connection, actor, work));
    } catch (error) {
      if (attempt >= RETRIES || !isLostRace(error)) throw error;
    }
  }
}

async function runOn<T>(
  connection: DatabaseConnection,
  actor: Actor,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  const transaction = onConnection(connection);
  const closing: ClosingStatement[] = [];
  closingStatements.set(transaction, closing);
  // BEGIN travels with the first statement. Should it fail, that statement writes nothing, because no actor is set.
  connection.executeQuery(beginAs(actor)).catch(() => {});
  let result: T;
  try {
    result = await work(transaction);
  } catch (error) {
    await connection.executeQuery(ROLLBACK);
    throw error;
  }
  // All are sent before any is answered. PostgreSQL rolls back what it is told to commit after a failed statement.
  const sent = [
    ...closing.map(async ({ statement, keep }) => keep(await connection.executeQuery(statement))),
    connection.executeQuery(COMMIT),
  ];
  const failed = (await Promise.allSettled(sent)).find((answer) => answer.status === 'rejected');
  if (failed) throw failed.reason;
  return result;
}

/** The database on one connection, which who holds it gives back; its statements that do not wait for each other are pipelined. */
export function onConnection(connection: DatabaseConnection): Database {
  return new Kysely({ dialect: new TalaanDialect(() => new OneConnection(connection)) });
}

export const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

/**
 * A transaction that writes finds by key what it needs. Otherwise a connection keeps the plan that it made while a table was
 * one block, of the check of a foreign key too, and reads the grown table whole until somebody analyses. By key one plan
 * serves all values: a connection makes it at the first use of a statement, of those in functions too, and not five times
 * before it keeps one, or at every use where a list of one seems cheaper than a list.
 */
export const BY_KEY = 'set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan';

function beginAs({ user_id, request_id }: Actor): CompiledQuery {
  const user = pg.escapeLiteral(user_id === null ? 'system' : String(user_id));
  const request = pg.escapeLiteral(request_id ?? '');
  return CompiledQuery.raw(
    `begin; ${BY_KEY}; set local talaan.user_id = ${user}; set local talaan.request_id = ${request}`,
  );
}

function isLostRace(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '40001' || code === '40P01';
}

/**
 * Leaves a statement to be sent together with COMMIT, after those left before, so that nobody waits for its locks during
 * one more round trip: whatever else its transaction writes comes before it. Should one fail, nothing is committed, and
 * `inTransaction` throws its error. Answers what tells its rows once the transaction has ended.
 */
export function sendWithCommit<Row>(transaction: Database, statement: CompiledQuery<Row>): () => readonly Row[] {
  const closing = closingStatements.get(transaction);
  if (!closing) throw new TypeError('Only a running transaction has a commit to send statements with.');
  let answer: QueryResult<Row> | undefined;
  closing.push({ statement, keep: (result) => (answer = result as QueryResult<Row>) });
  return () => {
    if (!answer) throw new TypeError('What is sent with the commit is answered after it.');
    return answer.rows;
  };
}

interface ClosingStatement {
  readonly statement: CompiledQuery;
  readonly keep: (answer: QueryResult<unknown>) => void;
}

const closingStatements = new WeakMap<Database, ClosingStatement[]>();

class TalaanDialect implements Dialect {
  readonly createDriver: () => Driver;

  constructor(createDriver: () => Driver) {
    this.createDriver = createDriver;
  }

  createAdapter() {
    return new PostgresAdapter();
  }

  createQueryCompiler() {
    return new PostgresQueryCompiler();
  }

  createIntrospector(db: Kysely<unknown>) {
    return new PostgresIntrospector(db);
  }
}

/** Every statement of a transaction goes to its connection. */
class OneConnection implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new TypeError('A transaction has no transactions of its own.');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {}
}

type Parser = (text: string) => unknown;

const asText: Parser = (text) => text;

/** `2026-03-01 08:15:30.123456+00` of a UTC session as `2026-03-01T08:15:30.123456Z`; infinities stay as they are. */
const asInstant: Parser = (text) => text.replace(/^(\d{4,}-\d\d-\d\d) (.*)\+00$/, '$1T$2Z');

const OID = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700 } as const;
const ARRAY_OID = { text: 1009, int8: 1016, date: 1182, timestamptz: 1185, numeric: 1231 } as const;

const textArray = pg.types.getTypeParser(ARRAY_OID.text as number) as (text: string) => string[];

const PARSERS = new Map<number, Parser>([
  [OID.int8, asText],
  [OID.numeric, asText],
  [OID.date, asText],
  [OID.timestamptz, asInstant],
  [ARRAY_OID.int8, textArray],
  [ARRAY_OID.numeric, textArray],
  [ARRAY_OID.date, textArray],
  [ARRAY_OID.timestamptz, (text) => textArray(text).map((element) => element && asInstant(element))],
]);

const typeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') =>
  PARSERS.get(oid) ?? (pg.types.getTypeParser(oid, format) as Parser);
