/** The way from a document to the ledger: what was approved is posted, all of it and nothing else, and stays what it says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAllowed, expectHeld } from '../attack.ts';
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

let books: Books;
beforeAll(async () => {
  books = await openBooksThatApproveNothing();
  await inTransactionOf(books.owner, USER.PREPARER, () =>
    books.owner.query(
      `insert into payee (payee_code, payee_desc, payee_type) values ('P1', 'Lessor', 2);
      ${receipt(1)} ${receipt(2)} ${submit(2)} ${postSql({ document_id: '2', lines: payment('10.00') })}`,
    ),
  );
});
afterAll(() => books.close());

async function openBooksThatApproveNothing(): Promise<Books> {
  const opened = await openBooks({ postsApprovedLines: true });
  await inTransactionOf(opened.owner, 'system', () =>
    opened.owner.query(
      `update setting set value = value || '{"JE": false}' where key in ('approval_required', 'review_stage')`,
    ),
  );
  return opened;
}

/** A draft of a receipt of 10.00, which needs no approval in these books, whatever it takes in. */
function receipt(id: number): string {
  return `insert into batch (id, document_type, batch_number, prepared_by, document_date, total_amount, amount_php)
      overriding system value values (${id}, 'CR', 'T${id}', ${USER.PREPARER}, '${ENTRY_DATE}', 10, 10);
    insert into document (id, batch_id, document_type, header_key, document_date, total_amount, document_number)
      overriding system value values (${id}, ${id}, 'CR', 0, '${ENTRY_DATE}', 10, 'CR${id}');
    insert into line (document_id, line_no, account_id, branch_id, debit_amount, debit_php, credit_amount, credit_php) values
      (${id}, 1, ${ACCOUNT.PAYABLE}, 1, 10, 10, 0, 0), (${id}, 2, ${ACCOUNT.CASH}, 1, 0, 0, 10, 10);`;
}

function move(id: number, action: string, from: number, to: number): string {
  return `insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, remarks)
      values (${id}, 'CR', 1, '${action}', ${from}, ${to}, ${USER.PREPARER}, 10, 1, 'test');
    update batch set status = ${to} where id = ${id};`;
}

const submit = (id: number) => move(id, 'submit', 1, 7);
const [debit, credit] = payment('10.00');
const POSTED = postSql({ document_id: '1', lines: payment('10.00') });
const asPreparer = { actor: USER.PREPARER };

describe('what was approved is posted', () => {
  it.each([
    ['another amount', payment('1000000.00')],
    ['another account', [debit!, { ...credit!, account_id: ACCOUNT.INCOME, department_id: 1 }]],
    ['another branch', [debit!, { ...credit!, branch_id: 2 }]],
    ['lines that are not there', [debit!, credit!, debit!, credit!]],
  ])('refuses %s', async (_, lines) => {
    await expectHeld(books.owner, {
      ...asPreparer,
      sql: submit(1) + postSql({ document_id: '1', lines }),
      refusedBy: 'posting_of_approved_line',
      without: 'drop trigger posting_of_approved_line on posting',
    });
  });

  it('refuses to leave an approved document without its entry', async () => {
    await expectHeld(books.owner, {
      ...asPreparer,
      sql: submit(1),
      refusedBy: 'approved_document_posted',
      without: 'drop trigger approved_document_posted on batch',
    });
    await expectAllowed(books.owner, { ...asPreparer, sql: submit(1) + POSTED });
  });

  const mirror = `${postSql({
    document_id: '2',
    reverses_id: '1',
    lines: [
      { account_id: ACCOUNT.PAYABLE, credit: '10.00' },
      { account_id: ACCOUNT.CASH, debit: '10.00' },
    ],
  })};`;
  const voidDocument = `update document set voided_at = now(), voided_by = ${USER.PREPARER} where id = 2;`;

  it('refuses to leave a void without its mirror', async () => {
    // Of a document that is void while others of its batch stand.
    const alone = `alter table document disable trigger document_void_alone;${voidDocument}`;
    for (const [sql, table] of [
      [move(2, 'void', 7, 20), 'batch'],
      [alone, 'document'],
    ] as const) {
      await expectHeld(books.owner, {
        ...asPreparer,
        as: 'owner',
        sql,
        refusedBy: 'void_document_reversed',
        without: `drop trigger void_document_reversed on ${table}`,
      });
      await expectAllowed(books.owner, { ...asPreparer, as: 'owner', sql: sql + mirror });
    }
    await expectHeld(books.owner, {
      ...asPreparer,
      sql: voidDocument + mirror,
      refusedBy: 'document_void_alone',
      without: 'drop trigger document_void_alone on document',
    });
  });

  it('refuses to take a void back, or to tell it otherwise, but by restoring the batch', async () => {
    const attack = (sql: string) => ({
      ...asPreparer,
      sql: voidDocument + move(2, 'void', 7, 20) + mirror + sql,
      refusedBy: 'document_void_kept',
    });
    const unsaid = 'update document set voided_at = null, voided_by = null, void_reason = null where id = 2;';
    await expectAllowed(books.owner, attack(unsaid));
    const without = 'drop trigger document_void_kept on document';
    for (const sql of [
      "update document set void_reason = 'Otherwise' where id = 2",
      move(2, 'restore', 20, 1) + unsaid,
    ])
      await expectHeld(books.owner, { ...attack(sql), without });
  });
});

describe('an entry keeps what its document said', () => {
  /** An entry of a draft or the mirror of the posted one, past `post_entries`, with a head of its own. */
  const written = (document: number, head: string, invoice: string, reverses = 'null') => `
    insert into journal_entry (id, document_id, round, document_type, entry_date, module, currency_id, rate, line_count, total,
      fc_total, reverses_id, posted_by, remarks) overriding system value
      values (90, ${document}, 1, 'CR', '${ENTRY_DATE}', 'cash_receipt', 1, 1, 2, 10, 10, ${reverses}, ${USER.PREPARER}, ${head});
    insert into posting (entry_id, line_no, entry_date, account_id, branch_id, debit, credit, fc_debit, fc_credit, invoice_id)
      select 90, l.line_no, '${ENTRY_DATE}', l.account_id, 1, s.debit, s.credit, s.debit, s.credit, ${invoice}
      from line l cross join lateral (select ${reverses === 'null' ? 'l.debit_php, l.credit_php' : 'l.credit_php, l.debit_php'}) s (debit, credit)
      where l.document_id = ${document};`;
  const voided = move(2, 'void', 7, 20);

  it('refuses a head and an invoice of its own', async () => {
    await expectAllowed(books.owner, { ...asPreparer, sql: submit(1) + written(1, 'null', 'null') });
    for (const [sql, refusedBy, without] of [
      [written(1, "'ANOTHER'", 'null'), 'journal_entry_head', 'drop trigger journal_entry_balanced on posting'],
      [written(1, 'null', '1'), 'posting_of_approved_line', 'drop trigger posting_of_approved_line on posting'],
    ] as const)
      await expectHeld(books.owner, { ...asPreparer, sql: submit(1) + sql, refusedBy, without });
  });

  it('refuses a mirror with another head or invoice than its original', async () => {
    await expectAllowed(books.owner, { ...asPreparer, sql: voided + written(2, 'null', 'null', '1') });
    for (const sql of [written(2, "'ANOTHER'", 'null', '1'), written(2, 'null', '1', '1')])
      await expectHeld(books.owner, {
        ...asPreparer,
        sql: voided + sql,
        refusedBy: 'reversal_mirrors',
        without: 'drop trigger entry_has_postings on journal_entry',
      });
  });
});

describe('a posted document says what it said', () => {
  it.each([
    [
      'another number',
      `update document set document_number = 'CR9' where id = 2`,
      'document_number_issued',
      'document_numbers on document',
    ],
    [
      'no number',
      'update document set document_number = null where id = 2',
      'document_number_issued',
      'document_numbers on document',
    ],
    [
      'another date',
      `update document set document_date = '2026-03-11' where id = 2`,
      'batch_frozen',
      'document_update on document',
    ],
    [
      'another payee of the batch',
      'update batch set payee_id = 1 where id = 2',
      'batch_frozen',
      'batch_update on batch',
    ],
    [
      'another date of the batch',
      `update batch set document_date = '2026-03-11' where id = 2`,
      'batch_frozen',
      'batch_update on batch',
    ],
  ])('refuses %s', async (_, sql, refusedBy, guard) => {
    await expectHeld(books.owner, { ...asPreparer, sql, refusedBy, without: `drop trigger ${guard}` });
  });
});

it('refuses lines that come while another session submits', async () => {
  const race = async (raced: Books) => {
    const [writer, submitter] = [await raced.connect('app'), await raced.connect('app')];
    await writer.query(`begin; set local talaan.user_id = '${USER.PREPARER}';
      insert into line (document_id, line_no, account_id, branch_id, debit_amount, debit_php)
        values (1, 3, ${ACCOUNT.PAYABLE}, 1, 5, 5)`);
    await submitter.query(`begin; set local talaan.user_id = '${USER.PREPARER}'; set local lock_timeout = '200ms'`);
    const submitted = await submitter.query(submit(1)).then(
      () => true,
      (error: { code: string }) => error.code,
    );
    await submitter.query('rollback');
    await writer.query('rollback');
    return submitted;
  };
  const LOCK_NOT_AVAILABLE = '55P03';
  expect(await race(books)).toBe(LOCK_NOT_AVAILABLE);
  const unguarded = await openBooksThatApproveNothing();
  try {
    await inTransactionOf(unguarded.owner, USER.PREPARER, () => unguarded.owner.query(receipt(1)));
    await unguarded.owner.query('drop trigger line_touch_insert on line');
    expect(await race(unguarded)).toBe(true);
  } finally {
    await unguarded.close();
  }
});
