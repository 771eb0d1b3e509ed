import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readBatch } from '@talaan/contract/documents/batch.contract';
import type { RiskView } from '@talaan/contract/documents/batch-view.contract';
import { HomeScreen } from '../../dashboard/home-screen.tsx';
import { startSession } from '../../session/session.ts';
import { answered, answeredAround, recorded } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, renderApp, type Answers } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';

const PAYMENT = recorded(readBatch, 'risks/for-approval').data;
const [SAME, SPLIT] = PAYMENT.risk_signals as [RiskView, RiskView];
const [OTHER] = SAME.documents as [RiskView['documents'][number]];
const CALL = `POST /api/trx/header/${PAYMENT.batch_number}`;

async function openInbox(answers: Answers = {}) {
  const asked = answerCalls({
    ...answered('risks/inbox', 'risks/tried', 'dashboard/approver1', 'dashboard/approver1-charts'),
    ...answeredAround(['risks/inbox', 'risks/for-approval'], 'risks/approved', ['risks/inbox-left']),
    ...answers,
  });
  await renderApp([], '/?view=approvals', { home: async () => HomeScreen });
  return () => asked.findLast(({ call }) => call === CALL)?.body;
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  startSession(loginDataOf({ Disbursements: 3, 'Journal Entries': 3 }));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1280, 800);
});

it('tells each risk with the way to the other payment and its state; the inbox counts them', async () => {
  await openInbox(answered('risks/for-review'));
  const card = page.getByRole('region', { name: 'Risks' });
  await expect.element(card.getByText(SAME.sentence)).toBeVisible();
  await expect
    .element(card.getByRole('link', { name: `CV ${OTHER.document_number}` }).first())
    .toHaveAttribute('href', `/trxdisb/create?batch=${OTHER.batch_number}`);
  await expect.element(card.getByText('18 May 2025 · PHP 12,000.00 · For Release').first()).toBeVisible();
  await expect.element(card.getByText('1 that you cannot see').first()).toBeVisible();
  await expect.element(page.getByRole('img', { name: '3 risks, 2 to tick as seen' })).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

it('tells who has ticked a risk as seen before', async () => {
  await openInbox();
  const card = page.getByRole('region', { name: 'Risks' });
  await expect.element(card.getByText('Seen by Carla Santos on 22 May 2025 14:20').first()).toBeVisible();
});

it('asks for a tick of every high one before it approves, by keyboard alone, and sends the ticks', async () => {
  const sent = await openInbox();
  await expect.element(page.getByRole('region', { name: 'Risks' })).toBeVisible();
  await userEvent.keyboard('a');
  const dialog = page.getByRole('dialog', { name: `Approve ${PAYMENT.document_number}?` });
  const first = dialog.getByRole('checkbox', { name: `Seen: ${SAME.sentence}` });
  await expect.element(first).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
  await expect.element(dialog.getByRole('checkbox', { name: /Sunday/ })).not.toBeInTheDocument();
  await userEvent.keyboard(' {Control>}{Enter}{/Control}');
  await expect.element(first).toBeChecked();
  expect(sent()).toBeUndefined();
  // The payments that each speaks of are links between the boxes.
  const second = dialog.getByRole('checkbox', { name: `Seen: ${SPLIT.sentence}` });
  for (let steps = 0; steps < 8 && document.activeElement !== second.element(); steps++)
    await userEvent.keyboard('{Tab}');
  await userEvent.keyboard(' {Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Status updated successfully')).toBeVisible();
  expect(sent()).toMatchObject({ status: 6, risks_seen: [SAME.fingerprint, SPLIT.fingerprint] });
});

it('keeps a payment among many from being approved until its high risks are ticked', async () => {
  const sent = await openInbox();
  await expect.element(page.getByRole('region', { name: 'Risks' })).toBeVisible();
  await userEvent.keyboard('x');
  const bar = page.getByRole('group', { name: 'Selected entries' });
  await bar.getByRole('button', { name: 'Approve 0' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 0 of 1?' });
  await expect
    .element(dialog.getByRole('group', { name: 'Waits for your ticks' }))
    .toHaveTextContent('Blocked until its risks are ticked as seen.');
  await expect.element(dialog.getByRole('group', { name: 'Will pass' })).not.toBeInTheDocument();
  expect(await accessibilityFaults()).toEqual([]);
  await dialog.getByRole('checkbox', { name: `Seen: ${SAME.sentence}` }).click();
  await expect.element(dialog.getByText('Blocked until its risks are ticked as seen.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: `Seen: ${SPLIT.sentence}` }).click();
  await page.getByRole('dialog', { name: 'Approve 1 of 1?' }).getByRole('button', { name: 'Approve 1' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Approve: 1 done' })).toBeVisible();
  expect(sent()).toMatchObject({ status: 6, risks_seen: [SAME.fingerprint, SPLIT.fingerprint] });
});
