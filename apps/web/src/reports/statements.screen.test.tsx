import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SCREEN_TABLE } from '../paths.ts';
import { forgetSession, startSession } from '../session/session.ts';
import { answerCalls, loginDataOf, renderApp, type Answer } from '../testing/render-app.tsx';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import ANSWERS from '../testing/worked-reports.json' with { type: 'json' };

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  forgetSession();
});

const VERSIONS = [
  {
    code: '2023-2',
    name: 'Revised in June',
    lines: 1240,
    result: '-1250.50',
    made_by: 'Liza Reyes',
    made_at: '2023-06-30T02:00:00.000Z',
  },
  {
    code: '2023-1',
    name: 'Board',
    lines: 1200,
    result: '98000.00',
    made_by: null,
    made_at: '2023-01-05T02:00:00.000Z',
  },
];
const STATEMENT = {
  'GET /api/rpt/income-statement': { body: ANSWERS['E13 /rpt/income-statement'] },
  'GET /api/rpt/income-statement/proofs': { body: { data: [] } },
  'GET /api/rpt/income-statement/budgets': { body: { data: VERSIONS } },
};
const AT = '/income-statement?type=ftm&year=2023&month=6&brnc_code=SMP-013';

test('a statement unfolds to the level that is chosen, and leads to those that one may open', async () => {
  answerCalls(STATEMENT);
  startSession(loginDataOf({ 'Income Statement': 1, 'Balance Sheet': 1 }));
  await renderApp(SCREEN_TABLE.screens, AT);
  await expect.element(page.getByText('300,010.25')).toBeVisible();
  const levels = page.getByRole('radiogroup', { name: 'Levels' });
  await levels.getByText('1', { exact: true }).click();
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(3);
  await expect.element(page.getByText('Income before tax')).toBeVisible();
  await expect.element(page.getByText('300,010.25')).toBeVisible();
  await levels.getByText('4', { exact: true }).click();
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBeGreaterThan(20);
  expect(
    page
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent),
  ).toEqual(['Balance Sheet', 'Income Statement']);
  await expect.element(page.getByRole('region', { name: 'Income and expenses' })).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

test('Generate is in sight beside a range of days, the levels and the rail, and the days stay in the bar', async () => {
  answerCalls(STATEMENT);
  startSession(loginDataOf({ 'Income Statement': 1 }));
  await page.viewport(1024, 768);
  await renderApp(SCREEN_TABLE.screens, '/income-statement?type=daily&date_from=2023-01-01&date_to=2023-06-30');
  await expect.element(page.getByRole('textbox', { name: 'To' })).toBeVisible();
  await expect
    .poll(() => page.getByRole('button', { name: 'Generate' }).element().getBoundingClientRect().right)
    .toBeLessThan(1010);
});

test('budgets stand with who took them in; a file makes the next version, and what is wrong with its rows is told', async () => {
  const refusal = "Row 2: there is no account '999999'.";
  let answer: Answer = {
    status: 422,
    body: {
      status: 422,
      title: '',
      code: 'import_refused',
      message: refusal,
      request_id: '1',
      errors: { file: [refusal] },
    },
  };
  answerCalls({ ...STATEMENT, 'POST /api/rpt/income-statement/budgets': () => answer });
  const names: unknown[] = [];
  const answering = vi.mocked(window.fetch).getMockImplementation()!;
  vi.mocked(window.fetch).mockImplementation((address, init) => {
    if (init?.body instanceof FormData) names.push(init.body.get('name'));
    return answering(address, init);
  });
  startSession(loginDataOf({ 'Income Statement': 3 }));
  await renderApp(SCREEN_TABLE.screens, '/income-statement/budgets');
  await expect
    .element(page.getByRole('row', { name: /2023-2.*Revised in June.*1,240.*-1,250\.50.*Liza Reyes/ }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Import' }).click();
  await userEvent.upload(
    page.getByLabelText('Drop, paste or choose a CSV or Excel file'),
    new File(['x'], 'July.csv', { type: 'text/csv' }),
  );
  await expect.element(page.getByText("Row 2: there is no account '999999'.")).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  answer = { body: { data: { code: '2023-3', lines: 2 } } };
  await page.getByLabelText('Name').fill('Board of July');
  await userEvent.upload(
    page.getByLabelText('Drop, paste or choose a CSV or Excel file'),
    new File(['x'], 'July.csv', { type: 'text/csv' }),
  );
  await expect.element(page.getByText('Budget 2023-3 is taken, 2 lines.')).toBeVisible();
  expect(names).toEqual(['July', 'Board of July']);
});
