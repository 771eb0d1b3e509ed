import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, loginDataOf, renderApp } from '../testing/render-app.tsx';
import { forgetSession, startSession } from './session.ts';

const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
const opener = () => page.getByRole('button', { name: 'Ana Reyes, user menu' });

afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

test('the user menu shows first and last name with initials, and Sign Out last', async () => {
  answerCalls({});
  startSession(loginDataOf({}));
  await renderApp([], '/');
  await expect.element(opener()).toHaveTextContent('ARAna R.');
  await opener().click();
  const menu = page.getByRole('menu', { name: 'User menu' });
  await expect.element(page.getByText('Ana Reyes', { exact: true })).toBeVisible();
  expect(menu.getByRole('menuitem').elements().at(-1)?.textContent).toContain('Sign Out');
});

test('a profile picture takes the place of the initials', async () => {
  answerCalls({});
  startSession({ ...loginDataOf({}), profile_picture: PICTURE });
  await renderApp([], '/');
  await expect.element(opener()).toHaveTextContent('Ana R.');
  expect(opener().element().querySelector('img')?.src).toBe(PICTURE);
});
