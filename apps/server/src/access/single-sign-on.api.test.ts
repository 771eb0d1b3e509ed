import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { createUser } from '../testing/sign-in.ts';
import {
  createSignInServer,
  messageOf,
  TEST_PASSWORD,
  testPasswordHash,
  visitProvider,
} from '../testing/sign-in-server.ts';
import type { TestServer } from '../testing/test-server.ts';

let app: TestServer;
beforeAll(async () => {
  app = await createSignInServer();
  await createUser(app.database, {
    user_id: 'ana',
    email: 'Ana.Reyes@sampol.example',
    password_hash: await testPasswordHash(),
    levels: { 'Journal Entries': 3 },
  });
  await createUser(app.database, {
    user_id: 'ben',
    email: 'ben@sampol.example',
    password_hash: await testPasswordHash(),
  });
});
afterAll(() => app.stop());

describe('the sign-in window', () => {
  test('leads through the provider to a ticket, and the ticket to a session', async () => {
    const browser = openBrowser(app.server);
    const page = await visitProvider(browser, 'okta-login', 'ana');
    expect(page.statusCode).toBe(200);
    const message = messageOf(page);
    expect(message.kind).toBe('ticket');
    expect(browser.cookie('talaan')).toBeUndefined();
    const login = await browser.post('/api/login', { ticket: message.ticket });
    expect(login.json().data).toMatchObject({
      user: { user_id: 'ana' },
      roleaccess: [{ module_name: 'Journal Entries', access_level: 3 }],
    });
  });
});
void sql;
void TEST_PASSWORD;
