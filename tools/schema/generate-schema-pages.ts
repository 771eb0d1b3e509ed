/** Writes the pages of `db/schema` (`npm run db:pages`): migrates a throw-away database and reads what it has become. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { makeSchemaPages, PAGES_FOLDER } from './schema-pages.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'talaan-pages-'));
// The account that runs the database must be able to pass through.
chmodSync(dataDir, 0o711);
const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
try {
  await migrate(server.ownerUrl);
  const pages = await makeSchemaPages(server.ownerUrl);
  rmSync(PAGES_FOLDER, { recursive: true, force: true });
  for (const [file, text] of pages) {
    mkdirSync(path.dirname(path.join(PAGES_FOLDER, file)), { recursive: true });
    writeFileSync(path.join(PAGES_FOLDER, file), text);
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
