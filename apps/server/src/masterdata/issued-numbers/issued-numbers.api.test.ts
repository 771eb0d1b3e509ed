import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteBatch, moveBatch, voidBatch } from '@talaan/contract/documents/batch.contract';
import { takeBatchNumber } from '@talaan/contract/documents/entry-page/entry-page.contract';
import { checkIssuedNumbers, listIssuedNumbers } from '@talaan/contract/resources/numbers/issued-numbers.contract';
import { STATUS } from '@talaan/core/documents/status';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { openJournalBooks, type JournalBooks } from '../../testing/books/journal-books.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createCaller } from '../../testing/raw-caller.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerIssuedNumberRoutes } from './issued-numbers.routes.ts';

let app: TestServer;
let books: JournalBooks;
let clerk: SignedInClient;
let numbers: Record<'used' | 'archived' | 'void' | 'deleted' | 'confidential', string>;
const { send, download } = createCaller(() => app);

beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, [journalEntryDocument]);
    registerIssuedNumberRoutes(server, services);
  });
  books = await openJournalBooks(app.server, app.database);
  clerk = await createSignedInClient(app.server, app.database, { levels: { 'Journal Entries': 1 } });
  const { preparer, checker, admin } = books.people;
  const used = await books.save('100.00');
  const archived = await books.saveAt(STATUS.ARCHIVED);
  const voided = await books.saveAt(STATUS.APPROVED, '150000.00');
  await admin.call(voidBatch, { body: { batch_number: voided.batch_number, reason: 'Entered twice' } });
  const deleted = await books.save('200.00');
  await preparer.call(deleteBatch, { params: { id: deleted.batch_number }, query: {} });
  const confidential = await books.save('300.00', { is_confidential: 1 });
  await checker.call(takeBatchNumber, { query: {} });
  const numberOf = ({ headers: [header] }: typeof used) => header!.document_number!;
  numbers = {
    used: numberOf(used),
    archived: numberOf(archived),
    void: numberOf(voided),
    deleted: numberOf(deleted),
    confidential: numberOf(confidential),
  };
});
afterAll(() => app.stop());

const register = async (client: SignedInClient, query: Parameters<typeof client.call<typeof listIssuedNumbers>>[1]) =>
  (await client.call(listIssuedNumbers, query)).data;

describe('the register of issued numbers', () => {
  it('shows every number with its fate, the newest first', async () => {
    const rows = await register(clerk, { query: { kind: 'je', pages: 100 } });
    expect(rows.map(({ number_text, fate }) => [number_text, fate])).toEqual([
      [numbers.confidential, 'used'],
      [numbers.deleted, 'deleted draft'],
      [numbers.void, 'void'],
      [numbers.archived, 'archived'],
      [numbers.used, 'used'],
    ]);
    expect(rows.at(-1)).toMatchObject({
      kind: 'je',
      document_type: 'JE',
      document_number: numbers.used,
      issued_by: 'Preparer Reyes',
    });
  });

  it('shows the number of a confidential batch and nothing else of it, but to its parties', async () => {
    const [hidden] = await register(clerk, { query: { kind: 'je', search: numbers.confidential } });
    expect(hidden).toMatchObject({
      is_confidential: true,
      batch_number: null,
      document_number: null,
      document_type: null,
    });
    const approver = books.people.approver1;
    const [shown] = await register(approver, { query: { kind: 'je', search: numbers.confidential } });
    expect(shown).toMatchObject({ is_confidential: false, document_number: numbers.confidential });
  });

  it('shows a working number that a screen holds as open', async () => {
    const rows = await register(books.people.admin, { query: { kind: 'batch', fate: 'open' } });
    expect(rows).toMatchObject([{ kind: 'batch', fate: 'open', batch_number: null, issued_by: 'Checker Reyes' }]);
  });

  it('filters, searches and pages, in both orders', async () => {
    const fates = await register(clerk, { query: { fate: ['void', 'archived'] } });
    expect(fates.map(({ number_text }) => number_text)).toEqual([numbers.void, numbers.archived]);
    const up = await register(clerk, { query: { kind: 'je', sort: 'number' } });
    expect(up[0]?.number_text).toBe(numbers.used);
    const seriesId = up[0]!.series_id;
    expect(await register(clerk, { query: { series_id: seriesId } })).toHaveLength(5);
    const paged = await send(clerk, 'GET', '/trx/issued-numbers?pages=10&page=2');
    expect(paged.body).toMatchObject({ total: 5, data: [], last_page: 1 });
    for (const query of ['kind=cheque', 'fate=lost', 'sort=fate', 'series_id=x']) {
      expect(await send(clerk, 'GET', `/trx/issued-numbers?${query}`)).toMatchObject({ status: 422 });
    }
  });

  it('leaves out the kinds whose module the reader may not see, and refuses them by name', async () => {
    const kinds = new Set((await register(clerk, { query: { pages: 100 } })).map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(['je']));
    expect(await send(clerk, 'GET', '/trx/issued-numbers?kind=batch')).toMatchObject({
      status: 403,
      body: { message: 'You need Select on Audit Trail; you have No Access.' },
    });
    const stranger = await createSignedInClient(app.server, app.database, { levels: { Payment: 4 } });
    for (const path of ['', '/export', '/check']) {
      expect(await send(stranger, 'GET', `/trx/issued-numbers${path}`)).toMatchObject({ status: 403 });
      expect(await send(null, 'GET', `/trx/issued-numbers${path}`)).toMatchObject({ status: 401 });
    }
  });

  it('is a file with the same rows', async () => {
    const file = await download(clerk, '/trx/issued-numbers/export?format=csv&kind=je&sort=number');
    expect(file.disposition).toMatch(/^attachment; filename="issued-numbers_\d{10}\.csv"$/);
    const lines = file.bytes.toString('utf8').trim().split('\r\n');
    expect(lines[0]).toContain('Kind,Number,Fate,Document,Document No.,Batch No.,Issued by,Issued at');
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 3))).toEqual([
      ['Journal entry', numbers.used, 'Used'],
      ['Journal entry', numbers.archived, 'Archived'],
      ['Journal entry', numbers.void, 'Void'],
      ['Journal entry', numbers.deleted, 'Deleted draft'],
      ['Journal entry', numbers.confidential, 'Used'],
    ]);
    expect(lines.at(-1)).toContain('Confidential');
  });

  it('holds each series against the register: no number is unexplained, and one that is lost shows', async () => {
    const check = async () => (await clerk.call(checkIssuedNumbers, { query: { kind: 'je' } })).data;
    expect(await check()).toMatchObject([{ kind: 'je', handed_out: 5, registered: 5, open: 0, unexplained: 0 }]);
    await runAsOwner(app.ownerUrl, async (owner) => {
      await owner.query(`alter table number_issue disable trigger number_issue_append_only;
        delete from number_issue where number_text = '${numbers.archived}'`);
    });
    expect(await check()).toMatchObject([{ unexplained: 1 }]);
  });
});

it('shows a number that was restored under another one after its void', async () => {
  const posted = await books.saveAt(STATUS.APPROVED, '150000.00');
  await books.people.admin.call(voidBatch, { body: { batch_number: posted.batch_number, reason: 'Wrong month' } });
  await books.people.preparer.call(moveBatch, { params: { id: posted.batch_number }, body: { status: STATUS.ACTIVE } });
  const rows = await sql<{ fate: string }>`select r.fate from number_register r join batch b on b.id = r.batch_id
    where b.batch_number = ${posted.batch_number} and r.kind = 'je' order by r.number`.execute(app.database);
  expect(rows.rows.map(({ fate }) => fate)).toEqual(['void', 'used']);
});
