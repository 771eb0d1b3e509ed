import { expect, it } from 'vitest';
import { PAPER_FONT } from './font-widths.ts';
import type { PlacedBlock, PlacedMark } from './paper-blocks.ts';
import { placed, TextDoesNotFit, type Place } from './placed-part.ts';
import { stampOf, stampSize } from './layout/paper-stamp.ts';
import { textWidth } from './wrap-text.ts';

/** A cheque of the usual stock. */
const STOCK = { width: 203.2, height: 76.2 };
const draw = (places: Place[], more: Partial<Parameters<typeof placed>[0]> = {}) =>
  placed({ ...STOCK, places: () => places, ...more })({}) as PlacedBlock;
const textsOf = (block: PlacedBlock) =>
  block.marks.filter((mark): mark is Extract<PlacedMark, { text: string }> => 'text' in mark);

const PAYEE = {
  place: 'text',
  name: 'Payee',
  left: 38,
  top: 27,
  width: 106,
  height: 6,
  size: 11,
  least: 9,
  lines: 2,
} as const;
const payee = (text: string) => textsOf(draw([{ ...PAYEE, text }]));

it('sets a name as large as its place allows: whole, then smaller, then in two lines, and never less of it', () => {
  const [short] = payee('JUANA HALIMBAWA');
  expect(short).toMatchObject({ text: 'JUANA HALIMBAWA', x: 38, size: 11 });
  const [smaller, ...none] = payee('SAMPOL PADALA SERVICES AND REMITTANCE CENTER OF CEBU, INC.');
  expect(none).toEqual([]);
  expect(smaller!.size).toBeLessThan(11);
  expect(smaller!.size).toBeGreaterThanOrEqual(9);
  expect(smaller!.width).toBeLessThanOrEqual(106);
  const name = 'KUNWARING TAGAPAGBENTA NG MGA KAGAMITAN SA OPISINA AT IBA PA NG HILAGANG LUZON';
  const lines = payee(name);
  expect(lines.map(({ size }) => size)).toEqual([9, 9]);
  expect(lines.map(({ text }) => text).join(' ')).toBe(name);
  for (const { text, width } of lines) {
    expect(width).toBeCloseTo((textWidth(text, PAPER_FONT.plain) * 9 * 25.4) / 72, 6);
    expect(width).toBeLessThanOrEqual(106);
  }
  // Both stand about the middle of the place.
  const [first, second] = lines;
  expect((first!.y + second!.y) / 2 - (0.729 * 9 * 25.4) / 72 / 2).toBeCloseTo(30, 2);
});

it('refuses what does not fit at its least size, by its name and its room', () => {
  const long = 'KUNWARING TAGAPAGBENTA '.repeat(9).trim();
  expect(() => payee(long)).toThrow(TextDoesNotFit);
  expect(() => payee(long)).toThrow(`Payee "${long}" does not fit: its place holds 2 lines of 106 mm at 9 pt.`);
  // A word is never broken.
  expect(() => payee('W'.repeat(60))).toThrow(/does not fit/);
  const digits = {
    place: 'digits',
    name: 'Date',
    left: 150,
    top: 14,
    width: 44,
    height: 6,
    boxes: 8,
    size: 11,
  } as const;
  expect(() => draw([{ ...digits, digits: '052120255' }])).toThrow(
    'Date "052120255" does not fit: its place holds 8 digits.',
  );
});

it('ends figures at their right edge, whatever their length', () => {
  const ends = ['0.00', '9,999,999,999,999.99'].map((text) => {
    const place = {
      place: 'text',
      name: 'Figures',
      left: 158,
      top: 27,
      width: 36,
      height: 6,
      size: 11,
      least: 7,
      align: 'right',
    } as const;
    const [mark] = textsOf(draw([{ ...place, text }]));
    return mark!.x + mark!.width;
  });
  for (const end of ends) expect(end).toBeCloseTo(194, 6);
});

it('sets one digit a box, in the middle of each', () => {
  const date = {
    place: 'digits',
    name: 'Date',
    digits: '05212025',
    left: 150,
    top: 14,
    width: 44,
    height: 6,
    boxes: 8,
    size: 11,
  } as const;
  const block = draw([{ ...date, framed: true }]);
  expect(textsOf(block).map(({ text }) => text)).toEqual('05212025'.split(''));
  expect(textsOf(block).map(({ x, width }) => x + width / 2)).toEqual(
    Array.from({ length: 8 }, (_, at) => expect.closeTo(150 + 5.5 * at + 2.75, 6)),
  );
  expect(block.marks.flatMap((mark) => ('box' in mark ? [mark.box] : []))).toEqual(
    Array.from({ length: 8 }, (_, at) => [150 + 5.5 * at, 14, 5.5, 6]),
  );
});

it('moves and scales every place alike, and bears a stamp as a document does', () => {
  const places: Place[] = [
    { place: 'box', left: 10, top: 20, width: 30, height: 40 },
    { place: 'line', from: [0, 0], to: [10, 10], weight: 1 },
    { place: 'qr', left: 10, top: 10, edge: 18, text: 'https://example.ph/verify/0' },
    { ...PAYEE, text: 'JUANA' },
  ];
  const still = draw(places);
  const moved = draw(places, { moved: () => ({ left: 2, top: -1, scale: 0.5 }), stamp: () => 'SPECIMEN' });
  expect(moved.marks.slice(0, 3)).toEqual([
    { box: [7, 9, 15, 20], weight: 0.25 },
    { line: [2, -1, 7, 4], weight: 0.5 },
    { ...still.marks[2], x: 7, y: 4, edge: 9 },
  ]);
  const [text, other] = [still, moved].map((block) => textsOf(block)[0]!);
  expect(other).toMatchObject({ x: 21, y: text!.y / 2 - 1, size: 5.5, width: text!.width / 2 });
  expect([still, moved].map((block) => stampOf([block]))).toEqual([null, 'SPECIMEN']);
  // On a low page it is smaller than on a sheet, so that nothing of it is cut off.
  expect([{ width: 210, height: 297 }, STOCK].map((page) => Math.floor(stampSize('SPECIMEN', page)))).toEqual([72, 50]);
});

it('ticks a box, or leaves it empty', () => {
  const tick = (ticked: boolean) => draw([{ place: 'tick', left: 5, top: 5, edge: 4, ticked }]).marks;
  expect(tick(false)).toEqual([{ box: [5, 5, 4, 4], weight: 0.5 }]);
  expect(tick(true)).toHaveLength(3);
});
