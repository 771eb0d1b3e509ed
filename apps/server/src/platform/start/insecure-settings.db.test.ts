import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { readConfiguration } from '../configuration.ts';
import { insecureSetting, requireKeyOfBooks } from './insecure-settings.ts';
import { projectPath } from '../project-paths.ts';

let database: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'talaan-insecure-'));
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Starts the server itself, which must end at once, and answers how. */
function start(settings: Record<string, string>): Promise<{ code: unknown; said: string }> {
  const env = { DATA_DIR: folder, PORT: '0', ...settings };
  const program = [
    projectPath('node_modules', 'tsx', 'dist', 'cli.mjs'),
    projectPath('apps', 'server', 'src', 'main.ts'),
  ];
  return new Promise((resolve) => {
    execFile(process.execPath, program, { env, timeout: 50_000 }, (error, _said, errors) =>
      resolve({ code: error?.code, said: errors }),
    );
  });
}

it('the start refuses what is not safe, and says the way out', async () => {
  const known = { TALAAN_DEMO: '0', DATABASE_URL: 'postgres://owner:change-me@127.0.0.1:1/books' };
  expect(await Promise.all([start(known), start({ HOST: '0.0.0.0' })])).toEqual([
    {
      code: 1,
      said: expect.stringMatching(/^The password in DATABASE_URL is one that everybody knows\. Give the role another/),
    },
    {
      code: 1,
      said: expect.stringMatching(
        /^HOST=0\.0\.0\.0 would serve the demo company to others.* Set TALAAN_DEMO=0 .* or TALAAN_DEMO=1/,
      ),
    },
  ]);
});

it('knows the passwords of guides and examples, in every address, and none of them matters in the demo company', () => {
  const verdict = (settings: Record<string, string>, is_demo: boolean) =>
    insecureSetting(readConfiguration(settings), is_demo);
  for (const password of ['postgres', 'talaan', 'Password', 'change%2Dme', 'books']) {
    for (const name of ['DATABASE_URL', 'DATABASE_APP_URL', 'DATABASE_JOBS_URL', 'DATABASE_DIRECT_URL']) {
      const settings = { [name]: `postgres://books:${password}@db/books` };
      expect([password, name, verdict(settings, false)]).toEqual([password, name, expect.stringContaining(name)]);
      expect(verdict(settings, true)).toBeNull();
    }
  }
  for (const fine of ['postgres://books:9f2c61d0@db/books', 'postgres://books@db/books'])
    expect(verdict({ DATABASE_URL: fine }, false)).toBeNull();
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(verdict({ HOST }, true)).toBeNull();
  expect(verdict({ HOST: '0.0.0.0', TALAAN_DEMO: '1' }, true)).toBeNull();
  expect(verdict({ HOST: '0.0.0.0' }, false)).toBeNull();
});

it('a second server without the key of the first is refused, until both are given one', async () => {
  const requireKey = (sealing_key: string | null, key: string) =>
    requireKeyOfBooks(database.ownerUrl, { sealing_key }, key);
  await requireKey(null, 'made by the first');
  await requireKey(null, 'made by the first');
  await expect(requireKey(null, 'made by the second')).rejects.toThrow(
    /Set SEALING_KEY to the same on every server, or copy sealing\.key/,
  );
  await requireKey('given to both', 'given to both');
  await requireKey('given to both', 'given to both');
  await expect(requireKey(null, 'made by the first')).rejects.toThrow('SEALING_KEY');
});
