import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBooks, NO_FAULTS, type BooksFaults } from './books-check.ts';
import { createCrashingProduct, type CrashingProduct } from './crashing-product.ts';
import { ENDINGS, workFor } from './endings.ts';
import { letMinutesPass, openPostOffice, queueMails, readMails } from './post-office.ts';
import { gatherCrew, type JournalPlaces, type PostingCrew } from './posting-crew.ts';

/**
 * How often the product is ended, one way after the other; `npm run chaos` asks for more than the everyday run and holds what
 * is felt of it against its limits, which a machine that does other work passes.
 */
const ASKED = process.env['CHAOS_ENDS'];
const ENDS = Number(ASKED ?? ENDINGS.length);
const HANDS = 8;
const MAIL_ENDS = ASKED === undefined ? 2 : ENDS;

let product: CrashingProduct;
let crew: PostingCrew;
beforeAll(async () => {
  product = await createCrashingProduct();
  const server = await product.start();
  crew = await gatherCrew(server, await withOwner(findPlaces), HANDS);
  await server.stop();
});
afterAll(() => product?.remove());

it(`loses, halves and repeats nothing that it acknowledged, and explains every number, over ${ENDS} ends`, async () => {
  const times = ENDINGS.map((): number[] => []);
  let server = await product.start();
  for (let end = 0; end < ENDS; end += 1) {
    const ending = ENDINGS[end % ENDINGS.length]!;
    const [running, felt] = await ending.bringAbout(server, product, crew);
    server = running;
    times[end % ENDINGS.length]!.push(felt);
    await crew.settle(server);
    expect(await check(), `after end ${end + 1}, ${ending.name}`).toEqual(NO_FAULTS);
  }
  await server.stop();
  expect(crew.acknowledged.posted.length).toBeGreaterThan(ENDS);
  say(`${ENDS} ends under load: ${crew.acknowledged.posted.length} postings acknowledged, 0 lost`);
  for (const [index, { name, felt_as, limits }] of ENDINGS.entries()) {
    const sorted = times[index]!.toSorted((a, b) => a - b);
    const felt = { median: sorted[Math.floor((sorted.length - 1) / 2)]!, longest: sorted.at(-1)! };
    say(`${sorted.length} × ${name}: ${felt_as}, median ${secondsOf(felt.median)}, longest ${secondsOf(felt.longest)}`);
    if (ASKED === undefined) continue;
    expect.soft(felt.median, name).toBeLessThan(limits.median);
    expect.soft(felt.longest, name).toBeLessThan(limits.longest);
  }
});

it(`loses no mail, and sends none under two names, over ${MAIL_ENDS} kills of the server and of the mail server`, async () => {
  const post = await openPostOffice();
  const pass = (held: boolean) => withOwner((owner) => letMinutesPass(owner, { held }));
  let server = await product.start(post.environment);
  for (let end = 0; end < MAIL_ENDS; end += 1) {
    const before = post.received().length;
    await withOwner((owner) => queueMails(owner, 12));
    await pass(false);
    const some = 1 + Math.floor(Math.random() * 8);
    await expect
      .poll(() => post.received().length, { timeout: 30_000, interval: 2 })
      .toBeGreaterThanOrEqual(before + some);
    if (end % 2 === 0) {
      await product.killServer();
      await pass(true);
      server = await product.start(post.environment);
    } else {
      await post.kill();
      await pass(false);
      await post.start();
    }
  }
  await expect
    .poll(() => pass(false).then(() => withOwner(readMails)), { timeout: 60_000, interval: 500 })
    .toMatchObject({ unsent: 0 });
  const { ids } = await withOwner(readMails);
  await server.stop();
  const received = post.received();
  await post.remove();
  expect(new Set(received)).toEqual(new Set(ids));
  // A server that dies after the mail server's yes asks again, under the same Message-ID, by which a mailbox knows the mail.
  expect(received.length - ids.length).toBeLessThanOrEqual(MAIL_ENDS);
  say(
    `${MAIL_ENDS} kills: ${ids.length} mails queued, 0 lost, ${received.length - ids.length} sent again under their names`,
  );
});

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
  const server = await product.start();
  // Before, the server is done with starting; after, it has noticed which connections it lost.
  await server.signIn('auditor');
  await withOwner(commitWithoutWaiting);
  await server.signIn('auditor');
  const working = crew.work(server);
  await workFor(crew, 500);
  // The server first: it would bring its database back.
  await product.killServer();
  await product.killDatabase();
  await working;
  const stopDatabase = await product.startDatabase();
  try {
    expect((await check()).lost).not.toEqual([]);
  } finally {
    await stopDatabase();
  }
});

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
  const { rows } = await owner.query<{ value: string }>("select value from installation where key = 'app_role'");
  await owner.query(`alter role ${owner.escapeIdentifier(rows[0]!.value)} set synchronous_commit = off`);
  await owner.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1', [
    rows[0]!.value,
  ]);
}

async function findPlaces(owner: pg.Client): Promise<JournalPlaces> {
  const { rows } = await owner.query<JournalPlaces>(`
    select (select id from branch order by brnc_code limit 1) as branch_id,
      (select id from department order by dept_code limit 1) as department_id`);
  return rows[0]!;
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
