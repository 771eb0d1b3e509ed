import { ORDER_FACTS, ORDER_TERMS } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { EXPORT_COLUMNS, fieldColumns, listAsFile } from '../../batches/lists/export-batches.ts';
import { readOrderFacts } from './order.store.ts';

const OWN = fieldColumns({ ...ORDER_TERMS.fields, ...ORDER_FACTS });

/** Purchase orders as a file: what their list shows, and what vouchers took of them. */
export const ORDER_EXPORT = listAsFile(PURCHASE_ORDERS, {
  file: 'purchase-orders',
  readFacts: readOrderFacts,
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
});
