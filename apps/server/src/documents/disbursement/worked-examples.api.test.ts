import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBatch, voidBatch } from '@talaan/contract/documents/batch.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { LineInput } from '@talaan/contract/documents/batch-input.contract';
import {
  printDebitMemo,
  printLetterPdf,
  printVoucher,
  printVoucherPdf,
} from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { particularsOf } from '@talaan/contract/documents/disbursement/voucher.paper';
import { addAttachments } from '@talaan/contract/documents/attachment.contract';
import { cashReceiptPrint } from '@talaan/contract/documents/cash-receipt/cash-receipt-print.contract';
import { printDetails, printDetailsPdf } from '@talaan/contract/documents/print/details-print.contract';
import { addressOf } from '@talaan/contract/http/client';
import { amountText, formatAmount, requireAmount, sumMinor } from '@talaan/core/money/money';
import { postMaturedDocuments } from '../../batches/moves/post-matured.ts';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { SOFTWARE } from '../../platform/software.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { projectPath } from '../../platform/project-paths.ts';
import {
  netBalances,
  openPaymentBooks,
  refusalOf,
  type HeaderChange,
  type PaymentBooks,
  type PaymentType,
} from '../../testing/books/payment-books.ts';
import { randomOf } from '../../testing/fuzz/random.ts';
import { readPdfEdges, readPdfText } from '../../testing/pdf-text.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import type { ReportFile } from '@talaan/contract/reports/files/report-file.contract';
import { findCallerOf } from '../../access/session/caller-of-user.ts';
import { readBatch, readBatches } from '../../batches/reading/read-batch.ts';
import { paperRunFiles } from '../../paper-runs/run-files.ts';
import { registerPaperRuns } from '../../paper-runs/paper-run.routes.ts';
import { FileLeft } from '../../reports/files/filed-report.ts';
import { makeFiles } from '../../reports/files/make-files.ts';
import { registerReportFileRoutes } from '../../reports/files/report-file.routes.ts';
import { createCaller } from '../../testing/raw-caller.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { cashReceiptDocument } from '../cash-receipt/cash-receipt.document.ts';
import { registerCashReceiptPrint } from '../cash-receipt/cash-receipt-print.routes.ts';
import { registerDetailsPrint } from '../print/details-print.routes.ts';
import { disbursementDocuments } from './disbursement.documents.ts';
import { verifyCopy } from '../print/verify-paper.ts';
import { VERIFIED_DISBURSEMENTS } from './disbursement-print.ts';
import { registerDisbursementPrint } from './disbursement-print.routes.ts';

interface ModelLine {
  example: string;
  step: string;
  document_type: string;
  document_date: string;
  account_code: string;
  acct_desc: string;
  debit_amount: string;
  credit_amount: string;
}

const MODEL: ModelLine[] = parse(
  readFileSync(projectPath('tests', 'model-company', 'worked-examples-journal.csv'), 'utf8'),
  { columns: true },
);
const linesOf = (step: string) => MODEL.filter((line) => `${line.example} ${line.step}` === step);

let app: TestServer;
let books: PaymentBooks;
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, [...disbursementDocuments, cashReceiptDocument]);
    registerDisbursementPrint(server, services);
    registerDetailsPrint(server, services);
    registerCashReceiptPrint(server, services, false);
    registerPaperRuns(server, services);
    registerReportFileRoutes(server, services, [], paperRunFiles(services));
  });
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
});
afterAll(() => app.stop());

/** The movement of the trial balance while something is done, by account, in centavos. */
async function movementOf(work: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const before = await netBalances(app.database);
  await work();
  const after = await netBalances(app.database);
  const codes = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  const moved = codes.map((code): [string, bigint] => [code, (after.get(code) ?? 0n) - (before.get(code) ?? 0n)]);
  return Object.fromEntries(moved.filter(([, net]) => net !== 0n));
}

/** The same from the model, for one entry or several. */
function modelMovement(steps: readonly string[]): Record<string, bigint> {
  const nets = new Map<string, bigint>();
  for (const line of steps.flatMap(linesOf)) {
    const net = requireAmount(line.debit_amount) - requireAmount(line.credit_amount);
    nets.set(line.account_code, (nets.get(line.account_code) ?? 0n) + net);
  }
  return Object.fromEntries([...nets].filter(([, net]) => net !== 0n));
}

/** The lines of the model as the entry page sends them. */
function inputLines(step: string): LineInput[] {
  return linesOf(step).map((line) => ({
    account_code: line.account_code,
    branch_id: books.branch_id,
    department_id: line.account_code >= '4' ? books.department_id : null,
    debit_amount: line.debit_amount,
    credit_amount: line.credit_amount,
  }));
}

let chequesGiven = 0;
async function save(type: PaymentType, header: HeaderChange, details: LineInput[]): Promise<BatchDetail> {
  const body = { ...books.payment(type, '1.00', { cheque_number: `8${++chequesGiven}`, ...header }), details };
  return (await books.people.preparer.call(createBatch, { body })).data;
}

/** Account, debit and credit of every posting of a document, in pesos. */
async function journalOf(documentId: string): Promise<string[][]> {
  const found = await sql<{ acct_code: string; debit: string; credit: string }>`
    select a.acct_code, p.debit, p.credit from journal_entry e
    join posting p on p.entry_id = e.id join account a on a.id = p.account_id
    where e.document_id = ${documentId}::bigint and e.reverses_id is null order by e.id, p.line_no`.execute(
    app.database,
  );
  return found.rows.map((row) => [row.acct_code, row.debit, row.credit]);
}

const journalOfModel = (step: string) =>
  linesOf(step).map((line) => [line.account_code, line.debit_amount, line.credit_amount]);

describe.each([
  ['E04 a-voucher', 'CV', '102103', '55000.00', { vat: 1, atc_code: 'WC120', document_date: '2023-01-16' }],
  ['E04 b-voucher', 'CV', '102103', '28500.00', { vat: 2, atc_code: 'WI100', document_date: '2023-01-20' }],
  ['E07 transfer', 'OB', '102101', '25500.00', { vat: 1, atc_code: 'WC515', document_date: '2023-06-07' }],
  ['E08 debit-memo', 'DM', '102104', '845450.25', { document_date: '2023-06-14' }],
] as const)('%s', (step, type, bank, amount, header) => {
  it('posts its lines when it is released and moves the trial balance to the centavo', async () => {
    const extra = type === 'OB' ? { payee_account_number: '0000-1111-22' } : {};
    const saved = await save(type, { ...header, ...extra, bank_id: books.banks[bank] }, inputLines(step));
    expect(saved.headers[0]).toMatchObject({ amount, status: 1, accounting_status: 0 });
    let released = saved;
    const moved = await movementOf(async () => {
      released = await books.bring(saved, 7);
    });
    expect(await journalOf(released.headers[0]!.id)).toEqual(journalOfModel(step));
    expect(moved).toEqual(modelMovement([step]));
    expect(released).toMatchObject({
      status: 7,
      accounting_status: 7,
      amount,
      cheque_amount: type === 'CV' ? amount : '0.00',
      voucher_amount: released.total_debit,
    });
  });
});

/** A page without what only a copy has. */
const said = (page = '') =>
  page.replaceAll(/^(VOID|REPRINT \d)\n|\/verify\/\w+|Printed .*|^PREVIEW\n/gm, '').replaceAll(/\s+/g, ' ');

/** The pages of a paper as a file, as somebody who may see it gets them: A4 with margins of 12 mm. */
async function pagesOf(path: string, { batch_number }: BatchDetail, query = {}): Promise<string[]> {
  const url = addressOf(path, { id: batch_number }, query);
  const reply = await app.server.inject({ url, headers: books.people.auditor.headers });
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(readPdfEdges(reply.rawPayload)).toEqual({ left: expect.closeTo(12, 0), right: expect.closeTo(198, 0) });
  return readPdfText(reply.rawPayload);
}

describe('E05 series of six post-dated cheques', () => {
  const DATES = '2023-07-05,2023-08-05,2023-09-05,2023-10-05,2023-11-05,2023-12-05';
  const STEPS = [1, 2, 3, 4, 5, 6].map((cheque) => `E05 cheque-${cheque}`);
  let batch: BatchDetail;
  let before: Map<string, bigint>;

  const since = async () => {
    const after = await netBalances(app.database);
    const moved = [...after].map(([code, net]): [string, bigint] => [code, net - (before.get(code) ?? 0n)]);
    return Object.fromEntries(moved.filter(([, net]) => net !== 0n));
  };

  it('is one document per cheque, each with its date, cheque and voucher number', async () => {
    await books.setToday(app.ownerUrl, '2023-06-30');
    before = await netBalances(app.database);
    const header = {
      is_pdc: 1,
      number_of_cheques: 6,
      document_date: DATES,
      cheque_number: '0000451',
      vat: 1,
      atc_code: 'WC100',
      bank_id: books.banks['102104'],
    };
    batch = await save('CW', header, inputLines('E05 cheque-1'));
    expect(batch).toMatchObject({
      document_date: DATES,
      document_count: 6,
      number_of_cheques: 6,
      total_amount: '168000.00',
      amount: '160500.00',
    });
    // One summary record and one per open cheque: the count is the number of records less one.
    expect(batch.headers.length - 1).toBe(6);
    expect(batch.headers[0]).toMatchObject({ header_key: -1, document_date: DATES, cheque_amount: '160500.00' });
    const cheques = batch.documents.map((one) => [one.document_date, one.cheque_number, one.cheque_amount]);
    expect(cheques).toEqual(DATES.split(',').map((date, place) => [date, `000045${place + 1}`, '26750.00']));
    const numbers = batch.documents.map((one) => Number(one.document_number));
    expect(numbers).toEqual(numbers.map((_, place) => numbers[0]! + place));
  });

  it('matures instead of posting when it is released before the first date', async () => {
    batch = await books.bring(batch, 7);
    expect(batch).toMatchObject({ status: 7, accounting_status: 0, matures_on: '2023-07-05' });
    expect(await since()).toEqual({});
  });

  it('posts the first cheque on its day: the trial balance of July', async () => {
    await books.setToday(app.ownerUrl, '2023-07-31');
    expect(await postMaturedDocuments(app.database)).toEqual({ posted: 1, waiting: 0 });
    expect(await since()).toEqual(modelMovement(STEPS.slice(0, 1)));
    const now = await books.read(batch);
    expect(now).toMatchObject({ number_of_cheques: 5, matures_on: '2023-08-05', accounting_status: 0 });
    expect(now.headers.map((one) => one.header_key)).toEqual([-1, 1, 2, 3, 4, 5]);
    expect(now.documents[0]).toMatchObject({ accounting_status: 7, matures_on: null });
  });

  it('posts nothing twice', async () => {
    expect(await postMaturedDocuments(app.database)).toEqual({ posted: 0, waiting: 0 });
  });

  it('posts the rest by the end of December', async () => {
    await books.setToday(app.ownerUrl, '2023-12-31');
    expect(await postMaturedDocuments(app.database)).toEqual({ posted: 5, waiting: 0 });
    expect(await since()).toEqual(modelMovement(STEPS));
    const now = await books.read(batch);
    expect(now).toMatchObject({ accounting_status: 7, number_of_cheques: 0, matures_on: null });
    for (const [place, document] of now.documents.entries()) {
      expect(await journalOf(document.id)).toEqual(journalOfModel(STEPS[place]!));
    }
  });

  it('prints six vouchers, each with its date, its number and its cheque, and the details of all six', async () => {
    const pages = await pagesOf(printVoucherPdf.path, batch);
    expect(pages).toHaveLength(6);
    for (const [place, { document_number, cheque_number }] of batch.documents.entries()) {
      expect(pages[place]).toContain(`CV No.  ${document_number}`);
      expect(pages[place]).toContain(`Date  ${['07', '08', '09', '10', '11', '12'][place]}-5-2023`);
      expect(pages[place]).toContain(`Cheque No.  ${cheque_number}`);
      expect(pages[place]).toContain('TWENTY SIX THOUSAND SEVEN HUNDRED FIFTY PESOS ONLY');
      expect(pages[place]).toContain('Page 1 of 1');
    }
    // A copy is told under the number and at the foot of each.
    for (const page of await pagesOf(printVoucherPdf.path, batch)) expect(page.match(/REPRINT 2/g)).toHaveLength(2);
    const details = (await pagesOf(printDetailsPdf.path, batch, { document_type: 'CW' })).join('\n');
    expect(details).toContain('DISBURSEMENT DETAILS');
    expect(details).toContain('Date  Have multiple dates');
    for (const { document_number, cheque_number } of batch.documents)
      expect(details).toMatch(new RegExp(`${document_number} .* ${cheque_number}\n`));
    expect(details.split('TOTAL  28,000.00  28,000.00')).toHaveLength(7);
    expect(details).toContain('Batch total, debit  168,000.00');
  });
});

describe('E06 US dollar cheque', () => {
  it('pays USD 1,234.56 at 55.25 against a payable of 54.80, with the realised loss', async () => {
    const usd = (account_code: string, side: 'debit_amount' | 'credit_amount', amount: string): LineInput => ({
      account_code,
      branch_id: books.branch_id,
      [side]: amount,
    });
    // The difference of 555.55 is a loss, and what the payable was booked too high at today's rate.
    const details: LineInput[] = [
      usd('201050', 'debit_amount', '1234.56'),
      { account_code: '404020', branch_id: books.branch_id, department_id: books.department_id, debit_php: '555.55' },
      { account_code: '201050', branch_id: books.branch_id, credit_php: '555.55' },
      usd('102303', 'credit_amount', '1234.56'),
    ];
    const header = {
      currency_id: 2,
      dollar_rate: '55.25',
      document_date: '2023-05-17',
      bank_id: books.banks['102303'],
      payee_id: books.payees.C0001,
    };
    const saved = await save('CV', header, details);
    expect(saved).toMatchObject({ amount: '1234.56', cheque_amount: '1234.56', amount_php: '68764.99' });
    const moved = await movementOf(() => books.bring(saved, 7));
    expect(moved).toEqual(modelMovement(['E06 payment']));
    const foreign = await sql<{ acct_code: string; fc: string }>`
      select a.acct_code, sum(p.fc_debit - p.fc_credit) as fc from posting p join account a on a.id = p.account_id
      where a.acct_code in ('201050', '102303', '404020') group by a.acct_code order by a.acct_code`.execute(
      app.database,
    );
    expect(foreign.rows).toEqual([
      { acct_code: '102303', fc: '-1234.56' },
      { acct_code: '201050', fc: '1234.56' },
      { acct_code: '404020', fc: '0.00' },
    ]);
  });
});

it('a voucher says how many documents are attached to it, and nothing where there are none', async () => {
  const saved = await save(
    'CV',
    { document_date: '2023-05-18', bank_id: books.banks['102103'] },
    inputLines('E04 b-voucher'),
  );
  const saysAttached = async () =>
    (await pagesOf(printVoucherPdf.path, saved)).join('\n').match(/.*documents? attached/g);
  const attach = (name: string) => {
    const form = new FormData();
    form.append('upload_file[]', new File([name], name, { type: 'text/csv' }));
    return books.people.preparer.call(addAttachments, { params: { id: saved.batch_number }, form });
  };
  expect(await saysAttached()).toBeNull();
  await attach('soa.csv');
  expect(await saysAttached()).toEqual(['1 document attached']);
  await attach('quotation.csv');
  expect(await saysAttached()).toEqual(['2 documents attached']);
});

describe('a foreign payable', () => {
  const header = () => ({
    currency_id: 2,
    dollar_rate: '55.25',
    document_date: '2023-05-17',
    bank_id: books.banks['102303'],
    payee_id: books.payees.C0001,
  });
  const lines = (payable: LineInput): LineInput[] => [
    { account_code: '201050', branch_id: books.branch_id, debit_amount: '1234.56', ...payable },
    { account_code: '404020', branch_id: books.branch_id, department_id: books.department_id, debit_php: '555.55' },
    { account_code: '102303', branch_id: books.branch_id, credit_amount: '1234.56' },
  ];

  it('is settled at the pesos it was booked at, and the sum of the peso debits is its amount', async () => {
    const saved = await save('CV', header(), lines({ debit_php: '67653.89' }));
    expect(saved).toMatchObject({ total_amount: '1234.56', amount_php: '68209.44', warnings: [] });
    const moved = await movementOf(() => books.bring(saved, 7));
    expect(moved).toEqual(modelMovement(['E06 payment']));
    const [payable] = (await books.read(saved)).details;
    expect([payable!.debit_amount, payable!.debit_php]).toEqual(['1234.56', '67653.89']);
    const [page] = await pagesOf(printVoucherPdf.path, saved);
    for (const text of [
      'Currency  USD',
      'Rate  55.25',
      'Peso equivalent  68,209.44',
      'NET AMOUNT OF CHEQUE  1,234.56',
      'TOTAL PHP  68,209.44  68,209.44',
      'ONE THOUSAND TWO HUNDRED THIRTY FOUR DOLLARS & 56/100 ONLY',
    ])
      expect(page).toContain(text);
  });

  it('is refused with a sentence where its pesos cannot be', async () => {
    const refused = await refusalOf(save('CV', header(), lines({ credit_php: '67653.89' })));
    expect(refused.errors).toEqual({
      'details.0.debit_php': ['line 1: pesos stand on the side of the amount, with at most 2 decimals.'],
    });
  });
});

describe('E09 void, reversal and restore', () => {
  const voidIt = (batch: BatchDetail, reason = 'Cheque returned') =>
    books.people.checker.call(voidBatch, { body: { batch_number: batch.batch_number, reason } });
  const setJuly = (disbursement: number) =>
    inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update accounting_period set disbursement = ${disbursement}
        where fiscal_year = 2023 and period_no = 7`.execute(db),
    );
  const july = (header: HeaderChange = {}) =>
    save('CV', { vat: 1, document_date: '2023-07-10', ...header }, inputLines('E09 b-original'));

  it('a: a void in the open period has no effect on the ledger, and the number stays', async () => {
    await books.setToday(app.ownerUrl, '2023-07-12');
    const saved = await july();
    const moved = await movementOf(async () => {
      const released = await books.bring(saved, 7);
      const voided = await voidIt(released);
      expect(voided.data).toMatchObject({ status: 20, reversal_date: '2023-07-10' });
    });
    expect(moved).toEqual({});
    const now = await books.read(saved);
    expect(now.documents[0]).toMatchObject({ document_number: saved.document_number, void_reason: 'Cheque returned' });
    expect(now.timeline.map((one) => one.action)).toEqual(expect.arrayContaining(['release', 'void']));
    const fate = await sql<{ fate: string }>`
      select fate from number_register where kind = 'voucher' and number_text = ${saved.document_number}`.execute(
      app.database,
    );
    expect(fate.rows).toEqual([{ fate: 'void' }]);
  });

  it('b: after July is closed, the mirror is booked on the day of the void and brings everything to nil', async () => {
    const saved = await july();
    let released = saved;
    expect(
      await movementOf(async () => {
        released = await books.bring(saved, 7);
      }),
    ).toEqual(modelMovement(['E09 b-original']));
    await setJuly(0);
    await books.setToday(app.ownerUrl, '2023-08-03');
    const moved = await movementOf(async () => {
      expect((await voidIt(released)).data.reversal_date).toBe('2023-08-03');
    });
    await setJuly(1);
    expect(moved).toEqual(modelMovement(['E09 b-reversal']));
  });

  it('c: restores an archived voucher under a new number with the date of the day', async () => {
    await books.setToday(app.ownerUrl, '2023-07-20');
    const saved = await july({ cheque_number: '0000777' });
    await books.move(saved, 'preparer', 20);
    const restored = await books.move(saved, 'preparer', 1, { processing: 0, new_voucher_number: 1 });
    expect(restored.document_number).not.toBe(saved.document_number);
    expect(await books.read(saved)).toMatchObject({
      status: 1,
      processing: 0,
      document_number: restored.document_number,
      document_date: '2023-07-20',
      approved_remarks: '',
      edit_by: saved.preparer,
      cheque_number: '0000777',
    });
  });

  it('c: keeps number and date when asked to', async () => {
    const saved = await july();
    await books.move(saved, 'preparer', 20);
    await books.move(saved, 'preparer', 1, { new_voucher_number: 0 });
    expect(await books.read(saved)).toMatchObject({
      status: 1,
      document_number: saved.document_number,
      document_date: '2023-07-10',
    });
  });

  it('c: blocks the restore while the month of its date is closed', async () => {
    const saved = await july();
    await books.move(saved, 'preparer', 20);
    await setJuly(0);
    const refused = await refusalOf(books.move(saved, 'preparer', 1, { new_voucher_number: 1 }));
    await setJuly(1);
    expect(refused).toMatchObject({
      status: 409,
      message: 'Accounting Period for this date is already Closed.',
    });
  });
});

describe('the voucher on paper', () => {
  beforeAll(() =>
    inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      await sql`update account set role = 'EWT' where acct_code = '203030'`.execute(db);
      await sql`update payee set tin = '900-000-104-00000', street = '45 Kunwari Avenue', city = 'Pasig City', zip_code = '1600'
        where payee_code = 'S0001'`.execute(db);
    }),
  );

  const guards = () => {
    const taxed = { '203030': { atc_code: 'WC120', tax_base: '50000.00' } } as Record<string, Partial<LineInput>>;
    const lines = inputLines('E04 a-voucher').map((line) => ({ ...line, ...taxed[line.account_code!] }));
    const header = { vat: 1, atc_code: 'WC120', document_date: '2023-01-16', remarks: 'GUARDS OF JANUARY' };
    return save('CV', header, lines);
  };

  it('E04 a: what is charged less what is withheld is the cheque, in figures and in words; a second copy says so', async () => {
    const draft = await guards();
    const [drafted] = await pagesOf(printVoucherPdf.path, draft);
    expect(drafted).toContain('NOT YET APPROVED');
    // Who typed it answers for it from its submission on.
    expect(drafted).toMatch(/Prepared By/);
    expect(drafted).not.toContain('Preparer Reyes');
    const voucher = await books.bring(draft, 7);
    const { document_number, cheque_number } = voucher.documents[0]!;
    const [page, ...others] = await pagesOf(printVoucherPdf.path, voucher);
    expect(others).toEqual([]);
    for (const text of [
      'CHEQUE VOUCHER',
      `Batch ${voucher.batch_number}`,
      'BANTAY KUNWARI SECURITY AGENCY,',
      'TIN  900-000-104-00000',
      'Address  45 Kunwari Avenue, Pasig City, 1600',
      `CV No.  ${document_number}`,
      'Date  01-16-2023',
      `Cheque No.  ${cheque_number}`,
      'GUARDS OF JANUARY  56,000.00',
      'Less 2 % withholding tax, WC120, on 50,000.00  -1,000.00',
      'NET AMOUNT OF CHEQUE  55,000.00',
      'TOTAL  56,000.00  56,000.00',
      'FIFTY FIVE THOUSAND PESOS ONLY',
      'Preparer Reyes',
      `REPRINT 2 · ${SOFTWARE}`,
    ])
      expect(page).toContain(text);
    expect(page).not.toContain('NOT YET');
    // Whoever verifies it compares what is paid, in which the tax withheld is not.
    const code = /\/verify\/(\w{16})/.exec(page!)![1]!;
    const verified = await verifyCopy(app.database, VERIFIED_DISBURSEMENTS, code, null);
    expect(verified!.verification).toMatchObject({
      state: 'stands',
      paper: { number: document_number, amount: '55000.00' },
    });
  });

  it.each([1, 2, 3])(
    'says of any voucher what its entry says: each line, what was withheld, and what is paid (%i)',
    async (seed) => {
      const random = randomOf(20_261_126, seed);
      const cents = (most: number) => BigInt(1 + random.below(most));
      const charges = Array.from({ length: 1 + random.below(8) }, () => cents(2_000_000_000));
      const codes = [
        ['WC120', 2n],
        ['WI100', 5n],
        ['WC515', 10n],
      ] as const;
      const taxes = codes.slice(random.below(3)).map(([atc_code, rate]) => ({ atc_code, rate, base: charges[0]! }));
      const vat = (sumMinor(charges) * 12n) / 100n;
      const withheld = taxes.map(({ rate, base }) => (base * rate + 50n) / 100n);
      const paid = sumMinor(charges) + vat - sumMinor(withheld);
      const [charge] = inputLines('E04 a-voucher');
      const line = (account_code: string, rest: Partial<LineInput>): LineInput => ({
        ...charge,
        debit_amount: '',
        account_code,
        ...rest,
      });
      const saved = await save('CV', { document_date: '2023-01-18' }, [
        ...charges.map((amount) => line('502050', { debit_amount: amountText(amount) })),
        line('108020', { debit_amount: amountText(vat) }),
        ...withheld.map((amount, at) =>
          line('203030', {
            credit_amount: amountText(amount),
            atc_code: taxes[at]!.atc_code,
            tax_base: amountText(taxes[at]!.base),
          }),
        ),
        line('102103', { credit_amount: amountText(paid) }),
      ]);
      const voucher = await books.bring(saved, 7);
      const journal = await journalOf(voucher.documents[0]!.id);
      const page = (await pagesOf(printVoucherPdf.path, voucher)).join('\n');
      const figure = (text: string) => formatAmount(requireAmount(text));
      const on = (pattern: RegExp) => [...page.matchAll(pattern)].map((match) => match.slice(1));
      expect(on(/^(\d{6})  .*  ([\d,]+\.\d\d)  ([\d,]+\.\d\d)$/gm)).toEqual(
        journal.map(([account, debit, credit]) => [account, figure(debit!), figure(credit!)]),
      );
      const ofAccount = (code: string) =>
        journal.filter(([account]) => account === code).map(([, , credit]) => figure(credit!));
      expect(on(/^Less .*  -([\d,]+\.\d\d)$/gm).flat()).toEqual(ofAccount('203030'));
      expect(on(/^NET AMOUNT OF CHEQUE  ([\d,]+\.\d\d)$/gm).flat()).toEqual(ofAccount('102103'));
    },
  );

  it('is of its own number alone where one is named, and nobody is told of what he may not see', async () => {
    const voucher = await guards();
    const as = books.people.auditor.call;
    const { document_number } = voucher.documents[0]!;
    const params = { id: voucher.batch_number };
    const { data } = await as(printVoucher, { params, body: { document_number: document_number! } });
    expect(data.batch.documents.map(({ document_number: number }) => number)).toEqual([document_number]);
    expect(await refusalOf(as(printVoucher, { params, body: { document_number: '9999999' } }))).toMatchObject({
      status: 404,
    });
    const transfer = await save('OB', { payee_account_number: '0000-1111-22' }, inputLines('E04 a-voucher'));
    expect(await refusalOf(as(printVoucher, { params: { id: transfer.batch_number }, body: {} }))).toMatchObject({
      status: 404,
    });
    // Its details say which account is credited, and what was done to it.
    const [details] = await pagesOf(printDetailsPdf.path, transfer, { document_type: 'OB' });
    expect(details).toContain('Bank, account  BPI of the Philippines, 0000-1111-22');
    expect(details).toMatch(/NOT YET APPROVED/);
  });

  it('prints under a number that a restore took from it as it was posted: void, with who signed then, and counted under that', async () => {
    const voucher = await books.bring(await guards(), 7);
    const given_up = { document_number: voucher.documents[0]!.document_number! };
    const ofDetails = { document_type: 'CV' };
    const [detailed] = await pagesOf(printDetailsPdf.path, voucher, ofDetails);
    const [before] = await pagesOf(printVoucherPdf.path, voucher);
    await books.people.checker.call(voidBatch, { body: { batch_number: voucher.batch_number, reason: 'WRONG PAYEE' } });
    await books.move(voucher, 'preparer', 1, { processing: 0, new_voucher_number: 1 });
    await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      await sql`update document set remarks = 'CORRECTED' where id = ${voucher.documents[0]!.id}`.execute(db);
      await sql`update line set debit_amount = 1, debit_php = 1 where document_id = ${voucher.documents[0]!.id} and line_no = 1`.execute(
        db,
      );
    });
    const [anew] = await pagesOf(printVoucherPdf.path, voucher);
    expect(anew).toMatch(/CORRECTED/);
    const [page] = await pagesOf(printVoucherPdf.path, voucher, given_up);
    expect(page).toMatch(/VOID/);
    expect(page).toMatch(/REPRINT 2/);
    expect(said(page)).toBe(said(before));
    // So do its details: its head, its lines and who signed; only that it is void was added.
    expect((await pagesOf(printDetailsPdf.path, voucher, ofDetails))[0]).toMatch(/CORRECTED/);
    const [old] = await pagesOf(printDetailsPdf.path, voucher, { ...ofDetails, ...given_up });
    expect(old).toMatch(/VOID[^]*REPRINT 2/);
    const lines = (text = '') => text.match(/^(\d{6}|TOTAL|(Submitted|Checked|Approved|Released) ) .*$/gm);
    expect([lines(old)!.length, lines(old)]).toEqual([expect.any(Number), lines(detailed)]);
    expect(old).not.toMatch(/CORRECTED/);
    // A number that was never its own is unknown.
    const wrong = { params: { id: voucher.batch_number }, body: { document_number: '1' } };
    expect((await refusalOf(books.people.auditor.call(printVoucher, wrong))).status).toBe(404);
    const wrongDetails = { ...wrong, body: { document_type: 'CV', document_number: '1' } } as const;
    expect((await refusalOf(books.people.auditor.call(printDetails, wrongDetails))).status).toBe(404);
  });

  it('adds up to the cheque whatever the lines are: two taxes, a retention, and money back on the account', async () => {
    const [charge] = inputLines('E04 a-voucher');
    const line = (account_code: string, rest: Partial<LineInput>): LineInput => ({
      ...charge,
      debit_amount: '',
      account_code,
      ...rest,
    });
    const voucher = await save('CV', { document_date: '2023-01-17' }, [
      line('502050', { debit_amount: '1000.10' }),
      line('203030', { credit_amount: '20.00', atc_code: 'WC120', tax_base: '1000.10' }),
      line('203030', { credit_amount: '7.77', atc_code: 'WI100', tax_base: '100.00' }),
      line('205020', { credit_amount: '100.00' }),
      line('102103', { debit_amount: '5.55' }),
      line('102103', { credit_amount: '877.88' }),
    ]);
    const { data } = await books.people.auditor.call(printVoucher, { params: { id: voucher.batch_number }, body: {} });
    const rows = particularsOf(data);
    expect(rows.map(({ particulars, amount }) => `${particulars} ${amount}`)).toEqual([
      'RENT OF MARCH 1000.10',
      'Less 2 % withholding tax, WC120, on 1,000.10 -20.00',
      // What is no rate of its base tells none.
      'Less withholding tax, WI100, on 100.00 -7.77',
      'Less Accrued Light and Water -100.00',
    ]);
    const sum = rows.reduce((total, { amount }) => total + requireAmount(amount), 0n);
    expect(sum).toBe(requireAmount(data.batch.documents[0]!.cheque_amount));
  });
});

describe('the letter of a debit memo', () => {
  const funding = (lines: LineInput[], header: HeaderChange = {}) =>
    save(
      'DM',
      { document_date: '2023-06-14', bank_id: books.banks['102104'], remarks: 'PAYROLL JUNE 1-15 2023', ...header },
      lines,
    );
  const line = (account_code: string, rest: Partial<LineInput>): LineInput => ({
    account_code,
    branch_id: books.branch_id,
    ...rest,
  });
  const callOf = async ({ batch_number }: BatchDetail) => {
    const url = addressOf(printDebitMemo.path, { id: batch_number });
    return app.server.inject({ method: 'POST', url, headers: books.people.auditor.headers });
  };

  it('E08: what the bank is to debit is what it is to apply, in figures and words, to whom it is addressed', async () => {
    const saved = await funding(inputLines('E08 debit-memo'));
    const [draft] = await pagesOf(printLetterPdf.path, saved);
    for (const text of ['THE MANAGER', 'NOT YET APPROVED']) expect(draft).toContain(text);
    await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      await sql`update bank set addressee = 'MS. LUZ HALIMBAWA', bank_address = ${'2 Kunwari Road\nMakati City'}
        where id = ${books.banks['102104']}`.execute(db);
      await sql`update company set profile = profile || '{"letter_signatory": "ELENA TAN", "letter_signatory_title": "Treasurer"}'
        where reporting`.execute(db);
    });
    const reply = await callOf(await books.bring(saved, 7));
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      expect.stringMatching(/^inline/),
    ]);
    const [page, ...others] = readPdfText(reply.rawPayload);
    expect(others).toEqual([]);
    const text = page!.replaceAll(/\s+/g, ' ');
    for (const words of [
      '06-14-2023',
      'MS. LUZ HALIMBAWA MBTC 2 Kunwari Road Makati City',
      'Re: Authority to debit account no. 0004-0001',
      'Please debit our checking account no. 0004-0001 for PHP 845,450.25 ' +
        '(EIGHT HUNDRED FORTY FIVE THOUSAND FOUR HUNDRED FIFTY PESOS & 25/100 ONLY), value date 06-14-2023',
      'TOTAL 845,450.25',
      'ELENA TAN, Treasurer',
      'Received by the bank',
      'REPRINT 2',
      'Approved By Approver1 Reyes',
    ])
      expect(text).toContain(words);
    expect(text).toMatch(/845,300\.25 .*150\.00 .*845,450\.25/);
    expect(text).not.toContain('NOT YET');
  });

  it('says under a number that a restore took from it what the bank was told then, void', async () => {
    const letter = await books.bring(await funding(inputLines('E08 debit-memo')), 7);
    const [before] = await pagesOf(printLetterPdf.path, letter);
    const [document] = letter.documents;
    await books.people.checker.call(voidBatch, { body: { batch_number: letter.batch_number, reason: 'WRONG BANK' } });
    await books.move(letter, 'preparer', 1, { processing: 0 });
    await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      await sql`update document set bank_id = ${books.banks['102103']}, remarks = 'CORRECTED' where id = ${document!.id}`.execute(
        db,
      );
      await sql`update line set account_id = (select id from account where acct_code = '102103')
        where document_id = ${document!.id} and credit_amount > 0`.execute(db);
    });
    expect((await pagesOf(printLetterPdf.path, letter))[0]).toContain('THE MANAGER\nBPI\n');
    const query = { document_number: document!.document_number! };
    const [old] = await pagesOf(printLetterPdf.path, letter, query);
    expect(old).toMatch(/VOID[^]*REPRINT 2/);
    expect(said(old)).toBe(said(before));
  });

  it('flows over pages with forty payees, each with his account where he has one; tax withheld is taken off', async () => {
    const payroll = Array.from({ length: 40 }, (_, at) =>
      line('204060', { debit_amount: '1000.00', remarks: `SALARY ${at + 1}`, payee_id: books.payees.S0001 }),
    );
    const saved = await funding([
      ...payroll,
      line('203030', { credit_amount: '800.00', remarks: 'WITHHELD', atc_code: 'WC120', tax_base: '40000.00' }),
      line('102101', { debit_amount: '500.00', remarks: 'FUNDING' }),
      line('102104', { credit_amount: '39700.00' }),
    ]);
    const pages = await pagesOf(printLetterPdf.path, saved);
    expect(pages.length).toBeGreaterThan(1);
    const text = pages.join('\n');
    expect(text.match(/0000-1111-22/g)).toHaveLength(41);
    expect(text).toMatch(/WITHHELD .*-800\.00/);
    const own = await sql<{ bank_name: string; account_no: string }>`
      select bank_name, account_no from bank where id = ${books.banks['102101']}`.execute(app.database);
    const { bank_name, account_no } = own.rows[0]!;
    expect(text).toMatch(new RegExp(`FUNDING +.*${bank_name} +${account_no} +500\\.00`));
    expect(pages.at(-1)).toMatch(/TOTAL +39,700\.00[^]*Authorised signatory/);
    expect(pages[0]).not.toContain('Authorised signatory');
  });

  it('is refused for what is no debit memo, as if it were not there', async () => {
    const voucher = await save('CV', { document_date: '2023-01-16' }, inputLines('E04 a-voucher'));
    expect((await callOf(voucher)).statusCode).toBe(404);
  });
});

describe('many papers at once', () => {
  const { send } = createCaller(() => app);
  let draft: BatchDetail;
  let hidden: BatchDetail;
  let rent: BatchDetail;
  let series: BatchDetail;
  let cashier: SignedInClient;
  /** What happens when the last page of a file is drawn. */
  let atEnd: () => Promise<unknown> = async () => {};

  beforeAll(async () => {
    await books.setToday(app.ownerUrl, '2023-12-31');
    draft = await books.pay('CV', '10.00', { document_date: '2023-11-02' });
    hidden = await books.pay('CV', '20.00', { document_date: '2023-11-02', is_confidential: 1 });
    rent = await books.payAt('CV', 7, '55000.00', { document_date: '2023-11-02' });
    const header = {
      is_pdc: 1,
      number_of_cheques: 6,
      cheque_number: '0000951',
      vat: 1,
      bank_id: books.banks['102104'],
    };
    const dates = [1, 2, 3, 4, 5, 6].map((day) => `2023-11-0${day}`).join(',');
    const taxed = { atc_code: 'WC100', tax_base: '25000.00' };
    const lines = inputLines('E05 cheque-1').map((line) =>
      line.account_code === '203030' ? { ...line, ...taxed } : line,
    );
    series = await books.bring(await save('CW', { ...header, atc_code: 'WC100', document_date: dates }, lines), 6);
    cashier = await createSignedInClient(app.server, app.database, { user_id: 'payer', levels: { Payment: 3 } });
  });

  const named = ({ batch_number, document_type }: BatchDetail) => ({ batch_number, document_type });
  const unknown = { batch_number: '0099999', document_type: 'CV' };
  /** A voucher of a batch, by its number. */
  const one = (batch: BatchDetail, place: number) => ({
    ...named(batch),
    document_number: batch.documents[place]!.document_number!,
  });
  const check = async (client: SignedInClient, documents: readonly object[]) =>
    ((await send(client, 'POST', '/papers/check', { documents })).body.data as { reason: string | null }[]).map(
      ({ reason }) => reason,
    );
  const start = (documents: readonly object[]) => send(books.people.auditor, 'POST', '/papers', { documents });
  const tray = async () => (await send(books.people.auditor, 'GET', '/report-files')).body.data as ReportFile[];
  const fileOf = (id: string) =>
    app.server.inject({ url: `/api/report-files/${id}/file`, headers: books.people.auditor.headers });
  const make = async () => {
    const sources = paperRunFiles({ publicAddress: 'https://talaan.example' }).map((source) => ({
      ...source,
      async open(...call: Parameters<typeof source.open>) {
        const opened = await source.open(...call);
        async function* untilEnd(tell: (rows: number) => void) {
          yield* opened.content(tell);
          await atEnd();
        }
        return {
          ...opened,
          content: (tell: (rows: number) => void) => Readable.from(untilEnd(tell), { objectMode: false }),
        };
      },
    }));
    const log = { error: vi.fn<() => void>() };
    await makeFiles({ database: app.database, sources, log, stopping: new AbortController().signal });
    expect(log.error).not.toHaveBeenCalled();
  };
  /** The copies of the documents, by their numbers: how each went out and which copy it is. */
  const copiesOf = async (...batches: BatchDetail[]) => {
    const ids = batches.flatMap(({ documents }) => documents.map(({ id }) => id));
    const found = await sql<{ number: string; way: string; copy_no: number; code: string }>`
      select number_text as number, way, copy_no, code from issued_paper where document_id = any (${ids}::bigint[])
      order by document_id, copy_no`.execute(app.database);
    return found.rows;
  };
  const numbersOf = ({ documents }: BatchDetail) => documents.map(({ document_number }) => document_number);

  it('says before it starts what is printed and what is not: hidden and unknown alike', async () => {
    const { auditor, preparer } = books.people;
    const documents = [named(series), named(hidden), unknown, named(draft), named(rent), named(rent)];
    const no = (number: string) => `No disbursement has number ${number}.`;
    const waits = 'It is Active: many are printed once they are approved.';
    expect(await check(auditor, documents)).toEqual([null, no(hidden.batch_number), no('0099999'), waits, null]);
    expect((await check(preparer, [named(hidden)]))[0]).toBe(waits);
    expect((await start(documents)).body.errors).toEqual({
      documents: [
        `CV ${hidden.batch_number}: ${no(hidden.batch_number)}`,
        `CV 0099999: ${no('0099999')}`,
        `CV ${draft.batch_number}: ${waits}`,
      ],
    });
    const alone = [one(series, 3), { ...named(series), document_number: '0099999' }];
    expect(await check(auditor, alone)).toEqual([null, 'It has no voucher 0099999.']);
    const journal = await start([{ document_type: 'JE', batch_number: '1', document_number: 'JE0000001' }]);
    expect(JSON.stringify(journal.body.errors)).toContain('document number names a voucher: CV or CW.');
    const many = await start(Array.from({ length: 501 }, () => named(rent)));
    expect([many.status, many.body.errors]).toEqual([422, { documents: ['Up to 500 documents at once.'] }]);
    expect(await tray()).toEqual([]);
  });

  it('reads many together as it reads each, and refuses each as one is', async () => {
    const { user_id } = await app.database
      .selectFrom('app_user')
      .select('id as user_id')
      .where('user_id', '=', 'preparer')
      .executeTakeFirstOrThrow();
    const user = (await findCallerOf(app.database, user_id))!;
    const other = await books.payAt('CV', 6, '70.00', { document_date: '2023-11-03' });
    const batches = [rent, draft, hidden, other];
    const batch_numbers = batches.map(({ batch_number }) => batch_number);
    const each = batch_numbers.map((batch_number) => readBatch(app.database, { batch_number, types: ['CV'], user }));
    const read = { batch_numbers: [...batch_numbers, unknown.batch_number], type: 'CV', user } as const;
    const many = await readBatches(app.database, read);
    expect(many.slice(0, 4)).toEqual(await Promise.all(each));
    const no = (number: string) => expect.objectContaining({ message: `No disbursement has number ${number}.` });
    expect(many[4]).toEqual(no('0099999'));
    const stranger = { ...user, user_id: user_id + 1000 };
    expect((await readBatches(app.database, { ...read, user: stranger }))[2]).toEqual(no(hidden.batch_number));
  });

  it('gives nobody what the print of one refuses him', async () => {
    const receipt = await books.payAt('CR', 7, '30.00', { document_date: '2023-11-02', is_or_ar: 1 });
    const alone = await send(cashier, 'GET', `/trx/print-orar/${receipt.batch_number}/or/pdf`);
    expect([alone.status, await check(cashier, [named(receipt)])]).toEqual([403, [alone.body.message]]);
    expect((await send(cashier, 'POST', '/papers', { documents: [named(receipt)] })).status).toBe(422);
    // Payment shows vouchers, one or many; and who has the module gets the receipt.
    expect((await send(cashier, 'GET', `/trx/print-voucher/${rent.batch_number}/pdf`)).status).toBe(200);
    expect(await check(cashier, [named(rent)])).toEqual([null]);
    expect(await check(books.people.auditor, [named(receipt)])).toEqual([null]);
  });

  it('makes one file in the given order, whose copies count when it is ready, and none when it is cancelled', async () => {
    const before = await copiesOf(rent, series);
    const cancelled = (await start([named(series), named(rent)])).body.data as ReportFile;
    expect(cancelled).toMatchObject({ state: 'waiting', rows_expected: 2, subject: '2 documents', format: 'pdf' });
    atEnd = () => send(books.people.auditor, 'DELETE', `/report-files/${cancelled.id}`);
    await make();
    expect([await tray(), await copiesOf(rent, series)]).toEqual([[], before]);

    // Two at a time.
    const { id } = (await start([named(series), named(rent)])).body.data as ReportFile;
    const second = (await start([named(rent)])).body.data as ReportFile;
    expect((await start([named(rent)])).body).toMatchObject({ status: 409, code: 'too_many_files' });
    await send(books.people.auditor, 'DELETE', `/report-files/${second.id}`);
    let ends = 0;
    atEnd = async () => {
      ends += 1;
      // Cut off as it is when its server ends: what is there is no file.
      if (ends === 1) throw new FileLeft();
      const [unready] = await tray();
      expect([unready!.state, (await fileOf(id)).statusCode]).toEqual(['working', 409]);
      // Somebody prints one of them meanwhile: it would be another copy than its page says.
      if (ends === 2) await pagesOf(printVoucherPdf.path, rent);
    };
    await make();
    expect(ends).toBe(3);
    const [ready] = await tray();
    expect(ready).toMatchObject({ id, state: 'ready', rows_done: 2 });
    const counted = await copiesOf(rent, series);
    expect(counted.slice(before.length).length).toBe(8);
    const pages = readPdfText((await fileOf(id)).rawPayload);
    expect(pages).toHaveLength(7);
    const order = [...numbersOf(series), ...numbersOf(rent)];
    for (const [place, page] of pages.entries()) {
      const last = counted.findLast(({ number }) => number === order[place])!;
      expect(page).toContain(`CV No.  ${order[place]}`);
      expect([last.way, page.includes(last.code)]).toEqual(['pdf', true]);
      expect(page.includes(`REPRINT ${last.copy_no}`)).toBe(last.copy_no > 1);
    }
    atEnd = async () => {};
    const some = [one(series, 4), one(series, 1), one(series, 4), named(rent), one(rent, 0)];
    const alone = (await start(some)).body.data as ReportFile;
    await make();
    const own = readPdfText((await fileOf(alone.id)).rawPayload).map((page) => /CV No\.  (\d+)/.exec(page)?.[1]);
    expect(own).toEqual([order[4], order[1], ...numbersOf(rent)]);
    const noted = await sql`select from audit_event where table_name = 'issued_paper' and action = 'download'
      and after ->> 'of' = 'Documents'`.execute(app.database);
    expect(noted.rows).toHaveLength(2);
  });

  it('says of letters and receipts of a set what each says alone', async () => {
    const day = { document_date: '2023-11-06' };
    const received = (amount: string) => books.payAt('CR', 7, amount, { ...day, is_or_ar: 1 });
    const debited = (amount: string) => books.payAt('DM', 6, amount, day);
    const documents = [
      await received('31.00'),
      await received('32.00'),
      await debited('41.00'),
      await debited('42.00'),
    ];
    const { id } = (await start(documents.map(named))).body.data as ReportFile;
    await make();
    const together = readPdfText((await fileOf(id)).rawPayload).map(said);
    const alone = documents.map(({ document_type, batch_number }) =>
      document_type === 'DM'
        ? addressOf(printLetterPdf.path, { id: batch_number }, {})
        : addressOf(cashReceiptPrint.pdf.path, { id: batch_number, paper: 'or' }, {}),
    );
    const each = [];
    for (const url of alone) {
      const { rawPayload } = await app.server.inject({ url, headers: books.people.auditor.headers });
      each.push(...readPdfText(rawPayload).map(said));
    }
    expect(together).toEqual(each);
  });
});
