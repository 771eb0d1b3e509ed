import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepAuditHead } from '../platform/database/audit-head.ts';
import { inTransaction, SYSTEM_ACTOR } from '../platform/database/database.ts';
import { openBrowser } from '../testing/sign-in/browser.ts';
import { createSignInServer } from '../testing/sign-in/sign-in-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { ADMIN_COMMANDS, runAdmin } from './run-admin.ts';
import { openTerminal } from './terminal.ts';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'seven green ladders';
const ADDRESS = 'https://books.sampol.example';
const DATA_DIR = mkdtempSync(join(tmpdir(), 'talaan-admin-'));
const BOSS = ['--user-id', 'boss', '--first-name', 'Liza', '--last-name', 'Manalo', '--email', 'liza@sampol.example'];

let app: TestServer;

beforeAll(async () => {
  app = await createSignInServer({ is_demo: false });
});
afterAll(async () => {
  await app.stop();
  rmSync(DATA_DIR, { recursive: true });
});

const booksOf = ({ database, ownerUrl }: TestServer) => ({
  database,
  owner_url: ownerUrl,
  app_url: null,
  jobs_url: null,
  data_dir: DATA_DIR,
  address: ADDRESS,
  close: async () => {},
});

/** Runs one command as a script would: standard input holds these lines, and output and errors are read. */
async function run(parameters: string[], input: string[] = []) {
  const streams = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
  streams.input.end(input.map((line) => `${line}\n`).join(''));
  const terminal = openTerminal(streams);
  const code = await runAdmin(parameters, terminal, async () => booksOf(app));
  terminal.close();
  return { code, said: String(streams.output.read() ?? ''), warned: String(streams.errors.read() ?? '') };
}

/** Runs one command as a person at a terminal would, who answers each question when it is asked. */
async function answer(parameters: string[], answers: string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const streams = { input, output: new PassThrough(), errors: new PassThrough() };
  let shown = '';
  const left = [...answers];
  streams.errors.on('data', (chunk: Buffer) => {
    shown += String(chunk);
    if (String(chunk).endsWith(': ') && left.length > 0) input.write(`${left.shift()!}\r`);
  });
  const terminal = openTerminal(streams);
  const code = await runAdmin(parameters, terminal, async () => booksOf(app));
  terminal.close();
  return { code, shown };
}

const setBlocked = (user_id: string, blocked_at: RawBuilder<unknown>) =>
  inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`update app_user set blocked_at = ${blocked_at} where user_id = ${user_id}`.execute(db),
  );
/** What the bell tells a user about his own sign-in, by kind. */
async function toldOf(user_id: string): Promise<string[]> {
  const found = await sql<{ kind: string }>`select n.kind from notification n join app_user u on u.id = n.about_user
    where u.user_id = ${user_id} and n.user_id = u.id`.execute(app.database);
  return found.rows.map(({ kind }) => kind);
}
const login = (body: Record<string, string>) => openBrowser(app.server).post('/api/login', body);
const methods = async () => (await app.server.inject('/api/sign-in/methods')).json().data.methods as string[];

test('help lists every command; words that no command takes end with code 2 and change nothing', async () => {
  const { code, said } = await run(['help']);
  expect(code).toBe(0);
  for (const name of Object.keys(ADMIN_COMMANDS)) expect(said).toContain(`npm run admin -- ${name}`);
  expect(await run(['drop-everything'])).toMatchObject({
    code: 2,
    warned: 'There is no command drop-everything. "npm run admin -- help" lists them.\n',
  });
  for (const wrong of [
    ['maintenance'],
    ['maintenance', 'perhaps'],
    ['reset-password', 'a', 'b'],
    ['list-users', '-x'],
  ]) {
    const { code: refused, warned } = await run(wrong);
    expect([refused, warned]).toEqual([2, expect.stringContaining(`Use: npm run admin -- ${wrong[0]!}`)]);
  }
  expect(await run(['create-super-user', '--password', PASSWORD])).toMatchObject({ code: 2 });
});

test('the first super user is added with a password from standard input, by the rules of the users screen', async () => {
  expect((await run(['list-users'])).said).toContain('There are no users yet.');
  const refusals: [string[], string[], string][] = [
    [['--first-name', 'Liza', '--last-name', 'Manalo'], [PASSWORD], 'Name the user with --user-id.\n'],
    [[...BOSS, '--email', 'nowhere'], [PASSWORD], 'Work email must be a valid email address.\n'],
    [BOSS, ['short'], 'Password must have 12 to 128 characters. Give the password on standard input.\n'],
    [BOSS, [], 'Password is required. Give the password on standard input.\n'],
    [
      BOSS,
      ['MANALO-2026-2027'],
      'Password is easy to guess: it contains "manalo". Give the password on standard input.\n',
    ],
    [BOSS, ['talaan-demo-2026'], 'This password is the demo company’s. Give the password on standard input.\n'],
  ];
  for (const [words, lines, warned] of refusals) {
    expect(await run(['create-super-user', ...words], lines)).toEqual({ code: 1, said: '', warned });
  }
  expect((await login({ user_id: 'boss', password: PASSWORD })).statusCode).toBe(401);

  expect(await run(['create-super-user', ...BOSS], [PASSWORD])).toEqual({
    code: 0,
    said: 'User boss is added. Sign in with this user ID and the password.\n',
    warned: '',
  });
  const { data } = (await login({ user_id: 'boss', password: PASSWORD })).json();
  expect(data.user).toMatchObject({ user_id: 'boss', sper_user: 1, email: 'liza@sampol.example' });
  expect(await run(['create-super-user', ...BOSS], [PASSWORD])).toMatchObject({ code: 1, said: '' });
});

test('what the console does is in the audit trail as the system’s, without the password', async () => {
  const found = await sql<{ user_id: number | null; request_id: string; row: string }>`
    select user_id, request_id, after::text as row from audit_event where table_name = 'app_user'`.execute(
    app.database,
  );
  expect(found.rows).toEqual([{ user_id: null, request_id: 'console', row: expect.stringContaining('"boss"') }]);
  expect(found.rows[0]!.row).not.toContain('password_hash');
});

test('a person is asked, sees no password, and is asked again after a fault', async () => {
  const { code, shown } = await answer(
    ['create-super-user', '--last-name', 'Tan'],
    ['second', 'Elena', '', 'elena-elena', PASSWORD, NEW_PASSWORD, PASSWORD, PASSWORD],
  );
  expect(shown).toContain('Password must have 12 to 128 characters.');
  expect(shown).toContain('The two are not the same.');
  expect(shown).not.toContain('battery');
  expect(code).toBe(0);
  expect((await login({ user_id: 'second', password: PASSWORD })).statusCode).toBe(200);
});

test('a printed link changes the password once, ends the sessions and forgives failed tries', async () => {
  const browser = openBrowser(app.server);
  await browser.post('/api/login', { user_id: 'boss', password: PASSWORD });
  for (let tries = 0; tries < 6; tries += 1) await login({ user_id: 'boss', password: 'wrong' });
  expect((await login({ user_id: 'boss', password: PASSWORD })).statusCode).toBe(429);
  expect(await run(['reset-password', 'nobody'])).toEqual({
    code: 1,
    said: '',
    warned: 'There is no user nobody. See list-users.\n',
  });
  await setBlocked('second', sql`now()`);
  expect(await run(['reset-password', 'second'])).toEqual({
    code: 1,
    said: '',
    warned: 'second may not sign in today: see the dates in Users, and list-users.\n',
  });
  await setBlocked('second', sql`null`);

  const { code, said: printed } = await run(['reset-password', 'BOSS']);
  expect([code, printed]).toEqual([
    0,
    expect.stringMatching(/^Hand this link to boss alone\. It works once, until \d{4}-\d\d-\d\d \d\d:\d\d:\n/),
  ]);
  const token = new RegExp(`^${ADDRESS}/new-password#([\\w-]{43})$`, 'm').exec(printed)![1]!;
  expect(await toldOf('boss')).toEqual(['password_link']);
  const use = () => openBrowser(app.server).post('/api/password-link/use', { token, password: NEW_PASSWORD });
  expect((await use()).statusCode).toBe(200);
  expect((await use()).json()).toMatchObject({ status: 409, code: 'link_ended' });
  expect((await browser.post('/api/getuser', {})).statusCode).toBe(401);
  expect((await login({ user_id: 'boss', password: PASSWORD })).statusCode).toBe(401);
  expect((await login({ user_id: 'boss', password: NEW_PASSWORD })).statusCode).toBe(200);
  const { said } = await run(['list-users']);
  expect(said).toMatch(/^boss +Liza Manalo +liza@sampol\.example +active +super user +\d{4}-\d\d-\d\d \d\d:\d\d$/m);
  expect(said).toMatch(/^second .+ super user +\d{4}/m);
});

test('without password sign-in the window does not offer it and the call says what to do', async () => {
  expect(await methods()).toEqual(expect.arrayContaining(['password', 'email']));
  expect(await run(['password-sign-in', 'off'])).toMatchObject({
    code: 0,
    warned: expect.stringContaining('Nobody has signed in by single sign-on yet'),
  });
  expect(await methods()).not.toContain('password');
  expect(await methods()).not.toContain('email');
  for (const [field, name] of [
    ['user_id', 'boss'],
    ['email', 'liza@sampol.example'],
  ] as const) {
    const refused = await login({ [field]: name, password: NEW_PASSWORD });
    expect([refused.statusCode, refused.json().message]).toEqual([
      404,
      'Signing in with a password is switched off. Use single sign-on, or ask an administrator.',
    ]);
  }
  expect(await run(['password-sign-in', 'on'])).toMatchObject({ code: 0, warned: '' });
  expect((await login({ user_id: 'boss', password: NEW_PASSWORD })).statusCode).toBe(200);
});

test('maintenance is switched with its message, and back', async () => {
  const stored = async () =>
    (
      await sql<{ value: { message: string } | null }>`select value from setting where key = 'maintenance'`.execute(
        app.database,
      )
    ).rows[0]!.value;
  expect(await run(['maintenance', 'off', '--message', 'x'])).toMatchObject({ code: 1 });
  expect(await run(['maintenance', 'on', '--message', 'Back at 14:00.'])).toMatchObject({ code: 0 });
  expect(await stored()).toMatchObject({ message: 'Back at 14:00.' });
  expect(await run(['maintenance', 'off'])).toMatchObject({ code: 0 });
  expect(await stored()).toBeNull();
});

test('verify-audit recomputes the trail and holds it against its head', async () => {
  expect(await run(['verify-audit'])).toMatchObject({ code: 0, said: expect.stringMatching(/whole\. No head/) });
  await inTransaction(app.database, SYSTEM_ACTOR, (db) => sql`select seal_audit()`.execute(db));
  await keepAuditHead(app.database, DATA_DIR);
  expect(await run(['verify-audit'])).toMatchObject({
    code: 0,
    said: expect.stringMatching(/whole; its head of .*, seal 1,/),
  });
});
