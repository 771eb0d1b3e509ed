import { request as openRequest, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { openJournalBooks, type JournalBooks, type Role } from '../../testing/journal-books.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';

let app: TestServer;
let books: JournalBooks;
let port: number;
beforeAll(async () => {
  app = await createTestServer((server, services) => registerBatchRoutes(server, services, [journalEntryDocument]));
  books = await openJournalBooks(app.server, app.database);
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.server.address() as AddressInfo).port;
});
afterAll(async () => {
  app.server.server.closeAllConnections();
  await app.stop();
});

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
