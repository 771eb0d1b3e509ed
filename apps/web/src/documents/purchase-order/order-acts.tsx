import { STATUS } from '@talaan/core/documents/status';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { rowsOf } from '@talaan/contract/documents/document-part';
import { emailOrder } from '@talaan/contract/documents/purchase-order/order-print.contract';
import { ORDER_TERMS } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { callServer } from '../../api/client.ts';
import { MailAct } from '../../batches/reading/mail-act.tsx';
import { CreateVoucher } from './create-voucher.tsx';

/** What can be done with an order besides its moves: an approved one is sent to its supplier, and vouchers take from it. */
export function OrderActs({ batch }: { batch: BatchDetail }) {
  const { batch_number: id, status, parts } = batch;
  const isApproved = status >= STATUS.APPROVED && status !== STATUS.ARCHIVED;
  return (
    <>
      {isApproved ? (
        <MailAct
          batch={batch}
          number={id}
          what="The purchase order"
          known={rowsOf(parts, ORDER_TERMS)[0]?.email_add ?? ''}
          sentText={`Successfully sent an email for purchase order ${id}.`}
          send={(to, headers) => callServer(emailOrder, { params: { id }, body: { to }, headers })}
        />
      ) : null}
      <CreateVoucher batch={batch} />
    </>
  );
}
