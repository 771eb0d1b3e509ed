import { parseAmount } from '@talaan/core/money/money';
import { lineTotal, parseQuantity, quantityText } from '@talaan/core/documents/purchase-order/order-lines';
import { ORDER_LINES } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import type { LineOf, LinesChangeOf, LinesOf } from '../../batches/entry/document/typed-columns.ts';
import { typedLines } from '../../batches/entry/document/typed-lines.ts';

const { item_description, quantity, unit, unit_cost, total_amount } = ORDER_LINES.fields;

const readQuantity = (text: string): string | null => {
  const parts = parseQuantity(text);
  return parts === null ? null : quantityText(parts);
};

/** What is ordered: what is typed of a line, and its total, which follows. */
export const ORDER_GRID = typedLines({
  item_description: {
    kind: 'prose',
    header: item_description.label,
    width: 240,
    required: true,
    grows: true,
    invites: 'Item or service',
    names: ['item', 'description', 'particulars'],
  },
  quantity: {
    kind: 'figure',
    header: quantity.label,
    width: 96,
    required: true,
    names: ['qty'],
    figure: { read: readQuantity, wrong: 'Quantity must be a number above 0 with at most 4 decimals.' },
  },
  unit: { kind: 'word', header: unit.label, width: 88, names: ['uom'] },
  unit_cost: {
    kind: 'amount',
    header: unit_cost.label,
    width: 120,
    required: true,
    names: ['unitprice', 'cost', 'price'],
  },
  total_amount: { kind: 'computed', header: total_amount.label, width: 136 },
});

type Columns = (typeof ORDER_GRID)['declared'];
export type OrderLine = LineOf<Columns>;
export type OrderLines = LinesOf<Columns>;
export type OrderLinesChange = LinesChangeOf<Columns>;

/** What a line costs in minor units; 0 while its quantity or its unit cost is not there. */
export function totalOf({ quantity: typed, unit_cost: cost }: Pick<OrderLine, 'quantity' | 'unit_cost'>): bigint {
  const [parts, minor] = [parseQuantity(typed), parseAmount(cost)];
  return parts === null || minor === null ? 0n : lineTotal(parts, minor);
}

/** A line as the wire takes it. What could not be read is sent as it stands, so that the answer names it. */
export const orderLineInputOf = (line: OrderLine) => ({
  item_description: line.item_description,
  quantity: ORDER_GRID.text(line, 'quantity'),
  unit: line.unit,
  unit_cost: ORDER_GRID.text(line, 'unit_cost'),
});
