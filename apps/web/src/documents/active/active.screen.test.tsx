import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Screen } from '../../shell/screen.ts';
import { startSession } from '../../shell/session.ts';
import { actionsOf, batchOf, pageOfBatches } from '../../testing/batch-answers.ts';
import { answerCalls, loginDataOf, renderApp } from '../../testing/render-app.tsx';
import { ActiveListScreen } from './active-list-screen.tsx';

const ACTIVE: Screen = {
  label: 'Active Transactions',
  path: '/trx-active',
  title: 'Active',
  load: async () => ActiveListScreen,
};
const locked = (batch_number: string, mayRelease: boolean) =>
  batchOf({
    id: batch_number,
    batch_number,
    processing: 1,
    locked_by: 9,
    locked_by_name: 'Ben Cruz',
    locked_at: '2025-05-22T01:30:00Z',
    allowed_actions: actionsOf(mayRelease ? { unlock: 1 } : {}),
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-05-22T02:00:00Z') });
  startSession(loginDataOf({ 'Active Transactions': 3 }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('lists who has what in process, frees it with its status unchanged, and goes on to the next row', async () => {
  let rows = [locked('0000011', true), locked('0000012', true), locked('0000013', false)];
  const asked = answerCalls({
    'GET /api/trx/header': () => pageOfBatches(rows),
    'GET /api/users/dropdown-list': { body: { data: [] } },
    'POST /api/trx/header/0000011': () => {
      rows = rows.slice(1);
      return { body: { data: { status: 1, row_version: 4 } } };
    },
  });
  await renderApp([ACTIVE], '/trx-active');
  await expect.element(page.getByRole('row', { name: /0000011/ })).toHaveTextContent('Ben Cruz, 09:30');
  expect(asked.map(({ address }) => address)).toContainEqual(expect.stringContaining('processing=1'));
  await page.getByRole('row', { name: /0000013/ }).hover();
  await expect
    .element(page.getByRole('button', { name: 'Release batch 0000013' }))
    .toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('row', { name: /0000011/ }).hover();
  await page.getByRole('button', { name: 'Release batch 0000011' }).click();
  await expect.element(page.getByRole('row', { name: /0000011/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole('row', { name: /0000012/ })).toHaveFocus();
  expect(asked.findLast(({ call }) => call === 'POST /api/trx/header/0000011')?.body).toMatchObject({
    status: 1,
    processing: 0,
  });
});
