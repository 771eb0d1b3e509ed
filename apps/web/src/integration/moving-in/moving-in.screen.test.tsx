import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Screen } from '../../page/screen.ts';
import { startSession } from '../../session/session.ts';
import { answered } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, renderApp, type Answer, type Asked } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { MovingInScreen } from './moving-in-screen.tsx';

const MOVING: Screen = { label: 'Upload from IS', path: '/moving-in', load: async () => MovingInScreen };
const taking = (name: Parameters<typeof answered>[0]): Answer => Object.values(answered(name))[0]!;
const callOf = (name: Parameters<typeof answered>[0]): string => Object.keys(answered(name))[0]!;

/** Opens the page at the answers of these names: of the list, and of the move. */
async function openPage(
  list: 'moving/none' | 'moving/list',
  move: Parameters<typeof answered>[0] = 'moving/to-confirm',
  others: Parameters<typeof answerCalls>[0] = {},
): Promise<Asked[]> {
  startSession(loginDataOf({ 'Upload from IS': 4 }));
  const asked = answerCalls({
    ...answered(list, 'moving/figures', 'moving/deposits'),
    [callOf('moving/to-confirm')]: taking(move),
    ...others,
  });
  await renderApp([MOVING], '/moving-in');
  return asked;
}

it('begins with the day of the old books, and says what is missing', async () => {
  let list = taking('moving/none');
  const asked = await openPage('moving/none', 'moving/begun', {
    [callOf('moving/none')]: () => list,
    [callOf('moving/begun')]: () => {
      list = taking('moving/list');
      return taking('moving/begun');
    },
  });
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect.element(page.getByLabelText('As of')).toHaveAccessibleDescription(/required/i);
  await page.getByLabelText('As of').fill('2024-12-31');
  await page.getByLabelText('Branch').fill('SMP-001');
  await page.getByRole('option').first().click();
  expect(await accessibilityFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect.element(page.getByRole('heading', { name: 'Balances of the old books' })).toBeVisible();
  expect(asked.find(({ call }) => call === callOf('moving/begun'))!.body).toMatchObject({ as_of: '2024-12-31' });
});

it('tells each fault of a file by row and column, and the rows behind a difference once it is in', async () => {
  let refuses = true;
  const call = callOf('moving/refused');
  await openPage('moving/list', 'moving/begun', {
    [call]: () => taking(refuses ? 'moving/refused' : 'moving/red'),
  });
  const balances = page.getByLabelText('Drop or choose: Trial balance');
  const file = new File(['x'], 'balances.csv', { type: 'text/csv' });
  await balances.upload(file);
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'balances.csv was not taken: 2 faults.' }))
    .toHaveTextContent(
      /Row 2, Account: no account has the code 102013\. Did you mean 102101.*Row 3, Credit: Give the amount as 1234\.50\./,
    );
  // It is sent again as it is to be read.
  const sent: FormData[] = [];
  const answering = vi.mocked(window.fetch).getMockImplementation()!;
  vi.mocked(window.fetch).mockImplementation((address, init) => {
    if (init?.body instanceof FormData) sent.push(init.body);
    return answering(address, init);
  });
  await page.getByText('Columns and dates').click();
  await page.getByRole('combobox', { name: 'DR' }).fill('Not');
  await page.getByRole('option', { name: 'Not used' }).click();
  await page.getByText('Month/day').click();
  expect(await accessibilityFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(() => sent.map((form) => [form.get('columns'), form.get('date_order')]))
    .toEqual([['["account",null,"credit_amount"]', 'M/D']]);
  refuses = false;
  await balances.upload(file);
  await expect.element(page.getByText('balances.csv, 4 rows', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Proof' })).toHaveTextContent(/of \d+ lines do not agree/);
  await page.getByText('row behind it', { exact: false }).first().click();
  await expect.element(page.getByText('Trial balance, row 3: 105010', { exact: false }).first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Ready' })).toHaveAttribute('aria-disabled', 'true');
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows the books as they would be, and says ready when every line is green', async () => {
  const asked = await openPage('moving/list', 'moving/green', answered('moving/ready'));
  await expect.element(page.getByText('Every line agrees.')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /102103 .* 1,000\.00/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Aging' }).click();
  await expect.element(page.getByRole('row', { name: /KUNWARI PAWNSHOP NETWORK.* 500\.00/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Banks' }).click();
  await expect
    .element(page.getByRole('row', { name: /BPI 0003-0001 PHP 1,025\.00 50\.00 25\.00 1,000\.00/ }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Ready' }).click();
  await expect.element(page.getByText(/is ready: a second person confirms it/).first()).toBeVisible();
  expect(asked.find(({ call }) => call === callOf('moving/ready'))!.body).toMatchObject({ state: 'ready' });
});

it('is confirmed by another person after a question, and its deposits wait for the bank', async () => {
  let move = taking('moving/to-confirm');
  const asked = await openPage('moving/list', 'moving/to-confirm', {
    [callOf('moving/to-confirm')]: () => move,
    [callOf('moving/confirmed')]: () => (move = taking('moving/confirmed')),
    ...answered('moving/cleared'),
  });
  await page.getByRole('button', { name: 'Confirm' }).click();
  const question = page.getByRole('alertdialog', { name: 'Confirm Balances of the old books?' });
  await expect.element(question).toHaveTextContent(/9 rows are posted at once, dated 2024-12-31/);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText('Confirmed', { exact: true })).toBeVisible();
  expect(asked.find(({ call }) => call === callOf('moving/confirmed'))!.body).toHaveProperty('row_version');
  const deposits = page.getByRole('region', { name: 'Deposits in transit' });
  await expect.element(deposits).toHaveTextContent(/DS-0001 BPI 0003-0001 · 2024-12-31 · PHP 25\.00/);
  await page.getByLabelText('Booked on, of DS-0001').fill('2025-01-02');
  await userEvent.tab();
  await page.getByRole('button', { name: 'Booked: DS-0001' }).click();
  await expect
    .poll(() => asked.find(({ call }) => call === callOf('moving/cleared'))?.body)
    .toEqual({ cleared_on: '2025-01-02', row_version: 1 });
  expect(await accessibilityFaults()).toEqual([]);
});
