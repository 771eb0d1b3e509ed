import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { IntegratedDetails, IntegratedRow } from '@talaan/contract/integration/integrated.contract';
import { listBatches } from '@talaan/contract/documents/desk.contract';
import type { Screen } from '../page/screen.ts';
import { startSession } from '../session/session.ts';
import { answered, recorded } from '../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, renderApp, type Asked } from '../testing/render-app.tsx';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import { IntegratedListScreen } from './integrated-list-screen.tsx';

const INTEGRATED: Screen = {
  label: 'Integrated Transactions',
  path: '/trx-integrated',
  title: 'Integrated',
  load: async () => IntegratedListScreen,
};
const LIST = recorded(listBatches, 'archive/list');
const of = {
  source: 'IS',
  batch_no: '77',
  department: 'ACCT',
  state: 'posted',
  received_at: '2025-05-22T00:00:00Z',
} as const;
const ROWS: IntegratedRow[] = LIST.data.slice(0, 2).map((row) => ({ ...row, ...of, status: 7 }));
const detailsOf = ({ batch_number }: IntegratedRow): IntegratedDetails => ({
  ...of,
  batch_number,
  document_type: 'JE',
  status: 7,
  currency: 'PHP',
  department_name: 'Accounting',
  document_count: 1,
  documents: [
    {
      document_no: 'D-1',
      document_number: 'JE0000001',
      cheque_number: null,
      payee: 'JUANA HALIMBAWA',
      document_date: '2025-05-21',
      atc_code: 'WI100',
      atc_rate: '5.00',
      remarks: 'RENT OF MAY',
      lines: [
        {
          line_no: 1,
          analysis: 'JUANA HALIMBAWA',
          department: 'PROP',
          branch: 'SMP-003',
          section: '',
          account_code: '502010',
          account: 'Rental Fee',
          debit: '30000.00',
          credit: '0.00',
        },
        {
          line_no: 2,
          analysis: 'JUANA HALIMBAWA',
          department: '',
          branch: 'SMP-003',
          section: '',
          account_code: '102103',
          account: 'CIB',
          debit: '0.00',
          credit: '30000.00',
        },
      ],
    },
  ],
  overallDebit: '86000.00',
  overallCredit: '86000.00',
  next: null,
  reversed_on: ['2025-05-21'],
});

async function openList(level: 1 | 4) {
  startSession(loginDataOf({ 'Integrated Transactions': level }));
  const asked: Asked[] = answerCalls({
    ...answered('entry/users'),
    'GET /api/trx/isfis': () => {
      const address = asked.findLast(({ call }) => call === 'GET /api/trx/isfis')!.address;
      const batch_number = new URL(address, 'http://talaan').searchParams.get('batch_number');
      const row = ROWS.find((one) => one.batch_number === batch_number);
      return { body: row ? { data: detailsOf(row) } : { ...LIST, data: ROWS } };
    },
    'POST /api/trx/deltrx': () => ({
      body: { data: { batch_number: ROWS[0]!.batch_number, status: 20, reversed_on: ['2025-05-21'] } },
    }),
  });
  await renderApp([INTEGRATED], '/trx-integrated');
  return asked;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-05-22T02:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('opens what a batch holds, goes to the next one by J, and deletes it as a whole after a question that names it', async () => {
  const asked = await openList(4);
  const [first, second] = ROWS as [IntegratedRow, IntegratedRow];
  await page.getByRole('row', { name: new RegExp(first.batch_number) }).click();
  const dialog = page.getByRole('dialog', { name: `Batch No. ${first.batch_number} details` });
  await expect.element(dialog).toHaveTextContent(/Transaction Info.*Accounting Entries.*JE0000001.*WI100 · 5\.00 %/);
  await expect.element(dialog).toHaveTextContent(/Batch total.*Balanced.*86,000\.00.*86,000\.00/);
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('j');
  await expect.element(page.getByRole('dialog', { name: `Batch No. ${second.batch_number} details` })).toBeVisible();
  await userEvent.keyboard('k');
  await dialog.getByRole('button', { name: 'Delete batch' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Transaction' });
  await expect.element(question).toHaveTextContent(/IS 77.*1 document, PHP 86,000\.00.*2025-05-21/);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByText(`Successfully Delete Batch Number ${first.batch_number}`)).toBeVisible();
  expect(asked.find(({ call }) => call === 'POST /api/trx/deltrx')!.body).toEqual({
    batch_number: first.batch_number,
    status: 20,
  });
});

it('lets everybody view and nobody below Delete delete', async () => {
  await openList(1);
  const [first] = ROWS;
  await page.getByRole('row', { name: new RegExp(first!.batch_number) }).hover();
  const remove = page.getByRole('button', { name: `Delete batch ${first!.batch_number}` });
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
  expect(await accessibilityFaults()).toEqual([]);
});
