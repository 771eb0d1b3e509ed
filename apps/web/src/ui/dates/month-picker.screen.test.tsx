import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { FilterMenu } from '../menus/filter-menu.tsx';
import { MonthPicker } from './month-picker.tsx';
import { TodayProvider } from './today.tsx';

function Months({ initial }: { initial: string }) {
  const [month, setMonth] = useState(initial);
  return (
    <TodayProvider today={requireCalendarDate('2025-05-22')}>
      <MonthPicker value={month} onChange={setMonth} />
    </TodayProvider>
  );
}

test('Alt+← and Alt+→ and the arrows beside it step a month, over the end of a year', async () => {
  const screen = await renderScreen(<Months initial="2025-01" />);
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  await expect.element(screen.getByRole('button', { name: 'December 2024' })).toBeVisible();
  await userEvent.keyboard('{Alt>}{ArrowRight}{ArrowRight}{/Alt}');
  await screen.getByRole('button', { name: 'Next month' }).click();
  await expect.element(screen.getByRole('button', { name: 'March 2025' })).toBeVisible();
});

test('a month of another year is chosen by typing the year and pressing the month', async () => {
  const screen = await renderScreen(<Months initial="2025-05" />);
  await screen.getByRole('button', { name: 'May 2025' }).click();
  await expect.element(screen.getByRole('button', { name: 'May', exact: true })).toHaveFocus();
  await screen.getByRole('combobox', { name: 'Year' }).fill('2031');
  await expect.element(screen.getByText('Enter a year from 1901 to 2025.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Mar' })).toBeDisabled();
  await screen.getByRole('combobox', { name: 'Year' }).fill('20x19');
  await expect.element(screen.getByRole('combobox', { name: 'Year' })).toHaveValue('20x19');
  await expect.element(screen.getByText('Enter a year from 1901 to 2025.')).toBeVisible();
  await screen.getByRole('combobox', { name: 'Year' }).fill('2019');
  expect(await accessibilityFaults()).toEqual([]);
  await screen.getByRole('button', { name: 'Mar' }).click();
  await expect.element(screen.getByRole('button', { name: 'March 2019' })).toBeVisible();
});

test('the list of months ends with this year', async () => {
  const screen = await renderScreen(<Months initial="2025-12" />);
  await expect.element(screen.getByRole('button', { name: 'Next month' })).toBeDisabled();
});

test('a filter names its values on the button and clears them beside it', async () => {
  function Filter() {
    const [selected, setSelected] = useState<string[]>([]);
    return (
      <FilterMenu
        label="Status"
        options={[
          { value: '1', label: 'Active' },
          { value: '2', label: 'For Review' },
          { value: '7', label: 'Approved' },
        ]}
        selected={selected}
        onChange={setSelected}
      />
    );
  }
  const screen = await renderScreen(<Filter />);
  await screen.getByRole('button', { name: 'Status' }).click();
  for (const name of ['Active', 'For Review', 'Approved']) await screen.getByRole('checkbox', { name }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Status: Active and 2 more' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Clear Status' }).click();
  await expect.element(screen.getByRole('button', { name: 'Status', exact: true })).toBeVisible();
});
