import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { printOrder } from '@talaan/contract/documents/purchase-order/order-print.contract';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { createQueryClient } from '../../api/query-client.ts';
import { SCREEN_TABLE } from '../../paths.ts';
import { createAppRouter } from '../../routes.tsx';
import { startSession } from '../../session/session.ts';
import { answered, recorded, type AnswerName } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { ThemeProvider } from '../../ui/theme/theme-provider.tsx';

const { po_number: NUMBER } = recorded(printOrder, 'paper/order').data.batch;

/** Opens the print of an order; the server answers as it did under this name. Tells what was asked. */
async function open(name: AnswerName, data: string = NUMBER) {
  const asked = answerCalls(answered(name));
  startSession(loginDataOf({ 'Purchase Order': 1 }, { id: 2 }));
  const router = createAppRouter(SCREEN_TABLE);
  router.update({ history: createMemoryHistory({ initialEntries: [`/purchase-order-print/${data}`] }) });
  await render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return asked;
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const textOf = (elements: Iterable<Element>) => [...elements].map((element) => element.textContent);

test('prints 13 lines a page under the plain number of the order, and what they come to on the last one', async () => {
  const asked = await open('paper/order');
  await expect.element(page.getByText('PAGE 2 OF 2')).toBeVisible();
  expect(asked.map(({ call }) => call)).toEqual([`POST /api/trx/po-header/${NUMBER}/print`]);
  const tables = page.getByRole('table').elements();
  const rows = tables.map((table) => [...table.children].slice(1).map((row) => textOf(row.children)));
  expect(rows.map(({ length }) => length)).toEqual([13, 13]);
  expect(rows[0]!.slice(0, 3)).toEqual([
    ['1', 'THERMAL PAPER, ROLLS OF 80 MM BY 70 M FOR THE PRINTERS AT', '2.5', 'boxes', '1,120.00', '2,800.00'],
    ['', 'THE COUNTERS OF ALL BRANCHES', '', '', '', ''],
    ['2', 'GUARDS, BRANCH SMP-001', '1', 'month', '1,120.00', '1,120.00'],
  ]);
  expect(rows[1]![0]).toEqual(['13', 'GUARDS, BRANCH SMP-012', '1', 'month', '1,120.00', '1,120.00']);
  const sums = page.getByRole('list').elements().at(-2)!;
  expect(textOf(sums.children)).toEqual(['Subtotal14,500.00', 'VAT 12 %1,740.00', 'TOTAL16,240.00']);
  await expect.element(page.getByText('SIXTEEN THOUSAND TWO HUNDRED FORTY PESOS ONLY')).toBeVisible();
  await expect
    .element(page.getByRole('group', { name: 'Approved By' }))
    .toHaveTextContent(/^Approved ByDario Lim 05-22-2025$/);
  await expect
    .element(page.getByRole('group', { name: 'Conforme' }))
    .toHaveTextContent('Signature over printed name, date');
  await expect.element(page.getByText('Series PO0000001-PO9999999')).toBeVisible();
  expect(page.getByText(/by Ana Reyes · REPRINT 2 ·/).elements()).toHaveLength(2);
  expect(page.getByText('NOT YET APPROVED').elements()).toEqual([]);
  expect(await accessibilityFaults()).toEqual([]);
});

test('says on every page that it is not approved yet; keys in the address serve as the number does', async () => {
  const asked = await open('paper/order-draft', encodePrintLink({ po_number: NUMBER }));
  await expect.element(page.getByText('PAGE 2 OF 2')).toBeVisible();
  expect(page.getByText('NOT YET APPROVED').elements()).toHaveLength(2);
  expect(asked).toHaveLength(1);
});

test('an unknown and a hidden order read alike, and anything else is a damaged link', async () => {
  await open('paper/order-unknown', 'PO9999999');
  await expect.element(page.getByText('There is no such document, or you may not see it.')).toBeVisible();
  for (const data of ['0000001', encodePrintLink({ po_number: NUMBER, total_amount: '1.00' })]) {
    const asked = await open('paper/order', data);
    await expect.element(page.getByText('This print link is damaged. Open the document again.')).toBeVisible();
    expect(asked).toEqual([]);
  }
});
