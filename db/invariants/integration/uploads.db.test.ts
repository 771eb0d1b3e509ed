/** Files in which batches come: each half once, entered when it is whole, and into the ledger by nobody alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAllowed, expectHeld, expectRefused } from '../attack.ts';
import { inTransactionOf, openBooks, USER, type Books } from '../sample-books.ts';

const { PREPARER, PREPARER_2, CHECKER } = USER;
const POSTS = 1;
const ROUTE = 2;

let books: Books;
beforeAll(async () => {
  books = await openBooks({ postsApprovedLines: true });
  const { owner } = books;
  await inTransactionOf(owner, 'system', () =>
    owner.query(`
      insert into integration_source (source_code, source_name, posting, takes_je) values ('IS', 'Branches', 'posts', 1), ('ENTRIES', 'Entries', 'route', 1);
      insert into integration_source_department values (${POSTS}, 1), (${ROUTE}, 1)`),
  );
  await inTransactionOf(owner, PREPARER, () => owner.query(`${file(1)}${part(1, { half: 'header' })}`));
  await inTransactionOf(owner, PREPARER_2, () => owner.query(`${file(2)}${part(2)}`));
});
afterAll(() => books.close());

const file = (number: number, source = POSTS, kind = 'entries') =>
  `insert into upload_file (upload_id, source_id, kind, file_name, sha256, row_count)
    values (lpad('${number}', 32, '0'), ${source}, '${kind}', 'a.csv', sha256('${number}'), 2);`;

interface Part {
  half?: string;
  batch_no?: string;
  place?: number;
  source?: number;
}
const part = (file_id: number | string, { half = 'detail', batch_no = '77', place = 0, source = POSTS }: Part = {}) =>
  `insert into upload_part (file_id, source_id, batch_no, half, place, row_count, content)
    values (${file_id}, ${source}, '${batch_no}', '${half}', ${place}, 1, '[{"row": 2, "values": {}}]');`;
const NEWEST = '(select max(id) from upload_file)';
const enter = (batch_no: string, source = POSTS) =>
  `insert into integrated_batch (source_id, batch_no, content_hash, department_id, documents, lines, debit, credit)
    values (${source}, '${batch_no}', sha256('x'), 1, 1, 2, 10, 10);`;
/** Whether it gets as far as its check at the commit: the batch itself is missing here. */
const refusedLater = 'received_whole';

describe('a file', () => {
  it('is that of who uploads it, stands as it was, and is undone once', async () => {
    const row = await books.owner.query('select user_id from upload_file order by id');
    expect(row.rows.map(({ user_id }) => user_id)).toEqual([PREPARER, PREPARER_2]);
    const undo = 'update upload_file set undone_at = now() where id = 1';
    const byHand = `update upload_file set undone_at = now(), undone_by = ${PREPARER} where id = 1`;
    await expectAllowed(books.owner, { actor: PREPARER, sql: undo });
    for (const sql of ["update upload_file set file_name = 'b.csv' where id = 1", `${byHand}; ${byHand}`]) {
      await expectHeld(books.owner, {
        actor: PREPARER,
        as: 'owner',
        sql,
        refusedBy: 'upload_file_stands',
        without: 'drop trigger upload_file_stands on upload_file',
      });
    }
  });

  it('holds the heads of a batch once and its lines once, of its own source and uploader', async () => {
    const without = 'drop index upload_part_once; drop trigger upload_part_stands on upload_part';
    for (const half of ['header', 'whole', 'detail']) {
      await expectHeld(books.owner, {
        actor: CHECKER,
        sql: `${file(3)}${part(NEWEST, { half })}`,
        refusedBy: 'upload_part_once',
        without,
      });
    }
    const other = 'drop trigger upload_part_stands on upload_part';
    for (const sql of [part(1, { batch_no: '78' }), `${file(3, ROUTE)}${part(NEWEST, { batch_no: '78' })}`]) {
      await expectHeld(books.owner, { actor: PREPARER_2, sql, refusedBy: 'upload_part_file', without: other });
    }
    await expectHeld(books.owner, {
      actor: CHECKER,
      sql: `${file(3)}${part(NEWEST, { place: 1 })}`,
      refusedBy: 'upload_part_made',
      without: other,
    });
  });

  it('keeps what it holds', async () => {
    const change = 'update upload_part set content = jsonb_build_array(1) where id = 1';
    const without = 'drop trigger upload_part_stands on upload_part';
    await expectHeld(books.owner, {
      actor: PREPARER,
      as: 'owner',
      sql: change,
      refusedBy: 'upload_part_stands',
      without,
    });
    await expectRefused(books.owner, { actor: PREPARER, sql: change, refusedBy: '42501' });
    await expectRefused(books.owner, { actor: PREPARER, sql: 'delete from upload_part', refusedBy: '42501' });
  });
});

describe('a batch of files', () => {
  it('is entered whole, and of a source that posts by nobody who uploaded a part of it', async () => {
    for (const actor of [PREPARER, PREPARER_2]) {
      await expectRefused(books.owner, { actor, sql: enter('77'), refusedBy: 'upload_own_accept' });
    }
    await expectRefused(books.owner, { actor: CHECKER, sql: enter('77'), refusedBy: refusedLater });
    const half = `${file(3, ROUTE)}${part(NEWEST, { source: ROUTE, half: 'header', batch_no: '80' })}${enter('80', ROUTE)}`;
    for (const sql of [enter('79'), half]) {
      await expectRefused(books.owner, { actor: CHECKER, sql, refusedBy: 'integrated_batch_parts' });
    }
    const whole = `${file(3, ROUTE)}${part(NEWEST, { source: ROUTE, half: 'whole', batch_no: '80' })}${enter('80', ROUTE)}`;
    await expectRefused(books.owner, { actor: CHECKER, sql: whole, refusedBy: refusedLater });
  });
});
