import { expect, test } from '../steps/journey.ts';
import { tabTo } from '../steps/keyboard.ts';

test('cheques that are due are deposited together by keyboard alone; one bounces, and its fee is a debit memo', async ({
  openAs,
}) => {
  const cashier = await openAs('cashier', '/payefile?tab=cheques');
  await expect(cashier.getByRole('row', { name: /0004711/ })).toContainText('Held');
  await cashier.keyboard.press('Tab');
  await cashier.keyboard.press('Enter'); // past the menu
  await tabTo(cashier, cashier.getByRole('button', { name: 'To deposit' }));
  await cashier.keyboard.press('Enter');
  await expect(cashier.getByRole('row')).toHaveCount(4);
  await cashier.keyboard.press('Shift+Tab');
  await expect(cashier.getByRole('button', { name: /^Deposit 2 · PHP 89,600\.00/ })).toBeFocused();
  await cashier.keyboard.press('Enter');
  const asking = cashier.getByRole('dialog', { name: 'Deposit 2 cheques?' });
  for (const [name, typed] of [
    ['Deposited to', 'BPI CA 0001'],
    ['Branch', 'SMP-001'],
  ] as const) {
    await tabTo(cashier, asking.getByRole('combobox', { name }));
    await cashier.keyboard.type(typed);
    await expect(cashier.getByRole('option')).toHaveCount(1);
    await cashier.keyboard.press('Enter');
  }
  await cashier.keyboard.press('Control+Enter');
  await expect(cashier.getByText(/^2 cheques deposited\./)).toBeVisible();
  // The one that bounced is left.
  await expect(cashier.getByRole('row')).toHaveCount(2);
  await expect(cashier.getByRole('checkbox', { name: '0088118' })).not.toBeChecked();

  // From the cheque to its collection, whose receipt is issued, and back.
  await cashier.goto('/payefile?tab=cheques&q=0004711');
  const cheque = cashier.getByRole('row', { name: /0004711/ });
  await expect(cheque).toContainText('Deposited');
  const collection = await cheque.getByRole('link').innerText();
  await cheque.getByRole('link').click();
  await expect(cashier.getByRole('heading', { name: `Collection ${collection}` })).toBeVisible();
  const part = cashier.getByRole('region', { name: 'Post-dated cheque' });
  await expect(part).toContainText('Deposited');
  await cashier.getByRole('button', { name: /^Issue receipt/ }).click();
  await expect(cashier.getByText(/Issued/).first()).toBeVisible();

  const checker = await openAs('checker', '/payefile?tab=cheques&q=0004711');
  const row = checker.getByRole('row', { name: /0004711/ });
  await expect(row).toContainText('Deposited');
  await checker.keyboard.press('Tab');
  await checker.keyboard.press('Enter');
  await tabTo(checker, row);
  await tabTo(checker, row.getByRole('button', { name: 'More actions' }));
  await checker.keyboard.press('Enter');
  const bounced = checker.getByRole('menuitem', { name: 'Bounced…' });
  await expect(checker.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await checker.keyboard.press('b'); // the first letter of Bounced
  await expect(bounced).toBeFocused();
  await checker.keyboard.press('Enter');
  const bouncing = checker.getByRole('dialog', { name: 'Cheque 0004711 bounced?' });
  await expect(bouncing).toContainText(`It voids collection ${collection}, with a mirror entry on`);
  await checker.keyboard.type('DAIF');
  await checker.keyboard.press('Enter');
  await tabTo(checker, bouncing.getByRole('textbox', { name: 'Bank’s fee' }));
  await checker.keyboard.type('350');
  await tabTo(checker, bouncing.getByRole('button', { name: 'Bounced' }));
  await checker.keyboard.press('Enter');
  const lines = checker.getByRole('grid');
  await expect(lines).toContainText(/503090.*350\.00.*102103.*350\.00/s);
  await checker.goto('/payefile?tab=cheques&q=0004711');
  await expect(row).toContainText('Bounced');
});
