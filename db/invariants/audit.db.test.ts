import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefused } from './attack.ts';
import { ACCOUNT, inTransactionOf, newDocuments, openBooks, payment, post, USER, type Books } from './sample-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

interface Event {
  user_id: number | null;
  request_id: string | null;
  table_name: string;
  row_key: string;
  action: string;
  before: unknown;
  after: unknown;
}

/** Runs `sql` in the actor's name and answers the audit rows that it left, oldest first. */
async function eventsOf(sql: string, actor: number = USER.CHECKER): Promise<Event[]> {
  const last = await books.owner.query<{ id: string }>('select coalesce(max(id), 0) as id from audit_event');
  await inTransactionOf(books.owner, actor, () => books.owner.query(`set local talaan.request_id = 'req-1'; ${sql}`));
  const { rows } = await books.owner.query<Event>(
    'select user_id, request_id, table_name, row_key, action, before, after from audit_event where id > $1 order by id',
    [last.rows[0]!.id],
  );
  return rows;
}

describe('INV-16: every write leaves its trace', () => {
  const WRITE = `insert into company (company_code, company_name) values ('SMP', 'SAMPOL')`;
  it('refuses a write without an actor, to the owner too', async () => {
    for (const as of ['app', 'owner'] as const) {
      await expectRefused(books.owner, {
        sql: `set local talaan.user_id = ''; ${WRITE}`,
        as,
        refusedBy: 'actor_required',
      });
    }
  });

  it('keeps the row of an insert, the changed columns of an update, the row of a delete', async () => {
    const events = await eventsOf(`
      insert into department (dept_code, dept_desc) values ('TAXD', 'Tax');
      update department set dept_desc = 'Tax department' where dept_code = 'TAXD';
      delete from department where dept_code = 'TAXD';`);
    const common = { user_id: USER.CHECKER, request_id: 'req-1', table_name: 'department', row_key: '2' };
    expect(events).toMatchObject([
      {
        ...common,
        action: 'insert',
        before: null,
        after: { dept_code: 'TAXD', dept_desc: 'Tax', input_by: USER.CHECKER },
      },
      {
        ...common,
        action: 'update',
        before: { dept_desc: 'Tax', row_version: 1 },
        after: { dept_desc: 'Tax department', row_version: 2 },
      },
      { ...common, action: 'delete', before: { dept_code: 'TAXD', dept_desc: 'Tax department' }, after: null },
    ]);
    expect(events[1]!.after).not.toHaveProperty('dept_code');
  });

  it('never keeps a password, only that it changed', async () => {
    const events = await eventsOf(`
      insert into app_user (user_id, user_first_name, user_last_name, password_hash) values ('new', 'New', 'User', 'secret-1');
      update app_user set password_hash = 'secret-2' where user_id = 'new';`);
    expect(JSON.stringify(events)).not.toContain('secret');
    expect(events[1]!.after).toMatchObject({ password_hash: 'hidden' });
  });

  it('names a line by document and number, and an entry by its header alone', async () => {
    const lines = await eventsOf(`
      insert into batch (id, document_type, batch_number, prepared_by) overriding system value values (901, 'JE', 'A901', 2);
      insert into document (id, batch_id, document_type, header_key) overriding system value values (901, 901, 'JE', 0);
      insert into line (document_id, line_no, account_id) values (901, 1, ${ACCOUNT.CASH})`);
    expect(lines).toMatchObject([
      { table_name: 'batch', row_key: '901' },
      { table_name: 'document', row_key: '901' },
      { table_name: 'line', row_key: '901/1', action: 'insert' },
    ]);
    const [document] = (await inTransactionOf(books.owner, 'system', () => newDocuments(books.owner))) as [string];
    await post(books.owner, USER.CHECKER, { document_id: document, lines: payment('5.00') });
    const { rows } = await books.owner.query(`
      select table_name, count(*)::int as n from audit_event where table_name in ('journal_entry', 'posting', 'balance_account') group by 1`);
    expect(rows).toEqual([{ table_name: 'journal_entry', n: 1 }]);
  });

  it('covers every table that holds records', async () => {
    const { rows } = await books.owner.query<{ table_name: string }>(`
      select c.relname as table_name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and has_any_column_privilege('talaan_app', c.oid, 'INSERT, UPDATE')
        and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname in ('audit_insert', 'audit_statement'))
      order by 1`);
    // Append-only records are their own trail; the others hold no records of the books.
    const ownTrail = [
      'batch_editor',
      'batch_move',
      'batch_risk',
      'budget',
      'cheque_move',
      'mail_attempt',
      'mail_paper',
      'posting',
      'integrated_document',
      'issued_paper',
      'paper_content',
      'paper_lookup',
      'tax_certificate_line',
      'webhook_attempt',
      'webhook_message',
    ];
    const noRecords = [
      'api_client_token',
      'column_choice',
      'draft',
      'file',
      'file_chunk',
      'idempotency_key',
      'integration_refusal',
      'login_state',
      'mail_notice',
      'mail_run',
      'maturity_failure',
      'notification',
      'report_file',
      'report_file_part',
      'session',
      'sign_in_ticket',
      'sign_in_try',
      'upload',
      'upload_row',
    ];
    const unaudited = rows.map((row) => row.table_name);
    expect(unaudited).toEqual(expect.arrayContaining(ownTrail));
    expect(unaudited.filter((table) => ![...ownTrail, ...noRecords].includes(table))).toEqual([]);
  });

  it('lets the run-time role add events by its function only', async () => {
    await expectRefused(books.owner, {
      sql: `insert into audit_event (table_name, row_key, action) values ('x', 'x', 'x')`,
      refusedBy: '42501',
    });
    await expectRefused(books.owner, { sql: 'delete from audit_pending', refusedBy: '42501' });
    const events = await eventsOf(`select audit_note('session', '5', 'sign_in', '{"method": "password"}')`);
    expect(events).toMatchObject([
      { table_name: 'session', action: 'sign_in', user_id: USER.CHECKER, after: { method: 'password' } },
    ]);
  });
});

describe('INV-16: the chain names what was tampered with', () => {
  const verify = async (anchor?: { no: string; hash: Buffer }) => {
    const { rows } = await books.owner.query<{ problem: string }>('select problem from verify_audit($1, $2)', [
      anchor?.no ?? null,
      anchor?.hash ?? null,
    ]);
    return rows.map((row) => row.problem);
  };
  let anchor: { no: string; hash: Buffer };

  beforeAll(async () => {
    // Three seals, the last one over committed events only.
    for (const code of ['A1', 'A2', 'A3']) {
      await inTransactionOf(books.owner, USER.CHECKER, () =>
        books.owner.query(
          `insert into section (section_code, section_name, dept_code) values ('${code}', '${code}', 'ACCT'), ('${code}B', 'B', 'ACCT')`,
        ),
      );
      await inTransactionOf(books.owner, 'system', () => books.owner.query('select seal_audit()'));
    }
    const head = await books.owner.query<{ no: string; hash: Buffer }>(
      'select seal_no as no, row_hash as hash from audit_seal order by seal_no desc limit 1',
    );
    anchor = head.rows[0]!;
  });

  it('is sound as long as nobody touched it, and waits for events that are not committed', async () => {
    const open = await books.connect('app');
    await open.query(
      `begin; set local talaan.user_id = '${USER.CHECKER}'; update section set section_name = 'C' where section_code = 'A1'`,
    );
    const sealed = await inTransactionOf(books.owner, 'system', async () => {
      const { rows } = await books.owner.query<{ n: number }>('select seal_audit() as n');
      return rows[0]!.n;
    });
    expect(sealed).toBe(0);
    await open.query('commit');
    const later = await books.owner.query<{ n: number }>('select seal_audit() as n');
    expect(later.rows[0]!.n).toBe(1);
    expect(await verify(anchor)).toEqual([]);
  });

  const victim = `(select event_ids[2] from audit_seal where seal_no = 2)`;
  it.each<[string, string, RegExp]>([
    [
      'altered an event',
      `update audit_event set after = after || '{"section_name": "Z"}' where id = ${victim}`,
      /^audit event \d+ was altered$/,
    ],
    ['changed who did it', `update audit_event set user_id = 1 where id = ${victim}`, /^audit event \d+ was altered$/],
    ['removed an event', `delete from audit_event where id = ${victim}`, /^audit event \d+ was removed$/],
    [
      'swapped two events',
      `update audit_event e set after = o.after, row_key = o.row_key from audit_event o
      where (e.id, o.id) in (select s.event_ids[a], s.event_ids[b] from audit_seal s, (values (1, 2), (2, 1)) v (a, b) where s.seal_no = 2)`,
      /^audit event \d+ was altered$/,
    ],
    [
      'inserted an event',
      `insert into audit_event (table_name, row_key, action) values ('x', 'x', 'x')`,
      /^audit event \d+ was never sealed$/,
    ],
    ['removed a seal in the middle', 'delete from audit_seal where seal_no = 2', /^seal 2 is missing$/],
    [
      'rewrote a seal over a changed event',
      `with changed as (update audit_event set user_id = 1 where id = ${victim} returning *)
      update audit_seal s set event_hashes[2] = audit_event_hash(c::audit_event) from changed c where s.seal_no = 2`,
      /^seal 2 was altered$/,
    ],
    [
      'rewrote a seal with its own hash',
      `update audit_seal set row_hash = sha256('x') where seal_no = 2`,
      /^seal 2 was altered$|^seal 3 does not follow/,
    ],
    [
      'cut the tail',
      `delete from audit_seal where seal_no >= 3; delete from audit_event where id >= (select min(id) from audit_event e where e.id > (select max(to_id) from audit_seal))`,
      /^seals from 3 on are missing$/,
    ],
    [
      'replaced the last seals',
      `delete from audit_seal where seal_no >= 3;
      insert into audit_pending select id from audit_event where id > (select max(to_id) from audit_seal) and id % 2 = 0; select seal_audit()`,
      /^seal 3 is not the one that was anchored$/,
    ],
  ])('finds who %s', async (_, tampering, problem) => {
    await books.owner.query('begin');
    await books.owner.query(
      'alter table audit_event disable trigger audit_append_only; alter table audit_seal disable trigger audit_append_only',
    );
    await books.owner.query(tampering);
    const problems = await verify(anchor);
    await books.owner.query('rollback');
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
    expect(await verify(anchor)).toEqual([]);
  });

  it('a cut tail is invisible without the anchor: it must be kept outside the database', async () => {
    await books.owner.query(
      'begin; alter table audit_event disable trigger audit_append_only; alter table audit_seal disable trigger audit_append_only',
    );
    await books.owner.query(
      'delete from audit_seal where seal_no >= 3; delete from audit_event where id > (select max(to_id) from audit_seal)',
    );
    const unanchored = await verify();
    await books.owner.query('rollback');
    expect(unanchored).toEqual([]);
  });
});

describe('the count of refusals', () => {
  const refuse = (user: number, call: string) =>
    `select note_refusal(${user}, '${call}', 'Change settings', 'module_access', 'You need Update on Companies.', 'req-1');`;

  it('does not grow with a flood: 30 calls of a person and minute, and one row for the others', async () => {
    const flood = Array.from({ length: 500 }, (_, n) => refuse(USER.CHECKER, `GET /a${n % 100}`)).join('');
    await books.owner.query(`begin; set local role talaan_app; ${flood} commit`);
    const { rows } = await books.owner.query(
      `select max(n)::int as most, sum(times)::int as refused from (
        select count(*) as n, sum(times) as times from access_refusal group by minute) m`,
    );
    expect(rows).toEqual([{ most: 31, refused: 500 }]);
  });

  it('is written by its function only', async () => {
    await books.owner.query(refuse(USER.CHECKER, 'PUT /settings'));
    for (const sql of ['update access_refusal set times = 1', 'delete from access_refusal']) {
      await expectRefused(books.owner, { sql, refusedBy: '42501' });
    }
  });
});
