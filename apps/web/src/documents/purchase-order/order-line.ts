import { NO_AMOUNT, readTypedAmount } from '@talaan/core/money/amount-formula';
import { amountText, parseAmount } from '@talaan/core/money/money';
import { lineTotal, parseQuantity, quantityText } from '@talaan/core/documents/purchase-order/order-lines';
import { ORDER_LINES } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import type { GridColumn, GridLine } from '../../batches/entry/grid/grid-line.ts';
import * as grid from '../../batches/entry/grid/grid-lines.ts';
import { readPastedAmount, type PastedCells } from '../../batches/entry/grid/pasted-table.ts';

/** What is typed of a line; its total follows. */
export type TypedField = 'item_description' | 'quantity' | 'unit' | 'unit_cost';
export type OrderField = keyof typeof ORDER_LINES.fields;

/** One line of an order as it is being typed: texts, '' for none; the unit cost is decimal text of scale 2. */
export interface OrderLine extends GridLine<OrderField>, Readonly<Record<TypedField, string>> {}

export type OrderLines = grid.GridLines<OrderLine>;
export type OrderLinesChange = grid.LinesChange<OrderLine, OrderField>;

const TYPED: readonly TypedField[] = ['item_description', 'quantity', 'unit', 'unit_cost'];

export const isTyped = (field: OrderField): field is TypedField => field !== 'total_amount';

export function emptyOrderLine(key: number): OrderLine {
  return {
    key,
    item_description: '',
    quantity: '',
    unit: '',
    unit_cost: '',
    carried: false,
    unread: {},
    faults: {},
    formulas: {},
  };
}

/** Whether nothing was entered: such a line is neither counted nor saved. */
export function isBlankOrderLine(line: OrderLine): boolean {
  return TYPED.every((field) => line[field] === '') && Object.keys(line.unread).length === 0;
}

export const ORDER_GRID = grid.linesOf<OrderField, OrderLine, grid.CellValue>({
  empty: emptyOrderLine,
  isBlank: isBlankOrderLine,
  withCell: (line, field, value) => {
    if (!isTyped(field)) return line;
    const base = grid.forget<OrderField, OrderLine>(line, [field, 'total_amount']);
    if (value.kind === 'unread') return grid.unreadCell<OrderField, OrderLine>(base, field, value, '');
    if (value.kind === 'text') return { ...base, [field]: value.text };
    if (value.kind !== 'amount') return line;
    return { ...base, [field]: value.amount, formulas: value.formula === undefined ? {} : { [field]: value.formula } };
  },
  valueOf: (line, field) => (isTyped(field) ? { kind: 'text', text: line[field] } : null),
  carried: [],
});

const WIDTHS: Readonly<Record<OrderField, Omit<GridColumn<OrderField>, 'field' | 'header'>>> = {
  item_description: { width: 240, required: true, grows: true },
  quantity: { width: 96, required: true },
  unit: { width: 88 },
  unit_cost: { width: 120, required: true },
  total_amount: { width: 136, computed: true },
};

/** The columns of an order, in the order of the declaration. */
export const ORDER_COLUMNS: readonly GridColumn<OrderField>[] = (Object.keys(WIDTHS) as OrderField[]).map((field) => ({
  field,
  header: ORDER_LINES.fields[field].label,
  ...WIDTHS[field],
}));

/** What a line costs in minor units; 0 while its quantity or its unit cost is not there. */
export function totalOf(line: OrderLine): bigint {
  const quantity = parseQuantity(line.quantity);
  const cost = parseAmount(line.unit_cost);
  return quantity === null || cost === null ? 0n : lineTotal(quantity, cost);
}

/** The text of a cell, as it is edited and copied. */
export function orderCellText(line: OrderLine, field: OrderField): string {
  if (!isTyped(field)) return isBlankOrderLine(line) ? '' : amountText(totalOf(line));
  return line.unread[field] ?? line[field];
}

/** What a typed text means in a cell. */
export function readOrderCell(field: TypedField, text: string): grid.CellValue {
  const typed = text.trim();
  if (typed === '' || field === 'item_description' || field === 'unit') return { kind: 'text', text: typed };
  if (field === 'quantity') {
    const quantity = parseQuantity(typed);
    return quantity === null
      ? { kind: 'unread', text: typed, message: WRONG_QUANTITY }
      : { kind: 'text', text: quantityText(quantity) };
  }
  const read = readTypedAmount(typed);
  if (!read.ok) return { kind: 'unread', text: typed, message: `Unit Cost ${read.message}` };
  if (read.minor === 0n) return { kind: 'unread', text: typed, message: `Unit Cost ${NO_AMOUNT}` };
  return { kind: 'amount', amount: amountText(read.minor), ...(read.isSum ? { formula: typed } : {}) };
}

const WRONG_QUANTITY = 'Quantity must be a number above 0 with at most 4 decimals.';

/** Headings as exports and people write them, letters only. */
export const ORDER_HEADINGS: Readonly<Record<string, OrderField>> = {
  item: 'item_description',
  itemdescription: 'item_description',
  description: 'item_description',
  particulars: 'item_description',
  quantity: 'quantity',
  qty: 'quantity',
  unit: 'unit',
  uom: 'unit',
  unitcost: 'unit_cost',
  unitprice: 'unit_cost',
  cost: 'unit_cost',
  price: 'unit_cost',
};

/** The pasted rows as changes of lines. A text that means nothing stays in its cell, with the reason. */
export function pastedOrderLines({ columns, rows }: PastedCells<OrderField>): Partial<OrderLine>[] {
  return rows.map((cells) => {
    const line: Partial<Record<TypedField, string>> = {};
    const unread: Partial<Record<OrderField, string>> = {};
    const faults: Partial<Record<OrderField, string>> = {};
    for (const [index, field] of columns.entries()) {
      const text = cells[index];
      if (field === null || text === undefined || !isTyped(field)) continue;
      const amount = field === 'unit_cost' ? readPastedAmount(text) : null;
      const read =
        amount?.fault === undefined
          ? readOrderCell(field, amount?.value ?? text)
          : { kind: 'unread' as const, text, message: `Unit Cost ${amount.fault}` };
      if (read.kind === 'unread') {
        line[field] = '';
        unread[field] = read.text;
        faults[field] = read.message;
      } else if (read.kind !== 'choice') line[field] = read.kind === 'text' ? read.text : read.amount;
    }
    return { ...line, unread, faults };
  });
}

/** Stored lines, ready to be edited. */
export function orderLinesOf(rows: readonly Readonly<Record<TypedField, string | null>>[]): OrderLine[] {
  return rows.map((row, key) => ({
    ...emptyOrderLine(key),
    ...Object.fromEntries(TYPED.map((field) => [field, row[field] ?? ''])),
  }));
}

/** A line as the wire takes it. What could not be read is sent as it stands, so that the answer names it. */
export function orderLineInputOf(line: OrderLine): Readonly<Record<TypedField, string>> {
  return Object.fromEntries(TYPED.map((field) => [field, orderCellText(line, field)])) as Record<TypedField, string>;
}
