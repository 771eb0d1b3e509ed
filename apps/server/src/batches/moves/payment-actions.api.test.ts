import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBatch, lockBatch, updateBatch } from '@talaan/contract/documents/batch.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { cashReceiptDocument } from '../../documents/cash-receipt/cash-receipt.document.ts';
import { disbursementDocuments } from '../../documents/disbursement/disbursement.documents.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import type { Role } from '../../testing/books/journal-books.ts';
import {
  BOOKS_DAY,
  openPaymentBooks,
  refusalOf,
  type PaymentBooks,
  type PaymentType,
} from '../../testing/books/payment-books.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerBatchRoutes } from '../register-batches.ts';

const PAID = ['CV', 'CW', 'OB', 'DM'] as const;

let app: TestServer;
let books: PaymentBooks;
beforeAll(async () => {
  app = await createTestServer((server, services) =>
    registerBatchRoutes(server, services, [...disbursementDocuments, cashReceiptDocument]),
  );
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
});
afterAll(() => app.stop());

type Table = Readonly<Record<number, Readonly<Record<Role, string>>>>;

/**
 * Who may do what with 150,000.00 of Ana, the preparer, at every status (decisions §3): reviewed by the checker, approved by
 * approver1, approver2, approver3. A row of the table is a status; a cell the actions, in the order of the wire.
 */
const DISBURSEMENT: Table = {
  1: {
    preparer: 'edit submit archive delete',
    preparer2: 'edit',
    checker: 'edit void delete',
    approver1: '',
    approver2: '',
    approver3: '',
    cashier: '',
    auditor: '',
    admin: 'edit void delete',
  },
  2: {
    preparer: 'edit withdraw',
    preparer2: 'approve return reject',
    checker: 'approve return reject void',
    approver1: '',
    approver2: '',
    approver3: '',
    cashier: '',
    auditor: '',
    admin: 'approve return reject void',
  },
  3: {
    preparer: 'edit withdraw',
    preparer2: '',
    checker: 'void',
    approver1: 'approve return reject',
    // His approval here would leave nobody for a later level.
    approver2: 'return reject',
    approver3: '',
    cashier: '',
    auditor: '',
    admin: 'void',
  },
  4: {
    preparer: 'edit withdraw',
    preparer2: '',
    checker: 'void',
    approver1: '',
    approver2: 'approve return reject',
    approver3: 'return reject',
    cashier: '',
    auditor: '',
    admin: 'void',
  },
  5: {
    preparer: 'edit withdraw',
    preparer2: '',
    checker: 'void',
    approver1: '',
    approver2: '',
    approver3: 'approve return reject',
    cashier: '',
    auditor: '',
    admin: 'void',
  },
  6: {
    preparer: 'edit withdraw release',
    preparer2: '',
    checker: 'void',
    approver1: '',
    approver2: '',
    approver3: '',
    cashier: 'release',
    auditor: '',
    admin: 'release void',
  },
  7: {
    preparer: '',
    preparer2: '',
    checker: 'void',
    approver1: '',
    approver2: '',
    approver3: '',
    cashier: '',
    auditor: '',
    admin: 'void',
  },
  20: {
    preparer: 'restore',
    preparer2: '',
    checker: '',
    approver1: '',
    approver2: '',
    approver3: '',
    cashier: '',
    auditor: '',
    admin: '',
  },
};

/** A cash receipt needs no approval by default: submitting it issues the receipt. The cashier holds Update on it. */
const RECEIPT: Table = {
  1: { ...DISBURSEMENT[1]!, cashier: 'edit' },
  7: DISBURSEMENT[7]!,
  20: DISBURSEMENT[20]!,
};

const TABLES: Readonly<Record<PaymentType, Table>> = {
  CV: DISBURSEMENT,
  CW: DISBURSEMENT,
  OB: DISBURSEMENT,
  DM: DISBURSEMENT,
  CR: RECEIPT,
};
const CASES = Object.entries(TABLES).flatMap(([type, table]) =>
  Object.entries(table).map(([status, row]) => ({ type: type as PaymentType, status: Number(status), row })),
);

describe.each(CASES)('$type at status $status', ({ type, status, row }) => {
  it('offers each role what decisions §3 gives it, and names a reason for everything else', async () => {
    const batch = await books.payAt(type, status);
    expect(batch.status).toBe(status);
    const offered: Partial<Record<Role, string>> = {};
    for (const role of Object.keys(row) as Role[]) {
      const { allowed_actions } = await books.read(batch, role);
      const actions = Object.entries(allowed_actions);
      offered[role] = actions
        .filter(([, state]) => state.allowed)
        .map(([action]) => action)
        .join(' ');
      const silent = actions.filter(([, state]) => !state.allowed && !state.message).map(([action]) => action);
      expect([role, silent]).toEqual([role, []]);
    }
    expect(offered).toEqual(row);
  });
});

describe.each(PAID)('releasing a %s', (type) => {
  it('is the last step and posts, by the preparer or a cashier and nobody else', async () => {
    const batch = await books.payAt(type, 6, '15000.00');
    expect((await sqlCount(batch)).entries).toBe('0');
    expect(await refusalOf(books.move(batch, 'checker', 7))).toMatchObject({ status: 403, code: 'not_cashier' });
    const released = await books.move(batch, 'cashier', 7);
    expect(released).toMatchObject({ status: 7, status_label: 'Released', accounting_status: 7 });
    expect((await sqlCount(batch)).entries).toBe('1');
    const own = await books.payAt(type, 6, '15000.00');
    expect((await books.move(own, 'preparer', 7)).journal_entry_ids).toHaveLength(1);
  });
});

describe('moves that are refused by name', () => {
  it.each([
    ['the preparer approves', 3, 'preparer', 4, 403, 'The preparer cannot approve this transaction.'],
    ['skipping the approvals', 1, 'preparer', 7, 409, 'Stage 2 approval is missing.'],
    ['skipping the release', 3, 'approver1', 7, 409, 'Stage 4 approval is missing.'],
    ['changing what is released', 7, 'preparer', 1, 409, 'A released transaction can only be reversed.'],
  ] as const)('%s', async (_name, at, role, wanted, status, message) => {
    const batch = await books.payAt('CV', at);
    expect(await refusalOf(books.move(batch, role, wanted))).toMatchObject({ status, message });
    expect((await books.read(batch)).status).toBe(at);
  });

  it('the preparer approves as a super user', async () => {
    const batch = await saveAs('admin');
    await books.move(batch, 'admin', 2);
    expect(await refusalOf(books.move(batch, 'admin', 3))).toMatchObject({
      status: 403,
      message: 'The preparer cannot approve this transaction.',
    });
  });

  it('an amount above the own limit, where another officer of the level reaches it', async () => {
    const above = await books.payAt('CV', 4, '99000.00');
    const limit = (max: number) =>
      inTransaction(app.database, SYSTEM_ACTOR, (db) =>
        sql`update approving_officer set max_amount = ${max}
          where level = 'L2' and currency_id = 1 and user_id = ${books.people.approver2.user.id}`.execute(db),
      );
    await limit(50_000);
    expect(await refusalOf(books.move(above, 'approver2', 6))).toMatchObject({
      status: 403,
      message: 'Amount 99,000.00 PHP is above your limit of 50,000.00 PHP.',
    });
    await limit(100_000);
  });

  it('an approval that leaves nobody for a later level', async () => {
    const large = await books.payAt('CV', 4, '150000.00');
    expect(await refusalOf(books.move(large, 'approver3', 5))).toMatchObject({
      status: 409,
      code: 'strands',
      message: 'If you approve this, nobody is left for level L3. Approver2 Reyes can approve it instead.',
    });
    const current = large.route.find(({ status }) => status === 4);
    expect(current?.eligible.map(({ user_name }) => user_name)).toEqual(['Approver2 Reyes']);
  });

  it('return and reject without remarks', async () => {
    const batch = await books.payAt('OB', 2);
    expect((await refusalOf(books.move(batch, 'checker', 1))).errors).toEqual({
      approved_remarks: ['remarks is required.'],
    });
    await books.move(batch, 'checker', 1, { approved_remarks: 'Attach the invoice.' });
    expect(await books.read(batch)).toMatchObject({ status: 1, approved_remarks: 'Attach the invoice.' });
  });
});

describe('restoring', () => {
  it('is for the preparer only', async () => {
    const batch = await books.payAt('CV', 20);
    for (const role of ['checker', 'cashier', 'admin'] as const) {
      expect(await refusalOf(books.move(batch, role, 1))).toMatchObject({
        status: 403,
        message: 'The Current User is not the Preparer.',
      });
    }
  });

  it('asks for a voucher series when there is none, and changes nothing', async () => {
    const batch = await books.payAt('CV', 20);
    const setSeries = (to: number) =>
      inTransaction(app.database, SYSTEM_ACTOR, (db) =>
        sql`update number_series set series_to = ${to}::bigint where kind = 'voucher'`.execute(db),
      );
    const next = await sql<{ next_number: string }>`
      select next_number from number_series where kind = 'voucher'`.execute(app.database);
    await setSeries(Number(next.rows[0]!.next_number) - 1);
    const refused = await refusalOf(books.move(batch, 'preparer', 1, { new_voucher_number: 1 }));
    const unsaved = await refusalOf(books.pay('CW', '10.00'));
    await setSeries(9_999_999);
    for (const problem of [refused, unsaved]) {
      expect(problem).toMatchObject({ status: 409, message: 'Please create Voucher Series first.' });
    }
    expect((await books.read(batch)).status).toBe(20);
    expect((await books.pay('CW', '10.00')).document_number).toBe(next.rows[0]!.next_number.padStart(7, '0'));
  });

  it('keeps the number of a posted voucher void and takes a new one, with a new cheque', async () => {
    const batch = await books.payAt('CV', 7, '15000.00', { cheque_number: '0000900' });
    await books.move(batch, 'checker', 20, { approved_remarks: 'Returned by the bank' });
    const refused = await refusalOf(books.move(batch, 'preparer', 1, { new_voucher_number: 0 }));
    expect(refused).toMatchObject({ status: 409, code: 'number_posted' });
    expect(refused.message).toContain(batch.document_number!);
    const restored = await books.move(batch, 'preparer', 1, { new_voucher_number: 1 });
    expect(await books.read(batch)).toMatchObject({
      status: 1,
      document_number: restored.document_number,
      cheque_number: null,
      voided: false,
      total_amount: '15000.00',
    });
    const { row_version } = await books.read(batch);
    const body = { ...books.payment('CV', '15000.00', { cheque_number: '0000901' }), row_version };
    await books.people.preparer.call(updateBatch, { params: { id: batch.batch_number }, body });
    const posted = await books.bring(await books.read(batch), 7);
    expect(posted.accounting_status).toBe(7);
  });

  it('takes a new number for every other type that was posted, and gives up its receipt numbers', async () => {
    const receipt = await books.payAt('CR', 7, '500.00', { is_or_ar: 3 });
    expect([receipt.or_number, receipt.ar_number]).toEqual([expect.any(String), expect.any(String)]);
    await books.move(receipt, 'checker', 20, { approved_remarks: 'Wrong payor' });
    await books.move(receipt, 'preparer', 1);
    const restored = await books.read(receipt);
    expect(restored).toMatchObject({ status: 1, or_number: null, ar_number: null });
    expect(restored.document_number).not.toBe(receipt.document_number);
    const again = await books.bring(restored, 7);
    expect(again.or_number).not.toBe(receipt.or_number);
  });

  it('leaves it archived when declined: the archived status is sent again', async () => {
    const batch = await books.payAt('CV', 20);
    expect(await books.move(batch, 'preparer', 20, { processing: 0 })).toMatchObject({ status: 20, processing: 0 });
  });

  it('takes the whole voucher with its new numbers as well, as the specification sends it', async () => {
    const batch = await books.payAt('CW', 20, '700.00');
    const { call } = books.people.preparer;
    const header = { status: 1, processing: 0, document_date: '2026-03-01', cheque_number: batch.cheque_number };
    const [rent, cash] = books.payment('CW', '900.00').details;
    const details = [
      { ...rent!, debit_amount: '500.00' },
      { ...rent!, debit_amount: '400.00', remarks: 'Parking' },
      cash!,
    ];
    const body = { ...books.payment('CW', '900.00', { ...header, remarks: 'RENT AND PARKING' }), details };
    const { data } = await call(updateBatch, { params: { id: batch.batch_number }, body });
    expect(data).toMatchObject({
      status: 1,
      processing: 0,
      document_date: BOOKS_DAY,
      remarks: 'RENT AND PARKING',
      total_amount: '900.00',
      cheque_number: batch.cheque_number,
    });
    expect(data.document_number).not.toBe(batch.document_number);
    expect(data.details.map((line) => [line.debit_amount, line.credit_amount, line.remarks])).toEqual([
      ['500.00', '0.00', ''],
      ['400.00', '0.00', 'Parking'],
      ['0.00', '900.00', ''],
    ]);
    expect((await books.bring(data, 7)).accounting_status).toBe(7);
  });

  it('leaves a whole voucher archived whose lines cannot be stored', async () => {
    const batch = await books.payAt('CW', 20, '700.00');
    const body = books.payment('CW', 'seven');
    const refused = await refusalOf(
      books.people.preparer.call(updateBatch, { params: { id: batch.batch_number }, body }),
    );
    expect(refused.status).toBe(422);
    expect(await books.read(batch)).toMatchObject({ status: 20, document_number: batch.document_number });
  });
});

describe('the lock of a payment in process', () => {
  const lock = (batch: BatchDetail, role: Role) =>
    books.people[role].call(lockBatch, { params: { id: batch.batch_number }, body: {} });
  const free = (batch: BatchDetail, role: Role) => books.move(batch, role, batch.status, { processing: 0 });

  it('is freed by an approver at 2 to 5, and by the preparer at 1 and 6; the status stays', async () => {
    const waiting = await books.payAt('CV', 3);
    await lock(waiting, 'approver1');
    for (const role of ['preparer', 'checker', 'auditor'] as const) {
      expect(await refusalOf(free(waiting, role))).toMatchObject({ status: 403, code: 'no_access' });
    }
    expect(await free(waiting, 'approver2')).toMatchObject({ status: 3, processing: 0 });

    const draft = await books.pay('CV', '10.00');
    await lock(draft, 'preparer2');
    expect(await refusalOf(free(draft, 'approver2'))).toMatchObject({ code: 'no_access' });
    expect(await free(draft, 'preparer')).toMatchObject({ status: 1, processing: 0 });

    const ready = await books.payAt('OB', 6);
    await lock(ready, 'cashier');
    expect(await refusalOf(books.move(ready, 'preparer', 7))).toMatchObject({ status: 409, code: 'locked' });
    expect(await free(ready, 'preparer')).toMatchObject({ status: 6, processing: 0 });
  });
});

describe('the voids of a posted payment', () => {
  it('mirrors it, and the balances come back', async () => {
    const batch = await books.payAt('OB', 7, '15000.00');
    const voided = await books.move(batch, 'checker', 20, { approved_remarks: 'Sent twice' });
    expect(voided.journal_entry_ids).toHaveLength(1);
    expect((await sql`select * from verify_balances()`.execute(app.database)).rows).toEqual([]);
    expect(await books.read(batch)).toMatchObject({ status: 20, voided: true });
  });
});

async function sqlCount(batch: BatchDetail): Promise<{ entries: string }> {
  const found = await sql<{ entries: string }>`
    select count(*) as entries from journal_entry e join document d on d.id = e.document_id
    where d.batch_id = ${batch.id}::bigint`.execute(app.database);
  return found.rows[0]!;
}

async function saveAs(role: Role): Promise<BatchDetail> {
  return (await books.people[role].call(createBatch, { body: books.payment('CV', '15000.00') })).data;
}
