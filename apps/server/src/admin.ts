import type { OpenedBooks } from './admin/admin-command.ts';
import { openTerminal } from './admin/terminal.ts';
import { EXIT, runAdmin } from './admin/run-admin.ts';
import { nameMasterdataConstraints } from './masterdata/constraint-names.ts';
import { readConfiguration } from './platform/configuration.ts';
import { openDatabase } from './platform/database/database.ts';
import { visitEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts';
import { migrate } from './platform/database/migrate.ts';

/** The books of the configuration, brought up to date as at every start unless a command takes them as they are. */
async function openBooks({ isUpToDate }: { isUpToDate: boolean }): Promise<OpenedBooks> {
  const configuration = readConfiguration(process.env);
  const embedded = configuration.database_url
    ? null
    : await visitEmbeddedPostgres({ dataDir: configuration.data_dir, log: (line) => terminal.warn(line) });
  const owner_url = configuration.database_url ?? embedded!.ownerUrl;
  const { database_app_url: app_url, database_jobs_url: jobs_url } = configuration;
  const urls = isUpToDate ? await migrate(owner_url, { appUrl: app_url, jobsUrl: jobs_url }) : owner_url;
  const database = openDatabase(urls, { poolSize: 2 });
  return {
    database,
    owner_url,
    app_url,
    jobs_url,
    data_dir: configuration.data_dir,
    address: configuration.public_url ?? `http://localhost:${configuration.port}`,
    async close() {
      await database.destroy();
      await embedded?.stop();
    },
  };
}

const terminal = openTerminal({ input: process.stdin, output: process.stdout, errors: process.stderr });
nameMasterdataConstraints();
try {
  process.exitCode = await runAdmin(process.argv.slice(2), terminal, openBooks);
} catch (error) {
  terminal.warn(error instanceof Error ? error.message : String(error));
  process.exitCode = EXIT.refused;
} finally {
  terminal.close();
}
