import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBilling,
  postBilling,
  readBilling,
  voidBilling,
  type BillingDetail,
  type BillingInput,
} from '@talaan/contract/documents/billing/billing.contract';
import { emailBilling, printBilling, printBillingPdf } from '@talaan/contract/documents/billing/billing-print.contract';
import {
  printBillingReceiptPdf,
  readBillingReceipt,
} from '@talaan/contract/documents/billing/billing-receipt.contract';
import { addressOf } from '@talaan/contract/http/client';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { openMailServer } from '../../platform/mail/mail-server.ts';
import { sendWaitingMail } from '../../platform/mail/send-mail.ts';
import { makeBillingMasters } from '../../testing/books/billing-masters.ts';
import type { Role } from '../../testing/books/journal-books.ts';
import { openPaymentBooks, refusalOf, type PaymentBooks } from '../../testing/books/payment-books.ts';
import { startMailCatcher, type MailCatcher } from '../../platform/mail/mail-catcher.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { BILLING_MAIL, completeInvoiceMail } from './billing-mail.ts';
import { billingDocument } from './billing.document.ts';
import { registerBillingPrint } from './billing-print.routes.ts';
import { registerBillingReceipt } from './billing-receipt.routes.ts';
import { registerBillingRoutes } from './billing.routes.ts';

let app: TestServer;
let books: PaymentBooks;
let services: readonly [number, number];
beforeAll(async () => {
  app = await createTestServer((server, routes) => {
    registerBatchRoutes(server, routes, [billingDocument]);
    registerBillingRoutes(server, routes);
    registerBillingPrint(server, routes, true);
    registerBillingReceipt(server, routes);
  });
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  services = await makeBillingMasters(app.database, books);
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`update company set profile = coalesce(profile, '{}') || ${JSON.stringify(TEXTS)}::jsonb where reporting`.execute(
      db,
    ),
  );
});
afterAll(() => app.stop());

const TEXTS = {
  permit_text: 'System-generated. THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX.',
  accreditation_text: 'Acknowledgement Certificate No. AC_000, date issued 01-15-2020.',
  series_text: 'Approved series BI-HOB0000001 to BI-HOB9999999.',
  validity_text: 'Valid for five years from the date of the permit to use.',
  payment_address: 'Treasury, 1 Kunwari Avenue',
};
const as = (role: Role) => books.people[role].call;

/** A vatable, a zero-rated and an exempt service, due in a month; approved where that is asked. */
async function invoice({ approved = true, ...change }: Partial<BillingInput> & { approved?: boolean } = {}) {
  const [usage, training] = services;
  const body: BillingInput = {
    billing_date: '2026-03-31',
    payee_id: books.payees.C0001,
    vat: 1,
    payment_term: 30,
    branch_id: books.branch_id,
    department_id: books.department_id,
    remarks: 'FEBRUARY 2026',
    billing_details: [
      { billing_service_id: usage, account_code: '408010', description: '14 TERMINALS', total_amount: '11200.00' },
      { billing_service_id: training, account_code: '408020', vat: 3, total_amount: '850.00' },
      { billing_service_id: training, account_code: '408030', vat: 2, total_amount: '47.25' },
    ],
    ...change,
  };
  const saved = (await as('preparer')(createBilling, { body })).data;
  const params = { id: saved.billing_request_no };
  const steps: [Role, number][] = [
    ['preparer', 3],
    ['approver1', 7],
  ];
  if (approved) for (const [role, status] of steps) await as(role)(postBilling, { params, body: { status } });
  return (await as('preparer')(readBilling, { params })).data;
}

async function pagesOf({ billing_request_no }: BillingDetail): Promise<string[]> {
  const url = addressOf(printBillingPdf.path, { id: billing_request_no });
  const reply = await app.server.inject({ url, headers: books.people.auditor.headers });
  return readPdfText(reply.rawPayload);
}

const cancel = ({ billing_request_no }: BillingDetail) =>
  as('checker')(voidBilling, { body: { billing_request_no, reason: 'Billed twice' } });

describe('the invoice', () => {
  it('says who is billed for what, each kind of sale, who signed, and the texts of the company; no tag is printed', async () => {
    const saved = await invoice();
    const { data } = await as('auditor')(printBilling, { params: { id: saved.billing_request_no } });
    expect(data).toMatchObject({ copy_no: 1, currency_word: 'PESOS', printed_by: 'Auditor Reyes' });
    const [page, ...others] = await pagesOf(saved);
    expect(others).toEqual([]);
    expect(page).toMatch(/SAMPOL PADALA SERVICES, INC\.\nBILLING INVOICE\n[^]*BI-HOB\d{7}\n/);
    expect(page).toMatch(/Billing date +03-31-2026[^]*Term +30 days[^]*Due date +04-30-2026/);
    expect(page).toMatch(/1 +SYSTEM USAGE FEE, 14 TERMINALS +10,000\.00\n2 +TRAINING FEE, FEBRUARY 2026 +850\.00/);
    expect(page).toMatch(
      /Total +10,897\.25\nVatable Sales +10,000\.00\nVAT Exempt Sales +47\.25\nZero-rated Sales +850\.00\nAdd: Value Added Tax +1,200\.00\nTotal Due +12,097\.25/,
    );
    expect(page).toMatch(/Prepared By +Approved By[^]*Preparer Reyes[^]*Approver1 Reyes/);
    for (const text of Object.values(TEXTS)) expect(page).toContain(text);
    expect(page).toContain('REPRINT 2');
    expect(page).not.toMatch(/Income Amount|Total Amount|Vat Amount|NOT YET APPROVED|CANCELLED/);
  });

  it('is due immediately without a term, and says what is not approved yet or cancelled', async () => {
    const draft = await invoice({ approved: false, payment_term: 0 });
    const [page] = await pagesOf(draft);
    expect(page).toMatch(/Term +Due Immediately/);
    expect(page).toContain('NOT YET APPROVED');
    // Its number is none of an invoice: the request is named, in its own place alone.
    expect(page).toMatch(/BILLING INVOICE\n[^]*not yet issued\n[^]*Billing No\. +not yet issued/);
    expect(page!.match(new RegExp(`\\b${draft.billing_request_no}\\b`, 'g'))).toHaveLength(1);
    expect(page).toMatch(new RegExp(`Request No\\. +${draft.billing_request_no}`));
    const approved = await invoice();
    await cancel(approved);
    expect((await pagesOf(approved))[0]).toContain('CANCELLED INVOICE');
  });
});

describe('the e-receipt', () => {
  it('says the invoice as services read it, with its own VAT and the tax that will be withheld; a draft has none', async () => {
    const saved = await invoice();
    const params = { id: saved.billing_request_no };
    expect((await as('auditor')(readBillingReceipt, { params })).data).toMatchObject({
      table: 'billing',
      batch_number: saved.billing_request_no,
      billing_invoice_no: saved.billing_invoice_no,
      or_number: null,
      amount: '12097.25',
      vat: '1200.00',
      vat_sale: '10000.00',
      tax_percent: '0',
      withheld: '0.00',
      net: '12097.25',
      voided: false,
    });
    const url = addressOf(printBillingReceiptPdf.path, params);
    const pages = async () =>
      readPdfText((await app.server.inject({ url, headers: books.people.auditor.headers })).rawPayload);
    const [page, ...others] = await pages();
    expect(others).toEqual([]);
    expect(page).toMatch(new RegExp(`SERVICE INVOICE[^]*No\\. ${saved.billing_invoice_no}`));
    expect(page).toMatch(
      /VAT +1,200\.00[^]*Less 2 % \(not withheld\) +217\.95[^]*TWELVE THOUSAND NINETY SEVEN PESOS & 25\/100 ONLY/,
    );
    await cancel(saved);
    expect((await pages())[0]).toContain('CANCELLED INVOICE');
    const { billing_request_no } = await invoice({ remarks: '' });
    const unsaid = (await as('auditor')(readBillingReceipt, { params: { id: billing_request_no } })).data;
    expect(unsaid.remarks).toBe('SYSTEM USAGE FEE, TRAINING FEE');
    const draft = await invoice({ approved: false });
    const asked = as('auditor')(readBillingReceipt, { params: { id: draft.billing_request_no } });
    expect(await refusalOf(asked)).toMatchObject({ status: 409, code: 'billing_not_approved' });
  });
});

describe('by e-mail', () => {
  let catcher: MailCatcher;
  beforeAll(async () => void (catcher = await startMailCatcher()));
  afterAll(() => catcher.stop());

  const email = async ({ billing_request_no }: BillingDetail, email_add?: string, role: Role = 'preparer') =>
    (await as(role)(emailBilling, { body: { billing_request_no, ...(email_add === undefined ? {} : { email_add }) } }))
      .data;
  const send = () =>
    sendWaitingMail(app.database, openMailServer({ url: catcher.url, from: 'books@sampol.example' }), {
      [BILLING_MAIL]: completeInvoiceMail,
    });

  it('goes to the customer or to another address, with the invoice as PDF', async () => {
    const saved = await invoice();
    const billing_invoice_no = saved.billing_invoice_no!;
    const own = await email(saved);
    expect(own).toMatchObject({ billing_invoice_no, to_address: saved.payee_email, copy_no: 1, has_server: true });
    await email(saved, 'books@customer.example');
    await send();
    expect(catcher.mails.map(({ to }) => to)).toEqual([saved.payee_email, 'books@customer.example']);
    const { raw } = catcher.mails[1]!;
    expect(raw).toContain(`Subject: Billing invoice ${billing_invoice_no} of SAMPOL PADALA`);
    const pdf = Buffer.from(/Content-Type: application\/pdf[^]*?\r\n\r\n([\w+/=\r\n]+)/.exec(raw)![1]!, 'base64');
    expect(readPdfText(pdf)[0]).toMatch(/Total Due +12,097\.25[^]*by Preparer Reyes · REPRINT 2/);
  });

  it('leaves only once it is approved, by whoever may update, to a valid address, and not once it is cancelled', async () => {
    const draft = await invoice({ approved: false });
    expect(await refusalOf(email(draft))).toMatchObject({ status: 409, code: 'billing_not_approved' });
    const saved = await invoice();
    expect((await refusalOf(email(saved, undefined, 'auditor'))).status).toBe(403);
    for (const to of ['accounts', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example'])
      expect((await refusalOf(email(saved, to))).errors).toEqual({ email_add: ['Invalid email account.'] });
    const unknown = await invoice({ payee_id: books.payees.S0001 });
    expect((await refusalOf(email(unknown))).errors).toEqual({
      email_add: ['The customer has no e-mail address. Enter the one to send it to.'],
    });
    await email(saved, 'late@customer.example');
    await cancel(saved);
    await send();
    expect(catcher.mails.map(({ to }) => to)).not.toContain('late@customer.example');
    const { rows } = await sql<{ reply: string }>`
      select a.reply from mail_message m join mail_attempt a on a.message_id = m.id
      where m.to_address = 'late@customer.example'`.execute(app.database);
    expect(rows).toEqual([{ reply: `Invoice ${saved.billing_invoice_no} was cancelled before it was sent.` }]);
  });
});
