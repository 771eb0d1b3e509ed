import { makeFolder, startBuiltServer } from './built-server.ts';

/** The variable that names the folder with the books of the demo company, loaded once for all workers. */
export const DEMO_BOOKS = 'TALAAN_E2E_DEMO_BOOKS';

/** Playwright's global set-up: loads the demo company as a first start does, and stops. Answers the clean-up. */
// Playwright takes it as the default export.
// oxlint-disable-next-line import/no-default-export
export default async function loadDemoBooks(): Promise<() => void> {
  const folder = makeFolder();
  const server = await startBuiltServer({ demo: true, folder });
  await server.stop();
  process.env[DEMO_BOOKS] = folder;
  return () => server.remove();
}
