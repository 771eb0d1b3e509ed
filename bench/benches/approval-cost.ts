import type { Figure } from '../figures.ts';
import { countWhile, sumOf, sumsByPart, type Cost } from '../statement-cost.ts';
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
        ours: sumOf(alone),
        yardstick: sumOf(bare),
        goal: null,
      },
      {
        id: 'P2 statements',
        title: 'Its statements',
        unit: 'count',
        ours: Math.round(sumOf(alone, 'calls')),
        yardstick: null,
        goal: null,
      },
      {
        id: 'P2 sums',
        title: 'Its running sums by department, unit and payee : all of it',
        unit: 'ms',
        ours: sumsByPart(nested),
        yardstick: sumOf(nested),
        goal: null,
      },
    ] satisfies Figure[];
  },
};

function listOf(costs: readonly Cost[]): string {
  const listed = costs.filter(({ ms }) => ms >= LISTED_FROM_MS);
  return listed
    .map(({ kind, name, calls, ms }) => `${ms.toFixed(3)} ms  ${calls.toFixed(1)} ×  ${kind}: ${name.slice(0, 110)}`)
    .join('\n');
}
