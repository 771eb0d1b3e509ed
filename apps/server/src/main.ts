import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { firstUserHint } from './admin/first-user-hint.ts';
import { createApplication, type Application } from './application.ts';
import { readConfiguration, type Configuration } from './platform/configuration.ts';
import { judgeDurability, readDurabilitySettings } from './platform/postgres/durability.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/postgres/embedded-postgres.ts';
import { openDatabase, type DatabaseUrls } from './platform/database/database.ts';
import { today } from './platform/clock.ts';
import { DEMO_HINT } from './demo/demo-sign-in.ts';
import { isDemoCompany, isNewInstallation, loadDemoCompany } from './demo/load-demo-company.ts';
import { createLog } from './platform/log.ts';
import { installJobQueue } from './platform/job-queue.ts';
import { migrate, refreshStatistics } from './platform/database/migrate.ts';
import { startRefusal } from './platform/start-refusal.ts';

/** A server that is told to stop is gone after this time; what it still does then, the database rolls back. */
const STOP_WITHIN_MS = 2800;

const DEMO_IS_HERE_ALONE =
  'Its passwords are known, so it is served to this machine alone. HOST=0.0.0.0 serves it to others too.';
const DEMO_IS_OPEN = 'Its passwords are known: whoever reaches this address can sign in.';

// Long work on many rows makes much garbage. Left alone, the heap grows to four times what is in use before it is
// collected; at twice, a file of 100,000 rows stays within its memory (reliability G-R14).
setFlagsFromString('--heap-growing-percent=100');

const say = (sentence: string) => console.log(sentence);

async function start(
  configuration: Configuration,
  log: Logger,
): Promise<{ application: Application; embedded: EmbeddedPostgres | null }> {
  const embedded = configuration.database_url
    ? null
    : await startEmbeddedPostgres({ dataDir: configuration.data_dir, log: say, onLost: endFor });
  const ownerUrl = configuration.database_url ?? embedded!.ownerUrl;
  const urls = await migrate(ownerUrl, {
    appUrl: configuration.database_app_url,
    jobsUrl: configuration.database_jobs_url,
  });
  await installJobQueue(ownerUrl);
  await requireDurable(urls.appUrl);
  if (configuration.demo) await fillNewInstallation(ownerUrl, urls);
  const application = await createApplication(configuration, urls, log);
  const isDemo = await isDemoCompany(application.database);
  const host = configuration.host ?? (isDemo ? '127.0.0.1' : '0.0.0.0');
  await application.server.listen({ port: configuration.port, host });
  return { application, embedded };
}

async function requireDurable(appUrl: string): Promise<void> {
  const { refusal, warnings } = judgeDurability(await readDurabilitySettings(appUrl));
  for (const warning of warnings) say(warning);
  if (refusal) throw new Error(refusal);
}

/** A new installation gets the demo company; one that has users keeps what it has. */
async function fillNewInstallation(ownerUrl: string, urls: DatabaseUrls): Promise<void> {
  const database = openDatabase(urls);
  try {
    if (!(await isNewInstallation(database))) return;
    await loadDemoCompany(database, { today: today(), say });
  } finally {
    await database.destroy();
  }
  await refreshStatistics(ownerUrl);
}

async function announce(configuration: Configuration, application: Application): Promise<void> {
  const { port } = application.server.server.address() as AddressInfo;
  const address = configuration.public_url ?? `http://localhost:${port}`;
  say(`\nTalaan is ready at ${address}`);
  if (await isDemoCompany(application.database)) {
    say(DEMO_HINT);
    if (application.inbox !== null) say(`Its mail goes nowhere but to ${address}${application.inbox}`);
    say(configuration.host === null ? DEMO_IS_HERE_ALONE : DEMO_IS_OPEN);
  } else if (await isNewInstallation(application.database)) say(firstUserHint(process.env));
}

function stopOnSignal(application: Application, embedded: EmbeddedPostgres | null): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    await application.stop();
    await embedded?.stop();
    process.exit(0);
  };
  // Whoever started this process knows from now on that it works, and is it gone, so does this process (`tools/start/supervise.mjs`).
  process.send?.('ready');
  process.on('disconnect', () => void stop());
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

/** What cannot go on ends with a sentence and the exit code that makes its supervisor start it again. */
function endFor(error: unknown): never {
  console.error(startRefusal(error));
  process.exit(1);
}

try {
  const configuration = readConfiguration(process.env);
  const log = createLog(configuration.log_level);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'The server ends, because something failed that nobody waited for.');
    process.exit(1);
  });
  const { application, embedded } = await start(configuration, log);
  stopOnSignal(application, embedded);
  await announce(configuration, application);
} catch (error) {
  endFor(error);
}
