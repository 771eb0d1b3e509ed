import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { networksOf } from '../../platform/network.ts';
import { isPublic, urlFault } from './closed-addresses.ts';
import { createSender } from './send-message.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Port of a server on this machine. */
async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  return (server.address() as AddressInfo).port;
}

const here = networksOf(['127.0.0.0/8']);
const nowhere = networksOf([]);
const send = createSender(here);

describe('a message', () => {
  it('arrives as it was written, and the beginning of its answer is kept', async () => {
    const arrived: unknown[] = [];
    const port = await listen((request, reply) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        arrived.push(request.method, request.headers['webhook-id'], body);
        reply.end('Salamat\n\u0000po');
      });
    });
    const attempt = await send(`http://127.0.0.1:${port}/`, { 'webhook-id': 'msg_1' }, '{"ñ":1}');
    expect([attempt, arrived]).toMatchObject([{ status: 200, reply: 'Salamat po' }, ['POST', 'msg_1', '{"ñ":1}']]);
  });

  it('follows no redirect, and obeys for how long it is not to come again', async () => {
    let calls = 0;
    const port = await listen((_request, reply) => {
      calls += 1;
      reply.writeHead(307, { location: `http://127.0.0.1:${port}/other`, 'retry-after': '120' }).end();
    });
    const attempt = await send(`http://127.0.0.1:${port}/`, {}, '{}');
    expect([attempt.status, attempt.retry_after, calls]).toEqual([307, 120, 1]);
  });

  it('waits for no answer without end, neither of time nor of size', async () => {
    const silent = await listen(() => {});
    const short = createSender(here, undefined, 200);
    expect(await short(`http://127.0.0.1:${silent}/`, {}, '{}')).toMatchObject({
      status: null,
      reply: 'It did not answer within 0.2 seconds.',
    });
    let written = 0;
    const endless = await listen((_request, reply) => {
      const more = () => {
        while (!reply.destroyed && reply.write('x'.repeat(16_384))) written += 1;
      };
      reply.on('drain', more);
      more();
    });
    const attempt = await send(`http://127.0.0.1:${endless}/`, {}, '{}');
    expect([attempt.status, attempt.reply.length]).toEqual([200, 1000]);
    expect(written).toBeLessThan(10_000);
  });

  it('goes to no closed address, whatever a name stands for by then', async () => {
    let calls = 0;
    const port = await listen((_request, reply) => {
      calls += 1;
      reply.end();
    });
    const closed = createSender(nowhere);
    expect((await closed(`https://127.0.0.1:${port}/`, {}, '{}')).reply).toBe(
      '127.0.0.1 is 127.0.0.1, an address of a closed network. Nothing was sent.',
    );
    // A name of two addresses, of which one is closed.
    const rebinding = createSender(nowhere, async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]);
    expect((await rebinding(`https://is.example:${port}/`, {}, '{}')).reply).toMatch(/^is\.example is 127\.0\.0\.1/);
    // It is looked up once: where the connection goes was looked at.
    let asked = 0;
    const pinned = createSender(here, async () => [
      { address: (asked += 1) === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 },
    ]);
    expect((await pinned(`http://is.example:${port}/`, {}, '{}')).status).toBe(200);
    expect([asked, calls]).toEqual([1, 1]);
    const plain = createSender(here, async () => [{ address: '93.184.216.34', family: 4 }]);
    expect((await plain('http://is.example/', {}, '{}')).reply).toBe('Nothing is sent without TLS.');
  });
});

it.each([
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['93.184.216.34', true],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:93.184.216.34', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['2001:db8::1', false],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
])('%s is public: %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected);
});

it.each([
  ['https://is.example/talaan?a=1', null],
  ['http://is.example/', 'address must begin with https://.'],
  ['ftp://is.example/', 'address must begin with https://.'],
  ['is.example', 'address must be one such as https://is.example/talaan.'],
  ['https://ana:secret@is.example/', 'address must hold no user and no password.'],
  ['https://is.example/#x', 'address must end before its #.'],
  [`https://is.example/${'ñ'.repeat(100)}`, 'address may have up to 500 characters.'],
  ['https://0x7f.1/', null],
  ['http://localhost:3000/demo', null],
  ['https://192.168.1.1/', '192.168.1.1 is an address of a closed network.'],
  ['https://[::1]/', '::1 is an address of a closed network.'],
])('what is wrong with %s: %s', (url, fault) => {
  expect(urlFault(url, here)).toBe(fault);
});
