import { axeFaults } from '../steps/axe.ts';
import { expect, test } from '../steps/journey.ts';

test('a first visit shows the sign-in page with its one button, readable by everyone', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/Talaan/);
  await expect(page.getByRole('button', { name: 'Use your credentials to access the ERP system' })).toBeVisible();
  const faults = await axeFaults(page);
  expect(faults).toEqual([]);
});

test('an address of a screen without a session leads to the sign-in page', async ({ page }) => {
  await page.goto('/trx-gen-journal/create');
  await expect(page.getByRole('button', { name: 'Use your credentials to access the ERP system' })).toBeVisible();
});

test('the server reports itself ready and refuses a call without a session', async ({ request }) => {
  const health = await request.get('/api/health');
  expect(await health.json()).toMatchObject({ live: true, ready: true, database: 'up' });
  const refused = await request.post('/api/getuser', { data: {} });
  expect(refused.status()).toBe(401);
});

test('the demo company, whose passwords are known, is served to this machine alone', async ({ server }) => {
  // Every address of 127.0.0.0/8 leads to this machine; one that listens to all of them answers here too.
  const elsewhere = server.address.replace('localhost', '127.0.0.2');
  await expect(fetch(`${elsewhere}/api/health`)).rejects.toThrow('fetch failed');
});
