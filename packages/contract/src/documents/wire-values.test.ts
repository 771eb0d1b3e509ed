import { expect, it } from 'vitest';
import { requiredId } from './wire-values.ts';

it('takes a record id as a number or as form text, and refuses by its field what can be none', () => {
  const id = requiredId('payee id');
  expect([id.parse(7), id.parse('7'), id.parse(2_147_483_647)]).toEqual([7, 7, 2_147_483_647]);
  for (const value of [2_147_483_648, 0, -1, 1.5, 'x', '99999999999', undefined])
    expect(id.safeParse(value).error?.issues.map(({ message }) => message)).toEqual(['payee id must be a record id.']);
});
