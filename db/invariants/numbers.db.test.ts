import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatSeriesNumber, SERIES_FORMS, type SeriesKind } from '@talaan/core/numbering/series';
import { expectHeld, expectRefused } from './attack.ts';
import { inTransactionOf, newDocuments, openBooks, USER, type Books } from './sample-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
  await inTransactionOf(books.owner, USER.ADMIN, () =>
    books.owner.query(`insert into number_series (kind, series_from, series_to, user_id) values
      ('voucher', 1, 3, ${USER.PREPARER}), ('voucher', 101, 104, null), ('or', 1, 999999999999, null)`),
  );
});
afterAll(() => books.close());

async function take(kind: string, user: number, count: number): Promise<string[]> {
  return inTransactionOf(books.owner, user, async () => {
    const sql = 'select number_text from take_numbers($1, $2, $3)';
    const { rows } = await books.owner.query<{ number_text: string }>(sql, [kind, user, count]);
    return rows.map((row) => row.number_text);
  });
}

describe('INV-06: numbers are unique and without gaps', () => {
  const CLIENTS = 32;
  const TAKES = 15;

  /** 32 clients take numbers for documents; every fifth of their transactions is rolled back after taking. */
  async function raceNumbers(raced: Books): Promise<{ kept: string[]; rolledBack: number }> {
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => raced.connect('app')));
    const documents = await inTransactionOf(raced.owner, 'system', () => newDocuments(raced.owner, CLIENTS * TAKES));
    const kept: string[] = [];
    let rolledBack = 0;
    await Promise.all(
      clients.map(async (client, index) => {
        for (let n = 0; n < TAKES; n += 1) {
          await client.query(`begin; set local talaan.user_id = '${USER.PREPARER}'`);
          const { rows } = await client.query<{ number_text: string }>(
            `select number_text from number_documents('cr', ${USER.PREPARER}, array[${documents[index * TAKES + n]!}]::bigint[])`,
          );
          const keep = (index + n) % 5 !== 0;
          await client.query(keep ? 'commit' : 'rollback');
          if (keep) kept.push(rows[0]!.number_text);
          else rolledBack += 1;
        }
      }),
    );
    return { kept: kept.toSorted(), rolledBack };
  }

  it('under 32 clients of which every fifth transaction is rolled back', async () => {
    const { kept, rolledBack } = await raceNumbers(books);
    expect(rolledBack).toBe((CLIENTS * TAKES) / 5);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, n) => formatSeriesNumber('cr', n + 1)));
    const stored = await books.owner.query(`
      select (select array_agg(document_number::text order by document_number) from document where document_number is not null) as documents,
        (select array_agg(number_text::text order by number) from number_issue where document_id is not null) as register,
        (select sum(unexplained)::int from number_series_check) as unexplained`);
    expect(stored.rows[0]).toEqual({ documents: kept, register: kept, unexplained: 0 });
  });

  it('control: numbers from a sequence have gaps', async () => {
    const unguarded = await openBooks();
    try {
      await unguarded.owner.query(`
        create sequence loose;
        create or replace function advance_series(p_kind text, p_user_id int, p_count int, p_prog_code text default null)
          returns table (series_id int, number bigint) language sql security definer as
          $$ select s.id, nextval('loose') from number_series s, generate_series(1, p_count) where s.kind = p_kind $$`);
      const { kept, rolledBack } = await raceNumbers(unguarded);
      const last = Number(kept.at(-1)!.slice(2));
      expect(last - kept.length).toBeGreaterThan(rolledBack / 2);
    } finally {
      await unguarded.close();
    }
  });

  it('a user gets his own range first, then the shared one, and a shortage takes nothing', async () => {
    expect(await take('voucher', USER.PREPARER, 2)).toEqual(['0000001', '0000002']);
    expect(await take('voucher', USER.CHECKER, 1)).toEqual(['0000101']);
    expect(await take('voucher', USER.PREPARER, 2)).toEqual(['0000003', '0000102']);
    await expect(take('voucher', USER.CHECKER, 3)).rejects.toMatchObject({ constraint: 'number_series_used_up' });
    expect(await take('voucher', USER.CHECKER, 2)).toEqual(['0000103', '0000104']);
    await expect(take('voucher', USER.PREPARER, 1)).rejects.toMatchObject({ constraint: 'number_series_used_up' });
  });

  it('refuses to register a number twice, by hand or otherwise', async () => {
    const sql = `insert into number_issue (series_id, number, number_text) select series_id, number, number_text from number_issue limit 1`;
    await expectRefused(books.owner, { sql, as: 'owner', refusedBy: 'number_issue_pkey' });
    await expectRefused(books.owner, { sql, refusedBy: '42501' });
  });

  it('refuses one document number for two documents of a type', async () => {
    await expectHeld(books.owner, {
      sql: `with made as (
          insert into batch (document_type, batch_number, prepared_by) values ('CR', 'D1', ${USER.PREPARER}), ('CR', 'D2', ${USER.PREPARER}) returning id)
        insert into document (batch_id, document_type, header_key, document_number) select id, 'CR', 0, 'CR0009999' from made`,
      refusedBy: 'document_number_once',
      without: 'alter table document drop constraint document_number_once',
    });
  });

  it('prints each kind as the core does', async () => {
    for (const kind of Object.keys(SERIES_FORMS) as SeriesKind[]) {
      const { rows } = await books.owner.query<{ text: string }>('select number_text($1, 4711) as text', [kind]);
      expect(rows[0]!.text).toBe(formatSeriesNumber(kind, 4711));
    }
  });
});

describe('a range with a program', () => {
  const ALLOTMENTS = `('ar', 1, 40, ${USER.PREPARER}, 'Collection'), ('ar', 101, 140, ${USER.PREPARER}, null),
    ('ar', 201, 240, null, 'Collection'), ('ar', 301, 1000, null, null)`;
  const program = (range: string) => ({ '0': 'own Collection', '1': 'own', '2': 'Collection' })[range] ?? 'shared';
  const numbersOf = async (asked: Books) => {
    await inTransactionOf(asked.owner, USER.ADMIN, () =>
      asked.owner.query(
        `insert into number_series (kind, series_from, series_to, user_id, prog_code) values ${ALLOTMENTS}`,
      ),
    );
    return async (client: Books['owner'], taker: { user: number; prog_code: string | null; count: number }) => {
      await client.query(`begin; set local talaan.user_id = '${taker.user}'`);
      const { rows } = await client.query<{ number: string }>(
        `select number from take_numbers('ar', $1, $2, null, $3)`,
        [taker.user, taker.count, taker.prog_code],
      );
      await client.query('commit');
      return rows.map(({ number }) => Number(number));
    };
  };
  const rangesOf = (numbers: readonly number[]) => [
    ...new Set(numbers.map((n) => program(String(Math.floor((n - 1) / 100))))),
  ];

  it('serves its program only, after which come the range for all programs and the shared ones', async () => {
    const fresh = await openBooks();
    try {
      const takeFor = await numbersOf(fresh);
      const [user, other] = [USER.PREPARER, USER.CHECKER];
      const taken = async (by: { user: number; prog_code: string | null; count: number }) =>
        rangesOf(await takeFor(fresh.owner, by));
      expect(await taken({ user, prog_code: 'Cash Receipt', count: 1 })).toEqual(['own']);
      expect(await taken({ user, prog_code: null, count: 1 })).toEqual(['own']);
      expect(await taken({ user: other, prog_code: 'Cash Receipt', count: 1 })).toEqual(['shared']);
      expect(await taken({ user: other, prog_code: 'Collection', count: 41 })).toEqual(['Collection', 'shared']);
      expect(await taken({ user, prog_code: 'Collection', count: 80 })).toEqual(['own Collection', 'own', 'shared']);
    } finally {
      await fresh.close();
    }
  });

  /** 16 clients at once, half of them for collections; answers the ranges that each program was served from. */
  async function raceForPrograms(raced: Books) {
    const takeFor = await numbersOf(raced);
    const clients = await Promise.all(Array.from({ length: 16 }, () => raced.connect('app')));
    const taken = await Promise.all(
      clients.map(async (client, index) => {
        const prog_code = index % 2 === 0 ? 'Collection' : 'Cash Receipt';
        const numbers: number[] = [];
        for (let n = 0; n < 10; n += 1) {
          numbers.push(
            ...(await takeFor(client, { user: index % 4 < 2 ? USER.PREPARER : USER.CHECKER, prog_code, count: 1 })),
          );
        }
        return { prog_code, numbers };
      }),
    );
    const of = (wanted: string) => taken.flatMap(({ prog_code, numbers }) => (prog_code === wanted ? numbers : []));
    return { collections: of('Collection'), receipts: of('Cash Receipt') };
  }

  it('keeps to it in a race, without gap or double', async () => {
    const raced = await openBooks();
    try {
      const { collections, receipts } = await raceForPrograms(raced);
      const all = [...collections, ...receipts];
      expect(new Set(all).size).toBe(160);
      expect(rangesOf(receipts).toSorted()).toEqual(['own', 'shared']);
      expect(
        rangesOf(collections)
          .filter((range) => range.endsWith('Collection'))
          .toSorted(),
      ).toEqual(['Collection', 'own Collection']);
      const { rows } = await raced.owner.query('select sum(unexplained)::int as unexplained from number_series_check');
      expect(rows).toEqual([{ unexplained: 0 }]);
    } finally {
      await raced.close();
    }
  });

  it('control: without the condition on the program others take its numbers', async () => {
    const unguarded = await openBooks();
    try {
      await unguarded.owner.query(`do $$ begin
        execute replace(pg_get_functiondef('advance_series(text, int, int, text)'::regprocedure),
          's.prog_code = p_prog_code or s.prog_code is null', 'true');
      end $$`);
      const { receipts } = await raceForPrograms(unguarded);
      expect(rangesOf(receipts)).toEqual(expect.arrayContaining(['Collection', 'own Collection']));
    } finally {
      await unguarded.close();
    }
  });
});

describe('the register of numbers', () => {
  it('shows open working numbers beside the issued ones', async () => {
    const number = await inTransactionOf(books.owner, USER.CHECKER, async () => {
      const { rows } = await books.owner.query<{ n: string }>(
        `select reserve_numbers('po', ${USER.CHECKER}, null, 1) as n`,
      );
      return rows[0]!.n;
    });
    const { rows } = await books.owner.query(
      `select number_text, fate, issued_by from number_register where kind = 'po'`,
    );
    expect(rows).toEqual([{ number_text: number, fate: 'open', issued_by: USER.CHECKER }]);
  });
});

describe('INV-07: ranges never overlap, never wrap and never re-open', () => {
  const NO_ISSUE_CHECK = 'drop trigger number_series_issued on number_series';
  const issued = `where kind = 'voucher' and series_from = 101`;

  it.each([
    ['overlapping ranges', `insert into number_series (kind, series_from, series_to) values ('voucher', 104, 200)`],
    ['a range inside another', `insert into number_series (kind, series_from, series_to) values ('or', 5, 6)`],
  ])('refuses %s', async (_, sql) => {
    await expectHeld(books.owner, {
      sql,
      refusedBy: 'number_series_no_overlap',
      without: 'alter table number_series drop constraint number_series_no_overlap',
    });
  });

  it.each([
    [
      'a range that ends before it starts',
      `insert into number_series (kind, series_from, series_to) values ('bi', 100, 50)`,
      'number_series_bounds',
    ],
    [
      'a range beyond the printed form',
      `insert into number_series (kind, series_from, series_to) values ('bi', 1, 10000000)`,
      'number_series_bounds',
    ],
    ['a counter set by the application', `update number_series set next_number = 1`, '42501'],
    ['a range that is deleted after it was used', `delete from number_series ${issued}`, 'number_series_issued'],
  ])('refuses %s', async (_, sql, refusedBy) => {
    await expectRefused(books.owner, { sql, refusedBy });
  });

  it.each([
    ['start', `update number_series set series_from = 100 ${issued}`],
    ['kind', `update number_series set kind = 'ar' ${issued}`],
    ['counter', `update number_series set next_number = 102 ${issued}`],
  ])('keeps the %s of a range that has issued numbers, also against the owner', async (_, sql) => {
    await expectHeld(books.owner, { sql, as: 'owner', refusedBy: 'number_series_issued', without: NO_ISSUE_CHECK });
  });

  it('lets an unused rest be given up and an unused range be moved', async () => {
    const rest = await inTransactionOf(books.owner, USER.ADMIN, async () => {
      await books.owner.query(`update number_series set series_to = 500 where kind = 'or'`);
      const { rows } = await books.owner.query(
        `update number_series set series_from = 11 where kind = 'or' returning next_number, row_version`,
      );
      return rows[0];
    });
    expect(rest).toEqual({ next_number: '11', row_version: 3 });
  });
});

describe('working numbers', () => {
  const reserve = (user: number) =>
    inTransactionOf(books.owner, user, async () => {
      const { rows } = await books.owner.query<{ n: string }>(`select reserve_numbers('batch', ${user}, null, 1) as n`);
      return rows[0]!.n;
    });
  const giveBack = (user: number, number: string) =>
    inTransactionOf(books.owner, user, async () => {
      const { rows } = await books.owner.query<{ ok: boolean }>(
        `select return_number('batch', '${number}', ${user}) as ok`,
      );
      return rows[0]!.ok;
    });

  it('a number given back is handed out again before a new one', async () => {
    const [first, second] = [await reserve(USER.PREPARER), await reserve(USER.PREPARER_2)];
    expect(Number(second)).toBe(Number(first) + 1);
    expect(await giveBack(USER.CHECKER, first)).toBe(false);
    expect(await giveBack(USER.PREPARER, first)).toBe(true);
    expect(await reserve(USER.CHECKER)).toBe(first);
    expect(Number(await reserve(USER.CHECKER))).toBe(Number(second) + 1);
  });

  it('a number is used once, by the user who holds it', async () => {
    const number = await reserve(USER.PREPARER);
    const use = (user: number) =>
      inTransactionOf(books.owner, user, () =>
        books.owner.query(`select use_numbers('batch', array['${number}'], ${user}, array[1]::bigint[])`),
      );
    await expect(use(USER.CHECKER)).rejects.toMatchObject({ constraint: 'number_not_reserved' });
    await use(USER.PREPARER);
    await expect(use(USER.PREPARER)).rejects.toMatchObject({ constraint: 'number_not_reserved' });
    expect(await giveBack(USER.PREPARER, number)).toBe(false);
    const { rows } = await books.owner.query(
      `select fate from number_fate where kind = 'batch' and number_text = '${number}'`,
    );
    expect(rows).toEqual([{ fate: 'used' }]);
  });
});
