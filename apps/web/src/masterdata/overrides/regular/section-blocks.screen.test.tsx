import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SCREEN_TABLE } from '../../../paths.ts';
import { forgetSession, startSession } from '../../../session/session.ts';
import { loginDataOf, renderApp } from '../../../testing/render-app.tsx';
import { accessibilityFaults } from '../../../testing/render-screen.tsx';
import { serveResources } from '../../../testing/serve-resources.ts';

beforeEach(() => startSession(loginDataOf({ 'Regular Transactions': 4 })));
afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

const ACCOUNTS = [
  { acct_code: '502010', acct_desc: 'Rent', acct_type: 'S', status: 1 },
  { acct_code: '503090', acct_desc: 'Bank Charges', acct_type: 'S', status: 1 },
];
const line = (section_no: number, account_id: number, debit_amount: string) => ({
  section_no,
  account_id,
  debit_amount,
});
const section = (place: number) => dialog().getByRole('region', { name: `Section ${place}` });
const dialog = () => page.getByRole('dialog', { name: 'Edit entry' });

/** A template of two sections, at its lines. */
async function open(template: object) {
  const served = serveResources({
    account: ACCOUNTS,
    currency: [{ cur_code: 'P', cur_desc: 'Peso', iso_code: 'PHP' }],
    regular_transaction: [{ txn_type: 'Rent of the offices', document_type: 'JE', ...template }],
  });
  await renderApp(SCREEN_TABLE.screens, '/regulartxns?id=1');
  await dialog().getByRole('tab', { name: 'Lines' }).click();
  return served;
}

test('lines stand in the named blocks of their sections, count over all of them, and go with theirs', async () => {
  const served = await open({
    sections: [
      { section_no: 1, section_name: 'Head office' },
      { section_no: 4, section_name: 'Branches' },
    ],
    lines: [line(4, 2, '5.00'), line(1, 1, '10.00')],
  });
  await expect.element(section(1).getByRole('textbox', { name: 'Section name' })).toHaveValue('Head office');
  await expect.element(section(1).getByRole('button', { name: /^Line 1 / })).toHaveTextContent('502010');
  await expect.element(section(2).getByRole('button', { name: /^Line 2 / })).toHaveTextContent('503090');
  expect(await accessibilityFaults()).toEqual([]);

  await section(1).getByRole('button', { name: 'Add line to section 1' }).click();
  await expect.element(section(1).getByRole('combobox', { name: /^Account/ })).toHaveFocus();
  await userEvent.keyboard('503090');
  await page.getByRole('option', { name: /503090/ }).click();
  await section(1).getByRole('textbox', { name: 'Debit' }).fill('7');
  await expect.element(section(2).getByRole('button', { name: /^Line 3 / })).toBeVisible();
  await section(2).getByRole('button', { name: 'Remove section 2' }).click();
  await page
    .getByRole('alertdialog', { name: 'Remove section Branches?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect.element(section(2)).not.toBeInTheDocument();

  await userEvent.keyboard('{Control>}s{/Control}');
  await expect
    .poll(() => served.asked.find(({ call }) => call === 'PUT /regular-txn/1')?.body)
    .toMatchObject({
      sections: [{ section_no: 1, section_name: 'Head office' }],
      lines: [
        { section_no: 1, account_id: 1, debit_amount: '10.00' },
        { section_no: 1, account_id: 2, debit_amount: '7.00' },
      ],
    });
});

test('a template without sections has one, which is named once another is added', async () => {
  const served = await open({ sections: [], lines: [line(1, 1, '10.00')] });
  await expect.element(section(1).getByRole('heading', { name: 'Lines' })).toBeVisible();
  await dialog().getByRole('button', { name: 'Add section' }).click();
  await expect.element(section(2).getByRole('textbox', { name: 'Section name' })).toHaveFocus();
  await userEvent.keyboard('Taxes{Control>}s{/Control}');
  await expect
    .poll(() => served.asked.find(({ call }) => call === 'PUT /regular-txn/1')?.body)
    .toMatchObject({
      sections: [
        { section_no: 1, section_name: 'Lines' },
        { section_no: 2, section_name: 'Taxes' },
      ],
    });
});
