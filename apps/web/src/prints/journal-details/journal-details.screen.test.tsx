import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { printJournalEntry } from '@talaan/contract/documents/batch.contract';
import {
  BATCH_ACTIONS,
  type BatchDetail,
  type LineView,
  type TimelineMove,
} from '@talaan/contract/documents/batch-view.contract';
import type { ResultOf } from '@talaan/contract/http/route';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { createQueryClient } from '../../api/query-client.ts';
import { SCREEN_TABLE } from '../../paths.ts';
import { createAppRouter } from '../../routes.tsx';
import { startSession } from '../../shell/session.ts';
import { NO_PAPER } from '../../testing/batch-answers.ts';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { ThemeProvider } from '../../ui/theme/theme-provider.tsx';

const line = (line_no: number, account_code: string, acct_desc: string, debit: string, credit: string): LineView => ({
  header_key: 0,
  line_no,
  document_number: 'JE0000007',
  account_code,
  acct_desc,
  payee_id: null,
  payee_code: null,
  payee_desc: line_no === 1 ? 'BANTAY KUNWARI SECURITY AGENCY, INC.' : null,
  department_id: 1,
  dept_code: 'ACCT',
  dept_desc: 'Accounting',
  branch_id: 1,
  brnc_code: 'SMP-001',
  brnc_name: 'SAMPOL MAIN',
  section_id: null,
  section_code: null,
  section_name: null,
  billing_service_id: null,
  billing_service_name: null,
  atc_code: null,
  tax_base: null,
  part: null,
  debit_amount: debit,
  credit_amount: credit,
  debit_php: debit,
  credit_php: credit,
  remarks: line_no === 1 ? 'May 2025' : '',
});
const move = (action: string, user_name: string, at: string, more: Partial<TimelineMove> = {}): TimelineMove => ({
  cycle: 1,
  action,
  status_from: 1,
  status_to: 2,
  user_id: 1,
  user_name,
  on_behalf_of: null,
  on_behalf_of_name: null,
  level_code: null,
  level_name: null,
  amount: null,
  officer_limit: null,
  currency: 'PHP',
  remarks: '',
  at,
  fingerprint: null,
  in_force: true,
  ...more,
});
const BATCH: BatchDetail = {
  ...NO_PAPER,
  risk_signals: [],
  risk_ticks: [],
  id: '7',
  batch_number: '0010234',
  document_type: 'JE',
  adjusting: 1,
  document_number: 'JE0000007',
  document_count: 1,
  document_date: '2025-05-02',
  status: 7,
  accounting_status: 7,
  voided: false,
  processing: 0,
  locked_by: null,
  locked_by_name: null,
  locked_at: null,
  is_confidential: 0,
  is_pdc: 0,
  regular_trx: null,
  payee_id: null,
  payee_code: null,
  payee_desc: null,
  remarks: 'Accrual of security services',
  currency_id: 1,
  currency: 'PHP',
  dollar_rate: '1',
  total_amount: '50000.00',
  total_debit: '50000.00',
  total_credit: '50000.00',
  amount_php: '50000.00',
  prepared_by: 2,
  preparer: 'Ana Reyes',
  date_encoded: '2025-05-01T02:00:00.000Z',
  edit_by: null,
  edit_date: null,
  approved_by: null,
  approved_remarks: '',
  submitted_at: '2025-05-02T01:00:00.000Z',
  attachments: 0,
  row_version: 4,
  cycle: 1,
  period_open: true,
  headers: [],
  documents: [],
  details: [
    line(1, '502050', 'Security Services', '50000.00', '0.00'),
    line(2, '205030', 'Accrued Security Services', '0.00', '50000.00'),
  ],
  upload_file: [],
  timeline: [
    move('submit', 'Ana Reyes', '2025-05-02T01:00:00.000Z'),
    move('approve', 'Somebody Before', '2025-05-01T01:00:00.000Z', { in_force: false }),
    move('approve', 'Dario Lim', '2025-05-02T16:30:00.000Z', { on_behalf_of: 5, on_behalf_of_name: 'Elena Tan' }),
  ],
  route: [],
  allowed_actions: Object.fromEntries(
    BATCH_ACTIONS.map((action) => [action, { allowed: false, code: null, message: null, status: null }]),
  ) as BatchDetail['allowed_actions'],
  changes: null,
  warnings: [],
};
type Paper = ResultOf<typeof printJournalEntry>['data'];
const PAPER: Paper = {
  company: {
    name: 'SAMPOL PADALA SERVICES, INC.',
    tin: '900-000-100-00000',
    address: '12 Halimbawa Street, Quezon City 1100',
    logo: null,
  },
  batch: BATCH,
  copy_no: 1,
  printed_by: 'Ana Reyes',
  printed_at: '2025-05-22T03:06:00.000Z',
};

/** Opens the print of a batch; the server answers with this paper, or with this refusal. Tells what was asked. */
async function open(
  answer: Partial<Paper> | { status: number; message: string },
  keys = { batch_number: '0010234', document_type: 'JE' },
) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push(`${init.method} ${address}`);
    if ('status' in answer)
      return Response.json({ title: '', code: 'x', request_id: '', ...answer }, { status: answer.status });
    return Response.json({ data: { ...PAPER, ...answer } });
  });
  startSession({
    token: 'csrf',
    token_expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    server_time: new Date().toISOString(),
    roleaccess: [{ module_name: 'Journal Entries', module_type: 'T', access_level: 1 }],
    user: {
      id: 2,
      user_id: 'preparer',
      user_first_name: 'Ana',
      user_middle_name: null,
      user_last_name: 'Reyes',
      email: null,
      sper_user: 0,
      approver: 0,
      jobt_code: null,
      dept_code: null,
      dept_id: null,
      brnc_code: null,
      start_date: null,
      end_date: null,
      user_max_amount: null,
      level: null,
      min_amount: null,
      max_amount: null,
      officer_limits: [],
    },
  });
  const router = createAppRouter(SCREEN_TABLE);
  router.update({ history: createMemoryHistory({ initialEntries: [`/preview-trx/${encodePrintLink(keys)}`] }) });
  await render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const rows = () =>
  [...document.querySelectorAll('article tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  );

test('the answer of these tests is one that the contract allows', () => {
  expect(printJournalEntry.response.parse({ data: PAPER })).toEqual({ data: PAPER });
});

test('prints the facts, the lines with their total, and who prepared and approved the entry in force', async () => {
  const asked = await open({});
  await expect.element(page.getByText('JOURNAL VOUCHER', { exact: true })).toBeVisible();
  expect(asked).toEqual(['POST /api/trx/print-je/0010234']);
  expect(rows()).toEqual([
    [
      '1',
      '502050',
      'Security Services',
      'BANTAY KUNWARI SECURITY AGENCY, INC.',
      'ACCT',
      'SMP-001',
      '',
      '50,000.00',
      '0.00',
      'May 2025',
    ],
    ['2', '205030', 'Accrued Security Services', '', 'ACCT', 'SMP-001', '', '0.00', '50,000.00', ''],
    ['TOTAL', '50,000.00', '50,000.00', ''],
  ]);
  const facts = Object.fromEntries(
    [...document.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
  expect(facts).toEqual({
    'Batch No.': '0010234',
    Date: '05-2-2025',
    'Document No.': 'JE0000007',
    Type: 'JE · General Journal, adjusting',
    Status: 'Approved',
    Preparer: 'Ana Reyes',
    Remarks: 'Accrual of security services',
  });
  await expect.element(page.getByText('Dario Lim for Elena Tan')).toBeVisible();
  await expect.element(page.getByText('Approved by')).toHaveTextContent('Approved byDario Lim for Elena Tan 05-3-2025');
  await expect.element(page.getByText('Printed 05-22-2025 11:06 by Ana Reyes', { exact: true })).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

test('a second copy says so, a void entry too, and several dates read as one text', async () => {
  await open({ copy_no: 2, batch: { ...BATCH, voided: true, document_date: '2025-05-02,2025-05-03' } });
  await expect.element(page.getByText('REPRINT 2')).toBeVisible();
  await expect.element(page.getByText('VOID', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Have multiple dates')).toBeVisible();
});

test('an entry in another currency prints its rate and its total in pesos', async () => {
  const details = BATCH.details.map((one) => ({
    ...one,
    debit_php: one.debit_amount === '0.00' ? '0.00' : '2762500.00',
    credit_php: one.credit_amount === '0.00' ? '0.00' : '2762500.00',
  }));
  await open({ batch: { ...BATCH, currency_id: 2, currency: 'USD', dollar_rate: '55.25', details } });
  await expect.element(page.getByRole('columnheader', { name: 'Debit USD' })).toBeVisible();
  expect(rows().at(-1)).toEqual(['TOTAL PHP', '2,762,500.00', '2,762,500.00', '']);
});

test('an unknown and a hidden document read alike, and another type is a damaged link', async () => {
  await open({ status: 404, message: 'There is no record of batch 0010234.' });
  await expect.element(page.getByText('There is no such document, or you may not see it.')).toBeVisible();
  expect(document.body.textContent).not.toContain('0010234');
  const asked = await open({}, { batch_number: '0010234', document_type: 'CV' });
  await expect.element(page.getByText('This print link is damaged. Open the document again.')).toBeVisible();
  expect(asked).toEqual([]);
});
