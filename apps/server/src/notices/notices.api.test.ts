import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listMail, sendMailAgain } from '@talaan/contract/notices/mail.contract';
import { changeMailChoice, listNotices, readMailChoice, readNotices } from '@talaan/contract/notices/notice.contract';
import { registerBatchRoutes } from '../batches/register-batches.ts';
import { cashReceiptDocument } from '../documents/cash-receipt/cash-receipt.document.ts';
import { disbursementDocuments } from '../documents/disbursement/disbursement.documents.ts';
import { journalEntryDocument } from '../documents/journal-entry/journal-entry.document.ts';
import { today } from '../platform/clock.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../platform/database/database.ts';
import { openMailServer } from '../platform/mail/mail-server.ts';
import { registerMailRoutes } from './mail.routes.ts';
import { sendWaitingMail } from '../platform/mail/send-mail.ts';
import { startMailCatcher, type MailCatcher } from '../platform/mail/mail-catcher.ts';
import { openPaymentBooks, type PaymentBooks } from '../testing/books/payment-books.ts';
import type { Role } from '../testing/books/journal-books.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { registerNoticeRoutes } from './notice.routes.ts';
import { queueDigests, queueReminders, ringForWaiting } from './waiting-mail.ts';

const ADDRESS = 'https://talaan.example';

let world: TestServer;
let books: PaymentBooks;
let catcher: MailCatcher;
beforeAll(async () => {
  world = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, [...disbursementDocuments, journalEntryDocument, cashReceiptDocument]);
    registerNoticeRoutes(server, services);
    registerMailRoutes(server, services, true);
  });
  books = await openPaymentBooks(world.server, world.database, world.ownerUrl);
  catcher = await startMailCatcher();
});
afterAll(async () => {
  await catcher.stop();
  await world.stop();
});

const as = (role: Role) => books.people[role].call;
const asSystem = <T>(work: (db: Database) => Promise<T>) => inTransaction(world.database, SYSTEM_ACTOR, work);
const ring = () => ringForWaiting(world.database);
const bell = async (role: Role) => as(role)(listNotices, {});
/** What the bell of a role says of a batch. */
const saysOf = async (role: Role, { batch_number }: { batch_number: string }) =>
  (await bell(role)).data.filter(({ text }) => text.includes(batch_number)).map(({ title }) => title);

/** An hour of a day in Manila, so many days from today. */
function manila(hour: number, days = 0): Date {
  const day = today(new Date(Date.now() + days * 86_400_000));
  return new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`);
}

/** Sends what is queued and answers it by reader, in plain text without line breaks of the transport. */
async function sent(): Promise<Record<string, string[]>> {
  catcher.mails.splice(0);
  await sendWaitingMail(world.database, openMailServer({ url: catcher.url, from: 'books@sampol.example' }));
  const byReader: Record<string, string[]> = {};
  for (const { to, raw } of catcher.mails) (byReader[to.split('@')[0]!] ??= []).push(plain(raw));
  return byReader;
}

function plain(raw: string): string {
  return raw
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/(?:=[89A-F][0-9A-F])+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'))
    .replaceAll('=3D', '=');
}

/** Nothing waits when a test begins. */
beforeEach(async () => {
  const waiting = await sql<{ batch_number: string }>`
    select batch_number from batch where status between 2 and 6 order by id`.execute(world.database);
  for (const batch of waiting.rows) await books.move(batch, 'preparer', 1, { approved_remarks: 'Not now' });
  await ring();
  await sent();
});

it('rings for those who could act, and takes it away when the batch goes on', async () => {
  const batch = await books.payAt('CV', 2, '150000.00');
  await ring();
  await ring();
  expect(await saysOf('checker', batch)).toEqual(['Waiting for your review']);
  expect([await saysOf('preparer', batch), await saysOf('auditor', batch)]).toEqual([[], []]);
  const [notice] = (await bell('checker')).data;
  expect(notice).toMatchObject({
    text: `Cheque Voucher, batch ${batch.batch_number} · BANTAY KUNWARI SECURITY AGENCY, INC. · PHP\u00a0150,000.00\nFrom Preparer Reyes`,
    link: `/?view=approvals&id=${batch.batch_number}`,
    read_at: null,
  });

  await books.move(batch, 'checker', 3);
  expect(await saysOf('checker', batch)).toEqual([]);
  await ring();
  expect(await saysOf('approver1', batch)).toEqual(['Waiting for your approval']);
  expect(await saysOf('approver3', batch)).toEqual([]);
  await books.bring({ ...batch, status: 3 }, 6);
  await ring();
  expect(await saysOf('cashier', batch)).toEqual(['Waiting for your release']);
  expect((await bell('cashier')).data[0]!.link).toBe(`/search-transaction?number=${batch.batch_number}`);
  expect(await saysOf('preparer', batch)).toEqual(['Approved, waiting for release']);
});

it('tells the preparer what became of his batches, with the remarks; each notice is read once', async () => {
  const returned = await books.payAt('CV', 3);
  await books.move(returned, 'approver1', 1, { approved_remarks: 'Wrong bank' });
  const rejected = await books.payAt('CV', 2);
  await books.move(rejected, 'checker', 20, { approved_remarks: 'Paid before' });
  const released = await books.payAt('CV', 7);
  const posted = await books.payAt('CR', 7);
  expect(await saysOf('preparer', returned)).toEqual(['Returned to you']);
  expect(await saysOf('preparer', rejected)).toEqual(['Rejected']);
  expect(await saysOf('preparer', released)).toEqual(['Released', 'Approved, waiting for release']);
  // He issued the receipt himself.
  expect(await saysOf('preparer', posted)).toEqual([]);

  const before = await bell('preparer');
  const why = before.data.find(({ title }) => title === 'Returned to you')!;
  expect(why.text).toMatch(/\nBy Approver1 Reyes: Wrong bank$/);
  expect(why.link).toBe(`/search-transaction?number=${returned.batch_number}`);
  expect((await as('preparer')(readNotices, { body: { id: why.id } })).data).toEqual({ read: 1 });
  expect((await as('checker')(readNotices, { body: { id: before.data[0]!.id } })).data).toEqual({ read: 0 });
  expect((await bell('preparer')).unread).toBe(before.unread - 1);
  expect((await as('preparer')(readNotices, { body: {} })).data).toEqual({ read: before.unread - 1 });
  expect((await bell('preparer')).unread).toBe(0);
});

it('sends one digest a day, from eight on, to those who could act, whichever server is first', async () => {
  await asSystem((db) => sql`update payee set payee_desc = 'A <b>& "B"' where payee_code = 'S0001'`.execute(db));
  const open = await books.payAt('CV', 2, '15000.00', { remarks: 'OPEN' });
  const secret = await books.payAt('CV', 2, '17000.00', { is_confidential: 1 });
  const early = { now: manila(7), address: ADDRESS };
  const late = { now: manila(9), address: ADDRESS };
  await queueDigests(world.database, early);
  expect(await sent()).toEqual({});
  await Promise.all([queueDigests(world.database, late), queueDigests(world.database, late)]);
  await queueDigests(world.database, late);
  const mails = await sent();

  expect(Object.keys(mails).toSorted()).toEqual([
    'admin',
    'approver1',
    'approver2',
    'approver3',
    'checker',
    'preparer2',
  ]);
  expect(Object.values(mails).every((own) => own.length === 1)).toBe(true);
  const checker = mails['checker']![0]!;
  expect(checker).toContain('Subject: 1 transaction waits for you');
  expect(checker).toContain(`${ADDRESS}/?view=approvals&id=${open.batch_number}`);
  expect(checker).toContain('batch ' + open.batch_number + ' · A <b>& "B" · PHP\u00a015,000.00');
  expect(checker).toContain('A &#60;b&#62;&#38; &#34;B&#34; · PHP\u00a015,000.00');
  expect(checker).toContain('PHP\u00a015,000.00 · For Review · prepared by Preparer Reyes');
  expect(checker).not.toContain(secret.batch_number);
  const officer = mails['approver1']![0]!;
  expect(officer.replaceAll(/\s+/g, ' ')).toContain(
    `- CV ${secret.batch_number} ${ADDRESS}/?view=approvals&id=${secret.batch_number} Inbox:`,
  );
  expect(officer).toContain(`>CV ${secret.batch_number}</a></li>`);
  expect(officer).not.toContain('17,000.00');

  await queueDigests(world.database, { now: manila(8, 1), address: ADDRESS });
  expect(Object.keys(await sent())).toContain('checker');
});

it('reminds of what waits too long, once a day, and in one mail less for whoever has the digest', async () => {
  await as('approver1')(changeMailChoice, { body: { choice: 'reminder' } });
  await as('approver2')(changeMailChoice, { body: { choice: 'none' } });
  await as('approver3')(changeMailChoice, { body: { choice: 'digest' } });
  expect((await as('checker')(readMailChoice, {})).data).toEqual({ choice: 'both', email: 'checker@sampol.example' });
  const first = await books.payAt('CV', 2);
  const second = await books.payAt('CV', 3);
  const remind = (hour: number, days: number) =>
    queueReminders(world.database, { now: manila(hour, days), address: ADDRESS });

  await remind(9, 0);
  await remind(3, 3);
  expect(await sent()).toEqual({});
  await Promise.all([remind(9, 3), remind(9, 3)]);
  const mails = await sent();
  expect(Object.entries(mails).map(([reader, own]) => [reader, own.length])).toEqual(
    expect.arrayContaining([
      ['approver1', 1],
      ['checker', 1],
    ]),
  );
  expect(Object.keys(mails)).not.toContain('approver2');
  expect(Object.keys(mails)).not.toContain('approver3');
  expect(mails['approver1']![0]).toContain('Subject: Reminder: 1 transaction waits for you');
  expect([
    mails['approver1']![0]!.includes(second.batch_number),
    mails['checker']![0]!.includes(first.batch_number),
  ]).toEqual([true, true]);
  await remind(10, 3);
  expect(await sent()).toEqual({});
  await remind(9, 4);
  expect(Object.keys(await sent())).toEqual(['approver1']);
});

it('counts who has no work e-mail, writes to stand-ins, and shows all of it to administrators', async () => {
  const person = books.people.checker.user.id;
  await asSystem(async (db) => {
    await sql`update app_user set email = null where id = ${person}`.execute(db);
    await sql`insert into delegation (from_user, to_user, from_date, to_date, reason)
      values (${books.people.approver1.user.id}, ${books.people.auditor.user.id}, manila_today(), '2030-01-01', 'On leave')`.execute(
      db,
    );
  });
  await as('approver1')(changeMailChoice, { body: { choice: 'none' } });
  await books.payAt('CV', 2);
  await books.payAt('CV', 3, '5000.00');
  await queueDigests(world.database, { now: manila(8, 10), address: ADDRESS });
  catcher.answer('auditor@sampol.example', { code: 550, text: 'Mailbox closed' });
  const mails = await sent();
  expect(Object.keys(mails)).not.toContain('checker');
  expect(Object.keys(mails)).not.toContain('approver1');

  const list = await as('admin')(listMail, { query: { state: 'failed' } });
  expect(list.data).toMatchObject([
    {
      to_address: 'auditor@sampol.example',
      to_name: 'Auditor Reyes',
      state: 'failed',
      attempts: 1,
      reply: '550 Mailbox closed',
    },
  ]);
  expect(list.has_server).toBe(true);
  expect(list.runs.find(({ template }) => template === 'digest')).toMatchObject({ without_address: 1 });
  await expect(as('checker')(listMail, { query: {} })).rejects.toMatchObject({ problem: { status: 403 } });

  catcher.answer('auditor@sampol.example', null);
  await as('admin')(sendMailAgain, { params: { id: list.data[0]!.id } });
  expect(Object.keys(await sent())).toEqual(['auditor']);
  await expect(as('admin')(sendMailAgain, { params: { id: list.data[0]!.id } })).rejects.toMatchObject({
    problem: { status: 409 },
  });
  await expect(as('admin')(sendMailAgain, { params: { id: '999999' } })).rejects.toMatchObject({
    problem: { status: 404 },
  });
});
