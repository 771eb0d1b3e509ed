import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { printCheque } from '@talaan/contract/documents/cheque-register/cheque-print.contract';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { createQueryClient } from '../../api/query-client.ts';
import { SCREEN_TABLE } from '../../paths.ts';
import { createAppRouter } from '../../routes.tsx';
import { startSession } from '../../session/session.ts';
import { answered, recorded } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { ThemeProvider } from '../../ui/theme/theme-provider.tsx';

const SHOWN = recorded(printCheque, 'archive/cheque').data;
const [CHEQUE] = SHOWN.cheques;

async function openAt(
  keys: Record<string, string | number | number[]>,
  specimen: string | null = null,
  picture: string | null = null,
) {
  const answers = answered('archive/cheque', 'archive/cheque-printed');
  const preview = Object.keys(answers).find((call) => call.startsWith('POST /api/trx/print-cheque/'))!;
  const cheques = [{ ...CHEQUE!, specimen }];
  const asked = answerCalls({
    ...answers,
    [preview]: { status: 200, body: { data: { ...SHOWN, layout: { ...SHOWN.layout, picture }, cheques } } },
  });
  startSession(loginDataOf({ Disbursements: 1, 'Check Transactions': 3 }, { id: 2 }));
  const router = createAppRouter(SCREEN_TABLE);
  router.update({ history: createMemoryHistory({ initialEntries: [`/preview-cheque/${encodePrintLink(keys)}`] }) });
  await render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { asked, preview };
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const batchNumber = () => /\d{7}$/.exec(Object.keys(answered('archive/cheque'))[0]!)![0];
const printed = () => [...document.querySelectorAll('article text:not([data-stamp])')].map((text) => text.textContent);

test('a cheque stands on its stock, is printed by one call, and says then which leaf it was', async () => {
  const { asked, preview } = await openAt({ batch_number: batchNumber(), document_type: 'CV' });
  await expect.element(page.getByRole('checkbox', { name: 'Show stock' })).toBeChecked();
  expect(printed()).toEqual([
    CHEQUE!.document_number,
    ...'0 5 2 1 2 0 2 5'.split(' '),
    'BANTAY KUNWARI SECURITY AGENCY, INC.',
    '2,500.00',
    'TWO THOUSAND FIVE HUNDRED PESOS ONLY',
  ]);
  expect(getComputedStyle(document.querySelector('article svg')!).backgroundImage).toContain('data:image/svg+xml');
  await expect.element(page.getByText(`${CHEQUE!.document_number} · 05-21-2025 · 2,500.00`)).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  expect(asked.map(({ call }) => call)).toEqual([preview]);
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await page.getByRole('button', { name: /^Print This Form/ }).click();
  await expect.poll(() => print.mock.calls.length).toBe(1);
  expect(asked.at(-1)).toMatchObject({ call: 'POST /api/trxcheck/print', body: { print: 1, ids: [CHEQUE!.id] } });
  await expect.element(page.getByText(`Printed: ${CHEQUE!.cheque_number}.`, { exact: false })).toBeVisible();
});

test('what may not be printed is a specimen, says why, and asks for no leaf', async () => {
  const why = `Cheque ${CHEQUE!.cheque_number} is Printed: “Mark printed” is not possible now.`;
  const scan = '/api/cheque-layout/1/picture?file=0b7c7c52-0000-4000-8000-000000000000';
  const { asked } = await openAt({ batch_number: batchNumber() }, why, scan);
  await expect.element(page.getByText('SPECIMEN')).toBeVisible();
  // Its stock is the scan, which is not stretched.
  const { backgroundImage, backgroundSize } = getComputedStyle(document.querySelector('article svg')!);
  expect([backgroundImage, backgroundSize]).toEqual([expect.stringContaining(scan), 'contain']);
  await expect.element(page.getByText(why)).toBeVisible();
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await page.getByRole('button', { name: /^Print This Form/ }).click();
  await expect.poll(() => print.mock.calls.length).toBe(1);
  expect(asked.filter(({ call }) => call === 'POST /api/trxcheck/print')).toEqual([]);
});

test('a link that names a payee is damaged', async () => {
  await openAt({ batch_number: batchNumber(), payee: 'SOMEBODY ELSE' });
  await expect.element(page.getByText('This print link is damaged. Open the document again.')).toBeVisible();
});
