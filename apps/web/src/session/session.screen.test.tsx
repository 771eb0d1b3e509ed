import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getUser } from '@talaan/contract/sign-in/sign-in.contract';
import { SIGN_IN_CHANNEL } from '@talaan/contract/sign-in/sign-in-channel';
import { callServer } from '../api/client.ts';
import { answerCalls, loginDataOf, refusal, renderApp, sessionUserOf } from '../testing/render-app.tsx';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import { Field } from '../ui/fields/field.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { keepPendingNumber } from './pending-numbers.ts';
import { PageHeader } from '../page/page-header.tsx';
import type { Screen } from '../page/screen.ts';
import { formatTimeLeft } from './session-countdown.tsx';
import { forgetSession, readSession, restoreSession, startSession } from './session.ts';

function BanksScreen() {
  const [name, setName] = useState('');
  return (
    <>
      <PageHeader title="Banks" />
      <Field label="Bank name">
        <TextInput value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </>
  );
}
const SCREENS: readonly Screen[] = [{ label: 'Banks', path: '/banks', load: async () => BanksScreen }];
const LOGIN_BUTTON = 'Use your credentials to access the ERP system';
const METHODS = {
  body: { data: { methods: ['okta'], company_name: 'SAMPOL PADALA SERVICES, INC.', demo: true, demo_sign_in: null } },
};

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  forgetSession();
});

/** The sign-in window, as far as the page can see it. */
function fakeWindow() {
  const opened = {
    closed: false,
    close: vi.fn<() => void>(),
    location: { replace: vi.fn<(address: string) => void>() },
  };
  const open = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
  return { opened, open };
}

function signInWindowSays(message: unknown): void {
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
  // A channel has no target origin: only pages of this origin hear it.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message);
  channel.close();
}

test('without a saved login the login screen stands in place of the page, with its one button', async () => {
  answerCalls({ 'GET /api/sign-in/methods': METHODS });
  const { screen, history } = await renderApp(SCREENS, '/banks');
  await expect.element(screen.getByRole('button', { name: LOGIN_BUTTON })).toBeVisible();
  expect(screen.getByRole('button').elements()).toHaveLength(1);
  expect(screen.getByRole('textbox').elements()).toHaveLength(0);
  await expect.element(screen.getByText('Talaan for SAMPOL PADALA SERVICES, INC.')).toBeVisible();
  expect(history.location.pathname).toBe('/banks');
  expect(await accessibilityFaults()).toEqual([]);
});

test('the button opens a window of 600 × 720 and leads it to the provider; its ticket signs in and the day begins at /', async () => {
  const { opened, open } = fakeWindow();
  const data = loginDataOf({ Banks: 4 });
  const asked = answerCalls({
    'GET /api/sign-in/methods': METHODS,
    'GET /api/okta-login': { body: { data: { url: 'https://login.example.ph/authorize' } } },
    'POST /api/login': { body: { data } },
  });
  const { screen, history } = await renderApp(SCREENS, '/banks');
  await screen.getByRole('button', { name: LOGIN_BUTTON }).click();
  expect(open.mock.calls[0]?.[2]).toMatch(/width=600,height=720/);
  await expect.poll(() => opened.location.replace.mock.calls).toEqual([['https://login.example.ph/authorize']]);
  await expect.element(screen.getByText('Waiting for the sign-in window…')).toBeVisible();
  signInWindowSays({ kind: 'ticket', ticket: 'a-ticket-that-serves-once' });
  await expect.element(screen.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect(asked.find(({ call }) => call === 'POST /api/login')?.body).toEqual({ ticket: 'a-ticket-that-serves-once' });
  expect(history.location.pathname).toBe('/');
  expect(opened.close).toHaveBeenCalled();
  expect(JSON.parse(localStorage.getItem('auth-data') ?? '{}')).toEqual({
    user: data.user,
    token_expires_at: data.token_expires_at,
    roleaccess: data.roleaccess,
  });
});

test('a blocked window is explained, and Cancel ends the waiting', async () => {
  const { open } = fakeWindow();
  answerCalls({ 'GET /api/sign-in/methods': METHODS, 'GET /api/okta-login': { body: { data: { url: '/x' } } } });
  const { screen } = await renderApp(SCREENS, '/');
  open.mockReturnValueOnce(null);
  await screen.getByRole('button', { name: LOGIN_BUTTON }).click();
  await expect.element(screen.getByText('Allow pop-ups for this site, then try again.')).toBeVisible();
  await screen.getByRole('button', { name: LOGIN_BUTTON }).click();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByText('A separate sign-in window opens.')).toBeVisible();
});

test('a saved login shows the shell at once, and the server then says who it is', async () => {
  const saved = loginDataOf({});
  localStorage.setItem(
    'auth-data',
    JSON.stringify({ user: saved.user, token_expires_at: saved.token_expires_at, roleaccess: [] }),
  );
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  answerCalls({ 'POST /api/getuser': async () => (await answered, sessionUserOf(loginDataOf({ Banks: 4 }))) });
  const restored = restoreSession();
  const { screen } = await renderApp(SCREENS, '/');
  await expect.element(screen.getByRole('button', { name: 'Ana R., user menu' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Banks' }).elements()).toHaveLength(0);
  answer();
  await restored;
  await expect.element(screen.getByRole('link', { name: 'Banks' }).first()).toBeVisible();
});

test('a saved login that the server does not know leads to the login screen, without a dialog', async () => {
  const saved = loginDataOf({ Banks: 4 });
  localStorage.setItem(
    'auth-data',
    JSON.stringify({ user: saved.user, token_expires_at: saved.token_expires_at, roleaccess: saved.roleaccess }),
  );
  const asked = answerCalls({
    'POST /api/getuser': refusal(403, 'Your account has ended.'),
    'GET /api/sign-in/methods': METHODS,
  });
  await restoreSession();
  // Here and on the server.
  expect(asked.map(({ call }) => call)).toEqual(['POST /api/getuser', 'POST /api/logout']);
  const { screen } = await renderApp(SCREENS, '/banks');
  await expect.element(screen.getByRole('button', { name: LOGIN_BUTTON })).toBeVisible();
  expect(localStorage.getItem('auth-data')).toBeNull();
});

test('a 401 shows Session Expired, keeps what was typed, and Re-login by the same user goes on there', async () => {
  const { opened } = fakeWindow();
  const data = loginDataOf({ Banks: 4 });
  startSession(data);
  keepPendingNumber('batch_number', '0010234');
  answerCalls({
    'POST /api/getuser': refusal(401, 'Sign in to continue.'),
    'GET /api/sign-in/methods': METHODS,
    'GET /api/okta-login': { body: { data: { url: '/authorize' } } },
    'POST /api/login': { body: { data } },
  });
  const { screen, history } = await renderApp(SCREENS, '/banks');
  await screen.getByRole('textbox', { name: 'Bank name' }).fill('BANGKO KUNWARI');
  await expect(callServer(getUser, {})).rejects.toThrow('Sign in to continue.');
  const dialog = screen.getByRole('alertdialog', { name: 'Session Expired' });
  await expect
    .element(dialog)
    .toHaveTextContent('Your session has expired. Would you like to be redirected to the login page?');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await expect.element(screen.getByText('Banks', { exact: true }).first()).not.toBeVisible();
  expect([localStorage.getItem('auth-data'), localStorage.getItem('dist_data')]).toEqual([null, null]);
  expect(await accessibilityFaults()).toEqual([]);
  await screen.getByRole('button', { name: 'Re-login' }).click();
  await expect.poll(() => opened.location.replace.mock.calls).toEqual([['/authorize']]);
  signInWindowSays({ kind: 'ticket', ticket: 'a-ticket-that-serves-once' });
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole('textbox', { name: 'Bank name' })).toHaveValue('BANGKO KUNWARI');
  expect(history.location.pathname).toBe('/banks');
});

test('Session Expired hides what is open over the page, too, and Re-login brings it back', async () => {
  fakeWindow();
  const data = loginDataOf({ Banks: 4 });
  startSession(data);
  answerCalls({
    'POST /api/getuser': refusal(401, 'Sign in to continue.'),
    'GET /api/sign-in/methods': METHODS,
    'GET /api/okta-login': { body: { data: { url: '/authorize' } } },
    'POST /api/login': { body: { data } },
  });
  const { screen } = await renderApp(SCREENS, '/banks');
  await screen.getByRole('button', { name: 'Ana R., user menu' }).click();
  await screen.getByRole('menuitem', { name: 'Change password' }).click();
  await screen.getByLabelText('Current password').fill('what I typed');
  await screen.getByRole('button', { name: 'Show password' }).first().click();
  const typed = screen.getByLabelText('Current password');
  await expect(callServer(getUser, {})).rejects.toThrow('Sign in to continue.');
  await expect.element(screen.getByRole('alertdialog', { name: 'Session Expired' })).toBeVisible();
  await expect.element(typed).not.toBeVisible();
  await screen.getByRole('button', { name: 'Re-login' }).click();
  signInWindowSays({ kind: 'ticket', ticket: 'a-ticket-that-serves-once' });
  await expect.element(typed).toBeVisible();
  await expect.element(typed).toHaveValue('what I typed');
});

test('a message that is not of the sign-in window signs nobody in', async () => {
  fakeWindow();
  const asked = answerCalls({
    'GET /api/sign-in/methods': METHODS,
    'GET /api/okta-login': { body: { data: { url: '/x' } } },
  });
  const { screen } = await renderApp(SCREENS, '/');
  signInWindowSays({ kind: 'ticket', ticket: 'nobody-asked-for-this-ticket' }); // no window was opened
  await screen.getByRole('button', { name: LOGIN_BUTTON }).click();
  signInWindowSays({ kind: 'ticket', ticket: 'short' });
  signInWindowSays({ kind: 'ticket', ticket: 'a-ticket-that-serves-once', token: 'x' });
  signInWindowSays({ kind: 'refused', message: 'Your account has ended.' });
  await expect.element(screen.getByRole('alert').first()).toHaveTextContent('Your account has ended.');
  expect(asked.filter(({ call }) => call === 'POST /api/login')).toEqual([]);
});

test('the countdown warns at 5 minutes, urges at 1, and ends the session at 0', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const asked = answerCalls({ 'POST /api/logout': { body: { data: { signed_out: true } } } });
  startSession(loginDataOf({ Banks: 4 }, { seconds: 302 }));
  const { screen } = await renderApp(SCREENS, '/banks');
  await expect.element(screen.getByRole('button', { name: 'Session time left 05:02' })).toBeVisible();
  await expect.element(screen.getByText('Your session ends in 5 minutes.')).not.toBeInTheDocument();
  vi.advanceTimersByTime(2000);
  await expect.element(screen.getByText('Your session ends in 5 minutes.')).toBeInTheDocument();
  vi.advanceTimersByTime(240_000);
  await expect
    .element(screen.getByRole('alert').getByText('Your session ends in 1 minute. Save your work.'))
    .toBeVisible();
  vi.advanceTimersByTime(60_000);
  await expect.element(screen.getByRole('alertdialog', { name: 'Session Expired' })).toBeVisible();
  expect(localStorage.getItem('auth-data')).toBeNull();
  const writes = asked.filter(({ call }) => call.startsWith('POST'));
  expect(writes.map(({ call, headers }) => [call, headers['x-csrf-token']])).toEqual([
    ['POST /api/logout', 'csrf-token-of-the-session'],
  ]);
});

test('Stay signed in moves the end of the session, and so does every write', async () => {
  const inOneHour = new Date(Date.now() + 3_600_000).toISOString();
  const inTwoHours = new Date(Date.now() + 7_200_000).toISOString();
  answerCalls({
    'POST /api/session/extend': {
      body: { data: { token_expires_at: inOneHour, server_time: new Date().toISOString() } },
    },
    'POST /api/getuser': { ...refusal(409, 'A conflict.'), headers: { 'x-session-expires-at': inTwoHours } },
  });
  startSession(loginDataOf({ Banks: 4 }, { seconds: 50 }));
  const { screen } = await renderApp(SCREENS, '/banks');
  await screen.getByRole('alert').getByRole('button', { name: 'Stay signed in' }).click();
  await expect.element(screen.getByText('Your session ends in 1 minute. Save your work.')).not.toBeInTheDocument();
  expect(readSession()).toMatchObject({ token_expires_at: inOneHour });
  await expect(callServer(getUser, {})).rejects.toThrow('A conflict.');
  expect(readSession()).toMatchObject({ token_expires_at: inTwoHours });
});

test('the countdown follows the clock of the server, whatever this machine shows', async () => {
  const data = loginDataOf({ Banks: 4 });
  const anHourAhead = (text: string) => new Date(Date.parse(text) + 3_600_000).toISOString();
  startSession({
    ...data,
    token_expires_at: anHourAhead(data.token_expires_at),
    server_time: anHourAhead(data.server_time),
  });
  const { screen } = await renderApp(SCREENS, '/banks');
  await expect.element(screen.getByRole('button', { name: /^Session time left (1:00:00|59:5\d)$/ })).toBeVisible();
});

test('time left reads mm:ss, and h:mm:ss above one hour', () => {
  expect([0, 59, 300, 3599, 3600, 43_200].map(formatTimeLeft)).toEqual([
    '00:00',
    '00:59',
    '05:00',
    '59:59',
    '1:00:00',
    '12:00:00',
  ]);
});

test('another tab that signs out ends the session here too', async () => {
  startSession(loginDataOf({ Banks: 4 }));
  await renderApp(SCREENS, '/banks');
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth-data', newValue: null }));
  await expect.element(page.getByRole('alertdialog', { name: 'Session Expired' })).toBeVisible();
});
