import { expect, it } from 'vitest';
import { groupRows, tableLines, sumRows, type TableRules } from './paper-table.ts';

interface TrialBalanceRow {
  account_code: string;
  acct_desc: string;
  cur_debit: string;
  cur_credit: string;
  total_debit: string;
  total_credit: string;
  group_code: string;
  group_desc: string;
}
const TRIAL_BALANCE: TableRules<TrialBalanceRow> = {
  columns: [
    { field: 'account_code', kind: 'code' },
    { field: 'acct_desc', kind: 'text' },
    { field: 'cur_debit', kind: 'amount', total: true },
    { field: 'cur_credit', kind: 'amount', total: true },
    { field: 'total_debit', kind: 'amount', total: true },
    { field: 'total_credit', kind: 'amount', total: true },
  ],
  group: { code: 'group_code', name: 'group_desc' },
};

const row = (group: string, code: string, amounts: [string, string, string, string]): TrialBalanceRow => ({
  account_code: code,
  acct_desc: `Account ${code}`,
  cur_debit: amounts[0],
  cur_credit: amounts[1],
  total_debit: amounts[2],
  total_credit: amounts[3],
  group_code: group,
  group_desc: `GROUP ${group}`,
});
const ROWS = [
  row('1', '101', ['0.10', '0.00', '90071992547.01', '0.00']),
  row('1', '102', ['0.20', '5.00', '0.02', '0.00']),
  row('3', '301', ['0.00', '0.00', '0.00', '7.00']),
];

it('groups rows under their sums, which add up to the totals exactly', () => {
  const groups = groupRows(TRIAL_BALANCE, ROWS);
  expect(
    groups.map((group) => [
      group.code,
      group.name,
      group.rows.length,
      group.sums['cur_debit'],
      group.sums['total_debit'],
    ]),
  ).toEqual([
    ['1', 'GROUP 1', 2, '0.30', '90071992547.03'],
    ['3', 'GROUP 3', 1, '0.00', '0.00'],
  ]);
  expect(sumRows(TRIAL_BALANCE, ROWS)).toEqual({
    cur_debit: '0.30',
    cur_credit: '5.00',
    total_debit: '90071992547.03',
    total_credit: '7.00',
  });
});

it('prints group lines, rows and the grand total in the order of the columns', () => {
  const totals = { cur_debit: '1.00', cur_credit: '2.00', total_debit: '3.00', total_credit: '4.00' };
  expect(
    [...tableLines(TRIAL_BALANCE, ROWS, [{ label: 'Grand total', sums: totals }])].map((line) => [
      line.look,
      ...line.cells,
    ]),
  ).toEqual([
    ['group', '1', 'GROUP 1', '0.30', '5.00', '90071992547.03', '0.00'],
    ['plain', '101', 'Account 101', '0.10', '0.00', '90071992547.01', '0.00'],
    ['plain', '102', 'Account 102', '0.20', '5.00', '0.02', '0.00'],
    ['group', '3', 'GROUP 3', '0.00', '0.00', '0.00', '7.00'],
    ['plain', '301', 'Account 301', '0.00', '0.00', '0.00', '7.00'],
    ['total', 'Grand total', null, '1.00', '2.00', '3.00', '4.00'],
  ]);
});

it('takes the names of columns and groups from the fields of its rows', () => {
  const rows: { code: string; amount: string; parts: string[] }[] = [{ code: '1', amount: '2.50', parts: [] }];
  const columns = [
    { field: 'code', kind: 'code' },
    { field: 'amount', kind: 'amount', total: true },
  ] as const;
  expect(sumRows({ columns }, rows)).toEqual({ amount: '2.50' });
  // @ts-expect-error A name that no row has does not compile.
  expect(groupRows({ columns, group: { code: 'cody', name: 'code' } }, rows)).toHaveLength(1);
  // @ts-expect-error Neither does a field that no cell can show.
  expect([...tableLines({ columns: [{ field: 'parts', kind: 'text' }] }, rows, [])]).toHaveLength(1);
});
