import { expect, it } from 'vitest';
import { tableLines } from './paper-table.ts';

const columns = [
  { field: 'code', kind: 'code' },
  { field: 'name', kind: 'text' },
  { field: 'debit', kind: 'amount', total: true },
  { field: 'credit', kind: 'amount', total: true },
] as const;

it('prints rows and the totals of the books in the order of the columns', () => {
  const rows = [
    { code: '101', name: 'Account 101', debit: '0.10', credit: '0.00' },
    { code: '301', name: '', debit: '0.00', credit: '7.00' },
  ];
  const totals = [{ label: 'Grand total', sums: { debit: '1.00', credit: '2.00' } }];
  expect([...tableLines(columns, rows, totals)].map((line) => [line.look, ...line.cells])).toEqual([
    ['plain', '101', 'Account 101', '0.10', '0.00'],
    ['plain', '301', null, '0.00', '7.00'],
    ['total', 'Grand total', null, '1.00', '2.00'],
  ]);
});

it('takes the names of columns from the fields of its rows', () => {
  const rows: { code: string; parts: string[] }[] = [{ code: '1', parts: [] }];
  // @ts-expect-error A name that no row has does not compile.
  expect([...tableLines([{ field: 'cody', kind: 'text' }], rows, [])]).toHaveLength(1);
  // @ts-expect-error Neither does a field that no cell can show.
  expect([...tableLines([{ field: 'parts', kind: 'text' }], rows, [])]).toHaveLength(1);
});
