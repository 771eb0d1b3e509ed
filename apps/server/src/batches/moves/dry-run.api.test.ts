import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import {
  createBatch,
  dryRunMoves,
  lockBatch,
  moveBatch,
  readBatch,
  updateBatch,
} from '@talaan/contract/documents/batch.contract';
import type { BatchDetail, DryRunItem, TriedAction } from '@talaan/contract/documents/batch-view.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { openJournalBooks, type JournalBooks, type Role } from '../../testing/books/journal-books.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerBatchRoutes } from '../register-batches.ts';

let app: TestServer;
let books: JournalBooks;
/** Approves at level L1 in euros, and at L2 up to 95,000.00 pesos. */
let narrow: SignedInClient;
/** Has no access to journals. */
let stranger: SignedInClient;
beforeAll(async () => {
  app = await createTestServer((server, services) => registerBatchRoutes(server, services, [journalEntryDocument]));
  books = await openJournalBooks(app.server, app.database);
  narrow = await createSignedInClient(app.server, app.database, { levels: { 'Journal Entries': 1 } });
  stranger = await createSignedInClient(app.server, app.database, { levels: { Disbursements: 1 } });
  await asSystem(sql`insert into approving_officer (user_id, level, currency_id, min_amount, max_amount) values
    (${narrow.user.id}, 'L1', 3, 0, 0), (${narrow.user.id}, 'L2', 1, 90000, 95000)`);
});
afterAll(() => app.stop());

const asSystem = (statement: ReturnType<typeof sql>) =>
  inTransaction(app.database, SYSTEM_ACTOR, (db) => statement.execute(db));
const personOf = (who: Role | SignedInClient) => (typeof who === 'string' ? books.people[who] : who);
const move = async (batch: { batch_number: string }, role: Role, status: number) =>
  (await books.people[role].call(moveBatch, { params: { id: batch.batch_number }, body: { status } })).data;
const read = async (batch: { batch_number: string }) =>
  (await books.people.preparer.call(readBatch, { params: { id: batch.batch_number }, query: {} })).data;

async function tryOut(
  who: Role | SignedInClient,
  batches: readonly { batch_number: string; row_version?: number }[],
  action: TriedAction = 'approve',
) {
  const named = batches.map(({ batch_number, row_version }) => ({ batch_number, document_type: 'JE', row_version }));
  return (await personOf(who).call(dryRunMoves, { body: { action, batches: named } })).data;
}

/** What the real move answers: the status it leads to, or its refusal. */
async function reallyMove(who: Role | SignedInClient, batch: BatchDetail, item: DryRunItem) {
  const { batch_number, row_version, route } = batch;
  const next = item.status ?? route.find((stage) => stage.status > batch.status)?.status ?? 7;
  const body = { status: next, row_version };
  const answer = await personOf(who)
    .call(moveBatch, { params: { id: batch_number }, body })
    .catch((error: unknown) => error);
  if (answer instanceof CallRefused) return { code: answer.problem.code, message: answer.problem.message };
  return { status: (answer as { data: { status: number } }).data.status };
}

describe('the dry run of many approvals', () => {
  it('tells what passes, what goes on to another level and what is blocked, with totals, and writes nothing', async () => {
    const passes = await books.saveAt(3, '15000.00');
    const goesOn = await books.saveAt(3, '55000.00');
    const blocked = await books.saveAt(4, '55000.00');
    const { items, totals } = await tryOut('approver1', [goesOn, passes, blocked, passes]);
    expect(items).toMatchObject([
      {
        batch_number: goesOn.batch_number,
        outcome: 'needs_another',
        status: 4,
        next: {
          label: 'For Approval 2',
          level_name: 'Department Head',
          eligible: ['Approver2 Reyes', 'Approver3 Reyes', narrow.user.name],
        },
        batch: { currency: 'PHP', total_amount: '55000.00', remarks: 'RENT OF MARCH' },
      },
      { batch_number: passes.batch_number, outcome: 'passes', status: 7, next: null, risks: [] },
      { outcome: 'blocked', code: 'has_acted', status: null, row_version: null },
    ]);
    expect(items).toHaveLength(3);
    expect(totals).toEqual([
      { outcome: 'passes', currency: 'PHP', count: 1, total_amount: '15000.00' },
      { outcome: 'needs_another', currency: 'PHP', count: 1, total_amount: '55000.00' },
      { outcome: 'blocked', currency: 'PHP', count: 1, total_amount: '55000.00' },
    ]);
    for (const batch of [passes, goesOn, blocked]) {
      expect((await read(batch)).row_version).toBe(batch.row_version);
    }
    expect(await reallyMove('approver1', goesOn, items[0]!)).toEqual({ status: 4 });
    expect(await reallyMove('approver1', passes, items[1]!)).toEqual({ status: 7 });
  });

  interface Blocked {
    readonly code: string;
    readonly who: () => Role | SignedInClient;
    readonly given: () => Promise<BatchDetail>;
  }
  const given = (status: number, amount = '55000.00') => books.saveAt(status, amount);
  const BLOCKED: readonly Blocked[] = [
    { code: 'is_preparer', who: () => 'preparer', given: () => given(2) },
    {
      code: 'is_editor',
      who: () => 'preparer2',
      given: async () => {
        const draft = await books.save('15000.00');
        const { batch_number, row_version } = draft;
        const changed = { ...books.entry('15001.00'), row_version };
        await books.people.preparer2.call(updateBatch, { params: { id: batch_number }, body: changed });
        await move(draft, 'preparer', 2);
        return read(draft);
      },
    },
    {
      code: 'has_acted',
      who: () => 'approver2',
      given: async () => {
        const batch = await given(3);
        await move(batch, 'approver2', 4);
        return read(batch);
      },
    },
    {
      code: 'principal_has_acted',
      who: () => 'cashier',
      given: async () => {
        const batch = await given(3);
        await move(batch, 'approver2', 4);
        await asSystem(sql`insert into delegation (from_user, to_user, from_date, to_date, reason) values
          (${books.people.approver2.user.id}, ${books.people.cashier.user.id}, manila_today(), manila_today(), 'Leave')`);
        return read(batch);
      },
    },
    { code: 'not_checker', who: () => 'auditor', given: () => given(2) },
    { code: 'not_officer', who: () => 'auditor', given: () => given(3) },
    { code: 'other_currency', who: () => narrow, given: () => given(3) },
    { code: 'above_limit', who: () => narrow, given: () => given(4, '98000.00') },
    { code: 'module_access', who: () => stranger, given: () => given(3) },
    { code: 'not_found', who: () => 'auditor', given: () => books.saveAt(2, '15000.00', { is_confidential: 1 }) },
    {
      code: 'locked',
      who: () => 'approver1',
      given: async () => {
        const batch = await given(3);
        await books.people.approver2.call(lockBatch, { params: { id: batch.batch_number }, body: {} });
        return read(batch);
      },
    },
    {
      code: 'row_version',
      who: () => 'approver3',
      given: async () => {
        const batch = await given(4);
        await move(batch, 'approver2', 7);
        return batch;
      },
    },
    {
      code: 'content_changed',
      who: () => 'approver3',
      given: async () => {
        const batch = await given(5, '150000.00');
        await runAsOwner(app.ownerUrl, async (owner) => {
          await owner.query(`set session_replication_role = replica;
            update line set remarks = 'SLIPPED IN', tax_base = 1 where document_id = ${batch.headers[0]!.id}`);
        });
        return batch;
      },
    },
    {
      code: 'period_closed',
      who: () => 'approver1',
      given: async () => {
        const batch = await books.saveAt(3, '15000.00', { document_date: '2025-06-10' });
        await asSystem(
          sql`update accounting_period set general_journal = 0 where fiscal_year = 2025 and period_no = 6`,
        );
        return batch;
      },
    },
  ];

  it.each(BLOCKED)('blocks by $code, in the words of the move', async ({ code, who, given: prepare }) => {
    const batch = await prepare();
    const [item] = (await tryOut(who(), [batch])).items;
    expect(item).toMatchObject({ outcome: 'blocked', code, status: null, next: null });
    expect(item!.message).not.toBe('');
    const isUnseen = code === 'not_found' || code === 'module_access';
    const refused = { code: code === 'module_access' ? 'no_access' : code, message: item!.message };
    expect(await reallyMove(who(), batch, item!)).toEqual(refused);
    expect(item!.batch?.total_amount ?? null).toBe(isUnseen ? null : batch.total_amount);
  });

  it('blocks what is not waiting, and a stage without a level', async () => {
    const [draft] = (await tryOut('approver1', [await books.save('15000.00')])).items;
    expect(draft).toMatchObject({ code: 'wrong_status', message: 'This transaction is not waiting for approval.' });
    const last = await given(5, '150000.00');
    await asSystem(sql`with gone as (delete from approving_officer where level = 'L3') select 1`);
    await asSystem(sql`delete from approving_level where level_code = 'L3'`);
    const [unstaffed] = (await tryOut('approver3', [last])).items;
    expect(unstaffed).toMatchObject({ outcome: 'blocked', code: 'no_levels' });
  });

  it('tells which of them can be returned, whatever their amount, and a return still asks for its reason', async () => {
    const [above, draft] = [await given(4, '98000.00'), await books.save('15000.00')];
    const { items } = await tryOut(narrow, [above, draft], 'return');
    expect(items).toMatchObject([
      { outcome: 'passes', status: 1, row_version: above.row_version, next: null, batch: { amount: '98000.00' } },
      { outcome: 'blocked', code: 'wrong_status' },
    ]);
    const body = { status: items[0]!.status!, row_version: items[0]!.row_version! };
    const params = { id: above.batch_number };
    await expect(narrow.call(moveBatch, { params, body })).rejects.toMatchObject({
      problem: { message: 'remarks is required.' },
    });
    const returned = await narrow.call(moveBatch, { params, body: { ...body, approved_remarks: 'Attach the bill.' } });
    expect(returned.data).toMatchObject({ status: 1, status_label: 'Active' });
  });

  it('tells of a submit which faults keep it a draft', async () => {
    const { data: draft } = await books.people.preparer.call(createBatch, {
      body: { ...books.entry('100.00'), details: [books.entry('100.00').details[0]!] },
    });
    const good = await books.save('15000.00');
    const { items } = await tryOut('preparer', [draft, good], 'submit');
    expect(items[0]).toMatchObject({ outcome: 'blocked', code: 'validation_failed' });
    expect(items[1]).toMatchObject({ outcome: 'passes', status: 2, next: { label: 'For Review' } });
  });
});
