import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBatch, updateBatch } from '@talaan/contract/documents/batch.contract';
import { entryChoices } from '@talaan/contract/documents/entry-page/entry-page.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import {
  openPaymentBooks,
  refusalOf,
  type HeaderChange,
  type PaymentBooks,
} from '../../testing/books/payment-books.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { disbursementDocuments } from './disbursement.documents.ts';

let app: TestServer;
let books: PaymentBooks;
/** Templates: two of cheque vouchers, one of journals, and one of cheque vouchers that is out of use. */
let rent: number;
let light: number;
let salaries: number;
let closed: number;
beforeAll(async () => {
  app = await createTestServer((server, services) => registerBatchRoutes(server, services, disbursementDocuments));
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  [rent, light, salaries, closed] = await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
    const ids: number[] = [];
    for (const [txn_type, document_type, status] of [
      ['Rent of the head office', 'CV', 1],
      ['Light and water', 'CV', 1],
      ['Salaries of the month', 'JE', 1],
      ['Rent of the closed branch', 'CV', 0],
    ] as const) {
      const made = await db
        .insertInto('regular_transaction')
        .values({ txn_type, document_type, status })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.push(made.id);
    }
    return ids as [number, number, number, number];
  });
});
afterAll(() => app.stop());

const save = (header: HeaderChange) =>
  books.people.preparer.call(createBatch, { body: books.payment('CV', '100.00', header) });
const change = (batch: BatchDetail, header: HeaderChange) =>
  books.people.preparer.call(updateBatch, {
    params: { id: batch.batch_number },
    body: { ...books.payment('CV', '100.00', header), row_version: batch.row_version },
  });
const setStatus = (id: number, status: 0 | 1) =>
  inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
    await db.updateTable('regular_transaction').set({ status }).where('id', '=', id).execute();
  });

describe('the regular transaction of an entry', () => {
  it.each([
    ['exists', () => 99999, 'Regular transaction 99999 does not exist.'],
    ['is of its document', () => salaries, 'Regular transaction Salaries of the month is for General Journal.'],
    ['is active', () => closed, 'Regular transaction Rent of the closed branch is inactive.'],
  ])('%s', async (_name, id, message) => {
    const errors = { 'headers.0.regular_trx': [message] };
    const refused = await refusalOf(save({ regular_trx: id() }));
    expect([refused.status, refused.errors]).toEqual([422, errors]);
    const { data } = await save({});
    expect((await refusalOf(change(data, { regular_trx: id() }))).errors).toEqual(errors);
  });

  it('is a Record ID', async () => {
    const refused = await refusalOf(save({ regular_trx: 'rent' }));
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, ['headers.0.regular_trx']]);
  });

  it('is none unless it is named', async () => {
    expect((await save({})).data.regular_trx).toBeNull();
    expect((await save({ regular_trx: null })).data.regular_trx).toBeNull();
  });

  it('is stored, kept by a change that does not name it, exchanged and cleared by one that does', async () => {
    const saved = (await save({ regular_trx: rent })).data;
    expect(saved.regular_trx).toBe(rent);
    const kept = (await change(saved, { remarks: 'RENT OF APRIL' })).data;
    expect([kept.remarks, kept.regular_trx]).toEqual(['RENT OF APRIL', rent]);
    const exchanged = (await change(kept, { regular_trx: light })).data;
    expect(exchanged.regular_trx).toBe(light);
    expect((await change(exchanged, { regular_trx: null })).data.regular_trx).toBeNull();
  });

  it('stays on an entry that names it when it is out of use by now', async () => {
    const saved = (await save({ regular_trx: light })).data;
    await setStatus(light, 0);
    const same = (await change(saved, { regular_trx: light })).data;
    const silent = (await change(same, {})).data;
    await setStatus(light, 1);
    expect([same.regular_trx, silent.regular_trx]).toEqual([light, light]);
  });

  it('is not signed by approvers: naming another one leaves a submitted entry where it is', async () => {
    const submitted = await books.payAt('CV', 2, '100.00', { regular_trx: rent });
    const changed = (await change(submitted, { regular_trx: light })).data;
    expect([changed.regular_trx, changed.status, changed.cycle]).toEqual([light, 2, submitted.cycle]);
  });
});

it('the entry page offers the active ones by title', async () => {
  const { data } = await books.people.preparer.call(entryChoices, {});
  expect(data.regular_transactions).toEqual([
    { id: light, txn_type: 'Light and water', document_type: 'CV' },
    { id: rent, txn_type: 'Rent of the head office', document_type: 'CV' },
    { id: salaries, txn_type: 'Salaries of the month', document_type: 'JE' },
  ]);
});
