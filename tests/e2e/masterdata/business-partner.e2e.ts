import type { Locator, Page } from '@playwright/test';
import { agreeOn } from '../steps/caller.ts';
import { expect, test } from '../steps/journey.ts';

const form = (page: Page) => page.getByRole('dialog', { name: 'Edit entry' }).last();
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('a business partner is kept by keyboard: its payee, two bank accounts, two locations, a hold', async ({
  openAs,
}) => {
  // Where two people agreed that one may change bank accounts alone; otherwise the record waits and says so.
  const four_eyes = { bank_details: false, limits: true, roles: true };
  await agreeOn(await openAs('admin'), await openAs('admin2'), '/api/settings', { four_eyes });
  const page = await openAs('checker', '/businesspartners');
  const code = `BP-${Date.now() % 10_000_000}`;
  const name = 'Batis Halimbawa Cooperative';

  await expect(page.getByRole('row', { name: /BP0001/ })).toBeVisible();
  await page.keyboard.press('n');
  await expect(form(page).getByLabel('BP code')).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await addOwnPayee(page, code);
  await chooseByKeyboard(page, 'Class', 'Coop', /^Cooperatives/);
  await chooseByKeyboard(page, 'Branch', 'SMP-001', /SAMPOL MAIN/);

  await openTab(page, 'People');
  await typeInto(form(page).getByLabel('Contact person'), 'Ana Reyes');
  await typeInto(form(page).getByLabel('Contact number'), '12345');
  await expect(form(page).getByText('Contact number must contain only digits and be between').last()).toBeVisible();
  await typeInto(form(page).getByLabel('Contact number'), '0281234567');
  await openTab(page, 'Compliance');
  await typeInto(form(page).getByLabel('KYC status'), 'Complete');

  await openTab(page, 'Banks');
  await addBankAccount(page, 'BDO', /BDO Unibank/, '0012-3456-78');
  await addBankAccount(page, 'MBTC', /Metropolitan/, '0034-5678-90');
  await page.keyboard.press('Control+s');
  await expect(said(page, `Your work has been successful! ${name} ${code} added.`)).toBeVisible();
  await expect(form(page)).toHaveCount(0);

  await page.goto('/bpbanks');
  await search(page, name);
  await expect(page.getByRole('row', { name: /0012-3456-78/ })).toContainText('Peso');
  await expect(page.getByRole('row', { name: /0034-5678-90/ })).toContainText(name);

  await page.goto('/bplocations');
  await expect(page.getByRole('row', { name: /LOC00001/ })).toBeVisible();
  await page.keyboard.press('n');
  for (const place of ['Quiapo', 'Recto']) await addLocation(page, `${code}-${place}`, code, place);
  await page.keyboard.press('Escape');
  await search(page, code);
  await expect(page.getByRole('row', { name: new RegExp(`${code}-.*${name}`) })).toHaveCount(2);

  await page.goto('/businesspartners');
  await search(page, code);
  await page.getByRole('row', { name: new RegExp(code) }).focus();
  await page.keyboard.press('Enter');
  await form(page).getByRole('switch', { name: 'No' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+s');
  await expect(said(page, `${name} ${code} updated.`)).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText('Yes');
});

/** From the partner's form; the new payee starts with what the form knows. */
async function addOwnPayee(page: Page, code: string): Promise<void> {
  await form(page).getByRole('combobox', { name: 'Payee', exact: true }).focus();
  await page.keyboard.type(code);
  await expect(page.getByText(`No result for “${code}”`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(form(page).getByLabel('Payee code')).toHaveValue(code);
  // Another name than the partner's: what is said of the payee is not taken for what is said of the partner.
  await typeInto(form(page).getByLabel('Description'), 'Batis Halimbawa Trading');
  await page.keyboard.press('Control+s');
  await expect(form(page).getByRole('combobox', { name: 'Payee', exact: true })).toHaveValue(/Batis/);
}

async function addBankAccount(page: Page, bank: string, option: RegExp, number: string): Promise<void> {
  await form(page).getByRole('button', { name: 'Add bank account' }).focus();
  await page.keyboard.press('Enter');
  const account = form(page)
    .getByRole('listitem', { name: /^Bank account \d+$/ })
    .last();
  await expect(account.getByRole('combobox', { name: 'Bank', exact: true })).toBeFocused();
  await page.keyboard.type(bank);
  await expect(page.getByRole('option', { name: option }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await typeInto(account.getByLabel('Account number'), number);
}

async function addLocation(page: Page, id: string, partner: string, place: string): Promise<void> {
  await expect(form(page).getByLabel('Loc ID')).toBeFocused();
  await page.keyboard.type(id);
  await chooseByKeyboard(page, 'Business partner', partner, new RegExp(partner));
  await typeInto(form(page).getByRole('textbox', { name: 'Location', exact: true }), place);
  await form(page).getByRole('button', { name: 'Save & new' }).focus();
  await page.keyboard.press('Enter');
  await expect(said(page, `${place} ${id} added.`)).toBeVisible();
  await expect(form(page).getByLabel('Loc ID')).toHaveValue('');
}

async function openTab(page: Page, name: string): Promise<void> {
  await form(page)
    .getByRole('tab', { name: new RegExp(`^${name}`) })
    .focus();
  await page.keyboard.press('Enter');
}

async function typeInto(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.press('Control+a');
  await field.pressSequentially(text);
  await field.press('Tab');
}

async function chooseByKeyboard(page: Page, label: string, sought: string, option: RegExp): Promise<void> {
  await form(page).getByRole('combobox', { name: label, exact: true }).focus();
  await page.keyboard.type(sought);
  await expect(page.getByRole('option', { name: option }).first()).toBeVisible();
  await page.keyboard.press('Enter');
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: /^Search (?!for)/ }).focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}
