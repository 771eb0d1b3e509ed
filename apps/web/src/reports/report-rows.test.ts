import { expect, it } from 'vitest';
import { shownRows } from './report-rows.ts';

const group = (code: string, ...names: string[]) => ({
  code,
  name: code,
  rows: names.map((name) => ({ name })),
  sums: {},
});
const keys = (collapsed: string[], groups = [group('1', 'a', 'b'), group('2', 'c')]) =>
  shownRows(groups, new Set(collapsed), (row) => row.name).map((line) =>
    line.kind === 'group' ? `${line.key} ${line.open}` : line.key,
  );

it('shows the head of every group, and rows of open groups only', () => {
  expect(keys([])).toEqual(['group 1 true', 'a', 'b', 'group 2 true', 'c']);
  expect(keys(['1'])).toEqual(['group 1 false', 'group 2 true', 'c']);
});

it('shows no head in a report without groups', () => {
  expect(keys([], [group('', 'a', 'b')])).toEqual(['a', 'b']);
});
