import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../../platform/database/migrate.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts';
import { makeScratchFolder } from '../scratch-folder.ts';
import type { TestDatabase } from '../test-database.ts';

/** A database of its own with a replica that follows it by streaming, as in a data centre. */
export interface ReplicatedDatabase extends TestDatabase {
  /** The replica as the calls of people read it. */
  readonly replicaUrl: string;
  /** The replica as its owner, who pauses it. */
  readonly replicaOwnerUrl: string;
  /** Ends the replica; `drop` ends both. */
  stopReplica(): Promise<void>;
}

const SILENT = () => {};

/** Starts a migrated database and a replica of it: a copy of its files between the begin and the end of a backup, told to follow. */
export async function createReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const [first, second] = [makeScratchFolder(), makeScratchFolder()];
  const started: EmbeddedPostgres[] = [];
  const drop = async () => {
    for (const one of started.toReversed()) await one.stop();
    for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const primary = await startEmbeddedPostgres({ dataDir: first, log: SILENT, throwAway: true });
    started.push(primary);
    const urls = await migrate(primary.ownerUrl);
    await copyCluster(primary, { from: path.join(first, 'postgres'), to: path.join(second, 'postgres') });
    const replica = await startEmbeddedPostgres({ dataDir: second, log: SILENT, throwAway: true });
    started.push(replica);
    return {
      ...urls,
      ownerUrl: primary.ownerUrl,
      replicaUrl: asUser(replica.ownerUrl, urls.appUrl),
      replicaOwnerUrl: replica.ownerUrl,
      stopReplica: () => replica.stop(),
      drop,
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** What belongs to the run of a cluster, or comes by streaming. */
const LEFT_OUT = /\/cluster\/(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+)$|\.s\.PGSQL|server\.log/;

async function copyCluster({ ownerUrl }: EmbeddedPostgres, { from, to }: { from: string; to: string }): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`select pg_backup_start('replica', true)`);
    cpSync(from, to, { recursive: true, filter: (file) => !LEFT_OUT.test(file) });
    const stopped = await owner.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    const cluster = path.join(to, 'cluster');
    for (const folder of ['archive_status', 'summaries'])
      mkdirSync(path.join(cluster, 'pg_wal', folder), { recursive: true });
    writeFileSync(path.join(cluster, 'backup_label'), stopped.rows[0]!.labelfile);
    writeFileSync(path.join(cluster, 'standby.signal'), '');
    const { username, password, port, searchParams, hostname } = new URL(ownerUrl);
    const host = searchParams.get('host') ?? hostname;
    appendFileSync(
      path.join(cluster, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${host} port=${port} user=${username} password=${password}'\n`,
    );
    ownedLike(from, to);
  } finally {
    await owner.end();
  }
}

/** Whoever runs the first cluster runs the copy. */
function ownedLike(from: string, to: string): void {
  const { uid, gid } = statSync(from);
  if (uid !== process.getuid?.()) execFileSync('chown', ['-R', `${uid}:${gid}`, to]);
  // PostgreSQL refuses a folder that others may enter.
  execFileSync('chmod', ['-R', 'go-rwx', to]);
}

/** The address of one database as the user of another address. */
function asUser(address: string, user: string): string {
  const [url, { username, password }] = [new URL(address), new URL(user)];
  url.username = username;
  url.password = password;
  return url.href;
}
