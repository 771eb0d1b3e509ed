import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { Chart } from './chart.tsx';
import type { ChartDescription } from './chart-geometry.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const ROWS = MONTHS.map((month, place) => ({
  month,
  billed: `${90_000_000_000_000 + place * 1_000_000}.05`,
  collected: place === 4 ? '-1200.00' : `${80_000_000_000_000 + place}.10`,
}));
const CHART: ChartDescription<'month' | 'billed' | 'collected'> = {
  kind: 'bar',
  label: 'month',
  labelHeader: 'Month',
  series: [
    { field: 'billed', header: 'Billed' },
    { field: 'collected', header: 'Collected' },
  ],
};
const TOLD = 'May: Billed 90,000,004,000,000.05, Collected -1,200.00';

const draw = (kind: ChartDescription['kind'], rows = ROWS) =>
  renderScreen(<Chart title="Collections and billings" note="12 months, PHP" chart={{ ...CHART, kind }} rows={rows} />);
const button = (name: string) => page.getByRole('button', { name });
const marks = (of: string) => document.querySelectorAll(`section svg[role="img"] ${of}`).length;

describe.each([
  ['bar', 'rect', 24],
  ['stack', 'rect', 24],
  ['line', 'circle', 24],
] as const)('a chart of %ss', (kind, mark, count) => {
  test('is named, its places are walked through by arrows, and each tells its exact amounts', async () => {
    await page.viewport(1024, 768);
    await draw(kind);
    await expect
      .element(page.getByRole('img', { name: 'Collections and billings: Billed, Collected, Jan to Dec' }))
      .toBeVisible();
    expect(marks(mark)).toBe(count);
    expect(await accessibilityFaults()).toEqual([]);
    button('View as table').element().focus();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('img', { name: /^Dec: / })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{Home}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    await expect.element(page.getByRole('img', { name: TOLD })).toHaveFocus();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent(TOLD);
  });
});

test('one of its amounts may be a line over the bars of the others', async () => {
  await page.viewport(1024, 768);
  const [billed, collected] = CHART.series;
  const chart = { ...CHART, series: [billed!, { ...collected!, line: true as const }] };
  await renderScreen(<Chart title="Collections and billings" chart={chart} rows={ROWS} />);
  expect([marks('rect'), marks('polyline'), marks('circle')]).toEqual([12, 1, 12]);
});

test('a table of the same rows takes its place, and the chart comes back', async () => {
  await page.viewport(390, 844);
  await draw('line');
  expect(document.documentElement.scrollWidth).toBe(390);
  await button('View as table').click();
  const rows = page.getByRole('table', { name: 'Collections and billings' }).getByRole('row');
  await expect.element(rows).toHaveLength(13);
  await expect.element(rows.nth(5)).toHaveTextContent('May90,000,004,000,000.05-1,200.00');
  await expect.element(button('View as chart')).toHaveFocus();
  expect(marks('circle')).toBe(0);
  expect(document.documentElement.scrollWidth).toBe(390);
  expect(await accessibilityFaults()).toEqual([]);
  await button('View as chart').click();
  expect(marks('circle')).toBe(24);
});

test('one row of stacked amounts lies as a bar of shares, with its amounts below and in the table', async () => {
  await page.viewport(1024, 768);
  await draw('stack', [{ month: 'May', billed: '75.00', collected: '25.00' }]);
  await expect
    .element(page.getByRole('img', { name: 'Collections and billings: Billed 75.0 %, Collected 25.0 %' }))
    .toBeVisible();
  await expect.element(page.getByText('Billed · 75.0 %')).toBeVisible();
  await button('View as table').click();
  await expect.element(page.getByRole('row').nth(2)).toHaveTextContent('Collected25.0025.0 %');
});

test('no rows are said to be none', async () => {
  await draw('bar', []);
  await expect.element(page.getByText('No figures.')).toBeVisible();
  await button('View as table').click();
  await expect.element(page.getByText('No figures.')).toBeVisible();
});
