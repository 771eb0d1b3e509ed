import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallRefused } from '@talaan/contract/http/client';
import { createBatch, moveBatch } from '@talaan/contract/documents/batch.contract';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { monthRunRoutes, type RunInput } from '@talaan/contract/resources/books/month-run.contract';
import { regularRoutes, type TemplateEntry } from '@talaan/contract/resources/books/regular-transaction.contract';
import { regularTransaction } from '@talaan/contract/resources/books/regular-transaction.resource';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { disbursementDocuments } from '../disbursement/disbursement.documents.ts';
import { journalEntryDocument } from '../journal-entry/journal-entry.document.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { openPaymentBooks, refusalOf, type PaymentBooks } from '../../testing/books/payment-books.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerMasterdataRoutes } from '../../masterdata/masterdata.routes.ts';
import { registerRegularRoutes } from './regular.routes.ts';

const PERIOD = 202603;
const routes = resourceRoutes(regularTransaction);
let app: TestServer;
let books: PaymentBooks;
let ivan: SignedInClient;
let accounts: Map<string, number>;
let atc_id: number;
beforeAll(async () => {
  const documents = [...disbursementDocuments, journalEntryDocument];
  app = await createTestServer((server, services) => {
    registerMasterdataRoutes(server, services);
    registerBatchRoutes(server, services, documents);
    registerRegularRoutes(server, services, documents);
  });
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  const levels = {
    'Regular Transactions': 4,
    'Journal Entries': 3,
    Disbursements: 3,
    'Archived Transactions': 3,
  } as const;
  ivan = await createSignedInClient(app.server, app.database, { user_id: 'ivan', levels });
  atc_id = await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
    const made = await sql<{ id: number }>`insert into alpha_tax_code (atc_code, atc_desc, atc_rate)
      values ('WC160', 'Services', 2) on conflict do nothing returning id`.execute(db);
    return made.rows[0]!.id;
  });
  const found = await app.database.selectFrom('account').select(['id', 'acct_code']).execute();
  accounts = new Map(found.map(({ id, acct_code }) => [acct_code, id]));
});
afterAll(() => app.stop());

const line = (code: string, given: object = {}) => ({
  account_id: accounts.get(code)!,
  branch_id: books.branch_id,
  ...given,
});
let made = 0;
const add = async (given: object) =>
  (
    await ivan.call(routes.create, {
      query: {},
      body: { txn_type: `Template ${(made += 1)}`, schedule: 'monthly', ...given },
    })
  ).data as unknown as { id: number; row_version: number; lines: { id: number }[] };
/** Electricity: one asked amount gives VAT, tax withheld and what is paid. */
const electricity = (given: object = {}) =>
  add({
    document_type: 'OB',
    payee_id: books.payees.S0001,
    bank_id: books.banks['102103'],
    vat: 1,
    atc_code: 'WC160',
    remarks: 'ELECTRICITY',
    lines: [
      line('502030', { department_id: books.department_id, amount_mode: 'last', side: 'D' }),
      line('108020', { part: 'vat' }),
      line('203030', { part: 'withheld' }),
      line('102103', { part: 'bank' }),
    ],
    ...given,
  });
const depreciation = (given: object = {}) =>
  add({
    document_type: 'JE',
    day: 15,
    lines: [
      line('502010', { department_id: books.department_id, debit_amount: '42500.00' }),
      line('205020', { credit_amount: '42500.00' }),
    ],
    ...given,
  });
const rowsOf = async (body: RunInput) => (await ivan.call(monthRunRoutes.previewRun, { body })).data;
const run = (body: RunInput) => ivan.call(monthRunRoutes.makeRun, { body });
const batchesOf = async (id: number) =>
  app.database
    .selectFrom('batch')
    .select(['batch_number', 'status', 'regular_period', 'document_date', 'prepared_by', 'total_amount'])
    .where('regular_trx', '=', id)
    .orderBy('id')
    .execute();

/** Electricity and depreciation, with the amount that the first one asks. */
async function month() {
  const [light, wear] = [await electricity(), await depreciation()];
  const amounts = [{ line_id: light.lines[0]!.id, amount: '22,400.00' }];
  return {
    light,
    wear,
    body: { period: PERIOD, rows: [{ regular_trx: light.id, amounts }, { regular_trx: wear.id }] },
  };
}
const stateOf = async ({ id }: { id: number }) => {
  const { data } = await ivan.call(monthRunRoutes.monthRun, { query: { period: PERIOD } });
  const { state, missing } = data.rows.find(({ regular_trx }) => regular_trx === id)!;
  return [state, missing];
};

describe('a run of a month is refused', () => {
  it('in a period before 1901 or of no month: the years that are kept begin then', async () => {
    for (const period of [190001, 202613])
      await expect(rowsOf({ period, rows: [] })).rejects.toMatchObject({
        problem: { errors: { period: ['Period must be a year and a month, as 202506.'] } },
      });
  });

  it('of a template that is not there', async () => {
    const refused = await refusalOf(run({ period: PERIOD, rows: [{ regular_trx: 999_999 }] }));
    expect(refused.errors).toEqual({ 'rows.0.regular_trx': ['Regular transaction 999999 does not exist.'] });
  });

  it('in a closed period', async () => {
    const wear = await depreciation();
    const { rows } = await rowsOf({ period: 202703, rows: [{ regular_trx: wear.id }] });
    expect(rows[0]).toMatchObject({
      state: 'refused',
      faults: [{ message: 'Accounting Period for this date is already Closed.' }],
    });
  });

  it('to whoever may not enter the document', async () => {
    const wear = await depreciation();
    const clerk = await createSignedInClient(app.server, app.database, {
      user_id: 'clerk',
      levels: { 'Regular Transactions': 2 },
    });
    const body = { period: PERIOD, rows: [{ regular_trx: wear.id }] };
    expect((await refusalOf(clerk.call(monthRunRoutes.makeRun, { body }))).errors).toEqual({
      'rows.0.regular_trx': [expect.stringContaining('You may not enter Journal Entries.')],
    });
  });

  it('a second time, and says what stands there', async () => {
    const { light, wear, body } = await month();
    const { data } = await run(body);
    expect((await refusalOf(run(body))).errors).toEqual({
      'rows.0.regular_trx': [expect.stringContaining(`Made already as ${data.made[0]!.batch_number}.`)],
      'rows.1.regular_trx': [expect.stringContaining(`Made already as ${data.made[1]!.batch_number}.`)],
    });
    expect([await stateOf(light), await stateOf(wear)]).toEqual([
      ['made', 0],
      ['made', 0],
    ]);
  });

  it('whole where one row is wrong, and tells every fault by its place', async () => {
    const good = await depreciation();
    const off = await electricity({ last_period: 202602 });
    const closed = await depreciation({ lines: [line('502010'), line('205020')] });
    const rows = [
      { regular_trx: good.id },
      { regular_trx: off.id },
      { regular_trx: closed.id },
      { regular_trx: good.id, row_version: 99 },
    ];
    const refused = await refusalOf(run({ period: PERIOD, rows }));
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.errors ?? {}).toSorted()).toEqual([
      'rows.1.lines.0.amount',
      'rows.1.period',
      'rows.2.lines.0.amount',
      'rows.2.lines.1.amount',
      'rows.3.regular_trx',
    ]);
    expect(refused.errors!['rows.3.regular_trx']).toHaveLength(2);
    expect(await batchesOf(good.id)).toEqual([]);
  });
});

describe('a run of a month', () => {
  it('asks the amounts that miss', async () => {
    const { light, wear } = await month();
    expect([await stateOf(light), await stateOf(wear)]).toEqual([
      ['missing', 1],
      ['ready', 0],
    ]);
  });

  it('previews what it makes without writing', async () => {
    const { light, body } = await month();
    const preview = await rowsOf(body);
    expect(preview.rows[0]).toMatchObject({
      amount: '22400.00',
      vat: '2400.00',
      withheld: '400.00',
      net: '22000.00',
      state: 'ready',
      document_date: '2026-03-31',
    });
    expect(preview.totals.map(({ document_type, count, net }) => [document_type, count, net])).toEqual([
      ['OB', 1, '22000.00'],
      ['JE', 1, '42500.00'],
    ]);
    expect(await batchesOf(light.id)).toEqual([]);
  });

  it('makes drafts of whoever runs it, each on the day of its template', async () => {
    const { light, wear, body } = await month();
    const { data } = await run(body);
    expect(data.made.map(({ regular_trx }) => regular_trx)).toEqual([light.id, wear.id]);
    const me = await app.database.selectFrom('app_user').select('id').where('user_id', '=', 'ivan').executeTakeFirst();
    expect(await batchesOf(wear.id)).toMatchObject([
      { status: 1, regular_period: PERIOD, document_date: '2026-03-15', prepared_by: me!.id },
    ]);
  });

  it('leaves an entry that is typed of the template beside it, without the period', async () => {
    const { light, body } = await month();
    await run(body);
    const typed = books.payment('OB', '5.00', { regular_trx: light.id });
    await books.people.preparer.call(createBatch, { body: typed });
    expect((await batchesOf(light.id)).map(({ regular_period }) => regular_period)).toEqual([PERIOD, null]);
  });

  it('gives the period of what was archived to another one, whose number stands in the way back', async () => {
    const wear = await depreciation();
    const { data } = await ivan.call(regularRoutes.dataToCreate, { query: { id: wear.id, period: PERIOD } });
    const { data: first } = await ivan.call(createBatch, { body: data as never });
    const move = (status: number) => ivan.call(moveBatch, { params: { id: first.batch_number }, body: { status } });
    await move(20);
    const { data: other } = await run({ period: PERIOD, rows: [{ regular_trx: wear.id }] });
    expect(await refusalOf(move(1))).toMatchObject({
      status: 409,
      code: 'made_already',
      message: expect.stringMatching(
        new RegExp(
          `^Template \\d+ is made for March 2026 already, as JE ${other.made[0]!.batch_number}\\. Archive that one first\\.$`,
        ),
      ),
    });
  });

  it('puts another record in the place of one for this time only', async () => {
    const wear = await depreciation();
    const line_id = wear.lines[0]!.id;
    const replace = [{ line_id, field: 'department_id' as const, value: books.other_department_id }];
    await run({ period: PERIOD, rows: [{ regular_trx: wear.id, replace }] });
    const stored = await sql<{
      department_id: number;
    }>`select l.department_id from line l join document d on d.id = l.document_id
      join batch b on b.id = d.batch_id where b.regular_trx = ${wear.id} and l.line_no = 1`.execute(app.database);
    expect(stored.rows[0]!.department_id).toBe(books.other_department_id);
    const { data } = await ivan.call(routes.one, { params: { id: wear.id } });
    expect((data.lines as { department_id: number }[])[0]!.department_id).toBe(books.department_id);
  });

  it('makes one of sixteen that race', async () => {
    const wear = await depreciation();
    const body = { period: PERIOD, rows: [{ regular_trx: wear.id }] };
    const statuses = await Promise.all(
      Array.from({ length: 16 }, () =>
        run(body).then(
          () => 200,
          (refused: unknown) => (refused as CallRefused).problem.status,
        ),
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // Whoever came too late to be refused politely is refused by the index.
    expect(statuses.every((status) => [200, 409, 422].includes(status))).toBe(true);
    expect(await batchesOf(wear.id)).toMatchObject([{ status: 1, regular_period: PERIOD }]);
  });
});

describe('data to create', () => {
  it('is what a form asks for, under both addresses', async () => {
    for (const route of [regularRoutes.dataToCreate, regularRoutes.dataToCreateTwin]) {
      const { data } = await ivan.call(route, { query: {} });
      expect(data).toMatchObject({
        modes: expect.arrayContaining([expect.objectContaining({ code: 'ask' })]),
        accounts: expect.arrayContaining([expect.objectContaining({ code: '502010' })]),
        atc_codes: expect.arrayContaining([expect.objectContaining({ id: atc_id, code: 'WC160' })]),
      });
    }
  });

  it('of a template is the transaction that it makes, as a new one is sent', async () => {
    const wear = await depreciation();
    const query = { id: wear.id, period: PERIOD };
    const { data } = await ivan.call(regularRoutes.dataToCreate, { query });
    const { document_type, headers, details } = data as never as { document_type: 'JE'; headers: []; details: [] };
    const saved = await ivan.call(createBatch, { body: { document_type, headers, details } });
    expect(saved.data).toMatchObject({ regular_trx: wear.id, total_amount: '42500.00', document_date: '2026-03-15' });
  });

  it('has the lines whose amounts are asked, and those that follow from them, in their places without any', async () => {
    const light = await electricity();
    const query = { id: light.id, period: PERIOD };
    const { data } = await ivan.call(regularRoutes.dataToCreate, { query });
    expect(data).toMatchObject({
      headers: [{ payee_code: 'S0001', vat: 1, atc_code: 'WC160' }],
      missing: [{ line_id: light.lines[0]!.id, section: 'Lines', line: 1, last: null }],
      charged: [{ amount: null, atc_code: null }],
      faults: [],
    });
    const { details } = data as TemplateEntry;
    expect(details.map((one) => [one.account_code, one.part, one.debit_amount, one.credit_amount])).toEqual([
      ['502030', 'charged', '0.00', '0.00'],
      ['108020', 'vat', '0.00', '0.00'],
      ['203030', 'withheld', '0.00', '0.00'],
      ['102103', 'bank', '0.00', '0.00'],
    ]);
  });
});

describe('a section', () => {
  it('is read, added last, changed with its lines, and deleted with them; the last one stays', async () => {
    const wear = await depreciation();
    const body = { section_name: 'Taxes', lines: [line('503090', { remarks: 'Charge' })] };
    const { data: added } = await ivan.call(regularRoutes.addSection, { params: { id: wear.id }, body });
    expect(added).toMatchObject({
      section_no: 2,
      section_name: 'Taxes',
      lines: [{ section_no: 2, remarks: 'Charge' }],
    });
    const params = { id: wear.id, section_id: added.id };
    expect((await ivan.call(regularRoutes.section, { params })).data).toEqual(added);

    const change = {
      section_name: 'Charges',
      section_no: 7,
      row_version: added.row_version,
      lines: [line('503090'), line('108020')],
    };
    const { data: changed } = await ivan.call(regularRoutes.changeSection, { params, body: change });
    expect(changed).toMatchObject({ id: added.id, section_no: 7, lines: [{ section_no: 7 }, { section_no: 7 }] });
    expect((await refusalOf(ivan.call(regularRoutes.changeSection, { params, body: change }))).code).toBe(
      'row_version',
    );
    const wrong = {
      ...change,
      row_version: changed.row_version,
      section_name: ' ',
      lines: [line('503090'), { account_id: 999_999 }],
    };
    expect((await refusalOf(ivan.call(regularRoutes.changeSection, { params, body: wrong }))).errors).toEqual({
      section_name: ['Section name is required.'],
    });
    const unknown = { ...wrong, section_name: 'Charges' };
    expect((await refusalOf(ivan.call(regularRoutes.changeSection, { params, body: unknown }))).errors).toEqual({
      'lines.1.account_id': ['Account 999999 does not exist.'],
    });

    expect((await ivan.call(regularRoutes.removeSection, { params })).data).toEqual({ id: added.id });
    expect((await refusalOf(ivan.call(regularRoutes.section, { params }))).status).toBe(404);
    const { data } = await ivan.call(routes.one, { params: { id: wear.id } });
    const { sections, lines } = data as never as { sections: { id: number }[]; lines: unknown[] };
    expect(lines).toHaveLength(2);
    const only = { id: wear.id, section_id: sections[0]!.id };
    expect(await refusalOf(ivan.call(regularRoutes.removeSection, { params: only }))).toMatchObject({
      status: 409,
      message: 'A regular transaction has at least one section.',
    });
  });
});
