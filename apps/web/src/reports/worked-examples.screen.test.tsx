import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { PROFITABILITY_GROUPS } from '@talaan/contract/resources/parties/party.choices';
import { REPORTS } from '@talaan/contract/reports/report-list';
import EXAMPLES from '../../../../tests/model-company/worked-reports.json' with { type: 'json' };
import { SCREEN_TABLE } from '../paths.ts';
import { createAppRouter } from '../routes.tsx';
import { forgetSession, startSession } from '../session/session.ts';
import { answerCalls, loginDataOf } from '../testing/render-app.tsx';
import { accessibilityFaults, renderScreen } from '../testing/render-screen.tsx';
import ANSWERS from '../testing/worked-reports.json' with { type: 'json' };

// What the server answers is held there by `reports.api.test.ts`, with call, workbook and PDF.

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  forgetSession();
});

/** The cells of each row in sight. */
const rowsInSight = () =>
  [...document.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('td, th')].map((cell) => cell.textContent.trim().replace('\u2212', '-')),
  );

test.each(EXAMPLES.filter(({ on_screen }) => on_screen))(
  '$example in $path stands on the screen of the report',
  async (example) => {
    const { path, filter, lines } = example;
    const report = REPORTS.find(({ calls }) => calls.some((call) => call.path === path))!;
    const { given = {} } = report.calls.find((call) => call.path === path)!;
    answerCalls({
      [`GET /api${path}`]: { body: ANSWERS[`${example.example} ${path}` as keyof typeof ANSWERS] },
      [`GET /api${path}/proofs`]: { body: { data: [] } },
    });
    startSession(loginDataOf({ [report.module]: 1 }));
    const router = createAppRouter(SCREEN_TABLE);
    const query = new URLSearchParams({ ...given, ...(filter as unknown as Record<string, string>) });
    router.update({ history: createMemoryHistory({ initialEntries: [`${report.screen}?${query.toString()}`] }) });
    await renderScreen(<RouterProvider router={router} />);
    await expect.element(page.getByText('SAMPOL PADALA SERVICES, INC.')).toBeVisible();
    const missing = () => {
      const rows = rowsInSight();
      return lines.filter((words) => !rows.some((row) => words.every((word) => row.includes(word))));
    };
    await expect.poll(missing).toEqual([]);
  },
);

test('profitability stands in bands and groups: what it drops by its view, sums by group, what it has not as nothing', async () => {
  const answer = ANSWERS['E13 /rpt/pnl'];
  const earned = answer.data.at(-1)!;
  /** The month of E13 in each group. */
  const groups = Object.entries(PROFITABILITY_GROUPS).map(([code, name]) => ({
    row: {
      ...earned,
      group_id: Number(code),
      group_name: name,
      branch_code: `SMP-${code}`,
      date_closed: code === '4' ? '2023-05-31' : '0000-00-00 00:00:00',
    },
    group: { ...answer.groups[0]!, codes: [code], name, subtotal: null },
  }));
  const asked = answerCalls({
    'GET /api/rpt/pnl': () => {
      const inView = asked.at(-1)!.address.includes('view=summary') ? groups.slice(5) : groups.slice(0, 5);
      return { body: { ...answer, data: inView.map(({ row }) => row), groups: inView.map(({ group }) => group) } };
    },
  });
  startSession(loginDataOf({ Profitability: 1 }));
  const router = createAppRouter(SCREEN_TABLE);
  router.update({ history: createMemoryHistory({ initialEntries: ['/profitability?type=ftm&year=2023&month=6'] }) });
  await renderScreen(<RouterProvider router={router} />);
  const labels = () =>
    rowsInSight()
      .map(([label = '']) => label)
      .filter((label) => /^(\d [A-Z]|Subtotal)/.test(label));
  const sumsOf = (codes: readonly (keyof typeof PROFITABILITY_GROUPS)[]) =>
    codes.flatMap((code) => {
      const name = PROFITABILITY_GROUPS[code];
      return [`${code} ${name} 1 row`, ...(code < 8 ? [`Subtotal ${name}`] : [])];
    });
  await expect.poll(labels).toEqual(sumsOf([1, 2, 3, 4, 5]));
  const heads = () => rowsInSight()[1]!;
  const first = ['Total', 'CCF', 'Net', 'Total Expense', 'NIBT', 'LESS 25%', 'NIAT', 'EBITDA'];
  expect(heads().slice(-8)).toEqual(first);
  await expect.element(page.getByRole('button', { name: 'Expenses 35' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /^Show Opened/ }));
  await expect.poll(heads).toContain('Closed');
  const opened = rowsInSight().filter(([code = '']) => code.startsWith('SMP-'));
  expect(opened.map((cells) => cells[heads().indexOf('Closed')])).toEqual(['', '', '', '2023-05-31', '']);
  expect(await accessibilityFaults()).toEqual([]);
  // By keyboard to the expenses, which unfold, and to the sum that a result is.
  await userEvent.keyboard('jj{Shift>}{ArrowRight}{/Shift}');
  const inFocus = () => heads()[Number(document.activeElement?.getAttribute('data-column'))];
  await expect.poll(inFocus).toBe('Total');
  await userEvent.keyboard(']');
  await expect.poll(inFocus).toBe('Gross Comm Dollar');
  expect(heads()).toContain('Other LSG Products');
  await userEvent.keyboard('[[');
  await expect.poll(inFocus).toBe('Total');
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.poll(inFocus).toBe('Total Expense');
  await userEvent.keyboard(']');
  await expect.poll(inFocus).toBe('Salaries & Wages');
  await userEvent.keyboard('[[');
  await expect.poll(inFocus).toBe('Total Expense');
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.poll(inFocus).toBe('NIBT');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('table', { name: 'NIBT explained' })).toHaveTextContent('Less Total Expense');
  router.history.push('/profitability?type=ftm&year=2023&month=6&view=summary');
  await expect.poll(labels).toEqual(sumsOf([6, 7, 8, 9]));
  // The page without the shell has the columns in runs, each with the code.
  const filter = { type: 'ftm', year: '2023', month: '6', view: 'detailed' };
  router.history.push(`/report-profitability/${encodePrintLink(filter)}`);
  await expect.element(page.getByRole('button', { name: 'Print This Form' })).toBeVisible();
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument();
  await expect.element(page.getByText('26,396.03').first()).toBeVisible();
  expect(page.getByText('SMP-1', { exact: true }).elements()).toHaveLength(6);
});
