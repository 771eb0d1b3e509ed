import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { inTransaction, openDatabase, readShort, SYSTEM_ACTOR, type Database } from './database.ts';

let copy: TestDatabase;
let database: Database;
beforeAll(async () => {
  copy = await createTestDatabase();
  database = openDatabase(copy, { poolSize: 2 });
});
afterAll(async () => {
  await database.destroy();
  await copy.drop();
});

const divide = (by: number) =>
  readShort<{ pid: number; quotient: number }>(
    database,
    CompiledQuery.raw('select pg_backend_pid() as pid, 60 / $1::int as quotient', [by]),
  );

it('answers what comes at once over one connection, each to its asker, and a fault to whom it is of', async () => {
  const answers = await Promise.allSettled([1, 2, 0, 3, 4].map(divide));
  const kept = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  expect(kept.map(({ quotient }) => quotient)).toEqual([60, 30, 20, 15]);
  expect(new Set(kept.map(({ pid }) => pid)).size).toBe(1);
  expect(answers[2]).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
});

it('asks once what several ask alike at one moment, and anew at the next', async () => {
  const moment = () =>
    readShort<{ at: string }>(database, CompiledQuery.raw('select clock_timestamp()::text as at, $1::int', [1]));
  const [one, other, again] = [...(await Promise.all([moment(), moment()])), await moment()];
  expect(other).toEqual(one);
  expect(again).not.toEqual(one);
});

it('goes on over a new connection when the old one is gone', async () => {
  const [before] = await divide(1);
  const waiting = readShort(database, CompiledQuery.raw('select pg_sleep(60)')).catch((error: unknown) => error);
  await runAsOwner(copy.ownerUrl, (owner) => owner.query('select pg_terminate_backend($1)', [before!.pid]));
  expect(await waiting).toBeInstanceOf(Error);
  const [after] = await divide(5);
  expect(after!.quotient).toBe(12);
  expect(after!.pid).not.toBe(before!.pid);
});

it('sees inside a transaction what that has written', async () => {
  const codes = sql<{ roles: string }>`select roles from role where roles = 'Treasurer'`.compile(database);
  const read = await inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
    await transaction.insertInto('role').values({ roles: 'Treasurer' }).execute();
    return [await readShort(transaction, codes), await readShort(database, codes)];
  });
  expect(read).toEqual([[{ roles: 'Treasurer' }], []]);
});
