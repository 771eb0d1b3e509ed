import { sql } from 'kysely';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { withClient } from './scratch-cluster.ts';
import type { Stage } from './stage.ts';

/** Part of one transaction of a work: how often, and for how many milliseconds. Of a function, what it does itself. */
export interface Cost {
  readonly kind: 'statement' | 'in a function' | 'function';
  readonly name: string;
  readonly calls: number;
  readonly ms: number;
}

/** Counts for each part of the work what one of its transactions costs PostgreSQL: its statements, or all that functions call, too. */
export async function countWhile(
  { cluster, large }: Stage,
  { statements, database }: { statements: 'top' | 'all'; database: string },
  work: () => Promise<unknown>,
): Promise<Cost[]> {
  const url = new URL(large.ownerUrl);
  url.pathname = `/${database}`;
  const switchTo = (track: string, functions: string) =>
    withClient(cluster.ownerUrl, async (client) => {
      await client.query(`alter system set pg_stat_statements.track = '${track}'`);
      await client.query(`alter system set track_functions = '${functions}'`);
      await client.query('select pg_reload_conf()');
    });
  await emptyCounts(url.href);
  await switchTo(statements, 'all');
  await work();
  await switchTo('none', 'none');
  return readCosts(url.href, null);
}

/** Counts what this transaction does from now on, with what its functions call, and nobody else's. */
export async function countFromHere(transaction: Database, ownerUrl: string): Promise<void> {
  await emptyCounts(ownerUrl);
  await sql`set local pg_stat_statements.track = 'all'`.execute(transaction);
}

async function emptyCounts(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(
      'create extension if not exists pg_stat_statements; select pg_stat_statements_reset(), pg_stat_reset()',
    ),
  );
}

/** What was counted in the database, for each of so many transactions, or of as many as the most frequent statement has calls. */
export function readCosts(url: string, transactions: number | null): Promise<Cost[]> {
  return withClient(url, async (client) => (await client.query<Cost>(COSTS, [transactions])).rows);
}

/** A transaction ends with one commit. What deferred checks ask is counted as statements of their own. */
const COSTS = `
  with statement as (
    select s.query, s.toplevel, s.calls, s.total_plan_time + s.total_exec_time as ms
    from pg_stat_statements s where s.dbid = (select oid from pg_database where datname = current_database())
  ), transactions as (
    select coalesce($1::float8, max(calls)::float8) as times from statement where toplevel
  ), cost as (
    select case when toplevel then 'statement' else 'in a function' end as kind, query as name, calls, ms
    from statement
    union all select 'function', funcname, calls, self_time from pg_stat_user_functions
  )
  select kind, regexp_replace(name, '\\s+', ' ', 'g') as name, calls / t.times as calls, ms / t.times as ms
  from cost cross join transactions t
  -- What the jobs of the server do meanwhile is left out.
  where calls > t.times / 2
  order by kind desc, ms desc`;

/** What its statements come to. */
export function sumOf(costs: readonly Cost[], what: 'ms' | 'calls' = 'ms'): number {
  return costs.filter(({ kind }) => kind === 'statement').reduce((total, cost) => total + cost[what], 0);
}

/** What the trigger on postings spends on the running sums by department, by unit and by payee. */
export function sumsByPart(costs: readonly Cost[]): number {
  return costs
    .filter(({ kind, name }) => kind === 'in a function' && /^insert into balance_(department|unit|payee) /.test(name))
    .reduce((total, { ms }) => total + ms, 0);
}
