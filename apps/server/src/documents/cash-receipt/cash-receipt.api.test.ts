import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBatch } from '@talaan/contract/documents/batch.contract';
import {
  previewAcknowledgementReceipt,
  previewOfficialReceipt,
} from '@talaan/contract/documents/entry-page/entry-page.contract';
import { searchBatches } from '@talaan/contract/documents/desk.contract';
import type { LineInput } from '@talaan/contract/documents/batch-input.contract';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { registerDeskRoutes } from '../../desks/desk.routes.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import type { AccountRole } from '@talaan/core/ledger/account-role';
import { takenWithoutCash } from '@talaan/core/receivables/written-off';
import { amountText, requireAmount } from '@talaan/core/money/money';
import { netBalances, openPaymentBooks, refusalOf, type PaymentBooks } from '../../testing/books/payment-books.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { cashReceiptDocument } from './cash-receipt.document.ts';

let app: TestServer;
let books: PaymentBooks;
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, [cashReceiptDocument]);
    registerDeskRoutes(server, services, [cashReceiptDocument]);
  });
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
    await sql`update account set role = 'CWT' where acct_code = '108050'`.execute(db);
  });
});
afterAll(() => app.stop());

const preview = async () => {
  const { call } = books.people.cashier;
  const official = await call(previewOfficialReceipt, { query: { token: 'of the e-receipt provider' } });
  const acknowledgement = await call(previewAcknowledgementReceipt, { query: {} });
  return { or: official.data.or_number, ar: acknowledgement.data.ar_number };
};

describe.each([
  [1, 'an official receipt', true, false],
  [2, 'an acknowledgement receipt', false, true],
  [3, 'one of each', true, true],
] as const)('is_or_ar %i', (is_or_ar, _name, takesOr, takesAr) => {
  it('issues %s when it is approved, and no number before', async () => {
    const next = await preview();
    const saved = await books.pay('CR', '1120.00', { is_or_ar });
    expect([saved.or_number, saved.ar_number, saved.receipt_status]).toEqual([null, null, null]);
    expect(await preview()).toEqual(next);
    const issued = await books.bring(saved, 7);
    expect([issued.or_number, issued.ar_number]).toEqual([takesOr ? next.or : null, takesAr ? next.ar : null]);
    expect(issued).toMatchObject({ status: 7, accounting_status: 7, is_or_ar, amount: '1120.00' });
    expect(next.or).toMatch(/^\d{12}$/);
  });
});

it('is found by the number of its receipt, which is none of a batch', async () => {
  const issued = await books.bring(await books.pay('CR', '10.00', { is_or_ar: 1 }), 7);
  const found = async (number: string) =>
    (await books.people.cashier.call(searchBatches, { query: { number } })).data.map((batch) => batch.batch_number);
  expect(await found(issued.or_number!)).toEqual([issued.batch_number]);
  expect(await found(issued.document_number!)).toEqual([issued.batch_number]);
  // The same value with the figures of a batch is that batch.
  const of_batch = issued.or_number!.slice(-7);
  expect(of_batch).not.toBe(issued.batch_number);
  expect(await found(of_batch)).toEqual([of_batch]);
});

it('asks which receipt it is before it is submitted, not before', async () => {
  const saved = await books.pay('CR', '10.00', { is_or_ar: null });
  expect(saved.warnings).toEqual(['Choose the receipt: 1 official, 2 acknowledgement, 3 both.']);
  const refused = await refusalOf(books.move(saved, 'preparer', 7));
  expect(refused.errors).toEqual({
    'headers.0.is_or_ar': ['Choose the receipt: 1 official, 2 acknowledgement, 3 both.'],
  });
});

it('tells that a payee without e-mail wants the receipt on paper', async () => {
  const onPaper = await books.pay('CR', '10.00');
  expect((await books.move(onPaper, 'preparer', 7)).receipt_status).toBe(2);
  const byMail = await books.pay('CR', '10.00', { payee_id: books.payees.C0001 });
  expect((await books.move(byMail, 'preparer', 7)).receipt_status).toBe(0);
  expect((await books.read(onPaper)).receipt_status).toBe(2);
});

it('refuses to issue when the series is used up, and takes nothing', async () => {
  const setSeries = (to: string) =>
    inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update number_series set series_to = ${to}::bigint where kind = 'ar'`.execute(db),
    );
  const next = await preview();
  await setSeries(String(BigInt(next.ar) - 1n));
  const saved = await books.pay('CR', '10.00', { is_or_ar: 3 });
  const refused = await refusalOf(books.move(saved, 'preparer', 7));
  await setSeries('999999999999');
  expect(refused).toMatchObject({ status: 409, message: 'Please create Acknowledgement Receipt Series first.' });
  expect((await books.read(saved)).status).toBe(1);
  expect(await preview()).toEqual(next);
});

it('has no bank unless one is named, and debits the one that is', async () => {
  const cash = await books.pay('CR', '10.00', { bank_id: null });
  expect(await books.bring(cash, 7)).toMatchObject({ bank_id: null, amount: '10.00' });
  const body = books.payment('CR', '10.00', { bank_id: books.banks['102104'] });
  const wrong = (await books.people.preparer.call(createBatch, { body })).data;
  expect(wrong.warnings).toEqual(['No line debits account 102104, which stands behind MBTC 0004-0001.']);
  expect((await refusalOf(books.move(wrong, 'preparer', 7))).status).toBe(422);
});

describe('the receipts of E01 to E03', () => {
  it.each([
    ['E01', '2023-03-30', '110000.00', '2000.00', '112000.00'],
    ['E02', '2023-04-20', '83300.00', '1700.00', '85000.00'],
    ['E03', '2023-04-27', '46305.73', '945.02', '47250.75'],
  ])('%s settles the invoice with cash and the tax withheld', async (_name, date, cash, withheld, collected) => {
    const line = (account_code: string, side: 'debit_amount' | 'credit_amount', amount: string): LineInput => ({
      account_code,
      branch_id: books.branch_id,
      payee_id: books.payees.C0001,
      [side]: amount,
    });
    const body = {
      ...books.payment('CR', '1.00', { document_date: date, payee_id: books.payees.C0001, is_or_ar: 1 }),
      details: [
        line('102103', 'debit_amount', cash),
        line('108050', 'debit_amount', withheld),
        line('105010', 'credit_amount', collected),
      ],
    };
    const before = await netBalances(app.database);
    const saved = (await books.people.cashier.call(createBatch, { body })).data;
    await books.move(saved, 'cashier', 7);
    const after = await netBalances(app.database);
    const moved = (code: string) => (after.get(code) ?? 0n) - (before.get(code) ?? 0n);
    const centavos = (text: string) => BigInt(text.replace('.', ''));
    expect([moved('102103'), moved('108050'), moved('105010')]).toEqual([
      centavos(cash),
      centavos(withheld),
      -centavos(collected),
    ]);
    expect(await books.read(saved, 'cashier')).toMatchObject({ total_amount: collected, amount: cash });
  });
});

it('takes the route of a journal of what it takes in without cash or tax within its rate', async () => {
  const { rows: roles } = await sql<{ acct_code: string; role: AccountRole | null }>`
    select acct_code, role from account`.execute(app.database);
  type Line = readonly [account: string, debit: string, credit: string];
  const [cash, tax, expense] = ['102103', '108050', '503090'];
  const receipt = async (...lines: readonly Line[]) => {
    const details = lines.map(([account_code, debit_amount, credit_amount]) => ({
      account_code,
      branch_id: books.branch_id,
      ...(account_code.startsWith('50') ? { department_id: books.department_id } : {}),
      debit_amount,
      credit_amount,
    }));
    const body = { ...books.payment('CR', '1.00', { is_or_ar: 1, bank_id: null }), details };
    return (await books.people.preparer.call(createBatch, { body })).data;
  };
  for (const [aside, ...lines] of [
    ['0.00', [cash, '100.00', ''], ['204060', '', '100.00']],
    ['0.00', [cash, '80.00', ''], [tax, '20.00', ''], ['204060', '', '100.00']],
    ['0.01', [cash, '79.99', ''], [tax, '20.01', ''], ['204060', '', '100.00']],
    ['0.50', [cash, '99.50', ''], [expense, '0.50', ''], ['204060', '', '100.00']],
    ['60000.00', [expense, '60000.00', ''], ['204060', '', '60000.00']],
    ['100.00', ['204060', '100.00', ''], [cash, '', '100.00']],
  ] as readonly (readonly [string, ...Line[]])[]) {
    const saved = await receipt(...lines);
    const said = await sql<{ written_off: string }>`
      select written_off(id)::text from batch where document_type = 'CR' and batch_number = ${saved.batch_number}`.execute(
      app.database,
    );
    const inCore = takenWithoutCash(
      lines.map(([account, debit, credit]) => ({
        debit_minor: requireAmount(debit || '0.00'),
        credit_minor: requireAmount(credit || '0.00'),
        role: roles.find(({ acct_code }) => acct_code === account)!.role,
        is_cash: account === cash,
      })),
    );
    expect([said.rows[0]!.written_off, amountText(inCore)]).toEqual([aside, aside]);
    const stages = { '0.00': [], '60000.00': [2, 3, 4] }[aside] ?? [2, 3];
    expect(saved.route.map(({ status }) => status)).toEqual(stages);
    await books.bring(saved, 7);
  }
  const alone = await receipt([expense, '60000.00', ''], ['204060', '', '60000.00']);
  expect(await refusalOf(books.move(alone, 'preparer', 7))).toMatchObject({ code: 'stage_missing' });
});
