import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBilling, disputeBilling, postBilling } from '@talaan/contract/documents/billing/billing.contract';
import { listReminders, sendReminders } from '@talaan/contract/receivables/customer/reminder.contract';
import { readCustomer } from '@talaan/contract/receivables/customer/customer.contract';
import {
  downloadStatement,
  readStatement,
  sendStatement,
} from '@talaan/contract/receivables/customer/statement.contract';
import { addressOf } from '@talaan/contract/http/client';
import { letMinutePass } from '../../testing/let-minute-pass.ts';
import { BOOKS_DAY, refusalOf, type PaymentBooks } from '../../testing/books/payment-books.ts';
import type { ReceivableBooks } from '../../testing/books/receivable-books.ts';
import { openReceivableServer } from '../../testing/books/receivable-server.ts';
import { startMailCatcher } from '../../platform/mail/mail-catcher.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { openMailServer } from '../../platform/mail/mail-server.ts';
import { sendWaitingMail } from '../../platform/mail/send-mail.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { createSignedInClient } from '../../testing/sign-in/sign-in.ts';
import { registerCustomerRoutes } from './customer.routes.ts';
import { paperMails } from '../../documents/print/mail-paper.ts';
import { REMINDER_MAIL } from './reminder-mail.ts';
import { STATEMENT_MAIL } from './statement-mail.ts';

const LEGEND = 'THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX';

let app: TestServer;
let books: PaymentBooks;
let desk: ReceivableBooks;
beforeAll(async () => {
  ({ app, books, desk } = await openReceivableServer((server, services) => {
    registerCustomerRoutes(server, services, true);
  }));
});
afterAll(() => app.stop());

it('is told with what was open at the end of a day by age, as E12 has it, and with what waits for approval', async () => {
  const id = books.payees.S0001;
  const open = await desk.billE12(id);
  const [disputed] = open;
  const admin = books.people.admin.call;
  const params = {
    id: (await admin(readCustomer, { params: { id }, query: {} })).data.receivables!.invoices[0]!.billing_request_no,
  };
  await admin(disputeBilling, { params, body: { dispute_reason: 'Two terminals came back' } });
  const waiting = await admin(createBilling, {
    body: {
      billing_date: '2023-06-30',
      payee_id: id,
      vat: 1,
      payment_term: 15,
      branch_id: books.branch_id,
      department_id: books.department_id,
      billing_details: [{ billing_service_id: desk.service, account_code: '408010', total_amount: '1120.00' }],
    },
  });
  await admin(postBilling, {
    params: { id: waiting.data.billing_request_no },
    body: { status: waiting.data.route[0]!.status },
  });

  const asOf = async (as_of: string) => (await admin(readCustomer, { params: { id }, query: { as_of } })).data;
  const { receivables, collected, ...facts } = await asOf('2023-06-30');
  expect(facts).toMatchObject({
    id,
    payee_code: 'S0001',
    billing_hold: null,
    last_billing: { payment_term: 15 },
    certificates: [],
    cheques: { held: 0, held_amount: '0.00', bounced: 0, bounced_amount: '0.00' },
  });
  expect(receivables!.invoices.map(({ billing_invoice_no, open_amount }) => [billing_invoice_no, open_amount])).toEqual(
    open,
  );
  expect(receivables!.invoices.map(({ aged_days }) => aged_days)).toEqual([121, 120, 90, 61, 60, 31, 30, 0]);
  expect(receivables).toMatchObject({
    as_of: '2023-06-30',
    invoice_count: 8,
    open_php: '344400.00',
    ages: [
      { age: '0-30', open_php: '23600.00' },
      { age: '31-60', open_php: '73600.00' },
      { age: '61-90', open_php: '117200.00' },
      { age: '91-120', open_php: '80000.00' },
      { age: 'over_120', open_php: '50000.00' },
    ],
    past_due_php: '320800.00',
    past_due_count: 6,
    disputed_php: disputed![1],
    in_approval_php: '1120.00',
    in_approval_count: 1,
    billed_php: '504000.00',
  });
  expect(receivables!.invoices[0]).toMatchObject({ is_disputed: true, days_late: 91, collection_status: 1 });
  expect(collected).toEqual({ collected_php: '159600.00', collections: 7, advance_php: '0.00', advances: [] });
  expect((await asOf('2023-07-31')).receivables!.open_php).toBe('324400.00');

  // Another company counts day 60 in the next column.
  const countDay60In = (column: string) =>
    inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update setting set value = ${JSON.stringify(column)}::jsonb where key = 'aging_day_60'`.execute(db),
    );
  await countDay60In('61-90');
  const later = (await asOf('2023-06-30')).receivables!;
  const { data: stated } = await admin(readStatement, {
    params: { id },
    query: { from_date: '2023-06-01', as_of: '2023-06-30' },
  });
  await countDay60In('31-60');
  expect(later.invoices.find(({ aged_days }) => aged_days === 60)!.age).toBe('61-90');
  for (const ages of [later.ages, stated.ages])
    expect(ages.slice(1, 3)).toEqual([
      { age: '31-60', open_php: '33600.00' },
      { age: '61-90', open_php: '157200.00' },
    ]);
});

it('has a statement of what moved since a day, whose end is what his invoices have open; it goes by mail unless it changed', async () => {
  const id = books.payees.S0001;
  const { call, headers } = books.people.admin;
  const june = { from_date: '2023-06-01', as_of: '2023-06-30' };
  const { data } = await call(readStatement, { params: { id }, query: june });
  expect([data.opening, data.closing, data.movements.length]).toEqual(['433200.00', '344400.00', 6]);
  expect(data.ages.map(({ open_php }) => open_php)).toEqual([
    '23600.00',
    '73600.00',
    '117200.00',
    '80000.00',
    '50000.00',
  ]);
  expect(data.movements[0]).toMatchObject({
    date: '2023-06-01',
    kind: 'collection',
    charge: null,
    payment: '4800.00',
    balance: '428400.00',
  });
  expect(data.movements.find(({ kind }) => kind === 'invoice')).toMatchObject({
    date: '2023-06-30',
    charge: '11200.00',
    payment: null,
  });

  const address = `${addressOf(downloadStatement.path, { id: String(id) })}?${new URLSearchParams(june).toString()}`;
  const [paper] = readPdfText((await app.server.inject({ url: address, headers })).rawPayload);
  expect(paper).not.toContain(LEGEND);
  for (const text of [
    'STATEMENT OF ACCOUNT',
    'As of 06-30-2023',
    'Balance before',
    'Balance due, PHP  344,400.00',
    '0 - 30 days  31 - 60 days  61 - 90 days  91 - 120 days  Above 120 days',
    '23,600.00  73,600.00  117,200.00  80,000.00  50,000.00',
  ])
    expect(paper).toContain(text);

  const catcher = await startMailCatcher();
  const sendAll = () =>
    sendWaitingMail(app.database, openMailServer({ url: catcher.url, from: 'books@sampol.example' }), {
      ...paperMails([STATEMENT_MAIL], 'https://talaan.example'),
    });
  const send = (body: object) => call(sendStatement, { params: { id }, body: { ...june, ...body } });
  expect(await refusalOf(send({ email_add: 'nobody' }))).toMatchObject({ status: 422 });
  expect(await refusalOf(send({ from_date: '2023-07-01' }))).toMatchObject({
    errors: { from_date: ['from date must not be after as of.'] },
  });
  expect((await send({ email_add: 'books@s0001.example' })).data).toMatchObject({
    to_address: 'books@s0001.example',
    balance: '344400.00',
    has_server: true,
  });
  await sendAll();
  expect(catcher.mails).toHaveLength(1);
  expect(catcher.mails[0]!.raw).toContain('filename=statement-2023-06-30.pdf');

  expect((await send({ email_add: 'Books@s0001.example' })).data).toMatchObject({ queued: false, mail_state: 'sent' });
  await letMinutePass(app.ownerUrl);
  // Before the next one leaves, a collection is dated back into its month.
  await send({ email_add: 'books@s0001.example' });
  const [open] = (
    await call(readCustomer, { params: { id }, query: { as_of: '2023-06-30' } })
  ).data.receivables!.invoices.slice(-1);
  const late = await desk.collect([{ billing_invoice_no: open!.billing_invoice_no, cash_amount: '200.00' }], {
    collection_date: '2023-06-30',
    payee_id: id,
    received_amount: '200.00',
  });
  await sendAll();
  await catcher.stop();
  await desk.void(late);
  const later = (await call(readStatement, { params: { id }, query: { ...june, as_of: '2026-12-31' } })).data;
  expect([later.closing, later.movements.find(({ kind }) => kind === 'voided')]).toMatchObject([
    '324400.00',
    { kind: 'voided', number: late.headers[0]!.or_number, charge: '200.00' },
  ]);
  expect(catcher.mails).toHaveLength(1);
  const { statements } = (await call(readCustomer, { params: { id }, query: {} })).data;
  expect(statements.map(({ state, balance, as_of }) => [state, balance, as_of])).toEqual([
    ['failed', '344400.00', '2023-06-30'],
    ['sent', '344400.00', '2023-06-30'],
  ]);
});

it('states what is foreign in its own currency too, beside the pesos in which the statement adds up', async () => {
  const id = books.payees.C0001;
  const usd = { currency_id: 2, dollar_rate: '55' };
  const { billing_invoice_no } = await desk.invoice('300.00', { ...usd, vat: 3, remarks: 'MARCH 2026' });
  await desk.collect([{ billing_invoice_no: billing_invoice_no!, cash_amount: '100.00' }], {
    ...usd,
    bank_id: books.banks['102303'],
    received_amount: '100.00',
  });
  await desk.invoice('1120.00', { remarks: 'IN PESOS' });
  const { call, headers } = books.people.admin;
  const query = { from_date: BOOKS_DAY, as_of: BOOKS_DAY };
  const { data } = await call(readStatement, { params: { id }, query });
  expect(
    data.movements.map(({ currency, amount, charge, payment, balance }) => [
      currency,
      amount,
      charge,
      payment,
      balance,
    ]),
  ).toEqual([
    ['USD', '300.00', '16500.00', null, '16500.00'],
    ['USD', '100.00', null, '5500.00', '11000.00'],
    ['PHP', '1120.00', '1120.00', null, '12120.00'],
  ]);
  const address = `${addressOf(downloadStatement.path, { id: String(id) })}?${new URLSearchParams(query).toString()}`;
  const [paper] = readPdfText((await app.server.inject({ url: address, headers })).rawPayload);
  // Since 27 April 2024 it says what it is no proof of.
  expect(paper).toContain(LEGEND);
  expect(paper).toMatch(/Invoice: MARCH 2026 \(USD 300\.00\) +16,500\.00 +16,500\.00/);
  expect(paper).toMatch(new RegExp(`Received: ${billing_invoice_no} \\(USD 100\\.00\\) +5,500\\.00 +11,000\\.00`));
  expect(paper).toMatch(/Invoice: IN PESOS +1,120\.00/);
});

it('is reminded once of what is late and not in dispute, by level, unless it was paid before the mail left', async () => {
  const { call } = books.people.admin;
  const late = async (payee_id: number) =>
    (await call(listReminders, {})).data.find((customer) => customer.payee_id === payee_id);
  const send = async (...payee_ids: number[]) =>
    (await call(sendReminders, { body: { payee_ids } })).data.map(({ outcome }) => outcome);
  const id = books.payees.S0001;
  expect(await late(id)).toMatchObject({
    invoices: 7,
    oldest_due: '2023-04-01',
    past_due_php: '274400.00',
    // Two months late, and never told: the last warning is not the first.
    level: 2,
    last_level: null,
    is_due: true,
  });
  expect(await send(id)).toEqual(['no_address']);
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`update payee set email_add = 'books@s0001.example' where id = ${id}`.execute(db),
  );
  const both = await Promise.all([send(id), send(id)]);
  expect(both.flat().toSorted()).toEqual(['not_due', 'queued']);
  expect(await late(id)).toMatchObject({ last_level: 2, last_state: 'waiting', is_due: false });

  const payer = books.payees.C0001;
  const today = (await call(readCustomer, { params: { id }, query: {} })).data.receivables!.as_of;
  const { billing_invoice_no } = await desk.invoice('100.00', { billing_date: '2026-03-01', payment_term: 0 });
  expect(await send(payer)).toEqual(['queued']);
  await desk.collect([{ billing_invoice_no: billing_invoice_no!, cash_amount: '100.00' }], {
    received_amount: '100.00',
  });
  expect(await late(payer)).toBeUndefined();

  const catcher = await startMailCatcher();
  await sendWaitingMail(app.database, openMailServer({ url: catcher.url, from: 'books@sampol.example' }), {
    ...paperMails([REMINDER_MAIL], 'https://talaan.example'),
  });
  await catcher.stop();
  const [mail, ...others] = catcher.mails.filter(({ raw }) => /^Subject: (Last )?[Rr]eminder/m.test(raw));
  expect(others).toEqual([]);
  expect(mail!.to).toBe('books@s0001.example');
  expect(mail!.raw).toContain('Subject: Reminder of SAMPOL PADALA');
  expect(mail!.raw).toContain(`filename=statement-${today}.pdf`);
  expect(await late(id)).toMatchObject({ last_state: 'sent' });
  const remindersOf = async (payee_id: number) =>
    (await call(readCustomer, { params: { id: payee_id }, query: {} })).data.reminders;
  expect(await remindersOf(id)).toMatchObject([{ level: 2, past_due_php: '274400.00', state: 'sent' }]);
  expect(await remindersOf(payer)).toMatchObject([{ state: 'failed' }]);
  // A reminder that did not leave is none: what is late later is reminded of.
  await desk.invoice('100.00', { billing_date: '2026-03-01', payment_term: 0 });
  expect(await late(payer)).toMatchObject({ last_level: null, is_due: true });
});

it('shows each figure to whoever has the right of its module, and nobody is 404', async () => {
  const id = books.payees.S0001;
  const withLevels = async (levels: Record<string, 1>) => {
    const { call } = await createSignedInClient(app.server, app.database, { levels });
    return (await call(readCustomer, { params: { id }, query: {} })).data;
  };
  const payees = await withLevels({ 'Payee Details': 1 });
  expect([payees.payee_code, payees.receivables, payees.collected, payees.last_billing]).toEqual([
    'S0001',
    null,
    null,
    null,
  ]);
  const billings = await withLevels({ 'Payee Details': 1, Billing: 1 });
  expect([billings.receivables!.invoice_count, billings.collected]).toEqual([8, null]);
  const collections = await withLevels({ 'Payee Details': 1, Collection: 1 });
  expect([collections.receivables, collections.collected!.collections]).toEqual([null, 0]);
  // Collections stand on a statement and on what a reminder has with it.
  const biller = await createSignedInClient(app.server, app.database, { levels: { Billing: 3 } });
  const period = { from_date: '2023-06-01', as_of: '2023-06-30' };
  const missing = { status: 403, message: 'You need Select on Collection; you have No Access.' };
  expect(await refusalOf(biller.call(readStatement, { params: { id }, query: period }))).toMatchObject(missing);
  expect(await refusalOf(biller.call(sendStatement, { params: { id }, body: period }))).toMatchObject(missing);
  expect(await refusalOf(biller.call(sendReminders, { body: { payee_ids: [id] } }))).toMatchObject(missing);
  const unknown = books.people.admin.call(readCustomer, { params: { id: 999_999 }, query: {} });
  expect(await refusalOf(unknown)).toMatchObject({ status: 404, message: 'There is no such customer.' });
});
