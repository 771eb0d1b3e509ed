import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listBatches } from '@talaan/contract/documents/desk.contract';
import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import type { Screen } from '../../page/screen.ts';
import { startSession } from '../../session/session.ts';
import { answered, recorded, type AnswerName } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, refusal, renderApp, type Answer } from '../../testing/render-app.tsx';
import { ArchiveListScreen } from './archive-list-screen.tsx';

const ARCHIVE: Screen = {
  label: 'Archived Transactions',
  path: '/trx-archive',
  title: 'Archived',
  load: async () => ArchiveListScreen,
};
const ROWS = recorded(listBatches, 'archive/list').data;
const [VOUCHER, VOIDED, , JOURNAL, APRIL] = ROWS as [BatchRow, BatchRow, BatchRow, BatchRow, BatchRow];

async function openArchive(...names: AnswerName[]) {
  const asked = answerCalls({
    ...answered('archive/list', 'entry/users'),
    ...answered(...names),
  });
  await renderApp([ARCHIVE], '/trx-archive');
  return { asked, sent: () => asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body) };
}

/** The actions of a row show while the pointer is over it. */
const hoverRow = ({ batch_number }: BatchRow) =>
  page.getByRole('row', { name: new RegExp(` ${batch_number} `) }).hover();
const restore = ({ batch_number }: BatchRow) => page.getByRole('button', { name: `Restore batch ${batch_number}` });

async function pressRestore(row: BatchRow): Promise<void> {
  await hoverRow(row);
  await restore(row).click();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-05-22T02:00:00Z') });
  startSession(loginDataOf({ 'Archived Transactions': 3 }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('lists Archived Entries by document number, with amount and the reason', async () => {
  const { asked } = await openArchive();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Archived Entries');
  await expect.element(page.getByRole('row', { name: /0000017/ })).toHaveTextContent(/1,500\.00.*Wrong payee/);
  // Nobody is paid by a journal: it says what it is about.
  await expect
    .element(page.getByRole('row', { name: new RegExp(JOURNAL.batch_number) }))
    .toHaveTextContent('RENT OF MAY');
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
  Object.assign(answers, answered('archive/list'));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByRole('row', { name: /0000017/ })).toBeVisible();
});

it('restores a voucher after two questions, under a new number or its own', async () => {
  const { sent } = await openArchive('archive/restored');
  await pressRestore(VOUCHER);
  await page.getByRole('alertdialog', { name: 'Restore 0000017?' }).getByRole('button', { name: 'Yes' }).click();
  const question = page.getByRole('alertdialog', { name: 'Use a new voucher number?' });
  await expect.element(question.getByRole('button', { name: 'No, keep 0000017' })).toBeEnabled();
  await question.getByRole('button', { name: 'Yes, new number' }).click();
  await expect.element(page.getByText('Status updated successfully')).toBeVisible();
  expect(sent()).toMatchObject([{ status: 1, processing: 0, new_voucher_number: 1, document_type: 'CV' }]);
});

it('keeps the number of a posted voucher void', async () => {
  await openArchive();
  await pressRestore(VOIDED);
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  const keep = page.getByRole('button', { name: 'No, keep 0000018' });
  await expect.element(keep).toHaveAttribute('aria-disabled', 'true');
});

it('sends Archived again for No, and nothing for Esc', async () => {
  const { sent } = await openArchive('archive/stays');
  await pressRestore(VOUCHER);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
  await pressRestore(VOUCHER);
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click();
  await expect.poll(sent).toMatchObject([{ status: 20, processing: 0 }]);
});

it('asks one question for a journal', async () => {
  const { sent } = await openArchive('archive/journal-restored');
  await pressRestore(JOURNAL);
  await page
    .getByRole('alertdialog', { name: `Restore ${JOURNAL.document_number}?` })
    .getByRole('button', { name: 'Yes' })
    .click();
  await expect.element(page.getByText('Status updated successfully')).toBeVisible();
  expect(sent()[0]).not.toHaveProperty('new_voucher_number');
});

it.each([
  ['archive/list-of-another', VOUCHER, 'The Current User is not the Preparer.'],
  ['archive/list', APRIL, 'Accounting Period for this date is already Closed.'],
] as const)('says why instead of asking: %s', async (list, row, message) => {
  const { sent } = await openArchive(list);
  await pressRestore(row);
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
});

it('tells in the words of the server that there is no series left', async () => {
  await openArchive('archive/no-series');
  await pressRestore(VOUCHER);
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, new number' }).click();
  await expect.element(page.getByText('Please create Voucher Series first.', { exact: true })).toBeVisible();
});

it('switches the icon off without the level', async () => {
  await openArchive('archive/list-of-a-reader');
  await hoverRow(VOUCHER);
  await expect.element(restore(VOUCHER)).toHaveAttribute('aria-disabled', 'true');
});
