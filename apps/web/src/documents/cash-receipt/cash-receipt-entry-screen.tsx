import { CASH_RECEIPTS } from '@talaan/contract/documents/cash-receipt/cash-receipt.kind';
import { LedgerEntryPage } from '../../batches/page/ledger-entry-page.tsx';
import { ReceiptActs } from './receipt-acts.tsx';

/** /trxcr/create: a cash receipt to enter, read or change. */
export function CashReceiptEntryScreen() {
  return <LedgerEntryPage kind={CASH_RECEIPTS} Besides={ReceiptActs} />;
}
