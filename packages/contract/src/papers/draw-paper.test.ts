import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cellText } from './cell-text.ts';
import { drawPaper } from './draw-paper.ts';
import { facts, finePrint, inWords, letterhead, sums, table } from './paper-parts.ts';
import type { Paper } from './paper.ts';
import type { PaperLine } from './paper-table.ts';

interface Order {
  readonly total: string;
  readonly lines: readonly { readonly no: number; readonly item: string; readonly cost: string }[];
}
const ORDER: Paper<Order> = {
  title: 'Purchase Order',
  subject: () => 'PO0000001',
  page: { size: 'A4', orientation: 'portrait', lines: 13 },
  parts: [
    table({
      caption: () => 'Items',
      rows: ({ lines }) => lines,
      columns: [
        { field: 'no', header: '#', kind: 'code' },
        { field: 'item', header: 'Item description', kind: 'text', grows: true, room: 20 },
        { field: 'cost', header: 'Total', kind: 'amount' },
      ],
    }),
    sums(({ total }) => [
      { label: 'VAT 12 %', amount: '0' },
      { label: 'TOTAL', amount: total, total: true },
    ]),
    facts([inWords('In words', ({ total }) => ({ amount: total, currency_word: 'DOLLARS' }))]),
    finePrint('Series PO0000001-PO9999999'),
  ],
  foot: () => 'Printed',
};

const linesWith = (items: readonly string[]) => items.map((item, at) => ({ no: at + 1, item, cost: '1.00' }));
const draw = (items: readonly string[], total = '1234.50') =>
  drawPaper(ORDER, { total, lines: linesWith(items) }).pages;
const linesOf = (page: ReturnType<typeof draw>[number]): PaperLine[] =>
  page.blocks.flatMap((block) => (block.block === 'table' ? block.lines : []));

it.each([
  [0, 1],
  [1, 1],
  [13, 1],
  [14, 2],
  [26, 2],
  [27, 3],
])('%i lines stand on %i pages of 13, the last of which has the sums', (count, pages) => {
  const drawn = draw(Array.from({ length: count }, (_, at) => `Item ${at + 1}`));
  expect(drawn.map(({ number }) => number)).toEqual(
    Array.from({ length: pages }, (_, at) => `PAGE ${at + 1} OF ${pages}`),
  );
  expect(drawn.map((page) => linesOf(page).length)).toEqual(Array.from({ length: pages }, () => 13));
  expect(drawn.map(({ blocks }) => blocks.map(({ block }) => block))).toEqual([
    ...Array.from({ length: pages - 1 }, () => ['table']),
    ['table', 'sums', 'facts', 'fine'],
  ]);
});

it('a text beyond the room of its column goes on in the lines below, which have nothing else', () => {
  const [page] = draw(['Bond paper A4, 80 gsm, ten reams', 'Ink']);
  expect(linesOf(page!).slice(0, 4)).toEqual([
    { look: 'plain', cells: ['1', 'Bond paper A4, 80', '1.00'] },
    { look: 'plain', cells: [null, 'gsm, ten reams', null] },
    { look: 'plain', cells: ['2', 'Ink', '1.00'] },
    { look: 'blank', cells: [] },
  ]);
});

it('no text is lost, and no line is wider than its room, whatever is written', () => {
  const item = fc.string({ unit: fc.constantFrom('a', 'Ñ', '₱', ' ', '\n', '\t', 'w'), maxLength: 90, size: 'max' });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 30, size: 'max' }), (items) => {
      const pages = draw(items).map(linesOf);
      expect(pages.every((lines) => lines.length === 13)).toBe(true);
      const plain = pages.flat().filter(({ look }) => look === 'plain');
      expect(plain.every(({ cells }) => (cells[1] ?? '').length <= 20)).toBe(true);
      const squeezed = (text: string) => text.replaceAll(/\s/g, '');
      expect(squeezed(plain.map(({ cells }) => cells[1] ?? '').join(''))).toBe(squeezed(items.join('')));
      expect(plain.filter(({ cells }) => cells[2] !== null)).toHaveLength(items.length);
    }),
  );
});

it('sums read as amounts, and the total in the words of its currency', () => {
  const [page] = draw([]);
  expect(page!.blocks.slice(1)).toEqual([
    {
      block: 'sums',
      sums: [
        { label: 'VAT 12 %', amount: '0.00' },
        { label: 'TOTAL', amount: '1,234.50', total: true },
      ],
    },
    {
      block: 'facts',
      facts: [{ label: 'In words', value: 'ONE THOUSAND TWO HUNDRED THIRTY FOUR DOLLARS & 50/100 ONLY', wide: true }],
      inRow: 2,
      boxed: false,
    },
    { block: 'fine', lines: ['Series PO0000001-PO9999999'] },
  ]);
});

it('closes with where a counted copy is verified, in the fine print where it has some', () => {
  const address = 'https://books.example.ph/verify/0123456789ABCDEF';
  const closing = (parts: Paper<Order>['parts'], given: string | null) =>
    drawPaper({ ...ORDER, parts, verify: () => given }, { total: '1', lines: linesWith(['Ink']) }).pages.map((page) =>
      page.blocks.at(-1),
    );
  const verification = { address };
  expect(closing(ORDER.parts, address)).toEqual([
    { block: 'fine', lines: ['Series PO0000001-PO9999999'], verification },
  ]);
  expect(closing(ORDER.parts.slice(0, -1), address)).toEqual([{ block: 'fine', lines: [], verification }]);
  expect(closing(ORDER.parts, null)).toEqual([{ block: 'fine', lines: ['Series PO0000001-PO9999999'] }]);
});

it('names a copy below the number, and the first one not at all', () => {
  const company = { name: 'SAMPOL', tin: '', vat_registered: true, address: '', logo: null };
  const head = letterhead<{ copy_no: number }>({
    kind: 'INVOICE',
    company: () => company,
    number: () => '1',
    copy_no: ({ copy_no }) => copy_no,
    stamp: () => null,
  });
  const block = { block: 'letterhead', kind: 'INVOICE', company, number: '1', stamp: null };
  expect([1, 2, 12].map((copy_no) => head({ copy_no }))).toEqual([
    block,
    { ...block, reprint: 'REPRINT 2' },
    { ...block, reprint: 'REPRINT 12' },
  ]);
});

it('writes the dates of instants as those of papers, by the clock of Manila', () => {
  expect(cellText('instant', '2026-05-21T16:05:00.000Z')).toBe('05-22-2026 00:05');
});
