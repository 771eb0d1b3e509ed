import { expect, it } from 'vitest';
import { defineReport, anyReport, layoutOf } from '@talaan/contract/reports/kit/define-report';
import { asOf } from '@talaan/contract/reports/kit/report-filters';
import { reportLines } from '@talaan/contract/reports/kit/lines/report-lines';
import * as z from 'zod';
import { foldGroup, NOTHING_FOLDED, shownLines, subtotalOpening, type AnyLine } from './shown-lines.ts';

const row = z.object({ payee: z.string(), account: z.string(), name: z.string(), amount: z.string() });
const report = anyReport(
  defineReport({
    name: 'subsidiary',
    calls: [{ path: '/rpt/sample' }],
    filters: { day: asOf() },
    row,
    key: ['name'],
    drill: ['account'],
    totals: z.object({ amount: z.string() }),
    layout: {
      columns: [
        { field: 'name', header: 'Name', kind: 'text', width: 10 },
        { field: 'amount', header: 'Amount', kind: 'amount', width: 10, total: true },
      ],
      levels: [
        { code: 'payee', name: 'payee', one: 'account', many: 'accounts', sums: 'below' },
        {
          code: 'account',
          name: 'account',
          one: 'posting',
          many: 'postings',
          fixed: [
            { label: 'Beginning', at: 'top', cells: ({ begin }) => ({ amount: begin ?? null }) },
            { label: 'Ending', at: 'bottom', strong: true, cells: ({ end }) => ({ amount: end ?? null }) },
          ],
        },
      ],
      basis: 'PHP',
    },
    orientation: 'portrait',
    totalLabel: 'Total',
  }),
);
const group = (...codes: string[]) => ({ codes, name: '', note: '', figures: { begin: '1.00', end: '2.00' } });
const lines = reportLines(report, layoutOf(report, {}), 'screen', {
  data: [
    { payee: 'A', account: '1', name: 'a', amount: '1.00' },
    { payee: 'B', account: '1', name: 'b', amount: '1.00' },
  ],
  groups: [group('A'), group('A', '1'), group('A', '2'), group('B'), group('B', '1')],
  ended: true,
});
const groupOf = (codes: string[]) => ({ codes, name: '', note: '', count: 0 });
const labels = (folding: typeof NOTHING_FOLDED) => shownLines(lines, folding).map(({ cells }) => cells[0]);
const shown = (...folded: string[][]) =>
  labels(folded.reduce((folding, codes) => foldGroup(folding, groupOf(codes), true, false), NOTHING_FOLDED));

it('shows every line while nothing is folded', () => {
  expect(shown()).toEqual(lines.map(({ cells }) => cells[0]));
  expect(shown().filter((label) => label === 'Beginning')).toHaveLength(3);
});

it('keeps heading, fixed lines and sums of a folded group, and nothing of the groups within', () => {
  expect(shown(['A', '1']).slice(0, 6)).toEqual(['A', '1', 'Beginning', 'Ending', '2', 'Beginning']);
  expect(shown(['A'])).toEqual(['A', 'Subtotal A', 'B', '1', 'Beginning', 'b', 'Ending', 'Subtotal B']);
  expect(shown(['A'], ['B'])).toEqual(['A', 'Subtotal A', 'B', 'Subtotal B']);
});

it('folds a whole level, that of groups to come included, of which single ones may differ', () => {
  const level = foldGroup(NOTHING_FOLDED, groupOf(['A']), true, true);
  expect(labels(level)).toEqual(['A', 'Subtotal A', 'B', 'Subtotal B']);
  expect(labels(foldGroup(level, groupOf(['A']), false, false)).slice(0, 3)).toEqual(['A', '1', 'Beginning']);
  const inner = foldGroup(NOTHING_FOLDED, groupOf(['B', '1']), true, false);
  expect(foldGroup(inner, groupOf(['A', '1']), false, true)).toEqual(NOTHING_FOLDED);
  expect(foldGroup(inner, groupOf(['B', '1']), true, false)).toEqual(inner);
});

const bank = { codes: ['102103'], name: 'CA 0003-0001', note: '', count: 4 };
const subtotal: AnyLine = { look: 'fixed', level: 1, cells: ['Subtotal 102103', '83500.00'], group: bank };
const opens = { report: 'subsidiary', filter: ([code = '']: readonly string[]) => ({ account_from: code }) } as const;
const bankLevel = { code: 'bank', name: 'bank_name', one: 'charge', many: 'charges', sums: 'below' } as const;

it('leads from the sums of a group to the report of its level, and from no other cell', () => {
  const layout = { levels: [{ ...bankLevel, opens }] };
  expect(subtotalOpening(layout, subtotal, { total: true })).toEqual({
    report: 'subsidiary',
    filter: { account_from: '102103' },
  });
  expect(subtotalOpening(layout, subtotal, {})).toBeNull();
  expect(subtotalOpening(layout, { ...subtotal, fixed: 0 }, { total: true })).toBeNull();
  expect(subtotalOpening(layout, { ...subtotal, look: 'plain' }, { total: true })).toBeNull();
  expect(subtotalOpening({ levels: [bankLevel] }, subtotal, { total: true })).toBeNull();
});

it('keeps a row in sight that stands beside a folded group of an uneven tree', () => {
  const codes = (...of: string[]) => ({ codes: of, name: '', note: '', count: 1 });
  const tree: AnyLine[] = [
    { look: 'group', cells: ['A'], level: 0, group: codes('A') },
    { look: 'group', cells: ['A1'], level: 1, group: codes('A', '1') },
    { look: 'plain', cells: ['inner'], level: 2, group: codes('A', '1') },
    { look: 'plain', cells: ['beside'], level: 1, group: codes('A') },
    { look: 'plain', cells: ['below'], level: 0, group: null },
  ];
  const inSight = (folded: string[]) =>
    shownLines(tree, foldGroup(NOTHING_FOLDED, codes(...folded), true, false)).map(({ cells }) => cells[0]);
  expect(inSight(['A', '1'])).toEqual(['A', 'A1', 'beside', 'below']);
  expect(inSight(['A'])).toEqual(['A', 'below']);
});
