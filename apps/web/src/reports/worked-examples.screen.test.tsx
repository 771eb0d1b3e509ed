import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { REPORTS } from '@talaan/contract/reports/report-list';
import EXAMPLES from '../../../../tests/model-company/worked-reports.json' with { type: 'json' };
import { SCREEN_TABLE } from '../paths.ts';
import { createAppRouter } from '../routes.tsx';
import { forgetSession, startSession } from '../session/session.ts';
import { answerCalls, loginDataOf } from '../testing/render-app.tsx';
import { renderScreen } from '../testing/render-screen.tsx';
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
