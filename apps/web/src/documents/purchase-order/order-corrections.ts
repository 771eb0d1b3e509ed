import { parseQuantity, quantityText } from '@talaan/core/documents/purchase-order/order-lines';
import { amountText, formatAmount } from '@talaan/core/money/money';
import { amountWithin } from '../../batches/entry/grid/amount-within.ts';
import type { CellValue } from '../../batches/entry/grid/grid-lines.ts';
import type { Correction } from '../../batches/entry/grid/line-doubt.tsx';
import type { OrderLine } from './order-form.ts';

type Field = 'quantity' | 'unit' | 'unit_cost';

/** What cells are given that were meant to say something else, and how a button says it. */
interface Mended {
  readonly label: string;
  readonly values: readonly (readonly [Field, CellValue])[];
}

/** What mends the first fault of each faulty line of an order, by row; nothing where that is not known. */
export function orderCorrections(
  lines: readonly OrderLine[],
  change: (made: {
    readonly type: 'set';
    readonly row: number;
    readonly field: Field;
    readonly value: CellValue;
  }) => void,
): Map<number, Correction> {
  return new Map(
    lines.flatMap((line, row): [number, Correction][] => {
      const mended =
        (line.faults.quantity === undefined ? null : mendedQuantity(line)) ??
        (line.faults.unit_cost === undefined ? null : mendedCost(line));
      if (mended === null) return [];
      const apply = (): void => mended.values.forEach(([field, value]) => change({ type: 'set', row, field, value }));
      return [[row, { label: `Use ${mended.label}`, apply }]];
    }),
  );
}

/** '6 months' is 6 of the unit months; one where nothing is said. */
function mendedQuantity({ unread, unit }: OrderLine): Mended | null {
  const text = unread.quantity ?? '1';
  const [, figures = '', after = ''] = /^[-(]?\s*([\d,.]+)\s*\)?\s*([^\d().,-]*)$/.exec(text.trim()) ?? [];
  const parts = parseQuantity(figures);
  if (parts === null || (after !== '' && unit !== '' && unit !== after)) return null;
  const quantity = quantityText(parts);
  const values: Mended['values'] = [['quantity', { kind: 'text', text: quantity }]];
  if (after === '') return { label: quantity, values };
  return { label: `${quantity} ${after}`, values: [...values, ['unit', { kind: 'text', text: after }]] };
}

/** A cost has no sign. */
function mendedCost({ unread }: OrderLine): Mended | null {
  const minor = amountWithin(unread.unit_cost ?? '');
  if (minor === null) return null;
  const size = minor < 0n ? -minor : minor;
  return { label: formatAmount(size), values: [['unit_cost', { kind: 'amount', amount: amountText(size) }]] };
}
