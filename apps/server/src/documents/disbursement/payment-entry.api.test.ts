import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  batchHistory,
  createBatch,
  moveBatch,
  postBatch,
  updateBatch,
} from '@talaan/contract/documents/batch.contract';
import { entryChoices, previewVoucherNumbers } from '@talaan/contract/documents/entry-page/entry-page.contract';
import type { LineInput } from '@talaan/contract/documents/batch-input.contract';
import { readEntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import {
  openPaymentBooks,
  refusalOf,
  type HeaderChange,
  type PaymentBooks,
} from '../../testing/books/payment-books.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { disbursementDocuments } from './disbursement.documents.ts';

let app: TestServer;
let books: PaymentBooks;
beforeAll(async () => {
  app = await createTestServer((server, services) => registerBatchRoutes(server, services, disbursementDocuments));
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
});
afterAll(() => app.stop());

const save = (header: HeaderChange, details?: LineInput[]) => {
  const body = books.payment('CV', '100.00', header);
  return books.people.preparer.call(createBatch, { body: details ? { ...body, details } : body });
};

describe('what a disbursement must name', () => {
  it.each([
    ['payee', { payee_id: null }, { 'headers.0.payee_id': ['Payee is required.'] }],
    ['bank', { bank_id: null }, { 'headers.0.bank_id': ['Bank is required.'] }],
    ['date', { document_date: undefined }, { 'headers.0.document_date': ['document date is required.'] }],
    ['an existing payee', { payee_id: 99999 }, { 'headers.0.payee_id': ['Payee 99999 does not exist.'] }],
    ['an existing bank', { bank_id: 99999 }, { 'headers.0.bank_id': ['Bank 99999 does not exist.'] }],
    [
      'a bank account that there is',
      { bank_id: null, bank_account: '9' },
      { 'headers.0.bank_id': ['Bank account 9 does not exist.'] },
    ],
    [
      'a bank account of its payee',
      { payee_account_number: '77' },
      { 'headers.0.payee_bank_id': ['The payee has no bank account 77.'] },
    ],
    ['an existing tax code', { atc_code: 'WX999' }, { 'headers.0.atc_code': ['ATC code WX999 does not exist.'] }],
    ['a VAT type', { vat: 7 }, { 'headers.0.vat': ['vat must be 0, 1, 2 or 3.'] }],
    ['a currency', { currency_id: 99, dollar_rate: '2' }, { 'headers.0.currency_id': ['currency 99 does not exist.'] }],
    [
      'a rate above 0',
      { currency_id: 2, dollar_rate: '0' },
      { 'headers.0.dollar_rate': ['dollar rate must be a number above 0 with at most 6 decimals.'] },
    ],
    [
      'remarks without emoji',
      { remarks: 'RENT 🎉' },
      { 'headers.0.remarks': ['remarks can only contain plain text.'] },
    ],
  ])('%s', async (_name, header, errors) => {
    const refused = await refusalOf(save(header));
    expect([refused.status, refused.errors]).toEqual([422, errors]);
  });

  it('an active payee, whose bank account is its own', async () => {
    const refused = await refusalOf(save({ payee_id: books.payees.X0001, payee_bank_id: books.payee_bank_id }));
    expect(refused.errors).toEqual({
      'headers.0.payee_id': ['Payee X0001 is inactive.'],
      'headers.0.payee_bank_id': ['Bank account 0000-1111-22 belongs to another payee.'],
    });
  });

  it('a bank by its account number and code', async () => {
    const { data } = await save({ bank_id: null, bank_code: 'BPI', bank_account: '0003-0001' });
    expect(data).toMatchObject({ bank_id: books.banks['102103'], bank_code: 'BPI', bank_account: '0003-0001' });
  });
});

describe('a payee whose business partner is on hold', () => {
  const HELD =
    'Payee C0001 KUNWARI PAWNSHOP NETWORK, INC. is on hold: business partner BP-0001 Kunwari Pawnshops has On hold set. Take the hold off there, or pay somebody else.';
  const hold = (on: 0 | 1) =>
    inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`insert into business_partner (bp_code, name, payee_code, class_code, hold)
        values ('BP-0001', 'Kunwari Pawnshops', 'C0001', 'PS', ${on})
        on conflict (bp_code) do update set hold = ${on}`.execute(db),
    );
  const send = (role: 'preparer' | 'approver1', batch: { batch_number: string }, status: number) =>
    refusalOf(books.people[role].call(moveBatch, { params: { id: batch.batch_number }, body: { status } }));

  it('is neither submitted nor released, approvers are told, and the hold ends with its switch', async () => {
    const payee = { payee_id: books.payees.C0001 };
    await hold(0);
    const approved = await books.payAt('CV', 6, '310.00', payee);
    const submitted = await books.payAt('CV', 3, '320.00', payee);
    await hold(1);
    const draft = await books.pay('CV', '330.00', payee);
    expect(await send('preparer', draft, 2)).toMatchObject({ status: 422, errors: { 'headers.0.payee_id': [HELD] } });
    const release = await refusalOf(books.move(approved, 'cashier', 7));
    expect(release).toMatchObject({ status: 409, code: 'payee_on_hold', message: HELD });
    expect(await send('approver1', submitted, 6)).toMatchObject({
      code: 'risks_unseen',
      risks: expect.arrayContaining([expect.objectContaining({ kind: 'payee_state', sentence: HELD })]),
    });
    const { data } = await books.people.preparer.call(readEntryPayee, { params: { id: books.payees.C0001 } });
    expect(data).toMatchObject({ held_by: 'BP-0001 Kunwari Pawnshops', employee_status: null });
    await hold(0);
    expect(await books.move(draft, 'preparer', 2)).toMatchObject({ status: 2 });
    expect(await books.move(approved, 'cashier', 7)).toMatchObject({ status: 7 });
  });
});

describe('what a saved voucher shows', () => {
  it('has every field of the header and its lines', async () => {
    const { data } = await save(
      {
        vat: 1,
        atc_code: 'WC120',
        cheque_number: '0000001',
        payee_bank_id: books.payee_bank_id,
        is_confidential: 1,
      },
      [
        {
          account_code: '502050',
          branch_id: books.branch_id,
          department_id: books.department_id,
          billing_service_id: 1,
          debit_amount: '100.00',
        },
        {
          account_code: '203030',
          branch_id: books.branch_id,
          atc_code: 'WC120',
          tax_base: '100.00',
          credit_amount: '2.00',
        },
        { account_code: '102103', branch_id: books.branch_id, credit_amount: '98.00' },
      ],
    );
    expect(data).toMatchObject({
      document_type: 'CV',
      bank_code: 'BPI',
      bank_name: 'BPI',
      bank_account: '0003-0001',
      cheque_number: '0000001',
      vat: 1,
      atc_code: 'WC120',
      total_amount: '100.00',
      voucher_amount: '100.00',
      cheque_amount: '98.00',
      amount: '98.00',
      is_confidential: 1,
      payee_code: 'S0001',
      preparer: 'Preparer Reyes',
      or_number: null,
      trx_purchase_order: null,
      regular_trx: null,
    });
    expect(data.document_number).toMatch(/^\d{7}$/);
    expect(data.headers[0]).toMatchObject({
      payee_account_number: '0000-1111-22',
      payee_account_name: 'BANTAY KUNWARI',
      payee_bank_code: 'BPI',
      contact_person: null,
    });
    expect(data.details[0]).toMatchObject({ billing_service_name: 'SYSTEM USAGE FEE' });
    expect(data.details[1]).toMatchObject({ atc_code: 'WC120', tax_base: '100.00' });
  });

  it('is saved from a form, with files, and changed by a form with _method PUT', async () => {
    const form = (fields: Record<string, unknown>) => {
      const boundary = 'xxTALAANxx';
      const parts = Object.entries(fields).map(([name, value]) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
      });
      const file = `--${boundary}\r\ncontent-disposition: form-data; name="upload_file[]"; filename="soa.csv"\r\ncontent-type: text/csv\r\n\r\na,b\r\n--${boundary}--\r\n`;
      return { payload: parts.join('') + file, type: `multipart/form-data; boundary=${boundary}` };
    };
    const send = async (url: string, fields: Record<string, unknown>) => {
      const { payload, type } = form(fields);
      const headers = { ...books.people.preparer.headers, 'content-type': type };
      const reply = await app.server.inject({ method: 'POST', url, headers, payload });
      return { status: reply.statusCode, data: reply.json<{ data: Record<string, never> }>().data };
    };
    const entry = books.payment('OB', '250.00');
    const saved = await send('/api/trx/header', { ...entry });
    expect([saved.status, saved.data]).toEqual([200, expect.objectContaining({ attachments: 1, document_type: 'OB' })]);
    const changed = await send(`/api/trx/header/${saved.data['batch_number']}`, {
      ...books.payment('OB', '300.00'),
      _method: 'PUT',
      row_version: String(saved.data['row_version']),
    });
    expect([changed.status, changed.data]).toEqual([
      200,
      expect.objectContaining({ attachments: 2, total_amount: '300.00' }),
    ]);
  });

  it('reads CD as a cheque voucher', async () => {
    const body = { ...books.payment('CV', '10.00'), document_type: 'CD' };
    expect((await books.people.preparer.call(createBatch, { body })).data.document_type).toBe('CV');
  });
});

describe('a line that the helper proposed', () => {
  type Part = LineInput['part'];
  const voucher = (amount: string, charged?: Part, bank?: Part) => {
    const body = books.payment('DM', amount);
    const [rent, cash] = body.details;
    return {
      ...body,
      details: [
        { ...rent!, part: charged },
        { ...cash!, part: bank },
      ],
    };
  };
  const create = async (...given: Parameters<typeof voucher>) =>
    (await books.people.preparer.call(createBatch, { body: voucher(...given) })).data;
  const update = async ({ batch_number }: { batch_number: string }, ...given: Parameters<typeof voucher>) => {
    const { row_version } = await books.read({ batch_number });
    const body = { ...voucher(...given), row_version };
    return (await books.people.preparer.call(updateBatch, { params: { id: batch_number }, body })).data;
  };
  const partsOf = ({ details }: { details: readonly { part: unknown }[] }) => details.map(({ part }) => part);

  it('keeps its part, also through an update, until one does not name it', async () => {
    const saved = await create('100.00', 'charged', 'bank');
    expect(partsOf(saved)).toEqual(['charged', 'bank']);
    const changed = await update(saved, '120.00', 'charged', 'bank');
    expect([changed.total_amount, ...partsOf(changed)]).toEqual(['120.00', 'charged', 'bank']);
    await update(saved, '120.00', undefined, 'bank');
    expect(partsOf(await books.read(saved))).toEqual([null, 'bank']);
    const { data: history } = await books.people.preparer.call(batchHistory, {
      params: { id: saved.batch_number },
      query: {},
    });
    expect(history.flatMap(({ changes }) => changes.map(({ field }) => field))).not.toContain('proposed_part');
  });

  it('is refused under another name', async () => {
    const refused = await refusalOf(create('100.00', 'charged', 'interest' as Part));
    expect([refused.status, refused.errors]).toEqual([
      422,
      { 'details.1.part': ['line 2: part must be charged, vat, withheld, bank or null.'] },
    ]);
  });

  it('is signed like any other, and may be marked after submission without voiding that', async () => {
    const marked = await create('100.00', 'charged', 'bank');
    const plain = await create('100.00');
    const signed = [];
    for (const batch of [marked, plain]) {
      await books.move(batch, 'preparer', 2);
      signed.push((await books.read(batch)).timeline[0]!.fingerprint);
    }
    expect(signed[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(signed[1]).toBe(signed[0]);
    const changed = await update(marked, '100.00', 'charged');
    expect(partsOf(changed)).toEqual(['charged', null]);
    expect(changed).toMatchObject({ status: 2, cycle: 1, changes: null });
    await books.bring(changed, 7);
  });
});

describe('bad entries', () => {
  const rent = (debit: string): LineInput => ({
    account_code: '502010',
    branch_id: books.branch_id,
    department_id: books.department_id,
    debit_amount: debit,
  });
  const cash = (credit: string): LineInput => ({
    account_code: '102103',
    branch_id: books.branch_id,
    credit_amount: credit,
  });
  const submit = async (details: LineInput[], header: HeaderChange = {}) =>
    books.move((await save(header, details)).data, 'preparer', 2);

  it('10: out of balance by a centavo', async () => {
    const refused = await refusalOf(submit([rent('100.00'), cash('99.99')]));
    expect([refused.status, refused.errors]).toEqual([
      422,
      { details: ['Entry is not balanced: PHP debit 100.00, credit 99.99, difference 0.01.'] },
    ]);
  });

  it('11: balanced in total, but not in the currency', async () => {
    const refused = await refusalOf(
      submit(
        [
          rent('100.00'),
          { ...cash('90.00'), account_code: '102303' },
          {
            account_code: '404020',
            branch_id: books.branch_id,
            department_id: books.department_id,
            credit_php: '560.00',
          },
        ],
        { currency_id: 2, dollar_rate: '56', bank_id: books.banks['102303'] },
      ),
    );
    expect(refused.errors).toEqual({
      details: ['Entry is not balanced: USD debit 100.00, credit 90.00, difference 10.00.'],
    });
  });

  it('12: a line with both sides, neither, a third decimal, a minus or 10^15', async () => {
    const message = 'enter either a debit or a credit above 0, at most 2 decimals.';
    const lines = [
      { ...rent('1.00'), credit_amount: '1.00' },
      rent(''),
      rent('1.005'),
      rent('-5'),
      rent('1000000000000000'),
    ];
    const refused = await refusalOf(save({}, lines));
    expect(refused.errors).toEqual(
      Object.fromEntries(lines.map((_, place) => [`details.${place}.debit_amount`, [`line ${place + 1}: ${message}`]])),
    );
  });

  it.each([0, 1])('13: %i lines', async (count) => {
    const refused = await refusalOf(submit(Array.from({ length: count }, () => cash('1.00'))));
    expect(refused.errors?.['details']).toContain('An entry needs 2 to 5,000 lines.');
  });

  it.each([
    ['a closed period', '2024-01-31', 409, 'Accounting Period for this date is already Closed.'],
    ['a day that does not exist', '2026-02-30', 422, 'document date is not a calendar date (yyyy-mm-dd).'],
    ['another order', '31/12/2026', 422, 'document date is not a calendar date (yyyy-mm-dd).'],
    ['no date', '', 422, 'document date is required.'],
    ['no date at all', '0000-00-00', 422, 'document date is not a calendar date (yyyy-mm-dd).'],
  ])('14: %s', async (_name, document_date, status, message) => {
    expect(await refusalOf(save({ document_date }))).toMatchObject({ status, message });
  });

  it('15: records that became inactive after the save, when it is submitted', async () => {
    const setActive = (value: number) =>
      inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
        await sql`update bank set status = ${value} where id = ${books.banks['102103']}`.execute(db);
        await sql`update payee set status = ${value} where id = ${books.payees.S0001}`.execute(db);
      });
    const saved = (await save({})).data;
    await setActive(0);
    const refused = await refusalOf(books.move(saved, 'preparer', 2));
    await setActive(1);
    expect(refused.errors).toEqual({
      'headers.0.payee_id': ['Payee S0001 is inactive.'],
      'headers.0.bank_id': ['Bank account BPI 0003-0001 is inactive.'],
    });
  });

  it('asks for the line on the account of the bank', async () => {
    const refused = await refusalOf(submit([rent('100.00'), { ...cash('100.00'), account_code: '102104' }]));
    expect(refused.errors).toEqual({
      'headers.0.bank_id': ['No line credits account 102103, which stands behind BPI 0003-0001.'],
    });
  });

  it('16: two editors of one voucher: the second is told who was first', async () => {
    const saved = (await save({})).data;
    const change = (role: 'preparer' | 'preparer2', amount: string) =>
      books.people[role].call(updateBatch, {
        params: { id: saved.batch_number },
        body: { ...books.payment('CV', amount), row_version: saved.row_version },
      });
    await change('preparer2', '120.00');
    const refused = await refusalOf(change('preparer', '130.00'));
    expect(refused).toMatchObject({ status: 409, code: 'row_version' });
    expect(refused.message).toMatch(/^Changed by Preparer2 Reyes at \d\d:\d\d\. Reload to see it\.$/);
    expect((await books.read(saved)).total_amount).toBe('120.00');
  });

  it('22: no voucher series, and no number is consumed', async () => {
    const bounds = await sql<{ next_number: string }>`
      select next_number from number_series where kind = 'voucher'`.execute(app.database);
    const next = Number(bounds.rows[0]!.next_number);
    const setSeries = (to: number) =>
      inTransaction(app.database, SYSTEM_ACTOR, (db) =>
        sql`update number_series set series_to = ${to}::bigint where kind = 'voucher'`.execute(db),
      );
    await setSeries(next);
    const two = await refusalOf(save({ is_pdc: 1, number_of_cheques: 2 }));
    const preview = await refusalOf(books.people.preparer.call(previewVoucherNumbers, { query: { count: 2 } }));
    await setSeries(9_999_999);
    for (const refused of [two, preview]) {
      expect(refused).toMatchObject({ status: 409, message: 'Please create Voucher Series first.' });
    }
    const saved = (await save({})).data;
    expect(saved.document_number).toBe(String(next).padStart(7, '0'));
  });
});

describe('previews', () => {
  it('shows the next vouchers, the own range for the module first', async () => {
    const { call } = books.people.preparer2;
    const user_id = books.people.preparer2.user.id;
    const shared = (await call(previewVoucherNumbers, { query: { count: 2 } })).data;
    await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      await sql`insert into number_series (kind, series_from, series_to, user_id, prog_code)
        values ('voucher', 1, 2, ${user_id}, 'Disbursements')`.execute(db);
    });
    const { data } = await call(previewVoucherNumbers, { query: { count: 3 } });
    expect(data).toEqual({
      voucher_number: '0000001',
      voucher_numbers: ['0000001', '0000002', shared.voucher_number],
    });
    const body = books.payment('CW', '10.00');
    expect((await call(createBatch, { body })).data.document_number).toBe('0000001');
    expect((await books.pay('CV', '10.00')).document_number).toBe(shared.voucher_number);
  });

  it('gives the entry page banks with their accounts, services, and the roles of accounts', async () => {
    const { data } = await books.people.preparer.call(entryChoices, {});
    expect(data.banks).toContainEqual({
      id: books.banks['102303'],
      code: '0004-0002',
      name: 'CA 0004-0002',
      bank_code: 'MBTC',
      bank_name: 'MBTC',
      acct_code: '102303',
      currency_id: 2,
    });
    expect(data.services).toEqual([{ id: 1, name: 'SYSTEM USAGE FEE' }]);
    expect(data.accounts.find((account) => account.code === '102103')).toHaveProperty('role');
  });
});

it('saves once when the same form is sent twenty times with one key', async () => {
  const body = books.payment('CV', '4321.00');
  const { headers } = books.people.preparer;
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      app.server.inject({
        method: 'POST',
        url: '/api/trx/header',
        headers: { ...headers, 'idempotency-key': '7c9f1c1e-6d38-4b6e-9a64-1f8f3d9c5a10' },
        payload: body,
      }),
    ),
  );
  const numbers = replies
    .filter((reply) => reply.statusCode === 200)
    .map((reply) => reply.json<{ data: { document_number: string } }>().data.document_number);
  expect(new Set(numbers).size).toBe(1);
  const stored = await sql<{ count: string }>`
    select count(*) from batch where total_amount = 4321.00`.execute(app.database);
  expect(stored.rows[0]!.count).toBe('1');
  // Without the key each click is a voucher.
  await Promise.all(
    [1, 2].map(() => app.server.inject({ method: 'POST', url: '/api/trx/header', headers, payload: body })),
  );
  const twice = await sql<{ count: string }>`select count(*) from batch where total_amount = 4321.00`.execute(
    app.database,
  );
  expect(twice.rows[0]!.count).toBe('3');
});

it('answers the detail to a POST without a body', async () => {
  const saved = (await save({})).data;
  const { data } = await books.people.preparer.call(postBatch, { params: { id: saved.batch_number }, body: {} });
  expect(data).toMatchObject({ batch_number: saved.batch_number, bank_code: 'BPI' });
});
