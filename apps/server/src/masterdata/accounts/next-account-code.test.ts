import { describe, expect, it } from 'vitest';
import { nextAccountCode } from './next-account-code.ts';

const next = (parent: string, type: string, siblings: string[], others: string[] = []) =>
  nextAccountCode({ parent, type, siblings, taken: new Set([...siblings, ...others]) });

describe('the next account code', () => {
  it('continues the last sibling by the step of the siblings', () => {
    expect(next('101000', 'S', ['101010', '101020'])).toBe('101030');
    expect(next('105000', 'S', ['105090', '105100', '105190'])).toBe('105200');
    expect(next('102100', 'S', ['102101', '102108'])).toBe('102109');
    expect(next('100000', 'G', ['101000', '109000', '124000'])).toBe('125000');
    expect(next('0', 'P', ['100000', '500000'])).toBe('600000');
  });

  it('starts one step above a parent without children, by what the account is', () => {
    expect(next('100000', 'G', [])).toBe('101000');
    expect(next('101000', 'S', [])).toBe('101010');
    expect(next('102000', 'D', [])).toBe('102100');
    expect(next('102100', 'S', [])).toBe('102101');
    expect(next('0', 'P', [])).toBe('100000');
  });

  it('passes over codes in use, and fills gaps when the end of the range is reached', () => {
    expect(next('101000', 'S', ['101010'], ['101020'])).toBe('101030');
    expect(next('102100', 'S', ['102101', '102199'])).toBe('102102');
  });

  it('keeps the step of most siblings after an odd code', () => {
    expect(next('101000', 'S', ['101010', '101020', '101025'])).toBe('101030');
    expect(next('101000', 'S', ['101025'])).toBe('101030');
    expect(next('102100', 'S', ['102101', '102102', '102110'])).toBe('102111');
    expect(next('100000', 'G', ['101000', '102000', '102500'])).toBe('103000');
    expect(next('0', 'P', ['100000', '200001'])).toBe('300000');
  });

  it('is none when the range is full or codes are not plain digits', () => {
    expect(next('10', 'S', ['11', '12', '13', '14', '15', '16', '17', '18', '19'])).toBeNull();
    expect(next('A100', 'S', [])).toBeNull();
    expect(next('100', 'S', ['A101'])).toBeNull();
  });
});
