import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SCREEN_TABLE } from '../../paths.ts';
import { forgetSession, startSession } from '../../session/session.ts';
import { answerCalls, loginDataOf, renderApp, type Answer, type Answers } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  forgetSession();
});

const VERSION = {
  version: 1,
  effective_from: '1901-01',
  accounts: 2,
  excluded: 1,
  asked_by: 'Ana Reyes',
  made_by: 'Ben Cruz',
  made_at: '2025-05-02T02:00:00.000Z',
};
const line = (acct_code: string, acct_desc: string, measure: string | null) => ({ acct_code, acct_desc, measure });
const MAP = {
  earliest: '2025-05',
  versions: [VERSION],
  version: 1,
  lines: [
    line('502010', 'Rental Fee - Branches', 'rental_fee'),
    line('507010', 'Provision for Income Tax', 'excluded'),
    line('599999', 'Expense of nobody', null),
  ],
};
const FIRST = { current_page: 1, from: 0, to: 0, total: 0, per_page: 10, last_page: 1 };
const LINKS = { first_page_url: '', prev_page_url: null, next_page_url: null, last_page_url: '' };
const NOTHING_WAITS = { body: { data: [], ...FIRST, ...LINKS } };
const waits: Answer = {
  status: 202,
  body: {
    data: null,
    pending_change: { id: 4, message: 'Map of results from 2025-05, 3 accounts waits for a second person.' },
  },
};
const refused = (errors: Record<string, string[]>): Answer => ({
  status: 422,
  body: { status: 422, title: '', code: 'invalid', message: 'The file is refused.', request_id: '1', errors },
});

/** The rows of the files that were sent to a call. */
const sent: string[] = [];
function answer(answers: Answers) {
  sent.length = 0;
  const asked = answerCalls({ 'GET /api/access/changes': NOTHING_WAITS, ...answers });
  const answering = vi.mocked(window.fetch).getMockImplementation()!;
  vi.mocked(window.fetch).mockImplementation(async (address, init) => {
    const form = init?.body instanceof FormData ? init.body : null;
    const file = form?.get('upload_file[]');
    const from = form?.get('effective_from');
    if (file instanceof File) sent.push(`${typeof from === 'string' ? `${from}\n` : ''}${await file.text()}`);
    return answering(address, init);
  });
  return asked;
}
const open = async (tab: string) => {
  startSession(loginDataOf({ Profitability: 3 }));
  return renderApp(SCREEN_TABLE.screens, `/profitability/map?tab=${tab}`);
};
const choose = (file: string, rows: readonly string[]) =>
  userEvent.upload(page.getByLabelText(/Drop, paste or choose/), new File([rows.join('\n')], file));

test('an account gets its line in a new version, which waits for a second person', async () => {
  answer({ 'GET /api/rpt/pnl/map': { body: { data: MAP } }, 'POST /api/rpt/pnl/map': waits });
  await open('map');
  await expect.element(page.getByText(/asked by Ana Reyes, confirmed by Ben Cruz/)).toBeVisible();
  await expect.element(page.getByText(/^1 account has no line/)).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.click(page.getByRole('checkbox', { name: 'Only accounts without a line (1)' }));
  await expect.element(page.getByText('Rental Fee - Branches')).not.toBeInTheDocument();
  await userEvent.selectOptions(page.getByLabelText('Line of 599999'), 'Misc Expense');
  await expect.element(page.getByText('1 change not saved')).toBeVisible();
  await expect.element(page.getByText('was without a line')).toBeVisible();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText(/waits for a second person/).first()).toBeVisible();
  await expect.element(page.getByText('No changes')).toBeVisible();
  const [version] = sent;
  expect(version).toMatch(/^\d{4}-\d\d\nAccount Code,Line\n502010,rental_fee\n507010,excluded\n599999,misc_expense$/);
});

test('a map comes as a file: what is wrong is named by row, and what it changes is shown before it is saved', async () => {
  let file: Answer = refused({ file: ["Row 2: there is no account '5'.", "Row 3: the report has no line 'hidden'."] });
  answer({
    'GET /api/rpt/pnl/map': { body: { data: MAP } },
    'POST /api/rpt/pnl/map/file': () => file,
    'POST /api/rpt/pnl/map': refused({
      effective_from: ['A version begins with an open period: with 2025-05 at the earliest.'],
    }),
  });
  await open('map');
  await userEvent.click(page.getByRole('button', { name: 'Import' }));
  await choose('map.csv', ['Account Code,Line', '5,rental_fee', '502010,hidden']);
  await expect.element(page.getByText('Nothing of map.csv is taken. Correct it and choose it again.')).toBeVisible();
  await expect.element(page.getByText("Row 3: the report has no line 'hidden'.")).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  file = {
    body: {
      data: [
        { acct_code: '502010', measure: 'leasing_expense' },
        { acct_code: '599999', measure: 'misc_expense' },
      ],
    },
  };
  await choose('map.csv', ['Account Code,Line', '502010,leasing_expense', '599999,misc_expense']);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  // The account that the file leaves out has no line any more.
  await expect.element(page.getByText('3 changes not saved')).toBeVisible();
  await expect.element(page.getByLabelText('Line of 507010')).toHaveValue('');
  await userEvent.click(page.getByRole('button', { name: /^Save/ }));
  await expect.element(page.getByText(/^A version begins with an open period/).first()).toBeVisible();
  // Nothing that was chosen is lost.
  await expect.element(page.getByText('3 changes not saved')).toBeVisible();
});

test('transactions are typed one below the other; what is no count stays as typed and is not sent', async () => {
  const count = (brnc_code: string, transactions: number | null) => ({
    brnc_code,
    brnc_name: `SAMPOL ${brnc_code}`,
    transactions,
    entered_by: transactions === null ? null : 'Ana Reyes',
    entered_at: transactions === null ? null : '2025-05-02T02:00:00.000Z',
  });
  const answers = [
    { rows: 2, changed: 2, emptied: 0 },
    { rows: 0, changed: 0, emptied: 1 },
  ];
  answer({
    'GET /api/rpt/pnl/counts': { body: { data: [count('SMP-001', 7), count('SMP-002', null)] } },
    'POST /api/rpt/pnl/counts': () => ({ body: { data: answers.shift() } }),
  });
  await open('counts&month=2025-04');
  const of = (code: string) => page.getByLabelText(`Transactions of ${code}`);
  await expect.element(page.getByText('Ana Reyes, 2025-05-02 10:00')).toBeVisible();
  await userEvent.fill(of('SMP-001'), '1x');
  await expect.element(page.getByText('Enter a whole number of at most 9 digits.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Save/ })).toHaveAttribute('aria-disabled', 'true');
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.fill(of('SMP-001'), '1284');
  await userEvent.keyboard('{Enter}');
  await expect.element(of('SMP-002')).toHaveFocus();
  await userEvent.keyboard('31{Control>}s{/Control}');
  await expect.poll(() => sent).toEqual(['Branch,Year,Month,Transactions\nSMP-001,2025,4,1284\nSMP-002,2025,4,31']);
  await expect.element(page.getByText('2 counts are taken, 2 of them new.').first()).toBeVisible();
  // What was entered by mistake is taken back: 0 would say that it was counted.
  await userEvent.fill(of('SMP-001'), '');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(() => sent.at(-1)).toBe('Branch,Year,Month,Transactions\nSMP-001,2025,4,');
  await expect.element(page.getByText('1 count is empty again.').first()).toBeVisible();
});
