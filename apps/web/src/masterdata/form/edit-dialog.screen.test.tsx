import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SCREEN_TABLE } from '../../paths.ts';
import { forgetSession, startSession } from '../../session/session.ts';
import { loginDataOf, renderApp } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { problem, serveResources } from '../../testing/serve-resources.ts';

const CODES = [
  { atc_code: 'WI010', atc_desc: 'Professional fees', atc_rate: '5.00' },
  { atc_code: 'WI011', atc_desc: 'Talent fees', atc_rate: '10.00' },
];
const LEVEL = { level_code: 'L1', level_name: 'First level', min_amount: '0.01', max_amount: '100000.00' };
const BRANCH = { brnc_code: 'QUI01', brnc_name: 'Quiapo', brnc_stat: 1, active_flag: 1, group_id: 1, vat: 0 };

beforeEach(() => {
  startSession(loginDataOf({ 'ATC Codes': 4, Branches: 4, Departments: 4, 'Approving Levels': 4, 'Payee Details': 4 }));
});
afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

const open = (address: string) => renderApp(SCREEN_TABLE.screens, address);
const dialog = () => page.getByRole('dialog', { name: 'Edit entry' });
const box = (name: string) => dialog().getByRole('textbox', { name, exact: true });
const summary = () => dialog().getByRole('alert');
const writes = (asked: readonly { call: string }[]) => asked.filter(({ call }) => /^(POST|PUT)/.test(call));

test('N opens an empty form with the focus in its first field; Save with nothing entered lists every fault and sends nothing', async () => {
  const { asked } = serveResources({ alpha_tax_code: CODES });
  await open('/alphataxcode');
  await expect.element(page.getByText('1 - 2 of 2')).toBeVisible();
  await userEvent.keyboard('n');
  await expect.element(dialog()).toBeVisible();
  await expect.element(dialog().getByText('New ATC code')).toBeVisible();
  await expect.element(box('ATC code')).toHaveFocus();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(summary()).toHaveFocus();
  await expect.element(summary()).toHaveTextContent('3 fields need attention');
  for (const label of ['ATC code', 'Description', 'Rate %']) {
    await expect.element(summary().getByRole('link', { name: `${label} is required.` })).toBeVisible();
  }
  await summary().getByRole('link', { name: 'Description is required.' }).click();
  await expect.element(box('Description')).toHaveFocus();
  expect(writes(asked)).toEqual([]);
  expect(await accessibilityFaults()).toEqual([]);
});

test('a field is checked when it is left, and from then on while typing', async () => {
  serveResources({ alpha_tax_code: CODES });
  await open('/alphataxcode?id=new');
  await box('ATC code').fill('W!');
  expect(dialog().getByText('ATC code can only contain numbers and letters.').elements()).toEqual([]);
  await userEvent.keyboard('{Tab}');
  await expect.element(dialog().getByText('ATC code can only contain numbers and letters.')).toBeVisible();
  await expect.element(box('ATC code')).toHaveAttribute('aria-invalid', 'true');
  await box('ATC code').fill('W1');
  await expect.poll(() => dialog().getByText('ATC code can only contain').elements()).toEqual([]);
});

test('emoji are taken out of what is typed or pasted, with a hint', async () => {
  serveResources({ alpha_tax_code: CODES });
  await open('/alphataxcode?id=new');
  await box('Description').fill('Kape 😀 at tinapay');
  await expect.element(box('Description')).toHaveValue('Kape  at tinapay');
  await expect.element(dialog().getByText('Emoji removed')).toBeVisible();
});

test('Enter goes to the next field, Ctrl+Enter saves; the dialog closes, the list shows the record and the message names it', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  const { history } = await open('/alphataxcode');
  await expect.element(page.getByText('1 - 2 of 2')).toBeVisible();
  await userEvent.keyboard('n');
  await expect.element(box('ATC code')).toHaveFocus();
  await userEvent.keyboard('WC158{Enter}Contractors{Enter}2{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Your work has been successful! Contractors WC158 added.')).toBeVisible();
  await expect.element(page.getByText('1 - 3 of 3')).toBeVisible();
  expect(dialog().elements()).toEqual([]);
  expect(history.location.search).toBe('');
  const [post] = writes(served.asked) as unknown as typeof served.asked;
  expect(post?.body).toEqual({ atc_code: 'WC158', atc_desc: 'Contractors', atc_rate: '2.00', rates: [], status: 1 });
  expect(post?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
});

test('Save & new keeps the dialog for another record', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  await open('/alphataxcode?id=new');
  await box('ATC code').fill('WC158');
  await box('Description').fill('Contractors');
  await box('Rate %').fill('2');
  await dialog().getByRole('button', { name: 'Save & new' }).click();
  await expect.element(page.getByText('Your work has been successful! Contractors WC158 added.')).toBeVisible();
  await expect.element(box('ATC code')).toHaveValue('');
  await expect.element(box('ATC code')).toHaveFocus();
  expect(served.rows('alpha_tax_code')).toHaveLength(3);
});

test('a change sends the changed fields with the version that was read', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  await open('/alphataxcode?id=2');
  await expect.element(dialog().getByText('WI011 · Talent fees')).toBeVisible();
  await box('Rate %').fill('15');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('Your work has been successful! Talent fees WI011 updated.')).toBeVisible();
  expect(writes(served.asked)).toMatchObject([
    { call: 'PUT /alphataxcode/2', body: { atc_rate: '15.00', row_version: 1 } },
  ]);
});

test('an amount still being typed is saved as typed', async () => {
  const served = serveResources({ approving_level: [LEVEL] });
  await open('/approvinglevels?id=1');
  await box('Max amount').fill('=150000*2');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('Your work has been successful! First level L1 updated.')).toBeVisible();
  expect(served.rows('approving_level')[0]).toMatchObject({ max_amount: '300000.00' });
});

test('a fault across two fields goes away when the other one is mended', async () => {
  const { asked } = serveResources({ approving_level: [] });
  await open('/approvinglevels?id=new');
  await box('Level code').fill('L1');
  await box('Level name').fill('First level');
  await box('Min amount').fill('500');
  await box('Max amount').fill('100');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(summary()).toHaveTextContent('Max amount must be at least min amount, or 0 for no limit.');
  expect(writes(asked)).toEqual([]);
  await box('Min amount').fill('50');
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => summary().elements()).toEqual([]);
});

test("the server's messages are listed once each, in order, and stand at their fields; the values stay", async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  served.answer('PUT /alphataxcode/1', () =>
    problem(422, 'validation_failed', '2 entries need attention.', {
      errors: {
        atc_rate: ['atc_rate is too high.'],
        atc_code: ['ATC code WI011 exists already.', 'atc_rate is too high.'],
      },
    }),
  );
  await open('/alphataxcode?id=1');
  await box('ATC code').fill('WI011');
  await userEvent.keyboard('{Control>}s{/Control}');
  const list = page.getByRole('alertdialog', { name: 'Failed to save!' });
  await expect.element(list).toBeVisible();
  const lines = list.getByRole('listitem').elements();
  expect(lines.map((line) => line.textContent)).toEqual(['ATC code WI011 exists already.', 'atc rate is too high.']);
  await list.getByRole('button', { name: 'OK' }).click();
  await expect.element(dialog().getByText('ATC code WI011 exists already.', { exact: true }).last()).toBeVisible();
  await expect.element(box('ATC code')).toHaveValue('WI011');
});

test('two people change one record: before, theirs and mine stand side by side, and each field is chosen by keyboard', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  await open('/alphataxcode?id=1');
  await box('Description').fill('Professional fees, individuals');
  Object.assign(served.rows('alpha_tax_code')[0]!, { atc_desc: 'Prof. fees', atc_rate: '8.00', row_version: 2 });
  await userEvent.keyboard('{Control>}s{/Control}');
  const conflict = page.getByRole('alertdialog', { name: 'Changed by Ben Cruz at 14:02. Reload to see it.' });
  await expect.element(conflict).toBeVisible();
  const cells = [...document.querySelectorAll('[role=alertdialog] tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect(cells).toEqual([
    ['Description', 'Professional fees', 'Prof. fees', 'Professional fees, individuals'],
    ['Rate %', '5.00', '8.00', 'not changed'],
  ]);
  expect(await accessibilityFaults()).toEqual([]);

  // What only one changed is chosen; the rest must be, and the focus goes there.
  await expect.element(conflict.getByRole('radio', { name: 'Rate %, theirs: 8.00' })).toBeChecked();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(conflict.getByText('Choose theirs or mine for Description.')).toBeVisible();
  await expect.element(conflict.getByRole('radio', { name: 'Description, theirs: Prof. fees' })).toHaveFocus();
  expect(writes(served.asked)).toHaveLength(1);
  await userEvent.keyboard('{ArrowRight}{Control>}s{/Control}');
  await expect.element(page.getByText(/individuals WI010 updated\./)).toBeVisible();
  expect(served.rows('alpha_tax_code')[0]).toMatchObject({
    atc_desc: 'Professional fees, individuals',
    atc_rate: '8.00',
    row_version: 3,
  });
});

test('after a conflict Reload shows their record and gives mine up', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  await open('/alphataxcode?id=1');
  await box('Description').fill('Mine');
  Object.assign(served.rows('alpha_tax_code')[0]!, { atc_desc: 'Theirs', row_version: 2 });
  await userEvent.keyboard('{Control>}s{/Control}');
  await page.getByRole('button', { name: 'Reload theirs' }).click();
  await expect.element(box('Description')).toHaveValue('Theirs');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => dialog().elements()).toEqual([]);
  expect(served.rows('alpha_tax_code')[0]).toMatchObject({ atc_desc: 'Theirs', row_version: 2 });
});

test('a save whose answer was lost is repeated under the same key', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  served.answer('PUT /alphataxcode/1', () => Promise.reject(new TypeError('Failed to fetch')));
  await open('/alphataxcode?id=1');
  await box('Description').fill('Fees');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByRole('alertdialog', { name: 'Network Error' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  served.answer('PUT /alphataxcode/1', () => problem(503, 'database_unavailable', 'The database is not available.'));
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText(/The database is not available/).first()).toBeVisible();
  // Keys save nothing while a save is under way, and its failure is told before it has ended.
  await expect.element(dialog().getByRole('button', { name: 'Save', exact: true })).not.toHaveAttribute('aria-busy');
  served.answer('PUT /alphataxcode/1', null);
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText(/Fees WI010 updated\./)).toBeVisible();
  const keys = served.asked
    .filter(({ call }) => call === 'PUT /alphataxcode/1')
    .map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test('Esc, and another address of the list, ask before typed changes are lost', async () => {
  serveResources({ alpha_tax_code: CODES });
  const { history, router } = await open('/alphataxcode');
  await expect.element(page.getByText('1 - 2 of 2')).toBeVisible();
  await page.getByText('Talent fees').click();
  await box('Description').fill('Changed');
  await userEvent.keyboard('{Escape}');
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(box('Description')).toHaveValue('Changed');
  void router.navigate({ to: '/alphataxcode' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(box('Description')).toHaveValue('Changed');
  expect(history.location.search).toBe('?id=2');
  await userEvent.keyboard('{Escape}');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => dialog().elements()).toEqual([]);
  expect(history.location.search).toBe('');
});

test('tabs count their faults, and a link of the summary opens the tab and the inner row', async () => {
  serveResources({ branch: [BRANCH], payee: [], bank_header: [{ bank_code: 'BPI', bank_name: 'BPI' }] });
  await open('/branches?id=1');
  await box('Branch name').fill('');
  await page.getByRole('tab', { name: 'Payee & banks' }).click();
  await dialog().getByRole('button', { name: 'Add bank account' }).click();
  await expect.element(dialog().getByRole('combobox', { name: 'Bank', exact: true })).toHaveFocus();
  await userEvent.keyboard('BPI');
  await expect.element(page.getByRole('listbox').getByRole('option', { name: 'BPI' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByRole('tab', { name: 'Identity 1 error' })).toBeVisible();
  await page.getByRole('tab', { name: /^Identity/ }).click();
  await summary().getByRole('link', { name: 'Bank account 1: Account number is required.' }).click();
  await expect.element(box('Account number')).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
});

test('rows of an inner grid are added, checked against each other and removed', async () => {
  const served = serveResources({ department: [{ dept_code: 'ACCT', dept_desc: 'Accounting', dept_status: 1 }] });
  await open('/depts?id=1');
  await dialog().getByRole('button', { name: 'Add section' }).click();
  await userEvent.keyboard('AP{Enter}Payables');
  await dialog().getByRole('button', { name: 'Add section' }).click();
  await userEvent.keyboard('AP{Enter}Again');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(summary()).toHaveTextContent('Section 2: Section code of row 2 is the same as in row 1.');
  await dialog().getByRole('button', { name: 'Remove section 2' }).click();
  await expect.poll(() => summary().elements()).toEqual([]);
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('Your work has been successful! Accounting ACCT updated.')).toBeVisible();
  expect(served.asked.findLast(({ call }) => call.startsWith('PUT '))?.body?.['sections']).toEqual([
    { section_code: 'AP', section_name: 'Payables', status: 1 },
  ]);
});

test('a record that a field refers to can be added from the field', async () => {
  const served = serveResources({ branch: [BRANCH], payee: [] });
  await open('/branches?id=1');
  await page.getByRole('tab', { name: 'Payee & banks' }).click();
  await dialog().getByRole('combobox', { name: 'Payee' }).fill('Bagong Kunwari');
  await page.getByRole('button', { name: 'Add payee' }).click();
  const inner = dialog().last();
  await expect.element(inner.getByRole('textbox', { name: 'Description' })).toHaveValue('Bagong Kunwari');
  await inner.getByRole('combobox', { name: 'Payee type' }).fill('Supplier');
  await userEvent.keyboard('{Enter}');
  await inner.getByRole('textbox', { name: 'Payee code' }).fill('P001');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(dialog().getByRole('combobox', { name: 'Payee' })).toHaveValue('Bagong Kunwari');
  expect(served.rows('payee')).toMatchObject([{ payee_code: 'P001', payee_type: 6 }]);
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('Your work has been successful! Quiapo QUI01 updated.')).toBeVisible();
  expect(served.rows('branch')[0]).toMatchObject({ payee_code: 'P001' });
});
