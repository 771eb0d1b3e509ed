import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pesosByRate, validateEntry, type DraftLine, type EntryFacts } from '@talaan/core/ledger/journal-entry';
import { amountText, requireAmount } from '@talaan/core/money/money';
import { requireRate } from '@talaan/core/money/rate';
import { expectHeld } from './attack.ts';
import { ACCOUNT, openBooks, USER, type Books } from './sample-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
  await books.owner.query(`insert into setting (key, value) values ('approval_required', '{"JE": false}')
    on conflict (key) do update set value = excluded.value`);
});
afterAll(() => books.close());

const PESO_ACCOUNT = { acct_type: 'S', acct_class: 'B', acct_group: 'A', currency_id: 1, active: true };
const FACTS: EntryFacts = {
  accounts: new Map([
    ['102101', PESO_ACCOUNT],
    ['102303', { ...PESO_ACCOUNT, currency_id: 2 }],
  ]),
  branches: new Map([[1, { code: 'SMP-001', active: true }]]),
  departments: new Map(),
  sections: new Map(),
  payees: new Map(),
};
const ACCOUNT_ID: Readonly<Record<string, number>> = { '102101': ACCOUNT.CASH, '102303': ACCOUNT.USD_BANK };
const USD_BANK = '102303';

interface Line {
  readonly account_code: string;
  readonly is_debit: boolean;
  readonly minor: bigint;
  /** Added to the pesos that the rate gives; null: none of its own. */
  readonly off: bigint | null;
}
interface Case {
  readonly currency_id: number;
  readonly dollar_rate: string;
  readonly lines: readonly Line[];
}

/** Balanced entries of a few lines, in dollars or pesos, some lines with pesos of their own. */
const cases: fc.Arbitrary<Case> = fc
  .record({
    foreign: fc.boolean(),
    rate: fc.integer({ min: 40_000_000, max: 70_000_000 }),
    debits: fc.array(fc.bigInt({ min: 100n, max: 900_000_00n }), { minLength: 1, maxLength: 4 }),
    accounts: fc.array(fc.constantFrom('102101', USD_BANK, USD_BANK), { minLength: 5, maxLength: 5 }),
    offs: fc.array(fc.oneof(fc.constant(null), fc.constant(null), fc.bigInt({ min: -50n, max: 50n })), {
      minLength: 5,
      maxLength: 5,
    }),
  })
  .map(({ foreign, rate, debits, accounts, offs }) => {
    const total = debits.reduce((sum, minor) => sum + minor, 0n);
    const sides = [...debits.map((minor) => ({ minor, is_debit: true })), { minor: total, is_debit: false }];
    return {
      currency_id: foreign ? 2 : 1,
      dollar_rate: foreign ? `${Math.floor(rate / 1e6)}.${String(rate % 1e6).padStart(6, '0')}` : '1',
      lines: sides.map((side, at) => ({
        ...side,
        account_code: foreign ? accounts[at]! : '102101',
        off: offs[at] ?? null,
      })),
    };
  });

/** The entry as texts, each line with the pesos that it is stored with. */
function linesOf({ dollar_rate, lines }: Case): DraftLine[] {
  const byRate = pesosByRate(lines.map(minorOf), requireRate(dollar_rate));
  return lines.map((line, at) => {
    const pesos = byRate[at]!.debit_php_minor + byRate[at]!.credit_php_minor + (line.off ?? 0n);
    const side = (minor: bigint, is_debit: boolean) => amountText(line.is_debit === is_debit ? minor : 0n);
    return {
      account_code: line.account_code,
      debit_amount: side(line.minor, true),
      credit_amount: side(line.minor, false),
      debit_php: side(pesos, true),
      credit_php: side(pesos, false),
      branch_id: 1,
      department_id: null,
      section_id: null,
      payee_id: null,
    };
  });
}

const minorOf = ({ is_debit, minor }: Line) => ({
  debit_minor: is_debit ? minor : 0n,
  credit_minor: is_debit ? 0n : minor,
});

/** Saves an entry and submits it: one SQL text. */
function submitSql(
  { currency_id, dollar_rate }: Pick<Case, 'currency_id' | 'dollar_rate'>,
  lines: readonly DraftLine[],
) {
  const sum = (field: 'debit_amount' | 'debit_php') =>
    amountText(lines.reduce((total, line) => total + requireAmount(line[field]!), 0n));
  const rows = lines.map(
    (line, at) => `(70, ${at + 1}, ${ACCOUNT_ID[line.account_code]}, 1, ${line.debit_amount}, ${line.credit_amount},
      ${line.debit_php}, ${line.credit_php})`,
  );
  return `insert into batch (id, document_type, batch_number, prepared_by, currency_id, dollar_rate, total_amount, amount_php)
      overriding system value values (70, 'JE', 'T70', ${USER.PREPARER}, ${currency_id}, ${dollar_rate},
        ${sum('debit_amount')}, ${sum('debit_php')});
    insert into document (id, batch_id, document_type, header_key, document_number, document_date)
      overriding system value values (70, 70, 'JE', 0, 'T70', '2026-03-10');
    insert into line (document_id, line_no, account_id, branch_id, debit_amount, credit_amount, debit_php, credit_php)
      values ${rows.join(', ')};
    insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
      values (70, 'JE', 1, 'submit', 1, 2, ${USER.PREPARER}, ${sum('debit_amount')}, ${currency_id});
    update batch set status = 2 where id = 70;`;
}

async function outcomeOf(sql: string): Promise<{ refusedBy: string | null; byRate: string[] }> {
  await books.owner.query(`begin; set local talaan.user_id = '${USER.PREPARER}'`);
  try {
    await books.owner.query(sql.slice(0, sql.indexOf('insert into batch_move')));
    const { rows } = await books.owner.query('select * from pesos_by_rate(70) order by line_no');
    const byRate = rows.map((row) => amountText(requireAmount(row.debit_php) + requireAmount(row.credit_php)));
    const refusedBy = await books.owner.query(sql.slice(sql.indexOf('insert into batch_move'))).then(
      () => null,
      (error: { constraint?: string }) => error.constraint ?? 'no constraint',
    );
    return { refusedBy, byRate };
  } finally {
    await books.owner.query('rollback');
  }
}

it('books lines at the pesos that the core gives, and refuses what the core refuses', async () => {
  const seen = new Set<string | null>();
  await fc.assert(
    fc.asyncProperty(cases, async (entry) => {
      const lines = linesOf(entry);
      const result = validateEntry({ ...entry, adjusting: false, lines }, FACTS, 'draft');
      const isRefused = !result.ok && result.faults.some(({ code }) => code === 'pesos');
      const { refusedBy, byRate } = await outcomeOf(submitSql(entry, lines));
      seen.add(refusedBy);
      expect(refusedBy).toBe(isRefused ? 'line_pesos' : null);
      const core = pesosByRate(entry.lines.map(minorOf), requireRate(entry.dollar_rate));
      expect(byRate).toEqual(core.map((pesos) => amountText(pesos.debit_php_minor + pesos.credit_php_minor)));
    }),
    { numRuns: 150 },
  );
  expect(seen).toEqual(new Set(['line_pesos', null]));
});

it('holds the peso amount by which approvals are routed to the rate of one side', async () => {
  const pesos = (debit_php: string, credit_php: string) => ({
    account_code: USD_BANK,
    debit_amount: debit_php === '0' ? '0' : '2000',
    credit_amount: credit_php === '0' ? '0' : '2000',
    debit_php,
    credit_php,
  });
  const cheap = [pesos('900', '0'), pesos('0', '900')] as unknown as DraftLine[];
  await expectHeld(books.owner, {
    sql: submitSql({ currency_id: 2, dollar_rate: '55.25' }, cheap),
    actor: USER.PREPARER,
    as: 'owner',
    refusedBy: 'line_pesos',
    without: 'drop trigger batch_line_pesos on batch',
  });
});
