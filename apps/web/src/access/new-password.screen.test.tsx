import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, loginDataOf, renderApp, sessionUserOf } from '../testing/render-app.tsx';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import { forgetSession, startSession } from '../session/session.ts';

const NEW = 'seven green ladders';
const OWNER = { user_id: 'areyes', user_first_name: 'Ana' };
const linkOf = (state: string) => ({ body: { data: { state, owner: state === 'open' ? OWNER : null } } });
const CHANGED = { body: { data: { changed: true } } };
const faulty = (errors: Record<string, string[]>) => ({
  status: 422,
  body: { status: 422, title: '', message: 'Not valid.', code: 'validation_failed', request_id: '1', errors },
});

afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
  history.replaceState(null, '', location.pathname);
});

async function enter(first: string, second = first): Promise<void> {
  await page.getByLabelText('New password', { exact: true }).fill(first);
  await page.getByLabelText('New password again').fill(second);
  await page.getByRole('button', { name: /^Save/ }).click();
}

test('a link lets its owner choose a password, and says what is wrong with it', async () => {
  location.hash = 'the-secret';
  const asked = answerCalls({
    'POST /api/password-link/state': linkOf('open'),
    'POST /api/password-link/use': CHANGED,
  });
  await renderApp([], '/new-password');
  await expect.element(page.getByText('Good day, Ana. It is for the user areyes')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await enter('');
  await expect.element(page.getByText('New password is required.')).toBeVisible();
  await enter(NEW, 'another one');
  await expect.element(page.getByText('The two are not the same.')).toBeVisible();
  expect(asked.map(({ call }) => call)).toEqual(['POST /api/password-link/state']);
  await enter(NEW);
  await expect.element(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  expect(asked.map(({ body }) => body)).toEqual([{ token: 'the-secret' }, { token: 'the-secret', password: NEW }]);
});

test.each([
  ['used', 'This link was used already.'],
  ['replaced', 'a newer one was sent'],
  ['expired', 'This link has expired.'],
  ['unknown', 'This is no link of ours'],
])('a link that is %s says so, and asks for nothing', async (state, text) => {
  answerCalls({ 'POST /api/password-link/state': linkOf(state) });
  await renderApp([], '/new-password');
  await expect.element(page.getByText(text)).toBeVisible();
  expect(page.getByLabelText('New password').elements()).toEqual([]);
});

test('a password that somebody else set is changed in the place of the product', async () => {
  const { password_due: _due, ...after } = { ...loginDataOf({ Banks: 4 }), password_due: true };
  answerCalls({ 'POST /api/password': CHANGED, 'POST /api/getuser': sessionUserOf(after) });
  startSession({ ...after, password_due: true });
  await renderApp([{ label: 'Banks', path: '/banks', load: async () => () => null }], '/banks');
  await expect.element(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Banks' }).elements()).toEqual([]);
  await enter(NEW);
  await expect.element(page.getByRole('link', { name: 'Banks' }).first()).toBeVisible();
});

test('one changes his own password by the one of now; a refusal stands at its field', async () => {
  const data = loginDataOf({});
  let answer: unknown = faulty({ current_password: ['The current password is not right.'] });
  const asked = answerCalls({
    'POST /api/password': () => answer as typeof CHANGED,
    'POST /api/getuser': sessionUserOf(data),
  });
  startSession(data);
  await renderApp([], '/');
  await page.getByRole('button', { name: 'Ana R., user menu' }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await page.getByLabelText('Current password').fill('wrong');
  await enter(NEW);
  await expect.element(page.getByText('The current password is not right.')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  answer = CHANGED;
  await enter(NEW);
  await expect.element(page.getByRole('dialog', { name: 'Change password' })).not.toBeInTheDocument();
  expect(asked.findLast(({ call }) => call === 'POST /api/password')?.body).toEqual({
    current_password: 'wrong',
    password: NEW,
  });
});
