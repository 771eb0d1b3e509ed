import type pg from 'pg';
import { percentile, type Figure } from '../figures.ts';
import { withClient } from '../scratch-cluster.ts';
import { approveThese, prepareFor } from './approvals.ts';
import type { Bench } from './bench.ts';

const CONNECTIONS = 8;

/**
 * What is left of an approval when the database guards nothing: the triggers of batches, moves, entries and postings are off,
 * history and notices with them; only the one that keeps the running sums stays. No guard can be made so cheap that an
 * approval becomes faster than this.
 */
export const approvalFloor: Bench = {
  name: 'approval-floor',
  async measure({ large, settings: { seconds } }, limits) {
    const limit = await limits.posting();
    const waiting = await prepareFor(large, seconds);
    const unguarded = await withClient(large.ownerUrl, async (owner) => {
      const triggers = await switchOff(owner);
      try {
        return await approveThese(waiting, large, { connections: CONNECTIONS, seconds });
      } finally {
        for (const { on } of triggers) await owner.query(on);
      }
    });
    return [
      {
        id: 'P2 floor',
        title: 'Approval without any guard or history, 8 connections : fn_upd_hot, 8 clients',
        unit: 'per second',
        ours: unguarded.per_second,
        yardstick: limit,
        goal: null,
      },
      {
        id: 'P2 floor p99',
        title: 'Its 99th percentile',
        unit: 'ms',
        ours: percentile(unguarded.latencies, 0.99),
        yardstick: null,
        goal: null,
      },
    ] satisfies Figure[];
  },
};

/** Answers the statements that put each trigger back as it was. */
async function switchOff(owner: pg.Client): Promise<{ on: string }[]> {
  const { rows } = await owner.query<{ off: string; on: string }>(`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
      format('alter table %s enable %s trigger %I', tgrelid::regclass, case tgenabled when 'A' then 'always' end, tgname) as on
    from pg_trigger
    where tgrelid in ('batch'::regclass, 'batch_move'::regclass, 'journal_entry'::regclass, 'posting'::regclass)
      and not tgisinternal and tgname <> 'journal_entry_balanced'`);
  for (const { off } of rows) await owner.query(off);
  return rows;
}
