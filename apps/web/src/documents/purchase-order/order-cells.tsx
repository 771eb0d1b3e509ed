import { formatAmount, parseAmount } from '@talaan/core/money/money';
import { classNames } from '../../ui/class-names.ts';
import type { CellContentProps, GridCell, LineCells } from '../../batches/entry/grid/grid-line.ts';
import {
  isBlankOrderLine,
  isTyped,
  orderCellText,
  readOrderCell,
  type OrderField,
  type OrderLine,
  type OrderLinesChange,
} from './order-line.ts';

/** Lines of an order as the grid shows and takes them. */
export function orderCells(onChange: (change: OrderLinesChange) => void): LineCells<OrderLine, OrderField> {
  const take = ({ row, line, column: { field } }: GridCell<OrderLine, OrderField>, text: string): void => {
    const isSame = text.trim() === (line.formulas[field] ?? orderCellText(line, field));
    if (isTyped(field) && !isSame) onChange({ type: 'set', row, field, value: readOrderCell(field, text) });
  };
  return {
    isBlank: isBlankOrderLine,
    styleOf: (field) => (field === 'item_description' ? 'prose' : field === 'unit' ? 'code' : 'figure'),
    text: orderCellText,
    editedText: (line, field) => line.unread[field] ?? line.formulas[field] ?? orderCellText(line, field),
    title: (line, field) => line.formulas[field] ?? (field === 'item_description' ? line.item_description : undefined),
    source: () => null,
    take,
    clear: (cell) => take(cell, ''),
    Content,
  };
}

function Content({ line, field, isNew, implied }: CellContentProps<OrderLine, OrderField>) {
  if (field === 'total_amount')
    return <span className={classNames('figures', implied === '0.00' && 'muted')}>{implied}</span>;
  if (field === 'item_description' && isNew) return <span className="muted">Item or service</span>;
  if (field !== 'unit_cost')
    return <span className={classNames('ellipsis', field === 'quantity' && 'figures')}>{line[field]}</span>;
  const minor = parseAmount(line.unit_cost);
  return minor === null ? null : <span className="figures">{formatAmount(minor)}</span>;
}
