import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

test('the proofs of a month stand side by side, and a difference leads to its document and to its report', async () => {
  const right = ANSWERS['month proofs'];
  const [first, ...others] = right.data;
  const voucher = { document_type: 'CV', document_number: 'CV0000001', batch_number: '0000001', amount: '7.00' };
  const off = { ...first!.proof[0]!, difference: '7.00', documents: [voucher] };
  const red = { ...right, data: [{ ...first!, proof: [off, ...first!.proof.slice(1)] }, ...others] };
  let answer: object = right;
  const asked = answerCalls({ 'GET /api/rpt/proofs': () => ({ body: answer }) });
  startSession(loginDataOf({ 'Trial Balance': 1, Disbursements: 1 }));
  const router = createAppRouter(SCREEN_TABLE);
  router.update({ history: createMemoryHistory({ initialEntries: ['/month-end-proofs?month=2023-01'] }) });
  await renderScreen(<RouterProvider router={router} />);
  const count = right.data.flatMap(({ proof }) => proof).length;
  await expect.element(page.getByText(`${count} of ${count} agree`)).toBeVisible();
  // The other months of the year are proven one after the other, and say so.
  await expect.element(page.getByRole('button', { name: 'December 2023, all agree' })).toBeVisible();
  expect(asked.filter(({ call }) => call.startsWith('GET /api/rpt/proofs'))).toHaveLength(12);
  answer = red;
  await userEvent.keyboard('r');
  await expect.element(page.getByText(`${count - 1} of ${count} agree`)).toBeVisible();
  await expect.element(page.getByText('1 differs by 7.00')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{F8}');
  await expect.element(page.getByRole('link', { name: off.name }).first()).toHaveFocus();
  const link = page.getByRole('link', { name: 'CV0000001' });
  expect(link.element().getAttribute('href')).toContain('batch=0000001');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.pathname).toBe('/trial-balance');
  expect(router.state.location.search).toMatchObject({ type: 'ftm', year: '2023', month: '1' });
});
