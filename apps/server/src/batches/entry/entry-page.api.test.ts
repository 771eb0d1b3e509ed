import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAttachments, downloadAttachment, removeAttachment } from '@talaan/contract/documents/attachment.contract';
import {
  batchHistory,
  createBatch,
  moveBatch,
  readBatch,
  updateBatch,
  voidBatch,
} from '@talaan/contract/documents/batch.contract';
import {
  entryChoices,
  previewApprovalRoute,
  previewDocumentNumber,
  resolvePayees,
  returnBatchNumber,
  takeBatchNumber,
} from '@talaan/contract/documents/entry-page/entry-page.contract';
import { deleteDraft, listDrafts, putDraft, readDraft } from '@talaan/contract/documents/draft.contract';
import {
  printJournalEntry,
  printJournalEntryPdf,
} from '@talaan/contract/documents/journal-entry/journal-print.contract';
import { stampOf } from '@talaan/contract/documents/document-paper';
import { addressOf, CallRefused } from '@talaan/contract/http/client';
import type { ProblemBody } from '@talaan/contract/http/problem';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { registerJournalPrint } from '../../documents/journal-entry/journal-print.routes.ts';
import { returnEmptyReservations } from '../../numbering/working-numbers.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import { storeFile } from '../../platform/files/file.store.ts';
import { openJournalBooks, type JournalBooks, type Role } from '../../testing/books/journal-books.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerBatchRoutes } from '../register-batches.ts';

let app: TestServer;
let books: JournalBooks;
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, [journalEntryDocument]);
    registerJournalPrint(server, services);
  });
  books = await openJournalBooks(app.server, app.database);
});
afterAll(() => app.stop());

const as = (role: Role) => books.people[role].call;
const take = async (role: Role, draft_id?: string) =>
  (await as(role)(takeBatchNumber, { query: draft_id === undefined ? {} : { draft_id } })).data.batch_number;

async function refusalOf(call: Promise<unknown>): Promise<ProblemBody> {
  const answer = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (answer instanceof CallRefused) return answer.problem;
  throw new Error('The call was not refused.');
}

describe('a working number', () => {
  it('needs Insert', async () => {
    expect(await refusalOf(take('auditor'))).toMatchObject({ status: 403 });
  });

  it('stays the same for the same draft and differs for another draft and another person', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const first = await take('preparer', one);
    expect(await take('preparer', one)).toBe(first);
    const others = [await take('preparer', two), await take('preparer'), await take('preparer2')];
    expect(new Set([first, ...others]).size).toBe(4);
    const parallel = await Promise.all(Array.from({ length: 8 }, () => take('preparer2')));
    expect(new Set(parallel).size).toBe(1);
  });

  it('is handed out first again after it was given back', async () => {
    const draft = randomUUID();
    const number = await take('preparer', draft);
    expect(
      (await as('preparer2')(returnBatchNumber, { params: { batch_number: number }, query: {} })).data.returned,
    ).toBe(false);
    expect(
      (await as('preparer')(returnBatchNumber, { params: { batch_number: number }, query: {} })).data.returned,
    ).toBe(true);
    expect(await take('checker')).toBe(number);
  });

  it('is used by the save, only by its holder, and leaves no gap', async () => {
    const draft = randomUUID();
    const batch_number = await take('preparer', draft);
    const input = books.entry('100.00');
    input.headers[0]!.batch_number = batch_number;
    expect(await refusalOf(as('preparer2')(createBatch, { body: input }))).toMatchObject({
      status: 409,
      code: 'number_not_reserved',
    });
    const saved = (await as('preparer')(createBatch, { body: { ...input, draft_id: draft } })).data;
    expect(saved.batch_number).toBe(batch_number);
    expect(await take('preparer', draft)).not.toBe(batch_number);
    const gaps = await sql<{ unexplained: string }>`select unexplained from number_series_check`.execute(app.database);
    expect(gaps.rows.every((row) => row.unexplained === '0')).toBe(true);
  });

  it('goes back when its holder signs out without a kept draft', async () => {
    const [empty, kept] = [randomUUID(), randomUUID()];
    const lost = await take('checker', empty);
    const held = await take('checker', kept);
    await as('checker')(putDraft, {
      params: { id: kept },
      body: { document_type: 'JE', batch_number: held, body: { remarks: 'x' } },
    });
    await inTransaction(app.database, SYSTEM_ACTOR, (db) => returnEmptyReservations(db, books.people.checker.user.id));
    const given = await as('checker')(returnBatchNumber, { params: { batch_number: held }, query: {} });
    expect(given.data.returned).toBe(false);
    expect(await take('checker', kept)).toBe(held);
    const state = await sql<{
      state: string;
    }>`select state from number_reservation where number_text = ${lost}`.execute(app.database);
    expect(state.rows[0]!.state).toBe('free');
  });

  it('previews the next document number and takes nothing', async () => {
    const preview = async () => (await as('preparer')(previewDocumentNumber, { query: {} })).data.document_number;
    const next = await preview();
    expect(await preview()).toBe(next);
    expect((await books.save('1.00')).document_number).toBe(next);
    expect(await preview()).not.toBe(next);
  });
});

describe('a draft', () => {
  const put = (role: Role, id: string, body: Record<string, unknown>, row_version?: number) =>
    as(role)(putDraft, {
      params: { id },
      body: { document_type: 'JE', body, ...(row_version ? { row_version } : {}) },
    });

  it('is kept, read again, replaced by version and only by its owner', async () => {
    const id = randomUUID();
    const kept = (await put('preparer', id, { remarks: 'RENT', lines: [{ debit: '=11200/1.12' }] })).data;
    expect(kept.row_version).toBe(1);
    expect((await as('preparer')(readDraft, { params: { id } })).data.body).toEqual({
      remarks: 'RENT',
      lines: [{ debit: '=11200/1.12' }],
    });
    expect((await put('preparer', id, { remarks: 'RENT 2' }, 1)).data.row_version).toBe(2);
    const stale = await refusalOf(put('preparer', id, { remarks: 'RENT 3' }, 1));
    expect(stale).toMatchObject({ status: 409, code: 'row_version', row_version: 2, sent_row_version: 1 });
    expect(await refusalOf(put('preparer2', id, { remarks: 'MINE' }, 2))).toMatchObject({ status: 404 });
    expect(await refusalOf(as('preparer2')(readDraft, { params: { id } }))).toMatchObject({ status: 404 });
    expect((await as('preparer2')(listDrafts, { query: {} })).data).toEqual([]);
    expect((await as('preparer')(listDrafts, { query: { document_type: 'JE' } })).data[0]).toMatchObject({ id });
    await as('preparer')(deleteDraft, { params: { id } });
  });

  it('gives its number back when it is discarded and ends with the save', async () => {
    const id = randomUUID();
    const number = await take('preparer', id);
    await as('preparer')(putDraft, { params: { id }, body: { document_type: 'JE', batch_number: number, body: {} } });
    expect((await as('preparer')(deleteDraft, { params: { id } })).data.deleted).toBe(true);
    expect((await as('preparer')(deleteDraft, { params: { id } })).data.deleted).toBe(false);
    const again = randomUUID();
    expect(await take('preparer', again)).toBe(number);
    await as('preparer')(putDraft, {
      params: { id: again },
      body: { document_type: 'JE', batch_number: number, body: {} },
    });
    const input = books.entry('100.00');
    input.headers[0]!.batch_number = number;
    await as('preparer')(createBatch, { body: { ...input, draft_id: again } });
    expect((await as('preparer')(listDrafts, { query: {} })).data).toEqual([]);
  });
});

describe('what the page asks', () => {
  it('answers the choices of the grid: active, postable, with what they need', async () => {
    const { data } = await as('preparer')(entryChoices, {});
    expect(data.accounts.map((account) => account.code)).not.toContain('100000');
    expect(data.accounts.find((account) => account.code === '502010')).toMatchObject({ department_required: true });
    expect(data.sections[0]).toMatchObject({ code: 'ACCT-GL', department_id: books.department_id });
    expect(data.currencies.map((currency) => currency.iso_code)).toEqual(['PHP', 'USD', 'EUR', 'JPY', 'SGD', 'CNY']);
    expect(data.periods.length).toBeGreaterThan(0);
  });

  it('resolves pasted payee codes', async () => {
    const { data } = await as('preparer')(resolvePayees, { body: { codes: ['P0001', 'NOBODY'] } });
    expect(data).toEqual([{ id: books.payee_id, code: 'P0001', name: 'HULMA REALTY LEASING CORP.' }]);
  });

  it.each([
    ['15000.00', [2, 3], null],
    ['55000.00', [2, 3, 4], null],
    ['112000.00', [2, 3, 4, 5], null],
  ])('previews the route of %s', async (total_amount, stages, refusal) => {
    const { data } = await as('preparer')(previewApprovalRoute, { query: { document_type: 'JE', total_amount } });
    expect([data.route.map((stage) => stage.status), data.refusal]).toEqual([stages, refusal]);
    expect(data.route.every((stage) => stage.eligible.length > 0)).toBe(true);
  });

  it('previews a currency without officers by its pesos, and that nobody could approve', async () => {
    const preview = async (query: { total_amount: string; currency_id?: number; dollar_rate?: string }) =>
      (await as('preparer')(previewApprovalRoute, { query: { document_type: 'JE', ...query } })).data;
    const singapore = await preview({ total_amount: '500.00', currency_id: 5, dollar_rate: '42' });
    expect([singapore.route.map((stage) => stage.status), singapore.refusal]).toEqual([[2, 3, 4], null]);
    const endAt = (max: number) =>
      inTransaction(app.database, SYSTEM_ACTOR, (db) =>
        sql`update approving_officer set max_amount = ${max} where level = 'L3' and currency_id = 1`.execute(db),
      );
    await endAt(150_000);
    const refusal = (await preview({ total_amount: '200000.00' })).refusal;
    await endAt(0);
    expect(refusal).toContain('Nobody can approve 200,000.00 PHP at level L3 (Finance Director).');
  });

  it('counts the prints of a journal and heads them with the company', async () => {
    const batch = await books.save('100.00');
    const print = () => as('auditor')(printJournalEntry, { params: { id: batch.batch_number } });
    expect((await print()).data).toMatchObject({
      copy_no: 1,
      company: { name: 'SAMPOL PADALA SERVICES, INC.', tin: '900-000-100-00000' },
      printed_by: 'Auditor Reyes',
    });
    expect((await print()).data.copy_no).toBe(2);
  });

  it('prints a journal under a number that a restore took from it as it was posted, void', async () => {
    const batch = await books.saveAt(7, '250.00', { remarks: 'FIRST' });
    const { batch_number, document_number } = batch;
    const print = async (body = {}) =>
      (await as('auditor')(printJournalEntry, { params: { id: batch_number }, body: { preview: 1, ...body } })).data
        .batch;
    const before = await print();
    await as('checker')(voidBatch, { body: { batch_number, reason: 'Wrong branch' } });
    await as('preparer')(moveBatch, { params: { id: batch_number }, body: { status: 1 } });
    await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      await sql`update document set remarks = 'SECOND' where id = ${before.documents[0]!.id}`.execute(db);
    });
    expect(await print()).toMatchObject({ remarks: 'SECOND', status: 1 });
    const given_up = await print({ document_number });
    expect(given_up).toMatchObject({ status: 20, document_number, remarks: 'FIRST', total_amount: '250.00' });
    expect(given_up.details).toEqual(before.details);
    const signed = ({ timeline }: typeof before) =>
      timeline.filter(({ in_force }) => in_force).map(({ action, user_name }) => `${action} ${user_name}`);
    expect(signed(given_up).slice(0, signed(before).length)).toEqual(signed(before));
    expect(stampOf(given_up.documents[0]!)).toBe('VOID');
  });

  it('hands the paper of a journal out as PDF: one more copy, with the logo, to whoever may read the entry', async () => {
    const logo = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      const file = await storeFile(db, books.people.preparer.user.id, { media_type: 'image/png', bytes: logo });
      await sql`update company set logo_file_id = ${file} where reporting`.execute(db);
    });
    const batch = await books.save('12345.60');
    await as('auditor')(printJournalEntry, { params: { id: batch.batch_number } });
    const url = addressOf(printJournalEntryPdf.path, { id: batch.batch_number });
    const reply = await app.server.inject({ url, headers: books.people.auditor.headers });
    expect(reply.headers['content-disposition']).toMatch(/filename="journal-voucher-[\w-]+_\d{10}\.pdf"$/);
    expect(reply.rawPayload.toString('latin1')).toContain('/Subtype /Image');
    const [page, ...others] = readPdfText(reply.rawPayload);
    expect(others).toEqual([]);
    expect(page).toMatch(/SAMPOL PADALA SERVICES, INC\.[^]*TIN 900-000-100-00000/);
    expect(page).toMatch(/TOTAL +12,345\.60 +12,345\.60/);
    expect(page).toMatch(/by Auditor Reyes · REPRINT 2 · Talaan [\d.]+ +Page 1 of 1/);
    const noted = await sql<{ user_id: number; of: string; copy: number }>`
      select user_id, after ->> 'of' as of, (after ->> 'copy')::int as copy from audit_event
      where table_name = 'issued_paper' and action = 'download'`.execute(app.database);
    expect(noted.rows).toEqual([
      { user_id: books.people.auditor.user.id, of: `Journal Voucher ${batch.document_number}`, copy: 2 },
    ]);
  });
});

describe('attachments', () => {
  const PDF = new File(['%PDF-1.7 bill of March'], 'bill ñ.pdf', { type: 'application/pdf' });
  const attach = async (role: Role, batchNumber: string, ...files: File[]) => {
    const form = new FormData();
    for (const file of files) form.append('upload_file[]', file);
    return (await as(role)(addAttachments, { params: { id: batchNumber }, form })).data;
  };
  const download = (role: Role, id: string) =>
    app.server.inject({ url: addressOf(downloadAttachment.path, { id }), headers: books.people[role].headers });

  it('come with the entry as multipart and change its fingerprint', async () => {
    const form = new FormData();
    const input = books.entry('150000.00');
    form.append('document_type', 'JE');
    form.append('headers', JSON.stringify(input.headers));
    form.append('details', JSON.stringify(input.details));
    form.append('upload_file[]', PDF);
    const saved = (await as('preparer')(createBatch, { form })).data;
    expect(saved.upload_file).toMatchObject([
      { name: 'bill ñ.pdf', media_type: 'application/pdf', uploaded_by: 'Preparer Reyes' },
    ]);
    expect(saved.attachments).toBe(1);
  });

  it.each([
    ['a PDF called CSV', new File(['%PDF-1.7'], 'rows.csv'), 'rows.csv: file content is PDF, expected CSV.'],
    ['a page called PNG', new File(['<html>'], 'x.png'), 'x.png: file content is HTML, expected PNG.'],
    ['a program', new File([new Uint8Array([77, 90, 0])], 'x.exe'), 'x.exe: attach PDF, PNG, JPEG, XLSX or CSV files.'],
    ['an empty file', new File([], 'x.pdf'), 'x.pdf is empty.'],
  ])('refuse %s', async (_name, file, message) => {
    const batch = await books.save('100.00');
    expect(await refusalOf(attach('preparer', batch.batch_number, file))).toMatchObject({ status: 415, message });
  });

  it('refuse the twenty-first file and a file above 10 MB', async () => {
    const batch = await books.save('100.00');
    const files = Array.from({ length: 20 }, (_, index) => new File([`%PDF-1.7 ${index}`], `${index}.pdf`));
    expect(await attach('preparer', batch.batch_number, ...files)).toHaveLength(20);
    expect(await refusalOf(attach('preparer', batch.batch_number, PDF))).toMatchObject({ status: 413 });
    const huge = new File([Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-1.7')], 'huge.pdf');
    expect(await refusalOf(attach('preparer', (await books.save('1.00')).batch_number, huge))).toMatchObject({
      status: 413,
    });
  });

  it('are downloaded inert, by those who see the batch only, and the history says by whom', async () => {
    const batch = await books.save('100.00', { is_confidential: 1 });
    const [attachment] = await attach('preparer', batch.batch_number, PDF);
    const reply = await download('approver1', attachment!.id);
    expect(reply.body).toBe('%PDF-1.7 bill of March');
    expect(reply.headers).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''bill%20%C3%B1.pdf",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    for (const role of ['checker', 'auditor', 'admin'] as const)
      expect((await download(role, attachment!.id)).statusCode).toBe(404);
    const { data: history } = await as('preparer')(batchHistory, { params: { id: batch.batch_number }, query: {} });
    const downloads = history.filter(({ action }) => action === 'download');
    expect(downloads).toMatchObject([
      { user_name: books.people.approver1.user.name, changes: [{ field: 'name', before: null, after: 'bill ñ.pdf' }] },
    ]);
  });

  it('change while the entry is active, make whoever does it an editor, and stay once it is submitted', async () => {
    const batch = await books.save('15000.00');
    const [attachment] = await attach('preparer2', batch.batch_number, PDF);
    const move = (role: Role, status: number) =>
      as(role)(moveBatch, { params: { id: batch.batch_number }, body: { status } });
    await move('preparer', 2);
    expect(await refusalOf(move('preparer2', 3))).toMatchObject({ status: 403, code: 'is_editor' });
    expect(await refusalOf(as('preparer')(removeAttachment, { params: { id: attachment!.id } }))).toMatchObject({
      status: 409,
      code: 'attachments_signed',
    });
    await as('preparer')(moveBatch, {
      params: { id: batch.batch_number },
      body: { status: 1, approved_remarks: 'To change the bill' },
    });
    await as('preparer')(removeAttachment, { params: { id: attachment!.id } });
    expect((await download('preparer', attachment!.id)).statusCode).toBe(404);
    const detail = (await as('preparer')(readBatch, { params: { id: batch.batch_number }, query: {} })).data;
    expect(detail.upload_file).toEqual([]);
    expect(detail.changes?.attachments).toEqual([{ name: 'bill ñ.pdf', kind: 'removed' }]);
  });

  it('are kept or dropped by an update', async () => {
    const batch = await books.save('100.00');
    const [kept] = await attach('preparer', batch.batch_number, PDF, new File(['a,b\n1,2\n'], 'rows.csv'));
    const detail = (await as('preparer')(readBatch, { params: { id: batch.batch_number }, query: {} })).data;
    const { data } = await as('preparer')(updateBatch, {
      params: { id: batch.batch_number },
      body: { ...books.entry('100.00'), row_version: detail.row_version, keep_attachments: [kept!.id] },
    });
    expect(data.upload_file.map((file) => file.name)).toEqual(['bill ñ.pdf']);
  });
});
