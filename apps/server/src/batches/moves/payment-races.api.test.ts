import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchInput } from '@talaan/contract/documents/batch-input.contract';
import { voidBatch } from '@talaan/contract/documents/batch.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { createBilling, type BillingDetail } from '@talaan/contract/documents/billing/billing.contract';
import { createCollection } from '@talaan/contract/documents/collection/collection.contract';
import { createOrder } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { CallRefused } from '@talaan/contract/http/client';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { bringBatches, stepsTo, type DemoBatch } from '../../demo/bring-batches.ts';
import { actAs, loadPrincipals, type People, type Person } from '../../demo/demo-people.ts';
import { billingDocument } from '../../documents/billing/billing.document.ts';
import { givenBilling } from '../../documents/billing/given-billing.ts';
import { cashReceiptDocument } from '../../documents/cash-receipt/cash-receipt.document.ts';
import { collectionDocument } from '../../documents/collection/collection.document.ts';
import { givenCollection } from '../../documents/collection/given-collection.ts';
import { disbursementDocuments } from '../../documents/disbursement/disbursement.documents.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { givenOrder } from '../../documents/purchase-order/given-order.ts';
import { purchaseOrderDocument } from '../../documents/purchase-order/purchase-order.document.ts';
import { inTransaction, type Database } from '../../platform/database/database.ts';
import { openReceivableServer, type ReceivableServer } from '../../testing/books/receivable-server.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { raceForRow } from '../../testing/row-lock.ts';
import { saveMany, type SavedBatch, type SetEntry } from '../entry/save-many.ts';
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

const actor = (person: Person) => ({ user_id: people.get(person)!.user_id, request_id: null });

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

describe('a set of new batches', () => {
  it('leaves the rows that the same saves leave one by one, of every type', async () => {
    const entries = await entriesOfEveryType();
    const user = people.get('preparer')!;
    const newIds = ['batch_id', 'document_id'];
    const bySet = await rowsAfter(async (db) => void (await saveMany(db, user, entries)), newIds);
    const oneByOne = await rowsAfter(async (db) => {
      for (const entry of entries) await saveMany(db, user, [entry]);
    }, newIds);
    expect(bySet).toEqual(oneByOne);
    expect(bySet.filter((row) => row.startsWith('batch '))).toHaveLength(22);
  });

  it('names every fault by its place, and saves none', async () => {
    const [good, , , , cheque] = await entriesOfEveryType();
    const unbalancedBranch = structuredClone(good!.input);
    unbalancedBranch.details[1]!.branch_id = 999_999;
    const entries = [good!, { ...good!, input: unbalancedBranch }, cheque!, cheque!];
    const before = await countBatches();
    const refusal = await inTransaction(app.database, actor('preparer'), (db) =>
      saveMany(db, people.get('preparer')!, entries),
    ).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      status: 422,
      details: {
        fault_count: 2,
        faults: [
          { path: 'entries.1.details.1.branch_id', message: expect.stringContaining('999999') },
          { path: 'entries.3.headers.0.cheque_number', message: 'Cheque CV1 is given twice.' },
        ],
      },
    });
    expect(await countBatches()).toBe(before);
  });

  it('takes numbers without gap or double when many save at once', async () => {
    const journal = (await entriesOfEveryType())[0]!;
    const savers = ['preparer', 'preparer2', 'checker', 'cashier'] as const;
    const saved = await Promise.all(
      Array.from({ length: 16 }, (_, at) => {
        const person = savers[at % 4]!;
        const user = people.get(person)!;
        return inTransaction(app.database, actor(person), (db) => saveMany(db, user, [journal, journal, journal]));
      }),
    );
    expect(new Set(saved.flat().map(({ batch_number }) => batch_number)).size).toBe(48);
    const wrong = await sql`select * from number_series_check where unexplained <> 0`.execute(app.database);
    expect(wrong.rows).toEqual([]);
  });

  const countBatches = async () =>
    (await sql<{ n: string }>`select count(*) as n from batch`.execute(app.database)).rows[0]!.n;
});

describe('a set of moves', () => {
  it('leaves the rows that the same moves leave one by one, of every type', async () => {
    const batches = await draftsOfEveryType();
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
    const receipts = await collect([invoice, invoice]);
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
    const receipts = await collect(Array.from({ length: 2 * SETS }, (_, at) => invoices[(at + (at >> 1)) % 2]!));
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
  const issue = ({ batch_number }: SavedBatch): SetMove => {
    return { batch_number, types: ['CN'], status: 7, approved_remarks: '' };
  };
  const collect = async (invoices: readonly BillingDetail[]) =>
    inTransaction(app.database, actor('preparer'), async (db) => {
      const entries: SetEntry[] = [];
      for (const invoice of invoices) entries.push(await collectionEntry(db, invoice, '1.00'));
      return saveMany(db, people.get('preparer')!, entries);
    });
  const statusNow = async (batch: BatchDetail) => (await books.read(batch)).status;

  /** Drafts of every type, with the steps that post each. */
  async function draftsOfEveryType(): Promise<DemoBatch[]> {
    const entries = await entriesOfEveryType();
    const saved = await inTransaction(app.database, actor('preparer'), (db) =>
      saveMany(db, people.get('preparer')!, entries),
    );
    return Promise.all(
      saved.map(async ({ batch_number }, place) => {
        const type = entries[place]!.definition.document_type;
        const user = people.get('preparer')!;
        const { batch, rules } = await readVisible(app.database, { batch_number, types: [type], user });
        const route = { type, rules, amount: batch.to_approve, preparer: 'preparer' } as const;
        return { type, batch_number, steps: stepsTo('the end', route) };
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

const withoutIdsAndTimes = (besides: readonly string[]) => (key: string, value: unknown) =>
  IDS.has(key) || besides.includes(key) || (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value))
    ? undefined
    : value;

/** The rows that a transaction wrote, which is rolled back: without their ids and times, each as its table and its text. */
async function rowsAfter(work: (db: Database) => Promise<void>, besides: readonly string[] = []): Promise<string[]> {
  let rows: string[] = [];
  const rolledBack = new Error('Rolled back.');
  const attempt = inTransaction(app.database, actor('preparer'), async (db) => {
    await work(db);
    await sql`set constraints all immediate`.execute(db);
    const tables = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(oid, 'select')`.execute(db);
    for (const { name } of tables.rows) {
      const written = await sql<{ row: object }>`
        select to_jsonb(t) as row from ${sql.table(name)} t where t.xmin = pg_current_xact_id()::xid`.execute(db);
      rows.push(...written.rows.map(({ row }) => `${name} ${JSON.stringify(row, withoutIdsAndTimes(besides))}`));
    }
    throw rolledBack;
  });
  await expect(attempt).rejects.toBe(rolledBack);
  rows = rows.toSorted();
  return rows;
}

/** Drafts, two or more of every type. */
async function entriesOfEveryType(): Promise<SetEntry[]> {
  const typed = (type: DocumentType, body: object): SetEntry => {
    return { definition: DEFINITIONS.get(type)!, input: { ...batchInput.parse(body), files: [] } };
  };
  const entries = ['100.00', '15000.00', '55000.00', '150000.00'].map((amount) => typed('JE', books.entry(amount)));
  for (const type of ['CV', 'CW', 'OB', 'DM', 'CR'] as const) {
    for (const place of [1, 2]) {
      const cheque_number = type === 'CV' || type === 'CW' ? `${type}${place}` : '';
      entries.push(typed(type, books.payment(type, '700.00', { cheque_number })));
    }
  }
  for (const cheque_number of ['ORDERED1', 'ORDERED2']) {
    entries.push(
      typed('CV', books.payment('CV', '700.00', { cheque_number, trx_purchase_order: await approvedOrder() })),
    );
  }
  for (const amount of ['10.00', '20.00']) {
    const invoice = await desk.invoice('1120.00');
    const billing = createBilling.body.parse(desk.billing(amount));
    entries.push({ definition: billingDocument, input: await givenBilling(app.database, billing, []) });
    entries.push(await collectionEntry(app.database, invoice, amount));
    entries.push(orderEntry(amount));
  }
  return entries;
}

let ordered: string | undefined;
/** The number of an approved order of more than two of the vouchers take. */
async function approvedOrder(): Promise<string> {
  if (ordered !== undefined) return ordered;
  const user = people.get('preparer')!;
  const order = orderEntry('1000.00');
  ordered = await inTransaction(app.database, actor('preparer'), async (db) => {
    const [saved] = await saveMany(db, user, [order]);
    const { batch_number } = saved!;
    const { batch, rules } = await readVisible(db, { batch_number, types: ['PO'], user });
    const route = { type: 'PO', rules, amount: batch.to_approve, preparer: 'preparer' } as const;
    await bringBatches(db, { people, definitions: DEFINITIONS }, [
      { type: 'PO', batch_number, steps: stepsTo('the end', route) },
    ]);
    return batch_number;
  });
  return ordered;
}

function orderEntry(unit_cost: string): SetEntry {
  const order = createOrder.body.parse({
    po_date: '2026-03-31',
    payee_id: books.payees.S0001,
    po_details: [{ item_description: 'Paper', quantity: '2', unit: 'ream', unit_cost }],
  });
  return { definition: purchaseOrderDocument, input: givenOrder(order, []) };
}

async function collectionEntry(db: Database, invoice: BillingDetail, cash_amount: string): Promise<SetEntry> {
  const rows = [{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount }];
  const body = createCollection.body.parse(desk.collection(rows, { received_amount: cash_amount }));
  return { definition: collectionDocument, input: await givenCollection(db, people.get('preparer')!, body, []) };
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
