import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as openRequest, type OutgoingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { registerDeskRoutes } from '../../desks/desk.routes.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { openFreezingProxy, type FreezingProxy } from '../../testing/freezing-proxy.ts';
import { openJournalBooks, type JournalBooks, type Role } from '../../testing/books/journal-books.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { registerHealth } from '../health.ts';
import { serveWebApp } from '../web-app.ts';
import { limitCallRate } from './call-rate.ts';
import { createHttpServer } from './http-server.ts';
import { SYSTEM_PRINCIPAL, type Principal } from './principal.ts';

let app: TestServer;
let books: JournalBooks;
let port: number;
const folder = mkdtempSync(path.join(tmpdir(), 'talaan-web-'));
beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  app = await createTestServer(async (server, services) => {
    registerBatchRoutes(server, services, [journalEntryDocument]);
    registerDeskRoutes(server, services, [journalEntryDocument]);
    await serveWebApp(server, folder);
  });
  books = await openJournalBooks(app.server, app.database);
  port = await listen(app);
});
afterAll(async () => {
  app.server.server.closeAllConnections();
  await app.stop();
  rmSync(folder, { recursive: true });
});

async function listen({ server }: TestServer): Promise<number> {
  await server.listen({ port: 0, host: '127.0.0.1' });
  return (server.server.address() as AddressInfo).port;
}

const MB = 1024 * 1024;

interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: { message: string; code: string } & Record<string, unknown>;
}

/** Sends a body piece by piece over a socket until it ends or is answered; a body that never ends stays open. */
async function stream(
  role: Role,
  address: string,
  headers: OutgoingHttpHeaders,
  pieces: Iterable<Buffer | string>,
  { ends = true } = {},
): Promise<Answer> {
  const sent = openRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/api${address}`,
    headers: { ...books.people[role].headers, ...headers },
  });
  let isAnswered = false;
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.on('error', (error) => isAnswered || reject(error));
    sent.on('response', (reply) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Answer['body'];
        resolve({ status: reply.statusCode!, headers: reply.headers, body });
        sent.destroy();
      });
    });
  });
  for (const piece of pieces) {
    if (isAnswered) break;
    if (!sent.write(piece)) await Promise.race([new Promise((go) => sent.once('drain', go)), answer]);
    else await delay(0);
  }
  if (ends && !isAnswered) sent.end();
  return answer;
}

const FORM = { 'content-type': 'multipart/form-data; boundary=edge' };

/** A form of many large text fields. */
function* fields(names: Iterable<string>, bytes: number): Generator<Buffer | string> {
  const piece = Buffer.alloc(64 * 1024, 'x');
  for (const name of names) {
    yield `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`;
    for (let left = bytes; left > 0; left -= piece.length) yield piece.subarray(0, left);
    yield '\r\n';
  }
  yield '--edge--\r\n';
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `field${at}`);

describe('a form', () => {
  it.each(['/trx/header', '/trx/header/0000001', '/trx/void'])(
    'of who may not save is refused before it has arrived: %s',
    async (address) => {
      const answer = await stream('auditor', address, FORM, fields(['headers'], 100), { ends: false });
      expect(answer).toMatchObject({ status: 403, body: { code: 'module_access' } });
    },
  );

  it('of whoever may save has 8 MB of fields in all, whatever their names', async () => {
    for (const wanted of [names(2), ['headers', 'details'], ['headers', 'headers']]) {
      const answer = await stream('preparer', '/trx/header', FORM, fields(wanted, 5 * MB));
      expect(answer.status).toBe(413);
      expect(answer.body).toMatchObject({
        code: 'too_large',
        message: expect.stringContaining('fields may have up to 8 MB in all'),
      });
    }
  });

  it('of one field of 8 MB is read, and one field more is not', async () => {
    const read = await stream('checker', '/trx/void', FORM, fields(['remarks'], 8 * MB - 100));
    expect(read).toMatchObject({ status: 422, body: { errors: { remarks: expect.anything() } } });
    const refused = await stream('checker', '/trx/void', FORM, fields(names(300), 10));
    expect(refused).toMatchObject({ status: 413, body: { code: 'too_many_parts' } });
  });

  it('in great number leaves the server its memory', async () => {
    const before = process.memoryUsage.rss();
    let highest = before;
    const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 5);
    const flood = ['preparer', 'preparer', 'checker', 'auditor'] as const;
    const answers = await Promise.all(
      [...flood, ...flood].map((role) => stream(role, '/trx/header', FORM, fields(names(190), 8 * MB))),
    );
    clearInterval(watch);
    // As many are received as fit into memory; the others are told so.
    const kinds = answers.map(({ status }) => (status === 503 ? 413 : status));
    expect(kinds).toEqual([413, 413, 413, 403, 413, 413, 413, 403]);
    expect(answers.map(({ status }) => status)).toContain(413);
    expect((highest - before) / MB).toBeLessThan(150);
  });

  it('is received beside others only as far as their files fit into memory', async () => {
    let hasArrived = false;
    function* files(count: number, isFinished: boolean) {
      const piece = Buffer.alloc(MB, '%PDF-1.7 ');
      for (let file = 0; file < count; file += 1) {
        yield `--edge\r\ncontent-disposition: form-data; name="upload_file[]"; filename="${file}.pdf"\r\n\r\n`;
        for (let part = 0; part < 9; part += 1) yield piece;
        yield '\r\n';
      }
      if (isFinished) yield '--edge--\r\n';
      else hasArrived = true;
    }
    const { batch_number } = await books.save('100.00');
    const address = `/trx/header/${batch_number}/attachments`;
    const alone = await stream('preparer', address, FORM, files(12, true));
    expect(alone).toMatchObject({ status: 413, body: { message: expect.stringContaining('100 MB at once') } });
    // Cut when the server ends.
    stream('preparer', address, FORM, files(10, false), { ends: false }).catch(() => {});
    await vi.waitUntil(() => hasArrived, { timeout: 10_000 });
    const beside = await stream('preparer2', address, FORM, files(8, true));
    expect(beside).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, body: { code: 'receiving' } });
    const file = Buffer.from(
      '--edge\r\ncontent-disposition: form-data; name="upload_file[]"; filename="1.pdf"\r\n\r\n%PDF-1.7\r\n--edge--',
    );
    const small = await stream('preparer2', address, { ...FORM, 'content-length': file.length }, [file]);
    expect(small.status).toBe(200);
  });
});

/** Writes to a new connection and answers what came back until it was closed. */
function talk(text: string, at = port): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(at, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('latin1').on('data', (piece: string) => (answer += piece));
    socket.on('error', () => {}).on('close', () => resolve(answer));
  });
}

describe('a request that cannot be read', () => {
  const send = (role: Role, url: string, payload?: string | Buffer, type = 'application/json') =>
    app.server.inject({
      method: payload === undefined ? 'GET' : url.includes('/drafts/') ? 'PUT' : 'POST',
      url: `/api${url}`,
      headers: { ...books.people[role].headers, ...(payload === undefined ? {} : { 'content-type': type }) },
      ...(payload === undefined ? {} : { payload }),
    });
  const draft = (remarks: string) => `{"document_type":"JE","body":{"remarks":${remarks}}}`;
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const part = (name: string, text: string) =>
    `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}`;

  it.each<[what: string, ask: () => ReturnType<typeof send>, status: number, message: RegExp]>([
    [
      'a form that breaks off',
      () => send('preparer', '/trx/header', part('headers', '['), FORM['content-type']),
      400,
      /^The form data is damaged/,
    ],
    [
      'a file that breaks off',
      () => send('preparer', '/trx/header', part('upload_file[]"; filename="a.pdf', '%PDF'), FORM['content-type']),
      400,
      /^The form data is damaged/,
    ],
    [
      'a form without boundary',
      () => send('preparer', '/trx/header', part('headers', '['), 'multipart/form-data'),
      400,
      /^The form data is damaged/,
    ],
    [
      'a form where there is none',
      () => send('preparer', `/trx/drafts/${randomUUID()}`, part('body', '{}'), FORM['content-type']),
      415,
      /takes JSON/,
    ],
    [
      'a NUL in a form',
      () => send('checker', '/trx/void', `${part('reason', 'a\0b')}\r\n--edge--`, FORM['content-type']),
      422,
      /^reason holds a character/,
    ],
    [
      'a NUL in a draft',
      () => send('preparer', `/trx/drafts/${randomUUID()}`, draft('"a\\u0000"')),
      422,
      /^body\.remarks holds a character/,
    ],
    [
      'half a character in a draft',
      () => send('preparer', `/trx/drafts/${randomUUID()}`, draft('"\\ud800"')),
      422,
      /^body\.remarks holds a character/,
    ],
    [
      'a draft nested 20,000 deep',
      () => send('preparer', `/trx/drafts/${randomUUID()}`, draft(deep)),
      400,
      /nested more than 32/,
    ],
    [
      'a name given twice',
      () => send('preparer', '/trx/header/0000001', '{"status":2,"status":7}'),
      400,
      /^The name "status" stands twice/,
    ],
    [
      'text that is no UTF-8',
      () => send('preparer', '/trx/header', Buffer.from('{"a":"\xff"}', 'latin1')),
      400,
      /UTF-8/,
    ],
    ['a NUL in an address', () => send('auditor', '/trx/header?search=%00'), 400, /%00/],
    [
      'an address that is wrongly encoded',
      () => send('auditor', '/trx/header/%zz'),
      400,
      /^The address cannot be read/,
    ],
  ])('is refused in a sentence: %s', async (_what, ask, status, message) => {
    const reply = await ask();
    expect(reply.json()).toMatchObject({
      status,
      message: expect.stringMatching(message),
      request_id: reply.headers['x-request-id'],
    });
    expect(reply.statusCode).toBe(status);
    expect(reply.headers).toMatchObject({
      'content-type': expect.stringMatching('application/problem[+]json'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400],
    ['no host', 'GET /api/trx/header HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['a host that is none', 'GET /api/trx/header HTTP/1.1\r\nhost: [::1\r\nconnection: close\r\n\r\n', 400],
    ['a way out of the pages', 'GET /assets/%2e%2e/ HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 404],
    ['endless headers', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('is refused in a sentence on a connection: %s', async (_what, text, status) => {
    const [head = '', body = ''] = (await talk(text)).split('\r\n\r\n');
    expect(head).toMatch(`HTTP/1.1 ${status} `);
    expect(head.toLowerCase()).toMatch(/content-type: application\/problem\+json[^]*/);
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(body)).toMatchObject({ status, message: expect.stringMatching(/\.$/) });
  });

  it('is refused without a body where it asked for none', async () => {
    const [head = '', body] = (await talk(`HEAD /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`)).split('\r\n\r\n');
    expect([head.split('\r\n')[0], body]).toEqual(['HTTP/1.1 431 Headers too large', '']);
  });
});

it('answers with data are kept nowhere, and carry every security header of a page', async () => {
  const { headers } = books.people.auditor;
  const [data, page] = await Promise.all([
    app.server.inject({ url: '/api/trx/header', headers }),
    app.server.inject('/'),
  ]);
  expect([data.statusCode, data.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(page.headers['content-security-policy']).toMatch(
    /script-src 'self' 'nonce-\w{32}';style-src 'self' 'nonce-\w{32}';/,
  );
  const ofPage = Object.entries(page.headers).filter(([name]) => SECURITY_HEADER.test(name));
  const withoutNonces = ofPage.map(([name, value]) => [name, String(value).replaceAll(/ 'nonce-\w+'/g, '')]);
  expect(withoutNonces.length).toBeGreaterThan(8);
  expect(data.headers).toMatchObject(Object.fromEntries(withoutNonces));
});

const SECURITY_HEADER = /^(content-security|cross-origin|origin-agent|referrer|strict-transport|x-(?!request))/;

/** A server without routes and without a database. */
const bareServer = (trusted_proxies = 0) =>
  createHttpServer({
    version: 'test',
    logger: pino({ level: 'silent' }),
    requests_per_minute: 60,
    secure: false,
    trusted_proxies,
  });

describe('behind proxies', () => {
  it.each([
    [0, '127.0.0.1'],
    [1, '203.0.113.9'],
    [2, '198.51.100.7'],
  ])('%i of them are believed, counted from the right', async (trusted_proxies, address) => {
    const server = await bareServer(trusted_proxies);
    server.get('/address', async ({ ip }) => ({ ip }));
    const forged = { 'x-forwarded-for': '192.0.2.1, 198.51.100.7, 203.0.113.9' };
    expect((await server.inject({ url: '/address', headers: forged })).json()).toEqual({ ip: address });
    await server.close();
  });
});

it('a server that stops answers what is in work for the last time, and waits a moment only for who sends slowly', async () => {
  const server = await bareServer();
  const begun = new Promise<void>((begin) => {
    server.get('/slow', async () => {
      begin();
      await delay(200);
      return 'done';
    });
  });
  server.post('/slow', async () => 'done');
  await server.listen({ port: 0, host: '127.0.0.1' });
  const at = (server.server.address() as AddressInfo).port;
  const drips = talk(
    'POST /slow HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    at,
  );
  const worked = talk('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n', at);
  await begun;
  const asked = performance.now();
  await server.close();
  expect(performance.now() - asked).toBeLessThan(3000);
  expect(await worked).toMatch(/^HTTP\/1.1 200 [^]*connection: close[^]*done$/i);
  expect(await drips).toBe('');
});

describe('a server that is asked too much', () => {
  let busy: TestServer;
  let people: JournalBooks;
  let proxy: FreezingProxy;
  let own: Database;
  let at: number;
  let busyUrl: string;
  beforeAll(async () => {
    proxy = await openFreezingProxy(app.urls.appUrl);
    busy = await createTestServer(
      (server, services) => {
        registerBatchRoutes(server, services, [journalEntryDocument]);
        registerDeskRoutes(server, services, [journalEntryDocument]);
        own = openDatabase(proxy.through(busyUrl), { poolSize: 1 });
        registerHealth(server, { database: own, replica: null, backup: null }, { version: 'test', migration: '' });
      },
      {
        limits: {
          arrival_ms: 1000,
          answer_ms: 2500,
          connections: 12,
          work: { calls: 6, calls_of_one: 4, writes_of_one: 2 },
        },
        requests_per_minute: 60,
        reachDatabase: (url) => proxy.through((busyUrl = url)),
      },
    );
    people = await openJournalBooks(busy.server, busy.database);
    at = await listen(busy);
  });
  afterAll(async () => {
    proxy.thaw();
    busy.server.server.closeAllConnections();
    await own.destroy();
    await busy.stop();
    proxy.close();
  });

  const read = (role: Role) => busy.server.inject({ url: '/api/trx/header', headers: people.people[role].headers });
  const health = async () => {
    const reply = await busy.server.inject('/api/health');
    return [reply.statusCode, reply.json<{ database: string }>().database];
  };
  const create = (role: Role, key: string) =>
    busy.server.inject({
      method: 'POST',
      url: '/api/trx/header',
      headers: { ...people.people[role].headers, 'idempotency-key': key },
      payload: people.entry('100.00'),
    });
  /** Runs `work` while nobody can touch the batches in a way that the lock forbids. */
  const whileLocked = (mode: string, work: (release: () => Promise<unknown>) => Promise<void>) =>
    runAsOwner(busy.ownerUrl, async (owner) => {
      await owner.query(`begin; lock table batch in ${mode} mode`);
      await work(() => owner.query('commit'));
    });
  const statusesOf = async (replies: readonly ReturnType<typeof read>[]) =>
    (await Promise.all(replies)).map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);

  it('works on so many calls and turns the others away at once, and its health is known', async () => {
    await whileLocked('access exclusive', async (release) => {
      const turnedAway: Awaited<ReturnType<typeof read>>[] = [];
      const calls = (['preparer', 'checker', 'auditor'] as const).flatMap((role) =>
        [1, 2, 3].map(async () => {
          const reply = await read(role);
          if (reply.statusCode === 503) turnedAway.push(reply);
          return reply;
        }),
      );
      await vi.waitUntil(() => turnedAway.length === 3);
      expect(turnedAway[0]!.headers['retry-after']).toBe('1');
      expect(turnedAway[0]!.json()).toMatchObject({ code: 'busy', message: 'Talaan is busy. Try again in a moment.' });
      expect(await health()).toEqual([200, 'up']);
      await release();
      expect(await statusesOf(calls)).toEqual([200, 200, 200, 200, 200, 200, 503, 503, 503]);
    });
    expect((await read('auditor')).statusCode).toBe(200);
  });

  it('lets one user neither take the places of the others nor their connections', async () => {
    const key = randomUUID();
    await whileLocked('exclusive', async (release) => {
      const writes = Array.from({ length: 6 }, () => create('preparer', key));
      const [first] = await Promise.all([Promise.race(writes), read('checker'), read('auditor')]);
      expect(first.json()).toMatchObject({ status: 503, code: 'busy' });
      expect((await read('checker')).statusCode).toBe(200);
      await release();
      const replies = await Promise.all(writes);
      const saved = replies.filter(({ statusCode }) => statusCode === 200);
      expect(saved).toHaveLength(4);
      expect(new Set(saved.map(({ body }) => body)).size).toBe(1);
    });
  });

  it('does not do later what it said that it cannot answer', async () => {
    const before = (await read('preparer')).json<{ total: number }>().total;
    await whileLocked('exclusive', async (release) => {
      const reply = await create('preparer', randomUUID());
      expect(reply.json()).toMatchObject({
        status: 503,
        code: 'no_answer',
        message: 'The database does not answer in time. Look whether it was saved before you send it again.',
      });
      await release();
    });
    await vi.waitUntil(async () => (await statusesOf([create('preparer2', randomUUID())]))[0] === 200);
    expect((await read('preparer')).json<{ total: number }>().total).toBe(before + 1);
  });

  it('says so in a sentence when its database is frozen, and goes on when it is not', async () => {
    proxy.freeze();
    const [reply, state] = await Promise.all([read('auditor'), health()]);
    expect(reply.json()).toMatchObject({ status: 503, code: 'no_answer', message: expect.stringMatching(/Try again/) });
    expect(state).toEqual([503, 'down']);
    proxy.thaw();
    await vi.waitUntil(async () => (await read('auditor')).statusCode === 200, { timeout: 5000 });
    expect(await health()).toEqual([200, 'up']);
  });

  it('cuts who drips, with a sentence', async () => {
    const { cookie, 'x-csrf-token': token } = people.people.preparer.headers;
    const head = `POST /api/trx/header HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\nx-csrf-token: ${token}\r\n`;
    const answers = await Promise.all([
      talk(`${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{`, at),
      talk(`${head}content-type: ${FORM['content-type']}\r\ncontent-length: 100\r\n\r\n--e`, at),
      talk('GET / HTTP/1.1\r\nhost: a\r\nx: ', at),
    ]);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 408 [^]*The request took too long to arrive/);
  });

  it('has an end to its connections', async () => {
    const open = Array.from({ length: 12 }, () => connect(at, '127.0.0.1'));
    await vi.waitUntil(() => open.every(({ readyState }) => readyState === 'open'));
    expect(await talk('GET /api/health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', at)).toBe('');
    for (const socket of open) socket.destroy();
    await vi.waitUntil(async () =>
      (await talk('GET /api/health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', at)).startsWith('HTTP/1.1 200'),
    );
  });

  it('counts whoever is signed in by himself, and the others by their address', async () => {
    const anonymous: Awaited<ReturnType<typeof busy.server.inject>>[] = [];
    for (let call = 0; call < 70; call += 1) anonymous.push(await busy.server.inject('/api/trx/header'));
    const [first, last] = [anonymous.at(0)!, anonymous.at(-1)!];
    expect([first.statusCode, last.statusCode, last.json()['code']]).toEqual([401, 429, 'too_many_requests']);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect((await busy.server.inject('/oidc/any')).statusCode).toBe(429);
    expect((await busy.server.inject('/api/health')).statusCode).not.toBe(429);
    expect((await read('approver1')).statusCode).toBe(200);
  });
});

const person: Principal = { ...SYSTEM_PRINCIPAL, user_id: 7 };
const clientOf = (client_id: string): Principal => ({ ...person, client: { client_id, scopes: ['integrated'] } });

it('a client of the API is counted beside who made it, up to its own limit', () => {
  const count = limitCallRate(1000, 600);
  const refused: string[] = [];
  const call = (principal: Principal) =>
    count({ principal } as FastifyRequest, { header: (name: string) => refused.push(name) } as unknown as FastifyReply);
  for (let calls = 0; calls < 600; calls += 1) {
    call(clientOf('one'));
    call(person);
  }
  expect(() => call(clientOf('one'))).toThrow('Too many requests. Wait a minute, then try again.');
  expect(refused).toEqual(['retry-after']);
  expect(() => {
    call(person);
    call(clientOf('another'));
  }).not.toThrow();
});
