import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SearchBox } from './search-box.tsx';

const HINT = 'Search bar can only contain letters, numbers, spaces, parentheses, or hyphens.';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('searches 250 ms after the last character, and at once on Enter', async () => {
  const onSearch = vi.fn<(text: string) => void>();
  const screen = await renderScreen(<SearchBox value="" onSearch={onSearch} />);
  await screen.getByRole('searchbox', { name: 'Search' }).click();
  await userEvent.keyboard('quia');
  vi.advanceTimersByTime(249);
  expect(onSearch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSearch).toHaveBeenLastCalledWith('quia');
  await userEvent.keyboard('po{Enter}');
  expect(onSearch).toHaveBeenLastCalledWith('quiapo');
  vi.advanceTimersByTime(1000);
  expect(onSearch).toHaveBeenCalledTimes(2);
});

test('does not take a character that a search cannot contain, and says which ones it can', async () => {
  const screen = await renderScreen(<SearchBox value="" onSearch={() => undefined} />);
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await box.click();
  await userEvent.keyboard(`Muñoz (No. 1-A) $,&'"/ `);
  await expect.element(screen.getByText(HINT)).not.toBeInTheDocument();
  await userEvent.keyboard('<#');
  await expect.element(box).toHaveValue(`Muñoz (No. 1-A) $,&'"/ `);
  await expect.element(screen.getByText(HINT)).toBeVisible();
  vi.advanceTimersByTime(3000);
  await expect.element(screen.getByText(HINT)).not.toBeInTheDocument();
});

test('takes emoji out of a pasted text without a word', async () => {
  const screen = await renderScreen(<SearchBox value="" onSearch={() => undefined} />);
  await screen.getByRole('searchbox', { name: 'Search' }).fill('Cebu 😀 branch');
  await expect.element(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('Cebu  branch');
  await expect.element(screen.getByText(HINT)).not.toBeInTheDocument();
});

test('Esc clears the search', async () => {
  const onSearch = vi.fn<(text: string) => void>();
  const screen = await renderScreen(<SearchBox value="old" onSearch={onSearch} />);
  await screen.getByRole('searchbox', { name: 'Search' }).click();
  await userEvent.keyboard('{Escape}');
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('');
  await expect.element(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
});

test('shows a search that changed elsewhere, but lets its own come back late without touching what is typed', async () => {
  let setAddress: (search: string) => void = () => undefined;
  function List() {
    const [search, setSearch] = useState('');
    useEffect(() => {
      setAddress = setSearch;
    }, []);
    return (
      <>
        <SearchBox value={search} onSearch={() => undefined} />
        <output>{search}</output>
      </>
    );
  }
  const screen = await renderScreen(<List />);
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await box.click();
  await userEvent.keyboard('qui{Enter}apo{Enter} church');
  for (const late of ['qui', 'quiapo']) {
    setAddress(late);
    await expect.element(screen.getByRole('status').filter({ hasText: late })).toBeVisible();
    await expect.element(box).toHaveValue('quiapo church');
  }
  setAddress('cebu');
  await expect.element(box).toHaveValue('cebu');
});
