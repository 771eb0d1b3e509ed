import { describe, expect, it } from 'vitest';
import type { Sheet, SheetColumn, SheetRow } from '../spreadsheet/sheet.ts';
import { layOutReport, type PlacedRow } from './report-layout.ts';

/** Every character is half as wide as it is high. */
const HALF = { plain: () => 0.5, bold: () => 0.5 };
const COLUMNS: SheetColumn[] = [
  { header: 'Code', kind: 'text', width: 10 },
  { header: 'Remarks', kind: 'text', width: 40, grows: true },
  { header: 'Amount', kind: 'amount', width: 18 },
];

function layOut(rows: SheetRow[], given: Partial<Omit<Sheet, 'rows'>> = {}) {
  return layOutReport({ title: 'Report', columns: COLUMNS, ...given }, rows, HALF);
}

const textOf = (row: PlacedRow) => row.cells.map((cell) => cell.lines.map((line) => line.text).join('|'));

describe('the pages of a report', () => {
  it.each([...Array(110).keys()])(
    'keep a group head with its first row and the total with the last, after %i rows',
    (count) => {
      const rows: SheetRow[] = Array.from({ length: count }, () => ({ cells: ['1', 'plain', '1.00'] }));
      rows.push(
        { look: 'group', cells: ['2', 'GROUP', '2.00'] },
        { cells: ['21', 'last', '2.00'] },
        { look: 'total', cells: ['Grand total', null, '3.00'] },
      );
      const { pages } = layOut(rows);
      expect(pages.flat()).toHaveLength(rows.length);
      expect(pages.map((page) => page.at(-1)!.look)).not.toContain('group');
      expect(
        pages
          .at(-1)!
          .map((row) => row.look)
          .slice(-3),
      ).toEqual(['group', 'plain', 'total']);
      expect(Math.min(...pages.flat().map((row) => row.y))).toBeGreaterThanOrEqual(80);
      expect(Math.max(...pages.flat().map((row) => row.y + row.height))).toBeLessThanOrEqual(841.89 - 30);
    },
  );

  it('never let rows overlap, whatever their height', () => {
    const rows: SheetRow[] = Array.from({ length: 200 }, (_, at) => ({
      cells: ['1', 'word '.repeat((at * 7) % 90), '1.00'],
    }));
    const gaps = layOut(rows).pages.flatMap((page) =>
      page.slice(1).map((row, at) => row.y - page[at]!.y - page[at]!.height),
    );
    expect(gaps.length).toBeGreaterThan(150);
    expect(Math.min(...gaps)).toBeGreaterThan(-1e-9);
  });
});

describe('the columns of a report', () => {
  it('stay inside the paper and align their figures at the right', () => {
    const { pages, left, right, fontSize } = layOut([
      { cells: ['1', 'a', '9999999999999.99'] },
      { cells: ['2', 'b', '-1.00'] },
    ]);
    const ends = pages[0]!.map((row) => {
      const figure = row.cells[2]!.lines[0]!;
      return figure.x + figure.text.length * 0.5 * fontSize;
    });
    expect(ends[0]).toBeCloseTo(ends[1]!, 6);
    expect(ends[0]).toBeLessThanOrEqual(right);
    expect(
      Math.min(...pages[0]!.flatMap((row) => row.cells.flatMap((cell) => cell.lines.map((line) => line.x)))),
    ).toBeGreaterThanOrEqual(left);
  });

  it('wrap long texts, break words that fit nowhere, and end what is too long in an ellipsis', () => {
    const rows: SheetRow[] = [
      { cells: ['1', `two ${'x'.repeat(300)}\nsecond`, null] },
      { cells: ['2', 'word '.repeat(800), null] },
    ];
    const [wrapped, cut] = layOut(rows).pages[0]!.map((row) => row.cells[1]!.lines);
    expect(
      wrapped!
        .map((line) => line.text)
        .join('')
        .replaceAll(' ', ''),
    ).toBe(`two${'x'.repeat(300)}second`);
    expect(wrapped!.at(-1)!.text).toBe('second');
    expect(cut).toHaveLength(12);
    expect(cut!.at(-1)!.text).toMatch(/…$/);
  });

  it('use smaller type rather than cut figures of many wide columns', () => {
    const columns = [
      ...COLUMNS,
      ...Array.from({ length: 4 }, (_, at): SheetColumn => ({ header: `Amount ${at}`, kind: 'amount', width: 18 })),
    ];
    const row: SheetRow = { cells: ['1', 'a', ...Array.from({ length: 5 }, () => '9999999999999.99')] };
    expect(layOut([row]).fontSize).toBe(9);
    const narrow = layOut([row], { columns });
    expect(narrow.fontSize).toBeLessThan(9);
    expect(textOf(narrow.pages[0]![0]!)[6]).toBe('9,999,999,999,999.99');
    expect(layOut([row], { columns, orientation: 'landscape' }).fontSize).toBe(9);
  });
});
