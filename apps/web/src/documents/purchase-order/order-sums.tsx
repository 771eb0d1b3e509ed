import { useQuery } from '@tanstack/react-query';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { FootSum, FootSums } from '../../batches/entry/frame/foot-bar.tsx';
import { showAmount } from '../../batches/record/batch-texts.ts';
import { orderOf } from './order-calls.ts';

/** What an order comes to, in the foot of its page: what was ordered, what vouchers took of it, and what is left. */
export function OrderSums({ batch }: { batch: BatchDetail }) {
  const { data: order } = useQuery(orderOf(batch.batch_number));
  return (
    <FootSums>
      <FootSum name="Ordered">{`${batch.currency} ${showAmount(batch.total_amount)}`}</FootSum>
      {order === undefined ? null : (
        <>
          <FootSum name="Vouchered">{showAmount(order.vouchered_amount)}</FootSum>
          <FootSum name="Open">{showAmount(order.open_amount)}</FootSum>
        </>
      )}
    </FootSums>
  );
}
