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

test.each([
  ['2025-05-21', /in the ledger on 21 May 2025\. Its number stays used/, null],
  ['2025-11-20', /in the ledger on 20 Nov 2025, because the month of its own date is closed\./, null],
  [null, /No accounting period from this date on is open\. Open one first, then void\./, 'true'],
])('the date of the mirror, %s, is named before one confirms', async (void_date, text, isBlocked) => {
  const posted = { ...batchOf().headers[0]!, status: 7, accounting_status: 7, void_date };
  const answered = batchOf({ status: 7, headers: [posted], documents: [posted] });
  vi.spyOn(window, 'fetch').mockResolvedValue(Response.json({ data: answered }));
  await renderScreen(<VoidDialog batch={answered} onVoided={() => {}} onCancel={() => {}} />);
  const dialog = page.getByRole('dialog', { name: /^Void / });
  await expect.element(dialog.getByText(text)).toBeVisible();
  const button = dialog.getByRole('button', { name: 'Void' });
  await expect.poll(() => button.element().getAttribute('aria-disabled')).toBe(isBlocked);
});
