import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBatch, moveBatch, voidBatch } from '@talaan/contract/documents/batch.contract';
import { exportBatches, listBatches, searchBatches } from '@talaan/contract/documents/desk.contract';
import { downloadAttachment } from '@talaan/contract/documents/attachment.contract';
import { addressOf, type CallRefused } from '@talaan/contract/http/client';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { journalEntryDocument } from '../documents/journal-entry/journal-entry.document.ts';
import { openJournalBooks, type JournalBooks, type Role } from '../testing/books/journal-books.ts';
import { runAsOwner } from '../testing/owner-connection.ts';
import { exportedRows } from '../testing/exported-rows.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { readWorkbookRows } from '../testing/workbook.ts';
import { frequentWords } from '../batches/lists/search-words.ts';
import { registerBatchRoutes } from '../batches/register-batches.ts';
import { registerDeskRoutes } from './desk.routes.ts';

type ListQuery = Parameters<typeof books.people.preparer.call<typeof listBatches>>[1]['query'];

let app: TestServer;
let books: JournalBooks;
let february: BatchDetail[];
let confidential: BatchDetail;

/** Twelve entries in February and one in March 2026 by the preparer; a confidential one in February. */
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, [journalEntryDocument]);
    registerDeskRoutes(server, services, [journalEntryDocument]);
  });
  books = await openJournalBooks(app.server, app.database);
  february = [];
  for (let day = 1; day <= 12; day += 1) {
    const document_date = `2026-02-${String(day).padStart(2, '0')}`;
    february.push(await books.save(`${day}00.00`, { document_date, remarks: `RENT OF DAY ${day}` }));
  }
  await books.save('5.00', { document_date: '2026-03-01', remarks: 'FIRST OF MARCH' });
  confidential = await books.save('999.00', { document_date: '2026-02-20', is_confidential: 1, remarks: 'SALARIES' });
});
afterAll(() => app.stop());

const list = (role: Role, query: ListQuery) => books.people[role].call(listBatches, { query });
const numbers = async (role: Role, query: ListQuery) => (await list(role, query)).data.map((row) => row.batch_number);
const FEBRUARY = { document_date: '2026-02-01' };

describe('the list of batches', () => {
  it('needs Select on a document module', async () => {
    expect((await app.server.inject({ url: '/api/trx/header' })).statusCode).toBe(401);
  });

  it.each([
    [{ pages: 20 }, 'pages', 'Rows per page must be 10, 25, 50, 75 or 100.'],
    [{ page: 0 }, 'page', 'Page must be a number from 1.'],
    [{ sort: 'drop table' }, 'sort', 'sort must be one of'],
    [{ document_date: '2026-02-30' }, 'document_date', 'is not a calendar date'],
    [{ status: '11' }, 'status.0', 'status must be'],
    [{ document_type: 'XX' }, 'document_type.0', 'document type must be'],
  ])('refuses %o', async (query, field, message) => {
    const refused = await list('checker', query as ListQuery).catch((error: unknown) => error);
    expect((refused as CallRefused).problem.status).toBe(422);
    expect((refused as CallRefused).problem.errors?.[field]?.[0]).toContain(message);
  });

  it('pages a month, newest first, with its counts, addresses and totals', async () => {
    const first = await list('checker', FEBRUARY);
    expect(first).toMatchObject({
      current_page: 1,
      from: 1,
      to: 10,
      total: 12,
      per_page: 10,
      last_page: 2,
      prev_page_url: null,
    });
    expect(first.data[0]).toMatchObject({
      document_date: '2026-02-12',
      remarks: 'RENT OF DAY 12',
      total_debit: '1200.00',
    });
    expect(first.totals).toEqual([
      {
        currency_id: 1,
        currency: 'PHP',
        archived: false,
        rows: 10,
        amount: '7500.00',
        total_amount: '7500.00',
        total_debit: '7500.00',
        total_credit: '7500.00',
      },
    ]);
    const next = await app.server.inject({ url: first.next_page_url!, headers: books.people.checker.headers });
    expect(next.json()).toMatchObject({ current_page: 2, from: 11, to: 12, next_page_url: null });
    expect(await list('checker', { ...FEBRUARY, page: 9 })).toMatchObject({ data: [], from: 0, to: 0, total: 12 });
  });

  it.each([
    ['document_date', ['2026-02-01', '2026-02-02']],
    ['-total_amount', ['2026-02-12', '2026-02-11']],
    ['batch_number', ['2026-02-01', '2026-02-02']],
    ['-document_number', ['2026-02-12', '2026-02-11']],
    ['preparer', ['2026-02-01', '2026-02-02']],
  ])('sorts by %s', async (sort, dates) => {
    const page = await list('checker', { ...FEBRUARY, sort });
    expect(page.data.slice(0, 2).map((row) => row.document_date)).toEqual(dates);
  });

  it('finds by number, remarks and whole short number', async () => {
    expect(await numbers('checker', { search: 'first of march' })).toHaveLength(1);
    expect(await numbers('checker', { query: february[3]!.document_number! })).toEqual([february[3]!.batch_number]);
    expect(await numbers('checker', { search: String(Number(february[3]!.batch_number)) })).toEqual([
      february[3]!.batch_number,
    ]);
    expect(await numbers('checker', { search: '100%' })).toEqual([]);
    expect(await numbers('checker', { batch_number: String(Number(february[0]!.batch_number)) })).toEqual([
      february[0]!.batch_number,
    ]);
  });

  it('finds every word, also those that are too frequent to be looked up', async () => {
    await runAsOwner(app.ownerUrl, (owner) => owner.query('analyze document_search'));
    expect(await frequentWords(app.database, ['rent', 'first', 'day'])).toEqual(['rent', 'day']);
    expect(await frequentWords(app.database, ['rent', 'day', '---'])).toEqual([]);
    expect(await numbers('checker', { search: `rent ${february[3]!.document_number!} day` })).toEqual([
      february[3]!.batch_number,
    ]);
    expect(await list('checker', { search: 'first rent' })).toMatchObject({ data: [], total: 0 });
    expect(await list('checker', { search: 'rent day', page: 2 })).toMatchObject({ from: 11, to: 12, total: 12 });
    expect(await list('checker', { search: 'rent day', page: 3 })).toMatchObject({ data: [], total: 12 });
  });

  it('narrows by year, status, type in either reading and preparer', async () => {
    expect((await list('checker', { year: 2025 })).total).toBe(0);
    expect((await list('checker', { year: 2026 })).total).toBe(13);
    expect((await list('checker', { ...FEBRUARY, status: ['2', '3'] })).total).toBe(0);
    expect((await list('checker', { ...FEBRUARY, 'status[]': '1', 'document_type[]': 'JV' })).total).toBe(12);
    expect((await list('checker', { ...FEBRUARY, document_type: 'CV' })).total).toBe(0);
    expect((await list('preparer', { ...FEBRUARY, preparer: 'me' })).total).toBe(13);
    expect((await list('preparer2', { ...FEBRUARY, preparer: 'me' })).total).toBe(0);
  });

  it('tells what was returned from what is active, until it is submitted again', async () => {
    const month = { document_date: '2025-06-01' };
    const batch = await books.save('1.00', { document_date: '2025-06-15' });
    await books.save('2.00', { document_date: '2025-06-16' });
    const move = (role: Role, status: number, approved_remarks = '') =>
      books.people[role].call(moveBatch, { params: { id: batch.batch_number }, body: { status, approved_remarks } });
    const returned = (query: object = {}) => numbers('preparer', { ...month, returned: 1, ...query });
    await move('preparer', 2);
    expect(await returned()).toEqual([]);
    await move('checker', 1, 'Which account?');
    expect(await returned()).toEqual([batch.batch_number]);
    expect(await returned({ status: '2' })).toEqual([batch.batch_number]);
    expect(await returned({ status: '1' })).toHaveLength(2);
    await move('preparer', 2);
    await move('preparer', 1, 'Not yet.');
    expect(await returned()).toEqual([]);
  });

  it('tells adjusting journals (AE) from the others (JV); JE is both', async () => {
    const month = { document_date: '2025-05-01' };
    const dated = { document_date: '2025-05-15' };
    const plain = await books.save('1.00', dated);
    const input = { ...books.entry('2.00', dated), document_type: 'AE' };
    const { data: adjusting } = await books.people.preparer.call(createBatch, { body: input });
    const found = async (query: object) => (await numbers('preparer', { ...month, ...query })).toSorted();
    const both = [plain.batch_number, adjusting.batch_number].toSorted();
    expect(await found({ document_type: 'AE' })).toEqual([adjusting.batch_number]);
    expect(await found({ 'document_type[]': ['JV', 'CR'] })).toEqual([plain.batch_number]);
    expect(await found({ document_type: 'JE' })).toEqual(both);
    expect(await found({ document_type: 'AE,JV' })).toEqual(both);
    expect(await found({ document_type: 'JE,AE' })).toEqual(both);
  });

  it('carries what may be done with each row when asked', async () => {
    const page = await list('preparer', { ...FEBRUARY, actions: 1 });
    expect(page.data[0]!.allowed_actions?.submit).toEqual({ allowed: true, code: null, message: null, status: 2 });
    expect((await list('preparer', FEBRUARY)).data[0]!.allowed_actions).toBeUndefined();
  });

  it('shows what waits for one and nothing else', async () => {
    const [review, approval] = [february[0]!, february[1]!];
    const move = (role: Role, batch: BatchDetail, status: number) =>
      books.people[role].call(moveBatch, { params: { id: batch.batch_number }, body: { status } });
    await move('preparer', review, 2);
    await move('preparer', approval, 2);
    await move('checker', approval, 3);
    const waiting = async (role: Role) => numbers(role, { for_my_approval: 1 });
    expect(await waiting('checker')).toEqual([review.batch_number]);
    expect(await waiting('preparer2')).toEqual([review.batch_number]);
    expect(await waiting('approver1')).toEqual([approval.batch_number]);
    expect(await waiting('approver2')).toEqual([approval.batch_number]);
    for (const role of ['preparer', 'approver3', 'auditor'] as const) expect(await waiting(role)).toEqual([]);
    const exportedTo = async (role: Role) =>
      (await exported(role, { for_my_approval: 1, format: 'csv' })).map((row) => row['Batch No.']);
    expect(await exportedTo('checker')).toEqual([review.batch_number]);
    expect(await exportedTo('auditor')).toEqual([]);
  });

  it('pages and filters what waits by age, amount and level, the oldest first, with totals of all pages', async () => {
    const { approver1 } = books.people;
    const first = (await numbers('approver1', { for_my_approval: 1 }))[0]!;
    const second = await books.saveAt(3, '7000.00');
    const third = await books.saveAt(3, '9000.00');
    const inbox = async (query: object = {}) =>
      approver1.call(listBatches, { query: { for_my_approval: 1, sort: 'submitted_at', ...query } });
    const found = async (query: object) => (await inbox(query)).data.map(({ batch_number }) => batch_number);
    expect(await found({})).toEqual([first, second.batch_number, third.batch_number]);
    expect(await found({ sort: '-submitted_at' })).toEqual([third.batch_number, second.batch_number, first]);
    expect(await found({ amount_from: '7000', amount_to: '8999.99' })).toEqual([second.batch_number]);
    expect(await found({ status: '4' })).toEqual([]);
    expect(await found({ waiting_days: 0 })).toHaveLength(3);
    expect(await found({ waiting_days: 1 })).toEqual([]);
    expect(await found({ waiting_days: 0, status: '1,3,7' })).toHaveLength(3);
    expect(await found({ waiting_days: 0, status: '1,7' })).toEqual([]);
    expect(await found({ waiting_days: 0, returned: 1 })).toEqual([]);
    expect(await found({ payee_id: books.payee_id })).toEqual([]);
    const { data, total, totals } = await inbox({ amount_from: '7000', amount_to: '9000' });
    expect([data.length, total]).toEqual([2, 2]);
    expect(totals).toEqual([expect.objectContaining({ currency: 'PHP', rows: 2, total_amount: '16000.00' })]);
  });

  it('puts what is below the minimum of a limit last, which approves it all the same', async () => {
    const input = books.entry('380.00');
    input.headers[0] = { ...input.headers[0]!, currency_id: 2, dollar_rate: '56' };
    const { data: dollars } = await books.people.preparer.call(createBatch, { body: input });
    const move = async (role: Role, status: number) =>
      books.people[role].call(moveBatch, { params: { id: dollars.batch_number }, body: { status } });
    await move('preparer', 2);
    await move('checker', 3);
    await move('approver1', 4);
    const pesos = await books.saveAt(4, '55000.00');
    const inbox = { for_my_approval: 1, sort: 'submitted_at', status: '4' } as const;
    expect(await numbers('approver2', inbox)).toEqual([pesos.batch_number, dollars.batch_number]);
    expect((await move('approver2', 7)).data).toMatchObject({ status: 7, accounting_status: 7 });
  });

  it('lists what is in process to its preparer and to approvers only', async () => {
    await books.people.preparer.call(moveBatch, {
      params: { id: february[5]!.batch_number },
      body: { status: 1, processing: 1 },
    });
    for (const role of ['preparer', 'approver1'] as const) {
      expect(await numbers(role, { processing: 1 })).toEqual([february[5]!.batch_number]);
    }
    expect(await numbers('auditor', { processing: 1 })).toEqual([]);
  });

  it('lists the archive', async () => {
    await books.people.checker.call(voidBatch, {
      body: { batch_number: february[6]!.batch_number, reason: 'Not ours' },
    });
    expect(await numbers('auditor', { ...FEBRUARY, status: '20' })).toEqual([february[6]!.batch_number]);
  });
});

describe('a confidential batch', () => {
  it.each(['checker', 'preparer2', 'cashier', 'auditor', 'admin'] as const)('is nowhere for %s', async (role) => {
    const page = await list(role, { ...FEBRUARY, pages: 50 });
    expect(page.total).toBe(12);
    expect(page.data.map((row) => row.batch_number)).not.toContain(confidential.batch_number);
    expect(await numbers(role, { search: 'SALARIES' })).toEqual([]);
    expect(await numbers(role, { batch_number: confidential.batch_number })).toEqual([]);
    const found = await books.people[role].call(searchBatches, { query: { number: confidential.batch_number } });
    expect(found.data).toEqual([]);
    expect(await remarks(role)).not.toContain('SALARIES');
  });

  it.each(['preparer', 'approver1'] as const)('is there for %s', async (role) => {
    expect((await list(role, { ...FEBRUARY, pages: 50 })).total).toBe(13);
    const found = await books.people[role].call(searchBatches, {
      query: { number: String(Number(confidential.batch_number)) },
    });
    expect(found.data.map((batch) => batch.batch_number)).toEqual([confidential.batch_number]);
    expect(await remarks(role)).toContain('SALARIES');
  });
});

describe('the export', () => {
  it('holds every row of what is filtered, as CSV', async () => {
    const rows = await exported('checker', { ...FEBRUARY, format: 'csv' });
    expect(rows).toHaveLength(12);
    expect(rows[0]).toMatchObject({
      'Document Date': '2026-02-12',
      'Total Debit': '1200.00',
      Preparer: 'Preparer Reyes',
    });
  });

  it('holds only what was selected, as far as whoever asks may see it', async () => {
    const { data } = await list('preparer', { ...FEBRUARY, pages: 50 });
    const hidden = data.find((row) => row.batch_number === confidential.batch_number)!;
    const [first, second] = data.filter((row) => row !== hidden);
    const ids = [first!.id, second!.id, hidden.id].join(',');
    const rows = await exported('checker', { ...FEBRUARY, ids, format: 'csv' });
    expect(rows.map((row) => row['Batch No.'])).toEqual([first!.batch_number, second!.batch_number]);
  });

  it('ends a workbook with the totals of each currency', async () => {
    const input = books.entry('10.00');
    input.headers[0] = { ...input.headers[0]!, document_date: '2026-01-15', currency_id: 2, dollar_rate: '56' };
    await books.people.preparer.call(createBatch, { body: input });
    await books.save('99.90', { document_date: '2026-01-16' });
    await books.save('0.15', { document_date: '2026-01-17' });
    const rows = await exported('checker', { document_date: '2026-01-01', format: 'xlsx' });
    const sums = rows.map((row) => [row['Batch No.'], row.Currency, row['Total Credit'], row['Amount in Pesos']]);
    expect(sums.slice(3)).toEqual([
      ['Total', 'PHP', '100.05', '100.05'],
      ['Total', 'USD', '10.00', '560.00'],
    ]);
  });

  it('comes as a workbook under a name with the second of its making, which says whose it is and what made it', async () => {
    const reply = await app.server.inject({
      url: addressOf(exportBatches.path, {}, { ...FEBRUARY }),
      headers: books.people.checker.headers,
    });
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="transactions_\d{10}\.xlsx"$/);
    const rows = await readWorkbookRows(reply.rawPayload);
    const heads = rows.findIndex((row) => row.includes('Batch No.'));
    expect(rows.slice(0, heads).map(([line]) => line)).toEqual([
      'SAMPOL PADALA SERVICES, INC.',
      'Transactions',
      'Makati City · VAT REG TIN 900-000-100-00000',
      expect.stringMatching(/^Talaan \d.* · Generated by /),
    ]);
  });
});

it('answers an unknown attachment with 404', async () => {
  const reply = await app.server.inject({
    url: addressOf(downloadAttachment.path, { id: 'c0a8012e-0000-4000-8000-000000000000' }),
    headers: books.people.checker.headers,
  });
  expect(reply.statusCode).toBe(404);
});

const exported = (role: Role, query: Parameters<typeof addressOf>[2]) =>
  exportedRows(app.server, addressOf(exportBatches.path, {}, query), books.people[role].headers);

const remarks = async (role: Role) => (await exported(role, { ...FEBRUARY, format: 'csv' })).map((row) => row.Remarks);
