import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller, recordOf, rowsOf } from '../testing/raw-caller.ts';
import type { Row } from '../testing/raw-caller.ts';
import { createSignedInClient } from '../testing/sign-in/sign-in.ts';
import type { SignedInClient } from '../testing/sign-in/sign-in.ts';
import { createTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { registerMasterdataRoutes } from './masterdata.routes.ts';

let world: TestServer;
let admin: SignedInClient;
const { send, download } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer(registerMasterdataRoutes);
  admin = await createSignedInClient(world.server, world.database, { super_user: true, last_name: 'Administrator' });
});
afterAll(async () => world.stop());

const add = async (path: string, body: object): Promise<Row> => recordOf(await send(admin, 'POST', path, body));

describe('business partners', () => {
  it('answer create and update as a list of one', async () => {
    const body = { bp_code: 'ONE', name: 'One of a list', class_code: 'CP' };
    const made = await send(admin, 'POST', '/businesspartner', body);
    expect(made.body.data).toMatchObject([{ ...body, status: 1, hold: 0 }]);
    const changed = await send(admin, 'PUT', `/businesspartner/${recordOf(made).id}`, { hold: 1 });
    expect(changed.body.data).toMatchObject([{ ...body, hold: 1, row_version: 2 }]);
    expect((await send(admin, 'GET', `/businesspartner/${recordOf(made).id}`)).body.data).toMatchObject({ hold: 1 });
  });

  it('have one payee each, and are not deleted while a location belongs to them', async () => {
    await add('/payefile', { payee_type: 2, payee_code: 'BP-P1', payee_desc: 'Partner payee' });
    const partner = { class_code: 'PS', payee_code: 'BP-P1' };
    const made = await add('/businesspartner', { ...partner, bp_code: 'BP-A', name: 'Partner A' });
    const taken = await send(admin, 'POST', '/businesspartner', { ...partner, bp_code: 'BP-B', name: 'Partner B' });
    expect(taken.body).toMatchObject({ status: 409, code: 'already_exists' });
    expect(taken.body.errors).toEqual({ payee_code: ['A business partner with this payee exists already.'] });
    await add('/bplocation', { loc_idno: 'L-A', loc_name: 'Quiapo', bp_idno: made.id });
    expect((await send(admin, 'DELETE', `/businesspartner/${made.id}`)).body).toMatchObject({
      status: 409,
      code: 'still_used',
      message: expect.stringMatching(/^Partner A BP-A cannot be deleted: 1 BP location \(.*\) uses it\./),
    });
  });
});

describe('bank accounts', () => {
  let bank: number;
  let partner: Row;
  beforeAll(async () => {
    bank = (await add('/bankheader', { bank_code: 'BDO', bank_name: 'BDO Unibank, Inc.' })).id;
    await add('/payefile', { payee_type: 2, payee_code: 'OWN-1', payee_desc: 'Owner payee' });
    await add('/payefile', { payee_type: 2, payee_code: 'OWN-2', payee_desc: 'Second payee' });
    partner = await add('/businesspartner', {
      bp_code: 'OWN',
      name: 'Owner',
      class_code: 'PS',
      payee_code: 'OWN-1',
      payee_banks: [{ bank_id: bank, account_number: '10-1' }],
    });
  });

  const accountsOf = async (path: string) =>
    rowsOf(await send(admin, 'GET', path)).map((row) => [row['acct_no'], row['payee_code'], row['bp_idno']]);

  it('of a partner, of its payee and as records of their own are the same rows, under the same id', async () => {
    const [inner] = partner['payee_banks'] as Row[];
    expect(inner).toMatchObject({ currency: 1, acct_name: 'Owner payee', payee_code: 'OWN-1' });
    const own = recordOf(await send(admin, 'GET', `/payeebank/${inner!.id}`));
    expect(own).toMatchObject({
      payee_code: 'OWN-1',
      bp_idno: partner.id,
      bank_code: 'BDO',
      acct_no: '10-1',
      account_number: '10-1',
      acct_cur: 'PESO',
    });
    expect(recordOf(await send(admin, 'GET', `/bpbank/${inner!.id}`))).toMatchObject({
      acct_no: '10-1',
      bp_idno: partner.id,
      bp_name: 'Owner',
    });
    const changed = await send(admin, 'PUT', `/bpbank/${inner!.id}`, { acct_cur: 'DOLLAR', acct_type: 'SAV' });
    expect(recordOf(changed)).toMatchObject({ acct_cur: 'DOLLAR', row_version: 2 });
    const payee = rowsOf(await send(admin, 'GET', '/payefile?search=OWN-1'))[0]!;
    expect(payee['payee_banks']).toMatchObject([{ id: inner!.id, currency: 2, acct_type: 'SAV' }]);
  });

  it('take their payee from the partner and their partner from the payee, and refuse two that differ', async () => {
    const account = { bank_code: 'BDO', acct_name: 'Any' };
    const byPartner = await add('/bpbank', { ...account, acct_no: '10-2', bp_idno: partner.id });
    expect(byPartner).toMatchObject({ payee_code: 'OWN-1' });
    const byPayee = await add('/payeebank', { ...account, acct_no: '10-3', payee_code: 'OWN-1' });
    expect(byPayee).toMatchObject({ bp_idno: partner.id });
    const both = { ...account, acct_no: '10-4', payee_code: 'OWN-2', bp_idno: partner.id };
    expect((await send(admin, 'POST', '/payeebank', both)).body.errors).toEqual({
      bp_idno: ['Business partner Owner and the payee do not belong together. Name one of them.'],
    });
    expect((await send(admin, 'POST', '/payeebank', { ...account, acct_no: '10-4' })).body.errors).toEqual({
      payee_code: ['Choose the payee or the business partner to whom the bank account belongs.'],
    });
    const poor = await add('/businesspartner', { bp_code: 'POOR', name: 'Poor', class_code: 'PS' });
    expect(
      (await send(admin, 'POST', '/bpbank', { ...account, acct_no: '10-4', bp_idno: poor.id })).body.errors,
    ).toEqual({
      bp_idno: ['Business partner Poor has no payee. Give it one first, to whom its bank accounts belong.'],
    });
  });

  it('of a payee without partner are no BP banks, and stay with their payee when the partner takes another', async () => {
    await add('/payeebank', { payee_code: 'OWN-2', bank_code: 'BDO', acct_no: '20-1', acct_name: 'Second' });
    expect(await accountsOf('/bpbank?search=20-1')).toEqual([]);
    await send(admin, 'PUT', `/businesspartner/${partner.id}`, { payee_code: 'OWN-2' });
    expect(await accountsOf('/payeebank?search=20-1')).toEqual([['20-1', 'OWN-2', partner.id]]);
    expect(await accountsOf('/payeebank?search=10-1')).toEqual([['10-1', 'OWN-1', null]]);
  });

  it('of the company credit an account with the role cash in bank, in their currency', async () => {
    const chart = { acct_class: 'B', acct_group: 'A' };
    await add('/coa', { ...chart, acct_code: '8000', acct_desc: 'BANKS', acct_type: 'P', acct_parent: '0' });
    const below = { ...chart, acct_type: 'S', acct_parent: '8000' };
    await add('/coa', { ...below, acct_code: '8010', acct_desc: 'CIB peso', role: 'CIB' });
    await add('/coa', { ...below, acct_code: '8020', acct_desc: 'Petty cash' });
    const own = { acct_desc: 'Disbursing', bank_code: 'BDO', bank_name: 'BDO', account_no: '1-1', acct_type: 'CA' };
    const refusalOf = async (given: object) =>
      (await send(admin, 'POST', '/bank', { ...own, acct_code: '8010', ...given })).body.errors;
    expect(await refusalOf({ acct_code: '8020' })).toEqual({
      acct_code: ['Account 8020 has not the role Cash in bank.'],
    });
    expect(await refusalOf({ acct_class: 'D' })).toEqual({
      acct_code: ['Account 8010 is in pesos; the account class is Dollar.'],
    });
    expect(await refusalOf({})).toBeUndefined();
    expect(await refusalOf({ account_no: '1-2' })).toEqual({
      acct_code: [
        'Account 8010 stands behind the bank account 1-1 (Disbursing). Give each bank account one of its own.',
      ],
    });
    expect(await refusalOf({ account_no: '1-3', status: 0 })).toBeUndefined();
  });

  it('of the company are downloaded as a workbook', async () => {
    const file = await download(admin, '/bank/download');
    expect(file.disposition).toMatch(/^attachment; filename="banks_\d{10}\.xlsx"$/);
    expect(file.bytes.subarray(0, 2).toString()).toBe('PK');
    const text = (await download(admin, '/bank/download?format=csv&search=Disbursing')).bytes.toString('utf8');
    expect(text).toContain(
      'Disbursing,BDO,BDO,1-1,Checking Account,Peso,8010,CIB peso,No,No,Voucher cheque 8 × 3 in,No,,,Active',
    );
  });
});

describe('two payees that are one', () => {
  const code = (row: Row) => row['payee_code'];
  const merge = (from: Row, into: Row | null, client = admin) =>
    send(client, 'PUT', `/payefile/${from.id}`, { merged_into: into === null ? null : code(into), status: 0 });
  const payee = (payee_code: string, more: object = {}) =>
    add('/payefile', { payee_type: 6, payee_code, payee_desc: `Payee ${payee_code}`, ...more });
  const read = async (path: string, { id }: Row) => recordOf(await send(admin, 'GET', `${path}/${id}`));
  const account = (account_number: string) => ({ bank_id: bank.id, account_number });
  let bank: Row;
  beforeAll(async () => {
    bank = await add('/bankheader', { bank_code: 'MRG', bank_name: 'Merge Bank' });
  });

  it('become one: what the future uses moves, and comes back when the merge ends', async () => {
    const survivor = await payee('ONE-1', { payee_banks: [account('1-1')] });
    const twin = await payee('ONE-2', { payee_banks: [account('1-1'), account('2-2')] });
    const earlier = await payee('ONE-3');
    await merge(earlier, twin);
    const branch = await add('/branch', { brnc_code: 'ONE-B', brnc_name: 'Branch', payee_code: 'ONE-2' });
    const partner = await add('/businesspartner', {
      bp_code: 'ONE-BP',
      name: 'Partner',
      class_code: 'PS',
      payee_code: 'ONE-2',
    });
    const rent = { txn_type: 'Rent of twins', document_type: 'OB', payee_id: twin.id };
    const template = await add('/regular-txn', rent);

    expect(await merge(twin, survivor)).toMatchObject({ status: 200 });
    expect(await read('/payefile', twin)).toMatchObject({
      status: 0,
      merged_into: 'ONE-1',
      merged_into_desc: 'Payee ONE-1',
      // The account that the survivor has already stays where it is.
      payee_banks: [{ account_number: '1-1' }],
    });
    expect(await read('/payefile', earlier)).toMatchObject({ merged_into: 'ONE-1' });
    expect(await read('/payefile', survivor)).toMatchObject({
      merged_payees: 'Payee ONE-2 ONE-2, Payee ONE-3 ONE-3',
      payee_banks: [{ account_number: '1-1' }, { account_number: '2-2' }],
    });
    expect(await read('/branch', branch)).toMatchObject({ payee_code: 'ONE-1' });
    expect(await read('/businesspartner', partner)).toMatchObject({ payee_code: 'ONE-1' });
    expect(await read('/regular-txn', template)).toMatchObject({ payee_id: survivor.id });
    expect(rowsOf(await send(admin, 'GET', '/bpbank?search=2-2'))).toMatchObject([{ payee_code: 'ONE-1' }]);
    // Whoever looks for the old code is offered the payee that stands for it.
    expect(rowsOf(await send(admin, 'GET', '/payefile/dropdown-list?search=one-2'))).toMatchObject([{ code: 'ONE-1' }]);

    const told = async ({ id }: Row) => {
      const [last] = rowsOf(await send(admin, 'GET', `/payefile/${id}/history`));
      return (last!['changes'] as Row[]).map(({ label, before, after }) => [label, before, after]);
    };
    expect(await told(twin)).toContainEqual(['Merged into', null, 'ONE-1 Payee ONE-1']);
    expect(await told(survivor)).toContainEqual(['Merged payees', null, 'Payee ONE-2 ONE-2, Payee ONE-3 ONE-3']);

    expect(await merge(twin, null)).toMatchObject({ status: 200 });
    expect((await read('/payefile', twin))['payee_banks']).toHaveLength(2);
    expect(await read('/payefile', survivor)).toMatchObject({
      merged_payees: null,
      payee_banks: [{ account_number: '1-1' }],
    });
    expect(await read('/payefile', earlier)).toMatchObject({ merged_into: 'ONE-2' });
    expect(await read('/branch', branch)).toMatchObject({ payee_code: 'ONE-2' });
    expect(await read('/businesspartner', partner)).toMatchObject({ payee_code: 'ONE-2' });
  });

  it('are not merged in a circle, into one that is merged or inactive, or with two partners', async () => {
    const [first, second, third] = [await payee('TWO-1'), await payee('TWO-2'), await payee('TWO-3')];
    const refusal = async (from: Row, into: Row) => (await merge(from, into)).body.errors;
    expect(await refusal(first, first)).toEqual({ merged_into: ['A payee cannot be merged into itself.'] });
    await merge(second, first);
    expect(await refusal(third, second)).toEqual({ merged_into: ['Merged into TWO-2 is inactive.'] });
    expect(await refusal(first, second)).toEqual({ merged_into: ['Merged into TWO-2 is inactive.'] });
    const active = await send(admin, 'PUT', `/payefile/${second.id}`, { status: 1 });
    expect(active.body.errors).toEqual({ status: ['This payee is merged into TWO-1, so it stays inactive.'] });
    for (const bp of [first, third]) {
      const own = { bp_code: `BP-${String(code(bp))}`, name: `Partner ${String(code(bp))}`, payee_code: code(bp) };
      await add('/businesspartner', { ...own, class_code: 'PS' });
    }
    expect(await refusal(third, first)).toEqual({
      merged_into: [
        'Each of the two payees belongs to a business partner: Partner TWO-1 and Partner TWO-3. Give one of the partners another payee first.',
      ],
    });
    expect((await send(admin, 'DELETE', `/payefile/${first.id}`)).body).toMatchObject({ code: 'still_used' });
  });
});
