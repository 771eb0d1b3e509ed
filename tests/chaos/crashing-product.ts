import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { installJobQueue } from '../../apps/server/src/platform/job-queue.ts';
import { projectPath } from '../../apps/server/src/platform/project-paths.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { loadLedger } from '../../bench/ledger/load-ledger.ts';
import { startTalaanServer, type TalaanServer } from '../../bench/talaan-server.ts';

/** The product as `npm start` runs it, with its embedded database in a folder of its own, to be killed. */
export interface CrashingProduct {
  /** Connects as the owner while the database runs: the same address after every start. */
  readonly ownerUrl: string;
  /** Starts server and database, with these settings besides. */
  start(environment?: Readonly<Record<string, string>>): Promise<TalaanServer>;
  /** Starts the database alone and answers how to end it. */
  startDatabase(): Promise<() => Promise<void>>;
  /** The process that serves now; null while there is none. */
  servingProcess(): number | null;
  /** `kill -9` of the server; its database is left running. `npm start` starts the server again. */
  killServer(): Promise<void>;
  /** `kill -9` of the server and of what would start it again. */
  killServerForGood(): Promise<void>;
  /** `kill -9` of every process of the database; the server is left running, and brings it back. */
  killDatabase(): Promise<void>;
  /** Ends every connection to the database, as its administrator may; database and server are left running. */
  endConnections(): Promise<void>;
  /** Starts the server on the same books as on those of an outside database, which runs by itself. */
  startOnOutsideDatabase(): Promise<TalaanServer>;
  /** Stops that database in order and starts it again; the server is left running. */
  restartDatabase(): Promise<void>;
  stopOutsideDatabase(): Promise<void>;
  /** Asks the server to stop (SIGTERM) and answers its exit code; null when it had to be killed. */
  askToStop(): Promise<number | null>;
  /** Ends everything and removes the folder. */
  remove(): Promise<void>;
}

/** Makes books with the masters and people of the demo company and hardly a transaction; nothing runs yet. */
export async function createCrashingProduct(): Promise<CrashingProduct> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'talaan-chaos-'));
  // The account that runs the database must be able to pass through.
  chmodSync(dataDir, 0o711);
  const startDatabase = () => startEmbeddedPostgres({ dataDir, log: () => {} });
  const ownerUrl = await makeBooks(startDatabase);
  let server: TalaanServer | undefined;
  const servingProcess = () => childrenOf(server!.process.pid!).find(isRunning) ?? null;
  let outside: EmbeddedPostgres | undefined;
  const product: CrashingProduct = {
    ownerUrl,
    async start(environment = {}) {
      server = await startTalaanServer({ DATA_DIR: dataDir, ...environment }, projectPath('tools', 'start.mjs'));
      return server;
    },
    async startDatabase() {
      const database = await startDatabase();
      return () => database.stop();
    },
    servingProcess,
    async killServer() {
      await killAll([servingProcess()!]);
    },
    async killServerForGood() {
      await killAll([server!.process.pid!, servingProcess()!]);
    },
    async killDatabase() {
      const postmaster = Number(
        readFileSync(path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
      );
      // The postmaster first: it cannot end its backends in order any more.
      await killAll([postmaster, ...childrenOf(postmaster)]);
    },
    async endConnections() {
      const owner = new pg.Client({ connectionString: ownerUrl });
      await owner.connect();
      await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`);
      await owner.end();
    },
    async startOnOutsideDatabase() {
      outside = await startDatabase();
      return product.start({ DATABASE_URL: ownerUrl });
    },
    async restartDatabase() {
      await outside!.stop();
      outside = await startDatabase();
    },
    async stopOutsideDatabase() {
      await outside?.stop();
      outside = undefined;
    },
    async askToStop() {
      const ended = once(server!.process, 'exit');
      server!.process.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      return code;
    },
    async remove() {
      await server?.stop();
      await product.stopOutsideDatabase();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return product;
}

async function makeBooks(startDatabase: () => ReturnType<typeof startEmbeddedPostgres>): Promise<string> {
  const started = await startDatabase();
  try {
    await migrate(started.ownerUrl);
    await installJobQueue(started.ownerUrl);
    await loadLedger(started.ownerUrl, { lines: 4, say: () => {} });
    return started.ownerUrl;
  } finally {
    await started.stop();
  }
}

async function killAll(processes: readonly number[]): Promise<void> {
  for (const pid of processes) kill(pid);
  while (processes.some(isRunning)) await delay(2);
}

/** A process that has ended meanwhile is as dead as one that was killed. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function childrenOf(parent: number): number[] {
  return runningProcesses().filter((pid) => Number(statOf(pid)?.[1]) === parent);
}

function runningProcesses(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
}

/** Dead, or dead and not yet taken note of by its parent. */
function isRunning(pid: number): boolean {
  const state = statOf(pid)?.[0];
  return state !== undefined && state !== 'Z';
}

/** State and parent of a process; undefined when it is gone. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
