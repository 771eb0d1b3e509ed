import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const SERVER = path.join(import.meta.dirname, '../../apps/server/dist/main.js');

/**
 * Playwright's global setup: starts the built server with the demo company in a data folder of its own, on a free port,
 * and leaves its address in TALAAN_URL. The function it returns stops the server and removes the folder.
 */
export default async function startServerUnderTest(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'talaan-e2e-'));
  // The account that runs the embedded database must be able to pass through.
  chmodSync(dataDir, 0o711);
  const address = `http://localhost:${await freePort()}`;
  const server = spawn(process.execPath, ['--enable-source-maps', SERVER], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: new URL(address).port, DATA_DIR: dataDir, TALAAN_DEMO: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.env['TALAAN_URL'] = address;
  while (!(await isReady(address))) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode} before it was ready.`);
    await delay(100);
  }
  return async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
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
