import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { makeFolder, startBuiltServer, type BuiltServer } from './built-server.ts';

/** The variable that names the folder with the books of the demo company, loaded once for all workers. */
const FOLDER = 'TALAAN_E2E_DEMO_BOOKS';
/** A file in it that says that they are complete. */
const LOADED = 'loaded';

/**
 * Playwright's global set-up: begins to load the demo company as a first start does. Journeys that need none go on
 * meanwhile. Answers the clean-up, which fails where loading failed.
 */
// Playwright takes it as the default export.
// oxlint-disable-next-line import/no-default-export
export default function loadDemoBooks(): () => Promise<void> {
  const folder = makeFolder();
  process.env[FOLDER] = folder;
  const loading = load(folder);
  loading.catch(() => {}); // told by the clean-up
  return async () => (await loading).remove();
}

async function load(folder: string): Promise<BuiltServer> {
  const server = await startBuiltServer({ demo: true, folder });
  await server.stop();
  writeFileSync(path.join(folder, LOADED), '');
  return server;
}

/** The folder with the books of the demo company, as soon as they are loaded. */
export async function demoBooks(): Promise<string> {
  const folder = process.env[FOLDER];
  if (folder === undefined) throw new Error(`${FOLDER} is not set: the global set-up did not run.`);
  await expect.poll(() => existsSync(path.join(folder, LOADED)), { timeout: 150_000 }).toBe(true);
  return folder;
}
