import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '@talaan/contract/resource/safe-change';
import { inTransaction, SYSTEM_ACTOR } from '../platform/database/database.ts';
import { createBaseRecords } from '../testing/books/base-records.ts';
import { createCaller, recordOf, rowsOf } from '../testing/raw-caller.ts';
import type { Row } from '../testing/raw-caller.ts';
import { createSignedInClient } from '../testing/sign-in/sign-in.ts';
import type { SignedInClient } from '../testing/sign-in/sign-in.ts';
import { createTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import type { BaseRecords } from './fixtures/fixture.ts';
import { registerMasterdataRoutes } from './masterdata.routes.ts';

const PATH = '/regular-txn';
let world: TestServer;
let admin: SignedInClient;
let base: BaseRecords;
let bank_id: number;
let branch_id: number;
let billing_service_id: number;
const { send } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer(registerMasterdataRoutes);
  admin = await createSignedInClient(world.server, world.database, { super_user: true });
  base = await createBaseRecords(admin);
  const own = { acct_desc: 'CA 1', bank_code: base.bank_code, bank_name: 'BDO', account_no: '1-1', acct_type: 'CA' };
  bank_id = recordOf(await send(admin, 'POST', '/bank', { ...own, acct_code: base.bank_account })).id;
  branch_id = rowsOf(await send(admin, 'GET', '/branch'))[0]!.id;
  billing_service_id = rowsOf(await send(admin, 'GET', '/service'))[0]!.id;
});
afterAll(async () => world.stop());

const JOURNAL = { document_type: 'JE' };
const line = (remarks: string, given: object = {}) => ({ account_id: base.account_id, remarks, ...given });
const add = async (body: object): Promise<Row> => recordOf(await send(admin, 'POST', PATH, body));
const linesOf = (record: Row) => record['lines'] as { id: number; remarks: string }[];
const remarksOf = (record: Row) => linesOf(record).map(({ remarks }) => remarks);

describe('a template is refused', () => {
  it.each<[string, () => object, Record<string, string[]>]>([
    [
      'when a journal names a payee, a bank account or a receipt',
      () => ({ ...JOURNAL, payee_id: base.payee_id, bank_id, is_or_ar: 1 }),
      {
        payee_id: ['Payee must be empty: General Journal has none.'],
        bank_id: ['Bank account must be empty: General Journal has none.'],
        is_or_ar: ['Receipt must be empty: General Journal has none.'],
      },
    ],
    [
      'when a payment names a receipt',
      () => ({ document_type: 'OB', is_or_ar: 3 }),
      { is_or_ar: ['Receipt must be empty: Online Banking has none.'] },
    ],
    [
      'when a payment is adjusting',
      () => ({ document_type: 'CV', adjusting: 1 }),
      { adjusting: ['Only a General Journal can be an adjusting entry.'] },
    ],
    [
      'when a line has both sides',
      () => ({ ...JOURNAL, lines: [line('One'), line('Two', { debit_amount: '5', credit_amount: '0.01' })] }),
      { 'lines.1.credit_amount': ['A line has a debit or a credit, not both.'] },
    ],
    [
      'when it has more than 500 lines',
      () => ({ ...JOURNAL, lines: Array.from({ length: 501 }, () => line('Line')) }),
      { lines: ['A regular transaction has up to 500 lines.'] },
    ],
    [
      'when an amount is not what its mode says',
      () => ({
        ...JOURNAL,
        lines: [
          line('One', { amount_mode: 'fixed' }),
          line('Two', { amount_mode: 'part' }),
          line('Three', { part: 'vat', debit_amount: '5' }),
          line('Four', { side: 'C', debit_amount: '5', section_no: 2 }),
        ],
      }),
      {
        'lines.0.amount_mode': ['A fixed line needs its amount.'],
        'lines.1.part': ['Part is required of a line that follows from the others.'],
        'lines.2.debit_amount': ['Amount must be empty: the line follows from the others.'],
        'lines.3.section_no': ['Section 2 does not exist: add it to the sections.'],
        'lines.3.side': ['Side is that of the amount: debit.'],
      },
    ],
    [
      'when its periods are none',
      () => ({ ...JOURNAL, first_period: 202513, last_period: 202412 }),
      {
        first_period: ['First period must be a year and a month, as 202506.'],
        last_period: ['Last period is before the first.'],
      },
    ],
    [
      'when a line names what does not exist',
      () => ({ ...JOURNAL, lines: [line('One', { atc_id: 9999 })] }),
      { 'lines.0.atc_id': ['ATC code 9999 does not exist.'] },
    ],
    [
      'when a billing names a payee for all its lines',
      () => ({ document_type: 'BI', payee_id: base.payee_id }),
      { payee_id: ['Payee must be empty: each line of a billing names its customer.'] },
    ],
    [
      'when a line of a billing names neither customer nor service, and debits',
      () => ({ document_type: 'BI', lines: [line('Fee', { debit_amount: '5' })] }),
      {
        'lines.0.payee_id': ['Payee is required: a billing names its customer on each line.'],
        'lines.0.billing_service_id': ['Service is required on a line of a billing.'],
        'lines.0.debit_amount': ['A billing has no debit: enter what is billed, with VAT, as credit.'],
      },
    ],
    [
      'when the services of a customer are of several branches',
      () => {
        const fee = { payee_id: base.payee_id, billing_service_id, credit_amount: '5' };
        return { document_type: 'BI', lines: [line('Fee', fee), line('Rent', { ...fee, branch_id })] };
      },
      { 'lines.1.branch_id': ['Branch must be that of the other lines of the customer.'] },
    ],
    [
      'when a billing has more customers than are billed at once',
      () => ({
        document_type: 'BI',
        lines: Array.from({ length: 101 }, (_, at) => line('Fee', { payee_id: at + 1, billing_service_id })),
      }),
      { lines: ['A template bills up to 100 customers; put the others into another one.'] },
    ],
  ])('%s', async (_name, body, errors) => {
    const refused = await send(admin, 'POST', PATH, { txn_type: 'Refused', ...body() });
    expect([refused.status, refused.body.errors]).toEqual([422, errors]);
  });

  it('by the database as well', async () => {
    const insert = (columns: object) =>
      inTransaction(world.database, SYSTEM_ACTOR, async (db) => {
        const values = { txn_type: 'Past the calls', document_type: 'JE', ...columns };
        await db.insertInto('regular_transaction').values(values).execute();
      });
    await expect(insert({ bank_id })).rejects.toMatchObject({ constraint: 'regular_transaction_header' });
    await expect(insert({ payee_id: base.payee_id })).rejects.toMatchObject({
      constraint: 'regular_transaction_header',
    });
    await expect(insert({ document_type: 'DM', is_or_ar: 1 })).rejects.toMatchObject({
      constraint: 'regular_transaction_header',
    });
    await expect(insert({ document_type: 'BI', payee_id: base.payee_id })).rejects.toMatchObject({
      constraint: 'regular_transaction_header',
    });
    await expect(insert({ document_type: 'PO' })).rejects.toMatchObject({ constraint: 'regular_transaction_header' });
    await expect(insert({ document_type: 'CR', adjusting: true })).rejects.toMatchObject({
      constraint: 'regular_transaction_header',
    });
    const { id } = await add({ ...JOURNAL, txn_type: 'Of one side' });
    const bothSides = sql`insert into regular_line (regular_transaction_id, account_id, debit_amount, credit_amount)
      values (${id}, ${base.account_id}, 1, 1)`;
    await expect(inTransaction(world.database, SYSTEM_ACTOR, (db) => bothSides.execute(db))).rejects.toMatchObject({
      constraint: 'regular_line_one_side',
    });
  });
});

describe('lines', () => {
  it('of a billing each name a customer, a service and what is billed with VAT', async () => {
    const fee = { payee_id: base.payee_id, billing_service_id, branch_id, credit_amount: '1,120' };
    const made = await add({ txn_type: 'Fees', document_type: 'BI', lines: [line('Fee', fee), line('Asked', fee)] });
    expect(made).toMatchObject({ document_type: 'BI', payee_id: null });
    expect(linesOf(made)).toMatchObject([
      { ...fee, credit_amount: '1120.00', payee_desc: 'Base payee', billing_service_name: 'Advertising' },
      { remarks: 'Asked' },
    ]);
  });

  it('come back as they were given, with the names of what they name', async () => {
    const made = await add({
      txn_type: 'Electricity',
      document_type: 'OB',
      payee_id: base.payee_id,
      bank_id,
      lines: [line('Light', { payee_id: base.payee_id, debit_amount: '0' }), line('Paid', { credit_amount: '1250.5' })],
    });
    expect(made).toMatchObject({
      adjusting: 0,
      currency_id: 1,
      payee_code: base.payee_code,
      payee_desc: 'Base payee',
      bank_account_name: 'CA 1',
      is_or_ar: null,
      status: 1,
    });
    expect(linesOf(made)).toEqual([
      {
        id: expect.any(Number),
        account_id: base.account_id,
        account_code: '102101',
        acct_desc: 'CIB - BDO CA 0001',
        section_no: 1,
        amount_mode: 'ask',
        side: 'C',
        part: null,
        debit_amount: '0.00',
        credit_amount: '0.00',
        payee_id: base.payee_id,
        payee_code: base.payee_code,
        payee_desc: 'Base payee',
        department_id: null,
        dept_code: null,
        dept_desc: null,
        branch_id: null,
        brnc_code: null,
        brnc_name: null,
        section_id: null,
        section_code: null,
        section_name: null,
        billing_service_id: null,
        billing_service_name: null,
        atc_id: null,
        atc_code: null,
        remarks: 'Light',
      },
      expect.objectContaining({ remarks: 'Paid', credit_amount: '1250.50', payee_id: null, payee_desc: null }),
    ]);
  });

  it('that are alike are rows of their own, known by their Record IDs', async () => {
    const made = await add({ ...JOURNAL, txn_type: 'Alike', lines: [line('Same'), line('Same'), line('Same')] });
    const [one, two, three] = linesOf(made);
    expect(new Set([one!.id, two!.id, three!.id]).size).toBe(3);
    const lines = [line('Second', { id: two!.id }), line('Third', { id: three!.id }), line('Same'), line('Same')];
    const changed = recordOf(await send(admin, 'PUT', `${PATH}/${made.id}`, { lines }));
    expect(changed.row_version).toBe(made.row_version + 1);
    expect(remarksOf(changed)).toEqual(['Second', 'Third', 'Same', 'Same']);
    expect(
      linesOf(changed)
        .map(({ id }) => id)
        .slice(0, 2),
    ).toEqual([two!.id, three!.id]);
    expect(linesOf(changed).map(({ id }) => id)).not.toContain(one!.id);

    const twice = [line('A', { id: two!.id }), line('B', { id: two!.id })];
    const refused = await send(admin, 'PUT', `${PATH}/${made.id}`, { lines: twice });
    expect(refused.body.errors).toEqual({ 'lines.1.id': ['Record ID of row 2 is the same as in row 1.'] });
  });

  it('stay when a change does not name them, and none writes nothing', async () => {
    const made = await add({ ...JOURNAL, txn_type: 'Kept', lines: [line('A'), line('B')] });
    const renamed = recordOf(await send(admin, 'PUT', `${PATH}/${made.id}`, { txn_type: 'Kept lines' }));
    expect(renamed['lines']).toEqual(made['lines']);
    const same = recordOf(await send(admin, 'PUT', `${PATH}/${made.id}`, { lines: made['lines'] }));
    expect(same).toEqual(renamed);
  });

  it('have a history, and come back in their order when the deleted template does', async () => {
    const made = await add({ ...JOURNAL, txn_type: 'Gone', lines: [line('First'), line('Second'), line('Second')] });
    const [first, ...others] = linesOf(made);
    const changed = [{ ...first, remarks: 'Changed' }, ...others];
    await send(admin, 'PUT', `${PATH}/${made.id}`, { lines: changed });
    const [entry, added] = rowsOf(await send(admin, 'GET', `${PATH}/${made.id}/history`)) as unknown as HistoryEntry[];
    expect(entry!.changes).toEqual([
      {
        field: 'remarks',
        label: 'Remarks',
        row: `line 102101 CIB - BDO CA 0001 #${first!.id}`,
        before: 'First',
        after: 'Changed',
        hidden: false,
      },
    ]);
    // Lines that are alike stay apart.
    const rows = added!.changes.flatMap(({ row }) => (row?.startsWith('line') ? [row] : []));
    expect(new Set(rows).size).toBe(3);

    expect(await send(admin, 'DELETE', `${PATH}/${made.id}`)).toMatchObject({ status: 200 });
    const back = recordOf(await send(admin, 'POST', `${PATH}/${made.id}/restore`));
    expect(linesOf(back)).toEqual([{ ...first, remarks: 'Changed' }, ...others]);
  });
});

describe('uses', () => {
  it('of what templates name are the templates, each once', async () => {
    const payee_id = recordOf(
      await send(admin, 'POST', '/payefile', { payee_type: 6, payee_code: 'USED-1', payee_desc: 'Named twice' }),
    ).id;
    const lines = [line('A', { payee_id }), line('B', { payee_id })];
    const made = await add({ txn_type: 'Rent of Manila', document_type: 'CV', payee_id, lines });
    const used = { text: '1 regular transaction', examples: [{ label: 'Rent of Manila', id: made.id }] };
    expect(recordOf(await send(admin, 'GET', `/payefile/${payee_id}/uses`))).toMatchObject({
      uses: [used],
      sentence: '1 regular transaction uses this payee.',
      deletion: { allowed: false },
    });
    expect((await send(admin, 'DELETE', `/payefile/${payee_id}`)).body).toMatchObject({
      status: 409,
      code: 'still_used',
      message:
        'Named twice USED-1 cannot be deleted: 1 regular transaction (Rent of Manila) uses it. Make it inactive instead.',
    });
    expect(recordOf(await send(admin, 'GET', `${PATH}/${made.id}/uses`))).toMatchObject({ uses: [] });
  });

  it('of a template are the batches that were made of it', async () => {
    const made = await add({ ...JOURNAL, txn_type: 'Used template', lines: [line('A')] });
    await inTransaction(world.database, { user_id: admin.user.id, request_id: null }, async (db) => {
      const batch = { document_type: 'JE', batch_number: '0000925', prepared_by: admin.user.id };
      await db
        .insertInto('batch')
        .values({ ...batch, regular_trx: made.id })
        .execute();
    });
    expect(recordOf(await send(admin, 'GET', `${PATH}/${made.id}/uses`))).toMatchObject({
      uses: [{ text: '1 open transaction', examples: [{ batch_number: '0000925' }] }],
      sentence: '1 open transaction uses this regular transaction.',
    });
    expect((await send(admin, 'DELETE', `${PATH}/${made.id}`)).body).toMatchObject({
      status: 409,
      message:
        'Used template cannot be deleted: 1 open transaction (0000925 General Journal) uses it. Make it inactive instead.',
    });
  });
});
