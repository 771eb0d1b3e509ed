import { CASH_RECEIPTS } from '@talaan/contract/documents/cash-receipt/cash-receipt.kind';
import { EntryPage } from '../../batches/page/entry-page.tsx';

/** /trxcr/create: a cash receipt to enter, read or change. */
export function CashReceiptEntryScreen() {
  return <EntryPage kind={CASH_RECEIPTS} />;
}
