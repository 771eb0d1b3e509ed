import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readBatch } from '@talaan/contract/documents/batch.contract';
import { answered, recorded, type AnswerName } from '../../testing/recorded-answers.ts';
import { answerCalls } from '../../testing/render-app.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { VoidDialog } from './void-dialog.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a void that is refused says so with the reason of the server, and keeps what was typed', async () => {
  const reason = 'No accounting period from this date on is open. Open one first, then void.';
  const batch = recorded(readBatch, 'posted/of-an-open-month').data;
  answerCalls(answered('posted/of-an-open-month', 'posted/void-refused'));
  const voided = vi.fn<() => void>();
  await renderScreen(<VoidDialog batch={batch} onVoided={voided} onCancel={() => {}} />);
  const dialog = page.getByRole('dialog', { name: /^Void / });
  const why = dialog.getByRole('combobox', { name: 'Reason' });
  await expect.element(why).toHaveFocus();
  await expect.element(dialog.getByText(/in the ledger on/)).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(why).toHaveAttribute('aria-invalid', 'true');
  await why.click();
  await page.getByRole('option', { name: 'Wrong amount' }).click();
  await dialog.getByRole('textbox', { name: 'Explanation' }).fill('Billed twice');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText(`Void failed! ${reason}`)).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Explanation' })).toHaveValue('Billed twice');
  expect(voided).not.toHaveBeenCalled();
});

test('what is missing of a void has the focus once it was asked for', async () => {
  answerCalls(answered('posted/of-an-open-month'));
  const batch = recorded(readBatch, 'posted/of-an-open-month').data;
  await renderScreen(<VoidDialog batch={batch} onVoided={() => {}} onCancel={() => {}} />);
  const dialog = page.getByRole('dialog', { name: /^Void / });
  const why = dialog.getByRole('combobox', { name: 'Reason' });
  await expect.element(why).toHaveFocus();
  await expect.element(dialog.getByText(/in the ledger on/)).toBeVisible();
  await userEvent.keyboard('{Tab}{Control>}{Enter}{/Control}');
  await expect.element(why).toHaveFocus();
  await userEvent.keyboard('other{Enter}{Control>}{Enter}{/Control}');
  await expect.element(dialog.getByRole('textbox', { name: 'Explanation' })).toHaveFocus();
});

test.each<[AnswerName, RegExp, string | null]>([
  ['posted/of-an-open-month', /in the ledger on 21 May 2025\. Its number stays used and prints VOID\./, null],
  ['billing/older', /in the ledger on 2 May 2025\. Its number stays used and prints CANCELLED INVOICE\./, null],
  ['posted/of-a-closed-month', /in the ledger on 20 Jun 2025, because the month of its own date is closed\./, null],
  ['accrual/approved', /in the ledger on 22 May 2025\..* Its reversal of 1 Jun 2025 is not made\./, null],
  ['accrual/reversed', /Its reversal JE\d{7} of 1 Jun 2025 is void with it, by a mirror entry on 1 Jun 2025\./, null],
  ['posted/no-month-open', /No accounting period from this date on is open\. Open one first, then void\./, 'true'],
])('the date of the mirror, %s, is named before one confirms', async (name, text, isBlocked) => {
  answerCalls(answered(name));
  const batch = recorded(readBatch, name).data;
  await renderScreen(<VoidDialog batch={batch} onVoided={() => {}} onCancel={() => {}} />);
  const dialog = page.getByRole('dialog', { name: /^Void / });
  await expect.element(dialog.getByText(text)).toBeVisible();
  const button = dialog.getByRole('button', { name: 'Void' });
  await expect.poll(() => button.element().getAttribute('aria-disabled')).toBe(isBlocked);
});
