import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MODULES } from '@talaan/contract/access/modules';
import { CURRENCIES } from '@talaan/core/money/currency';
import { expectHeld, expectRefused } from './attack.ts';
import { inTransactionOf, openBooks, USER, type Books } from './sample-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

describe('INV-30: somebody can always administer', () => {
  const REMOVE = `update app_user set sper_user = 0 where id = ${USER.ADMIN}`;
  const NO_CHECK = 'drop trigger super_user_remains on app_user';

  it.each([
    ['is demoted', REMOVE],
    [
      'ends today',
      `update app_user set start_date = manila_today() - 9, end_date = manila_today() - 1 where id = ${USER.ADMIN}`,
    ],
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
      `insert into delegation (from_user, to_user, from_date, to_date, reason) values (5, 6, '2026-01-01', '2026-01-31', 'Leave'), (5, 7, '2026-01-31', '2026-02-03', 'Leave')`,
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
      'batch',
      'batch_editor',
      'batch_move',
      'installation',
      'journal_entry',
      'number_issue',
      'number_reservation',
      'posting',
      'print_log',
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
