import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { prepareRecurring } from './prepared-statements.ts';

/** After all calls that have come were read, each of which has its own connection. */
const afterCalls = (then: () => void) => void setImmediate(then);

/** What PostgreSQL answers before it ends a connection, which takes nothing more. */
const SHUTDOWN = /^57P/;

/**
 * Reads over one connection: those of one moment, as of a page that opens or of people who work at the same time, go to
 * PostgreSQL in one message and wake one of its processes, not one each; what several ask alike is asked once, and its rows
 * are nobody's to change. Each waits for those before it, so only what is read at once belongs here: a page of few rows, found by an
 * index.
 */
export class ShortReads {
  readonly #config: pg.ClientConfig;
  #client: Promise<pg.Client> | null = null;
  /** What was asked at this moment, by its text and values. */
  readonly #asked = new Map<string, Promise<unknown[]>>();

  constructor(config: pg.ClientConfig) {
    this.#config = config;
  }

  /** Rows of a statement that only reads. Opens the connection where there is none, or where the last one broke. */
  read<Row>(statement: CompiledQuery<Row>): Promise<readonly Row[]> {
    const name = `${statement.sql}${JSON.stringify(statement.parameters)}`;
    const alike = this.#asked.get(name) as Promise<Row[]> | undefined;
    if (alike) return alike;
    const rows = this.#send(statement);
    if (this.#asked.size === 0) afterCalls(() => this.#asked.clear());
    this.#asked.set(name, rows);
    return rows;
  }

  async #send<Row>({ sql, parameters }: CompiledQuery<Row>): Promise<Row[]> {
    const connected = this.#client ?? this.#connect();
    const client = await connected;
    try {
      return (await client.query<Row & pg.QueryResultRow>(sql, [...parameters])).rows;
    } catch (error) {
      if (SHUTDOWN.test(String((error as { code?: unknown }).code))) this.#forget(connected);
      throw error;
    }
  }

  async close(): Promise<void> {
    await (await this.#client)?.end();
  }

  #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    prepareRecurring(client, afterCalls);
    const connected = client.connect().then(() => client);
    this.#client = connected;
    const forget = () => this.#forget(connected);
    client.on('error', forget).on('end', forget);
    connected.catch(forget);
    return connected;
  }

  /** Whoever waits for an answer gets the error; the next read connects anew. */
  #forget(connected: Promise<pg.Client>): void {
    if (this.#client === connected) this.#client = null;
  }
}
