import type { Caller } from '../steps/caller.ts';
import { expect, test } from '../steps/journey.ts';

test('an officer names a stand-in, who tries several approvals and sees each pass, go on or stay blocked', async ({
  openAs,
  callAs,
}) => {
  const preparer = await callAs('preparer');
  const checker = await callAs('checker');
  const [passes, goesOn, withdrawn] = [
    await waiting(preparer, checker, '12345.01'),
    await waiting(preparer, checker, '54321.02'),
    await waiting(preparer, checker, '12345.03'),
  ];

  const elena = await openAs('approver2');
  await elena.getByRole('button', { name: 'Elena T., user menu' }).click();
  await elena.getByRole('menuitem', { name: 'My stand-in' }).click();
  const dialog = elena.getByRole('dialog', { name: 'My stand-in' });
  await dialog.getByRole('combobox', { name: 'Stand-in' }).fill('gina');
  await elena.getByRole('option', { name: /Gina Flores/ }).click();
  await dialog.getByRole('textbox', { name: 'Last Day' }).fill('+3');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Annual leave');
  await dialog.getByRole('button', { name: 'Name stand-in' }).click();
  await expect(elena.getByText('Gina Flores stands in for Elena Tan.')).toBeVisible();

  // Whoever decides nothing in his own name has an inbox now, of what the filters in the address leave.
  const gina = await openAs('cashier', '/?view=approvals&type=JE&from=12345.01&to=54321.02&level=3');
  for (const number of [passes, goesOn, withdrawn]) {
    const item = gina.getByRole('listitem').filter({ hasText: number });
    await item.hover();
    await item.getByRole('checkbox').check();
  }
  await preparer('POST', `/api/trx/header/${withdrawn}`, { status: 1, approved_remarks: 'Wrong month.' });
  await gina.getByRole('group', { name: 'Selected entries' }).getByRole('button', { name: 'Approve' }).click();
  const question = gina.getByRole('dialog', { name: 'Approve 2 of 3?' });
  await expect(question).toContainText('PHP 66,666.03');
  const group = (name: string) => question.getByRole('group', { name });
  await expect(group('Will pass')).toContainText('for Elena Tan · posts to the ledger');
  await expect(group('Needs another after you')).toContainText('for Elena Tan · Approval 2: Felipe Ocampo');
  await expect(group('Blocked because')).toContainText(/Ana Reyes withdrew it at \d\d:\d\d; it is now Active\./);
  await question.getByRole('button', { name: 'Approve 2' }).click();
  await expect(gina.getByRole('dialog', { name: 'Approve: 2 done, 1 blocked' })).toBeVisible();
  await gina.keyboard.press('Escape');

  await gina.goto(`/trx-gen-journal/create?batch=${goesOn}`);
  const timeline = gina.getByRole('list', { name: 'Approval timeline' });
  await expect(timeline).toContainText('Gina Flores for Elena Tan');
  await expect(timeline).toContainText('Felipe Ocampo can act');
  const { data } = await preparer('GET', `/api/trx/header/${passes}`);
  expect(data).toMatchObject({ status: 7, accounting_status: 7 });

  // She is back: from now on nobody acts for her.
  await dialog.getByRole('button', { name: 'End: Gina Flores for Elena Tan' }).click();
  await elena.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
  await expect(dialog.getByText(/ended by Elena Tan/)).toBeVisible();
  await gina.goto('/?view=approvals');
  await expect(gina.getByText('Nothing waits for your approval.')).toBeVisible();

  // What somebody left open is released by another approver; it waits where it was.
  const felipe = await callAs('approver3');
  await felipe('POST', `/api/trx/header/${goesOn}/lock`, {});
  await elena.goto('/trx-active');
  const held = elena.getByRole('row', { name: new RegExp(goesOn) });
  await expect(held).toContainText('Felipe Ocampo');
  await held.hover();
  await elena.getByRole('button', { name: `Release batch ${goesOn}` }).click();
  await expect(held).toHaveCount(0);
  expect((await preparer('GET', `/api/trx/header/${goesOn}`)).data).toMatchObject({ status: 4, processing: 0 });
});

/** A journal of this amount that waits for its first approval; answers its batch number. */
async function waiting(preparer: Caller, checker: Caller, amount: string): Promise<string> {
  const { data: choices } = await preparer('GET', '/api/trx/entry-choices');
  const { branches, departments } = choices as { branches: { id: number }[]; departments: { id: number }[] };
  const line = { header_key: 0, branch_id: branches[0]!.id, department_id: departments[0]!.id };
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Manila' });
  const { data } = await preparer('POST', '/api/trx/header', {
    document_type: 'JE',
    headers: [{ document_date: today, remarks: `Rent of a branch, ${amount}` }],
    details: [
      { ...line, account_code: '502010', debit_amount: amount },
      { ...line, account_code: '102103', credit_amount: amount },
    ],
  });
  const number = String(data['batch_number']);
  await preparer('POST', `/api/trx/header/${number}`, { status: 2 });
  await checker('POST', `/api/trx/header/${number}`, { status: 3 });
  return number;
}
