import { expect, type Locator, type Page } from '@playwright/test';

/** The dialog in which a record is entered and changed. */
export const form = (page: Page) => page.getByRole('dialog', { name: 'Edit entry' });

/** Types into fields by their labels; each is left, so that it is checked. */
export async function fillIn(dialog: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = dialog.getByLabel(labelled(label));
    await field.fill(value);
    await field.press('Tab');
  }
}

/** The whole label, with or without the star of a field that is needed. */
function labelled(label: string): RegExp {
  return new RegExp(`^${label.replaceAll(/[%.()]/g, String.raw`\$&`)}\\s*\\*?$`);
}

/** Chooses from a list that narrows while one types; what is chosen already stays. */
export async function choose(page: Page, label: string, sought: string, option: RegExp): Promise<void> {
  const box = form(page).getByRole('combobox', { name: label, exact: true });
  if (option.test(await box.inputValue())) return;
  await box.fill(sought);
  await page.getByRole('option', { name: option }).first().click();
}

/** Saves the open record; the dialog closes. */
export async function save(page: Page): Promise<void> {
  await form(page)
    .getByRole('button', { name: /^Save(?! &)/ })
    .click();
  await expect(form(page)).toHaveCount(0);
}
