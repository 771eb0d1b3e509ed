/** What other systems send: by whom, whole, once, as it came, and to the ledger only where two people agreed before. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAllowed, expectHeld, expectRefused } from '../attack.ts';
import {
  ACCOUNT,
  ENTRY_DATE,
  inTransactionOf,
  openBooks,
  payment,
  postSql,
  USER,
  type Books,
} from '../sample-books.ts';

const { ADMIN, PREPARER, CHECKER } = USER;
const POSTS = 1;
const ROUTE = 2;

let books: Books;
beforeAll(async () => {
  books = await openBooks({ postsApprovedLines: true });
  const { owner } = books;
  await inTransactionOf(owner, 'system', () =>
    owner.query(`
      insert into department (dept_code, dept_desc) values ('TREA', 'Treasury');
      insert into integration_source (source_code, source_name, posting, takes_je) values ('IS', 'Branches', 'posts', 1), ('ENTRIES', 'Entries', 'route', 1);
      insert into integration_source_department values (${POSTS}, 1), (${ROUTE}, 1), (${POSTS}, 2);
      update setting set value = '{"limits": true}' where key = 'four_eyes'`),
  );
  await inTransactionOf(owner, PREPARER, () =>
    owner.query(`${client('first', POSTS)}; ${client('second', POSTS)}; ${client('third', ROUTE)}`),
  );
  await inTransactionOf(owner, CHECKER, () => owner.query('update api_client set confirmed_at = now() where id = 1'));
  await inTransactionOf(owner, PREPARER, () => owner.query(received('K', { source: ROUTE, client: 3 })));
});
afterAll(() => books.close());

const client = (name: string, source: number, departments = '{1}', scopes = '{integrated}') =>
  `insert into api_client (client_id, client_name, scopes, secret_hash, source_id, department_ids)
    values ('talaan-${name}', '${name}', '${scopes}', sha256('${name}'), ${source}, '${departments}')`;

interface Change {
  source?: number;
  client?: number;
  department?: number;
  lines?: number;
  type?: string;
  batch?: string;
  document?: string;
}

const claim = (batch_no: string, { source = POSTS, client: by = 1, department = 1, lines = 2 }: Change = {}) =>
  `insert into integrated_batch (source_id, batch_no, content_hash, client_id, department_id, documents, lines, debit, credit)
    values (${source}, '${batch_no}', sha256('${batch_no}'), ${by}, ${department}, 1, ${lines}, 10, 10);`;
const LAST = {
  received: '(select max(id) from integrated_batch)',
  batch: '(select max(id) from batch)',
  document: '(select max(id) from document)',
};
const entry = (batch_no: string, integrated: string, type = 'JE') => `
  insert into batch (document_type, batch_number, prepared_by, document_date, total_amount, amount_php, integrated_batch_id)
    values ('${type}', 'T-${batch_no}', ${PREPARER}, '${ENTRY_DATE}', 10, 10, ${integrated});
  insert into document (batch_id, document_type, header_key, document_date, total_amount, document_number)
    values (${LAST.batch}, '${type}', 0, '${ENTRY_DATE}', 10, 'JE-${batch_no}');
  insert into line (document_id, line_no, account_id, branch_id, debit_amount, debit_php, credit_amount, credit_php) values
    (${LAST.document}, 1, ${ACCOUNT.PAYABLE}, 1, 10, 10, 0, 0), (${LAST.document}, 2, ${ACCOUNT.CASH}, 1, 0, 0, 10, 10);`;
const move = (action: string, to: number, from = 1, by: number = PREPARER, batch = LAST.batch) => `
  insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, remarks)
    values (${batch}, 'JE', 1, '${action}', ${from}, ${to}, ${by}, 10, 1, 'x');
  update batch set status = ${to} where id = ${batch};`;
const posted = postSql({ document_id: '0', document_type: 'JE', module: 'general_journal', lines: payment('10.00') });
const post = `${posted.replace(`'[{`, `replace('[{`).replace(`'::jsonb`, `', '"document_id":"0"', '"document_id":' || ${LAST.document})::jsonb`)};`;
const finish = (integrated = LAST.received) => `
  insert into integrated_document values (${integrated}, 'D-1', ${LAST.document});
  update integrated_batch set reply = '{}' where id = ${integrated};`;

/** A batch as the server enters it. */
function received(batch_no: string, change: Change = {}): string {
  const way = change.source === ROUTE ? move('submit', 2) : `${move('accept', 7)}${post}`;
  return `${claim(batch_no, change)}${entry(batch_no, LAST.received, change.type)}${way}${finish()}`;
}

const asPreparer = { actor: PREPARER } as const;

it('enters what a confirmed client sends, without stages where its source posts', async () => {
  await expectAllowed(books.owner, { ...asPreparer, sql: received('A') });
  await expectAllowed(books.owner, { ...asPreparer, sql: received('A', { source: ROUTE, client: 3 }) });
});

describe('nobody gets into the ledger alone', () => {
  it('by accepting what somebody typed, or what takes its route', async () => {
    const without = 'drop trigger accept_allowed on batch_move';
    for (const sql of [
      `${entry('A', 'null')}${move('accept', 7)}${post}`,
      `${claim('A', { source: ROUTE, client: 3 })}${entry('A', LAST.received)}${move('accept', 7)}${post}${finish()}`,
    ])
      await expectHeld(books.owner, { ...asPreparer, sql, refusedBy: 'accept_allowed', without });
  });

  it('by a client that nobody confirmed, of another maker, or for another department', async () => {
    const fields = 'posting, received_by, received_at';
    const given = `'posts', ${PREPARER}, now()`;
    for (const [change, actor] of [
      [{ client: 2 }, PREPARER],
      [{ client: 3 }, PREPARER],
      [{}, CHECKER],
      [{ department: 2 }, PREPARER],
    ] as const) {
      await expectRefused(books.owner, { actor, sql: claim('A', change), refusedBy: 'integrated_batch_client' });
    }
    await expectHeld(books.owner, {
      ...asPreparer,
      as: 'owner',
      sql: `${claim('A', { client: 2 }).replace('credit)', `credit, ${fields})`).replace('10, 10)', `10, 10, ${given})`)}
        ${entry('A', LAST.received)}${move('accept', 7)}${post}${finish()}`,
      refusedBy: 'integrated_batch_client',
      without: 'drop trigger integrated_batch_stands on integrated_batch',
    });
  });

  it('by confirming a client whose secret he knows, or one whose secret was changed since', async () => {
    const confirm = 'update api_client set confirmed_at = now() where id = 2';
    const without = 'alter table api_client drop constraint api_client_second_person';
    await expectHeld(books.owner, { ...asPreparer, sql: confirm, refusedBy: 'api_client_second_person', without });
    const rotate = `update api_client set secret_hash = sha256('new') where id = 2;`;
    await expectHeld(books.owner, {
      actor: CHECKER,
      sql: `${rotate}${confirm}`,
      refusedBy: 'api_client_second_person',
      without,
    });
    await expectAllowed(books.owner, { actor: CHECKER, sql: confirm });
    const { rows } = await inTransactionOf(books.owner, ADMIN, () =>
      books.owner.query(
        `update api_client set secret_hash = sha256('new') where id = 1 returning confirmed_at, rotated_by`,
      ),
    );
    expect(rows).toEqual([{ confirmed_at: null, rotated_by: ADMIN }]);
    await inTransactionOf(books.owner, CHECKER, () =>
      books.owner.query('update api_client set confirmed_at = now() where id = 1'),
    );
  });

  it('nor out of it: whoever made the client does not void what it posted', async () => {
    const without =
      'drop trigger received_own_end on batch_move; alter table batch disable trigger void_document_reversed';
    const sql = `${received('A')}${move('void', 20, 7)}`;
    await expectHeld(books.owner, { ...asPreparer, sql, refusedBy: 'received_own_end', without });
  });

  it('by making a source post, take more types, or send for more departments', async () => {
    for (const sql of [
      `insert into integration_source (source_code, source_name, posting) values ('OWN', 'Own', 'route')`,
      `update integration_source set posting = 'posts' where id = ${ROUTE}`,
      `update integration_source set takes_cv = 1 where id = ${ROUTE}`,
      `insert into integration_source_department values (${ROUTE}, 2)`,
    ]) {
      await expectHeld(books.owner, {
        actor: ADMIN,
        sql,
        refusedBy: 'second_person_needed',
        without: `alter table integration_source disable trigger user; alter table integration_source_department disable trigger user`,
      });
    }
    await expectAllowed(books.owner, {
      actor: ADMIN,
      sql: `update integration_source set status = 0 where id = ${ROUTE}`,
    });
  });
});

describe('what was received', () => {
  it('comes once under its number, of a type that its source sends, and whole', async () => {
    await expectHeld(books.owner, {
      ...asPreparer,
      sql: received('K', { source: ROUTE, client: 3 }).replaceAll('T-K', 'T-K2').replaceAll('JE-K', 'JE-K2'),
      refusedBy: 'integrated_batch_once',
      without: 'drop index integrated_batch_once',
    });
    await expectRefused(books.owner, {
      ...asPreparer,
      sql: received('A', { type: 'CR' }),
      refusedBy: 'batch_received',
    });
    await expectHeld(books.owner, {
      ...asPreparer,
      sql: received('A', { lines: 3 }),
      refusedBy: 'received_whole',
      without: 'drop trigger received_whole on integrated_batch',
    });
    await expectHeld(books.owner, {
      ...asPreparer,
      sql: `${claim('A')}${entry('A', LAST.received)}${finish()}`,
      refusedBy: 'received_whole',
      without: 'drop trigger received_whole on integrated_batch',
    });
    await expectHeld(books.owner, {
      ...asPreparer,
      sql: entry('A', '1'),
      refusedBy: 'batch_integrated_once',
      without: 'drop index batch_integrated_once; drop trigger batch_received on batch',
    });
  });

  it('stands as it came: nobody changes, takes over or brings it back', async () => {
    await expectHeld(books.owner, {
      as: 'owner',
      actor: ADMIN,
      sql: `update integrated_batch set content_hash = sha256('other')`,
      refusedBy: 'integrated_batch_stands',
      without: 'drop trigger integrated_batch_stands on integrated_batch',
    });
    const K = `(select id from batch where batch_number = 'T-K')`;
    await expectHeld(books.owner, {
      actor: CHECKER,
      sql: move('return', 1, 2, CHECKER, K),
      refusedBy: 'received_returned',
      without: 'drop trigger received_returned on batch_move',
    });
    await expectHeld(books.owner, {
      ...asPreparer,
      sql: `${entry('A', 'null')} update batch set integrated_batch_id = 1 where id = ${LAST.batch}`,
      refusedBy: 'batch_identity',
      without: 'drop trigger batch_update on batch; drop index batch_integrated_once',
    });
    await expectHeld(books.owner, {
      ...asPreparer,
      sql: `${entry('A', 'null')} insert into integrated_document values (1, 'D-2', ${LAST.document})`,
      refusedBy: 'integrated_document_batch',
      without: 'drop trigger integrated_document_batch on integrated_document',
    });
    await expectHeld(books.owner, {
      as: 'owner',
      actor: ADMIN,
      sql: `update integrated_document set document_no = 'D-9'`,
      refusedBy: 'integrated_document_append_only',
      without: 'drop trigger integrated_document_append_only on integrated_document',
    });
  });

  it('frees its number for other content when it is rejected', async () => {
    const K = `(select id from batch where batch_number = 'T-K')`;
    const again = received('K', { source: ROUTE, client: 3 }).replaceAll('T-K', 'T-K2').replaceAll('JE-K', 'JE-K2');
    await expectAllowed(books.owner, { ...asPreparer, sql: `${move('void', 20, 2, PREPARER, K)}${again}` });
  });
});

it('a client sends for a source and departments of it, and stands as it was made', async () => {
  for (const sql of [
    client('none', ROUTE, '{1}', '{receipts}'),
    client('none', ROUTE, '{}'),
    client('none', ROUTE).replace(`${ROUTE}, '{1}'`, `null, '{}'`),
  ])
    await expectHeld(books.owner, {
      ...asPreparer,
      sql,
      refusedBy: 'api_client_scope',
      without: 'alter table api_client drop constraint api_client_scope',
    });
  await expectHeld(books.owner, {
    ...asPreparer,
    sql: client('none', ROUTE, '{2}'),
    refusedBy: 'api_client_departments',
    without: 'drop trigger check_api_client on api_client',
  });
  await expectHeld(books.owner, {
    as: 'owner',
    ...asPreparer,
    sql: `update api_client set department_ids = '{1,2}' where id = 3`,
    refusedBy: 'api_client_stands',
    without: 'drop trigger check_api_client on api_client',
  });
});
