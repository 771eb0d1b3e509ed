import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listBatches } from '@talaan/contract/documents/desk.contract';
import type { Screen } from '../../page/screen.ts';
import { startSession } from '../../session/session.ts';
import { answered, answeredAround, recorded } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, renderApp } from '../../testing/render-app.tsx';
import { ActiveListScreen } from './active-list-screen.tsx';

const ACTIVE: Screen = {
  label: 'Active Transactions',
  path: '/trx-active',
  title: 'Active',
  load: async () => ActiveListScreen,
};
const [FIRST, SECOND] = recorded(listBatches, 'active/list').data.map((row) => row.batch_number);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-05-22T02:00:00Z') });
  startSession(loginDataOf({ 'Active Transactions': 3 }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('lists who has what in process, frees it with its status unchanged, and goes on to the next row', async () => {
  const asked = answerCalls({
    ...answered('entry/users'),
    ...answeredAround(['active/list'], 'active/released', ['active/list-left']),
  });
  await renderApp([ACTIVE], '/trx-active');
  await expect.element(page.getByRole('row', { name: FIRST })).toHaveTextContent('Ben Cruz, 09:30');
  expect(asked.map(({ address }) => address)).toContainEqual(expect.stringContaining('processing=1'));
  await page.getByRole('row', { name: FIRST }).hover();
  await page.getByRole('button', { name: `Release batch ${FIRST}` }).click();
  await expect.element(page.getByRole('row', { name: FIRST })).not.toBeInTheDocument();
  await expect.element(page.getByRole('row', { name: SECOND })).toHaveFocus();
  expect(asked.findLast(({ call }) => call === `POST /api/trx/header/${FIRST}`)?.body).toMatchObject({
    status: 1,
    processing: 0,
  });
});

it('offers no release to whoever may not', async () => {
  answerCalls(answered('entry/users', 'active/list-of-another'));
  await renderApp([ACTIVE], '/trx-active');
  await page.getByRole('row', { name: FIRST }).hover();
  await expect
    .element(page.getByRole('button', { name: `Release batch ${FIRST}` }))
    .toHaveAttribute('aria-disabled', 'true');
});
