import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import { facts, finePrint, signatures, sums, table } from '@talaan/contract/papers/paper-parts';
import type { Paper } from '@talaan/contract/papers/paper';
import { accessibilityFaults, renderScreen } from '../testing/render-screen.tsx';
import { PaperSheet } from './paper-sheet.tsx';

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
  expect(await accessibilityFaults()).toEqual([]);
});
