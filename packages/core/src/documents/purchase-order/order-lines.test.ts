import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount } from '../../money/money.ts';
import { lineTotal, orderVat, parseQuantity, quantityText, readOrderLines } from './order-lines.ts';

const line = (quantity: string, unit_cost: string, item_description = 'Guards') => ({
  item_description,
  quantity,
  unit_cost,
});

describe('a line of an order', () => {
  it('is quantity × unit cost, half-up', () => {
    expect(readOrderLines([line('6', '28,000.00')]).lines[0]).toMatchObject({
      quantity: '6',
      total_amount: '168000.00',
    });
    // 0.5 × 0.01 = 0.005
    expect(readOrderLines([line('0.5', '0.01')]).lines[0]!.total_amount).toBe('0.01');
    expect(readOrderLines([line('0.4999', '0.01')]).lines[0]!.total_amount).toBe('0.00');
    expect(readOrderLines([line(' 1,250.2500 ', '3.33')]).lines[0]).toMatchObject({
      quantity: '1250.25',
      total_amount: '4163.33',
    });
  });

  it('is summed with the others, of which what cannot be read counts nothing', () => {
    const { lines, total_minor } = readOrderLines([
      line('6', '28,000.00'),
      line('2', '0.50'),
      line('x', '7'),
      line('7', 'x'),
    ]);
    expect(lines.map(({ quantity, unit_cost, total_amount }) => [quantity, unit_cost, total_amount].join(' '))).toEqual(
      ['6 28000.00 168000.00', '2 0.50 1.00', '0 7.00 0.00', '7 0.00 0.00'],
    );
    expect(total_minor).toBe(168_001_00n);
  });

  it('names every fault with its line', () => {
    const typed = [line('6', '1'), line('0', '-1', ' '), line('1.00001', '1.001'), line('1', '0'), line('1', '1,23')];
    expect(readOrderLines(typed).faults.map(({ line: at, field, message }) => `${at} ${field}: ${message}`)).toEqual([
      '1 item_description: line 2: item description is required.',
      '1 quantity: line 2: quantity must be a number above 0 with at most 4 decimals.',
      '1 unit_cost: line 2: unit cost must be an amount above 0 with at most 2 decimals, up to 9,999,999,999,999.99.',
      '2 quantity: line 3: quantity must be a number above 0 with at most 4 decimals.',
      '2 unit_cost: line 3: unit cost must be an amount above 0 with at most 2 decimals, up to 9,999,999,999,999.99.',
      '3 unit_cost: line 4: unit cost must be an amount above 0 with at most 2 decimals, up to 9,999,999,999,999.99.',
      '4 unit_cost: line 5: unit cost must be an amount above 0 with at most 2 decimals, up to 9,999,999,999,999.99.',
    ]);
  });

  it('reaches the largest amount and not beyond', () => {
    expect(readOrderLines([line('1', '9999999999999.99')]).faults).toEqual([]);
    expect(readOrderLines([line('1.0001', '9999999999999.99')]).faults).toEqual([
      { line: 0, field: 'total_amount', message: 'line 1: the total is above 9,999,999,999,999.99.' },
    ]);
  });
});

it('reads back the quantities that it writes', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 99_999_999_999_999n }), (parts) => {
      expect(parseQuantity(quantityText(parts))).toBe(parts);
    }),
  );
});

it('is off by half a centavo at most', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 1_000_000_000n }),
      fc.bigInt({ min: 1n, max: 1_000_000_000n }),
      (quantity, cost) => {
        const twice = 2n * (lineTotal(quantity, cost) * 10_000n - quantity * cost);
        expect(twice <= 10_000n && twice > -10_000n).toBe(true);
      },
    ),
  );
});

it('divides the total of a VATable order, and of no other', () => {
  const total = parseAmount('336000.00')!;
  expect(orderVat(total, { subject_to_vat: 1, vat_type: 1 })).toEqual({
    base_minor: 30_000_000n,
    vat_minor: 3_600_000n,
  });
  expect(orderVat(total, { subject_to_vat: 1, vat_type: 2 })).toEqual({ base_minor: total, vat_minor: 0n });
  expect(orderVat(total, { subject_to_vat: 0, vat_type: 1 })).toEqual({ base_minor: total, vat_minor: 0n });
});
