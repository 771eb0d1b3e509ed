import type { Figure } from '../figures.ts';
import { checkLedger } from '../ledger/load-ledger.ts';
import type { Bench } from './bench.ts';

/** P5: after everything that the run posted, the running sums are those of the postings and every month balances. */
export const balances: Bench = {
  name: 'balances',
  last: true,
  async measure({ large }) {
    const { balances_off, months_off, lines } = await checkLedger(large.appUrl);
    const figure = { unit: 'count', yardstick: null, goal: { at_most: 0 } } as const;
    return [
      {
        ...figure,
        id: 'P5',
        title: `Running sums that differ from ${lines.toLocaleString('en')} postings`,
        ours: balances_off,
      },
      { ...figure, id: 'P5 months', title: 'Months whose debits are not their credits', ours: months_off },
    ] satisfies Figure[];
  },
};
