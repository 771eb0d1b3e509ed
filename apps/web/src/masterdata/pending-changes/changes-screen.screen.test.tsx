import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makePage } from '@talaan/contract/http/envelope';
import type { PendingChange } from '@talaan/contract/resources/pending-change.contract';
import { forgetSession, startSession } from '../../session/session.ts';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { answerCalls, loginDataOf, renderApp, type Asked } from '../../testing/render-app.tsx';
import { ChangesScreen } from './changes-screen.tsx';

const YES = { allowed: true, message: null };
const no = (message: string) => ({ allowed: false, message });

const CHANGE: PendingChange = {
  id: 5,
  guard: 'Approval limits, officers and switches',
  module_name: 'Approving Officers',
  action: 'update',
  label: 'approving officer of level L1',
  changes: [
    { label: 'Max amount', before: '500.00', after: '9,000.00' },
    { label: 'Level', before: null, after: 'L1 Section Head' },
  ],
  requested_by_name: 'Ben Cruz',
  requested_at: '2025-05-22T06:02:00Z',
  state: 'waiting',
  decided_by_name: null,
  decided_at: null,
  remarks: null,
  rights: { confirm: YES, refuse: YES, withdraw: no('Only Ben Cruz may withdraw this change.') },
};

beforeEach(() => startSession(loginDataOf({ 'Approving Officers': 4 })));
afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

async function open(change: Partial<PendingChange> = {}): Promise<Asked[]> {
  const paging = { page: 1, pages: 10 };
  let waiting = [{ ...CHANGE, ...change }];
  const decide = (state: string) => () => {
    waiting = [];
    return { body: { data: { id: 5, state } } };
  };
  const asked = answerCalls({
    'GET /api/access/changes': () => ({
      body: makePage(waiting, waiting.length, paging, { path: '/api/access/changes', query: {} }),
    }),
    'POST /api/access/changes/5/confirm': decide('confirmed'),
    'POST /api/access/changes/5/refuse': decide('refused'),
    'POST /api/access/changes/5/withdraw': decide('withdrawn'),
  });
  await renderApp([], '/changes-to-confirm', {
    plain: [
      {
        path: '/changes-to-confirm',
        title: 'Changes to confirm',
        modules: ['Approving Officers'],
        load: async () => ChangesScreen,
      },
    ],
  });
  await expect.element(page.getByRole('article')).toBeVisible();
  return asked;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a change shows old and new and who asked; Confirm asks, then makes it take effect', async () => {
  const asked = await open();
  const row = page.getByRole('row', { name: 'Max amount 500.00 9,000.00' });
  await expect.element(row).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Level none L1 Section Head' })).toBeVisible();
  await expect.element(page.getByText(/asked for by Ben Cruz, 2025-05-22 14:02/)).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await button('Confirm').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText('No change waits for a second person.')).toBeVisible();
  expect(asked.map(({ call }) => call)).toContain('POST /api/access/changes/5/confirm');
});

test('refusing needs remarks', async () => {
  const asked = await open();
  await button('Refuse').click();
  const dialog = page.getByRole('dialog', { name: 'Refuse the change' });
  await dialog.getByRole('button', { name: /^Refuse/ }).click();
  await expect.element(dialog.getByText('Remarks is required.').first()).toBeVisible();
  await userEvent.type(dialog.getByRole('textbox'), 'Too high');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('No change waits for a second person.')).toBeVisible();
  expect(asked.find(({ call }) => call.endsWith('/refuse'))?.body).toEqual({ remarks: 'Too high' });
});

test('who asked may only withdraw, and is told why', async () => {
  const own = 'You asked for this change yourself: another person must confirm or refuse it.';
  const asked = await open({ rights: { confirm: no(own), refuse: no(own), withdraw: YES } });
  await expect.element(button('Confirm')).toHaveAttribute('aria-disabled', 'true');
  button('Confirm').element().focus();
  await expect.element(page.getByRole('tooltip')).toHaveTextContent(own);
  await button('Withdraw').click();
  await expect.element(page.getByText('No change waits for a second person.')).toBeVisible();
  expect(asked.map(({ call }) => call)).toContain('POST /api/access/changes/5/withdraw');
});
