import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { RemarksDialog } from './remarks-dialog.tsx';

test('its key says why it confirms nothing yet, and keeps what was typed', async () => {
  const confirmed = vi.fn<(remarks: string) => void>();
  const question = { title: 'Cancel?', subtitle: '', confirmLabel: 'Cancel it', hint: '', required: true };
  await renderScreen(
    <RemarksDialog
      question={{ ...question, whyNot: 'Please wait ...' }}
      busy={false}
      onConfirm={confirmed}
      onCancel={() => {}}
    />,
  );
  await page.getByRole('textbox', { name: 'Remarks' }).fill('Billed twice');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Please wait ...')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Remarks' })).toHaveValue('Billed twice');
  expect(confirmed).not.toHaveBeenCalled();
});
