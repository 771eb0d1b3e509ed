import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createBatch, readBatch } from '@talaan/contract/documents/batch.contract';
import { readCollection } from '@talaan/contract/documents/collection/collection.contract';
import { listBatches } from '@talaan/contract/documents/desk.contract';
import { entryChoices } from '@talaan/contract/documents/entry-page/entry-page.contract';
import { readEntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import type { Screen } from '../../page/screen.ts';
import { startSession } from '../../session/session.ts';
import { answered, edited, recorded } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, refusal, renderApp, type Answers, type Asked } from '../../testing/render-app.tsx';
import { typeCells, workedAt } from '../../testing/entry-page.ts';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { DisbursementEntryScreen } from './disbursement-entry-screen.tsx';
import { DisbursementListScreen } from './disbursement-list-screen.tsx';

const DISBURSEMENTS: Screen = {
  label: 'Disbursements',
  path: '/trxdisb',
  load: async () => DisbursementListScreen,
  children: [{ path: '/trxdisb/create', title: 'Create', load: async () => DisbursementEntryScreen }],
};
const CHOICES = recorded(entryChoices, 'payment/choices').data;
const PAYEE = recorded(readEntryPayee, 'payment/payee').data;
const BANK = CHOICES.banks.find(({ bank_code }) => bank_code === 'BPI')!;
const DRAFT = recorded(readBatch, 'payment/draft').data;
const DOUBTFUL = recorded(createBatch, 'payment/doubtful-saved').data;
const FOREIGN = recorded(readBatch, 'payment/foreign').data;
const SERIES = recorded(readBatch, 'payment/series').data;
const [MAIN] = CHOICES.branches;
const [ACCT] = CHOICES.departments;
const editOf = ({ batch_number }: { batch_number: string }) => `/trxdisb/create?batch=${batch_number}&edit=1`;

async function openEntry(path = '/trxdisb/create', answers: Answers = {}) {
  const asked = answerCalls({
    ...answered(
      'payment/choices',
      'entry/number',
      'entry/number-returned',
      'entry/drafts-none',
      'payment/batches-none',
    ),
    ...answered(
      'payment/route',
      'payment/payee',
      'payment/payees',
      'payment/next-leaf',
      'entry/users',
      'payment/banks',
      'payment/saved',
    ),
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
workedAt('2025-05-22T02:00:00Z', { Disbursements: 3 });

it('begins as the debit memo of a bounced cheque’s fee, from the bank into which the cheque went', async () => {
  const bounced = recorded(readCollection, 'collection/of-bounced').data;
  const { collection_number } = bounced;
  const asked = await openEntry(
    `/trxdisb/create?fee_of=${collection_number}&fee=350.00`,
    answered('collection/of-bounced'),
  );
  const kept = () => asked.find(({ call }) => call.startsWith('PUT /api/trx/drafts/'))?.body;
  await expect.poll(kept).toBeDefined();
  const remarks = `Fee of bounced cheque 0004711 of ${bounced.customer_name}, collection ${collection_number}`;
  expect(kept()).toMatchObject({
    document_type: 'DM',
    body: {
      header: { document_type: 'DM', bank_id: bounced.headers[0]!.bank_id, remarks },
      lines: [
        { account: { code: '503090' }, debit: '350.00', credit: '', remarks },
        { account: { code: '102103' }, debit: '', credit: '350.00' },
      ],
    },
  });
});

describe('a disbursement that is entered', () => {
  it('takes the lines of a regular transaction as the server makes them, and fills them from the amount that is asked', async () => {
    startSession(loginDataOf({ Disbursements: 3, 'Regular Transactions': 1 }));
    await openEntry('/trxdisb/create', answered('run/choices', 'run/entry'));
    await header().getByRole('checkbox', { name: 'Regular template' }).click();
    await choose('Regular template', 'Electricity');
    await expect
      .element(page.getByText('Enter the amount under VAT and withholding; the other lines follow.'))
      .toBeVisible();
    expect([0, 1, 2].map((row) => cell(row, 0))).toEqual([
      expect.stringContaining('502010'),
      expect.stringContaining('108020'),
      expect.stringContaining('102103'),
    ]);
    const helper = page.getByRole('region', { name: 'VAT and withholding' });
    await helper.getByRole('textbox', { name: 'Amount with VAT' }).fill('22400');
    await userEvent.keyboard('{Tab}');
    await helper.getByRole('button', { name: 'Insert lines' }).click();
    await page.getByRole('button', { name: 'Replace' }).click();
    await expect
      .poll(() => document.querySelector('[role=grid]')!.textContent)
      .toMatch(/20,000\.00.*2,400\.00.*22,400\.00/);
  });

  it('asks for payee and bank, takes the facts of the payee over and names the account of the bank', async () => {
    const asked = await openEntry();
    // A key means something once the page that takes it stands.
    await expect.element(header()).toBeVisible();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'attention' }))
      .toHaveTextContent(/Payee is required.*Bank is required/);
    expect(asked.some(({ call }) => call === 'POST /api/trx/header')).toBe(false);
    await userEvent.keyboard('{F8}');
    await expect.element(control('combobox', 'Payee')).toHaveFocus();
    await choose('Payee', 'BANTAY');
    // What is not yet mended stays marked.
    await expect.element(page.getByRole('button', { name: '1 to correct' })).toBeVisible();
    await expect.element(header()).toHaveTextContent('Bank is required.');
    await expect.element(header()).toHaveTextContent('TIN 900-000-104-00000 · 1 Kunwari Avenue, Pasig City 1600');
    await expect.element(control('combobox', 'VAT')).toHaveValue('Vatable');
    await expect.element(control('combobox', 'ATC')).toHaveValue('WC120');
    await choose('Bank', 'BPI');
    await expect.element(header()).toHaveTextContent(BANK.code);
    await expect.element(header()).toHaveTextContent('BPI · account 102103');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('tells at once that the payee is on hold or has resigned', async () => {
    await openEntry(undefined, answered('payment/payee-held'));
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
    expect(headers).toMatchObject([{ payee_id: PAYEE.id, bank_id: BANK.id, vat: 1, atc_code: 'WC120' }]);
    expect(details).toMatchObject([
      { part: 'charged', account_code: '502010', branch_id: MAIN!.id, debit_amount: '10000.00', credit_amount: '' },
      { part: 'vat', account_code: '108020', debit_amount: '1200.00' },
      { part: 'withheld', account_code: '203030', credit_amount: '200.00', atc_code: 'WC120', tax_base: '10000.00' },
      { part: 'bank', account_code: '102103', credit_amount: '11000.00', payee_id: PAYEE.id },
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
    expect(details.every(({ branch_id }) => branch_id === MAIN!.id)).toBe(true);
    expect(details).toMatchObject([
      { part: 'charged', account_code: '502010', department_id: ACCT!.id, debit_amount: '50000.00' },
      { part: 'charged', account_code: '502010', department_id: ACCT!.id, debit_amount: '10000.00' },
      { part: 'vat', account_code: '108020', department_id: ACCT!.id, debit_amount: '6000.00' },
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
    const asked = await openEntry(
      editOf(DRAFT),
      answered('payment/draft', 'payment/locked', 'payment/freed', 'payment/updated'),
    );
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
    await expect.poll(() => sent(asked, `POST /api/trx/header/${DRAFT.batch_number}`)).toBeDefined();
    const { details } = sent(asked, `POST /api/trx/header/${DRAFT.batch_number}`);
    expect(details.map(({ part, account_code }) => [part, account_code])).toEqual([
      ['charged', '502010'],
      ['vat', '108020'],
      ['withheld', '203030'],
      ['bank', '102103'],
      [null, '203030'],
    ]);
  });

  it('warns of tax that ATC and base do not give, mends it by Alt+Enter, and submits it with a reason only', async () => {
    const submit = `POST /api/trx/header/${DOUBTFUL.batch_number}`;
    const doubt = 'Line 2 withholds 5,000.00: WC120, 2 % of 50,000.00, is 1,000.00, so that is 4,000.00 too much.';
    const asked = await openEntry('/trxdisb/create', {
      ...answered('payment/doubtful-saved'),
      [submit]: () => {
        const answer = sent(asked, submit).approved_remarks ? 'payment/submitted' : 'payment/reason-asked';
        return answered(answer)[submit]!;
      },
    });
    await choose('Payee', 'BANTAY');
    await choose('Bank', 'BPI');
    await expect.element(control('combobox', 'ATC')).toHaveValue('WC120');
    document.querySelector<HTMLElement>('[data-cell="0:0"]')!.focus();
    await typeCells('502010', '', 'ACCT', 'SMP-001', '', '50000', '');
    await typeCells('203030', '', '', '', '', '', '5000');
    await typeCells('102103', '', '', '', '', '', '=');
    await userEvent.keyboard('{Escape}{Escape}');
    const warning = page.getByRole('status').filter({ hasText: 'Line 2 withholds' });
    await expect.element(warning).toHaveTextContent('without an ATC; line 2 withholds 5,000.00 without its tax base');
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
    await expect.element(warning).not.toHaveTextContent('without an ATC');
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
    await expect.element(warning).toHaveTextContent(doubt);
    expect(await accessibilityFaults()).toEqual([]);

    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const question = page.getByRole('dialog', { name: 'Submit it as it is?' });
    await expect.element(question).toHaveTextContent(doubt);
    await question.getByRole('button', { name: 'Submit' }).click();
    await expect.element(question).toHaveTextContent('Required.');
    await question.getByRole('textbox', { name: 'Reason' }).fill('Ruling of the tax office');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByText('Status updated successfully')).toBeVisible();
    expect(sent(asked, submit).approved_remarks).toBe('Ruling of the tax office');
  });

  it('takes what is withheld too much to the bank by the correction', async () => {
    await openEntry();
    await choose('Payee', 'BANTAY');
    await choose('Bank', 'BPI');
    const helper = page.getByRole('region', { name: 'VAT and withholding' });
    await helper.getByRole('textbox', { name: 'Amount with VAT' }).fill('56000');
    await userEvent.tab();
    await helper.getByRole('button', { name: 'Insert lines' }).click();
    document.querySelector<HTMLElement>('[data-cell="2:6"]')!.focus();
    await typeCells('5000');
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(page.getByRole('button', { name: 'Use 1,000.00', exact: true })).toBeVisible();
    document.querySelector<HTMLElement>('[data-cell="3:6"]')!.focus();
    await typeCells('51000');
    await userEvent.keyboard('{Escape}{Escape}');
    await page.getByRole('button', { name: 'Use 1,000.00, bank 55,000.00' }).click();
    expect([cell(2, 6), cell(3, 6)]).toEqual(['1,000.00', '55,000.00']);
    await expect.poll(() => document.activeElement?.getAttribute('data-cell')).toMatch(/^2:/);
  });

  it('refuses what leaves out the account of its bank before anything is saved, and puts it in at one press', async () => {
    const asked = await openEntry();
    await choose('Payee', 'BANTAY');
    await choose('Bank', 'BPI');
    document.querySelector<HTMLElement>('[data-cell="0:0"]')!.focus();
    await typeCells('502010', '', 'ACCT', 'SMP-001', '', '56000');
    await userEvent.keyboard('{Escape}{Escape}{Control>}{Enter}{/Control}');
    const told = `No line credits account ${BANK.acct_code}, which stands behind BPI ${BANK.code}.`;
    const grid = page.getByRole('grid', { name: 'Lines' });
    await expect.element(grid.getByText(`Line 2, Account: ${told}`)).toBeVisible();
    const correction = grid.getByRole('button', { name: new RegExp(`^Use ${BANK.acct_code} `) });
    await correction.click();
    expect([cell(1, 0), cell(1, 3), cell(1, 6)]).toEqual([expect.stringContaining('102103'), 'SMP-001', '56,000.00']);
    // A code stands in one line and whole, however wide its letters are.
    const code = document.querySelector<HTMLElement>('[data-cell="1:3"] > span')!;
    code.style.letterSpacing = '4px';
    expect(code.getClientRects()[0]!.height).toBeLessThan(24);
    expect(code.scrollWidth).toBeLessThanOrEqual(code.clientWidth);
    await expect.element(page.getByText('Balanced')).toBeVisible();

    // What stands on the account of another bank goes to that of its own.
    document.querySelector<HTMLElement>('[data-cell="1:0"]')!.focus();
    await typeCells('102104');
    await userEvent.keyboard('{Escape}{Escape}{Control>}{Enter}{/Control}');
    await expect.element(grid.getByText(`Line 2, Account: ${told}`)).toBeVisible();
    expect(asked.some(({ call }) => call === 'POST /api/trx/header')).toBe(false);
    await userEvent.keyboard('{F8}{Alt>}{Enter}{/Alt}');
    await expect.element(correction).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => sent(asked, 'POST /api/trx/header')?.details[1]).toMatchObject({ account_code: '102103' });
  });

  it('shows the risks of what is typed, before it is submitted', async () => {
    const asked = await openEntry(undefined, answered('payment/risks'));
    const risks = page.getByRole('region', { name: 'Risks so far' });
    await expect.element(risks).toHaveTextContent('Shown as soon as payee and amount are typed.');
    await choose('Payee', 'BANTAY');
    await control('textbox', 'Document Date').fill('2025-05-24');
    document.querySelector<HTMLElement>('[data-cell="0:0"]')!.focus();
    await typeCells('502010', '', 'ACCT', 'SMP-001', '', '56000');
    await expect.element(risks).toHaveTextContent(/Risks so far1NoticeIt is dated 24 May 2025, a rest day: Saturday\./);
    expect(asked.findLast(({ call }) => call === 'POST /api/trx/risks')?.body).toMatchObject({
      payee_id: PAYEE.id,
      total_amount: '56000.00',
      dates: ['2025-05-24'],
    });
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
    // A number to a computer, not to whoever counts cheques.
    await page.getByRole('textbox', { name: 'Number of Cheques' }).fill('1e1');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByRole('link', { name: 'A series has 2 to 60 cheques.' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Number of Cheques' }).fill('6');
    await page.getByRole('button', { name: 'Show each cheque' }).click();
    await page.getByRole('textbox', { name: 'Number of cheque 2' }).fill('452#');
    await expect.element(header().getByText(`The number of cheque 2 ${told}`)).toBeVisible();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByRole('link', { name: `The number of cheque 2 ${told}` })).toBeVisible();
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
  const calls = [
    'payment/foreign',
    'payment/foreign-locked',
    'payment/foreign-freed',
    'payment/foreign-updated',
  ] as const;
  const asked = await openEntry(editOf(FOREIGN), answered(...calls));
  const save = `POST /api/trx/header/${FOREIGN.batch_number}`;
  const said = page.getByRole('list', { name: 'Lines at pesos of their own' });
  await expect
    .element(said)
    .toHaveTextContent(
      'Line 1 is booked at PHP 5,480.00 as typed; the rate of 55.25 gives 5,525.00. Clear PHP Debit to follow the rate.',
    );
  await control('textbox', 'Remarks').fill('SETTLED');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(() => sent(asked, save)).toBeDefined();
  expect(sent(asked, save).details).toMatchObject([
    { debit_amount: '100.00', debit_php: '5480.00' },
    { debit_amount: '', debit_php: '45.00' },
    { credit_amount: '100.00', credit_php: '' },
  ]);
});

it('names what the server refuses of a stored entry in a dialog of its own', async () => {
  const calls = ['payment/draft', 'payment/locked', 'payment/freed', 'payment/update-refused'] as const;
  await openEntry(editOf(DRAFT), answered(...calls));
  await control('textbox', 'Remarks').fill('CHANGED');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect
    .element(page.getByRole('alertdialog', { name: 'Update fail' }))
    .toHaveTextContent('line 1: branch is required.');
});

it('says in its history what its own type calls a status', async () => {
  const { batch_number } = recorded(readBatch, 'payment/numbered').data;
  const calls = ['payment/numbered', 'payment/released-history'] as const;
  await openEntry(`/trxdisb/create?batch=${batch_number}`, answered(...calls));
  await page.getByRole('button', { name: 'History' }).click();
  await expect.element(page.getByRole('dialog', { name: 'History' })).toHaveTextContent('ReleasedGina Flores');
});

describe('a voucher that waits for its release', () => {
  it('says that its cheque has no number, and leads to where it gets one', async () => {
    const { batch_number } = recorded(readBatch, 'payment/waits-for-number').data;
    const answers = answered('payment/waits-for-number');
    const call = `GET /api/trx/header/${batch_number}`;
    startSession(loginDataOf({ Disbursements: 3, 'Check Transactions': 1 }));
    await openEntry(`/trxdisb/create?batch=${batch_number}`, { [call]: () => answers[call]! });
    const told = page.getByText('Cheque number is required. Assign it in Check Transactions, then release.');
    await expect.element(told).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Check Transactions' }))
      .toHaveAttribute('href', `/trxcheck?q=${batch_number}`);
    Object.assign(answers, answered('payment/numbered'));
    window.dispatchEvent(new Event('visibilitychange'));
    await expect.element(told).not.toBeInTheDocument();
  });

  it('leads nobody to where he may not go', async () => {
    const { batch_number } = recorded(readBatch, 'payment/waits-for-number').data;
    await openEntry(`/trxdisb/create?batch=${batch_number}`, answered('payment/waits-for-number'));
    await expect.element(page.getByText('Cheque number is required.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Check Transactions' })).not.toBeInTheDocument();
  });
});

describe('a post-dated series', () => {
  it('previews its cheques, counts dates and numbers on from the first, and lets one be typed over', async () => {
    const asked = await openEntry();
    await choose('Payee', 'BANTAY');
    await choose('Bank', 'BPI');
    await control('textbox', 'Remarks').fill('RENT, JUNE TO NOVEMBER 2025');
    await header().getByText('Post-dated').click();
    await expect.element(control('textbox', 'Number of Cheques')).toHaveValue('6');
    await page.getByRole('button', { name: 'Show each cheque' }).click();
    await control('textbox', 'First Cheque Date').fill('2025-05-31');
    await userEvent.tab();
    await page.getByRole('button', { name: 'Next leaf 0000451' }).click();
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

  it('has its first line in sight on a small screen', async () => {
    onTestFinished(() => page.viewport(1280, 800));
    await page.viewport(1024, 768);
    await openEntry();
    await choose('Payee', 'BANTAY');
    await choose('Bank', 'BPI');
    await header().getByText('Post-dated').click();
    await expect.element(control('textbox', 'Number of Cheques')).toBeVisible();
    // Room for another row of fields, which an open purchase order or a template brings.
    const free = () =>
      page.getByRole('region', { name: 'Balance and actions' }).element().getBoundingClientRect().top -
      document.querySelector('[data-cell="0:0"]')!.getBoundingClientRect().bottom;
    await expect.poll(free).toBeGreaterThan(60);
  });

  it('has on a phone the amount and the state of each cheque in sight', async () => {
    onTestFinished(() => page.viewport(1280, 800));
    await page.viewport(390, 844);
    await openEntry(`/trxdisb/create?batch=${SERIES.batch_number}`, answered('payment/series'));
    const cheques = page.getByRole('table', { name: `Cheques of batch ${SERIES.batch_number}` });
    await expect.element(cheques).toBeVisible();
    const [, first] = cheques.getByRole('row').elements();
    const ends = [...first!.children].map((one) => one.getBoundingClientRect().right);
    expect(Math.max(...ends)).toBeLessThanOrEqual(390);
  });

  it('shows its first open cheque when it is edited, and sends that one with the count that is left', async () => {
    const calls = [
      'payment/series',
      'payment/series-locked',
      'payment/series-freed',
      'payment/series-updated',
    ] as const;
    const asked = await openEntry(editOf(SERIES), answered(...calls));
    await expect.element(header()).toHaveTextContent('The first of 2 cheques that are left.');
    await expect.element(control('textbox', 'Cheque No.')).toHaveValue('0000472');
    await expect.element(page.getByRole('region', { name: 'Balance and actions' })).toHaveTextContent('2 lines');
    await control('textbox', 'Remarks').fill('RENT, CHANGED');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.poll(() => sent(asked, `POST /api/trx/header/${SERIES.batch_number}`)).toBeDefined();
    expect(sent(asked, `POST /api/trx/header/${SERIES.batch_number}`).headers).toMatchObject([
      { is_pdc: 1, number_of_cheques: 2, document_date: '2025-05-14', cheque_number: '0000472' },
    ]);
  });
});

it("says 'Failed getting data' and why, where a copy cannot be made", async () => {
  await openEntry(`/trxdisb/create?batch=${DRAFT.batch_number}`, {
    ...answered('payment/draft'),
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
  const { batch_number } = SERIES;
  const openFiles = async (answers: Answers) => {
    await openEntry('/trxdisb', {
      ...answered('payment/series-list'),
      // The recorder sends no files.
      [`GET /api/trx/header/${batch_number}`]: edited(readBatch, 'payment/series', ({ data }) => ({
        data: { ...data, upload_file: [file] },
      })),
      ...answers,
    });
    await page.getByRole('row', { name: batch_number }).hover();
    await page.getByRole('row', { name: batch_number }).getByRole('button', { name: 'Attachments' }).click();
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
      [`POST /api/trx/header/${batch_number}/attachments`]: { body: { data: [file] } },
      [`DELETE /api/trx/attachments/${file.id}`]: { body: { data: { removed: true } } },
    });
    chooseFile();
    await expect.element(page.getByText('Your work has been successful! advice.pdf added.')).toBeVisible();
    await remove();
    await expect.element(page.getByText('Your work has been successful! invoice.pdf deleted.')).toBeVisible();
  });

  it('say in a dialog why one is neither added nor deleted', async () => {
    const frozen = refusal(409, `Batch ${batch_number} is submitted.`);
    await openFiles({
      [`POST /api/trx/header/${batch_number}/attachments`]: frozen,
      [`DELETE /api/trx/attachments/${file.id}`]: frozen,
    });
    chooseFile();
    const told = (name: string) => page.getByRole('alertdialog', { name });
    await expect.element(told('Error Saving')).toHaveTextContent(`Batch ${batch_number} is submitted.`);
    await told('Error Saving').getByRole('button', { name: 'OK' }).click();
    await remove();
    await expect.element(told('Delete fail')).toHaveTextContent(`Batch ${batch_number} is submitted.`);
  });
});

describe('the list of disbursements', () => {
  afterEach(() => page.viewport(1280, 800));

  it('shows on a phone what goes through the bank, and its sum', async () => {
    await page.viewport(390, 844);
    const withheld = edited(listBatches, 'payment/series-list', ({ data: [row], totals: [total], ...list }) => ({
      ...list,
      data: [{ ...row!, amount: '2940.00' }],
      totals: [{ ...total!, amount: '2940.00' }],
    }));
    await openEntry('/trxdisb', { ...answered('payment/series-list'), 'GET /api/trx/header': withheld });
    const row = page.getByRole('row', { name: SERIES.batch_number });
    await expect.element(row.getByText('2,940.00')).toBeVisible();
    await expect.element(row.getByText('3,000.00')).not.toBeInTheDocument();
    await expect.element(page.getByRole('row', { name: /^Page total/ }).getByText('2,940.00')).toBeVisible();
  });

  it('shows several dates as one text, the cheques that are left, and filters by type', async () => {
    await page.viewport(1440, 900);
    const asked = await openEntry('/trxdisb', answered('payment/series-list'));
    await expect
      .element(page.getByRole('row', { name: SERIES.batch_number }))
      .toHaveTextContent(/CWHave multiple datesBANTAY KUNWARI SECURITY AGENCY, INC\.BPI0000471 \+13,000\.00PHP/);
    await page.getByRole('button', { name: 'Type' }).click();
    await page.getByText('CW · Cheque Write').click();
    await expect.poll(() => asked.some(({ address }) => address.includes('document_type=CW&'))).toBe(true);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Payee' }).click();
    await page.getByRole('dialog').getByText(PAYEE.payee_desc).click();
    await expect.poll(() => asked.some(({ address }) => address.includes(`payee_id=${PAYEE.id}`))).toBe(true);
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
