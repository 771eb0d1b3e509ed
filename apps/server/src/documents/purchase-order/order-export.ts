import { ORDER_FACTS, ORDER_TERMS } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { EXPORT_COLUMNS, fieldColumns, type ExportedList } from '../../batches/lists/export-batches.ts';
import { readBatchRows, withFacts, type StoredBatchRow } from '../../batches/record/batch-rows.ts';
import { readOrderFacts, type OrderFacts } from './order.store.ts';

const OWN = fieldColumns({ ...ORDER_TERMS.fields, ...ORDER_FACTS });

/** Purchase orders as a file: what their list shows, and what vouchers took of them. */
export const ORDER_EXPORT: ExportedList<StoredBatchRow & OrderFacts> = {
  title: PURCHASE_ORDERS.module,
  file: 'purchase-orders',
  types: PURCHASE_ORDERS.types,
  columns: [
    { ...EXPORT_COLUMNS.batchNumber, header: 'PO No.', width: 14 },
    { ...EXPORT_COLUMNS.documentDate, header: 'PO Date' },
    OWN.request_date,
    EXPORT_COLUMNS.payee,
    OWN.contact_person,
    { ...OWN.payment_term, header: 'Payment Term' },
    OWN.shipping_date,
    { ...OWN.vat_type, width: 12 },
    EXPORT_COLUMNS.currency,
    EXPORT_COLUMNS.totalAmount,
    OWN.vouchered_amount,
    OWN.open_amount,
    EXPORT_COLUMNS.amountInPesos,
    EXPORT_COLUMNS.status,
    EXPORT_COLUMNS.remarks,
    EXPORT_COLUMNS.preparer,
    EXPORT_COLUMNS.dateEncoded,
  ],
  rowsOf: async (database, ids) => withFacts(database, await readBatchRows(database, ids), readOrderFacts),
};
