import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBatch } from '@talaan/contract/documents/batch.contract';
import { listBatches, searchBatches } from '@talaan/contract/documents/desk.contract';
import { listDrafts, putDraft } from '@talaan/contract/documents/draft.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { changePreview } from '../../access/session/session.store.ts';
import { hashSecret } from '../../access/session/session-token.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { openJournalBooks, type JournalBooks, type Role } from '../../testing/books/journal-books.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerBatchRoutes } from '../register-batches.ts';
import { registerDeskRoutes } from '../../desks/desk.routes.ts';

let app: TestServer;
let books: JournalBooks;
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, [journalEntryDocument]);
    registerDeskRoutes(server, services, [journalEntryDocument]);
  });
  books = await openJournalBooks(app.server, app.database);
  await inTransaction(app.database, { user_id: books.people.admin.user.id, request_id: null }, (db) =>
    sql`insert into user_access_privilege (user_id, prog_code, access_level)
      select id, 'Users', 'D' from app_user where user_id in ('approver1', 'cashier')`.execute(db),
  );
});
afterAll(() => app.stop());

/** Lets the session of one person look as another, or as himself again. */
async function lookAs(looker: Role, seen: Role | null): Promise<void> {
  const { user, headers } = books.people[looker];
  await inTransaction(app.database, { user_id: user.id, request_id: null }, (db) =>
    changePreview(db, hashSecret(headers.cookie.slice('talaan='.length)), seen && books.people[seen].user.id),
  );
}

it('shows of confidential batches what both persons may see', async () => {
  const { batch_number } = await books.save('15000.00', { is_confidential: 1 });
  const open = await books.save('700.00');
  const sees = async (role: Role) => {
    const { call } = books.people[role];
    const list = await call(listBatches, { query: { search: batch_number } });
    const found = await call(searchBatches, { query: { number: batch_number } });
    const read = await call(readBatch, { params: { id: batch_number }, query: {} }).catch((error: unknown) => error);
    const answers = [list.data.length > 0, found.data.length > 0, !(read instanceof CallRefused)];
    expect(new Set(answers).size).toBe(1);
    expect((await call(readBatch, { params: { id: open.batch_number }, query: {} })).data.batch_number).toBeTruthy();
    return answers[0];
  };
  // The preparer sees his own; an administrator who is no party sees it neither as himself nor as the preparer.
  expect(await sees('preparer')).toBe(true);
  await lookAs('cashier', 'preparer');
  expect(await sees('cashier')).toBe(false);
  // An approving officer may see it, and so he does as the preparer, but not as somebody who may not.
  await lookAs('approver1', 'preparer');
  expect(await sees('approver1')).toBe(true);
  await lookAs('approver1', 'auditor');
  expect(await sees('approver1')).toBe(false);
  await lookAs('approver1', null);
  expect(await sees('approver1')).toBe(true);
});

it("does not show the other's unsaved work", async () => {
  const id = '6f1c3f5e-90c5-4b58-9a53-2f4f5d4b7a10';
  const body = { document_type: 'JE', body: { remarks: 'half an idea' } } as const;
  await books.people.preparer.call(putDraft, { params: { id }, body });
  const drafts = async (role: Role) => (await books.people[role].call(listDrafts, { query: {} })).data.length;
  await lookAs('approver1', 'preparer');
  expect([await drafts('preparer'), await drafts('approver1')]).toEqual([1, 0]);
});
