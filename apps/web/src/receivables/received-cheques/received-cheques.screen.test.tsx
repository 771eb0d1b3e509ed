import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readCollection, voidCollection } from '@talaan/contract/documents/collection/collection.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { SCREEN_TABLE } from '../../paths.ts';
import { forgetSession, startSession } from '../../session/session.ts';
import { recorded, type AnswerName } from '../../testing/recorded-answers.ts';
import { loginDataOf, renderApp } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { serveResources } from '../../testing/serve-resources.ts';

const LEVELS = { 'Payee Details': 4 };
const BDO = { bank_code: 'BDO', bank_name: 'BDO Unibank' };

beforeEach(() => startSession(loginDataOf(LEVELS)));
afterEach(forgetSession);

const open = (address: string) => renderApp(SCREEN_TABLE.screens, address);
const dialog = () => page.getByRole('dialog', { name: 'Edit entry' });

test('received cheques that are due are chosen and deposited together, each into a collection', async () => {
  const given = { payee_code: 'C-1', payee_desc: 'Kunwari Export', bank_name: 'Bangko Kunwari', handed_back: 0 };
  const [first, second] = [
    { ...given, cheque_number: '4711', cheque_date: '2026-03-30', cheque_amount: '1120.00', state: 'Held' },
    { ...given, cheque_number: '4712', cheque_date: '2026-03-31', cheque_amount: '2240.00', state: 'Bounced' },
  ];
  const served = serveResources({
    payee: [{ payee_code: 'C-1', payee_desc: 'Kunwari Export', payee_type: 4, status: 1 }],
    bank: [{ ...BDO, bank_code: 'BPI', acct_desc: 'BPI Quiapo', account_no: '1-1', acct_code: '102103' }],
    branch: [{ brnc_code: 'HO', brnc_name: 'HEAD OFFICE', status: 1 }],
    received_cheque: [first, second],
  });
  const waiting = [first, second].map((cheque, at) => ({ ...cheque, id: at + 1, billing_invoice_no: null }));
  served.answer('GET /received-cheque-deposits', () => ({
    body: { data: { cheques: waiting, total: 2, total_amount: '3360.00', stale: 1 } },
  }));
  const asked: unknown[] = [];
  served.answer('POST /received-cheque-deposits', ({ body }) => {
    asked.push(body);
    return { body: { data: { collections: [{ id: 2, collection_number: '0000042' }] } } };
  });
  startSession(loginDataOf({ ...LEVELS, Collection: 2 }));
  await open('/payefile?tab=cheques');
  await expect.element(page.getByRole('row', { name: /4712.*2,240\.00.*Bounced/ })).toBeVisible();
  // Also on a phone, where the filters fold.
  await page.viewport(390, 844);
  const toDeposit = page.getByRole('button', { name: 'To deposit' });
  for (const pressed of ['true', 'false', 'true']) {
    toDeposit.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(toDeposit).toHaveAttribute('aria-pressed', pressed);
    await expect.element(toDeposit).toHaveFocus();
  }
  await page.viewport(1280, 800);
  await expect.element(page.getByText('2 of 2 · PHP 3,360.00 in all')).toBeVisible();
  await expect.element(page.getByText(/^1 cheque is stale/)).toBeVisible();
  // One that bounced is chosen by hand alone.
  await expect.element(page.getByRole('button', { name: 'Deposit 1 · PHP 1,120.00' })).toBeVisible();
  await page.getByRole('checkbox', { name: '4711' }).click();
  await page.getByRole('checkbox', { name: '4712' }).click();
  await page.getByRole('button', { name: 'Deposit 1 · PHP 2,240.00' }).click();
  const asking = page.getByRole('dialog', { name: 'Deposit 1 cheque?' });
  await expect.element(asking).toHaveTextContent(/PHP 2,240\.00 on \d{1,2} \w{3} \d{4}\. Each makes a collection/);
  await asking.getByRole('button', { name: 'Deposit' }).click();
  await expect.element(asking.getByText(MESSAGES.required).first()).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  for (const [name, text] of [
    ['Deposited to', /BPI/],
    ['Branch', /HEAD OFFICE/],
  ] as const) {
    await asking.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: text }).click();
  }
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText(/1 cheque deposited\. Issue the receipts of 0000042/)).toBeVisible();
  expect(asked).toMatchObject([{ ids: [2], bank_id: 1, branch_id: 1 }]);
});

describe('a cheque that was deposited', () => {
  const issued = recorded(readCollection, 'collection/cheque-issued').data;
  const { collection_number } = issued;
  const CHEQUE = {
    payee_code: 'C-1',
    payee_desc: 'Kunwari Export',
    bank_name: 'Bangko Kunwari',
    cheque_number: '0004711',
    cheque_date: '2025-05-22',
    cheque_amount: '11200.00',
    state: 'Deposited',
    collection_number,
  };
  const serve = (cheque: object, name: AnswerName) => {
    const served = serveResources({ received_cheque: [{ ...CHEQUE, ...cheque }], payee: [] });
    const collection = `/trx/collection/${collection_number}`;
    served.answer(`GET ${collection}`, () => ({ body: recorded(readCollection, name) }));
    served.answer('POST /trx/colvoid', () => ({ body: recorded(voidCollection, 'collection/bounced') }));
    return served;
  };
  const bouncing = () => page.getByRole('dialog', { name: 'Cheque 0004711 bounced?' });

  test('leads to its collection, and bounces with what the bank says, from the menu of its row', async () => {
    const served = serve({}, 'collection/cheque-issued');
    served.answer('GET /trx/entry-choices', () => new Promise(() => {}));
    startSession(loginDataOf({ ...LEVELS, Collection: 4, Disbursements: 2 }));
    await page.viewport(1440, 900);
    const { history } = await open('/payefile?tab=cheques');
    const row = page.getByRole('row', { name: /0004711/ });
    await expect
      .element(row.getByRole('link', { name: collection_number }))
      .toHaveAttribute('href', `/trx-collection/create?batch=${collection_number}`);
    await row.hover();
    await row.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Bounced…' }).click();
    const invoice = issued.collection_details[0]!.billing_invoice_no;
    await expect
      .element(bouncing())
      .toHaveTextContent(
        `It voids collection ${collection_number}, with a mirror entry on 23 May 2025, and opens ${invoice} again.`,
      );
    await bouncing().getByRole('button', { name: 'Bounced' }).click();
    await expect.element(bouncing().getByText(MESSAGES.required)).toBeVisible();
    expect(served.asked.some(({ call }) => call === 'POST /trx/colvoid')).toBe(false);
    await bouncing().getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: /DAIF/ }).click();
    await bouncing().getByRole('textbox', { name: 'Bank’s fee' }).fill('350');
    expect(await accessibilityFaults()).toEqual([]);
    await bouncing().getByRole('button', { name: 'Bounced' }).click();
    await expect
      .element(page.getByText(`Cheque 0004711 bounced. Collection ${collection_number} is void.`))
      .toBeVisible();
    const sent = served.asked.find(({ call }) => call === 'POST /trx/colvoid')!.form!;
    expect(Object.fromEntries(sent)).toMatchObject({
      collection_number,
      reason: 'Bounced: Insufficient funds (DAIF)',
      returned_by_bank: '1',
      row_version: String(issued.row_version),
    });
    await expect.poll(() => history.location.href).toBe(`/trxdisb/create?fee_of=${collection_number}&fee=350.00`);
  });

  test('does not bounce before its receipt is issued: the way out is told', async () => {
    serve({}, 'collection/cheque-held-back');
    startSession(loginDataOf({ ...LEVELS, Collection: 4 }));
    await open('/payefile?tab=cheques&id=1');
    await dialog().getByRole('button', { name: 'Bounced…' }).click();
    await expect.element(bouncing()).toHaveTextContent(/is not issued.*Delete that collection, and the cheque is held/);
    const button = bouncing().getByRole('button', { name: 'Bounced' });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(bouncing()).toHaveTextContent('Whoever may enter disbursements books the bank’s fee');
  });

  test('offers the bank’s fee when it has bounced, to whoever may enter it', async () => {
    serve({ state: 'Bounced' }, 'collection/of-bounced');
    startSession(loginDataOf({ ...LEVELS, Collection: 1 }));
    await open('/payefile?tab=cheques&id=1');
    const button = dialog().getByRole('button', { name: 'Enter the bank’s fee' });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    expect(dialog().getByRole('button', { name: 'Bounced…' }).elements()).toEqual([]);
  });
});
