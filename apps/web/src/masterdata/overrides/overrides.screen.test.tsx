import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SCREEN_TABLE } from '../../paths.ts';
import { forgetSession, readSession, startSession } from '../../session/session.ts';
import { loginDataOf, renderApp, sessionUserOf } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { problem, serveResources } from '../../testing/serve-resources.ts';

const LEVELS = {
  'Chart of Accounts': 4,
  'Accounting Period': 4,
  'Approving Levels': 4,
  'Approving Officers': 4,
  Companies: 4,
  'Payee Details': 4,
  'Role Access': 4,
  Users: 4,
};
const PESO = { cur_code: 'P', cur_desc: 'Peso', iso_code: 'PHP', currency_word: 'PESOS' };

beforeEach(() => startSession(loginDataOf(LEVELS)));
afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

const open = (address: string) => renderApp(SCREEN_TABLE.screens, address);
const dialog = () => page.getByRole('dialog', { name: 'Edit entry' });
const box = (name: string) => dialog().getByRole('textbox', { name, exact: true });
const choice = (name: string) => dialog().getByRole('combobox', { name, exact: true });
const popup = (title: string) => page.getByRole('alertdialog', { name: title });

async function choose(name: string, text: string): Promise<void> {
  await choice(name).fill(text);
  await userEvent.keyboard('{Enter}');
}

describe('chart of accounts', () => {
  const account = (code: string, desc: string, type: string, parent: string) => ({
    acct_code: code,
    acct_desc: desc,
    acct_type: type,
    acct_parent: parent,
    acct_class: 'B',
    acct_group: 'A',
    normal_balance: 'D',
    currency_id: 1,
    cur_desc: 'Peso',
    status: 1,
  });
  const ACCOUNTS = [
    account('100000', 'ASSETS', 'P', '0'),
    account('101000', 'CASH ON HAND', 'G', '100000'),
    account('101010', 'Cash on Hand - Head Office', 'S', '101000'),
    account('200000', 'LIABILITIES', 'P', '0'),
  ];

  function serveAccounts() {
    const served = serveResources({ account: ACCOUNTS, currency: [PESO] });
    served.answer('POST /coa/getparents', () => ({
      body: {
        data: [
          {
            id: 2,
            code: '101000',
            name: 'CASH ON HAND',
            acct_code: '101000',
            acct_desc: 'CASH ON HAND',
            acct_type: 'G',
            acct_class: 'B',
            acct_group: 'A',
          },
        ],
      },
    }));
    served.answer('POST /coa/genacct', () => ({ body: { data: { acct_code: '101020' } } }));
    return served;
  }

  test('a main account has the one parent NONE, code 0; other types load theirs from the server', async () => {
    const { asked } = serveAccounts();
    await open('/coa?id=new');
    await choose('Type', 'Parent');
    await expect.element(choice('Parent account')).toHaveValue('NONE');
    await choice('Parent account').click();
    const options = page.getByRole('listbox').getByRole('option').elements();
    expect(options.map((option) => option.textContent)).toEqual(['NONE0']);
    expect(asked.filter(({ call }) => call === 'POST /coa/getparents')).toEqual([]);
    await userEvent.keyboard('{Escape}');

    await choose('Type', 'Subsidiary');
    await expect.element(choice('Parent account')).toHaveValue('');
    await choose('Parent account', 'CASH');
    await expect.element(choice('Parent account')).toHaveValue('CASH ON HAND');
    expect(asked.find(({ call }) => call === 'POST /coa/getparents')?.body).toEqual({ acct_type: 'S' });
    await expect.element(choice('Class')).toHaveValue('Balance Sheet Account');
    await expect.element(choice('Group')).toHaveValue('Asset');
  });

  test('Generate proposes the next code below the parent, and says what it needs first', async () => {
    const { asked } = serveAccounts();
    await open('/coa?id=new');
    const generate = dialog().getByRole('button', { name: 'Generate' });
    await expect.element(generate).toHaveAttribute('aria-disabled', 'true');
    await choose('Type', 'Subsidiary');
    await choose('Parent account', 'CASH');
    await generate.click();
    await expect.element(box('Account code')).toHaveValue('101020');
    expect(asked.find(({ call }) => call === 'POST /coa/genacct')?.body).toEqual({
      acct_type: 'S',
      acct_parent: '101000',
    });
  });

  test('the tree shows accounts below their parents and folds with ← and →', async () => {
    serveAccounts();
    await open('/coa?view=tree');
    await expect.element(page.getByText('4 of 4 accounts shown')).toBeVisible();
    await userEvent.keyboard('j');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(page.getByText('2 of 4 accounts shown')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByText('4 of 4 accounts shown')).toBeVisible();
    await page.getByRole('button', { name: 'Collapse CASH ON HAND' }).click();
    await expect.element(page.getByText('3 of 4 accounts shown')).toBeVisible();
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe('users', () => {
  const BEN = { id: 9, user_id: 'ben', user_first_name: 'Ben', user_last_name: 'Cruz', blocked_since: null };

  test('a link is sent to the owner, and never shown; a refusal says the way out', async () => {
    const served = serveResources({ user: [BEN] });
    const noMail = 'No mail server is set. Have the link printed at the console.';
    served.answer('POST /user/9/password-link', () => problem(409, 'no_mail_server', noMail));
    await open('/users?id=9');
    expect(dialog().getByLabelText('Password').elements()).toEqual([]);
    const send = dialog().getByRole('button', { name: 'Send password link' });
    await send.click();
    await expect.element(page.getByText(noMail)).toBeVisible();
    served.answer('POST /user/9/password-link', () => ({
      body: { data: { email: 'ben@sampol.example', expires_at: '2026-03-31T06:02:00Z' } },
    }));
    await send.click();
    await expect.element(page.getByText(/on its way to ben@sampol\.example/)).toBeVisible();
    expect(await accessibilityFaults()).toEqual([]);
  });

  test('a user is blocked and let in again, after a question; the list marks him', async () => {
    const served = serveResources({ user: [BEN] });
    const set = (blocked_since: string | null) => () => {
      const row = served.rows('user')[0]!;
      Object.assign(row, { blocked_since, row_version: row.row_version + 1 });
      return { body: { data: { blocked_at: null } } };
    };
    served.answer('POST /user/9/block', set('2026-03-31 14:02'));
    served.answer('DELETE /user/9/block', set(null));
    await open('/users?id=9');
    await dialog().getByRole('button', { name: 'Block', exact: true }).click();
    await popup('Block Ben Cruz?').getByRole('button', { name: 'Block' }).click();
    await expect.element(dialog().getByText('Blocked since 2026-03-31 14:02: cannot sign in')).toBeVisible();
    await expect
      .element(dialog().getByRole('button', { name: 'Send password link' }))
      .toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByRole('row', { name: /Ben Cruz Blocked/, includeHidden: true })).toBeInTheDocument();
    await dialog().getByRole('button', { name: 'Unblock' }).click();
    await popup('Unblock Ben Cruz?').getByRole('button', { name: 'Unblock' }).click();
    await expect.element(dialog().getByRole('button', { name: 'Block', exact: true })).toBeVisible();
  });

  test('one without role and branch is saved after a question only; the list shows roles', async () => {
    const served = serveResources({ user: [{ ...BEN, roles: ['Checker', 'Cashier'] }], role: [], branch: [] });
    await open('/users');
    await expect.element(page.getByRole('row', { name: /Ben Cruz.*Checker, Cashier/ })).toBeVisible();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    for (const [name, text] of [
      ['User ID', 'vic'],
      ['First name', 'Vic'],
      ['Last name', 'Torres'],
    ] as const) {
      await box(name).fill(text);
    }
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    const question = popup('Save a user without a role and branch?');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(served.rows('user')).toHaveLength(1);
    await expect.element(box('First name')).toHaveValue('Vic');
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await question.getByRole('button', { name: 'Save without a role and branch' }).click();
    await expect.poll(() => served.rows('user').length).toBe(2);
  });

  test('the drafts of a blocked user are handed over, with a reason; a refusal keeps what was typed', async () => {
    const BLOCKED = { ...BEN, blocked_since: '2026-03-31 14:02' };
    const served = serveResources({ user: [BLOCKED, { ...BEN, id: 10, user_id: 'vic', user_first_name: 'Vic' }] });
    const needed = 'Vic Cruz needs Update access to Journal Entries for these drafts.';
    served.answer('POST /user/9/hand-over', () => problem(409, 'no_access', needed));
    await open('/users?id=9');
    await dialog().getByRole('button', { name: 'Hand over drafts…' }).click();
    const asked = page.getByRole('dialog', { name: 'Hand over the drafts of Ben Cruz' });
    await asked.getByRole('combobox', { name: 'New preparer' }).fill('vic');
    await page.getByRole('option', { name: /Vic Cruz/ }).click();
    const handOver = asked.getByRole('button', { name: 'Hand over', exact: true });
    await expect.element(handOver).toHaveAttribute('data-tooltip', 'Say why; the history shows it.');
    await asked.getByRole('textbox', { name: 'Reason' }).fill('Left the company');
    await handOver.click();
    await expect.element(page.getByText(needed)).toBeVisible();
    await expect.element(asked.getByRole('textbox', { name: 'Reason' })).toHaveValue('Left the company');
    expect(await accessibilityFaults()).toEqual([]);
    served.answer('POST /user/9/hand-over', () => ({
      body: { data: { handed: 3, left: 1, left_modules: ['Billing'] } },
    }));
    await handOver.click();
    await expect
      .element(page.getByText(/^3 drafts of Ben Cruz handed over to Vic Cruz\. 1 draft of Billing left/))
      .toBeVisible();
    expect(served.asked.findLast(({ call }) => call === 'POST /user/9/hand-over')?.body).toEqual({
      to_user: 10,
      reason: 'Left the company',
    });
  });

  test('nobody blocks himself', async () => {
    serveResources({ user: [{ ...BEN, id: 7 }] });
    await open('/users?id=7');
    const block = dialog().getByRole('button', { name: 'Block', exact: true });
    await expect.element(block).toHaveAttribute('aria-disabled', 'true');
    await expect.element(block).toHaveAttribute('data-tooltip', 'You cannot block yourself.');
  });
});

describe('approving officers', () => {
  const LEVELS_STORED = [
    { level_code: 'L1', level_name: 'First level', min_amount: '0.01', max_amount: '100000.00' },
    { level_code: 'L2', level_name: 'Second level', min_amount: '100000.01', max_amount: '0.00' },
  ];
  const officer = { user_id: 7, approver_name: 'Ana Reyes', level: 'L1', level_name: 'First level', currency_id: 1 };
  const LIMITS = { min_amount: '0.01', max_amount: '5000.00' };
  const USERS = [{ user_id: 'preparer', user_first_name: 'Ana', user_last_name: 'Reyes', id: 7 }];
  const serveOfficers = (officers: readonly Record<string, unknown>[]) =>
    serveResources({ approving_officer: officers, approving_level: LEVELS_STORED, user: USERS, currency: [PESO] });
  const limitsOfSession = () => {
    const session = readSession();
    return session.state === 'signed_out'
      ? null
      : [session.user.level, session.user.min_amount, session.user.max_amount];
  };

  test('warnings stand above the list, and are asked anew when a record has changed', async () => {
    const served = serveOfficers([{ ...officer, ...LIMITS }]);
    const nobody = '5,000.01 PHP and more cannot be approved: nobody at level L1 (First level).';
    let limits = ['Ana Reyes has no limit at level L1, which ends at 100,000.00 PHP.'];
    served.answer('GET /approvals/coverage', () => ({ body: { data: { levels: [], limits, nobody: [nobody] } } }));
    await open('/approvingofficers?id=1');
    await box('Max amount').fill('9000');
    limits = [];
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(popup('Your work has been updated')).toBeVisible();
    const warnings = page.getByRole('region', { name: 'Warnings' }).getByRole('listitem');
    await expect.poll(() => warnings.elements().map((item) => item.textContent)).toEqual([nobody]);
    expect(served.asked.filter(({ call }) => call === 'GET /approvals/coverage').length).toBeGreaterThan(1);
    await userEvent.keyboard('{Escape}');
    expect(await accessibilityFaults()).toEqual([]);
  });

  test("a level brings its limits; one's own record acts in the session at once, and a pop-up says so", async () => {
    serveOfficers([]);
    await open('/approvingofficers?id=new');
    await choice('User').fill('Ana');
    await page.getByRole('option', { name: /Ana Reyes/ }).click();
    await choice('Level').fill('L2');
    await page.getByRole('option', { name: /Second level/ }).click();
    await expect.element(box('Min amount')).toHaveValue('100,000.01');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(popup('Create successful')).toHaveTextContent('An Approving Officer has been added.');
    expect(limitsOfSession()).toEqual(['L2', '100000.01', '0.00']);
  });

  test('changing the own record changes the session, deleting it clears level and limits', async () => {
    const login = loginDataOf(LEVELS);
    const own = { level: 'L1', ...LIMITS };
    const billing = { ...own, own_officers: true, currency_id: 1 };
    const limits = [{ ...billing, own_officers: false }, billing];
    startSession({ ...login, user: { ...login.user, ...own, officer_limits: limits } });
    serveOfficers([{ ...officer, ...LIMITS }]);
    await open('/approvingofficers?id=1');
    await box('Max amount').fill('9000');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(popup('Your work has been updated')).toBeVisible();
    expect(limitsOfSession()).toEqual(['L1', '0.01', '9000.00']);
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('j{Delete}');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(popup('Delete successful')).toBeVisible();
    expect(limitsOfSession()).toEqual([null, null, null]);
    // What he may approve of billings is another list's.
    expect(readSession()).toMatchObject({ user: { officer_limits: [billing] } });
  });

  test('a refusal names the action and the reason', async () => {
    const served = serveOfficers([{ ...officer, ...LIMITS }]);
    served.answer('PUT /approvingofficer/1', () => problem(409, 'in_use', 'Two batches wait for it.'));
    await open('/approvingofficers?id=1');
    await box('Max amount').fill('9000');
    await userEvent.keyboard('{Control>}s{/Control}');
    for (const line of ['Unable to edit an Approving Officer', 'Two batches wait for it.'])
      await expect.element(popup('Update fail').getByText(line, { exact: true })).toBeVisible();
  });
});

test('a new approving level starts as not valid, and its failures show as pop-ups', async () => {
  const served = serveResources({ approving_level: [] });
  served.answer('POST /approver-level', () => problem(409, 'too_many', 'There can be at most three approving levels.'));
  await open('/approvinglevels?id=new');
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('4 fields need attention');
  expect(served.asked.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  await box('Level code').fill('L4');
  await box('Level name').fill('Fourth');
  await box('Min amount').fill('1');
  await box('Max amount').fill('2');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(popup('Saving failed!')).toHaveTextContent('There can be at most three approving levels.');
});

test("a company that was not saved says 'Failed getting data' with the server's message", async () => {
  const served = serveResources({ company: [] });
  served.answer('POST /company', () => problem(409, 'refused', 'Another company is the reporting company.'));
  await open('/companies?id=new');
  await box('Company code').fill('SMP');
  await box('Company name').fill('Sampol');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(popup('Failed getting data')).toHaveTextContent('Another company is the reporting company.');
});

test('the payee form offers customer, employee and supplier', async () => {
  serveResources({ payee: [] });
  await open('/payefile?id=new');
  await choice('Payee type').click();
  const options = page.getByRole('listbox').getByRole('option').elements();
  expect(options.map((option) => option.textContent)).toEqual(['Customer4', 'Employee5', 'Supplier6']);
});

describe('users', () => {
  test('the work e-mail fills in the names that the HR system knows', async () => {
    const served = serveResources({ user: [], role: [], department: [], branch: [] });
    served.answer('POST /user/hr-lookup', () => ({
      body: {
        data: {
          employee_no: '1',
          first_name: 'Juan',
          middle_name: null,
          last_name: 'dela Peña',
          status: 0,
          email: 'juan@sampol.example',
          job_title: 'Clerk',
          dept_code: null,
          brnc_code: null,
        },
      },
    }));
    await open('/users?id=new');
    await box('Work email').fill('juan@sampol.example');
    await dialog().getByRole('button', { name: 'Look up in HR' }).click();
    await expect.element(box('First name')).toHaveValue('Juan');
    await expect.element(box('Last name')).toHaveValue('dela Peña');
  });

  test("an HR system that cannot be asked says 'Unable to connect in HRIS.'", async () => {
    const served = serveResources({ user: [], role: [] });
    served.answer('POST /user/hr-lookup', () => problem(503, 'unavailable', 'The HR system does not answer.'));
    await open('/users?id=new');
    await box('Work email').fill('juan@sampol.example');
    await dialog().getByRole('button', { name: 'Look up in HR' }).click();
    await expect.element(page.getByText('Unable to connect in HRIS.')).toBeVisible();
  });
});

test('a role gets modules and levels in the matrix; each is stored as an entry of its own', async () => {
  const entry = { roles: 'Clerk', module_type: 'R' };
  const served = serveResources({
    role: [{ roles: 'Clerk' }],
    module: [
      { module_name: 'Banks', module_type: 'F' },
      { module_name: 'AR Aging', module_type: 'R' },
      { module_name: 'Trial Balance', module_type: 'R' },
    ],
    role_access: [
      { ...entry, module_name: 'AR Aging', access_level: 1 },
      { ...entry, module_name: 'Trial Balance', access_level: 1 },
    ],
  });
  served.answer('POST /getuser', () => sessionUserOf(loginDataOf(LEVELS)));
  await open('/roleaccess?view=matrix&roles=Clerk');
  await page.getByRole('checkbox', { name: 'Banks' }).click();
  await page.getByLabelText('Level on Banks').selectOptions('Delete');
  await page.getByRole('checkbox', { name: 'AR Aging' }).click();
  await page.getByLabelText('Level on Trial Balance').selectOptions('Update');
  await expect.element(page.getByText('3 changes not saved')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('Your work has been successful! Clerk updated.')).toBeVisible();
  expect(served.rows('role_access')).toMatchObject([
    { module_name: 'Trial Balance', access_level: 3 },
    { module_name: 'Banks', access_level: 4 },
  ]);
  await expect.element(page.getByText('No changes')).toBeVisible();
});

test('several roles stand side by side in words; where they differ is marked, and can be seen alone', async () => {
  serveResources({
    role: [{ roles: 'Clerk' }, { roles: 'Chief' }],
    module: [
      { module_name: 'Banks', module_type: 'F' },
      { module_name: 'AR Aging', module_type: 'R' },
    ],
    role_access: [
      { roles: 'Clerk', module_type: 'R', module_name: 'AR Aging', access_level: 1 },
      { roles: 'Chief', module_type: 'R', module_name: 'AR Aging', access_level: 1 },
      { roles: 'Chief', module_type: 'F', module_name: 'Banks', access_level: 4 },
    ],
  });
  await open('/roleaccess?view=compare');
  await expect.element(page.getByText('Choose the roles to see side by side.')).toBeVisible();
  await page.getByRole('button', { name: 'Roles', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Clerk' }).click();
  await page.getByRole('checkbox', { name: 'Chief' }).click();
  await userEvent.keyboard('{Escape}');
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect.element(row(/^Banks No Access Delete differs$/)).toBeVisible();
  await expect.element(row(/^AR Aging Select Select$/)).toBeVisible();
  await expect.element(page.getByText('1 of 2 modules differ')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await page.getByRole('checkbox', { name: 'Differences only' }).click();
  await expect.element(row(/^AR Aging/)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Edit Chief' }).click();
  await expect.element(page.getByLabelText('Level on Banks')).toHaveValue('4');
});

describe('accounting periods', () => {
  const MAY = { fiscal_year: 2025, period_no: 5, period: 202505, disbursement: 1, cash_receipt: 1, general_journal: 1 };
  const NOTHING_OPEN = { owners: [], total: 0, others: false };
  const item = (batch_number: string, note: string) => ({
    batch_number,
    document_type: 'CV',
    document_date: '2025-05-28',
    payee: 'LESSOR',
    amount: '12000.00',
    currency: 'PHP',
    state: 'open',
    note,
  });
  const OPEN_WORK = {
    owners: [
      { user_id: 1, user_name: 'Ana Reyes', items: [item('0000101', 'Active'), item('0000102', 'For Approval 1')] },
      { user_id: 2, user_name: 'Ben Cruz', items: [item('0000103', 'Account 502010 takes no postings.')] },
    ],
    total: 3,
    others: true,
  };
  const question = () => popup('Close May 2025 over open work?');
  const switchOf = (name: string) => page.getByRole('switch', { name });

  function servePeriods(checklist: object) {
    const served = serveResources({ accounting_period: [MAY] });
    served.answer('GET /closing-checklist', () => ({ body: { data: checklist } }));
    return served;
  }

  test('a switch acts at once and can be undone; a month without a record gets one', async () => {
    const served = servePeriods(NOTHING_OPEN);
    await open('/acctperiodmain?view=matrix&fiscal_year=2025');
    await switchOf('June General Journal: Closed').click();
    await expect.element(page.getByText('Your work has been successful! June 2025 updated.')).toBeVisible();
    await switchOf('May Disbursement: Open').click();
    await expect.element(page.getByText('Your work has been successful! May 2025 updated.')).toBeVisible();
    expect(served.rows('accounting_period')).toMatchObject([
      { period_no: 5, disbursement: 0, cash_receipt: 1, general_journal: 1 },
      { period_no: 6, disbursement: 0, cash_receipt: 0, general_journal: 1 },
    ]);
    const { query } = served.asked.find(({ path }) => path === '/closing-checklist')!;
    expect(Object.fromEntries(query)).toEqual({ period: '202505', module: 'disbursement' });
    expect(await accessibilityFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.element(switchOf('May Disbursement: Open')).toBeChecked();
    expect(served.rows('accounting_period')[0]).toMatchObject({ disbursement: 1 });
  });

  test('a month is closed over open work only when the question, which lists it by owner, is answered so', async () => {
    const served = servePeriods(OPEN_WORK);
    await open('/acctperiodmain?view=matrix&fiscal_year=2025');
    await switchOf('May Disbursement: Open').click();
    await expect.element(question()).toHaveTextContent('3 transactions of this month have not reached the ledger.');
    await expect.element(question()).toHaveTextContent('There is also open work that you may not see.');
    const own = question().getByRole('region', { name: 'Ben Cruz' });
    await expect
      .element(own.getByRole('link', { name: '0000103' }))
      .toHaveAttribute('href', '/search-transaction?number=0000103');
    await expect.element(own).toHaveTextContent('PHP 12,000.00Account 502010 takes no postings.');
    expect(await accessibilityFaults()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.element(switchOf('May Disbursement: Open')).toBeChecked();
    expect(served.rows('accounting_period')[0]).toMatchObject({ disbursement: 1 });
    await switchOf('May Disbursement: Open').click();
    await question().getByRole('button', { name: 'Close anyway' }).click();
    await expect.element(switchOf('May Disbursement: Closed')).not.toBeChecked();
    expect(served.rows('accounting_period')[0]).toMatchObject({ disbursement: 0 });
  });

  test('the form asks the same before it closes parts of a month', async () => {
    const served = servePeriods(OPEN_WORK);
    await open('/acctperiodmain?id=1');
    await dialog().getByRole('switch', { name: 'Disbursement' }).click();
    await dialog().getByRole('switch', { name: 'Cash Receipt' }).click();
    await userEvent.keyboard('{Control>}s{/Control}');
    await question().getByRole('button', { name: 'Keep open' }).click();
    await expect.element(dialog()).toBeVisible();
    expect(served.rows('accounting_period')[0]).toMatchObject({ disbursement: 1, cash_receipt: 1 });
    const { query } = served.asked.find(({ path }) => path === '/closing-checklist')!;
    expect(query.get('module')).toBe('disbursement,cash_receipt');
  });
});
