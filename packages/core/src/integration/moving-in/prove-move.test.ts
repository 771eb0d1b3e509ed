import { expect, it } from 'vitest';
import type { MovedNames, MovedRows } from './moved-rows.ts';
import { openingJournals } from './opening-postings.ts';
import { proofSentence, proveMove } from './prove-move.ts';

const account = (id: number, code: string, role: string | null = null, currency_id = 1) => ({
  id,
  code,
  name: code,
  role,
  currency_id,
});
const ACCOUNTS = [
  account(1, '102101'),
  account(2, '103010', 'AR'),
  account(3, '201010'),
  account(4, '203010', 'CUSTOMER_ADVANCES'),
  account(5, '301080', 'OPENING'),
  account(6, '301010'),
  account(7, '102303', null, 2),
];
const NAMES: MovedNames = {
  accounts: new Map(ACCOUNTS.map((one) => [one.id, one])),
  banks: new Map([
    [1, { id: 1, name: 'BPI 001', account_id: 1 }],
    [2, { id: 2, name: 'BPI USD', account_id: 7 }],
  ]),
  branches: new Map([
    [1, 'MAIN'],
    [2, 'NORTH'],
  ]),
  payees: new Map([
    [1, 'Customer'],
    [2, 'Supplier'],
  ]),
  opening: ACCOUNTS[4]!,
  receivable: ACCOUNTS[1]!,
  branch_id: 1,
};
const balance = (row: number, account_id: number, debit: bigint, credit: bigint, more = {}) => ({
  row,
  account_id,
  branch_id: 1,
  department_id: null,
  payee_id: null,
  currency_id: null,
  debit_minor: debit,
  credit_minor: credit,
  fc_debit_minor: 0n,
  fc_credit_minor: 0n,
  remarks: '',
  ...more,
});
const invoice = (row: number, open: bigint, branch_id = 1) => ({
  row,
  payee_id: 1,
  number: `SI-${row}`,
  billing_date: '2025-10-02' as never,
  due_date: '2025-11-01' as never,
  branch_id,
  currency_id: 1,
  open_minor: open,
  open_php_minor: open,
});
const voucher = (row: number, amount: bigint) => ({
  row,
  payee_id: 2,
  account_id: 3,
  branch_id: 1,
  reference: `AP-${row}`,
  on_date: '2025-12-01' as never,
  due_date: null,
  amount_minor: amount,
  remarks: '',
});
const GOOD: MovedRows = {
  balances: [
    balance(2, 1, 9_000_00n, 0n),
    balance(3, 7, 5_525_00n, 0n, { fc_debit_minor: 100_00n }),
    balance(4, 2, 3_000_00n, 0n),
    balance(5, 3, 0n, 2_000_00n),
    balance(6, 4, 0n, 500_00n, { payee_id: 1 }),
    balance(7, 6, 0n, 15_025_00n),
  ],
  invoices: [invoice(2, 1_000_00n), invoice(3, 2_000_00n)],
  vouchers: [voucher(2, 1_500_00n), voucher(3, 500_00n)],
  cheques: [{ row: 2, bank_id: 1, number: '1001', amount_minor: 400_00n }],
  deposits: [{ row: 2, bank_id: 1, reference: 'DS1', amount_minor: 150_00n }],
  statements: [
    { row: 2, bank_id: 1, balance_minor: 9_250_00n },
    { row: 3, bank_id: 2, balance_minor: 100_00n },
  ],
};
const redOf = (rows: Partial<MovedRows>, names = NAMES) =>
  proveMove({ ...GOOD, ...rows }, names, '2025-12-31').filter(({ is_green }) => !is_green);

it('is green when everything agrees, and every journal balances in its currency and in pesos', () => {
  expect(redOf({}).map(proofSentence)).toEqual([]);
  const journals = openingJournals(GOOD, NAMES, '2025-12-31');
  expect(journals.map(({ currency_id, payee_id, lines }) => [currency_id, payee_id, lines.length])).toEqual([
    [1, null, 5],
    [1, 1, 2],
    [2, null, 2],
  ]);
  for (const { lines } of journals) {
    const sum = (side: keyof (typeof lines)[number]) => lines.reduce((total, one) => total + (one[side] as bigint), 0n);
    expect([sum('debit_minor'), sum('debit_php_minor')]).toEqual([sum('credit_minor'), sum('credit_php_minor')]);
  }
});

it('splits what is more than a journal holds, each part balanced', () => {
  const balances = Array.from({ length: 6000 }, (_, at) => balance(at + 2, at % 2 === 0 ? 1 : 6, 1_00n, 0n));
  const journals = openingJournals({ ...GOOD, balances, vouchers: [], invoices: [] }, NAMES, '2025-12-31');
  expect(journals.map(({ lines }) => lines.length)).toEqual([5000, 1002]);
});

it('finds a centavo, and lists the rows behind it, those of its amount first', () => {
  const invoices = [invoice(2, 1_000_00n), invoice(3, 2_000_00n), invoice(4, 1n)];
  const [receivable, opening, posted] = redOf({ invoices });
  expect(receivable).toMatchObject({
    rule: 'receivable',
    given_minor: 3_000_00n,
    other_minor: 3_000_01n,
    row_count: 4,
  });
  expect(receivable!.rows[0]).toMatchObject({ kind: 'invoices', row: 4, text: 'SI-4 · Customer' });
  expect([opening!.rule, posted!.rule]).toEqual(['opening', 'posted']);
});

it('holds branches apart', () => {
  const red = redOf({ invoices: [invoice(2, 1_000_00n), invoice(3, 2_000_00n, 2)] });
  expect(red.filter(({ rule }) => rule === 'receivable').map(({ subject }) => subject)).toEqual([
    '103010 103010 · MAIN',
    '103010 103010 · NORTH',
  ]);
});

it('holds the receivable of each currency against the invoices in it, where it is given by currency', () => {
  const inDollars = { ...invoice(3, 10_00n), currency_id: 2, open_php_minor: 550_00n };
  const invoices = [invoice(2, 2_450_00n), inDollars];
  const given = (pesos: bigint, dollars: bigint) => [
    ...GOOD.balances.filter(({ account_id }) => account_id !== 2),
    balance(4, 2, pesos, 0n, { currency_id: 1 }),
    balance(8, 2, 3_000_00n - pesos, 0n, { currency_id: 2, fc_debit_minor: dollars }),
  ];
  expect(redOf({ invoices })).toEqual([]);
  expect(redOf({ invoices, balances: given(2_450_00n, 10_00n) })).toEqual([]);
  const red = redOf({ invoices, balances: given(2_450_00n, 11_00n) });
  expect(red.map(proofSentence)).toEqual([
    '103010 103010 · USD: Trial balance in USD 11.00, Open invoices in USD 10.00.',
  ]);
  expect(red[0]!.rows.map(({ kind, amount_minor }) => [kind, amount_minor])).toEqual([
    ['balances', 11_00n],
    ['invoices', 10_00n],
  ]);
});

it('asks vouchers, banks and advances, and for the roles that it needs', () => {
  expect(redOf({ vouchers: [voucher(2, 1_500_00n)] })[0]).toMatchObject({ rule: 'vouchers', other_minor: 1_500_00n });
  expect(redOf({ deposits: [] }).map(proofSentence)).toEqual([
    'BPI 001: Trial balance 9000.00, Statement 9,250.00 − cheques 400.00 + deposits 0.00 8850.00.',
  ]);
  expect(redOf({ statements: GOOD.statements.slice(0, 1) })[0]!.message).toMatch(/bank statements/);
  const paid = GOOD.balances.map((row) => (row.row === 6 ? balance(6, 4, 500_00n, 0n, { payee_id: 1 }) : row));
  expect(redOf({ balances: paid }).map(({ rule }) => rule)).toContain('advances');
  expect(redOf({ balances: [] })[0]!.message).toBe('Upload the trial balance.');
  expect(redOf({}, { ...NAMES, opening: null }).map(proofSentence)).toEqual([
    'Opening balance equity: No account has the role Opening balance equity. Give it one in the chart of accounts.',
  ]);
});
