import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { installJobQueue } from '../apps/server/src/platform/job-queue.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { addBenchApprovers } from './ledger/bench-approvers.ts';
import { loadLedger } from './ledger/load-ledger.ts';
import { startScratchCluster, type ScratchCluster } from './scratch-cluster.ts';
import { startTalaanServer, type SessionHeaders, type TalaanServer } from './talaan-server.ts';
import { preparePostingYardstick, type PostingYardstick } from './yardstick/pgbench.ts';

export interface BenchSettings {
  /** Lines of the large ledger and of the small one that it is compared with. */
  readonly lines: number;
  readonly small_lines: number;
  readonly repetitions: number;
  /** Counted seconds of one measurement. */
  readonly seconds: number;
}

/** Books with a server on them. */
export interface Books {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly server: TalaanServer;
  /** Sessions of the approvers, one for each connection of the posting benches. */
  readonly approvers: readonly SessionHeaders[];
  /** A session that may read every report. */
  readonly reader: SessionHeaders;
}

/** Everything that runs while the benches measure. */
export interface Stage {
  readonly settings: BenchSettings;
  readonly cluster: ScratchCluster;
  readonly large: Books;
  readonly small: Books;
  /** Port of the bare Fastify server, whose reads go to the large books. */
  readonly bare_port: number;
  readonly bare_pid: number;
  readonly posting_yardstick: PostingYardstick;
  stop(): Promise<void>;
}

/** Starts the database server, makes both ledgers and starts the servers on them. */
export async function setStage(settings: BenchSettings, say: (sentence: string) => void): Promise<Stage> {
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const part of started.toReversed()) await part.stop();
  };
  try {
    const cluster = await startScratchCluster(say);
    started.push(cluster);
    const posting_yardstick = await preparePostingYardstick(cluster);
    const openBooks = async (name: string, lines: number) => {
      const ledger = await makeLedger(cluster, name, lines, say);
      const books = await serveBooks(cluster, ledger);
      started.push(books.server);
      return books;
    };
    const small = await openBooks('small', settings.small_lines);
    const large = await openBooks('large', settings.lines);
    const bare = await startBareServer(large.appUrl);
    started.push(bare);
    return { settings, cluster, large, small, bare_port: bare.port, bare_pid: bare.pid, posting_yardstick, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Ledger {
  readonly ownerUrl: string;
  readonly appUrl: string;
}

async function makeLedger(
  cluster: ScratchCluster,
  name: string,
  lines: number,
  say: (sentence: string) => void,
): Promise<Ledger> {
  say(`Making the ${name} ledger of ${lines.toLocaleString('en')} lines …`);
  const ownerUrl = await cluster.createDatabase(name);
  const { appUrl } = await migrate(ownerUrl);
  await installJobQueue(ownerUrl);
  await loadLedger(ownerUrl, { lines, say });
  return { ownerUrl, appUrl };
}

async function serveBooks(cluster: ScratchCluster, { ownerUrl, appUrl }: Ledger): Promise<Books> {
  const names = await addBenchApprovers(ownerUrl);
  const server = await startTalaanServer({ DATABASE_URL: ownerUrl, DATA_DIR: cluster.folder });
  const approvers: SessionHeaders[] = [];
  for (const name of names) approvers.push(await server.signIn(name));
  return { ownerUrl, appUrl, server, approvers, reader: await server.signIn('auditor') };
}

async function startBareServer(databaseUrl: string): Promise<{ port: number; pid: number; stop(): Promise<void> }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(import.meta.dirname, 'yardstick', 'bare-server.ts')],
    {
      env: { PATH: process.env['PATH'], BENCH_DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const endWithParent = () => child.kill('SIGKILL');
  process.once('exit', endWithParent);
  child.once('exit', () => process.off('exit', endWithParent));
  return { port: await portOf(child), pid: child.pid!, stop: () => endChild(child) };
}

async function portOf(child: ChildProcess): Promise<number> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('The bare server ended before it was ready.');
  });
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
  ended.catch(() => {});
  return port;
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
