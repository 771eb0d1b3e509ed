import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withClient, type ScratchCluster } from '../scratch-cluster.ts';

const CLIENTS = 8;
const SETUP = path.join(import.meta.dirname, 'posting.sql');
const ENTRY = path.join(import.meta.dirname, 'fn-upd-hot.pgbench.sql');

export interface PostingYardstick {
  /** Entries per second of one repetition, on emptied tables; by 8 clients unless told. */
  run(seconds: number, clients?: number): Promise<number>;
}

/** Where distributions put pgbench beside the server's programs. */
const PLACES = ['', '/usr/lib/postgresql/18/bin/', '/usr/lib/postgresql/17/bin/', '/usr/lib/postgresql/15/bin/'];

/** The pgbench of this machine. Throws one sentence with the command that installs it. */
export function findPgbench(): string {
  const found = PLACES.map((folder) => `${folder}pgbench`).find(
    (program) => (program === 'pgbench' || existsSync(program)) && spawnSync(program, ['--version']).status === 0,
  );
  if (!found)
    throw new Error('The yardstick needs pgbench. Install it with: sudo apt-get install -y postgresql-contrib');
  return found;
}

/** The bare posting limit in a database of its own of the same cluster: `fn_upd_hot`, 8 clients, prepared statements. */
export async function preparePostingYardstick(cluster: ScratchCluster): Promise<PostingYardstick> {
  const program = findPgbench();
  const url = await cluster.createDatabase('yardstick');
  await withClient(url, async (client) => {
    await client.query(await readFile(SETUP, 'utf8'));
    await client.query('vacuum analyze');
  });
  return {
    async run(seconds, clients = CLIENTS) {
      await withClient(url, async (client) => {
        await client.query('truncate je, jl');
        await client.query('vacuum bal');
      });
      return runPgbench(program, url, { seconds, clients });
    },
  };
}

async function runPgbench(
  program: string,
  url: string,
  { seconds, clients }: { seconds: number; clients: number },
): Promise<number> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const options = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    String(Math.min(clients, 2)),
    '-T',
    String(seconds),
    '-f',
    ENTRY,
  ];
  const child = spawn(program, [...options, pathname.slice(1)], {
    env: {
      PATH: process.env['PATH'],
      PGHOST: searchParams.get('host') ?? hostname,
      PGPORT: port,
      PGUSER: decodeURIComponent(username),
      PGPASSWORD: decodeURIComponent(password),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
  if (code !== 0 || !(perSecond > 0)) throw new Error(`pgbench failed:\n${output}`);
  return perSecond;
}
