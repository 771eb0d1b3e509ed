import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Screen } from '../../shell/screen.ts';
import { startSession } from '../../shell/session.ts';
import { actionsOf, batchOf, CHOICES, pageOfBatches } from '../../testing/batch-answers.ts';
import { answerCalls, loginDataOf, refusal, renderApp, type Answer, type Asked } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { DisbursementEntryScreen } from './disbursement-entry-screen.tsx';
import { DisbursementListScreen } from './disbursement-list-screen.tsx';

const DISBURSEMENTS: Screen = {
  label: 'Disbursements',
  path: '/trxdisb',
  load: async () => DisbursementListScreen,
  children: [{ path: '/trxdisb/create', title: 'Create', load: async () => DisbursementEntryScreen }],
};
const ACCOUNTS = [
  ...CHOICES.accounts,
  { ...CHOICES.accounts[0]!, id: 3, code: '108020', name: 'Input VAT - Services', role: 'INPUT_VAT' },
  { ...CHOICES.accounts[0]!, id: 5, code: '108010', name: 'Input VAT - Goods', role: 'INPUT_VAT_GOODS' },
  { ...CHOICES.accounts[0]!, id: 6, code: '108030', name: 'Input VAT - Capital Goods', role: 'INPUT_VAT_CAPITAL' },
  { ...CHOICES.accounts[0]!, id: 7, code: '108025', name: 'Input VAT - Imports', role: 'INPUT_VAT_IMPORTS' },
  { ...CHOICES.accounts[0]!, id: 4, code: '203030', name: 'Expanded Withholding Tax Payable', role: 'EWT' },
];
const BANK = { id: 61, code: '1020-103-59', name: 'BPI CA 0001', bank_code: 'BPI', bank_name: 'BPI - Buendia' };
const ENTRY_CHOICES = {
  ...CHOICES,
  accounts: ACCOUNTS,
  tax_codes: [...CHOICES.tax_codes, { id: 42, code: 'WC100', name: 'Rental', atc_rate: '5.00', rates: [] }],
  banks: [{ ...BANK, acct_code: '102103', currency_id: 1 }],
  periods: [
    { fiscal_year: 2025, period_no: 5, general_journal: 0, cash_receipt: 0, disbursement: 1 },
    { fiscal_year: 2025, period_no: 6, general_journal: 1, cash_receipt: 1, disbursement: 0 },
  ],
};
const PAYEE = {
  id: 52,
  payee_code: 'S0001',
  payee_desc: 'BANTAY KUNWARI SECURITY AGENCY, INC.',
  trader_name: null,
  business_style: null,
  tin: '900-000-104-00000',
  contact_num: null,
  email_add: null,
  house_unit: '1',
  street: 'Kunwari Avenue',
  municipality: 'Pasig City',
  city: 'Pasig City',
  zip_code: '1600',
  vat: 1,
  atc_code: 'WC120',
  held_by: null,
  employee_status: null,
  sub_agent_status: null,
  banks: [
    { id: 71, account_number: '0000-1111-22', acct_name: null, bank_code: 'BPI', bank_name: 'BPI', currency_id: 1 },
  ],
};

type Answers = Record<string, Answer | (() => Answer | Promise<Answer>)>;

async function openEntry(path = '/trxdisb/create', answers: Answers = {}) {
  const asked = answerCalls({
    'GET /api/trx/entry-choices': { body: { data: ENTRY_CHOICES } },
    'GET /api/trx/batch-number': { body: { data: { batch_number: '0010234' } } },
    'DELETE /api/trx/batch-number/0010234': { body: { data: { returned: true } } },
    'GET /api/trx/drafts': { body: { data: [] } },
    'GET /api/trx/header': pageOfBatches([]),
    'GET /api/trx/approval-route': { body: { data: { route: [], refusal: null } } },
    'GET /api/trx/payees/52': { body: { data: PAYEE } },
    'GET /api/payefile/dropdown-list': {
      body: { data: [{ id: 52, code: PAYEE.payee_code, name: PAYEE.payee_desc }] },
    },
    'GET /api/users/dropdown-list': { body: { data: [] } },
    'GET /api/banks/dropdown-list': { body: { data: [] } },
    'POST /api/trx/header': { body: { data: batchOf({ document_type: 'CV' }) } },
    ...answers,
  });
  await renderApp([DISBURSEMENTS], path);
  return asked;
}

const header = () => page.getByRole('group', { name: 'Header' });
const control = (role: 'combobox' | 'textbox', name: string) => header().getByRole(role, { name, exact: true });
const cell = (row: number, column: number) =>
  document.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)!.textContent;
/** What was sent by the last call of a kind. */
const sent = (asked: readonly Asked[], call: string) => asked.findLast((one) => one.call === call)?.body as Sent;
interface Sent {
  approved_remarks?: string;
  headers: Record<string, unknown>[];
  details: Record<string, unknown>[];
}

async function choose(name: string, typed: string): Promise<void> {
  await control('combobox', name).click();
  await userEvent.keyboard(typed);
  await page.getByRole('option').first().click();
}

/** Types texts into cells and presses Enter after each. */
async function typeCells(...texts: string[]): Promise<void> {
  for (const text of texts) await userEvent.keyboard(`${text}{Enter}`);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-05-22T02:00:00Z') });
  startSession(loginDataOf({ Disbursements: 3 }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a disbursement that is entered', () => {
  it('asks for payee and bank, takes the facts of the payee over and names the account of the bank', async () => {
    const asked = await openEntry();
    // A key means something once the page that takes it stands.
    await expect.element(header()).toBeVisible();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'attention' }))
      .toHaveTextContent(/Payee is required.*Bank is required/);
    expect(asked.some(({ call }) => call === 'POST /api/trx/header')).toBe(false);
    await choose('Payee', 'BANTAY');
    await expect.element(header()).toHaveTextContent('TIN 900-000-104-00000 · 1 Kunwari Avenue, Pasig City 1600');
    await expect.element(control('combobox', 'VAT')).toHaveValue('Vatable');
    await expect.element(control('combobox', 'ATC')).toHaveValue('WC120');
    await choose('Bank', 'BPI');
    await expect.element(header()).toHaveTextContent('1020-103-59');
    await expect.element(header()).toHaveTextContent('BPI - Buendia · account 102103');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('tells at once that the payee is on hold or has resigned', async () => {
    const data = { ...PAYEE, held_by: 'BP-0001 Kunwari Pawnshops', employee_status: 2 };
    await openEntry(undefined, { 'GET /api/trx/payees/52': { body: { data } } });
    await choose('Payee', 'BANTAY');
    await expect.element(header()).toHaveTextContent(/is on hold: business partner BP-0001 Kunwari Pawnshops/);
    await expect.element(header()).toHaveTextContent(/has resigned \(Employee status\)/);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('shows the arithmetic of VAT and withholding, and inserts its lines only when it is told to', async () => {
    const asked = await openEntry();
    await choose('Payee', 'BANTAY');
    await expect.element(control('combobox', 'ATC')).toHaveValue('WC120');
    await choose('Bank', 'BPI');
    const helper = page.getByRole('region', { name: 'VAT and withholding' });
    await helper.getByRole('textbox', { name: 'Amount with VAT' }).fill('56000');
    await userEvent.tab();
    await expect.element(helper).toHaveTextContent(/VATable base56,000.00 \/ 1.1250,000.00/);
    await expect.element(helper).toHaveTextContent(/VAT 12 %56,000.00 − 50,000.006,000.00/);
    await expect.element(helper).toHaveTextContent(/Withholding WC12056,000.00 \/ 1.12 × 2 %1,000.00/);
    await expect.element(helper).toHaveTextContent(/Net56,000.00 − 1,000.0055,000.00/);
    // The rate is the one of the document's date.
    await control('textbox', 'Document Date').fill('2025-06-02');
    await userEvent.tab();
    await expect.element(helper).toHaveTextContent(/Withholding WC12056,000.00 \/ 1.12 × 3 %1,500.00/);
    await control('textbox', 'Document Date').fill('2025-05-22');
    await userEvent.tab();
    await expect.element(helper).toHaveTextContent(/1.12 × 2 %1,000.00/);
    expect(cell(0, 0)).toBe('Account code or name');
    await helper.getByRole('button', { name: 'Insert lines' }).click();
    // The charged account is the person's to choose: the focus stands there.
    await expect.poll(() => document.activeElement?.getAttribute('data-cell')).toBe('0:0');
    await userEvent.keyboard('502010{Enter}{Enter}{Enter}SMP-001{Enter}{Escape}{Escape}');
    expect([1, 2, 3].map((row) => cell(row, 0))).toEqual([
      expect.stringContaining('108020'),
      expect.stringContaining('203030'),
      expect.stringContaining('102103'),
    ]);

    // A second proposal asks, and changes amounts only.
    await helper.getByRole('textbox', { name: 'Amount with VAT' }).fill('11200');
    await userEvent.tab();
    await helper.getByRole('button', { name: 'Insert lines' }).click();
    await page
      .getByRole('alertdialog', { name: 'Replace the 4 lines inserted before?' })
      .getByText('Replace', { exact: true })
      .click();
    await expect
      .element(page.getByRole('region', { name: 'Balance and actions' }))
      .toHaveTextContent('Debit 11,200.00');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.poll(() => sent(asked, 'POST /api/trx/header')).toBeDefined();
    const { headers, details } = sent(asked, 'POST /api/trx/header');
    expect(headers).toMatchObject([{ payee_id: 52, bank_id: 61, vat: 1, atc_code: 'WC120' }]);
    expect(details).toMatchObject([
      { part: 'charged', account_code: '502010', branch_id: 11, debit_amount: '10000.00', credit_amount: '' },
      { part: 'vat', account_code: '108020', debit_amount: '1200.00' },
      { part: 'withheld', account_code: '203030', credit_amount: '200.00', atc_code: 'WC120', tax_base: '10000.00' },
      { part: 'bank', account_code: '102103', credit_amount: '11000.00', payee_id: 52 },
    ]);
    expect(details).toHaveLength(4);
  });

  it('takes amounts of several ATCs and kinds of input VAT, with the branch and department of the user', async () => {
    const session = loginDataOf({ Disbursements: 3 });
    startSession({ ...session, user: { ...session.user, brnc_code: 'SMP-001', dept_code: 'ACCT' } });
    const asked = await openEntry();
    await choose('Payee', 'BANTAY');
    await choose('Bank', 'BPI');
    await expect.element(control('combobox', 'ATC')).toHaveValue('WC120');
    const helper = page.getByRole('region', { name: 'VAT and withholding' });
    await helper.getByRole('textbox', { name: 'Amount with VAT' }).fill('56000');
    await helper.getByRole('button', { name: 'Amount of another ATC or kind' }).click();
    const second = helper.getByRole('group', { name: 'Amount 2' });
    await second.getByRole('textbox', { name: 'Amount with VAT' }).fill('11200');
    await second.getByRole('combobox', { name: 'Input VAT of' }).click();
    await page.getByRole('option', { name: 'Goods', exact: true }).click();
    await second.getByRole('combobox', { name: 'ATC' }).click();
    await page.getByRole('option', { name: /WC100/ }).click();
    await expect.element(helper).toHaveTextContent(/Withholding WC12056,000.00 \/ 1.12 × 2 %1,000.00/);
    await expect.element(helper).toHaveTextContent(/Withholding WC10011,200.00 \/ 1.12 × 5 %500.00/);
    expect(await accessibilityFaults()).toEqual([]);
    await helper.getByRole('button', { name: 'Insert lines' }).click();
    await expect.poll(() => document.activeElement?.getAttribute('data-cell')).toBe('0:0');
    await userEvent.keyboard('502010{Enter}{Escape}{Escape}');
    document.querySelector<HTMLElement>('[data-cell="1:0"]')!.focus();
    await userEvent.keyboard('502010{Enter}{Escape}{Escape}{Control>}s{/Control}');
    await expect.poll(() => sent(asked, 'POST /api/trx/header')).toBeDefined();
    const { details } = sent(asked, 'POST /api/trx/header');
    expect(details.every(({ branch_id }) => branch_id === 11)).toBe(true);
    expect(details).toMatchObject([
      { part: 'charged', account_code: '502010', department_id: 21, debit_amount: '50000.00' },
      { part: 'charged', account_code: '502010', department_id: 21, debit_amount: '10000.00' },
      { part: 'vat', account_code: '108020', department_id: null, debit_amount: '6000.00' },
      { part: 'vat', account_code: '108010', debit_amount: '1200.00' },
      { part: 'withheld', atc_code: 'WC120', tax_base: '50000.00', credit_amount: '1000.00' },
      { part: 'withheld', atc_code: 'WC100', tax_base: '10000.00', credit_amount: '500.00' },
      { part: 'bank', account_code: '102103', credit_amount: '65700.00' },
    ]);
  });

  it.each([
    ['Capital goods', '108030'],
    ['Imports', '108025'],
  ])('claims input VAT of %s on the account with its role', async (kind, account) => {
    await openEntry();
    await choose('Payee', 'BANTAY');
    await choose('Bank', 'BPI');
    const helper = page.getByRole('region', { name: 'VAT and withholding' });
    await helper.getByRole('textbox', { name: 'Amount with VAT' }).fill('56000');
    await helper.getByRole('combobox', { name: 'Input VAT of' }).click();
    await page.getByRole('option', { name: kind, exact: true }).click();
    await helper.getByRole('button', { name: 'Insert lines' }).click();
    await expect.poll(() => cell(1, 0)).toContain(account);
  });

  it('asks before a proposal takes the place of lines that were saved, and leaves the others', async () => {
    const [paper] = batchOf().headers;
    const [charged, cash] = batchOf().details;
    const stored = batchOf({
      document_type: 'CV',
      headers: [{ ...paper!, payee_id: 52, payee_desc: PAYEE.payee_desc, bank_id: 61, vat: 1, atc_code: 'WC120' }],
      details: [
        { ...charged!, part: 'charged' },
        { ...cash!, part: 'bank' },
        { ...charged!, line_no: 3, account_code: '203030', debit_amount: '5.00', debit_php: '5.00' },
      ],
    });
    const asked = await openEntry('/trxdisb/create?batch=0010234&edit=1', {
      'GET /api/trx/header/0010234': { body: { data: stored } },
      'POST /api/trx/header/0010234/lock': { body: { data: {} } },
      'DELETE /api/trx/header/0010234/lock': { body: { data: {} } },
      'POST /api/trx/header/0010234': { body: { data: stored } },
    });
    const helper = page.getByRole('region', { name: 'VAT and withholding' });
    const total = helper.getByRole('textbox', { name: 'Amount with VAT' });
    await expect.element(total).toHaveValue('');
    await total.fill('11200');
    await userEvent.tab();
    await helper.getByRole('button', { name: 'Insert lines' }).click();
    await page
      .getByRole('alertdialog', { name: 'Replace the 2 lines inserted before?' })
      .getByText('Replace', { exact: true })
      .click();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.poll(() => sent(asked, 'POST /api/trx/header/0010234')).toBeDefined();
    const { details } = sent(asked, 'POST /api/trx/header/0010234');
    expect(details.map(({ part, account_code }) => [part, account_code])).toEqual([
      ['charged', '502010'],
      ['vat', '108020'],
      ['withheld', '203030'],
      ['bank', '102103'],
      [null, '203030'],
    ]);
  });

  it('warns of tax that ATC and base do not give, mends it by Alt+Enter, and submits it with a reason only', async () => {
    const saved = batchOf({ document_type: 'CV', allowed_actions: actionsOf({ submit: 2 }) });
    let reason = '';
    const doubt = 'Line 2 withholds 5,000.00: WC120, 2 % of 50,000.00, is 1,000.00, so that is 4,000.00 too much.';
    const asked = await openEntry('/trxdisb/create', {
      'POST /api/trx/header': { body: { data: saved } },
      'POST /api/trx/header/0010234': () => {
        reason = sent(asked, 'POST /api/trx/header/0010234').approved_remarks ?? '';
        return reason === ''
          ? { status: 409, body: { ...refusal(409, doubt).body!, code: 'withholding_reason', withholding: [doubt] } }
          : { body: { data: { batch_number: '0010234', status: 2 } } };
      },
    });
    await choose('Payee', 'BANTAY');
    await choose('Bank', 'BPI');
    await expect.element(control('combobox', 'ATC')).toHaveValue('WC120');
    document.querySelector<HTMLElement>('[data-cell="0:0"]')!.focus();
    await typeCells('502010', '', 'ACCT', 'SMP-001', '', '', '50000', '', '');
    await typeCells('203030', '', '', '', '', '', '', '5000', '');
    await typeCells('102103', '', '', '', '', '', '', '=', '');
    await userEvent.keyboard('{Escape}{Escape}');
    const warning = page.getByRole('status').filter({ hasText: 'Line 2 withholds' });
    await expect.element(warning).toHaveTextContent('without an ATC; line 2 withholds 5,000.00 without its tax base');
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
    await expect.element(warning).not.toHaveTextContent('without an ATC');
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
    await expect.element(warning).toHaveTextContent(doubt);
    expect(await accessibilityFaults()).toEqual([]);

    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const question = page.getByRole('dialog', { name: 'Submit with this tax withheld?' });
    await expect.element(question).toHaveTextContent(doubt);
    await question.getByRole('button', { name: 'Submit' }).click();
    await expect.element(question).toHaveTextContent('Required.');
    await question.getByRole('textbox', { name: 'Reason' }).fill('Ruling of the tax office');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByText('Status updated successfully')).toBeVisible();
    expect(reason).toBe('Ruling of the tax office');
  });

  it('takes what is withheld too much to the bank by the correction', async () => {
    await openEntry();
    await choose('Payee', 'BANTAY');
    await choose('Bank', 'BPI');
    const helper = page.getByRole('region', { name: 'VAT and withholding' });
    await helper.getByRole('textbox', { name: 'Amount with VAT' }).fill('56000');
    await userEvent.tab();
    await helper.getByRole('button', { name: 'Insert lines' }).click();
    document.querySelector<HTMLElement>('[data-cell="2:7"]')!.focus();
    await typeCells('5000');
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(page.getByRole('button', { name: 'Use 1,000.00', exact: true })).toBeVisible();
    document.querySelector<HTMLElement>('[data-cell="3:7"]')!.focus();
    await typeCells('51000');
    await userEvent.keyboard('{Escape}{Escape}');
    await page.getByRole('button', { name: 'Use 1,000.00, bank 55,000.00' }).click();
    expect([cell(2, 7), cell(3, 7)]).toEqual(['1,000.00', '55,000.00']);
    await expect.poll(() => document.activeElement?.getAttribute('data-cell')).toMatch(/^2:/);
  });

  it('keeps what is no cheque number as typed, says so, and sends nothing', async () => {
    const asked = await openEntry();
    const told = 'can only contain letters, numbers, spaces or hyphens.';
    await control('textbox', 'Cheque No.').fill('0000451#');
    await expect.element(header()).toHaveTextContent(`Cheque No. ${told}`);
    await expect.element(control('textbox', 'Cheque No.')).toHaveValue('0000451#');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByRole('link', { name: `Cheque No. ${told}` })).toBeVisible();
    await control('textbox', 'Cheque No.').fill('0000451');
    await header().getByText('Post-dated').click();
    await page.getByRole('textbox', { name: 'Number of Cheques' }).fill('6x');
    await expect.element(page.getByText('Number of Cheques must contain only digits.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Number of Cheques' }).fill('6');
    await page.getByRole('textbox', { name: 'Number of cheque 2' }).fill('452#');
    await expect.element(page.getByText(`The number of cheque 2 ${told}`)).toBeVisible();
    expect(asked.some(({ call }) => call === 'POST /api/trx/header')).toBe(false);
  });

  it('looks at the period of disbursements', async () => {
    await openEntry();
    await expect.element(header()).not.toHaveTextContent('already Closed');
    await control('textbox', 'Document Date').fill('2025-06-02');
    await userEvent.tab();
    await expect.element(header()).toHaveTextContent('Accounting Period for this date is already Closed.');
  });

  it('names the account of the payee where a bank is told to credit it, and no cheque', async () => {
    await openEntry();
    await choose('Type', 'Online');
    await expect.element(control('textbox', 'Cheque No.')).not.toBeInTheDocument();
    await expect.element(header().getByText('Post-dated')).not.toBeInTheDocument();
    await choose('Payee', 'BANTAY');
    await expect.element(control('combobox', "Payee's Bank Account")).toHaveValue('0000-1111-22');
  });
});

it('says which pesos apply to a foreign payable that is settled at its old rate', async () => {
  const [payable, bank] = batchOf().details;
  const stored = batchOf({
    document_type: 'CV',
    currency_id: 2,
    currency: 'USD',
    dollar_rate: '55.250000',
    headers: [{ ...batchOf().headers[0]!, payee_id: 52, payee_desc: PAYEE.payee_desc, bank_id: 61 }],
    details: [
      { ...payable!, debit_amount: '100.00', debit_php: '5480.00' },
      { ...bank!, credit_amount: '100.00', credit_php: '5525.00' },
    ],
  });
  const asked = await openEntry('/trxdisb/create?batch=0010234&edit=1', {
    'GET /api/trx/header/0010234': { body: { data: stored } },
    'POST /api/trx/header/0010234/lock': { body: { data: {} } },
    'DELETE /api/trx/header/0010234/lock': { body: { data: {} } },
    'POST /api/trx/header/0010234': { body: { data: stored } },
  });
  const said = page.getByRole('list', { name: 'Lines at pesos of their own' });
  await expect
    .element(said)
    .toHaveTextContent(
      'Line 1 is booked at PHP 5,480.00 as typed; the rate of 55.25 gives 5,525.00. Clear PHP Debit to follow the rate.',
    );
  await control('textbox', 'Remarks').fill('SETTLED');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(() => sent(asked, 'POST /api/trx/header/0010234')).toBeDefined();
  expect(sent(asked, 'POST /api/trx/header/0010234').details).toMatchObject([
    { debit_amount: '100.00', debit_php: '5480.00' },
    { credit_amount: '100.00', credit_php: '' },
  ]);
});

it('names what the server refuses of a stored entry in a dialog of its own', async () => {
  const stored = batchOf({
    document_type: 'CV',
    headers: [{ ...batchOf().headers[0]!, payee_id: 52, payee_desc: PAYEE.payee_desc, bank_id: 61 }],
  });
  await openEntry('/trxdisb/create?batch=0010234&edit=1', {
    'GET /api/trx/header/0010234': { body: { data: stored } },
    'POST /api/trx/header/0010234/lock': { body: { data: {} } },
    'DELETE /api/trx/header/0010234/lock': { body: { data: {} } },
    'POST /api/trx/header/0010234': {
      status: 422,
      body: {
        status: 422,
        message: 'Check the fields.',
        errors: { 'details.0.branch_id': ['line 1: branch is required.'] },
      },
    },
  });
  await control('textbox', 'Remarks').fill('CHANGED');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect
    .element(page.getByRole('alertdialog', { name: 'Update fail' }))
    .toHaveTextContent('line 1: branch is required.');
});

it('says in its history what its own type calls a status', async () => {
  const change = { field: 'status', before: '6', after: '7' };
  const entry = { at: '2025-05-22T02:00:00Z', user_name: 'Carla Santos', action: 'update', subject: 'batch' };
  await openEntry('/trxdisb/create?batch=0010234', {
    'GET /api/trx/header/0010234': { body: { data: batchOf({ document_type: 'CV', status: 7 }) } },
    'GET /api/trx/header/0010234/history': {
      body: { data: [{ ...entry, request_id: null, changes: [change] }], has_more: false },
    },
  });
  await page.getByRole('button', { name: 'History' }).click();
  await expect.element(page.getByRole('dialog', { name: 'History' })).toHaveTextContent('StatusFor ReleaseReleased');
});

describe('a voucher that waits for its release', () => {
  it('says that its cheque has no number, and leads to where it gets one', async () => {
    const [document] = batchOf().documents;
    const waiting = (cheque_number: string | null) =>
      batchOf({ document_type: 'CV', status: 6, cheque_number, documents: [{ ...document!, cheque_number }] });
    let stored = waiting(null);
    startSession(loginDataOf({ Disbursements: 3, 'Check Transactions': 1 }));
    await openEntry('/trxdisb/create?batch=0010234', {
      'GET /api/trx/header/0010234': () => ({ body: { data: stored } }),
    });
    const told = page.getByText('Cheque number is required. Assign it in Check Transactions, then release.');
    await expect.element(told).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Check Transactions' }))
      .toHaveAttribute('href', '/trxcheck?q=0010234');
    stored = waiting('0000451');
    window.dispatchEvent(new Event('visibilitychange'));
    await expect.element(told).not.toBeInTheDocument();
  });

  it('leads nobody to where he may not go', async () => {
    const [document] = batchOf().documents;
    const waiting = batchOf({ document_type: 'CV', status: 6, documents: [{ ...document!, cheque_number: null }] });
    await openEntry('/trxdisb/create?batch=0010234', { 'GET /api/trx/header/0010234': { body: { data: waiting } } });
    await expect.element(page.getByText('Cheque number is required.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Check Transactions' })).not.toBeInTheDocument();
  });
});

describe('a post-dated series', () => {
  it('previews its cheques, counts dates and numbers on from the first, and lets one be typed over', async () => {
    const asked = await openEntry();
    await choose('Payee', 'BANTAY');
    await choose('Bank', 'BPI');
    await header().getByText('Post-dated').click();
    await control('textbox', 'Number of Cheques').fill('6');
    await control('textbox', 'First Cheque Date').fill('2025-05-31');
    await userEvent.tab();
    await control('textbox', 'First Cheque No.').fill('0000451');
    const cheques = page.getByRole('table', { name: 'Cheques of the series' });
    await expect.element(cheques.getByRole('textbox', { name: 'Number of cheque 6' })).toHaveValue('0000456');
    await expect.element(cheques.getByRole('textbox', { name: 'Date of cheque 2' })).toHaveValue('2025-06-30');
    await expect.element(cheques.getByRole('textbox', { name: 'Date of cheque 3' })).toHaveValue('2025-07-31');
    await cheques.getByRole('textbox', { name: 'Date of cheque 4' }).fill('2025-08-29');
    await userEvent.tab();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.poll(() => sent(asked, 'POST /api/trx/header')).toBeDefined();
    expect(sent(asked, 'POST /api/trx/header').headers).toMatchObject([
      {
        is_pdc: 1,
        number_of_cheques: 6,
        document_date: '2025-05-31,2025-06-30,2025-07-31,2025-08-29,2025-09-30,2025-10-31',
        cheque_number: '0000451,0000452,0000453,0000454,0000455,0000456',
      },
    ]);
  });

  it('shows its first open cheque when it is edited, and sends that one with the count that is left', async () => {
    const first = batchOf().headers[0]!;
    const stored = batchOf({
      document_type: 'CW',
      is_pdc: 1,
      number_of_cheques: 5,
      headers: [
        { ...first, header_key: -1, is_pdc: 1, number_of_cheques: 5 },
        {
          ...first,
          header_key: 1,
          payee_id: 52,
          payee_desc: PAYEE.payee_desc,
          bank_id: 61,
          cheque_number: '0000452',
          document_date: '2025-05-28',
        },
      ],
      details: batchOf().details.flatMap((line) => [line, { ...line, header_key: 1 }]),
    });
    const asked = await openEntry('/trxdisb/create?batch=0010234&edit=1', {
      'GET /api/trx/header/0010234': { body: { data: stored } },
      'POST /api/trx/header/0010234/lock': { body: { data: {} } },
      'DELETE /api/trx/header/0010234/lock': { body: { data: {} } },
      'POST /api/trx/header/0010234': { body: { data: stored } },
    });
    await expect.element(header()).toHaveTextContent('The first of 5 cheques that are left.');
    await expect.element(control('textbox', 'Cheque No.')).toHaveValue('0000452');
    await expect.element(page.getByRole('region', { name: 'Balance and actions' })).toHaveTextContent('2 lines');
    await control('textbox', 'Remarks').fill('RENT, CHANGED');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.poll(() => sent(asked, 'POST /api/trx/header/0010234')).toBeDefined();
    expect(sent(asked, 'POST /api/trx/header/0010234').headers).toMatchObject([
      { is_pdc: 1, number_of_cheques: 5, document_date: '2025-05-28', cheque_number: '0000452' },
    ]);
  });
});

it("says 'Failed getting data' and why, where a copy cannot be made", async () => {
  await openEntry('/trxdisb/create?batch=0010234', {
    'GET /api/trx/header/0010234': { body: { data: batchOf({ document_type: 'CV' }) } },
    'GET /api/trx/batch-number': refusal(409, 'Please create Batch Series first.'),
  });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect.element(page.getByText('Failed getting data')).toBeVisible();
  await expect.element(page.getByText('Please create Batch Series first.')).toBeVisible();
});

describe('the files of a listed entry', () => {
  const file = {
    id: '0198a3c0-0000-7000-8000-000000000001',
    name: 'invoice.pdf',
    media_type: 'application/pdf',
    size: 2048,
    uploaded_by: 'Ana Reyes',
    uploaded_at: '2025-05-22T06:02:00Z',
    sha256: '',
  };
  const listed = batchOf({ document_type: 'CV', upload_file: [file], allowed_actions: actionsOf({ edit: 1 }) });
  const openFiles = async (answers: Answers) => {
    await openEntry('/trxdisb', {
      'GET /api/trx/header': pageOfBatches([listed]),
      'GET /api/trx/header/0010234': { body: { data: listed } },
      ...answers,
    });
    await page.getByRole('row', { name: /0010234/ }).hover();
    await page
      .getByRole('row', { name: /0010234/ })
      .getByRole('button', { name: 'Attachments' })
      .click();
    await expect.element(page.getByRole('dialog', { name: 'Attachments' })).toBeVisible();
  };
  const chooseFile = () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    const chosen = new DataTransfer();
    chosen.items.add(new File(['%PDF'], 'advice.pdf'));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const remove = () => page.getByRole('button', { name: 'Remove invoice.pdf' }).click();

  it('are added and deleted, each by its name', async () => {
    await openFiles({
      'POST /api/trx/header/0010234/attachments': { body: { data: [file] } },
      [`DELETE /api/trx/attachments/${file.id}`]: { body: { data: { removed: true } } },
    });
    chooseFile();
    await expect.element(page.getByText('Your work has been successful! advice.pdf added.')).toBeVisible();
    await remove();
    await expect.element(page.getByText('Your work has been successful! invoice.pdf deleted.')).toBeVisible();
  });

  it('say in a dialog why one is neither added nor deleted', async () => {
    const frozen = refusal(409, 'Batch 0010234 is submitted.');
    await openFiles({
      'POST /api/trx/header/0010234/attachments': frozen,
      [`DELETE /api/trx/attachments/${file.id}`]: frozen,
    });
    chooseFile();
    const told = (name: string) => page.getByRole('alertdialog', { name });
    await expect.element(told('Error Saving')).toHaveTextContent('Batch 0010234 is submitted.');
    await told('Error Saving').getByRole('button', { name: 'OK' }).click();
    await remove();
    await expect.element(told('Delete fail')).toHaveTextContent('Batch 0010234 is submitted.');
  });
});

describe('the list of disbursements', () => {
  it('shows several dates as one text, the cheques that are left, and filters by type', async () => {
    const row = batchOf({
      document_type: 'CW',
      document_number: '0000017',
      document_date: '2025-05-05,2025-06-05',
      is_pdc: 1,
      number_of_cheques: 2,
      payee_desc: PAYEE.payee_desc,
      bank_code: 'BPI',
      cheque_number: '0000451',
      allowed_actions: actionsOf({}),
    });
    const asked = await openEntry('/trxdisb', { 'GET /api/trx/header': pageOfBatches([row]) });
    await expect
      .element(page.getByRole('row', { name: /0010234/ }))
      .toHaveTextContent(/0000017CWHave multiple datesBANTAY KUNWARI SECURITY AGENCY, INC\.BPI0000451 \+11,500\.00PHP/);
    await page.getByRole('button', { name: 'Type' }).click();
    await page.getByText('CW · Cheque Write').click();
    await expect.poll(() => asked.some(({ address }) => address.includes('document_type=CW&'))).toBe(true);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Payee' }).click();
    await page.getByRole('dialog').getByText(PAYEE.payee_desc).click();
    await expect.poll(() => asked.some(({ address }) => address.includes('payee_id=52'))).toBe(true);
    await page.getByRole('button', { name: 'Clear Payee' }).click();
    // The filter under a name, and again from it.
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Cheque writes');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect.element(page.getByRole('button', { name: /^Type: CW/ })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByText('Cheque writes', { exact: true }).click();
    await expect.element(page.getByRole('button', { name: /^Type: CW/ })).toBeVisible();
    expect(await accessibilityFaults()).toEqual([]);
  });
});
