import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { StoredSettings } from '@talaan/contract/resources/organisation/settings.contract';
import { SCREEN_TABLE } from '../../../paths.ts';
import { forgetSession, startSession } from '../../../session/session.ts';
import { loginDataOf, renderApp } from '../../../testing/render-app.tsx';
import { accessibilityFaults } from '../../../testing/render-screen.tsx';
import { serveResources, type Reply } from '../../../testing/serve-resources.ts';

const ON = { CV: true, CW: true, OB: true, DM: true, JE: true, CR: true, BI: true, CN: true, PO: true };
const STORED: StoredSettings = {
  approval_required: ON,
  review_stage: { ...ON, BI: false },
  write_off_without_approval: '0.00',
  aging_day_60: '31-60',
  cheque_stale_days: 180,
  reminder_hours: 24,
  risk_duplicate_days: 30,
  risk_payee_account_days: 14,
  four_eyes: { bank_details: false, limits: true, roles: false },
  row_version: 4,
};
const COMPANY = { company_code: 'SPSI', company_name: 'Sampol', company_status: 1, reporting: 1, logo: null };

beforeEach(() => startSession(loginDataOf({ Companies: 3 })));
afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

async function open(address: string, saved: () => Reply, more: object = {}) {
  const served = serveResources({ company: [{ ...COMPANY, ...more }] });
  served.answer('GET /settings', () => ({ body: { data: STORED } }));
  served.answer('PUT /settings', saved);
  await renderApp(SCREEN_TABLE.screens, address);
  return served;
}

test('settings change by keyboard, and only what was changed is sent, with the version that was read', async () => {
  const served = await open('/companies?view=settings', () => ({ body: { data: { ...STORED, row_version: 5 } } }));
  const review = page.getByRole('switch', { name: 'General Journal (JE), For Review' });
  await expect.element(review).toBeChecked();
  await expect.element(page.getByText('has none')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  review.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('1 change not saved')).toBeVisible();
  const window = page.getByRole('textbox', { name: /^Payee bank account new or changed/ });
  await window.fill('366');
  await expect.element(page.getByText('Enter a whole number from 0 to 365.').first()).toBeVisible();
  await window.fill('1x');
  await expect.element(window).toHaveValue('1x');
  await expect.element(page.getByText(/must contain only digits\.$/)).toBeVisible();
  await window.fill('0');
  await expect.element(page.getByText('2 changes not saved')).toBeVisible();
  const free = page.getByRole('textbox', { name: 'Without approval up to' });
  await free.fill('-5');
  await userEvent.tab();
  await expect.element(page.getByText('Without approval up to can only contain numbers and dot.')).toBeVisible();
  await free.fill('250');
  await userEvent.tab();
  await expect.element(page.getByText('3 changes not saved')).toBeVisible();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('Your work has been successful! Settings of the company updated.')).toBeVisible();
  expect(served.asked.find(({ call }) => call === 'PUT /settings')?.body).toEqual({
    review_stage: { ...STORED.review_stage, JE: false },
    risk_payee_account_days: 0,
    write_off_without_approval: '250.00',
    row_version: 4,
  });
});

test('a confirmation that is switched off waits, says so, and stays on', async () => {
  const message = 'Settings of the company waits for a second person.';
  await open('/companies?view=settings', () => ({
    status: 202,
    body: { data: null, pending_change: { id: 9, message } },
  }));
  const limits = page.getByRole('switch', { name: 'Approval limits, officers and switches' });
  await expect.element(limits).toBeChecked();
  await page.getByText('Approval limits, officers and switches').click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(limits).toBeChecked();
});

test('the dialog of a company takes a logo and shows it', async () => {
  const served = await open('/companies', () => ({ body: {} }));
  served.answer('POST /company/1/logo', () => ({ body: { data: { id: 1, logo: '/mark.svg' } } }));
  await page.getByRole('row', { name: /SPSI/ }).click();
  const logo = page.getByRole('region', { name: 'Logo' });
  const file = new File([new Uint8Array([137, 80])], 'logo.png', { type: 'image/png' });
  await userEvent.upload(logo.getByLabelText(/^PNG or JPEG/), file);
  await expect.element(logo.getByRole('img', { name: 'Logo of the company' })).toHaveAttribute('src', '/mark.svg');
  await expect.element(page.getByText('The logo is stored.')).toBeVisible();
});

test('the texts of papers stay as they are, and one is added from a day on by keyboard', async () => {
  const texts = [
    { id: 11, kind: 'official_title', valid_from: '2000-01-01', text: 'OFFICIAL RECEIPT' },
    { id: 12, kind: 'invoice_legend', valid_from: '2024-04-27', text: null },
  ];
  const served = await open('/companies', () => ({ body: {} }), { texts });
  await page.getByRole('row', { name: /SPSI/ }).click();
  const stored = page.getByRole('button', { name: /Text 1 .*Official receipt: title/ });
  await expect.element(stored).toHaveTextContent('OFFICIAL RECEIPT');
  await stored.click();
  const first = page.getByRole('listitem', { name: 'Text 1' });
  await expect.element(first.getByText('OFFICIAL RECEIPT', { exact: true })).toBeVisible();
  expect(first.getByRole('textbox').elements()).toEqual([]);
  expect(page.getByRole('button', { name: /^Remove text/ }).elements()).toEqual([]);
  expect(await accessibilityFaults()).toEqual([]);

  const add = page.getByRole('button', { name: 'Add text' });
  add.element().focus();
  await userEvent.keyboard('{Enter}');
  const added = page.getByRole('listitem', { name: 'Text 3' });
  await userEvent.keyboard('permit to issue{Enter}');
  await added.getByRole('textbox', { name: /From/ }).fill('2026-12-01');
  await added.getByRole('textbox', { name: /^Text/ }).fill('Permit to Issue No. 1');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect
    .poll(() => served.asked.find(({ call }) => call.startsWith('PUT /company/'))?.body)
    .toMatchObject({
      texts: [...texts, { kind: 'permit_to_issue', valid_from: '2026-12-01', text: 'Permit to Issue No. 1' }],
    });
});
