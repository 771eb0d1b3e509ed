import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barsOf,
  namedEvery,
  paintOf,
  placeOf,
  scaleOf,
  sharesOf,
  shortAmount,
  type ChartDescription,
} from './chart-geometry.ts';

const PLOT = { width: 600, height: 200 };
/** Rows of up to four amounts of any size and sign, as sums of a report may have. */
const rowsOfAmounts = fc.integer({ min: 1, max: 4 }).chain((series) =>
  fc.array(fc.array(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), { minLength: series, maxLength: series }), {
    minLength: 1,
    maxLength: 24,
  }),
);

describe('a chart', () => {
  it.each<[string, string]>([
    ['0', '0'],
    ['25050', '250.50'],
    ['25000', '250'],
    ['91280000', '912.8 k'],
    ['100000000', '1 M'],
    ['-150000000', '-1.5 M'],
    ['90000000000000', '900 B'],
    ['100000000000000', '1000 B'],
  ])('says %s centavos on an axis as %s', (minor, text) => {
    expect(shortAmount(BigInt(minor))).toBe(text);
  });

  it('has few round ticks, zero among them, and room for every amount', () => {
    const [low, high, ...ticks] = [-700_00n, 1_200_00n, -1_000_00n, 0n, 1_000_00n, 2_000_00n];
    expect(scaleOf('bar', [[low, high]])).toEqual({ low: -1_000_00n, high: 2_000_00n, ticks });
    // Upwards and downwards by themselves: -700 is not taken off what stands above zero.
    expect(scaleOf('stack', [[low, high, high]]).high).toBeGreaterThanOrEqual(2_400_00n);
    fc.assert(
      fc.property(fc.constantFrom('bar', 'stack', 'line'), rowsOfAmounts, (kind, amounts) => {
        const scale = scaleOf(kind, amounts);
        expect(scale.ticks).toContain(0n);
        expect(scale.ticks.length).toBeLessThanOrEqual(6);
        expect([scale.ticks[0], scale.ticks.at(-1)]).toEqual([scale.low, scale.high]);
        for (const amount of amounts.flat()) {
          const place = placeOf(amount, scale, PLOT.height);
          expect(place >= 0 && place <= PLOT.height).toBe(true);
        }
      }),
    );
  });

  it('has bars as long as their amounts, each within the room of its row and none over another', () => {
    fc.assert(
      fc.property(fc.constantFrom('bar', 'stack'), rowsOfAmounts, (kind, amounts) => {
        const scale = scaleOf(kind, amounts);
        const room = PLOT.width / amounts.length;
        const bars = barsOf(kind, amounts, scale, PLOT);
        expect(bars).toHaveLength(amounts.flat().filter((amount) => amount !== 0n).length);
        for (const { row, series, x, y, width, height } of bars) {
          const length = (Math.abs(Number(amounts[row]![series]!)) / Number(scale.high - scale.low)) * PLOT.height;
          expect(Math.abs(height - length)).toBeLessThan(0.1);
          expect(x >= row * room && x + width <= (row + 1) * room + 0.01).toBe(true);
          expect(y >= -0.01 && y + height <= PLOT.height + 0.01).toBe(true);
        }
        for (const one of bars) {
          for (const other of bars) {
            if (one === other) continue;
            const besides = one.x + one.width <= other.x + 0.01 || other.x + other.width <= one.x + 0.01;
            const above = one.y + one.height <= other.y + 0.05 || other.y + other.height <= one.y + 0.05;
            expect(besides || above).toBe(true);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('shares a sum among what is above zero, and nothing of a sum that is not', () => {
    expect(sharesOf([23_600_00n, 73_600_00n, 117_200_00n, 80_000_00n, 50_000_00n])).toEqual([69, 214, 340, 232, 145]);
    expect(sharesOf([100n, -50n])).toEqual([2000, 0]);
    expect(sharesOf([0n, 0n])).toEqual([0, 0]);
    expect(sharesOf([-5n])).toEqual([0]);
  });

  it('names as many rows as have room, and paints each series in its own colour', () => {
    expect([namedEvery(12, 720, 56), namedEvery(12, 300, 56), namedEvery(1, 0, 56)]).toEqual([1, 3, 56]);
    const series: ChartDescription['series'] = [
      { field: 'a', header: 'A' },
      { field: 'b', header: 'B', colour: 'chart-3' },
    ];
    expect(paintOf({ series })).toEqual([
      { fill: 'var(--chart-1)', stroke: 'var(--chart-1)' },
      { fill: 'var(--chart-3)', stroke: 'var(--chart-3-stroke)' },
    ]);
  });
});
