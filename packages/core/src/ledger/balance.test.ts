import { expect, it } from 'vitest';
import { netOnItsSide, outOfBalanceText, totalsOf } from './balance.ts';

it('adds both sides', () => {
  expect(totalsOf([])).toEqual({ debit_minor: 0n, credit_minor: 0n });
  expect(
    totalsOf([
      { debit_minor: 1n, credit_minor: 0n },
      { debit_minor: 2n, credit_minor: 5n },
    ]),
  ).toEqual({ debit_minor: 3n, credit_minor: 5n });
});

it('says by how much and on which side an entry is short', () => {
  expect(outOfBalanceText({ debit_minor: 1_200_00n, credit_minor: 0n })).toBe('Out by 1,200.00 (credit short)');
  expect(outOfBalanceText({ debit_minor: 1n, credit_minor: 2n })).toBe('Out by 0.01 (debit short)');
  expect(outOfBalanceText({ debit_minor: 2n, credit_minor: 2n })).toBeNull();
});

it('nets an account on its side', () => {
  expect(netOnItsSide({ debit_minor: 5n, credit_minor: 3n })).toEqual({ debit_minor: 2n, credit_minor: 0n });
  expect(netOnItsSide({ debit_minor: 3n, credit_minor: 5n })).toEqual({ debit_minor: 0n, credit_minor: 2n });
  expect(netOnItsSide({ debit_minor: 3n, credit_minor: 3n })).toEqual({ debit_minor: 0n, credit_minor: 0n });
});

it('gives the trial balance of worked example E01 from its two entries', () => {
  const movements = {
    '102103': { debit_minor: 110_000_00n, credit_minor: 0n },
    '105010': { debit_minor: 112_000_00n, credit_minor: 112_000_00n },
    '108050': { debit_minor: 2_000_00n, credit_minor: 0n },
    '203010': { debit_minor: 0n, credit_minor: 12_000_00n },
    '408010': { debit_minor: 0n, credit_minor: 100_000_00n },
  };
  const balances = Object.values(movements).map(netOnItsSide);
  expect(balances.map((balance) => balance.debit_minor - balance.credit_minor)).toEqual([
    110_000_00n,
    0n,
    2_000_00n,
    -12_000_00n,
    -100_000_00n,
  ]);
  expect(totalsOf(balances)).toEqual({ debit_minor: 112_000_00n, credit_minor: 112_000_00n });
});
