import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, loginDataOf, refusal, renderApp } from '../testing/render-app.tsx';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import { forgetSession, startSession } from '../session/session.ts';

const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
const opener = () => page.getByRole('button', { name: 'Ana R., user menu' });

afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

test('the user menu shows first and last name with initials, and Sign Out last', async () => {
  answerCalls({});
  startSession(loginDataOf({}));
  await renderApp([], '/');
  await expect.element(opener()).toHaveTextContent('Ana R.');
  expect(opener().element().querySelector('[data-initials="AR"]')).not.toBeNull();
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

test('an officer names a stand-in by the keyboard, is told what is missing, and ends it', async () => {
  const given = {
    id: 4,
    from_user: 7,
    from_name: 'Ana Reyes',
    to_user: 9,
    to_name: 'Gina Flores',
    from_date: '2025-05-22',
    to_date: '2025-05-30',
    reason: 'Leave',
    state: 'running',
    given_by: null,
    ended_at: null,
    ended_by: null,
    can_end: true,
  };
  const person = (id: number, name: string) => ({ id, name, code: name.toLowerCase() });
  const asked = answerCalls({
    'GET /api/approvals/delegations': { body: { data: [given] } },
    'GET /api/approvals/delegations/choices': {
      body: {
        data: { officers: [person(7, 'Ana Reyes')], stand_ins: [person(7, 'Ana Reyes'), person(9, 'Gina Flores')] },
      },
    },
    'POST /api/approvals/delegations': refusal(409, 'This officer has a stand-in on some of these days already.'),
    'POST /api/approvals/delegations/4/end': { body: { data: { ...given, state: 'ended', can_end: false } } },
  });
  const login = loginDataOf({});
  const limit = { own_officers: true, level: 'L1', currency_id: 1, min_amount: '0.00', max_amount: '20000.00' };
  startSession({ ...login, user: { ...login.user, officer_limits: [limit] } });
  await renderApp([], '/');
  await opener().click();
  await page.getByRole('menuitem', { name: 'My stand-in' }).click();
  const dialog = page.getByRole('dialog', { name: 'My stand-in' });
  await expect.element(dialog.getByRole('combobox', { name: 'Stand-in' })).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
  await dialog.getByRole('button', { name: 'Name stand-in' }).click();
  await expect.element(dialog.getByText('Required.').first()).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Stand-in' }).fill('gina');
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('textbox', { name: 'Last Day' }).fill('2030-01-02');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Leave');
  await dialog.getByRole('button', { name: 'Name stand-in' }).click();
  await expect.element(page.getByText(/has a stand-in on some of these days already/)).toBeVisible();
  const body = asked.find(({ call }) => call === 'POST /api/approvals/delegations')?.body;
  expect(body).toMatchObject({ to_user: 9, to_date: '2030-01-02', reason: 'Leave' });
  await dialog.getByRole('button', { name: 'End: Gina Flores for Ana Reyes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
  await expect.element(page.getByText('Gina Flores no longer stands in for Ana Reyes.')).toBeVisible();
});

test('everybody chooses which mails he gets; what was chosen is asked for before it is left', async () => {
  let choice = 'both';
  const asked = answerCalls({
    'GET /api/notices/mail-choice': () => ({ body: { data: { choice, email: 'ana.reyes@sampol.example' } } }),
    'PUT /api/notices/mail-choice': () => {
      choice = 'none';
      return { body: { data: { choice, email: 'ana.reyes@sampol.example' } } };
    },
  });
  startSession(loginDataOf({ Disbursements: 2 }));
  await renderApp([], '/');
  await opener().click();
  await page.getByRole('menuitem', { name: 'E-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'E-mail' });
  await expect.element(dialog.getByRole('radio', { name: 'Both' })).toBeChecked();
  await expect.element(dialog.getByText('They go to ana.reyes@sampol.example.')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await dialog.getByText('None', { exact: true }).click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect.element(page.getByText('Your choice of e-mails was saved.')).toBeVisible();
  expect(asked.find(({ call }) => call === 'PUT /api/notices/mail-choice')?.body).toEqual({ choice: 'none' });
});

test('without a work e-mail the choice of mails says that none is sent', async () => {
  answerCalls({ 'GET /api/notices/mail-choice': { body: { data: { choice: 'both', email: null } } } });
  startSession(loginDataOf({ Disbursements: 2 }));
  await renderApp([], '/');
  await opener().click();
  await page.getByRole('menuitem', { name: 'E-mail' }).click();
  await expect.element(page.getByText(/no work e-mail, so no mail is sent/)).toBeVisible();
});
