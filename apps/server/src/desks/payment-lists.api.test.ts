import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBatch, moveBatch, updateBatch } from '@talaan/contract/documents/batch.contract';
import { countQueues, listBatches } from '@talaan/contract/documents/desk.contract';
import { find } from '@talaan/contract/desks/find.contract';
import { cashReceiptDocument } from '../documents/cash-receipt/cash-receipt.document.ts';
import { disbursementDocuments } from '../documents/disbursement/disbursement.documents.ts';
import { journalEntryDocument } from '../documents/journal-entry/journal-entry.document.ts';
import type { Role } from '../testing/books/journal-books.ts';
import { openPaymentBooks, refusalOf, type PaymentBooks } from '../testing/books/payment-books.ts';
import { inTransaction, SYSTEM_ACTOR } from '../platform/database/database.ts';
import { createSignedInClient } from '../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { registerBatchRoutes } from '../batches/register-batches.ts';
import { BATCH_FIGURES, CHEQUE_FIGURES, type DashboardDays } from '@talaan/contract/dashboard/dashboard-figures';
import {
  readDashboard,
  readDashboardCharts,
  type DashboardFigure,
} from '@talaan/contract/dashboard/dashboard.contract';
import { listCheques } from '@talaan/contract/documents/cheque-register/cheque.contract';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { amountText, requireSum } from '@talaan/core/money/money';
import { today } from '../platform/clock.ts';
import { registerDashboardRoutes } from '../dashboard/dashboard.routes.ts';
import { registerChequeRoutes } from '../documents/cheque-register/cheque.routes.ts';
import { registerDeskRoutes } from './desk.routes.ts';
import { runAsOwner } from '../testing/owner-connection.ts';

let app: TestServer;
let books: PaymentBooks;
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    const documents = [...disbursementDocuments, journalEntryDocument, cashReceiptDocument];
    registerBatchRoutes(server, services, documents);
    registerDeskRoutes(server, services, documents);
    registerDashboardRoutes(server, services, documents);
    registerChequeRoutes(server, services);
  });
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  await books.payAt('CV', 1, '101.00', { cheque_number: '0000451', remarks: 'RENT OF QUIAPO' });
  await books.payAt('CW', 2, '102.00');
  await books.payAt('OB', 6, '103.00');
  await books.payAt('DM', 7, '104.00');
  await books.payAt('CV', 7, '105.25', { payee_id: books.payees.C0001 });
  // What is confidential is reviewed by an approving officer, and released by its preparer.
  const secret = await books.payAt('CW', 2, '106.00', { is_confidential: 1, document_date: '2026-02-10' });
  await books.move(secret, 'approver3', 3);
  await books.move(secret, 'approver1', 6);
  await books.move(secret, 'preparer', 7);
  await books.payAt('CV', 20, '107.00');
  await books.payAt('CR', 7, '108.00', { is_or_ar: 1 });
  await books.saveAt(7, '109.00');
});
afterAll(() => app.stop());

async function list(query: object, role: Role = 'preparer') {
  const page = await books.people[role].call(listBatches, { query: { pages: 100, ...query } });
  const amounts = page.data.map((row) => row.total_amount).toSorted((left, right) => (left < right ? -1 : 1));
  return { ...page, amounts };
}

const OF_DISBURSEMENTS = { document_type: 'CV,CW,OB,DM' };

describe('a transaction list', () => {
  it('shows the types that are asked for, with bank, cheque and amounts', async () => {
    const { data, amounts } = await list(OF_DISBURSEMENTS);
    expect(amounts).toEqual(['101.00', '102.00', '103.00', '104.00', '105.25', '106.00', '107.00']);
    expect(data.find((row) => row.total_amount === '101.00')).toMatchObject({
      document_type: 'CV',
      bank_code: 'BPI',
      bank_account: '0003-0001',
      cheque_number: '0000451',
      cheque_amount: '101.00',
      voucher_amount: '101.00',
      amount: '101.00',
      number_of_cheques: 0,
      matures_on: null,
    });
  });

  it.each([
    ['the month', { document_date: '2026-02-01' }, ['106.00']],
    ['the year', { year: 2026 }, ['101.00', '102.00', '103.00', '104.00', '105.25', '106.00', '107.00']],
    ['statuses', { status: '6,7' }, ['103.00', '104.00', '105.25', '106.00']],
    ['the archive', { status: '20' }, ['107.00']],
    ['one type', { document_type: 'OB' }, ['103.00']],
    ['the older type', { document_type: 'CD' }, ['101.00', '105.25', '107.00']],
  ])('filters by %s', async (_name, query, expected) => {
    expect((await list({ ...OF_DISBURSEMENTS, ...query })).amounts).toEqual(expected);
  });

  it('filters by payee, by bank and by the kind of receipt', async () => {
    expect((await list({ ...OF_DISBURSEMENTS, payee_id: books.payees.C0001 })).amounts).toEqual(['105.25']);
    expect((await list({ ...OF_DISBURSEMENTS, bank_id: books.banks['102103'] })).amounts).toHaveLength(7);
    expect((await list({ ...OF_DISBURSEMENTS, bank_id: books.banks['102104'] })).amounts).toEqual([]);
    const february = { ...OF_DISBURSEMENTS, document_date: '2026-02-01' };
    expect((await list({ ...february, bank_id: books.banks['102103'] })).amounts).toEqual(['106.00']);
    expect((await list({ ...february, bank_id: books.banks['102104'] })).amounts).toEqual([]);
    expect((await list({ document_type: 'CR', is_or_ar: 1 })).amounts).toEqual(['108.00']);
    expect((await list({ document_type: 'CR', is_or_ar: 2 })).amounts).toEqual([]);
    expect((await refusalOf(list({ is_or_ar: 4 }))).message).toBe('is or ar must be 1, 2 or 3.');
  });

  it('reads one archived disbursement by its batch number', async () => {
    const [archived] = (await list({ ...OF_DISBURSEMENTS, status: '20' })).data;
    const batch_number = String(Number(archived!.batch_number));
    expect((await list({ status: '20', batch_number })).amounts).toEqual(['107.00']);
    expect((await list({ status: '7', batch_number })).amounts).toEqual([]);
  });

  it.each([
    ['a cheque number', '0000451', ['101.00']],
    ['remarks', 'quiapo', ['101.00']],
    ['the payee', 'kunwari pawnshop', ['105.25']],
    ['an amount', '105.25', ['105.25']],
    ['an amount with comma', '1,000,105.25', []],
  ])('finds %s', async (_name, search, expected) => {
    expect((await list({ ...OF_DISBURSEMENTS, search })).amounts).toEqual(expected);
  });

  it('finds a receipt by its number, and confidential payments only for those who may see them', async () => {
    const [receipt] = (await list({ document_type: 'CR' })).data;
    expect((await list({ search: receipt!.or_number })).amounts).toEqual(['108.00']);
    expect((await list({ ...OF_DISBURSEMENTS, search: '106.00' }, 'approver1')).amounts).toEqual(['106.00']);
    expect((await list({ ...OF_DISBURSEMENTS, search: '106.00' }, 'checker')).amounts).toEqual([]);
  });

  it('sums a page by currency', async () => {
    const { totals } = await list({ ...OF_DISBURSEMENTS, status: '7' });
    const sum = { currency: 'PHP', rows: 3, amount: '315.25', total_amount: '315.25' };
    expect(totals).toEqual([expect.objectContaining(sum)]);
  });
});

describe('the payments', () => {
  it('are what was released, for whoever has Payment', async () => {
    expect((await list({ payments: 1 }, 'auditor')).amounts).toEqual(['104.00', '105.25']);
    expect((await list({ payments: 1, status: '6' }, 'cashier')).amounts).toEqual(['103.00']);
    expect((await list({ payments: 1, status: '1,2,20' }, 'cashier')).amounts).toEqual(['104.00', '105.25']);
  });

  it('are open to Payment without Disbursements, and closed without it', async () => {
    const clerk = await createSignedInClient(app.server, app.database, { user_id: 'clerk', levels: { Payment: 1 } });
    const page = await clerk.call(listBatches, { query: { payments: 1, pages: 100 } });
    expect(page.data).toHaveLength(2);
    expect((await clerk.call(listBatches, { query: { pages: 100 } })).data).toEqual([]);
    const other = await createSignedInClient(app.server, app.database, {
      user_id: 'other',
      levels: { Disbursements: 4 },
    });
    expect(await refusalOf(other.call(listBatches, { query: { payments: 1 } }))).toMatchObject({
      status: 403,
      code: 'module_access',
    });
  });
});

it('counts what is on its way, by type and status', async () => {
  const { data } = await books.people.preparer.call(countQueues, {});
  expect(data).toEqual([
    { document_type: 'CV', status: 1, count: 1, mine: 1, in_process: 0 },
    { document_type: 'CW', status: 2, count: 1, mine: 1, in_process: 0 },
    { document_type: 'OB', status: 6, count: 1, mine: 1, in_process: 0 },
  ]);
  const none = await createSignedInClient(app.server, app.database, {
    user_id: 'je',
    levels: { 'Journal Entries': 1 },
  });
  expect((await none.call(countQueues, {})).data).toEqual([]);
});

describe('the one search', () => {
  const search = async (text: string, role: Role = 'preparer', rest: object = {}) =>
    (await books.people[role].call(find, { query: { text, ...rest } })).data;
  const totals = (hits: readonly { total_amount: string }[]) => hits.map((hit) => hit.total_amount);

  it('finds words in any order, of remarks and payee together, in all months', async () => {
    expect(totals((await search('quiapo rent')).batches)).toEqual(['101.00']);
    expect(totals((await search('RENT pawnshop')).batches)).toEqual(['105.25']);
    expect(totals((await search('march rent', 'preparer', { document_date: '2026-02-01' })).batches)).toEqual([
      '106.00',
    ]);
    expect((await search('rent salaries')).batches).toEqual([]);
  });

  it('finds a cheque by its number with its payment, and puts the number that was typed first', async () => {
    const found = await search('0000451');
    expect(totals(found.batches)).toEqual(['101.00']);
    expect(found.cheques).toMatchObject([{ cheque_number: '0000451', bank_code: 'BPI', amount: '101.00', place: 1 }]);
    const { batch_number } = (await search('kunwari pawnshop')).batches[0]!;
    const [first] = (await search(String(Number(batch_number)).padStart(3, '0'))).batches;
    expect(first!.batch_number).toBe(batch_number);
  });

  it('finds a receipt by its number', async () => {
    const [receipt] = (await list({ document_type: 'CR', is_or_ar: 1, status: '7' })).data;
    const found = await search(String(Number(receipt!.or_number)).padStart(5, '0'));
    expect(totals(found.receipts)).toEqual(['108.00']);
  });

  it('finds an amount as total and as what left the bank, typed with commas or without', async () => {
    const body = books.payment('CV', '2100.00', { cheque_number: 'T9990001', payee_id: books.payees.C0001 });
    const [rent, cash] = body.details as [object, object];
    await books.people.preparer.call(createBatch, {
      body: {
        ...body,
        details: [
          rent,
          { ...cash, credit_amount: '1995.50' },
          { ...cash, account_code: '203030', credit_amount: '104.50' },
        ],
      },
    });
    for (const amount of ['2,100', '2100.00', '1,995.50', '1995.5']) {
      expect((await search(amount)).amounts).toMatchObject([{ total_amount: '2100.00', amount: '1995.50' }]);
    }
    expect(totals((await search('pawnshop 1,995.50')).batches)).toEqual(['2100.00']);
    expect((await search('pawnshop 1,995.50')).amounts).toEqual([]);
    expect((await search('1,995.50')).cheques).toMatchObject([{ cheque_number: 'T9990001', amount: '1995.50' }]);
    expect(totals((await search('nobody 1,995.50')).amounts)).toEqual(['2100.00']);
    // What is withheld is no amount of the payment.
    expect((await search('104.50')).amounts).toEqual([]);
  });

  it('finds what one line says of itself, for as long as it does, once and with the words of its document', async () => {
    const body = books.payment('OB', '2300.00');
    const [rent, cash] = body.details as [object, object];
    const { data } = await books.people.preparer.call(createBatch, {
      body: { ...body, details: [{ ...rent, remarks: 'Escalator Binondo' }, cash] },
    });
    expect(totals((await search('binondo march')).batches)).toEqual(['2300.00']);
    expect((await list({ ...OF_DISBURSEMENTS, search: 'escalator' })).amounts).toEqual(['2300.00']);
    const store = async (details: object[]) => {
      const { row_version } = await books.read(data);
      const changed = { ...body, details, row_version } as never;
      await books.people.preparer.call(updateBatch, { params: { id: data.batch_number }, body: changed });
    };
    await store([{ ...rent, debit_amount: '1300.00' }, { ...rent, debit_amount: '1000.00', remarks: 'Lobby' }, cash]);
    expect([(await search('binondo')).batches, totals((await search('lobby')).batches)]).toEqual([[], ['2300.00']]);
    await store([rent, cash]);
    expect((await search('lobby')).batches).toEqual([]);
  });

  it('finds a word among the documents of a month, in the month that they have now', async () => {
    const of = (document_date: string) => books.payment('OB', '2400.00', { document_date, remarks: 'Awning' });
    const { data } = await books.people.preparer.call(createBatch, { body: of('2026-03-05') });
    const found = async (document_date: string) =>
      (await list({ ...OF_DISBURSEMENTS, document_date, search: 'awning' })).amounts;
    expect([await found('2026-03-01'), await found('2026-04-01')]).toEqual([['2400.00'], []]);
    const { row_version } = await books.read(data);
    const later = { ...of('2026-04-02'), row_version } as never;
    await books.people.preparer.call(updateBatch, { params: { id: data.batch_number }, body: later });
    expect([await found('2026-03-01'), await found('2026-04-01')]).toEqual([[], ['2400.00']]);
  });

  it('finds one cheque of a series by what it comes to, before and after what is withheld', async () => {
    const parts = [0, 1].map((header_key) => {
      const header = {
        is_pdc: 1,
        header_key,
        document_date: `2026-0${4 + header_key}-15`,
        cheque_number: `P000${header_key}`,
      };
      const { headers, details } = books.payment('CV', '0.00', header);
      const [rent, cash] = details as [object, object];
      const lines = [
        { ...rent, debit_amount: `31${header_key}0.00` },
        { ...cash, credit_amount: `30${header_key}0.00` },
        { ...cash, account_code: '203030', credit_amount: '100.00' },
      ];
      return { headers, details: lines.map((line) => ({ ...line, header_key })) };
    });
    await books.people.preparer.call(createBatch, {
      body: {
        document_type: 'CV',
        headers: parts.flatMap(({ headers }) => headers),
        details: parts.flatMap(({ details }) => details),
      },
    });
    for (const amount of ['3,110.00', '3,010.00']) {
      const found = await search(amount);
      expect(totals(found.amounts)).toEqual(['6210.00']);
      expect(found.cheques).toMatchObject([{ cheque_number: 'P0001', amount: '3010.00', place: 2 }]);
    }
  });

  it('finds payees by the beginning of their name before others, for who may list them', async () => {
    const admin = await createSignedInClient(app.server, app.database, { super_user: true });
    const { payees } = (await admin.call(find, { query: { text: 'kunwari' } })).data;
    expect(payees.map(({ payee_desc }) => payee_desc)).toContain('KUNWARI PAWNSHOP NETWORK, INC.');
    expect((await search('kunwari')).payees).toEqual([]);
  });

  it('knows of what is confidential for those only who may see it, and of no module that one has not', async () => {
    for (const text of ['106.00', 'march rent']) {
      const seen = async (role: Role) => {
        const { batches, amounts } = await search(text, role);
        return totals([...batches, ...amounts]).includes('106.00');
      };
      expect([await seen('approver1'), await seen('checker')]).toEqual([true, false]);
    }
    const clerk = await createSignedInClient(app.server, app.database, { levels: { 'Cash Receipt': 1 } });
    const found = (await clerk.call(find, { query: { text: 'rent march' } })).data;
    expect(totals(found.batches)).toEqual(['108.00']);
    expect(found.cheques).toEqual([]);
    const stranger = await createSignedInClient(app.server, app.database, { levels: { 'Chart of Accounts': 4 } });
    expect((await refusalOf(stranger.call(find, { query: { text: 'rent' } }))).status).toBe(403);
  });

  it('finds what is of a payee by the name that he has now', async () => {
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update payee set payee_desc = 'BAGONG PANGALAN NETWORK' where id = ${books.payees.C0001}`.execute(db),
    );
    expect(totals((await search('bagong march')).batches)).toEqual(['2100.00', '105.25']);
    expect((await search('pawnshop march')).batches).toEqual([]);
  });
});

it('sums what waits over all pages, net and gross', async () => {
  const body = books.payment('CV', '100.00', { cheque_number: '0000461' });
  const [rent, cash] = body.details;
  const withheld = { ...cash!, account_code: '203030', credit_amount: '5.00' };
  const { data } = await books.people.preparer.call(createBatch, {
    body: { ...body, details: [rent!, withheld, { ...cash!, credit_amount: '95.00' }] },
  });
  await books.people.preparer.call(moveBatch, {
    params: { id: data.batch_number },
    body: { status: 2, approved_remarks: 'Agreed rate' },
  });
  const waiting = await list({ for_my_approval: 1, page: 2 }, 'checker');
  expect([waiting.data.length, waiting.total]).toEqual([0, 2]);
  expect(waiting.totals).toEqual([
    expect.objectContaining({ currency: 'PHP', rows: 2, amount: '197.00', total_amount: '202.00' }),
  ]);
});

it('sums what is asked for so, and what waits for release, over all pages', async () => {
  const whole = await list(OF_DISBURSEMENTS);
  expect(whole.totals.map(({ archived }) => archived)).toEqual([false, true]);
  expect((await list({ ...OF_DISBURSEMENTS, page: 9, sum_all: 1 })).totals).toEqual(whole.totals);
  const found = await list({ ...OF_DISBURSEMENTS, page: 9, sum_all: 1, search: 'rent' });
  expect(found.totals).toEqual((await list({ ...OF_DISBURSEMENTS, search: 'rent' })).totals);
  const released = { payments: 1, status: '6' };
  expect((await list({ ...released, page: 2 }, 'cashier')).totals).toEqual((await list(released, 'cashier')).totals);
  expect((await list({ payments: 1, page: 2 }, 'cashier')).totals).toEqual([]);
});

describe('the dashboard', () => {
  const people: readonly Role[] = [
    'preparer',
    'preparer2',
    'checker',
    'approver1',
    'approver2',
    'cashier',
    'auditor',
    'admin',
  ];
  // What people do, they do on the day that it is; the books stand in March.
  const monthOf = (role: Role) => (role.startsWith('approver') ? today() : '2026-03-15');
  const boardOf = async (role: Role) =>
    (await books.people[role].call(readDashboard, { query: { month: monthOf(role) } })).data;
  const figuresOf = async (role: Role) => (await boardOf(role)).roles.flatMap(({ figures }) => figures);
  const figure = async (role: Role, name: DashboardFigure['name']) =>
    (await figuresOf(role)).find((one) => one.name === name)!;

  /** What the list behind a figure has. */
  async function listed(role: Role, name: string, days: DashboardDays): Promise<[count: number, money: object] | null> {
    const { call } = books.people[role];
    if (name in CHEQUE_FIGURES) {
      const query = CHEQUE_FIGURES[name as keyof typeof CHEQUE_FIGURES].query(days);
      const { total, totals } = await call(listCheques, { query: { pages: 100, ...query } });
      return [total, Object.fromEntries(totals.map(({ currency, cheque_amount }) => [currency, cheque_amount]))];
    }
    if (!(name in BATCH_FIGURES)) return null;
    const query = BATCH_FIGURES[name as keyof typeof BATCH_FIGURES].query(days);
    const { data, total } = await call(listBatches, { query: { pages: 100, ...query } });
    const money: Record<string, string> = {};
    // Of payments the list shows what goes through the bank.
    const shown = name === 'to_release' ? 'amount' : 'total_amount';
    for (const row of data)
      money[row.currency] = amountText(requireSum(money[row.currency] ?? '0') + requireSum(row[shown]));
    return [total, money];
  }

  beforeAll(async () => {
    const dollars = { currency_id: 2, dollar_rate: '56', bank_id: books.banks['102303'] };
    const inDollars = async (amount: string, rest: object = {}) => {
      const { headers, details } = books.payment('OB', amount, { ...dollars, ...rest });
      const [rent, cash] = details as [object, object];
      const body = { document_type: 'OB', headers, details: [rent, { ...cash, account_code: '102303' }] };
      return (await books.people.preparer.call(createBatch, { body })).data;
    };
    await inDollars('120.00');
    const waits = await inDollars('130.00');
    await books.move(waits, 'preparer', 2);
    const body = books.payment('CV', '200.00');
    const [rent, cash] = body.details;
    const withheld = { ...cash!, account_code: '203030', credit_amount: '4.00' };
    const details = [rent!, withheld, { ...cash!, credit_amount: '196.00' }];
    const net = (await books.people.preparer.call(createBatch, { body: { ...body, details } })).data;
    await books.move(net, 'preparer', 2);
    await books.move(net, 'checker', 3);
    await books.move(net, 'approver1', 6);
    const returned = await books.pay('CV', '140.00');
    await books.move(returned, 'preparer', 2);
    await books.move(returned, 'checker', 1, { approved_remarks: 'Attach the delivery receipt' });
    await books.saveAt(3, '30000.00');
    await books.payAt('CW', 1, '150.00', { is_confidential: 1 });
    const secret = await books.payAt('CV', 2, '160.00', { is_confidential: 1 });
    await books.move(secret, 'approver3', 3);
    const { batch_number: id } = await books.payAt('DM', 6, '165.00');
    await books.people.cashier.call(moveBatch, { params: { id }, body: { status: 6, processing: 1 } });
  });

  it('counts and sums, for everybody and currency by currency, just what the list behind each figure has', async () => {
    const wrong: object[] = [];
    const filled = new Set<string>();
    for (const role of people) {
      const board = await boardOf(role);
      for (const { name, count, money } of board.roles.flatMap(({ figures }) => figures)) {
        const found = await listed(role, name, board as unknown as DashboardDays);
        if (found === null) continue;
        const told = [count, Object.fromEntries(money.map(({ currency, amount }) => [currency, amount]))];
        if (JSON.stringify(told) !== JSON.stringify(found)) wrong.push({ role, name, told, found });
        if (count > 0) filled.add(name);
      }
    }
    expect(wrong).toEqual([]);
    expect([...filled].toSorted()).toEqual([
      'above_limit',
      'approved',
      'archived',
      'editable',
      'in_approval',
      'locked',
      'on_its_way',
      'own_release',
      'returned',
      'to_release',
      'waiting',
    ]);
    expect((await figure('preparer', 'editable')).money.map(({ currency }) => currency)).toEqual(['PHP', 'USD']);
  });

  it('shows each person what he is, and lets nobody count what is hidden from him', async () => {
    const rolesOf = async (role: Role) => (await boardOf(role)).roles.map((one) => one.role);
    expect(await rolesOf('preparer')).toEqual(['preparer']);
    expect(await rolesOf('approver1')).toEqual(['approver']);
    expect(await rolesOf('auditor')).toEqual(['reader']);
    // A super user may review what others prepared.
    expect(await rolesOf('admin')).toEqual(['approver', 'administrator']);
    // A checker is an approver for as long as something waits for him, beside what he may prepare.
    expect(await rolesOf('checker')).toEqual(['approver']);
    expect(await rolesOf('cashier')).toEqual(['cashier']);
    const told = JSON.stringify([await boardOf('checker'), await boardOf('auditor'), await boardOf('admin')]);
    expect(told).not.toContain('160.00');
    expect(JSON.stringify(await boardOf('approver1'))).toContain('160.00');
    const [locked] = (await boardOf('cashier')).alerts;
    expect(locked).toMatchObject({ kind: 'locked', count: 1, who: expect.stringMatching(/^DM \d+, since /) });
  });

  it('orders work by urgency: what was returned with its reason, then the oldest, and tells how much there is', async () => {
    const { work } = await boardOf('preparer');
    expect(work.items[0]).toMatchObject({
      kind: 'returned',
      total_amount: '140.00',
      reason: 'Checker Reyes: Attach the delivery receipt',
    });
    const others = work.items.slice(1).map(({ since }) => since);
    expect(others).toEqual(others.toSorted());
    const [editable, own] = [await figure('preparer', 'editable'), await figure('preparer', 'own_release')];
    expect(work.total).toBe(editable.count + own.count);
    expect((await boardOf('approver2')).work.items.map(({ kind }) => kind)).toContain('approve');
    expect((await boardOf('cashier')).work.items[0]).toMatchObject({ kind: 'release', total_amount: '103.00' });
  });

  it('tells what waits day by day, what no move submitted in its round among it', async () => {
    const batch = await books.payAt('CV', 2, '175.00');
    const before = await boardOf('checker');
    expect(before.waiting.reduce((sum, { cheques }) => sum + cheques, 0)).toBeGreaterThan(0);
    await runAsOwner(app.ownerUrl, async (owner) => {
      await owner.query('set session_replication_role = replica');
      await owner.query('update batch set cycle = cycle + 1 where batch_number = $1 and document_type = $2', [
        batch.batch_number,
        batch.document_type,
      ]);
    });
    const { waiting, work } = await boardOf('checker');
    expect({ waiting, total: work.total }).toEqual({ waiting: before.waiting, total: before.work.total });
  });

  it('alerts of what somebody has had open for hours, with just those in its list, and of changes that wait for a second person', async () => {
    const alertOf = async (role: Role, kind: string) => (await boardOf(role)).alerts.find((one) => one.kind === kind);
    expect(await alertOf('admin', 'second_person')).toBeUndefined();
    const { batch_number, document_type } = await books.payAt('DM', 6, '185.00');
    const open = (role: Role, id: string) =>
      books.people[role].call(moveBatch, { params: { id }, body: { status: 6, processing: 1 } });
    await open('cashier', batch_number);
    expect(await alertOf('approver1', 'in_process')).toBeUndefined();
    await runAsOwner(app.ownerUrl, (owner) =>
      owner.query(
        `set session_replication_role = replica;
         update batch set locked_at = now() - interval '134 minutes' where batch_number = '${batch_number}' and document_type = '${document_type}';
         insert into pending_change (guard, resource, module_name, action, label, body, requested_by, requested_at, state)
         select 'roles', 'role', 'Role Access', 'create', 'Cashier: Check Transactions', '{}', id, now(), 'waiting' from app_user
         where id = ${books.people.preparer.user.id}`,
      ),
    );
    expect(await alertOf('approver1', 'in_process')).toMatchObject({
      count: 1,
      detail: `${document_type} ${batch_number}, 2 h 14 min`,
      who: expect.stringMatching(/^Cashier .*, since /),
    });
    const query = BATCH_FIGURES.in_process_long.query();
    const { data } = await books.people.approver1.call(listBatches, { query });
    expect(data.map((row) => row.batch_number)).toEqual([batch_number]);
    expect(await alertOf('auditor', 'second_person')).toBeUndefined();
    expect(await alertOf('admin', 'second_person')).toMatchObject({ count: 1, detail: 'Cashier: Check Transactions' });
  });

  it('tells a move in the very next read', async () => {
    const before = await figure('preparer', 'in_approval');
    await books.payAt('CV', 2, '170.00');
    expect((await figure('preparer', 'in_approval')).count).toBe(before.count + 1);
  });

  it('has charts of what the person may open, and refuses a month that is none', async () => {
    const { data } = await books.people.preparer.call(readDashboardCharts, { query: { month: '2026-03-15' } });
    expect(data).toMatchObject({ month: '2026-03-01', cash: null, aging: null, rates: null });
    const own = data.own!.reduce((sum, { count }) => sum + count, 0);
    const { data: rows } = await list({ preparer: 'me', document_date: '2026-03-01' });
    expect(own).toBe(rows.filter(({ status }) => status !== 20).length);
    const { data: all } = await books.people.admin.call(readDashboardCharts, { query: { month: '2026-03-15' } });
    expect(all.cash!.at(-1)).toEqual({ month: '2026-03-01', cash_in: '108.00', cash_out: '318.25' });
    expect(all.cash).toHaveLength(12);
    expect(all.results!.at(-1)).toEqual({ month: '2026-03-01', income: '0.00', expense: '210.25' });
    const [vouchers] = all.documents!;
    const ofMonth = await list(
      BATCH_FIGURES.of_month.query({ month: requireCalendarDate('2026-03-01') } as DashboardDays),
      'admin',
    );
    expect(all.documents!.reduce((sum, { total }) => sum + total, 0)).toBe(ofMonth.total);
    expect(vouchers!.total).toBe((await list({ document_type: 'CV', document_date: '2026-03-01' }, 'admin')).total);
    const refused = await refusalOf(books.people.preparer.call(readDashboard, { query: { month: '2026-02-30' } }));
    expect(refused.status).toBe(422);
  });
});
