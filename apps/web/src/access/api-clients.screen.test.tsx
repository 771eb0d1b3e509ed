import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiClient } from '@talaan/contract/sign-in/api-client.contract';
import { forgetSession, startSession } from '../session/session.ts';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import { answerCalls, loginDataOf, renderApp } from '../testing/render-app.tsx';
import { ApiClientsScreen } from './api-clients-screen.tsx';

const GATEWAY: ApiClient = {
  id: 1,
  client_id: 'talaan-0011223344556677',
  client_name: 'Receipt gateway',
  scopes: ['receipts'],
  made_by: 'Ana Reyes',
  made_at: '2025-05-22T00:00:00Z',
  rotated_at: null,
  revoked_at: null,
  source: null,
  departments: [],
  waits: false,
  confirmed_by: null,
  last_used_at: null,
};
const SECRET = 'S'.repeat(43);

afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

test('an administrator makes a client by keyboard, sees its secret once, gives it another one and revokes it', async () => {
  let listed: ApiClient[] = [];
  const change = (changed: Partial<ApiClient>) => () => {
    listed = [{ ...GATEWAY, ...changed }];
    return { body: { data: { ...listed[0]!, client_secret: SECRET } } };
  };
  const asked = answerCalls({
    'GET /api/api-clients': () => ({ body: { data: listed } }),
    'POST /api/api-clients': change({}),
    'POST /api/api-clients/1/rotate': change({ rotated_at: '2025-05-22T01:00:00Z' }),
    'POST /api/api-clients/1/revoke': change({ revoked_at: '2025-05-22T02:00:00Z' }),
  });
  startSession(loginDataOf({ Users: 4 }));
  await renderApp([], '/', {
    plain: [{ path: '/clients', title: 'API clients', modules: ['Users'], load: async () => ApiClientsScreen }],
  });
  await page.getByRole('button', { name: 'Ana R., user menu' }).click();
  await page.getByRole('menuitem', { name: 'API clients' }).click();
  await expect.element(page.getByText('No client was made yet.')).toBeVisible();
  const opener = page.getByRole('button', { name: 'New client' });
  await opener.click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('Receipt gateway{Control>}{Enter}{/Control}');
  const secret = page.getByRole('textbox', { name: 'Client secret' });
  await expect.element(secret).toHaveValue(SECRET);
  expect(asked.find(({ call }) => call === 'POST /api/api-clients')!.body).toEqual({
    client_name: 'Receipt gateway',
    scopes: ['receipts'],
  });
  expect(await accessibilityFaults()).toEqual([]);
  // A page without https has no clipboard; the secret is not lost by Esc, and is there to be copied by hand.
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The secret is selected: copy it with Ctrl+C.')).toBeVisible();
  await expect.element(secret).toHaveFocus();
  expect(String(document.getSelection())).toBe(SECRET);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(secret).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  const row = page.getByRole('row', { name: /Receipt gateway/ });
  await expect.element(row).toHaveTextContent(/Ana Reyes.*talaan-0011223344556677.*receipts.*Never.*Active/);
  await page.getByRole('button', { name: 'New secret for Receipt gateway' }).click();
  await page.getByRole('button', { name: 'New secret', exact: true }).click();
  await expect.element(secret).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke Receipt gateway' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect.element(row).toHaveTextContent(/Revoked/);
  await expect.element(page.getByRole('region', { name: 'Clients, newest first' })).toHaveFocus();
  expect(page.getByRole('button', { name: /Revoke/ }).elements()).toEqual([]);
  expect(await accessibilityFaults()).toEqual([]);
});
