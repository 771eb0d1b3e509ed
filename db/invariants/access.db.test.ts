import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MODULES } from '@talaan/contract/access/modules';
import { CURRENCIES } from '@talaan/core/money/currency';
import { expectAllowed, expectHeld, expectRefused } from './attack.ts';
import { inTransactionOf, openBooks, USER, type Books } from './sample-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

describe('what the books are stays', () => {
  it.each([
    ['the demo company’s', `insert into setting (key, value) values ('demo_company', 'true')`],
    ['something else', `insert into setting (key, value) values ('demo_company', 'false')`],
  ])('refuses that books in use become %s', async (_, sql) => {
    await expectHeld(books.owner, {
      sql,
      refusedBy: 'company_decided',
      without: 'drop trigger company_decided on setting',
    });
  });
});

describe('INV-30: somebody can always administer', () => {
  const REMOVE = `update app_user set sper_user = 0 where id = ${USER.ADMIN}`;
  const NO_CHECK = 'drop trigger super_user_remains on app_user';

  it.each([
    ['is demoted', REMOVE],
    [
      'ends today',
      `update app_user set start_date = manila_today() - 9, end_date = manila_today() - 1 where id = ${USER.ADMIN}`,
    ],
    ['is blocked', `update app_user set blocked_at = now() where id = ${USER.ADMIN}`],
  ])('refuses that the last super user %s', async (_, sql) => {
    await expectHeld(books.owner, { sql, refusedBy: 'super_user_remains', without: NO_CHECK });
  });

  it('refuses that two super users demote each other at the same moment', async () => {
    const race = async (raced: Books) => {
      await inTransactionOf(raced.owner, 'system', () =>
        raced.owner.query(`update app_user set sper_user = 1 where id = ${USER.CHECKER}`),
      );
      const clients = [await raced.connect('app'), await raced.connect('app')];
      const users = [USER.ADMIN, USER.CHECKER];
      for (const [index, client] of clients.entries()) {
        await client.query(
          `begin; set local talaan.user_id = '1'; update app_user set sper_user = 0 where id = ${users[index]!}`,
        );
      }
      const outcomes = await Promise.allSettled(clients.map((client) => client.query('commit')));
      return outcomes.filter((outcome) => outcome.status === 'fulfilled').length;
    };
    expect(await race(books)).toBe(1);
    const unguarded = await openBooks();
    try {
      await unguarded.owner.query(NO_CHECK);
      expect(await race(unguarded)).toBe(2);
    } finally {
      await unguarded.close();
    }
  });

  it.each([
    [
      'two sign-in names that differ in case',
      `insert into app_user (user_id, user_first_name, user_last_name) values ('ADMIN', 'A', 'B')`,
      'app_user_name_once',
    ],
    [
      'an end before the start',
      `update app_user set start_date = '2026-02-01', end_date = '2026-01-01' where id = 2`,
      'app_user_dates',
    ],
    [
      'overlapping delegations',
      `insert into delegation (from_user, to_user, from_date, to_date, reason) values (5, 6, manila_today(), manila_today() + 30, 'Leave'), (5, 7, manila_today() + 30, manila_today() + 33, 'Leave')`,
      'delegation_once',
    ],
    [
      'a fourth approving level',
      `insert into approving_level (level_code, level_name, min_amount) values ('L4', 'Board', 900000)`,
      'approving_level_three',
    ],
    [
      'a session beyond twelve hours',
      `insert into session (token_hash, user_id, expires_at) values ('x', 1, now() + interval '12 hours 1 second')`,
      'session_length',
    ],
    [
      'a built-in module under another name',
      `update module set module_name = 'Ledger' where module_name = 'Trial Balance'`,
      'module_built_in',
    ],
  ])('refuses %s', async (_, sql, refusedBy) => {
    await expectRefused(books.owner, { sql, refusedBy });
  });
});

describe('the reporting company stays', () => {
  const ADD = `insert into company (company_code, company_name, reporting) values ('ATT', 'Attacked', true);`;
  const REMAINS = 'drop trigger reporting_company_remains on company';

  it.each([
    [
      'deleted',
      `delete from company where reporting`,
      'company_text_company',
      `${REMAINS}; alter table company_text drop constraint company_text_company`,
    ],
    ['without its mark', `update company set reporting = false where reporting`, 'reporting_company_remains', REMAINS],
    [
      'deactivated',
      `update company set company_status = 0 where reporting`,
      'reporting_company_active',
      'alter table company drop constraint reporting_company_active',
    ],
  ])('is never %s', async (_, sql, refusedBy, without) => {
    await expectHeld(books.owner, { sql: `delete from company; ${ADD} ${sql}`, refusedBy, without });
  });
});

describe('a password is known to its owner alone', () => {
  const SET = `update app_user set password_hash = 'x' where id = ${USER.CHECKER};`;
  const ROLES_ON = `update setting set value = '{"roles": true}' where key = 'four_eyes';`;
  const LINK = `insert into password_link (user_id) values (${USER.CHECKER});
    update password_link set ended_at = now(), ended_as = 'used';`;

  it.each<[string, string, string, string, number | 'system']>([
    [
      'one person sets for another while four eyes are on',
      ROLES_ON + SET,
      'second_person_needed',
      'drop trigger second_person_password on app_user',
      USER.ADMIN,
    ],
    [
      'one person gives a new user while four eyes are on',
      `${ROLES_ON} insert into app_user (user_id, user_first_name, user_last_name, password_hash) values ('n', 'A', 'B', 'x')`,
      'second_person_needed',
      'drop trigger second_person_new_password on app_user',
      USER.ADMIN,
    ],
    [
      'a used link changes once more',
      `${LINK} update password_link set ended_at = null, ended_as = null`,
      'password_link_once',
      'drop trigger password_link_once on password_link',
      'system',
    ],
  ])('refuses one that %s', async (_, sql, refusedBy, without, actor) => {
    await expectHeld(books.owner, { sql, refusedBy, without, actor });
  });

  it.each([
    [USER.ADMIN, true],
    [USER.CHECKER, false],
    ['system', false],
  ] as const)('says whether somebody else set it, whatever is written: by %s, %s', async (actor, by_other) => {
    await books.owner.query(`begin; set local talaan.user_id = '${actor}'; ${SET}
      update app_user set password_set_by_other = ${String(!by_other)} where id = ${USER.CHECKER}`);
    const { rows } = await books.owner.query(`select password_set_by_other from app_user where id = ${USER.CHECKER}`);
    await books.owner.query('rollback');
    expect(rows).toEqual([{ password_set_by_other: by_other }]);
  });

  it('refuses that somebody blocks himself', async () => {
    const sql = `update app_user set blocked_at = now() where id = ${USER.APPROVER_1}`;
    const without = 'drop trigger check_block on app_user';
    await expectHeld(books.owner, { sql, refusedBy: 'own_block', without, actor: USER.APPROVER_1 });
  });
});

describe('stand-ins: given, kept, ended', () => {
  const { APPROVER_1, APPROVER_2, APPROVER_3, CHECKER, ADMIN } = USER;
  const give = (from: number, to: number, first = 'manila_today()', last = 'manila_today()') =>
    `insert into delegation (from_user, to_user, from_date, to_date, reason) values (${from}, ${to}, ${first}, ${last}, 'Leave');`;
  const END = 'update delegation set ended_at = now();';
  const NOT_KEPT = 'drop trigger delegation_kept on delegation';

  it.each<[string, string, string, string, number?]>([
    [
      'to oneself',
      give(5, 5),
      'delegation_other_person',
      'alter table delegation drop constraint delegation_other_person',
    ],
    [
      'that ends before it starts',
      give(5, 6, 'manila_today() + 2', 'manila_today() + 1'),
      'delegation_dates',
      'alter table delegation drop constraint delegation_dates, drop constraint delegation_once',
    ],
    [
      'that was taken',
      give(5, 1),
      'delegation_not_taken',
      'alter table delegation drop constraint delegation_not_taken',
      ADMIN,
    ],
    ['of yesterday', give(5, 6, 'manila_today() - 1'), 'delegation_not_backdated', NOT_KEPT],
  ])('refuses one %s', async (_, sql, refusedBy, without, actor) => {
    await expectHeld(books.owner, { sql, refusedBy, without, ...(actor === undefined ? {} : { actor }) });
  });

  it.each<[string, string, string]>([
    ['changed', `update delegation set to_user = ${APPROVER_3}, ended_at = now()`, 'delegation_kept'],
    ['deleted', 'delete from delegation', 'delegation_kept'],
    ['ended twice', `${END} ${END}`, 'delegation_over'],
    ['opened again', `${END} update delegation set ended_at = null`, 'delegation_kept'],
  ])('refuses that one is %s', async (_, sql, refusedBy) => {
    const attack = { sql: give(APPROVER_1, APPROVER_2) + sql, as: 'owner' as const };
    await expectHeld(books.owner, { ...attack, refusedBy, without: NOT_KEPT });
  });

  it.each(['update delegation set to_date = to_date + 1', 'delete from delegation'])(
    'gives the run-time role no right to %s',
    async (sql) => {
      await expectRefused(books.owner, { sql, refusedBy: '42501' });
    },
  );

  it('authorises the stand-in while it runs, once, and nobody in his place', async () => {
    const { rows } = await inTransactionOf(books.owner, 'system', async () => {
      await books.owner.query(`savepoint before;
        delete from approving_officer;
        insert into approving_officer (user_id, level, currency_id) values (${APPROVER_1}, 'L1', 1);
        ${give(APPROVER_1, APPROVER_2)} ${give(APPROVER_2, APPROVER_3)} ${give(CHECKER, APPROVER_1, 'manila_today() + 1', 'manila_today() + 2')}`);
      const running = await books.owner.query('select acting_user_id, user_id from approval_authority order by 1');
      await books.owner.query(END);
      const ended = await books.owner.query('select acting_user_id, user_id from approval_authority order by 1');
      await books.owner.query('rollback to savepoint before');
      return { rows: [running.rows, ended.rows] };
    });
    const own = { acting_user_id: APPROVER_1, user_id: APPROVER_1 };
    expect(rows).toEqual([[own, { acting_user_id: APPROVER_2, user_id: APPROVER_1 }], [own]]);
  });

  it('refuses a move for somebody who gave no authority, or whose stand-in has ended', async () => {
    const batch = `insert into batch (id, document_type, batch_number, prepared_by, document_date) overriding system value
        values (901, 'JE', 'T901', ${USER.PREPARER}, '2026-03-10');
      insert into document (batch_id, document_type, header_key, document_date) values (901, 'JE', 0, '2026-03-10');
      insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
        values (901, 'JE', 1, 'submit', 1, 2, ${USER.PREPARER}, 0, 1);
      update batch set status = 2 where id = 901;`;
    const act = `insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, on_behalf_of, amount, currency_id)
      values (901, 'JE', 1, 'approve', 2, 3, ${APPROVER_2}, ${APPROVER_1}, 0, 1);`;
    const held = {
      refusedBy: 'stand_in_without_delegation',
      without: 'drop trigger batch_move_stand_in on batch_move',
    };
    await expectHeld(books.owner, { ...held, sql: batch + act });
    await expectHeld(books.owner, { ...held, sql: batch + give(APPROVER_1, APPROVER_3) + act });
    await expectHeld(books.owner, { ...held, sql: batch + give(APPROVER_1, APPROVER_2) + END + act });
    await expectAllowed(books.owner, { sql: batch + give(APPROVER_1, APPROVER_2) + act });
  });
});

describe('four eyes: nobody for himself, and with the switch on nobody alone', () => {
  const ON = `update setting set value = '{"bank_details": true, "limits": true, "roles": true}' where key = 'four_eyes';`;
  const APPROVALS_OFF = `update setting set value = value || '{"JE": false}' where key = 'approval_required'`;
  const officer = (user: number) =>
    `insert into approving_officer (user_id, level, currency_id) values (${user}, 'L1', 1)`;

  it.each<[string, string, string, string]>([
    ['an approving officer', officer(USER.ADMIN), 'own_grant', 'drop trigger second_person on approving_officer'],
    [
      'his own maximum',
      `update app_user set max_amount = 5 where id = ${USER.ADMIN}`,
      'own_grant',
      'drop trigger second_person_limit on app_user',
    ],
    [
      'a privilege',
      `insert into user_access_privilege (user_id, prog_code, access_level) values (${USER.ADMIN}, 'Payment', 'D')`,
      'own_grant',
      'drop trigger second_person on user_access_privilege',
    ],
  ])('refuses that somebody gives himself %s, the switches off', async (_, sql, refusedBy, without) => {
    await expectHeld(books.owner, { sql, refusedBy, without, actor: USER.ADMIN });
  });

  it('refuses that somebody who is no super user makes one', async () => {
    const makeSuper = (user: number) => `update app_user set sper_user = 1 where id = ${user}`;
    await inTransactionOf(books.owner, 'system', () => books.owner.query(makeSuper(USER.ADMIN)));
    const sql = makeSuper(USER.PREPARER);
    const held = { sql, refusedBy: 'grant_beyond_own', without: 'drop trigger second_person_super on app_user' };
    await expectHeld(books.owner, { ...held, actor: USER.PREPARER_2 });
    await expectAllowed(books.owner, { sql, actor: USER.ADMIN });
  });

  it.each<[string, string, string]>([
    ['approvals off', APPROVALS_OFF, 'drop trigger second_person_approvals_changed on setting'],
    [
      'a stand-in for an officer',
      `insert into delegation (from_user, to_user, from_date, to_date, reason)
        values (${USER.APPROVER_1}, ${USER.PREPARER}, manila_today(), manila_today(), 'Leave')`,
      'drop trigger second_person on delegation',
    ],
  ])('refuses %s by one person', async (_, sql, without) => {
    await inTransactionOf(books.owner, 'system', () => books.owner.query(ON));
    await expectHeld(books.owner, { sql, refusedBy: 'second_person_needed', without, actor: USER.ADMIN });
    await inTransactionOf(books.owner, 'system', () => books.owner.query(ON.replaceAll('true', 'false')));
    await expectAllowed(books.owner, { sql, actor: USER.ADMIN });
  });

  it('keeps on what went on by itself: it is neither taken out nor switched off by one person', async () => {
    const kept = `update setting set value = '{"roles: Users": true}' where key = 'four_eyes'`;
    await inTransactionOf(books.owner, 'system', () => books.owner.query(kept));
    for (const value of ['{}', '{"roles: Users": false}'])
      await expectHeld(books.owner, {
        sql: `update setting set value = '${value}' where key = 'four_eyes'`,
        refusedBy: 'second_person_needed',
        without: 'drop trigger setting_four_eyes on setting',
        actor: USER.ADMIN,
      });
  });

  it('refuses that a setting is moved out of sight under another key', async () => {
    await expectRefused(books.owner, {
      sql: `update setting set key = 'x' where key = 'four_eyes'`,
      refusedBy: '42501',
    });
  });
});

describe('the identity of a person, whatever the switches say', () => {
  const OFF = `update setting set value = '{"bank_details": false, "limits": false, "roles": false}' where key = 'four_eyes';`;
  const TAKE = (user: number) => `update app_user set email = 'x@elsewhere.example' where id = ${user};`;
  const LINK = (user: number) => `insert into password_link (user_id) values (${user})`;
  const users = (level: string, user: number) =>
    `insert into user_access_privilege (user_id, prog_code, access_level) values (${user}, 'Users', '${level}');`;
  const OFFICER = `insert into approving_officer (user_id, level, currency_id) values (${USER.APPROVER_1}, 'L1', 1)
    on conflict do nothing;`;
  const standing = async (sql: string) => {
    await inTransactionOf(books.owner, 'system', () => books.owner.query(sql));
  };

  it('is not taken by one person while another could confirm it: by his address, nor by a link', async () => {
    await standing(`${OFF} ${OFFICER} update app_user set email = 'a1@sampol.example' where id = ${USER.APPROVER_1};
      ${users('U', USER.PREPARER)} ${users('D', USER.ADMIN)}`);
    const clerk = { refusedBy: 'second_person_needed', actor: USER.PREPARER };
    const held = 'drop trigger second_person_email on app_user';
    await expectHeld(books.owner, { ...clerk, sql: TAKE(USER.APPROVER_1), without: held });
    const guarded = 'drop trigger password_link_guarded on password_link';
    await expectHeld(books.owner, { ...clerk, sql: LINK(USER.APPROVER_1), without: guarded });
    // Whoever decides nothing gets his link at the address that he has had.
    await expectAllowed(books.owner, { sql: LINK(USER.PREPARER_2), actor: USER.PREPARER });
    // One's own address is one's own.
    await expectAllowed(books.owner, { sql: TAKE(USER.PREPARER), actor: USER.PREPARER });
  });

  it('is changed by the only one who could, and counts a day later; no earlier instant is written beside it', async () => {
    await standing(`${OFF} delete from user_access_privilege where user_id = ${USER.PREPARER} and prog_code = 'Users';
      update app_user set sper_user = 0 where id <> ${USER.ADMIN}`);
    const alone = TAKE(USER.APPROVER_1) + LINK(USER.APPROVER_1);
    const without = 'drop trigger password_link_guarded on password_link';
    await expectHeld(books.owner, { sql: alone, refusedBy: 'password_link_address', without, actor: USER.ADMIN });
    await expectRefused(books.owner, {
      sql: `${TAKE(USER.APPROVER_1)} update app_user set email_stands_at = '2020-01-01' where id = ${USER.APPROVER_1}; ${LINK(USER.APPROVER_1)}`,
      refusedBy: 'password_link_address',
      actor: USER.ADMIN,
    });
    await expectAllowed(books.owner, { sql: LINK(USER.APPROVER_1), actor: USER.ADMIN });
  });
});

describe('rights of the database roles', () => {
  const tablesWith = async (role: string, privilege: string) => {
    const { rows } = await books.owner.query<{ relname: string }>(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
         and has_table_privilege($1, oid, $2) order by relname`,
      [role, privilege],
    );
    return rows.map((row) => row.relname);
  };

  it('the run-time role deletes contents of drafts and masters, never what was issued', async () => {
    const deletable = await tablesWith('talaan_app', 'DELETE');
    const kept = [
      'approval_authority',
      'attachment',
      'audit_event',
      'audit_pending',
      'audit_seal',
      'balance_account',
      'balance_branch',
      'balance_department',
      'balance_payee',
      'balance_unit',
      'batch',
      'batch_editor',
      'batch_handover',
      'batch_move',
      'delegation',
      'file',
      'file_chunk',
      'installation',
      'journal_entry',
      'number_issue',
      'number_reservation',
      'posting',
      'issued_paper',
      'setting',
      'status_move',
    ];
    expect(deletable.filter((table) => kept.includes(table))).toEqual([]);
    expect(deletable).toEqual(expect.arrayContaining(['line', 'document', 'draft', 'department']));
  });

  it('the run-time role neither truncates nor owns nor creates anything', async () => {
    expect(await tablesWith('talaan_app', 'TRUNCATE')).toEqual([]);
    expect(await tablesWith('talaan_app', 'TRIGGER')).toEqual([]);
    await expectRefused(books.owner, { sql: 'create table mine (id int)', refusedBy: '42501' });
    await expectRefused(books.owner, { sql: 'alter table posting disable trigger all', refusedBy: '42501' });
  });

  it('the run-time role cannot read the secrets of the installation', async () => {
    await expectRefused(books.owner, { sql: 'select * from installation', refusedBy: '42501' });
  });

  it('the report role writes nothing and reads no password', async () => {
    for (const privilege of ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) {
      expect(await tablesWith('talaan_report', privilege)).toEqual([]);
    }
    const { rows } = await books.owner.query(`
      select has_column_privilege('talaan_report', 'app_user', 'password_hash', 'SELECT') as password,
        has_table_privilege('talaan_report', 'posting', 'SELECT') as posting`);
    expect(rows).toEqual([{ password: false, posting: true }]);
  });

  it("no trigger with the rights of its owner can be put on a table of one's own", async () => {
    const { rows } = await books.owner.query(`
      select proname from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef and prorettype = 'trigger'::regtype
        and has_function_privilege('talaan_app', oid, 'EXECUTE')`);
    expect(rows).toEqual([]);
    await expectHeld(books.owner, {
      sql: `create temp table mine (like public.posting);
        create trigger t after insert on mine referencing new table as new_postings
          for each statement execute function check_postings()`,
      refusedBy: '42501',
      without: 'grant execute on function check_postings() to talaan_app',
    });
  });

  it('every function that runs with the rights of its owner fixes its search path', async () => {
    const { rows } = await books.owner.query(`
      select proname from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef
        and not coalesce(proconfig::text like '%search_path=public, pg_temp%', false)`);
    expect(rows).toEqual([]);
  });
});

describe('the system, whom the rules of the second person let pass', () => {
  const RAISE = `begin; set local talaan.user_id = 'system';
    update app_user set sper_user = 1, max_amount = null where id = ${USER.PREPARER}; set constraints all immediate`;

  /** What stops somebody who signed in to the database that way; null when nothing does. */
  async function attemptOf(client: pg.Client, sql = RAISE): Promise<string | null> {
    try {
      await client.query(sql);
      return null;
    } catch (error) {
      return (error as pg.DatabaseError).constraint ?? String(error);
    } finally {
      await client.query('rollback');
    }
  }

  it('is nobody who signed in as the run-time role, and the jobs are', async () => {
    const [person, jobs] = [await books.connect('app'), await books.connect('jobs')];
    expect([await attemptOf(person), await attemptOf(jobs), await attemptOf(books.owner)]).toEqual([
      'system_actor',
      null,
      null,
    ]);
    // Neither by another role of its own, nor in the name of nobody.
    expect(await attemptOf(person, `begin; set local role talaan_jobs; ${RAISE}`)).toMatch(/permission denied/);
    expect(await attemptOf(person, RAISE.replace("'system'", "''"))).toBe('actor_required');

    const { rows } = await books.owner.query<{ guarded: string }>(
      `select pg_get_functiondef('current_actor'::regproc) as guarded`,
    );
    await books.owner.query(`create or replace function current_actor() returns int language sql stable
      return nullif(current_setting('talaan.user_id'), 'system')::int`);
    expect(await attemptOf(person)).toBeNull();
    await books.owner.query(rows[0]!.guarded);
  });

  it('writes no history under the name of nobody but that somebody could not sign in', async () => {
    const person = await books.connect('app');
    expect(
      await attemptOf(person, `begin; set local talaan.user_id = 'system'; select audit_note('x', '1', 'y')`),
    ).toBe('system_actor');
    await person.query(`select note_refused_sign_in('unknown', 'r1', '{"reason": "wrong"}')`);
    const { rows } = await books.owner.query(
      `select user_id, table_name, row_key, action from audit_event where request_id = 'r1'`,
    );
    expect(rows).toEqual([{ user_id: null, table_name: 'session', row_key: 'unknown', action: 'sign_in_refused' }]);
  });
});

describe('effective access', () => {
  it.each([
    ['no row', '', 0],
    ['a role with level 1', role(1), 1],
    ['the best of two roles', `${role(1)} ${role(3)}`, 3],
    ['a privilege above the roles', `${role(1)} ${privilege('U')}`, 3],
    ['No Access against every role', `${role(4)} ${privilege('N')}`, 0],
    [
      'a super user, whatever a privilege says',
      `${privilege('N')} update app_user set sper_user = 1 where id = ${USER.PREPARER_2};`,
      4,
    ],
  ])('with %s', async (_, sql, level) => {
    await books.owner.query(`begin; set local talaan.user_id = 'system'; ${sql}`);
    const { rows } = await books.owner.query(
      `select level from effective_access where user_id = ${USER.PREPARER_2} and module_name = 'Journal Entries'`,
    );
    await books.owner.query('rollback');
    expect(rows).toEqual([{ level }]);
  });

  function role(level: number): string {
    return `with r as (insert into role (roles) values ('Role ${level}') returning id),
        a as (insert into role_access (role_id, module_id, access_level)
          select r.id, m.id, ${level} from r, module m where m.module_name = 'Journal Entries')
      insert into user_role (user_id, role_id) select ${USER.PREPARER_2}, id from r;`;
  }

  function privilege(level: string): string {
    return `insert into user_access_privilege (user_id, prog_code, access_level) values (${USER.PREPARER_2}, 'Journal Entries', '${level}');`;
  }
});

describe('data that the product itself needs', () => {
  it('has the modules of the contract', async () => {
    const { rows } = await books.owner.query<{ module_name: string; module_type: string }>(
      'select module_name, module_type from module where built_in',
    );
    expect(Object.fromEntries(rows.map((row) => [row.module_name, row.module_type]))).toEqual(MODULES);
  });

  it('has the currencies of the core under their fixed ids', async () => {
    const { rows } = await books.owner.query(
      'select id, iso_code as code, cur_code, cur_desc, currency_word as word from currency order by id',
    );
    expect(rows).toEqual(CURRENCIES);
  });
});

describe('the version of users and rights', () => {
  const CHANGES: Record<string, string> = {
    'a user comes': `insert into app_user (user_id, user_first_name, user_last_name) values ('new', 'A', 'B')`,
    'a user changes': `update app_user set user_last_name = 'Other' where id = ${USER.CHECKER}`,
    'a user is blocked': `update app_user set blocked_at = now() where id = ${USER.CHECKER}`,
    'a privilege comes': `insert into user_access_privilege (user_id, prog_code, access_level)
      values (${USER.CHECKER}, 'Rates', 'S') on conflict (user_id, prog_code) do update set access_level = 'N'`,
    'a role is given': `with made as (insert into role (roles) values ('Made') returning id)
      insert into user_role (user_id, role_id) select ${USER.CHECKER}, id from made`,
    'a role may do more': `with made as (insert into role (roles) values ('Made') returning id)
      insert into role_access (role_id, module_id, access_level) select made.id, (select min(id) from module), 4 from made`,
    'a module comes': `insert into module (module_name, module_type) values ('Own', 'F')`,
  };
  const versionAfter = async (change: string) => {
    const read = async () => Number((await books.owner.query('select version from access_version')).rows[0].version);
    await books.owner.query(`begin; set local talaan.user_id = 'system'`);
    try {
      const before = await read();
      await books.owner.query(change);
      await books.owner.query('set constraints all immediate');
      return (await read()) - before;
    } finally {
      await books.owner.query('rollback');
    }
  };

  it.each(Object.entries(CHANGES))('moves when %s', async (_, change) => {
    expect(await versionAfter(change)).toBe(1);
  });

  it('moves once in a transaction, and not for what decides no rights', async () => {
    expect(await versionAfter(Object.values(CHANGES).slice(0, 3).join(';'))).toBe(1);
    expect(await versionAfter(`insert into role (roles) values ('Made')`)).toBe(0);
  });

  it('is no business of the run-time role', async () => {
    await expectRefused(books.owner, { sql: 'update access_version set version = 1', refusedBy: '42501' });
    await expectRefused(books.owner, { sql: 'delete from access_version', refusedBy: '42501' });
  });
});

it('has one open password link for a user', async () => {
  const link = `insert into password_link (user_id, token_hash) values (${USER.CHECKER}, sha256('$1'));`;
  await expectHeld(books.owner, {
    sql: link + link.replace('$1', '$2'),
    refusedBy: 'password_link_open',
    without: 'drop index password_link_open',
  });
});

it('nobody confirms a change that he asked for', async () => {
  await expectHeld(books.owner, {
    sql: `insert into pending_change (guard, resource, module_name, action, label, body)
        values ('roles', 'role', 'Roles', 'create', 'Clerk', '{}');
      update pending_change set state = 'confirmed'`,
    actor: USER.ADMIN,
    refusedBy: 'pending_change_second_person',
    without: 'alter table pending_change drop constraint pending_change_second_person',
  });
});
