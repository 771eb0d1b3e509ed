import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BATCH_ACTIONS, type BatchAction, type BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import {
  batchHistory,
  deleteBatch,
  moveBatch,
  readBatch,
  updateBatch,
  voidBatch,
} from '@talaan/contract/documents/batch.contract';
import { handOverDrafts } from '@talaan/contract/approvals/handover.contract';
import { listNotices } from '@talaan/contract/notices/notice.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { registerNoticeRoutes } from '../../notices/notice.routes.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { openJournalBooks, type JournalBooks, type Role } from '../../testing/books/journal-books.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerBatchRoutes } from '../register-batches.ts';

let app: TestServer;
let books: JournalBooks;
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, [journalEntryDocument]);
    registerNoticeRoutes(server, services);
  });
  books = await openJournalBooks(app.server, app.database);
});
afterAll(() => app.stop());

const decide = ['approve', 'return', 'reject'] as const;

/**
 * Who may do what with a journal of 150,000.00 PHP, which needs all three levels, prepared by `preparer`, reviewed by
 * `checker`, approved by approver1 and approver2 before it reaches the later stages (decisions §3).
 */
const ALLOWED: Readonly<Record<number, Readonly<Record<Role, readonly BatchAction[]>>>> = {
  1: {
    preparer: ['edit', 'submit', 'archive', 'delete'],
    preparer2: ['edit'],
    checker: ['edit', 'void', 'delete'],
    approver1: [],
    approver2: [],
    approver3: [],
    cashier: [],
    auditor: [],
    admin: ['edit', 'void', 'delete'],
  },
  2: {
    preparer: ['edit', 'withdraw'],
    preparer2: [...decide],
    checker: [...decide, 'void'],
    approver1: [],
    approver2: [],
    approver3: [],
    cashier: [],
    auditor: [],
    admin: [...decide, 'void'],
  },
  3: {
    preparer: ['edit', 'withdraw'],
    preparer2: [],
    checker: ['void'],
    approver1: [...decide],
    // His approval here would leave nobody for a later level.
    approver2: ['return', 'reject'],
    approver3: [],
    cashier: [],
    auditor: [],
    admin: ['void'],
  },
  4: {
    preparer: ['edit', 'withdraw'],
    preparer2: [],
    checker: ['void'],
    approver1: [],
    approver2: [...decide],
    approver3: ['return', 'reject'],
    cashier: [],
    auditor: [],
    admin: ['void'],
  },
  5: {
    preparer: ['edit', 'withdraw'],
    preparer2: [],
    checker: ['void'],
    approver1: [],
    approver2: [],
    approver3: [...decide],
    cashier: [],
    auditor: [],
    admin: ['void'],
  },
  7: {
    preparer: [],
    preparer2: [],
    checker: ['void'],
    approver1: [],
    approver2: [],
    approver3: [],
    cashier: [],
    auditor: [],
    admin: ['void'],
  },
  20: {
    preparer: ['restore'],
    preparer2: [],
    checker: [],
    approver1: [],
    approver2: [],
    approver3: [],
    cashier: [],
    auditor: [],
    admin: [],
  },
};

interface Attempt {
  readonly name: string;
  /** The actions that this call asks for, whoever makes it. */
  readonly asks: readonly BatchAction[];
  readonly leadsTo: (from: number) => number;
  readonly make: (role: Role, batch: BatchDetail) => Promise<unknown>;
}

const NEXT: Readonly<Record<number, number>> = { 1: 2, 2: 3, 3: 4, 4: 5, 5: 7, 7: 7, 20: 7 };

const toStatus = (role: Role, batch: BatchDetail, status: number) =>
  books.people[role].call(moveBatch, {
    params: { id: batch.batch_number },
    body: { status, approved_remarks: 'Please correct the branch.', row_version: batch.row_version },
  });

const ATTEMPTS: readonly Attempt[] = [
  {
    name: 'changing it',
    asks: ['edit'],
    leadsTo: () => 1,
    make: (role, batch) =>
      books.people[role].call(updateBatch, {
        params: { id: batch.batch_number },
        body: { ...books.entry('150001.00'), row_version: batch.row_version },
      }),
  },
  {
    name: 'moving it on',
    asks: ['submit', 'approve', 'release'],
    leadsTo: (from) => NEXT[from]!,
    make: (role, batch) => toStatus(role, batch, NEXT[batch.status]!),
  },
  {
    name: 'sending it to Active',
    asks: ['return', 'withdraw', 'restore'],
    leadsTo: () => 1,
    make: (role, batch) => toStatus(role, batch, 1),
  },
  {
    name: 'sending it to Archived',
    asks: ['archive', 'reject'],
    leadsTo: () => 20,
    make: (role, batch) => toStatus(role, batch, 20),
  },
  {
    name: 'voiding it',
    asks: ['void'],
    leadsTo: () => 20,
    make: (role, batch) =>
      books.people[role].call(voidBatch, { body: { batch_number: batch.batch_number, reason: 'Entered twice' } }),
  },
  {
    name: 'deleting it',
    asks: ['delete'],
    leadsTo: () => 1,
    make: (role, batch) => books.people[role].call(deleteBatch, { params: { id: batch.batch_number }, query: {} }),
  },
];

const roles = Object.keys(ALLOWED[1]!) as Role[];
const read = async (role: Role, batch: BatchDetail) =>
  (await books.people[role].call(readBatch, { params: { id: batch.batch_number }, query: {} })).data;

describe.each(Object.keys(ALLOWED).map(Number))('at status %i', (status) => {
  let batch: BatchDetail;
  beforeAll(async () => {
    batch = await books.saveAt(status);
  });

  it('stands', () => expect(batch.status).toBe(status));

  it.each(roles)('%s is told exactly what he may do, each refusal with its reason', async (role) => {
    const { allowed_actions } = await read(role, batch);
    expect(BATCH_ACTIONS.filter((action) => allowed_actions[action].allowed)).toEqual(
      BATCH_ACTIONS.filter((action) => ALLOWED[status]![role].includes(action)),
    );
    for (const action of BATCH_ACTIONS.filter((name) => !allowed_actions[name].allowed)) {
      expect(allowed_actions[action].message).toMatch(/\.$/);
    }
  });

  it.each(roles)('%s is refused everything else, and nothing changes', async (role) => {
    for (const attempt of ATTEMPTS) {
      // At Approved a move to 20 is a void by another name.
      const asks = status === 7 && attempt.asks.includes('archive') ? [...attempt.asks, 'void' as const] : attempt.asks;
      if (asks.some((action) => ALLOWED[status]![role].includes(action))) continue;
      // The same status is no move.
      if (attempt.name === 'moving it on' && status === 7) continue;
      const refused = await attempt.make(role, batch).catch((error: unknown) => error);
      expect(refused, `${role}: ${attempt.name}`).toBeInstanceOf(CallRefused);
      expect((refused as CallRefused).problem.status, `${role}: ${attempt.name}`).toBeOneOf([403, 409]);
    }
    const after = await read('preparer', batch);
    expect([after.status, after.row_version, after.cycle]).toEqual([status, batch.row_version, batch.cycle]);
  });

  it.each(roles)('%s does what he may', async (role) => {
    for (const attempt of ATTEMPTS) {
      if (!attempt.asks.some((action) => ALLOWED[status]![role].includes(action))) continue;
      const fresh = await books.saveAt(status);
      await attempt.make(role, fresh);
      const after = await read('preparer', fresh).catch(() => null);
      const expected = attempt.name === 'deleting it' ? undefined : attempt.leadsTo(status);
      expect(after?.status, `${role}: ${attempt.name}`).toBe(expected);
    }
  });
});

describe('drafts of a preparer who was blocked', () => {
  const idOf = (role: Role) => books.people[role].user.id;
  const refusalOf = async (call: Promise<unknown>) => {
    const refused = await call.catch((error: unknown) => error);
    return refused instanceof CallRefused ? refused.problem : refused;
  };
  const handOver = (by: Role, to: Role, reason = 'Left the company') =>
    books.people[by].call(handOverDrafts, {
      params: { id: idOf('preparer') },
      body: { to_user: idOf(to), reason },
    });
  let draft: BatchDetail;
  let confidential: BatchDetail;

  beforeAll(async () => {
    draft = await books.save('15000.00');
    confidential = await books.save('10.00', { is_confidential: 1 });
  });

  it('are handed over by an administrator, with a reason, to somebody else who prepares', async () => {
    expect(await refusalOf(handOver('admin', 'preparer2'))).toMatchObject({
      status: 409,
      message: 'Preparer Reyes may sign in. Only the drafts of who may not any more are handed over.',
    });
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update app_user set blocked_at = now() where id = ${idOf('preparer')}`.execute(db),
    );
    expect(await refusalOf(handOver('checker', 'preparer2'))).toMatchObject({ status: 403 });
    expect(await refusalOf(handOver('admin', 'admin'))).toMatchObject({ status: 403, code: 'own_handover' });
    expect(await refusalOf(handOver('admin', 'preparer2', ' '))).toMatchObject({ status: 422 });
    expect(await refusalOf(handOver('admin', 'approver1'))).toMatchObject({
      status: 409,
      message: 'Approver1 Reyes needs Update access to Journal Entries for these drafts.',
    });
    expect(await refusalOf(handOver('admin', 'preparer'))).toMatchObject({ status: 409 });

    const { data } = await handOver('admin', 'preparer2');
    expect(data).toMatchObject({ left: 0, left_modules: [] });
    expect(data.handed).toBeGreaterThanOrEqual(2);
    expect(await refusalOf(handOver('admin', 'preparer2'))).toMatchObject({ status: 409, code: 'no_drafts' });
  });

  it('go on under the new preparer, who is told and approves them no more than the old one', async () => {
    const { call } = books.people.preparer2;
    const [bell] = (await call(listNotices, {})).data;
    expect(bell).toMatchObject({ title: 'Drafts were handed over to you', text: 'Preparer Reyes\nBy Admin Reyes' });
    const params = { id: draft.batch_number };
    const { data: handed } = await call(readBatch, { params, query: {} });
    expect(handed).toMatchObject({ prepared_by: idOf('preparer2'), allowed_actions: { submit: { allowed: true } } });
    expect((await call(readBatch, { params: { id: confidential.batch_number }, query: {} })).data.status).toBe(1);
    const { data: told } = await call(batchHistory, { params, query: { page: 1 } });
    expect(told.slice(0, 2).flatMap(({ changes }) => changes)).toEqual(
      expect.arrayContaining([
        { field: 'prepared_by', before: 'Preparer Reyes', after: 'Preparer2 Reyes' },
        { field: 'reason', before: null, after: 'Left the company' },
      ]),
    );
    await call(moveBatch, { params, body: { status: 2, row_version: handed.row_version } });
    const { rows } = await sql<{ user_id: number }>`
      select user_id from batch_editor where batch_id = ${draft.id}::bigint order by user_id`.execute(app.database);
    expect(rows.map(({ user_id }) => user_id)).toContain(idOf('preparer'));
    await books.people.checker.call(moveBatch, { params, body: { status: 1, approved_remarks: 'Wrong month' } });
    const again = (await call(readBatch, { params, query: {} })).data;
    expect(again.allowed_actions.submit.allowed).toBe(true);
  });
});
