import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createBatch } from '@talaan/contract/documents/batch.contract';
import { readClosingChecklist } from '@talaan/contract/desks/closing-checklist.contract';
import { listNotices } from '@talaan/contract/notices/notice.contract';
import { disbursementDocuments } from '../../documents/disbursement/disbursement.documents.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { registerMasterdataRoutes } from '../../masterdata/masterdata.routes.ts';
import { registerNoticeRoutes } from '../../notices/notice.routes.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { openPaymentBooks, refusalOf, type PaymentBooks } from '../../testing/books/payment-books.ts';
import type { Role } from '../../testing/books/journal-books.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { postMaturedDocuments } from './post-matured.ts';
import { registerBatchRoutes } from '../register-batches.ts';
import { registerDeskRoutes } from '../../desks/desk.routes.ts';

const DAY = '2026-03-31';
const DUE = '2026-04-15';

let app: TestServer;
let books: PaymentBooks;
let lastCheque = 1000;
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, [...disbursementDocuments, journalEntryDocument]);
    registerDeskRoutes(server, services, [...disbursementDocuments, journalEntryDocument]);
    registerNoticeRoutes(server, services);
    registerMasterdataRoutes(server, services);
  });
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  await asOwner("update account set acct_parent = '100000' where acct_type = 'S'");
  await asOwner(`insert into user_access_privilege (user_id, prog_code, access_level)
    select id, 'Accounting Period', 'S' from app_user where user_id in ('preparer', 'auditor')`);
  await asOwner("update section set section_code = replace(section_code, '-', '')");
});
beforeEach(() => books.setToday(app.ownerUrl, DAY));
afterAll(() => app.stop());

/** A released cheque for an expense that matures on a day. */
async function release(account_code = '502010', document_date = DUE) {
  const cheque_number = String((lastCheque += 1)).padStart(7, '0');
  const body = books.payment('CW', '5000.00', { is_pdc: 1, number_of_cheques: 1, document_date, cheque_number });
  body.details[0]!.account_code = account_code;
  return books.bring((await books.people.preparer.call(createBatch, { body })).data, 7);
}
const bell = async (role: Role, { batch_number }: { batch_number: string }) =>
  (await books.people[role].call(listNotices, {})).data.filter(
    ({ kind, text }) => kind !== 'for_release' && text.includes(batch_number),
  );
/** Past every rule, as an earlier version of the product could leave it. */
const asOwner = (statement: string) =>
  runAsOwner(app.ownerUrl, async (owner) => {
    await owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  });
const isPosted = async (batch: { id: string }) =>
  (
    await sql`select from journal_entry e join document d on d.id = e.document_id
      where d.batch_id = ${batch.id}::bigint`.execute(app.database)
  ).rows.length === 1;

it('posts every other cheque of the day when one cannot be posted, and tells its people why, once', async () => {
  const stuck = await release('502030');
  const next = await release();
  await asOwner("update account set status = 0 where acct_code = '502030'");
  await books.setToday(app.ownerUrl, DUE);
  await postMaturedDocuments(app.database);
  await postMaturedDocuments(app.database);
  expect([await isPosted(stuck), await isPosted(next)]).toEqual([false, true]);
  for (const role of ['preparer', 'cashier'] as const) {
    expect(await bell(role, stuck)).toEqual([
      expect.objectContaining({
        title: 'Could not be posted on its day',
        text: expect.stringMatching(/\nLine 1: account 502030 takes no postings\.$/),
        link: `/search-transaction?number=${stuck.batch_number}`,
      }),
    ]);
  }
  expect(await bell('checker', stuck)).toEqual([]);

  await asOwner("update account set status = 1 where acct_code = '502030'");
  await postMaturedDocuments(app.database);
  expect([await isPosted(stuck), await bell('preparer', stuck)]).toEqual([true, []]);
});

it('keeps in use what an approved cheque needs on its day, and names the batches', async () => {
  const batch = await release();
  const { headers } = books.people.admin;
  for (const [url, change, one] of [
    [`coa/${await idOf("account where acct_code = '502010'")}`, { status: 0 }, 'account'],
    [`branch/${books.branch_id}`, { brnc_stat: 0 }, 'branch'],
    [`dept/${books.department_id}`, { dept_status: 0 }, 'department'],
    [`payefile/${books.payees.S0001}`, { status: 0 }, 'payee'],
    [`bank/${books.banks['102103']}`, { status: 0 }, 'bank'],
  ] as const) {
    const refused = await app.server.inject({ method: 'PUT', url: `/api/${url}`, headers, payload: change });
    expect(refused.json()).toMatchObject({
      status: 409,
      code: 'used_by_open_transactions',
      message: `1 open transaction uses this ${one}: ${batch.document_type} ${batch.batch_number}.`,
    });
  }
});

it('lists by owner what a month would leave behind when it is closed', async () => {
  const none = await checklist('auditor', 202605, 'disbursement');
  expect(none).toEqual({ owners: [], total: 0, others: false });
  const draft = await books.pay('CV', '100.00', { document_date: '2026-05-04' });
  const waiting = await books.payAt('CV', 3, '250.00', { document_date: '2026-05-05' });
  const secret = await books.pay('CV', '7.00', { document_date: '2026-05-06', is_confidential: 1 });
  const toCome = await release('502010', '2026-05-20');
  const stuck = await release('502030', '2026-05-02');
  await books.payAt('CV', 7, '9.00', { document_date: '2026-05-07' });
  await books.payAt('CV', 20, '9.00', { document_date: '2026-05-08' });
  await books.save('900.00', { document_date: '2026-05-09' });
  await asOwner("update account set status = 0 where acct_code = '502030'");
  await books.setToday(app.ownerUrl, '2026-05-10');
  await postMaturedDocuments(app.database);
  const seen = await checklist('auditor', 202605, 'disbursement,cash_receipt');
  const items = seen.owners.flatMap((owner) =>
    owner.items.map((item) => [owner.user_name, item.batch_number, item.state, item.note]),
  );
  expect(items).toEqual([
    ['Preparer Reyes', stuck.batch_number, 'not_matured', 'Line 1: account 502030 takes no postings.'],
    ['Preparer Reyes', draft.batch_number, 'open', 'Active'],
    ['Preparer Reyes', waiting.batch_number, 'open', 'For Approval 1'],
    ['Preparer Reyes', toCome.batch_number, 'to_mature', 'Released'],
  ]);
  expect(seen.owners[0]!.items[1]).toMatchObject({ document_date: '2026-05-04', amount: '100.00', currency: 'PHP' });
  expect(seen).toMatchObject({ total: 4, others: true });
  const all = await checklist('preparer', 202605, 'disbursement,cash_receipt');
  expect(all).toMatchObject({ total: 5, others: false });
  expect(all.owners[0]!.items.map((item) => item.batch_number)).toContain(secret.batch_number);
  expect((await checklist('auditor', 202605, 'general_journal')).total).toBe(1);
  await asOwner("update account set status = 1 where acct_code = '502030'");
});

it.each([
  ['period', { period: 202613, module: 'disbursement' }],
  ['module', { period: 202605, module: 'disbursement,purchases' }],
])('refuses a checklist of another %s', async (field, query) => {
  const refused = await refusalOf(books.people.admin.call(readClosingChecklist, { query }));
  expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, [field]]);
});

async function checklist(role: Role, period: number, module: string) {
  const query = { period, module } as never;
  return (await books.people[role].call(readClosingChecklist, { query })).data;
}

async function idOf(from: string): Promise<number> {
  return (await sql<{ id: number }>`select id from ${sql.raw(from)}`.execute(app.database)).rows[0]!.id;
}
