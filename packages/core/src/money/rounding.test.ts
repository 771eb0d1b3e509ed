import { expect, it } from 'vitest';
import { divideHalfUp } from './rounding.ts';

it.each([
  [7n, 2n, 4n],
  [-7n, 2n, -4n],
  [7n, -2n, -4n],
  [-7n, -2n, 4n],
  [4n, 3n, 1n],
  [5n, 3n, 2n],
  [-4n, 3n, -1n],
  [0n, -3n, 0n],
])('%s / %s is %s: half-up, away from zero', (numerator, denominator, quotient) => {
  expect(divideHalfUp(numerator, denominator)).toBe(quotient);
});

it('divides by no zero', () => {
  expect(() => divideHalfUp(1n, 0n)).toThrow('Division by zero.');
});
