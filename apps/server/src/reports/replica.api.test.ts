import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readClosingChecklist } from '@talaan/contract/desks/closing-checklist.contract';
import { createBatch } from '@talaan/contract/documents/batch.contract';
import { birFormReport } from '@talaan/contract/reports/bir-form.report';
import { anyReport } from '@talaan/contract/reports/kit/define-report';
import { reportRoutes } from '@talaan/contract/reports/kit/report-routes';
import { trialBalanceReport } from '@talaan/contract/reports/trial-balance.report';
import { registerCalls } from '../application.ts';
import { findOpenWork } from '../desks/closing-checklist.store.ts';
import { countCopy } from '../documents/print/issued-paper.store.ts';
import { findWithheld } from '../documents/tax-certificate/withheld.store.ts';
import { readConfiguration } from '../platform/configuration.ts';
import { inTransaction, openDatabase, SYSTEM_ACTOR, type Database } from '../platform/database/database.ts';
import { Replica, replicaUrl } from '../platform/database/replica.ts';
import { installJobQueue } from '../platform/job-queue.ts';
import { registerHealth } from '../platform/health.ts';
import { SYSTEM_PRINCIPAL } from '../platform/http/principal.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import { openFreezingProxy, type FreezingProxy } from '../testing/freezing-proxy.ts';
import { openJournalBooks, type JournalBooks, type Role } from '../testing/books/journal-books.ts';
import { runAsOwner } from '../testing/owner-connection.ts';
import { readPdfText } from '../testing/pdf-text.ts';
import { createReplicatedDatabase, type ReplicatedDatabase } from '../testing/replica/replicated-database.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { askReport, readReport } from './kit/read-report.ts';
import { readInSnapshot } from './kit/snapshots/report-source.ts';
import { STATEMENTS } from './reports.ts';

// Reports are read from a replica that follows by streaming; it is paused, and ended, under them.

const dataDir = mkdtempSync(path.join(tmpdir(), 'talaan-replica-'));
let copy: ReplicatedDatabase;
/** Between the server and the replica. */
let line: FreezingProxy;
let app: TestServer;
let calls: { stop(): Promise<void> };
let books: JournalBooks;
let services: RouteServices;
beforeAll(async () => {
  copy = await createReplicatedDatabase();
  await installJobQueue(copy.ownerUrl);
  line = await openFreezingProxy(copy.replicaUrl);
  const options = { books: copy, replicaUrl: line.through(copy.replicaUrl) };
  app = await createTestServer(async (server, given) => {
    services = given;
    const configuration = readConfiguration({ DATA_DIR: dataDir, TALAAN_DEMO: '0' });
    calls = await registerCalls(server, { ...given, ...given.access }, configuration);
  }, options);
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`update setting set value = '{"bank_details": false, "limits": false, "roles": false}' where key = 'four_eyes'`.execute(
      db,
    ),
  );
  const reads = { 'Trial Balance': 1, 'BIR Form 2307': 1 } as const;
  books = await openJournalBooks(app.server, app.database, { auditor: reads, preparer: reads, checker: reads });
}, 60_000);
afterAll(async () => {
  await calls.stop();
  line.close();
  await app.stop();
  rmSync(dataDir, { recursive: true });
});

const onReplica = <T extends object>(statement: string) =>
  runAsOwner(copy.replicaOwnerUrl, async (owner) => (await owner.query<T>(statement)).rows);
const pause = () => onReplica('select pg_wal_replay_pause()');
const resume = () => onReplica('select pg_wal_replay_resume()');
const replica = () => services.replica!;

/** Waits until the replica has all that was written. */
async function followed(): Promise<void> {
  const position = await replica().position();
  await vi.waitUntil(async () => {
    const [row] = await onReplica<{ there: boolean }>(`select pg_last_wal_replay_lsn() >= '${position}' as there`);
    return row!.there;
  });
}

/** The replica follows, and has all that was written. */
beforeEach(async () => {
  await resume();
  await followed();
});

const MARCH = { query: { type: 'ftm', year: '2026', month: '3' } } as never;
const trialBalance = async (role: Role) =>
  (await books.people[role].call(reportRoutes(trialBalanceReport).read, MARCH)) as {
    data: unknown;
    header: { generated: string };
    totals: { cur_debit: string; cur_credit: string };
    proof: { difference: string }[];
  };
/** What a role sees of March, and what the foot says of when it is. */
const march = async (role: Role) => {
  const { totals, header } = await trialBalance(role);
  return [totals.cur_debit, header.generated.split(' · ')[1]] as const;
};
const post = (amount: string) => books.saveAt(7, amount);

it('says of which moment a report is: that of now while the replica keeps up, and how far it is behind when it does not', async () => {
  await post('1000.00');
  await vi.waitFor(async () =>
    expect(await march('auditor')).toEqual(['1000.00', expect.stringMatching(/^as of \d\d:\d\d:\d\d$/)]),
  );
  expect(replica().reads.replica).toBeGreaterThan(0);
  const { headers } = books.people.auditor;
  const file = await app.server.inject({ url: '/api/rpt/tbal/export?type=ftm&year=2026&month=3&format=pdf', headers });
  expect(readPdfText(file.rawPayload).join('\n')).toMatch(/Generated by .* · as of \d\d:\d\d:\d\d/);
  await pause();
  const last = await post('500.00');
  expect(last.status).toBe(7);
  await sql`select pg_sleep(1.1)`.execute(app.database);
  const [debit, said] = await march('auditor');
  // What was posted meanwhile is not in it, and it says so.
  expect(debit).toBe('1000.00');
  expect(said).toMatch(/^as of \d\d:\d\d:\d\d, [1-9]\d? s behind$/);
});

it('whoever posted reads his posting at once: the replica is waited for shortly, and not read where it stays behind', async () => {
  await pause();
  const [before] = await march('auditor');
  await post('250.00');
  const debit = String(Number.parseFloat(before) + 250).concat('.00');
  // The third approver posted it, the preparer sent it: each has written; the auditor has not.
  for (const role of ['preparer', 'checker'] as const) {
    if (role === 'preparer') await books.people[role].call(createBatch, { body: books.entry('1.00') });
    expect(await march(role)).toEqual([debit, 'read from the database itself: the replica has not got what you wrote']);
  }
  expect((await march('auditor'))[0]).toBe(before);
  const coming = march('preparer');
  await resume();
  expect(await coming).toEqual([debit, expect.stringMatching(/^as of \d\d:\d\d:\d\d$/)]);
});

it('figures and proof of an answer are of one snapshot of one node, whatever is posted and replayed meanwhile', async () => {
  const statement = STATEMENTS.find(({ report }) => report.name === 'trial-balance')!;
  const reading = { replica: replica(), database: app.database, statement, written: null };
  const nodes = new Set<string>();
  await readInSnapshot(reading, async (snapshot) => {
    const where = async () =>
      (await sql<{ node: string }>`select pg_is_in_recovery() || ' ' || pg_backend_pid() as node`.execute(snapshot))
        .rows[0]!.node;
    const read = async () => {
      nodes.add(await where());
      const filter = reportRoutes(trialBalanceReport).read.query.parse({
        type: 'ftm',
        year: '2026',
        month: '3',
      }).filter;
      return readReport(await askReport(snapshot, statement, SYSTEM_PRINCIPAL, filter), { limit: 200 });
    };
    const first = await read();
    await post('75.00');
    await followed();
    const second = await read();
    expect([second.totals, second.proof, second.data]).toEqual([first.totals, first.proof, first.data]);
    expect(second.proof.every(({ difference }) => difference === '0.00')).toBe(true);
  });
  expect([...nodes]).toEqual([expect.stringMatching(/^true \d+$/)]);
});

it('closing a month, filings and papers are never read from it, and refuse it', async () => {
  await pause();
  const open = await books.save('33.00', { document_date: '2026-04-15' });
  const { data } = await books.people.admin.call(readClosingChecklist, {
    query: { period: 202604, module: 'general_journal' },
  });
  expect(JSON.stringify(data)).toContain(open.batch_number);
  const form = anyReport(birFormReport);
  const reads = { ...replica().reads };
  const answer = await books.people.auditor.call(reportRoutes(form).read, {
    query: { fiscal_year: '2026', quarter: '1' },
  });
  expect([answer.header.generated.includes(' · '), replica().reads]).toEqual([false, reads]);
  const filed = STATEMENTS.find(({ report }) => report.name === 'bir-form')!;
  const quarter = { kind: 'quarter', fiscal_year: 2026, quarter: 1, payee_ids: [] } as never;
  const refusals: readonly ((snapshot: Database) => Promise<unknown>)[] = [
    (snapshot) => findOpenWork(snapshot, SYSTEM_PRINCIPAL, { period: 202604, modules: ['general_journal'] } as never),
    (snapshot) => findWithheld(snapshot, SYSTEM_PRINCIPAL, quarter),
    (snapshot) => countCopy(snapshot, { content: 'x', facts: {} } as never),
    (snapshot) => askReport(snapshot, filed, SYSTEM_PRINCIPAL, {}),
  ];
  const free = { replica: replica(), database: app.database, statement: {}, written: null };
  for (const refused of refusals) {
    const said = await readInSnapshot(free, (snapshot) => refused(snapshot).catch((error: Error) => error.message));
    expect(said).toMatch(/is never read from a replica\.$/);
  }
  const own = openDatabase(copy.replicaUrl, { poolSize: 1 });
  try {
    await expect(inTransaction(own, SYSTEM_ACTOR, (db) => sql`delete from session`.execute(db))).rejects.toMatchObject({
      code: '25006',
    });
  } finally {
    await own.destroy();
  }
});

it('a replica that follows nothing is none: the database itself does not stand for one', async () => {
  const none = await Replica.open(
    app.database,
    replicaUrl(copy.ownerUrl.replace(/\/\/[^@]+@/, '//'), copy.appUrl),
    () => {},
  );
  try {
    expect([none.health, await none.choose(null)]).toEqual([
      { state: 'down', seconds_behind: null },
      { node: 'database', said: 'read from the database itself: the replica does not answer' },
    ]);
  } finally {
    await none.close();
  }
});

it('one that freezes under a report is given up, and the report is read from the database itself', async () => {
  const statement = STATEMENTS.find(({ report }) => report.name === 'trial-balance')!;
  const said: string[] = [];
  const reading = { replica: replica(), database: app.database, statement, written: null };
  await readInSnapshot(reading, async (snapshot, where) => {
    said.push(where);
    if (where.startsWith('as of')) line.freeze();
    await sql`select 1`.execute(snapshot);
  });
  expect(said).toEqual([expect.stringMatching(/^as of/), 'read from the database itself: the replica does not answer']);
  expect((await march('auditor'))[1]).toBe('read from the database itself: the replica does not answer');
  line.thaw();
  await vi.waitFor(async () => {
    await replica().look();
    expect(replica().health.state).toBe('up');
  });
});

it('one that ends is given up without a failure, said on the report, in health and metrics', async () => {
  const health = Fastify();
  registerHealth(
    health,
    { database: app.database, replica: replica(), backup: null },
    { version: 'test', migration: '' },
  );
  await replica().look();
  expect((await health.inject('/api/health')).json()).toMatchObject({
    ready: true,
    replica: { state: 'up', seconds_behind: 0 },
  });
  const before = (await march('auditor'))[0];
  await copy.stopReplica();
  const asked = await Promise.all(Array.from({ length: 5 }, () => march('auditor')));
  for (const one of [...asked, await march('auditor')])
    expect(one).toEqual([before, 'read from the database itself: the replica does not answer']);
  await replica().look();
  expect((await health.inject('/api/health')).json()).toMatchObject({
    ready: true,
    replica: { state: 'down', seconds_behind: null },
  });
  expect((await health.inject('/api/metrics')).body).toMatch(
    /talaan_replica_up 0[\s\S]*talaan_report_reads\{node="database"\} [1-9]/,
  );
  await health.close();
});
