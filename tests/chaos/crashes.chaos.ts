import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSendingClient } from '../../bench/ledger/sending-client.ts';
import type { TalaanServer } from '../../bench/talaan-server.ts';
import { checkBooks, NO_FAULTS, type BooksFaults } from './books-check.ts';
import { createCrashingProduct, type CrashingProduct } from './crashing-product.ts';
import { ENDINGS, RESTARTED_DATABASE, workFor, type Ending } from './endings.ts';
import { holdFile, letMakerGo, type HeldFile } from './long-file.ts';
import { letMinutesPass, openPostOffice, queueMails, readMails } from './post-office.ts';
import { gatherCrew, type Places, type PostingCrew } from './posting-crew.ts';

/**
 * How often the server and its database are killed, one after the other; `npm run chaos` asks for more than the everyday run and
 * holds what is felt of it against its limits, which a machine that does other work passes. With each pair of kills come a
 * round of ended connections and a stop.
 */
const ASKED = process.env['CHAOS_KILLS'];
const KILLS = Number(ASKED ?? 2);
const ENDS = (KILLS / 2) * ENDINGS.length;
const HANDS = 8;
const RESTARTS = ASKED === undefined ? 0 : Math.ceil(KILLS / 5);
const MAIL_KILLS = KILLS;

let product: CrashingProduct;
let crew: PostingCrew;
beforeAll(async () => {
  product = await createCrashingProduct();
  const server = await product.start();
  const client = await makeSendingClient(product.ownerUrl);
  crew = await gatherCrew(server, { places: await withOwner(findPlaces), hands: HANDS, client });
  await server.stop();
});
afterAll(() => product?.remove());

it(`loses, halves and repeats nothing that it acknowledged, and explains every number, over ${ENDS} ends`, async () => {
  let server = await product.start();
  const ends = Array.from({ length: ENDS }, (_, end) => ENDINGS[end % ENDINGS.length]!);
  server = await endAgainAndAgain(server, ends);
  await expect.poll(() => withOwner(readUnsealed), { timeout: 30_000, interval: 500 }).toBe(0);
  await server.stop();
});

it.runIf(RESTARTS > 0)(`does so over ${RESTARTS} restarts of an outside database`, async () => {
  const server = await product.startOnOutsideDatabase();
  await endAgainAndAgain(
    server,
    Array.from({ length: RESTARTS }, () => RESTARTED_DATABASE),
  );
  expect(await product.askToStop()).toBe(0);
  await product.stopOutsideDatabase();
});

/** Lets the product end in each of these ways, looks at the books every time, and says how it was felt. */
async function endAgainAndAgain(first: TalaanServer, endings: readonly Ending[]): Promise<TalaanServer> {
  let server = first;
  const times = new Map<Ending, number[]>();
  const before = crew.acknowledged.posted.length;
  for (const [end, ending] of endings.entries()) {
    const serving = product.servingProcess();
    const [running, felt] = await ending.bringAbout(server, product, crew);
    server = running;
    times.set(ending, [...(times.get(ending) ?? []), felt]);
    const after = `after end ${end + 1}, ${ending.name}`;
    expect(!ending.outlived || product.servingProcess() === serving, `server alive ${after}`).toBe(true);
    await crew.settle(server);
    expect({ after, ...(await check()) }).toEqual({ after, ...NO_FAULTS });
  }
  const posted = crew.acknowledged.posted.length - before;
  expect(posted).toBeGreaterThan(endings.length);
  say(`${endings.length} ends under load: ${posted} postings acknowledged, 0 lost`);
  for (const [{ name, felt_as, limits }, felt] of times) {
    const sorted = felt.toSorted((a, b) => a - b);
    const [median, longest] = [sorted[Math.floor((sorted.length - 1) / 2)]!, sorted.at(-1)!];
    say(`${sorted.length} × ${name}: ${felt_as}, median ${secondsOf(median)}, longest ${secondsOf(longest)}`);
    if (ASKED === undefined) continue;
    expect.soft(median, name).toBeLessThan(limits.median);
    expect.soft(longest, name).toBeLessThan(limits.longest);
  }
  return server;
}

it(`loses no mail, sends none under two names, and makes a file of a report whole, over ${MAIL_KILLS} kills of the server and of the mail server`, async () => {
  const post = await openPostOffice();
  const pass = (held: boolean) => withOwner((owner) => letMinutesPass(owner, { held }));
  const server = await product.start(post.environment);
  for (let end = 0; end < MAIL_KILLS; end += 1) {
    const before = post.received().length;
    await withOwner((owner) => queueMails(owner, 12));
    await pass(false);
    const some = 1 + Math.floor(Math.random() * 8);
    await expect
      .poll(() => post.received().length, { timeout: 30_000, interval: 2 })
      .toBeGreaterThanOrEqual(before + some);
    if (end % 2 === 0) {
      const file = await holdFile(server, product.ownerUrl);
      await product.killServer();
      await file.letGo();
      await server.untilReady();
      await pass(true);
      await expectMadeAnew(file);
    } else {
      await post.kill();
      await pass(false);
      await post.start();
    }
  }
  // They were queued faster than one server sends them, one after the other: what is left grows with the kills.
  await expect
    .poll(() => pass(false).then(() => withOwner(readMails)), { timeout: 60_000 + MAIL_KILLS * 2000, interval: 500 })
    .toMatchObject({ unsent: 0 });
  const { ids, others } = await withOwner(readMails);
  await server.stop();
  const received = post.received().filter((id) => !others.includes(id));
  await post.remove();
  expect(new Set(received)).toEqual(new Set(ids));
  // A server that dies after the mail server's yes asks again, under the same Message-ID, by which a mailbox knows the mail.
  expect(received.length - ids.length).toBeLessThanOrEqual(MAIL_KILLS);
  say(
    `${MAIL_KILLS} kills: ${ids.length} mails queued, 0 lost, ${received.length - ids.length} sent again under their names`,
  );
});

/** A file whose maker was killed is none, and the tray says so, until another one has made all of it. */
async function expectMadeAnew(file: HeldFile): Promise<void> {
  expect(await file.inTray()).toMatchObject({ state: 'working', size: null });
  expect((await file.take()).status).toBe(409);
  await withOwner(letMakerGo);
  await expect.poll(async () => (await file.inTray()).state, { timeout: 60_000, interval: 100 }).toBe('ready');
  expect(await file.isWhole()).toBe(true);
  await file.remove();
}

describe('a look at the books that were damaged', () => {
  let stopDatabase: () => Promise<void>;
  beforeAll(async () => {
    stopDatabase = await product.startDatabase();
  });
  afterAll(() => stopDatabase?.());

  it.for<[fault: keyof BooksFaults, damage: string]>([
    ['lost', "update batch set batch_number = 'gone' where id = (select max(id) from batch where status = 7)"],
    ['half_posted', 'delete from posting where entry_id = (select max(id) from journal_entry)'],
    ['half_posted', 'delete from journal_entry where id = (select max(id) from journal_entry)'],
    [
      'half_posted',
      'update balance_account set debit = debit + 1 where period = (select max(period) from balance_account)',
    ],
    [
      'posted_twice',
      `drop index journal_entry_once;
       insert into journal_entry (document_id, round, document_type, entry_date, module, currency_id, rate, line_count, total,
         fc_total, posted_by)
       select document_id, round, document_type, entry_date, module, currency_id, rate, line_count, total, fc_total, posted_by
       from journal_entry order by id desc limit 1`,
    ],
    ['unexplained_numbers', 'delete from number_issue where number_text = (select max(document_number) from document)'],
    ['audit', "update audit_event set action = 'delete' where id = (select min(from_id) from audit_seal)"],
    ['doubled', "update batch set batch_number = 'other' where id = (select max(id) from batch)"],
    [
      'stuck_jobs',
      "update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes', locked_by = 'gone'",
    ],
  ])('notices %s after: %s', async ([fault, damage]) => {
    const faults = await withOwner(async (owner) => {
      expect(await checkBooks(owner, crew.acknowledged)).toEqual(NO_FAULTS);
      await owner.query(`begin; set local session_replication_role = replica; ${GUARDS_OFF}; ${damage}`);
      const found = await checkBooks(owner, crew.acknowledged);
      await owner.query('rollback');
      return found;
    });
    expect(faults[fault]).not.toEqual([]);
  });
});

it('notices entries that a commit without waiting for the disk loses', async () => {
  let lost: readonly unknown[] = [];
  // Somebody else's commit that waits takes those before it to the disk as well, so that a kill right after it loses none.
  for (let kill = 0; kill < 8 && lost.length === 0; kill += 1) lost = await loseByNotWaiting();
  expect(lost).not.toEqual([]);
});

/** Kills server and database while commits do not wait; answers what was acknowledged and is lost. */
async function loseByNotWaiting(): Promise<readonly unknown[]> {
  const server = await product.start();
  // Before, the server is done with starting; after, it has noticed which connections it lost.
  await server.signIn('auditor');
  await withOwner(commitWithoutWaiting);
  await server.signIn('auditor');
  const working = crew.work(server);
  await workFor(crew, 0);
  // The server first, which would bring its database back; at one moment, so that no other commit takes them to the disk.
  await Promise.all([product.killServerForGood(), product.killDatabase()]);
  await working;
  const stopDatabase = await product.startDatabase();
  try {
    return (await check()).lost;
  } finally {
    await withOwner(waitAgain);
    await stopDatabase();
  }
}

/** Triggers that stay on while others are switched off for the session. */
const GUARDS_OFF = ['posting', 'journal_entry', 'number_issue', 'audit_event', 'batch']
  .map((table) => `alter table ${table} disable trigger user`)
  .join('; ');

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

const secondsOf = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

const check = () => withOwner((owner) => checkBooks(owner, crew.acknowledged));

/** Answers before the log is on the disk, and writes the log seldom: what a kill finds in memory is gone. */
async function commitWithoutWaiting(owner: pg.Client): Promise<void> {
  await owner.query("alter system set wal_writer_delay = '10s'");
  await owner.query("alter system set wal_writer_flush_after = '1GB'");
  await owner.query('select pg_reload_conf()');
  const role = await appRole(owner);
  await owner.query(`alter role ${owner.escapeIdentifier(role)} set synchronous_commit = off`);
  await owner.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1', [role]);
}

/** The server does not start where commits do not wait. */
async function waitAgain(owner: pg.Client): Promise<void> {
  await owner.query(`alter role ${owner.escapeIdentifier(await appRole(owner))} reset synchronous_commit`);
}

async function appRole(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ value: string }>("select value from installation where key = 'app_role'");
  return rows[0]!.value;
}

async function findPlaces(owner: pg.Client): Promise<Places> {
  const { rows } = await owner.query<Places>(`
    select now()::text as since, (select id from branch order by brnc_code limit 1) as branch_id,
      (select brnc_code from branch where brnc_stat = 1 order by id limit 1) as branch,
      (select id from department order by dept_code limit 1) as department_id,
      (select dept_code from department where dept_status = 1 order by id limit 1) as department,
      (select id from payee where payee_code = 'C0001') as customer_id,
      (select id from billing_service order by id limit 1) as service_id,
      (select id from bank where acct_code = '102103') as bank_id`);
  return rows[0]!;
}

/** Events of the audit trail that no job has sealed. */
async function readUnsealed(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ waiting: number }>(`
    select count(*)::int as waiting from audit_event where id not in (select unnest(event_ids) from audit_seal)`);
  return rows[0]!.waiting;
}

async function withOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: product.ownerUrl });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
