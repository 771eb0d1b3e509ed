import { runAsOwner } from '../../testing/owner-connection.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  batchHistory,
  createBatch,
  dryRunMoves,
  readBatch,
  voidBatch,
} from '@talaan/contract/documents/batch.contract';
import { readEntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import { listBatches } from '@talaan/contract/documents/desk.contract';
import { returnBatchNumber } from '@talaan/contract/documents/entry-page/entry-page.contract';
import type { BatchDetail, MoveResult } from '@talaan/contract/documents/batch-view.contract';
import {
  createOrder,
  exportOrders,
  listOrders,
  postOrder,
  postOrderTwin,
  readOrder,
  takeOrderNumber,
  updateOrder,
  type OrderDetail,
  type OrderInput,
} from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { emailOrder, printOrder, printOrderPdf } from '@talaan/contract/documents/purchase-order/order-print.contract';
import { addressOf } from '@talaan/contract/http/client';
import { findCallerOf } from '../../access/session/caller-of-user.ts';
import { readBatches } from '../../batches/reading/read-batch.ts';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { openMailServer } from '../../platform/mail/mail-server.ts';
import { sendWaitingMail } from '../../platform/mail/send-mail.ts';
import { registerDeskRoutes } from '../../desks/desk.routes.ts';
import { BOOKS_DAY, openPaymentBooks, refusalOf, type PaymentBooks } from '../../testing/books/payment-books.ts';
import type { Role } from '../../testing/books/journal-books.ts';
import { startMailCatcher, type MailCatcher } from '../../platform/mail/mail-catcher.ts';
import { exportedRows } from '../../testing/exported-rows.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { cashReceiptDocument } from '../cash-receipt/cash-receipt.document.ts';
import { disbursementDocuments } from '../disbursement/disbursement.documents.ts';
import { paperMails } from '../print/mail-paper.ts';
import { ORDER_MAIL } from './order-print.ts';
import { registerOrderPrint } from './order-print.routes.ts';
import { registerOrderRoutes } from './order.routes.ts';
import { ordersOf } from './order.store.ts';
import { purchaseOrderDocument } from './purchase-order.document.ts';

let app: TestServer;
let books: PaymentBooks;
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, [...disbursementDocuments, cashReceiptDocument, purchaseOrderDocument]);
    registerDeskRoutes(server, services, [...disbursementDocuments, purchaseOrderDocument]);
    registerOrderRoutes(server, services);
    registerOrderPrint(server, services, true);
  });
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
});
afterAll(() => app.stop());

const as = (role: Role) => books.people[role].call;

/** The order of the guards: six months for three branches, PHP 336,000.00 with VAT. */
const guards = (change: Partial<OrderInput> = {}): OrderInput => ({
  po_date: BOOKS_DAY,
  request_date: '2026-02-27',
  payee_id: books.payees.S0001,
  contact_person: 'Rosa Halimbawa',
  email_add: 'sales@bantay.example',
  payment_term: 15,
  shipping_date: '2026-06-30',
  subject_to_vat: 1,
  vat_type: 1,
  remarks: 'SECURITY SERVICES, APRIL TO SEPTEMBER 2026',
  po_details: [
    { item_description: 'GUARDS, BRANCH SMP-001', quantity: '6', unit: 'months', unit_cost: '28,000.00' },
    { item_description: 'GUARDS, BRANCH SMP-002', quantity: '6', unit: 'months', unit_cost: '16,800.00' },
    { item_description: 'GUARDS, BRANCH SMP-003', quantity: 6, unit: 'months', unit_cost: '11200' },
  ],
  ...change,
});

const order = async (change?: Partial<OrderInput>, role: Role = 'preparer'): Promise<OrderDetail> =>
  (await as(role)(createOrder, { body: guards(change) })).data;
const read = async ({ po_number }: { po_number: string }, role: Role = 'preparer') =>
  (await as(role)(readOrder, { params: { id: po_number } })).data;
const post = async ({ po_number }: { po_number: string }, role: Role, body: object) =>
  (await as(role)(postOrder, { params: { id: po_number }, body })).data as MoveResult;

/** An approved order: L1, L2 and L3 for 336,000.00. */
async function approved(change?: Partial<OrderInput>): Promise<OrderDetail> {
  const saved = await order(change);
  return (await books.bring(saved, 7)) && read(saved);
}

describe('an order', () => {
  it('is numbered from its series, priced by its lines, and answered with its VAT', async () => {
    const { po_number } = (await as('preparer')(takeOrderNumber, { body: {} })).data;
    expect(po_number).toMatch(/^PO\d{7}$/);
    expect((await as('preparer')(takeOrderNumber, { body: {} })).data.po_number).toBe(po_number);
    const saved = await order({ po_number });
    expect(saved).toMatchObject({
      po_number,
      batch_number: po_number,
      document_number: po_number,
      document_type: 'PO',
      status: 1,
      po_date: BOOKS_DAY,
      request_date: '2026-02-27',
      contact_person: 'Rosa Halimbawa',
      payment_term: 15,
      shipping_date: '2026-06-30',
      vat_type: 1,
      total_amount: '336000.00',
      base_amount: '300000.00',
      vat_amount: '36000.00',
      vouchered_amount: '0.00',
      open_amount: '336000.00',
      details: [],
      warnings: [],
    });
    expect(saved.po_details[0]).toEqual({
      line_no: 1,
      item_description: 'GUARDS, BRANCH SMP-001',
      quantity: '6',
      unit: 'months',
      unit_cost: '28000.00',
      total_amount: '168000.00',
    });
    expect(await read(saved)).toEqual(saved);
    // Its letters are read in either case.
    const typed = po_number.toLowerCase();
    const filtered = await as('preparer')(listBatches, { query: { batch_number: typed } });
    expect(filtered.data.map(({ batch_number }) => batch_number)).toEqual([po_number]);
    expect(await read({ po_number: typed })).toEqual(saved);
    expect((await order()).po_number).not.toBe(po_number);
  });

  it('gives a number back that was reserved for nothing', async () => {
    const { po_number } = (await as('preparer2')(takeOrderNumber, { body: {} })).data;
    const params = { batch_number: po_number };
    expect((await as('preparer2')(returnBatchNumber, { params, query: { document_type: 'PO' } })).data).toEqual({
      returned: true,
    });
    expect((await as('preparer')(takeOrderNumber, { body: {} })).data.po_number).toBe(po_number);
  });

  it('refuses a number that is not reserved for whoever saves', async () => {
    const refused = await refusalOf(order({ po_number: 'PO0999999' }));
    expect([refused.status, refused.code]).toEqual([409, 'number_not_reserved']);
  });

  it('tells every fault by its field and line, and keeps nothing', async () => {
    const refused = await refusalOf(
      order({
        payee_id: books.payees.X0001,
        currency_id: 2,
        dollar_rate: '0',
        po_details: [
          { item_description: 'CHAIRS', quantity: '2', unit_cost: '10' },
          { item_description: '', quantity: '-1', unit_cost: 'ten' },
        ],
      }),
    );
    expect(refused.status).toBe(422);
    expect(refused.errors).toEqual({
      payee_id: [expect.stringContaining('inactive')],
      dollar_rate: ['dollar rate must be a number above 0 with at most 6 decimals.'],
      'po_details.1.item_description': ['line 2: item description is required.'],
      'po_details.1.quantity': ['line 2: quantity must be a number above 0 with at most 4 decimals.'],
      'po_details.1.unit_cost': [
        'line 2: unit cost must be an amount above 0 with at most 2 decimals, up to 9,999,999,999,999.99.',
      ],
    });
    expect((await refusalOf(order({ po_details: [] }))).errors).toEqual({
      po_details: ['An order has at least one line.'],
    });
    expect((await refusalOf(order({ po_date: '2026-02-30' }))).errors).toEqual({
      po_date: ['po date is not a calendar date (yyyy-mm-dd).'],
    });
    expect((await refusalOf(order({ vat_type: 4, payment_term: -1, email_add: 'x' }))).errors).toEqual({
      vat_type: ['vat type must be 1, 2 or 3.'],
      payment_term: ['payment term must be 0 days or more.'],
      email_add: ['Invalid email account.'],
    });
    expect((await refusalOf(order({ shipping_date: '2023-04-05', po_date: '2026-06-30' }))).errors).toEqual({
      shipping_date: ['Shipping Date is before the PO Date.'],
    });
  });

  it('is not entered as lines of account', async () => {
    const body = { ...books.payment('CV', '1.00'), document_type: 'PO' };
    expect((await refusalOf(as('preparer')(createBatch, { body }))).errors).toEqual({
      document_type: ['document type must be CV, CW, OB, DM, CR.'],
    });
  });

  it('is changed as a whole, line by line in the history, and not over a newer version', async () => {
    const saved = await order();
    const params = { id: saved.po_number };
    const body = {
      ...guards({ remarks: 'FEWER GUARDS', po_details: guards().po_details.slice(0, 1) }),
      row_version: saved.row_version,
    };
    const changed = (await as('preparer')(updateOrder, { params, body })).data;
    expect(changed).toMatchObject({ total_amount: '168000.00', remarks: 'FEWER GUARDS' });
    expect(changed.po_details).toHaveLength(1);
    const refused = await refusalOf(as('preparer')(updateOrder, { params, body }));
    expect([refused.status, refused.code]).toEqual([409, 'row_version']);
    const { data } = await as('preparer')(batchHistory, { params, query: {} });
    expect(
      data.filter(({ action }) => action === 'delete').map(({ subject, changes }) => [subject, changes[0]]),
    ).toEqual([
      ['line 3', { field: 'item_description', before: 'GUARDS, BRANCH SMP-003', after: null }],
      ['line 2', { field: 'item_description', before: 'GUARDS, BRANCH SMP-002', after: null }],
    ]);
    expect(data.find(({ subject }) => subject === 'purchase order')?.changes).toContainEqual({
      field: 'vat_type',
      before: null,
      after: 'Vatable',
    });
  });
});

describe('its approval', () => {
  it('goes by its amount through review and levels to Approved, without a release and without the ledger', async () => {
    const saved = await order();
    expect(saved.route.map(({ status }) => status)).toEqual([2, 3, 4, 5]);
    await post(saved, 'preparer', { status: 2 });
    await post(saved, 'checker', { status: 3 });
    await post(saved, 'approver1', { status: 4 });
    expect((await refusalOf(post(saved, 'approver1', { status: 5 }))).status).toBe(403);
    await post(saved, 'approver2', { status: 5 });
    const moved = await post(saved, 'approver3', { status: 7 });
    expect(moved).toMatchObject({ status: 7, status_label: 'Approved', journal_entry_ids: [], accounting_status: 0 });
    const { rows } = await sql<{ entries: string }>`
      select count(*) as entries from journal_entry e join document d on d.id = e.document_id
      where d.document_type = 'PO'`.execute(app.database);
    expect(rows[0]!.entries).toBe('0');
  });

  it('starts anew when what was submitted is changed', async () => {
    const saved = await order();
    await post(saved, 'preparer', { status: 2 });
    await post(saved, 'checker', { status: 3 });
    const body = guards({ po_details: guards().po_details.slice(1) });
    const changed = (await as('preparer')(updateOrder, { params: { id: saved.po_number }, body })).data;
    expect(changed).toMatchObject({ status: 1, cycle: 2, total_amount: '168000.00' });
  });

  it('tells the next approver which terms and lines were changed', async () => {
    const saved = await order();
    await post(saved, 'preparer', { status: 2 });
    const [first, second] = guards().po_details;
    const body = guards({ payment_term: 30, po_details: [{ ...first!, quantity: '5' }, second!] });
    const changed = (await as('preparer')(updateOrder, { params: { id: saved.po_number }, body })).data;
    await post(changed, 'preparer', { status: 2 });
    const { changes } = await read(changed, 'checker');
    expect(changes?.headers).toEqual([{ header_key: 0, field: 'payment_term', before: '15', after: '30' }]);
    expect(changes?.lines).toMatchObject([
      { kind: 'removed', line_no: 3, account_code: '' },
      {
        kind: 'changed',
        line_no: 1,
        fields: [
          { field: 'quantity', before: '6', after: '5' },
          { field: 'total_amount', before: '168000.00', after: '140000.00' },
        ],
      },
    ]);
  });

  it('stands where it is when its remarks alone are corrected', async () => {
    const saved = await order();
    await post(saved, 'preparer', { status: 2 });
    const body = guards({ remarks: 'SECURITY, APRIL TO SEPTEMBER' });
    const changed = (await as('preparer')(updateOrder, { params: { id: saved.po_number }, body })).data;
    expect(changed).toMatchObject({ status: 2, cycle: 1, remarks: 'SECURITY, APRIL TO SEPTEMBER' });
    expect((await post(saved, 'checker', { status: 3 })).status).toBe(3);
  });

  it('stands in the lists of all documents, with its terms and lines', async () => {
    const saved = await order();
    await post(saved, 'preparer', { status: 2 });
    const waiting = await as('checker')(listBatches, { query: { for_my_approval: 1, pages: 100 } });
    expect(waiting.data.map(({ batch_number }) => batch_number)).toContain(saved.po_number);
    const batches = [{ batch_number: saved.po_number, document_type: 'PO' }];
    const tried = (await as('checker')(dryRunMoves, { body: { action: 'approve', batches } })).data;
    expect(tried.items[0]).toMatchObject({ outcome: 'needs_another', status: 3 });
    const { parts } = (await as('checker')(readBatch, { params: { id: saved.po_number }, query: {} })).data;
    expect(parts['terms']).toEqual([expect.objectContaining({ contact_person: 'Rosa Halimbawa', payment_term: 15 })]);
    expect(parts['po_details']).toHaveLength(3);
  });
});

describe('after its approval', () => {
  it('is closed short with a reason, by whoever may update, and has nothing open then', async () => {
    const saved = await approved();
    expect(saved.allowed_actions.close.allowed).toBe(true);
    expect((await refusalOf(post(saved, 'preparer', { status: 10 }))).errors).toEqual({
      approved_remarks: ['remarks is required.'],
    });
    expect((await refusalOf(post(saved, 'approver1', { status: 10, approved_remarks: 'x' }))).status).toBe(403);
    const closed = await post(saved, 'preparer', { status: 10, approved_remarks: 'Supplier stopped.' });
    expect(closed).toMatchObject({ status: 10, status_label: 'Closed Short' });
    expect(await read(saved)).toMatchObject({ status: 10, open_amount: '0.00' });
    const refused = await refusalOf(post(saved, 'checker', { status: 20, approved_remarks: 'x' }));
    expect([refused.status, refused.message]).toEqual([409, 'This order is closed short.']);
    expect((await refusalOf(post(await order(), 'preparer', { status: 10, approved_remarks: 'x' }))).status).toBe(409);
  });

  it('is cancelled by a void, which is the same move', async () => {
    const [one, other] = [await approved(), await approved()];
    await as('checker')(voidBatch, {
      body: { batch_number: one.po_number, document_type: 'PO', reason: 'Not needed' },
    });
    const moved = await post(other, 'checker', { status: 20, approved_remarks: 'Not needed' });
    expect(moved.status_label).toBe('Cancelled');
    for (const cancelled of [await read(one), await read(other)])
      expect(cancelled).toMatchObject({ status: 20, open_amount: '0.00', approved_remarks: 'Not needed' });
  });

  it('is not brought to a vouchered status by hand', async () => {
    const saved = await approved();
    for (const status of [8, 9]) expect((await refusalOf(post(saved, 'checker', { status }))).status).toBe(409);
  });
});

describe('its paper', () => {
  const pagesOf = async ({ po_number }: OrderDetail, role: Role = 'auditor') => {
    const url = addressOf(printOrderPdf.path, { id: po_number });
    const reply = await app.server.inject({ url, headers: books.people[role].headers });
    expect(reply.headers['content-disposition']).toMatch(/filename="purchase-order-po\d{7}_\d{10}\.pdf"$/);
    return readPdfText(reply.rawPayload);
  };

  it('says what is ordered of whom and what it comes to, in figures and words; each copy is counted', async () => {
    const saved = await approved();
    const params = { id: saved.po_number };
    const { data } = await as('auditor')(printOrder, { params });
    expect(data).toMatchObject({ copy_no: 1, currency_word: 'PESOS', printed_by: 'Auditor Reyes' });
    expect(data.batch.po_details).toEqual(saved.po_details);
    const [page, ...others] = await pagesOf(saved);
    expect(others).toEqual([]);
    expect(page).toMatch(/SAMPOL PADALA SERVICES, INC\.\nPURCHASE ORDER\n[^]*PO\d{7}\n/);
    expect(page).toMatch(/Date +03-31-2026[^]*Rosa Halimbawa[^]*15 days from delivery[^]*Ship date +06-30-2026/);
    expect(page).toMatch(/1 +GUARDS, BRANCH SMP-001 +6 +months +28,000\.00 +168,000\.00/);
    expect(page).toMatch(/Subtotal +300,000\.00\nVAT 12 % +36,000\.00\nTOTAL +336,000\.00/);
    expect(page).toContain('THREE HUNDRED THIRTY SIX THOUSAND PESOS ONLY');
    expect(page).toMatch(
      /Prepared By +Checked By +Approved By +Conforme[^]*THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX\nSeries PO0000001-PO9999999/,
    );
    const text = (day: string) =>
      inTransaction(app.database, SYSTEM_ACTOR, (db) =>
        sql`insert into company_text (company_id, kind, valid_from, text)
          select id, 'order_legend', ${day}::date, 'Other words.' from company where reporting`.execute(db),
      );
    // An approved order keeps its words.
    await expect(text('2026-03-31')).rejects.toThrow('would change papers that were issued');
    await text('2026-04-01');
    expect(page).toMatch(/by Auditor Reyes · REPRINT 2 · Talaan [\d.]+ +PAGE 1 OF 1/);
    expect(page).not.toMatch(/NOT YET APPROVED|CANCELLED/);
    const noted = await sql<{ of: string; copy: number }>`
      select after ->> 'of' as of, (after ->> 'copy')::int as copy from audit_event
      where table_name = 'issued_paper' and action = 'download'`.execute(app.database);
    expect(noted.rows).toEqual([{ of: `Purchase Order ${saved.po_number}`, copy: 2 }]);
    expect((await refusalOf(as('auditor')(printOrder, { params: { id: 'PO9999999' } }))).status).toBe(404);
  });

  it('has 13 lines a page, and says what is not approved yet or cancelled', async () => {
    const items = Array.from({ length: 14 }, (_, at) => ({
      item_description: `ITEM ${at + 1}`,
      quantity: '1',
      unit_cost: '10.00',
    }));
    const saved = await order({ po_details: items, vat_type: 3 });
    const pages = await pagesOf(saved);
    expect(pages.map((page) => page.match(/ITEM \d+/g)?.length)).toEqual([13, 1]);
    expect(pages.map((page) => /PAGE \d OF \d/.exec(page)?.[0])).toEqual(['PAGE 1 OF 2', 'PAGE 2 OF 2']);
    for (const page of pages) expect(page).toContain('NOT YET APPROVED');
    expect(pages.map((page) => /Zero Rated +0\.00\nTOTAL +140\.00/.test(page))).toEqual([false, true]);
    await as('checker')(voidBatch, {
      body: { batch_number: saved.po_number, document_type: 'PO', reason: 'Duplicate entry' },
    });
    for (const page of await pagesOf(saved)) expect(page).toContain('CANCELLED');
  });
});

describe('by e-mail', () => {
  let catcher: MailCatcher;
  beforeAll(async () => void (catcher = await startMailCatcher()));
  afterAll(() => catcher.stop());

  const email = async ({ po_number }: OrderDetail, to?: string, role: Role = 'preparer') =>
    (await as(role)(emailOrder, { params: { id: po_number }, body: to === undefined ? {} : { to } })).data;
  const send = () =>
    sendWaitingMail(
      app.database,
      openMailServer({ url: catcher.url, from: 'books@sampol.example' }),
      paperMails([ORDER_MAIL], 'https://talaan.example'),
    );
  const attachedTo = (raw: string) =>
    Buffer.from(/Content-Type: application\/pdf[^]*?\r\n\r\n([\w+/=\r\n]+)/.exec(raw)![1]!, 'base64');
  const attempts = async ({ po_number }: OrderDetail) =>
    (
      await sql<{ state: string; outcome: string; reply: string }>`
        select m.state, a.outcome, a.reply from mail_message m join mail_attempt a on a.message_id = m.id
        join mail_paper x on x.message_id = m.id join issued_paper p on p.id = x.issued_paper_id where p.number_text = ${po_number} order by a.id`.execute(
        app.database,
      )
    ).rows;

  it('goes to its own address or to another one, with the paper as PDF, and each attempt is kept', async () => {
    const saved = await approved();
    expect(await email(saved)).toEqual({
      po_number: saved.po_number,
      to_address: 'sales@bantay.example',
      copy_no: 1,
      has_server: true,
      queued: true,
      mail_state: 'waiting',
    });
    expect(await email(saved)).toMatchObject({ copy_no: 1, queued: false, mail_state: 'waiting' });
    expect(await email(saved, 'Rosa@bantay.example')).toMatchObject({ to_address: 'Rosa@bantay.example', copy_no: 2 });
    await send();
    expect(catcher.mails.map(({ to }) => to)).toEqual(['sales@bantay.example', 'Rosa@bantay.example']);
    const [first, second] = catcher.mails.map(({ raw }) => raw);
    expect(first).toContain(`Subject: Purchase order ${saved.po_number} of SAMPOL PADALA`);
    expect(first).toContain(`filename=${saved.po_number}.pdf`);
    const [page] = readPdfText(attachedTo(first!));
    expect(page).toMatch(/TOTAL +336,000\.00[^]*by Preparer Reyes · Talaan [\d.]+ +PAGE 1 OF 1/);
    expect(readPdfText(attachedTo(second!))[0]).toContain('REPRINT 2');
    expect((await attempts(saved)).map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
  });

  it('leaves only once it is approved, by whoever may update, to an address', async () => {
    const draft = await order();
    expect(await refusalOf(email(draft))).toMatchObject({ status: 409, code: 'order_not_approved' });
    const saved = await approved({ email_add: '' });
    expect(await refusalOf(email(saved, undefined, 'auditor'))).toMatchObject({ status: 403 });
    expect(await refusalOf(email(saved))).toMatchObject({
      status: 422,
      errors: { to: ['The order has no e-mail address. Enter the one to send it to.'] },
    });
    for (const to of ['sales', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example'])
      expect((await refusalOf(email(saved, to))).errors).toEqual({ to: ['Invalid email account.'] });
    // As an order could be entered once.
    const doubtful = await approved();
    await runAsOwner(app.ownerUrl, (owner) =>
      owner.query(`set talaan.user_id = 'system'; set session_replication_role = replica;
        update purchase_order set email_add = 'ask Rosa' where document_id =
          (select d.id from document d where d.document_number = '${doubtful.po_number}')`),
    );
    expect((await refusalOf(email(doubtful))).errors).toEqual({
      to: ['"ask Rosa" is no e-mail address. Enter the one to send it to.'],
    });
  });

  it('does not leave once it is cancelled, though it was queued before', async () => {
    const saved = await approved();
    await email(saved, 'late@bantay.example');
    await as('checker')(voidBatch, {
      body: { batch_number: saved.po_number, document_type: 'PO', reason: 'Duplicate entry' },
    });
    await send();
    expect(catcher.mails.map(({ to }) => to)).not.toContain('late@bantay.example');
    const reply = `Purchase order ${saved.po_number} was cancelled before it was sent.`;
    expect(await attempts(saved)).toEqual([{ state: 'failed', outcome: 'refused', reply }]);
  });
});

describe('the list', () => {
  it('is of the month of the PO date or of the request, narrowed by VAT type and text', async () => {
    const exempt = await order({ po_date: '2026-03-02', vat_type: 2, remarks: 'BOOKS FOR THE LIBRARY' });
    const numbers = async (query: object) =>
      (await as('auditor')(listOrders, { query: { pages: 100, ...query } })).data.map((row) => row.po_number);
    expect(await numbers({ po_date: '2026-03-01', vat_type: 2 })).toEqual([exempt.po_number]);
    expect(await numbers({ request_date: '2026-02-01', vat_type: 2 })).toEqual([exempt.po_number]);
    expect(await numbers({ request_date: '2026-03-01' })).toEqual([]);
    expect(await numbers({ po_date: '2026-04-01' })).toEqual([]);
    expect(await numbers({ search: 'BOOKS FOR THE LIBRARY' })).toEqual([exempt.po_number]);
    const [row] = (await as('auditor')(listOrders, { query: { search: 'BOOKS FOR THE LIBRARY' } })).data;
    expect(row).toMatchObject({ contact_person: 'Rosa Halimbawa', vat_type: 2, total_amount: '336000.00' });
    const url = addressOf(exportOrders.path, {}, { po_date: '2026-03-01', vat_type: 2, format: 'csv' });
    expect(await exportedRows(app.server, url, books.people.auditor.headers)).toMatchObject([
      { 'PO No.': exempt.po_number, 'VAT Type': 'Vat Exempt', 'Open Amount': '336000.00' },
    ]);
  });
});

it('answers under its other name alike, and an unknown number with 404', async () => {
  const saved = await order();
  const params = { id: saved.po_number };
  expect((await as('preparer')(postOrderTwin, { params, body: {} })).data).toEqual(await read(saved));
  await as('preparer')(postOrderTwin, { params, body: { status: 2 } });
  expect((await read(saved)).status).toBe(2);
  expect((await refusalOf(as('preparer')(readOrder, { params: { id: 'PO9999999' } }))).status).toBe(404);
});

describe('its vouchers', () => {
  const voucher = (po_number: string, amount: string, header: object = {}) =>
    books.pay('CV', amount, { trx_purchase_order: po_number, ...header });
  /** Brings a saved voucher to For Review: from here on it counts. */
  const submit = (saved: { batch_number: string }) => books.move(saved, 'preparer', 2);
  const stateOf = async (one: { po_number: string }) => {
    const { status, vouchered_amount, open_amount } = await read(one);
    return [status, vouchered_amount, open_amount];
  };

  it('take from it once they are submitted, and give back what is returned, rejected or voided', async () => {
    const saved = await approved();
    const first = await voucher(saved.po_number, '56000.00');
    expect(first).toMatchObject({ trx_purchase_order: saved.po_number });
    expect(await stateOf(saved)).toEqual([7, '0.00', '336000.00']);
    await submit(first);
    expect(await stateOf(saved)).toEqual([8, '56000.00', '280000.00']);
    const { orders } = (await as('preparer')(readEntryPayee, { params: { id: books.payees.S0001 } })).data;
    expect(orders.find(({ po_number }) => po_number === saved.po_number)).toEqual({
      po_number: saved.po_number,
      po_date: BOOKS_DAY,
      remarks: 'SECURITY SERVICES, APRIL TO SEPTEMBER 2026',
      currency_id: 1,
      open_amount: '280000.00',
    });
    const rest = await voucher(saved.po_number, '280000.00');
    await submit(rest);
    expect(await stateOf(saved)).toEqual([9, '336000.00', '0.00']);
    await books.move(rest, 'checker', 1, { approved_remarks: 'Wrong month.' });
    expect(await stateOf(saved)).toEqual([8, '56000.00', '280000.00']);
    await submit(rest);
    await books.move(rest, 'checker', 20, { approved_remarks: 'Not delivered.' });
    await as('checker')(voidBatch, {
      body: { batch_number: first.batch_number, document_type: 'CV', reason: 'Twice' },
    });
    expect(await stateOf(saved)).toEqual([7, '0.00', '336000.00']);
    const { timeline, vouchers } = await read(saved);
    expect(
      timeline.filter(({ action }) => action === 'match').map((move) => `${move.status_from} ${move.status_to}`),
    ).toEqual(['7 8', '8 9', '9 8', '8 9', '9 8', '8 7']);
    expect(timeline.find(({ action }) => action === 'match')!.remarks).toBe(`CV ${first.batch_number}`);
    expect(vouchers.map(({ batch_number, counts }) => [batch_number, counts])).toEqual([
      [first.batch_number, false],
      [rest.batch_number, false],
    ]);
  });

  it('are told with what is withheld from each and what is left to pay', async () => {
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update account set role = 'EWT' where acct_code = '203030'`.execute(db),
    );
    const saved = await approved();
    const body = books.payment('CV', '56000.00', { trx_purchase_order: saved.po_number });
    const [charged, cash] = body.details;
    const tax = { account_code: '203030', credit_amount: '1000.00', atc_code: 'WC120', tax_base: '50000.00' };
    const details = [charged!, { ...cash!, ...tax }, { ...cash!, credit_amount: '55000.00' }];
    await as('preparer')(createBatch, { body: { ...body, details } });
    expect((await read(saved)).vouchers).toMatchObject([
      { voucher_amount: '56000.00', withheld_amount: '1000.00', net_amount: '55000.00' },
    ]);
  });

  it('of many orders are read together as of each', async () => {
    const { rows } = await sql<{ po_number: string }>`
      select b.batch_number as po_number from batch b join document d on d.batch_id = b.id
      where b.document_type = 'PO' and b.is_confidential = 0 and b.deleted_at is null
      order by exists (select from document v where v.purchase_order_id = d.id) desc, b.id limit 8`.execute(
      app.database,
    );
    const user = (await findCallerOf(app.database, books.people.auditor.user.id))!;
    const batch_numbers = rows.map(({ po_number }) => po_number);
    const batches = (await readBatches(app.database, { batch_numbers, type: 'PO', user })) as BatchDetail[];
    const each = [];
    for (const row of rows) each.push(await read(row, 'auditor'));
    expect(each.flatMap(({ vouchers }) => vouchers).length).toBeGreaterThan(1);
    expect(await ordersOf(app.database, user, batches)).toEqual(each);
  });

  it('are told with what is released of them, and stop its cancellation', async () => {
    const saved = await approved();
    const paid = await voucher(saved.po_number, '56000.00');
    await books.bring(paid, 7);
    const waiting = await voucher(saved.po_number, '10000.00');
    await submit(waiting);
    expect(await read(saved)).toMatchObject({ vouchered_amount: '66000.00', released_amount: '56000.00', status: 8 });
    const refused = await refusalOf(post(saved, 'checker', { status: 20, approved_remarks: 'x' }));
    expect(refused.message).toBe('Vouchers take from this order. Void them first, or close it short.');
    await post(saved, 'preparer', { status: 10, approved_remarks: 'Ended early.' });
    await books.move(waiting, 'checker', 1, { approved_remarks: 'Not delivered.' });
    expect(await stateOf(saved)).toEqual([10, '56000.00', '0.00']);
    expect((await refusalOf(submit(waiting))).message).toBe(
      `Purchase order ${saved.po_number} is Closed Short; only an approved one takes vouchers.`,
    );
  });

  it('name an approved order of their payee and currency, and no more than stays open', async () => {
    const [saved, draft] = [await approved(), await order()];
    const errorsOf = async (call: Promise<unknown>) => Object.values((await refusalOf(call)).errors ?? {}).flat();
    expect(await errorsOf(voucher('PO0999999', '1.00'))).toEqual(['Purchase order PO0999999 does not exist.']);
    expect(await errorsOf(voucher(draft.po_number, '1.00'))).toEqual([
      `Purchase order ${draft.po_number} is Active; only an approved one takes vouchers.`,
    ]);
    expect(await errorsOf(voucher(saved.po_number, '1.00', { payee_id: books.payees.C0001 }))).toEqual([
      `Purchase order ${saved.po_number} is of another payee.`,
    ]);
    const tooMuch = await voucher(saved.po_number, '336000.01');
    const message = `Of purchase order ${saved.po_number}, 336,000.00 stays open; this voucher takes 336,000.01.`;
    expect(tooMuch.warnings).toEqual([message]);
    expect(await errorsOf(submit(tooMuch))).toEqual([message]);
    // What pays nobody takes from no order, and says of none that it is not there.
    const receipt = await books.pay('CR', '1.00', { trx_purchase_order: 'PO0999999' });
    expect(receipt).toMatchObject({ trx_purchase_order: null });
  });

  it('of somebody who may not know of a confidential order name it as little as one that there is not', async () => {
    const { po_number } = await order({ is_confidential: 1 });
    const body = books.payment('CV', '1.00', { trx_purchase_order: po_number });
    const told = async (role: Role) =>
      Object.values((await refusalOf(as(role)(createBatch, { body }))).errors ?? {}).flat();
    expect(await told('preparer2')).toEqual([`Purchase order ${po_number} does not exist.`]);
    expect(await told('preparer')).toEqual([
      `Purchase order ${po_number} is Active; only an approved one takes vouchers.`,
    ]);
  });

  it('of a post-dated series take together, and each cheque that is voided gives its own back', async () => {
    const saved = await approved();
    const series = await voucher(saved.po_number, '56000.00', { is_pdc: 1, number_of_cheques: 3 });
    await submit(series);
    expect(await stateOf(saved)).toEqual([8, '168000.00', '168000.00']);
    await books.bring(await books.read(series), 7);
    const { batch_number, documents } = await books.read(series);
    const { document_number } = documents.at(-1)!;
    const body = { batch_number, document_type: 'CV', document_number: document_number!, reason: 'Stopped.' };
    await as('checker')(voidBatch, { body });
    expect(await stateOf(saved)).toEqual([8, '112000.00', '224000.00']);
  });

  it('never take more than was ordered, when many are submitted at once', async () => {
    const saved = await approved();
    const rivals = await Promise.all(Array.from({ length: 8 }, () => voucher(saved.po_number, '100000.00')));
    const answers = await Promise.allSettled(rivals.map((rival) => submit(rival)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await stateOf(saved)).toEqual([8, '300000.00', '36000.00']);
  });
});
