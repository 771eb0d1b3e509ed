import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { cashReceiptPrint } from '@talaan/contract/documents/cash-receipt/cash-receipt-print.contract';
import { collectionPrint } from '@talaan/contract/documents/collection/collection-print.contract';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { createQueryClient } from '../../api/query-client.ts';
import { SCREEN_TABLE } from '../../paths.ts';
import { createAppRouter } from '../../routes.tsx';
import { startSession } from '../../session/session.ts';
import { answered, recorded, type AnswerName } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { ThemeProvider } from '../../ui/theme/theme-provider.tsx';

const { batch_number: NUMBER, receipt } = recorded(cashReceiptPrint.print, 'receipt/official').data.batch;

async function open(path: string, ...names: AnswerName[]) {
  const asked = answerCalls(answered(...names));
  startSession(loginDataOf({ 'Cash Receipt': 1, Collection: 1 }, { id: 2 }));
  const router = createAppRouter(SCREEN_TABLE);
  router.update({ history: createMemoryHistory({ initialEntries: [path] }) });
  await render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return asked;
}

/** Where the value of a fact stands. */
const valueOf = (label: string): DOMRect =>
  page.getByText(label, { exact: true }).first().element().nextElementSibling!.getBoundingClientRect();

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test('/preview-OR prints the official receipt of E01 with its words and its VAT', async () => {
  const asked = await open(`/preview-OR/${encodePrintLink({ batch_number: NUMBER })}`, 'receipt/official');
  await expect.element(page.getByText('OFFICIAL RECEIPT', { exact: true })).toBeVisible();
  expect(asked.map(({ call }) => call)).toEqual([`POST /api/trx/print-orar/${NUMBER}/or`]);
  for (const text of [
    `No. ${receipt.or_number}`,
    'ONE HUNDRED TWELVE THOUSAND PESOS ONLY (PHP 112,000.00)',
    'Less 2 %',
    '110,000.00',
    'Series 000000000001 to 999999999999',
  ])
    await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
  // Figures of a column end at one place.
  await document.fonts.ready;
  const [above, below] = ['Less VAT', 'VAT sale'].map((label) => valueOf(label));
  expect(above!.right).toBeCloseTo(below!.right, 1);
  expect(above!.left).toBeGreaterThan(below!.left);
  expect(await accessibilityFaults()).toEqual([]);
});

test('/preview-AR prints the acknowledgement without VAT', async () => {
  await open(`/preview-AR/${encodePrintLink({ batch_number: NUMBER })}`, 'receipt/acknowledgement');
  await expect.element(page.getByText('ACKNOWLEDGEMENT RECEIPT', { exact: true })).toBeVisible();
  await expect.element(page.getByText(`No. ${receipt.ar_number}`)).toBeVisible();
  expect(document.body.textContent).not.toMatch(/VAT (sale|amount)|Less/);
});

test('/preview-ereceipt prints the official receipt, then the acknowledgement, each on a page of its own', async () => {
  await open(
    `/preview-ereceipt/${encodePrintLink({ table: 'cash_receipt', batch_number: NUMBER })}`,
    'receipt/electronic',
  );
  await expect.element(page.getByText('Official Receipt', { exact: true })).toBeVisible();
  expect(document.body.textContent).not.toMatch(/invoice\b(?! No)/i);
  expect(page.getByText('THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX').elements()).toHaveLength(2);
  const leftOf = (label: string) =>
    page.getByText(label, { exact: true }).first().element().getBoundingClientRect().left;
  expect(leftOf('Payee')).toBe(leftOf('Date'));
  // What stands below the sums begins where the fields above them begin.
  for (const label of ['In words', 'Prepared by']) expect(valueOf(label).left).toBeCloseTo(valueOf('Payee').left, 1);
  const sheets = [...document.querySelectorAll('[data-page]')];
  expect(sheets.map((sheet) => /No\. \d{12}/.exec(sheet.textContent)![0])).toEqual([
    `No. ${receipt.or_number}`,
    `No. ${receipt.ar_number}`,
  ]);
  expect(await accessibilityFaults()).toEqual([]);
});

test('/preview-collection-or prints what came in, with the VAT of its invoices and its cheque; /preview-ereceipt the same of a collection', async () => {
  const { batch } = recorded(collectionPrint.print, 'collection/receipt').data;
  const told = {
    receipt_no: batch.receipt.or_number!,
    collection_date: batch.receipt.receipt_date,
    payee_desc: batch.receipt.payee_desc,
    // Programs may write it as a number.
    collected_amount: Number(batch.receipt.amount),
  };
  const asked = await open(`/preview-collection-or/${encodePrintLink(told)}`, 'collection/receipt');
  for (const text of [
    'OFFICIAL RECEIPT',
    `No. ${batch.receipt.or_number}`,
    'ONE HUNDRED TWENTY THREE THOUSAND TWO HUNDRED FORTY PESOS ONLY (PHP 123,240.00)',
    batch.receipt.payee_desc,
  ])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  const cheque = page.getByRole('list').filter({ hasText: 'Cheque Amount' });
  await expect.element(cheque).toHaveTextContent('BankCheque No.Cheque DateCheque Amount');
  expect(document.querySelectorAll('[data-page]')).toHaveLength(1);
  expect(asked.map(({ call }) => call)).toEqual([`POST /api/trx/print-collection-orar/${told.receipt_no}/or`]);
  expect(await accessibilityFaults()).toEqual([]);

  const { batch_number } = batch;
  await open(`/preview-ereceipt/${encodePrintLink({ table: 'collection', batch_number })}`, 'collection/electronic');
  await expect.element(page.getByText(batch.receipt.billing_invoice_no!)).toBeVisible();
});

test('/preview-receipt prints the blank form', async () => {
  await open('/preview-receipt', 'receipt/form');
  await expect.element(page.getByText('OFFICIAL RECEIPT / ACKNOWLEDGEMENT RECEIPT')).toBeVisible();
  await expect.element(page.getByText('No. ____________')).toBeVisible();
});

test('an address that claims an amount is read by the server, which refuses it; anything else is a damaged link', async () => {
  const told = { receipt_no: receipt.or_number!, collected_amount: '1.00' };
  await open(`/preview-OR/${encodePrintLink(told)}`, 'receipt/differs');
  await expect
    .element(page.getByText('This link says something else than the receipt. Open the document again.'))
    .toBeVisible();
  const asked = await open(`/preview-ereceipt/${encodePrintLink({ table: 'journal', batch_number: NUMBER })}`);
  await expect.element(page.getByText('This print link is damaged. Open the document again.')).toBeVisible();
  expect(asked).toEqual([]);
});
