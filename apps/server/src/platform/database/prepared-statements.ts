import type { Writable } from 'node:stream';
import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';

/** A statement that came this often is prepared; one that comes once costs less unprepared. */
const USES_BEFORE_PREPARING = 3;

const PLANNED_MARK = '/* planned for its values */';

/**
 * Stands in a statement whose best plan depends on what is asked: how often a word occurs, how much a person entered, how
 * many totals lie between two amounts. A prepared one would be read by one plan for all values after its fifth use.
 */
export const PLANNED_FOR_ITS_VALUES = sql.raw(PLANNED_MARK);

/**
 * A list as a parameter of a statement that is read by one plan however long the list is. Given bare, one of few seems
 * cheaper to PostgreSQL than the list of unknown length that it would keep a plan for, and is planned anew at every use.
 */
export function listOf(values: readonly unknown[], type: 'bigint' | 'date' | 'int' | 'text'): RawBuilder<unknown> {
  const list = sql.raw(`${type}[]`);
  return sql`(select ${values}::${list})::${list}`;
}

/** How many statements a connection keeps prepared, with their plans: the one that it used longest ago makes room. */
export const MOST_PREPARED = 400;
/** How many texts the process tells apart, likewise. */
const MOST_COUNTED = 4000;

/**
 * Makes a connection prepare the statements that recur, so that PostgreSQL parses and plans them once and not at every
 * call (performance.md, storage design 5). Statements without parameters are sent as they are, unless they only read:
 * BEGIN and its like cannot be prepared. What is asked at one moment leaves in one message, when `afterMoment` calls back.
 */
export function prepareRecurring(client: pg.ClientBase, afterMoment: (send: () => void) => void = afterTold): void {
  const ask = client.query.bind(client) as (...call: unknown[]) => unknown;
  const send = (...call: unknown[]) => {
    gather(client, afterMoment);
    return ask(...call);
  };
  const keep = keeperOf(client);
  client.query = ((config: unknown, values: unknown, ...rest: unknown[]) => {
    const isStatement = typeof config === 'string' && Array.isArray(values) && rest.length === 0;
    if (!isStatement || (values.length === 0 && !READ.test(config))) return send(config, values, ...rest);
    return new Promise((resolve, reject) => {
      // A query made here is not copied property by property once more, which costs as much as to send it.
      const query: NamedQuery = new pg.Query(config, values, (error, result) => {
        if (!error) return resolve(result);
        forgetPlan(config, error);
        reject(error);
      });
      query.name = nameOf(config);
      if (query.name !== undefined) keep(query.name);
      send(query);
    });
  }) as typeof client.query;
}

/** After all who were told at the same moment that they may go on. */
const afterTold = (send: () => void) => process.nextTick(send);

/** What is asked at one moment wakes PostgreSQL once. */
function gather(client: pg.ClientBase, afterMoment: (send: () => void) => void): void {
  const { stream } = (client as unknown as { connection: DriverConnection }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  afterMoment(() => stream.uncork());
}

/** The driver prepares a query that has a name. */
type NamedQuery = pg.Query & { name?: string | undefined };

const READ = /^\s*(select|with)\b/i;

/** What the driver knows of its connection. */
interface DriverConnection {
  readonly stream: Writable;
  /** By name, what need not be prepared any more. */
  readonly parsedStatements: Record<string, string>;
  close(message: { type: 'S'; name: string }): void;
}

/**
 * Notes what a connection uses, and closes what it used longest ago beyond the most. A message does that, no DEALLOCATE: it
 * waits for no answer, a transaction that failed takes it, and poolers follow it.
 */
function keeperOf(client: pg.ClientBase): (name: string) => void {
  const kept = new Set<string>();
  return (name) => {
    kept.delete(name);
    kept.add(name);
    const [oldest] = kept;
    if (kept.size <= MOST_PREPARED || oldest === undefined) return;
    const { connection } = client as unknown as { connection: DriverConnection };
    kept.delete(oldest);
    delete connection.parsedStatements[oldest];
    connection.close({ type: 'S', name: oldest });
  };
}

interface Recurring {
  readonly used: number;
  readonly name: string | undefined;
}

/** In the order of their last use. */
const texts = new Map<string, Recurring>();
let named = 0;

function nameOf(text: string): string | undefined {
  const { used, name } = texts.get(text) ?? { used: 0, name: undefined };
  const isPrepared = used + 1 >= USES_BEFORE_PREPARING && !text.includes(PLANNED_MARK);
  const recurring = { used: used + 1, name: name ?? (isPrepared ? `recurring_${(named += 1)}` : undefined) };
  texts.delete(text);
  texts.set(text, recurring);
  if (texts.size > MOST_COUNTED) texts.delete(texts.keys().next().value!);
  return recurring.name;
}

/** A migration under a running server can change what a statement answers; its next use is planned anew. */
function forgetPlan(text: string, error: Error & { code?: unknown }): void {
  if (error.code === '0A000') texts.delete(text);
}
