import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { DEMO_USERS } from '../../apps/server/src/demo/demo-access.ts';
import { visitEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { startTalaanServer } from '../../bench/talaan-server.ts';
import { cutOffStart, type CutOff } from './cut-off-start.ts';

/** Moments at which a first start is cut off, one in each part of the time that a whole one takes. */
const MOMENTS = 10;
const CUTS: readonly CutOff[] = ['SIGINT', 'SIGKILL'];
/** What is wrong with books, each as a row. */
const FAULTS = [
  'select * from verify_balances()',
  'select * from verify_audit()',
  'select * from number_series_check where unexplained <> 0',
];

/** How many batches of each type stand at each status. */
type Contents = readonly { document_type: string; status: number; batches: number }[];

let whole: { contents: Contents; milliseconds: number };
beforeAll(async () => {
  const began = performance.now();
  const contents = await inFolder(async (dataDir) => startWhole(dataDir));
  whole = { contents, milliseconds: performance.now() - began };
}, 600_000);

const places = Array.from({ length: MOMENTS }, (_, place) => [place, CUTS[place % CUTS.length]!] as const);
it.each(places)('is whole after a first start that was cut off, moment %i, by %s', async (place, by) => {
  const milliseconds = (whole.milliseconds * (place + Math.random())) / MOMENTS;
  process.stdout.write(`  cut off after ${(milliseconds / 1000).toFixed(1)} s by ${by}\n`);
  await inFolder(async (dataDir) => {
    await cutOffStart({ PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' }, { by, milliseconds });
    expect(await startWhole(dataDir)).toEqual(whole.contents);
  });
});

/** Starts the demo company on a folder; it must be whole, on this machine alone, and everybody can sign in. */
async function startWhole(dataDir: string): Promise<Contents> {
  const server = await startTalaanServer({ DATA_DIR: dataDir, TALAAN_DEMO: '1', HOST: '' });
  try {
    for (const { user_id } of DEMO_USERS) await server.signIn(user_id);
    await expect(fetch(`http://127.0.0.2:${server.port}/api/health`)).rejects.toThrow('fetch failed');
    return await look(dataDir);
  } finally {
    await server.stop();
  }
}

async function look(dataDir: string): Promise<Contents> {
  const { ownerUrl } = await visitEmbeddedPostgres({ dataDir, log: () => {} });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    for (const faults of FAULTS) expect((await owner.query(faults)).rows).toEqual([]);
    const { rows } = await owner.query<Contents[number]>(`
      select document_type, status, count(*)::int as batches from batch group by 1, 2 order by 1, 2`);
    return rows;
  } finally {
    await owner.end();
  }
}

async function inFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'talaan-first-start-'));
  // The account that runs the database must be able to pass through.
  chmodSync(dataDir, 0o711);
  try {
    return await work(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
