import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { firstUserHint } from './admin/first-user-hint.ts';
import { createApplication, type Application } from './application.ts';
import { readConfiguration, type Configuration } from './platform/configuration.ts';
import { judgeDurability, readDurabilitySettings } from './platform/postgres/durability.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/postgres/embedded-postgres.ts';
import { insecureSetting, requireKeyOfBooks } from './platform/start/insecure-settings.ts';
import { keepSealingKey } from './platform/sealing-key.ts';
import { openDatabase, type DatabaseUrls } from './platform/database/database.ts';
import { today } from './platform/clock.ts';
import { DEMO_HINT } from './demo/demo-sign-in.ts';
import { fillNewInstallation } from './demo/load-demo-company.ts';
import { isDemoCompany, isNewInstallation } from './platform/installation.ts';
import { createLog } from './platform/log.ts';
import { installJobQueue } from './platform/job-queue.ts';
import { migrate, refreshStatistics, withoutStatistics } from './platform/database/migrate.ts';
import { startRefusal } from './platform/start/start-refusal.ts';

/** A server that is told to stop is gone after this time; what it still does then, the database rolls back. */
const STOP_WITHIN_MS = 2800;

const DEMO_IS_HERE_ALONE =
  'Its passwords are known, so it is served to this machine alone. HOST=0.0.0.0 with TALAAN_DEMO=1 serves it to others too.';
const DEMO_IS_OPEN = 'Its passwords are known: whoever reaches this address can sign in.';

// Long work on many rows makes much garbage. Left alone, the heap grows to four times what is in use before it is
// collected; at twice, a file of 100,000 rows stays within its memory (reliability G-R14).
setFlagsFromString('--heap-growing-percent=100');

let isStopping = false;

/** What the browser gets may still be being built; `npm start` tells when it is there (`tools/start/supervise.mjs`). */
const browserBuilt = process.env['AWAITS_BUILD'] === undefined ? undefined : once(process, 'message');

const say = (sentence: string) => console.log(sentence);

/** What this process has started so far. */
interface Started {
  embedded?: EmbeddedPostgres;
  application?: Application;
}

async function start(configuration: Configuration, log: Logger, started: Started): Promise<Application> {
  requireSafe(configuration, configuration.demo);
  if (!configuration.database_url) {
    started.embedded = await startEmbeddedPostgres({ dataDir: configuration.data_dir, log: say, onLost: endFor });
  }
  const ownerUrl = configuration.database_url ?? started.embedded!.ownerUrl;
  const urls = await migrate(ownerUrl, {
    appUrl: configuration.database_app_url,
    jobsUrl: configuration.database_jobs_url,
  });
  await installJobQueue(ownerUrl);
  await requireDurable(urls.appUrl);
  await makeCompany(ownerUrl, urls, configuration);
  await browserBuilt;
  const application = await createApplication(configuration, { ...urls, ownerUrl }, log);
  started.application = application;
  const isDemo = await isDemoCompany(application.database);
  requireSafe(configuration, isDemo);
  if (!isDemo && configuration.database_url) {
    await requireKeyOfBooks(ownerUrl, configuration, await keepSealingKey(configuration)());
  }
  const host = configuration.host ?? (isDemo ? '127.0.0.1' : '0.0.0.0');
  await application.server.listen({ port: configuration.port, host });
  return application;
}

/** Refuses settings that are not safe for the books that are served, or are to be. */
function requireSafe(configuration: Configuration, isDemo: boolean): void {
  const refusal = insecureSetting(configuration, isDemo);
  if (refusal) throw new Error(refusal);
}

async function requireDurable(appUrl: string): Promise<void> {
  const { refusal, warnings } = judgeDurability(await readDurabilitySettings(appUrl));
  for (const warning of warnings) say(warning);
  if (refusal) throw new Error(refusal);
}

/** A new installation becomes the demo company or an empty one; one that has users keeps what it has. */
async function makeCompany(ownerUrl: string, urls: DatabaseUrls, { demo }: Configuration): Promise<void> {
  const database = openDatabase(urls);
  let isLoaded: boolean;
  try {
    const fill = () => fillNewInstallation(database, { demo, today: today(), say });
    const isLoading = demo && (await isNewInstallation(database));
    isLoaded = isLoading ? await withoutStatistics(ownerUrl, fill) : await fill();
  } finally {
    await database.destroy();
  }
  if (isLoaded) await refreshStatistics(ownerUrl);
}

async function announce(configuration: Configuration, application: Application): Promise<void> {
  const { port } = application.server.server.address() as AddressInfo;
  const address = configuration.public_url ?? `http://localhost:${port}`;
  say(`\nTalaan is ready at ${address}`);
  if (await isDemoCompany(application.database)) {
    say(DEMO_HINT);
    if (application.inbox !== null) say(`Its mail goes nowhere but to ${address}${application.inbox}`);
    if (application.sandbox !== null) say(`Other systems try it with what stands at ${address}${application.sandbox}`);
    say(configuration.host === null ? DEMO_IS_HERE_ALONE : DEMO_IS_OPEN);
  } else if (await isNewInstallation(application.database)) say(firstUserHint(process.env));
}

/** From the beginning: a start that is cut off ends its database in order, too. */
function stopOnSignal(started: Started): void {
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    await started.application?.stop();
    await started.embedded?.stop();
    process.exit(0);
  };
  // Is whoever started this process gone, it ends too (`tools/start/supervise.mjs`).
  process.on('disconnect', () => void stop());
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

/** What cannot go on ends with a sentence and the exit code that makes its supervisor start it again. */
function endFor(error: unknown): never {
  console.error(startRefusal(error));
  process.exit(1);
}

const started: Started = {};
stopOnSignal(started);
try {
  const configuration = readConfiguration(process.env);
  const log = createLog(configuration.log_level);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'The server ends, because something failed that nobody waited for.');
    process.exit(1);
  });
  const application = await start(configuration, log, started);
  // Whoever started this process knows from now on that it works (`tools/start/supervise.mjs`).
  process.send?.('ready');
  await announce(configuration, application);
} catch (error) {
  // A start that was cut off fails as its connections end.
  if (!isStopping) endFor(error);
}
