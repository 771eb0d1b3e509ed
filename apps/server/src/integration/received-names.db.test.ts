import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSent } from './receive-batch.ts';
import { loadReceivedNames } from './received-names.store.ts';
import { RecordNames } from './uploads/record-names.ts';
import { inTransaction, openDatabase, SYSTEM_ACTOR, type Database } from '../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

let copy: TestDatabase;
let database: Database;
beforeAll(async () => {
  copy = await createTestDatabase();
  database = openDatabase(copy, { poolSize: 1 });
  await inTransaction(database, SYSTEM_ACTOR, (db) =>
    sql`insert into payee (payee_code, payee_desc, payee_type) select 'Py-' || n, 'Payee ' || n, 4 from generate_series(1, 2000) n`.execute(
      db,
    ),
  );
});
afterAll(async () => {
  await database.destroy();
  await copy.drop();
});

/** Payees that were read in a transaction so far; one that an index finds counts there and in its table. */
async function readPayees(db: Database): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'payee'`.execute(
    db,
  );
  return rows[0]!.read;
}

const codes = Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? `PY-${n + 1}` : `py-${n + 1}`));

it('finds those whom a batch names, in either case, and reads nobody else', async () => {
  const lines = codes.map((payee_code) => ({
    account_code: '1',
    branch: 'B',
    payee_code,
    debit_amount: '1.00',
    credit_amount: '0.00',
  }));
  const batch = readSent({
    batch_no: '1',
    department: 'ACCT',
    document_type: 'JE',
    control: { documents: 1, lines: lines.length, debit: '30.00', credit: '0.00' },
    documents: [{ document_no: '1', document_date: '2026-03-10', remarks: 'Day', lines }],
  });
  await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    const { ids } = await loadReceivedNames(db, [batch]);
    expect(ids.payee.size).toBe(codes.length);
    expect(await readPayees(db)).toBeLessThanOrEqual(2 * codes.length);
  });
});

it('finds those whom a file names by code as well, and reads all once for those whom it names by name', async () => {
  const named = (text: string) => ({ kind: 'payee', text, by_id: false, within: '' }) as const;
  await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    const names = new RecordNames(db);
    await names.load(codes.map(named));
    const few = await readPayees(db);
    expect(few).toBeLessThanOrEqual(2 * codes.length);
    await names.load(['payee 7', 'PAYEE 1999', 'Payee 0'].map(named));
    expect((await readPayees(db)) - few).toBeLessThanOrEqual(2000);
    const found = ['pY-7', 'Payee 7', 'Payee 0'].map((text) => names.find(named(text)));
    expect(found).toMatchObject([
      { record: { code: 'Py-7' } },
      { record: { code: 'Py-7' } },
      { rule: 'unknown_payee' },
    ]);
  });
});
