import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { ActionMenu } from './action-menu.tsx';
import { Button } from '../buttons/button.tsx';

const renderMenu = (onSelect: (id: string) => void) =>
  renderScreen(
    <ActionMenu
      label="Export"
      target={<Button>Export</Button>}
      groups={[
        {
          actions: [
            { id: 'excel', label: 'Excel', onSelect: () => onSelect('excel') },
            { id: 'csv', label: 'CSV', onSelect: () => onSelect('csv') },
          ],
        },
        {
          heading: 'Report',
          actions: [
            {
              id: 'report',
              label: 'Maintenance report',
              disabledReason: 'The list is empty.',
              onSelect: () => onSelect('report'),
            },
          ],
        },
      ]}
    />,
  );

test('opens with ↓, arrows and first letters move, Enter runs, and the focus returns', async () => {
  const onSelect = vi.fn<(id: string) => void>();
  const screen = await renderMenu(onSelect);
  const button = screen.getByRole('button', { name: 'Export' });
  button.element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(screen.getByRole('menuitem', { name: 'Excel' })).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(screen.getByRole('menuitem', { name: 'Maintenance report' })).toHaveFocus();
  await userEvent.keyboard('c{Enter}');
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('csv');
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('an action that is not possible gives its reason and does nothing; Esc closes', async () => {
  const onSelect = vi.fn<(id: string) => void>();
  const screen = await renderMenu(onSelect);
  await screen.getByRole('button', { name: 'Export' }).click();
  const item = screen.getByRole('menuitem', { name: 'Maintenance report' });
  await expect.element(item).toHaveTextContent('The list is empty.');
  await item.click({ force: true });
  expect(onSelect).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
});
