import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { CASH_RECEIPTS } from '@talaan/contract/documents/cash-receipt/cash-receipt.kind';
import { cashReceiptPrint } from '@talaan/contract/documents/cash-receipt/cash-receipt-print.contract';
import { LedgerEntryPage } from '../../batches/page/ledger-entry-page.tsx';
import { ReceiptActs } from '../receipt/receipt-acts.tsx';

const Besides = ({ batch }: { batch: BatchDetail }) => <ReceiptActs batch={batch} calls={cashReceiptPrint} />;

/** /trxcr/create: a cash receipt to enter, read or change. */
export function CashReceiptEntryScreen() {
  return <LedgerEntryPage kind={CASH_RECEIPTS} Besides={Besides} />;
}
