import { startBuiltServer } from './built-server.ts';

/**
 * Playwright's global setup: starts the built server with the demo company and leaves its address in TALAAN_URL. The
 * function it returns stops the server.
 */
export default async function startServerUnderTest(): Promise<() => Promise<void>> {
  const server = await startBuiltServer({ demo: true });
  process.env['TALAAN_URL'] = server.address;
  return () => server.stop();
}
