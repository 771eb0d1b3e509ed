import { expect, it } from 'vitest';
import { INDEXED_REPORTS } from './kit/report-index.ts';
import { REPORTS } from './report-list.ts';

it('every report of the index has a description, in its order, and no other', () => {
  expect(REPORTS.map(({ name }) => name)).toEqual(INDEXED_REPORTS.map(({ name }) => name));
});
