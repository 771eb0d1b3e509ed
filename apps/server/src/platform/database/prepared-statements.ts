import { sql } from 'kysely';
import pg from 'pg';

/** A statement that came this often is prepared; one that comes once costs less unprepared. */
const USES_BEFORE_PREPARING = 3;

const PLANNED_MARK = '/* planned for its values */';

/**
 * Stands in a statement whose best plan depends on what is asked: how often a word occurs, how much a person entered, how
 * many totals lie between two amounts. A prepared one would be read by one plan for all values after its fifth use.
 */
export const PLANNED_FOR_ITS_VALUES = sql.raw(PLANNED_MARK);

/** How many statements one connection keeps prepared; texts beyond it stay unprepared. */
const MOST_PREPARED = 400;
const MOST_COUNTED = 4000;

/**
 * Makes a connection prepare the statements that recur, so that PostgreSQL parses and plans them once and not at every
 * call (performance.md, storage design 5). Statements without parameters are sent as they are, unless they only read:
 * BEGIN and its like cannot be prepared.
 */
export function prepareRecurring(client: pg.ClientBase): void {
  const send = client.query.bind(client) as (...call: unknown[]) => unknown;
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
      send(query);
    });
  }) as typeof client.query;
}

/** The driver prepares a query that has a name. */
type NamedQuery = pg.Query & { name?: string | undefined };

const READ = /^\s*(select|with)\b/i;

const uses = new Map<string, number>();
const names = new Map<string, string>();
let named = 0;

function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined) return name;
  const used = (uses.get(text) ?? 0) + 1;
  if (used < USES_BEFORE_PREPARING || names.size >= MOST_PREPARED || text.includes(PLANNED_MARK)) {
    if (uses.size >= MOST_COUNTED) uses.clear();
    uses.set(text, used);
    return undefined;
  }
  uses.delete(text);
  named += 1;
  names.set(text, `recurring_${named}`);
  return names.get(text);
}

/** A migration under a running server can change what a statement answers; its next use is planned anew. */
function forgetPlan(text: string, error: Error & { code?: unknown }): void {
  if (error.code === '0A000') names.delete(text);
}
