import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectPath } from '../../platform/project-paths.ts';
import { openTestLedger } from '../../testing/books/test-ledger.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerReports } from './register-reports.ts';
import type { AnyStatement } from './report-statement.ts';

// The report of docs/howto/add-a-report.md, made from the page as it stands there.

const DESCRIPTION = projectPath('packages', 'contract', 'src', 'reports', 'posted-types.report.ts');
const FOLDER = projectPath('apps', 'server', 'src', 'reports', 'posted-types');

let app: TestServer;
let reader: SignedInClient;
beforeAll(async () => {
  const page = await readFile(projectPath('docs', 'howto', 'add-a-report.md'), 'utf8');
  const [description, statement] = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, code]) =>
    code!.replaceAll(/^ {3}/gm, ''),
  );
  await mkdir(FOLDER, { recursive: true });
  await writeFile(DESCRIPTION, description!);
  await writeFile(path.join(FOLDER, 'posted-types.query.ts'), statement!);
  const { postedTypes } = (await import(path.join(FOLDER, 'posted-types.query.ts'))) as { postedTypes: AnyStatement };
  app = await createTestServer((server, services) => registerReports(server, services, [postedTypes]));
  const ledger = await openTestLedger(app.database, {
    accounts: [
      ['102101', 'CIB'],
      ['408010', 'Income'],
    ],
    years: [2025],
  });
  const entry = (date: string, amount: string) => ({
    date,
    lines: [
      { account: '102101', debit: amount },
      { account: '408010', credit: amount },
    ],
  });
  await ledger.post([entry('2025-05-02', '1000.50'), entry('2025-05-31', '0.50'), entry('2025-06-01', '7.00')]);
  reader = await createSignedInClient(app.server, app.database, { levels: { 'Trial Balance': 1 } });
});
afterAll(async () => {
  await app?.stop();
  await rm(DESCRIPTION, { force: true });
  await rm(FOLDER, { recursive: true, force: true });
});

const get = (rest: string) =>
  app.server.inject({ url: `/api/rpt/posted-types${rest}type=ftm&year=2025&month=5`, headers: reader.headers });

it('answers rows, totals and proof, its three files and the postings behind a figure', async () => {
  const reply = (await get('?')).json();
  expect(reply).toMatchObject({
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
