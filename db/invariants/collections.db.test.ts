import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  RECEIVED_CHEQUE_MOVES,
  RECEIVED_CHEQUE_STATES,
  type ReceivedChequeState,
} from '../../packages/core/src/receivables/received-cheque-state.ts';
import { expectAllowed, expectHeld, expectRefused } from './attack.ts';
import { inTransactionOf, openBooks, USER, type Books } from './sample-books.ts';
import {
  actor,
  apply,
  batch,
  cancel,
  collection,
  entry,
  invoice,
  journal,
  lineOf,
  move,
  post,
  RECEIVABLES,
} from './sample-receivables.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
  await inTransactionOf(books.owner, 'system', () => books.owner.query(RECEIVABLES));
  // Two invoices of 100.00; collection 11 takes 60.00 of the first, 12 waits to be posted, 13 came in as an advance.
  await as(`${[1, 2].map(invoice).join('')} ${collection(11, 1, 60)} ${post(11)} ${collection(12, 1, 40)}
    ${collection(13, null, 25)} ${post(13)}`);
});
afterAll(() => books.close());

const as = (sql: string) => inTransactionOf(books.owner, actor, () => books.owner.query(sql));

it('takes no more of an invoice than is open, of its customer, in its currency, and not before it', async () => {
  await expectAllowed(books.owner, { sql: post(12), actor });
  const without = 'drop trigger invoices_settled on posting';
  for (const [change, refusedBy] of [
    [`${collection(14, 1, 40.01)} ${post(14)}`, 'collection_exceeds_invoice'],
    // Both moved before either is posted.
    [
      `${collection(14, 1, 40)} ${[12, 14].map((id) => move(id, 'CN', 'submit', 1, 7)).join('')} ${entry(12)} ${entry(14)}`,
      'collection_exceeds_invoice',
    ],
    [`${collection(14, 2, 10)} ${cancel(2, 'BI')} ${post(14)}`, 'collection_invoice_open'],
    [
      `update document set payee_id = 2 where id = 12; update line set payee_id = 2 where document_id = 12;
       update batch set payee_id = 2 where id = 12; ${post(12)}`,
      'collection_invoice_customer',
    ],
    [`update document set document_date = '2026-03-09' where id = 12; ${post(12)}`, 'collection_before_invoice'],
  ] as const)
    await expectHeld(books.owner, { sql: change, actor, refusedBy, without });
});

it('is written by journals that name an invoice, and by nothing else but billings and collections', async () => {
  const submit = (id: number, type = 'JE') => move(id, type, 'submit', 1, 7);
  await expectAllowed(books.owner, { sql: `${journal(21, 1, 40)} ${submit(21)}`, actor });
  const without = 'drop trigger receivable_lines on batch';
  const named = journal(21, 1, 40);
  for (const [change, refusedBy] of [
    [`${journal(21, null, 40)} ${submit(21)}`, 'receivable_without_invoice'],
    [`${journal(21, 1, 40, "acct_code = '201010'")} ${submit(21)}`, 'invoice_of_another_account'],
    [`${named.replaceAll("'JE'", "'CR'")} ${move(21, 'CR', 'submit', 1, 7)}`, 'receivable_without_invoice'],
    [`${named} update line set payee_id = 2 where document_id = 21; ${submit(21)}`, 'collection_invoice_customer'],
    [`${named} update line set payee_id = null where document_id = 21; ${submit(21)}`, 'collection_invoice_customer'],
  ] as const)
    await expectHeld(books.owner, { sql: change, actor, refusedBy, without });
});

it('journals settle no more than is open, open again no more than is settled, and stay while others count on them', async () => {
  const submit = (id: number) => post(id, 'JE');
  const open = async (sql: string) => {
    await books.owner.query(`begin; set local talaan.user_id = '${actor}'; ${sql}`);
    const { rows } = await books.owner.query(
      'select collected_amount::numeric(18, 2) as taken from billing where document_id = 1',
    );
    await books.owner.query('rollback');
    return (rows[0] as { taken: string }).taken;
  };
  expect(await open(`${journal(21, 1, 30)} ${submit(21)}`)).toBe('90.00');
  expect(await open(`${journal(21, 1, -60)} ${submit(21)}`)).toBe('0.00');
  expect(await open(`${journal(21, 1, 30)} ${submit(21)} ${cancel(21, 'JE')}`)).toBe('60.00');
  const without = 'drop trigger invoices_settled on posting';
  for (const [sql, refusedBy] of [
    [`${journal(21, 1, 40.01)} ${submit(21)}`, 'collection_exceeds_invoice'],
    [`${journal(21, 1, -60.01)} ${submit(21)}`, 'settlement_below_nothing'],
    [`update document set document_date = '2026-03-09' where id = 21`, 'collection_before_invoice'],
  ] as const)
    await expectHeld(books.owner, {
      sql: sql.startsWith('update') ? `${journal(21, 1, 30)} ${sql}; ${submit(21)}` : sql,
      actor,
      refusedBy,
      without: `${without}; drop trigger receivable_lines on batch`,
    });
  // The collection that the journal opened again is not void before the journal is.
  await expectHeld(books.owner, {
    sql: `${journal(21, 1, -60)} ${submit(21)} ${cancel(11, 'CN')}`,
    actor,
    refusedBy: 'settlement_built_upon',
    without: 'drop trigger invoices_settled on posting',
  });
  await expectHeld(books.owner, {
    sql: `alter table batch disable trigger batch_line_pesos; alter table posting disable trigger journal_entry_balanced;
      ${journal(21, 1, 10)} update line set credit_php = 11 where document_id = 21 and line_no = 2; ${submit(21)}`,
    as: 'owner',
    actor,
    refusedBy: 'collection_receivable',
    without,
  });
});

it('takes the receivable out of the books at the pesos at which it came in', async () => {
  const change = 'update collection_application set receivable_php = 39 where document_id = 12';
  await expectHeld(books.owner, {
    sql: `alter table batch disable trigger collection_complete; ${change}; ${post(12)}`,
    as: 'owner',
    actor,
    refusedBy: 'collection_receivable',
    without: 'drop trigger invoices_settled on posting',
  });
});

it('posts what its applications say, each invoice once', async () => {
  const without = 'drop trigger collection_complete on batch';
  for (const [change, refusedBy] of [
    ['update collection_application set withholding_amount = 5 where document_id = 12', 'collection_lines_agree'],
    ['update collection_application set receivable_php = 39 where document_id = 12', 'collection_lines_agree'],
    ['update line set payee_id = null where document_id = 12 and line_no = 2', 'collection_lines_agree'],
    [
      "update line set account_id = (select id from account where acct_code = '502010'), department_id = 1 where document_id = 12 and line_no = 1",
      'collection_lines_agree',
    ],
    ['update collection set received_amount = 39 where document_id = 12', 'collection_complete'],
    ['update document set bank_id = null where id = 12', 'collection_complete'],
    ['update document set payee_id = null where id = 12', 'collection_complete'],
    [
      `update collection_application set cash_amount = 20, receivable_php = 20 where document_id = 12; ${apply(12, 1, 20).replace('(12, 1,', '(12, 2,')}`,
      'collection_complete',
    ],
  ] as const)
    await expectHeld(books.owner, {
      sql: `${change}; ${move(12, 'CN', 'submit', 1, 2)}`,
      actor,
      refusedBy,
      without,
    });
});

it('settles something of every invoice that it names', async () => {
  await expectHeld(books.owner, {
    sql: 'update collection_application set cash_amount = 0 where document_id = 12',
    actor,
    refusedBy: 'collection_application_amount',
    without: 'alter table collection_application drop constraint collection_application_amount',
  });
});

/** Settles so much of the second invoice by what was paid in advance. */
const use = (id: number, amount: number) => `${collection(id, 2, amount)}
  update collection set received_amount = 0, advance_amount = ${amount} where document_id = ${id};
  update line set account_id = (select id from account where role = 'CUSTOMER_ADVANCES') where document_id = ${id} and line_no = 1;`;
/** Pays so much of an advance back to the customer. */
const payBack = (id: number, amount: number, type = 'CR') =>
  journal(id, null, -amount, "role = 'CUSTOMER_ADVANCES'").replaceAll("'JE'", `'${type}'`);

it('uses no more of an advance than the customer paid by then and has not back, nor takes away what is used', async () => {
  const used = (amount: number) => `${use(15, amount)} ${post(15)}`;
  const back = (amount: number) => `${payBack(22, amount)} ${post(22, 'CR')}`;
  const earlier = "update document set document_date = '2026-03-09' where id in";
  for (const sql of [
    used(25),
    back(25),
    used(15) + back(10),
    used(25) + cancel(15, 'CN') + back(25),
    used(25) + cancel(15, 'CN') + cancel(13, 'CN'),
  ])
    await expectAllowed(books.owner, { sql, actor });
  for (const sql of [
    used(25.01),
    back(25.01),
    back(10) + used(15.01),
    used(15) + back(10.01),
    used(25) + cancel(13, 'CN'),
    back(25) + cancel(13, 'CN'),
    `${payBack(22, 25)} ${earlier} (22); ${post(22, 'CR')}`,
    // What is used of it on a later day is not there on an earlier one.
    `${used(25)} ${collection(16, null, 5)} ${earlier} (16); ${post(16)}
     ${payBack(22, 6)} ${earlier} (22); ${post(22, 'CR')}`,
  ])
    await expectHeld(books.owner, {
      sql,
      actor,
      refusedBy: 'customer_advance_exceeded',
      without: 'drop trigger advances_held on posting; drop trigger advance_lines on batch',
    });
  // Each of the two guards alone: on submission, and where something was used between submission and posting.
  const refusedBy = 'customer_advance_exceeded';
  await expectHeld(books.owner, {
    sql: used(10) + payBack(22, 20) + move(22, 'CR', 'submit', 1, 2),
    actor,
    refusedBy,
    without: 'drop trigger advance_lines on batch',
  });
  await expectHeld(books.owner, {
    sql: `alter table batch disable trigger advance_lines; ${used(10)} ${back(20)}`,
    as: 'owner',
    actor,
    refusedBy,
    without: 'drop trigger advances_held on posting',
  });
});

it('of an advance tells whose it is, so that it counts', async () => {
  const submit = (type: string) => move(22, type, 'submit', 1, 2);
  const without = 'drop trigger advance_lines on batch';
  await expectAllowed(books.owner, { sql: payBack(22, 5, 'CR') + submit('CR'), actor });
  for (const [type, change] of [
    ['JE', 'update document set payee_id = null where id = 22;'],
    ['CR', 'update line set payee_id = 2 where document_id = 22;'],
    ['CR', 'update line set payee_id = null where document_id = 22;'],
  ] as const)
    await expectHeld(books.owner, {
      sql: payBack(22, 5, type) + change + submit(type),
      actor,
      refusedBy: 'advance_without_customer',
      without,
    });
  await expectHeld(books.owner, {
    sql: "update account set role = null where role = 'CUSTOMER_ADVANCES'",
    actor: 'system',
    refusedBy: 'account_role_posted',
    without: 'drop trigger account_has_postings on account',
  });
});

it('is shared by the names of one customer, and keeps them one while it is used across them', async () => {
  const inNameOf = (payee: number, sql: string) => sql.replaceAll("1, '2026-03-10'", `${payee}, '2026-03-10'`);
  const merge = (into: number | null) => `update payee set status = 0, merged_into = ${into} where id = 2;`;
  const other = `${inNameOf(2, collection(16, null, 10))} update line set payee_id = 2 where document_id = 16; ${post(16)}`;
  const used = (amount: number) => `${use(15, amount)} ${post(15)}`;
  await expectAllowed(books.owner, { sql: other + merge(1) + used(25) + merge(null), actor });
  await expectAllowed(books.owner, {
    sql: other + merge(1) + used(35) + cancel(15, 'CN') + merge(null),
    actor,
  });
  await expectHeld(books.owner, {
    sql: other + merge(1) + used(35) + merge(null),
    actor,
    refusedBy: 'payee_merged_advance',
    without: 'drop trigger payee_merged_advance on payee',
  });
});

it('uses a foreign advance at the pesos at which it stands in the books, and keeps what is counted on', async () => {
  const inDollars = (id: number, rate: number) => `
    update batch set currency_id = 2, dollar_rate = ${rate}, amount_php = total_amount * ${rate} where id = ${id};
    update line set debit_php = debit_amount * ${rate}, credit_php = credit_amount * ${rate} where document_id = ${id};
    update collection_application set receivable_php = cash_amount * ${rate} where document_id = ${id};`;
  const submit = move(3, 'BI', 'submit', 1, 7);
  const paid = (id: number, amount: number, rate: number) =>
    `${collection(id, null, amount)} ${inDollars(id, rate)} ${post(id)}`;
  const used = (advanceRate: number) => `${invoice(3).replace(submit, inDollars(3, 50) + submit)}
    ${paid(16, 25, advanceRate)}
    ${collection(17, 3, 20)} ${inDollars(17, 50)}
    update collection set received_amount = 0, advance_amount = 20 where document_id = 17;
    update line set account_id = (select id from account where role = 'CUSTOMER_ADVANCES') where document_id = 17 and line_no = 1;
    ${post(17)}`;
  const back = (amount: number, rate: number) => `${payBack(22, amount)} ${inDollars(22, rate)} ${post(22, 'CR')}`;
  const undone = (id: number) => cancel(id, 'CN');
  for (const sql of [
    used(50),
    used(50) + paid(18, 25, 50) + undone(18),
    used(50) + back(5, 50),
    paid(16, 25, 50) + back(20, 51),
  ])
    await expectAllowed(books.owner, { sql, actor });
  for (const [sql, refusedBy] of [
    [used(51), 'customer_advance_pesos'],
    [used(50) + back(5, 51), 'customer_advance_pesos'],
    [paid(16, 25, 50) + back(24, 55), 'customer_advance_pesos'],
    [paid(18, 25, 50) + used(50) + undone(18), 'customer_advance_exceeded'],
    [paid(16, 25, 50) + paid(18, 25, 60) + back(25, 55) + undone(16), 'customer_advance_pesos'],
  ] as const)
    await expectHeld(books.owner, {
      sql,
      actor,
      refusedBy,
      without: 'drop trigger advances_held on posting; drop trigger advance_lines on batch',
    });
  // Approvers are not asked for what could not be posted.
  for (const [amount, rate] of [
    [25, 51],
    [24, 55],
  ] as const)
    await expectHeld(books.owner, {
      sql: `${paid(16, 25, 50)} ${payBack(22, amount)} ${inDollars(22, rate)} ${move(22, 'CR', 'submit', 1, 3)}`,
      actor,
      refusedBy: 'customer_advance_pesos',
      without: 'drop trigger advance_lines on batch',
    });
  // Of the months up to its own the last rate on file is the usual one.
  const onFile = `insert into currency_rate (fiscal_year, period_no, currency_id, acct_class, dolr_rate) values
    (2026, 1, 2, 'B', 90), (2026, 2, 2, 'B', 50), (2026, 4, 2, 'B', 90);`;
  await expectAllowed(books.owner, { sql: onFile + paid(16, 25, 60), actor });
  for (const rate of [60.1, 39.9])
    await expectHeld(books.owner, {
      sql: onFile + paid(16, 25, rate),
      actor,
      refusedBy: 'collection_rate_usual',
      without: 'drop trigger collection_rate_usual on batch',
    });
});

it('opens its invoices again when it is void, stays void after it was posted, and alone moves what is collected', async () => {
  const collected = async () =>
    (await books.owner.query('select collected_amount from billing where document_id = 1')).rows[0] as unknown;
  expect(await collected()).toEqual({ collected_amount: '60' });
  await expectRefused(books.owner, {
    sql: 'update billing set collected_amount = 0 where document_id = 1',
    actor,
    refusedBy: '42501',
  });
  const cancelInvoice = cancel(1, 'BI');
  await expectAllowed(books.owner, { sql: cancel(11, 'CN') + cancelInvoice, actor });
  await expectHeld(books.owner, {
    sql: cancelInvoice,
    actor,
    refusedBy: 'billing_collected',
    without: 'drop trigger billing_end on batch',
  });
  await expectHeld(books.owner, {
    sql: cancel(11, 'CN') + move(11, 'CN', 'restore', 20, 1),
    actor,
    refusedBy: 'collection_cancelled',
    without: 'drop trigger collection_cancelled on batch',
  });
});

it('has what is collected of an invoice on its batch, where nobody else writes it', async () => {
  const ofInvoice = async (sql: string) => {
    await books.owner.query(`begin; set local talaan.user_id = '${actor}'; ${sql}`);
    const { rows } = await books.owner.query('select settled_amount, collection_status from batch where id = 1');
    await books.owner.query('rollback');
    return rows[0] as unknown;
  };
  expect(await ofInvoice('')).toEqual({ settled_amount: '60', collection_status: 1 });
  expect(await ofInvoice(post(12))).toEqual({ settled_amount: '100', collection_status: 2 });
  expect(await ofInvoice(cancel(11, 'CN'))).toEqual({ settled_amount: '0', collection_status: 0 });
  expect(await ofInvoice(cancel(11, 'CN') + cancel(1, 'BI'))).toEqual({ settled_amount: '0', collection_status: 20 });

  const without = 'drop trigger batch_settled on batch';
  for (const change of ['settled_amount = 0 where id = 1', 'settled_amount = 100 where id = 2'])
    await expectHeld(books.owner, { sql: `update batch set ${change}`, actor, refusedBy: 'batch_settled', without });
  await expectHeld(books.owner, {
    sql: `insert into batch (id, document_type, batch_number, prepared_by, settled_amount)
      overriding system value values (99, 'BI', '99', ${actor}, 1)`,
    actor,
    refusedBy: 'batch_settled',
    without: 'drop trigger batch_settled_insert on batch',
  });
  await expectRefused(books.owner, {
    sql: 'update batch set collection_status = 2 where id = 1',
    actor,
    refusedBy: '428C9',
  });
});

it('is found by the invoice that it settles, among however many', async () => {
  await books.owner.query('begin; set local enable_seqscan = off');
  const { rows } = await books.owner.query('explain select from settlement where invoice_id = 1');
  await books.owner.query('rollback');
  const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Cond: \(billing_document_id = 1\)/);
  expect(plan).toMatch(/Index Cond: \(invoice_id = 1\)/);
});

it('keeps what was issued', async () => {
  for (const [table, change] of [
    ['collection', 'received_amount = 61'],
    ['collection_application', 'cash_amount = 61'],
  ]) {
    await expectHeld(books.owner, {
      sql: `update ${table} set ${change} where document_id = 11`,
      actor,
      refusedBy: 'batch_frozen',
      without: `drop trigger ${table}_update on ${table}`,
    });
  }
});

it('of a received cheque takes in what it is worth from its day on, and holds it as it is until it is void', async () => {
  const cheque = `insert into received_cheque (payee_id, bank_name, cheque_number, cheque_date, cheque_amount, received_date)
    values (1, 'Bank', '4711', '2026-03-10', 40, '2023-03-01');`;
  const tie = 'update received_cheque set collection_document_id = 12;';
  const states = async (sql: string) => {
    await books.owner.query(`begin; set local talaan.user_id = '${actor}'; ${sql}`);
    const { rows } = await books.owner.query('select state from received_cheque');
    await books.owner.query('rollback');
    return rows.map((row: { state: string }) => row.state);
  };
  expect(await states(cheque)).toEqual(['Held']);
  expect(await states(`${cheque} update received_cheque set state = 'Deposited';`)).toEqual(['Held']);
  expect(await states(cheque + tie + post(12))).toEqual(['Deposited']);
  expect(await states(cheque + tie + move(12, 'CN', 'void', 1, 20))).toEqual(['Held']);
  expect(await states(`${cheque} update received_cheque set handed_back = 2;`)).toEqual(['Replaced']);

  for (const [change, refusedBy] of [
    [`${tie} update received_cheque set cheque_amount = 41`, 'received_cheque_deposited'],
    [`${tie} update received_cheque set handed_back = 1`, 'received_cheque_deposited'],
    [`${tie} delete from received_cheque`, 'received_cheque_deposited'],
    [`${tie} update received_cheque set collection_document_id = null`, 'received_cheque_deposited'],
    [`update received_cheque set payee_id = 2; ${tie}`, 'received_cheque_deposit'],
    [`update received_cheque set cheque_amount = 41; ${tie}`, 'received_cheque_deposit'],
    [`update received_cheque set cheque_date = '2026-03-11'; ${tie}`, 'received_cheque_deposit'],
    [`update received_cheque set handed_back = 1; ${tie}`, 'received_cheque_move_listed'],
    [`${tie} update received_cheque set collection_document_id = 11`, 'received_cheque_deposit'],
    [`update received_cheque set cheque_date = '2025-09-09'; ${tie}`, 'received_cheque_stale'],
    ['update received_cheque set received_date = manila_today() + 1', 'received_cheque_received'],
    [cheque.replace('4711', '0-04711'), 'received_cheque_same'],
    [`${tie} update received_cheque set returned_by_bank = true`, 'received_cheque_returned'],
  ] as const)
    await expectHeld(books.owner, {
      sql: cheque + change,
      actor,
      refusedBy,
      without: 'drop trigger received_cheque_change on received_cheque',
    });
  await expectHeld(books.owner, {
    sql: cheque.replace('received_date)', 'received_date, collection_document_id)').replace("'2023-03-01'", '$&, 12'),
    actor,
    refusedBy: 'received_cheque_starts_here',
    without: 'drop trigger received_cheque_change on received_cheque',
  });
  for (const day of ['2026-03-09', '2026-09-11'])
    await expectHeld(books.owner, {
      sql: `${cheque} ${tie} update document set document_date = '${day}' where id = 12; ${move(12, 'CN', 'submit', 1, 2)}`,
      actor,
      refusedBy: 'collection_of_cheque',
      without: 'drop trigger collection_of_cheque on batch',
    });
  await expectHeld(books.owner, {
    sql: cheque.replace("40, '2023-03-01'", "0, '2023-03-01'"),
    actor,
    refusedBy: 'received_cheque_amount',
    without: 'alter table received_cheque drop constraint received_cheque_amount',
  });
});

/** The state of the cheque after what the run-time role says, or the constraint that refuses it; `without` first, by the owner. */
async function stateAfter(sql: string, without = ''): Promise<string> {
  await books.owner.query(`begin; set local talaan.user_id = '${actor}'; ${without}`);
  try {
    await books.owner.query(`set local role talaan_app; ${sql}; set constraints all immediate`);
    const { rows } = await books.owner.query('select state from received_cheque');
    return (rows[0] as { state: string }).state;
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error);
  } finally {
    await books.owner.query('rollback');
  }
}

const say = (change: string) => `update received_cheque set ${change};`;
const HANDED: Readonly<Record<string, string>> = { Returned: say('handed_back = 1'), Replaced: say('handed_back = 2') };

/** Collection 12 took the cheque in and was issued; 14 could take it in next. */
const DEPOSITED = `${collection(14, null, 40)}
  insert into received_cheque (payee_id, bank_name, cheque_number, cheque_date, cheque_amount, received_date)
    values (1, 'Bank', '4711', '2026-03-10', 40, '2023-03-01');
  ${say('collection_document_id = 12')} ${post(12)}`;
const AWAY: Readonly<Record<string, string>> = {
  Held: cancel(12, 'CN'),
  Bounced: `${say('returned_by_bank = true')} ${cancel(12, 'CN')}`,
};

/** Brings the cheque into a state; where it goes on to Bounced, it bounced before it was handed back. */
const upTo = (state: ReceivedChequeState, next: ReceivedChequeState) =>
  DEPOSITED +
  (state === 'Deposited' ? '' : (AWAY[state] ?? AWAY[next === 'Bounced' ? 'Bounced' : 'Held']! + HANDED[state]!));

/** All that the run-time role can say to bring it from one state into another. */
function onTo(from: ReceivedChequeState, to: ReceivedChequeState): string {
  if (to === 'Deposited') return say('handed_back = 0, collection_document_id = 14');
  if (HANDED[to] !== undefined) return HANDED[to];
  if (from === 'Deposited') return AWAY[to]!;
  return say(from in HANDED ? 'handed_back = 0' : `returned_by_bank = ${String(to === 'Bounced')}`);
}

const PAIRS = RECEIVED_CHEQUE_STATES.flatMap((from) =>
  RECEIVED_CHEQUE_STATES.filter((to) => to !== from).map((to) => [from, to] as const),
);

it.each(PAIRS)('of a received cheque brings it from %s to %s if the table of its moves does', async (from, to) => {
  const before = upTo(from, to);
  const unguarded = ['change', 'returned']
    .map((guard) => `drop trigger received_cheque_${guard} on received_cheque;`)
    .join('');
  const isListed = RECEIVED_CHEQUE_MOVES.some((one) => one.from === from && one.to === to);
  const refusedBy = from === 'Deposited' ? 'received_cheque_deposited' : 'received_cheque_move_listed';
  expect(await stateAfter(before + onTo(from, to))).toBe(isListed ? to : refusedBy);
  // The state itself is nobody's to write.
  expect(await stateAfter(before + say(`state = '${to}'`))).toBe(from);
  expect(await stateAfter(say(`state = '${to}'`), before + unguarded)).toBe(to);
  // By another table it moves otherwise; a deposited one is held as it is, whatever the table says.
  const pair = `state_from = '${from}' and state_to = '${to}'`;
  const [change, outcome] = isListed
    ? [`delete from received_cheque_state_move where ${pair};`, 'received_cheque_move_listed']
    : from === 'Deposited'
      ? [unguarded, from]
      : [
          `insert into received_cheque_state_move values ('${from}', '${to}', 'listed');`,
          to === 'Deposited' ? to : 'received_cheque_returned',
        ];
  expect(await stateAfter(onTo(from, to), before + change)).toBe(outcome);
});

it('of a received cheque: its table of moves is nobody’s to write, and what did not bounce is not said to have', async () => {
  await expectRefused(books.owner, {
    sql: "insert into received_cheque_state_move values ('Held', 'Bounced', 'bounce')",
    actor,
    refusedBy: '42501',
  });
  const returned = upTo('Returned', 'Held');
  expect(await stateAfter(returned + say('handed_back = 0, returned_by_bank = true'))).toBe('received_cheque_returned');
  // Said of a deposited one, it is void in the same transaction.
  expect(await stateAfter(DEPOSITED + say('returned_by_bank = true'))).toBe('received_cheque_returned');
  const unguarded = 'drop trigger received_cheque_returned on received_cheque;';
  expect(await stateAfter(say('returned_by_bank = true'), DEPOSITED + unguarded)).toBe('Deposited');
});

it('is never left on an invoice that is cancelled', async () => {
  // Collected and opened again by a journal, the invoice is cancelled: each of the two stays for the other's sake.
  await as(
    `${invoice(3)} ${collection(31, 3, 40)} ${post(31)} ${journal(32, 3, -40)} ${post(32, 'JE')} ${cancel(3, 'BI')}`,
  );
  for (const [id, type] of [
    [32, 'JE'],
    [31, 'CN'],
  ] as const)
    await expectHeld(books.owner, {
      sql: cancel(id, type),
      actor,
      refusedBy: 'settlement_of_cancelled',
      without: 'drop trigger invoices_settled on posting',
    });
});

it('reaches the ledger with the approvals of a journal of what it writes off, also in pieces, and with no number of a receipt for nothing', async () => {
  // Journals are reviewed and approved here, and 15.00 passes; collections need nothing.
  const rules = `update setting set value = value || '{"JE": true}' where key in ('approval_required', 'review_stage');
    update setting set value = '"15.00"' where key = 'write_off_without_approval';`;
  const writeOff = (id: number, of: number, amount: number) => `${batch(id, 'CN', amount)}
    insert into collection (document_id) values (${id}); ${apply(id, of, amount).replace('cash_amount', 'write_off_amount')}
    ${lineOf(id, 1, "acct_code = '502010'", amount, 0, 'Write-off')} ${lineOf(id, 2, "role = 'AR'", 0, amount, 'Receivable')}`;
  const attack = (sql: string) => ({ sql: rules + sql, actor, refusedBy: 'write_off_approval_missing' });
  const without = 'drop trigger write_off_approved on batch';
  const approval = (id: number, from: number, to: number, by: number) =>
    `set local talaan.user_id = '${by}'; ${move(id, 'CN', 'approve', from, to).replace(`, ${actor}, 0, 1`, `, ${by}, 0, 1`)}`;
  await expectAllowed(books.owner, { sql: `${rules} ${writeOff(41, 2, 15)} ${post(41)}`, actor });
  await expectAllowed(books.owner, {
    sql: `${rules} ${writeOff(41, 2, 16)} ${move(41, 'CN', 'submit', 1, 2)} ${approval(41, 2, 3, USER.CHECKER)}
      ${approval(41, 3, 7, USER.APPROVER_1)}`,
    actor,
  });
  await expectHeld(books.owner, { ...attack(`${writeOff(41, 2, 15.01)} ${post(41)}`), without });
  await expectHeld(books.owner, {
    ...attack(`${writeOff(41, 2, 16)} ${move(41, 'CN', 'submit', 1, 3)} ${approval(41, 3, 7, USER.APPROVER_1)}`),
    without,
  });
  await expectHeld(books.owner, {
    ...attack(`${writeOff(41, 2, 10)} ${post(41)} ${writeOff(42, 2, 10)} ${post(42)}`),
    without,
  });
  await expectHeld(books.owner, {
    sql: `${rules} ${writeOff(41, 2, 15)} ${post(41)} insert into number_series (kind, series_from, series_to) values ('or', 1, 9);
      select number_documents('or', ${actor}, array[41]::bigint[])`,
    actor,
    refusedBy: 'receipt_of_nothing',
    without: 'drop trigger receipt_of_nothing on document',
  });
});

it('takes in cash and tax within its rate without approval, and anything else like a write-off', async () => {
  const rules = `update setting set value = value || '{"JE": true, "CR": false, "CN": false}' where key = 'approval_required';`;
  const withheld = (id: number, amount: number) => `${batch(id, 'CN', amount)}
    insert into collection (document_id) values (${id}); ${apply(id, 2, amount).replace('cash_amount', 'withholding_amount')}
    ${lineOf(id, 1, "role = 'CWT'", amount, 0, 'Tax Withheld')} ${lineOf(id, 2, "role = 'AR'", 0, amount, 'Receivable')}`;
  type Line = readonly [account: string, debit: number, credit: number];
  const receipt = (total: number, ...lines: readonly Line[]) => `${batch(51, 'CR', total)}
    ${lines.map(([account, debit, credit], at) => lineOf(51, at + 1, account, debit, credit, 'Line')).join('')} ${post(51, 'CR')}`;
  const [cash, expense, advances, tax] = [
    "acct_code = '102101'",
    "acct_code = '502010'",
    "role = 'CUSTOMER_ADVANCES'",
    "role = 'CWT'",
  ];
  for (const sql of [
    `${withheld(51, 20)} ${post(51)}`,
    receipt(100, [cash, 100, 0], [advances, 0, 100]),
    receipt(100, [cash, 80, 0], [tax, 20, 0], [advances, 0, 100]),
  ])
    await expectAllowed(books.owner, { sql: rules + sql, actor });
  for (const sql of [
    `${withheld(51, 20.01)} ${post(51)}`,
    // In pieces, each within the rate.
    `${withheld(51, 11)} ${post(51)} ${withheld(52, 11)} ${post(52)}`,
    receipt(100, [expense, 100, 0], [advances, 0, 100]),
    receipt(100, [cash, 99, 0], [expense, 1, 0], [advances, 0, 100]),
    receipt(100, [cash, 79, 0], [tax, 21, 0], [advances, 0, 100]),
    receipt(100, [expense, 100, 0], [cash, 0, 100]),
  ])
    await expectHeld(books.owner, {
      sql: rules + sql,
      actor,
      refusedBy: 'write_off_approval_missing',
      without: 'drop trigger write_off_approved on batch',
    });
});

it('calls cash what stands on an asset of its own, and what is owed by its name', async () => {
  const held = (sql: string, refusedBy: string, without: string) =>
    expectHeld(books.owner, { sql, actor: 'system', as: 'owner', refusedBy, without });
  for (const account of ['502010', '102303'])
    await held(`update bank set acct_code = '${account}'`, 'bank_of_asset', 'drop trigger bank_of_account on bank');
  const vault = `insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group) values ('109001', 'Vault', 'S', 'B', 'A');`;
  await held(
    `${vault} update bank set acct_code = '109001'; update account set acct_class = 'I', acct_group = 'E' where acct_code = '109001'`,
    'account_behind_bank',
    'drop trigger account_behind_bank on account',
  );
  await held(
    `update account set role = null where role = 'CWT'; update account set role = 'CWT' where acct_code = '502010'`,
    'account_role_group',
    'alter table account drop constraint account_role_group',
  );
});
