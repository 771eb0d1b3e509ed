import { useQuery } from '@tanstack/react-query';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { STATUS } from '@talaan/core/documents/document-status';
import { FootSum, FootSums } from '../../batches/entry/frame/foot-bar.tsx';
import { showAmount } from '../../batches/record/batch-texts.ts';
import { billingOf } from './billing-calls.ts';

/** What a billing comes to, in the foot of its page; of an invoice, what is collected and what is open. */
export function BillingSums({ batch }: { batch: BatchDetail }) {
  const isInvoice = batch.status === STATUS.APPROVED;
  const { data: billing } = useQuery({ ...billingOf(batch.batch_number), enabled: isInvoice });
  return (
    <FootSums>
      <FootSum name="Total due">{`${batch.currency} ${showAmount(batch.total_amount)}`}</FootSum>
      {batch.currency_id === CURRENCY_PESO ? null : (
        <FootSum name="In pesos">{`PHP ${showAmount(batch.amount_php)}`}</FootSum>
      )}
      {isInvoice && billing !== undefined ? (
        <>
          <FootSum name="Collected">{showAmount(billing.collected_amount)}</FootSum>
          <FootSum name="Open">{showAmount(billing.open_amount)}</FootSum>
        </>
      ) : null}
    </FootSums>
  );
}
