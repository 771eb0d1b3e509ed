import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createBatch, voidBatch } from '@talaan/contract/documents/batch.contract';
import type { LineInput } from '@talaan/contract/documents/batch-input.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import {
  cashReceiptPrint,
  readReceipt,
  receiptFormPdf,
} from '@talaan/contract/documents/cash-receipt/cash-receipt-print.contract';
import {
  collectionPrint,
  readCollectionReceipt,
} from '@talaan/contract/documents/collection/collection-print.contract';
import { COLLECTION_PAPERS, type ReceiptPaper } from '@talaan/contract/documents/receipt/receipt.papers';
import type { ReceiptPrintRoutes } from '@talaan/contract/documents/receipt/receipt-print.contract';
import { addressOf } from '@talaan/contract/http/client';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import { PAPER_FONT } from '@talaan/contract/papers/font-widths';
import { layOutPaper } from '@talaan/contract/papers/layout/paper-layout';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { openMailServer } from '../../platform/mail/mail-server.ts';
import { keepUnsent } from '../../platform/mail/mail.store.ts';
import { sendWaitingMail } from '../../platform/mail/send-mail.ts';
import { BOOKS_DAY, refusalOf, type PaymentBooks } from '../../testing/books/payment-books.ts';
import type { ReceivableBooks } from '../../testing/books/receivable-books.ts';
import { openReceivableServer } from '../../testing/books/receivable-server.ts';
import { startMailCatcher, type MailCatcher } from '../../platform/mail/mail-catcher.ts';
import { letMinutePass } from '../../testing/let-minute-pass.ts';
import { readPdfEdges, readPdfText } from '../../testing/pdf-text.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { cashReceiptDocument } from '../cash-receipt/cash-receipt.document.ts';
import { registerCashReceiptPrint } from '../cash-receipt/cash-receipt-print.routes.ts';
import { registerCollectionPrint } from '../collection/collection-print.routes.ts';
import { paperMails } from '../print/mail-paper.ts';
import { verifyCopy } from '../print/verify-paper.ts';
import { RECEIPT_MAIL } from './receipt-mail.ts';
import { VERIFIED_RECEIPTS } from './receipt-papers.ts';

const ACCREDITATION = 'ACCREDITATION 0410-000123';
const PERMIT = 'PERMIT TO USE 1806-0122';

let app: TestServer;
let books: PaymentBooks;
let desk: ReceivableBooks;
let catcher: MailCatcher;
beforeAll(async () => {
  ({ app, books, desk } = await openReceivableServer(
    (server, services) => {
      registerCollectionPrint(server, services, true);
      registerCashReceiptPrint(server, services, true);
    },
    [cashReceiptDocument],
  ));
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`insert into company_text (company_id, kind, valid_from, text)
      select id, kind, '2001-01-01', text from company, (values ('accreditation', ${ACCREDITATION}), ('permit', ${PERMIT})) t (kind, text)
      where reporting`.execute(db),
  );
  catcher = await startMailCatcher();
});
afterAll(async () => {
  await catcher.stop();
  await app.stop();
});
beforeEach(async () => {
  await inTransaction(app.database, SYSTEM_ACTOR, keepUnsent);
  catcher.mails.splice(0);
});

const call: PaymentBooks['people']['cashier']['call'] = (route, given) => books.people.cashier.call(route, given);
const sendAll = (url = catcher.url) =>
  sendWaitingMail(app.database, openMailServer({ url, from: 'books@sampol.example' }), {
    ...paperMails([RECEIPT_MAIL], 'https://talaan.example'),
  });

const makeAllDue = () =>
  inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`update mail_message set next_try_at = now() where state = 'waiting'`.execute(db),
  );

/** The receipt of E01: 112,000.00 of which 2,000.00 were withheld, issued on the 30th of March 2023. */
async function issueE01(header: Record<string, unknown> = {}): Promise<BatchDetail> {
  const line = (account_code: string, side: 'debit_amount' | 'credit_amount', amount: string): LineInput => ({
    account_code,
    branch_id: books.branch_id,
    payee_id: books.payees.C0001,
    [side]: amount,
  });
  const facts = {
    document_date: '2023-03-30',
    payee_id: books.payees.C0001,
    is_or_ar: 3,
    vat: 1,
    remarks: 'SERVICES OF MARCH',
  };
  const body = {
    ...books.payment('CR', '1.00', { ...facts, ...header }),
    details: [
      line('102103', 'debit_amount', '110000.00'),
      line('108050', 'debit_amount', '2000.00'),
      line('205020', 'credit_amount', '112000.00'),
    ],
  };
  return books.bring((await books.people.preparer.call(createBatch, { body })).data, 7);
}

async function pdfOf(
  id: string,
  paper: ReceiptPaper,
  { pdf }: ReceiptPrintRoutes = cashReceiptPrint,
): Promise<string[]> {
  const url = addressOf(pdf.path, { id, paper });
  const reply = await app.server.inject({ url, headers: books.people.cashier.headers });
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf']);
  // A5 with margins of 8 mm: what is sent electronically stands upright, what is given lies.
  const width = paper === 'e' ? 148 : 210;
  expect(readPdfEdges(reply.rawPayload)).toEqual({ left: expect.closeTo(8, 0), right: expect.closeTo(width - 8, 0) });
  return readPdfText(reply.rawPayload);
}
const copies = async ({ headers }: BatchDetail) =>
  (
    await sql<{
      kind: string;
    }>`select kind from issued_paper where document_id = ${headers[0]!.id}::bigint order by id`.execute(app.database)
  ).rows.map(({ kind }) => kind);

it('prints E01 as official receipt with its VAT, as acknowledgement without it, and as e-receipt one after the other', async () => {
  const batch = await issueE01();
  const { or_number, ar_number } = batch.headers[0]!;
  const [official] = await pdfOf(batch.batch_number, 'or');
  for (const text of [
    'OFFICIAL RECEIPT',
    `No. ${or_number}`,
    '03-30-2023',
    'ONE HUNDRED TWELVE THOUSAND PESOS ONLY (PHP 112,000.00)',
    'SERVICES OF MARCH',
    'Less VAT  12,000.00',
    'Less 2 %  2,000.00',
    'Total due  110,000.00',
    'VAT sale  100,000.00',
    'Series 000000000001 to 999999999999',
  ])
    expect(official).toContain(text);
  const [acknowledgement] = await pdfOf(batch.batch_number, 'ar');
  expect(acknowledgement).toContain(`No. ${ar_number}`);
  expect(acknowledgement).not.toMatch(/VAT (sale|amount)|Less/);
  const pages = await pdfOf(batch.batch_number, 'e');
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('Service Invoice / Official Receipt');
  expect(pages[0]).toContain(`No. ${or_number}`);
  expect(pages[1]).toContain('Acknowledgement Receipt');
  expect(pages[1]).toContain(`No. ${ar_number}`);
  // Both pages have one code: whoever verifies it compares the number of the page that he holds.
  const codes = pages.map((page) => /\/verify\/(\w{16})/.exec(page)![1]!);
  expect(new Set(codes).size).toBe(1);
  const verified = await verifyCopy(app.database, VERIFIED_RECEIPTS, codes[0]!, null);
  expect(verified!.verification).toMatchObject({ state: 'stands', paper: { number: `${or_number}, ${ar_number}` } });
  const { data } = await call(readReceipt, { body: { batch_number: batch.batch_number } });
  expect(data).toMatchObject({
    table: 'cash_receipt',
    is_or_ar: 3,
    or_number,
    ar_number,
    receipt_date: '2023-03-30',
    amount: '112000.00',
    vat: '12000.00',
    vat_sale: '100000.00',
    tax_percent: '2',
    withheld: '2000.00',
    net: '110000.00',
  });
});

it('withholds nothing of a cash advance that comes back: 2 % is mentioned, and all that came in is due', async () => {
  const { batch_number } = await books.payAt('CR', 7, '1694.00', { payee_id: books.payees.C0001, is_or_ar: 3, vat: 1 });
  const { data } = await call(readReceipt, { body: { batch_number } });
  expect(data).toMatchObject({ amount: '1694.00', tax_percent: '0', withheld: '0.00', net: '1694.00' });
  const [official] = await pdfOf(batch_number, 'or');
  for (const text of ['Total  1,512.50', 'Less 2 % (not withheld)  30.25', 'Total due  1,694.00'])
    expect(official).toContain(text);
  const [electronic] = await pdfOf(batch_number, 'e');
  expect(electronic).toMatch(/Less 2 % \(not withheld\) +30\.25[^]*Total due +1,694\.00/);
});

it('says across each page of its papers that it is not issued, or no longer stands; an issued one says neither', async () => {
  const marks = async (id: string, paper: ReceiptPaper, calls: ReceiptPrintRoutes = cashReceiptPrint) =>
    (await pdfOf(id, paper, calls)).map((page) => page.match(/NOT YET ISSUED|VOID/g));
  const draft = await books.pay('CR', '10.00', { is_or_ar: 3 });
  for (const paper of ['or', 'ar'] as const) {
    expect(await marks(draft.batch_number, paper)).toEqual([['NOT YET ISSUED']]);
    // Nobody answers for a draft.
    expect(await pdfOf(draft.batch_number, paper)).toEqual([expect.not.stringContaining('Preparer Reyes')]);
  }
  expect(await marks(draft.batch_number, 'e')).toEqual([['NOT YET ISSUED'], ['NOT YET ISSUED']]);
  const { collection_number } = await desk.save(desk.collection([], { received_amount: '10.00', is_or_ar: 1 }));
  expect(await marks(collection_number, 'or', collectionPrint)).toEqual([['NOT YET ISSUED']]);

  const issued = await issueE01();
  expect(await marks(issued.batch_number, 'e')).toEqual([null, null]);
  const reason = 'WRONG PAYOR';
  for (const { batch_number } of [draft, issued]) {
    await books.people.checker.call(voidBatch, { body: { batch_number, reason } });
    expect(await marks(batch_number, 'or')).toEqual([['VOID']]);
  }
});

it('prints the blank form of both on one page, with lines to write on', async () => {
  const reply = await app.server.inject({
    url: addressOf(receiptFormPdf.path, {}),
    headers: books.people.cashier.headers,
  });
  const pages = readPdfText(reply.rawPayload);
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('OFFICIAL RECEIPT / ACKNOWLEDGEMENT RECEIPT');
  expect(pages[0]).not.toMatch(/\d\.\d\d|NOT YET ISSUED/);
});

it('finds a receipt by its own number too, and refuses a link that says something else; neither counts as a print', async () => {
  const batch = await issueE01({ is_or_ar: 1 });
  const told = { collection_date: '2023-03-30', payee_desc: batch.payee_desc!, collected_amount: '112000.00' };
  const print = (id: string, paper: ReceiptPaper, body = {}) =>
    call(cashReceiptPrint.print, { params: { id, paper }, body });
  const before = (await copies(batch)).length;
  for (const body of [{ collected_amount: '1.00' }, { payee_desc: 'OTHER' }, { collection_date: '2023-03-31' }]) {
    expect(await refusalOf(print(batch.headers[0]!.or_number!, 'or', { ...told, ...body }))).toMatchObject({
      status: 409,
      message: 'This link says something else than the receipt. Open the document again.',
    });
  }
  // Whoever changed a link stands in the access log.
  const noted = await sql<{ code: string }>`
    select distinct code from access_refusal where user_id = ${books.people.cashier.user.id}`.execute(app.database);
  expect(noted.rows).toEqual([{ code: 'link_differs' }]);
  expect(await refusalOf(print(batch.batch_number, 'ar'))).toMatchObject({
    message: `Cash receipt ${batch.batch_number} has no acknowledgement receipt. Choose the receipt in its header.`,
  });
  expect(await refusalOf(print('9999999', 'or'))).toMatchObject({ status: 404 });
  expect(await copies(batch)).toHaveLength(before);
  const { data } = await print(batch.headers[0]!.or_number!, 'or', told);
  expect([data.batch.batch_number, data.copy_no]).toEqual([batch.batch_number, 1]);
});

it('says for good what it said when it took its number; a preview counts nothing, a copy has a code, another number begins anew', async () => {
  const batch = await issueE01({ is_or_ar: 1 });
  const { batch_number } = batch;
  const old = batch.headers[0]!.or_number!;
  const print = async (id: string, body = {}) =>
    (await call(cashReceiptPrint.print, { params: { id, paper: 'or' }, body })).data;
  const before = await print(batch_number, { preview: 1 });
  expect(before).toMatchObject({ copy_no: 0, code: null, verify: null });
  const payor = await app.database
    .selectFrom('payee')
    .select(['payee_desc', 'street', 'tin'])
    .where('id', '=', books.payees.C0001)
    .executeTakeFirstOrThrow();
  const rename = (to: typeof payor) =>
    inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      db.updateTable('payee').set(to).where('id', '=', books.payees.C0001).execute(),
    );
  await rename({ payee_desc: 'ANOTHER NAME, INC.', street: 'ELSEWHERE', tin: '999-999-999-00000' });
  const [first, second] = [await print(batch_number), await print(old)];
  expect(first).toMatchObject({ copy_no: 1, code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{16}$/) });
  expect(first.verify).toBe(`https://talaan.example/verify/${first.code}`);
  expect(second.copy_no).toBe(2);
  expect(second.code).not.toBe(first.code);
  for (const { batch: shown, company, texts } of [first, second])
    expect([shown.receipt, company, texts]).toEqual([before.batch.receipt, before.company, before.texts]);
  expect((await call(readReceipt, { body: { batch_number } })).data).toEqual(before.batch.receipt);
  expect((await pdfOf(batch_number, 'or'))[0]).toContain(batch.payee_desc!);

  await books.people.checker.call(voidBatch, { body: { batch_number, reason: 'WRONG PAYOR' } });
  await books.move(batch, 'preparer', 1, { processing: 0, new_voucher_number: 1 });
  await books.bring(await books.read(batch), 7);
  const anew = await print(batch_number);
  expect(anew.batch.receipt).toMatchObject({ payee_desc: 'ANOTHER NAME, INC.', tin: '999-999-999-00000' });
  expect([anew.copy_no, anew.batch.receipt.or_number === old]).toEqual([1, false]);
  // The number that it gave up prints as it was issued, and void.
  const given_up = await print(old);
  expect(given_up.batch.receipt).toEqual({ ...before.batch.receipt, voided: true, receipt_status: expect.anything() });
  expect(given_up.copy_no).toBe(4);
  expect((await pdfOf(old, 'or'))[0]).toMatch(/VOID/);
  await rename(payor);
});

it('goes to its payor once it is issued, is sent when a mail server took it, and its attempts stand on it', async () => {
  const batch = await issueE01();
  const { batch_number } = batch;
  const params = { id: batch_number };
  expect(batch.headers[0]!.receipt_status).toBe(0);
  await sendAll('smtp://127.0.0.1:1');
  const tried = (await call(cashReceiptPrint.mails, { params })).data;
  expect(tried).toMatchObject([{ state: 'waiting', attempts: [{ outcome: 'unreachable' }] }]);
  expect(await books.read(batch)).toMatchObject({ receipt_status: 0, mail_state: 'waiting' });
  expect((await call(cashReceiptPrint.send, { params })).data).toMatchObject({ queued: false, mail_state: 'waiting' });
  await makeAllDue();
  await Promise.all([sendAll(), sendAll()]);
  await sendAll();
  expect(catcher.mails).toHaveLength(1);
  const { raw } = catcher.mails[0]!;
  expect(raw).toContain(`filename=${batch.headers[0]!.or_number}.pdf`);
  const file = Buffer.from(/Content-Type: application\/pdf[^]*?\r\n\r\n([\w+/=\r\n]+)/.exec(raw)![1]!, 'base64');
  expect(readPdfText(file)[0]).toContain(`No. ${batch.headers[0]!.or_number}`);
  expect(await books.read(batch)).toMatchObject({ receipt_status: 1, mail_state: 'sent' });
  expect((await call(cashReceiptPrint.mails, { params })).data[0]!.attempts.map(({ outcome }) => outcome)).toEqual([
    'unreachable',
    'accepted',
  ]);
  expect((await call(cashReceiptPrint.send, { params })).data).toMatchObject({ queued: false, mail_state: 'sent' });
  await letMinutePass(app.ownerUrl);
  expect((await call(cashReceiptPrint.send, { params })).data).toMatchObject({
    receipt_status: 1,
    has_server: true,
    queued: true,
    mail_state: 'waiting',
  });
  await sendAll();
  expect(catcher.mails).toHaveLength(2);
});

it('is to be printed where its payor has no e-mail, is not sent before it is issued, nor after it was voided', async () => {
  const onPaper = await books.payAt('CR', 7);
  expect((await call(cashReceiptPrint.send, { params: { id: onPaper.batch_number } })).data).toMatchObject({
    receipt_status: 2,
    to_address: null,
  });
  const draft = await books.pay('CR', '10.00');
  expect(await refusalOf(call(cashReceiptPrint.send, { params: { id: draft.batch_number } }))).toMatchObject({
    status: 409,
    code: 'receipt_not_issued',
  });
  const voided = await issueE01();
  await books.people.checker.call(voidBatch, { body: { batch_number: voided.batch_number, reason: 'WRONG PAYOR' } });
  await sendAll();
  expect(catcher.mails).toEqual([]);
  expect((await call(cashReceiptPrint.mails, { params: { id: voided.batch_number } })).data).toMatchObject([
    { state: 'failed', attempts: [{ outcome: 'refused', reply: expect.stringContaining('was voided') }] },
  ]);
});

it('prints E01 as it is collected, with the VAT of its invoice and the block of its cheque, and answers it to e-receipt services', async () => {
  const { billing_invoice_no } = await desk.invoice('112000.00');
  const rows = [
    {
      billing_invoice_no: billing_invoice_no!,
      cash_amount: '110000.00',
      withholding_amount: '2000.00',
      write_off_amount: '0',
    },
  ];
  const collected = await desk.collect(rows, {
    received_amount: '110000.00',
    is_or_ar: 3,
    remarks: 'SERVICES OF MARCH',
  });
  const { collection_number } = collected;
  const { or_number, ar_number } = collected.headers[0]!;
  const [official, ...rest] = await pdfOf(collection_number, 'or', collectionPrint);
  expect(rest).toEqual([]);
  for (const text of [
    'OFFICIAL RECEIPT',
    `No. ${or_number}`,
    'ONE HUNDRED TWELVE THOUSAND PESOS ONLY (PHP 112,000.00)',
    'Total sale  112,000.00',
    'Less VAT  12,000.00',
    'Total  100,000.00',
    'Less 2 %  2,000.00',
    'Total due  110,000.00',
    'VAT sale  100,000.00',
    'VAT amount  12,000.00',
    `In payment of  ${billing_invoice_no} · SERVICES OF MARCH`,
  ])
    expect(official).toContain(text);
  // No cheque is in the register: its cells are written by hand, the amount too.
  expect(official).toMatch(/Cheque Date +Cheque Amount *\n/);
  const [acknowledgement] = await pdfOf(collection_number, 'ar', collectionPrint);
  expect(acknowledgement).toContain(`No. ${ar_number}`);
  expect(acknowledgement).not.toMatch(/VAT (sale|amount)|Less|PHP 110,000\.00/);
  expect(await pdfOf(collection_number, 'e', collectionPrint)).toHaveLength(2);
  expect((await call(readCollectionReceipt, { body: { collection_number } })).data).toMatchObject({
    table: 'collection',
    batch_number: collection_number,
    or_number,
    billing_invoice_no,
    amount: '112000.00',
    vat: '12000.00',
    withheld: '2000.00',
    net: '110000.00',
    receipt_status: 0,
  });
  const told = { collection_date: BOOKS_DAY, payee_desc: collected.payee_desc!, collected_amount: '112000.00' };
  const print = (body: object) => call(collectionPrint.print, { params: { id: or_number!, paper: 'or' }, body });
  const { data: printed } = await print(told);
  expect(printed.batch.receipt.batch_number).toBe(collection_number);
  const withLogo = { ...printed, company: { ...printed.company, logo: 'logo' } };
  const measures = { ...PAPER_FONT, picture: () => ({ width: 300, height: 120 }) };
  expect(layOutPaper(drawPaper(COLLECTION_PAPERS.or, withLogo), measures).pages).toHaveLength(1);
  expect(await refusalOf(print({ ...told, collected_amount: '110000.00' }))).toMatchObject({ code: 'link_differs' });
});

it('of a collection says what came in: without write-off and advance, with the VAT of what it pays of its invoice', async () => {
  const { billing_invoice_no } = await desk.invoice('1120.00');
  const rows = [
    {
      billing_invoice_no: billing_invoice_no!,
      cash_amount: '560.00',
      withholding_amount: '0',
      write_off_amount: '1.00',
    },
  ];
  const collected = await desk.collect(rows, { received_amount: '700.00' });
  await sendAll();
  const { raw } = catcher.mails[0]!;
  expect(raw).toContain(`our receipt ${collected.headers[0]!.or_number} of 31 Mar 2026 for PHP 700.00.`);
  const { data } = await call(readCollectionReceipt, { body: { collection_number: collected.collection_number } });
  expect(data).toMatchObject({ amount: '700.00', vat: '60.00', vat_sale: '500.00', receipt_status: 1 });
  // Nothing of it was withheld, as a write-off is no tax.
  expect(data).toMatchObject({ tax_percent: '0', withheld: '0.00', net: '700.00' });
  await desk.void(collected);
  const params = { id: collected.collection_number };
  expect(await refusalOf(call(collectionPrint.send, { params }))).toMatchObject({ code: 'receipt_not_issued' });
  expect((await call(collectionPrint.mails, { params })).data).toMatchObject([{ state: 'sent' }]);
});

it('of nothing received there is none: no number, no paper, no mail, and it says why', async () => {
  const { billing_invoice_no } = await desk.invoice('100.00');
  await desk.collect([], { received_amount: '100.00' });
  const row = { billing_invoice_no: billing_invoice_no!, cash_amount: '100.00' };
  const applied = await desk.collect([row], { advance_amount: '100.00', is_or_ar: 3 });
  await sendAll();
  const id = applied.collection_number;
  expect((await call(collectionPrint.mails, { params: { id } })).data).toEqual([]);
  const asked = [
    () => call(collectionPrint.send, { params: { id } }),
    ...(['or', 'ar', 'e'] as const).map(
      (paper) => () => call(collectionPrint.print, { params: { id, paper }, body: {} }),
    ),
  ];
  for (const ask of asked)
    expect(await refusalOf(ask())).toMatchObject({
      status: 409,
      code: 'nothing_received',
      message: expect.stringMatching(/brings neither cash nor tax withheld: it takes no receipt number/),
    });
});

it('prints the words of its day: the permit of what was a VAT document before 27 April 2024, not valid for input tax since, five years until 15 July 2022', async () => {
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`insert into accounting_period (fiscal_year, period_no, disbursement, cash_receipt, general_journal)
      values (2022, 7, 1, 1, 1), (2024, 4, 1, 1, 1) on conflict (fiscal_year, period_no) do nothing`.execute(db),
  );
  for (const [day, legend, years] of [
    ['2022-07-15', false, true],
    ['2022-07-16', false, false],
    ['2024-04-26', false, false],
    ['2024-04-27', true, false],
    [BOOKS_DAY, true, false],
  ] as const) {
    const { batch_number } = await books.pay('CR', '1120.00', { document_date: day, is_or_ar: 3 });
    const pages = [
      ...(await pdfOf(batch_number, 'or')),
      ...(await pdfOf(batch_number, 'ar')),
      ...(await pdfOf(batch_number, 'e')),
    ];
    expect(pages).toHaveLength(4);
    // The acknowledgement was no VAT document at any time.
    for (const [at, isOfficial] of [true, false, true, false].entries()) {
      const page = pages[at]!;
      const said = [page.includes('NOT VALID FOR CLAIM OF INPUT TAX'), page.includes('FOR FIVE YEARS')];
      expect([day, ...said]).toEqual([day, legend, years]);
      for (const text of [ACCREDITATION, PERMIT])
        expect([day, at, page.includes(text)]).toEqual([day, at, isOfficial && !legend]);
      expect(/invoice/i.test(page.replace(/THIS INVOICE.*/, ''))).toBe(page === pages[2] && !legend);
    }
  }
});

it('keeps its words: a text holds from a day after the last receipt or invoice that bears one of its kind', async () => {
  await issueE01({ document_date: '2026-03-30' });
  await desk.invoice('100.00');
  const from = (day: string, kind: string) =>
    inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`insert into company_text (company_id, kind, valid_from, text)
        select id, ${kind}, ${day}::date, 'WORDS' from company where reporting`.execute(db),
    );
  const kinds = [
    'official_title',
    'acknowledgement_title',
    'receipt_legend',
    'electronic_kind',
    'invoice_legend',
    'permit',
  ];
  for (const kind of kinds) {
    await expect(from('2026-03-30', kind)).rejects.toThrow('would change papers that were issued');
    await from('2026-04-01', kind);
  }
  const { batch_number } = await books.payAt('CR', 7, '1120.00', { is_or_ar: 3 });
  expect(await pdfOf(batch_number, 'or')).toEqual([expect.not.stringContaining('WORDS')]);
});
