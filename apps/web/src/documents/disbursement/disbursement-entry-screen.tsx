import * as z from 'zod';
import { DISBURSEMENTS } from '@talaan/contract/documents/disbursement/disbursement.kind';
import { LedgerEntryPage } from '../../batches/page/ledger-entry-page.tsx';
import { useSearchState } from '../../page/search-state.ts';
import { FeeOfCheque } from './fee-of-cheque.tsx';

const address = z.object({
  /** Number of the collection of a bounced cheque, of whose fee a debit memo is to be made. */
  fee_of: z.string().max(20).default('').catch(''),
  /** That fee, in pesos. */
  fee: z.string().max(20).default('').catch(''),
  draft: z.string().max(40).default('').catch(''),
});

/** /trxdisb/create: a cheque voucher, cheque write, online transfer or debit memo to enter, read, approve or change. */
export function DisbursementEntryScreen() {
  const [{ fee_of, fee }, change] = useSearchState(address);
  if (fee_of === '') return <LedgerEntryPage kind={DISBURSEMENTS} />;
  const onDraft = (draft: string): void => change({ draft, fee_of: '', fee: '' }, { replace: true });
  return <FeeOfCheque collection={fee_of} fee={fee} onDraft={onDraft} />;
}
