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
    expect(readOrderLines([line('1,250.2500', '3.33')]).lines[0]).toMatchObject({
      quantity: '1250.25',
      total_amount: '4163.33',
    });
  });

  it('names every fault with its line', () => {
    const { faults } = readOrderLines([line('6', '1'), line('0', '-1', ' '), line('1.00001', '1.001')]);
    expect(faults.map(({ line: at, field }) => `${at} ${field}`)).toEqual([
      '1 item_description',
      '1 quantity',
      '1 unit_cost',
      '2 quantity',
      '2 unit_cost',
    ]);
    expect(faults[1]!.message).toBe('line 2: quantity must be a number above 0 with at most 4 decimals.');
    expect(readOrderLines([line('9999999999', '9999999.99')]).faults[0]!.field).toBe('total_amount');
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
