/**
 * Measures the product beside its bare limits, in one run on one machine: `npm run bench`. See docs/bench.md.
 *   --quick           smaller ledgers, shorter measurements
 *   --only a,b        only these benches
 *   --lines n         lines of the large ledger
 *   --repetitions n   --seconds n
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectPath } from '../apps/server/src/platform/project-paths.ts';
import { run } from '../tools/run.mjs';
import { approvalCost } from './benches/approval-cost.ts';
import { approvalFloor } from './benches/approval-floor.ts';
import { approvals } from './benches/approvals.ts';
import { balances } from './benches/balances.ts';
import { documentList } from './benches/document-list.ts';
import type { Bench } from './benches/bench.ts';
import { bulkPosting } from './benches/bulk-posting.ts';
import { integration } from './benches/integration.ts';
import { importFile } from './benches/files/import.ts';
import { interaction } from './benches/interaction.ts';
import { lists } from './benches/lists.ts';
import { payeeList } from './benches/payee-list.ts';
import { peers } from './benches/peers.ts';
import { papers } from './benches/files/papers.ts';
import { processorTime } from './benches/processor-time.ts';
import { readsUnderPosting } from './benches/reads-under-posting.ts';
import { receivableList } from './benches/receivable-list.ts';
import { reports } from './benches/reports.ts';
import { reportFiles } from './benches/files/report-files.ts';
import { uploads } from './benches/files/uploads.ts';
import { smallGet } from './benches/small-get.ts';
import { startUp } from './benches/start-up.ts';
import { trialBalance } from './benches/trial-balance.ts';
import { summarize, tableOf } from './figures.ts';
import { measureAll, type Measured } from './measure.ts';
import { setStage, type BenchSettings, type Stage } from './stage.ts';
import { findPgbench } from './yardstick/pgbench.ts';

const BENCHES: readonly Bench[] = [
  approvals,
  approvalCost,
  approvalFloor,
  integration,
  bulkPosting,
  trialBalance,
  reports,
  lists,
  payeeList,
  smallGet,
  papers,
  processorTime,
  readsUnderPosting,
  interaction,
  startUp,
  importFile,
  uploads,
  documentList,
  receivableList,
  reportFiles,
  peers,
  balances,
];

const DEFAULTS: BenchSettings = { lines: 1_000_000, small_lines: 100_000, repetitions: 3, seconds: 3 };
const QUICK: BenchSettings = { lines: 100_000, small_lines: 10_000, repetitions: 1, seconds: 2 };

const at = new Date().toISOString();
const say = (sentence: string) => console.log(sentence);

const { settings, benches, file } = readOptions();
findPgbench();
const build = await run(process.execPath, ['tools/build.mjs']);
if (build.code !== 0) process.exit(1);
const { figures, failures } = await onStage((stage) => measureAll(stage, benches, { say, keep: write }));
say(`\n${tableOf(summarize(figures))}`);
for (const { bench, repetition, message } of failures)
  say(`NOT MEASURED: ${bench}${repetition === null ? '' : `, repetition ${repetition}`}: ${message}`);
say(`\nWritten to ${file}`);
if (failures.length > 0) process.exitCode = 1;

async function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = await setStage(settings, say);
  const endOnSignal = () => void stage.stop().finally(() => process.exit(1));
  process.once('SIGINT', endOnSignal).once('SIGTERM', endOnSignal);
  try {
    return await work(stage);
  } finally {
    await stage.stop();
  }
}

/** Everything that is known so far. */
function write({ figures: known, failures: failed }: Measured): void {
  const measured = { at, settings, machine: machine(), results: summarize(known), failures: failed };
  writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`);
}

function readOptions(): { settings: BenchSettings; benches: readonly Bench[]; file: string } {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      lines: { type: 'string' },
      repetitions: { type: 'string' },
      seconds: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const base = values.quick ? QUICK : DEFAULTS;
  const number = (text: string | undefined, otherwise: number) => (text === undefined ? otherwise : Number(text));
  const asked = values.only?.split(',');
  const unknown = asked?.find((name) => !BENCHES.some((bench) => bench.name === name));
  if (unknown !== undefined) {
    console.error(`There is no bench ${unknown}. The benches are: ${BENCHES.map((bench) => bench.name).join(', ')}.`);
    process.exit(1);
  }
  const folder = projectPath('data', 'bench');
  mkdirSync(folder, { recursive: true });
  return {
    settings: {
      lines: number(values.lines, base.lines),
      small_lines: base.small_lines,
      repetitions: number(values.repetitions, base.repetitions),
      seconds: number(values.seconds, base.seconds),
    },
    benches: asked ? BENCHES.filter((bench) => asked.includes(bench.name)) : BENCHES,
    file: values.json ?? path.join(folder, `${at.slice(0, 19).replaceAll(':', '-')}.json`),
  };
}

/** What the figures were taken on; absolute ones mean nothing without it. */
function machine() {
  return { processors: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
}
