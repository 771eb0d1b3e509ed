import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { RECEIVED_CHEQUE_STATES } from '@talaan/contract/resources/parties/received-cheque.resource';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { inTransaction, openDatabase, SYSTEM_ACTOR } from '../platform/database/database.ts';
import { SYSTEM_PRINCIPAL } from '../platform/http/principal.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { enterBillings } from './billings/billing-writer.ts';
import { currentBillings, openingInvoices } from './billings/demo-billings.ts';
import { enterCollections } from './collections/collection-writer.ts';
import { enterReceivedCheques } from './collections/demo-cheques-received.ts';
import { demoCollections } from './collections/demo-collections.ts';
import { loadMasters } from './demo-masters.ts';

it('the demo company has templates whose lines name postable accounts; given amounts balance', async () => {
  const copy = await createTestDatabase();
  const db = openDatabase(copy, { poolSize: 1 });
  try {
    await inTransaction(db, SYSTEM_ACTOR, (transaction) =>
      loadMasters({ db: transaction, user: SYSTEM_PRINCIPAL }, { first_year: 2024, rates: [] }),
    );
    const lines = await db
      .selectFrom('regular_transaction as t')
      .innerJoin('regular_line as l', 'l.regular_transaction_id', 't.id')
      .innerJoin('account as a', 'a.id', 'l.account_id')
      .select(['t.txn_type', 't.document_type', 'a.acct_type', 'a.acct_class', 'l.department_id', 'l.branch_id'])
      .select(['l.debit_amount', 'l.credit_amount'])
      .execute();
    expect([...new Set(lines.map((line) => line.document_type))].toSorted()).toEqual([
      'BI',
      'CR',
      'CV',
      'DM',
      'JE',
      'OB',
    ]);
    for (const line of lines) {
      expect(line).toMatchObject({ acct_type: 'S', branch_id: expect.any(Number) });
      expect(line.department_id !== null).toBe(line.acct_class === 'I');
    }
    const sums = await db
      .selectFrom('regular_line as l')
      .innerJoin('regular_transaction as t', 't.id', 'l.regular_transaction_id')
      .select(({ fn }) => ['t.txn_type', fn.sum('l.debit_amount').as('debit'), fn.sum('l.credit_amount').as('credit')])
      // What a billing bills is its income alone; the receivable follows.
      .where('t.document_type', '<>', 'BI')
      .groupBy('t.txn_type')
      .execute();
    expect(sums).toHaveLength(6);
    expect(sums.filter(({ debit, credit }) => debit !== credit)).toEqual([]);
  } finally {
    await db.destroy();
    await copy.drop();
  }
});

it('the demo company bills and collects in every state, and what its customers owe is its control account', async () => {
  const copy = await createTestDatabase();
  const db = openDatabase(copy, { poolSize: 1 });
  try {
    await inTransaction(db, SYSTEM_ACTOR, (transaction) =>
      loadMasters({ db: transaction, user: SYSTEM_PRINCIPAL }, { first_year: 2024, rates: [] }),
    );
    const today = requireCalendarDate('2026-11-20');
    const [opening, current] = [openingInvoices(2024), currentBillings(today)];
    await inTransaction(db, SYSTEM_ACTOR, (transaction) => enterBillings(transaction, [...opening, ...current]));
    await inTransaction(db, SYSTEM_ACTOR, async (transaction) => {
      await enterCollections(transaction, demoCollections(opening, current, today));
      await enterReceivedCheques({ db: transaction, user: SYSTEM_PRINCIPAL }, today);
    });
    const { rows } = await sql<{ day: string; open: string; control: string }>`
      select day::text, (select sum(open_amount)::text from open_invoices(day)) as open,
        (select sum(p.debit - p.credit)::text from posting p join account a on a.id = p.account_id
          where a.role = 'AR' and p.entry_date <= day) as control
      from unnest(array['2024-01-01', '2024-12-31', '2026-09-30', ${today}]::date[]) as day`.execute(db);
    expect(rows[0]).toEqual({ day: '2024-01-01', open: '3360000.00', control: '3360000.00' });
    for (const { day, open, control } of rows) expect([day, open]).toEqual([day, control]);
    const statesOf = async (type: string) =>
      (
        await db
          .selectFrom('batch')
          .select('status')
          .where('document_type', '=', type)
          .distinct()
          .orderBy('status')
          .execute()
      ).map(({ status }) => status);
    expect([await statesOf('BI'), await statesOf('CN')]).toEqual([
      [1, 3, 4, 5, 7, 20],
      [1, 7, 20],
    ]);
    const cheques = await db.selectFrom('received_cheque').select('state').distinct().execute();
    expect(cheques.map(({ state }) => state).toSorted()).toEqual([...RECEIVED_CHEQUE_STATES].toSorted());
  } finally {
    await db.destroy();
    await copy.drop();
  }
});
