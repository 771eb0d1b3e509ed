import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { findPostgresBinaries } from './embedded-postgres-binaries.ts';
import { prepareDatabaseFolder } from './embedded-postgres-folder.ts';
import {
  databaseEnvironment,
  keepRunning,
  lastWordsOf,
  type Place,
  startPostmaster,
} from './embedded-postgres-postmaster.ts';
import { findLiveServer, SOCKET_PORT, takeOverCluster } from './embedded-postgres-processes.ts';

/** A running database of our own. */
export interface EmbeddedPostgres {
  /** Connection address of the owner of the database `talaan`, password included: never log it. */
  readonly ownerUrl: string;
  /** The folder in use: the one asked for, or the system folder that replaces an unreachable one. */
  readonly dataDir: string;
  /** Ends the database in order (running transactions are rolled back). Safe to call twice. */
  stop(): Promise<void>;
}

const OWNER = 'talaan_owner';
const DATABASE = 'talaan';
/** The shortest limit of a socket path among the systems we run on (104 on macOS, 108 on Linux, with the final zero). */
const SOCKET_PATH_BYTES_MAX = 103;

/** On the command line, so that no file in the data folder can weaken durability. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'fatal',
};

/**
 * Starts the PostgreSQL that comes with Talaan on the folder `dataDir`, creating the cluster at the first start
 * (UTF-8, sort order independent of the machine, data checksums, password authentication). Listens on a socket inside
 * the folder, or on a free port of 127.0.0.1 where the socket's path would be too long; never on the network.
 * Stops a database that an earlier, killed server left running; refuses with one sentence when a live server uses the
 * folder. `log` receives sentences for the person who started the server.
 * A database that ends by itself or is killed is started again at the same address. Where that fails, `onLost` is told
 * why, once; nothing is tried after that.
 * `throwAway` is for test clusters: fast and not durable.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (sentence: string) => void;
  onLost?: ((reason: Error) => void) | undefined;
  throwAway?: boolean;
}): Promise<EmbeddedPostgres> {
  const { dataDir, folder, account } = prepareDatabaseFolder(path.resolve(options.dataDir), options.log);
  const cluster = path.join(folder, 'cluster');
  await takeOverCluster(cluster, options.log);
  const place = { native: findPostgresBinaries(folder, account), folder, cluster, account };
  const throwAway = options.throwAway ?? false;
  if (!existsSync(cluster)) createCluster({ ...place, throwAway });

  const settings = throwAway ? { ...SETTINGS, fsync: 'off' } : SETTINGS;
  const socket = usesSocket(folder);
  for (let attempt = 1; ; attempt++) {
    const port = socket ? SOCKET_PORT : await freePort();
    const run = { ...place, settings, socket, port, log: options.log };
    const postmaster = await startPostmaster(run);
    if (postmaster) {
      return { ownerUrl: ownerUrlOf(folder, port), dataDir, stop: keepRunning(postmaster, run, options.onLost) };
    }
    const lastWords = lastWordsOf(folder);
    const portWasTaken = !socket && lastWords.includes('could not create any TCP/IP sockets');
    if (!portWasTaken || attempt === 3) throw new Error(`The database in ${dataDir} did not start. ${lastWords}`);
  }
}

/**
 * The database of a folder for a short visit: the one that a running Talaan server has started, which `stop` leaves
 * alone, else started for the visit.
 */
export async function visitEmbeddedPostgres(options: {
  dataDir: string;
  log: (sentence: string) => void;
}): Promise<EmbeddedPostgres> {
  const { dataDir, folder } = prepareDatabaseFolder(path.resolve(options.dataDir), options.log);
  const server = findLiveServer(path.join(folder, 'cluster'));
  if (!server) return startEmbeddedPostgres(options);
  return { ownerUrl: ownerUrlOf(folder, server.database_port), dataDir, stop: async () => {} };
}

function ownerUrlOf(folder: string, port: number): string {
  const password = readFileSync(path.join(folder, 'password'), 'utf8');
  const address = usesSocket(folder)
    ? `localhost:${port}/${DATABASE}?host=${encodeURIComponent(folder)}`
    : `127.0.0.1:${port}/${DATABASE}`;
  return `postgres://${OWNER}:${password}@${address}`;
}

/** Made under another name and renamed when whole: a first start that was cut short begins again. */
function createCluster({ native, folder, cluster, account, throwAway }: Place & { throwAway: boolean }): void {
  const unfinished = path.join(folder, 'cluster.unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  const passwordFile = path.join(folder, 'password');
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  const run = { cwd: folder, env: databaseEnvironment(), ...account };
  const flags = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  flags.push('--data-checksums', '--auth=scram-sha-256', `--username=${OWNER}`, `--pwfile=${passwordFile}`);
  if (throwAway) flags.push('--no-sync');
  execFileSync(path.join(native, 'bin', 'initdb'), ['-D', unfinished, '--no-instructions', ...flags], {
    ...run,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const created = spawnSync(path.join(native, 'bin', 'postgres'), ['--single', '-D', unfinished, 'postgres'], {
    ...run,
    input: `create database ${DATABASE} owner ${OWNER}\n`,
    encoding: 'utf8',
  });
  if (created.status !== 0) throw new Error(`The database could not be created: ${created.stderr}`);
  renameSync(unfinished, cluster);
}

function usesSocket(folder: string): boolean {
  const fits = Buffer.byteLength(path.join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_BYTES_MAX;
  return process.platform !== 'win32' && fits;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
