import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAllowed, expectHeld, expectRefused } from './attack.ts';
import {
  ACCOUNT,
  ENTRY_DATE,
  inTransactionOf,
  newDocuments,
  openBooks,
  payment,
  post,
  postSql,
  USER,
  type Books,
} from './sample-books.ts';

let books: Books;
let free: string;

beforeAll(async () => {
  books = await openBooks();
  [free] = (await inTransactionOf(books.owner, 'system', () => newDocuments(books.owner))) as [string];
});
afterAll(() => books.close());

describe('INV-05: nothing enters a closed or undefined period', () => {
  const entry = (entry_date: string) => postSql({ document_id: free, lines: payment('5.00'), entry_date });
  /** The dates differ from the document's, so its check goes with the guard. */
  const NO_PERIOD_CHECK = 'drop trigger period_open on journal_entry; drop trigger journal_entry_balanced on posting';

  it('refuses a closed period', async () => {
    await expectHeld(books.owner, {
      sql: entry('2024-05-31'),
      refusedBy: 'period_open',
      without: NO_PERIOD_CHECK,
      actor: USER.CHECKER,
    });
  });

  it('looks at the flag of the module only', async () => {
    const close = (module: string) => `update accounting_period set ${module} = 0 where period = 202603; `;
    await expectAllowed(books.owner, {
      sql: close('general_journal') + close('disbursement') + entry(ENTRY_DATE),
      actor: USER.CHECKER,
    });
    await expectHeld(books.owner, {
      sql: close('cash_receipt') + entry(ENTRY_DATE),
      refusedBy: 'period_open',
      without: NO_PERIOD_CHECK,
      actor: USER.CHECKER,
    });
  });

  it('refuses a date for which there is no period', async () => {
    await expectHeld(books.owner, {
      sql: entry('2030-01-01'),
      refusedBy: 'journal_entry_period',
      without: `${NO_PERIOD_CHECK}; alter table journal_entry drop constraint journal_entry_period`,
      actor: USER.CHECKER,
    });
  });

  it('refuses the whole set when one of its entries is in a closed period', async () => {
    const sql = postSql(
      { document_id: free, lines: payment('5.00') },
      { document_id: free, round: 2, lines: payment('5.00'), entry_date: '2024-02-01' },
    );
    await expectHeld(books.owner, { sql, refusedBy: 'period_open', without: NO_PERIOD_CHECK, actor: USER.CHECKER });
  });

  it('is not fooled by a temporary table in the place of the periods', async () => {
    await expectHeld(books.owner, {
      as: 'owner',
      sql: `create temp table accounting_period as table public.accounting_period;
        update pg_temp.accounting_period set cash_receipt = 1;
        ${entry('2024-05-31')}`,
      refusedBy: 'period_open',
      without:
        'drop trigger journal_entry_balanced on posting; alter function check_period_open() reset search_path; alter function post_entries(jsonb, jsonb) reset search_path; alter function write_entries(bigint[], entry_to_post[], line_to_post[]) reset search_path',
      actor: USER.CHECKER,
    });
  });

  it('keeps a period that carries entries', async () => {
    await post(books.owner, USER.CHECKER, { document_id: free, lines: payment('5.00') });
    await expectRefused(books.owner, {
      sql: 'delete from accounting_period where period = 202603',
      refusedBy: 'journal_entry_period',
    });
    await expectRefused(books.owner, {
      sql: 'update accounting_period set fiscal_year = 2099 where period = 202603',
      refusedBy: 'journal_entry_period',
    });
  });
});

describe('INV-05 in a race: 12 posters against closings', () => {
  const POSTERS = 12;
  const CLOSINGS = 12;

  /**
   * Closes twelve periods, one after the other, under constant posting; answers the entries that came in after a close.
   * `untilLate` stops at the first of them.
   */
  async function raceClosings(
    raced: Books,
    { untilLate = false } = {},
  ): Promise<{ late: number; posted: number; faults: unknown[] }> {
    const posters = await Promise.all(Array.from({ length: POSTERS }, () => raced.connect('app')));
    const closer = await raced.connect('app');
    const faults: unknown[] = [];
    let late = 0;
    let posted = 0;
    for (let month = 1; month <= CLOSINGS && !(untilLate && late > 0); month += 1) {
      const period = 202500 + month;
      const date = `2025-${String(month).padStart(2, '0')}-15`;
      const documents = await inTransactionOf(raced.owner, 'system', () =>
        newDocuments(raced.owner, POSTERS * 20, date),
      );
      const enough = signal();
      let acknowledged = 0;
      const running = posters.map(async (poster) => {
        for (let document_id = documents.pop(); document_id; document_id = documents.pop()) {
          try {
            await post(poster, USER.CHECKER, { document_id, lines: payment('1.00'), entry_date: date });
          } catch (error) {
            if ((error as { constraint?: string }).constraint !== 'period_open') faults.push(error);
            enough.resolve();
            return;
          }
          acknowledged += 1;
          if (acknowledged === POSTERS * 2) enough.resolve();
        }
      });
      await enough.promise;
      const close = `update accounting_period set cash_receipt = 0 where period = ${period}`;
      await inTransactionOf(closer, USER.ADMIN, () => closer.query(close));
      const atClose = await countEntries(closer, period);
      await Promise.all(running);
      const afterwards = await countEntries(closer, period);
      late += afterwards - atClose;
      posted += afterwards;
    }
    return { late, posted, faults };
  }

  async function countEntries(client: Awaited<ReturnType<Books['connect']>>, period: number): Promise<number> {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from journal_entry where period = $1',
      [period],
    );
    return rows[0]!.n;
  }

  function signal(): { promise: Promise<void>; resolve(): void } {
    let resolve = () => {};
    const promise = new Promise<void>((settle) => {
      resolve = settle;
    });
    return { promise, resolve: () => resolve() };
  }

  it('no entry comes in after a close', async () => {
    const result = await raceClosings(books);
    expect(result.faults).toEqual([]);
    expect(result.posted).toBeGreaterThanOrEqual(POSTERS * CLOSINGS * 2);
    expect(result.late).toBe(0);
    expect((await books.owner.query('select * from verify_balances()')).rows).toEqual([]);
  });

  it('control: with the flag read but no lock, entries come in late', async () => {
    const unguarded = await openBooks();
    try {
      await unguarded.owner.query(`
        create or replace function check_period_open() returns trigger language plpgsql as $$
        begin
          if exists (select from new_entries e join accounting_period p using (period) where p.cash_receipt = 0) then
            raise exception using errcode = '23514', constraint = 'period_open';
          end if;
          return null;
        end $$`);
      const result = await raceClosings(unguarded, { untilLate: true });
      expect(result.faults).toEqual([]);
      expect(result.late).toBeGreaterThan(0);
    } finally {
      await unguarded.close();
    }
  });
});

describe('INV-20: one period per year and month, one rate per period, currency and class', () => {
  it.each([
    [
      'month 0',
      `insert into accounting_period (fiscal_year, period_no) values (2027, 0)`,
      'accounting_period_period_no_check',
    ],
    [
      'month 13',
      `insert into accounting_period (fiscal_year, period_no) values (2027, 13)`,
      'accounting_period_period_no_check',
    ],
    [
      'year 20255',
      `insert into accounting_period (fiscal_year, period_no) values (20255, 1)`,
      'accounting_period_fiscal_year_check',
    ],
    [
      'the same month twice',
      `insert into accounting_period (fiscal_year, period_no) values (2026, 1)`,
      'accounting_period_key',
    ],
    ['a rate of 0', rate('0'), 'rate_range'],
    ['a negative rate', rate('-56'), 'rate_range'],
    ['a rate that is not a number', rate(`'NaN'`), 'rate_range'],
    ['a rate of seven decimals', rate('56.1234567'), 'rate_range'],
    ['a rate for the peso', rate('1', 1), 'currency_rate_foreign'],
    ['two rates for one period', `${rate('56')}; ${rate('57')}`, 'currency_rate_once'],
  ])('refuses %s', async (_, sql, refusedBy) => {
    await expectRefused(books.owner, { sql, refusedBy });
  });

  function rate(value: string, currency = 2): string {
    return `insert into currency_rate (fiscal_year, period_no, currency_id, acct_class, dolr_rate)
      values (2026, 3, ${currency}, 'B', ${value})`;
  }
});

describe('INV-25 and INV-26: business dates are days of the calendar, instants come from the database', () => {
  it.each(['1900-12-31', '2101-01-01', 'infinity'])('refuses the date %s', async (date) => {
    await expectRefused(books.owner, {
      sql: `update document set document_date = '${date}'`,
      refusedBy: 'accounting_date_range',
    });
  });

  it('takes today in Manila as the default, whatever the zone of the session', async () => {
    const { rows } = await books.owner.query(`
      select manila_today() = (now() at time zone 'Asia/Manila')::date as today,
        (select pg_get_expr(adbin, adrelid) from pg_attrdef d join pg_attribute a on (a.attrelid, a.attnum) = (d.adrelid, d.adnum)
         where d.adrelid = 'document'::regclass and a.attname = 'document_date') as standard`);
    expect(rows).toEqual([{ today: true, standard: 'manila_today()' }]);
  });

  it('ignores a sent edit_date and input_date', async () => {
    const saved = await inTransactionOf(books.owner, USER.CHECKER, async () => {
      await books.owner.query(`insert into alpha_tax_code (atc_code, atc_desc, atc_rate, input_date, input_by)
        values ('WI010', 'Professional fees', 5, '2001-01-01', ${USER.ADMIN})`);
      const { rows } = await books.owner.query(`
        update alpha_tax_code set atc_rate = 10, edit_date = '2001-01-01', edit_by = ${USER.ADMIN}
        returning input_date = now() as input_now, edit_date = now() as edit_now, input_by, edit_by, row_version`);
      return rows[0];
    });
    expect(saved).toEqual({
      input_now: true,
      edit_now: true,
      input_by: USER.CHECKER,
      edit_by: USER.CHECKER,
      row_version: 2,
    });
  });

  it('lets nobody at run time date a posting, a move or an issued number himself', async () => {
    const { rows } = await books.owner.query(`
      select t from unnest(array['journal_entry.posted_at', 'batch_move.at', 'issued_paper.at']) t
      where has_column_privilege('talaan_app', split_part(t, '.', 1), split_part(t, '.', 2), 'INSERT')`);
    expect(rows).toEqual([]);
  });
});

describe('a budget', () => {
  const version = (fiscal_year = 2026) =>
    `insert into budget_version (fiscal_year, name) values (${fiscal_year}, 'Board')`;
  const line = (period = 202603, account: number = ACCOUNT.RENT, amount = '100') => `
    insert into budget (version_id, period, account_id, branch_id, department_id, amount)
    values ((select max(id) from budget_version), ${period}, ${account}, 1, 1, ${amount})`;
  const actor = USER.ADMIN;

  it('comes whole, of accounts of results in months of its year, and never changes', async () => {
    const whole = `${version()}; ${line()}`;
    await expectAllowed(books.owner, { sql: whole, actor });
    const unchecked = { actor, without: 'drop trigger budget_check on budget' };
    await expectHeld(books.owner, { ...unchecked, sql: `${version()}; ${line(202701)}`, refusedBy: 'budget_period' });
    const cash = `${version()}; ${line(202603, ACCOUNT.CASH)}`;
    await expectHeld(books.owner, { ...unchecked, sql: cash, refusedBy: 'budget_result' });
    await expectHeld(books.owner, {
      actor,
      sql: `${version()}; ${line(202603, ACCOUNT.RENT, '0.005')}`,
      refusedBy: 'budget_amount',
      without: 'alter table budget drop constraint budget_amount',
    });
    await inTransactionOf(books.owner, 'system', () => books.owner.query(whole));
    await expectHeld(books.owner, { ...unchecked, sql: line(202604), refusedBy: 'budget_frozen' });
    for (const [table, change] of [
      ['budget', 'update budget set amount = 1'],
      ['budget_version', `update budget_version set name = 'Other'`],
    ] as const) {
      await expectRefused(books.owner, { sql: change, refusedBy: '42501', actor });
      const without = `drop trigger budget_append_only on ${table}`;
      await expectHeld(books.owner, { as: 'owner', sql: change, refusedBy: 'budget_append_only', without });
    }
  });
});

describe('the map of results', () => {
  const version = (effective_from: number) =>
    `insert into report_map_version (report, effective_from) values ('profitability', ${effective_from})`;
  const line = (measure: string, account: number = ACCOUNT.RENT) =>
    `insert into profitability_map (version_id, account_id, measure) values ((select max(id) from report_map_version), ${account}, '${measure}')`;
  const ON = `update setting set value = value || '{"limits": true}' where key = 'four_eyes'; `;
  const OPEN = { actor: USER.ADMIN, without: 'drop trigger report_map_begins on report_map_version' };

  it('begins with an open period, except for the first version', async () => {
    await expectAllowed(books.owner, { sql: version(190101), actor: USER.ADMIN });
    const second = (effective_from: number) => `${version(190101)}; ${version(effective_from)}`;
    await expectAllowed(books.owner, { sql: second(202501), actor: USER.ADMIN });
    await expectHeld(books.owner, { ...OPEN, sql: second(202412), refusedBy: 'report_map_open' });
    const CLOSED = 'update accounting_period set disbursement = 0, cash_receipt = 0, general_journal = 0; ';
    await expectHeld(books.owner, { ...OPEN, sql: CLOSED + second(202601), refusedBy: 'report_map_open' });
  });

  it('is made by two, whole, of accounts of results, and never changes', async () => {
    const whole = `${version(190101)}; ${line('rental_fee')}`;
    await expectAllowed(books.owner, { sql: whole, actor: USER.ADMIN });
    await expectHeld(books.owner, {
      sql: ON + whole,
      actor: USER.ADMIN,
      refusedBy: 'second_person_needed',
      without: 'drop trigger second_person on report_map_version',
    });
    const ofResults = { actor: USER.ADMIN, without: 'drop trigger profitability_map_check on profitability_map' };
    await expectHeld(books.owner, {
      ...ofResults,
      sql: `${version(190101)}; ${line('rental_fee', ACCOUNT.CASH)}`,
      refusedBy: 'profitability_map_result',
    });
    await expectHeld(books.owner, {
      sql: `${version(190101)}; ${line('hidden')}`,
      actor: USER.ADMIN,
      refusedBy: 'profitability_map_measure',
      without: 'alter table profitability_map drop constraint profitability_map_measure',
    });
    await inTransactionOf(books.owner, 'system', () => books.owner.query(whole));
    await expectHeld(books.owner, {
      ...ofResults,
      sql: line('excluded', ACCOUNT.INCOME),
      refusedBy: 'profitability_map_frozen',
    });
    for (const [table, rule, change] of [
      ['profitability_map', 'profitability_map_append_only', `update profitability_map set measure = 'excluded'`],
      ['report_map_version', 'report_map_append_only', 'update report_map_version set effective_from = 202601'],
    ] as const) {
      await expectRefused(books.owner, { sql: change, refusedBy: '42501', actor: USER.ADMIN });
      const without = `drop trigger ${rule} on ${table}`;
      await expectHeld(books.owner, { as: 'owner', sql: change, refusedBy: rule, without });
    }
  });

  it('counts of transactions bear the name of whoever entered them, and are none below zero', async () => {
    const count = (transactions: number) =>
      `insert into branch_statistic (branch_id, period, transactions) values (1, 202603, ${transactions})`;
    await expectHeld(books.owner, {
      sql: count(-1),
      actor: USER.PREPARER,
      refusedBy: 'branch_statistic_count',
      without: 'alter table branch_statistic drop constraint branch_statistic_count',
    });
    await expectRefused(books.owner, {
      sql: `insert into branch_statistic (branch_id, period, transactions, entered_by) values (1, 202603, 5, ${USER.CHECKER})`,
      actor: USER.PREPARER,
      refusedBy: '42501',
    });
    const { rows } = await inTransactionOf(books.owner, USER.PREPARER, async () => {
      await books.owner.query(count(5));
      return books.owner
        .query(`select s.entered_by, s.entered_at = now() as entered_now, e.user_id, e.after ->> 'transactions' as noted
        from branch_statistic s join audit_event e on e.table_name = 'branch_statistic' and e.row_key = '1/202603'`);
    });
    expect(rows).toEqual([{ entered_by: USER.PREPARER, entered_now: true, user_id: USER.PREPARER, noted: '5' }]);
    // One that is taken back stays in the audit trail.
    const taken = await inTransactionOf(books.owner, USER.CHECKER, async () => {
      await books.owner.query('set local role talaan_app');
      await books.owner.query('delete from branch_statistic');
      await books.owner.query('reset role');
      return books.owner.query(`select user_id, before ->> 'transactions' as was from audit_event
        where table_name = 'branch_statistic' and action = 'delete'`);
    });
    expect(taken.rows).toEqual([{ user_id: USER.CHECKER, was: '5' }]);
  });
});
