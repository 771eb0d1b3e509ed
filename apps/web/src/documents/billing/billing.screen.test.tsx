import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readBatch } from '@talaan/contract/documents/batch.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { createBilling, listBillings, readBilling } from '@talaan/contract/documents/billing/billing.contract';
import { emailBilling } from '@talaan/contract/documents/billing/billing-print.contract';
import { readEntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import { takeBatchNumber } from '@talaan/contract/documents/entry-page/entry-page.contract';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import type { Screen } from '../../page/screen.ts';
import { readPendingNumber } from '../../session/pending-numbers.ts';
import { startSession } from '../../session/session.ts';
import { answered, answeredAround, edited, recorded } from '../../testing/recorded-answers.ts';
import { loginDataOf, refusal } from '../../testing/render-app.tsx';
import { cell, foot, opening, sent, typeCells, workedAt } from '../../testing/entry-page.ts';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { BillingEditScreen, BillingEntryScreen } from './billing-entry-screen.tsx';
import { BillingListScreen } from './billing-list-screen.tsx';

const NUMBER = recorded(takeBatchNumber, 'billing/number').data.batch_number;
const DRAFT = recorded(readBatch, 'billing/draft').data;
const SAVED = recorded(createBilling, 'billing/saved').data;
const BILLINGS: Screen = {
  label: 'Billing',
  path: '/trx-billing',
  load: async () => BillingListScreen,
  children: [
    { path: '/trx-billing/create', title: 'Create', load: async () => BillingEntryScreen },
    { path: '/trx-billing/edit/$data', title: 'Edit', load: async () => BillingEditScreen },
  ],
};
const CREATE = '/trx-billing/create';
const READ = `${CREATE}?batch=${NUMBER}`;

const openPage = opening(
  BILLINGS,
  'entry/drafts-none',
  'entry/payees',
  'entry/users',
  'billing/choices',
  'billing/number',
  'billing/payee',
  'billing/owed',
  'billing/last',
  'billing/list',
);

async function chooseCustomer(): Promise<void> {
  await page.getByRole('combobox', { name: 'Customer' }).fill('C0001');
  await page.getByRole('option', { name: /C0001/ }).click();
}

workedAt('2025-05-22T09:00:00Z', { Billing: 4 });

describe('a billing that is entered', () => {
  it('has its faulty first line, and what is wrong with it, in sight below the faults of its head', async () => {
    await page.viewport(1440, 900);
    await openPage(CREATE);
    await expect.element(page.getByRole('grid', { name: 'Lines' })).toBeVisible();
    cell(0, 0).focus();
    await typeCells('NO SUCH SERVICE', 'APRIL 2025', '', '999999', 'abc');
    await userEvent.keyboard('{Escape}{Control>}s{/Control}');
    const line = cell(0, 0).closest('tr')!;
    await expect.poll(() => line.nextElementSibling?.textContent).toMatch(/^Line 1: Service NO SUCH SERVICE/);
    await expect.element(page.getByText('7 fields need attention')).toBeVisible();
    const [own, told] = [line, line.nextElementSibling!].map((row) => row.getBoundingClientRect());
    expect(own!.top).toBeGreaterThanOrEqual(
      document.querySelector('[role=grid] thead')!.getBoundingClientRect().bottom,
    );
    expect(told!.bottom).toBeLessThanOrEqual(foot().element().getBoundingClientRect().top);
    expect(line.contains(document.elementFromPoint(own!.left + 80, own!.top + 4))).toBe(true);
  });

  it('is typed by keyboard: VAT comes from the customer, income, tags and due date follow, what he owes stands beside', async () => {
    await page.viewport(1440, 900);
    const { asked } = await openPage(CREATE, answered('billing/saved'));
    await expect.element(page.getByRole('grid', { name: 'Lines' })).toBeVisible();
    // It begins at what must be filled in first; a click in an empty cell of choices lists them, and takes none by itself.
    await expect.element(page.getByRole('combobox', { name: 'Customer' })).toHaveFocus();
    await userEvent.click(cell(0, 0));
    await expect.poll(() => page.getByRole('option').elements().length).toBeGreaterThan(1);
    await userEvent.keyboard('{Escape}{Escape}');
    await chooseCustomer();
    // He is billed by the term of his last invoice.
    await expect.element(page.getByLabelText('Term (days)')).toHaveValue('15');
    await page.getByLabelText('Term (days)').fill('3O');
    await expect.element(page.getByText('Term must be 0 to 365 days.')).toBeVisible();
    await page.getByLabelText('Term (days)').fill('30');
    await expect.element(page.getByRole('radio', { name: 'Vatable' })).toBeChecked();
    await expect.element(page.getByText('2025-06-21')).toBeVisible();
    for (const place of ['Branch', 'Department'] as const) {
      await page.getByRole('combobox', { name: place }).click();
      await page.getByRole('option').first().click();
    }
    cell(0, 0).focus();
    await typeCells('SYSTEM USAGE FEE', 'APRIL 2025', '', '408010', '80000*1.12');
    await typeCells('TRAINING FEE', 'TELLERS', 'Zero Rated', '408020', '22,400');
    await expect
      .element(foot())
      .toHaveTextContent(/2 services\s*Income\s*102,400.00\s*VAT\s*9,600.00\s*Total due\s*PHP 112,000.00/);
    expect([0, 1].map((row) => [2, 5, 6].map((column) => cell(row, column).textContent))).toEqual([
      ['Vatable', '80,000.00', '9,600.00'],
      ['Zero Rated', '22,400.00', '0.00'],
    ]);
    // What a cell holds already may be typed again: it is no browsing through the list, whose first account would be taken.
    await userEvent.dblClick(cell(1, 3));
    await userEvent.keyboard('{Control>}a{/Control}408020');
    const listed = () => page.getByRole('option').elements().length;
    await expect.poll(listed).toBe(1);
    await userEvent.keyboard('{Enter}');
    expect(cell(1, 3).textContent).toMatch(/^408020/);
    // Emptied it stays empty, until something of the list is gone to.
    await userEvent.dblClick(cell(1, 3));
    await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
    await expect.poll(listed).toBeGreaterThan(1);
    const [first] = page.getByRole('option').elements();
    await userEvent.keyboard('{Enter}');
    expect(cell(1, 3).textContent).toBe('');
    await userEvent.dblClick(cell(1, 3));
    await userEvent.keyboard('x{Backspace}');
    await expect.poll(listed).toBeGreaterThan(1);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(first!.textContent).toContain(cell(1, 3).textContent.slice(0, 6));
    await userEvent.dblClick(cell(1, 3));
    await userEvent.keyboard('{Control>}a{/Control}408020');
    await expect.poll(listed).toBe(1);
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByRole('region', { name: 'On the invoice' }))
      .toHaveTextContent(/Vatable Sales\s*80,000.00.*Zero-rated Sales\s*22,400.00.*Total Due\s*112,000.00/);
    await expect
      .element(page.getByRole('region', { name: 'In the ledger, when approved' }))
      .toHaveTextContent(
        /105010.*Total Amount\s*112,000.00.*408010.*Income Amount.*80,000.00.*203010.*Vat Amount.*9,600.00/,
      );
    await expect
      .element(page.getByRole('region', { name: 'Customer' }))
      .toHaveTextContent(
        /1, oldest 20 days.*Past due\s*PHP 11,200.00.*Open balance\s*PHP 11,200.00.*With this billing\s*PHP 123,200.00/,
      );
    expect(await accessibilityFaults()).toEqual([]);
    await userEvent.keyboard('{Escape}{Control>}s{/Control}');
    await expect
      .element(page.getByText('The transaction entry has been added to the list successfully.'))
      .toBeVisible();
    expect(sent(asked, 'POST /api/trx/billing')).toMatchObject({
      billing_request_no: NUMBER,
      billing_date: '2025-05-22',
      payee_id: DRAFT.payee_id,
      vat: 1,
      payment_term: 30,
      billing_details: [
        { account_code: '408010', description: 'APRIL 2025', total_amount: '89600.00' },
        { account_code: '408020', description: 'TELLERS', vat: 3, total_amount: '22400.00' },
      ],
    });
    await expect.element(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible();
  });

  it('bills again what the last invoice of the customer did, on its own date, while nothing is typed', async () => {
    const { asked } = await openPage(CREATE, answered('billing/older', 'billing/saved'));
    await expect.element(page.getByRole('grid', { name: 'Lines' })).toBeVisible();
    await chooseCustomer();
    const copy = page.getByRole('button', { name: 'Copy invoice of 2 May 2025' });
    await copy.click();
    await expect.element(copy).not.toBeInTheDocument();
    expect(document.activeElement).toBe(cell(0, 0));
    await expect.element(foot()).toHaveTextContent(/1 service\s*Income\s*10,000.00\s*VAT\s*1,200.00/);
    expect(await accessibilityFaults()).toEqual([]);
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect
      .poll(() => sent(asked, 'POST /api/trx/billing'))
      .toMatchObject({
        billing_request_no: NUMBER,
        billing_date: '2025-05-22',
        payment_term: 15,
        remarks: 'SYSTEM USAGE OF MARCH',
        billing_details: [{ account_code: '408010', total_amount: '11200.00' }],
      });
  });

  it('keeps its request number in this browser, beside that of a batch', async () => {
    const { asked } = await openPage(CREATE);
    await expect.element(page.getByText(NUMBER).first()).toBeVisible();
    await expect.poll(() => readPendingNumber('billing_request_no')).toBe(NUMBER);
    expect(readPendingNumber('batch_number')).toBeNull();
    const taken = asked.find(({ call }) => call === 'GET /api/trx/batch-number')!;
    expect(taken.address).toMatch(/document_type=BI/);
  });

  it('marks what is missing before it is sent, each in its place, and tells of a hold as soon as its customer is chosen', async () => {
    // The hold stands in master data, which the billing's own story does not touch.
    const held = edited(readEntryPayee, 'billing/payee', (body) => ({
      data: { ...body.data, billing_hold: 'Unpaid since May.', is_employee: true },
    }));
    const { asked } = await openPage(CREATE, { 'GET /api/trx/payees/3': held });
    await expect.element(page.getByRole('grid', { name: 'Lines' })).toBeVisible();
    cell(0, 0).focus();
    await typeCells('NO SUCH SERVICE', 'APRIL', '', '', '0');
    await userEvent.keyboard('{Escape}{Control>}s{/Control}');
    const summary = page.getByRole('alert').filter({ hasText: 'attention' });
    for (const told of [
      'Customer is required.',
      'Branch is required.',
      'Line 1: Service NO SUCH SERVICE is not on the list.',
      'Line 1: VAT is required, on the line or for the whole billing.',
      'Line 1: Income account is required.',
    ])
      await expect.element(summary).toHaveTextContent(told);
    expect(sent(asked, 'POST /api/trx/billing')).toBeUndefined();
    await chooseCustomer();
    await expect
      .element(page.getByText(/Customer C0001 .* is on hold: Unpaid since May\. Clear Billing hold/))
      .toBeVisible();
    await expect.element(page.getByText(/ is an employee, and is billed as a customer\./)).toBeVisible();
  });
});

describe('a stored billing', () => {
  it('opens for edit at /edit/{data} with what it says, and is asked for by its type beside its number', async () => {
    await page.viewport(1440, 900);
    const { asked } = await openPage(
      `/trx-billing/edit/${NUMBER}`,
      answered('billing/draft', 'billing/locked', 'billing/freed'),
    );
    await expect.element(page.getByRole('heading', { name: `Billing request ${NUMBER}`, level: 1 })).toBeVisible();
    await expect.element(page.getByLabelText('Term (days)')).toHaveValue('30');
    expect([0, 1].map((row) => [0, 1, 2, 4].map((column) => cell(row, column).textContent))).toEqual([
      ['SYSTEM USAGE FEE', 'APRIL 2025', 'Vatable', '89,600.00'],
      ['TRAINING FEE', 'TELLERS', 'Zero Rated', '22,400.00'],
    ]);
    const read = asked.filter(({ call }) => call === `GET /api/trx/header/${NUMBER}`);
    expect(read.map(({ address }) => new URL(address, 'http://x').searchParams.get('document_type'))).toContain('BI');
    expect(read.every(({ address }) => address.includes('document_type=BI'))).toBe(true);
  });

  it('is edited with every amount in sight at 1024, whatever stands at the end of its lines', async () => {
    await page.viewport(1024, 768);
    await openPage(`/trx-billing/edit/${NUMBER}`, answered('billing/draft', 'billing/locked', 'billing/freed'));
    await expect.element(page.getByLabelText('Term (days)')).toHaveValue('30');
    cell(0, 4).focus();
    await userEvent.keyboard('9999999.99{Enter}');
    await expect.poll(() => cell(0, 6).textContent).toBe('1,071,428.57');
    const end = cell(0, 6).parentElement!.lastElementChild!;
    expect(cell(0, 6).getBoundingClientRect().right).toBeLessThanOrEqual(end.getBoundingClientRect().left + 1);
  });

  it('shows services by their names, the lines that they became, the foot of the invoice and what is open', async () => {
    await page.viewport(1440, 900);
    await openPage(READ, answered('billing/approved', 'billing/approved-billing'));
    await expect
      .element(page.getByRole('region', { name: 'Services' }))
      .toHaveTextContent(/SYSTEM USAGE FEEAPRIL 2025.*Vatable.*89,600.00.*TRAINING FEE.*Zero Rated/);
    await expect
      .element(page.getByRole('region', { name: 'Lines' }))
      .toHaveTextContent(/105010.*112,000.00.*Total Amount.*203010.*9,600.00.*Vat Amount/);
    await expect
      .element(page.getByRole('region', { name: 'On the invoice' }))
      .toHaveTextContent(/Vatable Sales\s*80,000.00.*Zero-rated Sales\s*22,400.00.*Total Due\s*112,000.00/);
    await expect
      .element(page.getByRole('region', { name: 'Actions' }))
      .toHaveTextContent(/Total due\s*PHP 112,000.00\s*Collected\s*0.00\s*Open\s*112,000.00/);
    expect(await accessibilityFaults()).toEqual([]);
  });
});

it('an invoice leads to the collections that settle it', async () => {
  const { batch_number, settled_by } = recorded(readBilling, 'collection/settled-billing').data;
  const [collection] = settled_by;
  await openPage(`${CREATE}?batch=${batch_number}`, answered('collection/settled', 'collection/settled-billing'));
  const part = page.getByRole('region', { name: 'Settled by' });
  await expect.element(part).toHaveTextContent(/, 23 May 2025\s*11,200\.00\s*Collected\s*11,200\.00/);
  await expect
    .element(part.getByRole('link', { name: /, 23 May 2025/ }))
    .toHaveAttribute('href', `/trx-collection/create?batch=${collection!.batch_number}`);
});

it('an open invoice names the cheques that its customer gave for it, and leads to its collection', async () => {
  const { data } = recorded(readBilling, 'billing/approved-billing');
  // The books of the recorded answers have no cheque that names this invoice.
  const withCheque = edited(readBilling, 'billing/approved-billing', (body) => ({
    data: {
      ...body.data,
      is_pdc: 1,
      number_of_cheques: 1,
      received_cheques: [
        { id: 7, cheque_number: '0004711', cheque_date: '2025-06-30', cheque_amount: '112000.00', state: 'Held' },
      ],
    },
  }));
  startSession(loginDataOf({ Billing: 4, Collection: 2 }));
  const { history } = await openPage(READ, {
    ...answered('billing/approved'),
    [`GET /api${readBilling.path.replace('{id}', data.billing_request_no)}`]: withCheque,
  });
  const part = page.getByRole('region', { name: 'Post-dated cheques' });
  await expect.element(part).toHaveTextContent('0004711, 30 Jun 2025, Held112,000.00');
  // Who may not see the register is led nowhere.
  expect(part.getByRole('link').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Collect' }).click();
  await expect
    .poll(() => history.location.href)
    .toBe(`/trx-collection/create?customer=${data.payee_id}&invoice=${data.document_number}`);
});

it('an invoice is marked as disputed with a reason, which stands above it until the dispute ends', async () => {
  const { asked } = await openPage(
    READ,
    answeredAround(['billing/approved', 'billing/approved-billing'], 'billing/dispute', [
      'billing/approved',
      'billing/disputed-billing',
    ]),
  );
  await page.getByRole('button', { name: 'Dispute', exact: true }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The rate was agreed at 10 %.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Disputed: The rate was agreed at 10 %.')).toBeVisible();
  expect(sent(asked, `PUT /api/trx/billing-dispute/${NUMBER}`)).toEqual({
    dispute_reason: 'The rate was agreed at 10 %.',
  });
  await page.getByRole('button', { name: 'End dispute' }).click();
  await expect.poll(() => sent(asked, `PUT /api/trx/billing-dispute/${NUMBER}`)).toEqual({ dispute_reason: '' });
});

it('an invoice is sent to its customer, whose address is known, and is printed in a tab of its own', async () => {
  const printed = vi.spyOn(window, 'open').mockReturnValue(null);
  const { asked } = await openPage(READ, answered('billing/approved', 'billing/approved-billing', 'billing/mailed'));
  await page.getByRole('button', { name: 'E-mail' }).click();
  const dialog = page.getByRole('dialog', { name: /^E-mail BI-HOB/ });
  const to = dialog.getByRole('textbox', { name: 'To' });
  await expect.element(to).toHaveValue(recorded(readBilling, 'billing/approved-billing').data.payee_email);
  await to.fill('accounts1@customer.example');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText(/No mail server is set/)).toBeVisible();
  expect(sent(asked, 'POST /api/trx/send-mail')).toEqual({
    billing_request_no: NUMBER,
    email_add: 'accounts1@customer.example',
  });
  page.getByRole('button', { name: 'Print', exact: true }).element().focus();
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.element(page.getByRole('menuitem', { name: 'Billing Invoice' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Print', exact: true })).toHaveFocus();
  const data = encodePrintLink({ billing_request_no: NUMBER });
  expect(printed.mock.calls).toEqual([[`/preview-billing/${data}`, '_blank', 'noopener']]);
});

it('a mail waits until a mail server took it, says so then by the number of the invoice, and one that is refused says why', async () => {
  let answer = edited(emailBilling, 'billing/mailed', ({ data }) => ({ data: { ...data, has_server: true } }));
  // What is read while a mail server takes its time differs in this alone.
  let state: BatchDetail['mail_state'] = null;
  const { asked } = await openPage(READ, {
    ...answered('billing/approved', 'billing/approved-billing'),
    [`GET /api/trx/header/${NUMBER}`]: () =>
      edited(readBatch, 'billing/approved', ({ data }) => ({ data: { ...data, mail_state: state } })),
    'POST /api/trx/send-mail': () => {
      state = 'waiting';
      return answer;
    },
  });
  await page.getByRole('button', { name: 'E-mail' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'To' }).fill('accounts1@customer.example');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText(/^The mail to accounts1@customer\.example waits to be sent/)).toBeVisible();
  await expect.element(page.getByText('E-mail waiting')).toBeVisible();
  state = 'sent';
  const said = page.getByText(/^Successfully sent an email for billing BI-HOB\d{7}\.$/);
  await expect.element(said, { timeout: 15_000 }).toBeVisible();
  await expect.element(page.getByText('E-mail sent')).toBeVisible();
  answer = refusal(409, 'Billing 0000002 is Cancelled. Only an approved invoice is sent.');
  await page.getByRole('button', { name: 'E-mail' }).click();
  const to = page.getByRole('dialog').getByRole('textbox', { name: 'To' });
  await to.fill('accounts');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('dialog').getByText('Invalid email account.')).toBeVisible();
  await to.fill('accounts1@customer.example');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText(/^Unable to send an email! Billing 0000002 is Cancelled/)).toBeVisible();
  expect(asked.filter(({ call }) => call === 'POST /api/trx/send-mail')).toHaveLength(2);
});

describe('the list of billings', () => {
  const LIST = '/trx-billing?month=2025-05';

  it('shows numbers, customer, states and amounts of a month, and narrows them by collection and accounting', async () => {
    await page.viewport(1600, 900);
    const { asked } = await openPage(LIST);
    await expect
      .element(page.getByRole('row').filter({ hasText: NUMBER }))
      .toHaveTextContent(new RegExp(`${NUMBER}BI-HOB\\d{7}.*Approved *2025-05-22Uncollected112,000.00PHPPosted`));
    const mailed = recorded(listBillings, 'billing/list').data.filter(({ mail_state }) => mail_state === 'waiting');
    expect(page.getByRole('img', { name: 'E-mail waiting' }).elements()).toHaveLength(mailed.length);
    expect(mailed).not.toEqual([]);
    for (const [filter, option] of [
      ['Collection', 'Uncollected'],
      ['Accounting', 'Posted'],
    ] as const) {
      await page.getByRole('button', { name: filter, exact: true }).click();
      await page.getByLabelText(option, { exact: true }).click();
      await userEvent.keyboard('{Escape}');
    }
    const last = () => asked.findLast(({ call }) => call === 'GET /api/trx/billing')!.address;
    await expect.poll(last).toMatch(/accounting_status=7/);
    expect(last()).toMatch(/collection_status=0/);
    expect(last()).toMatch(/request_date=2025-05-01/);
    expect(SAVED.billing_request_no).toBe(NUMBER);
    // A file holds what the list shows.
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const saved = () => asked.findLast(({ call }) => call === 'GET /api/trx/billing/export')?.address;
    await expect.poll(saved).toMatch(/collection_status=0/);
    for (const part of ['accounting_status=7', 'request_date=2025-05-01', 'format=csv'])
      expect(saved()).toContain(part);
  });

  it('offers beside it what the page of an open invoice does', async () => {
    await page.viewport(1440, 900);
    startSession(loginDataOf({ Billing: 4, Collection: 2 }));
    await openPage(`${LIST}&id=BI-${NUMBER}`, answered('billing/approved', 'billing/approved-billing'));
    const panel = page.getByRole('complementary', { name: new RegExp(NUMBER) });
    for (const name of ['Collect', 'Dispute', /E-mail/])
      await expect.element(panel.getByRole('button', { name, exact: typeof name === 'string' })).toBeVisible();
  });

  it('has the accounting status changed in the table: Cancelled, with a reason', async () => {
    await page.viewport(1600, 900);
    const { asked } = await openPage(LIST, {
      ...answered('billing/older'),
      ...answeredAround(['billing/list'], 'billing/cancel', ['billing/cancelled-list']),
    });
    const row = page.getByRole('row').filter({ hasText: '2025-05-02' });
    await row.getByRole('button', { name: /^Accounting status/ }).click();
    await page.getByRole('menuitem', { name: 'Cancelled' }).click();
    const dialog = page.getByRole('dialog', { name: /^Cancel BI-HOB/ });
    await expect
      .element(dialog)
      .toHaveTextContent(
        'An exact mirror entry reverses it in the ledger on 2 May 2025. Its number stays used and prints CANCELLED INVOICE.',
      );
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Billed twice');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(row).toHaveTextContent(/Cancelled/);
    const call = asked.findLast(({ call: made }) => made.startsWith('PUT /api/updateAcctngStatus/'))!;
    expect(call.body).toMatchObject({ accounting_status: 20, remarks: 'Billed twice' });
    // The button went with the choice that it offered.
    await expect.element(row).toHaveFocus();
  });

  it('keeps the reason of a cancel that is being typed when the window narrows and its column gives way', async () => {
    await page.viewport(1600, 900);
    await openPage(LIST, answered('billing/older'));
    const status = page.getByRole('button', { name: /^Accounting status/ }).first();
    await status.click();
    await page.getByRole('menuitem', { name: 'Cancelled' }).click();
    const reason = page.getByRole('dialog', { name: /^Cancel BI-HOB/ }).getByRole('textbox', { name: 'Reason' });
    await reason.fill('Billed twi');
    await page.viewport(900, 900);
    await expect.poll(() => page.getByRole('columnheader', { name: 'Accounting Status' }).query()).toBeNull();
    await expect.element(reason).toHaveValue('Billed twi');
  });
});
