import { afterAll, beforeAll, expect, it } from 'vitest';
import { batchName } from '@talaan/core/documents/batch-key';
import { ALL_DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { expectAllowed, expectHeld, expectRefused } from './attack.ts';
import { inTransactionOf, openBooks, USER, type Books } from './sample-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
  const as = (user: number, sql: string) => inTransactionOf(books.owner, user, () => books.owner.query(sql));
  await inTransactionOf(books.owner, 'system', () =>
    books.owner.query(`
      update account set role = 'AR' where acct_code = '102101';
      update account set role = 'OUTPUT_VAT' where acct_code = '201010';
      insert into number_series (kind, series_from, series_to) values ('bi', 1, 9999999);
      insert into billing_service (billing_service_name) values ('SYSTEM USAGE FEE');
      insert into payee (payee_code, payee_desc, payee_type) values ('C1', 'Customer', 6);
      insert into billing_officer (user_id, level, currency_id, max_amount) values (${USER.APPROVER_1}, 'L1', 1, 0)`),
  );
  // Billing 1 is approved, billing 2 a draft, billing 3 waits for its approval.
  await as(USER.PREPARER, [1, 2, 3].map(billing).join('') + submit(1) + submit(3));
  await as(USER.APPROVER_1, approve(1) + number(1));
});
afterAll(() => books.close());

/** PHP 1,120.00 with VAT: receivable, income and output VAT. */
const billing = (id: number) => `
  insert into batch (id, document_type, batch_number, prepared_by, total_amount, amount_php, payee_id, document_date)
    overriding system value values (${id}, 'BI', '${id}', ${USER.PREPARER}, 1120, 1120, 1, '2026-03-10');
  insert into document (id, batch_id, document_type, header_key, total_amount, payee_id, document_date)
    overriding system value values (${id}, ${id}, 'BI', 0, 1120, 1, '2026-03-10');
  insert into billing (document_id, payment_term, due_date) values (${id}, 30, '2026-04-09');
  insert into billing_service_line (document_id, line_no, vat, total_amount) values (${id}, 1, 1, 1120);
  insert into line (document_id, line_no, account_id, payee_id, branch_id, department_id, billing_service_id,
      debit_amount, debit_php, credit_amount, credit_php, remarks) values
    (${id}, 1, (select id from account where role = 'AR'), 1, 1, null, null, 1120, 1120, 0, 0, 'Total Amount'),
    (${id}, 2, (select id from account where acct_code = '401010'), 1, 1, 1, 1, 0, 0, 1000, 1000, 'Income Amount'),
    (${id}, 3, (select id from account where role = 'OUTPUT_VAT'), 1, 1, null, null, 0, 0, 120, 120, 'Vat Amount');`;

const move = (batch: number, action: string, from: number, to: number, user: number) => `
  insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, remarks)
    values (${batch}, 'BI', 1, '${action}', ${from}, ${to}, ${user}, 1120, 1, 'So');
  update batch set status = ${to} where id = ${batch};`;
const submit = (id: number) => move(id, 'submit', 1, 3, USER.PREPARER);
const approve = (id: number) => move(id, 'approve', 3, 7, USER.APPROVER_1);
const number = (id: number) => `select number_documents('bi', ${USER.APPROVER_1}, array[${id}]::bigint[]);`;
/** What is checked at commit, now. */
const CHECKED = 'set constraints all immediate;';

const actor = USER.PREPARER;

it('posts what its services say, to a customer, by its term', async () => {
  await expectAllowed(books.owner, { sql: submit(2), actor });
  const without = 'drop trigger billing_complete on batch';
  for (const [change, refusedBy] of [
    [
      'update line set credit_amount = 1008, credit_php = 1008 where document_id = 2 and line_no = 2; update line set credit_amount = 112, credit_php = 112 where document_id = 2 and line_no = 3',
      'billing_lines_agree',
    ],
    ["update line set remarks = 'Total' where document_id = 2 and line_no = 1", 'billing_lines_agree'],
    ['update line set billing_service_id = null where document_id = 2 and line_no = 2', 'billing_lines_agree'],
    [
      "update line set account_id = (select id from account where acct_code = '502010') where document_id = 2 and line_no = 2",
      'billing_lines_agree',
    ],
    ['update line set payee_id = null where document_id = 2 and line_no = 1', 'billing_lines_agree'],
    ['update billing_service_line set vat = 3 where document_id = 2', 'billing_lines_agree'],
    ['delete from billing_service_line where document_id = 2', 'billing_complete'],
    ['update document set payee_id = null where id = 2', 'billing_complete'],
    ["update billing set due_date = '2026-12-31' where document_id = 2", 'billing_due_date'],
  ] as const)
    await expectHeld(books.owner, { sql: `${change}; ${submit(2)}`, actor, refusedBy, without });
});

it('is approved by billing officers and by nobody else', async () => {
  const asLevelTwo = move(3, 'approve', 3, 7, USER.APPROVER_2);
  await expectHeld(books.owner, {
    sql: `${asLevelTwo} ${number(3)}`,
    actor: USER.APPROVER_2,
    refusedBy: 'approver_without_row',
    without: 'drop trigger batch_move_with_authority on batch_move',
  });
});

it('has its number from its approval on, and not before', async () => {
  await expectAllowed(books.owner, { sql: approve(3) + number(3) + CHECKED, actor: USER.APPROVER_1 });
  await expectHeld(books.owner, {
    sql: approve(3) + CHECKED,
    actor: USER.APPROVER_1,
    refusedBy: 'billing_numbered',
    without: 'drop trigger billing_numbered on batch',
  });
  await expectHeld(books.owner, {
    sql: number(2),
    actor,
    refusedBy: 'billing_number_early',
    without: 'drop trigger billing_number_early on document',
  });
});

it('is not cancelled while something of it is collected, and stays cancelled', async () => {
  await expectRefused(books.owner, {
    sql: 'update billing set collected_amount = 1 where document_id = 1',
    actor,
    refusedBy: '42501',
  });
  await expectHeld(books.owner, {
    sql: move(1, 'void', 7, 20, actor),
    actor,
    refusedBy: 'invoice_cancelled_by_preparer',
    without: 'drop trigger invoice_cancelled_by_another on batch_move',
  });
  const cancel = `set local talaan.user_id = '${USER.CHECKER}'; ${move(1, 'void', 7, 20, USER.CHECKER)}`;
  await expectAllowed(books.owner, { sql: cancel, actor });
  await inTransactionOf(books.owner, 'system', () =>
    books.owner.query('update billing set collected_amount = 1 where document_id = 1'),
  );
  const without = 'drop trigger billing_end on batch';
  await expectHeld(books.owner, { sql: cancel, actor, refusedBy: 'billing_collected', without });
  await inTransactionOf(books.owner, 'system', () =>
    books.owner.query('update billing set collected_amount = 0 where document_id = 1'),
  );
  const restore = move(1, 'restore', 20, 1, actor);
  await expectHeld(books.owner, {
    sql: `${cancel} set local talaan.user_id = '${actor}'; ${restore}`,
    actor,
    refusedBy: 'billing_cancelled',
    without,
  });
});

it('keeps what was approved', async () => {
  for (const [table, change] of [
    ['billing', 'payment_term = 90'],
    ['billing_service_line', 'vat = 3'],
  ]) {
    await expectHeld(books.owner, {
      sql: `update ${table} set ${change} where document_id = 1`,
      actor,
      refusedBy: 'batch_frozen',
      without: `drop trigger ${table}_update on ${table}`,
    });
  }
});

it('is disputed once it is an invoice, and is neither submitted nor approved while its customer is on hold', async () => {
  const dispute = (id: number) => `update billing set dispute_reason = 'Wrong rate' where document_id = ${id};`;
  await expectAllowed(books.owner, { sql: dispute(1), actor });
  await expectHeld(books.owner, {
    sql: dispute(2),
    actor,
    refusedBy: 'billing_dispute',
    without: 'drop trigger billing_dispute on billing',
  });
  await expectHeld(books.owner, {
    sql: `update payee set billing_hold = 'Unpaid' where id = 1; ${submit(2)}`,
    actor,
    refusedBy: 'customer_on_hold',
    without: 'drop trigger customer_on_hold on batch',
  });
  await expectHeld(books.owner, {
    sql: `update payee set billing_hold = 'Unpaid' where id = 1; ${approve(3)} ${number(3)} ${CHECKED}`,
    actor: USER.APPROVER_1,
    refusedBy: 'customer_on_hold',
    without: 'drop trigger customer_on_hold on batch',
  });
});

it('bills a customer once a month by a regular transaction', async () => {
  await inTransactionOf(books.owner, 'system', () =>
    books.owner.query("insert into regular_transaction (txn_type, document_type) values ('Fees', 'BI')"),
  );
  const of = (id: number) =>
    `update batch set regular_trx = (select id from regular_transaction where txn_type = 'Fees') where id = ${id};`;
  const made = (id: number) => billing(id) + of(id);
  const moveTo = (date: string) => `update batch set document_date = '${date}' where id = 5;`;
  const deleted = `${move(4, 'delete', 1, 1, actor)} update batch set deleted_at = now() where id = 4;`;
  await expectAllowed(books.owner, { sql: made(4) + billing(5), actor });
  await expectAllowed(books.owner, { sql: made(4) + deleted + made(5), actor });
  const without = 'drop index batch_regular_once';
  const refusedBy = 'batch_regular_once';
  await expectHeld(books.owner, { sql: made(4) + made(5), actor, refusedBy, without });
  const inApril = made(4) + billing(5) + moveTo('2026-04-01') + of(5);
  await expectAllowed(books.owner, { sql: inApril, actor });
  await expectHeld(books.owner, { sql: inApril + moveTo('2026-03-31'), actor, refusedBy, without });
});

it('is named by its type beside its number, as messages of the server name it', async () => {
  const change = `update document set document_date = '2026-03-11' where id = 3`;
  const refused = inTransactionOf(books.owner, actor, () => books.owner.query(change));
  await expect(refused).rejects.toThrow('BI 3 is submitted; return or withdraw it before changing it.');
  const batches = ALL_DOCUMENT_TYPES.map((document_type) => ({
    document_type,
    batch_number: document_type === 'PO' ? 'PO0000030' : '0000030',
  }));
  const named = await books.owner.query<{ name: string }>(
    'select batch_name(document_type, batch_number) as name from json_to_recordset($1) as b (document_type text, batch_number text)',
    [JSON.stringify(batches)],
  );
  expect(named.rows.map(({ name }) => name)).toEqual(batches.map(batchName));
});

it('keeps what its invoice said when it took its number, whatever becomes of names afterwards', async () => {
  const { rows } = await books.owner.query(`
    select number_text, record -> 'payee' ->> 'payee_desc' as payee, record ->> 'total_amount' as total,
      record -> 'services' -> 0 ->> 'name' as service, jsonb_object_keys(record -> 'people') is not null as has_people
    from frozen_paper where document_id = 1 limit 1`);
  const as_issued = { payee: 'Customer', total: '1120.00', service: 'SYSTEM USAGE FEE', has_people: true };
  expect(rows).toEqual([{ number_text: 'BI-HOB0000001', ...as_issued }]);
  const unsaid = `select 1 / (record -> 'payee' ->> 'payee_desc' = 'Customer')::int from frozen_paper where document_id = 1`;
  await expectAllowed(books.owner, { sql: `update payee set payee_desc = 'Renamed' where id = 1; ${unsaid}` });
  const rewrite = `update frozen_paper set record = record || '{"remarks": "OTHER"}'`;
  await expectRefused(books.owner, { sql: rewrite, refusedBy: '42501' });
  await expectHeld(books.owner, {
    sql: rewrite,
    as: 'owner',
    refusedBy: 'frozen_paper_append_only',
    without:
      'alter table frozen_paper disable trigger frozen_paper_append_only; alter table frozen_paper drop constraint frozen_paper_hash',
  });
  const freeze = (kind: string, sha256: string) => `
    insert into frozen_paper (document_id, kind, number_text, record, sha256)
    select document_id, '${kind}', number_text, record, ${sha256} from frozen_paper where document_id = 1`;
  await expectRefused(books.owner, { sql: freeze('or', 'sha256'), refusedBy: '42501' });
  await expectHeld(books.owner, {
    sql: freeze('bi', 'sha256'),
    as: 'owner',
    refusedBy: 'frozen_paper_pkey',
    without: 'alter table frozen_paper drop constraint frozen_paper_pkey, drop constraint frozen_paper_once',
  });
  await expectHeld(books.owner, {
    sql: freeze('or', `'\\x00'`),
    as: 'owner',
    refusedBy: 'frozen_paper_hash',
    without: 'alter table frozen_paper drop constraint frozen_paper_hash',
  });
});

it('counts the copies of its paper: of one subject, under a number of its own, each with what it said and a code', async () => {
  const content = (text: string) =>
    `insert into paper_content (hash, content) values (sha256('${text}'), '${text}') on conflict do nothing;`;
  const copy = (given: Record<string, string> = {}) => {
    const row = {
      document_id: '1',
      kind: `'billing_invoice'`,
      number_text: `'BI-HOB0000001'`,
      way: `'print'`,
      code: `'0123456789ABCDEF'`,
      content_hash: `sha256('said')`,
      user_id: String(actor),
      ...given,
    };
    return `${content('said')} insert into issued_paper (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')});`;
  };
  const second = copy({ code: `'0123456789ABCDEG'` });
  const isNo = (no: number) =>
    `select 1 / (max(copy_no) = ${no})::int from issued_paper where number_text = 'BI-HOB0000001';`;
  await expectAllowed(books.owner, { sql: copy() + isNo(1) + second + isNo(2), actor });
  // Under another number it begins anew: a draft has none.
  await expectAllowed(books.owner, {
    sql: copy() + copy({ number_text: `''`, code: `'0123456789ABCDEG'` }) + isNo(1),
    actor,
  });
  await expectRefused(books.owner, { sql: copy({ copy_no: '7' }), actor, refusedBy: '42501' });

  const held = (sql: string, refusedBy: string, without: string) =>
    expectHeld(books.owner, { sql, actor, refusedBy, without });
  const rule = (name: string) => [name, `alter table issued_paper drop constraint ${name}`] as const;
  const counted = 'drop trigger issued_paper_counted on issued_paper';
  const statement = { payee_id: '1', from_date: `'2026-03-01'`, as_of: `'2026-03-31'` };
  await held(copy(statement), ...rule('issued_paper_subject'));
  await expectAllowed(books.owner, { sql: copy({ ...statement, document_id: 'null', number_text: `''` }), actor });
  await held(copy({ payee_id: '1', document_id: 'null', number_text: `''` }), ...rule('issued_paper_days'));
  await held(copy({ way: `'fax'` }), ...rule('issued_paper_way'));
  await held(copy({ code: `'0123456789ABCDEO'` }), ...rule('issued_paper_code'));
  await held(copy() + copy(), ...rule('issued_paper_code_once'));
  await held(copy({ code: 'null' }), ...rule('issued_paper_whole'));
  await held(copy({ content_hash: 'null' }), ...rule('issued_paper_whole'));
  await held(copy({ number_text: `'BI-HOB0000002'` }), 'issued_paper_number', counted);
  await held(copy({ user_id: String(USER.APPROVER_1) }), 'issued_paper_own_name', counted);
  // Were the trigger gone, no copy could take the number of another one.
  await expectHeld(books.owner, {
    sql: `drop trigger issued_paper_counted on issued_paper; ${copy()} ${second}`,
    as: 'owner',
    refusedBy: 'issued_paper_copy_once',
    without: 'alter table issued_paper drop constraint issued_paper_copy_once',
  });
  await expectHeld(books.owner, {
    sql: `insert into paper_content (hash, content) values (sha256('said'), 'something else')`,
    refusedBy: 'paper_content_hash',
    without: 'alter table paper_content drop constraint paper_content_hash',
  });
  // A copy goes by one mail, which is written with it.
  const mail = (source: string, at = 'now()') => `
    insert into mail_message (to_address, template, source, subject, body_text, body_html, created_at)
      values ('ap@sampol.example', 'billing', '${source}', 'Invoice', 'text', 'html', ${at});
    insert into mail_paper select m.id, p.id from mail_message m, issued_paper p where m.source = '${source}';`;
  const as = 'owner';
  await expectAllowed(books.owner, { sql: copy() + second + mail('both'), actor, as });
  await expectHeld(books.owner, {
    sql: copy() + mail('one') + mail('two'),
    actor,
    as,
    refusedBy: 'mail_paper_once',
    without: 'alter table mail_paper drop constraint mail_paper_once',
  });
  await expectHeld(books.owner, {
    sql: copy() + mail('late', `now() - interval '1 minute'`),
    actor,
    as,
    refusedBy: 'mail_paper_with_mail',
    without: 'drop trigger mail_paper_with_mail on mail_paper',
  });
  for (const [table, refusedBy, change] of [
    ['issued_paper', 'issued_paper_append_only', 'update issued_paper set copy_no = 1'],
    ['mail_paper', 'mail_paper_append_only', 'delete from mail_paper'],
    ['issued_paper', 'issued_paper_append_only', 'delete from issued_paper'],
    ['paper_lookup', 'paper_lookup_append_only', 'delete from paper_lookup'],
    ['paper_content', 'paper_content_append_only', `update paper_content set content = 'other'`],
  ] as const) {
    await expectRefused(books.owner, { sql: change, refusedBy: '42501' });
    await expectHeld(books.owner, {
      sql: change,
      as: 'owner',
      refusedBy,
      without: `alter table ${table} disable trigger ${refusedBy}`,
    });
  }
});
