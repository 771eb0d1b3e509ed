import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchInput } from '@talaan/contract/documents/batch-input.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { nameNumberConstraints } from '../../numbering/document-numbers.ts';
import { problemOfDatabaseError } from '../../platform/http/constraint-errors.ts';
import { inTransaction, openDatabase, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { raceForRow } from '../../testing/row-lock.ts';
import { createUser } from '../../testing/sign-in/sign-in.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { nameBatchConstraints } from '../checks/constraint-refusals.ts';
import { definitionsOf } from '../record/document-definition.ts';
import { moveBatch } from './move-batch.ts';
import { createBatch } from '../entry/save-batch.ts';

const APPROVERS = 64;
const SAVERS = 32;
const SAVES_EACH = 3;

nameBatchConstraints();
nameNumberConstraints();

interface Scene {
  readonly copy: TestDatabase;
  readonly database: Database;
  readonly preparer: Principal;
  readonly checker: Principal;
  readonly approvers: readonly Principal[];
  readonly branch_id: number;
}

describe('with its guards', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });
  afterAll(() => closeScene(scene));

  it('lets one of 64 approvers of a stage win and tells the others where the batch is now', async () => {
    for (let round = 0; round < 3; round += 1) {
      const number = await batchForApproval(scene, '55000.00');
      const { winners, losers } = await approveAtOnce(scene, number, 4);
      expect(winners).toBe(1);
      expect(losers.map((problem) => problem.status)).toEqual(Array.from({ length: APPROVERS - 1 }, () => 409));
      for (const problem of losers) expect(problem.details['current_status']).toBe(4);
    }
  });

  it('posts once when 64 approve the last stage at once', async () => {
    const number = await batchForApproval(scene, '15000.00');
    const { winners } = await approveAtOnce(scene, number, 7);
    const entries = await sql<{ count: string }>`
      select count(*) from journal_entry e join document d on d.id = e.document_id join batch b on b.id = d.batch_id
      where b.batch_number = ${number}`.execute(scene.database);
    expect([winners, entries.rows[0]!.count]).toEqual([1, '1']);
    const wrong = await sql`select * from verify_balances()`.execute(scene.database);
    expect(wrong.rows).toEqual([]);
  });

  it('numbers saves of 32 people without gap or double while a fifth of them fail', async () => {
    const saved = await Promise.all(
      Array.from({ length: SAVERS }, async (_, saver) => {
        const numbers: string[] = [];
        for (let round = 0; round < SAVES_EACH; round += 1) {
          const fails = (saver + round) % 5 === 0;
          const number = await save(scene, '100.00', fails).catch((error: unknown) => {
            if ((error as Error).message !== FORCED) throw error;
            return null;
          });
          if (number !== null) numbers.push(number);
        }
        return numbers;
      }),
    );
    const batchNumbers = saved.flat();
    expect(new Set(batchNumbers).size).toBe(batchNumbers.length);
    const issued = await sql<{ kind: string; unexplained: string; first: string; last: string; count: string }>`
      select s.kind, c.unexplained, min(i.number) as first, max(i.number) as last, count(*) as count
      from number_series s join number_series_check c on c.series_id = s.id join number_issue i on i.series_id = s.id
      group by s.kind, c.unexplained order by s.kind`.execute(scene.database);
    expect(issued.rows.map((row) => [row.kind, row.unexplained])).toEqual([
      ['batch', '0'],
      ['je', '0'],
    ]);
    for (const row of issued.rows) expect(Number(row.last) - Number(row.first) + 1).toBe(Number(row.count));
  });
});

describe('without its guards', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
    await runAsOwner(scene.copy.ownerUrl, async (owner) => {
      await owner.query(`
        drop trigger batch_move_duties on batch_move;
        drop trigger batch_update on batch;
        drop index batch_move_once;
        drop index batch_move_one_approval`);
    });
  });
  afterAll(() => closeScene(scene));

  it('lets several approvers of one stage win', async () => {
    const number = await batchForApproval(scene, '55000.00');
    await runAsOwner(scene.copy.ownerUrl, async (owner) => {
      const { winners } = await raceForRow(owner, {
        lock: `select from batch where batch_number = '${number}' for update`,
        count: 2,
        start: () => approveAtOnce(scene, number, 4),
      });
      expect(winners).toBeGreaterThan(1);
    });
  });
});

const LEVELS = { 'Journal Entries': ACCESS.update };
const FORCED = 'The save was broken off.';

async function openScene(): Promise<Scene> {
  const copy = await createTestDatabase();
  const database = openDatabase(copy, { poolSize: APPROVERS });
  const principals: Principal[] = [];
  for (let person = 0; person < APPROVERS + 2; person += 1) {
    const user = await createUser(database, {
      user_id: `person${person}`,
      last_name: `Reyes ${person}`,
      levels: LEVELS,
    });
    principals.push(principalOf(user.id, user.name));
  }
  const [preparer, checker, ...approvers] = principals;
  const branch_id = await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    await sql`
      insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, normal_balance)
      values ('101', 'Cash', 'S', 'B', 'A', 'D'), ('201', 'Payable', 'S', 'B', 'L', 'C')`.execute(db);
    await sql`insert into accounting_period (fiscal_year, period_no, general_journal) values (2026, 3, 1)`.execute(db);
    await sql`insert into approving_level (level_code, level_name, min_amount)
      values ('L1', 'Section Head', 0), ('L2', 'Department Head', 20000.01)`.execute(db);
    await sql`insert into approving_officer (user_id, level, currency_id)
      select id, level, 1 from unnest(${approvers.map((person) => person.user_id)}::int[]) id,
        unnest(array['L1', 'L2']) level`.execute(db);
    const branch = await sql<{ id: number }>`
      insert into branch (brnc_code, brnc_name) values ('B1', 'Main') returning id`.execute(db);
    return branch.rows[0]!.id;
  });
  return { copy, database, preparer: preparer!, checker: checker!, approvers, branch_id };
}

async function closeScene(scene: Scene): Promise<void> {
  await scene.database.destroy();
  await scene.copy.drop();
}

function principalOf(user_id: number, name: string): Principal {
  return {
    user_id,
    login: name,
    name,
    super_user: false,
    levels: LEVELS,
    session: { token_hash: Buffer.alloc(0), csrf_hash: Buffer.alloc(0), expires_at: '', seconds_left: 0 },
  };
}

function save(scene: Scene, amount: string, fails = false): Promise<string> {
  const input = batchInput.parse({
    document_type: 'JE',
    headers: [{ document_date: '2026-03-31' }],
    details: [
      { account_code: '101', branch_id: scene.branch_id, debit_amount: amount },
      { account_code: '201', branch_id: scene.branch_id, credit_amount: amount },
    ],
  });
  const actor = { user_id: scene.preparer.user_id, request_id: null };
  return inTransaction(scene.database, actor, async (transaction) => {
    const number = await createBatch(transaction, journalEntryDocument, scene.preparer, { ...input, files: [] });
    if (fails) throw new Error(FORCED);
    return number;
  });
}

function move(scene: Scene, user: Principal, batch_number: string, status: 2 | 3 | 4 | 7) {
  return inTransaction(scene.database, { user_id: user.user_id, request_id: null }, (transaction) =>
    moveBatch(
      transaction,
      definitionsOf([journalEntryDocument]),
      { batch_number, types: ['JE'], user },
      { status, approved_remarks: '' },
    ),
  );
}

async function batchForApproval(scene: Scene, amount: string): Promise<string> {
  const number = await save(scene, amount);
  await move(scene, scene.preparer, number, 2);
  await move(scene, scene.checker, number, 3);
  return number;
}

/** All start together on connections that are open already. */
async function approveAtOnce(scene: Scene, number: string, status: 4 | 7) {
  await Promise.all(scene.approvers.map(() => sql`select pg_sleep(0.05)`.execute(scene.database)));
  const answers = await Promise.allSettled(scene.approvers.map((user) => move(scene, user, number, status)));
  const losers = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => problemOf(reason));
  return { winners: APPROVERS - losers.length, losers };
}

function problemOf(reason: unknown): Problem {
  const problem = reason instanceof Problem ? reason : problemOfDatabaseError(reason);
  if (problem === null) throw reason;
  return problem;
}
