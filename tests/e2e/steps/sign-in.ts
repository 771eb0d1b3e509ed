import { type BrowserContextOptions, expect, type Page, request } from '@playwright/test';
import type { BuiltServer } from './built-server.ts';

/** What a browser keeps of a session. */
export type BrowserState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Password of every demo user. */
export const DEMO_PASSWORD = 'talaan-demo-2026';

/** Password of a user whom a journey adds. */
export const OWN_PASSWORD = 'seven green ladders';

/** Presses the one button of the login screen; answers the sign-in window. */
export async function openSignInWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Use your credentials to access the ERP system' }).click();
  const window = await opened;
  await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  return window;
}

/** Goes through the provider in the sign-in window, which closes by itself. */
export async function signInAtProvider(window: Page, button: string, userId: string): Promise<void> {
  await window.getByRole('button', { name: button }).click();
  await window.getByRole('heading', { name: 'Single sign-on' }).waitFor();
  await window.getByLabel('User id').fill(userId);
  await window.getByLabel('Password').fill(DEMO_PASSWORD);
  await untilClosed(window, () => window.getByRole('button', { name: 'Sign in' }).click());
}

/** Gives user id and password in the sign-in window, which closes by itself. */
export async function completeSignIn(window: Page, userId: string, password = DEMO_PASSWORD): Promise<void> {
  await window.getByRole('textbox', { name: 'User ID' }).fill(userId);
  await window.getByLabel('Password').fill(password);
  await untilClosed(window, () => window.getByRole('button', { name: 'Sign in', exact: true }).click());
}

/**
 * Does what makes a window close by itself. The window may be gone before the browser has acknowledged the click or the
 * key, so what was done counts as done when the window closes.
 */
export async function untilClosed(window: Page, act: () => Promise<void>): Promise<void> {
  const closed = window.waitForEvent('close');
  await act().catch((fault: unknown) =>
    closed.catch(() => {
      throw fault;
    }),
  );
  await closed;
}

/** Signs a demo user in through the login screen, by user id and password; the page ends on the dashboard. */
export async function signIn(page: Page, userId: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/');
  await completeSignIn(await openSignInWindow(page), userId, password);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
}

/** Where the link leads that the console prints for a user: his page to choose a password, from the root of the product. */
export async function passwordLink(server: BuiltServer, userId: string): Promise<string> {
  const { text } = await server.administer(['reset-password', userId]);
  return /\/new-password#[\w-]{43}/.exec(text)![0];
}

/** Gives a user whom somebody added a password of his own, by his link. */
export async function giveOwnPassword(server: BuiltServer, userId: string): Promise<void> {
  const token = (await passwordLink(server, userId)).split('#')[1];
  const caller = await request.newContext({ baseURL: server.address });
  const reply = await caller.post('/api/password-link/use', { data: { token, password: OWN_PASSWORD } });
  expect(reply.ok(), await reply.text()).toBe(true);
  await caller.dispose();
}

/**
 * The session of a demo user without the sign-in window, as the pages of the product keep it in a browser: for journeys
 * that are not about signing in.
 */
export async function openSession(address: string, userId: string, password = DEMO_PASSWORD): Promise<BrowserState> {
  const caller = await request.newContext({ baseURL: address });
  const reply = await caller.post('/api/login', { data: { user_id: userId, password } });
  expect(reply.ok(), await reply.text()).toBe(true);
  const { user, token_expires_at, roleaccess } = (await reply.json()).data;
  const kept = { name: 'auth-data', value: JSON.stringify({ user, token_expires_at, roleaccess }) };
  const { cookies } = await caller.storageState();
  await caller.dispose();
  return { cookies, origins: [{ origin: address, localStorage: [kept] }] };
}

/** Signs out by the user menu; ends on the login screen of the page that is loaded anew, which the old one shows before. */
export async function signOut(page: Page, firstName: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(firstName) }).click();
  const loadedAnew = page.waitForEvent('load');
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await loadedAnew;
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}
