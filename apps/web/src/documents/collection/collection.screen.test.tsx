import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readBatch } from '@talaan/contract/documents/batch.contract';
import { listUncollected } from '@talaan/contract/documents/billing/billing.contract';
import {
  createCollection,
  listCollections,
  readAdvance,
  readCollection,
} from '@talaan/contract/documents/collection/collection.contract';
import { entryChoices, takeBatchNumber } from '@talaan/contract/documents/entry-page/entry-page.contract';
import type { Screen } from '../../page/screen.ts';
import { keepPendingNumber, readPendingNumber } from '../../session/pending-numbers.ts';
import { forgetSession, startSession } from '../../session/session.ts';
import { answered, answeredAround, edited, recorded } from '../../testing/recorded-answers.ts';
import { loginDataOf } from '../../testing/render-app.tsx';
import { foot, opening, sent, workedAt } from '../../testing/entry-page.ts';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { CollectionEntryScreen } from './collection-entry-screen.tsx';
import { CollectionListScreen } from './collection-list-screen.tsx';

const CHOICES = recorded(entryChoices, 'collection/choices').data;
const NUMBER = recorded(takeBatchNumber, 'collection/number').data.batch_number;
const DRAFT = recorded(readBatch, 'collection/draft').data;
const SAVED = recorded(createCollection, 'collection/saved').data;
const [OLDER, LATER] = recorded(listUncollected, 'collection/open').data.map((one) => one.billing_invoice_no);
const DOLLARS = recorded(readBatch, 'collection/foreign-draft').data;
const IN_DOLLARS = recorded(listUncollected, 'collection/foreign-open').data.find(
  ({ currency_id }) => currency_id === 2,
)!.billing_invoice_no;
const COLLECTIONS: Screen = {
  label: 'Collection',
  path: '/trx-collection',
  load: async () => CollectionListScreen,
  children: [{ path: '/trx-collection/create', title: 'Create', load: async () => CollectionEntryScreen }],
};
const CREATE = '/trx-collection/create';

const openPage = opening(
  COLLECTIONS,
  'entry/drafts-none',
  'entry/payees',
  'entry/users',
  'billing/payee',
  'collection/choices',
  'collection/number',
  'collection/open',
  'collection/advance',
  'collection/official',
  'collection/acknowledgement',
  'collection/list',
);

const amountOf = (name: string, number: string | undefined) => page.getByLabelText(`${name} of ${number}`);

async function chooseCustomer(): Promise<void> {
  await page.getByRole('combobox', { name: 'Customer' }).fill('C0001');
  await page.getByRole('option', { name: /C0001/ }).click();
  await expect.element(page.getByRole('checkbox', { name: OLDER })).toBeVisible();
}

async function choose(name: string, text: RegExp): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: text }).first().click();
}

workedAt('2025-05-23T09:00:00Z', { Collection: 4 });

describe('a collection that is entered', () => {
  it('tells that its write-off goes to approval, and leaves it to a collection of its own', async () => {
    await page.viewport(1440, 900);
    const { asked } = await openPage(CREATE, answered('collection/saved', 'collection/route'));
    await chooseCustomer();
    await page.getByLabelText('Received').fill('11,150');
    await amountOf('Cash', OLDER).fill('11,150');
    await amountOf('Write-off', OLDER).fill('50.00');
    await userEvent.keyboard('{Tab}');
    const part = page.getByRole('region', { name: 'Write-off', exact: true });
    await expect.element(part).toHaveTextContent(/PHP 50\.00 counts as written off\. It takes the approval route/);
    await expect.element(page.getByRole('region', { name: 'Approval route' })).toHaveTextContent(/Review/);
    await expect
      .poll(() => asked.findLast(({ call }) => call === 'GET /api/trx/approval-route')?.address)
      .toContain('written_off=50.00');
    expect(await accessibilityFaults()).toEqual([]);
    await part.getByRole('button', { name: 'Split off the write-off' }).click();
    await expect
      .element(page.getByText(`Collection ${SAVED.collection_number} has the write-off. Submit it for approval.`))
      .toBeVisible();
    expect(sent(asked, 'POST /api/trx/collection')).toMatchObject({
      received_amount: '',
      bank_id: null,
      collection_details: [{ billing_invoice_no: OLDER, cash_amount: '', write_off_amount: '50.00' }],
    });
    await expect.element(amountOf('Write-off', OLDER)).toHaveValue('');
    await expect.element(amountOf('Cash', OLDER)).toHaveValue('11,150.00');
    await expect.element(part).not.toBeInTheDocument();
  });

  it('places its cash over the oldest invoices by one key; receipt, ledger and advance follow', async () => {
    await page.viewport(1440, 900);
    const { asked } = await openPage(CREATE, answered('collection/saved'));
    await chooseCustomer();
    await expect.element(page.getByText('500.00 paid in advance')).toBeVisible();
    // Until an amount is typed nobody knows whether it needs an approval.
    await expect.element(foot().getByRole('button', { name: /^Submit(?! for)/ })).toBeVisible();
    await page.getByLabelText('Received').fill('121,000');
    // The account into which his last cash in pesos went; those in other currencies are not offered.
    const deposited = page.getByRole('combobox', { name: 'Deposited to' });
    await expect.element(deposited).toHaveValue('CA 0003-0001');
    await deposited.click();
    await expect.poll(() => page.getByRole('option').elements().length).toBeGreaterThan(0);
    const ofPesos = CHOICES.banks.filter(({ currency_id }) => currency_id === 1).length;
    expect(ofPesos).toBeLessThan(CHOICES.banks.length);
    expect(page.getByRole('option').elements()).toHaveLength(ofPesos);
    await userEvent.keyboard('{Escape}');
    for (const place of ['Branch', 'Department'] as const) await choose(place, /./);
    await userEvent.keyboard('{Escape}');
    await amountOf('Write-off', OLDER).fill('50');
    const absurd = page.getByText(/More than 20 % of what was billed without VAT is withheld\. No rate is as high/);
    await amountOf('Withholding', LATER).fill('56000');
    await userEvent.keyboard('{Tab}');
    await expect.element(absurd).toBeVisible();
    await amountOf('Withholding', LATER).fill('2240');
    await userEvent.keyboard('{Tab}');
    await expect.element(absurd).not.toBeInTheDocument();
    await userEvent.keyboard('{Tab}{Alt>}o{/Alt}');
    await expect.element(page.getByText('without a choice 506070 Bad Debts Expense')).toBeVisible();
    await expect.element(amountOf('Cash', OLDER)).toHaveValue('11,150.00');
    await expect.element(amountOf('Cash', LATER)).toHaveValue('109,760.00');
    await expect
      .element(foot())
      .toHaveTextContent(/Received\s*PHP 121,000.00\s*Applied\s*123,200.00\s*To advances\s*90.00/);
    await expect
      .element(page.getByRole('region', { name: 'Where the cash goes' }))
      .toHaveTextContent(/Received\s*121,000.00\s*To 2 invoices\s*120,910.00\s*To customer advances\s*90.00/);
    await expect
      .element(page.getByRole('region', { name: 'In the ledger, when issued' }))
      .toHaveTextContent(/102103.*121,000.00.*108050.*2,240.00.*506070.*50.00.*105010.*123,200.00.*202090.*90.00/);
    await expect
      .element(page.getByRole('region', { name: 'Receipt' }))
      .toHaveTextContent(
        /Total received\s*123,240.00\s*ONE HUNDRED TWENTY THREE THOUSAND TWO HUNDRED FORTY PESOS ONLY/,
      );
    expect(await accessibilityFaults()).toEqual([]);
    await expect.poll(() => readPendingNumber('or_number')).toMatch(/^\d{12}$/);
    keepPendingNumber('ar_number', '000000005009');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect
      .element(page.getByText('The transaction entry has been added to the list successfully.'))
      .toBeVisible();
    // An official receipt uses the stored number of its kind up, and leaves the other.
    expect([readPendingNumber('or_number'), readPendingNumber('ar_number')]).toEqual([null, '000000005009']);
    expect(sent(asked, 'POST /api/trx/collection')).toMatchObject({
      collection_number: NUMBER,
      collection_date: '2025-05-23',
      payee_id: DRAFT.payee_id,
      received_amount: '121000.00',
      collection_details: [
        { billing_invoice_no: OLDER, cash_amount: '11150.00', withholding_amount: '', write_off_amount: '50.00' },
        { billing_invoice_no: LATER, cash_amount: '109760.00', withholding_amount: '2240.00', write_off_amount: '' },
      ],
    });
    expect(SAVED.collection_number).toBe(NUMBER);
  });

  it('leaves a disputed invoice out when the oldest are paid first; it can be paid by name, and stays so', async () => {
    const disputed = edited(listUncollected, 'collection/open', ({ data }) => ({
      data: data.map((one) => ({ ...one, is_disputed: one.billing_invoice_no === OLDER })),
    }));
    await openPage(CREATE, { 'GET /api/getUncollectedBill': disputed });
    await chooseCustomer();
    await expect.element(page.getByRole('row', { name: new RegExp(`${OLDER}.*Disputed`) })).toBeVisible();
    await expect.element(page.getByText('Deposited to', { exact: true })).toBeVisible();
    await page.getByLabelText('Received').fill('120,000');
    await userEvent.keyboard('{Tab}{Alt>}o{/Alt}');
    // What came in is deposited somewhere.
    await expect.element(page.getByText('Deposited to *')).toBeVisible();
    await expect.element(amountOf('Cash', LATER)).toHaveValue('112,000.00');
    await expect.element(amountOf('Cash', OLDER)).toHaveValue('');
    await page.getByRole('checkbox', { name: OLDER }).click();
    await amountOf('Cash', OLDER).fill('5000');
    await userEvent.keyboard('{Tab}{Alt>}o{/Alt}');
    await expect.element(amountOf('Cash', OLDER)).toHaveValue('5,000.00');
    await expect.element(amountOf('Cash', LATER)).toHaveValue('112,000.00');
  });

  it('says at once that its period is closed, and that an invoice is dated later, which the oldest first leave out', async () => {
    await openPage(CREATE);
    await chooseCustomer();
    const date = page.getByRole('textbox', { name: 'Collection Date' });
    await date.fill('2019-05-10');
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByText('Accounting Period for this date is already Closed.')).toBeVisible();
    await page.getByRole('button', { name: 'Use 1 Jan 2023, the nearest open day' }).click();
    await expect.element(date).toHaveValue('2023-01-01');
    await date.fill('2025-05-10');
    await page.getByLabelText('Received').fill('120,000');
    await userEvent.keyboard('{Tab}{Alt>}o{/Alt}');
    await expect.element(amountOf('Cash', OLDER)).toHaveValue('11,200.00');
    await expect.element(amountOf('Cash', LATER)).toHaveValue('');
    await expect.element(page.getByRole('row', { name: new RegExp(`${LATER}.*Dated later`) })).toBeVisible();
    await page.getByRole('checkbox', { name: LATER }).click();
    await expect
      .element(page.getByText(`Invoice ${LATER} is dated 22 May 2025, after this collection. Leave it out`))
      .toBeVisible();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('lets go on typing where a fault comes up after all of them were corrected', async () => {
    await page.viewport(1440, 900);
    const noDeposit = edited(readAdvance, 'collection/advance', ({ data }) => ({
      data: { ...data, deposited_to: null },
    }));
    await openPage(CREATE, { 'GET /api/trx/customer-advance': noDeposit });
    await expect.element(page.getByRole('combobox', { name: 'Customer' })).toBeVisible();
    await userEvent.keyboard('{Control>}s{/Control}');
    const summary = page.getByRole('alert').filter({ hasText: 'Customer is required.' });
    await expect.element(summary).toHaveFocus();
    await chooseCustomer();
    for (const place of ['Branch', 'Department'] as const) await choose(place, /./);
    await expect.element(page.getByRole('alert').filter({ hasText: /attention/ })).not.toBeInTheDocument();
    await page.getByLabelText('Received').fill('1000');
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('alert').filter({ hasText: /Deposited to is required/ })).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: 'Deposited to' })).toHaveFocus();
  });

  it('takes what was paid in advance in dollars, for an invoice in dollars alone', async () => {
    await page.viewport(1440, 900);
    const { asked } = await openPage(
      CREATE,
      answered('collection/foreign-open', 'collection/foreign-advance', 'collection/foreign-saved'),
    );
    await chooseCustomer();
    await choose('Currency', /USD/);
    await expect.element(page.getByLabelText('Rate')).toHaveValue('56.25');
    await expect.element(page.getByRole('checkbox', { name: IN_DOLLARS })).toBeVisible();
    expect(page.getByRole('checkbox', { name: OLDER }).query()).toBeNull();
    await expect.element(page.getByText('100.00 paid in advance')).toBeVisible();
    for (const place of ['Branch', 'Department'] as const) await choose(place, /./);
    await page.getByLabelText('From Advances').fill('80');
    await userEvent.keyboard('{Tab}{Alt>}o{/Alt}');
    await expect.element(amountOf('Cash', IN_DOLLARS)).toHaveValue('80.00');
    await expect
      .element(page.getByRole('region', { name: 'Where the cash goes' }))
      .toHaveTextContent(/From advances\s*80.00\s*To 1 invoice\s*80.00\s*To customer advances\s*0.00/);
    await expect
      .element(page.getByRole('region', { name: 'In the ledger, when issued' }))
      .toHaveTextContent(/202090.*80.00.*105010.*80.00.*Exchange loss of PHP 400\.00, to 404020 when it is saved\.$/);
    // Without a rate nothing is known of it.
    await page.getByLabelText('Rate').fill('');
    await expect
      .element(page.getByRole('region', { name: 'In the ledger, when issued' }))
      .not.toHaveTextContent(/Exchange/);
    await page.getByLabelText('Rate').fill('56.25');
    // As the server books it.
    expect(recorded(createCollection, 'collection/foreign-saved').data.details.at(-1)).toMatchObject({
      account_code: '404020',
      debit_php: '400.00',
    });
    expect(await accessibilityFaults()).toEqual([]);
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect
      .element(page.getByText('The transaction entry has been added to the list successfully.'))
      .toBeVisible();
    expect(sent(asked, 'POST /api/trx/collection')).toMatchObject({
      currency_id: 2,
      dollar_rate: '56.25',
      received_amount: '',
      advance_amount: '80.00',
      collection_details: [{ billing_invoice_no: IN_DOLLARS, cash_amount: '80.00' }],
    });
  });

  it('is chosen invoice by invoice, says at once where more is taken than is open, and what the server refuses', async () => {
    await page.viewport(1440, 900);
    const { asked } = await openPage(CREATE, answered('collection/refused'));
    await chooseCustomer();
    await choose('Branch', /./);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('checkbox', { name: OLDER }).click();
    await expect.element(amountOf('Cash', OLDER)).toHaveValue('11,200.00');
    await amountOf('Cash', OLDER).fill('11200.01');
    await userEvent.keyboard('{Tab}');
    const fault = page.getByText(`Only 11,200.00 of ${OLDER} is still open.`);
    await expect.element(fault).toBeVisible();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'attention' }))
      .toHaveTextContent(`Only 11,200.00 of ${OLDER} is still open.`);
    expect(sent(asked, 'POST /api/trx/collection')).toBeUndefined();
    await amountOf('Cash', OLDER).fill('11200');
    await userEvent.keyboard('{Tab}{Control>}s{/Control}');
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'attention' }))
      .toHaveTextContent('Bank is required where cash is received.');
  });

  it('shows each invoice whole on a phone: what is open stands above what is taken of it', async () => {
    await page.viewport(390, 844);
    await openPage(CREATE);
    await chooseCustomer();
    const box = (element: Element) => element.getBoundingClientRect();
    for (const name of ['Cash', 'Withholding', 'Write-off']) {
      const { left, right, height } = box(amountOf(name, OLDER).element());
      expect([left >= 0, right <= 390, height >= 42]).toEqual([true, true, true]);
    }
    const row = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: OLDER }) });
    const open = box(row.getByText('11,200.00').nth(1).element());
    expect(open.right).toBeLessThanOrEqual(390);
    expect(open.bottom).toBeLessThanOrEqual(box(amountOf('Cash', OLDER).element()).top);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('keeps its number in this browser until it is saved or signed out of', async () => {
    await openPage(CREATE);
    await expect.poll(() => readPendingNumber('collection_number')).toBe(NUMBER);
    expect(readPendingNumber('batch_number')).toBeNull();
    forgetSession();
    expect(readPendingNumber('collection_number')).toBeNull();
  });
});

describe('a stored collection', () => {
  const READ = `${CREATE}?batch=${NUMBER}`;

  it('opens for edit with what it says', async () => {
    await page.viewport(1440, 900);
    await openPage(`${READ}&edit=1`, answered('collection/draft', 'collection/locked', 'collection/freed'));
    await expect.element(page.getByLabelText('Received')).toHaveValue('121,000.00');
    await expect.element(amountOf('Cash', OLDER)).toHaveValue('11,150.00');
    await expect.element(amountOf('Withholding', LATER)).toHaveValue('2,240.00');
  });

  it('that somebody changed meanwhile names every field of its head that differs', async () => {
    await openPage(`${CREATE}?batch=${DOLLARS.batch_number}&edit=1`, {
      ...answered('collection/foreign-open', 'collection/foreign-advance'),
      ...answered('collection/foreign-locked', 'collection/foreign-freed'),
      ...answeredAround(['collection/foreign-draft'], 'collection/foreign-changed', ['collection/foreign-newer']),
    });
    await choose('Deposited to', /102303|0004-0002/);
    await page.getByRole('checkbox', { name: 'Confidential' }).click();
    await userEvent.keyboard('{Control>}s{/Control}');
    const rows = page.getByRole('dialog', { name: 'Changed meanwhile' }).getByRole('row');
    await expect.element(rows.nth(1)).toHaveTextContent(/^Deposited to.*0004-0002/);
    expect(rows.elements().map(({ textContent }) => textContent)).toEqual([
      'What differsMineStored',
      expect.stringMatching(/^Deposited to/),
      'Rate56.2557.00',
      'ConfidentialYesNo',
    ]);
  });

  it('in dollars shows at what pesos the advance and the receivable leave, and the difference', async () => {
    await page.viewport(1440, 900);
    await openPage(`${CREATE}?batch=${DOLLARS.batch_number}`, answered('collection/foreign-issued'));
    await expect
      .element(page.getByRole('region', { name: 'Lines' }))
      .toHaveTextContent(/202090.*80\.00.*Advance Applied.*105010.*80\.00.*Receivable.*Exchange Difference/);
    // What it is worth, at its rate: the difference is none of it.
    const worth = page.getByRole('term').filter({ hasText: 'In pesos' }).element().nextElementSibling;
    expect(worth?.textContent).toBe('PHP 4,560.00');
  });

  it('of neither cash nor tax withheld says that it takes no receipt', async () => {
    await openPage(`${CREATE}?batch=${DOLLARS.batch_number}`, answered('collection/foreign-issued'));
    await expect
      .element(page.getByRole('region', { name: 'Receipt' }))
      .toHaveTextContent(/it takes no receipt number, and nothing is printed or mailed\.$/);
    expect(page.getByRole('button', { name: 'E-receipt', exact: true }).elements()).toEqual([]);
  });

  it('is issued from its page, which says where its receipt goes', async () => {
    await openPage(READ, answered('collection/draft', 'collection/moved'));
    await page
      .getByRole('region', { name: 'Actions' })
      .getByRole('button', { name: /^Issue receipt/ })
      .click();
    await expect.element(page.getByText(/The receipt waits to be sent to the payor's e-mail\.$/)).toBeVisible();
  });

  it('tells what became of the mail of its receipt', async () => {
    await openPage(READ, answered('collection/issued', 'collection/mails'));
    await page.getByRole('button', { name: 'E-receipt', exact: true }).click();
    const row = page.getByRole('dialog').getByRole('row').nth(1);
    await expect.element(row).toHaveTextContent('a@b.exampleWaitingNot tried yet');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('shows what it settles, what it booked and what its receipt says', async () => {
    await page.viewport(1440, 900);
    await openPage(READ, answered('collection/issued'));
    await expect
      .element(page.getByRole('region', { name: 'Invoices' }))
      .toHaveTextContent(new RegExp(`${OLDER}.*11,150.00.*50.00.*11,200.00.*${LATER}.*123,200.00`));
    await expect
      .element(page.getByRole('region', { name: 'Risks' }))
      .toHaveTextContent(/Risks of this receiptNoticeIt is dated 23 May 2025 and was entered on/);
    await expect
      .element(page.getByRole('region', { name: 'Lines' }))
      .toHaveTextContent(/102103.*121,000.00.*Cash.*105010.*123,200.00.*Receivable/);
    await expect
      .element(page.getByRole('region', { name: 'Receipt' }))
      .toHaveTextContent(/Total received\s*123,240.00/);
    await expect
      .element(page.getByRole('region', { name: 'Actions' }))
      .toHaveTextContent(/Received\s*PHP 121,000.00\s*Applied\s*123,200.00\s*To advances\s*90.00/);
    expect(await accessibilityFaults()).toEqual([]);

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Cancel collection' }).click();
    const dialog = page.getByRole('dialog', { name: /^Cancel / });
    await expect
      .element(dialog)
      .toHaveTextContent(/mirror entry reverses it in the ledger on 23 May 2025\. Its invoices open again/);
    await expect.element(dialog.getByRole('combobox', { name: 'Reason' })).toHaveFocus();
  });
});

it('leads to the billings of its invoices, and to its post-dated cheque in the register', async () => {
  const bounced = recorded(readCollection, 'collection/of-bounced').data;
  startSession(loginDataOf({ Collection: 4, Billing: 1, 'Payee Details': 1 }));
  await openPage(
    `${CREATE}?batch=${bounced.collection_number}`,
    answered('collection/bounced-batch', 'collection/of-bounced'),
  );
  const part = page.getByRole('region', { name: 'Post-dated cheque' });
  await expect.element(part).toHaveTextContent('Bounced');
  await expect
    .element(part.getByRole('link', { name: '0004711' }))
    .toHaveAttribute('href', `/payefile?tab=cheques&id=${bounced.received_cheque!.id}`);
  const [invoice] = bounced.collection_details;
  await expect
    .element(page.getByRole('link', { name: invoice!.billing_invoice_no }))
    .toHaveAttribute('href', `/trx-billing/create?batch=${invoice!.billing_request_no}`);
});

it('is listed with its invoices, customer and amounts, and its accounting status is cancelled in the table', async () => {
  await page.viewport(1600, 900);
  const { asked } = await openPage('/trx-collection?month=2025-05', {
    ...answered('collection/issued'),
    ...answeredAround(['collection/list'], 'collection/cancel', ['collection/cancelled-list']),
  });
  const row = page.getByRole('row').filter({ hasText: NUMBER });
  await expect
    .element(row)
    .toHaveTextContent(
      new RegExp(`${NUMBER}${OLDER} \\+1KUNWARI.*Issued 1 *2025-05-23123,200.00123,240.00PHPPosted0.00`),
    );
  await expect.element(row.getByRole('img', { name: '1 risk' })).toBeVisible();
  await expect
    .element(page.getByRole('row').filter({ hasText: 'Page total' }))
    .toHaveTextContent(/123,200\.00123,740\.00PHP0\.00$/);
  await page.getByRole('button', { name: 'With signals' }).click();
  await expect.poll(() => asked.some(({ address }) => address.includes('with_signals=1'))).toBe(true);
  await page.getByRole('button', { name: 'With signals' }).click();
  await row.getByRole('button', { name: /^Accounting status/ }).click();
  await page.getByRole('menuitem', { name: 'Cancelled' }).click();
  const dialog = page.getByRole('dialog', { name: /^Cancel / });
  await expect
    .element(dialog)
    .toHaveTextContent(/on 23 May 2025\. Its invoices open again; its receipt number stays used\./);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Cheque returned');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(row).toHaveTextContent(/Cancelled/);
  const sums = page.getByRole('table', { name: 'Collection' }).getByRole('rowheader', { name: /entr/ });
  await expect
    .poll(() => sums.elements().map((sum) => sum.parentElement!.textContent))
    .toEqual([
      expect.stringMatching(/^Page total, 1 entry/),
      expect.stringMatching(/^Void or archived, 1 entry.*123,240\.00PHP/),
    ]);
  const call = asked.findLast(({ call: made }) => made.startsWith('PUT /api/updateCollAcctngStat/'))!;
  expect(call.body).toMatchObject({ accounting_status: 20, remarks: 'Cheque returned' });
});

it('is listed with its balance where there is room for it, and with what says which it is beside an open one', async () => {
  await page.viewport(1440, 900);
  const [issued] = recorded(listCollections, 'collection/list').data;
  const { router } = await openPage('/trx-collection?month=2025-05', answered('collection/issued'));
  const headings = () =>
    page
      .getByRole('table', { name: 'Collection' })
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(headings).toEqual(expect.arrayContaining(['Accounting Status', 'Balance']));
  // Where text is wider, or the window less wide, what the status says too leaves first.
  await page.viewport(1400, 900);
  await expect.poll(headings).not.toContain('Accounting Status');
  expect(headings()).toContain('Balance');
  await page.viewport(1440, 900);
  await page
    .getByRole('row')
    .filter({ hasText: issued!.collection_number })
    .getByText(/^KUNWARI/)
    .click();
  await expect.poll(() => router.state.location.search).toHaveProperty('id');
  await expect.poll(headings).toEqual(['', 'Collection No.', 'Customer Name', 'Status', 'Collected Amount', 'Cur']);
  const window = page.getByRole('table', { name: 'Collection' }).element().parentElement!;
  expect(window.scrollWidth).toBe(window.clientWidth);
});

it('that cannot be deleted says why when Del is pressed on it', async () => {
  await openPage('/trx-collection?month=2025-05');
  const [issued] = recorded(listCollections, 'collection/list').data;
  await expect.element(page.getByRole('row').filter({ hasText: issued!.collection_number })).toBeVisible();
  await userEvent.keyboard('j{Delete}');
  await expect.element(page.getByText('A released transaction can only be reversed.')).toBeVisible();
});

it('that was open beside the list leaves the focus to its row, opened by its menu or again by Back', async () => {
  await page.viewport(1600, 900);
  const { history } = await openPage('/trx-collection?month=2025-05', answered('collection/issued'));
  const number = recorded(listCollections, 'collection/list').data[0]!.collection_number;
  const row = page.getByRole('row').filter({ hasText: number });
  const panel = page.getByRole('heading', { level: 2, name: `Collection ${number}` });
  await expect.element(row).toBeVisible();
  await userEvent.keyboard('j');
  row.getByRole('button', { name: 'More actions' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'View' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(row).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Open full page' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: `Collection ${number}` })).toHaveFocus();
  history.back();
  await expect.element(panel).toHaveFocus();
  await expect.element(row.first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(row).toHaveFocus();
});

it('is deleted in the list by keyboard, and the next row has the focus', async () => {
  await openPage(
    '/trx-collection?month=2025-05',
    answeredAround(['collection/drafts'], 'collection/deleted', ['collection/drafts-left']),
  );
  const [left, next] = recorded(listCollections, 'collection/drafts').data;
  const row = (one: typeof left) => page.getByRole('row').filter({ hasText: one!.collection_number });
  await expect.element(row(left)).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(row(left)).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await expect.element(page.getByRole('alertdialog')).toHaveTextContent(/Its number stays in the register/);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(row(next)).toHaveFocus();
  expect(row(left).query()).toBeNull();
});
