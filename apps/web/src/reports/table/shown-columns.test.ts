import { expect, it } from 'vitest';
import { anyReport, layoutOf } from '@talaan/contract/reports/kit/define-report';
import { balanceSheetReport } from '@talaan/contract/reports/balance-sheet.report';
import { arAgingInvoiceReport, arAgingReport } from '@talaan/contract/reports/ar-aging.report';
import { generalLedgerReport } from '@talaan/contract/reports/general-ledger.report';
import { POSTING_COLUMNS } from '@talaan/contract/reports/kit/posting-row';
import { columnsOn } from '@talaan/contract/reports/kit/lines/report-lines';
import {
  askedByNames,
  CELL_PADDING,
  columnWidths,
  fittedColumns,
  shownBands,
  shownColumns,
  uniformFields,
  type AnyColumn,
  type ColumnView,
} from './shown-columns.ts';
import type { AnyLine } from './shown-lines.ts';

const LEDGER = columnsOn(layoutOf(anyReport(generalLedgerReport), { document_type: 'all' }), 'screen');
const POSTINGS = columnsOn(
  { columns: POSTING_COLUMNS as unknown as AnyColumn[], levels: [], basis: '' },
  'screen',
) as readonly AnyColumn[];
const AS_IT_IS: ColumnView = { unfolded: new Set(), bands: {} };

const line = (cells: (string | null)[], look: AnyLine['look'] = 'plain'): AnyLine => ({
  look,
  cells,
  level: 0,
  group: null,
});
const shownOf = (columns: readonly AnyColumn[], room: number, view = AS_IT_IS, uniform = new Set<string>()) =>
  shownColumns(columns, uniform, columnWidths(columns, [], null), room, view).map(({ column, folded }) =>
    column === null ? `» ${folded.map(({ header }) => header).join(', ')}` : column.header,
  );

it('never folds what figures are read with, though every row says the same', () => {
  expect(shownOf(LEDGER, 300, AS_IT_IS, new Set(['side'])).at(-1)).toBe('Dr/Cr');
});

it('folds texts from the right where the room is too small, and no figure, no document and not the first text that grows', () => {
  expect(shownOf(POSTINGS, 4000)).toEqual(POSTINGS.map(({ header }) => header));
  expect(shownOf(POSTINGS, 1300)).toEqual([
    'Date',
    'Type',
    'Document No.',
    '» Batch',
    'Reference',
    'Branch',
    'Payee',
    'Particulars',
    '» Description',
    'Debit',
    'Credit',
    'Rate',
    'PHP Debit',
    'PHP Credit',
    '» Edited by, Edited',
  ]);
  expect(shownOf(POSTINGS, 300)).toEqual([
    'Date',
    '» Type',
    'Document No.',
    '» Batch, Reference, Branch',
    'Payee',
    '» Particulars, Description',
    'Debit',
    'Credit',
    'Rate',
    'PHP Debit',
    'PHP Credit',
    '» Edited by, Edited',
  ]);
});

it('brings columns closer before any folds: the invoices of an aging have room beside a wide menu', () => {
  const columns = columnsOn(layoutOf(anyReport(arAgingInvoiceReport), { aged_from: 'billing_date' }), 'screen');
  const totals = {
    gross: '1166010.75',
    remaining_balance: '631000.75',
    age_0_30: '235000.75',
    age_over_120: '284000.00',
  };
  const rows = [line(['BI-HOB0000003', '2024-01-01', 'Due Immediately', '2024-01-01', 'Disputed', '1061'])];
  const fitted = (room: number) =>
    fittedColumns(columns, new Set(), columnWidths(columns, rows, totals, 20), room, AS_IT_IS);
  const headers = columns.map(({ header }) => header);
  expect(fitted(1400)).toMatchObject({ padding: 'wide' });
  expect(fitted(1200).padding).toBe('close');
  expect(fitted(1200).shown.map(({ column }) => column?.header)).toEqual(headers);
  expect(fitted(700).shown.some(({ column }) => column === null)).toBe(true);
});

it('brings columns closer before a name is cut, and folds nothing for it', () => {
  const columns = columnsOn(layoutOf(anyReport(arAgingReport), { aged_from: 'billing_date' }), 'screen');
  const totals = { gross: '1166010.75', remaining_balance: '631000.75', age_0_30: '235000.75', age_31_60: '112000.00' };
  const fitted = (name: string) => {
    const rows = [line([name, 'C0002', '1', '23']), line(['TULAY', 'R0004', '1', '1062'])];
    const wide = columnWidths(columns, rows, totals);
    return fittedColumns(columns, new Set(), wide, 1200, AS_IT_IS, askedByNames(columns, rows));
  };
  expect(fitted('TULAY KUNWARI CORP.').padding).toBe('wide');
  const close = fitted('HULING ISLA EXPORT SERVICES CORP.');
  expect(close.padding).toBe('close');
  expect(close.shown.map(({ column }) => column?.header)).toEqual(columns.map(({ header }) => header));
  // However long a name is, it asks for no more than its description says.
  expect(askedByNames(columns, [line(['A'.repeat(500)])])).toBe(34 * 9 + 24 + 12);
});

it('gives codes and dates the room that they need, whatever the description says', () => {
  const columns = (['text', 'code', 'date', 'amount'] as const).map((kind): AnyColumn => ({
    field: kind,
    header: '',
    kind,
    width: 1,
  }));
  const widths = columnWidths(columns, [line(['A LONG NAME', 'BI-HOB0000003', '2024-01-01', '1.00'])], null);
  const room = CELL_PADDING.wide * 2;
  // What the browser measures of both.
  expect(widths[1]! - room).toBeGreaterThanOrEqual(106);
  expect(widths[2]! - room).toBeGreaterThanOrEqual(80);
  expect(widths[0]! - room).toBeLessThan(60);
});

it('leaves unfolded what the user unfolded', () => {
  const view = { ...AS_IT_IS, unfolded: new Set(['particulars', 'description']) };
  expect(shownOf(POSTINGS, 300, view)).toContain('Description');
});

it('finds the columns that say the same in every row, or nothing in any line', () => {
  const columns = POSTINGS.slice(0, 4);
  const rows = [line(['2025-05-01', 'CR', 'CR1', null]), line(['2025-05-02', 'CR', 'CR2', null])];
  expect([...uniformFields(columns, rows)]).toEqual(['transaction_type', 'batch_number']);
  // A single row says the same as itself: only what is empty folds.
  expect([...uniformFields(columns, rows.slice(0, 1))]).toEqual(['batch_number']);
  expect([...uniformFields(columns, [...rows, line(['Ending', null, null, '1.00'], 'fixed')])]).toEqual([
    'transaction_type',
  ]);
  expect(shownOf(columns, 4000, AS_IT_IS, new Set(['transaction_type', 'batch_number', 'document_number']))).toEqual([
    'Date',
    '» Type',
    'Document No.',
    '» Batch',
  ]);
});

it('folds a band that starts folded to its last column by itself, and others when they are told to', () => {
  const amount = (field: string, band?: string): AnyColumn => ({
    field: field,
    header: field,
    kind: 'amount',
    width: 10,
    total: true,
    ...(band === undefined ? {} : { band }),
  });
  const expenses = Array.from({ length: 13 }, (_, at) => ({ ...amount(`e${at}`, 'Expenses'), folds: true as const }));
  const columns = [amount('code'), amount('i1', 'Income'), amount('i2', 'Income'), ...expenses];
  expect(shownOf(columns, 4000)).toEqual(['code', 'i1', 'i2', 'e12']);
  const view = { ...AS_IT_IS, bands: { Income: true, Expenses: false } };
  const shown = shownColumns(columns, new Set(), columnWidths(columns, [], null), 4000, view);
  expect(shown.map(({ key }) => key)).toEqual(['code', 'i2', ...expenses.map(({ field }) => field)]);
  expect(shownBands(columns, shown)).toMatchObject([
    { band: undefined, span: 1 },
    { band: 'Income', span: 1, folded: 1 },
    { band: 'Expenses', span: 13, folded: 0 },
  ]);
});

it('leaves room on a phone for the first figure of a statement beside the code and the name of its account', () => {
  const [sheet, filter] = [anyReport(balanceSheetReport), { as_of: '2026-11-27', compare: 'none', months: '1' }];
  const columns = columnsOn(layoutOf(sheet, filter as never), 'screen');
  const lines = [line(['105010', 'Accounts Receivable - Billings', '1234567.89'])];
  const widths = columnWidths(columns, lines, { amount: '123456789.00' }, 24, true);
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(390);
});

it('makes a column as wide as its widest figure, taken from the totals before rows come', () => {
  const columns = [POSTINGS[0]!, POSTINGS.at(-3)!];
  const [, before] = columnWidths(columns, [], { php_ca: '123456789012.00' });
  const [, after] = columnWidths(columns, [line([null, '-1000.00'])], { php_ca: '123456789012.00' });
  expect(before).toBe(after);
  expect(before).toBeGreaterThanOrEqual('123,456,789,012.00'.length * 7);
});
