import { axeFaults } from '../steps/axe.ts';
import { expect, test } from '../steps/journey.ts';
import { DEMO_PASSWORD, openSignInWindow, signIn, signInAtProvider, signOut, untilClosed } from '../steps/sign-in.ts';

test('single sign-on: window, session, sign-out, next person', async ({ page, context }) => {
  await page.goto('/');
  const window = await openSignInWindow(page);
  const size = await window.evaluate(() => ({ width: outerWidth, height: innerHeight }));
  expect(size.width).toBe(600);
  expect(size.height).toBe(720);
  await signInAtProvider(window, 'Continue with single sign-on', 'admin');
  await expect(page.getByText('Liza M.')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');

  // The browser keeps the user copy and no token; the cookie is out of reach of scripts.
  const kept = await page.evaluate(() => localStorage.getItem('auth-data'));
  expect(Object.keys(JSON.parse(kept ?? '{}') as object).toSorted()).toEqual([
    'roleaccess',
    'token_expires_at',
    'user',
  ]);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const cookie = (await context.cookies()).find(({ name }) => name === 'talaan')!;
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });

  await page.reload();
  await expect(page.getByText('Liza M.')).toBeVisible();
  await signOut(page, 'Liza');
  expect(await page.evaluate(() => localStorage.getItem('auth-data'))).toBeNull();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('talaan');

  await signInAtProvider(await openSignInWindow(page), 'Continue with single sign-on', 'preparer');
  await expect(page.getByText('Ana R.')).toBeVisible();
});

test('user id and password, after a refusal', async ({ page }) => {
  await page.goto('/');
  const window = await openSignInWindow(page);
  await window.getByRole('textbox', { name: 'User ID' }).fill('preparer2');
  await window.getByLabel('Password').fill('wrong');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('alert').first()).toHaveText('Invalid username or password');
  await window.close();
  await signIn(page, 'preparer2');
  await expect(page.getByText('Ben C.')).toBeVisible();
});

test('work e-mail and password, after a refusal of its own', async ({ page }) => {
  await page.goto('/');
  const window = await openSignInWindow(page);
  await window.getByText('Work e-mail', { exact: true }).click();
  await window.getByRole('textbox', { name: 'Work e-mail' }).fill('nobody@sampolpadala.example');
  await window.getByLabel('Password').fill(DEMO_PASSWORD);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('alert').first()).toHaveText('Invalid Email Account');
  await window.getByRole('textbox', { name: 'Work e-mail' }).fill('cashier@sampolpadala.example');
  await untilClosed(window, () => window.keyboard.press('Enter'));
  await expect(page.getByText('Gina F.')).toBeVisible();
});

test('HR sign-in', async ({ page }) => {
  await page.goto('/');
  await signInAtProvider(await openSignInWindow(page), 'Continue with the HR system', 'auditor');
  await expect(page.getByText('Hector N.')).toBeVisible();
});

test('the sign-in window and the provider’s page are readable by everyone, in both colour schemes', async ({
  page,
}) => {
  await page.goto('/');
  const window = await openSignInWindow(page);
  const faults = async () => {
    const found = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.emulateMedia({ colorScheme });
      found.push(...(await axeFaults(window)));
    }
    return found;
  };
  expect(await faults()).toEqual([]);
  await window.getByRole('button', { name: 'Continue with single sign-on' }).click();
  await window.getByRole('heading', { name: 'Single sign-on' }).waitFor();
  expect(await faults()).toEqual([]);
});
