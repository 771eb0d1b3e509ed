import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { HookedSource, WebhookEndpoint, WebhookMessage } from '@talaan/contract/integration/webhook.contract';
import { forgetSession, startSession } from '../../session/session.ts';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { answerCalls, loginDataOf, renderApp } from '../../testing/render-app.tsx';
import { WebhooksScreen } from './webhooks-screen.tsx';

const URL_BEFORE = 'https://is.example/talaan';
const LIVE: WebhookEndpoint = {
  id: 1,
  url: URL_BEFORE,
  made_by: 'Ana Reyes',
  is_own: true,
  made_at: '2025-05-20T00:00:00Z',
  confirmed_by: 'Carlo Cruz',
  live_at: '2025-05-20T01:00:00Z',
  previous_until: null,
  failing_since: null,
  off_at: null,
  off_reason: null,
};
const PROPOSED: WebhookEndpoint = {
  ...LIVE,
  id: 2,
  url: 'https://is.example/new',
  made_by: 'Mara Lim',
  is_own: false,
  confirmed_by: null,
  live_at: null,
};
const IS: HookedSource = { source: 'IS', name: 'Branches', live: LIVE, proposed: null, waiting: 1, failed: 0 };
const SECRET = `whsec_${'S'.repeat(43)}=`;
const MESSAGE: WebhookMessage = {
  id: '7',
  message_id: 'msg_0011',
  source: 'IS',
  event: 'batch.posted',
  batch_no: '77',
  batch_number: '0001234',
  body: '{"type":"batch.posted"}',
  state: 'waiting',
  created_at: '2025-05-22T00:00:00Z',
  next_try_at: '2025-05-22T00:05:00Z',
  attempts: [{ at: '2025-05-22T00:00:05Z', url: URL_BEFORE, status: 503, took_ms: 12, reply: 'Busy' }],
};

afterEach(forgetSession);

test('an administrator writes an address, sees its secret once, confirms what another wrote, and sends a message again', async () => {
  let source: HookedSource = IS;
  const log = { current_page: 1, from: 1, to: 1, total: 1, per_page: 25, last_page: 1 };
  const addresses = { first_page_url: '', prev_page_url: null, next_page_url: null, last_page_url: '' };
  const asked = answerCalls({
    'GET /api/webhooks': () => ({ body: { data: [source], kept_days: 90 } }),
    'GET /api/webhooks/messages': () => ({ body: { data: [MESSAGE], ...log, ...addresses } }),
    'POST /api/webhooks': () => {
      source = { ...IS, proposed: PROPOSED };
      return { body: { data: { ...PROPOSED, secret: SECRET } } };
    },
    'POST /api/webhooks/2/confirm': () => {
      source = { ...IS, live: { ...PROPOSED, live_at: '2025-05-22T00:00:00Z', confirmed_by: 'Ana Reyes' } };
      return { body: { data: source.live } };
    },
    'POST /api/webhooks/messages/send': () => ({ body: { data: { queued: 1 } } }),
  });
  startSession(loginDataOf({ Users: 4 }));
  await renderApp([], '/', {
    plain: [{ path: '/webhooks', title: 'Webhooks', modules: ['Users'], load: async () => WebhooksScreen }],
  });
  await page.getByRole('button', { name: 'Ana R., user menu' }).click();
  await page.getByRole('menuitem', { name: 'Webhooks' }).click();
  await expect
    .element(page.getByRole('row', { name: /IS/ }))
    .toHaveTextContent(/IS.*Branches.*https:\/\/is\.example\/talaan.*Active/);
  expect(await accessibilityFaults()).toEqual([]);
  await page.getByRole('link', { name: 'Open webhooks of IS' }).click();
  await expect.element(page.getByText(/Written by Ana Reyes.*confirmed by Carlo Cruz/)).toBeVisible();
  const row = page.getByRole('row', { name: /0001234/ });
  await expect.element(row).toHaveTextContent(/77.*Posted.*Waiting.*HTTP 503 · Busy/);
  await page.getByRole('button', { name: 'Send now: Posted 77' }).click();
  await expect.element(page.getByText('The message of batch 77 is sent again within seconds.')).toBeVisible();
  await page.getByRole('button', { name: 'New address' }).click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const address = page.getByRole('textbox', { name: 'Address' });
  await expect.element(address).toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('https://is.example/new{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('textbox', { name: 'Webhook secret' })).toHaveValue(SECRET);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByText('Waits for a second person')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Confirm https://is.example/new' }).click();
  await expect
    .element(page.getByText(/^Mara Lim wrote it\. .* is told at https:\/\/is\.example\/new and nowhere else\.$/))
    .toBeVisible();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.element(page.getByText(/confirmed by Ana Reyes/)).toBeVisible();
  const sent = asked.filter(({ call }) => call.startsWith('POST')).map(({ call, body }) => [call, body]);
  expect(sent).toEqual([
    ['POST /api/webhooks/messages/send', { id: '7' }],
    ['POST /api/webhooks', { source: 'IS', url: 'https://is.example/new' }],
    ['POST /api/webhooks/2/confirm', null],
  ]);
});
