import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readBatch } from '@talaan/contract/documents/batch.contract';
import { takeBatchNumber } from '@talaan/contract/documents/entry-page/entry-page.contract';
import { listDrafts } from '@talaan/contract/documents/draft.contract';
import { createOrder, listOrders, readOrder } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import type { Screen } from '../../page/screen.ts';
import { readPendingNumber } from '../../session/pending-numbers.ts';
import { answered, answeredAround, edited, recorded } from '../../testing/recorded-answers.ts';
import { loseNextAnswer, refusal } from '../../testing/render-app.tsx';
import { cell, foot, opening, sent, typeCells, workedAt } from '../../testing/entry-page.ts';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { PurchaseOrderEditScreen, PurchaseOrderEntryScreen } from './purchase-order-entry-screen.tsx';
import { PurchaseOrderListScreen } from './purchase-order-list-screen.tsx';

const NUMBER = recorded(takeBatchNumber, 'order/number').data.batch_number;
const DRAFT = recorded(readBatch, 'order/draft').data;
const SAVED = recorded(createOrder, 'order/saved').data;
const ORDERS: Screen = {
  label: 'Purchase Order',
  path: '/trx-purchase-order',
  load: async () => PurchaseOrderListScreen,
  children: [
    { path: '/trx-purchase-order/create', title: 'Create', load: async () => PurchaseOrderEntryScreen },
    { path: '/trx-purchase-order/edit/$data', title: 'Edit', load: async () => PurchaseOrderEditScreen },
  ],
};
const CREATE = '/trx-purchase-order/create';
const READ = `${CREATE}?batch=${NUMBER}`;

const openPage = opening(
  ORDERS,
  'entry/choices',
  'entry/drafts-none',
  'entry/payees',
  'entry/users',
  'order/number',
  'order/payee',
  'order/list',
);

async function choosePayee(): Promise<void> {
  await page.getByRole('combobox', { name: 'Payee' }).fill('S0001');
  await page.getByRole('option', { name: /S0001/ }).click();
}

workedAt('2025-05-22T07:00:00Z', { 'Purchase Order': 3 });

describe('a purchase order that is entered', () => {
  it('is typed by keyboard: its lines are priced, its VAT divided, its supplier asked for nothing that is known', async () => {
    const { asked } = await openPage(CREATE, {
      ...answered('order/saved'),
      // The draft of a journal as one of an order: what differs is its name.
      'GET /api/trx/drafts': edited(listDrafts, 'entry/drafts', ({ data: [draft] }) => ({
        data: [{ ...draft!, document_type: 'PO', batch_number: 'PO0000009' }],
      })),
    });
    await expect.element(page.getByText('Unsaved entry, purchase order PO0000009.')).toBeVisible();
    await expect.element(page.getByRole('grid', { name: 'Lines' })).toBeVisible();
    await choosePayee();
    cell(0, 0).focus();
    await typeCells('GUARDS, BRANCH SMP-001', '6', 'months', '14000*2');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Item Description, line 2');
    await typeCells('GUARDS, BRANCH SMP-002', '6', 'months', '16,800');
    await expect.element(foot()).toHaveTextContent(/2 lines\s*Total\s*PHP 268,800.00/);
    expect(cell(0, 4).textContent).toBe('168,000.00');
    await expect
      .element(page.getByRole('region', { name: 'VAT in the order' }))
      .toHaveTextContent(/Subtotal\s*240,000.00\s*VAT\s*28,800.00\s*Total\s*268,800.00/);
    await userEvent.keyboard('{Escape}{Control>}s{/Control}');
    await expect
      .element(page.getByText('The transaction entry has been added to the list successfully.'))
      .toBeVisible();
    expect(sent(asked, 'POST /api/trx/po-header')).toMatchObject({
      po_number: NUMBER,
      po_date: '2025-05-22',
      payee_id: DRAFT.payee_id,
      vat_type: 1,
      po_details: [
        { item_description: 'GUARDS, BRANCH SMP-001', quantity: '6', unit: 'months', unit_cost: '28000.00' },
        { item_description: 'GUARDS, BRANCH SMP-002', quantity: '6', unit: 'months', unit_cost: '16800.00' },
      ],
    });
  });

  it('keeps its number over a reload, and one of its own beside that of a batch', async () => {
    const { asked, screen } = await openPage(CREATE);
    await expect.element(page.getByText(NUMBER).first()).toBeVisible();
    await expect.poll(() => readPendingNumber('po_number')).toBe(NUMBER);
    expect(readPendingNumber('batch_number')).toBeNull();
    const held = localStorage.getItem('dist_data')!;
    const draft = readPendingNumber('po_draft')!;
    await screen.unmount();
    // A reload leaves the page without unmounting it: what the browser held is there again.
    localStorage.setItem('dist_data', held);
    vi.restoreAllMocks();
    const again = await openPage(`${CREATE}?draft=${draft}`, {
      [`GET /api/trx/drafts/${draft}`]: refusal(404, 'There is no such draft.'),
    });
    await expect.element(page.getByText(NUMBER).first()).toBeVisible();
    const taken = [...asked, ...again.asked].filter(({ call }) => call === 'GET /api/trx/batch-number');
    expect(taken.map(({ address }) => new URL(address, 'http://x').searchParams.get('draft_id'))).toEqual([
      draft,
      draft,
    ]);
  });

  it('marks what cannot be read before it is sent, and what the server refuses in its cell', async () => {
    const { asked } = await openPage(CREATE, answered('order/refused'));
    await expect.element(page.getByRole('grid', { name: 'Lines' })).toBeVisible();
    await choosePayee();
    cell(0, 0).focus();
    await typeCells('GUARDS', '-6', 'months', '(28,000)');
    await userEvent.keyboard('{Escape}{Control>}s{/Control}');
    const summary = page.getByRole('alert').filter({ hasText: 'attention' });
    await expect.element(summary).toHaveTextContent('Line 1: Quantity must be a number above 0');
    expect(cell(0, 1).getAttribute('aria-invalid')).toBe('true');
    expect(sent(asked, 'POST /api/trx/po-header')).toBeUndefined();
    await page.getByLabelText('E-mail').fill('x');
    await page.getByRole('textbox', { name: 'Shipping Date' }).fill('2019-05-10');
    await userEvent.keyboard('{Tab}');
    await expect.element(summary).toHaveTextContent(/Shipping Date is before the PO Date.*Invalid email account/);
    await page.getByLabelText('E-mail').fill('');
    await page.getByRole('textbox', { name: 'Shipping Date' }).fill('');
    await userEvent.keyboard('{Tab}');
    // F8 leads to each of them, and one press mends what was meant.
    await expect.element(foot()).toHaveTextContent('2 to correct');
    await userEvent.keyboard('{F8}');
    await expect.element(cell(0, 1)).toHaveFocus();
    const correction = (label: string) => page.getByRole('grid').getByRole('button', { name: label, exact: true });
    await expect.element(correction('Use 6')).toBeVisible();
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}{F8}');
    await expect.element(cell(0, 3)).toHaveFocus();
    await correction('Use 28,000.00').click();
    await expect.element(foot()).toHaveTextContent('PHP 168,000.00');
    await expect.element(foot()).not.toHaveTextContent('to correct');
    cell(0, 1).focus();
    await typeCells('8 dozen');
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(correction('Use 8 dozen')).not.toBeInTheDocument();
    cell(0, 2).focus();
    await userEvent.keyboard('{Delete}');
    await correction('Use 8 dozen').click();
    expect([cell(0, 1).textContent, cell(0, 2).textContent]).toEqual(['8', 'dozen']);
    cell(1, 0).focus();
    await typeCells('GUARDS', '6', 'months', '28000');
    await userEvent.keyboard('{Escape}{Control>}s{/Control}');
    await userEvent.keyboard('{Escape}');
    await expect
      .element(page.getByRole('grid').getByRole('status'))
      .toHaveTextContent(/^Line 2: .*Unit cost must be an amount above 0/);
    await expect.element(summary).toHaveTextContent(/inactive/);
  });
});

describe('a stored purchase order', () => {
  it('opens for edit at /edit/{data} with what it says', async () => {
    await openPage(`/trx-purchase-order/edit/${NUMBER}`, answered('order/draft', 'order/locked', 'order/freed'));
    await expect.element(page.getByRole('heading', { name: `Purchase order ${NUMBER}`, level: 1 })).toBeVisible();
    await expect.element(page.getByLabelText('Contact Person')).toHaveValue('Rosa Halimbawa');
    expect(cell(1, 4).textContent).toBe('100,800.00');
    await expect.element(foot()).toHaveTextContent('PHP 268,800.00');
  });

  it('shows of each voucher what was withheld, paid and left open, and sums those that count', async () => {
    const voucher = {
      document_type: 'CV',
      document_number: null,
      document_date: '2025-05-21',
      status: 2,
      counts: true,
    };
    const taken = (batch_number: string, gross: string, withheld: string, net: string) => ({
      ...voucher,
      batch_number,
      voucher_amount: gross,
      withheld_amount: withheld,
      net_amount: net,
    });
    // Two vouchers and a draft would take the recording through two approvals.
    const vouchers = [
      taken('0000801', '56000.00', '1000.00', '55000.00'),
      { ...taken('0000802', '1.00', '0.00', '1.00'), status: 1, counts: false },
      taken('0000803', '12800.00', '0.00', '12800.00'),
    ];
    await openPage(READ, {
      ...answered('order/approved'),
      [`GET /api/trx/po-header/${NUMBER}`]: edited(readOrder, 'order/approved-order', ({ data }) => ({
        data: { ...data, vouchers, vouchered_amount: '68800.00', open_amount: '200000.00' },
      })),
    });
    const table = page.getByRole('table', { name: 'Vouchers on this order' });
    await expect
      .element(table.getByRole('row', { name: '0000801' }))
      .toHaveTextContent(/56,000.001,000.0055,000.00212,800.00$/);
    await expect.element(table.getByRole('row', { name: '0000802' })).toHaveTextContent(/1.000.001.00$/);
    await expect
      .element(table.getByRole('row', { name: '0000803' }))
      .toHaveTextContent(/12,800.000.0012,800.00200,000.00$/);
    await expect
      .element(table.getByRole('row', { name: 'Taken from the order' }))
      .toHaveTextContent(/68,800.001,000.0067,800.00200,000.00$/);
    await expect
      .element(page.getByRole('region', { name: 'Actions' }))
      .toHaveTextContent(/Ordered\s*PHP 268,800.00\s*Vouchered\s*68,800.00\s*Open\s*200,000.00/);
  });

  it('shows lines with their sum, match and VAT, and is closed short with a reason', async () => {
    const { asked } = await openPage(
      READ,
      answeredAround(['order/approved', 'order/approved-order'], 'order/close', ['order/closed', 'order/closed-order']),
    );
    await expect.element(page.getByRole('region', { name: 'Lines' })).toHaveTextContent(/Total, 2 lines\s*268,800.00/);
    await expect
      .element(page.getByRole('region', { name: 'Match' }))
      .toHaveTextContent(/Ordered\s*268,800.00\s*Vouchered\s*0.00.*Open to voucher\s*268,800.00/);
    await expect.element(page.getByText('No ledger effect')).toBeVisible();
    expect(await accessibilityFaults()).toEqual([]);
    // On a phone the total of a line is in sight, under its name.
    await page.viewport(390, 844);
    const total = page.getByRole('table', { name: /^Lines of/ }).getByRole('cell', { name: '168,000.00' });
    expect(total.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
    expect(getComputedStyle(total.element(), '::before').content).toBe('"Total"');
    await page.viewport(1280, 800);
    await page.getByRole('button', { name: 'Close short' }).click();
    await page.getByRole('textbox', { name: 'Remarks' }).fill('The branch is closed.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByText('Closed Short').first()).toBeVisible();
    expect(sent(asked, `POST /api/trx/header/${NUMBER}`)).toMatchObject({
      status: 10,
      approved_remarks: 'The branch is closed.',
    });
    await expect.element(page.getByRole('button', { name: 'Close short' })).not.toBeInTheDocument();
  });
});

it('is sent to its supplier, whose address is known, once it is approved', async () => {
  const { asked } = await openPage(READ, answered('order/approved', 'order/approved-order', 'order/mailed'));
  await page.getByRole('button', { name: 'E-mail' }).click();
  const dialog = page.getByRole('dialog', { name: `E-mail ${NUMBER}` });
  await expect.element(dialog.getByRole('textbox', { name: 'To' })).toHaveValue('sales@bantay.example');
  // A mail whose answer was lost is sent once.
  loseNextAnswer();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Network Error')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText(/No mail server is set/)).toBeVisible();
  const mail = `POST /api/trx/po-header/${NUMBER}/email`;
  expect(sent(asked, mail)).toEqual({ to: 'sales@bantay.example' });
  const keys = asked.filter(({ call }) => call === mail).map(({ headers }) => headers['idempotency-key']);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

it('the list shows the orders of a month by their terms, and narrows them by VAT type', async () => {
  await page.viewport(1600, 900);
  const { asked } = await openPage('/trx-purchase-order?month=2025-05');
  const row = page.getByRole('row').filter({ hasText: NUMBER });
  await expect
    .element(row)
    .toHaveTextContent(/2025-05-22.*Rosa Halimbawa.*15 days.*2025-06-30.*Vatable.*268,800.00.*Active/);
  await page.getByRole('button', { name: 'VAT Type' }).click();
  await page.getByLabelText('Vat Exempt').click();
  await expect
    .poll(() => asked.findLast(({ call }) => call === 'GET /api/trx/po-header')?.address)
    .toMatch(/po_date=2025-05-01.*vat_type=2|vat_type=2.*po_date=2025-05-01/);
  expect(SAVED.po_number).toBe(NUMBER);
});

it('a row of the list is printed in a tab of its own, shows its files, is changed and is read', async () => {
  const printed = vi.spyOn(window, 'open').mockReturnValue(null);
  const { router } = await openPage(
    '/trx-purchase-order?month=2025-05',
    answered('order/draft', 'order/locked', 'order/freed'),
  );
  const row = page.getByRole('row').filter({ hasText: NUMBER });
  const choose = async (action: string) => {
    await row.hover();
    await row.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Print Purchase Order');
  expect(printed.mock.calls).toEqual([[`/purchase-order-print/${NUMBER}`, '_blank', 'noopener']]);
  await choose('Attachments');
  const files = page.getByRole('dialog', { name: 'Attachments' });
  await expect.element(files.getByText('Drop, paste or choose files')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await choose('View');
  await expect.poll(() => router.state.location.href).toBe(READ);
  await router.navigate({ to: '/trx-purchase-order', search: { month: '2025-05' } });
  await choose('Edit');
  await expect.poll(() => router.state.location.href).toBe(`${READ}&edit=1`);
});

it('what was returned says so in the list, and is found among the statuses', async () => {
  const found = recorded(listOrders, 'order/list');
  const data = found.data.map((row) => ({ ...row, approved_remarks: 'Which supplier?' }));
  const { asked } = await openPage('/trx-purchase-order?month=2025-05', {
    'GET /api/trx/po-header': { body: { ...found, data } },
  });
  await expect.element(page.getByRole('row').filter({ hasText: NUMBER })).toHaveTextContent('Returned');
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Status' }).click();
  await page.getByLabelText('Returned').click();
  await expect
    .poll(() => asked.findLast(({ call }) => call === 'GET /api/trx/po-header')?.address)
    .toMatch(/returned=1/);
});

it('a search that finds nothing in its month says how much all months hold, and shows it by Alt M', async () => {
  const found = recorded(listOrders, 'order/list');
  const nothing = { ...found, data: [], from: 0, to: 0, total: 0, last_page: 1, totals: [] };
  const { asked } = await openPage('/trx-purchase-order?month=2025-04&q=bantay', {
    'GET /api/trx/po-header': () => ({
      body: lastAddress().includes('po_date=2025-04-01') ? nothing : found,
    }),
  });
  function lastAddress(): string {
    return (vi.mocked(window.fetch).mock.lastCall?.[0] as string) ?? '';
  }
  await expect.element(page.getByText('No result for “bantay”')).toBeVisible();
  await expect.element(page.getByRole('button', { name: `${found.total} in all months` })).toBeVisible();
  await userEvent.keyboard('{Alt>}m{/Alt}');
  await expect.element(page.getByRole('row').filter({ hasText: NUMBER })).toBeVisible();
  expect(asked.findLast(({ call }) => call === 'GET /api/trx/po-header')!.address).not.toContain('po_date');
  await page.getByRole('button', { name: 'All months' }).click();
  await expect.element(page.getByText('No result for “bantay”')).toBeVisible();
});
