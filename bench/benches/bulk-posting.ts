import { STATUS } from '@talaan/core/documents/status';
import { today } from '../../apps/server/src/platform/clock.ts';
import { inTransaction, openDatabase, type Database } from '../../apps/server/src/platform/database/database.ts';
import type { Figure } from '../figures.ts';
import { enterJournals, moveJournals, postJournals } from '../ledger/enter-journals.ts';
import { findUserId, loadLedgerMasters, reserveIds } from '../ledger/ledger-masters.ts';
import { withoutApprovals } from '../ledger/load-ledger.ts';
import { createHotJournalPlanner } from '../ledger/plan-journals.ts';
import { countFromHere, readCosts, sumOf, sumsByPart } from '../statement-cost.ts';
import type { Bench } from './bench.ts';

/** Journals of four lines: 100,000 lines in one transaction. */
const JOURNALS = 25_000;
/** Of a set whose posting is taken apart: to count statements within functions takes time of its own. */
const COUNTED_JOURNALS = 2_500;

/** P4: a whole set posted by one call of the ledger, and the same with the batches, documents and lines before it. */
export const bulkPosting: Bench = {
  name: 'bulk',
  async measure(stage, limits) {
    const limit = await limits.posting();
    const { ownerUrl } = stage.large;
    const { posting_seconds, all_seconds } = await postSet(ownerUrl, JOURNALS);
    await postSet(ownerUrl, COUNTED_JOURNALS, (db) => countFromHere(db, ownerUrl));
    const costs = await readCosts(ownerUrl, 1);
    const figure = { unit: 'per second', yardstick: limit } as const;
    return [
      {
        ...figure,
        id: 'P4',
        title: 'Entries of 100,000 lines posted by one call : fn_upd_hot, 8 clients',
        ours: JOURNALS / posting_seconds,
        goal: { at_least: 2 },
      },
      {
        ...figure,
        id: 'P4 entered',
        title: 'The same with batches, documents, lines, moves and history',
        ours: JOURNALS / all_seconds,
        goal: null,
      },
      {
        id: 'P4 sums',
        title: 'Running sums by department, unit and payee of 10,000 lines : all of the call',
        unit: 'ms',
        ours: sumsByPart(costs),
        yardstick: sumOf(costs.filter(({ name }) => name.includes('post_entries'))),
        goal: null,
      },
    ] satisfies Figure[];
  },
};

/** Enters and posts so many journals; `before` is done in their transaction before the one call that posts them. */
async function postSet(
  ownerUrl: string,
  count: number,
  before: (db: Database) => Promise<void> = async () => undefined,
): Promise<{ posting_seconds: number; all_seconds: number }> {
  const database = openDatabase(ownerUrl, { poolSize: 2 });
  try {
    const first_id = await reserveIds(database, count);
    const user_id = await findUserId(database, 'preparer');
    const plan = createHotJournalPlanner(await loadLedgerMasters(database), { seed: first_id, date: today() });
    const set = { journals: Array.from({ length: count }, (_, at) => plan(at)), first_id, prepared_by: user_id };
    let began = 0;
    let posting = 0;
    await withoutApprovals(database, async () => {
      began = performance.now();
      await inTransaction(database, { user_id, request_id: null }, async (db) => {
        await enterJournals(db, set);
        await moveJournals(db, set, { action: 'submit', from: STATUS.ACTIVE, to: STATUS.APPROVED, user_id });
        await before(db);
        posting = performance.now();
        await postJournals(db, set);
      });
    });
    const ended = performance.now();
    return { posting_seconds: (ended - posting) / 1000, all_seconds: (ended - began) / 1000 };
  } finally {
    await database.destroy();
  }
}
