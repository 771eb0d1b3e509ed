import fc from 'fast-check';
import { expect, it } from 'vitest';
import { onItsSide, type ReportLayout } from '../define-report.ts';
import { isBold, isRed } from '../../../papers/paper-table.ts';
import { paperFormOf, paperRuns, reportLines, streamLines } from './report-lines.ts';
import type { ReportGroup } from '../report-reply.ts';

interface Row {
  readonly account: string;
  readonly account_name: string;
  readonly payee: string;
  readonly text: string;
  readonly debit: string;
  readonly credit: string;
}
const row = (account: string, text: string, debit: string, credit = '0.00', payee = 'P'): Row => ({
  account,
  account_name: `Account ${account}`,
  payee,
  text,
  debit,
  credit,
});
const columns: ReportLayout<Row>['columns'] = [
  { field: 'text', header: 'Text', kind: 'text', width: 20 },
  { field: 'payee', header: 'Payee', kind: 'code', width: 8, on: ['file'] },
  { field: 'debit', header: 'Debit', kind: 'amount', width: 12, total: true },
  { field: 'credit', header: 'Credit', kind: 'amount', width: 12, total: true },
];
const level = { code: 'account', name: 'account_name', one: 'row', many: 'rows' } as const;
const layout = (levels: ReportLayout<Row>['levels']): ReportLayout<Row> => ({ columns, levels, basis: 'PHP' });
const report = { totalLabel: 'Total' };
const totals = { debit: '9.00', credit: '0.00' };
const told = (lines: readonly { look: string; cells: readonly (string | null)[] }[]) =>
  lines.map(({ look, cells }) => [look, ...cells].join(' '));

it('sums a group in its heading, and shows a form the columns that are its own', () => {
  const data = [
    row('1', 'a', '0.10'),
    row('1', 'b', '0.20', '5.00'),
    row('3', 'c', '90071992547.01'),
    row('3', 'd', '0.02'),
  ];
  expect(told(reportLines(report, layout([level]), 'screen', { data, groups: [], totals, ended: true }))).toEqual([
    'group 1  Account 1 0.30 5.00',
    'plain a 0.10 0.00',
    'plain b 0.20 5.00',
    'group 3  Account 3 90071992547.03 0.00',
    'plain c 90071992547.01 0.00',
    'plain d 0.02 0.00',
    'total Total 9.00 0.00',
  ]);
  expect(told(reportLines(report, layout([]), 'file', { data: data.slice(2, 3), groups: [], ended: true }))).toEqual([
    'plain c P 90071992547.01 0.00',
  ]);
});

it('has in a heading what is told of its group, whatever of its rows is on the page', () => {
  const group: ReportGroup = { codes: ['1'], name: 'Account 1', note: '', figures: { debit: '7.00', credit: '0.30' } };
  const data = [row('1', 'a', '0.10')];
  expect(told(reportLines(report, layout([level]), 'screen', { data, groups: [group], ended: false }))).toEqual([
    'group 1  Account 1 7.00 0.30',
    'plain a 0.10 0.00',
  ]);
});

it('leaves out the heading of groups whose rows say whose they are, and repeats on paper no cell that stands once', () => {
  const data = [row('9', 'a', '1.00'), row('9', 'a', '2.00'), row('9', 'b', '3.00'), row('2', 'b', '4.00')];
  const [text, ...others] = columns;
  const bare: ReportLayout<Row> = {
    columns: [{ ...text!, once: 'text' }, ...others],
    levels: [{ ...level, bare: true, sums: 'below several' }],
    basis: 'PHP',
  };
  const linesOn = (form: 'paper' | 'file') => told(reportLines(report, bare, form, { data, groups: [], ended: true }));
  expect(linesOn('paper')).toEqual([
    'plain a 1.00 0.00',
    'plain  2.00 0.00',
    'plain b 3.00 0.00',
    'fixed Subtotal Account 9 6.00 0.00',
    'plain b 4.00 0.00',
  ]);
  expect(linesOn('file').slice(0, 2)).toEqual(['plain a P 1.00 0.00', 'plain a P 2.00 0.00']);
});

it('puts a subtotal below the rows of a group, where they are several', () => {
  const data = [row('1', 'a', '1.00'), row('1', 'b', '2.00'), row('1', 'c', '3.00'), row('2', 'd', '4.00')];
  expect(
    told(
      reportLines(report, layout([{ ...level, sums: 'below several' }]), 'screen', { data, groups: [], ended: true }),
    ),
  ).toEqual([
    'group 1  Account 1  ',
    'plain a 1.00 0.00',
    'plain b 2.00 0.00',
    'plain c 3.00 0.00',
    'fixed Subtotal 1 6.00 0.00',
    'group 2  Account 2  ',
    'plain d 4.00 0.00',
  ]);
});

it('tells how many headings a line stands below and which lines are bold, and sums what is in per cent of what', () => {
  const compared: ReportLayout<Row> = {
    columns: [
      ...columns,
      { field: 'account_name', header: '%', kind: 'percent', width: 9, percent: { is: 'debit', of: 'credit' } },
    ],
    levels: [{ ...level, code: 'payee', name: 'payee', bare: true, sums: 'below' }, level],
    basis: 'PHP',
  };
  const data = [row('1', 'a', '-1.00', '8.00'), row('1', 'b', '0.00', '0.00'), row('2', 'c', '3.00', '0.00')];
  const lines = reportLines(report, compared, 'screen', { data, groups: [], totals, ended: true });
  expect(
    lines.map((line) => [line.look, line.level, isBold(line), line.look === 'plain' ? '' : line.cells.at(-1)]),
  ).toEqual([
    ['group', 0, true, '-12.5'],
    ['plain', 1, false, ''],
    ['plain', 1, false, ''],
    ['group', 0, true, null],
    ['plain', 1, false, ''],
    ['fixed', 0, true, '25.0'],
    ['total', 0, true, null],
  ]);
  const strong = { label: 'Ending', at: 'bottom', strong: true, cells: () => ({}) } as const;
  const framed = layout([{ ...level, fixed: [...fixed!.slice(0, 1), strong] }]);
  const [, beginning, , ending] = reportLines(report, framed, 'screen', { data: [data[0]!], groups: [], ended: true });
  expect([beginning, ending].map((line) => [line!.cells[0], line!.level, isBold(line!)])).toEqual([
    ['Beginning', 1, false],
    ['Ending', 1, true],
  ]);
});

it('has columns of other currencies on paper where a group is in one, and leaves them out of those in pesos', () => {
  const isOf = (note: string, code: string) => ({ ...group([code], '1.00', '1.00'), note });
  const foreign: ReportLayout<Row> = {
    ...layout([level]),
    columns: [columns[0]!, { ...columns[2]!, on: ['screen', 'foreign paper'] }],
  };
  const data = [row('1', 'a', '5.00', '0.00'), row('2', 'b', '3.00', '0.00')];
  const drawn = (groups: ReportGroup[]) =>
    reportLines(report, foreign, paperFormOf(groups), { data, groups, ended: true })
      .filter(({ look }) => look === 'plain')
      .map(({ cells }) => cells.slice(1));
  expect(drawn([isOf('', '1'), isOf('USD', '2')])).toEqual([[null], ['3.00']]);
  expect(drawn([isOf('', '1'), isOf('', '2')])).toEqual([[], []]);
});

// @ts-expect-error A group is named by fields that its rows have.
export const MISNAMED: ReportLayout<Row>['levels'][number] = { ...level, code: 'cody' };

const fixed: ReportLayout<Row>['levels'][number]['fixed'] = [
  { label: 'Beginning', at: 'top', cells: ({ beginning }) => onItsSide(beginning, 'debit', 'credit') },
  { label: 'Ending', at: 'bottom', cells: ({ ending }) => onItsSide(ending, 'debit', 'credit') },
];
const group = (codes: string[], beginning: string, ending: string): ReportGroup => ({
  codes,
  name: `Account ${codes.at(-1)}`,
  note: '',
  figures: { beginning, ending },
});

it('heads a group by its name alone where its code is for machines', () => {
  const data = [row('1', 'a', '1.00')];
  const lines = reportLines(report, layout([{ ...level, byName: true }]), 'screen', { data, groups: [], ended: true });
  expect(told(lines)).toEqual(['group Account 1 1.00 0.00', 'plain a 1.00 0.00']);
});

it('frames rows by the figures of their groups, a balance on its side, groups without rows included', () => {
  const groups = [group(['1'], '5.00', '6.00'), group(['2'], '-3.00', '-3.00'), group(['3'], '0.00', '-1.00')];
  const data = [row('1', 'a', '1.00'), row('3', 'b', '0.00', '1.00')];
  const lines = reportLines(report, layout([{ ...level, fixed }]), 'screen', { data, groups, totals, ended: true });
  expect(told(lines)).toEqual([
    'group 1  Account 1  ',
    'fixed Beginning 5.00 ',
    'plain a 1.00 0.00',
    'fixed Ending 6.00 ',
    'group 2  Account 2  ',
    'fixed Beginning  3.00',
    'fixed Ending  3.00',
    'group 3  Account 3  ',
    'fixed Beginning 0.00 ',
    'plain b 0.00 1.00',
    'fixed Ending  1.00',
    'total Total 9.00 0.00',
  ]);
  expect(lines.filter(({ group: own, look }) => look === 'group' && own?.count === 0)).toHaveLength(1);
});

it('in two levels closes the inner one first, and is the same from a stream', async () => {
  const two = layout([
    { code: 'payee', name: 'payee', one: 'row', many: 'rows', fixed },
    { ...level, fixed },
  ]);
  const code = fc.constantFrom('A', 'B', 'C');
  const rows = fc.array(fc.tuple(code, code, fc.integer({ min: 1, max: 99 })), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(rows, fc.array(fc.tuple(code, code), { maxLength: 4 }), async (given, without) => {
      const data = given.map(([payee, account, cents]) =>
        row(account, '', `0.${String(cents).padStart(2, '0')}`, '0.00', payee),
      );
      data.sort((a, b) => (a.payee + a.account < b.payee + b.account ? -1 : 1));
      const pairs = [...data.map((one) => [one.payee, one.account]), ...without];
      const paths = new Set(pairs.flatMap(([payee, account]) => [payee!, `${payee} ${account}`]));
      const groups = [...paths].toSorted().map((path) => group(path.split(' '), '1.00', '2.00'));
      const lines = reportLines(report, two, 'file', { data, groups, totals, ended: true });
      // Every group begins and ends once, each row stands in its own.
      expect(lines.filter(({ look }) => look === 'group')).toHaveLength(groups.length);
      expect(lines.filter(({ look }) => look === 'fixed')).toHaveLength(2 * groups.length);
      const placed = lines.flatMap((line) =>
        line.row ? [[line.group!.codes, [line.row.payee, line.row.account]]] : [],
      );
      expect(placed.map(([codes]) => codes)).toEqual(placed.map(([, own]) => own));
      const streamed = [];
      for await (const line of streamLines(report, two, 'file', { rows: data, groups, totals })) streamed.push(line);
      expect(streamed).toEqual(lines);
    }),
  );
});

it('names the sums of groups and of all rows as the wire does, tells none of groups that are unsummed, and counts without decimals', () => {
  const counted: ReportLayout<Row> = {
    columns: [
      ...columns.slice(0, 1),
      { field: 'credit', header: 'Count', kind: 'integer', width: 8, total: true },
      columns[2]!,
    ],
    levels: [{ ...level, sums: 'below', named: true, unsummed: ['8'] }],
    basis: 'PHP',
  };
  const data = [
    row('1', 'a', '1.00', '3'),
    row('1', 'b', '2.00', '4'),
    row('2', 'c', '3.00', ''),
    row('8', 'd', '4.00', ''),
  ];
  const named = { ...report, sumNames: { group: 'total_', all: 'grand_total_' } };
  const sums = { grand_total_debit: '10.00' };
  expect(told(reportLines(named, counted, 'screen', { data, groups: [], totals: sums, ended: true }))).toEqual([
    'group 1  Account 1  ',
    'plain a 3 1.00',
    'plain b 4 2.00',
    'fixed Subtotal Account 1 7 3.00',
    'group 2  Account 2  ',
    'plain c  3.00',
    'fixed Subtotal Account 2  3.00',
    'group 8  Account 8  ',
    'plain d  4.00',
    'total Total  10.00',
  ]);
});

it('stands on paper in runs of ten columns with what names the rows in each', () => {
  const wide: ReportLayout<Row> = {
    columns: [{ ...columns[0]!, names: true }, ...Array.from({ length: 21 }, () => columns[2]!)],
    levels: [],
    basis: 'PHP',
  };
  expect(paperRuns(wide, 'paper').map((run) => [run.columns[0]!.field, run.columns.length])).toEqual([
    ['text', 11],
    ['text', 11],
    ['text', 2],
  ]);
  expect(paperRuns(layout([]), 'paper')).toEqual([layout([])]);
});

it('stands a row of an uneven tree in the group of its own depth, and in none where it has no code', () => {
  const levels = [
    { code: 'account', name: 'account_name', one: 'row', many: 'rows', uneven: true },
    { code: 'payee', name: 'payee', one: 'row', many: 'rows', uneven: true },
  ] as const;
  const data = [
    row('1', 'deep', '1.00'),
    row('1', 'shallow', '2.00', '0.00', ''),
    { ...row('', 'sum', '3.00', '0.00', ''), is_sum: true },
    row('2', 'next', '4.00', '0.00', ''),
  ];
  const lines = reportLines(report, { ...layout(levels), strong: 'is_sum' as never }, 'screen', {
    data,
    groups: [],
    ended: true,
  });
  expect(
    lines.map((line) => [line.level, line.group?.codes.join('/'), line.cells[0], line.cells[1], isBold(line)]),
  ).toEqual([
    [0, '1', '1  Account 1', '3.00', true],
    [1, '1/P', 'P  P', '1.00', true],
    [2, '1/P', 'deep', '1.00', false],
    [1, '1', 'shallow', '2.00', false],
    [0, undefined, 'sum', '3.00', true],
    [0, '2', '2  Account 2', '4.00', true],
    [1, '2', 'next', '4.00', false],
  ]);
});

it('shows a result below zero in red, one of sums in sums and totals alone', () => {
  const isRedIn = (result: true | 'sums', line: Parameters<typeof isRed>[2]) => isRed({ result }, '-1.00', line);
  const lines = [{ look: 'plain' }, { look: 'plain', strong: true }, { look: 'group' }, { look: 'total' }] as const;
  expect(lines.map((line) => isRedIn(true, line))).toEqual([true, true, true, true]);
  expect(lines.map((line) => isRedIn('sums', line))).toEqual([false, true, false, true]);
  expect(isRed({ result: true }, '1.00', { look: 'total' })).toBe(false);
});
