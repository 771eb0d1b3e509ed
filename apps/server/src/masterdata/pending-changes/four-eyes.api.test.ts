import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GUARDED_MODULES } from '@talaan/contract/resources/pending-change.contract';
import type { FourEyesSwitch } from '@talaan/core/access/second-person';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { createBaseRecords } from '../../testing/books/base-records.ts';
import { switchFourEyes } from '../../testing/books/four-eyes.ts';
import { createCaller, recordOf, rowsOf, type Reply, type Row } from '../../testing/raw-caller.ts';
import {
  createSignedInClient,
  createUser,
  signInAs,
  type SignedInClient,
  type TestUser,
} from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { FIXTURES } from '../fixtures/fixture-table.ts';
import type { BaseRecords } from '../fixtures/fixture.ts';
import { registerDelegationRoutes } from '../../approvals/delegation.routes.ts';
import { registerMasterdataRoutes } from '../masterdata.routes.ts';

let world: TestServer;
let ana: SignedInClient;
let ben: SignedInClient;
/** Somebody who has nothing to decide. */
let carla: TestUser;
let base: BaseRecords;
const { send, sendFile } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer((server, services) => {
    registerMasterdataRoutes(server, services);
    registerDelegationRoutes(server, services);
  });
  ana = await createSignedInClient(world.server, world.database, { super_user: true, first_name: 'Ana' });
  base = await createBaseRecords(ana);
  ben = await createSignedInClient(world.server, world.database, { super_user: true, first_name: 'Ben' });
  carla = await createUser(world.database, {
    first_name: 'Carla',
    last_name: 'Santos',
    levels: { 'Journal Entries': 3 },
  });
});
afterAll(() => world.stop());
beforeEach(async () => {
  await withdrawAll();
  await switchOn();
});

const OFF = { bank_details: false, limits: false, roles: false };
const switchOn = (...names: FourEyesSwitch[]) => switchFourEyes(world.database, ...names);

/** Takes back what a test has left waiting. */
async function withdrawAll(): Promise<void> {
  for (const client of [ana, ben]) {
    for (const { id } of rowsOf(await send(client, 'GET', '/access/changes?pages=100')))
      await send(client, 'POST', `/access/changes/${id}/withdraw`);
  }
}

const officer = (user_id = carla.id) => ({ user_id, level: base.level_code, currency_id: 1, max_amount: '500.00' });
const waitingId = (reply: Reply) => (reply.body['pending_change'] as { id: number }).id;
const confirm = (client: SignedInClient, id: number) => send(client, 'POST', `/access/changes/${id}/confirm`);
const officers = async () => rowsOf(await send(ana, 'GET', '/approvingofficer'));
const clearOfficers = () =>
  inTransaction(world.database, SYSTEM_ACTOR, (db) => sql`delete from approving_officer`.execute(db));

describe('while the confirmation is off', () => {
  it('a change acts at once', async () => {
    const made = await send(ana, 'POST', '/approvingofficer', officer());
    expect(made.status).toBe(200);
    expect((await send(ana, 'DELETE', `/approvingofficer/${recordOf(made).id}`)).status).toBe(200);
  });
});

describe('an approval limit under confirmation', () => {
  it('waits, is shown to others with old and new, and acts when a second person confirms it', async () => {
    await clearOfficers();
    const before = recordOf(await send(ana, 'POST', '/approvingofficer', officer()));
    await switchOn('limits');
    const asked = await send(ana, 'PUT', `/approvingofficer/${before.id}`, { max_amount: '9000.00', row_version: 1 });
    expect(asked).toMatchObject({ status: 202, body: { data: null, pending_change: { message: expect.any(String) } } });
    expect((await officers())[0]).toMatchObject({ max_amount: '500.00', row_version: 1 });

    const [change] = rowsOf(await send(ben, 'GET', '/access/changes'));
    expect(change).toMatchObject({
      guard: 'Approval limits, officers and switches, sources of batches, texts of papers, map of results',
      module_name: 'Approving Officers',
      action: 'update',
      requested_by_name: ana.user.name,
      changes: [{ label: 'Max amount', before: '500.00', after: '9,000.00' }],
      rights: { confirm: { allowed: true }, withdraw: { allowed: false } },
    });
    expect(await confirm(ben, change!.id)).toMatchObject({ status: 200, body: { data: { state: 'confirmed' } } });
    expect((await officers())[0]).toMatchObject({ max_amount: '9000.00', edit_by: ben.user.id });
    expect(await confirm(ben, change!.id)).toMatchObject({ status: 409, body: { code: 'decided' } });
  });

  it('is never confirmed or refused by the first person, super user or not, nor past the server', async () => {
    await clearOfficers();
    await switchOn('limits');
    const id = waitingId(await send(ana, 'POST', '/approvingofficer', officer()));
    const refused = { status: 403, body: { code: 'first_person' } };
    expect(await confirm(ana, id)).toMatchObject(refused);
    expect(await send(ana, 'POST', `/access/changes/${id}/refuse`, { remarks: 'no' })).toMatchObject(refused);
    const pastTheServer = inTransaction(world.database, { user_id: ana.user.id, request_id: null }, (db) =>
      sql`update pending_change set state = 'confirmed' where id = ${id}`.execute(db),
    );
    await expect(pastTheServer).rejects.toMatchObject({ constraint: 'pending_change_second_person' });
    // Nor does a write reach the table without a confirmation.
    const alone = inTransaction(world.database, { user_id: ana.user.id, request_id: null }, (db) =>
      sql`insert into approving_officer (user_id, level, currency_id)
        values (${carla.id}, ${base.level_code}, 1)`.execute(db),
    );
    await expect(alone).rejects.toMatchObject({ constraint: 'second_person_needed' });
    expect(await officers()).toEqual([]);
  });

  it('needs of the second person the level that the change needs', async () => {
    await clearOfficers();
    await switchOn('limits');
    const id = waitingId(await send(ana, 'POST', '/approvingofficer', officer()));
    const reader = await createSignedInClient(world.server, world.database, { levels: { 'Approving Officers': 1 } });
    const stranger = await createSignedInClient(world.server, world.database, { levels: { 'Payee Details': 4 } });
    expect(await confirm(reader, id)).toMatchObject({ status: 403, body: { code: 'module_access' } });
    expect(rowsOf(await send(reader, 'GET', '/access/changes'))[0]).toMatchObject({
      rights: { confirm: { message: 'You need Insert on Approving Officers; you have Select.' } },
    });
    // Whoever may not see the module does not learn that there is a change.
    expect(rowsOf(await send(stranger, 'GET', '/access/changes'))).toEqual([]);
    expect(await confirm(stranger, id)).toMatchObject({ status: 404 });
  });

  it('ends without effect when it is refused or withdrawn', async () => {
    await clearOfficers();
    await switchOn('limits');
    const first = waitingId(await send(ana, 'POST', '/approvingofficer', officer()));
    expect((await send(ben, 'POST', `/access/changes/${first}/refuse`, { remarks: ' ' })).body.errors).toEqual({
      remarks: ['remarks is required.'],
    });
    expect((await send(ben, 'POST', `/access/changes/${first}/refuse`, { remarks: 'Too high' })).status).toBe(200);
    const second = waitingId(await send(ana, 'POST', '/approvingofficer', officer()));
    expect(await send(ben, 'POST', `/access/changes/${second}/withdraw`)).toMatchObject({ status: 403 });
    expect((await send(ana, 'POST', `/access/changes/${second}/withdraw`)).status).toBe(200);
    expect(await officers()).toEqual([]);
    const ended = rowsOf(await send(ana, 'GET', '/access/changes?state=decided'));
    expect(ended.slice(0, 2)).toMatchObject([
      { state: 'withdrawn', decided_by_name: ana.user.name },
      { state: 'refused', decided_by_name: ben.user.name, remarks: 'Too high' },
    ]);
  });

  it('is not asked for twice, and not confirmed on a record that moved on', async () => {
    await clearOfficers();
    const record = recordOf(await send(ana, 'POST', '/approvingofficer', officer()));
    await switchOn('limits');
    const path = `/approvingofficer/${record.id}`;
    const id = waitingId(await send(ana, 'DELETE', path));
    expect(await send(ben, 'PUT', path, { max_amount: '1.00' })).toMatchObject({
      status: 409,
      body: { code: 'change_waiting' },
    });
    await inTransaction(world.database, SYSTEM_ACTOR, (db) =>
      sql`update approving_officer set min_amount = 5, row_version = row_version where id = ${record.id}`.execute(db),
    );
    expect(await confirm(ben, id)).toMatchObject({ status: 409, body: { code: 'row_version' } });
    expect(rowsOf(await send(ben, 'GET', '/access/changes'))[0]).toMatchObject({ id, state: 'waiting' });
    expect(await officers()).toHaveLength(1);
  });

  it('is checked before it waits', async () => {
    await switchOn('limits');
    const wrong = await send(ana, 'POST', '/approvingofficer', { ...officer(), level: 'NOWHERE' });
    expect(wrong).toMatchObject({ status: 422, body: { errors: { level: ['Level NOWHERE does not exist.'] } } });
  });
});

describe('nobody by his own act', () => {
  it('confirms what serves himself; what he asked for himself another one may confirm', async () => {
    await clearOfficers();
    await switchOn('limits');
    const forBen = waitingId(await send(ana, 'POST', '/approvingofficer', officer(ben.user.id)));
    expect(await confirm(ben, forBen)).toMatchObject({ status: 403, body: { code: 'own_grant' } });
    expect(await officers()).toEqual([]);
    const forAna = waitingId(await send(ana, 'POST', '/approvingofficer', officer(ana.user.id)));
    expect((await confirm(ben, forAna)).status).toBe(200);
    expect((await officers()).map(({ user_id }) => user_id)).toEqual([ana.user.id]);
  });

  it('gives others more than he has, unless he is a super user', async () => {
    const clerk = await createSignedInClient(world.server, world.database, {
      levels: { Users: 4, 'User Roles': 4, 'Role Access': 4, Payment: 2 },
    });
    const privilege = (prog_code: string, access_level: string) =>
      send(clerk, 'POST', '/useraccessprivilege', { user_id: carla.id, prog_code, access_level });
    const refused = { status: 403, body: { code: 'grant_beyond_own' } };
    expect(await privilege('Payment', 'U')).toMatchObject(refused);
    expect((await privilege('Payment', 'I')).status).toBe(200);
    const role = recordOf(await send(ana, 'POST', '/role', { roles: 'Treasurer' }));
    const access = { roles: role['roles'], module_name: 'Payment', access_level: 3 };
    expect(await send(clerk, 'POST', '/roleaccess', access)).toMatchObject(refused);
    expect((await send(ana, 'POST', '/roleaccess', access)).status).toBe(200);
    expect(await send(clerk, 'PUT', `/user/${carla.id}`, { roles: ['Treasurer'] })).toMatchObject(refused);
    expect(await send(clerk, 'PUT', `/user/${carla.id}`, { sper_user: 1 })).toMatchObject({ status: 403 });
  });
});

describe('what else waits', () => {
  it('a stand-in whom somebody else names for an officer; his own does not', async () => {
    await clearOfficers();
    const client = await signInAs(world.server, world.database, carla);
    expect((await send(ana, 'POST', '/approvingofficer', officer())).status).toBe(200);
    await switchOn('limits');
    const named = { from_user: carla.id, to_user: ben.user.id, reason: 'Leave' };
    const days = (year: number) => ({ from_date: `${year}-01-01`, to_date: `${year}-01-31` });
    expect((await send(client, 'POST', '/approvals/delegations', { ...named, ...days(2098) })).status).toBe(200);
    const asked = await send(ana, 'POST', '/approvals/delegations', { ...named, ...days(2099) });
    expect(asked.status).toBe(202);
    expect(rowsOf(await send(ben, 'GET', '/access/changes'))[0]).toMatchObject({
      label: `${ben.user.name} for ${carla.name}`,
      changes: [
        { label: 'First day', after: '2099-01-01' },
        { label: 'Last day', after: '2099-01-31' },
        { label: 'Reason', after: 'Leave' },
      ],
    });
    // Ben would stand in himself, so a third person decides.
    expect(await confirm(ben, waitingId(asked))).toMatchObject({ status: 403, body: { code: 'delegation_taken' } });
    const third = await createSignedInClient(world.server, world.database, { levels: { 'Approving Officers': 4 } });
    expect((await confirm(third, waitingId(asked))).status).toBe(200);
    const given = rowsOf(await send(third, 'GET', '/approvals/delegations?all=1'));
    expect(given.map(({ from_date }) => from_date)).toEqual(['2099-01-01', '2098-01-01']);
  });

  it('of a payee only the change of its bank accounts', async () => {
    const payee = recordOf(
      await send(ana, 'POST', '/payefile', { payee_type: 3, payee_code: 'FOUR-1', payee_desc: 'Four eyes trading' }),
    );
    await switchOn('bank_details');
    const path = `/payefile/${payee.id}`;
    const { bank_code, bank_name } = recordOf(await send(ana, 'GET', `/bankheader/${base.bank_id}`));
    const bank = [bank_code, bank_name].join(' ');
    expect((await send(ana, 'PUT', path, { payee_desc: 'Four eyes traders' })).status).toBe(200);
    const account = {
      bank_id: base.bank_id,
      acct_name: 'Four eyes',
      acct_type: 'CHE',
      account_number: '001-2',
      currency: 1,
    };
    const asked = await send(ana, 'PUT', path, { payee_banks: [account] });
    expect(asked.status).toBe(202);
    expect((recordOf(await send(ana, 'GET', path))['payee_banks'] as Row[]).length).toBe(0);
    const [waiting] = rowsOf(await send(ben, 'GET', '/access/changes'));
    expect(waiting).toMatchObject({
      changes: [
        { label: 'Bank accounts', before: null, after: `${bank} · 001-2 · Four eyes · Checking Account · Peso` },
      ],
    });
    expect((await confirm(ben, waitingId(asked))).status).toBe(200);
    expect(recordOf(await send(ana, 'GET', path))['payee_banks']).toMatchObject([account]);
    // Whoever confirms reads which bank it was and is to be.
    const renamed = await send(ana, 'PUT', path, { payee_banks: [{ ...account, acct_name: 'Five eyes' }] });
    expect(rowsOf(await send(ben, 'GET', '/access/changes'))[0]).toMatchObject({
      id: waitingId(renamed),
      changes: [
        {
          before: `${bank} · 001-2 · Four eyes · Checking Account · Peso`,
          after: `${bank} · 001-2 · Five eyes · Checking Account · Peso`,
        },
      ],
    });
  });

  it('the layout of a cheque, which somebody with Banks alone reads and confirms', async () => {
    await switchOn('bank_details');
    const read = async () => recordOf(await send(ana, 'GET', '/cheque-layout/1'));
    const stored = await read();
    const fields = (stored['fields'] as Row[]).map((place) =>
      place['field'] === 'document_no' ? { ...place, top_mm: '4.00' } : place,
    );
    const asked = await send(ana, 'PUT', '/cheque-layout/1', { fields, row_version: stored.row_version });
    expect([asked.status, await read()]).toEqual([202, stored]);
    const clerk = await createSignedInClient(world.server, world.database, { levels: { Banks: 3 } });
    const [waiting] = rowsOf(await send(clerk, 'GET', '/access/changes'));
    expect(waiting).toMatchObject({
      id: waitingId(asked),
      label: stored['layout_name'],
      changes: [
        {
          label: 'Fields',
          before: expect.stringContaining('Document No. · 150.00 · 6.00 ·'),
          after: expect.stringContaining('Document No. · 150.00 · 4.00 ·'),
        },
      ],
    });
    expect((await confirm(clerk, waitingId(asked))).status).toBe(200);
    expect((await read())['fields']).toEqual(fields);
    // A picture of the stock moves nothing.
    const scan = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    expect((await sendFile(ana, '/cheque-layout/1/picture', { name: 'stock.png', bytes: scan })).status).toBe(200);
    // A new one waits too, and the end of one.
    const copy = { ...stored, layout_name: 'Copied stock', fields: undefined };
    expect((await send(ana, 'POST', '/cheque-layout', copy)).status).toBe(202);
    expect((await send(ana, 'DELETE', '/cheque-layout/1')).status).toBe(202);
    // It names the accounts that are written on it.
    const account = recordOf(await send(ana, 'POST', '/bank', FIXTURES['bank'](base).first));
    expect((await read())['accounts']).toContain(account['account_no']);
    const { rows } = await sql<{ module_name: string }>`select module_name from guarded_things()`.execute(
      world.database,
    );
    expect(GUARDED_MODULES).toEqual(expect.arrayContaining(rows.map(({ module_name }) => module_name)));
  });

  it('of a payee that is merged, when accounts move with it, and of nobody else', async () => {
    const { bank_id } = base;
    const make = async (payee_code: string, accounts: readonly string[] = []) => {
      const payee_banks = accounts.map((account_number) => ({ bank_id, account_number }));
      const body = { payee_type: 6, payee_code, payee_desc: `Payee ${payee_code}`, payee_banks };
      return recordOf(await send(ana, 'POST', '/payefile', body));
    };
    const into = { merged_into: (await make('MRG-1'))['payee_code'], status: 0 };
    const paid = await make('MRG-2', ['7-7']);
    await switchOn('bank_details');
    const without = await make('MRG-3');
    expect((await send(ana, 'PUT', `/payefile/${without.id}`, into)).status).toBe(200);
    const asked = await send(ana, 'PUT', `/payefile/${paid.id}`, into);
    expect(asked.status).toBe(202);
    expect(rowsOf(await send(ben, 'GET', '/access/changes'))[0]).toMatchObject({
      guard: 'Bank accounts of payees and partners, layouts of cheques',
      label: 'Payee MRG-2 MRG-2',
      changes: [
        { label: 'Status', before: 'Active', after: 'Inactive' },
        { label: 'Merged into', before: null, after: 'MRG-1 Payee MRG-1' },
      ],
    });
    const read = async () => recordOf(await send(ana, 'GET', `/payefile/${paid.id}`));
    expect(await read()).toMatchObject({ merged_into: null });
    expect((await confirm(ben, waitingId(asked))).status).toBe(200);
    expect(await read()).toMatchObject({ merged_into: 'MRG-1', payee_banks: [] });
    // Nor do they come back without one.
    expect((await send(ana, 'PUT', `/payefile/${paid.id}`, { merged_into: null })).status).toBe(202);
  });

  it('of a user his roles, limits and being a super user; a password never waits', async () => {
    await switchOn('roles', 'limits');
    const person = { user_id: 'newcomer', user_first_name: 'New', user_last_name: 'Comer' };
    expect((await send(ana, 'POST', '/user', person)).status).toBe(200);
    const withPassword = { ...person, user_id: 'second', roles: [base.role], password: 'correct horse battery' };
    expect((await send(ana, 'POST', '/user', withPassword)).body.errors).toMatchObject({
      password: [expect.stringContaining('second person')],
    });
    const asked = await send(ana, 'POST', '/user', { ...withPassword, password: null, max_amount: '10.00' });
    expect(asked.status).toBe(202);
    // One confirmation covers everything that the change does.
    expect((await confirm(ben, waitingId(asked))).status).toBe(200);
    const list = rowsOf(await send(ana, 'GET', '/user?search=second'));
    expect(list[0]).toMatchObject({ user_id: 'second', max_amount: '10.00' });
  });

  it('an import of guarded records is refused as a whole and says the way out', async () => {
    await switchOn('limits');
    const file = {
      name: 'levels.csv',
      bytes: Buffer.from('Level code,Level name,Min amount,Max amount\nL9,Top,1,2\n'),
    };
    const reply = await sendFile(ana, '/approver-level/import', file);
    expect(reply.status).toBe(422);
    expect(reply.body.message).toContain('every change needs the confirmation of a second person');

    // What was imported before is not undone past the second person either.
    await switchOn();
    expect((await sendFile(ana, '/approver-level/import', file)).status).toBe(200);
    await switchOn('limits');
    const [imported] = rowsOf(await send(ana, 'GET', '/approver-level/bulk-changes'));
    const body = { upload_id: 'f'.repeat(32), change_id: imported!.id };
    expect((await send(ana, 'POST', '/approver-level/bulk-undo', body)).status).toBe(200);
    const undone = await send(ana, 'POST', `/approver-level/uploads/${body.upload_id}/store`);
    expect(undone.status).toBe(422);
    expect(undone.body.message).toContain('every change needs the confirmation of a second person');
  });
});

describe('the texts of papers under confirmation', () => {
  it('wait for a second person, hold from a day after the last paper, are added and never changed', async () => {
    const body = { company_code: 'PAPERS', company_name: 'Papers Inc.', reporting: 1 };
    const { id } = recordOf(await send(ana, 'POST', '/company', body));
    const stored = async () => recordOf(await send(ana, 'GET', `/company/${id}`))['texts'] as Row[];
    const lawful = await stored();
    expect(lawful).toContainEqual(expect.objectContaining({ kind: 'validity', valid_from: '2022-07-16', text: null }));

    await switchOn('limits');
    const permit = { kind: 'permit_to_issue', valid_from: '2026-01-01', text: 'Permit to Issue No. PTI-0001' };
    // What is missing stays: a text alone is added to the others.
    const asked = await send(ana, 'PUT', `/company/${id}`, { texts: [permit] });
    expect(asked.status).toBe(202);
    expect(await stored()).toEqual(lawful);
    const [change] = rowsOf(await send(ben, 'GET', '/access/changes'));
    expect(JSON.stringify(change!['changes'])).toContain('PTI-0001');
    const waiting = change!.id;
    expect(await confirm(ana, waiting)).toMatchObject({ status: 403 });
    expect(await confirm(ben, waiting)).toMatchObject({ status: 200 });
    expect(await stored()).toEqual([...lawful, expect.objectContaining(permit)]);
    const history = await send(ana, 'GET', `/company/${id}/history`);
    expect(JSON.stringify(history.body.data)).toContain('PTI-0001');

    await switchOn();
    const [first] = lawful;
    expect((await send(ana, 'PUT', `/company/${id}`, { texts: [{ ...first, text: 'INVOICE' }] })).body).toMatchObject({
      errors: { texts: ['What a paper said stays. Add a text of its kind with the day from which it holds.'] },
    });
    await inTransaction(world.database, SYSTEM_ACTOR, (db) =>
      sql`insert into customer_statement (payee_id, from_date, as_of, balance, to_address, sent_by)
        values (${base.payee_id}, '2026-01-01', '2026-03-31', 0, 'a@b.example', ${carla.id})`.execute(db),
    );
    const legend = { kind: 'statement_legend', valid_from: '2026-03-31', text: 'Supplementary.' };
    expect((await send(ana, 'PUT', `/company/${id}`, { texts: [legend] })).body).toMatchObject({
      errors: {
        texts: [
          'A text from 31 Mar 2026 would change papers that were issued: the last one with a text of its kind bears 31 Mar 2026. Choose a later day.',
        ],
      },
    });
    const later = { ...legend, valid_from: '2026-04-01' };
    expect(await send(ana, 'PUT', `/company/${id}`, { texts: [later] })).toMatchObject({ status: 200 });
    expect(await stored()).toContainEqual(expect.objectContaining(later));
  });
});

describe('the switches', () => {
  const settings = async () => (await send(ana, 'GET', '/settings')).body.data as Record<string, never>;

  it('are off at first, go on at once and off by two persons', async () => {
    expect(await settings()).toMatchObject({ four_eyes: OFF });
    const on = await send(ana, 'PUT', '/settings', { four_eyes: { ...OFF, limits: true } });
    expect(on).toMatchObject({ status: 200, body: { data: { four_eyes: { ...OFF, limits: true } } } });
    const asked = await send(ana, 'PUT', '/settings', { four_eyes: OFF });
    expect(asked.status).toBe(202);
    expect(await settings()).toMatchObject({ four_eyes: { limits: true } });
    const [change] = rowsOf(await send(ben, 'GET', '/access/changes'));
    expect(change).toMatchObject({
      label: 'Settings of the company',
      changes: [
        {
          label:
            'Second person: Approval limits, officers and switches, sources of batches, texts of papers, map of results',
          before: 'on',
          after: 'off',
        },
      ],
    });
    expect((await confirm(ben, waitingId(asked))).status).toBe(200);
    expect(await settings()).toMatchObject({ four_eyes: OFF });
  });

  it('are not set in a new company: they go on by themselves when a second person could decide, and stay on', async () => {
    const unset = () =>
      inTransaction(world.database, SYSTEM_ACTOR, (db) =>
        sql`update setting set value = '{}' where key = 'four_eyes'`.execute(db),
      );
    const onlyAna = (end: string) =>
      inTransaction(world.database, SYSTEM_ACTOR, (db) =>
        sql`update app_user set start_date = '2020-01-01', end_date = ${end}::date where id <> ${ana.user.id}`.execute(
          db,
        ),
      );
    await onlyAna('2020-01-01');
    await unset();
    expect(await settings()).toMatchObject({ four_eyes: OFF });
    // Nobody decides beforehand that they never go on.
    expect((await send(ana, 'PUT', '/settings', { four_eyes: OFF })).status).toBe(200);
    const made = await send(ana, 'POST', '/user', {
      user_id: 'dora',
      user_first_name: 'Dora',
      user_last_name: 'Lim',
      sper_user: 1,
    });
    expect(made).toMatchObject({ status: 200 });
    expect(await settings()).toMatchObject({ four_eyes: { bank_details: true, limits: true, roles: true } });
    // The first person does not get rid of them by getting rid of the second one.
    const ended = { start_date: '2020-01-01', end_date: '2020-01-02' };
    expect((await send(ana, 'PUT', `/user/${recordOf(made).id}`, ended)).status).toBe(200);
    expect(await settings()).toMatchObject({ four_eyes: { bank_details: true, limits: true, roles: true } });
    expect((await send(ana, 'PUT', '/settings', { four_eyes: OFF })).status).toBe(202);
    await inTransaction(world.database, SYSTEM_ACTOR, (db) => sql`update app_user set end_date = null`.execute(db));
  });

  it('do not go on while nobody else could confirm', async () => {
    await inTransaction(world.database, SYSTEM_ACTOR, (db) =>
      sql`update app_user set end_date = manila_today() - 1, start_date = '2020-01-01', row_version = row_version
        where id <> ${ana.user.id}`.execute(db),
    );
    const alone = await send(ana, 'PUT', '/settings', { four_eyes: { ...OFF, roles: true } });
    expect(alone).toMatchObject({ status: 409, body: { code: 'second_person_missing' } });
    await inTransaction(world.database, SYSTEM_ACTOR, (db) =>
      sql`update app_user set end_date = null, row_version = row_version`.execute(db),
    );
  });
});

const csv = (heading: string, rows: readonly string[]) => ({
  name: 'rows.csv',
  bytes: Buffer.from([heading, ...rows].join('\n')),
});

describe('the map of results', () => {
  const MONTH = '1901-01';
  const propose = (client: SignedInClient, lines: readonly string[], effective_from = MONTH) =>
    sendFile(client, '/rpt/pnl/map', csv('Account Code,Line', lines), { effective_from });

  it('is taken in as a file, refused by row, waits, and is in force when a second person confirms it', async () => {
    await inTransaction(world.database, SYSTEM_ACTOR, (db) =>
      sql`insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, normal_balance)
        values ('502010', 'Rental Fee', 'S', 'I', 'E', 'D'), ('503100', 'Miscellaneous', 'S', 'I', 'E', 'D')`.execute(
        db,
      ),
    );
    const refused = await propose(ana, [
      '999999,rental_fee',
      '502010,hidden',
      '102101,rental_fee',
      '503100,excluded',
      '503100,excluded',
    ]);
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errors: {
          file: [
            "Row 2: there is no account '999999'.",
            "Row 3: the report has no line 'hidden'.",
            'Row 4: account 102101 is no income or expense account that is posted to.',
            'Row 6: account 503100 occurs twice.',
          ],
        },
      },
    });
    expect(await propose(ana, ['502010,Rental Fee'], '2026')).toMatchObject({ status: 422 });
    await switchOn('limits');
    const asked = await propose(ana, ['502010,Rental Fee', '503100,excluded']);
    expect(asked).toMatchObject({ status: 202, body: { data: null } });
    expect(recordOf(await send(ana, 'GET', '/rpt/pnl/map'))).toMatchObject({ versions: [], version: null });
    const [change] = rowsOf(await send(ben, 'GET', '/access/changes'));
    expect(change).toMatchObject({
      label: 'Map of results from 1901-01, 2 accounts',
      changes: [
        { label: 'From', before: null, after: '1901-01' },
        { label: 'Account 502010', before: null, after: 'Rental Fee' },
        { label: 'Account 503100', before: null, after: 'Excluded' },
      ],
    });
    expect((await confirm(ana, waitingId(asked))).status).toBe(403);
    expect((await confirm(ben, waitingId(asked))).status).toBe(200);
    const stands = recordOf(await send(ana, 'GET', '/rpt/pnl/map'));
    expect(stands).toMatchObject({
      versions: [
        {
          version: 1,
          effective_from: '1901-01',
          accounts: 2,
          excluded: 1,
          asked_by: ana.user.name,
          made_by: ben.user.name,
        },
      ],
      lines: [
        { acct_code: '502010', measure: 'rental_fee' },
        { acct_code: '503100', measure: 'excluded' },
      ],
    });
    // What leaves as a file comes in again; of the next version a period must be open.
    const file = await world.server.inject({ url: '/api/rpt/pnl/map/export?format=csv', headers: ana.headers });
    expect(file.body).toContain('502010,rental_fee,Rental Fee');
    await switchOn();
    expect(await propose(ana, ['502010,Rental Fee'], '2001-05')).toMatchObject({
      status: 422,
      body: { errors: { effective_from: [expect.stringMatching(/^A version begins with an open period/)] } },
    });
  });

  it('counts of branches are taken in by file, refused by row, and bear who entered them', async () => {
    const branch = base.brnc_code;
    const counts = (client: SignedInClient, rows: readonly string[]) =>
      sendFile(client, '/rpt/pnl/counts', csv('Branch,Year,Month,Transactions', rows), {});
    expect(await counts(ana, ['NONE,2026,5,1', `${branch},2026,13,1`, `${branch},2026,5,-1`])).toMatchObject({
      status: 422,
      body: {
        errors: {
          file: [
            "Row 2: there is no branch 'NONE'.",
            "Row 3: month '13' must be 1 to 12.",
            "Row 4: transactions '-1' must be a whole number, 0 or more.",
          ],
        },
      },
    });
    expect(recordOf(await counts(ana, [`${branch},2026,5,1284`]))).toEqual({ rows: 1, changed: 1, emptied: 0 });
    expect(recordOf(await counts(ben, [`${branch},2026,5,1284`]))).toEqual({ rows: 1, changed: 0, emptied: 0 });
    const standing = async () =>
      rowsOf(await send(ana, 'GET', '/rpt/pnl/counts?year=2026&month=5')).find(({ brnc_code }) => brnc_code === branch);
    expect(await standing()).toMatchObject({ transactions: 1284, entered_by: ana.user.name });
    expect(recordOf(await counts(ben, [`${branch},2026,5,7`]))).toEqual({ rows: 1, changed: 1, emptied: 0 });
    expect(await standing()).toMatchObject({ transactions: 7, entered_by: ben.user.name });
    const reader = await createSignedInClient(world.server, world.database, { levels: { Profitability: 1 } });
    expect((await counts(reader, [`${branch},2026,5,9`])).status).toBe(403);
    // One that was a mistake is emptied, which is not 0; what is empty already stays so.
    expect(recordOf(await counts(ana, [`${branch},2026,5,`]))).toEqual({ rows: 0, changed: 0, emptied: 1 });
    expect(await standing()).toMatchObject({ transactions: null, entered_by: null });
    expect(recordOf(await counts(ana, [`${branch},2026,5,`]))).toEqual({ rows: 0, changed: 0, emptied: 0 });
  });
});
