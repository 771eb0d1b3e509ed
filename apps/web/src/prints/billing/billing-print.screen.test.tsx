import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { printBilling } from '@talaan/contract/documents/billing/billing-print.contract';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { createQueryClient } from '../../api/query-client.ts';
import { SCREEN_TABLE } from '../../paths.ts';
import { createAppRouter } from '../../routes.tsx';
import { startSession } from '../../session/session.ts';
import { answered, recorded } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { ThemeProvider } from '../../ui/theme/theme-provider.tsx';

const { billing_request_no } = recorded(printBilling, 'billing/print').data.batch;

async function open(data: string, path = '/preview-billing') {
  answerCalls(answered('billing/print'));
  startSession(loginDataOf({ Billing: 1 }, { id: 2 }));
  const router = createAppRouter(SCREEN_TABLE);
  router.update({ history: createMemoryHistory({ initialEntries: [`${path}/${data}`] }) });
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
  localStorage.clear();
});

test('the invoice stands on its sheet by services and sales; a damaged link says so', async () => {
  await open(encodePrintLink({ billing_request_no }));
  await expect.element(page.getByText('BILLING INVOICE', { exact: true })).toBeVisible();
  const sheet = document.querySelector('article')!;
  expect(sheet.textContent).toMatch(/SYSTEM USAGE FEE, APRIL 2025.*80,000\.00.*TRAINING FEE, TELLERS.*22,400\.00/);
  expect(sheet.textContent).toMatch(/Add: Value Added Tax9,600\.00Total Due112,000\.00/);
  expect(sheet.textContent).toMatch(/Prepared By.*Approved By/);
  // Its desk scrolls on a phone, by keyboard as well.
  await page.viewport(390, 844);
  expect(await accessibilityFaults()).toEqual([]);
  await open(encodePrintLink({ billing_request_no: 'x' }));
  await expect.element(page.getByText(/damaged/i)).toBeVisible();
});

test.each(['/preview-bill-ereceipt', '/preview-ereceipt-billing'])(
  '%s is the invoice itself, outside the shell: one number has one paper',
  async (path) => {
    await open(encodePrintLink({ billing_request_no }), path);
    await expect.element(page.getByText('BILLING INVOICE', { exact: true })).toBeVisible();
    expect(page.getByRole('navigation').elements()).toEqual([]);
    const sheet = document.querySelector('article')!.textContent;
    expect(sheet).toContain('VAT REG TIN 900-000-100-00000');
    expect(sheet).toMatch(/#QtyDescriptionUnit costAmount11SYSTEM USAGE FEE, APRIL 202580,000\.0080,000\.00/);
    // An invoice of today is what its buyer claims input tax by.
    expect(sheet).not.toMatch(/NOT VALID|FIVE YEARS/);
  },
);
