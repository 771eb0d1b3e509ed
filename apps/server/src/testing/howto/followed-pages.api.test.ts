import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { createBatch, moveBatch } from '@talaan/contract/documents/batch.contract';
import type {
  createOrder,
  postOrder,
  readOrder,
} from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { findViolations } from '../../../../../tools/architecture.ts';
import type { DocumentDefinition } from '../../batches/record/document-definition.ts';
import type { registerBatchRoutes } from '../../batches/register-batches.ts';
import { projectPath } from '../../platform/project-paths.ts';
import type { JournalBooks, openJournalBooks } from '../books/journal-books.ts';
import { copyProject, readBlocks, writeBlocks } from './copied-project.ts';
import { runAsOwner } from '../owner-connection.ts';
import type { createBaseRecords } from '../books/base-records.ts';
import type { registerReports } from '../../reports/kit/register-reports.ts';
import type { AnyStatement } from '../../reports/kit/report-statement.ts';
import type { MakeFixture } from '../../masterdata/fixtures/fixture.ts';
import type { openTestLedger } from '../books/test-ledger.ts';
import { readPdfText } from '../pdf-text.ts';
import type { createCaller, Row } from '../raw-caller.ts';
import type { createSignedInClient } from '../sign-in/sign-in.ts';
import type { createTestServer } from '../test-server.ts';

// What pages of docs/howto add, made from them as they stand there, in one copy of the project.

const BLOCKS = [
  'add-a-document.md',
  'add-a-document-with-tables.md',
  'add-a-print.md',
  'add-a-report.md',
  'add-a-resource.md',
].flatMap(readBlocks);

let folder: string;
beforeAll(() => {
  folder = copyProject();
  writeBlocks(folder, BLOCKS);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program of the project says of the copy; nothing where all is well. */
async function faultsBy(program: string, ...parts: string[]): Promise<string> {
  const call = [projectPath('node_modules', program), ...parts];
  const told = await promisify(execFile)(process.execPath, call, { cwd: folder }).catch(
    (failure: unknown) => failure as { stdout: string },
  );
  return told instanceof Error ? `${program}: ${told.stdout}${told.message}` : '';
}

/** Compiles an application of the copy, without its tests. */
function compile(app: string): Promise<string> {
  const config = path.join(folder, 'apps', app, 'tsconfig.copy.json');
  const exclude = ['src/**/*.test.ts', 'src/**/*.test.tsx', 'src/testing'];
  const compilerOptions = { incremental: false };
  writeFileSync(config, JSON.stringify({ extends: './tsconfig.json', compilerOptions, include: ['src'], exclude }));
  return faultsBy('typescript/bin/tsc', '--singleThreaded', '-p', config);
}

it('compiles on every side, in the layout of the project', async () => {
  const sources = BLOCKS.map(({ file }) => file).filter((file) => /\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(20);
  expect(await faultsBy('oxfmt/bin/oxfmt', '--check', ...sources)).toBe('');
  expect(await Promise.all(['server', 'web'].map(compile))).toEqual(['', '']);
}, 300_000);

it('keeps to the rooms of ARCHITECTURE.md', () => {
  expect(findViolations(folder)).toEqual([]);
});

const DOCUMENTS = 'apps/server/src/documents';
const CONTRACTS = 'packages/contract/src/documents';
const LOADED = [
  'apps/server/src/testing/test-server.ts',
  'apps/server/src/testing/books/journal-books.ts',
  'apps/server/src/batches/register-batches.ts',
  `${CONTRACTS}/batch.contract.ts`,
];

/** What these modules of the copy are used for. */
interface Copy {
  readonly createTestServer: typeof createTestServer;
  readonly openJournalBooks: typeof openJournalBooks;
  readonly registerBatchRoutes: typeof registerBatchRoutes;
  readonly createBatch: typeof createBatch;
  readonly moveBatch: typeof moveBatch;
}

/** Modules of the copy, as one. */
async function load<Own>(...files: string[]): Promise<Copy & Own> {
  const loaded = await Promise.all(
    [...LOADED, ...files].map((file) => import(path.join(folder, file)) as Promise<object>),
  );
  return Object.assign({}, ...loaded) as Copy & Own;
}

const ACTORS = ['preparer', 'checker', 'approver1', 'approver2', 'approver3'] as const;

/** A server of the copy, with what the pages bring to its database. */
async function openServer({ createTestServer }: Copy, register: Parameters<typeof createTestServer>[0]) {
  const app = await createTestServer(register);
  onTestFinished(() => app.stop());
  const migrations = BLOCKS.filter(({ language }) => language === 'sql').map(({ text }) => text);
  await runAsOwner(app.ownerUrl, (owner) =>
    owner.query(`begin; set local talaan.user_id = 'system'; ${migrations.join('\n')} commit`),
  );
  return app;
}

/** Such a server with a type that a page makes, and people who may do all with it. */
async function openBooks(
  copy: Copy,
  module: string,
  definition: DocumentDefinition,
  more?: Parameters<typeof createTestServer>[0],
) {
  const app = await openServer(copy, (http, services) => {
    copy.registerBatchRoutes(http, services, [definition]);
    return more?.(http, services);
  });
  const levels = Object.fromEntries(ACTORS.map((role) => [role, { [module]: 3 }]));
  return { app, books: await copy.openJournalBooks(app.server, app.database, levels) };
}

/** Brings a batch through its route to Approved. */
async function approve({ moveBatch }: Copy, { people }: JournalBooks, saved: BatchDetail): Promise<void> {
  const params = { id: saved.batch_number };
  for (const [at, status] of [...saved.route.map((stage) => stage.status), 7].entries())
    await people[ACTORS[at]!].call(moveBatch, { params, body: { status } });
}

it('a document is saved, approved and posted by its calls, under its own number', async () => {
  const copy = await load<{ readonly fundTransferDocument: DocumentDefinition }>(
    `${DOCUMENTS}/fund-transfer/fund-transfer.document.ts`,
  );
  const { app, books } = await openBooks(copy, 'Fund Transfer', copy.fundTransferDocument);
  const body = { ...books.entry('150000.00'), document_type: 'FT' as 'JE' };
  const { data: saved } = await books.people.preparer.call(copy.createBatch, { body });
  expect(saved.documents[0]!.document_number).toBe('FT0000001');
  await approve(copy, books, saved);
  const posted = await sql`
    select e.document_type, sum(p.debit)::text as debit, sum(p.credit)::text as credit
    from journal_entry e join posting p on p.entry_id = e.id group by e.document_type`.execute(app.database);
  expect(posted.rows).toEqual([{ document_type: 'FT', debit: '150000.00', credit: '150000.00' }]);
});

it('a document with tables of its own is refused by its fields, changed, approved, read and printed by the calls of its kind', async () => {
  // The order's calls have the names and the shape of every kind's.
  const copy = await load<{
    readonly purchaseRequisitionDocument: DocumentDefinition;
    readonly registerRequisitionRoutes: Parameters<typeof createTestServer>[0];
    readonly registerRequisitionPrint: Parameters<typeof createTestServer>[0];
    readonly createRequisition: typeof createOrder;
    readonly postRequisition: typeof postOrder;
    readonly readRequisition: typeof readOrder;
  }>(
    `${DOCUMENTS}/purchase-requisition/purchase-requisition.document.ts`,
    `${DOCUMENTS}/purchase-requisition/requisition.routes.ts`,
    `${DOCUMENTS}/purchase-requisition/requisition-print.ts`,
    `${CONTRACTS}/purchase-requisition/purchase-requisition.contract.ts`,
  );
  const { createRequisition, postRequisition, readRequisition, purchaseRequisitionDocument: definition } = copy;
  const module = 'Purchase Requisition';
  const { app, books } = await openBooks(copy, module, definition, async (http, services) => {
    await copy.registerRequisitionRoutes(http, services);
    await copy.registerRequisitionPrint(http, services);
  });
  const { preparer, approver1 } = books.people;
  const asking = (estimate: string, more: object = {}): never =>
    ({
      pr_date: '2026-03-31',
      needed_on: '2026-04-15',
      remarks: 'FORMS OF APRIL',
      pr_details: [{ item_description: 'FORMS, 50 PADS', estimate }],
      ...more,
    }) as never;
  await expect(preparer.call(createRequisition, { body: asking('0') })).rejects.toMatchObject({
    problem: { errors: { 'pr_details.0.estimate': ['Estimate must be an amount above 0.'] } },
  });
  await expect(preparer.call(createRequisition, { body: asking('1', { pr_details: [] }) })).rejects.toMatchObject({
    problem: { errors: { pr_details: ['A requisition has at least one line.'] } },
  });
  const { data: first } = await preparer.call(createRequisition, { body: asking('1,500.00') });
  const params = { id: first.batch_number };
  const { data: saved } = await preparer.call(postRequisition, { params, body: asking('150000') });
  await approve(copy, books, saved as BatchDetail);
  expect((await approver1.call(readRequisition, { params })).data).toMatchObject({
    pr_number: first.batch_number,
    status: 7,
    total_amount: '150000.00',
    needed_on: '2026-04-15',
    pr_details: [{ item_description: 'FORMS, 50 PADS', estimate: '150000.00' }],
  });
  expect((await sql`select from journal_entry`.execute(app.database)).rows).toEqual([]);
  // Its paper is a copy each time that it is taken as a file.
  const { headers } = approver1;
  const paper = () => app.server.inject({ url: `/api/trx/pr-header/${params.id}/pdf`, headers });
  const [page] = readPdfText((await paper()).rawPayload);
  expect(page).toMatch(/PURCHASE REQUISITION[^]*FORMS, 50 PADS +150,000\.00[^]*Approved By/);
  expect(readPdfText((await paper()).rawPayload)[0]).toContain('REPRINT');
});

it('a resource refuses each bad value under its field, adds a record once, finds it and changes it', async () => {
  const copy = await load<{
    readonly registerMasterdataRoutes: Parameters<typeof createTestServer>[0];
    readonly createSignedInClient: typeof createSignedInClient;
    readonly createBaseRecords: typeof createBaseRecords;
    readonly createCaller: typeof createCaller;
    readonly vehicleFixture: MakeFixture;
  }>(
    'apps/server/src/masterdata/masterdata.routes.ts',
    'apps/server/src/masterdata/fixtures/organisation/vehicle.fixture.ts',
    'apps/server/src/testing/sign-in/sign-in.ts',
    'apps/server/src/testing/books/base-records.ts',
    'apps/server/src/testing/raw-caller.ts',
  );
  const app = await openServer(copy, copy.registerMasterdataRoutes);
  const admin = await copy.createSignedInClient(app.server, app.database, { super_user: true });
  const { send } = copy.createCaller(() => app);
  const { first, second, change, search, bad } = copy.vehicleFixture(await copy.createBaseRecords(admin));
  for (const [field, { value, message }] of Object.entries(bad)) {
    const { status, body } = await send(admin, 'POST', '/vehicle', { ...first, [field]: value });
    expect({ field, status, errors: body.errors?.[field] }).toEqual({ field, status: 422, errors: [message] });
  }
  expect(await send(admin, 'POST', '/vehicle', second)).toMatchObject({ status: 200 });
  const { data } = (await send(admin, 'POST', '/vehicle', first)).body as { data: Row };
  const again = await send(admin, 'POST', '/vehicle', first);
  expect(again.body.errors).toMatchObject({ plate_no: ['Plate number ABC1234 exists already: Toyota Hiace ABC1234.'] });
  const found = await send(admin, 'GET', `/vehicle?search=${search}`);
  expect(found.body.data).toMatchObject([{ ...first, id: data.id, status: 1 }]);
  const { row_version } = data;
  const changed = await send(admin, 'PUT', `/vehicle/${data.id}`, { ...first, ...change, row_version });
  expect(changed).toMatchObject({ status: 200, body: { data: change } });
});

it('a report answers rows, totals and proof, its three files and the postings behind a figure', async () => {
  const copy = await load<{
    readonly registerReports: typeof registerReports;
    readonly createSignedInClient: typeof createSignedInClient;
    readonly openTestLedger: typeof openTestLedger;
    readonly STATEMENTS: readonly AnyStatement[];
  }>(
    'apps/server/src/reports/kit/register-reports.ts',
    'apps/server/src/reports/reports.ts',
    'apps/server/src/testing/books/test-ledger.ts',
    'apps/server/src/testing/sign-in/sign-in.ts',
  );
  const made = copy.STATEMENTS.filter(({ report }) => report.title === 'Posted Types');
  const app = await openServer(copy, (server, services) => copy.registerReports(server, services, made));
  const accounts = [
    ['102101', 'CIB'],
    ['408010', 'Income'],
  ] as const;
  const ledger = await copy.openTestLedger(app.database, { accounts, years: [2025] });
  const entry = (date: string, amount: string) => ({
    date,
    lines: [
      { account: '102101', debit: amount },
      { account: '408010', credit: amount },
    ],
  });
  await ledger.post([entry('2025-05-02', '1000.50'), entry('2025-05-31', '0.50'), entry('2025-06-01', '7.00')]);
  const { headers } = await copy.createSignedInClient(app.server, app.database, { levels: { 'Trial Balance': 1 } });
  const get = (rest: string) =>
    app.server.inject({ url: `/api/rpt/posted-types${rest}type=ftm&year=2025&month=5`, headers });
  expect((await get('?')).json()).toMatchObject({
    data: [{ document_type: 'CR', entries: 2, debit: '1001.00' }],
    totals: { debit: '1001.00' },
    proof: [{ name: 'Entries = postings', difference: '0.00' }],
    next: null,
  });
  expect((await get('/postings?column=debit&document_type=CR&')).json()).toMatchObject({
    totals: { postings: 2, php_da: '1001.00', php_ca: '0.00' },
  });
  const rows = await readSheet((await get('/export?format=xlsx&')).rawPayload);
  expect(rows.slice(3, 6).map((row) => row.slice(0, 3))).toEqual([
    ['Type', 'Entries', 'Debit'],
    ['CR', 2, 1001],
    ['Total', null, 1001],
  ]);
  expect((await get('/export?format=csv&')).body).toContain('CR,2,1001.00');
  expect(readPdfText((await get('/export?format=pdf&')).rawPayload)[0]).toMatch(/CR +2 +1,001\.00/);
});
