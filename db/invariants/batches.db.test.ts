import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { defaultApprovalSettings, STATUS_MOVES } from '@talaan/core/documents/document-status';
import { expectAllowed, expectHeld, expectRefused, type Attack } from './attack.ts';
import { raceForRow } from '../../apps/server/src/testing/row-lock.ts';
import { ACCOUNT, inTransactionOf, openBooks, USER, type Books } from './sample-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

/** SQL of a journal batch with id `id` whose two lines carry `amount` pesos, prepared by the preparer. */
function journal(id: number, amount = '55000.00', total = amount): string {
  return `insert into batch (id, document_type, batch_number, prepared_by, total_amount, amount_php)
      overriding system value values (${id}, 'JE', 'T${id}', ${USER.PREPARER}, ${total}, ${total});
    insert into document (id, batch_id, document_type, header_key, total_amount) overriding system value values (${id}, ${id}, 'JE', 0, ${total});
    insert into line (document_id, line_no, account_id, branch_id, debit_amount, debit_php, credit_amount, credit_php) values
      (${id}, 1, ${ACCOUNT.PAYABLE}, 1, ${amount}, ${amount}, 0, 0), (${id}, 2, ${ACCOUNT.CASH}, 1, 0, 0, ${amount}, ${amount});`;
}

interface Move {
  readonly action: string;
  readonly from: number;
  readonly to: number;
  readonly by: number;
  readonly behalf?: number;
  readonly cycle?: number;
  readonly remarks?: string;
}

const submit: Move = { action: 'submit', from: 1, to: 2, by: USER.PREPARER };
const check: Move = { action: 'approve', from: 2, to: 3, by: USER.CHECKER };
const approve1: Move = { action: 'approve', from: 3, to: 4, by: USER.APPROVER_1 };
const approve2: Move = { action: 'approve', from: 4, to: 7, by: USER.APPROVER_2 };
const giveBack: Move = { action: 'return', from: 3, to: 1, by: USER.APPROVER_1, remarks: 'Wrong account' };

/** SQL of moves in order: the record first, then the state. */
function moves(id: number, ...list: readonly Move[]): string {
  return list.map((move) => `${record(id, move)} ${state(id, move)}`).join('');
}

function record(id: number, { action, from, to, by, behalf, cycle = 1, remarks }: Move): string {
  return `set local talaan.user_id = '${by}';
    insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, on_behalf_of, amount, currency_id, remarks)
    values (${id}, 'JE', ${cycle}, '${action}', ${from}, ${to}, ${by}, ${behalf ?? 'null'}, 1, 1, ${remarks ? `'${remarks}'` : 'null'});`;
}

function state(id: number, { to }: Move): string {
  return `update batch set status = ${to} where id = ${id};`;
}

/** The batch exists already; only the rest is attempted under the run-time role. */
async function given(id: number, sql: string): Promise<void> {
  await inTransactionOf(books.owner, USER.PREPARER, () => books.owner.query(sql));
  expect((await books.owner.query(`select from batch where id = ${id}`)).rowCount).toBe(1);
}

const NO_STATE_CHECK = 'drop trigger batch_update on batch';
const NO_DUTIES = 'drop trigger batch_move_duties on batch_move';
const NO_AUTHORITY = 'drop trigger batch_move_with_authority on batch_move';

describe('INV-04: a batch makes the listed moves only, and each is recorded', () => {
  beforeAll(() => given(101, journal(101)));

  it.each([
    ['straight from active to posted', `update batch set status = 7 where id = 101`],
    ['to review without a record of who submitted', `update batch set status = 2 where id = 101`],
    ['further than its recorded move', `${record(101, submit)} update batch set status = 3 where id = 101`],
    ['to deleted without a record', `update batch set deleted_at = now() where id = 101`],
  ])('refuses to go %s', async (_, sql) => {
    await expectHeld(books.owner, { sql, refusedBy: 'batch_move_unlisted', without: NO_STATE_CHECK });
  });

  it.each([
    [
      'a move that the state table does not list',
      { action: 'release', from: 1, to: 7, by: USER.PREPARER },
      'batch_move_listed',
      'alter table batch_move drop constraint batch_move_listed',
    ],
    [
      'a move out of another state',
      { action: 'approve', from: 3, to: 4, by: USER.APPROVER_1 },
      'batch_moved_meanwhile',
      NO_DUTIES,
    ],
    ['a move of an earlier round', { ...submit, cycle: 2 }, 'batch_moved_meanwhile', NO_DUTIES],
    [
      'a return without remarks',
      { action: 'void', from: 1, to: 20, by: USER.PREPARER },
      'batch_move_remarks',
      'alter table batch_move drop constraint batch_move_remarks',
    ],
  ] as [string, Move, string, string][])('refuses to record %s', async (_, move, refusedBy, without) => {
    await expectHeld(books.owner, { sql: record(101, move), refusedBy, without });
  });

  it('refuses to record a move under another name', async () => {
    const sql = record(101, submit).replace(
      `talaan.user_id = '${USER.PREPARER}'`,
      `talaan.user_id = '${USER.CHECKER}'`,
    );
    await expectHeld(books.owner, { sql, refusedBy: 'batch_move_own_name', without: NO_DUTIES });
  });

  it('refuses another approver, signature or remark than those of its moves', async () => {
    await given(102, journal(102) + moves(102, submit, check, approve1, approve2));
    for (const change of [
      `approved_by = ${USER.APPROVER_3}`,
      "approved_remarks = 'Paid in cash'",
      "fingerprint = decode(repeat('00', 32), 'hex')",
    ]) {
      const attack = { actor: USER.PREPARER, refusedBy: 'batch_decision', without: NO_STATE_CHECK };
      await expectHeld(books.owner, { ...attack, sql: `update batch set ${change} where id = 102` });
      const sql = record(102, { action: 'void', from: 7, to: 20, by: USER.CHECKER, remarks: 'Twice' });
      await expectHeld(books.owner, {
        ...attack,
        sql: `${sql} update batch set status = 20, ${change} where id = 102`,
      });
    }
    const sql = `${record(102, { action: 'void', from: 7, to: 20, by: USER.CHECKER, remarks: 'Twice' })}
      update batch set status = 20, approved_remarks = 'Twice' where id = 102`;
    await expectAllowed(books.owner, { sql });
  });

  it('refuses a batch that does not start as a draft', async () => {
    const sql = `insert into batch (document_type, batch_number, prepared_by, status) values ('JE', 'X', 2, 7)`;
    await expectHeld(books.owner, {
      sql,
      refusedBy: 'batch_starts_active',
      without: 'drop trigger batch_insert on batch',
    });
  });

  it('keeps preparer, type and number of a batch', async () => {
    for (const change of [`prepared_by = 3`, `document_type = 'CV'`, `batch_number = 'Z'`, 'cycle = 2']) {
      await expectRefused(books.owner, {
        sql: `update batch set ${change} where id = 101`,
        refusedBy: 'batch_identity',
      });
    }
  });

  it('numbers a batch once in its series', async () => {
    const entered = (type: string) =>
      `insert into batch (document_type, batch_number, prepared_by) values ('${type}', 'T101', 2)`;
    await expectHeld(books.owner, {
      sql: entered('CR'),
      refusedBy: 'batch_number_once',
      without: 'drop index batch_number_once',
    });
    await expectAllowed(books.owner, { sql: entered('PO') });
  });

  it('post-dates only what is paid by cheque', async () => {
    const entered = (type: string) =>
      `insert into batch (document_type, batch_number, prepared_by, is_pdc) values ('${type}', 'PDC', 2, 1)`;
    for (const sql of [entered('OB'), 'update batch set is_pdc = 1 where id = 101']) {
      await expectHeld(books.owner, {
        sql,
        refusedBy: 'batch_series_of_cheques',
        without: 'drop trigger batch_series_of_cheques on batch',
      });
    }
    await expectAllowed(books.owner, { sql: entered('CW') });
  });

  it('has the same moves as the core', async () => {
    const { rows } = await books.owner.query<{ move: string }>(
      `select document_type || ' ' || status_from || ' ' || status_to || ' ' || action as move from status_move`,
    );
    const core = Object.entries(STATUS_MOVES).flatMap(([type, list]) =>
      list.map((move) => `${type} ${move.from} ${move.to} ${move.action}`),
    );
    expect(rows.map((row) => row.move).toSorted()).toEqual(core.toSorted());
  });

  it('has the same document types as the core, with the facts that the database asks for', async () => {
    const { rows } = await books.owner.query<Record<string, unknown>>('select * from document_type');
    const core = (Object.entries(DOCUMENT_TYPES) as [DocumentType, (typeof DOCUMENT_TYPES)[DocumentType]][]).map(
      ([document_type, { header, ...facts }]) => {
        const access_module = DOCUMENT_MODULES[document_type];
        const all: Readonly<Record<string, unknown>> = { document_type, access_module, ...facts, ...header };
        return Object.fromEntries(Object.keys(rows[0]!).map((column) => [column, all[column]]));
      },
    );
    expect(rows).toHaveLength(core.length);
    expect(rows).toEqual(expect.arrayContaining(core));
  });

  it('starts with the approval settings of the core', async () => {
    const { rows } = await books.owner.query<{ type: string; approval: boolean; review: boolean }>(`
      select a.key as type, a.value::boolean as approval, r.value::boolean as review
      from jsonb_each_text((select value from setting where key = 'approval_required')) a
      join jsonb_each_text((select value from setting where key = 'review_stage')) r using (key)`);
    const core = (Object.keys(DOCUMENT_TYPES) as DocumentType[]).map((type) => {
      const settings = defaultApprovalSettings(type);
      return { type, approval: settings.needs_approval, review: settings.review_stage };
    });
    expect(rows).toHaveLength(core.length);
    expect(rows).toEqual(expect.arrayContaining(core));
  });
});

describe('INV-10: the preparer and editors never approve, and a person acts once', () => {
  beforeAll(async () => {
    await given(201, journal(201) + moves(201, submit));
    await given(202, journal(202) + moves(202, submit, check));
    // The second preparer corrects a line before submission: an editor of the round.
    await given(
      203,
      `${journal(203)} set local talaan.user_id = '${USER.PREPARER_2}'; update line set branch_id = 2 where document_id = 203; ${moves(203, submit, check)}`,
    );
  });

  const by = (base: Move, user: number, behalf?: number): Move => ({
    ...base,
    by: user,
    ...(behalf ? { behalf } : {}),
  });

  it.each<[string, number, Move, string]>([
    ['the preparer', 201, by(check, USER.PREPARER), 'approver_is_preparer'],
    ['somebody on behalf of the preparer', 201, by(check, USER.CHECKER, USER.PREPARER), 'approver_is_preparer'],
    ['the preparer on behalf of somebody', 202, by(approve1, USER.PREPARER, USER.APPROVER_1), 'approver_is_preparer'],
    ['an editor of this round', 203, by(approve1, USER.PREPARER_2), 'approver_is_editor'],
    ['the checker once more', 202, by(approve1, USER.CHECKER), 'approver_acted_before'],
    ['somebody on behalf of the checker', 202, by(approve1, USER.APPROVER_1, USER.CHECKER), 'approver_acted_before'],
  ])('refuses an approval by %s', async (_, id, move, refusedBy) => {
    const without = `${NO_DUTIES}; ${NO_AUTHORITY}; drop trigger batch_move_stand_in on batch_move; drop index batch_move_one_approval`;
    await expectHeld(books.owner, { sql: record(id, move), refusedBy, without });
  });

  it('refuses a review by somebody without Update on the module, or who is no officer where it is confidential', async () => {
    await given(205, `${journal(205)} update batch set is_confidential = 1 where id = 205; ${moves(205, submit)}`);
    await inTransactionOf(books.owner, 'system', () =>
      books.owner.query(`update user_access_privilege set access_level = 'I' where user_id = ${USER.APPROVER_3}`),
    );
    const refusedBy = 'reviewer_without_level';
    const without = 'drop trigger batch_move_reviewer on batch_move';
    for (const action of [
      { action: 'approve', to: 3 },
      { action: 'return', to: 1, remarks: 'Wrong' },
      { action: 'reject', to: 20, remarks: 'Wrong' },
    ])
      await expectHeld(books.owner, {
        sql: record(201, { ...check, ...action, by: USER.APPROVER_3 }),
        refusedBy,
        without,
      });
    await expectHeld(books.owner, { sql: record(205, check), refusedBy, without });
    await expectAllowed(books.owner, { sql: record(205, by(check, USER.APPROVER_3)) });
  });

  describe('a draft that is handed over', () => {
    const handOver = (id: number, to: number, actor: number) => `set local talaan.user_id = '${actor}';
      insert into batch_handover (batch_id, from_user, to_user, handed_by, reason)
      values (${id}, ${USER.PREPARER}, ${to}, ${actor}, 'Left the company');`;
    const absent = (user: number) =>
      `update app_user set start_date = manila_today() - 2, end_date = manila_today() - 1 where id = ${user};`;
    const handed = absent(USER.PREPARER) + handOver(206, USER.PREPARER_2, USER.ADMIN);
    const submit2 = { ...submit, by: USER.PREPARER_2 };
    const secondRound = [submit2, check, giveBack, { ...submit2, cycle: 2 }];
    const NO_RULE = 'drop trigger batch_handover_allowed on batch_handover';
    const NO_CONSTRAINT = 'alter table batch_handover drop constraint batch_handover_own';
    beforeAll(() => given(206, journal(206)));

    it('goes on under its new preparer', async () => {
      await expectAllowed(books.owner, { sql: handed + moves(206, ...secondRound, { ...check, cycle: 2 }) });
    });

    it.each([
      [
        'by an update',
        `update batch set prepared_by = ${USER.PREPARER_2} where id = 206`,
        'batch_identity',
        NO_STATE_CHECK,
      ],
      ['of who may sign in', handOver(206, USER.PREPARER_2, USER.ADMIN), 'batch_handover_absent', NO_RULE],
      ['to who may not', absent(USER.PREPARER_2) + handed, 'batch_handover_present', NO_RULE],
      [
        'once submitted',
        absent(USER.PREPARER) + handOver(202, USER.PREPARER_2, USER.ADMIN),
        'batch_handover_draft',
        NO_RULE,
      ],
      [
        'to oneself',
        absent(USER.PREPARER) + handOver(206, USER.ADMIN, USER.ADMIN),
        'batch_handover_own',
        NO_CONSTRAINT,
      ],
    ])('is not given away %s', async (_, sql, refusedBy, without) => {
      await expectHeld(books.owner, { sql, refusedBy, without });
    });

    it.each([
      ['this round', [submit2], by(check, USER.PREPARER)],
      ['a later round', secondRound, by({ ...check, cycle: 2 }, USER.PREPARER)],
    ])('is not approved by its former preparer in %s', async (_, before, approval) => {
      await expectHeld(books.owner, {
        sql: handed + moves(206, ...before) + record(206, approval),
        refusedBy: 'approver_is_editor',
        without: `${NO_DUTIES}; ${NO_AUTHORITY}`,
      });
    });
  });

  it('holds for a super user who prepared the batch', async () => {
    await given(
      204,
      journal(204).replace(`'T204', ${USER.PREPARER}`, `'T204', ${USER.ADMIN}`) +
        moves(204, { ...submit, by: USER.ADMIN }),
    );
    await expectHeld(books.owner, {
      sql: record(204, by(check, USER.ADMIN)),
      refusedBy: 'approver_is_preparer',
      without: NO_DUTIES,
    });
  });

  it('lets an editor of an earlier round approve the next one', async () => {
    const second = (move: Move): Move => ({ ...move, cycle: 2 });
    await inTransactionOf(books.owner, 'system', () =>
      books.owner.query(
        `insert into approving_officer (user_id, level, currency_id, max_amount) values (${USER.PREPARER_2}, 'L1', 1, 20000)`,
      ),
    );
    const sql =
      moves(203, giveBack, second(submit), second(check)) + record(203, second(by(approve1, USER.PREPARER_2)));
    await expectAllowed(books.owner, { sql });
  });

  it('32 approvers at once: exactly one wins', async () => {
    const stage: Move = { ...check, from: 2, to: 3 };
    const race = async (raced: Books, id: number) => {
      const clients = await Promise.all(Array.from({ length: 32 }, () => raced.connect('app')));
      const outcomes = await raceForRow(raced.owner, {
        lock: `select from batch where id = ${id} for update`,
        count: clients.length,
        start: () =>
          Promise.allSettled(
            clients.map(async (client, index) => {
              const user = USER.CHECKER + (index % 4);
              await inTransactionOf(client, user, () => client.query(record(id, { ...stage, by: user })));
            }),
          ),
      });
      return outcomes.filter((outcome) => outcome.status === 'fulfilled').length;
    };
    expect(await race(books, 201)).toBe(1);

    const unguarded = await openBooks();
    try {
      await unguarded.owner.query(`${NO_DUTIES}; drop index batch_move_once, batch_move_one_approval`);
      await inTransactionOf(unguarded.owner, USER.PREPARER, () =>
        unguarded.owner.query(journal(201) + moves(201, submit)),
      );
      expect(await race(unguarded, 201)).toBeGreaterThan(1);
    } finally {
      await unguarded.close();
    }
  });
});

describe('INV-12: posting needs every stage, and contents do not change under an approval', () => {
  beforeAll(async () => {
    await given(301, journal(301, '55000.00') + moves(301, submit, check, approve1));
    await given(302, journal(302, '15000.00') + moves(302, submit, check));
    await given(303, journal(303, '150000.00') + moves(303, submit, check, approve1));
  });

  it('accepts 55,000.00 with the review and two levels, 15,000.00 with one', async () => {
    await expectAllowed(books.owner, { sql: moves(301, approve2) });
    await expectAllowed(books.owner, { sql: moves(302, { ...approve1, to: 7 }) });
  });

  it.each([
    ['15,000.00 straight from its preparer', journal(304, '15000.00') + moves(304, { ...submit, to: 7 })],
    [
      '15,000.00 without the review',
      journal(305, '15000.00') + moves(305, { ...submit, to: 3 }, { ...approve1, to: 7 }),
    ],
  ])('refuses to post %s', async (_, sql) => {
    await expectHeld(books.owner, {
      sql,
      refusedBy: 'batch_approval_missing',
      without: NO_STATE_CHECK,
      actor: USER.PREPARER,
    });
  });

  it.each([
    ['whoever is no officer', 202, approve1, USER.ADMIN],
    ['an officer of another level', 202, approve1, USER.APPROVER_2],
    ['an officer whose row does not reach the amount, at the last stage', 303, approve2, USER.APPROVER_2],
  ] as [string, number, Move, number][])('INV-11: refuses an approval by %s', async (_, id, move, by) => {
    await expectHeld(books.owner, {
      sql: record(id, { ...move, by }),
      refusedBy: 'approver_without_row',
      without: NO_AUTHORITY,
    });
  });

  it('follows the settings of the type', async () => {
    const off = `update setting set value = value || '{"JE": false}';`;
    await expectAllowed(books.owner, { sql: `${off} ${journal(306)} ${moves(306, { ...submit, to: 7 })}` });
  });

  it('refuses to submit a journal whose lines do not add up to its total', async () => {
    const sql = journal(307, '55000.00', '15000.00') + moves(307, submit);
    await expectHeld(books.owner, { sql, refusedBy: 'batch_total', without: NO_STATE_CHECK });
  });

  it.each([
    [
      'the amount of a line',
      'update line set debit_amount = 1, debit_php = 1 where document_id = 301 and line_no = 1',
      'drop trigger line_update on line',
    ],
    ['a removed line', 'delete from line where document_id = 301', 'drop trigger line_touch_delete on line'],
    [
      'one more line',
      `insert into line (document_id, line_no, account_id) values (301, 3, ${ACCOUNT.CASH})`,
      'drop trigger line_touch_insert on line',
    ],
    [
      'the payee of a document',
      `update document set document_date = '2026-01-01' where id = 301`,
      'drop trigger document_update on document',
    ],
    [
      'one more document',
      `insert into document (batch_id, document_type, header_key) values (301, 'JE', 1)`,
      'drop trigger document_touch_insert on document',
    ],
    ['the peso amount of the batch', 'update batch set amount_php = 1 where id = 301', NO_STATE_CHECK],
  ])('refuses to change %s after submission', async (_, sql, without) => {
    await expectHeld(books.owner, { sql, refusedBy: 'batch_frozen', without });
  });

  it('lets remarks be corrected until the batch is posted, and what a line was proposed as', async () => {
    const remarks = `update line set remarks = 'RENT', proposed_part = 'bank' where document_id = 301; update document set remarks = 'RENT' where id = 301`;
    await expectAllowed(books.owner, { sql: remarks });
    await expectHeld(books.owner, {
      sql: `${moves(301, approve2)} ${remarks}`,
      refusedBy: 'batch_frozen',
      without: 'drop trigger line_update on line; drop trigger document_update on document',
    });
  });

  it('a return starts the next round, in which every stage is needed again', async () => {
    const again = `${moves(301, { ...giveBack, from: 4, by: USER.APPROVER_2 })}
      ${record(301, { ...submit, cycle: 2 })} ${state(301, submit)}
      ${record(301, { ...check, to: 7, cycle: 2 })} ${state(301, { ...check, to: 7 })}`;
    await expectHeld(books.owner, {
      sql: again,
      refusedBy: 'batch_approval_missing',
      without: 'delete from approving_officer; delete from approving_level',
    });
  });
});

describe('INV-13: no lost update', () => {
  beforeAll(() => given(401, journal(401)));

  it.each([
    ['a batch', 'update batch set total_amount = 2, row_version = 1 where id = 401', NO_STATE_CHECK],
    [
      'a master',
      `update department set dept_desc = 'A', row_version = 1 where id = 1`,
      'drop trigger stamp_update on department',
    ],
  ])('refuses the second save of %s that was read before the first', async (_, save, without) => {
    await expectHeld(books.owner, { sql: `${save}; ${save}`, refusedBy: 'row_version_stale', without });
  });

  it('taking, keeping and freeing the edit lock costs no version', async () => {
    const lock = `update batch set processing = 1, locked_by = 2, locked_at = now(), heartbeat_at = now() where id = 401;
      update batch set heartbeat_at = now() where id = 401;
      update batch set processing = 0, locked_by = null, locked_at = null where id = 401;
      update batch set total_amount = 2, row_version = 1 where id = 401`;
    await expectAllowed(books.owner, { sql: lock });
  });
});

describe('INV-17: nothing issued is deleted', () => {
  beforeAll(() => given(501, journal(501)));

  const DELETED = `insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
      values (501, 'JE', 1, 'delete', 1, 1, ${USER.PREPARER}, 1, 1); update batch set deleted_at = now() where id = 501;`;
  const attacks: [string, Attack][] = [
    ['a batch', { sql: 'delete from batch where id = 501', refusedBy: '42501' }],
    [
      'a user with history',
      { sql: `delete from app_user where id = ${USER.PREPARER}`, refusedBy: 'batch_prepared_by_fkey' },
    ],
    ['an account in use', { sql: `delete from account where id = ${ACCOUNT.CASH}`, refusedBy: 'line_account_id_fkey' }],
    [
      'a document that has its number',
      {
        sql: `select number_documents('je', 2, array[501]); delete from document where id = 501`,
        refusedBy: 'document_numbered',
      },
    ],
  ];
  it.each(attacks)('refuses to delete %s', async (_, attack) => {
    await expectRefused(books.owner, attack);
  });

  it('a deleted draft stays as it was', async () => {
    await expectAllowed(books.owner, { sql: DELETED });
    await expectHeld(books.owner, {
      sql: `${DELETED} update batch set deleted_at = null where id = 501`,
      refusedBy: 'batch_deleted',
      without: NO_STATE_CHECK,
    });
  });
});

describe('what an approver signed stays attached', () => {
  const FILE = "'00000000-0000-4000-8000-00000000000f'";
  const attach = (batch: number, id: string) =>
    `insert into attachment (id, batch_id, file_id, name, uploaded_by)
      values ('00000000-0000-4000-8000-0000000000${id}', ${batch}, ${FILE}, 'contract.pdf', ${USER.PREPARER});`;
  const NOT_KEPT = 'drop trigger attachment_kept on attachment';
  beforeAll(async () => {
    await given(
      150,
      `insert into file (id, sha256, size, media_type) values (${FILE}, sha256('a'), 1, 'application/pdf');
      insert into file_chunk (file_id, no, bytes) values (${FILE}, 0, 'a');
      ${journal(150)} ${attach(150, '01')} ${moves(150, submit)}
      ${journal(151)} ${attach(151, '02')}
      ${journal(152)} ${attach(152, '03')} ${moves(152, submit, check, approve1, approve2)}`,
    );
  });

  it.each([
    ['taken off', `update attachment set removed_at = now() where batch_id = 150`],
    ['added to', attach(150, '04')],
    ['taken off what is approved', `update attachment set removed_at = now() where batch_id = 152`],
  ])('refuses that it is %s after submission', async (_, sql) => {
    await expectHeld(books.owner, { sql, refusedBy: 'attachment_kept', without: NOT_KEPT });
  });

  it.each([
    ['deleted', 'delete from attachment where batch_id = 150', 'drop trigger attachment_not_deleted on attachment'],
    ['renamed', `update attachment set name = 'other.pdf' where batch_id = 151`, NOT_KEPT],
  ])('refuses that it is %s', async (_, sql, without) => {
    await expectHeld(books.owner, { sql, refusedBy: 'attachment_kept', without, as: 'owner' });
    await expectRefused(books.owner, { sql, refusedBy: '42501' });
  });

  it.each([
    ['replaced', `update file set sha256 = sha256('b') where id = ${FILE}`, 'file_append_only on file'],
    ['emptied', `delete from file_chunk where file_id = ${FILE}`, 'file_append_only on file_chunk'],
  ])('refuses that its bytes are %s', async (_, sql, trigger) => {
    await expectHeld(books.owner, {
      sql,
      refusedBy: 'file_append_only',
      without: `drop trigger ${trigger}`,
      as: 'owner',
    });
    await expectRefused(books.owner, { sql, refusedBy: '42501' });
  });

  it('refuses a further piece of a file that is attached', async () => {
    await expectHeld(books.owner, {
      sql: `insert into file_chunk (file_id, no, bytes) values (${FILE}, 1, 'b')`,
      refusedBy: 'file_append_only',
      without: 'drop trigger file_is_whole on file_chunk',
    });
  });

  it('lets a draft change its files and a void bring its own', async () => {
    await expectAllowed(books.owner, {
      sql: `update attachment set removed_at = now() where batch_id = 151; ${attach(151, '05')} ${attach(152, '06')}`,
      actor: USER.PREPARER,
    });
  });
});

describe('a payee whose business partner is on hold', () => {
  const HELD = 'drop trigger payee_on_hold on batch_move';
  const move = (action: string, from: number, to: number) =>
    `insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
      values (160, 'CV', 1, '${action}', ${from}, ${to}, ${USER.PREPARER}, 0, 1);`;
  beforeAll(() =>
    given(
      160,
      `insert into payee (payee_type, payee_code, payee_desc) values (6, 'HELD', 'Kunwari Pawnshops');
      insert into business_partner (bp_code, name, payee_code, class_code, hold) values ('BP-1', 'Kunwari', 'HELD', 'PS', 1);
      insert into batch (id, document_type, batch_number, prepared_by) overriding system value values (160, 'CV', 'T160', ${USER.PREPARER});
      insert into document (batch_id, document_type, header_key, payee_id)
        select 160, 'CV', 0, id from payee where payee_code = 'HELD';`,
    ),
  );

  it('is not paid by a submission, and is when the hold is off', async () => {
    const sql = move('submit', 1, 2);
    await expectHeld(books.owner, { sql, refusedBy: 'payee_on_hold', without: HELD, actor: USER.PREPARER });
    const off = `update business_partner set hold = 0 where bp_code = 'BP-1';`;
    await expectAllowed(books.owner, { sql: `${off} ${sql}`, actor: USER.PREPARER });
  });

  it('is not paid by a release', async () => {
    const sql = `alter table batch_move disable trigger batch_move_duties; ${move('release', 6, 7)}`;
    await expectHeld(books.owner, {
      sql,
      refusedBy: 'payee_on_hold',
      without: HELD,
      as: 'owner',
      actor: USER.PREPARER,
    });
  });
});
