import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readBatch } from '@talaan/contract/documents/batch.contract';
import { cashReceiptPrint } from '@talaan/contract/documents/cash-receipt/cash-receipt-print.contract';
import type { Screen } from '../../page/screen.ts';
import { startSession } from '../../session/session.ts';
import { answered, recorded, type AnswerName } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, loseNextAnswer, renderApp } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { CashReceiptEntryScreen } from './cash-receipt-entry-screen.tsx';
import { CashReceiptListScreen } from './cash-receipt-list-screen.tsx';

const RECEIPTS: Screen = {
  label: 'Cash Receipt',
  path: '/trxcr',
  load: async () => CashReceiptListScreen,
  children: [{ path: '/trxcr/create', title: 'Create', load: async () => CashReceiptEntryScreen }],
};

async function open(batchNumber: string, ...names: AnswerName[]) {
  const asked = answerCalls(answered('entry/choices', 'entry/users', ...names));
  await renderApp([RECEIPTS], `/trxcr/create?batch=${batchNumber}`);
  return asked;
}

beforeEach(() => startSession(loginDataOf({ 'Cash Receipt': 3 }, { id: 2 })));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it('offers the receipt on paper where its payor has no e-mail', async () => {
  const draft = recorded(readBatch, 'receipt/draft-without-email').data;
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await open(draft.batch_number, 'receipt/draft-without-email', 'receipt/issued-without-email');
  await page.getByRole('button', { name: /^Issue receipt/ }).click();
  const question = page.getByRole('alertdialog');
  await expect
    .element(question)
    .toHaveTextContent("The payee doesn't have an email address. Do you want to print the receipt?");
  // The list has come behind the question, which keeps the focus; once it is answered, the heading has it.
  const list = page.getByRole('heading', { level: 1, name: 'Cash Receipt' });
  await expect.element(list).toBeInTheDocument();
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(list).toHaveFocus();
  expect(opened.mock.calls[0]![0]).toMatch(/^\/preview-ereceipt\//);
});

it('tells what became of the mail of a receipt, and sends it again by keyboard', async () => {
  const { batch_number } = recorded(readBatch, 'receipt/issued').data;
  const { to_address } = recorded(cashReceiptPrint.send, 'receipt/sent').data;
  const asked = await open(batch_number, 'receipt/issued', 'receipt/mails', 'receipt/sent');
  await page.viewport(390, 844);
  // What opens a menu keeps its size on a phone.
  const print = page.getByRole('button', { name: 'Print', exact: true }).element() as HTMLElement;
  expect([print.offsetWidth < 195, print.offsetHeight]).toEqual([true, 44]);
  await page.viewport(1280, 800);
  await page.getByRole('button', { name: 'E-receipt', exact: true }).click();
  const row = page.getByRole('dialog').getByRole('row').nth(1);
  await expect.element(row).toHaveTextContent(`${to_address}WaitingNot tried yet`);
  expect(await accessibilityFaults()).toEqual([]);
  // A mail whose answer was lost is sent once, and another one is another copy.
  loseNextAnswer();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Network Error')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText(/No mail server is set/)).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const sent = () => asked.filter(({ call }) => call === `POST /api/trx/print-orar/${batch_number}`);
  await expect.poll(sent).toHaveLength(3);
  const [lost, repeated, another] = sent().map(({ headers }) => headers['idempotency-key']);
  expect([repeated === lost, another === lost]).toEqual([true, false]);
});
