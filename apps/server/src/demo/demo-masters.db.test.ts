import { expect, it } from 'vitest';
import { inTransaction, openDatabase, SYSTEM_ACTOR } from '../platform/database/database.ts';
import { SYSTEM_PRINCIPAL } from '../platform/http/principal.ts';
import { createTestDatabase } from '../testing/test-database.ts';
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
    expect([...new Set(lines.map((line) => line.document_type))].toSorted()).toEqual(['CR', 'CV', 'DM', 'JE', 'OB']);
    for (const line of lines) {
      expect(line).toMatchObject({ acct_type: 'S', branch_id: expect.any(Number) });
      expect(line.department_id !== null).toBe(line.acct_class === 'I');
    }
    const sums = await db
      .selectFrom('regular_line as l')
      .innerJoin('regular_transaction as t', 't.id', 'l.regular_transaction_id')
      .select(({ fn }) => ['t.txn_type', fn.sum('l.debit_amount').as('debit'), fn.sum('l.credit_amount').as('credit')])
      .groupBy('t.txn_type')
      .execute();
    expect(sums).toHaveLength(6);
    expect(sums.filter(({ debit, credit }) => debit !== credit)).toEqual([]);
  } finally {
    await db.destroy();
    await copy.drop();
  }
});
