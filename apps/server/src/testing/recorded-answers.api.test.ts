import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  batchHistory,
  createBatch,
  deleteBatch,
  dryRunMoves,
  lockBatch,
  moveBatch,
  readBatch,
  unlockBatch,
  updateBatch,
  voidBatch,
} from '@talaan/contract/documents/batch.contract';
import { listBatches, searchBatches } from '@talaan/contract/documents/desk.contract';
import {
  previewAcknowledgementReceipt,
  previewOfficialReceipt,
  entryChoices,
  previewApprovalRoute,
  previewRisks,
  resolvePayees,
  returnBatchNumber,
  takeBatchNumber,
} from '@talaan/contract/documents/entry-page/entry-page.contract';
import type { LineInput } from '@talaan/contract/documents/batch-input.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import {
  createBilling,
  disputeBilling,
  listBillings,
  listUncollected,
  searchInvoices,
  readBilling,
  setAccountingStatus,
} from '@talaan/contract/documents/billing/billing.contract';
import {
  createCollection,
  listCollections,
  readAdvance,
  setCollectionAccountingStatus,
  readCollection,
  updateCollection,
  voidCollection,
} from '@talaan/contract/documents/collection/collection.contract';
import {
  listIssuedPapers,
  listPapersOfCustomer,
  listPapersOfDocument,
  listPrinters,
} from '@talaan/contract/documents/print/issued-papers.contract';
import { verifyPaper } from '@talaan/contract/documents/print/verify.contract';
import { emailBilling, printBilling } from '@talaan/contract/documents/billing/billing-print.contract';
import { previewRegularBilling, sendRegularBilling } from '@talaan/contract/documents/billing/regular-billing.contract';
import { readDashboard, readDashboardCharts } from '@talaan/contract/dashboard/dashboard.contract';
import { printCheque, printCheques } from '@talaan/contract/documents/cheque-register/cheque-print.contract';
import {
  addChequeBook,
  listCheques,
  numberCheques,
  previewNextLeaf,
} from '@talaan/contract/documents/cheque-register/cheque.contract';
import { giveDelegation } from '@talaan/contract/approvals/delegation.contract';
import { listDrafts, putDraft, readDraft } from '@talaan/contract/documents/draft.contract';
import { readEntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import { printDetails } from '@talaan/contract/documents/print/details-print.contract';
import { printVoucher } from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { printJournalEntry } from '@talaan/contract/documents/journal-entry/journal-print.contract';
import { cashReceiptPrint, receiptForm } from '@talaan/contract/documents/cash-receipt/cash-receipt-print.contract';
import { collectionPrint } from '@talaan/contract/documents/collection/collection-print.contract';
import { readCustomer } from '@talaan/contract/receivables/customer/customer.contract';
import { listReminders, sendReminders } from '@talaan/contract/receivables/customer/reminder.contract';
import { sendStatement } from '@talaan/contract/receivables/customer/statement.contract';
import { emailOrder, printOrder } from '@talaan/contract/documents/purchase-order/order-print.contract';
import { createOrder, listOrders, readOrder } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { depositCheques } from '@talaan/contract/receivables/received-cheques/deposit-cheques.contract';
import { receivedCheque } from '@talaan/contract/resources/parties/received-cheque.resource';
import {
  createReportSchedule,
  deleteReportSchedule,
  findReportReaders,
  leaveReportSchedule,
  listReportSchedules,
  listReportSendings,
  runReportSchedule,
  sendReportSchedule,
} from '@talaan/contract/reports/views/schedules/report-schedule.contract';
import {
  chooseDefaultView,
  createReportView,
  deleteReportView,
  listReportViews,
  updateReportView,
} from '@talaan/contract/reports/views/report-view.contract';
import { deleteIntegrated, listIntegrated, listRefused } from '@talaan/contract/integration/integrated.contract';
import type { ReceivedAnswer } from '@talaan/contract/integration/received-batch.contract';
import { makeApiClient } from '@talaan/contract/sign-in/api-client.contract';
import { trialBalanceReport } from '@talaan/contract/reports/trial-balance.report';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { bank } from '@talaan/contract/resources/books/bank.resource';
import { monthRunRoutes } from '@talaan/contract/resources/books/month-run.contract';
import { regularRoutes } from '@talaan/contract/resources/books/regular-transaction.contract';
import {
  regularTransaction,
  type RegularTransaction,
} from '@talaan/contract/resources/books/regular-transaction.resource';
import { payee } from '@talaan/contract/resources/parties/payee.resource';
import { user } from '@talaan/contract/resources/access/user.resource';
import { registerCalls } from '../application.ts';
import { reverseAccruals } from '../batches/moves/reverse-accruals.ts';
import { readConfiguration } from '../platform/configuration.ts';
import { inTransaction, SYSTEM_ACTOR } from '../platform/database/database.ts';
import {
  acceptUploads,
  forgetMapping,
  listMappings,
  listUploads,
  listWaiting,
  readUploadRows,
  readWaiting,
  undoUpload,
  uploadCalls,
} from '@talaan/contract/integration/uploaded-batches.contract';
import {
  beginMove,
  changeMove,
  clearMoveDeposit,
  confirmMove,
  listMoveDeposits,
  listMoves,
  readMove,
  readMoveFigures,
  uploadMoveFile,
} from '@talaan/contract/integration/moving-in.contract';
import type { MovingKind } from '@talaan/core/integration/moving-in/moving-files';
import { dashboardFaults } from './books/dashboard-faults.ts';
import { createAnswerRecorder } from './answer-recorder.ts';
import { makeBillingMasters } from './books/billing-masters.ts';
import type { JournalInput, Role } from './books/journal-books.ts';
import { openPaymentBooks, type PaymentBooks } from './books/payment-books.ts';
import { runAsOwner } from './owner-connection.ts';
import { makeCollectionMasters } from './books/receivable-books.ts';
import { setToday } from './set-today.ts';
import { createSignedInClient } from './sign-in/sign-in.ts';
import { createTestServer, type TestServer } from './test-server.ts';

// What the tests of the browser application are answered: a tale of a few days of May 2025, told in order.

let app: TestServer;
let calls: { stop(): Promise<void> };
let books: PaymentBooks;
let recorder: ReturnType<typeof createAnswerRecorder>;
const dataDir = mkdtempSync(path.join(tmpdir(), 'talaan-answers-'));

beforeAll(async () => {
  app = await createTestServer(async (server, services) => {
    const configuration = readConfiguration({ DATA_DIR: dataDir, TALAAN_DEMO: '0' });
    calls = await registerCalls(server, { ...services, ...services.access }, configuration);
  });
  recorder = createAnswerRecorder(app);
  await recorder.strike('2025-05-01T01:00:00Z');
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  await setToday(app.ownerUrl, TODAY);
  await settle(MASTERS);
});
afterAll(async () => {
  await calls.stop();
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const TODAY = '2025-05-22';
const DATED = { document_date: '2025-05-21', remarks: 'RENT OF MAY' };
const DRAFT_ID = 'f5a3c1de-0000-4000-8000-000000000001';

const NAMES: Readonly<Record<Role, string>> = {
  preparer: 'Ana Reyes',
  preparer2: 'Ben Cruz',
  checker: 'Carla Santos',
  approver1: 'Dario Lim',
  approver2: 'Elena Tan',
  approver3: 'Felix Ong',
  cashier: 'Gina Flores',
  auditor: 'Hana Sy',
  admin: 'Ivan Uy',
};

const MASTERS = `
  ${Object.entries(NAMES)
    .map(([role, name]) => {
      const [first, last] = name.split(' ');
      return `update app_user set user_first_name = '${first}', user_last_name = '${last}' where user_id = '${role}';`;
    })
    .join('\n')}
  insert into regular_transaction (txn_type, document_type) values ('GUARDS', 'CW');
  insert into branch (brnc_code, brnc_name) values ('SMP-002', 'SAMPOL QUIAPO');
  insert into account (acct_code, acct_desc, acct_class, acct_group, currency_id, acct_type, normal_balance, role)
    values ('108010', 'Input VAT - Goods', 'B', 'A', 1, 'S', 'D', 'INPUT_VAT_GOODS'),
      ('108030', 'Input VAT - Capital Goods', 'B', 'A', 1, 'S', 'D', 'INPUT_VAT_CAPITAL'),
      ('108025', 'Input VAT - Imports', 'B', 'A', 1, 'S', 'D', 'INPUT_VAT_IMPORTS');
  update account set role = 'CIB' where acct_code = '102103';
  update account set role = 'INPUT_VAT' where acct_code = '108020';
  update account set role = 'EWT' where acct_code = '203030';
  update account set role = 'BANK_CHARGES' where acct_code = '503090';
  insert into alpha_tax_rate (atc_id, effective_from, atc_rate)
    select id, '2025-06-01', 3 from alpha_tax_code where atc_code = 'WC120';
  insert into currency_rate (fiscal_year, period_no, currency_id, acct_class, dolr_rate)
    values (2025, 5, 2, 'B', 56.25), (2025, 5, 2, 'I', 56.5);
  update payee set tin = '900-000-104-00000', house_unit = '1', street = 'Kunwari Avenue', municipality = 'Pasig City',
    city = 'Pasig City', zip_code = '1600', vat = 1, atc_code = 'WC120' where payee_code = 'S0001';
  insert into approving_officer (user_id, level, currency_id, min_amount, max_amount)
    select id, 'L1', 1, 0, 20000 from app_user where user_id = 'preparer2';
  delete from approving_officer where level = 'L1' and currency_id = 2;`;

const settle = (statements: string) =>
  inTransaction(app.database, SYSTEM_ACTOR, (db) => sql.raw(statements).execute(db));
const by = (role: Role) => books.people[role];
const at = ({ batch_number }: BatchDetail) => ({ params: { id: batch_number } });
const of = ({ batch_number, document_type }: BatchDetail) => ({
  params: { id: batch_number },
  query: { document_type },
});
const journal = (amount = '1500.00', header: object = {}): JournalInput => {
  const body = books.entry(amount, { ...DATED, ...header });
  return { ...body, details: body.details.map((line) => ({ ...line, remarks: 'MAY 2025' })) };
};
const save = async (role: Role, body: JournalInput) => (await by(role).call(createBatch, { body })).data;
const move = (role: Role, batch: BatchDetail, status: number, rest: object = {}) =>
  by(role).call(moveBatch, { params: { id: batch.batch_number }, body: { status, ...rest } });

/** What an entry page asks for before anything is typed. */
async function tellEntry() {
  const { keep, strike } = recorder;
  const ana = by('preparer');
  await strike('2025-05-21T02:00:00Z');
  await settle(`update accounting_period set disbursement = 0, cash_receipt = 0, general_journal = 0
    where fiscal_year = 2025 and period_no = 4`);
  await keep('entry/choices', ana, entryChoices, {});
  const { data } = await keep('entry/number', ana, takeBatchNumber, {
    query: { draft_id: DRAFT_ID, document_type: 'JE' },
  });
  await keep('entry/drafts-none', ana, listDrafts, { query: { document_type: 'JE' } });
  await strike('2025-05-21T02:42:00Z');
  const body = { header: { remarks: 'RENT KEPT' }, lines: [{ debit: '12.00', remarks: 'KEPT LINE' }] };
  await ana.call(putDraft, {
    params: { id: DRAFT_ID },
    body: { document_type: 'JE', batch_number: data.batch_number, body },
  });
  await keep('entry/drafts', ana, listDrafts, { query: { document_type: 'JE' } });
  await keep('entry/draft', ana, readDraft, { params: { id: DRAFT_ID } });
  await keep('entry/draft-kept-again', ana, putDraft, {
    params: { id: DRAFT_ID },
    body: { document_type: 'JE', batch_number: data.batch_number, body, row_version: 1 },
  });
  await keep('entry/number-returned', ana, returnBatchNumber, { params: data, query: {} });
  await keep('entry/batches-none', ana, listBatches, { query: { document_type: ['JE'], actions: 1 } });
  await keep('entry/payees', ana, resourceRoutes(payee).dropdown, { query: {} });
  await keep('entry/users', ana, resourceRoutes(user).dropdown, { query: {} });
  await keep('entry/payees-resolved', ana, resolvePayees, { body: { codes: ['S0001', 'P9'] } });
}

/** The month of the dashboard. */
const OF_MAY = { query: { month: '2025-05-01' } } as const;

/** The dashboard of the preparer and of an administrator, after what happened. */
async function tellDashboard() {
  const { keep } = recorder;
  await settle('update accounting_period set cash_receipt = 0 where period = 202505');
  for (const role of ['preparer', 'admin'] as const) {
    await keep(`dashboard/${role}`, by(role), readDashboard, OF_MAY);
    await keep(`dashboard/${role}-charts`, by(role), readDashboardCharts, OF_MAY);
  }
  await settle('update accounting_period set cash_receipt = 1 where period = 202505');
}

/** A journal that is entered, locked, and changed in two places at once. */
async function tellJournal() {
  const { keep, strike } = recorder;
  const ana = by('preparer');
  await strike('2025-05-21T03:00:00Z');
  const faulty = journal();
  await keep('journal/refused', ana, createBatch, {
    body: { ...faulty, details: faulty.details.map((line) => ({ ...line, department_id: null })) },
  });
  const { data: draft } = await keep('journal/saved', ana, createBatch, { body: journal() });
  await keep('journal/draft', ana, readBatch, of(draft));
  const lock = { params: { id: draft.batch_number }, body: { document_type: 'JE' } };
  await strike('2025-05-22T01:20:00Z');
  await keep('journal/locked', ana, lockBatch, lock);
  await keep('journal/freed', ana, unlockBatch, of(draft));
  await strike('2025-05-22T01:30:00Z');
  await by('preparer2').call(lockBatch, lock);
  await strike('2025-05-22T01:32:00Z');
  await keep('journal/locked-by-another', ana, lockBatch, lock);
  await keep('journal/draft-of-another-lock', ana, readBatch, of(draft));
  await strike('2025-05-22T01:41:00Z');
  const changed = { ...journal('1500.00', { remarks: 'CHANGED BY BEN' }), row_version: draft.row_version };
  await by('preparer2').call(updateBatch, { params: lock.params, body: changed });
  await by('preparer2').call(unlockBatch, of(draft));
  await keep('journal/changed-meanwhile', ana, updateBatch, {
    params: lock.params,
    body: { ...journal(), row_version: draft.row_version },
  });
  await keep('journal/changed', ana, readBatch, of(draft));

  // Whoever prepared it has taken up what waits for the second approval: an approver may release it.
  const held = await save('preparer2', journal('50000.00'));
  await move('preparer2', held, 2);
  await move('checker', held, 3);
  await move('approver1', held, 4);
  await by('preparer2').call(lockBatch, { ...lock, params: { id: held.batch_number } });
  await keep('journal/held', by('approver2'), readBatch, of(held));
  await keep('journal/released', by('approver2'), moveBatch, {
    params: { id: held.batch_number },
    body: { status: 4, processing: 0 },
  });
  await keep('journal/held-no-more', by('approver2'), readBatch, of(held));
}

/** What somebody has in process, and its release. */
async function tellActive() {
  const { keep, strike } = recorder;
  const ana = by('preparer');
  await strike('2025-05-22T01:30:00Z');
  const [older, newer] = [await save('preparer', journal()), await save('preparer', journal())];
  for (const { batch_number } of [older, newer])
    await by('preparer2').call(lockBatch, { params: { id: batch_number }, body: {} });
  const list = { query: { document_type: 'JE', processing: 1, actions: 1 } } as const;
  await keep('active/list', ana, listBatches, list);
  await keep('active/list-of-another', by('approver1'), listBatches, list);
  await keep('active/released', ana, moveBatch, { ...at(newer), body: { status: 1, processing: 0 } });
  await keep('active/list-left', ana, listBatches, list);
  await by('preparer2').call(unlockBatch, of(older));
}

/** What waits for an officer who also stands in for another one. */
async function tellApprovals() {
  const { keep, strike } = recorder;
  const dario = by('approver1');
  await by('approver2').call(giveDelegation, {
    body: { to_user: dario.user.id, from_date: TODAY, to_date: '2025-05-31', reason: 'Leave' },
  });
  const waiting = async (day: string, remarks: string, amount = '1500.00', role: Role = 'preparer') => {
    await strike(`${day}T02:00:00Z`);
    const batch = await save(role, journal(amount, { remarks }));
    await move(role, batch, 2);
    await move('checker', batch, 3);
    return batch;
  };
  const first = await waiting('2025-05-10', 'FIRST ENTRY', '1500.00', 'preparer2');
  const second = await waiting('2025-05-19', 'SECOND ENTRY');
  const third = await waiting('2025-05-20', 'THIRD ENTRY', '150000.00');
  const fourth = await waiting('2025-05-21', 'FOURTH ENTRY');
  await move('preparer2', third, 4);
  const list = { query: { for_my_approval: 1, actions: 1, sort: 'submitted_at', pages: 50 } } as const;
  await strike('2025-05-22T02:30:00Z');
  await keep('approvals/inbox', dario, listBatches, list);
  await keep('dashboard/approver1', dario, readDashboard, OF_MAY);
  await keep('dashboard/approver1-charts', dario, readDashboardCharts, OF_MAY);
  await keep('approvals/first', dario, readBatch, of(first));
  const { data: stale } = await keep('approvals/second', dario, readBatch, of(second));
  const { data: overtaken } = await keep('approvals/third', dario, readBatch, of(third));
  await keep('approvals/fourth', dario, readBatch, of(fourth));
  await strike('2025-05-22T02:41:00Z');
  await move('preparer2', second, 7);
  await keep('approvals/second-approved', dario, readBatch, of(second));
  await keep('approvals/second-refused', dario, moveBatch, {
    ...at(second),
    body: { status: 7, row_version: stale.row_version },
  });
  await keep('approvals/tried', dario, dryRunMoves, {
    body: {
      action: 'approve',
      batches: [first, second, third].map(({ batch_number }) => ({ batch_number, document_type: 'JE' })),
    },
  });
  await keep('approvals/tried-return', dario, dryRunMoves, {
    body: {
      action: 'return',
      batches: [second, fourth].map(({ batch_number }) => ({ batch_number, document_type: 'JE' })),
    },
  });
  const limit = (amount: string) =>
    settle(`update approving_officer set max_amount = ${amount} where user_id = ${by('preparer2').user.id}`);
  await limit('1');
  await keep('approvals/tried-above-limit', by('preparer2'), dryRunMoves, {
    body: {
      action: 'approve',
      batches: [second, fourth].map(({ batch_number }) => ({ batch_number, document_type: 'JE' })),
    },
  });
  await limit('20000');
  await keep('approvals/approved', dario, moveBatch, { ...at(first), body: { status: 7 } });
  await keep('approvals/inbox-left', dario, listBatches, list);
  await strike('2025-05-22T02:47:00Z');
  await move('approver2', third, 5);
  await keep('approvals/third-refused', dario, moveBatch, {
    ...at(third),
    body: { status: 5, row_version: overtaken.row_version },
  });
  await keep('approvals/returned', dario, moveBatch, {
    ...at(fourth),
    body: { status: 1, approved_remarks: 'Attach the statement.' },
  });
}

/** The search for a batch by its number. */
async function tellSearch() {
  const { keep } = recorder;
  const dollars = await save('preparer', journal('100.00', { currency_id: 2, dollar_rate: '56.25' }));
  await keep('search/found', by('preparer'), searchBatches, { query: { number: dollars.batch_number } });
  await keep('search/none', by('preparer'), searchBatches, { query: { number: '99999' } });
  const needsApproval = (needs: boolean) =>
    settle(`update setting set value = value || '{"JE": ${needs}}' where key in ('approval_required', 'review_stage')`);
  await needsApproval(false);
  await keep('search/needs-no-approval', by('preparer'), searchBatches, { query: { number: dollars.batch_number } });
  await needsApproval(true);
}

/** Posted journals, their prints and their voids. */
async function tellPosted() {
  const { keep, strike } = recorder;
  await strike('2025-05-21T05:00:00Z');
  const accrual = journal('50000.00');
  const [guards, payable] = accrual.details as [LineInput, LineInput];
  const posted = await save('preparer', {
    ...accrual,
    document_type: 'AE',
    details: [
      { ...guards, account_code: '502050', payee_id: books.payees.S0001 },
      { ...payable, account_code: '205020', remarks: '' },
    ],
  });
  // What was approved before it came back is no longer in force.
  await move('preparer', posted, 2);
  await move('admin', posted, 3);
  await move('approver1', posted, 1, { approved_remarks: 'Which guards?' });
  await move('preparer', posted, 2);
  await move('checker', posted, 3);
  await strike('2025-05-21T05:20:00Z');
  await move('preparer2', posted, 4);
  await strike('2025-05-21T16:30:00Z');
  await move('approver1', posted, 7);
  await strike('2025-05-22T03:06:00Z');
  await keep('posted/preview', by('preparer'), printJournalEntry, {
    params: { id: posted.batch_number },
    body: { preview: 1 },
  });
  await keep('posted/print', by('preparer'), printJournalEntry, { params: { id: posted.batch_number } });
  await keep('posted/print-unknown', by('preparer'), printJournalEntry, { params: { id: '9999999' } });
  await keep('posted/of-an-open-month', by('checker'), readBatch, of(posted));
  const months = (open: 0 | 1, from: number) =>
    settle(`update accounting_period set general_journal = ${open} where period between ${from} and 202612`);
  await months(0, 202505);
  await keep('posted/no-month-open', by('checker'), readBatch, of(posted));
  await keep('posted/void-refused', by('checker'), voidBatch, {
    body: { batch_number: posted.batch_number, reason: 'Wrong amount', remarks: 'Billed twice' },
  });
  await months(1, 202505);
  await setToday(app.ownerUrl, '2025-06-20');
  await settle(`update accounting_period set general_journal = 0 where period = 202505`);
  await keep('posted/of-a-closed-month', by('checker'), readBatch, of(posted));
  await settle(`update accounting_period set general_journal = 1 where period = 202505`);
  await setToday(app.ownerUrl, TODAY);
  await by('checker').call(voidBatch, {
    body: { batch_number: posted.batch_number, reason: 'Wrong amount', remarks: 'Billed twice' },
  });
  await keep('posted/print-of-a-void', by('preparer'), printJournalEntry, { params: { id: posted.batch_number } });
  const dollars = await save('preparer', journal('50000.00', { currency_id: 2, dollar_rate: '55.25' }));
  await keep('posted/print-in-dollars', by('preparer'), printJournalEntry, { params: { id: dollars.batch_number } });
}

/** What was archived, and the way back. */
async function tellArchive() {
  const { keep, strike } = recorder;
  const ana = by('preparer');
  await strike('2025-05-22T04:00:00Z');
  const voucher = { document_date: '2025-05-21', remarks: 'RENT OF MAY' };
  const rejected = await books.payAt('CV', 2, '1500.00', { ...voucher, cheque_number: '0000450' });
  await books.move(rejected, 'checker', 20, { approved_remarks: 'Wrong payee' });
  const posted = await books.payAt('CV', 7, '2500.00', {
    ...voucher,
    remarks: 'RENT OF APRIL',
    cheque_number: '0000451',
  });
  const admin = by('admin');
  const onStock = { params: { id: posted.batch_number } };
  await keep('archive/cheque', admin, printCheque, { ...onStock, body: {} });
  const [cheque] = (await admin.call(printCheque, { ...onStock, body: {} })).data.cheques;
  await keep('archive/cheque-printed', admin, printCheques, { body: { ids: [cheque!.id!], print: 1 } });
  await keep('archive/prints', ana, listPapersOfDocument, of(posted));
  await keep('archive/issued-papers', admin, listIssuedPapers, { query: { kind: 'cheque', pages: 25 } });
  await by('checker').call(voidBatch, {
    body: { batch_number: posted.batch_number, reason: 'Other', remarks: 'Torn' },
  });
  const voided = { params: { id: posted.batch_number } };
  await keep('archive/voucher', ana, printVoucher, { ...voided, body: {} });
  await keep('archive/details', ana, printDetails, { ...voided, body: { document_type: 'CV' } });
  const entry = await save('preparer', journal('3500.00'));
  await move('preparer', entry, 20);
  await settle(`update accounting_period set general_journal = 1 where period = 202504`);
  const april = await save('preparer', journal('4500.00', { document_date: '2025-04-30' }));
  await move('preparer', april, 20);
  await settle(`update accounting_period set general_journal = 0 where period = 202504`);
  const list = {
    query: { status: '20', sort: 'document_number', actions: 1 },
  } as const;
  await keep('archive/list', ana, listBatches, list);
  await keep('archive/list-of-another', by('preparer2'), listBatches, list);
  await keep('archive/list-of-a-reader', by('auditor'), listBatches, list);
  await keep('archive/stays', ana, moveBatch, { ...at(rejected), body: { status: 20, processing: 0 } });
  const lastVoucher = (to: string) => settle(`update number_series set series_to = ${to} where kind = 'voucher'`);
  await lastVoucher('next_number - 1');
  const again = { status: 1, processing: 0, new_voucher_number: 1, document_type: 'CV' } as const;
  await keep('archive/no-series', ana, moveBatch, { ...at(rejected), body: again });
  await lastVoucher('9999999');
  await keep('archive/restored', ana, moveBatch, { ...at(rejected), body: again });
  await keep('archive/journal-restored', ana, moveBatch, { ...at(entry), body: { status: 1, processing: 0 } });
}

/** Payments: what is entered, its tax, its cheques, and copies of what was voided. */
async function tellPayments() {
  const { keep, strike } = recorder;
  const ana = by('preparer');
  await strike('2025-05-22T05:00:00Z');
  const open = (column: 'general_journal' | 'disbursement', period: number, isOpen: 0 | 1) =>
    settle(`update accounting_period set ${column} = ${isOpen} where period = ${period}`);
  await open('general_journal', 202505, 0);
  await open('disbursement', 202506, 0);
  await keep('payment/choices', ana, entryChoices, {});
  await open('general_journal', 202505, 1);
  await open('disbursement', 202506, 1);
  await keep('payment/payee', ana, readEntryPayee, { params: { id: books.payees.S0001 } });
  await keep('payment/route', ana, previewApprovalRoute, {
    query: { document_type: 'CV', total_amount: '56000.00' },
  });
  const typed = { document_type: 'CV' as const, payee_id: books.payees.S0001, total_amount: '56000.00' };
  const saturday = { ...typed, dates: ['2025-05-24'] };
  await keep('payment/risks', ana, previewRisks, { body: saturday });
  await keep('payment/batches-none', ana, listBatches, { query: { document_type: 'OB', actions: 1 } });
  const chequeBook = { bank_id: books.banks['102101'], first_number: '0000451', last_number: '0000500' };
  await by('admin').call(addChequeBook, { body: chequeBook });
  await keep('payment/next-leaf', ana, previewNextLeaf, { query: { bank_id: books.banks['102101'] } });
  await keep('payment/payees', ana, resourceRoutes(payee).dropdown, { query: { search: 'BANTAY' } });
  await keep('payment/banks', ana, resourceRoutes(bank).dropdown, { query: {} });

  const paid = { document_date: '2025-05-21', remarks: 'GUARDS OF MAY', vat: 1, atc_code: 'WC120' };
  const body = books.payment('CV', '1500.00', { ...paid, cheque_number: '0000460' });
  const [charged, cash] = body.details as [LineInput, LineInput];
  const { data: draft } = await keep('payment/saved', ana, createBatch, {
    body: {
      ...body,
      details: [
        { ...charged, part: 'charged' },
        { ...cash, part: 'bank' },
        { ...charged, account_code: '203030', debit_amount: '5.00' },
      ],
    },
  });
  await keep('payment/draft', ana, readBatch, of(draft));
  const lock = { body: { document_type: 'CV' } };
  await keep('payment/locked', ana, lockBatch, { ...at(draft), ...lock });
  const changed = { ...body, headers: [{ ...body.headers[0]!, batch_number: draft.batch_number }] };
  await keep('payment/update-refused', ana, updateBatch, {
    ...at(draft),
    body: { ...changed, details: [{ ...charged, branch_id: null }, cash], row_version: draft.row_version },
  });
  await keep('payment/updated', ana, updateBatch, {
    ...at(draft),
    body: { ...changed, row_version: draft.row_version },
  });
  await keep('payment/freed', ana, unlockBatch, of(draft));

  const doubtful = books.payment('CV', '50000.00', { ...paid, cheque_number: '0000461' });
  const { data: doubt } = await keep('payment/doubtful-saved', ana, createBatch, {
    body: {
      ...doubtful,
      details: [
        doubtful.details[0]!,
        { ...cash, account_code: '203030', credit_amount: '5000.00', atc_code: 'WC120', tax_base: '50000.00' },
        { ...doubtful.details[1]!, credit_amount: '45000.00' },
      ],
    },
  });
  await keep('payment/reason-asked', ana, moveBatch, { ...at(doubt), body: { status: 2 } });
  await keep('payment/submitted', ana, moveBatch, {
    ...at(doubt),
    body: { status: 2, approved_remarks: 'Ruling of the tax office' },
  });

  const series = {
    ...paid,
    document_date: '2025-05-07,2025-05-14,2025-05-28',
    is_pdc: 1,
    number_of_cheques: 3,
    cheque_number: '0000471',
  };
  const cheques = await books.pay('CW', '1500.00', series);
  const stop = (batch: BatchDetail, document_number: string | null) =>
    by('checker').call(voidBatch, {
      body: { batch_number: batch.batch_number, document_number: document_number!, reason: 'Cheque stopped' },
    });
  await stop(cheques, cheques.documents[0]!.document_number);
  await keep('payment/series', ana, readBatch, of(cheques));
  await keep('payment/series-list', ana, listBatches, { query: { document_type: 'CW', actions: 1 } });
  const left = await books.read(cheques);
  await keep('payment/series-locked', ana, lockBatch, { ...at(cheques), body: { document_type: 'CW' } });
  await keep('payment/series-updated', ana, updateBatch, {
    ...at(cheques),
    body: {
      ...books.payment('CW', '1500.00', {
        ...series,
        remarks: 'RENT, CHANGED',
        number_of_cheques: 2,
        document_date: left.headers[1]!.document_date,
        cheque_number: left.headers[1]!.cheque_number,
      }),
      row_version: left.row_version,
    },
  });
  await keep('payment/series-freed', ana, unlockBatch, of(cheques));
  await move('preparer', cheques, 20);
  await keep('payment/series-void', ana, readBatch, of(cheques));

  const waits = await books.payAt('CV', 6, '750.00', { ...paid, remarks: 'GUARDS OF JUNE', cheque_number: '' });
  await keep('payment/waits-for-number', ana, readBatch, of(waits));
  await by('admin').call(addChequeBook, {
    body: { bank_id: books.banks['102103'], first_number: '0000500', last_number: '0000549' },
  });
  const { data: register } = await by('admin').call(listCheques, { query: { pages: 100 } });
  const queued = register.filter(({ batch_number }) => batch_number === waits.batch_number);
  await by('admin').call(numberCheques, { body: { ids: queued.map(({ id }) => id), first_number: '0000500' } });
  await keep('payment/numbered', ana, readBatch, of(waits));
  await books.bring(await books.read(waits), 7);
  await keep('payment/released-history', ana, batchHistory, of(waits));

  // A payable in dollars that is paid at the pesos that it was booked at.
  const settled = books.payment('CV', '100.00', {
    ...paid,
    currency_id: 2,
    dollar_rate: '55.25',
    bank_id: books.banks['102303'],
    cheque_number: '0000480',
  });
  const line = { branch_id: books.branch_id };
  settled.details = [
    { ...line, account_code: '201050', debit_amount: '100.00', debit_php: '5480.00' },
    { ...line, account_code: '404020', department_id: books.department_id, debit_php: '45.00' },
    { ...line, account_code: '102303', credit_amount: '100.00' },
  ];
  const foreign = await save('preparer', settled);
  await keep('payment/foreign', ana, readBatch, of(foreign));
  await keep('payment/foreign-locked', ana, lockBatch, { ...at(foreign), ...lock });
  await keep('payment/foreign-updated', ana, updateBatch, {
    ...at(foreign),
    body: { ...settled, row_version: foreign.row_version },
  });
  await keep('payment/foreign-freed', ana, unlockBatch, of(foreign));

  const dollars = books.payment('CW', '1500.00', {
    ...paid,
    currency_id: 2,
    dollar_rate: '56.25',
    bank_id: books.banks['102303'],
    cheque_number: '0000481',
    is_confidential: 1,
    regular_trx: 1,
  });
  const [rent, bankLine] = dollars.details as [LineInput, LineInput];
  const voided = await save('preparer', {
    ...dollars,
    details: [
      { ...rent, part: 'charged', remarks: 'MAY 2025' },
      { ...bankLine, account_code: '102303', department_id: books.department_id, remarks: '' },
    ],
  });
  await by('preparer').call(moveBatch, { ...at(voided), body: { status: 20 } });
  await keep('payment/void-in-dollars', ana, readBatch, of(voided));

  await settle(`insert into business_partner (bp_code, name, payee_code, class_code, hold)
      values ('BP-0001', 'Kunwari Pawnshops', 'S0001', 'PS', 1);
    update payee set employee_status = 2 where payee_code = 'S0001';`);
  await keep('payment/payee-held', ana, readEntryPayee, { params: { id: books.payees.S0001 } });
}

/** A payment like another one, as its checker and then its approver see it. */
async function tellRisks() {
  const { keep, strike } = recorder;
  await strike('2025-05-22T06:00:00Z');
  const like = { remarks: 'INVOICE SI-00123', document_date: '2025-05-18', payee_id: books.payees.C0001 };
  await books.payAt('CV', 6, '12000.00', { ...like, cheque_number: '0000491' });
  await books.pay('CV', '10.00', {
    ...like,
    document_date: '2025-05-17',
    cheque_number: '0000492',
    is_confidential: 1,
  });
  const batch = await books.pay('CV', '8500.00', { ...like, cheque_number: '0000493' });
  await strike('2025-05-22T06:10:00Z');
  await books.move(batch, 'preparer', 2);
  await strike('2025-05-22T06:20:00Z');
  const list = {
    query: { for_my_approval: 1, actions: 1, sort: 'submitted_at', pages: 50, document_type: 'CV' },
  } as const;
  await keep('risks/for-review', by('checker'), readBatch, of(batch));
  await books.move(batch, 'checker', 3);
  const dario = by('approver1');
  await keep('risks/inbox', dario, listBatches, list);
  const { data } = await keep('risks/for-approval', dario, readBatch, of(batch));
  await keep('risks/tried', dario, dryRunMoves, {
    body: { action: 'approve', batches: [{ batch_number: batch.batch_number, document_type: 'CV' }] },
  });
  await keep('risks/approved', dario, moveBatch, {
    ...at(batch),
    body: { status: 6, risks_seen: data.risk_signals.map(({ fingerprint }) => fingerprint) },
  });
  await keep('risks/inbox-left', dario, listBatches, list);
}

/** The paper of an order of more lines than a page has. */
async function tellOrderPrint() {
  const { keep, strike } = recorder;
  await strike('2025-05-22T07:00:00Z');
  const ana = by('preparer');
  const { data: order } = await ana.call(createOrder, {
    body: {
      po_date: '2025-05-22',
      payee_id: books.payees.S0001,
      contact_person: 'Rosa Halimbawa',
      email_add: 'sales@bantay.example',
      payment_term: 15,
      shipping_date: '2025-06-30',
      vat_type: 1,
      remarks: 'DELIVER TO THE STOCKROOM',
      po_details: [
        {
          item_description: 'THERMAL PAPER, ROLLS OF 80 MM BY 70 M FOR THE PRINTERS AT THE COUNTERS OF ALL BRANCHES',
          quantity: '2.5',
          unit: 'boxes',
          unit_cost: '1,120.00',
        },
        ...Array.from({ length: 12 }, (_, line) => ({
          item_description: `GUARDS, BRANCH SMP-${String(line + 1).padStart(3, '0')}`,
          quantity: '1',
          unit: 'month',
          unit_cost: '1,120.00',
        })),
      ],
    },
  });
  const params = { id: order.po_number };
  await keep('paper/order-draft', ana, printOrder, { params });
  for (const [role, status] of [
    ['preparer', 2],
    ['checker', 3],
    ['approver1', 7],
  ] as const)
    await move(role, order, status);
  await strike('2025-05-22T07:10:00Z');
  await keep('paper/order', ana, printOrder, { params });
  await keep('paper/order-unknown', ana, printOrder, { params: { id: 'PO9999999' } });
}

/** The receipt of a payment of which 2,000.00 were withheld: its papers, its mails, and one for a payor without e-mail. */
async function tellReceipts() {
  const { keep, strike } = recorder;
  const ana = by('preparer');
  await strike('2025-05-22T08:00:00Z');
  await settle("update account set role = 'CWT' where acct_code = '108050'");
  const receiptOf = async (payee_id: number) => {
    const line = (account_code: string, side: 'debit_amount' | 'credit_amount', amount: string) => ({
      account_code,
      branch_id: books.branch_id,
      payee_id,
      [side]: amount,
    });
    const header = { document_date: '2025-05-22', payee_id, is_or_ar: 3, vat: 1, remarks: 'SERVICES OF MAY' };
    return save('preparer', {
      ...books.payment('CR', '1.00', header),
      details: [
        line('102103', 'debit_amount', '110000.00'),
        line('108050', 'debit_amount', '2000.00'),
        line('205020', 'credit_amount', '112000.00'),
      ],
    });
  };
  const onPaper = await receiptOf(books.payees.S0001);
  await keep('receipt/draft-without-email', ana, readBatch, of(onPaper));
  await keep('receipt/issued-without-email', ana, moveBatch, { ...at(onPaper), body: { status: 7 } });
  const issued = await receiptOf(books.payees.C0001);
  await move('preparer', issued, 7);
  await strike('2025-05-22T08:10:00Z');
  const print = (paper: 'or' | 'ar' | 'e') => ({ params: { id: issued.batch_number, paper }, body: {} });
  const { data } = await keep('receipt/official', ana, cashReceiptPrint.print, print('or'));
  await keep('receipt/acknowledgement', ana, cashReceiptPrint.print, print('ar'));
  await keep('receipt/electronic', ana, cashReceiptPrint.print, print('e'));
  await keep('receipt/form', ana, receiptForm, {});
  await keep('receipt/differs', ana, cashReceiptPrint.print, {
    params: { id: data.batch.receipt.or_number!, paper: 'or' },
    body: { collected_amount: '1.00' },
  });
  await keep('receipt/issued', ana, readBatch, of(issued));
  await keep('receipt/mails', ana, cashReceiptPrint.mails, at(issued));
  await keep('receipt/sent', ana, cashReceiptPrint.send, at(issued));
}

/** A purchase order from its number to where it is closed short. */
async function tellOrders() {
  const { keep, strike } = recorder;
  const ana = by('preparer');
  await strike('2025-05-22T08:00:00Z');
  const order = {
    po_date: '2025-05-22',
    request_date: '2025-05-20',
    payee_id: books.payees.S0001,
    contact_person: 'Rosa Halimbawa',
    email_add: 'sales@bantay.example',
    payment_term: 15,
    shipping_date: '2025-06-30',
    vat_type: 1,
    remarks: 'GUARDS OF JUNE',
    po_details: [
      { item_description: 'GUARDS, BRANCH SMP-001', quantity: '6', unit: 'months', unit_cost: '28000.00' },
      { item_description: 'GUARDS, BRANCH SMP-002', quantity: '6', unit: 'months', unit_cost: '16800.00' },
    ],
  };
  await keep('order/payee', ana, readEntryPayee, { params: { id: books.payees.S0001 } });
  const draft_id = 'f5a3c1de-0000-4000-8000-000000000002';
  const { data: taken } = await keep('order/number', ana, takeBatchNumber, {
    query: { draft_id, document_type: 'PO' },
  });
  const po_number = taken.batch_number;
  const [line] = order.po_details;
  await keep('order/refused', ana, createOrder, {
    body: { ...order, payee_id: books.payees.X0001, po_details: [line!, { ...line!, unit_cost: '28000.001' }] },
  });
  const { data: saved } = await keep('order/saved', ana, createOrder, { body: { ...order, po_number } });
  await keep('order/draft', ana, readBatch, of(saved));
  await keep('order/locked', ana, lockBatch, { ...at(saved), body: { document_type: 'PO' } });
  await keep('order/freed', ana, unlockBatch, of(saved));
  await keep('order/list', ana, listOrders, { query: { po_date: '2025-05-01', actions: 1 } });
  await books.bring(saved, 7);
  await keep('order/approved', ana, readBatch, of(saved));
  await keep('order/approved-order', ana, readOrder, at(saved));
  await keep('order/mailed', ana, emailOrder, { ...at(saved), body: { to: 'sales@bantay.example' } });
  await strike('2025-05-22T08:10:00Z');
  await keep('order/close', ana, moveBatch, {
    params: { id: po_number },
    body: { status: 10, approved_remarks: 'The branch is closed.', document_type: 'PO' },
  });
  await keep('order/closed', ana, readBatch, of(saved));
  await keep('order/closed-order', ana, readOrder, at(saved));
}

/** A billing from its number to where it is cancelled; its customer owes an older invoice. */
async function tellBillings() {
  const { keep, strike } = recorder;
  const ana = by('preparer');
  await strike('2025-05-22T09:00:00Z');
  const [usage, training] = await makeBillingMasters(app.database, books);
  await settle(`update payee set vat = 1 where payee_code = 'C0001'`);
  const bill = async (body: object) => {
    const given = {
      payee_id: books.payees.C0001,
      vat: 1,
      branch_id: books.branch_id,
      department_id: books.department_id,
      ...body,
    } as never;
    return (await ana.call(createBilling, { body: given })).data;
  };
  const approve = async (billing: BatchDetail, ...steps: [Role, number][]) => {
    for (const [role, status] of steps) await move(role, billing, status, { document_type: 'BI' });
  };
  const line = { billing_service_id: usage, account_code: '408010' };
  const older = await bill({
    billing_date: '2025-05-02',
    payment_term: 15,
    remarks: 'SYSTEM USAGE OF MARCH',
    billing_details: [{ ...line, total_amount: '11,200.00' }],
  });
  await approve(older, ['preparer', 3], ['approver1', 7]);

  await keep('billing/choices', ana, entryChoices, {});
  await keep('billing/payee', ana, readEntryPayee, { params: { id: books.payees.C0001 } });
  await keep('billing/last', ana, searchInvoices, { query: { payee_id: books.payees.C0001 } });
  await keep('billing/older', ana, readBatch, of(older));
  await keep('billing/owed', ana, listUncollected, { query: { payee_id: books.payees.C0001 } });
  const { data: taken } = await keep('billing/number', ana, takeBatchNumber, {
    query: { draft_id: 'f5a3c1de-0000-4000-8000-000000000003', document_type: 'BI' },
  });
  const billing = {
    billing_request_no: taken.batch_number,
    billing_date: '2025-05-22',
    payee_id: books.payees.C0001,
    vat: 1,
    payment_term: 30,
    branch_id: books.branch_id,
    department_id: books.department_id,
    remarks: 'SYSTEM USAGE AND TRAINING OF APRIL',
    billing_details: [
      { ...line, description: 'APRIL 2025', total_amount: '89600.00' },
      {
        billing_service_id: training,
        account_code: '408020',
        vat: 3,
        description: 'TELLERS',
        total_amount: '22400.00',
      },
    ],
  };
  const { data: saved } = await keep('billing/saved', ana, createBilling, { body: billing });
  await keep('billing/draft', ana, readBatch, of(saved));
  await keep('billing/locked', ana, lockBatch, { ...at(saved), body: { document_type: 'BI' } });
  await keep('billing/freed', ana, unlockBatch, of(saved));
  await approve(saved, ['preparer', 3], ['approver1', 4], ['approver2', 5], ['approver3', 7]);
  await strike('2025-05-22T09:10:00Z');
  const carla = by('checker');
  await keep('billing/approved', carla, readBatch, of(saved));
  await keep('billing/approved-billing', carla, readBilling, at(saved));
  await keep('billing/print', carla, printBilling, at(saved));
  const { data: copy } = await carla.call(printBilling, at(saved));
  await keep('billing/verified', carla, verifyPaper, { params: { code: copy.code! } });
  await keep('billing/prints', carla, listPapersOfDocument, of(saved));
  await keep('billing/issued-papers', by('admin'), listIssuedPapers, { query: { search: 'BI-HOB', pages: 25 } });
  await keep('billing/printers', by('admin'), listPrinters, {});
  await keep('billing/mailed', ana, emailBilling, {
    body: { billing_request_no: taken.batch_number, email_add: 'accounts1@customer.example' },
  });
  await keep('billing/list', carla, listBillings, { query: { request_date: '2025-05-01', actions: 1 } });
  await keep('billing/cancel', carla, setAccountingStatus, {
    params: at(older).params,
    body: {
      accounting_status: 20,
      remarks: 'Billed twice',
      row_version: (await books.people.checker.call(readBilling, at(older))).data.row_version,
    },
  });
  await keep('billing/dispute', ana, disputeBilling, {
    ...at(saved),
    body: { dispute_reason: 'The rate was agreed at 10 %.' },
  });
  await keep('billing/disputed-billing', carla, readBilling, at(saved));
  await books.people.preparer.call(disputeBilling, { ...at(saved), body: { dispute_reason: '' } });
  await keep('billing/cancelled-list', carla, listBillings, { query: { request_date: '2025-05-01', actions: 1 } });
}

/** A collection from its number to where its receipt is issued; its customer owes two invoices and has paid in advance. */
async function tellCollections() {
  const { keep, strike } = recorder;
  const ana = by('preparer');
  await strike('2025-05-23T09:00:00Z');
  await makeCollectionMasters(app.database);
  await settle(`update setting set value = '"50.00"' where key = 'write_off_without_approval'`);
  const place = { branch_id: books.branch_id, department_id: books.department_id };
  const customer = { payee_id: books.payees.C0001, bank_id: books.banks['102103'], ...place };
  const { services } = (await ana.call(entryChoices, {})).data;
  const older = await ana.call(createBilling, {
    body: {
      ...place,
      billing_date: '2025-05-05',
      payee_id: books.payees.C0001,
      vat: 1,
      billing_details: [{ billing_service_id: services[0]!.id, account_code: '408010', total_amount: '11200.00' }],
    },
  });
  await move('preparer', older.data, 3, { document_type: 'BI' });
  await move('approver1', older.data, 7, { document_type: 'BI' });
  const deposit = await ana.call(createCollection, {
    body: {
      ...customer,
      collection_date: '2025-05-22',
      is_or_ar: 2,
      received_amount: '500.00',
      collection_details: [],
    },
  });
  await move('preparer', deposit.data, 7, { document_type: 'CN' });

  await keep('collection/choices', ana, entryChoices, {});
  const query = { payee_id: books.payees.C0001 };
  const { data: open } = await keep('collection/open', ana, listUncollected, { query });
  await keep('collection/advance', ana, readAdvance, { query });
  await keep('customer/owes', by('admin'), readCustomer, { params: { id: books.payees.C0001 }, query: {} });
  const entries = { payee_id: books.payees.C0001, sort: '-document_date', page: 1, pages: 10 };
  await keep('customer/entries', by('admin'), listBatches, { query: entries });
  await keep('customer/statement', by('admin'), sendStatement, {
    params: { id: books.payees.C0001 },
    body: { from_date: '2025-05-01', as_of: '2025-05-22', email_add: 'books@c0001.example' },
  });
  await keep('customer/prints', by('admin'), listPapersOfCustomer, { params: { id: books.payees.C0001 } });
  await keep('customer/late', by('admin'), listReminders, {});
  await keep('customer/reminded', by('admin'), sendReminders, { body: { payee_ids: [books.payees.C0001] } });
  await keep('collection/official', ana, previewOfficialReceipt, { query: {} });
  await keep('collection/acknowledgement', ana, previewAcknowledgementReceipt, { query: {} });
  const { data: taken } = await keep('collection/number', ana, takeBatchNumber, {
    query: { draft_id: 'f5a3c1de-0000-4000-8000-000000000004', document_type: 'CN' },
  });
  const collection = {
    ...customer,
    collection_number: taken.batch_number,
    collection_date: '2025-05-23',
    is_or_ar: 1,
    remarks: 'CHEQUE BDO 0088123',
    received_amount: '121000.00',
    collection_details: [
      { billing_invoice_no: open[0]!.billing_invoice_no, cash_amount: '11150.00', write_off_amount: '50.00' },
      { billing_invoice_no: open[1]!.billing_invoice_no, cash_amount: '109760.00', withholding_amount: '2240.00' },
    ],
  };
  await keep('collection/route', ana, previewApprovalRoute, {
    query: { document_type: 'CN', total_amount: '11200.00', written_off: '50.01' },
  });
  await keep('collection/refused', ana, createCollection, { body: { ...collection, bank_id: null } });
  const { data: saved } = await keep('collection/saved', ana, createCollection, { body: collection });
  await keep('collection/draft', ana, readBatch, of(saved));
  await keep('collection/locked', ana, lockBatch, { ...at(saved), body: { document_type: 'CN' } });
  await keep('collection/freed', ana, unlockBatch, of(saved));
  await onTheDay('2025-05-23', () =>
    keep('collection/moved', ana, moveBatch, { ...at(saved), body: { status: 7, document_type: 'CN' } }),
  );
  await strike('2025-05-23T09:10:00Z');
  const carla = by('checker');
  const { data: issued } = await keep('collection/issued', carla, readBatch, of(saved));
  await keep('collection/settled', carla, readBatch, of(older.data));
  await keep('collection/settled-billing', carla, readBilling, at(older.data));
  const print = (id: string, paper: 'or' | 'e') => ({ params: { id, paper }, body: {} });
  await keep('collection/receipt', carla, collectionPrint.print, {
    ...print(issued.headers[0]!.or_number!, 'or'),
    body: { collection_date: '2025-05-23', payee_desc: issued.payee_desc!, collected_amount: '123240.00' },
  });
  await keep('collection/electronic', carla, collectionPrint.print, print(saved.batch_number, 'e'));
  await keep('collection/mails', carla, collectionPrint.mails, at(saved));
  await keep('collection/list', carla, listCollections, { query: { collection_date: '2025-05-01', actions: 1 } });
  await keep('collection/cancel', carla, setCollectionAccountingStatus, {
    params: at(saved).params,
    body: { accounting_status: 20, remarks: 'Cheque returned' },
  });
  await keep('collection/cancelled-list', carla, listCollections, {
    query: { collection_date: '2025-05-01', actions: 1 },
  });
}

/** Does something on a later day of the books: what is received is dated by then. */
async function onTheDay(day: string, act: () => Promise<unknown>): Promise<void> {
  await setToday(app.ownerUrl, day);
  await act();
  await setToday(app.ownerUrl, TODAY);
}

/** A post-dated cheque of a customer who owes two invoices: deposited, its receipt issued, and returned by the bank. */
async function tellBouncedCheque() {
  const { keep } = recorder;
  const ana = by('preparer');
  const cheque = await by('admin').call(resourceRoutes(receivedCheque).create, {
    body: {
      payee_code: 'C0001',
      bank_name: 'BANGKO KUNWARI',
      cheque_number: '0004711',
      cheque_date: '2025-05-22',
      cheque_amount: '11200.00',
      received_date: '2025-05-02',
    },
  });
  const { data: deposit } = await ana.call(depositCheques, {
    body: {
      ids: [cheque.data.id],
      bank_id: books.banks['102103'],
      collection_date: '2025-05-23',
      branch_id: books.branch_id,
    },
  });
  const { collection_number } = deposit.collections[0]!;
  const params = { params: { id: collection_number } };
  const carla = by('checker');
  await keep('collection/cheque-held-back', carla, readCollection, params);
  await onTheDay('2025-05-23', () => ana.call(moveBatch, { ...params, body: { status: 7, document_type: 'CN' } }));
  await keep('collection/cheque-issued', carla, readCollection, params);
  await keep('collection/bounced', carla, voidCollection, {
    body: { collection_number, reason: 'Bounced: Insufficient funds (DAIF)', returned_by_bank: 1 },
  });
  await keep('collection/of-bounced', carla, readCollection, params);
  await keep('customer/cheques', by('admin'), readCustomer, { params: { id: books.payees.C0001 }, query: {} });
  await keep('collection/bounced-batch', carla, readBatch, { ...params, query: { document_type: 'CN' } });
}

/** A customer of dollar invoices who has paid in advance: his advance settles one, while a colleague changes the draft. */
async function tellForeignAdvance() {
  const { keep, strike } = recorder;
  const [ana, carla] = [by('preparer'), by('checker')];
  await strike('2025-05-23T10:00:00Z');
  const dollars = {
    payee_id: books.payees.C0001,
    currency_id: 2,
    branch_id: books.branch_id,
    department_id: books.department_id,
  };
  const { services } = (await ana.call(entryChoices, {})).data;
  const billing = await ana.call(createBilling, {
    body: {
      ...dollars,
      billing_date: '2025-05-06',
      dollar_rate: '55',
      vat: 3,
      billing_details: [{ billing_service_id: services[0]!.id, account_code: '408010', total_amount: '300.00' }],
    },
  });
  await move('preparer', billing.data, 3, { document_type: 'BI' });
  await move('approver1', billing.data, 7, { document_type: 'BI' });
  const advance = await ana.call(createCollection, {
    body: {
      ...dollars,
      collection_date: '2025-05-07',
      bank_id: books.banks['102303'],
      is_or_ar: 1,
      dollar_rate: '50',
      received_amount: '100.00',
      collection_details: [],
    },
  });
  await move('preparer', advance.data, 7, { document_type: 'CN' });
  const query = { payee_id: dollars.payee_id };
  const { data: open } = await keep('collection/foreign-open', ana, listUncollected, { query });
  await keep('collection/foreign-advance', ana, readAdvance, { query: { ...query, currency_id: 2 } });
  const { billing_invoice_no } = open.find(({ currency_id }) => currency_id === 2)!;
  const applied = {
    ...dollars,
    collection_date: '2025-05-23',
    is_or_ar: 1,
    dollar_rate: '56.25',
    advance_amount: '80.00',
    collection_details: [{ billing_invoice_no, cash_amount: '80.00' }],
  };
  const { data: saved } = await keep('collection/foreign-saved', ana, createCollection, { body: applied });
  const { data: draft } = await keep('collection/foreign-draft', ana, readBatch, of(saved));
  await keep('collection/foreign-locked', ana, lockBatch, { ...at(saved), body: { document_type: 'CN' } });
  await keep('collection/foreign-freed', ana, unlockBatch, of(saved));
  const change = { ...at(saved), body: { ...applied, dollar_rate: '57', row_version: draft.row_version } };
  await by('preparer2').call(updateCollection, change);
  await keep('collection/foreign-changed', ana, updateCollection, change);
  await keep('collection/foreign-newer', ana, readBatch, of(saved));
  await onTheDay('2025-05-23', () => move('preparer', saved, 7, { document_type: 'CN' }));
  await keep('collection/foreign-issued', carla, readBatch, of(saved));
  const body = {
    ...applied,
    advance_amount: '10.00',
    collection_details: [{ billing_invoice_no, cash_amount: '10.00' }],
  };
  await ana.call(createCollection, { body });
  const { data: left } = await ana.call(createCollection, { body });
  const drafts = { query: { collection_date: '2025-05-01', status: '1', actions: 1 } } as const;
  await keep('collection/drafts', ana, listCollections, drafts);
  await keep('collection/deleted', ana, deleteBatch, of(left));
  await keep('collection/drafts-left', ana, listCollections, drafts);
}

/** A template whose customers are billed: of one an amount is asked, another is on hold. */
async function tellRegularBilling() {
  const { keep, strike } = recorder;
  const [ana, ivan] = [by('preparer'), by('admin')];
  await strike('2025-05-24T01:00:00Z');
  await settle(`
    insert into payee (payee_code, payee_desc, payee_type, vat, billing_hold) values
      ('F0001', 'FRANCHISE QUIAPO', 4, 2, null), ('F0002', 'FRANCHISE PASIG', 4, 1, 'Nothing paid since March.')`);
  const { data: franchises } = await ivan.call(resourceRoutes(payee).dropdown, { query: { search: 'FRANCHISE' } });
  const idOf = (code: string) => franchises.find((row) => row.code === code)!.id;
  const { accounts, services } = (await ana.call(entryChoices, {})).data;
  const fee = (payee_id: number, credit_amount: string, service = 0) => ({
    account_id: accounts.find(({ code }) => code === '408010')!.id,
    payee_id,
    department_id: books.department_id,
    branch_id: books.branch_id,
    billing_service_id: services[service]!.id,
    credit_amount,
    remarks: 'MONTHLY',
  });
  const made = await ivan.call(resourceRoutes(regularTransaction).create, {
    body: {
      txn_type: 'Fees of the franchises',
      document_type: 'BI',
      remarks: 'FEES OF THE MONTH',
      lines: [
        fee(books.payees.C0001, '11200.00'),
        fee(books.payees.C0001, '0.00', 1),
        fee(idOf('F0001'), '5600.00'),
        fee(idOf('F0002'), '5600.00'),
      ],
    },
  });
  await keep('regular/choices', ana, entryChoices, {});
  const template = made.data;
  await keep('regular/template', ivan, regularRoutes.dataToCreate, {
    query: { id: template.id, document_date: '2025-05-01' },
  });
  const customers = [books.payees.C0001, idOf('F0001'), idOf('F0002')].map((payee_id) => ({
    payee_id,
    branch_id: books.branch_id,
    department_id: books.department_id,
    billing_details: template.lines
      .filter((line) => line.payee_id === payee_id)
      .map(({ billing_service_id, account_code, credit_amount, remarks }) => ({
        billing_service_id,
        account_code: account_code!,
        description: remarks!,
        total_amount: credit_amount,
      })),
  }));
  const body = { regular_trx: template.id, billing_date: '2025-05-24', payment_term: 15, customers };
  await keep('regular/preview', ana, previewRegularBilling, { body });
  customers[0]!.billing_details[1]!.total_amount = '1120.00';
  await keep('regular/typed', ana, previewRegularBilling, { body });
  await keep('regular/refused', ana, sendRegularBilling, { body });
  await keep('regular/sent', ana, sendRegularBilling, { body: { ...body, customers: customers.slice(0, 2) } });
}

/** Saved views of a report: one's own, and one that somebody else shares. */
async function tellViews() {
  const { keep } = recorder;
  const joy = await createSignedInClient(app.server, app.database, {
    first_name: 'Joy',
    last_name: 'Ramos',
    levels: { 'Trial Balance': 1 },
  });
  const report = trialBalanceReport.name;
  const list = { query: { report } };
  const create = (name: string, filter: Record<string, string>, more: object = {}) => ({
    body: { report, name, filter, ...more },
  });
  await keep('views/none', joy, listReportViews, list);
  const { data: own } = await keep('views/saved', joy, createReportView, create('By branch', { by: 'branch' }));
  await keep('views/one', joy, listReportViews, list);
  await keep('views/name-taken', joy, createReportView, create('BY BRANCH', { by: 'branch' }));
  const shared = { is_shared: true };
  await by('admin').call(createReportView, create('Before closing', { closing: '0' }, shared));
  const { data } = await keep('views/with-shared', joy, listReportViews, list);
  const others = { params: { id: data.find(({ is_own }) => !is_own)!.id } };
  await keep('views/begun-with-shared', joy, chooseDefaultView, { ...others, body: { is_default: true } });
  await keep('views/default-shared', joy, listReportViews, list);
  const owned = { params: { id: own.id } };
  const change = (row_version: number, more: object) => ({ ...owned, body: { row_version, ...more } });
  await keep('views/replaced', joy, updateReportView, change(1, { filter: { by: 'department' } }));
  await keep('views/one-replaced', joy, listReportViews, list);
  await keep('views/changed-meanwhile', joy, updateReportView, change(1, { filter: {} }));
  await keep('views/deleted', joy, deleteReportView, owned);
  await keep('views/own-deleted', joy, listReportViews, list);
}

/** Schedules of a saved view: as their owner sees them, with what was sent, and as one sees them whom they reach. */
async function tellSchedules() {
  const { keep, strike } = recorder;
  const reader = (first_name: string) =>
    createSignedInClient(app.server, app.database, { first_name, last_name: 'Tan', levels: { 'Trial Balance': 1 } });
  const [maya, noel] = [await reader('Maya'), await reader('Noel')];
  const report = trialBalanceReport.name;
  const filter = { type: 'ftm', year: '2025', month: '5', by: 'branch' };
  const { data: view } = await maya.call(createReportView, { body: { report, name: 'By branch', filter } });
  await keep('schedules/views', maya, listReportViews, { query: { report } });
  await keep('schedules/none', maya, listReportSchedules, {});
  await keep('schedules/readers', maya, findReportReaders, { query: { report, search: 'tan' } });
  const plan = { rhythm: 'weekly', weekday: 5, hour: 8, days: 'saved', format: 'link' } as const;
  const both = { ...plan, view_id: view.id, recipients: [maya.user.id, noel.user.id] };
  const { data: own } = await keep('schedules/saved', maya, createReportSchedule, { body: both });
  const one = { params: { id: own.id } };
  await keep('schedules/list', maya, listReportSchedules, {});
  await keep('schedules/of-reader', noel, listReportSchedules, {});
  await keep('schedules/nothing-sent', maya, listReportSendings, one);
  await strike('2025-05-22T09:00:00Z');
  await keep('schedules/sent', maya, sendReportSchedule, one);
  await keep('schedules/sendings', maya, listReportSendings, one);
  await keep('schedules/sent-just-now', maya, sendReportSchedule, one);
  const paused = { ...one, body: { row_version: own.row_version, state: 'paused' as const } };
  await keep('schedules/paused', maya, runReportSchedule, paused);
  await keep('schedules/list-paused', maya, listReportSchedules, {});
  await keep('schedules/left', noel, leaveReportSchedule, one);
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    db.updateTable('app_user').set({ end_date: '2020-12-31' }).where('id', '=', noel.user.id).execute(),
  );
  await keep('schedules/reader-refused', maya, createReportSchedule, { body: both });
  await keep('schedules/deleted', maya, deleteReportSchedule, one);
}

/** Two batches that another system sent, as a reader of their department sees them; one is deleted. */
async function tellIntegrated() {
  const { keep, strike } = recorder;
  const levels = { Users: 4, 'Journal Entries': 3, 'Integrated Transactions': 4 } as const;
  // Their names are told: those that nobody gives depend on the tests before.
  const comer = (first_name: string) =>
    createSignedInClient(app.server, app.database, { levels, dept_code: 'ACCT', first_name, last_name: 'Lim' });
  const mara = await comer('Mara');
  const carlo = await comer('Carlo');
  await settle(`with made as (insert into integration_source (source_code, source_name, posting, takes_je)
      values ('IS', 'Information system', 'posts', 1) returning id)
    insert into integration_source_department select id, ${books.department_id} from made`);
  const { data: made } = await mara.call(makeApiClient, {
    body: { client_name: 'Information system', scopes: ['integrated'], source: 'IS', departments: ['ACCT'] },
  });
  const { client_id, client_secret } = made;
  const token = await app.server.inject({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
  });
  const send = async (batch_no: string, amount: string, branch = 'SMP-001', status = 201) => {
    const line = { branch, debit_amount: '0.00', credit_amount: '0.00' };
    const lines = [
      { ...line, account_code: '502010', department: 'ACCT', payee_code: 'S0001', debit_amount: amount },
      { ...line, account_code: '102103', credit_amount: amount },
    ];
    const reply = await app.server.inject({
      method: 'POST',
      url: '/api/trx/integrated',
      headers: {
        authorization: `Bearer ${token.json<{ access_token: string }>().access_token}`,
        'idempotency-key': `sending-${batch_no}`,
      },
      payload: {
        batch_no,
        department: 'ACCT',
        document_type: 'JE',
        control: { documents: 1, lines: 2, debit: amount, credit: amount },
        documents: [{ document_no: 'D-1', ...DATED, lines }],
      },
    });
    if (reply.statusCode !== status) throw new Error(reply.body);
    return reply.json<{ data: ReceivedAnswer }>().data;
  };
  await strike('2025-05-22T00:00:00Z');
  const first = await send('77', '86000.00');
  const second = await send('78', '1500.00');
  await keep('integrated/list', carlo, listIntegrated, { query: { document_date: '2025-05-01' } });
  await keep('integrated/first', carlo, listIntegrated, { query: { batch_number: first.batch_number } });
  await keep('integrated/second', carlo, listIntegrated, { query: { batch_number: second.batch_number } });
  await send('79', '900.00', 'SMP-049', 422);
  await keep('integrated/refused', carlo, listRefused, { query: {} });
  await keep('integrated/deleted', carlo, deleteIntegrated, { body: { batch_number: first.batch_number, status: 20 } });
}

/** A file of lines with a fault, corrected and taken; the batch of it and its header, accepted by another person and undone. */
async function tellUploads() {
  const { keep, strike } = recorder;
  const levels = { 'Upload from IS': 4 } as const;
  const ana = await createSignedInClient(app.server, app.database, {
    levels,
    dept_code: 'ACCT',
    first_name: 'Ana',
    last_name: 'Cruz',
  });
  const carla = await createSignedInClient(app.server, app.database, { levels, dept_code: 'ACCT' });
  const fileOf = (id: string, name: string, lines: readonly string[], preview: '0' | '1') => {
    const form = new FormData();
    form.set('upload_id', id.repeat(32));
    form.set('preview', preview);
    form.append('upload_file[]', new File([lines.join('\n')], name));
    return { form };
  };
  const head = ['BATCH_NO,DOCUMENT_NO,DOCUMENT_TYPE,DOCUMENT_DATE,REMARKS', '90,D-1,JE,2025-05-21,Fees of May'];
  const lines = [
    'BATCH_NO,DOCUMENT_NO,ACCT,BR,DEPT,DR,CR,COST_GRP',
    '90,D-1,502010,SMP-003,ACCT,1250.00,,A',
    '90,D-1,102103,SMP-001,,,1250.00,A',
  ];
  const upload_id = 'b'.repeat(32);
  await strike('2025-05-22T01:00:00Z');
  await keep('uploads/mappings', ana, listMappings, { query: { kind: 'detail-is' } });
  await keep('uploads/unreadable', ana, uploadCalls['detail-is'], fileOf('c', 'a.csv', ['%PDF-1.4'], '1'));
  await keep('uploads/faulty', ana, uploadCalls['detail-is'], fileOf('b', 'is-detail-0521.csv', lines, '1'));
  await keep('uploads/faulty-rows', ana, readUploadRows, { params: { upload_id }, query: { faults: 1 } });
  await keep('uploads/corrected', ana, uploadCalls['detail-is'], {
    body: { upload_id, preview: 1, corrections: [{ row: 2, column: 3, value: 'SMP-002' }] },
  });
  await keep('uploads/corrected-rows', ana, readUploadRows, { params: { upload_id }, query: {} });
  await keep('uploads/taken', ana, uploadCalls['detail-is'], { body: { upload_id } });
  const undated = ['BATCH_NO,DOCUMENT_NO,DOCUMENT_TYPE,DOCUMENT_DATE', '91,D-1,JE,03/04/2025'];
  await keep('uploads/refused', ana, uploadCalls['header-is'], fileOf('d', 'undated.csv', undated, '0'));
  await keep('uploads/header', ana, uploadCalls['header-is'], fileOf('e', 'is-header-0521.csv', head, '0'));
  await keep('uploads/waiting', carla, listWaiting, {});
  await keep('uploads/waiting-details', carla, readWaiting, { query: { source: 'IS', batch_no: '90' } });
  const batches = [{ source: 'IS', batch_no: '90' }];
  await keep('uploads/accepted', carla, acceptUploads, { body: { batches } });
  await keep('uploads/accepted-before', carla, acceptUploads, { body: { batches } });
  await keep('uploads/files', carla, listUploads, { query: {} });
  await keep('uploads/undone', carla, undoUpload, { params: { upload_id }, body: { reason: 'Wrong month' } });
  const named = fileOf('f', 'branches.csv', lines, '1');
  named.form.set('mapping', 'Of branches');
  await ana.call(uploadCalls['detail-is'], named);
  const { data } = await keep('uploads/mappings-kept', ana, listMappings, { query: { kind: 'detail-is' } });
  await keep('uploads/mapping-forgotten', ana, forgetMapping, { params: { id: data.mappings[0]!.id } });
}

/** A company that moves in: a faulty file, the six that agree, ready, and confirmed by another person. */
async function tellMovingIn() {
  const { keep, strike } = recorder;
  const levels = { 'Upload from IS': 4 } as const;
  const person = (first_name: string) =>
    createSignedInClient(app.server, app.database, { levels, first_name, last_name: 'Moreno' });
  const nena = await person('Nena');
  const oscar = await person('Oscar');
  await settle(`insert into accounting_period (fiscal_year, period_no, general_journal) values (2024, 12, 1)`);
  await settle(`insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, normal_balance, currency_id, role) values
    ('301010', 'Share Capital', 'S', 'B', 'C', 'C', 1, null), ('301080', 'Opening Balance Equity', 'S', 'B', 'C', 'C', 1, 'OPENING')`);
  await strike('2025-06-02T01:00:00Z');
  await keep('moving/none', nena, listMoves, {});
  const begun = await keep('moving/begun', nena, beginMove, {
    body: { name: 'Balances of the old books', as_of: '2024-12-31', branch_id: books.branch_id },
  });
  const { id } = begun.data;
  const fileOf = (kind: MovingKind, ...lines: string[]) => {
    const form = new FormData();
    form.append('upload_file[]', new File([lines.join('\n')], `${kind}.csv`));
    return { params: { id, kind }, form };
  };
  const balances = ['Account,DR,CR', '102103,1000.00,', '105010,500.00,', '205020,,200.00', '301010,,1300.00'];
  await keep(
    'moving/refused',
    nena,
    uploadMoveFile,
    fileOf('balances', 'Account,DR,CR', '102013,1000.00,', '205020,,"1.200,00"'),
  );
  await keep('moving/red', nena, uploadMoveFile, fileOf('balances', ...balances));
  for (const file of [
    fileOf('invoices', 'Customer,Invoice no,Billing date,Term,Open amount', 'C0001,SI-0009,2024-10-02,30,500.00'),
    fileOf('vouchers', 'Supplier,Reference,Date,Account,Amount', 'S0001,AP-0001,2024-12-01,205020,200.00'),
    fileOf(
      'cheques',
      'Direction,Bank,Cheque no,Cheque date,Payee,Amount',
      'issued,0003-0001,0008001,2024-12-30,S0001,50.00',
    ),
    fileOf('deposits', 'Bank account,Date,Reference,Amount', '0003-0001,2024-12-31,DS-0001,25.00'),
  ])
    await nena.call(uploadMoveFile, file);
  const green = await keep(
    'moving/green',
    nena,
    uploadMoveFile,
    fileOf('statements', 'Bank account,Statement balance', '0003-0001,1025.00'),
  );
  await keep('moving/figures', nena, readMoveFigures, { params: { id } });
  const said = { params: { id }, body: { state: 'ready', row_version: green.data.row_version } } as const;
  const { row_version } = (await keep('moving/ready', nena, changeMove, said)).data;
  await keep('moving/to-confirm', oscar, readMove, { params: { id } });
  await keep('moving/list', oscar, listMoves, {});
  await keep('moving/confirmed', oscar, confirmMove, { params: { id }, body: { row_version } });
  const deposits = await keep('moving/deposits', oscar, listMoveDeposits, { params: { id } });
  await keep('moving/cleared', oscar, clearMoveDeposit, {
    params: { id: Number(deposits.data[0]!.id) },
    body: { cleared_on: '2025-01-02', row_version: 1 },
  });
}

/** An accrual of a template that the next month takes back: where it waits, is approved, and is taken back. */
async function tellAccrual() {
  const { keep, strike } = recorder;
  const carla = by('checker');
  await strike('2025-05-22T02:00:00Z');
  const template = await by('admin').call(resourceRoutes(regularTransaction).create, {
    body: { txn_type: 'Light of the month', document_type: 'JE', adjusting: 1, reverse_next_period: 1 },
  });
  const body = journal('1500.00', { document_date: '2025-05-22', remarks: 'LIGHT OF MAY' });
  Object.assign(body.headers[0]!, { adjusting: 1, regular_trx: template.data.id });
  const accrual = await save('preparer', body);
  await move('preparer', accrual, 2);
  await keep('accrual/submitted', carla, readBatch, of(accrual));
  await move('checker', accrual, 3);
  await move('approver1', accrual, 7);
  await keep('accrual/approved', carla, readBatch, of(accrual));
  await setToday(app.ownerUrl, '2025-06-01');
  await settle('update accounting_period set general_journal = 0 where period = 202506');
  await reverseAccruals(app.database);
  await keep('accrual/waiting', carla, readBatch, of(accrual));
  await settle('update accounting_period set general_journal = 1 where period = 202506');
  await reverseAccruals(app.database);
  const { data } = await keep('accrual/reversed', carla, readBatch, of(accrual));
  const params = { id: data.reversal!.batch_number! };
  await keep('accrual/reversal', carla, readBatch, { params, query: { document_type: 'JE' } });
}

/** What comes in May: amounts are asked, and a department is out of use; all of it is typed, mended and made. */
async function tellMonthRun() {
  const { keep, strike } = recorder;
  const ivan = by('admin');
  await strike('2025-05-22T03:00:00Z');
  await settle(`insert into department (dept_code, dept_desc, dept_status) values ('OLDC', 'Call Center (closed)', 0)`);
  const { rows } = await sql<{ id: number }>`select id from department where dept_code = 'OLDC'`.execute(app.database);
  const { accounts } = (await ivan.call(entryChoices, {})).data;
  const line = (code: string, given: object = {}) => ({
    account_id: accounts.find((one) => one.code === code)!.id,
    branch_id: books.branch_id,
    ...given,
  });
  const here = { department_id: books.department_id };
  const paid = {
    document_type: 'CV',
    payee_id: books.payees.S0001,
    bank_id: books.banks['102103'],
    schedule: 'monthly',
  };
  const asked = (amount: string) => line('502010', { ...here, amount_mode: 'ask', side: 'D', debit_amount: amount });
  const bodies = [
    {
      txn_type: 'Depreciation of the month',
      document_type: 'JE',
      schedule: 'monthly',
      lines: [line('502010', { ...here, debit_amount: '42500.00' }), line('205020', { credit_amount: '42500.00' })],
    },
    {
      ...paid,
      txn_type: 'Electricity of the head office',
      vat: 1,
      lines: [asked('21280.00'), line('108020', { part: 'vat' }), line('102103', { part: 'bank' })],
    },
    {
      ...paid,
      txn_type: 'Support of the call center',
      vat: 0,
      lines: [
        line('502010', { department_id: rows[0]!.id, debit_amount: '11200.00' }),
        line('503090', { ...here, debit_amount: '50.00' }),
        line('102103', { part: 'bank' }),
      ],
    },
    {
      ...paid,
      txn_type: 'Water of the branches',
      vat: 0,
      lines: [asked('3136.00'), asked('2240.00'), asked('1568.00'), line('102103', { part: 'bank' })],
    },
  ];
  const made: RegularTransaction[] = [];
  await settle(`update department set dept_status = 1 where dept_code = 'OLDC'`);
  for (const body of bodies) made.push((await ivan.call(resourceRoutes(regularTransaction).create, { body })).data);
  await settle(`update department set dept_status = 0 where dept_code = 'OLDC'`);
  const [wear, light, support, water] = [made[0]!, made[1]!, made[2]!, made[3]!];
  const period = 202505;
  await keep('run/choices', ivan, entryChoices, {});
  await keep('run/entry', ivan, regularRoutes.dataToCreate, {
    query: { id: light.id, document_date: '2025-05-22' },
  });
  await keep('run/due', ivan, monthRunRoutes.monthRun, { query: { period } });
  const rowOf = ({ id, row_version, lines }: RegularTransaction, ...amounts: string[]) => ({
    regular_trx: id,
    row_version,
    amounts: amounts.map((amount, place) => ({ line_id: lines[place]!.id!, amount })),
  });
  const typed = [rowOf(wear), rowOf(light, '22400.00'), rowOf(support), rowOf(water, '3248.00', '3248.00', '1568.00')];
  const preview = (name: 'first' | 'typed' | 'mended', body: object[]) =>
    keep(`run/${name}`, ivan, monthRunRoutes.previewRun, { body: { period, rows: body as never } });
  await preview('first', [rowOf(wear), rowOf(light, '22400.00'), rowOf(support), rowOf(water)]);
  await preview('typed', typed);
  const replace = [{ line_id: support.lines[0]!.id!, field: 'department_id', value: books.department_id }];
  const mended = typed.map((row) => (row.regular_trx === support.id ? { ...row, replace } : row));
  await preview('mended', mended);
  await keep('run/made', ivan, monthRunRoutes.makeRun, { body: { period, rows: mended as never } });
  await keep('run/after', ivan, monthRunRoutes.monthRun, { query: { period } });
}

// A tale of some 300 calls, one after the other: beside other files it has taken 30 s.
it('the server answers what the tests of the browser application are answered', { timeout: 90_000 }, async () => {
  await tellEntry();
  await tellJournal();
  await tellActive();
  await tellApprovals();
  await tellDashboard();
  await tellSearch();
  await tellPosted();
  await tellArchive();
  await tellPayments();
  await tellRisks();
  await tellOrderPrint();
  await tellOrders();
  await tellBillings();
  await tellCollections();
  await tellReceipts();
  await tellBouncedCheque();
  await tellRegularBilling();
  await tellForeignAdvance();
  await tellViews();
  await tellIntegrated();
  await tellUploads();
  await tellAccrual();
  await tellSchedules();
  await tellMonthRun();
  await tellMovingIn();
  for (const { file, now, kept } of recorder.compared()) {
    expect(
      now,
      `${file} tells the screens something else. Where that is meant: RECORD_ANSWERS=1 npm test -- server, then npm test -- screen.`,
    ).toEqual(kept);
  }
});

it('each figure, alert and chart of a dashboard is what the list or report has that it opens, for everybody', async () => {
  const reader = await createSignedInClient(app.server, app.database, { levels: { '*': 1 } });
  await runAsOwner(app.ownerUrl, (owner) =>
    owner.query(`set session_replication_role = replica;
      update app_user set end_date = '2025-06-10' where user_id = 'preparer2';
      update mail_message set state = 'failed';
      update number_series set next_number = series_to where kind = 'bi';
      update batch set processing = 1, locked_by = ${by('admin').user.id}, locked_at = now() - interval '3 hours', heartbeat_at = now()
        where batch_number = '0000003' and document_type = 'JE';
      insert into cheque_alarm (cheque_id, state, cleared_on, reported_by)
        select id, state, '2025-05-20', ${by('admin').user.id} from cheque where state in ('void', 'stopped') limit 2;
      insert into currency_rate (fiscal_year, period_no, currency_id, acct_class, dolr_rate) values (2025, 4, 3, 'B', 0.38);
      insert into pending_change (guard, resource, module_name, action, label, body, requested_by, requested_at, state)
        values ('roles', 'role', 'Role Access', 'create', 'Cashier', '{}', ${by('preparer').user.id}, now(), 'waiting')`),
  );
  const alerts = new Set<string>();
  for (const [name, person] of Object.entries({ ...books.people, reader })) {
    expect([name, await dashboardFaults(app, person, OF_MAY.query.month)]).toEqual([name, []]);
    for (const { kind } of (await person.call(readDashboard, OF_MAY)).data.alerts) alerts.add(kind);
  }
  const tried = [
    'blockers',
    'cheque_alarms',
    'in_process',
    'locked',
    'mail',
    'rates',
    'second_person',
    'series',
    'users',
  ];
  expect([...alerts].toSorted()).toEqual(tried);
});
