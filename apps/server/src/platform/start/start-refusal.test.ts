import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfiguration } from '../configuration.ts';
import { startRefusal } from './start-refusal.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'talaan-refusal-'));
const file = path.join(folder, 'file');
const occupied = createServer();
beforeAll(async () => {
  writeFileSync(file, '');
  await new Promise<void>((resolve) => occupied.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  occupied.close();
  rmSync(folder, { recursive: true });
});

const portOf = (server: typeof occupied) => (server.address() as { port: number }).port;

function listenAgain(): Promise<never> {
  const second = createServer();
  return new Promise((_, reject) => second.on('error', reject).listen(portOf(occupied), '127.0.0.1'));
}

function connect(url: string): Promise<unknown> {
  return new pg.Client({ connectionString: url }).connect();
}

it.each<[what: string, start: () => unknown, sentence: RegExp]>([
  [
    'a data folder below a file',
    () => mkdirSync(path.join(file, 'data')),
    /a part of its path is a file, .* Set DATA_DIR/,
  ],
  ['a data folder that is a file', () => mkdirSync(file), /there is a file of that name\. Set DATA_DIR/],
  ['a port in use', listenAgain, /^Port \d+ is in use\. Stop what listens there, or set PORT/],
  [
    'no database server',
    () => connect('postgres://a@localhost:1/b'),
    /^The database at .*:1 does not answer\. Look at DATABASE_URL/,
  ],
  [
    'an unknown database server',
    () => connect('postgres://a@no.such.host.invalid/b'),
    /^The database server no\.such\.host\.invalid is not known/,
  ],
  [
    'a variable',
    () => readConfiguration({ TRUST_PROXY: 'yes' }),
    /TRUST_PROXY cannot be used: it must be a whole number/,
  ],
  [
    'a sentence of our own',
    () => Promise.reject(new Error('Set SMTP_URL and MAIL_FROM together.')),
    /^Set SMTP_URL and/,
  ],
])('%s is told in a sentence', async (_what, start, sentence) => {
  const error = await (async () => start())().catch((failure: unknown) => failure);
  expect(startRefusal(error)).toMatch(sentence);
});
