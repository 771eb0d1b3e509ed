import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as openRequest, type OutgoingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { openJournalBooks, type JournalBooks, type Role } from '../../testing/journal-books.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { serveWebApp } from '../web-app.ts';

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
    expect(answers.map(({ status }) => status)).toEqual([413, 413, 413, 403, 413, 413, 413, 403]);
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
    ['a way out of the pages', 'GET /assets/%2e%2e/ HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 404],
    ['endless headers', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('is refused in a sentence on a connection: %s', async (_what, text, status) => {
    const [head = '', body = ''] = (await talk(text)).split('\r\n\r\n');
    expect(head).toMatch(`HTTP/1.1 ${status} `);
    expect(head.toLowerCase()).toMatch(/content-type: application\/problem\+json[^]*/);
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(body)).toMatchObject({ status, message: expect.stringMatching(/\.$/) });
  });
});

it('answers with data are kept nowhere', async () => {
  const { headers } = books.people.auditor;
  const reply = await app.server.inject({ url: '/api/trx/header', headers });
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
});
