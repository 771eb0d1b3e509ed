import { parseAmount } from '@talaan/core/money/money';
import { lineTotal, parseQuantity, quantityText } from '@talaan/core/documents/purchase-order/order-lines';
import { ORDER_LINES } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { typedLines, type LineIn } from '../../batches/entry/document/typed-lines.ts';

const readQuantity = (text: string): string | null => {
  const parts = parseQuantity(text);
  return parts === null ? null : quantityText(parts);
};

/** What is ordered: what is typed of a line, and its total, which follows. */
export const ORDER_GRID = typedLines(ORDER_LINES, {
  item_description: {
    kind: 'prose',
    width: 240,
    required: true,
    grows: true,
    invites: 'Item or service',
    names: ['item', 'description', 'particulars'],
  },
  quantity: {
    kind: 'figure',
    width: 96,
    required: true,
    names: ['qty'],
    figure: { read: readQuantity, wrong: 'Quantity must be a number above 0 with at most 4 decimals.' },
  },
  unit: { kind: 'word', width: 88, names: ['uom'] },
  unit_cost: { kind: 'amount', width: 120, required: true, names: ['unitprice', 'cost', 'price'] },
  total_amount: { kind: 'computed', width: 136 },
});

export type OrderLine = LineIn<typeof ORDER_GRID>;

/** What a line costs in minor units; 0 while its quantity or its unit cost is not there. */
export function totalOf({ quantity: typed, unit_cost: cost }: Pick<OrderLine, 'quantity' | 'unit_cost'>): bigint {
  const [parts, minor] = [parseQuantity(typed), parseAmount(cost)];
  return parts === null || minor === null ? 0n : lineTotal(parts, minor);
}
