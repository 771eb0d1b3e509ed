import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { batchOf } from '../testing/batch-answers.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { VoidDialog } from './void-dialog.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a void that is refused says so with the reason of the server, and keeps what was typed', async () => {
  const reason = 'Accounting Period for this date is already Closed.';
  const answer = { code: 'period_closed', message: reason, data: { message: reason } };
  vi.spyOn(window, 'fetch').mockResolvedValue(Response.json(answer, { status: 409 }));
  const voided = vi.fn<() => void>();
  await renderScreen(<VoidDialog batch={batchOf()} onVoided={voided} onCancel={() => {}} />);
  const dialog = page.getByRole('dialog', { name: /^Void / });
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Wrong amount' }).click();
  await dialog.getByRole('textbox', { name: 'Explanation' }).fill('Billed twice');
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect.element(page.getByText(`Void failed! ${reason}`)).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Explanation' })).toHaveValue('Billed twice');
  expect(voided).not.toHaveBeenCalled();
});
