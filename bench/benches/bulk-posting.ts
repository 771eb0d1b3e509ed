import { STATUS } from '@talaan/core/documents/status';
import { today } from '../../apps/server/src/platform/clock.ts';
import { inTransaction, openDatabase, type Database } from '../../apps/server/src/platform/database/database.ts';
import type { Figure } from '../figures.ts';
import { enterJournals, moveJournals, postJournals, type JournalSet } from '../ledger/enter-journals.ts';
import { findUserId, loadLedgerMasters, reserveIds } from '../ledger/ledger-masters.ts';
import { withoutApprovals } from '../ledger/load-ledger.ts';
import { createHotJournalPlanner } from '../ledger/plan-journals.ts';
import { countFromHere, readCosts, sumOf, sumsByPart } from '../statement-cost.ts';
import { postBareJournals } from '../yardstick/bare-posting.ts';
import type { Bench } from './bench.ts';

/** Journals of four lines: 100,000 lines in one transaction. */
const JOURNALS = 25_000;
/** Of a set whose posting is taken apart: to count statements within functions takes time of its own. */
const COUNTED_JOURNALS = 2_500;

/**
 * P4: a whole set posted by one call of the ledger, and the same with the batches, documents and lines before it, which set statements
 * enter for the prototype, too.
 */
export const bulkPosting: Bench = {
  name: 'bulk',
  async measure(stage, limits) {
    const limit = await limits.posting();
    const { ownerUrl } = stage.large;
    // Nobody's first: the files of the ledger have grown to a set, and its pages are in memory.
    await postSet(ownerUrl, JOURNALS, postJournals);
    const ours = await postSet(ownerUrl, JOURNALS, postJournals);
    const bare = await postSet(ownerUrl, JOURNALS, postBareJournals);
    await postSet(ownerUrl, COUNTED_JOURNALS, postJournals, (db) => countFromHere(db, ownerUrl));
    const costs = await readCosts(ownerUrl, 1);
    const unit = 'per second';
    const posting = JOURNALS / ours.posting_seconds;
    return [
      {
        id: 'P4',
        title: 'Entries of 100,000 lines posted by one call : fn_upd_hot, 8 clients',
        unit,
        ours: posting,
        yardstick: limit,
        goal: { at_least: 2 },
      },
      {
        id: 'P4 prototype',
        title: 'The same : the prototype with the same guards, rows and commit',
        unit,
        ours: posting,
        yardstick: JOURNALS / bare.posting_seconds,
        goal: { at_least: 0.8 },
      },
      {
        id: 'P4 entered',
        title: 'The same with batches, documents, lines, moves and history : fn_upd_hot',
        unit,
        ours: JOURNALS / ours.all_seconds,
        yardstick: limit,
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

/** Enters and posts so many journals; `before` is done in their transaction before they are posted. */
async function postSet(
  ownerUrl: string,
  count: number,
  post: (db: Database, set: JournalSet) => Promise<void>,
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
        await post(db, set);
      });
    });
    const ended = performance.now();
    return { posting_seconds: (ended - posting) / 1000, all_seconds: (ended - began) / 1000 };
  } finally {
    await database.destroy();
  }
}
