import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MAIL_FAULTS, slowToTake, startFaultyMailServer } from '../../testing/faulty-mail-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { inTransaction, openDatabase, SYSTEM_ACTOR, type Database } from '../database/database.ts';
import { startMailCatcher, type MailCatcher } from './mail-catcher.ts';
import { openMailServer, type MailServer } from './mail-server.ts';
import { queueAgain, queueMail } from './mail.store.ts';
import { sendWaitingMail } from './send-mail.ts';

let copy: TestDatabase;
let database: Database;
let catcher: MailCatcher;
let server: MailServer;
let queued = 0;
beforeAll(async () => {
  copy = await createTestDatabase();
  database = openDatabase(copy, { poolSize: 4 });
  catcher = await startMailCatcher();
  server = openMailServer({ url: catcher.url, from: 'Talaan <books@sampol.example>' });
});
afterAll(async () => {
  await catcher.stop();
  await database.destroy();
  await copy.drop();
});
beforeEach(() => catcher.mails.splice(0));

const asSystem = <T>(work: (db: Database) => Promise<T>) => inTransaction(database, SYSTEM_ACTOR, work);

function queue(to_address: string, source = `cause ${(queued += 1)}`, template = 'test'): Promise<string | null> {
  return asSystem((db) =>
    queueMail(db, {
      user_id: null,
      to_address,
      template,
      source,
      subject: 'Para kay Niño: ₱ 1.00',
      body_text: 'Ñandú ₱',
      body_html: '<p>Ñandú ₱</p>',
    }),
  );
}

/** Where a mail stands, with the minutes until it is tried again, and its attempts. */
async function standing(id: string | null) {
  const { rows } = await sql<{ state: string; minutes: number; attempts: [string, string][] }>`
    select m.state, round(extract(epoch from m.next_try_at - now()) / 60)::int as minutes,
      (select coalesce(json_agg(json_build_array(a.outcome, a.reply) order by a.attempt_no), '[]')
        from mail_attempt a where a.message_id = m.id) as attempts
    from mail_message m where m.id = ${id}::bigint`.execute(database);
  return rows[0]!;
}

const makeDue = (id: string | null) =>
  asSystem((db) => sql`update mail_message set next_try_at = now() where id = ${id}::bigint`.execute(db));

it('delivers a mail whole, once, however often its cause and the job run', async () => {
  const id = await queue('ana@sampol.example', 'the same cause');
  expect(await queue('ana@sampol.example', 'the same cause')).toBeNull();
  await Promise.all([sendWaitingMail(database, server), sendWaitingMail(database, server)]);
  await sendWaitingMail(database, server);
  expect(catcher.mails).toHaveLength(1);
  const { to, raw } = catcher.mails[0]!;
  expect(to).toBe('ana@sampol.example');
  expect(raw).toContain('From: Talaan <books@sampol.example>');
  expect(raw).toMatch(/Message-ID: <[0-9a-f-]{36}@sampol\.example>/);
  expect(raw).toContain('=C3=91and=C3=BA =E2=82=B1');
  const { state, attempts } = await standing(id);
  expect([state, attempts]).toEqual(['sent', [['accepted', expect.stringContaining('250')]]]);
});

it('gives up at once what the server refuses for good, and says its words', async () => {
  catcher.answer('nobody@sampol.example', { code: 550, text: 'No such person here' });
  const id = await queue('nobody@sampol.example');
  await sendWaitingMail(database, server);
  const { state, attempts } = await standing(id);
  expect(state).toBe('failed');
  expect(attempts).toEqual([['refused', '550 No such person here']]);
});

it('tries a deferred mail again, each time later, and ends after the sixth time', async () => {
  catcher.answer('busy@sampol.example', { code: 451, text: 'Try again later' });
  const id = await queue('busy@sampol.example');
  const waits: [string, number][] = [];
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await sendWaitingMail(database, server);
    await sendWaitingMail(database, server);
    const { state, minutes, attempts } = await standing(id);
    waits.push([state, minutes]);
    expect(attempts).toHaveLength(attempt);
    await makeDue(id);
  }
  expect(waits).toEqual([
    ['waiting', 1],
    ['waiting', 5],
    ['waiting', 15],
    ['waiting', 60],
    ['waiting', 180],
    ['failed', 0],
  ]);
  catcher.answer('busy@sampol.example', null);
  expect(await asSystem((db) => queueAgain(db, id!))).toBe(true);
  await sendWaitingMail(database, server);
  expect((await standing(id)).state).toBe('sent');
  expect(await asSystem((db) => queueAgain(db, id!))).toBe(false);
});

it('waits for a server that is down, and leaves the other mails for the next run', async () => {
  const port = Number(new URL(catcher.url).port);
  await catcher.stop();
  const ids = [await queue('ana@sampol.example'), await queue('ben@sampol.example')];
  await sendWaitingMail(database, server);
  const [first, second] = [await standing(ids[0]!), await standing(ids[1]!)];
  expect([first.state, first.attempts[0]![0], first.attempts[0]![1]]).toEqual([
    'waiting',
    'unreachable',
    expect.stringContaining('ECONNREFUSED'),
  ]);
  expect(second.attempts).toEqual([]);
  catcher = await startMailCatcher({ port });
  await makeDue(ids[0]!);
  await sendWaitingMail(database, server);
  expect(catcher.mails.map(({ to }) => to).toSorted()).toEqual(['ana@sampol.example', 'ben@sampol.example']);
});

const IMPATIENT = { greets: 250, answers: 250, ends: 400 };

it.each(Object.entries(MAIL_FAULTS))(
  'keeps a mail of a server that %s, and sends it once when one is well',
  async (_does, fault) => {
    const faulty = await startFaultyMailServer(fault);
    const patient = openMailServer({ url: faulty.url, from: 'Talaan <books@sampol.example>' }, IMPATIENT);
    const id = await queue('ana@sampol.example');
    await sendWaitingMail(database, patient);
    await faulty.stop();
    const failed = await standing(id);
    expect([failed.state, failed.minutes, failed.attempts.length]).toEqual(['waiting', 1, 1]);
    expect(failed.attempts[0]![0]).toMatch(/^(unreachable|deferred)$/);
    await makeDue(id);
    await sendWaitingMail(database, server);
    await sendWaitingMail(database, server);
    expect(catcher.mails).toHaveLength(1);
    expect((await standing(id)).state).toBe('sent');
  },
);

it('waits longer for the answer to a mail than for a greeting, so that one taken slowly is not sent again', async () => {
  const slow = await startFaultyMailServer(slowToTake(400));
  const id = await queue('ana@sampol.example');
  const settings = { url: slow.url, from: 'Talaan <books@sampol.example>' };
  await sendWaitingMail(database, openMailServer(settings, { greets: 250, answers: 2000, ends: 3000 }));
  await slow.stop();
  expect(await standing(id)).toMatchObject({ state: 'sent', attempts: [['accepted', '250 taken']] });
});

it('hands no mail to a server whose certificate nobody vouches for', async () => {
  const taken: string[] = [];
  // It offers TLS with the certificate that the package brings along.
  const stranger = new SMTPServer({
    authOptional: true,
    onData: (stream, _session, done) => {
      taken.push('a mail');
      stream.resume().on('end', done);
    },
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const { port } = stranger.server.address() as AddressInfo;
  const id = await queue('ana@sampol.example');
  const url = `smtp://127.0.0.1:${port}`;
  await sendWaitingMail(database, openMailServer({ url, from: 'Talaan <books@sampol.example>' }));
  await new Promise<void>((resolve) => stranger.close(resolve));
  expect(taken).toEqual([]);
  expect(await standing(id)).toMatchObject({ state: 'waiting', attempts: [['unreachable', expect.any(String)]] });
});

it('keeps mail while no server is set; it goes out when somebody sends it again', async () => {
  const id = await queue('ana@sampol.example');
  await sendWaitingMail(database, null);
  expect((await standing(id)).state).toBe('no_server');
  await sendWaitingMail(database, server);
  expect(catcher.mails).toEqual([]);
  await asSystem((db) => queueAgain(db, id!));
  await sendWaitingMail(database, server);
  expect((await standing(id)).state).toBe('sent');
});

it('a mail that another server sends at this moment is left to it, until it gave up', async () => {
  const id = await queue('ana@sampol.example');
  const hold = (until: string) =>
    asSystem((db) =>
      sql`update mail_message set held_until = ${until}::timestamptz where id = ${id}::bigint`.execute(db),
    );
  await hold('infinity');
  await sendWaitingMail(database, server);
  expect(catcher.mails).toEqual([]);
  await hold('-infinity');
  await sendWaitingMail(database, server);
  expect(catcher.mails).toHaveLength(1);
});

const FILE = Buffer.from('%PDF-1.7 \u20b1', 'utf8');

it('sends what is made of a mail as it is sent, its files with it', async () => {
  const id = await queue('ana@sampol.example', 'PO0000001 copy 2', 'with_file');
  await sendWaitingMail(database, server, {
    with_file: async (_transaction, mail) => ({
      ...mail,
      attachments: [{ name: `${mail.source}.pdf`, media_type: 'application/pdf', bytes: FILE }],
    }),
  });
  const { raw } = catcher.mails[0]!;
  expect(raw).toMatch(/Content-Type: application\/pdf; name="?PO0000001 copy 2\.pdf/);
  expect(raw).toContain(FILE.toString('base64'));
  expect((await standing(id)).state).toBe('sent');
});

it('keeps in its attempts why a mail was not completed, and lets the others pass', async () => {
  const files = (megabytes: number) => [
    { name: 'a.pdf', media_type: 'application/pdf', bytes: Buffer.alloc(megabytes * 2 ** 20) },
  ];
  const ids = [
    await queue('ana@sampol.example', 'cancelled', 'withdrawn'),
    await queue('ana@sampol.example', 'broken', 'broken'),
    await queue('ana@sampol.example', 'large', 'large'),
    await queue('ben@sampol.example'),
  ];
  await sendWaitingMail(database, server, {
    withdrawn: async () => ({ outcome: 'refused', reply: 'It was cancelled.' }),
    broken: async (transaction) => (await sql<never>`select 1 / 0`.execute(transaction)).rows[0]!,
    large: async (_transaction, mail) => ({ ...mail, attachments: [...files(6), ...files(5)] }),
  });
  expect(catcher.mails.map(({ to }) => to)).toEqual(['ben@sampol.example']);
  const standings = await Promise.all(ids.slice(0, 3).map(standing));
  expect(standings.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['failed', [['refused', 'It was cancelled.']]],
    ['waiting', [['deferred', 'It could not be completed: division by zero']]],
    ['failed', [['refused', 'Its files have 11.0 MB; 10.0 MB is the most.']]],
  ]);
});
