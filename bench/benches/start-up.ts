import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { chooseDatabaseAccount } from '../../apps/server/src/platform/postgres/embedded-postgres-account.ts';
import { findPostgresBinaries } from '../../apps/server/src/platform/postgres/embedded-postgres-binaries.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import type { Figure } from '../figures.ts';
import { withClient } from '../scratch-cluster.ts';
import { startTalaanServer } from '../talaan-server.ts';
import type { Bench } from './bench.ts';

/** P14: from an empty folder, and from an existing one, to the first answer of the embedded database. */
export const startUp: Bench = {
  name: 'start-up',
  async measure({ cluster }) {
    const bare = await startBare(path.join(cluster.folder, 'bare'));
    const ours = await startOurs(path.join(cluster.folder, 'ours'));
    return [
      {
        id: 'P14 cold',
        title: 'Empty folder to first query : initdb and postgres alone',
        unit: 'ms',
        ours: ours.cold,
        yardstick: bare.cold,
        goal: { at_most: 2 },
      },
      {
        id: 'P14 warm',
        title: 'Existing folder to first query : postgres alone',
        unit: 'ms',
        ours: ours.warm,
        yardstick: bare.warm,
        goal: { at_most: 5 },
      },
      {
        id: 'P14 server',
        title: 'Server with its database, existing books, to the first answer',
        unit: 'ms',
        ours: ours.server,
        yardstick: null,
        goal: null,
      },
    ] satisfies Figure[];
  },
};

async function startOurs(folder: string): Promise<{ cold: number; warm: number; server: number }> {
  makeFolder(folder);
  const start = async () => {
    const database = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
    await withClient(database.ownerUrl, (client) => client.query('select 1'));
    return database;
  };
  const cold = await timed(start);
  await cold.started.stop();
  const warm = await timed(start);
  await warm.started.stop();
  // The first start of the server creates its tables.
  await (await startTalaanServer({ DATA_DIR: folder })).stop();
  const server = await timed(() => startTalaanServer({ DATA_DIR: folder }));
  await server.started.stop();
  rmSync(folder, { recursive: true, force: true });
  return { cold: cold.milliseconds, warm: warm.milliseconds, server: server.milliseconds };
}

async function startBare(folder: string): Promise<{ cold: number; warm: number }> {
  makeFolder(folder);
  const account = chooseDatabaseAccount(path.join(folder, 'cluster'));
  if (account) chownSync(folder, account.uid, account.gid);
  const place = { folder, cluster: path.join(folder, 'cluster'), run: { cwd: folder, ...account } };
  const native = findPostgresBinaries(folder, account);
  const cold = await timed(async () => {
    execFileSync(
      path.join(native, 'bin', 'initdb'),
      ['-D', place.cluster, '--username=bench', '--encoding=UTF8', '--locale=C', '--auth=trust', '--no-instructions'],
      { ...place.run, stdio: 'ignore' },
    );
    return startPostgres(native, place);
  });
  await stopPostgres(cold.started);
  const warm = await timed(() => startPostgres(native, place));
  await stopPostgres(warm.started);
  rmSync(folder, { recursive: true, force: true });
  return { cold: cold.milliseconds, warm: warm.milliseconds };
}

async function startPostgres(
  native: string,
  { folder, cluster, run }: { folder: string; cluster: string; run: { cwd: string; uid?: number; gid?: number } },
): Promise<ChildProcess> {
  const child = spawn(
    path.join(native, 'bin', 'postgres'),
    ['-D', cluster, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`],
    { ...run, stdio: 'ignore' },
  );
  for (;;) {
    const client = new pg.Client({ host: folder, user: 'bench', database: 'postgres' });
    try {
      await client.connect();
      await client.query('select 1');
      await client.end();
      return child;
    } catch {
      if (child.exitCode !== null) throw new Error('The bare PostgreSQL ended before it was ready.');
      await delay(5);
    }
  }
}

async function stopPostgres(child: ChildProcess): Promise<void> {
  child.kill('SIGINT');
  await once(child, 'exit');
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  // The account that runs the database must be able to pass through.
  chmodSync(folder, 0o711);
}

async function timed<T>(start: () => Promise<T>): Promise<{ started: T; milliseconds: number }> {
  const began = performance.now();
  const started = await start();
  return { started, milliseconds: performance.now() - began };
}
