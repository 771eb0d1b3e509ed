import { sql } from 'kysely';
import { STATUS } from '@talaan/core/documents/status';
import { handOverDemoCheques } from '../../apps/server/src/demo/demo-cheques.ts';
import { closePeriods, loadMasters, readStoryBranches } from '../../apps/server/src/demo/demo-masters.ts';
import { createJournalWriter, type DemoJournal } from '../../apps/server/src/demo/journal-writer.ts';
import { pendingJournals } from '../../apps/server/src/demo/journals/current-month.ts';
import { demoStory } from '../../apps/server/src/demo/journals/demo-story.ts';
import { createPaymentWriter } from '../../apps/server/src/demo/payment-writer.ts';
import { regularPayments } from '../../apps/server/src/demo/payments/monthly-payments.ts';
import type { SeedPayment } from '../../apps/server/src/demo/payments/seed-payment.ts';
import { pendingPayments } from '../../apps/server/src/demo/payments/pending-payments.ts';
import { today } from '../../apps/server/src/platform/clock.ts';
import {
  inTransaction,
  openDatabase,
  SYSTEM_ACTOR,
  type DatabaseUrls,
} from '../../apps/server/src/platform/database/database.ts';
import { SYSTEM_PRINCIPAL } from '../../apps/server/src/platform/http/principal.ts';

/** The masters of the demo company, the journals of its last months and everything that is on its way. */
export async function fillSmallCompany(urls: DatabaseUrls): Promise<void> {
  const database = openDatabase(urls);
  const day = today();
  const story = demoStory(day, await readStoryBranches());
  await inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
    await loadMasters({ db: transaction, user: SYSTEM_PRINCIPAL }, story);
  });
  const enterJournals = await createJournalWriter(database);
  const enterPayments = await createPaymentWriter(database);
  const posted = story.journals.slice(-20).map((journal): DemoJournal => {
    return { journal, preparer: 'preparer', status: STATUS.APPROVED };
  });
  const pending = pendingJournals(day).map(({ afterwards: _afterwards, ...journal }): DemoJournal => journal);
  for (const journal of [...posted, ...pending]) {
    await inTransaction(database, SYSTEM_ACTOR, (transaction) => enterJournals(transaction, [journal]));
  }
  for (const payment of [...regularPayments(day).slice(-40), ...pendingPayments(day)]) {
    await inTransaction(database, SYSTEM_ACTOR, (transaction) => enterPayments(transaction, [withoutOrder(payment)]));
  }
  await inTransaction(database, SYSTEM_ACTOR, handOverDemoCheques);
  await inTransaction(database, SYSTEM_ACTOR, (db) => closePeriods({ db, user: SYSTEM_PRINCIPAL }, day));
  while ((await sql<{ n: number }>`select seal_audit() as n`.execute(database)).rows[0]!.n > 0);
  await database.destroy();
}

/** Purchase orders came with a later release. */
function withoutOrder({ order: _order, ...payment }: SeedPayment): SeedPayment {
  return payment;
}
