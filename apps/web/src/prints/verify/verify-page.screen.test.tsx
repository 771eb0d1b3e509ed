import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { verifyPaper } from '@talaan/contract/documents/print/verify.contract';
import { createQueryClient } from '../../api/query-client.ts';
import { SCREEN_TABLE } from '../../paths.ts';
import { createAppRouter } from '../../routes.tsx';
import { answered, edited, recorded } from '../../testing/recorded-answers.ts';
import { answerCalls, refusal, type Answer } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { ThemeProvider } from '../../ui/theme/theme-provider.tsx';

const CALL = 'GET /api/verify/0123456789ABCDEF';

async function open(answers: Record<string, Answer>) {
  answerCalls(answers);
  const router = createAppRouter(SCREEN_TABLE);
  router.update({ history: createMemoryHistory({ initialEntries: ['/verify/0123456789ABCDEF'] }) });
  await render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

afterEach(async () => {
  await page.viewport(1280, 800);
  vi.restoreAllMocks();
});

test('says whether a paper stands and what to compare; who may see its document opens it', async () => {
  await open(answered('billing/verified'));
  await expect.element(page.getByText('Stands', { exact: true })).toBeVisible();
  const { paper } = recorded(verifyPaper, 'billing/verified').data;
  for (const text of [paper!.number, 'PHP 112,000.00', '0123-4567-89AB-CDEF', 'SYSTEM USAGE FEE, APRIL 2025'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^REPRINT 2, printed \d+ [A-Z][a-z]+ \d{4}$/)).toBeVisible();
  await expect.element(page.getByText(/^Compare number, date and total/)).toBeVisible();
  const link = page.getByRole('link', { name: 'Open document' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('/trx-billing/create?batch='));
  await page.viewport(390, 844);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await accessibilityFaults()).toEqual([]);
});

test('tells others no payee and no lines, what is confidential no figure, and a wrong code nothing', async () => {
  // Nobody of the company is signed in.
  await open({ [CALL]: edited(verifyPaper, 'billing/verified', ({ data }) => ({ data: { ...data, details: null } })) });
  await expect.element(page.getByText('Billing Invoice')).toBeVisible();
  expect(document.querySelector('table')).toBeNull();
  // Who is of the company signs in here, and sees more at this address.
  await expect.element(page.getByRole('button', { name: 'Sign in for details' })).toBeVisible();
  // A certificate of tax has no number to compare.
  await open({
    [CALL]: edited(verifyPaper, 'billing/verified', ({ data }) => ({
      data: { ...data, paper: { ...data.paper!, title: 'BIR Form 2307', number: '' }, details: null },
    })),
  });
  await expect.element(page.getByText(/^Compare date and total/)).toBeVisible();
  // A confidential one that was voided.
  const secret = { state: 'void', void_since: '2025-05-23', paper: null, details: null } as const;
  await open({ [CALL]: edited(verifyPaper, 'billing/verified', ({ data }) => ({ data: { ...data, ...secret } })) });
  await expect.element(page.getByText(/^Void since /)).toBeVisible();
  await expect.element(page.getByText(/^This paper was printed by /)).toBeVisible();
  expect([...document.querySelectorAll('main')].at(-1)!.textContent).not.toMatch(/112,000|Compare/);
  await open({ [CALL]: refusal(404, 'No paper of ours has this code.') });
  await expect.element(page.getByRole('heading', { name: 'No paper has this code' })).toBeVisible();
  await expect.element(page.getByRole('alert')).toHaveTextContent('No paper of ours has this code.');
});

test('checks the code of another paper, and shows the login screen to whoever signs in for details', async () => {
  const toNobody = (state: 'stands' | 'pending') =>
    edited(verifyPaper, 'billing/verified', ({ data }) => ({ data: { ...data, state, details: null } }));
  await open({
    [CALL]: toNobody('stands'),
    'GET /api/verify/AAAA-BBBB': toNobody('pending'),
  });
  await page.getByLabelText('Check another code').fill(' AAAA-BBBB ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Not in force yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in for details' }).click();
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
