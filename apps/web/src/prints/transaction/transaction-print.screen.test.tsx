import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { printVoucher } from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { printJournalEntry } from '@talaan/contract/documents/journal-entry/journal-print.contract';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { createQueryClient } from '../../api/query-client.ts';
import { SCREEN_TABLE } from '../../paths.ts';
import { createAppRouter } from '../../routes.tsx';
import { startSession } from '../../session/session.ts';
import { answered, recorded, type AnswerName } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { ThemeProvider } from '../../ui/theme/theme-provider.tsx';

const PAPER = recorded(printJournalEntry, 'posted/print').data;
const keysOf = (name: AnswerName) => ({
  batch_number: recorded(printJournalEntry, name).data.batch.batch_number,
  document_type: 'JE',
});
const KEYS = keysOf('posted/print');

/** Opens the print of a batch; the server answers as it did under these names. Tells what was asked. */
const open = (name: AnswerName, keys = keysOf(name)) => openAt(name, `/preview-trx/${encodePrintLink(keys)}`);

async function openAt(name: AnswerName, address: string) {
  const asked = answerCalls(answered(name));
  startSession(loginDataOf({ 'Journal Entries': 1, Disbursements: 1 }, { id: 2 }));
  const router = createAppRouter(SCREEN_TABLE);
  router.update({ history: createMemoryHistory({ initialEntries: [address] }) });
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
  vi.restoreAllMocks();
  localStorage.clear();
});

/** The rows of its tables below their heads. */
const rows = () =>
  [...document.querySelectorAll('article [role=row]:has([role=cell])')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );

test('prints the facts, the lines with their total, and who prepared and approved the entry in force', async () => {
  const asked = await open('posted/print');
  await expect.element(page.getByText('JOURNAL VOUCHER', { exact: true })).toBeVisible();
  expect(asked.map(({ call }) => call)).toEqual([`POST /api/trx/print-je/${KEYS.batch_number}`]);
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
      'MAY 2025',
    ],
    ['2', '205020', 'Accrued Light and Water', '', '', 'SMP-001', '', '0.00', '50,000.00', ''],
    ['TOTAL', '50,000.00', '50,000.00', ''],
  ]);
  const facts = Object.fromEntries(
    [...document.querySelectorAll('[role=term]')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]),
  );
  expect(facts).toEqual({
    'Batch No.': KEYS.batch_number,
    Date: '05-21-2025',
    'Document No.': PAPER.batch.document_number,
    Type: 'JE · General Journal, adjusting',
    Status: 'Approved',
    Preparer: 'Ana Reyes',
    Remarks: 'RENT OF MAY',
  });
  await expect.element(page.getByText('Dario Lim for Elena Tan')).toBeVisible();
  await expect
    .element(page.getByRole('group', { name: 'Approved By' }))
    .toHaveTextContent('Approved ByBen Cruz 05-21-2025Dario Lim for Elena Tan 05-22-2025');
  await expect
    .element(page.getByRole('group', { name: 'Checked By' }))
    .toHaveTextContent('Checked ByCarla Santos 05-21-2025');
  expect(document.body.textContent).not.toContain('Ivan Uy');
  expect(page.getByText(/Released By|Received By/).elements()).toEqual([]);
  await expect.element(page.getByText(/^Printed 05-22-2025 11:06 by Ana Reyes · Talaan \d+\.\d+\.\d+$/)).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

test('is a preview until it is printed: a copy is counted first and drawn, and then it is a preview again', async () => {
  const asked = await open('posted/preview');
  await expect.element(page.getByText(/^Preview 05-22-2025 11:06 by Ana Reyes · Talaan /)).toBeVisible();
  const seen: string[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => {
    const stamps = [...document.querySelectorAll('[data-stamp]')].map(({ textContent }) => textContent);
    seen.push([...stamps, page.getByText(/^(Preview|Printed) \d/).element().textContent].join(' '));
  });
  answerCalls(answered('posted/print'));
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.poll(() => seen).toEqual([expect.stringMatching(/^Printed 05-22-2025 11:06 by Ana Reyes ·/)]);
  window.dispatchEvent(new Event('afterprint'));
  await expect.element(page.getByText(/^Preview 05-22-2025/)).toBeVisible();
  // What the menu of the browser prints is no copy, and says so.
  expect(document.querySelector('[data-stamp]')!.textContent).toBe('PREVIEW');
  const refused = answerCalls({});
  const print = page.getByRole('button', { name: 'Print This Form' });
  await print.click();
  await expect.poll(() => refused.map(({ body }) => body)).toEqual([{ preview: 0 }]);
  await expect.element(print).toBeEnabled();
  expect([seen.length, asked.map(({ body }) => body)]).toEqual([1, [{ preview: 1 }]]);
});

test('a second copy says so, and a void entry too', async () => {
  await open('posted/print-of-a-void');
  await expect.element(page.getByText('REPRINT 2', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/by Ana Reyes · REPRINT 2 · Talaan/)).toBeVisible();
  await expect.element(page.getByText('VOID', { exact: true })).toBeVisible();
});

test('an entry in another currency prints its rate and its total in pesos', async () => {
  await open('posted/print-in-dollars');
  await expect.element(page.getByRole('columnheader', { name: 'Debit USD' })).toBeVisible();
  expect(rows().at(-1)).toEqual(['TOTAL PHP', '2,762,500.00', '2,762,500.00', '']);
});

test('the voucher of a cheque, and its details, each on a page of its own', async () => {
  const { batch } = recorded(printVoucher, 'archive/voucher').data;
  const keys = { batch_number: batch.batch_number, document_type: 'CV' };
  await openAt('archive/voucher', `/preview-voucher/${encodePrintLink(keys)}`);
  await expect.element(page.getByText('CHEQUE VOUCHER', { exact: true })).toBeVisible();
  await expect.element(page.getByText('VOID', { exact: true })).toBeVisible();
  expect(rows().slice(0, 2)).toEqual([
    ['RENT OF APRIL', '2,500.00'],
    ['NET AMOUNT OF CHEQUE', '2,500.00'],
  ]);
  await expect.element(page.getByText('TWO THOUSAND FIVE HUNDRED PESOS ONLY')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await openAt('archive/details', `/preview-trxdisb/${encodePrintLink(keys)}`);
  await expect.element(page.getByText('DISBURSEMENT DETAILS', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'Released' })).toBeVisible();
  expect(page.getByRole('navigation').elements()).toEqual([]);
  // Its file opens in a tab of its own.
  const tab = { location: { href: '' }, close: vi.fn<() => void>() };
  const opened = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const filed = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('%PDF'));
  await page.getByRole('button', { name: 'PDF' }).last().click();
  await vi.waitFor(() => expect(tab.location.href).toMatch(/^blob:/));
  expect([opened.mock.calls.length, filed.mock.calls.at(-1)![0]]).toEqual([
    1,
    `/api/trx/print-details/${batch.batch_number}/pdf?document_type=CV`,
  ]);
  await openAt('archive/voucher', `/preview-voucher/${encodePrintLink({ ...keys, payee: 'x' })}`);
  await expect.element(page.getByText('This print link is damaged. Open the document again.')).toBeVisible();
});

test('an unknown and a hidden document read alike, and a type without lines is a damaged link', async () => {
  await open('posted/print-unknown', { ...KEYS, batch_number: '9999999' });
  await expect.element(page.getByText('There is no such document, or you may not see it.')).toBeVisible();
  expect(document.body.textContent).not.toContain('9999999');
  const asked = await open('posted/print', { ...KEYS, document_type: 'PO' });
  await expect.element(page.getByText('This print link is damaged. Open the document again.')).toBeVisible();
  expect(asked).toEqual([]);
});
