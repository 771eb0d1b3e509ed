import { ORDER_VAT_TYPES } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { EXPORT_COLUMNS, type ExportedList } from '../../batches/lists/export-batches.ts';
import { readBatchRows, withFacts, type StoredBatchRow } from '../../batches/record/batch-rows.ts';
import { readOrderFacts, type OrderFacts } from './order.store.ts';

/** Purchase orders as a file: what their list shows, and what vouchers took of them. */
export const ORDER_EXPORT: ExportedList<StoredBatchRow & OrderFacts> = {
  title: PURCHASE_ORDERS.module,
  file: 'purchase-orders',
  types: PURCHASE_ORDERS.types,
  columns: [
    { ...EXPORT_COLUMNS.batchNumber, header: 'PO No.', width: 14 },
    { ...EXPORT_COLUMNS.documentDate, header: 'PO Date' },
    { header: 'Request Date', kind: 'date', width: 14, cell: (row) => row.request_date },
    EXPORT_COLUMNS.payee,
    { header: 'Contact Person', kind: 'text', width: 24, cell: (row) => row.contact_person },
    { header: 'Payment Term', kind: 'integer', width: 14, cell: (row) => row.payment_term },
    { header: 'Shipping Date', kind: 'date', width: 14, cell: (row) => row.shipping_date },
    {
      header: 'VAT Type',
      kind: 'text',
      width: 12,
      cell: (row) => ORDER_VAT_TYPES[row.vat_type as keyof typeof ORDER_VAT_TYPES],
    },
    EXPORT_COLUMNS.currency,
    EXPORT_COLUMNS.totalAmount,
    { header: 'Vouchered Amount', kind: 'amount', width: 18, cell: (row) => row.vouchered_amount },
    { header: 'Open Amount', kind: 'amount', width: 18, cell: (row) => row.open_amount },
    EXPORT_COLUMNS.amountInPesos,
    EXPORT_COLUMNS.status,
    EXPORT_COLUMNS.remarks,
    EXPORT_COLUMNS.preparer,
    EXPORT_COLUMNS.dateEncoded,
  ],
  rowsOf: async (database, ids) => withFacts(database, await readBatchRows(database, ids), readOrderFacts),
};
