import { describe, expect, it } from 'vitest';
import { balanceOf } from './entry-balance.ts';
import { emptyLine, type EntryLine } from './entry-line.ts';

const line = (change: Partial<EntryLine>): EntryLine => ({ ...emptyLine(0), ...change });

describe('the balance of an entry', () => {
  it('is equal sums in pesos; an amount that cannot be read counts as nothing', () => {
    const lines = [line({ debit: '100.10' }), line({ credit: '100.10' }), line({ unread: { debit: '1.2.3' } })];
    expect(balanceOf(lines, 1, '1.00')).toMatchObject({ balanced: true, pesos: null });
    expect(balanceOf(lines.slice(0, 1), 1, '1.00').balanced).toBe(false);
  });

  it('of a foreign entry needs both pairs, and a difference line moves pesos only', () => {
    const lines = [line({ debit: '100.00' }), line({ credit: '100.00' }), line({ debit_php: '12.50' })];
    const out = balanceOf(lines, 2, '56.25');
    expect(out.totals).toEqual({ debit_minor: 100_00n, credit_minor: 100_00n });
    expect(out.pesos).toEqual({ debit_minor: 5637_50n, credit_minor: 5625_00n });
    expect(out.balanced).toBe(false);
    expect(balanceOf([...lines, line({ credit_php: '12.50' })], 2, '56.25').balanced).toBe(true);
  });

  it('counts pesos that were typed beside an amount, and says what the rate gives', () => {
    const lines = [
      line({ debit: '100.00', debit_php: '5480.00' }),
      line({ credit: '100.00' }),
      line({ debit_php: '145.00' }),
    ];
    const settled = balanceOf(lines, 2, '56.25');
    expect(settled.pesos).toEqual({ debit_minor: 5625_00n, credit_minor: 5625_00n });
    expect(settled.balanced).toBe(true);
    expect(settled.offRate).toEqual([{ index: 0, typed_minor: 5480_00n, by_rate_minor: 5625_00n }]);
  });

  it('has no pesos while the rate cannot be read', () => {
    expect(balanceOf([line({ debit: '1.00' })], 2, '').pesos).toBeNull();
  });
});
