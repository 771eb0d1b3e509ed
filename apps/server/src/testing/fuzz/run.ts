/**
 * Sends hostile requests to every call of the API, at a server of its own on this machine: `npm run fuzz`.
 *   --seed n      the requests of a run that is to be made again; another one each time otherwise
 *   --count n     how many (60,000)
 *   --seconds n   no request begins later (1,800)
 *   --only n      the request of this number alone
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { createApplication } from '../../application.ts';
import { fillNewInstallation } from '../../demo/load-demo-company.ts';
import { today } from '../../platform/clock.ts';
import { readConfiguration } from '../../platform/configuration.ts';
import { openDatabase, type DatabaseUrls } from '../../platform/database/database.ts';
import { startEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts';
import { installJobQueue } from '../../platform/job-queue.ts';
import { migrate, refreshStatistics } from '../../platform/database/migrate.ts';
import { signInAs } from '../sign-in/sign-in.ts';
import { fuzz } from './fuzz.ts';
import { failureText, outcomeText } from './fuzz-report.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    count: { type: 'string', default: '60000' },
    seconds: { type: 'string', default: '1800' },
    only: { type: 'string' },
  },
});
const options = {
  seed: Number(values.seed),
  count: Number(values.count),
  seconds: Number(values.seconds),
  only: values.only === undefined ? undefined : Number(values.only),
};
const ROLES = ['admin', 'preparer', 'preparer2', 'checker', 'approver1', 'approver2', 'cashier', 'auditor'];
const say = (sentence: string) => console.log(sentence);

if (Object.values(options).some((value) => value !== undefined && !Number.isSafeInteger(value))) {
  console.error('--seed, --count, --seconds and --only take whole numbers.');
  process.exitCode = 1;
} else {
  process.exitCode = await run();
}

async function run(): Promise<number> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'talaan-fuzz-'));
  // The account that runs the database must be able to pass through.
  chmodSync(dataDir, 0o711);
  const embedded = await startEmbeddedPostgres({ dataDir, log: say });
  try {
    const urls = await migrate(embedded.ownerUrl);
    await installJobQueue(embedded.ownerUrl);
    const database = openDatabase(urls);
    await fillNewInstallation(database, { demo: true, today: today(), say });
    // As the first start does: without them a read of a billing takes seconds, and is no defect of what is asked.
    await refreshStatistics(embedded.ownerUrl);
    await database.destroy();
    return await fuzzApplication({ ...urls, ownerUrl: embedded.ownerUrl }, dataDir);
  } finally {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fuzzApplication(urls: DatabaseUrls & { ownerUrl: string }, dataDir: string): Promise<number> {
  const configuration = readConfiguration({ DATA_DIR: dataDir, REQUESTS_PER_MINUTE: '1000000000' });
  const application = await createApplication(configuration, urls, pino({ level: 'silent' }));
  const { server, database } = application;
  try {
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    const description = (await server.inject('/api/openapi.json')).json();
    const users = await database
      .selectFrom('app_user')
      .select(['id', 'user_id'])
      .where('user_id', 'in', ROLES)
      .execute();
    const signIn = async (person: number) => {
      const user = users.find(({ user_id }) => user_id === ROLES[person])!;
      return (await signInAs(server, database, { ...user, name: user.user_id })).headers;
    };
    say(
      `Seed ${options.seed}, ${options.only === undefined ? `${options.count.toLocaleString('en')} requests` : `request ${options.only}`}, as ${ROLES.join(', ')} and nobody`,
    );
    const started = performance.now();
    const outcome = await fuzz({ port, description, people: ROLES.length, signIn }, options);
    for (const failure of outcome.failures) say(failureText(failure, options));
    say(outcomeText(outcome, (performance.now() - started) / 1000));
    return outcome.failures.length === 0 ? 0 : 1;
  } finally {
    await application.stop();
  }
}
