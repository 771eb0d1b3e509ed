import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { IssuedNumber, SeriesCheck } from '@talaan/contract/resources/numbers/issued-numbers.contract';
import { makePage } from '@talaan/contract/http/envelope';
import { SCREEN_TABLE } from '../../paths.ts';
import { forgetSession, startSession } from '../../session/session.ts';
import { loginDataOf, renderApp } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { problem, serveResources } from '../../testing/serve-resources.ts';

beforeEach(() => startSession(loginDataOf({ 'Voucher Series': 4, 'Journal Entries': 1, 'Billing Services': 4 })));
afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

const open = (address: string) => renderApp(SCREEN_TABLE.screens, address);
const dialog = () => page.getByRole('dialog', { name: 'Edit entry' });
const row = (name: RegExp) => page.getByRole('row', { name });

const series = (series_from: number, series_to: number, next_number: number) => ({
  series_from,
  series_to,
  next_number,
  remaining: series_to - next_number + 1,
  series_text: `${String(series_from).padStart(7, '0')} to ${String(series_to).padStart(7, '0')}`,
});
const SERIES = [
  { ...series(1, 1000, 1001), user_id: 1, user_name: 'Ana Reyes', prog_code: 'Disbursements' },
  { ...series(1001, 2000, 1960), user_id: 1, user_name: 'Ana Reyes', prog_code: 'Disbursements' },
  series(2001, 9000, 2001),
];

function serveSeries() {
  const served = serveResources({ voucher_series: SERIES, user: [] });
  const issued = (number: number, change: Partial<IssuedNumber> = {}): IssuedNumber => ({
    series_id: 2,
    kind: 'voucher',
    number,
    number_text: String(number).padStart(7, '0'),
    fate: 'used',
    document_type: 'CV',
    document_number: String(number).padStart(7, '0'),
    batch_number: '0000042',
    is_confidential: false,
    issued_by: 'Ana Reyes',
    issued_at: '2026-05-04T02:00:00Z',
    ...change,
  });
  const numbers = [
    issued(1959, { fate: 'void' }),
    issued(1958, { is_confidential: true, document_type: null, document_number: null, batch_number: null }),
  ];
  const check = (change: Partial<SeriesCheck>): SeriesCheck => ({
    series_id: 2,
    kind: 'voucher',
    series_from: 1001,
    series_to: 2000,
    handed_out: 959,
    registered: 959,
    open: 0,
    unexplained: 0,
    remaining: 41,
    ...change,
  });
  const register = vi.fn<(kinds: string[], fates: string[]) => IssuedNumber[]>(() => numbers);
  served.answer('GET /trx/issued-numbers', ({ query }) => {
    const rows = register(query.getAll('kind'), query.getAll('fate'));
    return { body: makePage(rows, rows.length, { page: 1, pages: 10 }, { path: '/', query: {} }) };
  });
  const checks = vi.fn<() => SeriesCheck[]>(() => [check({})]);
  served.answer('GET /trx/issued-numbers/check', () => ({ body: { data: checks() } }));
  return { served, register, checks, check };
}

test('a series says how many numbers are left, whom it serves, and when it needs a successor', async () => {
  serveSeries();
  await open('/voucher');
  await expect.element(row(/ 1 1000 /)).toHaveTextContent('Ana ReyesDisbursementsUsed up');
  await expect.element(row(/ 1001 2000 /)).toHaveTextContent('Only 41 left');
  await expect.element(row(/ 2001 9000 /)).toHaveTextContent('EverybodyEvery program7,000');
  expect(await accessibilityFaults()).toEqual([]);
});

test('a range that ends before it starts is refused in the dialog, one that overlaps by the server with its words', async () => {
  const { served } = serveSeries();
  const words = 'Range overlaps series 1–1000.';
  served.answer('POST /trx/voucher-alloc', () =>
    problem(409, 'already_exists', words, { errors: { series_from: [words] } }),
  );
  await open('/voucher?id=new');
  await dialog().getByRole('textbox', { name: 'Series from' }).fill('500');
  await dialog().getByRole('textbox', { name: 'Series to' }).fill('400');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(dialog().getByText('Series to must be at least series from.').first()).toBeVisible();
  await dialog().getByRole('textbox', { name: 'Series to' }).fill('1200');
  await userEvent.keyboard('{Control>}s{/Control}');
  await page.getByRole('alertdialog', { name: 'Failed to save!' }).getByRole('button', { name: 'OK' }).click();
  await expect.element(dialog().getByText(words).first()).toBeVisible();
});

test('the register shows the fate of every number, filters it, and proves that none is missing', async () => {
  const { register, checks, check } = serveSeries();
  await open('/voucher');
  await page.getByRole('button', { name: 'Issued numbers' }).click();
  await expect.element(row(/0001959/)).toHaveTextContent('VoidCV · Cheque Voucher · 00019590000042');
  await expect.element(row(/0001958/)).toHaveTextContent('Confidential');
  const proof = page.getByRole('status').filter({ hasText: 'Unexplained gaps' });
  await expect.element(proof).toHaveTextContent('Handed out 959Registered 959Open 0Unexplained gaps 0');
  await expect.element(proof).toHaveTextContent('Complete');
  expect(register).toHaveBeenLastCalledWith(['voucher'], []);
  expect(await accessibilityFaults()).toEqual([]);

  await page.getByRole('button', { name: 'Fate' }).click();
  await page.getByRole('checkbox', { name: 'Void' }).click();
  await expect.poll(() => register.mock.lastCall).toEqual([['voucher'], ['void']]);
  await userEvent.keyboard('{Escape}');

  checks.mockReturnValue([check({ registered: 957, unexplained: 2 })]);
  await page.getByRole('button', { name: 'Kind: Voucher' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Journal entry' })).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Official Receipt' })).not.toBeInTheDocument();
  await page.getByRole('checkbox', { name: 'All kinds' }).click();
  await expect.poll(() => register.mock.lastCall).toEqual([[], ['void']]);
  await expect.element(page.getByRole('columnheader', { name: 'Kind' })).toBeVisible();
  await expect.element(proof).toHaveTextContent('Numbers are missing');
});

test('services and their assignments are tabs of one screen; arrow keys move between them', async () => {
  serveResources({
    billing_service: [{ billing_service_name: 'Courier' }],
    billing_service_assignment: [{ payee_code: 'C0001', payee_name: 'HULING ISLA', billing_service_name: 'Courier' }],
    payee: [],
  });
  await open('/services');
  const tab = (name: string) => page.getByRole('tab', { name });
  await expect.element(tab('Services')).toHaveAttribute('aria-selected', 'true');
  await expect.element(row(/Courier/)).toBeVisible();
  (tab('Services').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(row(/HULING ISLA/)).toBeVisible();
  await expect.element(tab('Assignments')).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
  await page.getByRole('button', { name: /^New/ }).click();
  await expect.element(dialog().getByRole('combobox', { name: 'Payee' })).toBeVisible();
});
