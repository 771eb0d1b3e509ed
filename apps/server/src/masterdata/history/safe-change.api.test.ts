import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writableFields } from '@talaan/contract/resource/define-resource';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { HistoryEntry } from '@talaan/contract/resource/safe-change';
import { allResources } from '@talaan/contract/resources/resource-table';
import { inTransaction } from '../../platform/database/database.ts';
import { createBaseRecords } from '../../testing/books/base-records.ts';
import { createCaller, recordOf, rowsOf } from '../../testing/raw-caller.ts';
import type { Reply, Row } from '../../testing/raw-caller.ts';
import { createSignedInClient } from '../../testing/sign-in/sign-in.ts';
import type { SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { testPasswordHash } from '../../testing/sign-in/sign-in-server.ts';
import { createTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import type { BaseRecords, ResourceFixture } from '../fixtures/fixture.ts';
import { FIXTURES } from '../fixtures/fixture-table.ts';
import { registerMasterdataRoutes } from '../masterdata.routes.ts';

let world: TestServer;
let admin: SignedInClient;
let colleague: SignedInClient;
let base: BaseRecords;
const { send, sendFile } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer(registerMasterdataRoutes);
  admin = await createSignedInClient(world.server, world.database, {
    super_user: true,
    first_name: 'Ana',
    last_name: 'Reyes',
  });
  colleague = await createSignedInClient(world.server, world.database, {
    super_user: true,
    first_name: 'Mario',
    last_name: 'Cruz',
  });
  base = await createBaseRecords(admin);
});
afterAll(async () => world.stop());

const add = async (path: string, body: object): Promise<Row> => recordOf(await send(admin, 'POST', path, body));
const historyOf = async (path: string, id: number): Promise<HistoryEntry[]> =>
  rowsOf(await send(admin, 'GET', `${path}/${id}/history`)) as never;

describe.each(allResources().map((definition) => [definition.title.many, definition] as const))(
  '%s',
  (_title, definition) => {
    const { path } = definition;
    let fixture: ResourceFixture;
    let made: Row;
    beforeAll(async () => {
      fixture = FIXTURES[definition.name](base);
      made = await add(path, fixture.first);
    });
    afterAll(async () => {
      await send(admin, 'DELETE', `${path}/${made.id}`);
    });

    it('tells who did what and when, each field before and after, newest first', async () => {
      await send(colleague, 'PUT', `${path}/${made.id}`, fixture.change);
      const reply = await send(admin, 'GET', `${path}/${made.id}/history`);
      expect(reply).toMatchObject({ status: 200, body: { has_more: false } });
      const [changed, added] = rowsOf(reply) as unknown as HistoryEntry[];
      expect(changed).toMatchObject({ user_name: 'Mario Cruz', action: 'changed', source_file: null });
      expect(added).toMatchObject({ user_name: 'Ana Reyes', action: 'added' });
      const changes = Object.entries(fixture.change).filter(([name, value]) => value !== made[name]);
      const labels = changes.map(([name]) => definition.fields[name]!.label);
      expect(new Set(changed!.changes.map((change) => change.label))).toEqual(new Set(labels));
      for (const change of changed!.changes) expect(change.before).not.toBe(change.after);
      const entered = new Map(added!.changes.map((change) => [change.label, change.after]));
      for (const [label, text] of wordsOf(definition, fixture.first))
        expect([label, entered.get(label)]).toEqual([label, text]);
      expect(JSON.stringify(reply.body)).not.toContain('argon2');
    });

    it('says that nothing uses a new record, and that it can be deleted', async () => {
      const reply = recordOf(await send(admin, 'GET', `${path}/${made.id}/uses`));
      expect(reply).toMatchObject({ uses: [], sentence: null, deletion: { allowed: true, message: null } });
      expect(reply['deactivation'] === null).toBe(definition.active === null || made[definition.active] !== 1);
    });

    it('deletes only the version that was read', async () => {
      const { row_version } = recordOf(await send(admin, 'GET', `${path}/${made.id}`));
      const stale = await send(admin, 'DELETE', `${path}/${made.id}?row_version=${row_version - 1}`);
      expect(stale.body).toMatchObject({ status: 409, code: 'row_version', changed_by: 'Mario Cruz', row_version });
      expect(await send(admin, 'GET', `${path}/${made.id}`)).toMatchObject({ status: 200 });
    });

    it('brings a deleted record back as it was, under its Record ID, with its history', async () => {
      const before = recordOf(await send(admin, 'GET', `${path}/${made.id}`));
      await send(colleague, 'DELETE', `${path}/${made.id}?row_version=${before.row_version}`);
      const gone = { status: 404, code: 'not_found', deleted_by: 'Mario Cruz' };
      expect((await send(admin, 'GET', `${path}/${made.id}`)).body).toMatchObject(gone);
      const late = await send(admin, 'PUT', `${path}/${made.id}`, {
        ...fixture.change,
        row_version: before.row_version,
      });
      expect(late.body).toMatchObject({
        ...gone,
        message: expect.stringMatching(/^Deleted by Mario Cruz at \d\d:\d\d\.$/),
      });
      expect(rowsOf(await send(admin, 'GET', `${path}/deleted`))[0]).toMatchObject({
        id: made.id,
        name: definition.describe(before),
        deleted_by_name: 'Mario Cruz',
      });
      expect((await historyOf(path, made.id))[0]).toMatchObject({ action: 'deleted', user_name: 'Mario Cruz' });

      const back = await send(admin, 'POST', `${path}/${made.id}/restore`);
      expect(back.status).toBe(200);
      expect(enteredIn(definition, recordOf(back))).toEqual(enteredIn(definition, before));
      expect(recordOf(back)).toMatchObject({ id: made.id, input_by_name: 'Ana Reyes' });
      const history = await historyOf(path, made.id);
      expect(history.map(({ action }) => action)).toEqual(['restored', 'deleted', 'changed', 'added']);
      expect(idsOf(await send(admin, 'GET', `${path}/deleted`))).not.toContain(made.id);
      const again = await send(admin, 'POST', `${path}/${made.id}/restore`);
      expect(again.body).toMatchObject({ status: 409, code: 'not_deleted' });
    });

    it('answers 404 for the history, the uses and the return of a record that never was', async () => {
      for (const call of ['history', 'uses']) {
        expect(await send(admin, 'GET', `${path}/999999/${call}`)).toMatchObject({ status: 404 });
      }
      expect(await send(admin, 'POST', `${path}/999999/restore`)).toMatchObject({ status: 404 });
    });
  },
);

describe('history', () => {
  const changesOf = ({ changes }: HistoryEntry) =>
    changes.map(({ label, row, before, after }) => [row, label, before, after]);

  it('shows inner rows by their code, also after they moved and after the code of their record changed', async () => {
    const sections = [
      { section_code: 'HX01', section_name: 'Checks' },
      { section_code: 'HX02', section_name: 'Online' },
    ];
    const made = await add('/dept', { dept_code: 'HX', dept_desc: 'History', sections });
    const [first, second] = made['sections'] as { id: number; section_name: string }[];
    await send(admin, 'PUT', `/dept/${made.id}`, { sections: [{ ...first, section_name: 'Cheques' }] });
    await send(admin, 'PUT', `/dept/${made.id}`, { dept_code: 'HY' });
    await send(admin, 'POST', '/section', { section_code: 'HX03', section_name: 'Cash', dept_code: 'HY' });
    const [cash, renamed, changed, added] = await historyOf('/dept', made.id);
    expect(changesOf(cash!)).toEqual([
      ['section HX03', 'Section code', null, 'HX03'],
      ['section HX03', 'Section name', null, 'Cash'],
      ['section HX03', 'Status', null, 'Active'],
    ]);
    expect(changesOf(renamed!)).toEqual([[null, 'Department code', 'HX', 'HY']]);
    expect(changesOf(changed!)).toEqual(
      expect.arrayContaining([
        ['section HX02', 'Section code', 'HX02', null],
        ['section HX02', 'Section name', second!.section_name, null],
        ['section HX01', 'Section name', 'Checks', 'Cheques'],
      ]),
    );
    expect(changesOf(added!)).toEqual(
      expect.arrayContaining([
        [null, 'Status', null, 'Active'],
        ['section HX01', 'Section name', null, 'Checks'],
        ['section HX02', 'Section name', null, 'Online'],
      ]),
    );
    const moved = rowsOf(await send(admin, 'GET', '/section?search=HX01'))[0]!;
    await send(admin, 'PUT', `/section/${moved.id}`, { dept_code: base.dept_code });
    await send(admin, 'PUT', `/section/${moved.id}`, { section_name: 'Elsewhere' });
    expect(JSON.stringify(await historyOf('/dept', made.id))).not.toContain('Elsewhere');
  });

  it('shows roles by name, references by code and name, amounts with decimals, and of a password only that it changed', async () => {
    const person = { user_id: 'hist1', user_first_name: 'Hilda', user_last_name: 'Ramos' };
    const made = await add('/user', { ...person, roles: [base.role], max_amount: '999999999.99' });
    await send(admin, 'PUT', `/user/${made.id}`, {
      roles: [],
      dept_code: base.dept_code,
      max_amount: '0.10',
    });
    const password_hash = await testPasswordHash();
    await inTransaction(world.database, { user_id: made.id, request_id: 'own-password' }, (db) =>
      db.updateTable('app_user').set({ password_hash }).where('id', '=', made.id).execute(),
    );
    const [own, changed, added] = await historyOf('/user', made.id);
    expect(changesOf(own!)).toEqual([[null, 'Password', null, null]]);
    expect(own!.changes.map(({ hidden }) => hidden)).toEqual([true]);
    expect(changesOf(added!)).toEqual(
      expect.arrayContaining([
        [null, 'Roles', null, 'Preparer'],
        [null, 'Max amount', null, '999,999,999.99'],
      ]),
    );
    expect(changesOf(changed!)).toEqual(
      expect.arrayContaining([
        [null, 'Roles', 'Preparer', null],
        [null, 'Department', null, 'ACCT Accounting'],
        [null, 'Max amount', '999,999,999.99', '0.10'],
      ]),
    );
  });

  it('of a branch shows the bank accounts of its payee', async () => {
    const bank = { bank_id: base.bank_id, account_number: '001-22-3', acct_type: 'SAV' };
    await add('/payefile', { payee_type: 3, payee_code: 'HB-1', payee_desc: 'History branch' });
    const made = await add('/branch', { brnc_code: 'HB', brnc_name: 'History', payee_code: 'HB-1' });
    await send(admin, 'PUT', `/branch/${made.id}`, { payee_banks: [bank] });
    const [changed] = await historyOf('/branch', made.id);
    expect(changesOf(changed!)).toEqual(
      expect.arrayContaining([['bank account BDO BDO Unibank, Inc. 001-22-3', 'Account number', null, '001-22-3']]),
    );
  });

  it('names the file that an import read', async () => {
    const bytes = Buffer.from('ATC code,Description,Rate %\nHF1,From a file,1\n');
    await sendFile(admin, '/alphataxcode/import', { name: 'codes of 2026.csv', bytes });
    const [made] = rowsOf(await send(admin, 'GET', '/alphataxcode?search=HF1'));
    await send(admin, 'PUT', `/alphataxcode/${made!.id}`, { atc_rate: '2' });
    expect(await historyOf('/alphataxcode', made!.id)).toMatchObject([
      { action: 'changed', source_file: null },
      { action: 'added', source_file: 'codes of 2026.csv' },
    ]);
  });

  it('comes in pages of twenty', async () => {
    const made = await add('/role', { roles: 'Paged 0' });
    for (let n = 1; n <= 20; n += 1) await send(admin, 'PUT', `/role/${made.id}`, { roles: `Paged ${n}` });
    expect((await send(admin, 'GET', `/role/${made.id}/history`)).body).toMatchObject({ has_more: true });
    const older = await send(admin, 'GET', `/role/${made.id}/history?page=2`);
    expect(older.body).toMatchObject({ has_more: false, data: [{ action: 'added' }] });
    expect(await send(admin, 'GET', `/role/${made.id}/history?page=0`)).toMatchObject({ status: 422 });
  });

  it('finds the inner rows of every resource by an index', async () => {
    const found = await sql<{
      name: string;
    }>`select indexname as name from pg_indexes where tablename = 'audit_event'`.execute(world.database);
    const children = allResources().flatMap((definition) =>
      Object.values(definition.fields).filter((shape) => shape.kind === 'children'),
    );
    const names = children.map(({ table, link }) => `audit_event_${table}_${link.column}`);
    expect(found.rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...new Set(names)]));
  });
});

describe('a deleted record', () => {
  it('brings back what went with it: inner rows, roles and the access of a role', async () => {
    const role = await add('/role', { roles: 'Coming back' });
    await add('/roleaccess', { roles: 'Coming back', module_name: 'Banks', access_level: 3 });
    const person = { user_first_name: 'Rosa', user_last_name: 'Diaz' };
    const user = await add('/user', { ...person, user_id: 'back1', roles: [base.role] });
    for (const [path, { id }] of [
      ['/role', role],
      ['/user', user],
    ] as const) {
      expect(await send(admin, 'DELETE', `${path}/${id}`)).toMatchObject({ status: 200 });
      expect(await send(admin, 'POST', `${path}/${id}/restore`)).toMatchObject({ status: 200 });
    }
    expect(rowsOf(await send(admin, 'GET', '/roleaccess?roles=Coming%20back'))).toMatchObject([
      { module_name: 'Banks', access_level: 3 },
    ]);
    expect(recordOf(await send(admin, 'GET', `/user/${user.id}`))).toMatchObject({ roles: [base.role] });
  });

  it('stays away when its code is taken by now, or when what it names is gone or inactive', async () => {
    const first = await add('/alphataxcode', { atc_code: 'WD1', atc_desc: 'First', atc_rate: '1' });
    await send(admin, 'DELETE', `/alphataxcode/${first.id}`);
    const second = await add('/alphataxcode', { atc_code: 'WD1', atc_desc: 'Second', atc_rate: '2' });
    expect((await send(admin, 'POST', `/alphataxcode/${first.id}/restore`)).body).toMatchObject({
      status: 409,
      message: 'ATC code WD1 exists already: Second WD1.',
    });
    const payee = { payee_type: 6, payee_code: 'WD-1', payee_desc: 'Names it', atc_code: 'WD1' };
    const { id } = await add('/payefile', payee);
    await send(admin, 'DELETE', `/payefile/${id}`);
    await send(admin, 'DELETE', `/alphataxcode/${second.id}`);
    expect((await send(admin, 'POST', `/payefile/${id}/restore`)).body).toMatchObject({
      status: 422,
      message: 'ATC code WD1 does not exist.',
    });
  });

  it('is listed and brought back by who may delete; a super user comes back only through one', async () => {
    const boss = await add('/user', { user_id: 'boss1', user_first_name: 'Big', user_last_name: 'Boss', sper_user: 1 });
    await send(admin, 'DELETE', `/user/${boss.id}`);
    const clerk = await createSignedInClient(world.server, world.database, { levels: { Users: 3 } });
    expect(await send(clerk, 'GET', '/user/deleted')).toMatchObject({ status: 403 });
    expect(await send(clerk, 'POST', `/user/${boss.id}/restore`)).toMatchObject({ status: 403 });
    expect(await send(clerk, 'GET', `/user/${boss.id}/history`)).toMatchObject({ status: 200 });
    const chief = await createSignedInClient(world.server, world.database, { levels: { Users: 4 } });
    expect((await send(chief, 'POST', `/user/${boss.id}/restore`)).body).toMatchObject({ code: 'super_user_only' });
    const stranger = await createSignedInClient(world.server, world.database, {});
    expect(await send(stranger, 'GET', `/user/${boss.id}/history`)).toMatchObject({ status: 403 });
    expect(await send(stranger, 'GET', `/user/${boss.id}/uses`)).toMatchObject({ status: 403 });
  });
});

describe('resources that share a table', () => {
  it('answer for their own records only', async () => {
    const voucher = await add('/trx/voucher-alloc', { series_from: 9_000_001, series_to: 9_000_099 });
    const others = `/trx/or-alloc/${voucher.id}`;
    expect(await send(admin, 'GET', `${others}/history`)).toMatchObject({ status: 404 });
    expect(await send(admin, 'GET', `${others}/uses`)).toMatchObject({ status: 404 });
    await send(admin, 'DELETE', `/trx/voucher-alloc/${voucher.id}`);
    expect(await send(admin, 'POST', `${others}/restore`)).toMatchObject({ status: 404 });
    expect(idsOf(await send(admin, 'GET', '/trx/or-alloc/deleted'))).not.toContain(voucher.id);
    expect(idsOf(await send(admin, 'GET', '/trx/voucher-alloc/deleted'))).toContain(voucher.id);
  });
});

describe('uses', () => {
  it('name transactions and other records with examples; a confidential transaction shows neither number nor count', async () => {
    const department = await add('/dept', {
      dept_code: 'USED',
      dept_desc: 'Used',
      sections: [{ section_code: 'USED1', section_name: 'Own section' }],
    });
    await add('/user', { user_id: 'used1', user_first_name: 'Uma', user_last_name: 'Uy', dept_code: 'USED' });
    await journal('0000911', department.id, { status: 1 });
    await journal('0000912', department.id, { status: 1 });
    await journal('0000913', department.id, { status: 20 });
    await journal('0000914', department.id, { status: 1, deleted: true });
    const path = `/dept/${department.id}`;
    const told = recordOf(await send(admin, 'GET', `${path}/uses`));
    expect(told).toMatchObject({
      uses: [
        {
          text: '2 open transactions',
          examples: [
            { batch_number: '0000911', label: '0000911 General Journal' },
            { batch_number: '0000912', label: '0000912 General Journal' },
          ],
        },
        { text: '1 other transaction', examples: [{ batch_number: '0000913' }] },
        { text: '1 deleted draft', examples: [] },
        { text: '1 user', examples: [{ label: 'Uma Uy used1', resource: 'user' }] },
      ],
      sentence: '2 open transactions, 1 other transaction, 1 deleted draft and 1 user use this department.',
      deletion: { allowed: false },
      deactivation: { allowed: false, message: '2 open transactions use this department: JE 0000911, JE 0000912.' },
    });
    const refusal = (await send(admin, 'DELETE', path)).body;
    expect(refusal).toMatchObject({ status: 409, code: 'still_used' });
    expect(refusal.message).toBe((told['deletion'] as { message: string }).message);
    expect(refusal.message).toBe(
      'Used USED cannot be deleted: 2 open transactions (0000911 General Journal, 0000912 General Journal), ' +
        '1 other transaction (0000913 General Journal), 1 deleted draft and 1 user (Uma Uy used1) use it. ' +
        'Make it inactive instead.',
    );

    await journal('0000915', department.id, { status: 1, confidential: true });
    const clerk = await createSignedInClient(world.server, world.database, { levels: { Departments: 4 } });
    const seen = await send(clerk, 'GET', `${path}/uses`);
    expect((seen.body.data as { uses: unknown[] }).uses).toMatchObject([
      { text: '2 open transactions', examples: [] },
      { text: '1 other transaction', examples: [] },
      { text: '1 deleted draft', examples: [] },
      { text: 'transactions that you may not see', examples: [] },
      { text: '1 user' },
    ]);
    expect(JSON.stringify(seen.body)).not.toContain('0000915');
  });

  it('of a role are its users, of an account those below it', async () => {
    await add('/role', { roles: 'Held' });
    await add('/user', { user_id: 'held1', user_first_name: 'Hal', user_last_name: 'Ho', roles: ['Held'] });
    const [role] = rowsOf(await send(admin, 'GET', '/role?search=Held'));
    expect(recordOf(await send(admin, 'GET', `/role/${role!.id}/uses`))).toMatchObject({
      sentence: '1 user uses this role.',
    });
    const kind = { acct_type: 'G', acct_class: 'B', acct_group: 'A' };
    const parent = await add('/coa', {
      ...kind,
      acct_code: '110000',
      acct_desc: 'CASH',
      acct_parent: base.parent_account,
    });
    await add('/coa', { ...kind, acct_code: '111000', acct_desc: 'TILLS', acct_parent: '110000' });
    expect(recordOf(await send(admin, 'GET', `/coa/${parent.id}/uses`))).toMatchObject({
      sentence: '1 account uses this account.',
    });
  });

  it('tell beforehand what another rule will refuse', async () => {
    expect(recordOf(await send(admin, 'GET', '/currency/6/uses'))['deletion']).toEqual({
      allowed: false,
      message: 'Currency C belongs to the product and cannot be deleted.',
    });
  });

  async function journal(
    batch_number: string,
    department_id: number,
    facts: { status: 1 | 20; confidential?: boolean; deleted?: boolean },
  ): Promise<void> {
    const accounts = rowsOf(await send(admin, 'GET', '/coa'));
    const branches = rowsOf(await send(admin, 'GET', '/branch'));
    await inTransaction(world.database, { user_id: colleague.user.id, request_id: null }, async (transaction) => {
      const batch = await transaction
        .insertInto('batch')
        .values({
          document_type: 'JE',
          batch_number,
          prepared_by: colleague.user.id,
          is_confidential: facts.confidential ? 1 : 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const document = await transaction
        .insertInto('document')
        .values({ batch_id: batch.id, document_type: 'JE', header_key: 0 })
        .returning('id')
        .executeTakeFirstOrThrow();
      const line = { account_id: accounts[0]!.id, branch_id: branches[0]!.id, debit_amount: '1.00', debit_php: '1.00' };
      await transaction
        .insertInto('line')
        .values({ document_id: document.id, line_no: 1, department_id, ...line })
        .execute();
      const move = (action: 'archive' | 'delete', to: 1 | 20) =>
        sql`insert into batch_move
        (batch_id, document_type, cycle, action, status_from, status_to, user_id, currency_id, amount, remarks)
        values (${batch.id}, 'JE', 1, ${action}, 1, ${to}, ${colleague.user.id}, 1, 1, 'Not needed')`.execute(
          transaction,
        );
      if (facts.status === 20) {
        await move('archive', 20);
        await sql`update batch set status = 20, row_version = row_version where id = ${batch.id}`.execute(transaction);
      }
      if (facts.deleted) {
        await move('delete', 1);
        await sql`update batch set deleted_at = now(), row_version = row_version where id = ${batch.id}`.execute(
          transaction,
        );
      }
    });
  }
});

/** What a person entered, as replies carry it. */
function enteredIn(definition: AnyResource, record: Row) {
  return Object.fromEntries(
    writableFields(definition)
      .filter(([, shape]) => shape.kind !== 'password')
      .map(([name]) => [name, record[name]]),
  );
}

/** Label and words of the entered choices and switches: what a history must not show as stored codes. */
function wordsOf(definition: AnyResource, entry: Readonly<Record<string, unknown>>): [string, string][] {
  return writableFields(definition).flatMap(([name, shape]): [string, string][] => {
    const value = entry[name];
    if (value === undefined || value === null) return [];
    if (shape.kind === 'choice') return [[shape.label, shape.of[value as string] ?? (value as string)]];
    if (shape.kind === 'numbered_choice') return [[shape.label, shape.of[value as number]!]];
    if (shape.kind === 'flag') return [[shape.label, value === 1 ? shape.on : shape.off]];
    return [];
  });
}

const idsOf = (reply: Reply) => rowsOf(reply).map((row) => row.id);
