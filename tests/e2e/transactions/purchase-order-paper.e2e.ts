import { expect, test } from '../steps/journey.ts';
import { copiesOf, differencesOnPaper, stampsOnPrintedPages } from '../steps/paper-likeness.ts';

test('the paper of an order of 14 lines: two sheets and no blank one after them, and a PDF that looks like them', async ({
  openAs,
  callAs,
}) => {
  const call = await callAs('preparer');
  const payees = await call('GET', '/api/payefile/dropdown-list?search=BANTAY%20KUNWARI');
  const [supplier] = payees.data as unknown as { id: number }[];
  const order = await call('POST', '/api/trx/po-header', {
    po_date: new Date().toLocaleDateString('sv', { timeZone: 'Asia/Manila' }),
    payee_id: supplier!.id,
    contact_person: 'Rosa Halimbawa',
    email_add: 'sales@bantay.example',
    payment_term: 15,
    vat_type: 1,
    remarks: 'DELIVER TO THE STOCKROOM',
    po_details: Array.from({ length: 14 }, (_, line) => ({
      item_description: `GUARDS, BRANCH ${line + 1}`,
      quantity: '2.5',
      unit: 'months',
      unit_cost: '1,234.56',
    })),
  });
  const page = await openAs('preparer', `/purchase-order-print/${String(order.data['po_number'])}`);
  await expect(page.getByRole('article').getByText('PAGE 2 OF 2')).toBeVisible();
  expect(differencesOnPaper(await copiesOf(page))).toEqual([]);
  // Each sheet says that the order is not approved.
  expect(await stampsOnPrintedPages(page)).toEqual([1, 1]);
});
