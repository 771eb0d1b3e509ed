import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SCREEN_TABLE } from '../../../paths.ts';
import { forgetSession, readSession, startSession } from '../../../session/session.ts';
import { loginDataOf, renderApp } from '../../../testing/render-app.tsx';
import { problem, serveResources } from '../../../testing/serve-resources.ts';

beforeEach(() => startSession(loginDataOf({ 'Billing Officers': 4 })));
afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

const LEVEL = { level_code: 'L2', level_name: 'Second level', min_amount: '100000.01', max_amount: '0.00' };
const PESO = { cur_code: 'P', cur_desc: 'Peso', iso_code: 'PHP', currency_word: 'PESOS' };
const USER = { user_id: 'preparer', user_first_name: 'Ana', user_last_name: 'Reyes', id: 7 };
const OFFICER = { user_id: 7, approver_name: 'Ana Reyes', level: 'L2', level_name: 'Second level', currency_id: 1 };
const LIMITS = { min_amount: '100000.01', max_amount: '0.00' };

const dialog = () => page.getByRole('dialog', { name: 'Edit entry' });
const popup = (title: string) => page.getByRole('alertdialog', { name: title });
const serveOfficers = (officers: readonly Record<string, unknown>[]) =>
  serveResources({ billing_officer: officers, approving_level: [LEVEL], user: [USER], currency: [PESO] });

test('a billing officer has the limits of his level, words of his own, and none of the approver in the session', async () => {
  serveOfficers([]);
  await renderApp(SCREEN_TABLE.screens, '/billing-officers?id=new');
  await dialog().getByRole('combobox', { name: 'User' }).fill('Ana');
  await page.getByRole('option', { name: /Ana Reyes/ }).click();
  await dialog().getByRole('combobox', { name: 'Level' }).fill('L2');
  await page.getByRole('option', { name: /Second level/ }).click();
  await expect.element(dialog().getByRole('textbox', { name: 'Min amount' })).toHaveValue('100,000.01');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(popup('Create successful')).toHaveTextContent('A Billing Officer has been added.');
  expect(readSession()).toMatchObject({ user: { level: null, min_amount: null } });
});

test('a refused change and a refused deletion say that a billing officer stays as he is', async () => {
  const served = serveOfficers([{ ...OFFICER, ...LIMITS }]);
  served.answer('PUT /billingappofficer/1', () => problem(409, 'busy', 'Another user is changing it.'));
  served.answer('DELETE /billingappofficer/1', () => problem(409, 'still_used', 'A billing uses it.'));
  await renderApp(SCREEN_TABLE.screens, '/billing-officers?id=1');
  await dialog().getByRole('textbox', { name: 'Max amount' }).fill('200000');
  await userEvent.keyboard('{Control>}s{/Control}');
  for (const line of ['Unable to edit a Billing Officer', 'Another user is changing it.'])
    await expect.element(popup('Update fail').getByText(line, { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog', { name: /^Delete / })
    .getByRole('button', { name: 'Delete' })
    .click();
  for (const line of ['Unable to delete a Billing Officer', 'A billing uses it.'])
    await expect.element(popup('Delete fail').getByText(line, { exact: true })).toBeVisible();
});
