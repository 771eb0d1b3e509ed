import { randomUUID } from 'node:crypto';
import { amountText } from '@talaan/core/money/money';
import { today } from '../../apps/server/src/platform/clock.ts';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import type { Figure } from '../figures.ts';
import { runLoad, type HttpRequest } from '../http-load.ts';
import { loadCodes, loadLedgerMasters } from '../ledger/ledger-masters.ts';
import { createHotJournalPlanner, type JournalPlan } from '../ledger/plan-journals.ts';
import { makeSendingClient, openToken } from '../ledger/sending-client.ts';
import type { Books } from '../stage.ts';
import { enterBareSendings } from '../yardstick/bare-sendings.ts';
import type { Bench } from './bench.ts';

const CONNECTIONS = 32;
/** Documents of one batch where a source collects what it has. */
const COLLECTED = 50;
const COLLECTORS = 4;
/** Bodies are written before the run, so that the client has nothing to do but to send: as many as the fastest run could. */
const PREPARED_PER_SECOND = 1500;

/** P1: what another system sends posts at once, through every check of the product, its history and its numbers. */
export const integration: Bench = {
  name: 'integration',
  async measure(stage, limits) {
    const { seconds } = stage.settings;
    const limit = await limits.posting();
    const client = await makeSendingClient(stage.large.ownerUrl);
    const token = await openToken(stage.large.server.port, client);
    const entries = async (documents: number, connections = CONNECTIONS) =>
      (await sendBatches(stage.large, { documents, token, seconds, connections })) * documents;
    const figure = { unit: 'per second', yardstick: limit } as const;
    const single = await entries(1);
    return [
      {
        ...figure,
        id: 'P1',
        title: 'Entries of four lines over HTTP, one a batch, 32 connections : fn_upd_hot, 8 clients',
        ours: single,
        goal: { at_least: 2 },
      },
      {
        id: 'P1 prototype',
        title: 'The same : the prototype with the same guards, rows and commits',
        unit: 'per second',
        ours: single,
        yardstick: await enterBareSendings(stage.large.ownerUrl, client.client_id, seconds),
        goal: { at_least: 0.8 },
      },
      {
        ...figure,
        id: 'P1 collected',
        title: `The same, ${COLLECTED} documents a batch, ${COLLECTORS} connections`,
        ours: await entries(COLLECTED, COLLECTORS),
        goal: null,
      },
    ] satisfies Figure[];
  },
};

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
