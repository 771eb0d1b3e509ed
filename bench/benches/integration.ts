import { randomUUID } from 'node:crypto';
import { amountText } from '@talaan/core/money/money';
import { confirmClient, findSendingRights, insertClient } from '../../apps/server/src/access/clients/client.store.ts';
import { today } from '../../apps/server/src/platform/clock.ts';
import { inTransaction, openDatabase, type Database } from '../../apps/server/src/platform/database/database.ts';
import type { Figure } from '../figures.ts';
import { openConnection, runLoad, type HttpRequest } from '../http-load.ts';
import { findUserId, loadCodes, loadLedgerMasters } from '../ledger/ledger-masters.ts';
import { createHotJournalPlanner, type JournalPlan } from '../ledger/plan-journals.ts';
import type { Books } from '../stage.ts';
import type { Bench } from './bench.ts';

const CONNECTIONS = 32;
/** Documents of one batch where a source collects what it has. */
const COLLECTED = 50;
const COLLECTORS = 4;
/** Bodies are written before the run, so that the client has nothing to do but to send: as many as the fastest run could. */
const PREPARED_PER_SECOND = 1500;
const SOURCE = 'IS';

/** P1: what another system sends posts at once, through every check of the product, its history and its numbers. */
export const integration: Bench = {
  name: 'integration',
  async measure(stage, limits) {
    const { seconds } = stage.settings;
    const limit = await limits.posting();
    const token = await openClient(stage.large);
    const entries = async (documents: number, connections = CONNECTIONS) =>
      (await sendBatches(stage.large, { documents, token, seconds, connections })) * documents;
    const figure = { unit: 'per second', yardstick: limit } as const;
    return [
      {
        ...figure,
        id: 'P1',
        title: 'Entries of four lines over HTTP, one a batch, 32 connections : fn_upd_hot, 8 clients',
        ours: await entries(1),
        goal: { at_least: 2 },
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

/** A client of the source that posts, confirmed by a second person; answers its token. */
async function openClient({ ownerUrl, server: { port } }: Books): Promise<string> {
  const client = await makeClient(ownerUrl);
  const connection = await openConnection(port);
  try {
    const { body } = await connection.send({
      method: 'POST',
      path: '/api/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...client }).toString(),
    });
    return (JSON.parse(body) as { access_token: string }).access_token;
  } finally {
    connection.close();
  }
}

async function makeClient(ownerUrl: string): Promise<{ client_id: string; client_secret: string }> {
  const database = openDatabase(ownerUrl, { poolSize: 1 });
  const as = async <T>(name: string, work: (db: Database) => Promise<T>) =>
    inTransaction(database, { user_id: await findUserId(database, name), request_id: null }, work);
  try {
    const { department } = await loadCodes(database);
    const { id, client_id, client_secret } = await as('admin', async (db) => {
      const rights = await findSendingRights(db, { source: SOURCE, departments: [department[0]!] });
      const sends = { source_id: rights.source_id!, department_ids: rights.departments.map((one) => one.id!) };
      return insertClient(db, { name: `Bench ${randomUUID().slice(0, 8)}`, scopes: ['integrated'], sends });
    });
    await as('admin2', (db) => confirmClient(db, id));
    return { client_id, client_secret };
  } finally {
    await database.destroy();
  }
}
