import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listBatches } from '@talaan/contract/documents/desk.contract';
import { readCustomer } from '@talaan/contract/receivables/customer/customer.contract';
import type { Screen } from '../../page/screen.ts';
import { startSession } from '../../session/session.ts';
import { answered, edited, recorded } from '../../testing/recorded-answers.ts';
import {
  answerCalls,
  type Answers,
  loginDataOf,
  loseNextAnswer,
  refusal,
  renderApp,
} from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { CustomerScreen } from './customer-screen.tsx';

const OWES = recorded(readCustomer, 'customer/owes').data;
const ADDRESS = `/customer/${OWES.id}`;
const PAYEES: Screen = {
  label: 'Payee Details',
  path: '/payefile',
  load: async () => () => <h1>Payee Details</h1>,
  children: [{ path: '/customer/$id', title: 'Customer', load: async () => CustomerScreen }],
};

async function open(answers: Answers = {}) {
  const asked = answerCalls({ ...answered('customer/owes', 'customer/entries'), ...answers });
  const app = await renderApp([PAYEES], ADDRESS);
  return { asked, ...app };
}

beforeEach(() => startSession(loginDataOf({ 'Payee Details': 1, Billing: 1, Collection: 1 })));
afterEach(async () => {
  await page.viewport(1280, 800);
  vi.restoreAllMocks();
});

it('shows what a customer owes by age, each open invoice with how late it is, and everything that was entered', async () => {
  await page.viewport(1440, 900);
  const { history } = await open();
  await expect.element(page.getByRole('heading', { level: 1, name: OWES.payee_desc })).toBeVisible();
  await expect
    .element(page.getByRole('navigation', { name: 'Breadcrumb' }))
    .toHaveTextContent(`Payee Details›${OWES.payee_desc}`);
  await expect.element(page.getByText('2 invoices, oldest 17 days')).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Aging' }))
    .toHaveTextContent(/0 - 30 days · 100.0 %123,200.00.*Above 120 days · 0.0 %0.00/);
  const toggle = page.getByRole('button', { name: /^View as/ });
  await toggle.click();
  await expect
    .element(page.getByRole('table', { name: 'Aging' }).getByRole('row').nth(1))
    .toHaveTextContent('0 - 30 days123,200.00100.0 %');
  await toggle.click();
  const rows = page.getByRole('table', { name: 'Open invoices' }).getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent(/BI-HOB0000003.*17 d late.*Uncollected.*11,200.00/);
  await expect.element(rows.nth(2)).toHaveTextContent(/BI-HOB0000002.*in 30 d/);
  await expect.element(rows.last()).toHaveTextContent('PHP · 2 invoices123,200.00');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect.element(timeline.getByRole('listitem')).toHaveLength(6);
  await expect.element(timeline.getByRole('listitem').nth(1)).toHaveTextContent(/Billing.*BI-HOB0000002 · 22 May 2025/);
  expect(await accessibilityFaults()).toEqual([]);
  await rows.nth(1).getByRole('link').click();
  expect(history.location.href).toBe('/trx-billing/create?batch=0000003');
});

it('the button for what is earlier leaves with the focus on the timeline', async () => {
  let total = 60;
  await open({
    [`GET /api${listBatches.path}`]: () => edited(listBatches, 'customer/entries', (list) => ({ ...list, total })),
  });
  const more = page.getByRole('button', { name: /^\d+ earlier$/ });
  await expect.element(more).toBeVisible();
  total = 6;
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(more).not.toBeInTheDocument();
  const timeline = page.getByRole('list', { name: 'What was entered, the last first' }).element();
  await expect.poll(() => document.activeElement).toBe(timeline.parentElement);
});

it('tells which post-dated cheques are here and which of them bounced, and leads to them', async () => {
  await open(answered('customer/cheques'));
  const part = page.getByRole('region', { name: 'Post-dated cheques' });
  await expect.element(part).toHaveTextContent(/Bounced \(1\)\s*11,200.00$/);
  await expect
    .element(part.getByRole('link', { name: 'Register' }))
    .toHaveAttribute('href', '/payefile?tab=cheques&payee_code=C0001');
});

it('sends a statement of a period to the address that is typed, by keyboard, and says what keeps it from being sent', async () => {
  startSession(loginDataOf({ 'Payee Details': 1, Billing: 3, Collection: 1 }));
  const { asked } = await open(answered('customer/statement'));
  await page.getByRole('button', { name: 'Statement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Statement of account' });
  await dialog.getByLabelText('From').fill('2026-13-01');
  await dialog.getByLabelText('To').fill('nobody');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog.getByText('Enter a date as yyyy-MM-dd, or 3, 5-3, +5, t.')).toBeVisible();
  await expect.element(dialog.getByText('Invalid email account.')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await page
    .getByRole('alertdialog', { name: 'Discard changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await dialog.getByLabelText('From').fill('2025-05-01');
  await dialog.getByLabelText('As of').fill('2025-05-22');
  await dialog.getByLabelText('To').fill('books@c0001.example');
  // The answer of the first try is lost: the second one has its key, so that the statement is sent once.
  loseNextAnswer();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Network Error')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText(/No mail server is set: the mail to books@c0001.example/)).toBeVisible();
  const sent = asked.filter(({ call }) => call === `POST /api${ADDRESS}/statement`);
  expect(sent.map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({
      from_date: '2025-05-01',
      as_of: '2025-05-22',
      email_add: 'books@c0001.example',
    })),
  );
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

it('tells the papers that went to the customer', async () => {
  await open(answered('customer/prints'));
  await page.getByRole('button', { name: 'Prints' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prints' });
  await expect
    .element(dialog.getByText(/^Statement of Account 2025-\d\d-\d\d to 2025-\d\d-\d\d, sent by e-mail$/))
    .toBeVisible();
  await expect.element(dialog.getByText(/^Code [0-9A-Z]{16}$/).first()).toBeVisible();
});

it('says what is held back, disputed, and not shown for want of a right', async () => {
  await open({
    // A hold, a dispute and missing rights differ in a few fields each.
    [`GET /api${ADDRESS}`]: edited(readCustomer, 'customer/owes', ({ data }) => ({
      data: {
        ...data,
        billing_hold: 'Cheques came back',
        given_certificates: [
          {
            id: '1',
            fiscal_year: 2025,
            quarter: 1,
            total_tax: '3025.00',
            issued_at: '2025-04-10T02:00:00.000Z',
            state: 'replaced' as const,
            mail_state: 'sent' as const,
          },
        ],
        collected: null,
        receivables: {
          ...data.receivables!,
          disputed_php: '11200.00',
          invoices: data.receivables!.invoices.map((one, place) => ({ ...one, is_disputed: place === 0 })),
        },
      },
    })),
  });
  await expect.element(page.getByText('On hold: Cheques came back')).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: '2307s given' }))
    .toHaveTextContent('January to March 2025 10 Apr 2025, replaced, mail sent3,025.00');
  const rows = page.getByRole('table', { name: 'Open invoices' }).getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('dispute');
  await expect.element(rows.last()).toHaveTextContent('11,200.00 in dispute');
  await expect.element(page.getByText(/^collected /)).not.toBeInTheDocument();
});

it('owes nothing that may be seen without the right to billings; an unknown one is told', async () => {
  const { screen } = await open({
    [`GET /api${ADDRESS}`]: edited(readCustomer, 'customer/owes', ({ data }) => ({
      data: { ...data, receivables: null, collected: null, last_billing: null },
    })),
  });
  await expect.element(page.getByText('What this customer owes is shown to whoever may see billings.')).toBeVisible();
  await screen.unmount();
  await open({ [`GET /api${ADDRESS}`]: refusal(404, 'There is no such customer.') });
  await expect.element(page.getByText('There is no such customer.')).toBeVisible();
});
