import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAllowed, expectHeld, expectRefused, type GuardedAttack } from './attack.ts';
import {
  ACCOUNT,
  ENTRY_DATE,
  inTransactionOf,
  newDocuments,
  openBooks,
  payment,
  post,
  postSql,
  USER,
  type Books,
  type Entry,
} from './sample-books.ts';

let books: Books;
let entryId: string;
let reversedId: string;
/** A document without an entry yet. */
let free: string;
let posted: string;

beforeAll(async () => {
  books = await openBooks();
  const documents = await inTransactionOf(books.owner, 'system', () => newDocuments(books.owner, 3));
  [posted, , free] = documents as [string, string, string];
  const ids = await post(
    books.owner,
    USER.APPROVER_1,
    { document_id: posted, lines: payment('100.00') },
    { document_id: documents[1]!, lines: payment('250.55') },
  );
  [entryId] = ids as [string];
  reversedId = ids[1]!;
  await inTransactionOf(books.owner, USER.APPROVER_1, () =>
    books.owner.query(voiding(documents[1]!) + postSql(mirrorOf(documents[1]!, reversedId, '250.55'))),
  );
  await postAndVoidRent();
});
afterAll(() => books.close());

/** Rent of a department and section to a payee whom the header alone names, void the same day. */
async function postAndVoidRent(): Promise<void> {
  const [rent] = await inTransactionOf(books.owner, 'system', async () => {
    await books.owner.query("insert into payee (payee_code, payee_desc, payee_type) values ('P1', 'Landlord', 5)");
    return newDocuments(books.owner, 1, ENTRY_DATE, 1);
  });
  const lines = (debit: 'debit' | 'credit', credit: 'debit' | 'credit') => [
    { account_id: ACCOUNT.RENT, [debit]: '70.00', department_id: 1, section_id: 1 },
    { account_id: ACCOUNT.PAYABLE, [credit]: '70.00' },
  ];
  const [entry] = await post(books.owner, USER.APPROVER_1, { document_id: rent!, lines: lines('debit', 'credit') });
  await inTransactionOf(books.owner, USER.APPROVER_1, () =>
    books.owner.query(
      voiding(rent!) + postSql({ document_id: rent!, reverses_id: entry!, lines: lines('credit', 'debit') }),
    ),
  );
}

function voiding(...documents: readonly string[]): string {
  const batches = `select d.batch_id from document d where d.id in (${documents.join(', ')})`;
  return `update document set voided_at = now(), voided_by = current_actor(), void_reason = 'Typed twice'
    where id in (${documents.join(', ')});
    insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, remarks)
      select s.batch_id, 'CR', 1, 'void', 7, 20, current_actor(), 0, 1, 'Typed twice' from (${batches}) s;
    update batch set status = 20 where id in (${batches}); `;
}

function mirrorOf(documentId: string, entry: string, amount: string): Entry {
  return {
    document_id: documentId,
    reverses_id: entry,
    lines: [
      { account_id: ACCOUNT.PAYABLE, credit: amount },
      { account_id: ACCOUNT.CASH, debit: amount },
    ],
  };
}

/** A header and hand-written lines, past the posting function. */
function byHand(lineCount: number, total: string, lines: readonly string[], fcTotal = total): string {
  const header = `insert into journal_entry (id, document_id, round, document_type, entry_date, module, currency_id, rate,
      line_count, total, fc_total, posted_by)
    overriding system value
    values (900001, ${free}, 1, 'CR', '2026-03-10', 'cash_receipt', 1, 1, ${lineCount}, ${total}, ${fcTotal}, 2);`;
  return lines.length === 0 ? header : `${header} ${lineSql(lines)};`;
}

function lineSql(lines: readonly string[]): string {
  return `insert into posting (entry_id, line_no, entry_date, account_id, debit, credit, fc_debit, fc_credit, branch_id)
    values ${lines.join(', ')}`;
}

const NO_BALANCE_CHECK = 'drop trigger journal_entry_balanced on posting';

describe('INV-01: an entry has two or more lines and balances in both pairs', () => {
  const d = (no: number, amount: string, fc = amount, date = '2026-03-10') =>
    `(900001, ${no}, '${date}', ${ACCOUNT.PAYABLE}, ${amount}, 0, ${fc}, 0, 1)`;
  const c = (no: number, amount: string, fc = amount, date = '2026-03-10') =>
    `(900001, ${no}, '${date}', ${ACCOUNT.CASH}, 0, ${amount}, 0, ${fc}, 1)`;

  it.each([
    ['debit and credit differ by a centavo', () => byHand(2, '100.00', [d(1, '100.00'), c(2, '99.99')])],
    ['only the currency pair differs', () => byHand(2, '100', [d(1, '100', '100'), c(2, '100', '0')])],
    ['the lines balance but the header states another total', () => byHand(2, '90', [d(1, '100'), c(2, '100')], '100')],
    ['a stated line is missing', () => byHand(3, '100', [d(1, '100'), c(2, '100')])],
    ['there are more lines than stated', () => byHand(2, '100', [d(1, '50'), d(2, '50'), c(3, '100')])],
    [
      'lines are dated otherwise than their header',
      () => byHand(2, '100', [d(1, '100'), c(2, '100', '100', '2026-03-11')]),
    ],
    ['a line comes later', () => `${byHand(2, '100', [d(1, '100'), c(2, '100')])} ${lineSql([d(3, '5'), c(4, '5')])}`],
    ['its header does not exist', () => lineSql([d(1, '100'), c(2, '100')])],
    ['lines come one by one', () => `${byHand(2, '100', [d(1, '100')])} ${lineSql([c(2, '100')])}`],
  ])('refuses an entry when %s', async (_, sql) => {
    await expectHeld(books.owner, { sql: sql(), refusedBy: 'journal_entry_balanced', without: NO_BALANCE_CHECK });
  });

  it('refuses a balanced pair added later to a committed entry', async () => {
    const pair = lineSql([
      `(${entryId}, 3, '2026-03-10', ${ACCOUNT.PAYABLE}, 100, 0, 100, 0, 1)`,
      `(${entryId}, 4, '2026-03-10', ${ACCOUNT.CASH}, 0, 100, 0, 100, 1)`,
    ]);
    await expectHeld(books.owner, { sql: pair, refusedBy: 'journal_entry_balanced', without: NO_BALANCE_CHECK });
  });

  it('refuses a header without lines, also when its check is called early', async () => {
    const attack: GuardedAttack = {
      sql: byHand(2, '100', []),
      refusedBy: 'entry_has_postings',
      without: 'drop trigger entry_has_postings on journal_entry',
    };
    await expectHeld(books.owner, attack);
    await expectHeld(books.owner, { ...attack, sql: `set constraints all immediate; ${attack.sql}` });
  });

  it.each([
    ['one line', { document_id: '', lines: [{ account_id: ACCOUNT.PAYABLE, debit: '5.00' }] }],
    ['no line', { document_id: '', lines: [] }],
  ])('refuses an entry of %s in the posting call', async (_, entry) => {
    await expectRefused(books.owner, {
      sql: postSql({ ...entry, document_id: free }),
      refusedBy: 'journal_entry_lines',
      actor: USER.CHECKER,
    });
  });

  it('keeps nothing of a call in which one entry of many is wrong', async () => {
    const wrong = [
      { account_id: ACCOUNT.PAYABLE, debit: '7.00' },
      { account_id: ACCOUNT.CASH, credit: '7.01' },
    ];
    const call = post(
      books.owner,
      USER.CHECKER,
      { document_id: free, lines: payment('5.00') },
      { document_id: free, round: 2, lines: wrong },
    );
    await expect(call).rejects.toMatchObject({ constraint: 'journal_entry_balanced' });
    const kept = await books.owner.query(`select from journal_entry where document_id = ${free}`);
    expect(kept.rowCount).toBe(0);
  });
});

describe('INV-02: a line is one-sided, positive, finite and has two decimals', () => {
  it.each([
    ['three decimals', `debit := 1.005`, 'amount_range'],
    ['NaN', `debit := 'NaN'`, 'amount_range'],
    ['infinity', `debit := 'Infinity'`, 'amount_range'],
    ['a negative amount', `debit := -5`, 'amount_range'],
    ['more than the books hold', `debit := 10000000000000`, 'amount_range'],
    ['both sides', `debit := 5, credit := 5`, 'posting_one_sided'],
    ['neither side', `debit := 0`, 'posting_one_sided'],
    ['pesos and currency on different sides', `debit := 5, fc_credit := 5`, 'posting_same_side'],
  ])('refuses %s', async (_, values, refusedBy) => {
    const given = Object.fromEntries(
      [...values.matchAll(/(\w+) := ('?[-\w.]+'?)/g)].map((match) => [match[1], match[2]]),
    );
    const column = (name: string) => given[name] ?? '0';
    const row = `(900001, 1, '2026-03-10', ${ACCOUNT.CASH}, ${column('debit')}, ${column('credit')}, 0, ${column('fc_credit')}, 1)`;
    await expectRefused(books.owner, { sql: byHand(2, '5', [row]), refusedBy });
  });

  it('refuses the same through the posting call, where amounts are text', async () => {
    const lines = payment('1.005');
    await expectRefused(books.owner, {
      sql: postSql({ document_id: free, lines }),
      refusedBy: 'amount_range',
      actor: USER.CHECKER,
    });
  });
});

describe('INV-03: what is posted never changes or vanishes', () => {
  const attacks = [
    ['update an amount', 'update posting set debit = debit + 1 where debit > 0'],
    ['update no row at all', 'update journal_entry set total = 1 where false'],
    ['delete lines', 'delete from posting'],
    ['delete headers', 'delete from journal_entry'],
    ['truncate', 'truncate posting'],
    ['truncate by cascade', 'truncate journal_entry cascade'],
    ['truncate both', 'truncate journal_entry, posting'],
  ] as const;

  it.each(attacks)('the run-time role may not %s', async (_, sql) => {
    await expectRefused(books.owner, { sql, refusedBy: '42501' });
  });

  it.each(attacks)('the owner may not %s', async (name, sql) => {
    const onBoth = 'drop trigger ledger_append_only on posting; drop trigger ledger_append_only on journal_entry;';
    const lines = name === 'delete headers' ? 'delete from posting;' : '';
    await expectHeld(books.owner, {
      sql,
      as: 'owner',
      refusedBy: 'ledger_append_only',
      without: `${onBoth} ${lines}`,
    });
  });

  it('holds while a restore has switched ordinary triggers off', async () => {
    await expectHeld(books.owner, {
      sql: 'set local session_replication_role = replica; delete from posting',
      as: 'owner',
      refusedBy: 'ledger_append_only',
      without: 'alter table posting enable trigger ledger_append_only',
    });
  });

  it.each([
    ['the register of numbers', 'delete from number_issue', 'number_issue_append_only', 'number_issue'],
    ['the moves of batches', "delete from batch_move where action = 'submit'", 'batch_move_append_only', 'batch_move'],
    ['the register of papers', 'delete from issued_paper', 'issued_paper_append_only', 'issued_paper'],
    ['the audit trail', 'delete from audit_event', 'audit_append_only', 'audit_event'],
    ['the seals', 'delete from audit_seal', 'audit_append_only', 'audit_seal'],
  ])('nobody empties %s', async (_, sql, refusedBy, table) => {
    await expectRefused(books.owner, { sql, refusedBy: '42501' });
    await expectHeld(books.owner, { sql, as: 'owner', refusedBy, without: `drop trigger ${refusedBy} on ${table}` });
    await expectHeld(books.owner, {
      // With what refers to it, as the owner would have to; ticks of a move, tries of a mail, its papers and looks at a paper have guards of their own.
      sql: `truncate ${table} cascade`,
      as: 'owner',
      refusedBy,
      without: `drop trigger ${refusedBy} on ${table}; alter table risk_seen disable trigger risk_seen_append_only;
        alter table mail_attempt disable trigger mail_attempt_append_only;
        alter table paper_lookup disable trigger paper_lookup_append_only;
        alter table mail_paper disable trigger mail_paper_append_only`,
    });
  });
});

describe('reversals', () => {
  const mirror = (change: Partial<Entry>) =>
    voiding(posted, free) + postSql({ ...mirrorOf(posted, entryId, '100.00'), ...change });
  const NO_MIRROR_CHECK = 'drop trigger entry_has_postings on journal_entry';

  it('accepts the exact mirror', async () => {
    await expectAllowed(books.owner, { sql: mirror({}), actor: USER.CHECKER });
  });

  it.each([
    ['another amount', { lines: mirrorOf('', '', '99.00').lines }],
    ['the same sides again', { lines: payment('100.00') }],
    [
      'another account',
      {
        lines: [
          { account_id: ACCOUNT.RENT, credit: '100.00', department_id: 1 },
          { account_id: ACCOUNT.CASH, debit: '100.00' },
        ],
      },
    ],
    ['another branch', { lines: mirrorOf('', '', '100.00').lines.map((line) => ({ ...line, branch_id: 2 })) }],
    ['an earlier date', { entry_date: '2026-03-09' }],
    [
      'another document',
      {
        get document_id() {
          return free;
        },
      },
    ],
  ] as [string, Partial<Entry>][])('refuses a reversal with %s', async (_, change) => {
    await expectHeld(books.owner, {
      sql: mirror(change),
      refusedBy: 'reversal_mirrors',
      without: NO_MIRROR_CHECK,
      actor: USER.CHECKER,
    });
  });

  it('refuses a reversal in a month between its entry and the day of the void', async () => {
    const voidedOn = (day: string) =>
      `reset role; create or replace function manila_today() returns date language sql stable return date '${day}';
       set local role talaan_app; ${mirror({ entry_date: '2026-04-01' })}`;
    await expectHeld(books.owner, {
      sql: voidedOn('2026-04-02'),
      refusedBy: 'reversal_not_backdated',
      without: 'drop trigger reversal_not_backdated on journal_entry',
      actor: USER.CHECKER,
    });
    await expectAllowed(books.owner, { sql: voidedOn('2026-04-01'), actor: USER.CHECKER });
  });

  it('refuses to reverse an entry twice', async () => {
    await expectHeld(books.owner, {
      sql: postSql(mirrorOf('2', reversedId, '250.55')),
      refusedBy: 'journal_entry_reversed_once',
      without: 'drop index journal_entry_reversed_once',
      actor: USER.CHECKER,
    });
  });

  it('refuses to post a document twice in one round', async () => {
    await expectHeld(books.owner, {
      sql: postSql({ document_id: posted, lines: payment('100.00') }),
      refusedBy: 'journal_entry_once',
      without: 'drop index journal_entry_once',
      actor: USER.CHECKER,
    });
  });

  it('may use an account that is inactive by now', async () => {
    const sql = `update account set status = 0 where id = ${ACCOUNT.CASH}; ${mirror({})}`;
    await expectAllowed(books.owner, { sql, actor: USER.CHECKER });
  });
});

describe('decisions §4: only what is approved is posted, only what is voided is reversed', () => {
  const refusedBy = 'entry_of_approved_document';
  const actor = USER.PREPARER;

  it.each<[string, () => string]>([
    [
      'a draft',
      () => `insert into batch (id, document_type, batch_number, prepared_by, document_date) overriding system value
          values (9001, 'CR', 'D9001', ${USER.PREPARER}, '2026-03-10');
        insert into document (id, batch_id, document_type, header_key, document_date) overriding system value
          values (9001, 9001, 'CR', 0, '2026-03-10');
        ${postSql({ document_id: '9001', lines: payment('5.00') })}`,
    ],
    ['a document that is voided', () => voiding(free) + postSql({ document_id: free, lines: payment('5.00') })],
    [
      'a document at another date than its own',
      () => postSql({ document_id: free, lines: payment('5.00'), entry_date: '2026-03-11' }),
    ],
    [
      'a document in a round that is not its own',
      () => postSql({ document_id: free, lines: payment('5.00'), round: 2 }),
    ],
    [
      'a document as another type',
      () => postSql({ document_id: free, lines: payment('5.00'), document_type: 'JE', module: 'general_journal' }),
    ],
    ['the reversal of a document that stands', () => postSql(mirrorOf(posted, entryId, '100.00'))],
  ])('refuses to post %s', async (_, sql) => {
    await expectHeld(books.owner, { sql: sql(), refusedBy, without: NO_BALANCE_CHECK, actor });
  });

  it('refuses an entry under another name than that of the person who posts', async () => {
    const lines = [
      `(900001, 1, '2026-03-10', ${ACCOUNT.PAYABLE}, 5, 0, 5, 0, 1)`,
      `(900001, 2, '2026-03-10', ${ACCOUNT.CASH}, 0, 5, 0, 5, 1)`,
    ];
    await expectHeld(books.owner, {
      sql: byHand(2, '5', lines),
      refusedBy: 'journal_entry_own_name',
      without: 'drop trigger period_open on journal_entry',
      actor: USER.CHECKER,
    });
  });

  it('refuses the period flag of another module', async () => {
    const sql = postSql({ document_id: free, lines: payment('5.00'), module: 'disbursement' });
    const without = 'alter table journal_entry drop constraint journal_entry_module';
    await expectHeld(books.owner, { sql, refusedBy: 'journal_entry_module', without, actor });
  });
});

describe('INV-19: only active leaves of type S take postings, in their currency', () => {
  const pesos = (account_id: number, department_id?: number) => [
    { account_id, debit: '10.00', ...(department_id ? { department_id } : {}) },
    { account_id: ACCOUNT.CASH, credit: '10.00' },
  ];
  const dollars = { currency_id: 2, rate: '55.25' };
  it.each([
    ['a heading', { lines: pesos(ACCOUNT.ASSETS) }, 'account_postable'],
    ['an inactive account', { lines: pesos(ACCOUNT.INACTIVE) }, 'account_postable'],
    ['a dollar account in a peso entry', { lines: pesos(ACCOUNT.USD_BANK) }, 'account_currency'],
    ['a euro account in a dollar entry', { ...dollars, lines: pesos(ACCOUNT.EURO_BANK) }, 'account_currency'],
    ['an expense without a department', { lines: pesos(ACCOUNT.RENT) }, 'posting_department'],
  ])('refuses %s', async (_, entry, refusedBy) => {
    await expectHeld(books.owner, {
      sql: postSql({ document_id: free, ...entry }),
      refusedBy,
      without: NO_BALANCE_CHECK,
      actor: USER.CHECKER,
    });
  });

  it.each<[string, Omit<Entry, 'document_id'>]>([
    ['an expense with its department', { lines: pesos(ACCOUNT.RENT, 1) }],
    [
      'a dollar entry with a peso account and a difference line (worked example E06)',
      {
        ...dollars,
        lines: [
          { account_id: ACCOUNT.PAYABLE, debit: '67653.89', fc_debit: '1234.56' },
          { account_id: ACCOUNT.RENT, debit: '555.55', fc_debit: '0.00', department_id: 1 },
          { account_id: ACCOUNT.USD_BANK, credit: '68209.44', fc_credit: '1234.56' },
        ],
      },
    ],
    [
      'a revaluation of a dollar account in a peso journal (worked example E06)',
      {
        lines: [
          { account_id: ACCOUNT.USD_BANK, debit: '1500.00', fc_debit: '0.00' },
          { account_id: ACCOUNT.RENT, credit: '1500.00', fc_credit: '0.00', department_id: 1 },
        ],
      },
    ],
  ])('accepts %s', async (_, entry) => {
    await expectAllowed(books.owner, { sql: postSql({ document_id: free, ...entry }), actor: USER.CHECKER });
  });

  it.each([
    ['a loop', `update account set acct_parent = '100001' where acct_code = '100000'`, 'account_loop'],
    [
      'an account as its own parent',
      `update account set acct_parent = '100000' where acct_code = '100000'`,
      'account_loop',
    ],
    [
      'a child of a postable account',
      `insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, acct_parent) values ('X', 'X', 'S', 'B', 'A', '102101')`,
      'account_parent_postable',
    ],
    [
      'a heading that becomes postable over its children',
      `update account set acct_type = 'S' where acct_code = '100000'`,
      'account_has_children',
    ],
    [
      'a liability below an asset',
      `update account set acct_parent = '100000' where acct_code = '201010'`,
      'account_group_of_parent',
    ],
    [
      'a heading that leaves the group of its children',
      `update account set acct_group = 'L' where acct_code = '100000'`,
      'account_group_of_children',
    ],
    [
      'a main account with a parent',
      `insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, acct_parent) values ('X', 'X', 'P', 'B', 'A', '100000')`,
      'account_main_parent',
    ],
  ])('refuses %s in the chart', async (_, sql, refusedBy) => {
    const below = `insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, acct_parent) values ('100001', 'Below', 'G', 'B', 'A', '100000');`;
    await expectHeld(books.owner, {
      sql: `${below} ${sql}`,
      refusedBy,
      without: 'drop trigger account_tree on account',
    });
  });

  it.each([
    ['currency', `currency_id = 2`, 'account_has_postings'],
    ['code', `acct_code = '102109'`, 'account_code_posted'],
  ])('keeps the %s of an account that has postings', async (_, change, refusedBy) => {
    await expectHeld(books.owner, {
      sql: `update account set ${change} where id = ${ACCOUNT.CASH}`,
      refusedBy,
      without: 'drop trigger account_has_postings on account',
    });
    await expectAllowed(books.owner, { sql: `update account set ${change} where id = ${ACCOUNT.EURO_BANK}` });
  });

  it('keeps the rates of a tax code that postings were made under', async () => {
    const code = `insert into alpha_tax_code (id, atc_code, atc_desc, atc_rate) overriding system value
        values (1, 'WC120', 'Contractors', 2);
      insert into alpha_tax_rate (atc_id, effective_from, atc_rate) values (1, '2026-01-01', 3), (1, '2100-01-01', 1);`;
    const lines = payment('100.00').map((line) => ({ ...line, atc_id: 1 }));
    const postedCode = `${code} ${postSql({ document_id: free, lines })};`;
    const first = { refusedBy: 'atc_rate_posted', without: 'drop trigger atc_rate_posted on alpha_tax_code' };
    const later = {
      refusedBy: 'atc_later_rate_posted',
      without: 'drop trigger atc_later_rate_posted on alpha_tax_rate',
    };
    const actor = USER.CHECKER;
    const change = 'update alpha_tax_code set atc_rate = 5';
    const began = `alpha_tax_rate where effective_from = '2026-01-01'`;
    await expectHeld(books.owner, { sql: `${postedCode} ${change}`, actor, ...first });
    await expectHeld(books.owner, { sql: `${postedCode} delete from ${began}`, actor, ...later });
    await expectHeld(books.owner, { sql: `${postedCode} update alpha_tax_rate set atc_rate = 5`, actor, ...later });
    await expectAllowed(books.owner, { sql: `${code} ${change}; delete from ${began}`, actor });
    const toCome = `alpha_tax_rate where effective_from = '2100-01-01'`;
    await expectAllowed(books.owner, { sql: `${postedCode} delete from ${toCome}`, actor });
  });

  it('keeps one own bank in use behind an account', async () => {
    const bank = (
      number: string,
      status = 1,
    ) => `insert into bank (acct_desc, bank_name, bank_code, account_no, acct_type,
      acct_code, status) values ('CA', 'BPI', 'BPI', '${number}', 'CA', '102101', ${status});`;
    const first = `insert into bank_header (bank_code, bank_name) values ('BPI', 'Bank of the Islands'); ${bank('1')}`;
    await expectHeld(books.owner, {
      sql: first + bank('2'),
      refusedBy: 'bank_of_account_once',
      without: 'drop trigger bank_of_account on bank',
    });
    const closed = `update bank set status = 0 where account_no = '1';`;
    await expectAllowed(books.owner, { sql: first + closed + bank('2') + bank('3', 0) });
    await expectHeld(books.owner, {
      sql: `${first}${closed}${bank('2')} update bank set status = 1 where account_no = '1'`,
      refusedBy: 'bank_of_account_once',
      without: 'drop trigger bank_of_account on bank',
    });
  });

  it('refuses a foreign currency outside assets and liabilities', async () => {
    await expectHeld(books.owner, {
      sql: `insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, currency_id) values ('Y', 'Y', 'S', 'I', 'E', 2)`,
      refusedBy: 'account_foreign_currency',
      without: 'alter table account drop constraint account_foreign_currency',
    });
  });
});

describe('closing entries', () => {
  const summarizes = (account: number) => `update account set role = 'INCOME_SUMMARY' where id = ${account};`;

  it('are those with a posting on the income summary, and their mirrors', async () => {
    const { owner } = books;
    await owner.query(`begin; ${summarizes(ACCOUNT.RENT)}`);
    const closing = await owner.query('select entry_id from closing_entry order by entry_id');
    await owner.query('rollback');
    const rent = await owner.query('select id as entry_id from journal_entry where total = 70 order by id');
    expect(rent.rowCount).toBe(2);
    expect(closing.rows).toEqual(rent.rows);
    expect((await owner.query('select * from closing_entry')).rows).toEqual([]);
  });

  it('stay what they are: the income summary keeps its role while it has postings', async () => {
    const moved = (account: number) => `${summarizes(account)} update account set role = null where id = ${account}`;
    await expectHeld(books.owner, {
      sql: moved(ACCOUNT.RENT),
      refusedBy: 'account_role_posted',
      without: 'drop trigger account_has_postings on account',
    });
    await expectAllowed(books.owner, { sql: moved(ACCOUNT.INCOME) });
  });
});

describe('INV-34: the running balances are the sum of the postings', () => {
  it('agree after postings and reversals', async () => {
    const differences = await books.owner.query('select * from verify_balances()');
    expect(differences.rows).toEqual([]);
    const cash = await books.owner.query(
      `select debit, credit from balance_account where period = 202603 and account_id = ${ACCOUNT.CASH}`,
    );
    expect(cash.rows).toEqual([{ debit: '250.55', credit: '350.55' }]);
    const rent = await books.owner.query(
      `select p.payee_id, d.department_id, d.section_id, d.debit, d.credit
       from balance_department d join balance_payee p using (period, account_id, debit, credit, fc_debit, fc_credit)`,
    );
    expect(rent.rows).toEqual([{ payee_id: 1, department_id: 1, section_id: 1, debit: '70.00', credit: '70.00' }]);
  });

  it.each(['balance_account', 'balance_branch', 'balance_department', 'balance_unit', 'balance_payee'])(
    'the run-time role may not write %s',
    async (table) => {
      await expectRefused(books.owner, { sql: `update ${table} set debit = debit + 1`, refusedBy: '42501' });
      await expectRefused(books.owner, { sql: `delete from ${table}`, refusedBy: '42501' });
      await expectRefused(books.owner, { sql: `insert into ${table} select * from ${table}`, refusedBy: '42501' });
      await expectAllowed(books.owner, { sql: `select * from ${table}` });
    },
  );

  it.each([
    ['account', 'update balance_account set debit = debit + 0.01 where account_id = 2'],
    ['account', 'delete from balance_account where account_id = 2'],
    ['branch', 'update balance_branch set fc_credit = 0 where account_id = 2'],
    ['branch', `insert into balance_branch values (202601, 2, ${ACCOUNT.RENT}, 1, 0, 1, 0)`],
    ['department', 'update balance_department set credit = credit - 0.01'],
    ['department', 'update balance_department set section_id = 0'],
    ['department', `insert into balance_department values (202601, 2, 1, 0, ${ACCOUNT.RENT}, 1, 0, 1, 0)`],
    ['unit', 'update balance_unit set credit = credit - 0.01 where branch_id = 0'],
    ['unit', 'update balance_unit set branch_id = 2 where branch_id = 1'],
    ['unit', 'delete from balance_unit where department_id = 0'],
    ['unit', 'update department set group_id = 5', 'alter table department disable trigger department_sums_follow'],
    ['payee', 'update balance_payee set fc_debit = fc_debit + 0.01 where payee_id = 0'],
    ['payee', 'update balance_payee set payee_id = 2 where payee_id = 1'],
    ['payee', 'delete from balance_payee where payee_id = 1'],
  ])('a changed balance of an %s is found', async (balance, sql, without = '') => {
    await books.owner.query('begin');
    await books.owner.query(without);
    await books.owner.query(sql);
    const { rows } = await books.owner.query<{ balance: string }>('select balance from verify_balances()');
    await books.owner.query('rollback');
    expect(rows).toContainEqual({ balance });
  });
});

describe('a department that comes to be read by itself', () => {
  it('takes what it wrote off its branches, and gives it back', async () => {
    const units = async () => {
      const { rows } = await books.owner.query(
        `select department_id, branch_id, debit, credit from balance_unit where account_id = ${ACCOUNT.RENT} order by 1, 2`,
      );
      expect((await books.owner.query('select * from verify_balances()')).rows).toEqual([]);
      return rows;
    };
    const sums = { debit: '70.00', credit: '70.00' };
    const [ofBranch, ofDepartment] = [
      { department_id: 0, branch_id: 1, ...sums },
      { department_id: 1, branch_id: 0, ...sums },
    ];
    await books.owner.query('begin; set local role talaan_app');
    const inGroup = async (group_id: number | null) => {
      await books.owner.query('update department set group_id = $1 where id = 1', [group_id]);
      await books.owner.query('reset role');
      const found = await units();
      await books.owner.query('set local role talaan_app');
      return found;
    };
    expect(await inGroup(1)).toEqual([ofBranch, ofDepartment]);
    expect(await inGroup(5)).toEqual([ofDepartment]);
    expect(await inGroup(9)).toEqual([ofDepartment]);
    expect(await inGroup(null)).toEqual([ofBranch, ofDepartment]);
    await books.owner.query('rollback');
  });
});

describe('certificates of tax withheld (BIR Form 2307)', () => {
  /** Entry ids: two of the payee in the quarter, one of the next quarter, one of somebody else, one without a code, a foreign one. */
  let entries: string[];
  const actor = USER.PREPARER;
  beforeAll(async () => {
    const documents = await inTransactionOf(books.owner, 'system', async () => {
      await books.owner.query(`
        insert into account (id, acct_code, acct_desc, acct_type, acct_class, acct_group, role) overriding system value
          values (20, '203030', 'EWT payable', 'S', 'B', 'L', 'EWT');
        insert into alpha_tax_code (atc_code, atc_desc, atc_rate) values ('WC120', 'Contractors', 2);
        insert into payee (payee_code, payee_desc, payee_type) values ('P2', 'Guards', 6)`);
      const ofQuarter = await newDocuments(books.owner, 5, ENTRY_DATE, 1);
      return [...ofQuarter, ...(await newDocuments(books.owner, 1, '2026-04-01', 1))];
    });
    const withheld = (tax: string, base: string, payee_id = 1, atc_id: number | null = 1) => [
      { account_id: ACCOUNT.RENT, debit: tax, department_id: 1 },
      { account_id: 20, credit: tax, payee_id, tax_base: base, ...(atc_id === null ? {} : { atc_id }) },
    ];
    entries = await post(
      books.owner,
      USER.APPROVER_1,
      { document_id: documents[0]!, lines: withheld('20.00', '1000.00') },
      { document_id: documents[1]!, lines: withheld('6.00', '300.00') },
      { document_id: documents[5]!, entry_date: '2026-04-01', lines: withheld('2.00', '100.00') },
      { document_id: documents[3]!, lines: withheld('2.00', '100.00', 2) },
      { document_id: documents[4]!, lines: withheld('1.00', '50.00', 1, null) },
      {
        document_id: documents[2]!,
        currency_id: 2,
        rate: '55.25',
        lines: [
          { account_id: ACCOUNT.RENT, debit: '110.50', fc_debit: '2.00', department_id: 1 },
          { account_id: 20, credit: '110.50', fc_credit: '2.00', payee_id: 1, tax_base: '100.01', atc_id: 1 },
        ],
      },
    );
  });

  const certificate = (more: Record<string, string | number> = {}) => {
    const row = {
      payee_id: 1,
      fiscal_year: 2026,
      quarter: 1,
      kind: `'quarter'`,
      total_base: 1000,
      total_tax: 20,
      paper: `'{}'`,
      issued_by: actor,
      ...more,
    };
    return `insert into tax_certificate (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')});`;
  };
  const LAST = '(select max(id) from tax_certificate)';
  const line = (entry: number, of = LAST) =>
    `insert into tax_certificate_line (certificate_id, entry_id, line_no) values (${of}, ${entries[entry]}, 2);`;
  const ended = (by: string = LAST, which = `id = (select min(id) from tax_certificate)`) =>
    `update tax_certificate set in_force = false, ended_by = ${actor}, ended_at = now(), replaced_by = ${by} where ${which};`;

  it('say what their lines come to, and are of tax withheld of their payee, in their quarter and their batch', async () => {
    await expectAllowed(books.owner, { sql: certificate() + line(0), actor });
    // Of a foreign payment the base at its rate, rounded half-up: 100.01 × 55.25.
    await expectAllowed(books.owner, {
      sql: certificate({ total_base: 6825.55, total_tax: 136.5 }) + line(0) + line(1) + line(5),
      actor,
    });
    const whole = {
      actor,
      refusedBy: 'tax_certificate_whole',
      without: 'drop trigger tax_certificate_whole on tax_certificate',
    };
    for (const sql of [
      certificate(),
      certificate({ total_tax: 21 }) + line(0),
      certificate({ total_base: 1001 }) + line(0),
    ])
      await expectHeld(books.owner, { ...whole, sql });
    const batch = `(select d.batch_id from journal_entry e join document d on d.id = e.document_id where e.id = ${entries[1]})`;
    const paid = certificate({ kind: `'payment'`, batch_id: batch, total_base: 300, total_tax: 6 });
    await expectAllowed(books.owner, { sql: paid + line(1), actor });
    const alien = {
      actor,
      refusedBy: 'tax_certificate_of_posting',
      without:
        'drop trigger tax_certificate_of_posting on tax_certificate_line; drop trigger tax_certificate_whole on tax_certificate',
    };
    for (const sql of [certificate() + line(2), certificate() + line(3), certificate() + line(4), paid + line(0)])
      await expectHeld(books.owner, { ...alien, sql });
    await expectRefused(books.owner, { sql: certificate({ total_tax: 0 }), actor, refusedBy: 'tax_certificate_tax' });
    await expectHeld(books.owner, {
      sql: certificate({ issued_by: USER.CHECKER }) + line(0),
      actor,
      refusedBy: 'tax_certificate_own_name',
      without: 'drop trigger tax_certificate_kept on tax_certificate',
    });
  });

  it('hold a posting once, until another one replaces them; its lines go free then', async () => {
    const first = certificate() + line(0);
    const once = {
      actor,
      refusedBy: 'tax_certificate_line_once',
      without: 'drop index tax_certificate_line_once; drop trigger tax_certificate_whole on tax_certificate',
    };
    await expectHeld(books.owner, { ...once, sql: first + first });
    await expectAllowed(books.owner, { sql: first + certificate() + ended() + line(0), actor });
    await expectHeld(books.owner, { ...once, sql: first + certificate() + ended() + line(0) + first });
  });

  it('stay as they were issued, and are ended once, by who does it', async () => {
    const first = certificate() + line(0);
    const kept = {
      actor,
      as: 'owner' as const,
      refusedBy: 'tax_certificate_kept',
      without: 'drop trigger tax_certificate_kept on tax_certificate',
    };
    for (const change of ['total_tax = 19', `paper = '{"a": 1}'`, 'payee_id = 2', `issued_at = '2026-01-01'`])
      await expectHeld(books.owner, { ...kept, sql: `${first} update tax_certificate set ${change};` });
    await expectRefused(books.owner, {
      sql: `${first} update tax_certificate set total_tax = 19`,
      actor,
      refusedBy: '42501',
    });
    await expectHeld(books.owner, {
      ...kept,
      as: 'app',
      sql: first + ended('null').replace(`= ${actor},`, `= ${USER.CHECKER},`),
    });
    await expectHeld(books.owner, { ...kept, as: 'app', sql: first + ended('null') + ended('null') });
    const other = certificate({ quarter: 2, total_base: 100, total_tax: 2 }) + line(2);
    await expectHeld(books.owner, { ...kept, as: 'app', sql: first + other + ended() });
    // What the index and the totals hold is not in the way of who adds a line later.
    await expectHeld(books.owner, {
      ...kept,
      sql: `alter table tax_certificate disable trigger tax_certificate_kept; ${certificate({ issued_at: `'2026-01-01'` })} ${line(0)}`,
      without: 'drop trigger tax_certificate_of_posting on tax_certificate_line',
    });
    for (const table of ['tax_certificate', 'tax_certificate_line']) {
      const without = `drop trigger ${table}_not_deleted on ${table}`;
      const refusedBy = `${table}_kept`;
      await expectHeld(books.owner, {
        sql: `delete from ${table} where false`,
        as: 'owner',
        actor,
        refusedBy,
        without,
      });
      await expectRefused(books.owner, { sql: `delete from ${table}`, actor, refusedBy: '42501' });
    }
    await expectHeld(books.owner, {
      sql: `${first} update tax_certificate_line set line_no = 1;`,
      as: 'owner',
      actor,
      refusedBy: 'tax_certificate_line_kept',
      without:
        'drop trigger tax_certificate_line_kept on tax_certificate_line; drop trigger tax_certificate_whole on tax_certificate',
    });
  });
});
