import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReceivedBatchInput } from '@talaan/contract/integration/received-batch.contract';
import { createBatch } from '@talaan/contract/documents/batch.contract';
import { revokeApiClient } from '@talaan/contract/sign-in/api-client.contract';
import { cashReceiptDocument } from '../documents/cash-receipt/cash-receipt.document.ts';
import { disbursementDocuments } from '../documents/disbursement/disbursement.documents.ts';
import { journalEntryDocument } from '../documents/journal-entry/journal-entry.document.ts';
import { keepRisks } from '../batches/risks/kept-risks.ts';
import { inTransaction, SYSTEM_ACTOR } from '../platform/database/database.ts';
import {
  openPaymentBooks,
  type HeaderChange,
  type PaymentBooks,
  type PaymentType,
} from '../testing/books/payment-books.ts';
import { answerOf, batchOf, registerSending, SendingBooks } from '../testing/books/sending-books.ts';
import { runAsOwner } from '../testing/owner-connection.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

const DOCUMENTS = [...disbursementDocuments, journalEntryDocument, cashReceiptDocument];

let app: TestServer;
/** Another process on the same database. */
let beside: TestServer;
let books: PaymentBooks;
let sending: SendingBooks;
let token: string;

beforeAll(async () => {
  app = await createTestServer((server, services) => registerSending(server, services, DOCUMENTS));
  beside = await createTestServer((server, services) => registerSending(server, services, DOCUMENTS), {
    reachDatabase: () => app.urls.appUrl,
  });
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  sending = await SendingBooks.open(app, books);
  await sending.makeSource('ALL', 'posts', ['cv', 'cw', 'ob', 'dm', 'je', 'cr']);
  token = await sending.tokenOf(await sending.makeClient('ALL', true));
});
afterAll(async () => {
  await beside.stop();
  await app.stop();
});

const send = (body: unknown, by = token) => sending.send(body, by);

/** What a batch posted, without its numbers. */
async function postingsOf(batch_number: string) {
  const found = await sql<Record<string, unknown>>`
    select e.entry_date, a.acct_code, p.debit::text, p.credit::text, p.fc_debit::text, p.fc_credit::text, p.branch_id,
      p.department_id, p.payee_id, p.remarks
    from posting p join journal_entry e on e.id = p.entry_id join account a on a.id = p.account_id
    join document d on d.id = e.document_id join batch b on b.id = d.batch_id
    where b.batch_number = ${batch_number} order by e.id, p.line_no`.execute(app.database);
  return found.rows;
}

interface Sent {
  type: PaymentType;
  head?: Partial<ReceivedBatchInput>;
  document?: Partial<ReceivedBatchInput['documents'][number]>;
  bank?: string;
  against?: string;
}

/** Rent of 1,000.00 against a bank, as a source sends it. */
function received(batch_no: string, { type, head = {}, document = {}, bank = '102103', against = '502010' }: Sent) {
  const branch = 'SMP-001';
  const other = { account_code: against, branch, ...(against === '502010' ? { department: 'ACCT' } : {}) };
  const [paid, from] =
    type === 'CR' ? [{ account_code: bank, branch }, other] : [other, { account_code: bank, branch }];
  return batchOf(batch_no, {
    document_type: type,
    control: { documents: 1, lines: 2, debit: '1000.00', credit: '1000.00' },
    ...head,
    documents: [
      {
        document_no: 'D-1',
        document_date: '2026-03-31',
        remarks: 'RENT OF MARCH',
        payee_code: 'S0001',
        bank_code: 'BPI',
        bank_account: '0003-0001',
        ...document,
        lines: [
          { ...paid, debit_amount: '1000.00', credit_amount: '0.00' },
          { ...from, debit_amount: '0.00', credit_amount: '1000.00' },
        ],
      },
    ],
  });
}

describe('what a source sends posts as what is typed', () => {
  it.each([
    ['CV', { cheque_number: 'R0000001' }, {}],
    ['CW', { cheque_number: 'R0000002' }, {}],
    ['OB', { payee_account_number: '0000-1111-22' }, {}],
    ['DM', {}, {}],
    ['CR', { is_or_ar: '1' }, { is_or_ar: 1 }],
  ] as const)('%s', async (type, document, typed: HeaderChange) => {
    const header = type === 'OB' ? { payee_bank_id: books.payee_bank_id } : typed;
    const { batch_number: byHand } = await books.payAt(type, 7, '1000.00', header);
    const reply = await send(received(`T-${type}`, { type, document }));
    expect([reply.statusCode, reply.json().message]).toEqual([201, undefined]);
    const { batch_number, documents, state } = answerOf(reply);
    expect([state, documents[0]!.document_number === null]).toEqual(['posted', false]);
    const postings = await postingsOf(batch_number);
    expect(postings.length).toBe(2);
    expect(postings).toEqual(await postingsOf(byHand));
  });

  it('in a foreign currency, at its rate', async () => {
    const usd = { currency: 'USD', dollar_rate: '56.5' };
    const line = { branch_id: books.branch_id };
    const { data: byHand } = await books.people.preparer.call(createBatch, {
      body: {
        document_type: 'DM',
        headers: [
          {
            document_date: '2026-03-31',
            remarks: 'RENT OF MARCH',
            payee_id: books.payees.S0001,
            bank_id: books.banks['102303'],
            currency_id: 2,
            dollar_rate: '56.5',
          },
        ],
        details: [
          { ...line, account_code: '201050', debit_amount: '1000.00' },
          { ...line, account_code: '102303', credit_amount: '1000.00' },
        ],
      },
    });
    await books.bring(byHand, 7);
    const bank = { bank_code: 'MBTC', bank_account: '0004-0002' };
    const sent = { type: 'DM', head: usd, document: bank, bank: '102303', against: '201050' } as const;
    const reply = await send(received('T-USD', sent));
    expect([reply.statusCode, reply.json().message]).toEqual([201, undefined]);
    const postings = await postingsOf(answerOf(reply).batch_number);
    expect(postings[0]).toMatchObject({ debit: '56500.00', fc_debit: '1000.00' });
    expect(postings).toEqual(await postingsOf(byHand.batch_number));
  });

  it('and mails no receipt, unless its source says so', async () => {
    const mails = async () =>
      (
        await sql<{ to_address: string }>`select to_address from mail_message where template = 'receipt'`.execute(
          app.database,
        )
      ).rows;
    const receipt = { is_or_ar: '2', payee_code: 'C0001' } as const;
    expect((await send(received('QUIET', { type: 'CR', document: receipt }))).statusCode).toBe(201);
    expect(await mails()).toEqual([]);
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update integration_source set mails_receipts = 1 where source_code = 'ALL'`.execute(db),
    );
    expect((await send(received('MAILED', { type: 'CR', document: receipt }))).statusCode).toBe(201);
    expect(await mails()).toEqual([{ to_address: 'a@b.example' }]);
  });
});

it('keeps the risks of a payment after it posted, among those of its source alone, as notices', async () => {
  const pay = async (batch_no: string, cheque_number: string) =>
    answerOf(await send(received(batch_no, { type: 'CV', document: { cheque_number } }))).batch_number;
  await pay('RISK-1', 'R0000011');
  const second = await pay('RISK-2', 'R0000012');
  const risksOf = async (batch_number: string) =>
    (await books.read({ batch_number }, 'admin')).risk_signals.map(({ kind, severity, documents }) => ({
      kind,
      severity,
      others: documents.length,
    }));
  expect(await risksOf(second)).toEqual([]);
  await keepRisks(app.database);
  const { rows } = await sql<{ batch_number: string }>`
    select b.batch_number from batch b join integrated_batch i on i.id = b.integrated_batch_id
    where b.document_type in ('CV', 'CW', 'OB', 'DM') and b.batch_number <> ${second}`.execute(app.database);
  // What was typed pays the same as well, and is not among them.
  expect(await risksOf(second)).toContainEqual({ kind: 'same_reference', severity: 'notice', others: rows.length });
});

const count = async (what: string) =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.raw(what)}`.execute(app.database)).rows[0]!.n);
const traces = async () => [
  await count('batch'),
  await count('integrated_batch'),
  await count('journal_entry'),
  await count(`number_reservation where state = 'reserved'`),
];

/** Sends while nothing can be entered, does something once the batch was checked, and lets it be entered. */
async function between(body: unknown, by: string, act: () => Promise<unknown>) {
  return runAsOwner(app.ownerUrl, async (owner) => {
    await owner.query('begin; lock table integrated_batch in exclusive mode');
    const sent = send(body, by);
    for (let waits = 0; waits === 0;) {
      const found = await owner.query(
        `select count(*)::int as n from pg_locks where not granted and relation = 'integrated_batch'::regclass`,
      );
      waits = found.rows[0].n;
    }
    await act();
    await owner.query('commit');
    return sent;
  });
}

describe('what changes between the check and the posting', () => {
  it('a period that was closed: nothing of the batch is left', async () => {
    const close = (open: 0 | 1) =>
      inTransaction(app.database, SYSTEM_ACTOR, (db) =>
        sql`update accounting_period set general_journal = ${open} where fiscal_year = 2026 and period_no = 3`.execute(
          db,
        ),
      );
    const before = await traces();
    const reply = await between(batchOf('CLOSING'), token, () => close(0));
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      'Accounting Period for this date is already Closed.',
    ]);
    expect(await traces()).toEqual(before);
    await close(1);
    expect((await send(batchOf('CLOSING'))).statusCode).toBe(201);
  });

  it('a client that was revoked: its batch is refused, and so is its next call', async () => {
    const client = await sending.makeClient('ALL', true);
    const by = await sending.tokenOf(client);
    const before = await traces();
    const reply = await between(batchOf('REVOKED'), by, () =>
      sending.maker.call(revokeApiClient, { params: { id: client.id } }),
    );
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'client']);
    expect(await traces()).toEqual(before);
    expect((await send(batchOf('REVOKED'), by)).statusCode).toBe(401);
  });
});

it('two processes enter each batch once, whatever the order in which they get it, and never wait for each other for ever', async () => {
  const deadlocks = async () =>
    Number(
      (
        await sql<{
          n: string;
        }>`select deadlocks as n from pg_stat_database where datname = current_database()`.execute(app.database)
      ).rows[0]!.n,
    );
  const before = await deadlocks();
  const numbers = Array.from({ length: 24 }, (_, place) => `TWO-${place}`);
  const to = (server: TestServer, batch_no: string) =>
    server.server.inject({
      method: 'POST',
      url: '/api/trx/integrated',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      payload: JSON.stringify(batchOf(batch_no)),
    });
  const [here, there] = await Promise.all([
    Promise.all(numbers.map((one) => to(app, one))),
    Promise.all(numbers.toReversed().map((one) => to(beside, one))),
  ]);
  const bodies = new Map(here.map((reply) => [answerOf(reply).batch_no, reply.body]));
  for (const reply of there) expect(reply.body).toBe(bodies.get(answerOf(reply).batch_no));
  const statuses = [...here, ...there].map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201).length).toBe(24);
  expect(statuses.filter((status) => status === 200).length).toBe(24);
  expect(await count(`integrated_batch where batch_no like 'TWO-%'`)).toBe(24);
  expect(await deadlocks()).toBe(before);
});

// Connections have planned their statements with small batches by now.
it('posts 50,000 lines, the most that a batch may have, packed by gzip', { timeout: 60_000 }, async () => {
  const line = (side: 'debit_amount' | 'credit_amount') => ({
    account_code: side === 'debit_amount' ? '502010' : '102103',
    branch: 'SMP-001',
    department: 'ACCT',
    debit_amount: '0.00',
    credit_amount: '0.00',
    [side]: '1.00',
  });
  const lines = Array.from({ length: 5000 }, (_, place) => line(place % 2 === 0 ? 'debit_amount' : 'credit_amount'));
  const body = batchOf('MOST', {
    control: { documents: 10, lines: 50_000, debit: '25000.00', credit: '25000.00' },
    documents: Array.from({ length: 10 }, (_, place) => ({
      document_no: `D-${place}`,
      document_date: '2026-03-31',
      remarks: 'Interest',
      lines,
    })),
  });
  const reply = await sending.sendRaw(gzipSync(JSON.stringify(body)), {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'idempotency-key': randomUUID(),
  });
  expect([reply.statusCode, reply.json().message]).toEqual([201, undefined]);
  expect(
    await count(`posting p join journal_entry e on e.id = p.entry_id join document d on d.id = e.document_id
    join integrated_document i on i.document_id = d.id join integrated_batch b on b.id = i.integrated_batch_id
    where b.batch_no = 'MOST'`),
  ).toBe(50_000);
});
