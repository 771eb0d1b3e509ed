import { randomBytes, randomInt } from 'node:crypto';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { visitEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { runAsOwner, urlOfDatabase } from '../../../apps/server/src/testing/owner-connection.ts';
import { makeScratchFolder } from '../../../apps/server/src/testing/scratch-folder.ts';
import { SERVER_FLAGS } from '../../../tools/start/server-flags.mjs';

const DIST = path.join(import.meta.dirname, '../../../apps/server/dist');

/** What a server keeps: its folder, and its database where that is not the embedded one below the folder. */
export interface Books {
  readonly folder: string;
  readonly database_url?: string;
}

/** The built product on books of its own. */
export interface BuiltServer {
  readonly address: string;
  /** Runs a command of the console on its books, with this standard input; answers what it said. */
  administer(parameters: readonly string[], input?: string): Promise<{ code: number; text: string }>;
  /** Works on its database as the owner, behind the back of the server. */
  asOwner<Result>(work: (owner: Client) => Promise<Result>): Promise<Result>;
  /** Stops it; its books stay. */
  stop(): Promise<void>;
  /** Removes the books of a stopped server. */
  remove(): Promise<void>;
}

/** Starts the built server on a free port, on new books or on a copy; `demo` fills new ones with the demo company. */
export async function startBuiltServer({ demo, books }: { demo: boolean; books: Books }): Promise<BuiltServer> {
  const address = `http://localhost:${await freePort()}`;
  // Playwright forces colours, and Node 24 warns of that beside NO_COLOR on what a command prints.
  const env = { ...process.env, FORCE_COLOR: undefined, DATA_DIR: books.folder, DATABASE_URL: books.database_url };
  const server = spawn(process.execPath, [...SERVER_FLAGS, path.join(DIST, 'main.js')], {
    // The demo company is served to this machine by itself.
    env: { ...env, HOST: demo ? undefined : '127.0.0.1', PORT: new URL(address).port, TALAAN_DEMO: demo ? '1' : '0' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await isReady(address))) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode} before it was ready.`);
    await delay(100);
  }
  return {
    address,
    administer: (parameters, input = '') => administer(env, parameters, input),
    async asOwner(work) {
      const { folder, database_url } = books;
      return runAsOwner(
        database_url ?? (await visitEmbeddedPostgres({ dataDir: folder, log: () => {} })).ownerUrl,
        work,
      );
    },
    async stop() {
      if (server.exitCode === null) {
        server.kill('SIGTERM');
        await once(server, 'exit');
      }
      // A server that is asked to stop does not wait long for its database, which ends by itself.
      while (existsSync(path.join(books.folder, 'postgres/cluster/postmaster.pid'))) await delay(50);
    },
    async remove() {
      rmSync(books.folder, { recursive: true, force: true });
      if (books.database_url !== undefined) await dropDatabase(books.database_url);
    },
  };
}

/** The PostgreSQL server that the journeys use instead of embedded ones; its role may create databases and roles. */
const EXTERNAL = process.env['TEST_DATABASE_URL'];

/** New books, empty or a copy of those of a server that was stopped. */
export async function makeBooks(source?: Books): Promise<Books> {
  const folder = makeScratchFolder();
  // Not fs.cp: the cluster stays with the account that runs it.
  if (source !== undefined) execFileSync('cp', ['-a', `${source.folder}/.`, folder]);
  if (EXTERNAL === undefined) return { folder };
  const name = `talaan_e2e_${randomBytes(4).toString('hex')}`;
  const template = source?.database_url === undefined ? 'template0' : databaseOf(source.database_url);
  await runAsOwner(EXTERNAL, (owner) => owner.query(`create database ${name} template ${template} encoding 'UTF8'`));
  return { folder, database_url: urlOfDatabase(EXTERNAL, name) };
}

async function dropDatabase(url: string): Promise<void> {
  await runAsOwner(EXTERNAL!, (owner) => owner.query(`drop database ${databaseOf(url)} with (force)`));
}

const databaseOf = (url: string) => new URL(url).pathname.slice(1);

async function administer(env: NodeJS.ProcessEnv, parameters: readonly string[], input: string) {
  const command = spawn(process.execPath, [path.join(DIST, 'admin.js'), ...parameters], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [command.stdout, command.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  }
  command.stdin.end(input);
  const [code] = (await once(command, 'close')) as [number];
  return { code, text };
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/api/health`)).ok;
  } catch {
    return false;
  }
}

/**
 * A port below those that the system gives to connections: what is free now is not taken by one of them before the server
 * listens.
 */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const probe = createServer();
  const isFree = await new Promise<boolean>((answer) => {
    probe.once('error', () => answer(false)).listen(port, '127.0.0.1', () => answer(true));
  });
  if (!isFree) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}
