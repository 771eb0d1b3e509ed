import { useEffect, useMemo, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { anyReport, layoutOf, type AnyRow } from '@talaan/contract/reports/kit/define-report';
import { columnsOn, reportLines } from '@talaan/contract/reports/kit/lines/report-lines';
import { trialBalanceReport } from '@talaan/contract/reports/trial-balance.report';
import { amountText, requireSum } from '@talaan/core/money/money';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { startShortcuts } from '../../ui/keyboard/shortcuts.ts';
import { figureOf, type CellOpening } from './openings.ts';
import { ReportTable } from './report-table.tsx';
import { ReportCell } from './report-cell.tsx';
import { NOTHING_FOLDED } from './shown-lines.ts';
import { useTableView } from './table-view.ts';

let stopShortcuts: () => void;
beforeEach(() => {
  stopShortcuts = startShortcuts();
});
afterEach(() => stopShortcuts());

const REPORT = anyReport(trialBalanceReport);
const LAYOUT = layoutOf(REPORT, { by: 'none' });
const COLUMNS = columnsOn(LAYOUT, 'screen');
const FIELDS = ['cur_debit', 'cur_credit', 'total_debit', 'total_credit'];

const account = (code: string, name: string, group: string, debit: string, credit: string): AnyRow => ({
  account_code: code,
  acct_desc: name,
  cur_debit: debit,
  cur_credit: credit,
  total_debit: debit,
  total_credit: '0.00',
  group_code: `${group}00000`,
  group_desc: group === '1' ? 'ASSETS' : 'LIABILITIES',
  dim_code: '',
  dim_name: '',
  balance: debit,
});
const ROWS = [
  account('102101', 'CIB - BDO CA 0001', '1', '5180400.00', '163200.00'),
  account('105010', 'Accounts Receivable', '1', '0.10', '-0.05'),
  account('201010', 'Accounts Payable', '2', '0.00', '5017200.15'),
];

let fetchAnew: () => void;

async function show(rows: AnyRow[] = ROWS, levels = LAYOUT.levels) {
  const onOpen = vi.fn<(opening: CellOpening) => void>();
  const screen = await renderScreen(<Shown rows={rows} levels={levels} onOpen={onOpen} />);
  return { onOpen, screen };
}

interface ShownProps {
  rows: AnyRow[];
  levels: typeof LAYOUT.levels;
  onOpen: (opening: CellOpening) => void;
}

function Shown({ rows, levels, onOpen }: ShownProps) {
  const [refetching, setRefetching] = useState(false);
  useEffect(() => {
    fetchAnew = () => setRefetching(true);
  }, []);
  const lines = useMemo(() => reportLines(REPORT, LAYOUT, 'screen', { data: rows, groups: [], ended: true }), [rows]);
  const totals = Object.fromEntries(
    FIELDS.map((field) => [field, amountText(rows.reduce((sum, row) => sum + requireSum(String(row[field])), 0n))]),
  );
  const [folding, setFolding] = useState(NOTHING_FOLDED);
  const view = useTableView(COLUMNS, lines, totals, ['shown'], { folding, setFolding }, 1);
  return (
    <div style={{ height: 600, display: 'flex', flexDirection: 'column' }}>
      <ReportTable
        view={view}
        levels={levels}
        rowKey={REPORT.key}
        name={['shown']}
        caption="Trial Balance"
        waiting={false}
        refetching={refetching}
        foot={[{ label: 'Grand total', sums: totals }]}
        openingOf={openingOf}
        onOpen={onOpen}
      />
    </div>
  );
}

function openingOf(...[line, column]: Parameters<Parameters<typeof ReportTable>[0]['openingOf']>): CellOpening | null {
  const figure = figureOf(REPORT, LAYOUT, line, column);
  return figure && { figure };
}

const figure = (account_code: string, column: string) => ({
  figure: { column, codes: { account_code, dim_code: '' } },
});
const row = (name: string | RegExp) => page.getByRole('row', { name });
const textsOf = (element: Element) => [...element.querySelectorAll('td, th')].map((cell) => cell.textContent);
const head = (name: RegExp) => row(name).getByRole('gridcell').first();

test('a result below zero is red beside its minus, any other figure is not', async () => {
  const cell = (value: string, result?: true) => (
    <td>
      <ReportCell column={{ kind: 'amount', ...(result ? { result } : {}) }} value={value} />
    </td>
  );
  await renderScreen(
    <table>
      <tbody>
        <tr>
          {cell('-50.00', true)}
          {cell('50.00', true)}
          {cell('-50.00')}
        </tr>
      </tbody>
    </table>,
  );
  const [red, ...others] = [...document.querySelectorAll('td')].map((one) => one.firstElementChild ?? one);
  expect(red!.textContent).toBe('-50.00');
  const colours = [red!, ...others].map((one) => getComputedStyle(one).color);
  expect(colours[0]).toBe('rgb(179, 38, 30)');
  expect(colours.slice(1)).not.toContain(colours[0]);
});

test('a group whose code is for machines is headed by its name alone', async () => {
  await show(
    ROWS,
    LAYOUT.levels.map((level) => ({ ...level, byName: true })),
  );
  expect(textsOf(row(/ASSETS/).element())[0]).toBe('ASSETS 2 accounts');
});

test('groups show the sums of their rows, and fold without changing them', async () => {
  await show();
  expect(textsOf(row(/ASSETS/).element())).toEqual([
    '100000 ASSETS 2 accounts',
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
  await row(/ASSETS/)
    .getByText('ASSETS')
    .click();
  await expect.element(row(/ASSETS/)).toHaveAttribute('aria-expanded', 'false');
  await expect.element(row(/CIB - BDO CA 0001/)).not.toBeInTheDocument();
  await expect.element(row(/LIABILITIES/)).toHaveAttribute('aria-expanded', 'true');
  expect(textsOf(row(/ASSETS/).element())).toContain('5,180,400.10');
  expect(await accessibilityFaults()).toEqual([]);
});

test('arrows move from cell to cell, left and right fold a group or lead to its head, Enter opens', async () => {
  const { onOpen } = await show();
  await userEvent.keyboard('j');
  await expect.element(head(/ASSETS/)).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{ArrowDown}');
  await expect.element(head(/LIABILITIES/)).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowRight}{ArrowDown}{ArrowLeft}');
  await expect.element(head(/ASSETS/)).toHaveFocus();
  // The label is one cell over two columns: the next one is the first figure.
  await userEvent.keyboard('{ArrowRight}');
  await expect
    .element(
      row(/ASSETS/)
        .getByText('5,180,400.10')
        .first(),
    )
    .toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByText('5,180,400.00').first()).toHaveFocus();
  await userEvent.keyboard('{End}{Home}jk{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(figure('102101', 'cur_debit'));
  await userEvent.keyboard('{End}{Enter}');
  expect(onOpen).toHaveBeenLastCalledWith(figure('102101', 'total_credit'));
});

test('a click on a figure opens it, and selecting its text does not', async () => {
  const { onOpen } = await show();
  await page.getByText('5,017,200.15').nth(1).click();
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(figure('201010', 'cur_credit'));
  const cell = page.getByText('Accounts Receivable').element() as HTMLElement;
  getSelection()?.selectAllChildren(cell);
  cell.click();
  expect(onOpen).toHaveBeenCalledOnce();
  getSelection()?.removeAllRanges();
  cell.click();
  expect(onOpen).toHaveBeenLastCalledWith(figure('105010', 'cur_debit'));
});

test('of a long report only the rows in sight are in the document, and the keyboard reaches all of them', async () => {
  const many = Array.from({ length: 5000 }, (_, at) =>
    account(String(100_001 + at), `Account ${at}`, at < 2500 ? '1' : '2', '1.00', '1.00'),
  );
  const { onOpen, screen } = await show(many);
  await userEvent.keyboard('j');
  await userEvent.keyboard('{Control>}{End}{/Control}{Home}{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(figure('105000', 'cur_debit'));
  await expect.element(page.getByText('105000')).toBeInViewport();
  expect(screen.container.querySelectorAll('tbody tr[data-row]').length).toBeLessThan(80);
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  await expect.element(head(/ASSETS/)).toHaveFocus();
  expect(textsOf(row('Grand total').element())).toContain('5,000.00');
  await userEvent.keyboard('{Control>}{ArrowLeft}{/Control}');
  await expect.element(row(/LIABILITIES/)).toHaveAttribute('aria-expanded', 'false');
  expect(screen.container.querySelectorAll('tbody tr[data-row]').length).toBe(2);
});

test('the focus follows a key that comes as soon as the table was drawn anew', async () => {
  await show();
  await userEvent.keyboard('j');
  const start = head(/ASSETS/).element();
  const drawn = new MutationObserver(() =>
    start.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', ctrlKey: true, bubbles: true })),
  );
  drawn.observe(start.closest('tbody')!, { attributeFilter: ['class'] });
  setTimeout(fetchAnew);
  await expect
    .element(
      row(/Accounts Payable/)
        .getByRole('gridcell')
        .last(),
    )
    .toHaveFocus();
});
