import { useQuery } from '@tanstack/react-query';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { orderVat } from '@talaan/core/documents/purchase-order/order-lines';
import { BatchReading } from '../../batches/reading/batch-reading.tsx';
import { showAmount } from '../../batches/record/batch-texts.ts';
import { SidePart } from '../../batches/record/side-part.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { orderOf } from './order-calls.ts';
import { VouchersOfOrder } from './order-vouchers.tsx';

/** An order to read: what it says, and beside it what vouchers took of it (ux §12). */
export function OrderReading({ batch }: { batch: BatchDetail }) {
  const order = useQuery(orderOf(batch.batch_number));
  const detail = order.data;
  if (detail === undefined) return <LoadState query={order} what="the order" />;
  return (
    <BatchReading
      batch={batch}
      below={<VouchersOfOrder order={detail} />}
      side={
        <>
          <SidePart
            title="Match"
            rows={[
              { name: 'Ordered', figure: showAmount(detail.total_amount) },
              { name: 'Vouchered', figure: showAmount(detail.vouchered_amount) },
              { name: 'of it released', figure: showAmount(detail.released_amount) },
              { name: 'Open to voucher', figure: showAmount(detail.open_amount), strong: true },
            ]}
          />
          <OrderVat totalMinor={requireSum(detail.total_amount)} header={detail} />
        </>
      }
    />
  );
}

/** What an order comes to, for the foot of its page: what was ordered, what vouchers took of it, and what is left. */
export function useOrderSums({ batch_number, currency, total_amount }: BatchDetail) {
  const { data: order } = useQuery(orderOf(batch_number));
  return {
    Ordered: `${currency} ${showAmount(total_amount)}`,
    Vouchered: order && showAmount(order.vouchered_amount),
    Open: order && showAmount(order.open_amount),
  };
}

/** How the total of an order divides by its VAT type (decisions §4). `totalMinor` is in minor units of its currency. */
export function OrderVat({
  totalMinor,
  header: { subject_to_vat, vat_type },
}: {
  totalMinor: bigint;
  header: { readonly subject_to_vat: boolean | number; readonly vat_type: number };
}) {
  const { base_minor, vat_minor } = orderVat(totalMinor, { subject_to_vat: Number(subject_to_vat), vat_type });
  return (
    <SidePart
      title="VAT in the order"
      rows={[
        { name: 'Subtotal', figure: formatAmount(base_minor) },
        { name: 'VAT', figure: formatAmount(vat_minor) },
        { name: 'Total', figure: formatAmount(totalMinor), strong: true },
      ]}
    />
  );
}
