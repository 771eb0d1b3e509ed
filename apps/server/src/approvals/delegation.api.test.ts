import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import {
  delegationChoices,
  endDelegation,
  giveDelegation,
  listDelegations,
  type Delegation,
} from '@talaan/contract/approvals/delegation.contract';
import { moveBatch, readBatch, updateBatch } from '@talaan/contract/documents/batch.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { CallRefused } from '@talaan/contract/http/client';
import type { ProblemBody } from '@talaan/contract/http/problem';
import { addDays } from '@talaan/core/calendar/calendar-date';
import { registerBatchRoutes } from '../batches/register-batches.ts';
import { journalEntryDocument } from '../documents/journal-entry/journal-entry.document.ts';
import { today } from '../platform/clock.ts';
import { inTransaction, SYSTEM_ACTOR } from '../platform/database/database.ts';
import { openJournalBooks, type JournalBooks, type Role } from '../testing/books/journal-books.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { registerDelegationRoutes } from './delegation.routes.ts';

let app: TestServer;
let books: JournalBooks;
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, [journalEntryDocument]);
    registerDelegationRoutes(server, services);
  });
  books = await openJournalBooks(app.server, app.database);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`update delegation set ended_at = now() where ended_at is null`.execute(db),
  );
});

const NOW = today();
const as = (role: Role) => books.people[role].call;
const idOf = (role: Role) => books.people[role].user.id;
const give = async (by: Role, to: Role, rest: { from?: Role; first?: string; last?: string; reason?: string } = {}) =>
  (
    await as(by)(giveDelegation, {
      body: {
        ...(rest.from === undefined ? {} : { from_user: idOf(rest.from) }),
        to_user: idOf(to),
        from_date: rest.first ?? NOW,
        to_date: rest.last ?? NOW,
        reason: rest.reason ?? 'Leave',
      },
    })
  ).data;
const end = async (by: Role, { id }: Delegation) => (await as(by)(endDelegation, { params: { id }, body: {} })).data;
const list = async (by: Role, all?: 1) => (await as(by)(listDelegations, { query: { all } })).data;
const move = async (batch: { batch_number: string }, role: Role, status: number) =>
  (await as(role)(moveBatch, { params: { id: batch.batch_number }, body: { status } })).data;
const read = async (batch: { batch_number: string }, role: Role = 'preparer'): Promise<BatchDetail> =>
  (await as(role)(readBatch, { params: { id: batch.batch_number }, query: {} })).data;

async function refusalOf(call: Promise<unknown>): Promise<ProblemBody> {
  const answer = await call.catch((error: unknown) => error);
  if (answer instanceof CallRefused) return answer.problem;
  throw new Error(`The call was not refused: ${JSON.stringify(answer)}`);
}

describe('naming a stand-in', () => {
  it('lets an officer name his own: it acts today, says for whom, and ends at once', async () => {
    const given = await give('approver1', 'cashier', { reason: '  Leave\n of a week ' });
    expect(given).toMatchObject({
      from_name: 'Approver1 Reyes',
      to_name: 'Cashier Reyes',
      reason: 'Leave of a week',
      state: 'running',
      given_by: null,
      can_end: true,
    });
    const batch = await books.saveAt(3, '15000.00');
    const stage = batch.route.find(({ state }) => state === 'current');
    expect(stage?.eligible).toContainEqual(
      expect.objectContaining({ user_name: 'Cashier Reyes', on_behalf_of_name: 'Approver1 Reyes' }),
    );
    await move(batch, 'cashier', 7);
    expect((await read(batch)).timeline.at(-1)).toMatchObject({
      user_name: 'Cashier Reyes',
      on_behalf_of_name: 'Approver1 Reyes',
    });

    const ended = await end('approver1', given);
    expect(ended).toMatchObject({ state: 'ended', ended_by: 'Approver1 Reyes', can_end: false });
    const next = await books.saveAt(3, '15000.00');
    expect(await refusalOf(move(next, 'cashier', 7))).toMatchObject({ status: 403, code: 'not_officer' });
    expect(await refusalOf(end('approver1', given))).toMatchObject({ status: 409, code: 'delegation_over' });
    // The same days may be given again.
    expect(await give('approver1', 'auditor')).toMatchObject({ state: 'running' });
  });

  it('gives nothing before its first day, and is not passed on', async () => {
    await give('approver1', 'cashier', { first: addDays(NOW, 1), last: addDays(NOW, 3) });
    await give('approver3', 'approver2');
    await give('approver2', 'auditor');
    const names = async (status: number, amount: string) =>
      (await books.saveAt(status, amount)).route
        .find(({ state }) => state === 'current')
        ?.eligible.map(({ user_name, on_behalf_of_name }) => [user_name, on_behalf_of_name]);
    expect(await names(3, '15000.00')).toEqual([
      ['Approver1 Reyes', null],
      ['Approver2 Reyes', null],
      ['Auditor Reyes', 'Approver2 Reyes'],
    ]);
    // The auditor stands in for approver2, not for approver3 through him.
    expect(await names(5, '150000.00')).toEqual([['Approver3 Reyes', null]]);
  });

  it('is for administrators of Approving Officers with other officers, never with themselves as the stand-in', async () => {
    expect(await refusalOf(give('preparer2', 'cashier', { from: 'approver1' }))).toMatchObject({ status: 403 });
    expect(await refusalOf(list('preparer2', 1))).toMatchObject({ status: 403, code: 'module_access' });
    expect(await refusalOf(give('admin', 'admin', { from: 'approver1' }))).toMatchObject({ code: 'delegation_taken' });
    const given = await give('admin', 'cashier', { from: 'approver1' });
    expect(given).toMatchObject({ given_by: 'Admin Reyes', can_end: true });
    expect((await list('admin', 1)).map(({ id }) => id)).toContain(given.id);
    expect(await list('auditor')).not.toContainEqual(expect.objectContaining({ id: given.id }));
    expect(await refusalOf(end('auditor', given))).toMatchObject({ status: 404 });
    expect(await end('cashier', given)).toMatchObject({ state: 'ended', ended_by: 'Cashier Reyes' });
    const { data: own } = await as('approver1')(delegationChoices, {});
    expect(own.officers.map(({ name }) => name)).toEqual(['Approver1 Reyes']);
    const { data: all } = await as('admin')(delegationChoices, {});
    expect(all.officers).toHaveLength(3);
  });

  it.each<[string, () => Promise<unknown>, object]>([
    ['himself', () => give('approver1', 'approver1'), { status: 422, errors: { to_user: [expect.any(String)] } }],
    [
      'no reason',
      () => give('approver1', 'cashier', { reason: ' ' }),
      { status: 422, errors: { reason: ['reason is required.'] } },
    ],
    [
      'a past first day',
      () => give('approver1', 'cashier', { first: addDays(NOW, -1) }),
      { status: 422, errors: { from_date: ['first day must be today or later.'] } },
    ],
    [
      'days the wrong way round',
      () => give('approver1', 'cashier', { first: addDays(NOW, 2), last: addDays(NOW, 1) }),
      { status: 422, errors: { to_date: ['last day must not be before the first day.'] } },
    ],
    [
      'somebody who approves nothing',
      () => give('preparer', 'cashier'),
      { status: 422, errors: { from_user: [expect.stringContaining('neither an approving nor a billing officer')] } },
    ],
  ])('refuses %s', async (_, call, refusal) => {
    expect(await refusalOf(call())).toMatchObject(refusal);
  });

  it('refuses a second stand-in on the same day', async () => {
    await give('approver1', 'cashier', { last: addDays(NOW, 5) });
    const second = give('approver1', 'auditor', { first: addDays(NOW, 5), last: addDays(NOW, 9) });
    expect(await refusalOf(second)).toMatchObject({ status: 409, code: 'delegation_overlaps' });
  });
});

/** Who acts on a journal of 55,000.00 (levels L1 and L2), while `from` is stood in for by `to` (decisions §3: as both persons). */
describe('a stand-in and the duties of both persons', () => {
  const DUTIES: readonly {
    readonly name: string;
    readonly from: Role;
    readonly to: Role;
    readonly given: () => Promise<BatchDetail>;
    readonly to_status: number;
    readonly code: string | null;
  }[] = [
    { name: 'neither has acted', from: 'approver2', to: 'cashier', given: () => at(4), to_status: 7, code: null },
    {
      name: 'the stand-in prepared it',
      from: 'approver2',
      to: 'preparer',
      given: () => at(4),
      to_status: 7,
      code: 'is_preparer',
    },
    {
      name: 'the stand-in checked it',
      from: 'approver2',
      to: 'checker',
      given: () => at(4),
      to_status: 7,
      code: 'has_acted',
    },
    {
      name: 'the stand-in approved before',
      from: 'approver2',
      to: 'approver1',
      given: () => at(4),
      to_status: 7,
      code: 'has_acted',
    },
    {
      name: 'the stand-in changed it',
      from: 'approver2',
      to: 'preparer2',
      given: changedBy('preparer2'),
      to_status: 4,
      code: 'is_editor',
    },
    {
      name: 'the officer approved before',
      from: 'approver2',
      to: 'cashier',
      given: approvedBy('approver2'),
      to_status: 7,
      code: 'principal_has_acted',
    },
    {
      name: 'the stand-in approved for the same officer',
      from: 'approver2',
      to: 'cashier',
      given: approvedBy('cashier'),
      to_status: 7,
      code: 'has_acted',
    },
  ];

  it.each(DUTIES)('$name: $code', async ({ from, to, given, to_status, code }) => {
    await give(from, to);
    const batch = await given();
    const outcome = await move(batch, to, to_status).then(
      () => null,
      (error: unknown) => (error instanceof CallRefused ? error.problem.code : Promise.reject(error)),
    );
    expect(outcome).toBe(code);
  });

  it('bars the officer himself after his stand-in has acted for him', async () => {
    await give('approver2', 'cashier');
    const batch = await approvedBy('cashier')();
    expect(await refusalOf(move(batch, 'approver2', 7))).toMatchObject({ status: 403, code: 'has_acted' });
    expect(await move(batch, 'approver3', 7)).toMatchObject({ status: 7 });
  });

  function at(status: number): Promise<BatchDetail> {
    return books.saveAt(status, '55000.00');
  }

  /** At For Approval 2, after the person took the first level. */
  function approvedBy(role: Role) {
    return async () => {
      const batch = await at(3);
      await move(batch, role, 4);
      return read(batch);
    };
  }

  function changedBy(role: Role) {
    return async () => {
      const draft = await books.save('55000.00');
      const body = { ...books.entry('55001.00'), row_version: draft.row_version };
      await as(role)(updateBatch, { params: { id: draft.batch_number }, body });
      await move(draft, 'preparer', 2);
      await move(draft, 'checker', 3);
      return read(draft);
    };
  }
});
