import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { expect, test } from '../steps/journey.ts';
import { openedPdf } from '../steps/downloads.ts';
import { stampsOnPrintedPages } from '../steps/paper-likeness.ts';
import { readPdfText } from '../../../apps/server/src/testing/pdf-text.ts';

test('an invoice that is not approved says so on each page of its print and of its PDF, the one with its total too', async ({
  openAs,
  callAs,
}) => {
  const call = await callAs('preparer');
  const first = async (address: string) =>
    ((await call('GET', address)).data as unknown as { id: number; code: string }[])[0]!.id;
  const billing_service_id = await first('/api/billingservices/dropdown-list');
  const billing = await call('POST', '/api/trx/billing', {
    billing_date: new Date().toLocaleDateString('sv', { timeZone: 'Asia/Manila' }),
    payee_id: await first('/api/payefile/dropdown-list?search=KUNWARI%20PAWNSHOP'),
    vat: 1,
    branch_id: await first('/api/branch/dropdown-list'),
    department_id: await first('/api/dept/dropdown-list'),
    billing_details: Array.from({ length: 60 }, (_, line) => ({
      billing_service_id,
      description: `TERMINAL ${line + 1}`,
      account_code: '408010',
      total_amount: '1,120.00',
    })),
  });
  const billing_request_no = String(billing.data['billing_request_no']);
  const page = await openAs('preparer', `/preview-billing/${encodePrintLink({ billing_request_no })}`);
  await expect(page.getByRole('article').getByText('NOT YET APPROVED', { exact: true }).first()).toBeVisible();
  expect(await stampsOnPrintedPages(page)).toEqual([1, 1]);
  const pdf = await openedPdf(page);
  const pages = readPdfText(pdf.bytes);
  expect(pages.map((text) => text.includes('NOT YET APPROVED'))).toEqual([true, true]);
  expect(pages[1]).toContain('Total Due');
});
