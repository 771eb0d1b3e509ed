import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBatch, deleteBatch, updateBatch, voidBatch } from '@talaan/contract/documents/batch.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { postMaturedDocuments } from '../../batches/moves/post-matured.ts';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { inTransaction, openDatabase, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import {
  netBalances,
  openPaymentBooks,
  refusalOf,
  type HeaderChange,
  type PaymentBooks,
} from '../../testing/books/payment-books.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { disbursementDocuments } from './disbursement.documents.ts';

const DAY = '2026-03-31';
/** The first cheque is dated the day of the books, the other two in later months. */
const SERIES: HeaderChange = { is_pdc: 1, number_of_cheques: 3, document_date: DAY };

let app: TestServer;
let books: PaymentBooks;
let lastCheque = 1000;
beforeAll(async () => {
  app = await createTestServer((server, services) => registerBatchRoutes(server, services, disbursementDocuments));
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
});
beforeEach(() => books.setToday(app.ownerUrl, DAY));
afterAll(() => app.stop());

/** A number that no cheque has had. */
const freshCheque = () => String((lastCheque += 10)).padStart(7, '0');
const series = (amount = '5000.00', header: HeaderChange = {}) =>
  books.pay('CW', amount, { ...SERIES, cheque_number: freshCheque(), ...header });
const update = async (batch: BatchDetail, amount: string, header: HeaderChange) => {
  const body = { ...books.payment('CW', amount, header), row_version: batch.row_version };
  return (await books.people.preparer.call(updateBatch, { params: { id: batch.batch_number }, body })).data;
};
const voidCheque = async (batch: BatchDetail, document_number: string | null) =>
  (
    await books.people.checker.call(voidBatch, {
      body: { batch_number: batch.batch_number, document_number: document_number!, reason: 'Cheque stopped' },
    })
  ).data;
const dates = (batch: BatchDetail) => batch.documents.map((one) => one.document_date);
const cheques = (batch: BatchDetail) => batch.documents.map((one) => one.cheque_number);

describe('saving a series', () => {
  it('spreads months, voucher and cheque numbers from the first', async () => {
    const batch = await series('5000.00', { cheque_number: '0000100' });
    expect(dates(batch)).toEqual(['2026-03-31', '2026-04-30', '2026-05-31']);
    expect(cheques(batch)).toEqual(['0000100', '0000101', '0000102']);
    expect(batch).toMatchObject({ total_amount: '15000.00', number_of_cheques: 3, document_count: 3 });
    expect(batch.details.map((line) => line.header_key)).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it('takes an interval, or all dates and cheques as they are', async () => {
    const weekly = await series('10.00', { interval: 'weekly' });
    expect(dates(weekly)).toEqual(['2026-03-31', '2026-04-07', '2026-04-14']);
    const given = await series('10.00', {
      document_date: '2026-04-01,2026-06-15,2026-09-30',
      cheque_number: '0000201, 0000205, 0000203',
    });
    expect(dates(given)).toEqual(['2026-04-01', '2026-06-15', '2026-09-30']);
    expect(cheques(given)).toEqual(['0000201', '0000205', '0000203']);
  });

  it('takes one header for each cheque, with lines of its own', async () => {
    const first = books.payment('CV', '100.00', { is_pdc: 1 });
    const second = books.payment('CV', '200.00', { is_pdc: 1, header_key: 1, document_date: '2026-04-30' });
    const body = {
      ...first,
      headers: [...first.headers, ...second.headers],
      details: [...first.details, ...second.details.map((line) => ({ ...line, header_key: 1 }))],
    };
    const { data } = await books.people.preparer.call(createBatch, { body });
    expect(data.documents.map((one) => one.total_amount)).toEqual(['100.00', '200.00']);
  });

  it.each([
    ['dates that are not as many as cheques', { document_date: '2026-04-01,2026-05-01' }, 'number_of_cheques'],
    ['a date that does not exist', { document_date: '2026-04-31,2026-05-01,2026-06-01' }, 'document_date'],
    ['cheque numbers that are neither one nor all', { cheque_number: '0000300,0000301' }, 'cheque_number'],
    ['one cheque number twice', { cheque_number: '0000300,0000301,0000300' }, 'cheque_number'],
    ['61 cheques', { number_of_cheques: 61 }, 'number_of_cheques'],
    ['an interval that there is not', { interval: 'daily' }, 'interval'],
  ])('refuses %s', async (_name, header, field) => {
    const refused = await refusalOf(series('10.00', header));
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, [`headers.0.${field}`]]);
  });

  it('refuses several dates without a series', async () => {
    const refused = await refusalOf(books.pay('CV', '10.00', { document_date: '2026-03-01,2026-03-02' }));
    expect(refused.errors).toEqual({ 'headers.0.document_date': ['document date takes one date.'] });
  });

  it('refuses a cheque that another voucher of the bank has, and names it', async () => {
    const first = await books.pay('CV', '10.00', { cheque_number: '0000400' });
    const refused = await refusalOf(series('10.00', { cheque_number: '0000399' }));
    expect(refused).toMatchObject({ status: 409, code: 'cheque_used' });
    expect(refused.message).toBe(
      `Cheque 0000400 of BPI 0003-0001 was used by CV ${first.document_number}. Enter another number.`,
    );
    // The same number on another bank account is another cheque.
    const header = { cheque_number: '0000400', bank_id: books.banks['102104'] };
    expect((await books.pay('CV', '10.00', header)).cheque_number).toBe('0000400');
  });
});

describe('changing a series', () => {
  it('changes the first open cheque only when it is sent as the edit view shows it', async () => {
    const batch = await series();
    const shown = batch.headers[1]!;
    const changed = await update(batch, '6000.00', {
      is_pdc: 1,
      number_of_cheques: batch.number_of_cheques,
      document_date: '2026-04-15',
      cheque_number: shown.cheque_number,
    });
    expect(dates(changed)).toEqual(['2026-04-15', '2026-04-30', '2026-05-31']);
    expect(changed.documents.map((one) => one.total_amount)).toEqual(['6000.00', '5000.00', '5000.00']);
    expect(changed.total_amount).toBe('16000.00');
    expect(changed.documents.map((one) => one.document_number)).toEqual(
      batch.documents.map((one) => one.document_number),
    );
  });

  it('rewrites all that are open when dates are sent, numbers new ones and voids those left out', async () => {
    const batch = await series();
    const longer = await update(batch, '4000.00', {
      is_pdc: 1,
      document_date: '2026-04-01,2026-05-01,2026-06-01,2026-07-01',
      cheque_number: freshCheque(),
    });
    expect(longer.documents.map((one) => one.total_amount)).toEqual(Array.from({ length: 4 }, () => '4000.00'));
    expect(longer.documents[3]!.document_number).toMatch(/^\d{7}$/);
    const shorter = await update(longer, '4000.00', { is_pdc: 1, document_date: '2026-04-01,2026-05-01' });
    expect(shorter).toMatchObject({ number_of_cheques: 2, total_amount: '8000.00' });
    expect(shorter.documents.map((one) => one.void_reason)).toEqual([
      null,
      null,
      'Taken out of the series.',
      'Taken out of the series.',
    ]);
    const register = await sql<{ fate: string }>`
      select fate from number_register where number_text = ${longer.documents[3]!.document_number}
      and kind = 'voucher'`.execute(app.database);
    expect(register.rows).toEqual([{ fate: 'void' }]);
  });

  it('keeps currency and rate those of the whole series', async () => {
    const batch = await series();
    const refused = await refusalOf(
      update(batch, '10.00', { is_pdc: 1, number_of_cheques: 3, currency_id: 2, dollar_rate: '56' }),
    );
    expect(Object.keys(refused.errors ?? {})).toEqual(['headers.0.currency_id']);
  });

  it('takes a submitted series back to Active, except for a new cheque number', async () => {
    const batch = await books.bring(await series(), 2);
    const header = { is_pdc: 1, number_of_cheques: 3, document_date: DAY };
    const renumbered = await update(batch, '5000.00', { ...header, cheque_number: freshCheque() });
    expect(renumbered.status).toBe(2);
    const changed = await update(renumbered, '5001.00', { ...header, cheque_number: freshCheque() });
    expect(changed.status).toBe(1);
  });
});

describe('voiding one cheque of a series', () => {
  it('leaves the others, before and after its day', async () => {
    const batch = await books.bring(await series(), 7);
    expect(batch).toMatchObject({ status: 7, number_of_cheques: 2, matures_on: '2026-04-30' });
    const before = await netBalances(app.database);
    const stopped = await voidCheque(batch, batch.documents[1]!.document_number);
    expect(stopped).toMatchObject({ status: 7, journal_entry_ids: [] });
    expect(await netBalances(app.database)).toEqual(before);
    const posted = await voidCheque(batch, batch.documents[0]!.document_number);
    expect(posted).toMatchObject({ status: 7, reversal_date: DAY });
    expect(posted.journal_entry_ids).toHaveLength(1);
    const now = await books.read(batch);
    expect(now.documents.map((one) => one.status)).toEqual([20, 20, 7]);
    expect(now.headers.map((one) => one.header_key)).toEqual([-1, 2]);
    await books.setToday(app.ownerUrl, '2026-05-31');
    expect(await postMaturedDocuments(app.database)).toEqual({ posted: 1, waiting: 0 });
    expect((await books.read(batch)).accounting_status).toBe(7);
  });

  it('takes the batch with the last one, and a restore leaves the others void', async () => {
    const batch = await series('5000.00', { number_of_cheques: 2 });
    const ready = await books.bring(batch, 7);
    await voidCheque(ready, ready.documents[1]!.document_number);
    expect((await voidCheque(ready, ready.documents[0]!.document_number)).status).toBe(20);
    await books.move(batch, 'preparer', 1, { new_voucher_number: 1 });
    const restored = await books.read(batch);
    expect(restored.documents.map((one) => one.void_reason)).toEqual([null, 'Cheque stopped']);
    expect(restored).toMatchObject({ status: 1, number_of_cheques: 1, total_amount: '5000.00' });
  });

  it('lets an active series go on with its smaller total', async () => {
    const batch = await series();
    await voidCheque(batch, batch.documents[2]!.document_number);
    const smaller = await books.read(batch);
    expect(smaller).toMatchObject({ status: 1, total_amount: '10000.00', number_of_cheques: 2 });
    // Whoever voided it has changed the round, so another checker reviews it.
    await books.move(batch, 'preparer', 2);
    expect(await refusalOf(books.move(batch, 'checker', 3))).toMatchObject({ code: 'is_editor' });
    await books.move(batch, 'preparer2', 3);
    expect((await books.bring(await books.read(batch), 7)).status).toBe(7);
  });

  it('counts what is left when a series comes back from approval', async () => {
    const batch = await books.bring(await series(), 3);
    await voidCheque(batch, batch.documents[1]!.document_number);
    expect((await books.read(batch)).total_amount).toBe('15000.00');
    await books.move(batch, 'preparer', 1, { approved_remarks: 'Two cheques only' });
    expect(await books.read(batch)).toMatchObject({ status: 1, total_amount: '10000.00' });
  });

  it('refuses a number that it has not, and one that is void', async () => {
    const batch = await series();
    expect(await refusalOf(voidCheque(batch, '9999998'))).toMatchObject({ status: 404 });
    await voidCheque(batch, batch.documents[1]!.document_number);
    expect(await refusalOf(voidCheque(batch, batch.documents[1]!.document_number))).toMatchObject({
      status: 409,
      code: 'voided',
    });
  });
});

describe('the day of a cheque', () => {
  it('waits while its period is closed, shows it, and posts when it is open', async () => {
    const batch = await books.bring(await series('10.00', { document_date: '2026-04-15', number_of_cheques: 1 }), 7);
    await setApril(0);
    await books.setToday(app.ownerUrl, '2026-04-15');
    expect(await postMaturedDocuments(app.database)).toEqual({ posted: 0, waiting: 1 });
    const waiting = await books.read(batch);
    expect(waiting).toMatchObject({ accounting_status: 0, matures_on: '2026-04-15', period_open: false });
    expect(waiting.documents[0]).toMatchObject({ waits_for_period: true });
    await setApril(1);
    expect(await postMaturedDocuments(app.database)).toEqual({ posted: 1, waiting: 0 });
    const posted = await sql<{ entry_date: string; posted_by: string }>`
      select e.entry_date, u.user_id as posted_by from journal_entry e join app_user u on u.id = e.posted_by
      where e.document_id = ${batch.documents[0]!.id}::bigint`.execute(app.database);
    expect(posted.rows).toEqual([{ entry_date: '2026-04-15', posted_by: 'cashier' }]);
  });

  it('is kept by two servers at the same moment: each cheque posts once', async () => {
    await books.setToday(app.ownerUrl, '2026-06-30');
    await postMaturedDocuments(app.database);
    await books.setToday(app.ownerUrl, DAY);
    const batches = await Promise.all(
      [1, 2, 3, 4].map(() => series('10.00', { document_date: '2026-05-04', number_of_cheques: 2 })),
    );
    for (const batch of batches) await books.bring(batch, 7);
    await books.setToday(app.ownerUrl, '2026-06-30');
    const other = openDatabase(app.urls, { poolSize: 2 });
    const runs = await Promise.all([
      postMaturedDocuments(app.database),
      postMaturedDocuments(other),
      postMaturedDocuments(app.database),
    ]);
    await other.destroy();
    const again = await postMaturedDocuments(app.database);
    expect([...runs, again].reduce((sum, run) => sum + run.posted, 0)).toBe(8);
    const entries = await sql<{ entries: string; documents: string }>`
      select count(*) as entries, count(distinct e.document_id) as documents
      from journal_entry e join document d on d.id = e.document_id
      where d.batch_id = any (${batches.map((batch) => batch.id)}::bigint[])`.execute(app.database);
    expect(entries.rows).toEqual([{ entries: '8', documents: '8' }]);
    expect((await sql`select * from verify_balances()`.execute(app.database)).rows).toEqual([]);
  });
});

it('deletes a draft series with its numbers on record', async () => {
  const batch = await series();
  await books.people.preparer.call(deleteBatch, { params: { id: batch.batch_number }, query: {} });
  const fates = await sql<{ fate: string }>`
    select distinct fate from number_register
    where kind = 'voucher' and batch_id = ${batch.id}::bigint`.execute(app.database);
  expect(fates.rows).toEqual([{ fate: 'deleted draft' }]);
});

function setApril(disbursement: number) {
  return inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`update accounting_period set disbursement = ${disbursement}
      where fiscal_year = 2026 and period_no = 4`.execute(db),
  );
}

describe('what the next approver is told of a series', () => {
  it('names the cheque that was taken out, header fields by their words, and both fingerprints', async () => {
    // A fourth cheque was taken out before anybody signed: it is no change for the approver.
    const four = await series('5000.00', { number_of_cheques: 4 });
    const first = await update(four, '5000.00', { ...SERIES, interval: 'monthly', cheque_number: freshCheque() });
    const submitted = await books.bring(first, 3);
    const signed = submitted.timeline.find(({ action }) => action === 'submit')?.fingerprint;
    expect(submitted.changes).toBeNull();
    await books.move(first, 'approver1', 1, { approved_remarks: 'Two cheques, from MBTC.' });
    await update(await books.read(first), '5000.00', {
      is_pdc: 1,
      number_of_cheques: 2,
      interval: 'monthly',
      document_date: DAY,
      cheque_number: freshCheque(),
      bank_id: books.banks['102104'],
      vat: 1,
    });
    const changed = await books.read(first);
    expect(changed.changes).toMatchObject({ by: 'Preparer Reyes', fingerprint_before: signed });
    expect(changed.changes?.fingerprint_now).not.toBe(signed);
    expect(changed.changes?.documents).toEqual([
      expect.objectContaining({ header_key: 2, kind: 'removed', total_amount: '5000.00' }),
    ]);
    const fields = changed.changes?.headers.filter(({ header_key }) => header_key === 0);
    expect(fields?.map(({ field, before, after }) => [field, before, after])).toEqual(
      expect.arrayContaining([
        ['bank', 'BPI 0003-0001', 'MBTC 0004-0001'],
        ['vat', null, 'Vatable'],
      ]),
    );
    expect(fields?.map(({ field }) => field)).not.toContain('bank_account');
  });

  it('tells in the first round what was corrected after the submission', async () => {
    const voucher = await books.payAt('CV', 3, '700.00');
    const { row_version, cheque_number } = voucher;
    const body = { ...books.payment('CV', '700.00', { remarks: 'RENT OF APRIL', cheque_number }), row_version };
    await books.people.preparer.call(updateBatch, { params: { id: voucher.batch_number }, body });
    const { changes, status } = await books.read(voucher, 'approver1');
    expect(status).toBe(3);
    expect(changes?.headers).toEqual([
      { header_key: 0, field: 'remarks', before: 'RENT OF MARCH', after: 'RENT OF APRIL' },
    ]);
    expect(changes?.fingerprint_now).toBe(changes?.fingerprint_before);
  });
});
