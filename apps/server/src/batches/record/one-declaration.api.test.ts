import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type * as EntryFieldsModule from '@talaan/contract/documents/entry-fields';
import type { JournalBooks } from '../../testing/books/journal-books.ts';
import type { TestServer } from '../../testing/test-server.ts';

const DECLARED = '@talaan/contract/documents/entry-fields';

let app: TestServer;
let books: JournalBooks;

/**
 * The product with two more columns of a line: their declaration, and what a migration would say. Modules are loaded anew,
 * because what follows from the declaration is made when they load.
 */
beforeAll(async () => {
  vi.resetModules();
  vi.doMock(DECLARED, async (original) => {
    const { LINE_FIELDS, ...declared } = (await original()) as typeof EntryFieldsModule;
    const { declareFields, SHOWN } = await import('@talaan/contract/documents/declared-field');
    const { optionalId, prose } = await import('@talaan/contract/documents/wire-values');
    const more = declareFields({
      lot: { kind: 'text', signed: true, given: { lot: prose('lot', 20) }, shown: { lot: SHOWN.text } },
      origin_branch_id: {
        kind: 'reference',
        to: 'branch',
        known_by: 'code',
        signed: true,
        told_as: 'origin',
        given: { origin_branch_id: optionalId },
        shown: { origin_branch_id: SHOWN.numberOrNone, origin_code: SHOWN.code, origin_name: SHOWN.name },
      },
    });
    return { ...declared, LINE_FIELDS: { ...LINE_FIELDS, ...more } };
  });
  const { registerBatchRoutes } = await import('../register-batches.ts');
  const { createTestServer } = await import('../../testing/test-server.ts');
  const { openJournalBooks } = await import('../../testing/books/journal-books.ts');
  const { journalEntryDocument } = await import('../../documents/journal-entry/journal-entry.document.ts');
  app = await createTestServer((server, services) => registerBatchRoutes(server, services, [journalEntryDocument]));
  const owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  await owner.query('alter table line add column lot text, add column origin_branch_id int references branch');
  await owner.end();
  books = await openJournalBooks(app.server, app.database);
});
afterAll(async () => {
  await app.stop();
  vi.doUnmock(DECLARED);
  vi.resetModules();
});

it('a line column is one declaration and one migration: checked, stored, read, signed, compared and told', async () => {
  const { batchHistory, createBatch, moveBatch, readBatch, updateBatch } =
    await import('@talaan/contract/documents/batch.contract');
  const { preparer, checker } = books.people;
  const entry = books.entry('100.00');
  const [rent, cash] = entry.details;
  const body = (more: object) => ({ ...entry, details: [{ ...rent!, ...more }, cash!] });

  const refused = preparer.call(createBatch, { body: body({ lot: 'B'.repeat(21), origin_branch_id: 999 }) });
  await expect(refused).rejects.toMatchObject({
    problem: { errors: { 'details.0.lot': ['lot may have up to 20 characters.'] } },
  });
  const unknown = preparer.call(createBatch, { body: body({ origin_branch_id: 999 }) });
  await expect(unknown).rejects.toMatchObject({
    problem: { errors: { 'details.0.origin_branch_id': ['line 1: origin 999 does not exist.'] } },
  });

  const { data: saved } = await preparer.call(createBatch, {
    body: body({ lot: 'B-12', origin_branch_id: books.branch_id }),
  });
  const [stored, other] = saved.details;
  expect(stored).toMatchObject({
    lot: 'B-12',
    origin_branch_id: books.branch_id,
    origin_code: stored!.brnc_code,
    origin_name: stored!.brnc_name,
  });
  expect(other).toMatchObject({ lot: '', origin_branch_id: null, origin_code: null });

  const params = { id: saved.batch_number };
  const move = async (status: number) =>
    preparer.call(moveBatch, { params, body: { status, approved_remarks: 'Wrong lot' } });
  await move(2);
  const submitted = (await preparer.call(readBatch, { params, query: {} })).data;
  const { data: changed } = await preparer.call(updateBatch, {
    params,
    body: { ...body({ lot: 'C-1' }), row_version: submitted.row_version },
  });
  expect(changed, 'what is signed was changed: a new round begins').toMatchObject({ status: 1, cycle: 2 });
  await move(2);
  const { data: seen } = await checker.call(readBatch, { params, query: {} });
  const { brnc_code } = stored!;
  expect(seen.changes?.lines.flatMap(({ fields }) => fields)).toEqual([
    { field: 'lot', before: 'B-12', after: 'C-1' },
    { field: 'origin', before: brnc_code, after: null },
  ]);
  const { data: history } = await preparer.call(batchHistory, { params, query: {} });
  expect(history.find(({ subject, action }) => subject === 'line 1' && action === 'update')?.changes).toEqual([
    { field: 'lot', before: 'B-12', after: 'C-1' },
    { field: 'origin_branch_id', before: brnc_code, after: null },
  ]);
});
