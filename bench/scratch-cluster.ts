import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { takeOverCluster } from '../apps/server/src/platform/postgres/embedded-postgres-processes.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { projectPath } from '../apps/server/src/platform/project-paths.ts';

/** A database server of one run, with the durability and the settings of production, in a folder of its own. */
export interface ScratchCluster {
  readonly folder: string;
  readonly ownerUrl: string;
  /** Makes an empty database and answers its owner connection. */
  createDatabase(name: string): Promise<string>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

const PREFIX = 'bench-';

/** Starts the embedded PostgreSQL below `data/`, on the disk where the product keeps its books. */
export async function startScratchCluster(say: (sentence: string) => void): Promise<ScratchCluster> {
  await removeAbandoned(say);
  const folder = projectPath('data', `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // The account that runs the database must be able to pass through.
  chmodSync(folder, 0o711);
  await loadStatementCount(folder);
  const server = await startEmbeddedPostgres({ dataDir: folder, log: say });
  await withClient(server.ownerUrl, async (client) => {
    await client.query('alter system set pg_stat_statements.track_planning = on');
    await client.query(`alter system set pg_stat_statements.track = 'none'`);
    await client.query('select pg_reload_conf()');
  });
  return {
    folder,
    ownerUrl: server.ownerUrl,
    createDatabase: (name) => createDatabase(server.ownerUrl, name),
    async stop() {
      await server.stop();
      rmSync(server.dataDir, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL loads what counts its statements at its start only. It counts nothing until a bench tells it to. */
async function loadStatementCount(folder: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  await withClient(server.ownerUrl, (client) =>
    client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`),
  );
  await server.stop();
}

async function createDatabase(ownerUrl: string, name: string): Promise<string> {
  await withClient(ownerUrl, (client) => client.query(`create database ${name} template template0 encoding 'UTF8'`));
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs `work` on one connection and closes it. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A run that was killed leaves its cluster behind. */
async function removeAbandoned(say: (sentence: string) => void): Promise<void> {
  const data = projectPath('data');
  if (!existsSync(data)) return;
  for (const name of readdirSync(data).filter((entry) => entry.startsWith(PREFIX))) {
    if (existsSync(`/proc/${name.slice(PREFIX.length)}`)) continue;
    const folder = path.join(data, name);
    await takeOverCluster(path.join(folder, 'postgres', 'cluster'), say);
    rmSync(folder, { recursive: true, force: true });
  }
}
