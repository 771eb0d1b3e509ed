import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BATCH_ACTIONS, type BatchAction, type BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { deleteBatch, moveBatch, readBatch, updateBatch, voidBatch } from '@talaan/contract/documents/batch.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { openJournalBooks, type JournalBooks, type Role } from '../../testing/books/journal-books.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerBatchRoutes } from '../register-batches.ts';

let app: TestServer;
let books: JournalBooks;
beforeAll(async () => {
  app = await createTestServer((server, services) => registerBatchRoutes(server, services, [journalEntryDocument]));
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
