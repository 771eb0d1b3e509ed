import { sql } from 'kysely';
import { requireCalendarDate, yearOf } from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import { closePeriods, loadMasters } from '../../apps/server/src/demo/demo-masters.ts';
import { SYSTEM_PRINCIPAL } from '../../apps/server/src/platform/http/principal.ts';
import { decideCompany } from '../../apps/server/src/platform/installation.ts';
import { today } from '../../apps/server/src/platform/clock.ts';
import {
  inTransaction,
  openDatabase,
  SYSTEM_ACTOR,
  type Database,
} from '../../apps/server/src/platform/database/database.ts';
import { withClient } from '../scratch-cluster.ts';
import { median } from '../figures.ts';
import { enterJournals, moveJournals, postJournals, type JournalSet } from './enter-journals.ts';
import { findUserId, loadLedgerMasters, reserveIds } from './ledger-masters.ts';
import { createJournalPlanner, type JournalPlan } from './plan-journals.ts';

/** Mean number of lines of a planned journal. */
const LINES_PER_JOURNAL = 4;
const JOURNALS_PER_SET = 2500;
/** Sets entered at the same time: while one posts, the next is written. Sets keep the order of dates closely. */
const SETS_AT_ONCE = 2;
const SEED = 42;

/** Tables whose rows would each leave an event in the history. */
const ENTERED_TABLES = ['batch', 'document', 'line'];

export interface LedgerCounts {
  readonly journals: number;
  readonly lines: number;
  /** Sum of all debits and of all credits in the running sums, pesos as decimal text. */
  readonly debit: string;
  readonly credit: string;
  /** Months whose debits differ from their credits, and running sums that differ from the postings: both must be 0. */
  readonly months_off: number;
  readonly balances_off: number;
}

/**
 * Fills a new installation with the masters and people of the demo company and a ledger of about `lines` lines over three
 * years, entered, approved and posted in sets through the guards of the schema and the ledger's one posting call. What it
 * leaves out is the history of drafts: no event for each batch, document and line that was entered. `ownerUrl` is a
 * migrated database. Throws one sentence when it is in use already.
 */
export async function loadLedger(
  ownerUrl: string,
  { lines, say }: { lines: number; say: (sentence: string) => void },
): Promise<void> {
  const database = openDatabase(ownerUrl, { poolSize: SETS_AT_ONCE + 1 });
  try {
    const { is_new, is_demo } = await inTransaction(database, SYSTEM_ACTOR, (db) => decideCompany(db, { demo: true }));
    if (!is_new || !is_demo) throw new Error('A large ledger needs a new database.');
    const day = today();
    const first_year = yearOf(day) - 2;
    say('Loading master data …');
    await inTransaction(database, SYSTEM_ACTOR, (db) =>
      loadMasters({ db, user: SYSTEM_PRINCIPAL }, { first_year, rates: [] }),
    );
    const masters = await loadLedgerMasters(database);
    const count = Math.max(1, Math.round(lines / LINES_PER_JOURNAL));
    const plan = createJournalPlanner(masters, {
      seed: SEED,
      first_day: requireCalendarDate(`${first_year}-01-01`),
      last_day: day,
      count,
    });
    await withoutDraftHistory(database, () =>
      withoutApprovals(database, async () => enterLedger(database, { plan, count, say })),
    );
    say('Sealing the audit trail …');
    await sealHistory(database);
    await inTransaction(database, SYSTEM_ACTOR, (db) => closePeriods({ db, user: SYSTEM_PRINCIPAL }, day));
    say('Vacuuming and analyzing …');
    await withClient(ownerUrl, (client) => client.query('vacuum analyze'));
  } finally {
    await database.destroy();
  }
}

/** Counts a ledger and compares its running sums with its postings. `url` may be the run-time connection. */
export async function checkLedger(url: string): Promise<LedgerCounts> {
  const database = openDatabase(url, { poolSize: 1 });
  try {
    return await inTransaction(database, SYSTEM_ACTOR, async (db) => {
      await sql`set local statement_timeout = 0`.execute(db);
      const counted = await sql<LedgerCounts>`
        select (select count(*)::int from journal_entry) as journals, (select count(*)::int from posting) as lines,
          (select coalesce(sum(debit), 0)::numeric(20, 2) from balance_account) as debit,
          (select coalesce(sum(credit), 0)::numeric(20, 2) from balance_account) as credit,
          (select count(*)::int from (
            select period from balance_account group by period having sum(debit) <> sum(credit)) m) as months_off,
          (select count(*)::int from verify_balances()) as balances_off`.execute(db);
      return counted.rows[0]!;
    });
  } finally {
    await database.destroy();
  }
}

async function enterLedger(
  database: Database,
  { plan, count, say }: { plan: (place: number) => JournalPlan; count: number; say: (sentence: string) => void },
): Promise<void> {
  const first = await reserveIds(database, count);
  const preparer = await findUserId(database, 'preparer');
  const started = performance.now();
  const taken = new Map<string, number[]>();
  let next = 0;
  let done = 0;
  let told = 0;
  const workThroughSets = async () => {
    while (next < count) {
      const place = next;
      next += JOURNALS_PER_SET;
      const journals = Array.from({ length: Math.min(JOURNALS_PER_SET, count - place) }, (_, at) => plan(place + at));
      await enterAndPost(database, { journals, first_id: first + place, prepared_by: preparer }, taken);
      done += journals.length;
      const elapsed = (performance.now() - started) / 1000;
      if (done === count || elapsed - told >= 10) {
        told = elapsed;
        say(`${done.toLocaleString('en')} of ${count.toLocaleString('en')} journals after ${elapsed.toFixed(0)} s`);
      }
    }
  };
  await Promise.all(Array.from({ length: SETS_AT_ONCE }, workThroughSets));
  for (const [step, times] of taken) {
    const [middle, most] = [median(times), Math.max(...times)];
    say(
      `${step}: median ${seconds(middle)}, longest ${seconds(most)} (${(most / middle).toFixed(1)} times the median)`,
    );
  }
}

/** Enters and posts a set in one transaction; what each step took, in milliseconds, goes to `taken`. */
async function enterAndPost(database: Database, set: JournalSet, taken: Map<string, number[]>): Promise<void> {
  const user_id = set.prepared_by;
  const timed = async (step: string, work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    taken.set(step, [...(taken.get(step) ?? []), performance.now() - started]);
  };
  await timed('A set', () =>
    inTransaction(database, { user_id, request_id: null }, async (transaction) => {
      await timed('Its entry', () => enterJournals(transaction, set));
      await timed('Its moves', () =>
        moveJournals(transaction, set, { action: 'submit', from: STATUS.ACTIVE, to: STATUS.APPROVED, user_id }),
      );
      await timed('Its posting', () => postJournals(transaction, set));
    }),
  );
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

/** Journals need neither review nor approval while `work` runs, as in an installation that has switched both off. */
export async function withoutApprovals(database: Database, work: () => Promise<void>): Promise<void> {
  const setFor = (needed: boolean) =>
    inTransaction(database, SYSTEM_ACTOR, async (db) => {
      await sql`update setting set value = value || jsonb_build_object('JE', ${needed}::boolean)
        where key in ('approval_required', 'review_stage')`.execute(db);
    });
  await setFor(false);
  try {
    await work();
  } finally {
    await setFor(true);
  }
}

/** No events for the rows of batches, documents and lines while `work` runs; they would be as large as the ledger twice over. */
async function withoutDraftHistory(database: Database, work: () => Promise<void>): Promise<void> {
  const switchHistory = async (state: 'enable' | 'disable') => {
    for (const table of ENTERED_TABLES) {
      for (const trigger of ['audit_insert', 'audit_update'])
        await sql.raw(`alter table ${table} ${state} trigger ${trigger}`).execute(database);
    }
  };
  await switchHistory('disable');
  try {
    await work();
  } finally {
    await switchHistory('enable');
  }
}

/** Links every event into the chain now, so that the server that opens the books is not busy with it. */
export async function sealHistory(database: Database): Promise<void> {
  const seal = () =>
    inTransaction(database, SYSTEM_ACTOR, async (db) => {
      const sealed = await sql<{ events: number }>`select seal_audit() as events`.execute(db);
      return sealed.rows[0]!.events;
    });
  while ((await seal()) > 0);
}
