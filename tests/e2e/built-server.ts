import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const DIST = path.join(import.meta.dirname, '../../apps/server/dist');

/** The built product on a data folder of its own. */
export interface BuiltServer {
  readonly address: string;
  /** Runs a command of the console on its books, with this standard input; answers what it said. */
  administer(parameters: readonly string[], input?: string): Promise<{ code: number; text: string }>;
  /** Stops it; its folder stays. */
  stop(): Promise<void>;
  /** Removes the folder of a stopped server. */
  remove(): void;
}

/**
 * Starts the built server on a free port; `demo` fills its books with the demo company. `folder` holds its data: an
 * empty one, or the books of a server that was stopped.
 */
export async function startBuiltServer({
  demo,
  folder: dataDir = makeFolder(),
}: {
  demo: boolean;
  folder?: string;
}): Promise<BuiltServer> {
  const address = `http://localhost:${await freePort()}`;
  const env = { ...process.env, DATA_DIR: dataDir };
  const server = spawn(process.execPath, ['--enable-source-maps', path.join(DIST, 'main.js')], {
    env: { ...env, HOST: '127.0.0.1', PORT: new URL(address).port, TALAAN_DEMO: demo ? '1' : '0' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await isReady(address))) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode} before it was ready.`);
    await delay(100);
  }
  return {
    address,
    administer: (parameters, input = '') => administer(env, parameters, input),
    async stop() {
      if (server.exitCode === null) {
        server.kill('SIGTERM');
        await once(server, 'exit');
      }
    },
    remove() {
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A new folder for a server's data, with a copy of the books in `source`. */
export function makeFolder(source?: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'talaan-e2e-'));
  // Not fs.cp: the cluster stays with the account that runs it.
  if (source !== undefined) execFileSync('cp', ['-a', `${source}/.`, folder]);
  // The account that runs the embedded database must be able to pass through.
  chmodSync(folder, 0o711);
  return folder;
}

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

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
