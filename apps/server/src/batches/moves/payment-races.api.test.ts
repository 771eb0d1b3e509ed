import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { voidBatch } from '@talaan/contract/documents/batch.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { createBilling, type BillingDetail } from '@talaan/contract/documents/billing/billing.contract';
import type { CollectionDetail } from '@talaan/contract/documents/collection/collection.contract';
import { createOrder } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { CallRefused } from '@talaan/contract/http/client';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { bringBatches, stepsTo, type DemoBatch } from '../../demo/bring-batches.ts';
import { actAs, loadPrincipals, type People, type Person } from '../../demo/demo-people.ts';
import { billingDocument } from '../../documents/billing/billing.document.ts';
import { cashReceiptDocument } from '../../documents/cash-receipt/cash-receipt.document.ts';
import { collectionDocument } from '../../documents/collection/collection.document.ts';
import { disbursementDocuments } from '../../documents/disbursement/disbursement.documents.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { givenOrder } from '../../documents/purchase-order/given-order.ts';
import { purchaseOrderDocument } from '../../documents/purchase-order/purchase-order.document.ts';
import { inTransaction, type Database } from '../../platform/database/database.ts';
import { openReceivableServer, type ReceivableServer } from '../../testing/books/receivable-server.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { raceForRow } from '../../testing/row-lock.ts';
import { createBatch as saveBatch } from '../entry/save-batch.ts';
import { readVisible } from '../record/batch-call.ts';
import { definitionsOf } from '../record/document-definition.ts';
import { unseenRisks } from '../risks/batch-risks.ts';
import { moveBatch } from './move-batch.ts';
import { moveMany, type SetMove } from './move-many.ts';

const RIVALS = 64;

const DOCUMENTS = [...disbursementDocuments, cashReceiptDocument, journalEntryDocument, purchaseOrderDocument];
const DEFINITIONS = definitionsOf([...DOCUMENTS, billingDocument, collectionDocument]);

let app: ReceivableServer['app'];
let books: ReceivableServer['books'];
let desk: ReceivableServer['desk'];
let people: People;
beforeAll(async () => {
  ({ app, books, desk } = await openReceivableServer(() => undefined, DOCUMENTS));
  people = await loadPrincipals(app.database);
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

describe('a set of moves', () => {
  it('leaves the rows that the same moves leave one by one, of every type', async () => {
    const batches = await twenty();
    const bySet = await rowsAfter((db) => bringBatches(db, { people, definitions: DEFINITIONS }, batches));
    const oneByOne = await rowsAfter(async (db) => {
      for (const { type, batch_number, steps } of batches) {
        for (const { person, status } of steps) await moveSeeing(db, { batch_number, types: [type], person, status });
      }
    });
    expect(bySet).toEqual(oneByOne);
    const types = new Set(
      bySet.filter((row) => row.startsWith('journal_entry ')).map((row) => JSON.parse(row.slice(14)).document_type),
    );
    expect(types).toEqual(new Set(['BI', 'CN', 'CR', 'CV', 'CW', 'DM', 'JE', 'OB']));
  });

  it('names every refusal by its place, and moves none', async () => {
    const [good, own] = [await books.saveAt(2, '100.00'), await books.saveAt(2, '200.00')];
    const moves = [
      { batch_number: good.batch_number, row_version: good.row_version },
      { batch_number: own.batch_number, row_version: 1 },
      { batch_number: '0999999' },
      { batch_number: good.batch_number },
    ].map((move) => ({ ...move, types: ['JE'] as const, status: 3 as const, approved_remarks: '' }));
    const set = (some: typeof moves) =>
      inTransaction(app.database, actor('checker'), (db) => moveMany(db, DEFINITIONS, people.get('checker')!, some));
    const refusal = await set(moves).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      status: 422,
      message: expect.stringMatching(/^.* submitted it at .* And 2 more\.$/),
      details: {
        fault_count: 3,
        faults: [
          { path: 'moves.1', batch_no: own.batch_number, rule: 'row_version' },
          { path: 'moves.2', batch_no: '0999999', rule: 'not_found' },
          { path: 'moves.3', batch_no: good.batch_number, rule: 'named_twice' },
        ],
      },
    });
    expect([await statusNow(good), await statusNow(own)]).toEqual([2, 2]);
    expect((await set(moves.slice(0, 1))).map(({ status }) => status)).toEqual([3]);
    await expect(set(moves.slice(2, 3))).rejects.toMatchObject({ status: 404 });
  });

  it('takes its locks in the order of the ledger: batches, then periods and sums, then numbers', async () => {
    const invoice = await desk.invoice('1120.00');
    const receipts = await Promise.all([1, 2].map(() => collectionOf(invoice, '5.00')));
    const seen: string[] = [];
    await inTransaction(app.database, actor('preparer'), async (db) => {
      const watched = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          for (const lock of await locksOf(db)) if (!seen.includes(lock)) seen.push(lock);
          return result;
        },
      });
      await moveMany(watched, DEFINITIONS, people.get('preparer')!, receipts.map(issue));
    });
    expect(seen).toEqual(
      [['batch', 'batch_move'], ['period 202603', 'chart', 'balance_account'], ['number_series']].flat(),
    );
  });

  it('waits for no other set that settles the same invoices for ever', async () => {
    const invoices = [await desk.invoice('1120.00'), await desk.invoice('2240.00')];
    const receipts = await Promise.all(
      Array.from({ length: 2 * SETS }, (_, at) => collectionOf(invoices[(at + (at >> 1)) % 2]!, '1.00')),
    );
    const sets = Array.from({ length: SETS }, (_, at) => receipts.slice(2 * at, 2 * at + 2).map(issue));
    const won = await Promise.all(
      sets.map((moves) =>
        inTransaction(app.database, actor('preparer'), (db) =>
          moveMany(db, DEFINITIONS, people.get('preparer')!, moves),
        ),
      ),
    );
    expect(new Set(won.flat().flatMap(({ journal_entry_ids }) => journal_entry_ids)).size).toBe(2 * SETS);
    const settled = await sql<{ collected_amount: string }>`
      select b.collected_amount from billing b join document d on d.id = b.document_id
      where d.document_number = any (${invoices.map((one) => one.billing_invoice_no)}::text[]) order by d.id`.execute(
      app.database,
    );
    expect(settled.rows.map((row) => row.collected_amount)).toEqual([`${SETS}.00`, `${SETS}.00`]);
  });

  const SETS = 16;
  const actor = (person: Person) => ({ user_id: people.get(person)!.user_id, request_id: null });
  const collectionOf = (invoice: BillingDetail, cash_amount: string) =>
    desk.save(
      desk.collection([{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount }], {
        received_amount: cash_amount,
      }),
    );
  const issue = ({ collection_number: batch_number }: CollectionDetail): SetMove => {
    return { batch_number, types: ['CN'], status: 7, approved_remarks: '' };
  };
  const statusNow = async (batch: BatchDetail) => (await books.read(batch)).status;

  /** Drafts of every type, with the steps that post each. */
  async function twenty(): Promise<DemoBatch[]> {
    const named: (readonly [DocumentType, string, Person])[] = [];
    for (const amount of ['100.00', '15000.00', '55000.00', '150000.00'])
      named.push(['JE', (await books.save(amount)).batch_number, 'preparer']);
    for (const type of ['CV', 'CW', 'OB', 'DM', 'CR'] as const)
      for (const amount of ['700.00', '700.00'])
        named.push([type, (await books.pay(type, amount)).batch_number, 'preparer']);
    for (const amount of ['10.00', '20.00']) {
      const invoice = await desk.invoice('1120.00');
      const billing = (await books.people.admin.call(createBilling, { body: desk.billing(amount) })).data;
      named.push(['BI', billing.billing_request_no, 'admin']);
      named.push(['CN', (await collectionOf(invoice, amount)).collection_number, 'preparer']);
      const order = createOrder.body.parse({
        po_date: '2026-03-31',
        payee_id: books.payees.S0001,
        po_details: [{ item_description: 'Paper', quantity: '2', unit: 'ream', unit_cost: amount }],
      });
      const number = await inTransaction(app.database, actor('preparer'), (db) =>
        saveBatch(db, purchaseOrderDocument, people.get('preparer')!, givenOrder(order, [])),
      );
      named.push(['PO', number, 'preparer']);
    }
    return Promise.all(
      named.map(async ([type, batch_number, preparer]) => {
        const user = people.get(preparer)!;
        const { batch, rules } = await readVisible(app.database, { batch_number, types: [type], user });
        return { type, batch_number, steps: stepsTo('the end', { type, rules, amount: batch.to_approve, preparer }) };
      }),
    );
  }

  /** A move of one batch by somebody who ticks the risks that he is told of. */
  async function moveSeeing(
    db: Database,
    { person, status, ...named }: Pick<SetMove, 'batch_number' | 'types' | 'status'> & { person: Person },
  ): Promise<void> {
    const user = await actAs(db, people, person);
    const attempt = (risks_seen: readonly string[]) =>
      moveBatch(db, DEFINITIONS, { ...named, user }, { status, approved_remarks: '', risks_seen });
    await attempt([]).catch((refusal: unknown) => attempt(unseenRisks(refusal).get(0)!));
  }

  /** The rows that a transaction wrote, which is rolled back: without their ids and times, each as its table and its text. */
  async function rowsAfter(work: (db: Database) => Promise<void>): Promise<string[]> {
    let rows: string[] = [];
    const rolledBack = new Error('Rolled back.');
    const attempt = inTransaction(app.database, actor('preparer'), async (db) => {
      await work(db);
      await sql`set constraints all immediate`.execute(db);
      const tables = await sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(oid, 'select')`.execute(
        db,
      );
      for (const { name } of tables.rows) {
        const written = await sql<{ row: object }>`
          select to_jsonb(t) as row from ${sql.table(name)} t where t.xmin = pg_current_xact_id()::xid`.execute(db);
        rows.push(...written.rows.map(({ row }) => `${name} ${JSON.stringify(row, withoutIdsAndTimes)}`));
      }
      throw rolledBack;
    });
    await expect(attempt).rejects.toBe(rolledBack);
    rows = rows.toSorted();
    return rows;
  }
});

/** Keys of rows that are new, and what is drawn by lot. */
const IDS = new Set([
  'id',
  'move_id',
  'entry_id',
  'event_id',
  'cheque_id',
  'message_id',
  'issued_paper_id',
  'row_key',
  'source',
  'message_key',
  'code',
]);

function withoutIdsAndTimes(key: string, value: unknown): unknown {
  return IDS.has(key) || (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) ? undefined : value;
}

/** What the transaction holds so that others wait: tables that it writes by the rows of which they wait, and advisory locks. */
async function locksOf(db: Database): Promise<string[]> {
  const found = await sql<{ lock: string }>`
    select case when l.locktype = 'advisory' then case when l.objid = 0 then 'chart' else 'period ' || l.objid end
      else l.relation::regclass::text end as lock
    from pg_locks l
    where l.pid = pg_backend_pid() and (l.locktype = 'advisory' and l.classid = 7001
      or l.mode = 'RowExclusiveLock' and l.relation::regclass::text in ('batch', 'batch_move', 'balance_account', 'number_series'))
    order by array_position(array['batch', 'batch_move', 'period', 'chart', 'balance_account', 'number_series'],
      case when l.locktype = 'advisory' then case when l.objid = 0 then 'chart' else 'period' end else l.relation::regclass::text end)`.execute(
    db,
  );
  return found.rows.map((row) => row.lock);
}

it('never ran into a deadlock', async () => {
  const found = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(app.database);
  expect(found.rows[0]!.deadlocks).toBe('0');
});
