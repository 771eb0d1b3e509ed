import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerCalls } from '../../application.ts';
import { readConfiguration } from '../../platform/configuration.ts';
import { openJournalBooks } from '../books/journal-books.ts';
import { createUser, signInAs } from '../sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../test-server.ts';
import { fuzz, type FuzzTarget } from './fuzz.ts';
import { failureText } from './fuzz-report.ts';

/** Three for each call; `npm run fuzz` sends many more, of other seeds. */
const COUNT = 3000;
const SEED = 1;

let app: TestServer;
let calls: { stop(): Promise<void> };
let target: FuzzTarget;
const dataDir = mkdtempSync(path.join(tmpdir(), 'talaan-fuzz-'));
beforeAll(async () => {
  app = await createTestServer(async (server, services) => {
    const configuration = readConfiguration({ DATA_DIR: dataDir, TALAAN_DEMO: '0' });
    calls = await registerCalls(server, { ...services, ...services.access }, configuration);
  });
  const { people } = await openJournalBooks(app.server, app.database);
  const users = [people.admin.user, people.preparer.user, people.checker.user, people.auditor.user];
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  target = {
    port: (app.server.server.address() as AddressInfo).port,
    description: (await app.server.inject('/api/openapi.json')).json(),
    people: users.length,
    // A request may delete one of them, also between two looks at him: somebody else follows then.
    signIn: async (person) => {
      for (;;) {
        const user = users[person]!;
        try {
          return (await signInAs(app.server, app.database, user)).headers;
        } catch (error) {
          if (await app.database.selectFrom('app_user').select('id').where('id', '=', user.id).executeTakeFirst())
            throw error;
          // Another call of his may have been quicker.
          if (users[person] === user)
            users[person] = await createUser(
              app.database,
              person === 0 ? { super_user: true } : { levels: { '*': 1 } },
            );
        }
      }
    },
  };
});
afterAll(async () => {
  await calls.stop();
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it(
  'every call answers hostile requests with a refusal in a sentence, and none with a fault',
  { timeout: 120_000 },
  async () => {
    const outcome = await fuzz(target, { seed: SEED, count: COUNT, seconds: 110 });
    expect(outcome.failures.map((failure) => failureText(failure, { seed: SEED }))).toEqual([]);
    expect(outcome.requests).toBe(COUNT);
    // Were nobody let in, nothing behind the door would have been tried.
    expect(outcome.answers['200']).toBeGreaterThan(COUNT / 20);
  },
);
