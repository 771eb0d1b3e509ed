import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import type { ModuleName } from '@talaan/contract/access/modules';
import { createBatch, updateBatch, voidBatch } from '@talaan/contract/documents/batch.contract';
import type { LineInput } from '@talaan/contract/documents/batch-input.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { createOrder } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { postMaturedDocuments } from '../../batches/moves/post-matured.ts';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { billingDocument } from '../../documents/billing/billing.document.ts';
import { registerBillingRoutes } from '../../documents/billing/billing.routes.ts';
import { cashReceiptDocument } from '../../documents/cash-receipt/cash-receipt.document.ts';
import { collectionDocument } from '../../documents/collection/collection.document.ts';
import { registerCollectionRoutes } from '../../documents/collection/collection.routes.ts';
import { disbursementDocuments } from '../../documents/disbursement/disbursement.documents.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { registerOrderRoutes } from '../../documents/purchase-order/order.routes.ts';
import { purchaseOrderDocument } from '../../documents/purchase-order/purchase-order.document.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { projectPath } from '../../platform/project-paths.ts';
import { registerReports } from '../../reports/kit/register-reports.ts';
import { registerMonthProofs } from '../../reports/month-proofs/month-proofs.routes.ts';
import { STATEMENTS } from '../../reports/reports.ts';
import { createTestServer, type TestServer } from '../test-server.ts';
import { createSignedInClient, type SignedInClient } from '../sign-in/sign-in.ts';
import { openPaymentBooks, type HeaderChange, type PaymentBooks, type PaymentType } from './payment-books.ts';

interface ModelLine {
  readonly example: string;
  readonly step: string;
  readonly account_code: string;
  readonly acct_desc: string;
  readonly debit_amount: string;
  readonly credit_amount: string;
}

const MODEL: ModelLine[] = parse(
  readFileSync(projectPath('tests', 'model-company', 'worked-examples-journal.csv'), 'utf8'),
  { columns: true },
);

/** Books of 2023 with the vouchers of the worked examples E04 to E09 in them, each posted on its way through the calls. */
export interface WorkedVouchers {
  readonly app: TestServer;
  readonly books: PaymentBooks;
  /** Each by its example. `restored` is E09 a again after its void, under another number. */
  readonly vouchers: Readonly<Record<ExampleName, BatchDetail>>;
  /** Saves a voucher with the lines of a step of the examples, or lines of its own. */
  readonly save: (type: PaymentType, header: HeaderChange, lines: string | LineInput[]) => Promise<BatchDetail>;
  /** Makes the accounts of a step that are not there. */
  readonly makeAccounts: (step: string) => Promise<void>;
  /** The lines of a step of the examples, in branch and department of the books. */
  readonly linesOf: (step: string) => LineInput[];
  /** What a call below /api answers to somebody who may see one report alone; a refusal where that is another one. */
  get(module: ModuleName, path: string): Promise<LightMyRequestResponse>;
}
type ExampleName =
  | 'E04a'
  | 'E04b'
  | 'E05'
  | 'E06'
  | 'E07'
  | 'E09a'
  | 'E09b'
  | 'restored'
  | 'transfer'
  | 'ordered'
  | 'secret';

/** Opens them with a server of their own: call it once per test file. */
export async function openWorkedVouchers(): Promise<WorkedVouchers> {
  const app = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, [
      ...disbursementDocuments,
      journalEntryDocument,
      cashReceiptDocument,
      purchaseOrderDocument,
      billingDocument,
      collectionDocument,
    ]);
    registerBillingRoutes(server, services);
    registerCollectionRoutes(server, services);
    registerOrderRoutes(server, services);
    registerReports(server, services, STATEMENTS);
    registerMonthProofs(server, services, STATEMENTS);
  });
  const books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  const desk = deskOf(app, books);
  await books.setToday(app.ownerUrl, '2023-06-30');
  const released = await releaseExamples(desk);
  const ordered = await payOrder(desk);
  const secret = await paySecretly(desk);
  const voided = await voidAndRestore(desk);
  await books.setToday(app.ownerUrl, '2023-12-31');
  await postMaturedDocuments(app.database);
  const { save, makeAccounts, linesOf } = desk;
  return {
    app,
    books,
    vouchers: { ...released, ordered, secret, ...voided },
    save,
    makeAccounts,
    linesOf,
    get: readerOf(app),
  };
}

/** Where the vouchers are made. */
interface Desk extends Pick<WorkedVouchers, 'app' | 'books' | 'save' | 'makeAccounts' | 'linesOf'> {
  /** Saves a voucher and brings it as far as it goes. */
  readonly release: (...given: Parameters<WorkedVouchers['save']>) => Promise<BatchDetail>;
  /** A line in the branch of the books. */
  readonly line: (account_code: string, rest: Partial<LineInput>) => LineInput;
}

function deskOf(app: TestServer, books: PaymentBooks): Desk {
  let cheques = 0;
  const linesOf = (step: string): LineInput[] =>
    modelOf(step).map((line) => ({
      account_code: line.account_code,
      branch_id: books.branch_id,
      department_id: line.account_code >= '4' ? books.department_id : null,
      debit_amount: line.debit_amount,
      credit_amount: line.credit_amount,
    }));
  const save: Desk['save'] = async (type, header, lines) => {
    const cheque_number = `8${String((cheques += 1)).padStart(6, '0')}`;
    const body = {
      ...books.payment(type, '1.00', { cheque_number, ...header }),
      details: typeof lines === 'string' ? linesOf(lines) : lines,
    };
    return (await books.people.preparer.call(createBatch, { body })).data;
  };
  return {
    app,
    books,
    save,
    linesOf,
    makeAccounts: (step) => makeAccountsOf(app, step),
    release: async (...given) => books.bring(await save(...given), 7),
    line: (account_code, rest) => ({ account_code, branch_id: books.branch_id, ...rest }),
  };
}

const modelOf = (step: string) => MODEL.filter((line) => `${line.example} ${line.step}` === step);

async function makeAccountsOf(app: TestServer, step: string): Promise<void> {
  const accounts = modelOf(step).map(({ account_code, acct_desc }) => ({
    acct_code: account_code,
    acct_desc,
    acct_type: 'S',
    acct_class: account_code < '4' ? 'B' : 'I',
    acct_group: account_code < '4' ? 'A' : account_code < '5' ? 'I' : 'E',
    normal_balance: account_code.startsWith('4') ? 'C' : 'D',
    currency_id: 1,
  }));
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    db
      .insertInto('account')
      .values(accounts)
      .onConflict((taken) => taken.doNothing())
      .execute(),
  );
}

/** E04 to E07, and a transfer between two banks. */
async function releaseExamples({ books, release, line }: Desk) {
  const { banks, payees } = books;
  const E04a = await release('CV', { vat: 1, atc_code: 'WC120', document_date: '2023-01-16' }, 'E04 a-voucher');
  const E04b = await release('CV', { vat: 2, atc_code: 'WI100', document_date: '2023-01-20' }, 'E04 b-voucher');
  const series = {
    is_pdc: 1,
    number_of_cheques: 6,
    document_date: '2023-07-05,2023-08-05,2023-09-05,2023-10-05,2023-11-05,2023-12-05',
    cheque_number: '0000451',
    vat: 1,
    atc_code: 'WC100',
    bank_id: banks['102104'],
  };
  const E05 = await release('CW', series, 'E05 cheque-1');
  const dollars = {
    currency_id: 2,
    dollar_rate: '55.25',
    document_date: '2023-05-17',
    bank_id: banks['102303'],
    payee_id: payees.C0001,
  };
  const E06 = await release('CV', dollars, [
    line('201050', { debit_amount: '1234.56', debit_php: '67653.89' }),
    line('404020', { department_id: books.department_id, debit_php: '555.55' }),
    line('102303', { credit_amount: '1234.56' }),
  ]);
  const online = {
    vat: 1,
    atc_code: 'WC515',
    document_date: '2023-06-07',
    bank_id: banks['102101'],
    payee_account_number: '0000-1111-22',
  };
  const E07 = await release('OB', online, 'E07 transfer');
  const transfer = await release('CV', { document_date: '2023-06-08', remarks: 'FUNDS TO MBTC' }, [
    line('102104', { debit_amount: '7000.00' }),
    line('102103', { credit_amount: '7000.00' }),
  ]);
  return { E04a, E04b, E05, E06, E07, transfer };
}

/** A voucher of what was ordered. */
async function payOrder({ books, release, line }: Desk): Promise<BatchDetail> {
  const { data: order } = await books.people.preparer.call(createOrder, {
    body: {
      po_date: '2023-06-01',
      request_date: '2023-06-01',
      payee_id: books.payees.S0001,
      payment_term: 15,
      subject_to_vat: 0,
      remarks: 'GUARDS',
      po_details: [{ item_description: 'GUARDS', quantity: '1', unit: 'month', unit_cost: '9000.00' }],
    },
  });
  await books.bring(order, 7);
  return release('CV', { document_date: '2023-06-09', trx_purchase_order: order.po_number }, [
    line('502050', { department_id: books.department_id, debit_amount: '9000.00' }),
    line('102103', { credit_amount: '9000.00' }),
  ]);
}

/** A confidential voucher. Nobody but its preparer sees it before it is sent: it goes without review and approval. */
async function paySecretly({ app, books, save, line }: Desk): Promise<BatchDetail> {
  await setRouteOfVouchers(app, false);
  const hidden = await save('CV', { document_date: '2023-06-12', is_confidential: 1, remarks: 'BONUS' }, [
    line('502050', { department_id: books.department_id, debit_amount: '300.00', remarks: 'of the president' }),
    line('102103', { credit_amount: '300.00' }),
  ]);
  for (const status of [6, 7]) await books.move(hidden, 'preparer', status);
  const secret = await books.read(hidden);
  await setRouteOfVouchers(app, true);
  return secret;
}

/** E09: voided in its month and restored, and voided after its month was closed. */
async function voidAndRestore({ app, books, release, linesOf }: Desk) {
  const voidIt = async ({ batch_number }: Pick<BatchDetail, 'batch_number'>) => {
    await books.people.checker.call(voidBatch, { body: { batch_number, reason: 'Cheque returned' } });
  };
  await books.setToday(app.ownerUrl, '2023-07-12');
  const july = { vat: 1, document_date: '2023-07-10' };
  const E09a = await release('CV', july, 'E09 b-original');
  await voidIt(E09a);
  const E09b = await release('CV', july, 'E09 b-original');
  await books.setToday(app.ownerUrl, '2023-07-20');
  await books.move(E09a, 'preparer', 1, { processing: 0, new_voucher_number: 1 });
  // What was paid and voided keeps its cheque: the voucher is paid by another one.
  const { row_version } = await books.read(E09a);
  const again = await books.people.preparer.call(updateBatch, {
    params: { id: E09a.batch_number },
    body: {
      ...books.payment('CV', '1.00', { vat: 1, document_date: '2023-07-20', cheque_number: '8900001' }),
      details: linesOf('E09 b-original'),
      row_version,
    },
  });
  const restored = await books.bring(again.data, 7);
  await closeDisbursementsOf(app, 7, 0);
  await books.setToday(app.ownerUrl, '2023-08-03');
  await voidIt(E09b);
  await closeDisbursementsOf(app, 7, 1);
  return { E09a, E09b, restored };
}

/** Calls below /api in the name of somebody who may see one report alone. */
function readerOf(app: TestServer): WorkedVouchers['get'] {
  const readers = new Map<ModuleName, SignedInClient>();
  return async (module, path) => {
    const levels = { [module]: 1 };
    const reader = readers.get(module) ?? (await createSignedInClient(app.server, app.database, { levels }));
    readers.set(module, reader);
    return app.server.inject({ url: `/api${path}`, headers: reader.headers });
  };
}

/** Opens or closes the disbursements of a month of 2023. */
function closeDisbursementsOf(app: TestServer, month: number, open: 0 | 1): Promise<unknown> {
  return inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`update accounting_period set disbursement = ${open} where fiscal_year = 2023 and period_no = ${month}`.execute(
      db,
    ),
  );
}

/** Whether cheque vouchers are reviewed and approved. */
function setRouteOfVouchers(app: TestServer, on: boolean): Promise<unknown> {
  return inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`update setting set value = value || ${JSON.stringify({ CV: on })}::jsonb
      where key in ('approval_required', 'review_stage')`.execute(db),
  );
}
