import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listIntegrated, type IntegratedRow } from '@talaan/contract/integration/integrated.contract';
import { ArchiveListScreen } from '../desks/archive/archive-list-screen.tsx';
import type { Screen } from '../page/screen.ts';
import { startSession } from '../session/session.ts';
import { answered, recorded } from '../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, renderApp, type Asked } from '../testing/render-app.tsx';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import { RefusedScreen } from './refused-screen.tsx';
import { IntegratedListScreen } from './integrated-list-screen.tsx';

const INTEGRATED: Screen = {
  label: 'Integrated Transactions',
  path: '/trx-integrated',
  title: 'Integrated',
  load: async () => IntegratedListScreen,
  children: [{ path: '/trx-integrated/refused', title: 'Refused batches', load: async () => RefusedScreen }],
};
const ISFIS = 'GET /api/trx/isfis';
const [SECOND, FIRST] = recorded(listIntegrated, 'integrated/list').data as [IntegratedRow, IntegratedRow];

async function openList(level: 1 | 3 | 4) {
  startSession(loginDataOf({ 'Integrated Transactions': level }));
  const { [ISFIS]: list, ...others } = answered('integrated/list', 'integrated/deleted', 'entry/users');
  const details = new Map([
    [FIRST.batch_number, answered('integrated/first')[ISFIS]!],
    [SECOND.batch_number, answered('integrated/second')[ISFIS]!],
  ]);
  const asked: Asked[] = answerCalls({
    ...others,
    [ISFIS]: () => {
      const { address } = asked.findLast(({ call }) => call === ISFIS)!;
      return details.get(new URL(address, 'http://talaan').searchParams.get('batch_number') ?? '') ?? list!;
    },
  });
  await renderApp([INTEGRATED], '/trx-integrated');
  return asked;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-05-22T02:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('opens what a batch holds, goes to the next one by J, and deletes it as a whole after a question that names it', async () => {
  const asked = await openList(4);
  await page.getByRole('row', { name: new RegExp(FIRST.batch_number) }).click();
  const dialog = page.getByRole('dialog', { name: `Batch No. ${FIRST.batch_number} details` });
  await expect
    .element(dialog)
    .toHaveTextContent(/Transaction Info.*Accounting Entries.*JE0000014.*RENT OF MAY.*Rental Fee/);
  await expect.element(dialog).toHaveTextContent(/Batch total.*Balanced.*86,000\.00.*86,000\.00/);
  const lines = dialog.getByRole('table').first();
  expect(
    lines
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['#', 'Analysis', 'Department', 'Branch', 'Section', 'Chart of Accounts', 'Debit', 'Credit']);
  await expect.element(lines.getByRole('row').nth(1)).toHaveTextContent(/^1.*ACCT.*Rental Fee.*86,000\.00/);
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('k');
  await expect.element(page.getByRole('dialog', { name: `Batch No. ${SECOND.batch_number} details` })).toBeVisible();
  await userEvent.keyboard('j');
  await dialog.getByRole('button', { name: 'Delete batch' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Transaction' });
  await expect.element(question).toHaveTextContent(/IS 77.*1 document, PHP 86,000\.00.*2025-05-21/);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByText(`Successfully Delete Batch Number ${FIRST.batch_number}`)).toBeVisible();
  expect(asked.find(({ call }) => call === 'POST /api/trx/deltrx')!.body).toEqual({
    batch_number: FIRST.batch_number,
    status: 20,
  });
});

it('lets everybody view and nobody below Delete delete, from the list as in the dialog', async () => {
  await openList(3);
  await page.getByRole('row', { name: new RegExp(FIRST.batch_number) }).hover();
  const remove = page.getByRole('button', { name: `Delete batch ${FIRST.batch_number}` });
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
  expect(await accessibilityFaults()).toEqual([]);
  await page.getByRole('row', { name: new RegExp(FIRST.batch_number) }).click();
  const dialog = page.getByRole('dialog', { name: `Batch No. ${FIRST.batch_number} details` });
  await expect.element(dialog.getByRole('button', { name: 'Delete batch' })).toHaveAttribute('aria-disabled', 'true');
});

it('narrows and turns its pages by what the archive has above and below its table', async () => {
  const archive = {
    label: 'Archived Transactions',
    path: '/trx-archive',
    title: 'Archived',
    load: async () => ArchiveListScreen,
  } as const;
  startSession(loginDataOf({ 'Integrated Transactions': 1, 'Archived Transactions': 1 }));
  const controls = () =>
    [...document.querySelectorAll('[role=group] :is(button, input), nav button')].map((control) =>
      (control.getAttribute('aria-label') ?? control.textContent).replace(/(Archived|Integrated) \w+/, '…'),
    );
  answerCalls(answered('archive/list', 'entry/users'));
  await renderApp([archive], '/trx-archive');
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  const ofArchive = controls();
  const asked = await openList(1);
  await expect.element(page.getByRole('row', { name: new RegExp(FIRST.batch_number) })).toBeVisible();
  expect(controls().filter((name) => name !== 'Status')).toEqual(ofArchive);
  await page.getByRole('searchbox', { name: 'Search Integrated Transactions' }).fill('rent');
  await expect
    .poll(() => asked.findLast(({ call }) => call === ISFIS)!.address)
    .toMatch(/document_date=2025-05-01&search=rent/);
});

it('leads to what was refused, with everything that was wrong', async () => {
  startSession(loginDataOf({ 'Integrated Transactions': 1 }));
  answerCalls(answered('integrated/list', 'integrated/refused', 'entry/users'));
  await renderApp([INTEGRATED], '/trx-integrated');
  await page.getByRole('button', { name: 'Refused' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/Refused batches/);
  const row = page.getByRole('row', { name: /IS 79/ });
  await expect.element(row).toHaveTextContent(/Information system.*no branch has the code SMP-049/);
  await row.getByText(/more fault/).click();
  await expect
    .element(row.getByRole('listitem').first())
    .toHaveTextContent(/document 1, line 1, branch: no branch has/);
  expect(await accessibilityFaults()).toEqual([]);
});
