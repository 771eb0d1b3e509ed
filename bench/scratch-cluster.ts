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
  const server = await startEmbeddedPostgres({ dataDir: folder, log: say });
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
