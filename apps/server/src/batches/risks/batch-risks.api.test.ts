import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBatch, deleteBatch, dryRunMoves, moveBatch } from '@talaan/contract/documents/batch.contract';
import { listBatches } from '@talaan/contract/documents/desk.contract';
import type { LineInput } from '@talaan/contract/documents/batch-input.contract';
import type { BatchDetail, RiskView } from '@talaan/contract/documents/batch-view.contract';
import { previewRisks } from '@talaan/contract/documents/entry-page/entry-page.contract';
import { updateSettings } from '@talaan/contract/resources/organisation/settings.contract';
import { addDays, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { followVouchers } from '../../documents/cheque-register/follow-vouchers.ts';
import { disbursementDocuments } from '../../documents/disbursement/disbursement.documents.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { registerMasterdataRoutes } from '../../masterdata/masterdata.routes.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import type { Role } from '../../testing/books/journal-books.ts';
import {
  BOOKS_DAY,
  openPaymentBooks,
  refusalOf,
  type HeaderChange,
  type PaymentBooks,
} from '../../testing/books/payment-books.ts';
import { createCaller } from '../../testing/raw-caller.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerBatchRoutes } from '../register-batches.ts';
import { registerDeskRoutes } from '../../desks/desk.routes.ts';
import { readRiskFacts } from './risk-facts.store.ts';

let app: TestServer;
let books: PaymentBooks;
const { send, sendFile } = createCaller(() => app);
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerMasterdataRoutes(server, services);
    registerBatchRoutes(server, services, [...disbursementDocuments, journalEntryDocument]);
    registerDeskRoutes(server, services, [...disbursementDocuments, journalEntryDocument]);
  });
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
});
afterAll(() => app.stop());

// What one test has paid is no risk to the next: each has payees of its own.
let payee = 0;
let made = 0;
beforeEach(async () => {
  made += 1;
  payee = await addPayee();
});

/** An amount below every limit but the first, so that the checker and one officer pass it. */
const AMOUNT = '1234.56';

async function addPayee(): Promise<number> {
  return inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
    const row = await db
      .insertInto('payee')
      .values({ payee_code: `R${made}`, payee_desc: `LESSOR ${made}`, payee_type: 6, status: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
}

let voucher = 0;
/** Pays the test's payee at For Review; every payment has remarks of its own unless told otherwise. */
async function paid(amount = AMOUNT, header: HeaderChange = {}, status = 2): Promise<BatchDetail> {
  voucher += 1;
  return books.payAt('OB', status, amount, { payee_id: payee, remarks: `INVOICE ${voucher}`, ...header });
}

const kindsOf = (batch: BatchDetail) => batch.risk_signals.map(({ kind, severity }) => `${kind} ${severity}`);
const risk = (batch: BatchDetail, kind: RiskView['kind']) => batch.risk_signals.find((one) => one.kind === kind)!;
const approve = (batch: BatchDetail, role: Role, status: number, risks_seen?: string[]) =>
  books.people[role].call(moveBatch, { params: { id: batch.batch_number }, body: { status, risks_seen } });
const seenOf = (batch: BatchDetail) => batch.risk_signals.map(({ fingerprint }) => fingerprint);

describe('a payment like another', () => {
  it('by what its remarks say, whatever their letters and marks; the other is named with its state', async () => {
    const first = await paid(AMOUNT, { remarks: 'Sales Invoice SI-00123' }, 7);
    const second = await paid('999.00', { remarks: 'SALES INVOICE: SI 00123', document_date: '2026-03-01' });
    expect(kindsOf(second)).toEqual(['same_reference high', 'rest_day notice']);
    expect(risk(second, 'same_reference')).toMatchObject({
      hidden: 0,
      documents: [
        {
          batch_number: first.batch_number,
          document_number: first.document_number,
          status: 7,
          status_label: 'Released',
        },
      ],
    });
  });

  it('to a payee that was merged into this one is found, in lists too, and its paper stays as it is', async () => {
    const twin = payee;
    const merged = await paid(AMOUNT, {}, 7);
    made += 1;
    payee = await addPayee();
    const merge = () => send(books.people.admin, 'PUT', `/payefile/${twin}`, { merged_into: `R${made}`, status: 0 });
    const open = await paid('1.00', { payee_id: twin }, 1);
    expect((await merge()).body).toMatchObject({
      code: 'used_by_open_transactions',
      message: `1 open transaction uses this payee: ${open.document_type} ${open.batch_number}.`,
    });
    await books.people.preparer.call(deleteBatch, { params: { id: open.batch_number }, query: {} });
    expect(await merge()).toMatchObject({ status: 200 });
    const second = await paid(AMOUNT);
    expect(risk(second, 'same_amount').documents).toMatchObject([{ batch_number: merged.batch_number }]);
    const query = { document_type: 'OB', payee_id: payee } as const;
    const { data } = await books.people.checker.call(listBatches, { query });
    expect(data.map((row) => [row.batch_number, row.payee_id])).toEqual([
      [second.batch_number, payee],
      [merged.batch_number, twin],
    ]);
  });

  it('by its amount, up to the day that the setting names; a rejected and a voided one are none, a draft is', async () => {
    const settings = (days: number) => books.people.admin.call(updateSettings, { body: { risk_duplicate_days: days } });
    const draft = await paid(AMOUNT, { document_date: '2026-03-11' }, 1);
    await paid(AMOUNT, { document_date: '2026-03-12' }, 20);
    const voided = await paid(AMOUNT, { document_date: '2026-03-12' }, 7);
    await books.move(voided, 'checker', 20, { approved_remarks: 'Paid twice' });
    const batch = await paid();
    expect(risk(batch, 'same_amount').documents).toMatchObject([
      { batch_number: draft.batch_number, status_label: 'Active' },
    ]);
    await settings(20);
    expect(kindsOf(await books.read(batch))).toEqual(['same_amount high']);
    await settings(19);
    expect(kindsOf(await books.read(batch))).toEqual([]);
    await settings(0);
    expect(kindsOf(await books.read(batch))).toEqual([]);
    await settings(30);
  });
});

describe('a payment that is typed', () => {
  const ask = (role: Role, change: object = {}) =>
    books.people[role].call(previewRisks, {
      body: {
        document_type: 'OB',
        payee_id: payee,
        total_amount: AMOUNT,
        dates: ['2026-03-10'],
        remarks: `INVOICE ${voucher}`,
        ...change,
      },
    });
  const told = async (role: Role, change: object = {}) =>
    (await ask(role, change)).data.map(({ kind, severity }) => `${kind} ${severity}`);

  it('is told what it will be told of once it is submitted, and the stored one that is changed is none of the others', async () => {
    expect(await told('preparer')).toEqual([]);
    const other = await paid(AMOUNT, { document_date: '2026-03-10' }, 1);
    const { data } = await ask('preparer');
    expect(data).toMatchObject([{ kind: 'same_reference', documents: [{ batch_number: other.batch_number }] }]);
    expect(await told('preparer', { batch_number: other.batch_number })).toEqual([]);
    expect(await told('preparer', { remarks: 'ANOTHER', dates: ['2026-03-14'] })).toEqual([
      'same_amount high',
      'rest_day notice',
    ]);
    // Cheques of a series pay on days of their own; each is held against the others.
    expect(await told('preparer', { remarks: 'X', dates: ['2026-05-16', '2026-03-14'] })).toEqual(['same_amount high']);
    expect(await told('preparer', { document_type: 'JE' })).toEqual([]);
    expect(await refusalOf(ask('preparer', { total_amount: '1,5' }))).toMatchObject({ status: 422 });
  });

  it('is no risk for being the rent of last month, made of the same template', async () => {
    const template = await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      const row = await sql<{ id: number }>`
        insert into regular_transaction (txn_type, document_type) values (${`RENT ${made}`}, 'OB') returning id`.execute(
        db,
      );
      return row.rows[0]!.id;
    });
    const rent = { remarks: 'RENT OF THE BRANCH', regular_trx: template };
    await paid(AMOUNT, { ...rent, document_date: '2026-02-10' }, 7);
    expect(await told('preparer', rent)).toEqual([]);
    expect(await told('preparer', { ...rent, regular_trx: null })).toEqual(['same_reference high']);
    const march = await paid(AMOUNT, { ...rent, document_date: '2026-03-10' });
    expect(kindsOf(march)).toEqual([]);
  });
});

describe('what payments share beside it', () => {
  const PDF = Buffer.from(`%PDF-1.7 the very same bill`);
  const attach = (batch: BatchDetail, name: string) =>
    sendFile(books.people.preparer, `/trx/header/${batch.batch_number}/attachments`, { name, bytes: PDF });

  it('is the content of an attachment, under any name: high on a payment, told of a journal', async () => {
    const journal = await books.save('700.00');
    await attach(journal, 'bill.pdf');
    const batch = await paid(AMOUNT, {}, 1);
    await attach(batch, 'scan.pdf');
    const submitted = await books.bring(batch, 2);
    expect(kindsOf(submitted)).toEqual(['same_attachment notice']);
    const other = await paid('5.00', { payee_id: books.payees.C0001 }, 1);
    await attach(other, 'other.pdf');
    expect(kindsOf(await books.read(submitted))).toEqual(['same_attachment high', 'same_attachment notice']);
  });

  it('is payee, day and preparer of payments that pass a limit together', async () => {
    const batch = await paid('12000.00');
    await paid('8000.00', { document_date: '2026-03-30' });
    expect(kindsOf(await books.read(batch))).toEqual([]);
    const other = await paid('8000.01');
    expect(kindsOf(await books.read(batch))).toEqual(['splitting high']);
    expect(risk(await books.read(batch), 'splitting').documents).toMatchObject([{ batch_number: other.batch_number }]);
  });

  it('is hidden of a confidential one from whoever may not see it, and counted', async () => {
    await paid(AMOUNT, { is_confidential: 1 });
    const batch = await paid();
    const asChecker = await books.read(batch, 'checker');
    expect(risk(asChecker, 'same_amount')).toMatchObject({ documents: [], hidden: 1 });
    const asOfficer = await books.read(batch, 'approver1');
    expect(risk(asOfficer, 'same_amount')).toMatchObject({ documents: [{ total_amount: AMOUNT }], hidden: 0 });
  });
});

describe("the payee's bank account", () => {
  const addAccount = (number: string) =>
    inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      const row = await sql<{ id: number; today: CalendarDate }>`
        insert into payee_bank (payee_id, bank_id, account_number, acct_name)
        select ${payee}, id, ${number}, 'LESSOR' from bank_header where bank_code = 'BPI'
        returning id, (input_date at time zone 'Asia/Manila')::date as today`.execute(db);
      return row.rows[0]!;
    });
  const change = (id: number, field: 'signatory' | 'account_number') =>
    inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update payee_bank set ${sql.ref(field)} = '0002' where id = ${id}`.execute(db),
    );

  it('is told of for as many days as the setting says after it was added, and is high once it changes', async () => {
    const { id, today } = await addAccount('0001');
    const batch = await paid(AMOUNT, { payee_bank_id: id });
    const kindsAfter = async (days: number) => {
      await books.setToday(app.ownerUrl, addDays(today, days));
      const kinds = kindsOf(await books.read(batch));
      await books.setToday(app.ownerUrl, BOOKS_DAY);
      return kinds;
    };
    expect(await kindsAfter(14)).toEqual(['payee_account notice']);
    expect(await kindsAfter(15)).toEqual([]);
    await change(id, 'signatory');
    expect(await kindsAfter(14)).toEqual(['payee_account notice']);
    await change(id, 'account_number');
    expect(await kindsAfter(14)).toEqual(['payee_account high']);
    expect(await kindsAfter(15)).toEqual([]);
    await books.people.admin.call(updateSettings, { body: { risk_payee_account_days: 0 } });
    expect(await kindsAfter(0)).toEqual([]);
    await books.people.admin.call(updateSettings, { body: { risk_payee_account_days: 14 } });
  });
});

describe('tax withheld', () => {
  beforeAll(() =>
    inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update account set role = 'EWT' where acct_code = '203030'`.execute(db),
    ),
  );
  /** A draft that withholds from 50,000.00; the test's payee has no TIN unless it is given one. */
  const withholding = async (amount: string, line: Partial<LineInput>, tin: string | null = '900-000-001-00000') => {
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update payee set tin = ${tin} where id = ${payee}`.execute(db),
    );
    const body = books.payment('OB', '50000.00', { payee_id: payee, remarks: `WITHHELD ${(voucher += 1)}` });
    const [rent, cash] = body.details;
    const tax = { account_code: '203030', branch_id: books.branch_id, credit_amount: amount, ...line };
    const net = { ...cash!, credit_amount: (50_000 - Number(amount)).toFixed(2) };
    return (await books.people.preparer.call(createBatch, { body: { ...body, details: [rent!, tax, net] } })).data;
  };
  const WC120 = { atc_code: 'WC120', tax_base: '50000.00' };
  const submit = (batch: BatchDetail, rest: object = {}) =>
    books.people.preparer.call(moveBatch, { params: { id: batch.batch_number }, body: { status: 2, ...rest } });

  it.each<[string, string, Partial<LineInput>, string | null]>([
    [
      'Line 2 withholds 5,000.00: WC120, 2 % of 50,000.00, is 1,000.00, so that is 4,000.00 too much.',
      '5000.00',
      WC120,
      '900-000-001-00000',
    ],
    [
      'Line 2 withholds 1,000.00 without an ATC. Line 2 withholds 1,000.00 without its tax base.',
      '1000.00',
      {},
      '900-000-001-00000',
    ],
    ['Line 2 withholds 1,000.00 from LESSOR, who has no TIN.', '1000.00', WC120, null],
  ])('%s It is submitted with the reason, which approvers tick as seen', async (sentence, amount, line, tin) => {
    const batch = await withholding(amount, line, tin);
    const refused = await refusalOf(submit(batch));
    const told = sentence.replace('LESSOR', `LESSOR ${made}`);
    expect([refused.status, refused.code, refused.message]).toEqual([
      409,
      'submission_reason',
      `${told} Correct it, or submit it with the reason for which it is kept as remarks (approved_remarks).`,
    ]);
    expect(refused['doubts']).toEqual(told.split(/(?<=\.) (?=Line)/));
    const { batch_number, document_type, row_version } = batch;
    const dry = await books.people.preparer.call(dryRunMoves, {
      body: { action: 'submit', batches: [{ batch_number, document_type, row_version }] },
    });
    expect(dry.data.items[0]).toMatchObject({ outcome: 'blocked', message: refused.message });

    await submit(batch, { approved_remarks: 'As the tax office ruled.' });
    const submitted = await books.read(batch, 'checker');
    expect(submitted.timeline.at(-1)).toMatchObject({ action: 'submit', remarks: 'As the tax office ruled.' });
    expect(kindsOf(submitted)).toEqual(['withholding high']);
    expect(risk(submitted, 'withholding').sentence).toMatch(/\. Kept because: As the tax office ruled\.$/);
    expect((await refusalOf(approve(submitted, 'checker', 3))).code).toBe('risks_unseen');
    await approve(submitted, 'checker', 3, seenOf(submitted));
    expect((await books.read(batch)).risk_ticks).toMatchObject([{ kind: 'withholding' }]);
  });

  it('is that of the payee of its line, where the line names one', async () => {
    const { C0001 } = books.payees;
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update payee set tin = '900-000-002-00000' where id = ${C0001}`.execute(db),
    );
    const batch = await withholding('1000.00', { ...WC120, payee_id: C0001 }, null);
    await submit(batch);
    expect((await books.read(batch)).risk_signals).toEqual([]);
  });

  it('of a document that was voided is no doubt any more', async () => {
    const body = books.payment('CV', '50000.00', { payee_id: payee, remarks: `VOID ${(voucher += 1)}` });
    const [rent, cash] = body.details;
    const tax = { account_code: '203030', branch_id: books.branch_id, credit_amount: '5000.00', ...WC120 };
    const details = [
      { ...rent!, header_key: 0 },
      { ...cash!, header_key: 0 },
      { ...rent!, header_key: 1 },
      { ...tax, header_key: 1 },
      { ...cash!, header_key: 1, credit_amount: '45000.00' },
    ];
    const headers = [body.headers[0]!, { ...body.headers[0]!, header_key: 1 }];
    const saved = (await books.people.preparer.call(createBatch, { body: { ...body, headers, details } })).data;
    await submit(saved, { approved_remarks: 'As the tax office ruled.' });
    const isDoubted = async () => kindsOf(await books.read(saved, 'checker')).includes('withholding high');
    expect(await isDoubted()).toBe(true);
    await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      await sql`update document set voided_at = now(), voided_by = ${saved.prepared_by}, void_reason = 'Twice.'
        where id = ${saved.documents[1]!.id}::bigint`.execute(db);
      await followVouchers(db, [saved.id], 'void');
    });
    expect(await isDoubted()).toBe(false);
  });

  it('is held against the rate of its own date', async () => {
    const atThree = await withholding('1500.00', WC120);
    const startOn = (date: string) =>
      inTransaction(app.database, SYSTEM_ACTOR, (db) =>
        sql`insert into alpha_tax_rate (atc_id, effective_from, atc_rate)
          select id, ${date}::date, 3 from alpha_tax_code where atc_code = 'WC120'
          on conflict (atc_id, effective_from) do nothing`.execute(db),
      );
    await startOn('2099-01-01');
    expect((await refusalOf(submit(atThree))).message).toContain('WC120, 2 % of 50,000.00');
    await startOn(atThree.document_date);
    await submit(atThree);
    expect((await books.read(atThree)).risk_signals).toEqual([]);
  });
});

describe('a high signal', () => {
  it('is ticked by everybody who approves and by whoever releases; without it the way out is told', async () => {
    await paid();
    const batch = await paid();
    const [signal] = batch.risk_signals;
    expect(await refusalOf(approve(batch, 'checker', 3))).toMatchObject({
      status: 409,
      code: 'risks_unseen',
      risks: [{ fingerprint: signal!.fingerprint }],
      message: expect.stringMatching(/that you have not ticked as seen: The same payee .* Open it, read and tick them/),
    });
    await approve(batch, 'checker', 3, seenOf(batch));
    expect(await refusalOf(approve(batch, 'approver1', 6))).toMatchObject({ code: 'risks_unseen' });
    await approve(batch, 'approver1', 6, seenOf(batch));
    expect(await refusalOf(approve(batch, 'cashier', 7))).toMatchObject({ code: 'risks_unseen' });
    await approve(batch, 'cashier', 7, seenOf(batch));
    const { risk_ticks, risk_signals } = await books.read(batch);
    expect(risk_signals).toEqual([]);
    const { kind, sentence, fingerprint } = signal!;
    expect(risk_ticks).toEqual(
      ['cashier', 'approver1', 'checker'].map((role) => ({
        kind,
        sentence,
        fingerprint,
        user_name: books.people[role as Role].user.name,
        at: expect.any(String),
      })),
    );
  });

  it('that another payment joined was not seen', async () => {
    await paid();
    const batch = await paid();
    await paid();
    expect(await refusalOf(approve(batch, 'checker', 3, seenOf(batch)))).toMatchObject({ code: 'risks_unseen' });
    await approve(batch, 'checker', 3, seenOf(await books.read(batch)));
  });

  it('stops neither a return nor a notice, and a tick too many is not kept', async () => {
    await paid();
    const batch = await paid();
    await books.people.checker.call(moveBatch, {
      params: { id: batch.batch_number },
      body: { status: 1, approved_remarks: 'Paid already', risks_seen: seenOf(batch) },
    });
    const dated = await paid('17.00', { document_date: '2026-03-29' });
    expect(kindsOf(dated)).toEqual(['rest_day notice']);
    await approve(dated, 'checker', 3, seenOf(dated));
    expect((await books.read(dated)).risk_ticks).toEqual([]);
  });

  it('is told by a dry run, whose outcome is that of whoever ticks it', async () => {
    await paid();
    const batch = await paid();
    const { batch_number, document_type, row_version } = batch;
    const { data } = await books.people.checker.call(dryRunMoves, {
      body: { action: 'approve', batches: [{ batch_number, document_type, row_version }] },
    });
    expect(data.items).toMatchObject([{ outcome: 'needs_another', status: 3, risks: batch.risk_signals }]);
    await approve(batch, 'checker', 3, seenOf(batch));
  });

  it('is counted in the list of what waits', async () => {
    await paid();
    const batch = await paid();
    const query = { for_my_approval: 1, actions: 1, pages: 100 } as const;
    const { data } = await books.people.checker.call(listBatches, { query });
    expect(data.find(({ batch_number }) => batch_number === batch.batch_number)).toMatchObject({
      risks: { high: 1, notice: 0 },
    });
  });
});

it('has none on a journal, which pays nobody', async () => {
  const { data } = await books.people.preparer.call(createBatch, { body: books.entry('700.00') });
  const twin = await books.saveAt(2, '700.00');
  expect([data.risk_signals, twin.risk_signals]).toEqual([[], []]);
});

it('is looked for among the payments of the payee alone, in young books too, which nobody has analysed', async () => {
  await paid();
  const batch = await paid();
  const blocks = await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
    const read = sql<{ blocks: number }>`
      select sum(pg_stat_get_xact_blocks_fetched(o.oid))::int as blocks
      from (select indexrelid as oid from pg_index where indrelid = 'document'::regclass union all select 'document'::regclass) o`;
    // The first one may plan, which looks at every index.
    await readRiskFacts(db, [batch.id]);
    const before = (await read.execute(db)).rows[0]!.blocks;
    const facts = await readRiskFacts(db, [batch.id]);
    expect(facts.get(batch.id)!.payments).toHaveLength(1);
    return (await read.execute(db)).rows[0]!.blocks - before;
  });
  expect(blocks).toBeLessThan(30);
});
