import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PlacedBlock } from '@talaan/contract/papers/paper-blocks';
import { drawPaper, type DrawnPaper } from '@talaan/contract/papers/draw-paper';
import { facts, finePrint, signatures, sums, table } from '@talaan/contract/papers/paper-parts';
import { placed } from '@talaan/contract/papers/placed-part';
import type { Paper } from '@talaan/contract/papers/paper';
import { accessibilityFaults, renderScreen } from '../testing/render-screen.tsx';
import { PaperSheet } from '../page/paper/paper-sheet.tsx';
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

const mm = (pixels: number) => (pixels / 96) * 25.4;

test('a paper stands on the pages of its file, at their size: headed alike, numbered, closed on the last; each text is what it is', async () => {
  const lines = Array.from({ length: 15 }, (_, at) => ({ item: `Item ${at + 1}`, total_amount: '100.00' }));
  await renderScreen(
    <main>
      <PaperSheet paper={drawPaper(ORDER, { lines })} />
    </main>,
  );
  await expect.element(page.getByText('PAGE 2 OF 2')).toBeVisible();
  const sheets = [...document.querySelectorAll('[data-page]')];
  const sizes = sheets.map((sheet) => sheet.getBoundingClientRect());
  expect(sizes.map(({ width, height }) => [mm(width), mm(height)].map((edge) => edge.toFixed(1)))).toEqual([
    ['210.0', '297.0'],
    ['210.0', '297.0'],
  ]);
  const tables = [...document.querySelectorAll('[role=table]')];
  const rows = tables.map((one) => [...one.querySelectorAll('[role=row]')]);
  expect(rows.map(({ length }) => length)).toEqual([1 + 13, 1 + 13 + 1]);
  expect(rows[1]!.slice(-3).map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['', ''],
    ['', ''],
    ['TOTAL', '1,500.00'],
  ]);
  expect(page.getByRole('columnheader', { name: 'Item description' }).elements()).toHaveLength(2);
  expect(page.getByText('Papel Store').elements()).toHaveLength(2);
  await expect.element(page.getByRole('group', { name: 'Prepared by' })).toBeInTheDocument();
  const items = page.getByRole('listitem').elements();
  expect(items.map(({ textContent }) => textContent).slice(-2)).toEqual(['Subtotal1,339.29', 'TOTAL USD1,500.00']);
  await expect
    .element(page.getByRole('group', { name: 'Conforme' }))
    .toHaveTextContent('ConformeSignature over printed name');
  expect(page.getByText('Series PO0000001-PO9999999').elements()).toHaveLength(1);
  // 18 mm less the quiet zone, at the right margin of the last page.
  const [code, ...others] = [...document.querySelectorAll('[data-code]')].map((one) => one.getBoundingClientRect());
  expect(others).toEqual([]);
  expect(mm(sizes[1]!.right - code!.right)).toBeCloseTo(12 + (18 - mm(code!.width)) / 2, 1);
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

test('what is placed stands where its description says, as wide as the widths of the font tell', async () => {
  const paper = drawPaper(CHEQUE, { payee: 'AVA TAVERA & ÑIÑA, INC.' });
  await renderScreen(<PrintPage paper={paper} />);
  await expect.element(page.getByText('203.2 × 76.2 mm')).toBeVisible();
  await document.fonts.load('11pt "Talaan Paper"');
  const sheet = document.querySelector('[data-page]')!.getBoundingClientRect();
  const [block] = paper.pages[0]!.blocks as [PlacedBlock];
  const texts = [...document.querySelectorAll<SVGTextElement>('[data-page] text')];
  const marks = block.marks.flatMap((mark) => ('text' in mark ? [mark] : []));
  expect(texts.map((text) => text.textContent)).toEqual(marks.map(({ text }) => text));
  for (const [at, text] of texts.entries()) {
    const mark = marks[at]!;
    const place = new DOMPoint(Number(text.getAttribute('x')), Number(text.getAttribute('y')));
    const drawn = place.matrixTransform(text.getScreenCTM()!);
    expect(mm(drawn.x - sheet.left)).toBeCloseTo(mark.x, 1);
    expect(mm(drawn.y - sheet.top)).toBeCloseTo(mark.y, 1);
    expect((text.getComputedTextLength() / 72) * 25.4).toBeCloseTo(mark.width, 1);
  }
  const box = document.querySelector('[data-page] rect')!.getBoundingClientRect();
  expect(
    [box.left - sheet.left, box.top - sheet.top, box.width, box.height].map((side) => Math.round(mm(side))),
  ).toEqual([158, 27, 36, 6]);
  const [rules] = document.adoptedStyleSheets
    .flatMap((one) => [...one.cssRules])
    .map(({ cssText }) => cssText)
    .slice(-1);
  expect(rules).toMatch(/size: 203\.2mm 76\.2mm; margin: 0/);
});

test('a table says what runs over what: bands over columns, heads of groups over their labels, texts of several lines as one', async () => {
  const columns = ['Beginning', 'Ending'].flatMap((band) => [
    { header: 'Debit', kind: 'amount', grows: false, band } as const,
    { header: 'Balance', kind: 'amount', grows: false, band, result: true } as const,
  ]);
  const long = 'A name that is longer than the room that its column has, so that it wraps';
  const labels = [
    { header: 'Code', kind: 'code', grows: false },
    { header: 'Name', kind: 'text', grows: true },
  ] as const;
  const lines = [
    { look: 'group', cells: ['P1', 'GROUP', null, '5.00'] },
    { look: 'plain', level: 1, cells: ['row', long, '1.00', '-2.00', '3.00', '4.00'] },
  ] as const;
  const wide = {
    block: 'table',
    caption: 'Bands',
    columns: [...labels, ...columns],
    labelColumns: 2,
    empty: '',
    lines,
  };
  const blocks = [{ block: 'heading', lines: ['SAMPOL', 'Bands'] }, wide] as DrawnPaper['pages'][number]['blocks'];
  const rules: DrawnPaper['page'] = { size: 'A5', orientation: 'portrait' };
  await renderScreen(
    <main>
      <h1>Paper</h1>
      <PaperSheet paper={{ title: 'Bands', page: rules, foot: '', pages: [{ number: null, blocks }] }} />
    </main>,
  );
  const rows = page.getByRole('row').elements();
  const cells = rows.map(({ children }) =>
    [...children].map((cell) => `${cell.textContent} ${cell.getAttribute('aria-colspan') ?? 1}`),
  );
  expect(cells).toEqual([
    ['Beginning 2', 'Ending 2'],
    ['Code 1', 'Name 1', 'Debit 1', 'Balance 1', 'Debit 1', 'Balance 1'],
    ['P1 GROUP 2', ' 1', '5.00 1', ' 1', ' 1'],
    ['row 1', `${long} 1`, '1.00 1', '-2.00 1', '3.00 1', '4.00 1'],
  ]);
  await expect.element(page.getByRole('heading', { name: 'Bands', level: 2 })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'P1 GROUP', level: 3 })).toBeVisible();
  const red = page.getByRole('cell', { name: '-2.00' }).element();
  expect(getComputedStyle(red).fill).toBe('rgb(179, 38, 30)');
  expect(await accessibilityFaults()).toEqual([]);
});
