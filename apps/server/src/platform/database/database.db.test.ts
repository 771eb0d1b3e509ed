import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { problemOfDatabaseError } from '../http/constraint-errors.ts';
import { inTransaction, openDatabase, sendWithCommit, SYSTEM_ACTOR, type Database } from './database.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test, { poolSize: 4 });
});
afterAll(async () => {
  await database.destroy();
  await test.drop();
});

describe('values from the database', () => {
  it('keep money, big numbers and days as text, and instants as ISO text in UTC', async () => {
    const { rows } = await sql`
      select 9007199254740993.10::numeric as money, 9007199254740993::int8 as big, date '2026-03-01' as day,
        timestamptz '2026-03-01 08:15:30.123456+08' as instant, array[date '2026-03-01', null] as days,
        array[0.10, 1.005] as amounts, array[timestamptz '2026-03-01 00:00+08'] as instants, current_setting('timezone') as zone
    `.execute(database);
    expect(rows).toEqual([
      {
        money: '9007199254740993.10',
        big: '9007199254740993',
        day: '2026-03-01',
        instant: '2026-03-01T00:15:30.123456Z',
        days: ['2026-03-01', null],
        amounts: ['0.10', '1.005'],
        instants: ['2026-02-28T16:00:00Z'],
        zone: 'UTC',
      },
    ]);
  });
});

describe('inTransaction', () => {
  const actorNow = async (transaction: Database) => {
    const { rows } = await sql<{ user_id: string; request_id: string }>`
      select current_setting('talaan.user_id', true) as user_id, current_setting('talaan.request_id', true) as request_id
    `.execute(transaction);
    return rows[0];
  };

  it('writes in the name of its actor, and the next transaction of the connection does not', async () => {
    const single = openDatabase(test, { poolSize: 1 });
    try {
      const actor = { user_id: 7, request_id: `it's r-1` };
      expect(await inTransaction(single, actor, actorNow)).toEqual({ user_id: '7', request_id: `it's r-1` });
      expect(await inTransaction(single, SYSTEM_ACTOR, actorNow)).toEqual({ user_id: 'system', request_id: '' });
      expect((await actorNow(single))?.user_id).toBe('');
    } finally {
      await single.destroy();
    }
  });

  it('leaves no connection behind where the system alone used it', async () => {
    const single = openDatabase(test, { poolSize: 1 });
    await inTransaction(single, SYSTEM_ACTOR, actorNow);
    await single.destroy();
    const jobs = new URL(test.jobsUrl).username;
    await expect
      .poll(async () => {
        const left = sql`select from pg_stat_activity where usename = ${jobs} and datname = current_database()`;
        return (await left.execute(database)).rows.length;
      })
      .toBe(0);
  });

  it('keeps the actors of concurrent transactions apart', async () => {
    const names = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        inTransaction(database, { user_id: index, request_id: null }, async (transaction) => {
          await sql`select 1`.execute(transaction);
          return (await actorNow(transaction))?.user_id;
        }),
      ),
    );
    expect(names).toEqual(Array.from({ length: 20 }, (_, index) => String(index)));
  });

  it('rolls everything back when the work throws', async () => {
    const work = inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
      await transaction.insertInto('role').values({ roles: 'Gone' }).execute();
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await database.selectFrom('role').select('id').where('roles', '=', 'Gone').execute()).toEqual([]);
  });

  it('repeats the work of a transaction that a deadlock ended, so that both of two rivals finish', async () => {
    await inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
      await transaction
        .insertInto('setting')
        .values([
          { key: 'left', value: '0' },
          { key: 'right', value: '0' },
        ])
        .execute();
    });
    let attempts = 0;
    const meeting = barrier(2);
    const raise = async (first: string, second: string) => {
      let met = false;
      await inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
        attempts += 1;
        await addOne(transaction, first);
        if (!met) await meeting();
        met = true;
        await addOne(transaction, second);
      });
    };
    await Promise.all([raise('left', 'right'), raise('right', 'left')]);
    // Whoever was ended may come back before the other one wakes up, and meet him again.
    expect(attempts).toBeGreaterThan(2);
    const values = await database.selectFrom('setting').select('value').where('key', 'in', ['left', 'right']).execute();
    expect(values).toEqual([{ value: 2 }, { value: 2 }]);
  });

  it('gives up a lost race after three repetitions', async () => {
    let attempts = 0;
    const work = inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
      attempts += 1;
      await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(transaction);
    });
    await expect(work).rejects.toMatchObject({ code: '40001' });
    expect(attempts).toBe(4);
  });

  async function addOne(transaction: Database, key: string): Promise<void> {
    await sql`update setting set value = to_jsonb(value::int + 1) where key = ${key}`.execute(transaction);
  }

  /** Lets the callers go on when `parties` of them have come. */
  function barrier(parties: number): () => Promise<void> {
    const waiting: (() => void)[] = [];
    return () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === parties) for (const go of waiting) go();
      });
  }
});

describe('sendWithCommit', () => {
  const keyOf = (key: string) =>
    CompiledQuery.raw('insert into idempotency_key (principal, key, request_hash) values ($1, $2, $3)', [
      'user:1',
      key,
      Buffer.alloc(32),
    ]);
  const storedKeys = async () => {
    const { rows } = await sql<{ key: string }>`select key from idempotency_key order by key`.execute(database);
    return rows.map((row) => row.key);
  };

  it('commits the last statement with the rest', async () => {
    await inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
      await transaction.executeQuery(keyOf('first-write'));
      sendWithCommit(transaction, keyOf('last-write'));
    });
    expect(await storedKeys()).toEqual(['first-write', 'last-write']);
  });

  it('tells what a statement answered once the transaction has ended, and not before', async () => {
    const told = await inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
      const count = sql<{ keys: number }>`select count(*)::int as keys from idempotency_key`;
      const rows = sendWithCommit(transaction, count.compile(transaction));
      expect(rows).toThrow('answered after it');
      await Promise.resolve();
      return rows;
    });
    expect(told()).toEqual([{ keys: 2 }]);
  });

  it('commits nothing when the last statement fails, and says why', async () => {
    const failing = inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
      await transaction.executeQuery(keyOf('other-write'));
      sendWithCommit(transaction, keyOf('first-write'));
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await storedKeys()).toEqual(['first-write', 'last-write']);
  });
});

describe('a connection that ends', () => {
  it('between two statements of a transaction is told as an unavailable database, and the next one works', async () => {
    const single = openDatabase(test, { poolSize: 1 });
    try {
      const cutOff = inTransaction(single, SYSTEM_ACTOR, async (transaction) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
        await runAsOwner(test.ownerUrl, async (owner) => {
          await owner.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid]);
        });
        await new Promise(setImmediate);
        await sql`select 1`.execute(transaction);
      });
      const error = await cutOff.then(() => null, problemOfDatabaseError);
      expect(error).toMatchObject({ status: 503, code: 'database_unavailable' });
      await expect(sql`select 1`.execute(single)).resolves.toBeDefined();
    } finally {
      await single.destroy();
    }
  });
});
