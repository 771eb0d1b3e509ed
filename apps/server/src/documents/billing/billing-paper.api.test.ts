import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  listBillings,
  createBilling,
  postBilling,
  readBilling,
  readBillingPrint,
  voidBilling,
  type BillingDetail,
  type BillingInput,
} from '@talaan/contract/documents/billing/billing.contract';
import { emailBilling, printBilling, printBillingPdf } from '@talaan/contract/documents/billing/billing-print.contract';
import { readBillingReceipt } from '@talaan/contract/documents/billing/billing-receipt.contract';
import {
  exportIssuedPapers,
  listIssuedPapers,
  listPapersOfDocument,
  listPrinters,
} from '@talaan/contract/documents/print/issued-papers.contract';
import { addressOf } from '@talaan/contract/http/client';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import { verifyPaper, type PaperVerification } from '@talaan/contract/documents/print/verify.contract';
import { findCallerOf } from '../../access/session/caller-of-user.ts';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { openMailServer } from '../../platform/mail/mail-server.ts';
import { sendWaitingMail } from '../../platform/mail/send-mail.ts';
import { filterOfDocuments, paperRunFiles } from '../../paper-runs/run-files.ts';
import { makeBillingMasters } from '../../testing/books/billing-masters.ts';
import type { Role } from '../../testing/books/journal-books.ts';
import { makeExtremeCustomers, randomInvoice } from '../../testing/books/random-invoices.ts';
import { openPaymentBooks, refusalOf, type PaymentBooks } from '../../testing/books/payment-books.ts';
import { startMailCatcher, type MailCatcher } from '../../platform/mail/mail-catcher.ts';
import { randomOf } from '../../testing/fuzz/random.ts';
import { letMinutePass } from '../../testing/let-minute-pass.ts';
import { readPdfArchive } from '../../testing/pdf/pdf-archive.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { paperMails } from '../print/mail-paper.ts';
import { registerIssuedPapers } from '../print/issued-papers.routes.ts';
import { registerPaperVerification } from '../print/verify.routes.ts';
import { INVOICE_MAIL, VERIFIED_INVOICE } from './billing-print.ts';
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
    registerPaperVerification(server, routes, [VERIFIED_INVOICE]);
    registerIssuedPapers(server, routes);
  });
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  services = await makeBillingMasters(app.database, books);
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`insert into accounting_period (fiscal_year, period_no, disbursement, cash_receipt, general_journal)
      values (2022, 6, 1, 1, 1), (2022, 7, 1, 1, 1), (2023, 5, 1, 1, 1), (2024, 4, 1, 1, 1)
      on conflict (fiscal_year, period_no) do nothing`.execute(db),
  );
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`with paid as (
        update company set profile = profile || jsonb_build_object('payment_address', ${PAYMENT_ADDRESS}::text)
        where reporting returning id)
      insert into company_text (company_id, kind, valid_from, text)
      select paid.id, t.kind, t.valid_from::date, t.text
      from paid, jsonb_to_recordset(${JSON.stringify(TEXTS)}::jsonb) as t (kind text, valid_from text, text text)`.execute(
      db,
    ),
  );
});
afterAll(() => app.stop());

const PAYMENT_ADDRESS = 'Treasury, 1 Kunwari Avenue';
const ACCREDITATION = 'Acknowledgement Certificate No. AC_000, date issued 01-15-2020.';
const PERMIT_TO_ISSUE = 'Permit to Issue No. PTI-0001, 11-20-2025.';
const TEXTS = [
  { kind: 'accreditation', valid_from: '2020-01-15', text: ACCREDITATION },
  { kind: 'permit_to_issue', valid_from: '2025-11-20', text: PERMIT_TO_ISSUE },
];
const SERIES = 'Series BI-HOB0000001 to BI-HOB9999999';
const LEGEND = 'THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX';
const FIVE_YEARS = 'SHALL BE VALID FOR FIVE YEARS FROM THE DATE OF THE PERMIT TO USE';
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

async function pagesOf(invoiced: BillingDetail): Promise<string[]> {
  return readPdfText(await fileOf(invoiced));
}

/** Whether billings have to be approved. */
const setApproval = (required: boolean) =>
  inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`update setting set value = value || ${JSON.stringify({ BI: required })}::jsonb where key = 'approval_required'`.execute(
      db,
    ),
  );

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
    expect(page).toMatch(/# +Qty +Description +Unit cost +Amount/);
    expect(page).toMatch(
      /1 +1 +SYSTEM USAGE FEE, 14 TERMINALS +10,000\.00 +10,000\.00\n2 +1 +TRAINING FEE, FEBRUARY 2026, ZERO-RATED SALE +850\.00 +850\.00\n3 +1 +TRAINING FEE, FEBRUARY 2026, VAT-EXEMPT SALE +47\.25/,
    );
    expect(page).toContain('VAT REG TIN 900-000-100-00000');
    expect(page).toMatch(
      /Total +10,897\.25\nVatable Sales +10,000\.00\nVAT Exempt Sales +47\.25\nZero-rated Sales +850\.00\nAdd: Value Added Tax +1,200\.00\nTotal Due +12,097\.25/,
    );
    expect(page).toMatch(/Prepared By +Approved By[^]*Preparer Reyes[^]*Approver1 Reyes/);
    for (const text of [ACCREDITATION, PERMIT_TO_ISSUE, SERIES, `Send payment to: ${PAYMENT_ADDRESS}`])
      expect(page).toContain(text);
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

async function fileOf({ billing_request_no }: BillingDetail): Promise<Buffer> {
  const url = addressOf(printBillingPdf.path, { id: billing_request_no });
  return (await app.server.inject({ url, headers: books.people.auditor.headers })).rawPayload;
}

describe('the data in the file of an invoice', () => {
  it('is JSON in a PDF/A-3, as another library reads it: fonts, colours, properties, and the lines of the ledger', async () => {
    const saved = await invoice();
    const number = saved.billing_invoice_no!;
    const { xmp, title, intents, fonts, files } = await readPdfArchive(await fileOf(saved));
    expect(xmp).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B<\/pdfaid:conformance>/);
    expect(title).toBe(`Billing Invoice ${number}`);
    expect(xmp).toContain(`<rdf:li xml:lang="x-default">${title}</rdf:li>`);
    // An ICC profile of RGB.
    expect(
      intents.map(({ kind, profile }) => [
        kind,
        profile.toString('latin1', 16, 20),
        profile.toString('latin1', 36, 40),
      ]),
    ).toEqual([['GTS_PDFA1', 'RGB ', 'acsp']]);
    expect(Object.values(fonts)).toEqual([true, true]);
    const [file, ...none] = files;
    expect(none).toEqual([]);
    expect(file).toMatchObject({
      name: `${number}.json`,
      relationship: 'Source',
      type: 'application/json',
      isListed: true,
    });
    const { record, sha256 } = JSON.parse(file!.bytes.toString('utf8'));
    expect(createHash('sha256').update(JSON.stringify(record)).digest('hex')).toBe(sha256);

    const { rows } = await sql<{ account_code: string; debit: string; credit: string }>`
      select a.acct_code as account_code, p.debit::numeric(18, 2) as debit, p.credit::numeric(18, 2) as credit
      from posting p join journal_entry e on e.id = p.entry_id join account a on a.id = p.account_id
      join document d on d.id = e.document_id where d.document_number = ${number} order by p.line_no`.execute(
      app.database,
    );
    const [receivable, ...income] = rows;
    expect(record.lines.map((line: Line) => [line.account_code, '0.00', line.net_amount])).toEqual(
      income.slice(0, 3).map(({ account_code, debit, credit }) => [account_code, debit, credit]),
    );
    expect([record.totals.total_due, record.total_due_php]).toEqual([receivable!.debit, receivable!.debit]);
    expect(income.slice(3).map(({ credit }) => credit)).toEqual([record.totals.vat_amount]);
    expect(record).toMatchObject({
      title: 'BILLING INVOICE',
      number,
      series: { from: 'BI-HOB0000001', to: 'BI-HOB9999999' },
      accreditation: ACCREDITATION,
      permit_to_issue: PERMIT_TO_ISSUE,
      issue_date: '2026-03-31',
      due_date: '2026-04-30',
      payment_term_days: 30,
      issued_by: 'Approver1 Reyes',
      seller: { name: 'SAMPOL PADALA SERVICES, INC.', tin: '900000100', branch_code: '00000', vat_registered: true },
      buyer: { name: saved.payee_desc, address: saved.payee_address, email: saved.payee_email },
      totals: { vatable_sales: '10000.00', exempt_sales: '47.25', zero_rated_sales: '850.00', vat_amount: '1200.00' },
      currency: 'PHP',
      rate: '1',
    });
    expect(record.lines.map((line: Line) => [line.description, line.vat_kind, line.vat_amount])).toEqual([
      ['SYSTEM USAGE FEE, 14 TERMINALS', 'Vatable', '1200.00'],
      ['TRAINING FEE, FEBRUARY 2026, ZERO-RATED SALE', 'Zero Rated', '0.00'],
      ['TRAINING FEE, FEBRUARY 2026, VAT-EXEMPT SALE', 'Vat Exempt', '0.00'],
    ]);
    // What becomes of it later is no part of it: a cancelled invoice carries the data that it was issued with.
    await cancel(saved);
    const later = await readPdfArchive(await fileOf(saved));
    expect(later.files[0]!.bytes).toEqual(file!.bytes);
  });

  it('is in the file of an invoice that nobody had to approve, with who submitted it', async () => {
    await setApproval(false);
    const { billing_request_no } = await invoice({ approved: false });
    const params = { id: billing_request_no };
    await as('preparer')(postBilling, { params, body: { status: 7 } });
    const saved = (await as('preparer')(readBilling, { params })).data;
    await setApproval(true);
    const { files } = await readPdfArchive(await fileOf(saved));
    expect(files.map(({ name }) => name)).toEqual([`${saved.billing_invoice_no}.json`]);
    expect(JSON.parse(files[0]!.bytes.toString('utf8')).record).toMatchObject({ issued_by: 'Preparer Reyes' });
  });

  it('is in the file of many as well, each a file of its own that belongs to its invoice', async () => {
    const invoices = [await invoice(), await invoice()];
    const user = (await findCallerOf(app.database, books.people.auditor.user.id))!;
    const [source] = paperRunFiles({ publicAddress: 'https://talaan.example' });
    const make = async (some: readonly BillingDetail[]) => {
      const filter = filterOfDocuments(
        some.map(({ billing_request_no }) => ({ document_type: 'BI', batch_number: billing_request_no })),
      );
      const statements = vi.spyOn(pg.Query.prototype, 'submit');
      const opened = await source!.open({ database: app.database, user, filter, format: 'pdf' });
      const file = await buffer(opened.content(() => {}));
      const asked = statements.mock.calls.length;
      statements.mockRestore();
      return { file, asked };
    };
    const both = await make(invoices);
    const many = await readPdfArchive(both.file);
    // They are read together: another one asks nothing more of the database.
    expect(both.asked).toBe((await make(invoices.slice(0, 1))).asked);
    const names = invoices.map(({ billing_invoice_no }) => `${billing_invoice_no}.json`);
    expect(many.ofPapers).toEqual(names.map((name) => [name]));
    expect(many.xmp).toMatch(/<pdfaid:part>3<\/pdfaid:part>/);
    expect([many.intents.length, ...Object.values(many.fonts)]).toEqual([1, true, true]);
    const alone = [];
    for (const one of invoices) alone.push(...(await readPdfArchive(await fileOf(one))).files);
    expect(many.files).toEqual(alone);
  });

  it('is not in a paper that is no invoice yet', async () => {
    const { xmp, files, intents } = await readPdfArchive(await fileOf(await invoice({ approved: false })));
    expect([files, intents]).toEqual([[], []]);
    expect(xmp).not.toContain('pdfaid');
  });
});

/** `INVOICES=10000` writes so many that nobody has written; without it the same few are written each time. */
// oxlint-disable-next-line node/no-process-env -- a test has no configuration but this number
const { INVOICES } = process.env;
const WRITTEN = INVOICES === undefined ? { count: 3, seed: 20_261_126 } : { count: Number(INVOICES), seed: Date.now() };

describe('random invoices', () => {
  it(
    'are written as PDF/A-3 and read back: record and pages say what the ledger says, to the centavo',
    { timeout: 30_000 + WRITTEN.count * 2000 },
    async () => {
      const customers = await makeExtremeCustomers(app.database);
      await setApproval(false);
      const { branch_id, department_id } = books;
      const faults: string[] = [];
      const spent = { entered: 0, written: 0, read: 0 };
      for (let at = 0; at < WRITTEN.count; at += 1) {
        const body = randomInvoice(randomOf(WRITTEN.seed, at), { customers, services, branch_id, department_id });
        const began = performance.now();
        const params = { id: (await as('preparer')(createBilling, { body })).data.billing_request_no };
        await as('preparer')(postBilling, { params, body: { status: 7 } });
        const { data } = await as('preparer')(readBilling, { params });
        const entered = performance.now();
        const pdf = await fileOf(data);
        const written = performance.now();
        for (const fault of await faultsOf(data, pdf))
          faults.push(`${WRITTEN.seed}/${at} ${data.billing_invoice_no}: ${fault}`);
        spent.entered += entered - began;
        spent.written += written - entered;
        spent.read += performance.now() - written;
      }
      await setApproval(true);
      const each = Object.entries(spent).map(([what, ms]) => `${what} ${(ms / WRITTEN.count).toFixed(1)} ms`);
      // A long run tells what it cost.
      if (INVOICES !== undefined) process.stdout.write(`${WRITTEN.count} invoices, each: ${each.join(', ')}\n`);
      expect(faults).toEqual([]);
    },
  );

  /** What the file of an invoice says otherwise than the ledger, or lacks of PDF/A-3. */
  async function faultsOf({ billing_invoice_no: number, currency_id }: BillingDetail, pdf: Buffer): Promise<string[]> {
    const { rows } = await sql<Posting>`
      select a.acct_code, p.debit::text, p.credit::text, l.debit_amount::text, l.credit_amount::text, a.role
      from document d join journal_entry e on e.document_id = d.id join posting p on p.entry_id = e.id
      join account a on a.id = p.account_id
      join line l on l.document_id = d.id and l.line_no = p.line_no
      where d.document_number = ${number} order by p.line_no`.execute(app.database);
    const [receivable, ...credited] = rows as [Posting, ...Posting[]];
    const income = credited.filter(({ role }) => role !== 'OUTPUT_VAT');
    const tax = credited.find(({ role }) => role === 'OUTPUT_VAT');
    const { xmp, title, isEncrypted, keys, intents, fonts, files } = await readPdfArchive(pdf);
    const { record, sha256 } = JSON.parse(files[0]!.bytes.toString('utf8'));
    const raw = pdf.toString('latin1');
    const pages = readPdfText(pdf).join('\n');
    const onPaper = new Set(pages.split(/\s+/));
    const sums = new Map(
      [...pages.matchAll(/^([A-Z][A-Za-z :-]+?)(?: USD)? +(-?[\d,]+\.\d\d)$/gm)].map(([, label, sum]) => [label, sum]),
    );
    const inPesos = currency_id === 1 ? '' : ' PHP';
    const said = {
      structure: [
        /^%PDF-1\.7\n%[\x80-\xFF]{4}/.test(raw),
        /\/ID \[<[\da-f]+> <[\da-f]+>\]/.test(raw),
        isEncrypted || ['OpenAction', 'AA', 'JS', 'URI'].some((key) => keys.has(key)),
      ],
      archive: [
        /pdfaid:part>3<[^]*pdfaid:conformance>B</.test(xmp),
        title,
        intents.map(({ kind, profile }) => kind + profile.toString('latin1', 16, 20)),
        Object.values(fonts),
      ],
      file: files.map(({ name, relationship, type, isListed }) => [name, relationship, type, isListed]),
      hash: createHash('sha256').update(JSON.stringify(record)).digest('hex'),
      missing: wordsOf([record.buyer.name, ...record.lines.map((line: Line) => line.description)]).filter(
        (word) => !onPaper.has(word),
      ),
      lines: record.lines.map((line: Line) => [line.account_code, line.net_amount]),
      totals: [record.totals.total_due, record.totals.vat_amount, record.total_due_php],
      rows: [...pages.matchAll(/^\d+  1  .*  ([\d,]+\.\d\d)  ([\d,]+\.\d\d)$/gm)].map((row) => row.slice(1)),
      sums: [
        sums.get('Total Due'),
        sums.get('Add: Value Added Tax'),
        sums.get(`Total Due${inPesos}`),
        sums.get(`Add: Value Added Tax${inPesos}`),
      ],
    };
    const figure = (text: string) => formatAmount(requireAmount(text));
    const wanted: typeof said = {
      structure: [true, true, false],
      archive: [true, `Billing Invoice ${number}`, ['GTS_PDFA1RGB '], [true, true]],
      file: [[`${number}.json`, 'Source', 'application/json', true]],
      hash: sha256,
      missing: [],
      lines: income.map(({ acct_code, credit_amount }) => [acct_code, credit_amount]),
      totals: [receivable.debit_amount, tax?.credit_amount ?? '0.00', receivable.debit],
      rows: income.map(({ credit_amount }) => [figure(credit_amount), figure(credit_amount)]),
      sums: [receivable.debit_amount, tax?.credit_amount ?? '0.00', receivable.debit, tax?.credit ?? '0.00'].map(
        figure,
      ),
    };
    return (Object.keys(said) as (keyof typeof said)[]).flatMap((part) => {
      const [one, other] = [said[part], wanted[part]].map((value) => JSON.stringify(value));
      return one === other ? [] : [`${part} ${one} instead of ${other}`];
    });
  }

  /** Words that stand whole on a line, of letters that every font has. */
  function wordsOf(texts: readonly string[]): string[] {
    return texts.flatMap((text) => text.split(/\s+/)).filter((word) => /^[\x21-\x7EñÑ₱]{1,20}$/.test(word));
  }

  interface Posting {
    readonly acct_code: string;
    readonly role: string | null;
    /** In pesos, as they are booked, and in the currency of the invoice. */
    readonly debit: string;
    readonly credit: string;
    readonly debit_amount: string;
    readonly credit_amount: string;
  }
});

interface Line {
  readonly description: string;
  readonly account_code: string;
  readonly net_amount: string;
  readonly vat_amount: string;
  readonly vat_kind: string;
}

describe('the invoice of a day', () => {
  it.each([
    ['2022-06-15', true, true],
    ['2022-07-15', true, true],
    ['2022-07-16', true, false],
    ['2023-05-10', true, false],
    ['2024-04-26', true, false],
    ['2024-04-27', false, false],
    ['2026-03-31', false, false],
  ])(
    '%s: legend %s, five years %s, and always how it is made, its series and its certificate',
    async (day, legend, years) => {
      const [page] = await pagesOf(await invoice({ approved: false, billing_date: day }));
      expect([page!.includes(LEGEND), page!.includes(FIVE_YEARS)]).toEqual([legend, years]);
      for (const text of ['BILLING INVOICE', 'System-generated.', ACCREDITATION, SERIES]) expect(page).toContain(text);
      expect(page!.includes(PERMIT_TO_ISSUE)).toBe(day > '2025-11-20');
    },
  );

  it('in another currency says its rate, and every sum in the pesos that it is booked at', async () => {
    const [usage, training] = services;
    const billing_details = [
      { billing_service_id: usage, account_code: '408010', total_amount: '112.00' },
      { billing_service_id: training, account_code: '408020', vat: 3, total_amount: '8.50' },
      { billing_service_id: training, account_code: '408030', vat: 2, total_amount: '0.47' },
    ];
    const foreign = { currency_id: 2, dollar_rate: '55.333333', billing_details };
    const [page, ...others] = await pagesOf(await invoice(foreign));
    expect(others).toEqual([]);
    expect(page).toContain('PHP 55.333333 for USD 1');
    expect(page).toMatch(/Total Due USD +120\.97/);
    expect(page).toMatch(
      /Total PHP +6,029\.67\nVatable Sales PHP +5,533\.33\nVAT Exempt Sales PHP +26\.01\nZero-rated Sales PHP +470\.33\nAdd: Value Added Tax PHP +664\.00\nTotal Due PHP +6,693\.67/,
    );
  });
});

describe('the e-receipt', () => {
  it('says the invoice as services read it, with its own VAT and nothing withheld; a draft has none', async () => {
    const saved = await invoice();
    const params = { id: saved.billing_request_no };
    expect((await as('auditor')(readBillingReceipt, { params, body: {} })).data).toMatchObject({
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
    const { billing_request_no } = await invoice({ remarks: '' });
    const unsaid = (await as('auditor')(readBillingReceipt, { params: { id: billing_request_no }, body: {} })).data;
    expect(unsaid.remarks).toBe('SYSTEM USAGE FEE, TRAINING FEE');
    const draft = await invoice({ approved: false });
    const asked = as('auditor')(readBillingReceipt, { params: { id: draft.billing_request_no }, body: {} });
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
      ...paperMails([INVOICE_MAIL], 'https://talaan.example'),
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
    expect((await readPdfArchive(pdf)).files.map(({ name }) => name)).toEqual([`${billing_invoice_no}.json`]);
  });

  it('is written once, however often it is asked for, and the page and the list tell whether it waits, failed or was sent', async () => {
    const saved = await invoice();
    const states = async () => {
      const { data } = await as('preparer')(listBillings, { query: { search: saved.billing_request_no } });
      return [
        (await as('preparer')(readBilling, { params: { id: saved.billing_request_no } })).data.mail_state,
        ...data.map(({ mail_state }) => mail_state),
      ];
    };
    expect(await states()).toEqual([null, null]);
    const before = catcher.mails.length;
    const pressed = await Promise.all(Array.from({ length: 12 }, () => email(saved, 'often@customer.example')));
    expect(pressed.filter(({ queued }) => queued)).toHaveLength(1);
    expect(new Set(pressed.map(({ copy_no }) => copy_no))).toEqual(new Set([1]));
    expect(await states()).toEqual(['waiting', 'waiting']);
    await send();
    expect(catcher.mails).toHaveLength(before + 1);
    expect(await states()).toEqual(['sent', 'sent']);
    expect(await email(saved, 'Often@customer.example')).toMatchObject({ queued: false, mail_state: 'sent' });
    await letMinutePass(app.ownerUrl);
    expect(await email(saved, 'often@customer.example')).toMatchObject({ queued: true, copy_no: 2 });
    catcher.answer('often@customer.example', { code: 550, text: 'No such mailbox' });
    await send();
    expect(await states()).toEqual(['failed', 'failed']);
    expect(await email(saved, 'often@customer.example')).toMatchObject({ queued: true, copy_no: 3 });
    catcher.answer('often@customer.example', null);
    await send();
  });

  it('leaves only once it is approved, by whoever may update, to a valid address, and not once it is cancelled', async () => {
    const draft = await invoice({ approved: false });
    expect(await refusalOf(email(draft))).toMatchObject({ status: 409, code: 'billing_not_approved' });
    const saved = await invoice();
    expect((await refusalOf(email(saved, undefined, 'auditor'))).status).toBe(403);
    for (const to of [
      'accounts',
      '-oX@customer.example',
      'a@b.example, c@d.example',
      'a@b.example\r\nBcc: c@d.example',
    ])
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

describe('the code of a copy', () => {
  /** Asks from an address of its own, signed in as a role or as nobody. */
  async function look(code: string, role?: Role, remoteAddress = '10.0.0.1') {
    const url = addressOf(verifyPaper.path, { code });
    const headers = role === undefined ? {} : books.people[role].headers;
    const reply = await app.server.inject({ url, headers, remoteAddress });
    return { status: reply.statusCode, body: reply.json<{ data: PaperVerification; message: string }>() };
  }
  const told = async (code: string, role?: Role) => (await look(code, role)).body.data;
  const print = async ({ billing_request_no }: BillingDetail) =>
    (await as('auditor')(printBilling, { params: { id: billing_request_no } })).data;

  it('tells anybody what is on the paper and whether it stands, and whoever may see the document what differs', async () => {
    const draft = await invoice({ approved: false });
    const { code: early } = await print(draft);
    expect(await told(early!)).toEqual({
      company: 'SAMPOL PADALA SERVICES, INC.',
      // Its stamp may be gone from the copy.
      state: 'pending',
      void_since: null,
      paper: {
        title: 'Billing Invoice',
        number: '',
        date: '2026-03-31',
        copy_no: 1,
        way: 'print',
        made_at: expect.any(String),
        currency: 'PHP',
        amount: '12097.25',
      },
      details: null,
    });
    const params = { id: draft.billing_request_no };
    await as('preparer')(postBilling, { params, body: { status: 3 } });
    await as('approver1')(postBilling, { params, body: { status: 7 } });
    expect(await told(early!)).toMatchObject({ state: 'changed', details: null });
    const { billing_invoice_no: number, payee_desc } = (await as('auditor')(readBilling, { params })).data;
    const seen = (await told(early!, 'auditor')).details!;
    expect(seen).toMatchObject({
      payee: payee_desc,
      way: 'print',
      printed_by: 'Auditor Reyes',
      document: { document_type: 'BI', batch_number: draft.billing_request_no },
    });
    expect(seen.differences).toContainEqual({ field: 'Billing No.', printed: 'not yet issued', now: number });
    expect(seen.tables[0]!.rows[0]).toEqual(['1', '1', 'SYSTEM USAGE FEE, 14 TERMINALS', '10,000.00', '10,000.00']);

    const copy = await print(draft);
    const typed = copy
      .code!.toLowerCase()
      .replace(/(.{4})/g, '$1-')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    expect(await told(typed)).toMatchObject({ state: 'stands', paper: { number, copy_no: 1 } });
    await cancel(draft);
    expect(await told(copy.code!)).toMatchObject({
      state: 'void',
      void_since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const looks = await sql<{ looks: number; by: number }>`
      select count(*)::int as looks, count(l.user_id)::int as by
      from paper_lookup l join issued_paper p on p.id = l.issued_paper_id where p.code = ${early}`.execute(
      app.database,
    );
    expect(looks.rows).toEqual([{ looks: 3, by: 1 }]);
  });

  it('tells what a paper says otherwise by what it was drawn from, whatever its layout calls it by now', async () => {
    /** The copy with a code, as a layout of before worded it. */
    const olderOf = async (code: string) => {
      const older = code.replace(/.$/, (last) => (last === 'Z' ? 'Y' : 'Z'));
      await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
        const worded = sql`(
          select p.*, replace(c.content, 'Business style', 'Style of business') as worded, c.facts
          from issued_paper p join paper_content c on c.hash = p.content_hash where p.code = ${code}) as p`;
        await sql`insert into paper_content (hash, content, facts)
          select sha256(convert_to(worded, 'UTF8')), worded, facts from ${worded} on conflict do nothing`.execute(db);
        await sql`insert into issued_paper (document_id, kind, number_text, way, code, content_hash, user_id)
          select document_id, kind, number_text, way, ${older}, sha256(convert_to(worded, 'UTF8')), user_id
          from ${worded}`.execute(db);
      });
      return older;
    };
    const draft = await invoice({ approved: false });
    const early = await olderOf((await print(draft)).code!);
    expect(await told(early, 'auditor')).toMatchObject({ state: 'pending', details: { differences: [] } });
    const params = { id: draft.billing_request_no };
    await as('preparer')(postBilling, { params, body: { status: 3 } });
    await as('approver1')(postBilling, { params, body: { status: 7 } });
    const { state, details } = await told(early, 'auditor');
    expect([state, details!.differences.map(({ field }) => field)]).toEqual([
      'changed',
      ['Number', 'Billing No.', 'Prepared By', 'Approved By'],
    ]);
    expect(await told(await olderOf((await print(draft)).code!))).toMatchObject({ state: 'stands' });
  });

  it('stands in the list of its document and of all papers, for whoever may see that, narrowed by person, paper, way and day', async () => {
    const saved = await invoice();
    const { code } = await print(saved);
    await pagesOf(saved);
    const of = { params: { id: saved.billing_request_no }, query: { document_type: 'BI' } };
    const own = (await as('preparer')(listPapersOfDocument, of)).data;
    const copy = {
      kind: 'billing_invoice',
      number: saved.billing_invoice_no,
      state: 'stands',
      user_name: 'Auditor Reyes',
    };
    expect(own).toMatchObject([
      { ...copy, copy_no: 2, way: 'pdf' },
      { ...copy, copy_no: 1, way: 'print', code },
    ]);
    expect(own[0]!.document).toEqual({ document_type: 'BI', batch_number: saved.billing_request_no });
    const listed = async (query: object, role: Role = 'admin') =>
      (await as(role)(listIssuedPapers, { query: { search: saved.billing_invoice_no!, ...query } })).data;
    expect(await listed({})).toEqual(own);
    expect(await listed({ way: 'pdf', kind: 'billing_invoice', search: 'auditor' })).toContainEqual(own[0]);
    expect(await listed({ kind: 'cheque' })).toEqual([]);
    expect(await listed({ date_to: '2020-01-01' })).toEqual([]);
    expect(await listed({ date_from: '2020-01-01', search: code! })).toEqual([own[1]]);
    // By person, of whom everybody is named who made one; and as a file, every page of it.
    const { data: people } = await as('admin')(listPrinters, {});
    const auditor = people.find(({ name }) => name === 'Auditor Reyes')!;
    expect(await listed({ user_id: auditor.id })).toEqual(own);
    expect(await listed({ user_id: people.find(({ id }) => id !== auditor.id)!.id })).toEqual([]);
    const file = async (role: Role, query: object) =>
      app.server.inject({
        url: addressOf(exportIssuedPapers.path, {}, { format: 'csv', ...query }),
        headers: books.people[role].headers,
      });
    const csv = (await file('admin', { search: saved.billing_invoice_no! })).body.trimEnd().split('\r\n');
    expect(csv).toHaveLength(3);
    expect(csv[2]).toMatch(
      new RegExp(`Auditor Reyes,Billing Invoice,${saved.billing_invoice_no!},1,Printed,.*,${code!},Stands$`),
    );
    expect((await file('preparer', {})).statusCode).toBe(403);
    await cancel(saved);
    expect((await listed({})).map(({ state }) => state)).toEqual(['void', 'void']);

    const secret = await invoice({ approved: false, is_confidential: 1 });
    await as('preparer')(printBilling, { params: { id: secret.billing_request_no } });
    const search = { search: secret.billing_request_no };
    expect(await listed(search)).toEqual([]);
    const hidden = { params: { id: secret.billing_request_no }, query: { document_type: 'BI' } };
    expect((await refusalOf(as('auditor')(listPapersOfDocument, hidden))).status).toBe(404);
    expect((await as('preparer')(listPapersOfDocument, hidden)).data).toMatchObject([{ number: '', state: 'pending' }]);
  });

  it('tells nothing but the state of what is confidential, nothing of an unknown code, and twenty of one address a minute', async () => {
    const secret = await invoice({ approved: false, is_confidential: 1 });
    const { code } = (await as('preparer')(printBilling, { params: { id: secret.billing_request_no } })).data;
    for (const role of [undefined, 'auditor'] as const)
      expect(await told(code!, role)).toMatchObject({ state: 'pending', paper: null, details: null });
    expect(await told(code!, 'preparer')).toMatchObject({ paper: { amount: '12097.25' }, details: { way: 'print' } });
    const answers = [];
    for (let at = 0; at < 21; at++)
      answers.push(await look(at % 2 === 0 ? 'ABC' : '0123456789ABCDEF', undefined, '10.0.0.2'));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(404), 429]);
    expect(new Set(answers.slice(0, 20).map(({ body }) => body.message)).size).toBe(1);
    expect((await look('ABC', undefined, '10.0.0.3')).status).toBe(404);
  });
});

it('heads what is sold with the business name as well, where the company is registered under another one', async () => {
  const register = (profile: string) =>
    inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update company set profile = ${sql.raw(profile)} where reporting`.execute(db),
    );
  await register(`profile || '{"legal_name": "SAMPOL, MARIA D."}'`);
  const [page] = await pagesOf(await invoice());
  await register(`profile - 'legal_name'`);
  const [registered, business] = [page!.indexOf('SAMPOL, MARIA D.'), page!.indexOf('SAMPOL PADALA SERVICES, INC.')];
  expect([registered, business > registered]).toEqual([0, true]);
  const [other] = await pagesOf(await invoice());
  expect(other!.match(/SAMPOL PADALA SERVICES, INC\./g)).toHaveLength(1);
});

// The last one: what it renames stays so.
it('says for good whom it was issued to and by whom, on every copy, by mail and as data', async () => {
  const saved = await invoice();
  const { payee_desc, payee_address } = saved;
  const rename = (name: string, suffix: string) =>
    inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      await sql`update payee set payee_desc = ${name}, zip_code = ${suffix} where id = ${saved.payee_id}`.execute(db);
      await sql`update app_user set user_last_name = ${suffix} where user_id in ('approver1', 'preparer')`.execute(db);
      await sql`update company set profile = profile || jsonb_build_object('tin', ${suffix}::text) where reporting`.execute(
        db,
      );
      await sql`update billing_service set billing_service_name = billing_service_name || ${suffix}::text`.execute(db);
    });
  const [before] = await pagesOf(saved);
  await rename('RENAMED PAWNSHOP', '9999');
  const said = (page = '') => page.replaceAll(/^REPRINT 2\n|\/verify\/.*|Printed .*/gm, '');
  expect(said((await pagesOf(saved))[0])).toBe(said(before));
  const told = await as('auditor')(readBillingPrint, { body: { billing_request_no: saved.billing_request_no } });
  expect(told.data).toMatchObject({ payee_desc, payee_address });
  // What is not issued yet says what is so now.
  const [draft] = await pagesOf(await invoice({ approved: false }));
  expect(draft).toMatch(/VAT REG TIN 9999[^]*RENAMED PAWNSHOP/);
});
