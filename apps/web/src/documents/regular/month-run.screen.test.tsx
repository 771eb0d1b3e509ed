import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { monthRunRoutes, type RunInput } from '@talaan/contract/resources/books/month-run.contract';
import type { Screen } from '../../page/screen.ts';
import { startSession } from '../../session/session.ts';
import { answered, recorded } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, renderApp, type Asked } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { MonthRunScreen } from './month-run-screen.tsx';

const [FIRST] = recorded(monthRunRoutes.makeRun, 'run/made').data.made;
const RUN: Screen = {
  label: 'Regular Transactions',
  path: '/regulartxns',
  load: async () => MonthRunScreen,
  children: [{ path: '/regulartxns/month-run', title: 'Month run', load: async () => MonthRunScreen }],
};
const PREVIEW = 'POST /api/regular-txn/month-run/preview';
const MAKE = 'POST /api/regular-txn/month-run';

/** The page as the server answers it: a preview by what was entered for it, and what is made once it was made. */
async function open() {
  const due = 'GET /api/regular-txn/month-run';
  const asked: Asked[] = answerCalls({
    ...answered('entry/choices', 'run/made'),
    [due]: () => answered(asked.some(({ call }) => call === MAKE) ? 'run/after' : 'run/due')[due]!,
    [PREVIEW]: () => {
      const { rows } = asked.findLast(({ call }) => call === PREVIEW)!.body as RunInput;
      const isWhole = rows.flatMap(({ amounts = [] }) => amounts).length === 4;
      const isMended = rows.some(({ replace = [] }) => replace.length > 0);
      return answered(!isWhole ? 'run/first' : isMended ? 'run/mended' : 'run/typed')[PREVIEW]!;
    },
  });
  await renderApp([RUN], '/regulartxns/month-run?month=2025-05');
  await expect.element(row('Electricity of the head office')).toBeVisible();
  return asked;
}

const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
const keys = (text: string) => userEvent.keyboard(text);
const focused = () => document.activeElement as HTMLInputElement;
const side = () => page.getByRole('complementary', { name: 'What becomes of the month' });

beforeEach(() => startSession(loginDataOf({ 'Regular Transactions': 2, 'Journal Entries': 2, Disbursements: 2 })));
afterEach(() => {
  vi.restoreAllMocks();
});

it('makes a month by the keyboard alone: amounts, what is above and last month, a correction, and all of it', async () => {
  const asked = await open();
  expect(await accessibilityFaults()).toEqual([]);
  await expect.element(side().getByRole('region', { name: 'To mend' })).toHaveTextContent(/Amount missing\s*4/);
  await expect
    .element(side())
    .toHaveTextContent(/Electricity of the head office, 502010.*Water of the branches, 3 lines/);
  await expect.element(side()).toHaveTextContent(/Inactive department\s*1\s*Support of the call center, Line 1/);

  await keys('{F8}');
  expect(focused().getAttribute('aria-label')).toMatch(/^Amount of Electricity/);
  await keys('11200+11200{Enter}');
  await expect.element(row('Electricity of the head office')).toHaveTextContent(/22,400.00.*Will be made/);
  expect(focused().getAttribute('aria-label')).toMatch(/^Amount of Water/);
  await keys('3248{Enter}{Control>}d{/Control}');
  await expect.poll(() => focused().value).toBe('3,248.00');
  await keys('{Enter}={Enter}');
  await expect.element(row('Water of the branches')).toHaveTextContent(/8,064.00.*Will be made/);
  await expect.element(page.getByText('3 drafts will be made')).toBeVisible();

  // What is left to mend is the department; another one of the template takes its place for this month.
  await keys('{F8}');
  expect(focused().textContent).toMatch(/^Use ACCT Accounting this month/);
  await keys('{Alt>}{Enter}{/Alt}');
  await expect.element(row('Support of the call center')).toHaveTextContent('Will be made');
  await expect.element(page.getByText('This month with ACCT Accounting.')).toBeVisible();
  await keys('{ArrowRight}');
  await expect.element(row('502010.*ACCT').first()).toBeVisible();
  await keys('{ArrowLeft}{Shift>}{Tab}{/Shift}{ }');
  await expect.element(row('Support of the call center')).toHaveTextContent('Left out');
  await keys('{ }');
  await expect.element(page.getByRole('button', { name: 'Make 4 drafts' })).toBeVisible();

  await keys('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText(`4 drafts made, the first as ${FIRST!.batch_number}.`)).toBeVisible();
  await expect.element(side()).toHaveTextContent(/Made already.*CV \d{7} Electricity of the head office\s*22,400.00/);
  const { rows } = asked.find(({ call }) => call === MAKE)!.body as RunInput;
  expect(rows.map(({ amounts, replace }) => [amounts!.map(({ amount }) => amount), replace!.length])).toEqual([
    [[], 0],
    [['22400.00'], 0],
    [[], 1],
    [['3248.00', '3248.00', '1568.00'], 0],
  ]);
});

it('takes back what stands in the place of a record for the month, and shows what is made on a phone', async () => {
  onTestFinished(() => page.viewport(1280, 800));
  await page.viewport(390, 844);
  await open();
  await page.getByRole('button', { name: /^Use ACCT Accounting this month/ }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('This month with ACCT Accounting.')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Make 1 draft' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
