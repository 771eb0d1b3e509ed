import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ChequeDetail, ChequeRow, DayOfBank } from '@talaan/contract/documents/cheque-register/cheque.contract';
import type { ChequeRun } from '@talaan/contract/documents/cheque-register/cheque-run.contract';
import { makePage } from '@talaan/contract/http/envelope';
import { forgetSession, startSession } from '../../session/session.ts';
import type { Screen } from '../../page/screen.ts';
import { answerCalls, loginDataOf, refusal, renderApp, type Answer, type Asked } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { ChequeRegisterScreen } from './cheque-register-screen.tsx';

const SCREEN: Screen = { label: 'Check Transactions', path: '/trxcheck', load: async () => ChequeRegisterScreen };
const BANKS = [{ id: 3, bank_name: 'BPI Buendia', bank_account: '1020-103-59', next_number: '0000451' }];

function chequeOf(id: number, change: Partial<ChequeRow> = {}): ChequeRow {
  return {
    id,
    row_version: 1,
    cheque_number: String(300 + id).padStart(7, '0'),
    cheque_date: '2026-11-20',
    bank_id: 3,
    bank_code: 'BPI',
    bank_name: 'BPI Buendia',
    bank_account: '1020-103-59',
    payee_code: 'S0001',
    payee_desc: 'BANTAY KUNWARI SECURITY AGENCY, INC.',
    cheque_amount: '26750.00',
    currency_id: 1,
    currency: 'PHP',
    document_type: 'CV',
    document_number: `00000${id}`,
    batch_number: `00102${id}`,
    batch_status: 7,
    is_pdc: 0,
    pdc_no: null,
    pdc_count: null,
    matures_on: null,
    state: 'queued',
    state_on: '2026-11-20',
    state_reason: null,
    is_opening: false,
    replaces: null,
    alarm: null,
    actions: ['print'],
    ...change,
  };
}

const PDC = { is_pdc: 1, pdc_no: 2, pdc_count: 6, matures_on: '2026-12-05', cheque_date: '2026-12-05' };
const RELEASED = chequeOf(21, { ...PDC, state: 'released', actions: ['clear', 'stop', 'cancel'] });
const QUEUED = [22, 23].map((id) => chequeOf(id, { cheque_number: null, actions: [] }));
const ROWS = [RELEASED, ...QUEUED, chequeOf(24)];

beforeEach(() => startSession(loginDataOf({ 'Check Transactions': 4, Disbursements: 1 })));
afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

async function open(path = '/trxcheck', answers: Record<string, Answer | (() => Answer)> = {}) {
  const list = { ...makePage(ROWS, ROWS.length, { page: 1, pages: 10 }, { path: '/api/trxcheck', query: {} }) };
  const asked = answerCalls({
    'GET /api/trxcheck': { body: { ...list, totals: [{ currency: 'PHP', cheques: 4, cheque_amount: '107000.00' }] } },
    'GET /api/trxcheck/banks': { body: { data: BANKS } },
    'GET /api/trxcheck/runs': { body: { data: [] } },
    'GET /api/trxcheck/alarms': { body: { data: [], total: 0, next: null } },
    ...answers,
  });
  const app = await renderApp([SCREEN], path);
  return { asked, ...app };
}

const dialog = () => page.getByRole('dialog');
const row = (name: RegExp) => page.getByRole('row', { name });
const sent = (asked: readonly Asked[], call: string) =>
  asked.filter((one) => one.call === call).map((one) => one.body as Record<string, unknown>);

describe('the register', () => {
  afterEach(() => page.viewport(1280, 800));

  it('shows every cheque with its state, its series and the totals, without accessibility faults', async () => {
    await page.viewport(1440, 900);
    await open();
    await expect.element(row(/0000321/)).toHaveTextContent(/2026-12-05.*26,750\.00.*2 of 6.*Released/);
    await expect.element(row(/PHP · 4 cheques/)).toHaveTextContent('107,000.00');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('sums what the selected ones pay, where a void one pays nothing, and prints the vouchers of each', async () => {
    const leaf = { document_type: null, batch_number: null, document_number: null };
    const rows = [chequeOf(21), chequeOf(25, { state: 'void' }), chequeOf(26, { state: 'void', ...leaf })];
    const paged = makePage(rows, 3, { page: 1, pages: 10 }, { path: '/api/trxcheck', query: {} });
    const { asked } = await open('/trxcheck', {
      'GET /api/trxcheck': { body: { ...paged, totals: [] } },
      'POST /api/papers/check': {
        body: {
          data: [{ document_type: 'CV', batch_number: '0001855', document_number: '0000055', reason: 'Not yet.' }],
        },
      },
    });
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await expect.element(bar).toHaveTextContent('3 selectedPHP 26,750.00');
    await bar.getByRole('button', { name: 'Print vouchers' }).click();
    await expect.element(dialog()).toBeVisible();
    const named = rows
      .slice(0, 2)
      .map(({ document_type, batch_number, document_number }) => ({ document_type, batch_number, document_number }));
    expect(sent(asked, 'POST /api/papers/check')).toEqual([{ documents: named }]);
    // Why one is not printed stands beside its name, however long that is.
    await expect.element(dialog().getByText('Not yet.')).toBeVisible();
    const [name, reason] = [...document.querySelector('[role=dialog] li')!.children].map((part) =>
      part.getBoundingClientRect(),
    );
    expect(name!.width).toBeGreaterThan(0);
    expect(name!.left + document.querySelector('[role=dialog] li')!.firstElementChild!.scrollWidth).toBeLessThanOrEqual(
      reason!.left,
    );
  });

  it('lets whoever prints calibrate his printer for a stock, without the right to change it', async () => {
    startSession(loginDataOf({ 'Check Transactions': 3 }));
    const stock = (id: number, name: string, accounts: string) => ({
      id,
      name,
      accounts: [accounts],
      width_mm: '203.20',
      height_mm: '76.20',
      fields: [],
    });
    const offset = { id: 1, layout_id: 2, printer_name: 'EPSON', x_mm: '-1.50', y_mm: '1.00' };
    const measured = { ...offset, measured_at: '2026-03-05T01:00:00Z' };
    const { asked } = await open('/trxcheck', {
      'GET /api/cheque-offsets/stocks': {
        body: { data: [stock(1, 'Long stock', 'BDO 0003'), stock(2, 'Voucher cheque', 'BPI 0002')] },
      },
      'GET /api/cheque-offsets': { body: { data: [] } },
      'POST /api/cheque-offsets': { body: { data: measured } },
    });
    const button = page.getByRole('button', { name: 'Calibrate printer' });
    await expect.element(button).toBeVisible();
    (button.element() as HTMLButtonElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByText('Cheques of BDO 0003')).toBeVisible();
    await dialog().getByRole('combobox', { name: 'Stock' }).fill('Voucher');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(dialog().getByText('Cheques of BPI 0002')).toBeVisible();
    expect(await accessibilityFaults()).toEqual([]);
    const fill = (name: RegExp, value: string) => dialog().getByRole('textbox', { name }).fill(value);
    await fill(/^Printer/, 'EPSON');
    await fill(/^First cross from the left/, '11.5');
    await fill(/^First cross from the top/, '9.0');
    await dialog().getByRole('button', { name: 'Keep for this printer' }).click();
    await expect
      .poll(() => sent(asked, 'POST /api/cheque-offsets'))
      .toEqual([{ layout_id: 2, printer_name: 'EPSON', measured_left: '11.5', measured_top: '9.0' }]);
  });

  it('moves selected cheques by keyboard after telling of each whether it will', async () => {
    const outcomes = [
      { id: 21, cheque_number: '0000321', ok: false, message: 'Cheque 0000321 is Released.', code: 'no_such_move' },
      { id: 24, cheque_number: '0000324', ok: true, message: 'Printed', code: null },
    ];
    const { asked } = await open('/trxcheck', {
      'POST /api/trxcheck/moves': () => {
        const isDry = sent(asked, 'POST /api/trxcheck/moves').at(-1)!['dry_run'] === 1;
        return { body: { data: isDry ? { moved: 0, outcomes } : { moved: 1, outcomes: [outcomes[1]] } } };
      },
    });
    await expect.element(row(/0000321/)).toBeVisible();
    (row(/0000321/).element() as HTMLElement).focus();
    await userEvent.keyboard(' {ArrowDown}{ArrowDown}{ArrowDown} ');
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await expect
      .element(page.getByRole('group', { name: 'Selected rows' }))
      .toHaveTextContent('2 selectedPHP 53,500.00');
    await page.getByRole('button', { name: 'Change status' }).click();
    await page.getByRole('menuitem', { name: /Mark printed/ }).click();
    await expect.element(dialog()).toHaveTextContent('Cheque 0000321 is Released.');
    expect(await accessibilityFaults()).toEqual([]);
    await dialog().getByRole('button', { name: 'Mark printed' }).click();
    await expect
      .poll(() => sent(asked, 'POST /api/trxcheck/moves').at(-1))
      .toMatchObject({ ids: [24], action: 'print' });
  });

  it('asks for the reason before it stops a payment', async () => {
    const outcomes = [{ id: 21, cheque_number: '0000321', ok: true, message: 'Stopped', code: null }];
    const { asked } = await open('/trxcheck', {
      'POST /api/trxcheck/moves': { body: { data: { moved: 1, outcomes } } },
    });
    await row(/0000321/).hover();
    await page.getByRole('button', { name: 'Actions of Cheque 0000321' }).click();
    await page.getByRole('menuitem', { name: 'Stop payment' }).click();
    await expect.element(dialog().getByText('Stopped', { exact: true })).toBeVisible();
    const stop = dialog().getByRole('button', { name: 'Stop payment' });
    await stop.click();
    await expect.element(dialog()).toHaveTextContent('Required.');
    const isReal = (body: Record<string, unknown>) => body['dry_run'] !== 1;
    expect(sent(asked, 'POST /api/trxcheck/moves').filter(isReal)).toEqual([]);
    await dialog().getByLabelText('Reason').fill('Lost on the way.');
    await stop.click();
    await expect
      .poll(() => sent(asked, 'POST /api/trxcheck/moves').filter(isReal))
      .toMatchObject([{ ids: [21], action: 'stop', reason: 'Lost on the way.' }]);
  });

  it('confirms the next number on stock, and asks why leaves are left out', async () => {
    const numbersFrom = (first: number) =>
      QUEUED.map(({ id }, place) => ({ id, cheque_number: String(first + place).padStart(7, '0') }));
    const { asked } = await open('/trxcheck', {
      'POST /api/trxcheck/numbers': () => {
        const body = sent(asked, 'POST /api/trxcheck/numbers').at(-1)!;
        const skips = body['first_number'] === '0000452';
        const skipped = skips ? ['0000451'] : [];
        const data = { bank_id: 3, next_number: '0000451', skipped, numbers: numbersFrom(skips ? 452 : 451) };
        return { body: { data } };
      },
    });
    await page.getByRole('checkbox', { name: 'Select Cheque of 0000022' }).click();
    await page.getByRole('checkbox', { name: 'Select Cheque of 0000023' }).click();
    await page.getByRole('button', { name: 'Assign numbers' }).click();
    const next = dialog().getByLabelText('Next cheque number on stock');
    await expect.element(next).toHaveValue('0000451');
    await next.fill('45#');
    await expect.element(dialog().getByText('Next cheque number on stock must contain only digits.')).toBeVisible();
    await dialog().getByRole('button', { name: 'Assign' }).click();
    expect(sent(asked, 'POST /api/trxcheck/numbers')).toHaveLength(1);
    await next.fill('0000452');
    await expect.element(dialog().getByLabelText('Why leaf 0000451 is left out')).toBeVisible();
    expect(await accessibilityFaults()).toEqual([]);
    await dialog().getByLabelText('Why leaf 0000451 is left out').fill('Torn out.');
    await dialog().getByRole('button', { name: 'Yes, 0000452 is on top: assign' }).click();
    await expect
      .poll(() => sent(asked, 'POST /api/trxcheck/numbers').at(-1))
      .toEqual({ ids: [22, 23], first_number: '0000452', skip_reason: 'Torn out.' });
    await expect
      .element(page.getByText('Your work has been successful! Cheques 0000452 to 0000453 updated.'))
      .toBeVisible();
  });

  it.each([
    ['Cheque books', ['First number', 'Last number'], 'Add the book', 'POST /api/trxcheck/books'],
    ['Spoiled leaf', ['Cheque No.'], 'Save', 'POST /api/trxcheck'],
  ] as const)('%s: what is no number stays as typed and is not sent', async (opener, boxes, button, call) => {
    const { asked } = await open('/trxcheck', { 'GET /api/trxcheck/books': { body: { data: [] } } });
    await page.getByRole('button', { name: opener }).click();
    await dialog().getByRole('combobox', { name: 'Bank account' }).fill('BPI');
    await userEvent.keyboard('{Enter}');
    for (const box of boxes) await dialog().getByRole('textbox', { name: box }).fill('45#');
    const reason = dialog().getByLabelText('Reason');
    if (reason.elements().length > 0) await reason.fill('Torn.');
    await dialog().getByRole('button', { name: button }).click();
    await expect.element(dialog().getByText(/^(First number must|Cheque No\. can only) contain/)).toBeVisible();
    await expect.element(dialog().getByRole('textbox', { name: boxes[0] })).toHaveValue('45#');
    expect(sent(asked, call)).toEqual([]);
  });

  it('opens a cheque with its history and a way to its voucher', async () => {
    const detail: ChequeDetail = {
      ...RELEASED,
      alarms: [],
      moves: [
        {
          state_from: 'printed',
          state_to: 'released',
          on_date: '2026-11-20',
          reason: null,
          user_name: 'Gina Flores',
          at: '2026-11-20T02:00:00Z',
        },
      ],
    };
    await open('/trxcheck?id=21', { 'GET /api/trxcheck/21': { body: { data: detail } } });
    const panel = page.getByRole('complementary', { name: 'Cheque 0000321' });
    await expect.element(panel).toHaveTextContent(/2 of 6, matures on 5 Dec 2026/);
    await page.viewport(1440, 900);
    await expect
      .poll(
        () =>
          panel.element().getBoundingClientRect().left -
          page.getByRole('table').element().parentElement!.getBoundingClientRect().right,
      )
      .toBeGreaterThanOrEqual(0);
    // Amount and state stand beside the panel without a scroll sideways.
    const { parentElement: list } = page.getByRole('table').element();
    await expect.poll(() => list!.scrollWidth - list!.clientWidth).toBe(0);
    await page.viewport(1280, 800);
    await expect.element(panel).toHaveTextContent(/Gina Flores · on 20 Nov 2026/);
    await expect
      .element(panel.getByRole('link', { name: '0000021' }))
      .toHaveAttribute('href', '/search-transaction?number=0010221');
    expect(await accessibilityFaults()).toEqual([]);
  });
});

it('the bank paid what it should not have: it is told above the list, beside the cheque, and settled with words', async () => {
  const paid = chequeOf(21, { state: 'spoiled', alarm: { id: 5, cleared_on: '2026-11-19' }, actions: [] });
  const alarm = {
    id: 5,
    state: 'spoiled' as const,
    cleared_on: '2026-11-19',
    reported_by: 'Gina Flores',
    reported_at: '2026-11-20T02:00:00Z',
    settlement: null,
    settled_by: null,
    settled_at: null,
  };
  const detail: ChequeDetail = { ...paid, moves: [], alarms: [alarm] };
  const rows = makePage([paid], 1, { page: 1, pages: 10 }, { path: '/api/trxcheck', query: {} });
  const { asked } = await open('/trxcheck', {
    'GET /api/trxcheck': { body: { ...rows, totals: [] } },
    'GET /api/trxcheck/alarms': { body: { data: [paid], total: 101, next: 5 } },
    'GET /api/trxcheck/21': { body: { data: detail } },
    'POST /api/trxcheck/alarms/5': { body: { data: { ...detail, alarm: null } } },
  });
  await expect.element(row(/0000321/)).toHaveTextContent('Bank paid');
  const told = page.getByRole('list', { name: 'Paid by the bank against the register' });
  await expect.element(told).toHaveTextContent('paid cheque 0000321, which is Spoiled, on 19 Nov 2026.');
  await expect.element(told).toHaveTextContent('1 of 101 are shown.');
  await told.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => asked.map(({ address }) => address)).toContain('/api/trxcheck/alarms?before=5');
  await told.getByRole('button', { name: 'Look' }).first().click();
  const panel = page.getByRole('complementary', { name: 'Cheque 0000321' });
  await expect.element(panel).toHaveTextContent('although it was Spoiled. Entered by Gina Flores.');
  expect(await accessibilityFaults()).toEqual([]);
  await panel.getByRole('button', { name: 'Settle the alarm' }).click();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog()).toHaveTextContent('Required.');
  await dialog().getByLabelText('What came of it').fill('The bank gave it back.');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => sent(asked, 'POST /api/trxcheck/alarms/5'))
    .toEqual([{ settlement: 'The bank gave it back.' }]);
});

describe('a run', () => {
  const RUN: ChequeRun = {
    id: 12,
    bank_name: 'BPI Buendia',
    bank_account: '1020-103-59',
    layout_name: 'Voucher cheque',
    layout_version: 3,
    printer_name: 'EPSON',
    printed_by: 'Gina Flores',
    printed_at: '2026-11-20T02:00:00Z',
    answered_by: null,
    answered_at: null,
    is_own: true,
    may_spoil: false,
    leaves: [22, 23].map((id, place) => ({
      id,
      cheque_number: `000045${place + 1}`,
      state: 'printed',
      document_number: `00000${id}`,
      payee_desc: 'BANTAY KUNWARI SECURITY AGENCY, INC.',
      cheque_amount: '26750.00',
      currency: 'PHP',
      misprint: null,
    })),
  };
  const plan = {
    run_id: null,
    bank_name: RUN.bank_name,
    bank_account: RUN.bank_account,
    layout_name: RUN.layout_name,
    layout_version: 3,
    next_number: '0000451',
    skipped: [],
    cheques: [
      { id: 22, cheque_number: '0000451', refusal: null },
      { id: 23, cheque_number: '0000452', refusal: null },
      { id: 24, cheque_number: '0000324', refusal: 'Cheque 0000324 can be printed after its voucher is approved.' },
    ],
  };
  const ASK = 'Did every leaf print well?';

  it('confirms the leaf on top, leaves out what is not printed, and asks by its address how it came out', async () => {
    const tab = vi.spyOn(window, 'open').mockReturnValue(null);
    let answeredAt: string | null = null;
    const { asked, history } = await open('/trxcheck', {
      'POST /api/trxcheck/runs': () => {
        const isDry = sent(asked, 'POST /api/trxcheck/runs').at(-1)!['dry_run'] === 1;
        return { body: { data: isDry ? plan : { ...plan, run_id: 12, cheques: plan.cheques.slice(0, 2) } } };
      },
      'GET /api/trxcheck/runs/12/file': refusal(409, 'Open it again.'),
      'GET /api/trxcheck/runs/12': () => ({ body: { data: { ...RUN, answered_at: answeredAt } } }),
      'POST /api/trxcheck/runs/12/answer': () => {
        answeredAt = '2026-11-20T02:05:00Z';
        return { body: { data: { run: { ...RUN, answered_at: answeredAt }, queued: [] } } };
      },
    });
    for (const name of ['Select Cheque of 0000022', 'Select Cheque of 0000023', 'Select Cheque 0000324'])
      await page.getByRole('checkbox', { name }).click();
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Print cheques' }).click();
    await expect.element(dialog().getByRole('region', { name: 'Not printed' })).toHaveTextContent('after its voucher');
    await expect.element(dialog().getByLabelText('Next leaf on stock')).toHaveValue('0000451');
    expect(await accessibilityFaults()).toEqual([]);
    await dialog().getByRole('button', { name: 'Yes, 0000451 is on top: print 2' }).click();
    await expect.element(dialog()).toHaveTextContent(ASK);
    expect(sent(asked, 'POST /api/trxcheck/runs').at(-1)).toMatchObject({ ids: [22, 23], first_number: '0000451' });
    expect(tab).toHaveBeenCalledOnce();
    expect(asked.map(({ call }) => call)).toContain('GET /api/trxcheck/runs/12/file');
    expect(history.location.href).toContain('run=12');

    await expect.element(dialog().getByRole('button', { name: 'Open the file' })).toBeVisible();
    expect(await accessibilityFaults()).toEqual([]);
    await dialog()
      .getByRole('checkbox', { name: /0000452/ })
      .click();
    await dialog().getByRole('button', { name: 'All but 1 leaf' }).click();
    await expect.element(dialog()).toHaveTextContent('Required.');
    await dialog().getByLabelText('What went wrong').fill('Jammed.');
    await dialog().getByRole('button', { name: 'All but 1 leaf' }).click();
    await expect.poll(() => history.location.href).not.toContain('run=');
    expect(sent(asked, 'POST /api/trxcheck/runs/12/answer')).toEqual([{ misprinted: [23], reason: 'Jammed.' }]);
  });

  it('asks again whoever comes back, and has a second person mark misprints spoiled and print them anew', async () => {
    const [well, torn] = RUN.leaves;
    const waits = {
      ...RUN,
      is_own: false,
      may_spoil: true,
      answered_by: 'Gina Flores',
      answered_at: '2026-11-20T02:05:00Z',
      leaves: [well!, { ...torn!, misprint: 'Jammed.' }],
    };
    const { asked } = await open('/trxcheck', {
      'GET /api/trxcheck/runs': { body: { data: [{ ...RUN, id: 11 }, waits] } },
      'GET /api/trxcheck/runs/12': { body: { data: waits } },
      'POST /api/trxcheck/runs/12/answer': { body: { data: { run: waits, queued: [{ id: 31, replaces_id: 23 }] } } },
      'POST /api/trxcheck/runs': {
        body: {
          data: { ...plan, cheques: [{ id: 31, cheque_number: '0000453', refusal: null }], next_number: '0000453' },
        },
      },
    });
    const open_ = page.getByRole('list', { name: 'Printed cheques to look at' }).getByRole('listitem');
    await expect.element(open_.nth(0)).toHaveTextContent('Leaves 0000451 to 0000452');
    await expect.element(open_.nth(1)).toHaveTextContent('0000452 did not print well, Gina Flores says.');
    await open_.nth(1).getByRole('button', { name: 'Look' }).click();
    await expect.element(dialog().getByRole('checkbox', { name: /0000452/ })).toBeChecked();
    await expect.element(dialog().getByLabelText('What went wrong')).toHaveValue('Jammed.');
    await dialog().getByRole('button', { name: 'Mark 1 leaf spoiled' }).click();
    await expect.element(dialog().getByRole('button', { name: 'Yes, 0000453 is on top: print 1' })).toBeVisible();
    expect(sent(asked, 'POST /api/trxcheck/runs').at(-1)).toMatchObject({ ids: [31], dry_run: 1 });
  });
});

describe('the calendar', () => {
  const DAYS: DayOfBank[] = [
    ['2026-12-05', 1, '26750.00'],
    ['2026-12-18', 2, '18500.25'],
  ].map(([date, cheques, cheque_amount]) => ({
    date: date as string,
    bank_id: 3,
    bank_name: 'BPI Buendia',
    bank_account: '1020-103-59',
    currency: 'PHP',
    cheques: cheques as number,
    cheque_amount: cheque_amount as string,
  }));

  it('shows what falls due by day and account, moves by arrows and opens the cheques of a day', async () => {
    const { history } = await open('/trxcheck?view=calendar&month=2026-12', {
      'GET /api/trxcheck/calendar': { body: { data: DAYS } },
    });
    const day = (name: string) => page.getByRole('button', { name });
    await expect.element(day('5 Dec 2026, 1 cheque, PHP 26,750.00')).toBeVisible();
    await expect.element(row(/^Total/)).toHaveTextContent('PHP 45,250.25');
    expect(await accessibilityFaults()).toEqual([]);
    (day('5 Dec 2026, 1 cheque, PHP 26,750.00').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowLeft}');
    await expect.element(day('18 Dec 2026, 2 cheques, PHP 18,500.25')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => history.location.href).toContain('from=2026-12-18');
    expect(history.location.href).toContain('to=2026-12-18');
  });
});
