import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { Screen } from '../../shell/screen.ts';
import { startSession } from '../../shell/session.ts';
import { actionsOf, batchOf, pageOfBatches } from '../../testing/batch-answers.ts';
import { answerCalls, loginDataOf, refusal, renderApp, type Answer } from '../../testing/render-app.tsx';
import { ArchiveListScreen } from './archive-list-screen.tsx';

const ARCHIVE: Screen = {
  label: 'Archived Transactions',
  path: '/trx-archive',
  title: 'Archived',
  load: async () => ArchiveListScreen,
};
const VOUCHER = batchOf({
  document_type: 'CV',
  document_number: '0000017',
  status: 20,
  approved_remarks: 'Wrong payee',
  allowed_actions: actionsOf({ restore: 1 }),
});
const MOVED: Answer = { body: { data: { status: 1, row_version: 4 } } };

async function openArchive(batch: BatchDetail, moved: Answer = MOVED, presses = true) {
  const asked = answerCalls({
    'GET /api/trx/header': pageOfBatches([batch]),
    'GET /api/users/dropdown-list': { body: { data: [] } },
    'POST /api/trx/header/0010234': moved,
    'GET /api/effective-access': { body: { data: { granted_by: [], modules: [] } } },
  });
  await renderApp([ARCHIVE], '/trx-archive');
  if (presses) await pressRestore();
  return { asked, sent: () => asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body) };
}

/** The actions of a row show while the pointer is over it. */
const hoverRow = () =>
  page
    .getByRole('row', { name: /1,500.00/ })
    .first()
    .hover();

async function pressRestore(): Promise<void> {
  await hoverRow();
  await page.getByRole('button', { name: 'Restore batch 0010234' }).click();
}

const refusedBy = (code: string, message: string) => ({
  ...VOUCHER,
  allowed_actions: { ...actionsOf({}), restore: { allowed: false, code, message, status: null } },
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-05-22T02:00:00Z') });
  startSession(loginDataOf({ 'Archived Transactions': 3 }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('lists Archived Entries by document number, with amount and the reason', async () => {
  const { asked } = await openArchive(VOUCHER);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Archived Entries');
  await expect.element(page.getByRole('row', { name: /0000017/ })).toHaveTextContent(/1,500\.00.*Wrong payee/);
  expect(asked.map(({ address }) => address)).toContainEqual(
    expect.stringMatching(/status=20.*sort=document_number|sort=document_number.*status=20/),
  );
});

it('says in its place that it could not be loaded, without a message, and loads again', async () => {
  const answers: Record<string, Answer> = { 'GET /api/trx/header': refusal(503, 'The database is restarting.') };
  answerCalls(answers);
  await renderApp([ARCHIVE], '/trx-archive');
  await expect.element(page.getByText("Couldn't load this list.")).toBeVisible();
  expect(page.getByRole('alertdialog').elements()).toEqual([]);
  expect(page.getByText('Please wait ...').elements()).toEqual([]);
  answers['GET /api/trx/header'] = pageOfBatches([VOUCHER]);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByRole('row', { name: /0000017/ })).toBeVisible();
});

it('restores a voucher after two questions, under a new number or its own', async () => {
  const { sent } = await openArchive(VOUCHER);
  await page.getByRole('alertdialog', { name: 'Restore 0000017?' }).getByRole('button', { name: 'Yes' }).click();
  const question = page.getByRole('alertdialog', { name: 'Use a new voucher number?' });
  await expect.element(question.getByRole('button', { name: 'No, keep 0000017' })).toBeEnabled();
  await question.getByRole('button', { name: 'Yes, new number' }).click();
  await expect.element(page.getByText('Status updated successfully')).toBeVisible();
  expect(sent()).toMatchObject([{ status: 1, processing: 0, new_voucher_number: 1, document_type: 'CV' }]);
});

it('keeps the number of a posted voucher void', async () => {
  await openArchive({ ...VOUCHER, voided: true });
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  const keep = page.getByRole('button', { name: 'No, keep 0000017' });
  await expect.element(keep).toHaveAttribute('aria-disabled', 'true');
});

it('sends Archived again for No, and nothing for Esc', async () => {
  const { sent } = await openArchive(VOUCHER);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
  await pressRestore();
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click();
  await expect.poll(sent).toMatchObject([{ status: 20, processing: 0 }]);
});

it('asks one question for a journal', async () => {
  const { sent } = await openArchive({ ...VOUCHER, document_type: 'JE', document_number: 'JE0000007' });
  await page.getByRole('alertdialog', { name: 'Restore JE0000007?' }).getByRole('button', { name: 'Yes' }).click();
  await expect.element(page.getByText('Status updated successfully')).toBeVisible();
  expect(sent()[0]).not.toHaveProperty('new_voucher_number');
});

it.each([
  ['not_preparer', 'The Current User is not the Preparer.'],
  ['period_closed', 'Accounting Period for this date is already Closed.'],
])('says why instead of asking: %s', async (code, message) => {
  const { sent } = await openArchive(refusedBy(code, message));
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
});

it('tells in the words of the server that there is no series left', async () => {
  await openArchive(VOUCHER, refusal(409, 'Please create Voucher Series first.'));
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, new number' }).click();
  await expect.element(page.getByText('Please create Voucher Series first.', { exact: true })).toBeVisible();
});

it('switches the icon off without the level', async () => {
  await openArchive(refusedBy('no_access', 'You need Update access to Archived Transactions.'), MOVED, false);
  await hoverRow();
  await expect
    .element(page.getByRole('button', { name: 'Restore batch 0010234' }))
    .toHaveAttribute('aria-disabled', 'true');
});
