import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { IconButton } from '../buttons/button.tsx';
import { Dialog } from '../layers/dialog.tsx';
import { ActionMenu } from '../menus/action-menu.tsx';
import { DataTable } from './data-table.tsx';
import type { Column, DataTableProps, Sort } from './table-props.ts';
import { IconView } from '../icons.tsx';

interface Account {
  id: string;
  name: string;
  amount: string;
}
const ACCOUNTS: Account[] = [
  { id: '101010', name: 'Cash on Hand', amount: '1,000.00' },
  { id: '101020', name: 'Cash in Bank', amount: '25,000.00' },
  { id: '105010', name: 'Accounts Receivable', amount: '0.00' },
  { id: '108020', name: 'Input VAT', amount: '6,000.00' },
];
const COLUMNS: Column<Account>[] = [
  { id: 'id', header: 'Code', width: 88, figures: true, sortable: true, cell: (row) => row.id },
  { id: 'name', header: 'Description', cell: (row) => row.name, title: (row) => row.name },
  { id: 'amount', header: 'Amount', width: 112, align: 'right', figures: true, cell: (row) => row.amount },
];
const BASE: DataTableProps<Account> = {
  caption: 'Chart of Accounts',
  columns: COLUMNS,
  rows: ACCOUNTS,
  rowId: (row) => row.id,
  status: 'ready',
  onRetry: () => undefined,
  empty: { title: 'No accounts yet' },
};

function SelectableTable(props: Partial<DataTableProps<Account>>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <DataTable
        {...BASE}
        {...props}
        selection={{ selected, onChange: setSelected, label: (row) => `Select ${row.id}` }}
      />
      <output data-testid="selected">{[...selected].join(' ')}</output>
      <input aria-label="Somewhere else" />
    </>
  );
}

const row = (name: string) => page.getByRole('row', { name });

test('arrows, J and K move from row to row, and Enter opens the row', async () => {
  const onOpen = vi.fn<(account: Account) => void>();
  await renderScreen(<DataTable {...BASE} onOpen={onOpen} />);
  await userEvent.keyboard('j');
  await expect.element(row('Cash on Hand')).toHaveFocus();
  await userEvent.keyboard('jj{ArrowDown}k');
  await expect.element(row('Accounts Receivable')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(ACCOUNTS[1]);
});

test('a key draws only the rows that it changes', async () => {
  const drawn: string[] = [];
  const columns = [{ ...COLUMNS[0]!, cell: (account: Account) => (drawn.push(account.id), account.id) }];
  await renderScreen(<SelectableTable columns={columns} />);
  await userEvent.keyboard('j');
  drawn.length = 0;
  await userEvent.keyboard('j');
  await expect.element(row('Select 101020')).toHaveFocus();
  expect(new Set(drawn)).toEqual(new Set(['101010', '101020']));
  drawn.length = 0;
  await userEvent.keyboard('x');
  await expect.element(page.getByTestId('selected')).toHaveTextContent('101020');
  expect(new Set(drawn)).toEqual(new Set(['101020']));
});

test('Space and X select the row, Shift+↓ a range, and the head selects the page', async () => {
  const screen = await renderScreen(<SelectableTable />);
  const selected = screen.getByTestId('selected');
  await userEvent.keyboard('j');
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(selected).toHaveTextContent('101010 101020 105010');
  await userEvent.keyboard('x');
  await expect.element(selected).toHaveTextContent(/^101010 101020$/);
  await userEvent.keyboard('{ArrowDown} ');
  await expect.element(selected).toHaveTextContent('101010 101020 108020');
  await screen.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
  await expect.element(selected).toHaveTextContent('101010 101020 108020 105010');
  await screen.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
  await expect.element(selected).toHaveTextContent(/^$/);
  await userEvent.keyboard('j{Control>}a{/Control}');
  await expect.element(selected).toHaveTextContent('101010 101020 105010 108020');
  expect(await accessibilityFaults()).toEqual([]);
});

test('letters typed into a text box move and select nothing', async () => {
  const screen = await renderScreen(<SelectableTable />);
  await screen.getByRole('textbox', { name: 'Somewhere else' }).click();
  await userEvent.keyboard('jxk');
  await expect.element(screen.getByRole('textbox', { name: 'Somewhere else' })).toHaveValue('jxk');
  await expect.element(screen.getByTestId('selected')).toBeEmptyDOMElement();
});

test('E and Del act on the row that has the focus, and on none when no row has it', async () => {
  const onEdit = vi.fn<(account: Account) => void>();
  const onDelete = vi.fn<(account: Account) => void>();
  await renderScreen(<DataTable {...BASE} onEdit={onEdit} onDelete={onDelete} />);
  await userEvent.keyboard('e{Delete}');
  expect([onEdit, onDelete].map((call) => call.mock.calls.length)).toEqual([0, 0]);
  await userEvent.keyboard('jje{Delete}');
  expect(onEdit).toHaveBeenCalledExactlyOnceWith(ACCOUNTS[1]);
  expect(onDelete).toHaveBeenCalledExactlyOnceWith(ACCOUNTS[1]);
});

test('a header sorts ascending, then descending, then not at all, and says so', async () => {
  function Sortable() {
    const [sort, setSort] = useState<Sort | null>(null);
    return <DataTable {...BASE} sort={sort} onSort={setSort} />;
  }
  const screen = await renderScreen(<Sortable />);
  const header = screen.getByRole('columnheader', { name: 'Code' });
  for (const expected of ['none', 'ascending', 'descending', 'none']) {
    await expect.element(header).toHaveAttribute('aria-sort', expected);
    await screen.getByRole('button', { name: 'Code' }).click();
  }
  await expect.element(screen.getByRole('columnheader', { name: 'Description' })).not.toHaveAttribute('aria-sort');
});

test('a row action does not open the row', async () => {
  const onOpen = vi.fn<(account: Account) => void>();
  const onView = vi.fn<() => void>();
  const screen = await renderScreen(
    <DataTable
      {...BASE}
      onOpen={onOpen}
      rowActions={(account) => (
        <IconButton size="sm" label={`View ${account.id}`} icon={<IconView />} onClick={onView} />
      )}
    />,
  );
  await row('Input VAT').hover();
  await screen.getByRole('button', { name: 'View 108020' }).click();
  expect(onView).toHaveBeenCalledOnce();
  expect(onOpen).not.toHaveBeenCalled();
  await screen.getByRole('cell', { name: 'Cash in Bank' }).click();
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(ACCOUNTS[1]);
});

test('Tab leads from a row to its actions', async () => {
  await renderScreen(
    <DataTable {...BASE} rowActions={({ id }) => <IconButton size="sm" label={`View ${id}`} icon={<IconView />} />} />,
  );
  (row('Input VAT').element() as HTMLElement).focus();
  await userEvent.tab();
  await expect.element(row('Input VAT').getByRole('button', { name: 'View 108020' })).toHaveFocus();
});

test('a failed load offers to try again and is not mistaken for an empty list', async () => {
  const onRetry = vi.fn<() => void>();
  const screen = await renderScreen(<DataTable {...BASE} rows={[]} status="failed" onRetry={onRetry} />);
  await expect.element(screen.getByText("Couldn't load this list.")).toBeVisible();
  await expect.element(screen.getByText('No accounts yet')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Retry' }).click();
  expect(onRetry).toHaveBeenCalledOnce();
});

test('loading says Please wait and keeps the columns where the data will have them', async () => {
  const screen = await renderScreen(<DataTable {...BASE} rows={[]} status="loading" />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Please wait ...');
  const left = () =>
    screen
      .getByRole('columnheader')
      .elements()
      .map((header) => header.getBoundingClientRect().left);
  const before = left();
  await screen.rerender(<div>{null}</div>);
  const loaded = await renderScreen(<DataTable {...BASE} />);
  expect(
    loaded
      .getByRole('columnheader')
      .elements()
      .map((header) => header.getBoundingClientRect().left),
  ).toEqual(before);
});

test('no match names the search and clears it; a first use offers the first step', async () => {
  const onClear = vi.fn<() => void>();
  const screen = await renderScreen(
    <DataTable {...BASE} rows={[]} noMatch={{ text: 'No result for “xyz”', onClear }} />,
  );
  await expect.element(screen.getByText('No result for “xyz”')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  expect(onClear).toHaveBeenCalledOnce();
});

test('an amount is never cut, however narrow the table; a name is', async () => {
  const long: Account = {
    id: '999999',
    name: 'BANTAY KUNWARI SECURITY AGENCY AND ALLIED SERVICES, INCORPORATED',
    amount: '9,999,999,999,999.99',
  };
  const screen = await renderScreen(
    <div style={{ display: 'flex', width: 360, height: 200 }}>
      <DataTable
        {...BASE}
        rows={[long]}
        totals={[{ label: 'Page total', cells: { amount: '9,999,999,999,999.99' } }]}
      />
    </div>,
  );
  const isCut = (element: Element) => element.scrollWidth > element.clientWidth;
  expect(isCut(screen.getByRole('cell', { name: long.amount }).first().element())).toBe(false);
  expect(isCut(screen.getByRole('rowheader', { name: long.id }).element())).toBe(false);
  // It has two lines, and no more.
  const name = screen.getByText(long.name).element();
  expect(name.clientHeight).toBe(28);
  expect(name.scrollHeight).toBeGreaterThan(name.clientHeight);
});

test('a state that lacks two pixels widens its column by two', async () => {
  const sign = <span style={{ display: 'inline-flex', width: 46 }}>Open</span>;
  const state: Column<Account> = { id: 'state', header: 'State', width: 60, cell: () => sign };
  await renderScreen(<DataTable {...BASE} columns={[COLUMNS[0]!, state, ...COLUMNS.slice(1)]} />);
  const head = page.getByRole('columnheader', { name: 'State' });
  await expect.poll(() => head.element().getBoundingClientRect().width).toBe(62);
});

test('columns are as wide on every page of a list, and widen once for a code that has no room', async () => {
  const second: Column<Account> = { id: 'parent', header: 'Parent', least: 104, cell: (account) => account.name };
  const columns = [...COLUMNS, second];
  const { rerender } = await renderScreen(<DataTable {...BASE} columns={columns} rows={ACCOUNTS.slice(0, 1)} />);
  const widths = () =>
    page
      .getByRole('columnheader')
      .elements()
      .map((head) => head.getBoundingClientRect().width);
  const shown = async (...rows: Account[]) => {
    await rerender(<DataTable {...BASE} columns={columns} rows={rows} />);
    return widths();
  };
  const before = widths();
  expect(
    await shown({ id: '1', name: 'A name that is longer than all of the others before it', amount: '1.00' }),
  ).toEqual(before);
  const [code = 0] = await shown({ id: '101010-0000-0001', name: 'Cash', amount: '1.00' });
  expect(code).toBeGreaterThan(before[0]!);
  expect((await shown(...ACCOUNTS))[0]).toBe(code);
});

const RANKED: Column<Account>[] = [
  { id: 'id', header: 'Batch No.', priority: 'number', width: 88, cell: (account) => account.id },
  { id: 'type', header: 'Type', priority: 'extra', width: 96, cell: () => 'Voucher' },
  { id: 'name', header: 'Payee', priority: 'title', cell: (account) => account.name },
  { id: 'amount', header: 'Amount', priority: 'amount', width: 112, align: 'right', cell: (account) => account.amount },
  { id: 'status', header: 'Status', priority: 'status', width: 104, cell: () => 'Active' },
  { id: 'date', header: 'Date', priority: 'date', width: 104, cell: () => '2026-11-23' },
  { id: 'preparer', header: 'Preparer', priority: 'extra', width: 120, cell: () => 'Ana Reyes' },
];

const headers = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map((cell) => cell.textContent);
const box = (name: string) => row('Cash on Hand').getByText(name, { exact: true }).element().getBoundingClientRect();

test('where a list is narrow the extra columns leave, the last one first, then the date, and actions lie over nothing', async () => {
  const rowActions = () => <IconButton size="sm" label="More actions" icon={<IconView />} />;
  const { rerender } = await renderScreen(<DataTable {...BASE} columns={RANKED} rowActions={rowActions} />);
  expect(headers()).toContain('Preparer');
  const shown = async (width: number) => {
    await rerender(
      <div style={{ width, display: 'flex' }}>
        <DataTable {...BASE} columns={RANKED} rowActions={rowActions} />
      </div>,
    );
  };
  await shown(824);
  await expect.poll(headers).toEqual(['Batch No.', 'Type', 'Payee', 'Amount', 'Status', 'Date']);
  await shown(580);
  await expect.poll(headers).toEqual(['Batch No.', 'Payee', 'Amount', 'Status']);
  await row('Cash on Hand').hover();
  const action = row('Cash on Hand').getByRole('button', { name: 'More actions' });
  await expect.element(action).toBeVisible();
  expect(box('Active').right).toBeLessThanOrEqual(action.element().getBoundingClientRect().left);
});

test('a menu and a dialog of a row give the focus back to the button that opened them', async () => {
  const history = vi.fn<() => void>();
  function Actions() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <ActionMenu
          target={<IconButton size="sm" label="More actions" icon={<IconView />} />}
          groups={[{ actions: [{ id: 'history', label: 'History', onSelect: () => setOpen(true) }] }]}
        />
        <Dialog open={open} title="History" onClose={() => setOpen(false)} />
      </>
    );
  }
  await renderScreen(<DataTable {...BASE} rowActions={() => <Actions />} onOpen={history} />);
  const more = row('Cash on Hand').getByRole('button', { name: 'More actions' });
  // The pointer shows the actions of its row as well.
  await row('Input VAT').hover();
  await userEvent.keyboard('j{Tab}{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'History' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(more).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'History' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'History' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(more).toHaveFocus();
  expect(history).not.toHaveBeenCalled();
});

test('the actions of a row fold to the last one before a column leaves', async () => {
  const rowActions = () => (
    <>
      <IconButton size="sm" label="Edit" icon={<IconView />} />
      <IconButton size="sm" label="More actions" icon={<IconView />} />
    </>
  );
  const shown = (width: number) => (
    <div style={{ width, display: 'flex' }}>
      <DataTable {...BASE} columns={RANKED} rowActions={rowActions} />
    </div>
  );
  const { rerender } = await renderScreen(shown(900));
  const action = (name: string) => row('Cash on Hand').getByRole('button', { name });
  await row('Cash on Hand').hover();
  await expect.element(action('Edit')).toBeVisible();
  await rerender(shown(848));
  await expect.element(action('Edit')).not.toBeInTheDocument();
  await expect.element(action('More actions')).toBeVisible();
  expect(headers()).toContain('Preparer');
  expect(box('Ana Reyes').right).toBeLessThanOrEqual(action('More actions').element().getBoundingClientRect().left);
});

test('on a phone figures and their total stand in one line on the edge, and before the actions where there are some', async () => {
  await page.viewport(390, 844);
  const totals = [{ label: '2 accounts', cells: { amount: '3,000.00' } }];
  const { rerender } = await renderScreen(<DataTable {...BASE} columns={RANKED} totals={totals} />);
  const edges = () => ['Cash on Hand', '2 accounts', '1,000.00', '3,000.00'].map(edgesOf);
  const edgesOf = (text: string) => {
    const range = document.createRange();
    range.selectNodeContents(page.getByText(text, { exact: true }).element());
    const { left, right } = range.getBoundingClientRect();
    return [Math.round(left), Math.round(right)];
  };
  const [name, label, amount, total] = edges();
  expect([name![0], label![0], amount![1], total![1]]).toEqual([16, 16, 374, 374]);
  await rerender(
    <DataTable
      {...BASE}
      columns={RANKED}
      totals={totals}
      rowActions={() => <IconButton size="sm" label="More" icon={<IconView />} />}
    />,
  );
  await expect
    .poll(() =>
      edges()
        .slice(2)
        .map(([, right]) => right),
    )
    .toEqual([334, 334]);
  await page.viewport(1280, 800);
});

test('on a phone a record is a card: name and amount above, status, then number, one menu, and an order for all', async () => {
  await page.viewport(390, 844);
  const onOpen = vi.fn<(account: Account) => void>();
  const onSort = vi.fn<(sort: Sort | null) => void>();
  await renderScreen(
    <DataTable
      {...BASE}
      columns={[
        ...RANKED.map((column) => ({ ...column, sortable: column.priority !== 'status' })),
        { id: 'program', header: 'Program', priority: 'line', cell: () => 'Payroll' },
      ]}
      sort={{ column: 'name', direction: 'ascending' }}
      onSort={onSort}
      onOpen={onOpen}
      rowActions={() => (
        <>
          <IconButton size="sm" label="Edit" icon={<IconView />} />
          <IconButton size="sm" label="More actions" icon={<IconView />} />
        </>
      )}
    />,
  );
  const [name, amount, status, number, date] = ['Cash on Hand', '1,000.00', 'Active', '101010', '2026-11-23'].map(box);
  expect(amount!.top).toBe(name!.top);
  expect(amount!.left).toBeGreaterThan(name!.right);
  expect(status!.top).toBeGreaterThanOrEqual(name!.bottom);
  expect(number!.top).toBeGreaterThanOrEqual(status!.bottom);
  expect(date!.left).toBeGreaterThan(status!.right);
  const line = row('Cash on Hand').getByText('Payroll').element();
  expect(line.getBoundingClientRect().top).toBeGreaterThanOrEqual(number!.bottom);
  expect(getComputedStyle(line.closest('td')!, '::before').content).toBe('"Program "');
  await expect.element(row('Cash on Hand').getByText('Ana Reyes')).not.toBeInTheDocument();
  await expect.element(row('Cash on Hand').getByRole('button', { name: 'More actions' })).toBeVisible();
  await expect.element(row('Cash on Hand').getByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await userEvent.click(row('Cash on Hand').getByText('1,000.00'));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(ACCOUNTS[0]);
  await page.getByRole('button', { name: 'Order: Payee' }).click();
  await expect.element(page.getByRole('menuitemradio', { name: 'Status, ascending' })).not.toBeInTheDocument();
  await page.getByRole('menuitemradio', { name: 'Amount, descending' }).click();
  expect(onSort).toHaveBeenCalledExactlyOnceWith({ column: 'amount', direction: 'descending' });
  expect(await accessibilityFaults()).toEqual([]);
  await page.viewport(1280, 800);
});
