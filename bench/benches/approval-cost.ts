import { withClient } from '../scratch-cluster.ts';
import type { Figure } from '../figures.ts';
import type { Stage } from '../stage.ts';
import { approveThese, prepareFor } from './approvals.ts';
import type { Bench } from './bench.ts';

/** What is listed below the figure: statements and functions that cost at least this much of an approval. */
const LISTED_FROM_MS = 0.005;

/**
 * What PostgreSQL spends on an approval that posts, by its own count, beside the bare function call that posts as much;
 * nobody else is there. Lists what it is spent on.
 */
export const approvalCost: Bench = {
  name: 'approval-cost',
  async measure(stage) {
    const { seconds } = stage.settings;
    const approving = async (statements: 'top' | 'all') => {
      const waiting = await prepareFor(stage.large, seconds);
      return countWhile(stage, { statements, database: 'large' }, () =>
        approveThese(waiting, stage.large, { connections: 1, seconds }),
      );
    };
    const alone = await approving('top');
    const bare = await countWhile(stage, { statements: 'top', database: 'yardstick' }, () =>
      stage.posting_yardstick.run(seconds, 1),
    );
    const nested = await approving('all');
    console.log(listOf(nested));
    return [
      {
        id: 'P2 cost',
        title: 'PostgreSQL for an approval that posts : one call of the bare function',
        unit: 'ms',
        ours: sum(alone),
        yardstick: sum(bare),
        goal: null,
      },
      {
        id: 'P2 statements',
        title: 'Its statements',
        unit: 'count',
        ours: Math.round(sum(alone, 'calls')),
        yardstick: null,
        goal: null,
      },
    ] satisfies Figure[];
  },
};

/** Part of one approval: how often, and for how many milliseconds. Of a function, what it does itself. */
interface Cost {
  readonly kind: 'statement' | 'in a function' | 'function';
  readonly name: string;
  readonly calls: number;
  readonly ms: number;
}

/** Counts for each part of the work what one of its transactions costs. */
async function countWhile(
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
  await withClient(url.href, (client) =>
    client.query(
      'create extension if not exists pg_stat_statements; select pg_stat_statements_reset(), pg_stat_reset()',
    ),
  );
  await switchTo(statements, 'all');
  await work();
  await switchTo('none', 'none');
  return withClient(url.href, async (client) => {
    const { rows } = await client.query<Cost>(COSTS);
    return rows;
  });
}

/** A transaction ends with one commit. What deferred checks ask is counted as statements of their own. */
const COSTS = `
  with statement as (
    select s.query, s.toplevel, s.calls, s.total_plan_time + s.total_exec_time as ms
    from pg_stat_statements s where s.dbid = (select oid from pg_database where datname = current_database())
  ), transactions as (
    select max(calls)::float8 as times from statement where toplevel
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
function sum(costs: readonly Cost[], what: 'ms' | 'calls' = 'ms'): number {
  return costs.filter(({ kind }) => kind === 'statement').reduce((total, cost) => total + cost[what], 0);
}

function listOf(costs: readonly Cost[]): string {
  const listed = costs.filter(({ ms }) => ms >= LISTED_FROM_MS);
  return listed
    .map(({ kind, name, calls, ms }) => `${ms.toFixed(3)} ms  ${calls.toFixed(1)} ×  ${kind}: ${name.slice(0, 110)}`)
    .join('\n');
}
