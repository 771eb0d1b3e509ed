import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { cutOffStart } from '../../chaos/cut-off-start.ts';
import { makeBooks, startBuiltServer, type Books, type BuiltServer } from './built-server.ts';

/** The variable that names the books of the demo company, loaded once for all workers. */
const BOOKS = 'TALAAN_E2E_DEMO_BOOKS';
/** What the server says when the documents of the demo company are being entered. */
const LOADING = 'Loading the demo company, 2 of';
/** A file in their folder that says that they are complete. */
const LOADED = 'loaded';

/**
 * Playwright's global set-up: begins to load the demo company as a first start does. Journeys that need none go on
 * meanwhile. Answers the clean-up, which fails where loading failed.
 */
// Playwright takes it as the default export.
// oxlint-disable-next-line import/no-default-export
export default async function loadDemoBooks(): Promise<() => Promise<void>> {
  const books = await makeBooks();
  process.env[BOOKS] = JSON.stringify(books);
  const loading = load(books);
  loading.catch(() => {}); // told by the clean-up
  return async () => (await loading).remove();
}

/** The demo company of the journeys is one whose first start was cut off while it was being loaded. */
async function load(books: Books): Promise<BuiltServer> {
  const by = Math.random() < 0.5 ? 'SIGINT' : 'SIGKILL';
  const environment = { ...process.env, DATA_DIR: books.folder, DATABASE_URL: books.database_url, PORT: '0' };
  await cutOffStart(environment, { by, after: LOADING, milliseconds: Math.random() * 2000 });
  const server = await startBuiltServer({ demo: true, books });
  await server.stop();
  writeFileSync(path.join(books.folder, LOADED), '');
  return server;
}

/** The books of the demo company, to be copied, as soon as they are loaded. */
export async function demoBooks(): Promise<Books> {
  const told = process.env[BOOKS];
  if (told === undefined) throw new Error(`${BOOKS} is not set: the global set-up did not run.`);
  const books = JSON.parse(told) as Books;
  await expect.poll(() => existsSync(path.join(books.folder, LOADED)), { timeout: 290_000 }).toBe(true);
  return books;
}
