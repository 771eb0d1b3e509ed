import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SIGN_IN_CHANNEL } from '@talaan/contract/sign-in/sign-in-channel';
import { answerCalls, refusal, renderApp } from '../testing/render-app.tsx';
import { forgetSession, readSession } from '../session/session.ts';

const BUTTON = 'Use your credentials to access the ERP system';
const WORDS = 'Your account has ended. Ask an administrator.';
const METHODS = {
  body: { data: { methods: ['okta', 'password'], company_name: null, demo: false, demo_sign_in: null } },
};

afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

function openWindow() {
  const opened = { closed: false, close: vi.fn<() => void>(), location: { replace: vi.fn<(to: string) => void>() } };
  return vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
}

test('the sign-in window stands in the middle of the window that opens it', async () => {
  const open = openWindow();
  answerCalls({ 'GET /api/sign-in/methods': METHODS });
  await renderApp([], '/');
  vi.spyOn(window, 'screenX', 'get').mockReturnValue(100);
  vi.spyOn(window, 'screenY', 'get').mockReturnValue(50);
  vi.spyOn(window, 'outerWidth', 'get').mockReturnValue(1440);
  vi.spyOn(window, 'outerHeight', 'get').mockReturnValue(900);
  await page.getByRole('button', { name: BUTTON }).click();
  expect(open.mock.calls[0]?.[2]).toBe('popup,width=600,height=720,left=520,top=140');
});

test('a sign-in whose user cannot be read stops with the words of the server, and nobody is signed in', async () => {
  openWindow();
  const asked = answerCalls({
    'GET /api/sign-in/methods': METHODS,
    'POST /api/getuser': refusal(403, WORDS),
  });
  await renderApp([], '/');
  await page.getByRole('button', { name: BUTTON }).click();
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
  // A channel has no target origin: only pages of this origin hear it.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage({ kind: 'signed_in' });
  channel.close();
  // At the button, and for three seconds in a snackbar.
  await expect.poll(() => page.getByText(WORDS).elements().length).toBe(2);
  await expect.element(page.getByRole('button', { name: BUTTON })).toBeVisible();
  expect(asked.map(({ call }) => call)).toContain('POST /api/logout');
  expect(readSession()).toEqual({ state: 'signed_out' });
  expect(localStorage.getItem('auth-data')).toBeNull();
});
