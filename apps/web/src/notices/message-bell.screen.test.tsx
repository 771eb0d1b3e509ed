import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Notice } from '@talaan/contract/notices/notice.contract';
import { answerCalls, loginDataOf, renderApp } from '../testing/render-app.tsx';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import { showSuccess } from '../ui/feedback/feedback.ts';
import { forgetSession, startSession } from '../session/session.ts';

afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

const WAITING: Notice = {
  id: '12',
  kind: 'waiting',
  title: 'Waiting for your approval',
  text: 'Cheque Voucher, batch 0000012 · LESSOR · PHP 12,000.00\nFrom Carla Santos',
  link: '/?view=approvals&id=0000012',
  at: '2026-03-31T06:02:00Z',
  read_at: null,
};
const RETURNED: Notice = { ...WAITING, id: '11', kind: 'returned', title: 'Returned to you', link: '/?view=overview' };

test('the bell counts what is unread, opens its places by keyboard, marks all read, and keeps messages', async () => {
  let notices = [WAITING, RETURNED];
  const asked = answerCalls({
    'GET /api/notices': () => ({
      body: { data: notices, unread: notices.filter(({ read_at }) => read_at === null).length, files: 0 },
    }),
    'POST /api/notices/read': () => {
      const { id } = (asked.at(-1)!.body ?? {}) as { id?: string };
      const read_at = '2026-03-31T06:03:00Z';
      notices = notices.map((notice) => (id === undefined || id === notice.id ? { ...notice, read_at } : notice));
      return { body: { data: { read: 1 } } };
    },
  });
  startSession(loginDataOf({ Disbursements: 3 }));
  const { router } = await renderApp([], '/');
  showSuccess('Status updated successfully');

  await page.getByRole('button', { name: 'Messages, 2 unread' }).click();
  const panel = page.getByRole('dialog', { name: 'Messages' });
  await expect.element(panel.getByText('Status updated successfully')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);

  // From Mark all read, which has the focus, to the first notice.
  await userEvent.keyboard('{Tab}');
  await expect.element(panel.getByRole('link', { name: /Waiting for your approval \(unread\)/ })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(router.state.location.href).toBe('/?view=approvals&id=0000012'));

  await page.getByRole('button', { name: 'Messages, 1 unread' }).click();
  await panel.getByRole('button', { name: 'Mark all read' }).click();
  await expect.element(page.getByRole('button', { name: 'Messages', exact: true })).toBeVisible();
  expect(asked.filter(({ call }) => call === 'POST /api/notices/read').map(({ body }) => body)).toEqual([
    { id: '12' },
    {},
  ]);
  await expect.element(panel.getByText('(unread)')).not.toBeInTheDocument();
});
