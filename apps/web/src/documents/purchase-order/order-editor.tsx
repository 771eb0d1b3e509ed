import { useMemo } from 'react';
import { formatAmount, sumMinor } from '@talaan/core/money/money';
import { DocumentEditor, DocumentGrid } from '../../batches/entry/document/document-editor.tsx';
import { useDocumentForm } from '../../batches/entry/document/use-document-form.ts';
import type { EditorProps } from '../../batches/entry/frame/opened-entry.ts';
import { currencyCode } from '../../batches/record/batch-calls.ts';
import { ORDER, ORDER_GRID, totalOf } from './order-form.ts';
import { OrderVat } from './order-reading.tsx';

/** A purchase order while it is typed (ux §5, §12). */
export function OrderEditor(props: EditorProps) {
  const { choices, batchNumber } = props;
  const order = useDocumentForm(ORDER, props);
  const { header, lines } = order.form;
  const filled = useMemo(() => ORDER_GRID.filled(lines), [lines]);
  const totalMinor = sumMinor(filled.map(({ line }) => totalOf(line)));
  const currency = currencyCode(choices, header.currency_id);
  return (
    <DocumentEditor
      opened={props}
      edited={order}
      document={order.documentOf({ totalMinor })}
      look={useMemo(() => ({ title: batchNumber, numbers: { 'PO No.': batchNumber } }), [batchNumber])}
      side={<OrderVat totalMinor={totalMinor} header={header} />}
      sums={{
        count: filled.length === 1 ? '1 line' : `${filled.length} lines`,
        figures: { Total: `${currency} ${formatAmount(totalMinor)}` },
      }}
    >
      <DocumentGrid edited={order} own={ORDER.lines} />
    </DocumentEditor>
  );
}
