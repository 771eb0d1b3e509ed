import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { voidBatch } from '@talaan/contract/documents/batch.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { disbursementDocuments } from '../../documents/disbursement/disbursement.documents.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { openPaymentBooks, type PaymentBooks } from '../../testing/books/payment-books.ts';
import { raceForRow } from '../../testing/row-lock.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerBatchRoutes } from '../register-batches.ts';

const RIVALS = 64;

let app: TestServer;
let books: PaymentBooks;
beforeAll(async () => {
  app = await createTestServer((server, services) => registerBatchRoutes(server, services, disbursementDocuments));
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
});
afterAll(() => app.stop());

/** Holds the batch until two calls wait for it, so that the calls meet there whatever the pace of the machine. */
async function meet(batch: BatchDetail, start: () => Promise<unknown>[]) {
  let answers: PromiseSettledResult<unknown>[] = [];
  await runAsOwner(app.ownerUrl, async (owner) => {
    answers = await raceForRow(owner, {
      lock: `select from batch where batch_number = '${batch.batch_number}' for update`,
      count: 2,
      start: () => Promise.allSettled(start()),
    });
  });
  return answers
    .map((one) => (one.status === 'fulfilled' ? 200 : statusOf(one.reason)))
    .toSorted((one, other) => one - other);
}

async function entriesOf(batch: BatchDetail): Promise<number> {
  const found = await sql<{ count: string }>`
    select count(*) from journal_entry e join document d on d.id = e.document_id join batch b on b.id = d.batch_id
    where b.batch_number = ${batch.batch_number}`.execute(app.database);
  return Number(found.rows[0]!.count);
}

function statusOf(reason: unknown): number {
  if (reason instanceof CallRefused) return reason.problem.status;
  throw reason;
}

const release = (batch: BatchDetail) => books.move(batch, 'cashier', 7);
it('pays a voucher once when 64 release it at once, and tells the others that it is released', async () => {
  const voucher = await books.payAt('CV', 6);
  const answers = await meet(voucher, () => Array.from({ length: RIVALS }, () => release(voucher)));
  expect(answers).toEqual([200, ...Array.from({ length: RIVALS - 1 }, () => 409)]);
  expect(await entriesOf(voucher)).toBe(1);
});

it('tells whoever was overtaken who was first, when, and what there is now', async () => {
  const voucher = await books.payAt('CV', 6);
  const refusals: unknown[] = [];
  const note = async (error: unknown) => {
    if (error instanceof CallRefused) refusals.push(error.problem);
    throw error;
  };
  await meet(voucher, () => [release(voucher).catch(note), release(voucher).catch(note)]);
  expect(refusals).toEqual([
    expect.objectContaining({
      status: 409,
      message: expect.stringMatching(/^Cashier Reyes released it at .*; it is now Released\. Reload to see it\.$/),
      changed_by: 'Cashier Reyes',
      changed_at: expect.stringMatching(/^\d{4}-/),
      row_version: expect.any(Number),
    }),
  ]);
});

it('lets a release or a void win, never both half: what is void is nil in the books', async () => {
  const voucher = await books.payAt('CV', 6);
  const { batch_number } = voucher;
  const stop = () => books.people.checker.call(voidBatch, { body: { batch_number, reason: 'Entered twice' } });
  await meet(voucher, () => [release(voucher), stop(), release(voucher), stop()]);
  const now = await books.read(voucher);
  // Void before its release it has no entry; void after it, the entry and its mirror; where the release won, the entry.
  expect(['20 with 0', '20 with 2', '7 with 1']).toContain(`${now.status} with ${await entriesOf(voucher)}`);
  const wrong = await sql`select * from verify_balances()`.execute(app.database);
  expect(wrong.rows).toEqual([]);
});

it('never ran into a deadlock', async () => {
  const found = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(app.database);
  expect(found.rows[0]!.deadlocks).toBe('0');
});
