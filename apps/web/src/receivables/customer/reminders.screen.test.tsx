import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listReminders } from '@talaan/contract/receivables/customer/reminder.contract';
import type { Screen } from '../../page/screen.ts';
import { startSession } from '../../session/session.ts';
import { answered, edited, recorded } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, renderApp, type Answers } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { RemindersScreen } from './reminders-screen.tsx';

const [LATE] = recorded(listReminders, 'customer/late').data;
const BILLING: Screen = {
  label: 'Billing',
  path: '/trx-billing',
  load: async () => () => <h1>Billing</h1>,
  children: [{ path: '/trx-billing/reminders', title: 'Reminders', load: async () => RemindersScreen }],
};

async function open(answers: Answers = {}) {
  const asked = answerCalls({ ...answered('customer/late', 'customer/reminded'), ...answers });
  await renderApp([BILLING], '/trx-billing/reminders');
  return asked;
}

beforeEach(() => startSession(loginDataOf({ Billing: 3, Collection: 1, 'Payee Details': 1 })));
afterEach(() => vi.restoreAllMocks());

it('lists who is late with the reminder that is due, and sends those that are chosen in one act', async () => {
  const asked = await open();
  const row = page.getByRole('row', { name: new RegExp(LATE!.payee_desc) });
  await expect.element(row).toHaveTextContent(/First reminder due.*2025-05-05.*17 d.*11,200.00/);
  expect(await accessibilityFaults()).toEqual([]);
  await row.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Send 1' }).click();
  const question = page.getByRole('alertdialog', { name: 'Send 1 reminder?' });
  await expect.element(question).toHaveTextContent(LATE!.payee_desc);
  await question.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByText('No mail server is set: 1 reminder kept as not sent.')).toBeVisible();
  expect(asked.findLast(({ call }) => call === 'POST /api/customer-reminders')!.body).toEqual({
    payee_ids: [LATE!.payee_id],
  });
});

it('has nothing to send where all were reminded, and offers to put on hold whom the last one did not move', async () => {
  await open({
    // Two months of silence later.
    'GET /api/customer-reminders': edited(listReminders, 'customer/late', ({ data: [one] }) => ({
      data: [
        {
          ...one!,
          days_late: 80,
          level: 3,
          last_level: 3,
          last_sent: '2025-07-10',
          last_state: 'sent' as const,
          is_due: false,
        },
      ],
    })),
  });
  await expect.element(page.getByText('Last reminder sent')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Put on hold' }))
    .toHaveAttribute('href', `/payefile?id=${LATE!.payee_id}`);
  await expect.element(page.getByRole('button', { name: 'Send all due (0)' })).toHaveAttribute('aria-disabled', 'true');
});

it('is not sent by whoever may not see collections, which stand on the statement', async () => {
  startSession(loginDataOf({ Billing: 3 }));
  await open();
  const send = page.getByRole('button', { name: 'Send all due (1)' });
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
});

it('sends nothing to others where none of those selected is due, and says of a mail that waits that it waits', async () => {
  await open({
    'GET /api/customer-reminders': edited(listReminders, 'customer/late', ({ data: [one] }) => ({
      data: [
        one!,
        {
          ...one!,
          payee_id: 99,
          payee_desc: 'OTHER',
          last_level: 1,
          last_sent: '2025-05-22',
          last_state: 'waiting' as const,
          is_due: false,
        },
      ],
    })),
  });
  const row = page.getByRole('row', { name: /OTHER/ });
  await expect.element(row).toHaveTextContent('First reminder waiting');
  await row.getByRole('checkbox').click();
  await expect.element(page.getByRole('button', { name: 'Send 0' })).toHaveAttribute('aria-disabled', 'true');
  await page
    .getByRole('row', { name: new RegExp(LATE!.payee_desc) })
    .getByRole('checkbox')
    .click();
  await expect.element(page.getByRole('button', { name: 'Send 1' })).not.toHaveAttribute('aria-disabled');
});
