import { randomUUID } from 'node:crypto';
import { amountText } from '@talaan/core/money/money';
import { today } from '../../apps/server/src/platform/clock.ts';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import type { Figure } from '../figures.ts';
import { runLoad, type HttpRequest } from '../http-load.ts';
import { loadCodes, loadLedgerMasters } from '../ledger/ledger-masters.ts';
import { createHotJournalPlanner, type JournalPlan } from '../ledger/plan-journals.ts';
import { makeSendingClient, openToken } from '../ledger/sending-client.ts';
import { withClient } from '../scratch-cluster.ts';
import type { Books } from '../stage.ts';
import { enterBareSendings } from '../yardstick/bare-sendings.ts';
import type { Bench } from './bench.ts';

const CONNECTIONS = 32;
/** Documents of one batch where a source collects what it has. */
const COLLECTED = 50;
const COLLECTORS = 4;
/** Bodies are written before the run, so that the client has nothing to do but to send: as many as the fastest run could. */
const PREPARED_PER_SECOND = 1500;

/** What a flush of a slow disk takes at least, in microseconds. */
const SLOW_FLUSH = 2000;

/** P1: what another system sends posts at once, through every check of the product, its history and its numbers; P3 on a slow disk. */
export const integration: Bench = {
  name: 'integration',
  async measure(stage, limits) {
    const { seconds } = stage.settings;
    const { ownerUrl, server } = stage.large;
    const client = await makeSendingClient(ownerUrl);
    const token = await openToken(server.port, client);
    const entries = async (documents: number, connections = CONNECTIONS) =>
      (await sendBatches(stage.large, { documents, token, seconds, connections })) * documents;
    const prototype = () => enterBareSendings(ownerUrl, client.client_id, seconds);
    const unit = 'per second';
    // Nobody's first: programs and plans are warm for whoever sends all day.
    await entries(1);
    const [limit, single, bare] = [await limits.posting(), await entries(1), await prototype()];
    const collected = await entries(COLLECTED, COLLECTORS);
    const [slowLimit, slow, slowBare] = await onSlowDisk(ownerUrl, async () => [
      await stage.posting_yardstick.run(seconds),
      await entries(1),
      await prototype(),
    ]);
    return [
      {
        id: 'P1',
        title: 'Entries of four lines over HTTP, one a batch, 32 connections : fn_upd_hot, 8 clients',
        unit,
        ours: single,
        yardstick: limit,
        goal: { at_least: 2 },
      },
      { id: 'P1 prototype', title: PROTOTYPE, unit, ours: single, yardstick: bare, goal: { at_least: 0.8 } },
      {
        id: 'P1 collected',
        title: `The same, ${COLLECTED} documents a batch, ${COLLECTORS} connections : fn_upd_hot`,
        unit,
        ours: collected,
        yardstick: limit,
        goal: null,
      },
      {
        id: 'P3',
        title: 'One a batch, 32 connections, a flush of the disk of 2 ms and more : fn_upd_hot on it',
        unit,
        ours: slow,
        yardstick: slowLimit,
        goal: { at_least: 2 },
      },
      { id: 'P3 prototype', title: PROTOTYPE, unit, ours: slow, yardstick: slowBare, goal: { at_least: 0.8 } },
    ] satisfies Figure[];
  },
};

const PROTOTYPE = 'The same : the prototype with the same guards, rows and commits';

/** Works while each flush of the cluster's log waits first, as on a disk that is slow to answer. */
async function onSlowDisk<Result>(ownerUrl: string, work: () => Promise<Result>): Promise<Result> {
  const set = (to: string) =>
    withClient(ownerUrl, async (owner) => {
      await owner.query(`alter system ${to}`);
      await owner.query('select pg_reload_conf()');
    });
  await set('set commit_siblings = 0');
  await set(`set commit_delay = ${SLOW_FLUSH}`);
  try {
    return await work();
  } finally {
    await set('reset commit_delay');
    await set('reset commit_siblings');
  }
}

/** Sends batches for the given time; answers how many a second were posted. */
async function sendBatches(
  books: Books,
  load: { documents: number; token: string; seconds: number; connections: number },
): Promise<number> {
  const { documents, token, seconds, connections } = load;
  const prepared = Math.ceil((PREPARED_PER_SECOND * (seconds + 1)) / documents);
  const bodies = await writeBodies(books.ownerUrl, prepared, documents);
  let next = 0;
  const { per_second } = await runLoad({
    port: books.server.port,
    connections,
    seconds,
    answers: 201,
    next: (): HttpRequest | null => {
      const body = bodies[next++];
      if (body === undefined) return null;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return {
        method: 'POST',
        path: '/api/trx/integrated',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body,
      };
    },
  });
  return per_second;
}

async function writeBodies(ownerUrl: string, count: number, documents: number): Promise<string[]> {
  const database = openDatabase(ownerUrl, { poolSize: 1 });
  try {
    const [masters, codes] = [await loadLedgerMasters(database), await loadCodes(database)];
    const date = today();
    const plan = createHotJournalPlanner(masters, { seed: count, date });
    const run = randomUUID().slice(0, 8);
    return Array.from({ length: count }, (_, batch) => {
      const journals = Array.from({ length: documents }, (__, at) => plan(batch * documents + at));
      return bodyOf(`${run}-${batch}`, journals, codes);
    });
  } finally {
    await database.destroy();
  }
}

type Codes = Awaited<ReturnType<typeof loadCodes>>;

function bodyOf(batch_no: string, journals: readonly JournalPlan[], codes: Codes): string {
  const debit = journals.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.debit, 0n);
  const lines = journals.reduce((count, journal) => count + journal.lines.length, 0);
  return JSON.stringify({
    batch_no,
    department: codes.department[0],
    document_type: 'JE',
    control: { documents: journals.length, lines, debit: amountText(debit), credit: amountText(debit) },
    documents: journals.map((journal, place) => ({
      document_no: String(place + 1),
      document_date: journal.date,
      remarks: 'TRANSACTIONS OF THE DAY',
      lines: journal.lines.map((line) => ({
        account_code: codes.account[line.account_id],
        branch: codes.branch[line.branch_id] ?? codes.branch[0],
        department: line.department_id === null ? '' : (codes.department[line.department_id] ?? codes.department[0]),
        payee_code: codes.payee[line.payee_id] ?? codes.payee[0],
        debit_amount: amountText(line.debit),
        credit_amount: amountText(line.credit),
      })),
    })),
  });
}
