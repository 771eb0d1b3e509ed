import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sumRows } from '@talaan/contract/papers/paper-table';
import { trialBalanceReport, type TrialBalanceRow } from '@talaan/contract/reports/trial-balance.report';
import { accessibilityFaults, renderScreen } from '../testing/render-screen.tsx';
import { startShortcuts } from '../ui/keyboard/shortcuts.ts';
import { ReportTable } from './report-table.tsx';

let stopShortcuts: () => void;
beforeEach(() => {
  stopShortcuts = startShortcuts();
});
afterEach(() => stopShortcuts());

const account = (code: string, name: string, group: string, debit: string, credit: string): TrialBalanceRow => ({
  account_code: code,
  acct_desc: name,
  cur_debit: debit,
  cur_credit: credit,
  total_debit: debit,
  total_credit: '0.00',
  group_code: `${group}00000`,
  group_desc: group === '1' ? 'ASSETS' : 'LIABILITIES',
});
const ROWS = [
  account('102101', 'CIB - BDO CA 0001', '1', '5180400.00', '163200.00'),
  account('105010', 'Accounts Receivable', '1', '0.10', '-0.05'),
  account('201010', 'Accounts Payable', '2', '0.00', '5017200.15'),
];

let fetchAnew: () => void;

async function show(rows: TrialBalanceRow[] = ROWS) {
  const onOpen = vi.fn<(row: TrialBalanceRow) => void>();
  const screen = await renderScreen(<Shown rows={rows} onOpen={onOpen} />);
  return { onOpen, screen };
}

function Shown({ rows, onOpen }: { rows: TrialBalanceRow[]; onOpen: (row: TrialBalanceRow) => void }) {
  const [refetching, setRefetching] = useState(false);
  useEffect(() => {
    fetchAnew = () => setRefetching(true);
  }, []);
  return (
    <div style={{ height: 400, display: 'flex', flexDirection: 'column' }}>
      <ReportTable
        report={trialBalanceReport}
        caption="Trial Balance"
        rows={rows}
        totals={sumRows(trialBalanceReport, rows)}
        rowKey={(row) => row.account_code}
        refetching={refetching}
        onOpen={onOpen}
        openHint="opens the postings"
      />
    </div>
  );
}

const row = (name: string | RegExp) => page.getByRole('row', { name });
const textsOf = (element: Element) => [...element.querySelectorAll('td, th')].map((cell) => cell.textContent);

test('groups show the sums of their rows, and fold without changing them', async () => {
  await show();
  expect(textsOf(row('ASSETS').element())).toEqual([
    '100000',
    'ASSETS 2 accounts',
    '5,180,400.10',
    '163,199.95',
    '5,180,400.10',
    '0.00',
  ]);
  expect(textsOf(row('Grand total').element())).toEqual([
    'Grand total',
    '5,180,400.10',
    '5,180,400.10',
    '5,180,400.10',
    '0.00',
  ]);
  await row('ASSETS').getByText('ASSETS').click();
  await expect.element(row('ASSETS')).toHaveAttribute('aria-expanded', 'false');
  await expect.element(row('CIB - BDO CA 0001')).not.toBeInTheDocument();
  await expect.element(row('LIABILITIES')).toHaveAttribute('aria-expanded', 'true');
  expect(textsOf(row('ASSETS').element())).toContain('5,180,400.10');
  expect(await accessibilityFaults()).toEqual([]);
});

test('arrows move from cell to cell, left and right fold a group, Enter opens the row', async () => {
  const { onOpen } = await show();
  await userEvent.keyboard('j');
  await expect.element(row('ASSETS').getByText('100000')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{ArrowDown}');
  await expect.element(row('LIABILITIES').getByText('200000')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowRight}{ArrowDown}{ArrowRight}{ArrowRight}');
  await expect.element(page.getByText('5,180,400.00').first()).toHaveFocus();
  await userEvent.keyboard('{End}{Home}jk{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(ROWS[0]);
});

test('a click on a row opens it, and selecting its text does not', async () => {
  const { onOpen } = await show();
  await page.getByText('Accounts Payable').click();
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(ROWS[2]);
  const cell = page.getByText('Accounts Receivable').element() as HTMLElement;
  getSelection()?.selectAllChildren(cell);
  cell.click();
  expect(onOpen).toHaveBeenCalledOnce();
  getSelection()?.removeAllRanges();
  cell.click();
  expect(onOpen).toHaveBeenLastCalledWith(ROWS[1]);
});

test('of a long report only the rows in sight are in the document, and the keyboard reaches all of them', async () => {
  const many = Array.from({ length: 3000 }, (_, at) =>
    account(String(100_001 + at), `Account ${at}`, at < 1500 ? '1' : '2', '1.00', '1.00'),
  );
  const { onOpen, screen } = await show(many);
  await userEvent.keyboard('j');
  await userEvent.keyboard('{Control>}{End}{/Control}{Home}{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(many.at(-1));
  await expect.element(page.getByText('103000')).toBeInViewport();
  expect(screen.container.querySelectorAll('tbody tr[data-row]').length).toBeLessThan(80);
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  await expect.element(row('ASSETS').getByText('100000')).toHaveFocus();
  expect(textsOf(row('Grand total').element())).toContain('3,000.00');
});

test('the focus follows a key that comes as soon as the table was drawn anew', async () => {
  await show();
  await userEvent.keyboard('j');
  const start = row('ASSETS').getByText('100000').element();
  const drawn = new MutationObserver(() =>
    start.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', ctrlKey: true, bubbles: true })),
  );
  drawn.observe(start.closest('tbody')!, { attributeFilter: ['class'] });
  setTimeout(fetchAnew);
  await expect.element(row('Accounts Payable').getByRole('gridcell').last()).toHaveFocus();
});
