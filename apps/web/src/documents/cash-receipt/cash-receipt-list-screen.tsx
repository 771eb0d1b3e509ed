import { STATUS } from '@talaan/core/documents/status';
import { CASH_RECEIPTS } from '@talaan/contract/documents/cash-receipt/cash-receipt.kind';
import { BATCH_COLUMNS, PAID_OF_TOTAL } from '../../batches/lists/batch-columns.tsx';
import { listScreenOf } from '../../batches/lists/list-screen.tsx';

/** /trxcr: the cash receipts of a month (ux §3). */
export const CashReceiptListScreen = listScreenOf(CASH_RECEIPTS, {
  statuses: [STATUS.ACTIVE, STATUS.FOR_REVIEW, STATUS.FOR_APPROVAL_1, STATUS.APPROVED, STATUS.ARCHIVED],
  narrowsBy: ['receipt', 'party'],
  columns: [
    // Both numbers have room at 1440.
    { ...BATCH_COLUMNS.batchNumber, width: 80 },
    { ...BATCH_COLUMNS.documentNumber, width: 96 },
    { ...BATCH_COLUMNS.documentDate, header: 'Date', width: 96 },
    { ...BATCH_COLUMNS.payee, header: 'Payor', least: 144 },
    BATCH_COLUMNS.receipt,
    BATCH_COLUMNS.officialReceipt,
    BATCH_COLUMNS.acknowledgementReceipt,
    ...PAID_OF_TOTAL.map((column) => ({ ...column, width: 104 })),
    { ...BATCH_COLUMNS.currency, width: 40 },
    BATCH_COLUMNS.status,
    BATCH_COLUMNS.receiptStatus,
    BATCH_COLUMNS.preparer,
    BATCH_COLUMNS.flags,
  ],
});
