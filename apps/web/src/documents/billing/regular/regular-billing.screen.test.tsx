import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sendRegularBilling } from '@talaan/contract/documents/billing/regular-billing.contract';
import { regularRoutes } from '@talaan/contract/resources/books/regular-transaction.contract';
import type { Screen } from '../../../page/screen.ts';
import { answered, recorded } from '../../../testing/recorded-answers.ts';
import { answerCalls, renderApp, type Answers, type Asked } from '../../../testing/render-app.tsx';
import { foot, workedAt } from '../../../testing/entry-page.ts';
import { accessibilityFaults } from '../../../testing/render-screen.tsx';
import { BillingEntryScreen } from '../billing-entry-screen.tsx';
import { BillingListScreen } from '../billing-list-screen.tsx';
import { RegularBillingScreen } from './regular-billing-screen.tsx';

const { data } = recorded(regularRoutes.dataToCreate, 'regular/template');
const TEMPLATE = 'missing' in data ? data.headers[0]!.regular_trx : 0;
const [SENT] = recorded(sendRegularBilling, 'regular/sent').data.billings;
const BILLINGS: Screen = {
  label: 'Billing',
  path: '/trx-billing',
  load: async () => BillingListScreen,
  children: [
    { path: '/trx-billing/create', title: 'Create', load: async () => BillingEntryScreen },
    { path: '/trx-billing/regular', title: 'Regular billing', load: async () => RegularBillingScreen },
  ],
};
const PAGE = `/trx-billing/regular?template=${TEMPLATE}`;
const PREVIEW = 'POST /api/trx/regular-billing/preview';
const SEND = 'POST /api/trx/regular-billing';

/** The page as the server answers it: the amount that the template leaves open is refused until one is typed. */
async function open(path = PAGE, answers: Answers = {}) {
  const asked: Asked[] = answerCalls({
    ...answered('regular/choices', 'regular/template', 'billing/list', 'regular/sent'),
    [PREVIEW]: () => {
      const { customers } = asked.findLast(({ call }) => call === PREVIEW)!.body as { customers: Customer[] };
      const isOpen = customers[0]!.billing_details[1]!.total_amount === '0.00';
      return answered(isOpen ? 'regular/preview' : 'regular/typed')[PREVIEW]!;
    },
    ...answers,
  });
  return { asked, ...(await renderApp([BILLINGS], path)) };
}
interface Customer {
  readonly payee_id: number;
  readonly billing_details: readonly { readonly total_amount: string }[];
}

const row = (name: string | RegExp) => page.getByRole('row', { name });
const sendButton = (many: string) => page.getByRole('button', { name: `Send ${many} for approval` });

workedAt('2025-05-24T01:00:00Z', { Billing: 3, 'Regular Transactions': 1 });

it('shows what each customer of a template would be billed, and sends those who can be in one act', async () => {
  const { asked, router } = await open();
  await expect
    .element(row(/FRANCHISE QUIAPO/))
    .toHaveTextContent(/SYSTEM USAGE FEE.*408010\s*Vat Exempt\s*5,600.00\s*0.00/);
  await expect.element(row(/FRANCHISE PASIG/)).toHaveTextContent(/on hold: Nothing paid since March\./);
  await expect.element(row(/KUNWARI.*SYSTEM USAGE/)).toHaveTextContent(/Line 2: total must be an amount above 0/);
  await expect.element(sendButton('3 billings')).toHaveAttribute('aria-disabled', 'true');
  expect(await accessibilityFaults()).toEqual([]);

  await page.getByLabelText('Term (days)').fill('15');
  await expect.element(page.getByText('2025-06-08')).toBeVisible();
  await page.getByRole('textbox', { name: 'Total of TRAINING FEE for KUNWARI' }).fill('1,120');
  await userEvent.keyboard('{Tab}');
  await expect.element(row(/KUNWARI.*SYSTEM USAGE/)).toHaveTextContent(/2 services, 12,320.00 in all/);
  await page.getByRole('button', { name: 'Leave out 1 refused' }).click();
  await expect.element(page.getByRole('checkbox', { name: /FRANCHISE PASIG/ })).not.toBeChecked();
  await expect
    .element(foot())
    .toHaveTextContent(/2 of 3 customers\s*Income\s*16,600.00\s*VAT\s*1,320.00\s*Total due\s*PHP 17,920.00/);

  await sendButton('2 billings').click();
  const question = page.getByRole('alertdialog', { name: 'Send 2 billings for approval?' });
  await expect.element(question).toHaveTextContent('PHP 17,920.00 in all, dated 2025-05-24, due 2025-06-08.');
  await question.getByRole('button', { name: 'Send' }).click();
  await expect
    .element(page.getByText(`2 billings sent for approval, the first as request ${SENT!.billing_request_no}.`))
    .toBeVisible();
  expect(router.state.location.pathname).toBe('/trx-billing');
  const sent = asked.filter(({ call }) => call === SEND);
  expect(sent).toHaveLength(1);
  expect(sent[0]!.body).toMatchObject({
    regular_trx: TEMPLATE,
    billing_date: '2025-05-24',
    payment_term: 15,
    remarks: 'FEES OF THE MONTH',
    customers: [
      { billing_details: [{ total_amount: '11200.00' }, { total_amount: '1120.00' }] },
      { billing_details: [{ total_amount: '5600.00' }] },
    ],
  });
});

it('stays where it was when the server refuses, and says of whom', async () => {
  const { router } = await open(PAGE, answered('regular/refused'));
  await page.getByRole('button', { name: 'Leave out 2 refused' }).click();
  await sendButton('1 billing').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click();
  const told = page.getByRole('alertdialog', { name: 'Nothing was sent' });
  await expect.element(told).toHaveTextContent(/F0002 FRANCHISE PASIG: .* is on hold/);
  await told.getByRole('button', { name: 'OK' }).click();
  expect(router.state.location.pathname).toBe('/trx-billing/regular');
  await expect.element(page.getByRole('checkbox', { name: /FRANCHISE QUIAPO/ })).toBeChecked();
});

it('names each customer in a line on a phone', async () => {
  onTestFinished(() => page.viewport(1280, 800));
  await page.viewport(390, 844);
  await open();
  const name = page.getByText('FRANCHISE QUIAPO', { exact: false }).first();
  await expect.element(name).toBeVisible();
  expect(name.element().closest('td')!.getBoundingClientRect().width).toBe(358);
});

it('is reached from a new billing by its template', async () => {
  const names = ['entry/drafts-none', 'billing/number', 'entry/payees', 'entry/users'] as const;
  const { router } = await open('/trx-billing/create', answered(...names));
  await page.getByRole('checkbox', { name: 'Regular template' }).click();
  await page.getByRole('combobox', { name: 'Regular template' }).click();
  await page.getByRole('option', { name: 'Fees of the franchises' }).click();
  await expect.element(page.getByRole('heading', { name: 'Regular billing' })).toBeVisible();
  expect(router.state.location.search).toEqual({ template: String(TEMPLATE) });
  await expect.element(row(/FRANCHISE QUIAPO/)).toBeVisible();
});
