import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseAccount } from './embedded-postgres-account.ts';
import { clusterIsReady, processMarks, takeOverCluster } from './embedded-postgres-processes.ts';

/** Where the database lives, what runs it and as whom. */
export interface Place {
  readonly native: string;
  readonly folder: string;
  readonly cluster: string;
  readonly account: DatabaseAccount | undefined;
}

/** One way to run the database: each start of it has the same address. */
export interface PostmasterRun extends Place {
  readonly settings: Readonly<Record<string, string>>;
  readonly socket: boolean;
  readonly port: number;
  readonly log: (sentence: string) => void;
}

/** Ends PostgreSQL without waiting for its clients; what they had not committed is rolled back. */
const FAST_SHUTDOWN = 'SIGINT';
/** How often a database that ended is started again before it is given up, and the pause between (ms). */
const RESTART = { attempts: 3, pause: 1000 };

/** Resolves when the server accepts connections; undefined when it ended instead, with the reason in its log file. */
export async function startPostmaster(run: PostmasterRun): Promise<ChildProcess | undefined> {
  const { native, folder, cluster, account, settings, socket, port, log } = run;
  const all = {
    ...settings,
    ...processMarks(cluster),
    listen_addresses: socket ? '' : '127.0.0.1',
    unix_socket_directories: socket ? folder : '',
    port: String(port),
  };
  if (existsSync(logFile(folder))) renameSync(logFile(folder), `${logFile(folder)}.1`);
  const logDescriptor = openSync(logFile(folder), 'a', 0o600);
  // Detached: Ctrl+C in a terminal must reach only the server, which ends the database after its own requests.
  const child = spawn(path.join(native, 'bin', 'postgres'), ['-D', cluster, ...flagsOf(all)], {
    cwd: folder,
    env: databaseEnvironment(),
    stdio: ['ignore', logDescriptor, logDescriptor],
    detached: true,
    ...account,
  });
  closeSync(logDescriptor);
  // A server that ends without `stop` (a start that failed half-way) leaves no database behind.
  const endWithServer = () => child.kill(FAST_SHUTDOWN);
  process.once('exit', endWithServer);
  child.once('exit', () => process.off('exit', endWithServer));
  await once(child, 'spawn');
  const sayRecovery = setTimeout(() => log('The database is recovering after an unclean end. Please wait.'), 5000);
  try {
    while (!hasEnded(child)) {
      if (clusterIsReady(cluster, child.pid ?? 0)) return child;
      await delay(5);
    }
    return undefined;
  } finally {
    clearTimeout(sayRecovery);
  }
}

/**
 * Starts the database again whenever it ends, until the function that is answered stops it in order. When it cannot be
 * started again `onLost` is told why, and the watch is over.
 */
export function keepRunning(
  first: ChildProcess,
  run: PostmasterRun,
  onLost: (reason: Error) => void = () => {},
): () => Promise<void> {
  let postmaster = first;
  let stopping = false;
  const watch = async () => {
    for (;;) {
      if (!hasEnded(postmaster)) await once(postmaster, 'exit');
      if (stopping) return;
      run.log('The database ended unexpectedly and is being started again.');
      postmaster = await startAgain(run);
      if (stopping) postmaster.kill(FAST_SHUTDOWN);
    }
  };
  const watching = watch().catch(onLost);
  return async () => {
    stopping = true;
    postmaster.kill(FAST_SHUTDOWN);
    await watching;
  };
}

async function startAgain(run: PostmasterRun): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt += 1) {
    await takeOverCluster(run.cluster, run.log);
    const postmaster = await startPostmaster(run);
    if (postmaster) return postmaster;
    if (attempt === RESTART.attempts) {
      throw new Error(`The database ended unexpectedly and did not start again. ${lastWordsOf(run.folder)}`);
    }
    await delay(RESTART.pause);
  }
}

/** What the database wrote last before it ended, for the person who started the server. */
export function lastWordsOf(folder: string): string {
  const lines = readFileSync(logFile(folder), 'utf8').trim().split('\n');
  return `Its last words:\n${lines.slice(-5).join('\n')}`;
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

const flagsOf = (settings: Record<string, string>) =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const logFile = (folder: string) => path.join(folder, 'server.log');

/** Settings of the person's shell (PGDATA, LANG, TZ …) must not leak into the database. */
export const databaseEnvironment = () => ({ LC_ALL: 'C', TZ: 'UTC' });
