import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { paymentTerm } from '../documents/wire-values.ts';
import { wireNumber } from './wire-number.ts';

const days = wireNumber(z.number('days must be a number.').int()).optional();

describe('a number of a call', () => {
  it.each([
    [30, 30],
    ['30', 30],
    [' 30 ', 30],
    ['-2', -2],
    ['', 0],
    [undefined, undefined],
  ])('%j is %j', (given, number) => {
    expect(days.parse(given)).toBe(number);
  });

  it.each([[true], [[1]], [[]], [null], ['0x10'], ['1e3'], ['ten'], [{}], [{ valueOf: 3 }]])('%j is none', (given) => {
    const read = days.safeParse(given);
    expect(read.error?.issues.map(({ message }) => message)).toEqual(['days must be a number.']);
  });

  it('may be left out of a billing: a payment term that is not sent is none', () => {
    expect(z.object({ payment_term: paymentTerm }).parse({})).toEqual({ payment_term: 0 });
  });
});
