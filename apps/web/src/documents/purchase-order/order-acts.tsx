import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { CreateVoucher } from './create-voucher.tsx';
import { OrderMail } from './order-mail.tsx';

/** What can be done with an order besides its moves. */
export function OrderActs({ batch }: { batch: BatchDetail }) {
  return (
    <>
      <OrderMail batch={batch} />
      <CreateVoucher batch={batch} />
    </>
  );
}
