import { expect, test, vi } from 'vitest';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { PagingFooter, type PagingFooterProps } from './paging-footer.tsx';

const FIRST_PAGE: PagingFooterProps = {
  from: 1,
  to: 10,
  total: 248,
  page: 1,
  lastPage: 25,
  perPage: 10,
  choices: [10, 25, 50, 75, 100],
  onPage: () => undefined,
  onPerPage: () => undefined,
};

test('shows the rows as from - to of total', async () => {
  const screen = await renderScreen(<PagingFooter {...FIRST_PAGE} />);
  await expect.element(screen.getByText('1 - 10 of 248', { exact: true })).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

test('disables first and previous on page 1, and goes to the next and the last page', async () => {
  const onPage = vi.fn<(page: number) => void>();
  const screen = await renderScreen(<PagingFooter {...FIRST_PAGE} onPage={onPage} />);
  await expect.element(screen.getByRole('button', { name: 'First page' })).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await screen.getByRole('button', { name: 'Next page' }).click();
  await screen.getByRole('button', { name: 'Last page' }).click();
  expect(onPage.mock.calls).toEqual([[2], [25]]);
});

test('disables next and last when there is no next page', async () => {
  const screen = await renderScreen(<PagingFooter {...FIRST_PAGE} from={241} to={248} page={25} />);
  await expect.element(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: 'Last page' })).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: 'Previous page' })).toBeEnabled();
});

test('offers 10, 25, 50, 75 and 100 rows per page', async () => {
  const onPerPage = vi.fn<(rows: number) => void>();
  const screen = await renderScreen(<PagingFooter {...FIRST_PAGE} onPerPage={onPerPage} />);
  const choice = screen.getByRole('combobox', { name: 'Rows per page' });
  expect([...choice.element().querySelectorAll('option')].map((option) => option.value)).toEqual([
    '10',
    '25',
    '50',
    '75',
    '100',
  ]);
  await choice.selectOptions('50');
  expect(onPerPage).toHaveBeenCalledWith(50);
});

test('an empty list reads 0 - 0 of 0 and has no page to go to', async () => {
  const screen = await renderScreen(<PagingFooter {...FIRST_PAGE} from={0} to={0} total={0} lastPage={1} />);
  await expect.element(screen.getByText('0 - 0 of 0')).toBeVisible();
  for (const name of ['First page', 'Previous page', 'Next page', 'Last page']) {
    await expect.element(screen.getByRole('button', { name })).toBeDisabled();
  }
});
