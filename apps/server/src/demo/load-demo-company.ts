import { sql } from 'kysely';
import { STATUS } from '@talaan/core/documents/status';
import { startOfMonth, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../platform/database/database.ts';
import { SYSTEM_PRINCIPAL } from '../platform/http/principal.ts';
import { decideCompany } from '../platform/installation.ts';
import { enterBillings } from './billings/billing-writer.ts';
import { currentBillings, openingInvoices } from './billings/demo-billings.ts';
import { enterCollections } from './collections/collection-writer.ts';
import { enterReceivedCheques } from './collections/demo-cheques-received.ts';
import { enterCertificates } from './collections/demo-certificates.ts';
import { demoCollections } from './collections/demo-collections.ts';
import type { DemoStep } from './bring-batches.ts';
import { enterBudget } from './demo-budget.ts';
import { handOverDemoCheques } from './demo-cheques.ts';
import { closePeriods, countTransactions, loadMasters, readStoryBranches } from './demo-masters.ts';
import { actAsSystem } from './demo-people.ts';
import { pendingJournals, type PendingJournal } from './journals/current-month.ts';
import { demoStory } from './journals/demo-story.ts';
import { createJournalWriter, type DemoJournal } from './journal-writer.ts';
import { demoOrders } from './orders/demo-orders.ts';
import { enterOrders } from './orders/order-writer.ts';
import { createPaymentWriter } from './payment-writer.ts';
import { regularPayments } from './payments/monthly-payments.ts';
import type { SeedPayment } from './payments/seed-payment.ts';
import { pendingPayments } from './payments/pending-payments.ts';

interface Load {
  readonly today: CalendarDate;
  readonly say: (sentence: string) => void;
}

/**
 * Makes a new installation what it is asked to be: a company of its own is left empty, the demo company is loaded. What it
 * is, is stored first. The load is one transaction, so one that was cut off has left nothing and is begun again at the
 * next start. An installation that is in use keeps what it has. Answers whether something was loaded.
 */
export async function fillNewInstallation(
  database: Database,
  { demo, ...load }: Load & { demo: boolean },
): Promise<boolean> {
  const decide = (transaction: Database) => decideCompany(transaction, { demo });
  const isDue = ({ is_new, is_demo }: Awaited<ReturnType<typeof decideCompany>>) => is_new && is_demo;
  if (!isDue(await inTransaction(database, SYSTEM_ACTOR, decide))) return false;
  return inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
    // Another server may have been first.
    if (!isDue(await decide(transaction))) return false;
    await loadDemoCompany(transaction, load);
    return true;
  });
}

/**
 * The demo company: masters, people, two closed years and the open one, billings, collections, orders, payments and
 * receipts of this year, and this month's entries in every state; all through the product's own services.
 */
async function loadDemoCompany(db: Database, { today, say }: Load): Promise<void> {
  const system = { db, user: SYSTEM_PRINCIPAL };
  const story = demoStory(today, await readStoryBranches());
  const [opening, current] = [openingInvoices(story.first_year), currentBillings(today)];
  const invoices = [...opening, ...current];
  const collections = demoCollections(opening, current, today);
  const orders = demoOrders(today);
  const payments = [...regularPayments(today), ...pendingPayments(today)];

  const load = stepsOf(db, say);
  await load.step('master data and people', () => loadMasters(system, story));
  const enterJournals = await createJournalWriter(db);
  const posted = story.journals.map((journal, at): DemoJournal => {
    const isOfSecond = Math.floor(at / IN_A_ROW) % 3 === 2;
    return { journal, preparer: isOfSecond ? 'preparer2' : 'preparer', status: STATUS.APPROVED };
  });
  await load.sets('journal entries', inSets(posted), (set) => enterJournals(db, set));
  await load.sets('journal entries of this month', [pendingJournals(today)], (set) =>
    enterJournals(
      db,
      set.map((pending) => ({ ...pending, afterwards: afterwardsOf(pending) })),
    ),
  );
  await load.step(`${invoices.length} billings`, () => enterBillings(db, invoices));
  await load.step(`${collections.length} collections`, async () => {
    await enterCollections(db, collections);
    await enterCertificates(system, today);
    await enterReceivedCheques(system, today);
  });
  await load.step(`${orders.length} purchase orders`, () => enterOrders(db, orders));
  const enterPayments = await createPaymentWriter(db);
  // Whoever approves is told of what is alike in what is there then: the payments of a month, not those of the next ones.
  await load.sets('payments and receipts', byMonth(payments), (set) => enterPayments(db, set));
  await load.step('cheques and periods', async () => {
    await handOverDemoCheques(db);
    await actAsSystem(db);
    await countTransactions(system, today);
    await enterBudget(db, today);
    await closePeriods(system, today);
    await readNoticesOfThePast(db);
  });
}

/** Journals that one person enters after each other. */
const IN_A_ROW = 25;

const STEPS = 8;
/** Documents that are entered together; after each set a long step tells how far it has come. */
const SET_SIZE = 250;

/**
 * The steps of the load, which tell what they enter and how far they have come. After each set, what is checked at a commit
 * is checked: a refusal comes soon after what it is about, and the commit is short.
 */
function stepsOf(db: Database, say: (sentence: string) => void) {
  let begun = 0;
  const begin = (what: string) => say(`Loading the demo company, ${(begun += 1)} of ${STEPS}: ${what} …`);
  const endSet = async () => {
    await sql`set constraints all immediate`.execute(db);
    await sql`set constraints all deferred`.execute(db);
  };
  return {
    async step(what: string, work: () => Promise<void>) {
      begin(what);
      await work();
      await endSet();
    },
    async sets<T>(what: string, sets: readonly (readonly T[])[], enter: (set: readonly T[]) => Promise<void>) {
      const count = sets.flat().length;
      begin(`${count.toLocaleString('en')} ${what}`);
      let entered = 0;
      for (const set of sets) {
        await enter(set);
        await endSet();
        entered += set.length;
        if (entered < count) say(`  ${entered.toLocaleString('en')} of ${count.toLocaleString('en')}`);
      }
    },
  };
}

function inSets<T>(documents: readonly T[]): T[][] {
  const starts = Array.from({ length: Math.ceil(documents.length / SET_SIZE) }, (_, set) => set * SET_SIZE);
  return starts.map((start) => documents.slice(start, start + SET_SIZE));
}

function byMonth(payments: readonly SeedPayment[]): SeedPayment[][] {
  const sets: SeedPayment[][] = [];
  const monthOf = ({ dates }: SeedPayment) => startOfMonth(dates[0]!);
  for (const payment of payments) {
    const last = sets.at(-1);
    if (last !== undefined && monthOf(last[0]!) === monthOf(payment)) last.push(payment);
    else sets.push([payment]);
  }
  return sets;
}

/** Bells begin with what is going on: what became of two years of posted entries is read long ago. */
async function readNoticesOfThePast(transaction: Database): Promise<void> {
  await sql`
    update notification n set read_at = now() from batch_move m join batch b on b.id = m.batch_id
    where m.id = n.move_id and n.read_at is null and b.status = ${STATUS.APPROVED}`.execute(transaction);
}

function afterwardsOf({ afterwards, preparer }: PendingJournal): DemoStep | undefined {
  switch (afterwards) {
    case 'returned':
      return {
        person: 'checker',
        status: STATUS.ACTIVE,
        remarks: 'Attach the list of participants and split the cost by department.',
      };
    case 'rejected':
      return {
        person: 'checker',
        status: STATUS.ARCHIVED,
        remarks: 'Representation was charged to the right account.',
      };
    case 'voided':
      return { person: 'checker', status: STATUS.ARCHIVED, remarks: 'Entered twice; the first entry stands.' };
    case 'in_process':
      return { person: preparer, status: STATUS.ACTIVE, processing: 1 };
    case undefined:
      return undefined;
  }
}
