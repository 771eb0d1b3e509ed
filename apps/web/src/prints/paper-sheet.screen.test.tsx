import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PlacedBlock } from '@talaan/contract/papers/paper-blocks';
import { drawPaper, type DrawnPaper } from '@talaan/contract/papers/draw-paper';
import { facts, finePrint, signatures, sums, table } from '@talaan/contract/papers/paper-parts';
import { placed } from '@talaan/contract/papers/placed-part';
import type { Paper } from '@talaan/contract/papers/paper';
import { accessibilityFaults, renderScreen } from '../testing/render-screen.tsx';
import { PaperSheet } from './paper-sheet.tsx';
import { PrintPage } from './print-page.tsx';

interface Order {
  readonly lines: readonly { readonly item: string; readonly total_amount: string }[];
}
const ORDER: Paper<Order> = {
  title: 'Purchase Order',
  subject: () => 'PO0000001',
  page: { size: 'A4', orientation: 'portrait', lines: 13 },
  parts: [
    facts([{ label: 'Supplier', value: () => 'Papel Store' }]),
    table({
      caption: () => 'Items',
      rows: ({ lines }) => lines,
      columns: [
        { field: 'item', header: 'Item description', kind: 'text', grows: true },
        { field: 'total_amount', header: 'Total', kind: 'amount', total: true },
      ],
      totals: () => [{ label: 'TOTAL', sums: { total_amount: '1500.00' } }],
    }),
    sums(() => [
      { label: 'Subtotal', amount: '1339.29' },
      { label: 'TOTAL USD', amount: '1500.00', total: true },
    ]),
    signatures(() => [
      { label: 'Prepared by', signers: [] },
      { label: 'Conforme', signers: [], byHand: 'Signature over printed name' },
    ]),
    finePrint('Series PO0000001-PO9999999'),
  ],
  foot: () => 'Printed',
  verify: () => 'https://books.example.ph/verify/0123456789ABCDEF',
};

test('a paper whose lines are counted stands in pages: padded, headed alike, numbered, closed on the last', async () => {
  const lines = Array.from({ length: 15 }, (_, at) => ({ item: `Item ${at + 1}`, total_amount: '100.00' }));
  await renderScreen(
    <main>
      <PaperSheet paper={drawPaper(ORDER, { lines })} />
    </main>,
  );
  await expect.element(page.getByText('PAGE 2 OF 2')).toBeVisible();
  const tables = [...document.querySelectorAll('table')];
  const heights = tables.map((one) => [...one.tBodies[0]!.rows].map((row) => row.offsetHeight));
  expect(heights.map((rows) => rows.length)).toEqual([13, 14]);
  // Blank lines keep the height of the others.
  expect(new Set(heights.flatMap((rows) => rows.slice(0, 13))).size).toBe(1);
  expect(page.getByText('Papel Store').elements()).toHaveLength(2);
  expect(page.getByText('Prepared by').elements()).toHaveLength(1);
  expect([...tables[1]!.rows].at(-1)!.textContent).toBe('TOTAL1,500.00');
  const amounts = [...document.querySelectorAll('dd.figures')].slice(-2).map((one) => one.getBoundingClientRect());
  expect(amounts[0]!.right).toBe(amounts[1]!.right);
  expect(page.getByText('TOTAL USD').elements()).toHaveLength(1);
  await expect.element(page.getByText('Conforme')).toHaveTextContent('ConformeSignature over printed name');
  expect(page.getByText('Series PO0000001-PO9999999').elements()).toHaveLength(1);
  // 18 mm, at the right edge of the last page.
  const codes = [...document.querySelectorAll('svg')].map((code) => code.getBoundingClientRect());
  expect(codes.map(({ width, height }) => [width, height].map((edge) => ((edge / 96) * 25.4).toFixed(2)))).toEqual([
    ['18.00', '18.00'],
  ]);
  expect(codes[0]!.right).toBe(tables[1]!.getBoundingClientRect().right);
  expect(
    page.getByText('Verify this paper at https://books.example.ph/verify/0123456789ABCDEF').elements(),
  ).toHaveLength(1);
  expect(await accessibilityFaults()).toEqual([]);
});

const CHEQUE: Paper<{ readonly payee: string }> = {
  title: 'Cheque',
  subject: () => '1',
  page: { size: { width: 203.2, height: 76.2 }, margins: 'none' },
  parts: [
    placed({
      width: 203.2,
      height: 76.2,
      places: ({ payee }) => [
        { place: 'text', name: 'Payee', text: payee, left: 38, top: 27, width: 106, height: 6, size: 11, least: 9 },
        {
          place: 'digits',
          name: 'Date',
          digits: '05212025',
          left: 150,
          top: 14,
          width: 44,
          height: 6,
          boxes: 8,
          size: 11,
        },
        { place: 'box', left: 158, top: 27, width: 36, height: 6 },
        { place: 'qr', left: 10, top: 10, edge: 18, text: 'https://books.example.ph/verify/0' },
      ],
    }),
  ],
  foot: () => '',
};

test('what is placed stands within half a millimetre of where its description says, as wide as in the file', async () => {
  const paper = drawPaper(CHEQUE, { payee: 'AVA TAVERA & ÑIÑA, INC.' });
  await renderScreen(<PrintPage paper={paper} />);
  await expect.element(page.getByText('203.2 × 76.2 mm')).toBeVisible();
  await document.fonts.load('11pt "Talaan Paper"');
  const sheet = page.getByRole('article').element().getBoundingClientRect();
  const mm = (pixels: number) => (pixels / 96) * 25.4;
  const [block] = paper.pages[0]!.blocks as [PlacedBlock];
  const texts = [...document.querySelectorAll<SVGTextElement>('[data-placed] text')];
  const marks = block.marks.flatMap((mark) => ('text' in mark ? [mark] : []));
  expect(texts.map((text) => text.textContent)).toEqual(marks.map(({ text }) => text));
  for (const [at, text] of texts.entries()) {
    const [drawn, mark] = [text.getBoundingClientRect(), marks[at]!];
    const baseline = new DOMPoint(0, Number(text.getAttribute('y'))).matrixTransform(text.getScreenCTM()!).y;
    expect(Math.abs(mm(drawn.left - sheet.left) - mark.x)).toBeLessThan(0.5);
    expect(Math.abs(mm(drawn.width) - mark.width)).toBeLessThan(0.5);
    expect(Math.abs(mm(baseline - sheet.top) - mark.y)).toBeLessThan(0.5);
    // The font of the file is the one of the sheet: without being fitted the text has the same width.
    text.removeAttribute('textLength');
    expect(Math.abs(text.getComputedTextLength() - mark.width)).toBeLessThan(0.5);
  }
  const box = document.querySelector('[data-placed] rect')!.getBoundingClientRect();
  expect(
    [box.left - sheet.left, box.top - sheet.top, box.width, box.height].map((side) => Math.round(mm(side))),
  ).toEqual([158, 27, 36, 6]);
  const [rules] = document.adoptedStyleSheets
    .flatMap((one) => [...one.cssRules])
    .map(({ cssText }) => cssText)
    .slice(-1);
  expect(rules).toMatch(/size: 203\.2mm 76\.2mm; margin: 0mm/);
});

test('a table stands as the screen shows it: bands over their columns, groups in groups, strong lines, results below zero in red', async () => {
  const columns = ['Beginning', 'Ending'].flatMap((band) => [
    { header: 'Debit', kind: 'amount', grows: false, band } as const,
    { header: 'Balance', kind: 'amount', grows: false, band, result: true } as const,
  ]);
  const paper: DrawnPaper = {
    title: 'Bands',
    page: { size: 'A4', orientation: 'portrait' },
    foot: '',
    pages: [
      {
        number: null,
        blocks: [
          {
            block: 'table',
            caption: 'Bands',
            columns: [{ header: 'Code', kind: 'code', grows: false }, ...columns],
            labelColumns: 1,
            empty: '',
            lines: [
              { look: 'group', cells: ['P1'] },
              { look: 'fixed', level: 1, cells: ['Beginning', '1.00'] },
              { look: 'plain', level: 1, cells: ['row', '1.00', '-2.00', '3.00', '4.00'] },
              { look: 'fixed', level: 1, strong: true, cells: ['Ending', '1.00'] },
            ],
          },
        ],
      },
    ],
  };
  await renderScreen(
    <main>
      <PaperSheet paper={paper} />
    </main>,
  );
  const { tHead, tBodies } = document.querySelector('table')!;
  const heads = [...tHead!.rows].map(({ cells }) =>
    [...cells].map(({ textContent, colSpan }) => `${textContent} ${colSpan}`),
  );
  expect(heads).toEqual([
    [' 1', 'Beginning 2', 'Ending 2'],
    ['Code 1', 'Debit 1', 'Balance 1', 'Debit 1', 'Balance 1'],
  ]);
  const looks = [...tBodies[0]!.rows].map(({ cells }) => getComputedStyle(cells[0]!));
  expect(looks.map(({ fontWeight }) => fontWeight)).toEqual(['600', '400', '400', '600']);
  expect(looks.map(({ paddingLeft }) => paddingLeft)).toEqual(['5px', '14px', '14px', '14px']);
  const row = tBodies[0]!.rows[2]!.cells;
  expect(getComputedStyle(row[2]!).color).toBe('rgb(179, 38, 30)');
  expect(getComputedStyle(row[4]!).color).toBe(getComputedStyle(row[1]!).color);
  expect(await accessibilityFaults()).toEqual([]);
});

test('a table with no room for its figures is set in smaller type, and its texts keep their room', async () => {
  const wide = (header: string) => ({ header, kind: 'amount', grows: false }) as const;
  const blocks = [
    {
      block: 'table',
      caption: 'Wide',
      columns: [
        { header: 'Code', kind: 'code', grows: false },
        { header: 'Description', kind: 'text', grows: true },
        ...['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(wide),
      ],
      labelColumns: 2,
      empty: '',
      lines: [{ look: 'plain', cells: ['101020', 'Cash on Hand', ...Array.from('ABCDEFG', () => '123456789.00')] }],
    },
  ] as const;
  const rules: DrawnPaper['page'] = { size: 'A4', orientation: 'portrait', margins: 'report' };
  await renderScreen(<PrintPage paper={{ title: 'Wide', page: rules, foot: '', pages: [{ number: null, blocks }] }} />);
  const [code, text, ...amounts] = [...document.querySelector('tbody tr')!.children] as HTMLElement[];
  expect(text!.offsetWidth).toBeGreaterThan(70);
  for (const cell of [code!, ...amounts]) expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
  const wideTable = document.querySelector('table')!;
  expect(wideTable.offsetWidth).toBeLessThanOrEqual(wideTable.parentElement!.clientWidth);
});
