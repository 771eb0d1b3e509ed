import { BILLING_FACTS, BILLING_TERMS } from '@talaan/contract/documents/billing/billing.fields';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { EXPORT_COLUMNS, fieldColumns, listAsFile } from '../../batches/lists/export-batches.ts';
import { readBillingFacts } from './billing.store.ts';

const OWN = fieldColumns({ ...BILLING_TERMS.fields, ...BILLING_FACTS });

/** Billings as a file: what their list shows, and what of it is due when. */
export const BILLING_EXPORT = listAsFile(BILLINGS, {
  file: 'billings',
  readFacts: readBillingFacts,
  columns: [
    { ...EXPORT_COLUMNS.batchNumber, header: 'Billing Request No.', width: 18 },
    { ...EXPORT_COLUMNS.documentNumber, header: 'Billing Invoice No.', width: 18 },
    EXPORT_COLUMNS.payee,
    EXPORT_COLUMNS.status,
    { ...EXPORT_COLUMNS.documentDate, header: 'Request Date' },
    { ...OWN.payment_term, header: 'Payment Term' },
    OWN.due_date,
    { ...OWN.collection_status, width: 18 },
    EXPORT_COLUMNS.currency,
    EXPORT_COLUMNS.totalAmount,
    OWN.collected_amount,
    OWN.open_amount,
    EXPORT_COLUMNS.amountInPesos,
    EXPORT_COLUMNS.accountingStatus,
    { ...OWN.dispute_reason, width: 32 },
    EXPORT_COLUMNS.remarks,
    EXPORT_COLUMNS.preparer,
    EXPORT_COLUMNS.dateEncoded,
  ],
});
