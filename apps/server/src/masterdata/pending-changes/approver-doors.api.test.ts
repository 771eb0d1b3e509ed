import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UploadView } from '@talaan/contract/uploads/upload.contract';
import { registerDelegationRoutes } from '../../approvals/delegation.routes.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { projectPath } from '../../platform/project-paths.ts';
import { createBaseRecords } from '../../testing/books/base-records.ts';
import { switchFourEyes } from '../../testing/books/four-eyes.ts';
import { createCaller, type Reply } from '../../testing/raw-caller.ts';
import {
  createSignedInClient,
  createUser,
  signInAs,
  type SignedInClient,
  type TestUser,
} from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import type { BaseRecords } from '../fixtures/fixture.ts';
import { registerMasterdataRoutes } from '../masterdata.routes.ts';

/*
 * Every door through which somebody becomes able to approve, to review, to act as another or to be paid in another's
 * place: the form, files, bulk changes, restores. Nobody passes through one for himself; with four eyes nobody passes
 * through one alone (decisions §8).
 */

const LEVEL_NAMES = ['No Access', 'Select', 'Insert', 'Update', 'Delete'];

let world: TestServer;
let base: BaseRecords;
let officer: TestUser;
/** The people of a company as it ships; those of the demo company are held to it in `demo-masters.db.test.ts`. */
let actors: Record<'super user' | 'administrator of everything', SignedInClient>;
const others: SignedInClient[] = [];
const { send, sendFile } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer((server, services) => {
    registerMasterdataRoutes(server, services);
    registerDelegationRoutes(server, services);
  });
  const superUser = await createSignedInClient(world.server, world.database, { super_user: true });
  base = await createBaseRecords(superUser);
  await createUser(world.database, { super_user: true });
  actors = {
    'super user': superUser,
    'administrator of everything': await createSignedInClient(world.server, world.database, { levels: { '*': 4 } }),
  };
  officer = await createUser(world.database, { levels: { 'Journal Entries': 3 } });
  const clerk = { Users: 3, 'User Roles': 3, 'Payee Details': 3, 'BP Banks': 3 } as const;
  const shipped = parse<Record<string, string>>(
    await readFile(projectPath('db', 'starter', 'role-access.csv'), 'utf8'),
    { columns: true },
  );
  const levelsOf = (role: string) =>
    Object.fromEntries(
      shipped
        .filter(({ roles }) => roles === role)
        .map(({ module_name, access_level }) => [module_name!, LEVEL_NAMES.indexOf(access_level!)]),
    );
  for (const levels of [clerk, ...['Preparer', 'Checker', 'Approver', 'Cashier', 'Auditor'].map(levelsOf)])
    others.push(await createSignedInClient(world.server, world.database, { levels }));
  await asSystem(
    sql`insert into approving_officer (user_id, level, currency_id, max_amount)
      values (${officer.id}, ${base.level_code}, 1, 100)`,
  );
});
afterAll(() => world.stop());

interface Door {
  readonly name: string;
  /** What must stand before the try; answers the Record ID of what is tried on. */
  readonly prepare?: (whom: TestUser) => Promise<number | void>;
  /** Tries to pass through it in the name of `who`, for the good of `whom`. */
  readonly open: (who: SignedInClient, whom: TestUser, id: number) => Promise<Reply>;
  /** Whose good it serves: some doors concern the company, not a person. */
  readonly about: 'a person' | 'others' | 'the company';
  /** What it serves a super user has already. */
  readonly not_for_super_users?: true;
}

const asSystem = (statement: RawBuilder<unknown>) =>
  inTransaction(world.database, SYSTEM_ACTOR, (db) => statement.execute(db));
const newId = () => randomBytes(16).toString('hex');

const changeUser =
  (change: Record<string, unknown>): Door['open'] =>
  (who, whom) =>
    send(who, 'PUT', `/user/${whom.id}`, change);
const setting =
  (change: Record<string, unknown>): Door['open'] =>
  (who) =>
    send(who, 'PUT', '/settings', change);

/** A file with one row, read, checked and stored as the dialog does it. */
async function upload(who: SignedInClient, path: string, heading: string, row: string): Promise<Reply> {
  const file = { name: 'rows.csv', bytes: Buffer.from(`${heading}\n${row}\n`) };
  const read = await sendFile(who, `${path}/uploads`, file, { upload_id: newId() });
  if (read.status > 201) return read;
  const { id, columns } = read.body.data as UploadView;
  await send(who, 'POST', `${path}/uploads/${id}/check`, { columns: columns.map(({ field }) => field) });
  return send(who, 'POST', `${path}/uploads/${id}/store`, { rows: 'all' });
}

async function bulk(who: SignedInClient, path: string, ids: number[], change: object): Promise<Reply> {
  const upload_id = newId();
  await send(who, 'POST', `${path}/bulk-change`, { upload_id, ids, change });
  return send(who, 'POST', `${path}/uploads/${upload_id}/store`, { rows: 'all' });
}

const officerRow = (user_id: number) => ({ user_id, level: base.level_code, currency_id: 1, max_amount: '500.00' });
const personal = { user_first_name: 'Second', user_last_name: 'Self' };
const accountNumber = () => String(Number.parseInt(newId().slice(0, 8), 16));
const loginName = () => `self${newId().slice(0, 8)}`;
const account = () => ({
  bank_id: base.bank_id,
  acct_name: 'Elsewhere',
  acct_type: 'CHE',
  account_number: accountNumber(),
  currency: 1,
});

const withoutPayment = async (whom: TestUser) =>
  void (await asSystem(sql`delete from user_access_privilege where user_id = ${whom.id} and prog_code = 'Payment'`));

/** Gives `whom` the base role, so that what the role may do is about him. */
async function giveRole(whom: TestUser): Promise<void> {
  await asSystem(
    sql`insert into user_role (user_id, role_id) select ${whom.id}, id from role where roles = ${base.role}
      on conflict do nothing`,
  );
}

/** Stores a row as the system and answers its id; with a table it is deleted again, so that it can be restored. */
async function stored(insert: RawBuilder<unknown>, deletedFrom?: string): Promise<number> {
  const { id } = (await asSystem(insert)).rows[0] as { id: number };
  if (deletedFrom) await asSystem(sql`delete from ${sql.table(deletedFrom)} where id = ${id}`);
  return id;
}

/** Whoever knew it could sign in as him, so no switch opens it. */
const FOR_NOBODY = 'the password of another';
/** So could whoever gave him an address of his own. */
const NOT_ALONE = 'the sign-in e-mail of another';

const DOORS: readonly Door[] = [
  {
    name: 'a role, by the form',
    open: (who, whom) => send(who, 'PUT', `/user/${whom.id}`, { roles: [base.role] }),
    about: 'a person',
  },
  { name: 'being a super user', open: changeUser({ sper_user: 1 }), about: 'a person', not_for_super_users: true },
  { name: 'the own maximum', open: changeUser({ max_amount: '9000000.00' }), about: 'a person' },
  { name: 'no maximum any more', open: changeUser({ max_amount: null }), about: 'a person' },
  { name: 'being an approver', open: changeUser({ approver: 1 }), about: 'a person' },
  {
    name: NOT_ALONE,
    open: (who, whom) => send(who, 'PUT', `/user/${whom.id}`, { email: `${loginName()}@elsewhere.example` }),
    about: 'others',
  },
  { name: FOR_NOBODY, open: changeUser({ password: 'seven green ladders' }), about: 'others' },
  {
    name: 'a second user with a password',
    open: (who) => send(who, 'POST', '/user', { ...personal, user_id: loginName(), password: 'seven green ladders' }),
    about: 'the company',
  },
  {
    name: 'a second user with a sign-in e-mail',
    open: (who) =>
      send(who, 'POST', '/user', { ...personal, user_id: loginName(), email: `${loginName()}@elsewhere.example` }),
    about: 'the company',
  },
  {
    name: 'a second user with a role',
    open: (who) => send(who, 'POST', '/user', { ...personal, user_id: loginName(), roles: [base.role] }),
    about: 'the company',
  },
  {
    name: 'a privilege',
    prepare: withoutPayment,
    open: (who, whom) =>
      send(who, 'POST', '/useraccessprivilege', { user_id: whom.id, prog_code: 'Payment', access_level: 'D' }),
    about: 'a person',
  },
  {
    name: 'more for the own role',
    prepare: giveRole,
    open: (who) => send(who, 'POST', '/roleaccess', { roles: base.role, module_name: 'Payment', access_level: 4 }),
    about: 'a person',
    not_for_super_users: true,
  },
  {
    name: 'an approving officer',
    open: (who, whom) => send(who, 'POST', '/approvingofficer', officerRow(whom.id)),
    about: 'a person',
  },
  {
    name: 'an approving officer by the alias',
    open: (who, whom) => send(who, 'POST', '/approver', { ...officerRow(whom.id), currency_id: 2 }),
    about: 'a person',
  },
  {
    name: 'a billing officer',
    open: (who, whom) => send(who, 'POST', '/billingappofficer', officerRow(whom.id)),
    about: 'a person',
  },
  {
    name: 'a level',
    prepare: () => stored(sql`select id from approving_level`),
    open: (who, _, id) => send(who, 'PUT', `/approver-level/${id}`, { max_amount: '7.00' }),
    about: 'the company',
  },
  {
    name: 'a stand-in for an officer',
    open: (who, whom) =>
      send(who, 'POST', '/approvals/delegations', {
        from_user: officer.id,
        to_user: whom.id,
        from_date: '2099-01-01',
        to_date: '2099-01-31',
        reason: 'Leave',
      }),
    about: 'a person',
  },
  { name: 'the approval switch', open: setting({ approval_required: allTypes({ JE: false }) }), about: 'the company' },
  {
    name: 'the review switch',
    open: setting({ review_stage: allTypes({ JE: false, BI: false }) }),
    about: 'the company',
  },
  {
    name: 'what is written off without approval',
    open: setting({ write_off_without_approval: '9000000.00' }),
    about: 'the company',
  },
  {
    name: 'the account of a payee, by its form',
    open: (who) => send(who, 'PUT', `/payefile/${base.payee_id}`, { payee_banks: [account()] }),
    about: 'the company',
  },
  {
    name: 'the account of a payee',
    open: (who) => send(who, 'POST', '/payeebank', { ...bankAccount(), payee_code: base.payee_code }),
    about: 'the company',
  },
  {
    name: 'the account of a partner',
    open: (who) => send(who, 'POST', '/bpbank', { ...bankAccount(), bp_idno: base.bp_idno }),
    about: 'the company',
  },
  {
    name: 'officers in a file',
    open: (who, whom) =>
      upload(who, '/approvingofficer', 'User,Level,Currency,Max amount', `${whom.user_id},${base.level_code},3,9.00`),
    about: 'a person',
  },
  {
    name: 'privileges in a file',
    prepare: withoutPayment,
    open: (who, whom) =>
      upload(who, '/useraccessprivilege', 'User,Program,Access level', `${whom.user_id},Payment,Delete`),
    about: 'a person',
  },
  {
    name: 'role access in a file',
    prepare: giveRole,
    open: (who) => upload(who, '/roleaccess', 'Role,Module,Access level', `${base.role},Collection,Delete`),
    about: 'a person',
    not_for_super_users: true,
  },
  {
    name: 'users in a file',
    open: (who, whom) => upload(who, '/user', 'User ID,Max amount', `${whom.user_id},9000000.00`),
    about: 'a person',
  },
  {
    name: 'super users by a bulk change',
    open: (who, whom) => bulk(who, '/user', [whom.id], { sper_user: 1 }),
    about: 'a person',
    not_for_super_users: true,
  },
  {
    name: 'officers by a bulk change',
    prepare: (whom) =>
      stored(
        sql`insert into approving_officer (user_id, level, currency_id, max_amount)
          values (${whom.id}, ${base.level_code}, 4, 100) returning id`,
      ),
    open: (who, _, id) => bulk(who, '/approvingofficer', [id], { max_amount: '0.00' }),
    about: 'a person',
  },
  {
    name: 'an officer who was deleted, restored',
    prepare: (whom) =>
      stored(
        sql`insert into approving_officer (user_id, level, currency_id)
          values (${whom.id}, ${base.level_code}, 5) returning id`,
        'approving_officer',
      ),
    open: (who, _, id) => send(who, 'POST', `/approvingofficer/${id}/restore`),
    about: 'a person',
  },
  {
    name: 'a user with rights who was deleted, restored',
    prepare: () =>
      stored(
        sql`with u as (
            insert into app_user (user_id, user_first_name, user_last_name, start_date, max_amount, approver)
            values (${loginName()}, 'Second', 'Self', '2020-01-01', 5, 1) returning id),
          r as (insert into user_role (user_id, role_id) select u.id, role.id from u, role where roles = ${base.role})
          select id from u`,
        'app_user',
      ),
    open: (who, _, id) => send(who, 'POST', `/user/${id}/restore`),
    about: 'the company',
  },
];

const bankAccount = () => ({
  bank_code: base.bank_code,
  acct_no: accountNumber(),
  acct_name: 'Elsewhere',
});

function allTypes(change: Record<string, boolean>): Record<string, boolean> {
  const types = ['CV', 'CW', 'OB', 'DM', 'CR', 'JE', 'PO', 'BI', 'CN'];
  return { ...Object.fromEntries(types.map((type) => [type, true])), ...change };
}

/** Everything that a door leads to, as it is stored. */
async function standing(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(json_build_array(id, email, password_hash, sper_user, approver, max_amount) order by id)
        from app_user where email is not null or password_hash is not null or sper_user + approver > 0) as users,
      (select json_agg(r order by r.user_id, r.role_id) from user_role r) as roles,
      (select json_agg(a order by a.id) from role_access a) as role_access,
      (select json_agg(p order by p.id) from user_access_privilege p) as privileges,
      (select json_agg(l order by l.id) from approving_level l) as levels,
      (select json_agg(o order by o.id) from approving_officer o) as officers,
      (select json_agg(o order by o.id) from billing_officer o) as billing_officers,
      (select json_agg(d order by d.id) from delegation d) as delegations,
      (select json_agg(s order by s.key) from setting s) as settings,
      (select json_agg(b order by b.id) from payee_bank b) as banks`.execute(world.database);
  return rows[0];
}

const somebody = () =>
  createUser(world.database, { last_name: 'Reyes', levels: { 'Journal Entries': 3 }, max_amount: '100.00' });

/** Goes to a door; answers what was said there, and what stood behind it before and after. */
async function tryDoor(door: Door, who: SignedInClient, whom: TestUser) {
  const id = await door.prepare?.(whom);
  const before = await standing();
  const reply = await door.open(who, whom, id ?? 0);
  return { reply, before, after: await standing() };
}

describe('as it ships nobody opens alone', () => {
  // Nothing is set: it is on because more than one person could decide.
  beforeAll(() => asSystem(sql`update setting set value = '{}' where key = 'four_eyes'`));

  describe.each(['super user', 'administrator of everything'] as const)('as %s', (name) => {
    it.each(DOORS)('$name', async (door) => {
      const { reply, before, after } = await tryDoor(door, actors[name], await somebody());
      expect(after).toEqual(before);
      expect(reply.status).toBeGreaterThan(201);
    });

    it('the four-eyes switches themselves', async () => {
      const before = await standing();
      const four_eyes = { bank_details: true, limits: true, roles: false };
      expect((await send(actors[name], 'PUT', '/settings', { four_eyes })).status).toBeGreaterThan(201);
      expect(await standing()).toEqual(before);
    });
  });

  it.each(DOORS)('as a clerk of users and payees, or with a role of the demo company: $name', async (door) => {
    for (const who of others) {
      const { reply, before, after } = await tryDoor(door, who, await somebody());
      expect(after).toEqual(before);
      expect(reply.status).toBeGreaterThan(201);
    }
  });
});

describe('without four eyes', () => {
  beforeAll(() => switchFourEyes(world.database));

  describe.each(['super user', 'administrator of everything'] as const)('nobody opens for himself, as %s', (name) => {
    const isSuper = name === 'super user';
    const doors = DOORS.filter((door) => door.about === 'a person' && !(isSuper && door.not_for_super_users));
    it.each(doors)('$name', async (door) => {
      // Another one for each door: what one door was prepared with must not stand in the way of the next.
      const whom = await createUser(world.database, {
        last_name: 'Reyes',
        max_amount: '100.00',
        ...(isSuper ? { super_user: true } : { levels: { '*': 4 } }),
      });
      const { reply, before, after } = await tryDoor(door, await signInAs(world.server, world.database, whom), whom);
      expect(after).toEqual(before);
      expect(reply.body.message).toMatch(/yourself|super user/);
    });
  });

  it.each(DOORS.filter(({ name }) => name !== FOR_NOBODY && name !== NOT_ALONE))(
    'a super user alone opens for the good of others: $name',
    async (door) => {
      const { reply, before, after } = await tryDoor(door, actors['super user'], await somebody());
      expect(reply).toMatchObject({ status: 200 });
      expect(after).not.toEqual(before);
    },
  );

  it('the sign-in e-mail of another waits all the same while somebody else could confirm it', async () => {
    const door = DOORS.find(({ name }) => name === NOT_ALONE)!;
    const { reply, before, after } = await tryDoor(door, actors['super user'], await somebody());
    expect(reply.status).toBe(202);
    expect(after).toEqual(before);
  });

  it('the password of another stays closed to a super user too', async () => {
    const door = DOORS.find(({ name }) => name === FOR_NOBODY)!;
    const { reply, before, after } = await tryDoor(door, actors['super user'], await somebody());
    expect(reply.status).toBe(422);
    expect(after).toEqual(before);
  });
});
