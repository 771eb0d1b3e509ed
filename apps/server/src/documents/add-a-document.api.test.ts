import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { createBatch, moveBatch } from '@talaan/contract/documents/batch.contract';
import { findViolations } from '../../../../tools/architecture.ts';
import type { DocumentDefinition } from '../batches/record/document-definition.ts';
import type { registerBatchRoutes } from '../batches/register-batches.ts';
import { projectPath } from '../platform/project-paths.ts';
import type { openJournalBooks } from '../testing/books/journal-books.ts';
import { copyProject, readBlocks, writeBlocks } from '../testing/howto/copied-project.ts';
import { runAsOwner } from '../testing/owner-connection.ts';
import type { createTestServer } from '../testing/test-server.ts';

// The document type of docs/howto/add-a-document.md, made from the page as it stands there, in a copy of the project.

const BLOCKS = readBlocks('add-a-document.md');
const TYPE = 'FT';
const MODULE = 'Fund Transfer';

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
  expect(sources.length).toBeGreaterThan(10);
  expect(await faultsBy('oxfmt/bin/oxfmt', '--check', ...sources)).toBe('');
  expect(await Promise.all(['server', 'web'].map(compile))).toEqual(['', '']);
}, 300_000);

it('keeps to the rooms of ARCHITECTURE.md', () => {
  expect(findViolations(folder)).toEqual([]);
});

const LOADED = [
  'apps/server/src/testing/test-server.ts',
  'apps/server/src/testing/books/journal-books.ts',
  'apps/server/src/batches/register-batches.ts',
  'apps/server/src/documents/fund-transfer/fund-transfer.document.ts',
  'packages/contract/src/documents/batch.contract.ts',
];

/** What these modules of the copy are used for. */
interface Copy {
  readonly createTestServer: typeof createTestServer;
  readonly openJournalBooks: typeof openJournalBooks;
  readonly registerBatchRoutes: typeof registerBatchRoutes;
  readonly createBatch: typeof createBatch;
  readonly moveBatch: typeof moveBatch;
  readonly fundTransferDocument: DocumentDefinition;
}

it('is saved, approved and posted by its calls, under its own number', async () => {
  const loaded = await Promise.all(LOADED.map((file) => import(path.join(folder, file)) as Promise<object>));
  const copy = Object.assign({}, ...loaded) as Copy;
  const app = await copy.createTestServer((http, services) =>
    copy.registerBatchRoutes(http, services, [copy.fundTransferDocument]),
  );
  onTestFinished(() => app.stop());
  const migration = BLOCKS.find(({ language }) => language === 'sql')!.text;
  await runAsOwner(app.ownerUrl, (owner) =>
    owner.query(`begin; set local talaan.user_id = 'system'; ${migration} commit`),
  );
  const actors = ['preparer', 'checker', 'approver1', 'approver2', 'approver3'] as const;
  const levels = Object.fromEntries(actors.map((role) => [role, { [MODULE]: 3 }]));
  const books = await copy.openJournalBooks(app.server, app.database, levels);
  const body = { ...books.entry('150000.00'), document_type: TYPE as 'JE' };
  const { data: saved } = await books.people.preparer.call(copy.createBatch, { body });
  expect(saved.documents[0]!.document_number).toBe('FT0000001');
  const params = { id: saved.batch_number };
  for (const [at, status] of [...saved.route.map((stage) => stage.status), 7].entries())
    await books.people[actors[at]!].call(copy.moveBatch, { params, body: { status } });
  const posted = await sql`
    select e.document_type, sum(p.debit)::text as debit, sum(p.credit)::text as credit
    from journal_entry e join posting p on p.entry_id = e.id group by e.document_type`.execute(app.database);
  expect(posted.rows).toEqual([{ document_type: TYPE, debit: '150000.00', credit: '150000.00' }]);
});
