import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MoveDeposit, MoveView } from '@talaan/contract/integration/moving-in.contract';
import { createBatch } from '@talaan/contract/documents/batch.contract';
import type { ChequeRow } from '@talaan/contract/documents/cheque-register/cheque.contract';
import type { MovingKind } from '@talaan/core/integration/moving-in/moving-files';
import { billingDocument } from '../../documents/billing/billing.document.ts';
import { collectionDocument } from '../../documents/collection/collection.document.ts';
import { disbursementDocuments } from '../../documents/disbursement/disbursement.documents.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { ageCheques } from '../../documents/cheque-register/age-cheques.ts';
import { registerBillingPrint } from '../../documents/billing/billing-print.routes.ts';
import { registerChequeRoutes } from '../../documents/cheque-register/cheque.routes.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { arAgingInvoice } from '../../reports/ar-aging/ar-aging.query.ts';
import { salesJournal } from '../../reports/sales-journal/sales-journal.query.ts';
import { readAll } from '../../testing/books/read-reports.ts';
import { openReceivableServer, type ReceivableServer } from '../../testing/books/receivable-server.ts';
import { createCaller, type Reply } from '../../testing/raw-caller.ts';
import { createSignedInClient, signInAs, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { setToday } from '../../testing/set-today.ts';
import { registerMovingIn } from './moving-in.routes.ts';

const AS_OF = '2025-12-31';
const DOCUMENTS = [journalEntryDocument, ...disbursementDocuments];

let world: ReceivableServer;
/** Ana prepares, Ben uploads, Carla and Dario confirm; Elena may upload and no more; Felipe is a super user who uploads. */
let ana: SignedInClient;
let ben: SignedInClient;
let carla: SignedInClient;
let dario: SignedInClient;
let elena: SignedInClient;
let felipe: SignedInClient;
const { send, sendFile, download } = createCaller(() => world.app);

beforeAll(async () => {
  world = await openReceivableServer((server, services) => {
    registerMovingIn(server, services, [billingDocument, collectionDocument, ...DOCUMENTS]);
    registerChequeRoutes(server, services);
    registerBillingPrint(server, services, false);
  }, DOCUMENTS);
  const person = (first_name: string, level: 3 | 4, super_user = false) =>
    createSignedInClient(world.app.server, world.app.database, {
      first_name,
      last_name: 'Reyes',
      super_user,
      levels: {
        'Upload from IS': level,
        'Journal Entries': 4,
        Billing: 4,
        'Check Transactions': 4,
        'Archived Transactions': 4,
      },
    });
  ana = await person('Ana', 4);
  ben = await person('Ben', 4);
  carla = await person('Carla', 4);
  dario = await person('Dario', 4);
  elena = await person('Elena', 3);
  felipe = await person('Felipe', 4, true);
  await inTransaction(world.app.database, SYSTEM_ACTOR, async (db) => {
    await sql`insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, normal_balance, currency_id, role)
      values ('301080', 'Opening Balance Equity', 'S', 'B', 'C', 'C', 1, 'OPENING'), ('201010', 'Accounts Payable', 'S', 'B', 'L', 'C', 1, null)`.execute(
      db,
    );
    await sql`insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, normal_balance, currency_id)
      select '6' || lpad(n::text, 5, '0'), 'Old account ' || n, 'S', 'B', 'A', 'D', 1 from generate_series(1, 290) n`.execute(
      db,
    );
    await sql`insert into payee (payee_code, payee_desc, payee_type, status)
      select 'M' || lpad(n::text, 4, '0'), 'Customer ' || n, 4, 1 from generate_series(1, 50) n`.execute(db);
  });
});
afterAll(() => world.app.stop());

const csv = (head: string, rows: readonly string[]) => Buffer.from(`${[head, ...rows].join('\n')}\n`);
const HEADS: Readonly<Record<MovingKind, string>> = {
  balances: 'Account,DR,CR,Branch,Department,Analysis,FC_DEBIT,FC_CREDIT',
  invoices:
    'Customer,Invoice no,Billing date,Term,Due date,Currency,Rate,Original amount,Open amount,VAT,Service,Branch,Remarks',
  vouchers: 'Supplier,Reference,Date,Due date,Account,Amount,Branch,Remarks',
  cheques: 'Direction,Bank,Cheque no,Cheque date,Payee,Amount,Invoice no',
  deposits: 'Bank account,Date,Reference,Amount',
  statements: 'Bank account,Statement balance',
};
type Files = Partial<Record<MovingKind, readonly string[]>>;
const upload = (who: SignedInClient, id: number, kind: MovingKind, rows: readonly string[]) =>
  sendFile(who, `/moving-in/${id}/files/${kind}`, { name: `${kind}.csv`, bytes: csv(HEADS[kind], rows) });
const viewOf = (reply: Reply): MoveView => {
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.data;
};
const begin = async (who = ana, as_of = AS_OF): Promise<MoveView> =>
  viewOf(
    await send(who, 'POST', '/moving-in', {
      name: 'Old books',
      as_of,
      branch_id: world.books.branch_id,
      department_id: world.books.department_id,
    }),
  );
const change = (who: SignedInClient, { id, row_version }: MoveView, state: string) =>
  send(who, 'POST', `/moving-in/${id}/state`, { state, row_version });
const confirm = (who: SignedInClient, { id, row_version }: MoveView) =>
  send(who, 'POST', `/moving-in/${id}/confirm`, { row_version });
const told = ({ status, body }: Reply) => [status, body.message];
const uploadAll = async (who: SignedInClient, move: MoveView, files: Files): Promise<MoveView> => {
  let view = move;
  for (const [kind, rows] of Object.entries(files)) view = viewOf(await upload(who, move.id, kind as MovingKind, rows));
  return view;
};
const counted = async () => {
  const found = await sql<Record<string, string>>`
    select (select count(*) from batch) as batches, (select count(*) from journal_entry) as entries, (select count(*) from cheque) as cheques,
      (select count(*) from received_cheque) as received, (select count(*) from opening_item) as items`.execute(
    world.app.database,
  );
  return Object.values(found.rows[0]!).map(Number);
};
const discardOpen = async () => {
  const moves: MoveView[] = (await send(ana, 'GET', '/moving-in')).body.data;
  for (const move of moves)
    if (move.state === 'preparing' || move.state === 'ready') viewOf(await change(ana, move, 'discarded'));
};

/** A small company: its receivable, payable, a bank of each currency, an advance, and what stands behind them. */
const SMALL: Files = {
  balances: [
    '102101,"9,000.00",,,,,,',
    '102303,"5,525.00",,,,,100.00,',
    '105010,3000.00,,,,,,',
    '201010,,2000,,,,,',
    '202090,,500.00,,,M0001,,',
    '502010,75.00,,,,,,',
    '600001,,15100.00,,,,,',
  ],
  invoices: [
    'M0001,SI-0001,2025-10-02,30,,,,"1,120.00","1,120.00",1,SYSTEM USAGE FEE,,Old fee',
    'Customer 2,SI-0002,2025-12-01,,2026-01-30,,,2000.00,1880.00,0,,,',
  ],
  vouchers: ['S0001,AP-1,2025-12-10,2026-01-10,201010,1500.00,,Guards', 'S0001,AP-2,2025-12-20,,201010,500.00,,'],
  cheques: ['issued,0001-0001,0009001,2025-12-28,S0001,400.00,', 'received,BPI,77001,2026-01-15,M0001,1000.00,SI-0001'],
  deposits: ['0001-0001,2025-12-30,DS-1,150.00'],
  statements: ['0001-0001,9250.00', '0004-0002,100.00'],
};

describe('files of the old books', () => {
  it('with a fault change nothing, and say each by row and column', async () => {
    const before = await counted();
    const move = await uploadAll(ana, await begin(), { balances: SMALL.balances! });
    const wrong = await upload(ana, move.id, 'balances', [
      '102l01,1.00,,,,,,',
      '100000,1.00,2.00,,,,,',
      '102303,5.00,,,,,,',
      '202090,,5.00,,,,,',
      '102101,"1.234,50",,NOPE,,,,',
      '105010,5.00,,,,,0.10,',
    ]);
    expect(wrong.status).toBe(422);
    expect(wrong.body['fault_count']).toBe(8);
    expect(Object.values(wrong.body.errors!).flat()).toEqual([
      'Row 2, Account: no account has the code 102l01. Did you mean 102101 CIB - BDO CA 0001?',
      'Row 3, Account: 100000 is a heading: give the accounts below it.',
      'Row 3, Credit: Give a debit or a credit, not both.',
      'Row 4, FC debit: 102303 is in USD: give the balance in that currency too.',
      'Row 5, Analysis: Analysis is required: 202090 is what customers paid in advance.',
      'Row 6, Debit: Give the amount as 1234.50.',
      'Row 6, Branch: no branch has the code NOPE.',
      'Row 7, FC debit: Give the currency of this part of 105010 too.',
    ]);
    const invoices = await upload(ana, move.id, 'invoices', [
      'M0001,BI-HOB0000007,2025-12-01,30,,,,10,10,,,,',
      'M0001,SI-1,2026-01-01,30,,,,10,11,,,,',
      'M0001,SI-2,2025-12-01,30,2026-01-30,USD,,10,10,,,,',
      'M0001,si-2,2025-12-01,400,,,,10,0,7,,,',
      `M0001,SI-3,2025-12-01,9999999,,USD,999999,20000000,20000000,,,,${'x'.repeat(2001)}`,
      'M0001,SI-4,2025-12-01,9999999,,USD,999999,20000000,20000000,,,,',
    ]);
    expect(Object.values(invoices.body.errors!).flat()).toEqual([
      'Row 2, Invoice no: Invoice number BI-HOB0000007 is one that Talaan gives out itself.',
      'Row 3, Billing date: It is billed after 2025-12-31.',
      'Row 3, Open amount: More is open than it was billed for.',
      'Row 4, Due date: Due date and term do not agree: 2026-01-30 is 60 days after 2025-12-01.',
      'Row 4, Rate: Rate is required of an invoice in a foreign currency.',
      'Row 5, Invoice no: Invoice SI-2 is in the file twice.',
      'Row 5, Term: It is due from its billing date on, at most 365 days later.',
      'Row 5, Open amount: Nothing of it is open: leave it out.',
      'Row 5, VAT: Give 0 none, 1 vatable, 2 exempt or 3 zero-rated.',
      'Row 6, Remarks: Give at most 2,000 characters: it has 2,001.',
      'Row 7, Term: It is due from its billing date on, at most 365 days later.',
      'Row 7, Rate: In pesos it is more than an amount may be.',
    ]);
    const missing = await sendFile(ana, `/moving-in/${move.id}/files/statements`, {
      name: 'a.csv',
      bytes: csv('Bank account,Other', ['1,2']),
    });
    expect(told(missing)).toEqual([422, "Column 'Statement balance' is missing."]);
    const picture = await sendFile(ana, `/moving-in/${move.id}/files/statements`, {
      name: 'a.csv',
      bytes: Buffer.from('%PDF-1.4'),
    });
    expect(picture.status).toBe(415);
    const now = viewOf(await send(ana, 'GET', `/moving-in/${move.id}/proof`));
    expect(now.files.map(({ file }) => file?.rows ?? 0)).toEqual([7, 0, 0, 0, 0, 0]);
    expect(await counted()).toEqual(before);
    for (const kind of Object.keys(HEADS)) {
      const template = await download(ana, `/moving-in/files/${kind}/import-template?format=csv`);
      expect([template.status, String(template.bytes).split('\n').length]).toEqual([200, 4]);
    }
    await discardOpen();
  });

  it('are proved against the trial balance: a centavo keeps them from being ready, and its rows are listed', async () => {
    const move = await uploadAll(ana, await begin(), SMALL);
    expect(move.proof.filter(({ is_green }) => !is_green)).toEqual([]);
    const off = await uploadAll(ana, move, {
      invoices: [...SMALL.invoices!, 'M0003,SI-0003,2025-12-02,30,,,,0.01,0.01,,,,'],
    });
    const red = off.proof.filter(({ is_green }) => !is_green);
    expect(red.map(({ rule, difference }) => [rule, difference])).toEqual([
      ['receivable', '-0.01'],
      ['opening', '0.01'],
      ['posted', '-0.01'],
    ]);
    expect(red[0]!.rows[0]).toEqual({ kind: 'invoices', row: 4, text: 'SI-0003 · Customer 3', amount: '0.01' });
    expect(off.may.ready).toEqual({ allowed: false, message: 'Every line of the proof must be green.' });
    expect((await change(ana, off, 'ready')).body).toMatchObject({ code: 'proof_not_green' });
    await discardOpen();
    expect((await counted())[1]).toBe(0);
  });
});

describe('nobody confirms his own', () => {
  it('neither who began it, said that it is ready or uploaded, a replaced file included, nor a super user among them', async () => {
    let move = await uploadAll(ben, await begin(), SMALL);
    move = await uploadAll(felipe, move, { deposits: SMALL.deposits! });
    move = await uploadAll(ben, move, { deposits: SMALL.deposits! });
    expect(told(await confirm(carla, move))).toEqual([
      409,
      'Old books is preparing: it is confirmed once it is ready.',
    ]);
    move = viewOf(await change(dario, move, 'ready'));
    expect(told(await confirm(ana, move))).toEqual([403, 'You began it: another person confirms it.']);
    expect(told(await confirm(dario, move))).toEqual([403, 'You said that it is ready: another person confirms it.']);
    for (const uploader of [ben, felipe, await signInAs(world.app.server, world.app.database, ben.user)]) {
      expect(told(await confirm(uploader, move))).toEqual([
        403,
        'You uploaded one of its files: another person confirms it.',
      ]);
    }
    expect((await confirm(elena, move)).status).toBe(403);
    expect((await send(elena, 'GET', '/moving-in')).status).toBe(403);
    // What was changed since somebody looked is not what he confirms.
    const seen = move;
    move = await uploadAll(ben, move, { statements: SMALL.statements! });
    expect([move.state, (await confirm(carla, seen)).status]).toEqual(['preparing', 409]);
    move = viewOf(await change(ana, move, 'ready'));
    expect(told(await confirm(carla, seen))).toEqual([409, 'Old books was changed meanwhile. Load it again.']);
    expect((await counted())[1]).toBe(0);
    expect(
      told(await send(dario, 'POST', '/moving-in', { name: 'Other', as_of: AS_OF, branch_id: world.books.branch_id })),
    ).toEqual([409, 'Another move is open. Confirm or discard it first.']);
    await discardOpen();
  });

  it('nor anybody into a closed month, and what was cut off in the middle left nothing', async () => {
    let move = await uploadAll(ben, await begin(), SMALL);
    move = viewOf(await change(ana, move, 'ready'));
    const close = (open: 0 | 1) =>
      inTransaction(world.app.database, SYSTEM_ACTOR, (db) =>
        sql`update accounting_period set general_journal = ${open} where fiscal_year = 2025 and period_no = 12`.execute(
          db,
        ),
      );
    await close(0);
    const blocked = viewOf(await send(carla, 'GET', `/moving-in/${move.id}/proof`));
    expect(blocked.may.confirm.message).toBe('Open the month of 2025-12-31 for General Journal first.');
    expect(told(await confirm(carla, move))).toEqual([409, 'Accounting Period for this date is already Closed.']);
    await close(1);
    const before = await counted();
    // Its connection is ended while it waits for who posts in that month.
    let cut: Promise<Reply> | undefined;
    await inTransaction(world.app.database, SYSTEM_ACTOR, async (db) => {
      await sql`select pg_advisory_xact_lock_shared(7001, 202512)`.execute(db);
      cut = confirm(carla, move);
      // Asked outside of this transaction, which would be told the same each time.
      const end = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%update moving_in set state%'`;
      await vi.waitUntil(async () => (await end.execute(world.app.database)).rows.length > 0, { timeout: 10_000 });
    });
    expect((await cut!).status).toBe(503);
    expect(await counted()).toEqual(before);
    expect(viewOf(await send(ana, 'GET', `/moving-in/${move.id}/proof`)).state).toBe('ready');
    await discardOpen();
  });
});

/** 300 accounts, 2,000 invoices of 50 customers, 100 vouchers, 500 cheques and 20 deposits. */
function large(): Files {
  const customer = (n: number) => `M${String((n % 50) + 1).padStart(4, '0')}`;
  const invoices = Array.from({ length: 2000 }, (_, n) => {
    const billed =
      n === 0 ? '2025-10-02' : `2025-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')}`;
    return `${customer(n)},OLD-${String(n + 1).padStart(5, '0')},${billed},30,,,,224.00,112.00,1,SYSTEM USAGE FEE,,`;
  });
  const cheques = [
    ...Array.from(
      { length: 450 },
      (_, n) => `issued,0001-0001,${String(8001 + n)},2025-12-${String((n % 28) + 1).padStart(2, '0')},S0001,10.00,`,
    ),
    ...Array.from(
      { length: 50 },
      (_, n) =>
        `received,BPI,${String(500 + n)},2026-01-15,${customer(n)},112.00,OLD-${String(n + 1).padStart(5, '0')}`,
    ),
  ];
  const vouchers = Array.from({ length: 100 }, (_, n) => `S0001,AP-${n + 1},2025-12-10,,201010,20.00,,`);
  const deposits = Array.from({ length: 20 }, (_, n) => `0001-0001,2025-12-30,DS-${n + 1},5.00`);
  const others = Array.from(
    { length: 290 },
    (_, n) => `6${String(n + 1).padStart(5, '0')},${n % 2 === 0 ? '100.00,' : ',100.00'},,,,,`,
  );
  const fixed = [
    '102101,50000.00,,,,,,',
    '102303,5525.00,,,,,100.00,',
    '105010,224000.00,,,,,,',
    '201010,,2000.00,,,,,',
    '202090,,500.00,,,M0001,,',
  ];
  return {
    balances: [...fixed, ...others, '502010,75.00,,,,,,', '408010,,277100.00,,,,,'],
    invoices,
    vouchers,
    cheques,
    deposits,
    // 50,000.00 = statement - 4,500.00 + 100.00
    statements: ['0001-0001,54400.00', '0004-0002,100.00'],
  };
}

describe('a company moves in', () => {
  let company: MoveView;

  it('in seconds, once, whoever confirms at the same moment', async () => {
    const began = performance.now();
    let move = await uploadAll(ben, await begin(), large());
    const uploaded = performance.now();
    move = viewOf(await change(ana, move, 'ready'));
    const figures = (await send(carla, 'GET', `/moving-in/${move.id}/figures`)).body.data as Record<string, never>;
    expect([figures['open'], figures['debit'], figures['credit']]).toEqual(['224000.00', '294100.00', '294100.00']);
    const readied = performance.now();
    const replies = await Promise.all([
      confirm(carla, move),
      confirm(dario, move),
      confirm(carla, move),
      confirm(dario, move),
    ]);
    const confirmed = performance.now();
    // Whoever waits too long for the first is told to try again, and finds it confirmed.
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => ![200, 409, 503].includes(status))).toEqual([]);
    const seconds = [uploaded - began, confirmed - readied].map((time) => Math.round(time) / 1000);
    expect(Math.max(...seconds)).toBeLessThan(60);
    const again = await confirm(carla, move);
    expect(told(again)).toEqual([409, 'Old books is confirmed.']);
    company = viewOf(await send(carla, 'GET', `/moving-in/${move.id}/proof`));
    expect([company.state, company.confirmed !== null]).toEqual(['confirmed', true]);
    expect(await counted()).toEqual([2003, 2003, 450, 50, 470]);
    const unnumbered = await sql`select from posted_document where document_number is null
      union all select from number_series_check where unexplained <> 0`.execute(world.app.database);
    expect(unnumbered.rows).toEqual([]);
    // Whoever confirmed is told nothing of each of them.
    const notices = await sql`select from notification`.execute(world.app.database);
    expect(notices.rows.length).toBe(0);
    const left = await sql`select from number_reservation where state = 'reserved'`.execute(world.app.database);
    expect(left.rows).toEqual([]);
    const sums = await sql<{ wrong: string }>`select count(*) as wrong from verify_balances()`.execute(
      world.app.database,
    );
    expect(sums.rows[0]!.wrong).toBe('0');
  }, 120_000);

  it('and posts what its trial balance says, with nothing left over', async () => {
    const found = await sql<{ acct_code: string; net: string }>`
      select a.acct_code, sum(p.debit - p.credit)::text as net from posting p join account a on a.id = p.account_id
      where a.acct_code in ('102101', '102303', '105010', '201010', '202090', '301080', '502010') group by 1 order by 1`.execute(
      world.app.database,
    );
    expect(found.rows.map(({ acct_code, net }) => [acct_code, net])).toEqual([
      ['102101', '50000.00'],
      ['102303', '5525.00'],
      ['105010', '224000.00'],
      ['201010', '-2000.00'],
      ['202090', '-500.00'],
      ['301080', '0.00'],
      ['502010', '75.00'],
    ]);
    expect(await world.desk.proofOn(AS_OF as never)).toMatchObject({ difference: '0.00' });
  });

  it('ages by the dates of the old books: an invoice of 90 days is 61 to 90', async () => {
    const aging = await readAll<Record<string, string>>(world.app.database, arAgingInvoice, { date_to: AS_OF });
    expect(aging.data.find(({ billing_invoice_no }) => billing_invoice_no === 'OLD-00001')).toMatchObject({
      billing_date: '2025-10-02',
      aged_days: 90,
      age_61_90: '112.00',
      remaining_balance: '112.00',
    });
    expect([aging.data.length, aging.proof[0]!.difference]).toEqual([2000, '0.00']);
  });

  it('collects an old invoice as any other, by the date of the old books and the VAT that it contains', async () => {
    const { books, desk, app } = world;
    const customer = await idOf('M0001');
    const open = (await send(books.people.admin, 'GET', `/getUncollectedBill?payee_id=${customer}`)).body.data as {
      billing_invoice_no: string;
      billing_date: string;
      base_amount: string;
    }[];
    const named = open.find(({ billing_invoice_no }) => billing_invoice_no === 'OLD-00001')!;
    expect(named).toMatchObject({ billing_date: '2025-10-02', base_amount: '100.00' });
    const rows = [{ billing_invoice_no: 'OLD-00001', cash_amount: '110.00', withholding_amount: '2.00' }];
    const collected = await desk.collect(rows, {
      payee_id: customer,
      collection_date: '2026-03-31',
      received_amount: '110.00',
    });
    expect(collected.status).toBe(7);
    const receipt = await sql<{
      vat: string;
    }>`select record -> 'invoices' -> 0 ->> 'vat' as vat from frozen_paper where kind = 'or'`.execute(app.database);
    expect(receipt.rows).toEqual([{ vat: '12.00' }]);
    const written = [{ billing_invoice_no: 'OLD-00051', cash_amount: '111.00', write_off_amount: '1.00' }];
    await desk.collect(written, { payee_id: customer, collection_date: '2026-03-31', received_amount: '111.00' });
    const left = await sql<{
      collected: string;
    }>`select collected_amount::text as collected from billing b join document d on d.id = b.document_id
      where d.document_number in ('OLD-00001', 'OLD-00051') order by d.document_number`.execute(app.database);
    expect(left.rows.map((row) => row.collected)).toEqual(['112.00', '112.00']);
    expect(await desk.daysThatDiffer(customer)).toEqual([]);
    // What was billed by us ages and is proved beside it.
    await desk.invoice('1120.00', { payee_id: customer });
    expect(await desk.proofOn('2026-03-31' as never)).toMatchObject({ difference: '0.00' });
  });

  it('leaves old invoices out of the sales journal and without a paper of ours, and marks them', async () => {
    for (const basis of ['invoice', 'receipt']) {
      const journal = await readAll<Record<string, string>>(world.app.database, salesJournal, {
        basis,
        type: 'daily',
        date_from: AS_OF,
        date_to: '2026-03-31',
      });
      expect(journal.data.filter(({ or_oar_number }) => or_oar_number?.startsWith('OLD-'))).toEqual([]);
      expect(journal.data.length).toBe(basis === 'invoice' ? 1 : 0);
      expect(journal.proof.map(({ difference }) => difference)).toEqual(['0.00']);
    }
    const listed = (
      await send(world.books.people.admin, 'GET', '/trx/billing?document_date=2025-12-01&search=OLD-00002')
    ).body.data as {
      billing_request_no: string;
      is_opening: boolean;
      original_amount: string;
    }[];
    expect(listed.map(({ is_opening, original_amount }) => [is_opening, original_amount])).toEqual([[true, '224.00']]);
    const { billing_request_no } = listed[0]!;
    const printed = await send(world.books.people.admin, 'POST', `/trx/billing/${billing_request_no}/print`, {
      preview: 1,
    });
    expect(told(printed)).toEqual([409, 'Invoice OLD-00002 was issued by the old books: its paper is there.']);
    // No number of our own was taken for it.
    const own = await sql<{
      numbers: string;
    }>`select count(*) as numbers from number_issue i join number_series s on s.id = i.series_id
      where s.kind = 'bi'`.execute(world.app.database);
    expect(own.rows[0]!.numbers).toBe('1');
  });

  it('keeps its cheques in the register, where they clear, are stopped and go stale, and holds those of customers', async () => {
    const { books, app } = world;
    const find = async (number: string) => {
      const { data } = (await send(carla, 'GET', `/trxcheck?search=${number}`)).body as never as { data: ChequeRow[] };
      return data[0]!;
    };
    const first = await find('8001');
    expect(first).toMatchObject({
      state: 'released',
      is_opening: true,
      payee_code: 'S0001',
      cheque_amount: '10.00',
      currency: 'PHP',
    });
    expect(first.actions).toEqual(['clear', 'stop', 'cancel']);
    const move = async (cheque: ChequeRow, action: string) =>
      send(carla, 'PUT', `/trxcheck/${cheque.id}`, { action, reason: 'Lost', row_version: cheque.row_version });
    expect((await move(first, 'clear')).status).toBe(200);
    expect((await move(await find('8002'), 'stop')).status).toBe(200);
    expect((await move(await find('8002'), 'lift')).status).toBe(200);
    await setToday(app.ownerUrl, '2026-07-15');
    await inTransaction(app.database, SYSTEM_ACTOR, ageCheques);
    expect((await find('8002')).state).toBe('stale');
    expect((await find('8002')).actions).toEqual(['clear']);
    await setToday(app.ownerUrl, '2026-03-31');
    const held = await sql<{
      state: string;
      count: string;
    }>`select state, count(*) as count from received_cheque group by 1`.execute(app.database);
    expect(held.rows).toEqual([{ state: 'Held', count: '50' }]);
    const deposits = (await send(carla, 'GET', `/moving-in/${company.id}/deposits`)).body.data as MoveDeposit[];
    expect(deposits).toHaveLength(20);
    const [deposit] = deposits;
    const clear = (cleared_on: string | null, row_version: number) =>
      send(carla, 'POST', `/moving-in/deposits/${deposit!.id}`, { cleared_on, row_version });
    expect((await clear('2025-12-01', 1)).status).toBe(422);
    expect((await clear('2026-01-02', 1)).body.data).toMatchObject({
      cleared_on: '2026-01-02',
      cleared_by: 'Carla Reyes',
    });
    expect((await clear('2026-01-03', 1)).status).toBe(409);
    expect(books.branch_id).toBeGreaterThan(0);
  });

  it('pays an old voucher against its account, and takes nothing on its day or before but a void', async () => {
    const { books, app } = world;
    const late = await books.save('100.00', { document_date: '2025-12-30' });
    const acts = [
      ['preparer', 2],
      ['checker', 3],
      ['approver1', 7],
    ] as const;
    let refused: unknown;
    for (const [role, status] of acts) {
      refused = await send(books.people[role], 'POST', `/trx/header/${late.batch_number}`, { status });
    }
    expect(told(refused as Reply)).toEqual([409, 'The books begin with the balances of 2025-12-31. Date it later.']);
    const body = books.payment('CV', '20.00', { cheque_number: 'V0000001', document_date: '2026-03-31' });
    const lines = body.details.map((line) =>
      line.debit_amount ? { ...line, account_code: '201010', department_id: null, payee_id: books.payees.S0001 } : line,
    );
    const saved = (await books.people.preparer.call(createBatch, { body: { ...body, details: lines } })).data;
    expect((await books.bring(saved, 7)).status).toBe(7);
    const owed = await sql<{
      net: string;
    }>`select sum(p.credit - p.debit)::text as net from posting p join account a on a.id = p.account_id
      where a.acct_code = '201010'`.execute(app.database);
    expect(owed.rows[0]!.net).toBe('1980.00');
    const opening = await sql<{
      batch_number: string;
    }>`select batch_number from batch where moving_in_id is not null and document_type = 'JE'
      order by id limit 1`.execute(app.database);
    const { batch_number } = opening.rows[0]!;
    const voided = await send(books.people.checker, 'POST', `/trx/header/${batch_number}`, {
      status: 20,
      approved_remarks: 'Wrong books',
    });
    expect([voided.status, voided.body.message]).toEqual([200, undefined]);
    // Not even by whoever confirmed it, in whose name it stands.
    const confirmer = company.confirmed!.user_name === 'Carla Reyes' ? carla : dario;
    const restored = await send(confirmer, 'POST', `/trx/header/${batch_number}`, { status: 1 });
    expect(told(restored)).toEqual([
      409,
      'An opening balance that is void stays void. Enter what is right as a journal.',
    ]);
  });
});

const idOf = async (code: string) =>
  (await sql<{ id: number }>`select id from payee where payee_code = ${code}`.execute(world.app.database)).rows[0]!.id;
