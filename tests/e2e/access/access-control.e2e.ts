import type { Page } from '@playwright/test';
import { FOUR_EYES_SWITCHES } from '@talaan/core/access/second-person';
import { expect, test } from '../steps/journey.ts';

test('an administrator looks at the product as another user, changes nothing, and is himself again', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/users');
  await page.getByRole('row', { name: /preparer2/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Effective access' }).click();
  await expect(dialog.getByRole('row', { name: /^Payee Details Update Role/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Preview as this user' }).click();

  const banner = page.getByRole('region', { name: 'Preview' });
  await expect(banner).toContainText('Nothing can be changed.');
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users' })).toHaveCount(0);
  await page.goto('/payefile?id=new');
  const form = page.getByRole('dialog', { name: 'Edit entry' });
  await form.getByRole('combobox').first().press('ArrowDown');
  await page.keyboard.press('Enter');
  await form.getByRole('textbox', { name: 'Payee code' }).fill('LOOK-1');
  await form.getByRole('textbox', { name: 'Description' }).fill('Looked at');
  await form.getByRole('button', { name: /^Save(?! &)/ }).click();
  await expect(page.getByText(/Stop the preview first\./).first()).toBeVisible();
  await page.goto('/payefile?q=LOOK-1');
  await expect(page.getByText('0 - 0 of 0')).toBeVisible();

  await banner.getByRole('button', { name: 'Stop' }).click();
  // The page starts anew: its first screen is awaited, so that the next address does not cross its loading.
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await page.goto('/users');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Users');
});

test('an approval limit changes when a second person confirms it, as the demo company ships', async ({ openAs }) => {
  const first = await openAs('admin', '/companies?view=settings');
  const second = await openAs('admin2');
  for (const name of Object.values(FOUR_EYES_SWITCHES)) await expect(first.getByRole('switch', { name })).toBeChecked();

  await first.goto('/approvingofficers');
  await first.getByRole('row').nth(1).click();
  const least = first.getByRole('dialog', { name: 'Edit entry' }).getByRole('textbox', { name: 'Min amount' });
  await expect(least).toHaveValue(/\d/);
  const before = await least.inputValue();
  await least.fill('1.00');
  await first.keyboard.press('Control+Enter');
  await expect(first.getByText(/waits for a second person/).first()).toBeVisible();
  // Until the form is closed, leaving the page is asked about.
  await expect(first.getByRole('dialog')).toHaveCount(0);
  await first.goto('/changes-to-confirm');
  await expect(first.getByRole('button', { name: 'Confirm', exact: true })).toHaveAttribute('aria-disabled', 'true');

  await confirmTheOne(second);
  await first.goto('/approvingofficers');
  const changed = first.getByRole('cell', { name: '1.00', exact: true });
  await expect(changed).toHaveCount(1);

  // Back to how it was, for the journeys that follow: by two persons, too.
  await changed.click();
  await expect(least).toHaveValue('1.00');
  await least.fill(before);
  await first.keyboard.press('Control+Enter');
  await expect(first.getByText(/waits for a second person/).first()).toBeVisible();
  await confirmTheOne(second);
});

/** Confirms the one change that waits. */
async function confirmTheOne(page: Page): Promise<void> {
  await page.goto('/changes-to-confirm');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('No change waits for a second person.')).toBeVisible();
}
