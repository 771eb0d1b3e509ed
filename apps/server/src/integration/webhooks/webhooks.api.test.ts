import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  confirmWebhook,
  listWebhookMessages,
  listWebhooks,
  removeWebhook,
  resumeWebhook,
  rotateWebhook,
  sendWebhookAgain,
  writeWebhook,
} from '@talaan/contract/integration/webhook.contract';
import { listNotices } from '@talaan/contract/notices/notice.contract';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { registerNoticeRoutes } from '../../notices/notice.routes.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { networksOf } from '../../platform/network.ts';
import { answerOf, batchOf, registerSending, SendingBooks } from '../../testing/books/sending-books.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { createSender } from './send-message.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { forgetMessages } from './webhook.store.ts';
import { isSigned, keyOfSecret } from './standard-webhook.ts';
import { registerWebhookRoutes } from './webhook.routes.ts';

const networks = networksOf(['127.0.0.0/8']);
const sealingKey = async () => 'a key of an installation, outside of its database';

let app: TestServer;
let sending: SendingBooks;
let maker: SignedInClient;
let second: SignedInClient;
let posting: string;
let routed: string;
let receiver: Server;
let address: string;
/** What arrived, and what is answered by path. */
let arrived: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
let answers: Record<string, { status: number; headers?: Record<string, string> }> = {};

beforeAll(async () => {
  app = await createTestServer(async (server, services) => {
    await registerSending(server, services, [journalEntryDocument]);
    registerWebhookRoutes(server, services, { networks, sealingKey, keepDays: 90 });
    registerNoticeRoutes(server, services);
  });
  sending = await SendingBooks.open(app);
  ({ maker, second } = sending);
  posting = await sending.tokenOf(await sending.makeClient('IS', true));
  routed = await sending.tokenOf(await sending.makeClient('ENTRIES', false));
  receiver = createServer((request, reply) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      const path = request.url!;
      arrived.push({ path, headers: request.headers, body });
      const { status, headers } = answers[path] ?? { status: 200 };
      reply.writeHead(status, headers).end(`Answer of ${path}`);
    });
  });
  await new Promise<void>((listens) => receiver.listen(0, '127.0.0.1', listens));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await app.stop();
});
beforeEach(() => {
  arrived = [];
  answers = {};
});

const work = () => sendWebhooks({ database: app.database, send: createSender(networks), sealingKey });
const write = async (source: string, path: string, by = maker) =>
  (await by.call(writeWebhook, { body: { source, url: `${address}${path}` } })).data;
const confirm = (id: number, by = second) => by.call(confirmWebhook, { params: { id } });
const hooked = async (source: string) =>
  (await maker.call(listWebhooks, {})).data.find((one) => one.source === source)!;
const messages = async (source: string) =>
  (await maker.call(listWebhookMessages, { query: { source, pages: 100 } })).data;
const state = async (source: string, batch_no: string) =>
  (await messages(source)).filter((one) => one.batch_no === batch_no).map((one) => `${one.event} ${one.state}`);
/** As if so much time had gone by for what waits. */
const letPass = (source: string) =>
  runAsOwner(app.ownerUrl, (owner) =>
    owner.query(`update webhook_message m set next_try_at = now() from integration_source s
      where s.id = m.source_id and s.source_code = '${source}' and m.state = 'waiting'`),
  );

describe('an address', () => {
  it('counts once somebody else than who wrote it confirmed it; until then the one before counts', async () => {
    const first = await write('IS', '/first');
    expect(first).toMatchObject({ live_at: null, is_own: true, secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) });
    // Nothing is written for an address that waits, and nothing goes there.
    await sending.send(batchOf('BEFORE'), posting);
    await work();
    expect([arrived, await messages('IS')]).toEqual([[], []]);
    await expect(confirm(first.id, maker)).rejects.toMatchObject({ problem: { status: 403 } });
    expect((await confirm(first.id)).data.live_at).not.toBeNull();
    await expect(confirm(first.id)).rejects.toMatchObject({ problem: { status: 409 } });
    const other = await write('IS', '/other', second);
    await expect(confirm(other.id, second)).rejects.toMatchObject({ problem: { status: 403 } });
    await sending.send(batchOf('MEANWHILE'), posting);
    await work();
    expect(arrived.map(({ path }) => path)).toEqual(['/first']);
    await confirm(other.id, maker);
    const { live, proposed } = await hooked('IS');
    expect([live!.url, proposed]).toEqual([`${address}/other`, null]);
    // Sent again, it goes to the address that counts now, under the id that it had.
    const [message] = await messages('IS');
    await maker.call(sendWebhookAgain, { body: { id: message!.id } });
    await work();
    expect(arrived.map(({ path, headers }) => [path, headers['webhook-id']])).toEqual([
      ['/first', message!.message_id],
      ['/other', message!.message_id],
    ]);
    expect((await messages('IS'))[0]!.attempts.map(({ url, status }) => [url, status])).toEqual([
      [`${address}/other`, 200],
      [`${address}/first`, 200],
    ]);
  });

  it('is no closed network and no address without TLS, and is written by whoever administers users alone', async () => {
    const refused = (url: string) => maker.call(writeWebhook, { body: { source: 'IS', url } });
    for (const url of ['http://is.example/', 'https://10.0.0.1/', 'https://[fe80::1]/', 'nowhere']) {
      await expect(refused(url)).rejects.toMatchObject({ problem: { status: 422 } });
    }
    const reader = await createSignedInClient(app.server, app.database, { levels: { Users: 3 } });
    await expect(write('IS', '/mine', reader)).rejects.toMatchObject({ problem: { status: 403 } });
  });

  it('keeps its secret where a copy of the database tells none of it', async () => {
    const { secret, id } = await write('ENTRIES', '/sealed');
    await runAsOwner(app.ownerUrl, async (owner) => {
      const { rows } = await owner.query('select secret_sealed from webhook_endpoint where id = $1', [id]);
      expect(rows[0].secret_sealed.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false);
      const noted = await owner.query(`select from audit_event where table_name = 'webhook_endpoint'
        and (after::text like '%${secret.slice(6)}%' or after ? 'secret_sealed' and after ->> 'secret_sealed' ~ '^.x[0-9a-f]{8}')`);
      expect(noted.rowCount).toBe(0);
    });
    await maker.call(removeWebhook, { params: { id } });
    expect((await hooked('ENTRIES')).proposed).toBeNull();
  });
});

describe('a message', () => {
  it('tells of a batch that was posted, rejected or reversed, signed, and no more than which, where and since when', async () => {
    const { id, secret } = await write('ENTRIES', '/entries');
    await confirm(id);
    const open = answerOf(await sending.send(batchOf('NO'), routed)).batch_number;
    await app.server.inject({
      method: 'POST',
      url: `/api/trx/header/${open}`,
      headers: { ...sending.books.people.checker.headers, 'idempotency-key': randomUUID() },
      payload: { status: 20, approved_remarks: 'Interest of another month', document_type: 'JE' },
    });
    await work();
    const [{ headers, body }] = arrived as [(typeof arrived)[number]];
    const timestamp = String(headers['webhook-timestamp']);
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
    const signed = { id: String(headers['webhook-id']), timestamp, body };
    expect(isSigned(keyOfSecret(secret), signed, String(headers['webhook-signature']))).toBe(true);
    expect(JSON.parse(body)).toEqual({
      type: 'batch.rejected',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: {
        source: 'ENTRIES',
        batch_no: 'NO',
        batch_number: open,
        state: 'rejected',
        at: JSON.parse(body).timestamp,
        link: '/api/trx/integrated/NO',
      },
    });
  });

  it('is written with what it tells of, or not at all, and tells of a deletion after the posting', async () => {
    const { batch_number } = answerOf(await sending.send(batchOf('A/B'), posting));
    const failing = batchOf('FAULTY');
    failing.documents[0]!.lines[0]!.branch = 'NOWHERE';
    expect((await sending.send(failing, posting)).statusCode).toBe(422);
    const deleter = await createSignedInClient(app.server, app.database, {
      levels: { 'Integrated Transactions': 4 },
      dept_code: 'ACCT',
    });
    await app.server.inject({
      method: 'POST',
      url: '/api/trx/deltrx',
      headers: { ...deleter.headers, 'idempotency-key': randomUUID() },
      payload: { batch_number },
    });
    await work();
    expect(await state('IS', 'A/B')).toEqual(['batch.reversed sent', 'batch.posted sent']);
    expect(await state('IS', 'FAULTY')).toEqual([]);
    const told = arrived.map(({ body }) => JSON.parse(body).data).map((data) => `${data.state} ${data.link}`);
    expect(new Set(told)).toEqual(new Set(['deleted /api/trx/integrated/A%2FB', 'posted /api/trx/integrated/A%2FB']));
  });

  it('is signed by the secret before it as well for a day', async () => {
    const { live } = await hooked('IS');
    const { secret } = (await maker.call(rotateWebhook, { params: { id: live!.id } })).data;
    await sending.send(batchOf('ROTATED'), posting);
    await work();
    const signatures = String(arrived[0]!.headers['webhook-signature']).split(' ');
    expect(signatures.length).toBe(2);
    const { headers, body } = arrived[0]!;
    const signed = { id: String(headers['webhook-id']), timestamp: String(headers['webhook-timestamp']), body };
    expect(isSigned(keyOfSecret(secret), signed, signatures[0]!)).toBe(true);
    expect(isSigned(keyOfSecret(secret), signed, signatures[1]!)).toBe(false);
  });

  it('is tried again after growing waits, or when it is asked for, and given up after the last one', async () => {
    answers['/other'] = { status: 500, headers: { 'retry-after': '900' } };
    await sending.send(batchOf('LATER'), posting);
    await work();
    const secondsLeft = async () => {
      const [one] = await messages('IS');
      return Math.round((Date.parse(one!.next_try_at!) - Date.now()) / 100) / 10;
    };
    expect(await state('IS', 'LATER')).toEqual(['batch.posted waiting']);
    expect(Math.abs((await secondsLeft()) - 900)).toBeLessThan(20);
    delete answers['/other'];
    answers['/other'] = { status: 500 };
    await letPass('IS');
    await work();
    expect(Math.abs((await secondsLeft()) - 300)).toBeLessThan(20);
    for (let tries = 2; tries < 10; tries += 1) {
      expect(await state('IS', 'LATER')).toEqual(['batch.posted waiting']);
      await letPass('IS');
      await work();
    }
    expect(await state('IS', 'LATER')).toEqual(['batch.posted failed']);
    const [{ attempts, message_id }] = (await messages('IS')) as [Awaited<ReturnType<typeof messages>>[number]];
    expect([attempts.length, attempts[0]!.status, attempts[0]!.reply]).toEqual([10, 500, 'Answer of /other']);
    expect(new Set(arrived.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([message_id]));
    expect((await hooked('IS')).failed).toBe(1);
  });

  it('is forgotten some time after it arrived, and never while it may be sent again', async () => {
    answers['/other'] = { status: 200 };
    for (const batch_no of ['OLD', 'RECENT']) await sending.send(batchOf(batch_no), posting);
    await work();
    // As if all but one had been written and tried long ago; LATER was given up.
    await runAsOwner(app.ownerUrl, (owner) =>
      owner.query(`begin; set local session_replication_role = replica; alter table webhook_attempt disable trigger webhook_attempt_append_only;
        update webhook_message set created_at = now() - interval '91 days';
        update webhook_attempt set at = now() - interval '91 days' where message_id not in (
          select m.id from webhook_message m join integrated_batch i on i.id = m.integrated_batch_id where i.batch_no = 'RECENT');
        alter table webhook_attempt enable always trigger webhook_attempt_append_only; commit`),
    );
    const given_up = await state('IS', 'LATER');
    await inTransaction(app.database, SYSTEM_ACTOR, (transaction) => forgetMessages(transaction, 90));
    expect([await state('IS', 'OLD'), await state('IS', 'RECENT')]).toEqual([[], ['batch.posted sent']]);
    expect([given_up, await state('IS', 'LATER')]).toEqual([['batch.posted failed'], ['batch.posted failed']]);
  });

  it('ends at an address that is gone, or from which nothing came for days: whoever may write one is told', async () => {
    answers['/other'] = { status: 410 };
    await sending.send(batchOf('GONE'), posting);
    await work();
    const { live } = await hooked('IS');
    expect(live).toMatchObject({ off_reason: 'It answered 410: it is gone.' });
    const { data: notices } = await second.call(listNotices, {});
    expect(notices[0]).toMatchObject({
      title: 'The webhook of IS was switched off',
      text: `${address}/other\nIt answered 410: it is gone.`,
      link: '/webhooks?source=IS',
    });
    // Nothing goes there now, and nothing is lost: it goes when the address is on again.
    await sending.send(batchOf('KEPT'), posting);
    arrived = [];
    answers = {};
    await work();
    await expect(
      maker.call(sendWebhookAgain, { body: { source: 'IS', since: '2026-01-01T00:00:00Z' } }),
    ).rejects.toMatchObject({ problem: { status: 409 } });
    expect(arrived).toEqual([]);
    await second.call(resumeWebhook, { params: { id: live!.id } });
    await work();
    expect(await state('IS', 'KEPT')).toEqual(['batch.posted sent']);
    const { queued } = (
      await maker.call(sendWebhookAgain, { body: { source: 'IS', since: '2026-01-01T00:00:00+23:00' } })
    ).data;
    expect(queued).toBe((await messages('IS')).length);
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update webhook_endpoint set failing_since = now() - interval '6 days' where id = ${live!.id}`.execute(db),
    );
    answers['/other'] = { status: 503 };
    await work();
    expect((await hooked('IS')).live).toMatchObject({ off_reason: 'Nothing arrived for 5 days.' });
  });
});
