import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { formatAmount, sumMinor } from '@talaan/core/money/money';
import type { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { EditorFrame } from '../../batches/entry/frame/editor-frame.tsx';
import { FootSum, FootSums } from '../../batches/entry/frame/foot-bar.tsx';
import type { EditorProps } from '../../batches/entry/frame/opened-entry.ts';
import { useGridColumns } from '../../batches/entry/grid/grid-columns.ts';
import { KeyLine, LinesHead } from '../../batches/entry/grid/lines-head.tsx';
import { LinesGrid, type GridControl } from '../../batches/entry/grid/lines-grid.tsx';
import { useLinesPaste } from '../../batches/entry/grid/use-lines-paste.tsx';
import { lineSourcesOf } from '../../batches/entry/lines/line-sources.ts';
import { OrderHeaderFields } from './order-header.tsx';
import { orderCells } from './order-cells.tsx';
import { orderCorrections } from './order-corrections.ts';
import {
  emptyOrderLine,
  ORDER_COLUMNS,
  ORDER_HEADINGS,
  pastedOrderLines,
  totalOf,
  type OrderField,
} from './order-line.ts';
import { OrderVat } from './order-vat.tsx';
import { useOrderForm } from './use-order-form.ts';

const MOST_LINES = 500;
const BLANK = emptyOrderLine(0);

/** A purchase order while it is typed: from whom, on which terms, and what is ordered (ux §5, §12). */
export function OrderEditor(props: EditorProps<typeof PURCHASE_ORDERS>) {
  const { choices, batchNumber } = props;
  const client = useQueryClient();
  const grid = useRef<GridControl<OrderField>>(null);
  const order = useOrderForm(props);
  const { form, filled, totalMinor, changeHeader, changeLines } = order;
  const { header, lines } = form;
  const currency = choices.currencies.find(({ id }) => id === header.currency_id)?.iso_code ?? 'PHP';
  const payees = useMemo(() => lineSourcesOf(choices, client).payee, [choices, client]);
  const cells = useMemo(() => orderCells(changeLines), [changeLines]);
  const totals = useMemo(
    () => new Map(filled.map(({ line, row }) => [row, { total_amount: formatAmount(totalOf(line)) }])),
    [filled],
  );
  const corrections = useMemo(() => orderCorrections(lines.lines, changeLines), [lines.lines, changeLines]);
  const columns = useGridColumns('PO', ORDER_COLUMNS, lines.lines, cells);
  const paste = useLinesPaste({
    columns: ORDER_COLUMNS,
    shown: columns.shown,
    cells,
    headings: ORDER_HEADINGS,
    empty: BLANK,
    most: (rows) => (rows > MOST_LINES ? `An order has up to ${MOST_LINES} lines; ${rows} were pasted.` : undefined),
    endRow: lines.lines.length - 1,
    read: pastedOrderLines,
    sumsOf: (pasted) => `Total ${formatAmount(sumMinor(pasted.map((line) => totalOf({ ...BLANK, ...line }))))}`,
    onPaste: changeLines,
  });

  return (
    <EditorFrame
      opened={props}
      document={order.document}
      onJump={({ row, field }) => grid.current?.focusCell(row, field as OrderField)}
      side={<OrderVat totalMinor={totalMinor} header={header} />}
      footLabel="Total and actions"
      sums={
        <FootSums>
          <span className="text-2 figures">{filled.length === 1 ? '1 line' : `${filled.length} lines`}</span>
          <FootSum name="Total">{`${currency} ${formatAmount(totalMinor)}`}</FootSum>
        </FootSums>
      }
      menu={[]}
      dialogs={paste.dialog}
    >
      {(collapsed, expand) => (
        <>
          <OrderHeaderFields
            header={header}
            choices={choices}
            payees={payees}
            payee={order.payee}
            poNumber={batchNumber}
            faults={order.faults}
            collapsed={collapsed}
            onExpand={expand}
            onChange={changeHeader}
          />
          <LinesHead
            note="unit cost with VAT, where the order is VATable"
            columns={columns}
            onPaste={paste.ask}
            onAdd={() => grid.current?.focusCell(lines.lines.length - 1, 'item_description')}
          />
          <LinesGrid
            label="Lines"
            columns={columns.shown}
            onResize={columns.resize}
            lines={lines.lines}
            cells={cells}
            implied={totals}
            corrections={corrections}
            onChange={changeLines}
            onPaste={paste.paste}
            control={grid}
          />
          <KeyLine />
        </>
      )}
    </EditorFrame>
  );
}
