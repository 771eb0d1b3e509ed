import { sql } from 'kysely';
import { STATUS } from '@talaan/core/documents/document-status';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../platform/database/database.ts';
import { SYSTEM_PRINCIPAL } from '../platform/http/principal.ts';
import { enterBillings } from './billings/billing-writer.ts';
import { currentBillings, openingInvoices } from './billings/demo-billings.ts';
import { enterCollections } from './collections/collection-writer.ts';
import { enterReceivedCheques } from './collections/demo-cheques-received.ts';
import { enterCertificates } from './collections/demo-certificates.ts';
import { demoCollections } from './collections/demo-collections.ts';
import { handOverDemoCheques } from './demo-cheques.ts';
import { closePeriods, loadMasters, readStoryBranches } from './demo-masters.ts';
import { pendingJournals, type PendingJournal } from './journals/current-month.ts';
import { demoStory } from './journals/demo-story.ts';
import { createJournalWriter, type JournalWriter } from './journal-writer.ts';
import { demoOrders } from './orders/demo-orders.ts';
import { enterOrders } from './orders/order-writer.ts';
import { createPaymentWriter } from './payment-writer.ts';
import { regularPayments } from './payments/monthly-payments.ts';
import { pendingPayments } from './payments/pending-payments.ts';

const DEMO_SETTING = 'demo_company';
/** Journals that are entered in one transaction. */
const SET_SIZE = 40;

/** Whether the books are the demo company's. */
export async function isDemoCompany(database: Database): Promise<boolean> {
  const setting = await database
    .selectFrom('setting')
    .select('value')
    .where('key', '=', DEMO_SETTING)
    .executeTakeFirst();
  return setting?.value === true;
}

/** Whether nobody can sign in yet: a new installation. */
export async function isNewInstallation(database: Database): Promise<boolean> {
  return (await database.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) === undefined;
}

/**
 * Fills a new installation with the demo company: masters, people, two closed years and the open one, billings, collections, orders, payments
 * and receipts of this year, and this month's entries in every state; all through the product's own services. A load that was cut off is not taken for a company:
 * the setting comes last, and a database with a half-loaded company is refused with a sentence.
 */
export async function loadDemoCompany(
  database: Database,
  { today, say }: { today: CalendarDate; say: (sentence: string) => void },
): Promise<void> {
  const story = demoStory(today, await readStoryBranches());
  say('Loading the demo company: master data …');
  await inTransaction(database, SYSTEM_ACTOR, (db) => loadMasters({ db, user: SYSTEM_PRINCIPAL }, story));

  const writer = await createJournalWriter(database);
  say(`Loading the demo company: ${story.journals.length.toLocaleString('en')} journal entries …`);
  for (let at = 0; at < story.journals.length; at += SET_SIZE) {
    await inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
      for (const [place, journal] of story.journals.slice(at, at + SET_SIZE).entries()) {
        const preparer = (at + place) % 3 === 2 ? 'preparer2' : 'preparer';
        const number = await writer.save(transaction, journal, preparer);
        await writer.bring(transaction, number, journal, preparer, STATUS.APPROVED);
      }
    });
  }
  await inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
    for (const pending of pendingJournals(today)) await enterPending(transaction, writer, pending);
  });
  const [opening, current] = [openingInvoices(story.first_year), currentBillings(today)];
  await inTransaction(database, SYSTEM_ACTOR, (transaction) => enterBillings(transaction, [...opening, ...current]));
  const collections = demoCollections(opening, current, today);
  await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    await enterCollections(db, collections);
    await enterCertificates({ db, user: SYSTEM_PRINCIPAL }, today);
    await enterReceivedCheques({ db, user: SYSTEM_PRINCIPAL }, today);
  });
  await inTransaction(database, SYSTEM_ACTOR, (transaction) => enterOrders(transaction, demoOrders(today)));
  await enterPayments(database, today, say);
  await handOverDemoCheques(database);
  await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    await closePeriods({ db, user: SYSTEM_PRINCIPAL }, today);
    await readNoticesOfThePast(db);
    await db
      .insertInto('setting')
      .values({ key: DEMO_SETTING, value: JSON.stringify(true) })
      .execute();
  });
}

/** Bells begin with what is going on: what became of two years of posted entries is read long ago. */
async function readNoticesOfThePast(transaction: Database): Promise<void> {
  await sql`
    update notification n set read_at = now() from batch_move m join batch b on b.id = m.batch_id
    where m.id = n.move_id and n.read_at is null and b.status = ${STATUS.APPROVED}`.execute(transaction);
}

async function enterPayments(database: Database, today: CalendarDate, say: (sentence: string) => void): Promise<void> {
  const payments = [...regularPayments(today), ...pendingPayments(today)];
  say(`Loading the demo company: ${payments.length.toLocaleString('en')} payments and receipts …`);
  const writer = await createPaymentWriter(database);
  for (let at = 0; at < payments.length; at += SET_SIZE) {
    await inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
      for (const payment of payments.slice(at, at + SET_SIZE)) await writer.enter(transaction, payment);
    });
  }
}

async function enterPending(
  transaction: Database,
  writer: JournalWriter,
  { journal, preparer, status, is_confidential = 0, afterwards }: PendingJournal,
): Promise<void> {
  const number = await writer.save(transaction, journal, preparer, { is_confidential });
  await writer.bring(transaction, number, journal, preparer, status);
  switch (afterwards) {
    case 'returned':
      return writer.move(transaction, number, 'checker', {
        status: STATUS.ACTIVE,
        remarks: 'Attach the list of participants and split the cost by department.',
      });
    case 'rejected':
      return writer.move(transaction, number, 'checker', {
        status: STATUS.ARCHIVED,
        remarks: 'Representation was charged to the right account.',
      });
    case 'voided':
      return writer.move(transaction, number, 'checker', {
        status: STATUS.ARCHIVED,
        remarks: 'Entered twice; the first entry stands.',
      });
    case 'in_process':
      return writer.move(transaction, number, preparer, { status: STATUS.ACTIVE, processing: 1 });
    case undefined:
      return undefined;
  }
}
