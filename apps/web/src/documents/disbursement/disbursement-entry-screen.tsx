import { DISBURSEMENTS } from '@talaan/contract/documents/disbursement/disbursement.kind';
import { EntryPage } from '../../batches/page/entry-page.tsx';

/** /trxdisb/create: a cheque voucher, cheque write, online transfer or debit memo to enter, read, approve or change. */
export function DisbursementEntryScreen() {
  return <EntryPage kind={DISBURSEMENTS} />;
}
