import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DryRunItem, RiskView } from '@talaan/contract/documents/batch-view.contract';
import { HomeScreen } from './home-screen.tsx';
import { startSession } from '../../shell/session.ts';
import { actionsOf, batchOf, pageOfBatches } from '../../testing/batch-answers.ts';
import { answerCalls, loginDataOf, refusal, renderApp, type Answer } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';

const SAME: RiskView = {
  kind: 'same_reference',
  severity: 'high',
  sentence: 'The same payee and the same remarks are on another payment within 30 days.',
  fingerprint: 'a1',
  documents: [
    {
      batch_number: '0010101',
      document_type: 'CV',
      document_number: '0000451',
      document_date: '2025-05-02',
      currency: 'PHP',
      total_amount: '1500.00',
      status: 6,
      status_label: 'For Release',
    },
  ],
  hidden: 1,
};
const SPLIT: RiskView = {
  ...SAME,
  kind: 'splitting',
  sentence: 'Each of them stays below.',
  fingerprint: 'b2',
  documents: [],
  hidden: 0,
};
const REST: RiskView = {
  ...SPLIT,
  kind: 'rest_day',
  severity: 'notice',
  sentence: 'It is dated on a Sunday.',
  fingerprint: 'c3',
};
const PAYMENT = batchOf({
  document_type: 'CV',
  document_number: '0000500',
  status: 3,
  payee_desc: 'KURYENTE CORP',
  submitted_at: '2025-05-21T02:00:00Z',
  prepared_by: 8,
  preparer: 'Ben Cruz',
  allowed_actions: actionsOf({ approve: 6, return: 1, reject: 20 }),
  risks: { high: 2, notice: 1 },
  risk_signals: [SAME, SPLIT, REST],
  risk_ticks: [
    {
      kind: 'same_reference',
      sentence: SAME.sentence,
      fingerprint: 'a1',
      user_name: 'Carla Santos',
      at: '2025-05-21T03:00:00Z',
    },
  ],
});
const CALL = `/api/trx/header/${PAYMENT.batch_number}`;

const TRIED: DryRunItem = {
  batch_number: PAYMENT.batch_number,
  document_type: 'CV',
  outcome: 'passes',
  code: null,
  message: null,
  status: 6,
  row_version: PAYMENT.row_version,
  on_behalf_of_name: null,
  next: null,
  risks: [SAME, REST],
  batch: PAYMENT,
};

async function openInbox(answer: () => Answer) {
  const asked = answerCalls({
    'POST /api/trx/dry-run': { body: { data: { items: [TRIED], totals: [] } } },
    'GET /api/trx/header': () => pageOfBatches([PAYMENT]),
    'GET /api/acctperiodmain/dropdown-list': { body: { data: [] } },
    [`GET ${CALL}`]: { body: { data: PAYMENT } },
    [`POST ${CALL}`]: answer,
  });
  await renderApp([], '/?view=approvals', { home: async () => HomeScreen });
  return () => asked.findLast(({ call }) => call === `POST ${CALL}`)?.body;
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  startSession(loginDataOf({ Disbursements: 3, 'Journal Entries': 3 }));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1280, 800);
});

it('tells each risk with the way to the other payment, its state, and who has seen it; the inbox counts them', async () => {
  await openInbox(() => refusal(409, 'No.'));
  const card = page.getByRole('region', { name: 'Risks' });
  await expect.element(card.getByText(SAME.sentence)).toBeVisible();
  await expect
    .element(card.getByRole('link', { name: 'CV 0000451' }))
    .toHaveAttribute('href', '/trxdisb/create?batch=0010101');
  await expect.element(card.getByText('2 May 2025 · PHP 1,500.00 · For Release')).toBeVisible();
  await expect.element(card.getByText('1 that you cannot see')).toBeVisible();
  await expect.element(card.getByText('Seen by Carla Santos on 21 May 2025 11:00')).toBeVisible();
  await expect.element(page.getByRole('img', { name: '3 risks, 2 to tick as seen' })).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

it('asks for a tick of every high one before it approves, by keyboard alone, and sends the ticks', async () => {
  const sent = await openInbox(() => ({ body: { data: { ...PAYMENT, status: 6, status_label: 'For Release' } } }));
  await expect.element(page.getByRole('region', { name: 'Risks' })).toBeVisible();
  await userEvent.keyboard('a');
  const dialog = page.getByRole('dialog', { name: 'Approve 0000500?' });
  const first = dialog.getByRole('checkbox', { name: `Seen: ${SAME.sentence}` });
  await expect.element(first).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
  await expect.element(dialog.getByRole('checkbox', { name: /Sunday/ })).not.toBeInTheDocument();
  await userEvent.keyboard(' {Control>}{Enter}{/Control}');
  await expect.element(first).toBeChecked();
  expect(sent()).toBeUndefined();
  await userEvent.keyboard('{Tab}{Tab} {Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Status updated successfully')).toBeVisible();
  expect(sent()).toMatchObject({ status: 6, risks_seen: ['a1', 'b2'] });
});

it('keeps a payment among many from being approved until its high risks are ticked', async () => {
  const sent = await openInbox(() => ({ body: { data: { ...PAYMENT, status: 6, status_label: 'For Release' } } }));
  await expect.element(page.getByRole('region', { name: 'Risks' })).toBeVisible();
  await userEvent.keyboard('x');
  await page
    .getByRole('region', { name: 'For my approval' })
    .getByRole('button', { name: /^Approve/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Approve 0 of 1?' });
  await expect.element(dialog.getByText('Blocked until its risks are ticked as seen.')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await dialog.getByRole('checkbox', { name: `Seen: ${SAME.sentence}` }).click();
  await page.getByRole('dialog', { name: 'Approve 1 of 1?' }).getByRole('button', { name: 'Approve 1' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Approve: 1 done' })).toBeVisible();
  expect(sent()).toMatchObject({ status: 6, risks_seen: ['a1'] });
});
