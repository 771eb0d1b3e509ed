/**
 * Makes a ledger of any size to look at: `npm run demo:large -- --lines 10000000`. It goes into a database of its own:
 * the one of DATABASE_URL, or an embedded one in the folder `--data-dir`.
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkLedger, loadLedger } from '../bench/ledger/load-ledger.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { installJobQueue } from '../apps/server/src/platform/job-queue.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { projectPath } from '../apps/server/src/platform/project-paths.ts';

/** About what the load needs on disk for each line, its indexes and its document included. */
const BYTES_PER_LINE = 1300;

const { values: options } = parseArgs({
  options: {
    lines: { type: 'string', default: '1000000' },
    'data-dir': { type: 'string', default: projectPath('data', 'large') },
  },
});
const lines = Number(options.lines);
const say = (sentence: string) => console.log(sentence);

if (!Number.isSafeInteger(lines) || lines < 4 || lines > 36_000_000) {
  console.error('--lines takes a whole number from 4 to 36,000,000.');
  process.exitCode = 1;
} else {
  await makeLargeLedger();
}

async function makeLargeLedger(): Promise<void> {
  const started = performance.now();
  const outside = process.env['DATABASE_URL'];
  const dataDir = options['data-dir'];
  say(`A ledger of ${lines.toLocaleString('en')} lines needs about ${gigabytes(lines * BYTES_PER_LINE)} of disk.`);
  if (!outside) mkdirSync(dataDir, { recursive: true });
  const embedded = outside ? null : await startEmbeddedPostgres({ dataDir, log: say });
  try {
    const ownerUrl = outside ?? embedded!.ownerUrl;
    const { appUrl } = await migrate(ownerUrl);
    await installJobQueue(ownerUrl);
    await loadLedger(ownerUrl, { lines, say });
    say('Comparing the running sums with the postings …');
    const counts = await checkLedger(appUrl);
    say(`
Journal entries   ${counts.journals.toLocaleString('en')}
Lines             ${counts.lines.toLocaleString('en')}
Debit             ${counts.debit}
Credit            ${counts.credit}
Months out of balance                      ${counts.months_off}
Running sums that differ from the postings ${counts.balances_off}
Made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    if (counts.debit !== counts.credit || counts.months_off > 0 || counts.balances_off > 0) {
      throw new Error('The ledger is not in balance.');
    }
    if (embedded) say(`\nOpen it with: DATA_DIR=${embedded.dataDir} npm start`);
  } finally {
    await embedded?.stop();
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}
