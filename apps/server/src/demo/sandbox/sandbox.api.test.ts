import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { createSender } from '../../integration/webhooks/send-message.ts';
import { sendWebhooks } from '../../integration/webhooks/send-webhooks.ts';
import { networksOf } from '../../platform/network.ts';
import { projectPath } from '../../platform/project-paths.ts';
import { keepSealingKey } from '../../platform/sealing-key.ts';
import { registerSending, SendingBooks } from '../../testing/books/sending-books.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { Sandbox, SANDBOX_PATH, type Credentials } from './sandbox.ts';

const data_dir = mkdtempSync(path.join(tmpdir(), 'talaan-sandbox-'));
const sealingKey = keepSealingKey({ sealing_key: null, data_dir });

let app: TestServer;
let port: number;
let sandbox: Sandbox;
let given: Credentials;
/** As it is opened once more, by the next start of the server. */
let openAgain: () => Promise<Credentials>;

beforeAll(async () => {
  // Its people are known when its books are open, which is after its routes are registered.
  const people: [number, number] = [0, 0];
  app = await createTestServer(async (server, services) => {
    await registerSending(server, services, [journalEntryDocument]);
    sandbox = new Sandbox({ database: services.database, data_dir, sealingKey, people });
    await sandbox.serve(server);
  });
  const { maker, second } = await SendingBooks.open(app);
  people.splice(0, 2, maker.user.id, second.user.id);
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.server.address() as AddressInfo);
  openAgain = () => new Sandbox({ database: app.database, data_dir, sealingKey, people }).open(port);
  given = await sandbox.open(port);
});
afterAll(async () => {
  await app.stop();
  rmSync(data_dir, { recursive: true });
});

/** Runs the example as a developer runs it; answers what it said and how it ended. */
async function runExample(credentials: Credentials): Promise<{ said: string; code: number | null }> {
  const { client_id, client_secret, webhook_secret } = credentials;
  const child = spawn(process.execPath, [projectPath('docs', 'integration', 'example-client.mjs')], {
    env: {
      TALAAN_URL: `http://127.0.0.1:${port}`,
      CLIENT_ID: client_id,
      CLIENT_SECRET: client_secret,
      WEBHOOK_SECRET: webhook_secret,
      DOCUMENT_DATE: '2026-03-31',
    },
  });
  let said = '';
  const listen = (text: string) => {
    said += text;
    // The job worker sends within seconds; here it is told when.
    if (text.includes('Waiting for its webhook')) {
      void sendWebhooks({ database: app.database, send: createSender(networksOf(['127.0.0.0/8'])), sealingKey });
    }
  };
  child.stdout.setEncoding('utf8').on('data', listen);
  child.stderr.setEncoding('utf8').on('data', listen);
  const code = await new Promise<number | null>((ends) => child.on('close', ends));
  return { said, code };
}

it('the example of the documentation runs from the token to the webhook', async () => {
  const { said, code } = await runExample(given);
  expect(said).toMatch(/^2\. Sent batch EX-\w{8}: posted as batch \d{7}, JE\d{7}\.$/m);
  expect(said).toMatch(/^3\. Sent it again: the same answer to the byte/m);
  expect(said).toMatch(/^4\. Sent a faulty batch: refused whole, \d faults\.$/m);
  expect(said).toContain('document D-1, line 1, branch (unknown_branch): no branch has the code NOWHERE.');
  expect(said).toMatch(/^5\. Asked what became of it: posted\.$/m);
  expect(said).toMatch(/batch\.posted: batch EX-\w{8} is posted\. Its signature is right\.$/m);
  expect(code).toBe(0);
});

it('the page shows what another system needs and what arrived, and the next start gives the same', async () => {
  const { body } = await app.server.inject(SANDBOX_PATH);
  expect(body).toContain(`CLIENT_ID=${given.client_id}`);
  expect(body).toContain('signed by our secret');
  expect(await openAgain()).toEqual(given);
  // What is not signed by it is shown as such.
  await app.server.inject({
    method: 'POST',
    url: SANDBOX_PATH,
    headers: { 'content-type': 'application/json', 'webhook-id': 'msg_x' },
    payload: '{"data":{}}',
  });
  expect((await app.server.inject(SANDBOX_PATH)).body).toContain('not signed by our secret');
});

it('the example says what is wrong, and ends with a fault', async () => {
  const { said, code } = await runExample({ ...given, client_secret: 'another' });
  expect([said, code]).toEqual([expect.stringContaining('No token: The client or its secret is wrong'), 1]);
});
