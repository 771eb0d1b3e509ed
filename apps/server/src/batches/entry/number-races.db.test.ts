import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchInput } from '@talaan/contract/documents/batch-input.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { cashReceiptDocument } from '../../documents/cash-receipt/cash-receipt.document.ts';
import { chequeVoucherDocument } from '../../documents/disbursement/disbursement.documents.ts';
import { nameNumberConstraints } from '../../numbering/document-numbers.ts';
import { inTransaction, openDatabase, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createUser } from '../../testing/sign-in/sign-in.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { nameBatchConstraints } from '../checks/constraint-refusals.ts';
import { definitionsOf } from '../record/document-definition.ts';
import { moveBatch } from '../moves/move-batch.ts';
import { createBatch } from './save-batch.ts';

const WRITERS = 32;
const ROUNDS = 2;
/** One in so many is rolled back after its numbers were taken. */
const FAILS = 5;
const FORCED = 'The save was broken off.';

nameBatchConstraints();
nameNumberConstraints();

interface Scene {
  readonly copy: TestDatabase;
  readonly database: Database;
  readonly writers: readonly Principal[];
  readonly branch_id: number;
  readonly payee_id: number;
  readonly bank_id: number;
}

describe('with the counter', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });
  afterAll(() => closeScene(scene));

  it('gives vouchers and receipts numbers without gap or double while a fifth of the writers fail', async () => {
    await raceForNumbers(scene);
    expect(await readSeries(scene.database)).toEqual(
      ['ar', 'cr', 'or', 'voucher'].map((kind) => ({ kind, gaps: 0, doubles: 0, unexplained: '0' })),
    );
    const deadlocks = await sql<{ deadlocks: string }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(scene.database);
    expect(deadlocks.rows[0]!.deadlocks).toBe('0');
  });
});

describe('with a sequence in its place', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
    // What many products do: the number is not given back when the save is broken off.
    await runAsOwner(scene.copy.ownerUrl, async (owner) => {
      await owner.query(`
        create sequence careless_number;
        create or replace function advance_series(p_kind text, p_user_id int, p_count int, p_prog_code text default null)
          returns table (series_id int, number bigint)
          language sql security definer set search_path = public, pg_temp
        as $$
          select (select id from number_series where kind = p_kind limit 1), nextval('careless_number')
          from generate_series(1, p_count)
        $$`);
    });
  });
  afterAll(() => closeScene(scene));

  it('leaves gaps', async () => {
    await raceForNumbers(scene);
    const series = await readSeries(scene.database);
    expect(series.reduce((sum, one) => sum + one.gaps, 0)).toBeGreaterThan(0);
  });
});

async function raceForNumbers(scene: Scene): Promise<void> {
  await Promise.all(
    scene.writers.map(async (user, writer) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const fails = (writer + round) % FAILS === 0;
        const isReceipt = (writer + round) % 2 === 0;
        await write(scene, user, { fails, isReceipt }).catch((error: unknown) => {
          if ((error as Error).message !== FORCED) throw error;
        });
      }
    }),
  );
}

/** A voucher takes its number when it is saved, a receipt its OR and AR when it is issued. */
function write(scene: Scene, user: Principal, { fails, isReceipt }: { fails: boolean; isReceipt: boolean }) {
  const [debited, credited] = isReceipt ? ['101', '201'] : ['201', '101'];
  const input = batchInput.parse({
    document_type: isReceipt ? 'CR' : 'CV',
    headers: [
      { document_date: '2026-03-31', payee_id: scene.payee_id, bank_id: scene.bank_id, is_or_ar: isReceipt ? 3 : null },
    ],
    details: [
      { account_code: debited, branch_id: scene.branch_id, debit_amount: '100.00' },
      { account_code: credited, branch_id: scene.branch_id, credit_amount: '100.00' },
    ],
  });
  const definition = isReceipt ? cashReceiptDocument : chequeVoucherDocument;
  return inTransaction(scene.database, { user_id: user.user_id, request_id: null }, async (transaction) => {
    const batch_number = await createBatch(transaction, definition, user, { ...input, files: [] });
    if (isReceipt) {
      await moveBatch(
        transaction,
        definitionsOf([definition]),
        { batch_number, types: ['CR'], user },
        { status: 7, approved_remarks: '' },
      );
    }
    if (fails) throw new Error(FORCED);
  });
}

/** Of each series: numbers missing between the first and the last that a document carries, and numbers carried twice. */
async function readSeries(database: Database) {
  const found = await sql<{ kind: string; gaps: number; doubles: number; unexplained: string }>`
    with carried as (
      select 'voucher' as kind, document_number as number from document where document_type = 'CV'
      union all select 'cr', substr(document_number, 3) from document where document_type = 'CR'
      union all select 'or', or_number from document where or_number is not null
      union all select 'ar', ar_number from document where ar_number is not null
    )
    select c.kind, (max(c.number::bigint) - min(c.number::bigint) + 1 - count(distinct c.number))::int as gaps,
      (count(*) - count(distinct c.number))::int as doubles,
      (select k.unexplained::text from number_series_check k where k.kind = c.kind) as unexplained
    from carried c group by c.kind order by c.kind`.execute(database);
  return found.rows;
}

async function openScene(): Promise<Scene> {
  const copy = await createTestDatabase();
  const database = openDatabase(copy, { poolSize: WRITERS });
  const writers: Principal[] = [];
  for (let writer = 0; writer < WRITERS; writer += 1) {
    const user = await createUser(database, { user_id: `writer${writer}`, last_name: `Reyes ${writer}` });
    writers.push({
      user_id: user.id,
      login: user.name,
      name: user.name,
      super_user: false,
      levels: { Disbursements: ACCESS.update, 'Cash Receipt': ACCESS.update },
      session: { token_hash: Buffer.alloc(0), csrf_hash: Buffer.alloc(0), expires_at: '', seconds_left: 0 },
    });
  }
  const ids = await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    await sql`
      insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, normal_balance)
      values ('101', 'Cash', 'S', 'B', 'A', 'D'), ('201', 'Payable', 'S', 'B', 'L', 'C')`.execute(db);
    await sql`insert into accounting_period (fiscal_year, period_no, disbursement, cash_receipt)
      values (2026, 3, 1, 1)`.execute(db);
    await sql`insert into number_series (kind, series_from, series_to)
      values ('voucher', 1, 9999999), ('or', 1, 9999999), ('ar', 1, 9999999)`.execute(db);
    await sql`insert into bank_header (bank_code, bank_name) values ('BPI', 'BPI')`.execute(db);
    const made = await sql<{ branch_id: number; payee_id: number; bank_id: number }>`
      with b as (insert into branch (brnc_code, brnc_name) values ('B1', 'Main') returning id),
        p as (insert into payee (payee_code, payee_desc, payee_type) values ('P1', 'Payee', 6) returning id),
        k as (insert into bank (acct_desc, bank_name, bank_code, account_no, acct_type, acct_code)
          values ('CA 1', 'BPI', 'BPI', '1', 'CA', '101') returning id)
      select b.id as branch_id, p.id as payee_id, k.id as bank_id from b, p, k`.execute(db);
    return made.rows[0]!;
  });
  return { copy, database, writers, ...ids };
}

async function closeScene(scene: Scene): Promise<void> {
  await scene.database.destroy();
  await scene.copy.drop();
}
