import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import { answerCalls, loginDataOf, refusal, renderApp } from '../testing/render-app.tsx';
import { forgetSession, startSession } from './session.ts';

afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

test('while somebody looks as another user every page says so, and Stop asks the server', async () => {
  const asked = answerCalls({ 'DELETE /api/access/preview': refusal(409, 'Not now.') });
  startSession({
    ...loginDataOf({ Branches: 1 }),
    preview: { name: 'Ben Cruz', since: '2025-05-22T06:02:00Z' },
  });
  await renderApp([], '/');
  const banner = page.getByRole('region', { name: 'Preview' });
  await expect.element(banner).toHaveTextContent('Ben Cruz looks at Talaan as Ana Reyes. Nothing can be changed.');
  expect(await accessibilityFaults()).toEqual([]);
  await banner.getByRole('button', { name: 'Stop' }).click();
  await expect.element(page.getByText('Not now.').first()).toBeVisible();
  expect(asked.map(({ call }) => call)).toContain('DELETE /api/access/preview');
});

test("a session of one's own has no banner", async () => {
  answerCalls({});
  startSession(loginDataOf({ Branches: 1 }));
  await renderApp([], '/');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.getByRole('region', { name: 'Preview' }).query()).toBeNull();
});

test('My access says for every module the level and why, by keyboard', async () => {
  const facts = { privilege_level: null, roles: [] };
  answerCalls({
    'GET /api/access/effective': {
      body: {
        data: {
          user: { id: 7, user_id: 'preparer', name: 'Ana Reyes', sper_user: 0, is_active: true },
          modules: [
            {
              ...facts,
              module_name: 'Branches',
              module_type: 'F',
              level: 0,
              reason: 'privilege',
              privilege_level: 0,
              roles: [{ role: 'Head', level: 3 }],
            },
            {
              ...facts,
              module_name: 'ATC Codes',
              module_type: 'F',
              level: 0,
              reason: 'none',
            },
            {
              ...facts,
              module_name: 'Approving Levels',
              module_type: 'F',
              level: 0,
              reason: 'none',
            },
            {
              ...facts,
              module_name: 'Rates',
              module_type: 'F',
              level: 1,
              reason: 'role',
              roles: [{ role: 'Clerk', level: 1 }],
            },
            { ...facts, module_name: 'Trial Balance', module_type: 'R', level: 0, reason: 'none' },
          ],
          granted_by: ['Ben Cruz'],
        },
      },
    },
  });
  startSession(loginDataOf({ Rates: 1 }));
  await renderApp([], '/');
  await page.getByRole('button', { name: /user menu$/ }).click();
  await page.getByRole('menuitem', { name: /^My access/ }).click();
  const dialog = page.getByRole('dialog', { name: 'My access' });
  const row = (name: string) => dialog.getByRole('row', { name });
  await expect.element(row('Rates')).toBeVisible();
  const modules = dialog.getByRole('rowheader').elements();
  // In the order of the menu.
  expect(modules.map(({ textContent }) => textContent)).toEqual([
    'Approving Levels',
    'ATC Codes',
    'Branches',
    'Rates',
    'Trial Balance',
  ]);
  await expect
    .element(row('Branches No Access Own privilege sets No Access, whatever roles say (role Head gives Update)'))
    .toBeVisible();
  await expect.element(row('Rates Select Role Clerk gives Select')).toBeVisible();
  await expect.element(row('Trial Balance No Access No role and no privilege gives access')).toBeVisible();
  await expect.element(dialog.getByText('Ben Cruz can grant more.')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Find module'), 'rat');
  await expect.poll(() => dialog.getByRole('row', { name: /Branches/ }).query()).toBeNull();
});
