import { DISBURSEMENTS } from '@talaan/contract/documents/disbursement/disbursement.kind';
import { LedgerEntryPage } from '../../batches/page/ledger-entry-page.tsx';

/** /trxdisb/create: a cheque voucher, cheque write, online transfer or debit memo to enter, read, approve or change. */
export function DisbursementEntryScreen() {
  return <LedgerEntryPage kind={DISBURSEMENTS} />;
}
