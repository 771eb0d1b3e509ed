import { sql } from 'kysely';
import { formatSeriesNumber } from '@talaan/core/numbering/series';
import { STATUS } from '@talaan/core/documents/status';
import { today } from '../../apps/server/src/platform/clock.ts';
import { inTransaction, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { enterJournals, moveJournals, type JournalSet } from './enter-journals.ts';
import { findUserId, loadLedgerMasters, reserveIds } from './ledger-masters.ts';
import { sealHistory } from './load-ledger.ts';
import { createHotJournalPlanner } from './plan-journals.ts';

const JOURNALS_PER_SET = 1000;

/** A journal that waits for its last approval. */
export interface WaitingJournal {
  readonly batch_number: string;
  readonly row_version: number;
}

/**
 * Enters journals of today that only need the section head any more: four lines, one of them on the one cash account,
 * prepared and reviewed by the demo company's people.
 */
export async function enterWaitingJournals(ownerUrl: string, count: number): Promise<WaitingJournal[]> {
  const database = openDatabase(ownerUrl, { poolSize: 1 });
  try {
    const first = await reserveIds(database, count);
    const plan = createHotJournalPlanner(await loadLedgerMasters(database), { seed: first, date: today() });
    const preparer = await findUserId(database, 'preparer');
    const checker = await findUserId(database, 'checker');
    for (let place = 0; place < count; place += JOURNALS_PER_SET) {
      const size = Math.min(JOURNALS_PER_SET, count - place);
      const journals = Array.from({ length: size }, (_, at) => plan(place + at));
      const set: JournalSet = { journals, first_id: first + place, prepared_by: preparer };
      await inTransaction(database, { user_id: preparer, request_id: null }, async (db) => {
        await enterJournals(db, set);
        await moveJournals(db, set, {
          action: 'submit',
          from: STATUS.ACTIVE,
          to: STATUS.FOR_REVIEW,
          user_id: preparer,
        });
        await sql`select set_config('talaan.user_id', ${String(checker)}, true)`.execute(db);
        await moveJournals(db, set, {
          action: 'approve',
          from: STATUS.FOR_REVIEW,
          to: STATUS.FOR_APPROVAL_1,
          user_id: checker,
        });
      });
    }
    await sealHistory(database);
    await sql`analyze batch, document, line, batch_move`.execute(database);
    // Entered, submitted and reviewed.
    const row_version = 3;
    return Array.from({ length: count }, (_, at) => ({
      batch_number: formatSeriesNumber('batch', first + at),
      row_version,
    }));
  } finally {
    await database.destroy();
  }
}
