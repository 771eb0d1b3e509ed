import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { MonthPicker } from '../dates/month-picker.tsx';
import { SearchBox } from '../table/search-box.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { Toolbar } from './toolbar.tsx';

const FILTERS = ['Type', 'Status', 'Bank', 'Payee', 'Preparer', 'Receipt', 'VAT Type', 'Department'];
const ignore = vi.fn<() => void>();

afterEach(() => page.viewport(1280, 800));

const renderToolbar = (chosen: string) => renderScreen(<Filtered chosen={chosen} />);

function Filtered({ chosen }: { chosen: string }) {
  return (
    <Toolbar
      onClear={ignore}
      filters={FILTERS.map((label) => (
        <FilterMenu
          key={label}
          label={label}
          options={[{ value: '1', label: 'One' }]}
          selected={label === chosen ? ['1'] : []}
          onChange={ignore}
        />
      ))}
    >
      <SearchBox value="" onSearch={ignore} />
      <MonthPicker value="2026-05" onChange={ignore} />
    </Toolbar>
  );
}

const bar = () => page.getByRole('group', { name: 'Filters' });
/** Whether all controls that can be seen stand beside each other. */
const isOneLine = (): boolean => {
  const boxes = [...bar().getByRole('button').elements(), ...bar().getByRole('searchbox').elements()].map((control) =>
    control.getBoundingClientRect(),
  );
  return Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom));
};
const filtersShown = () => FILTERS.filter((label) => bar().getByRole('button', { name: label }).elements().length > 0);

test.each([
  [900, 'More filters', ['Type', 'Department']],
  [640, 'Filters (1)', []],
  [390, 'Filters (1)', []],
])(
  'at %i px search, month and filters take one line, what narrows first, and the others unfold',
  async (width, name, shown) => {
    await page.viewport(width, 800);
    await renderToolbar('Department');
    const more = bar().getByRole('button', { name, exact: true });
    await expect.element(more).toHaveAttribute('aria-expanded', 'false');
    expect(isOneLine()).toBe(true);
    expect(filtersShown()).toEqual(shown);
    expect(document.documentElement.scrollWidth).toBe(width);
    await more.click();
    await expect.element(bar().getByRole('button', { name: 'Fewer filters' })).toBeVisible();
    expect(filtersShown()).toEqual(FILTERS);
    expect(await accessibilityFaults()).toEqual([]);
  },
);

test('beside an open record, in a place too narrow for any filter, none stands under the button that unfolds them', async () => {
  await renderScreen(
    <div style={{ width: 560 }}>
      <Filtered chosen="" />
    </div>,
  );
  await expect.element(bar().getByRole('button', { name: 'More filters' })).toBeVisible();
  expect(filtersShown()).toEqual([]);
});

test('with room for all there is nothing to unfold, and F leads to the first filter at any width', async () => {
  await page.viewport(1920, 800);
  await renderToolbar('');
  await expect.poll(filtersShown).toEqual(FILTERS);
  expect(
    bar()
      .getByRole('button', { name: /filters/ })
      .elements(),
  ).toEqual([]);
  await page.viewport(390, 844);
  await expect.element(bar().getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  await userEvent.keyboard('f');
  await expect.element(bar().getByRole('button', { name: 'Type', exact: true })).toHaveFocus();
});
