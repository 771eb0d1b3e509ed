import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ACCESS } from '@talaan/core/access/access-level';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { DISBURSEMENTS } from '@talaan/contract/documents/disbursement/disbursement.kind';
import type { OrderDetail } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { reportFailure } from '../../api/report-failure.ts';
import { keepNewDraft, type Made } from '../../batches/entry/drafts/new-draft.ts';
import { draftBegun } from '../../batches/entry/document/document-form.ts';
import { EMPTY_PART, ENTRY } from '../../batches/entry/form/entry-form.ts';
import { NO_PLACES } from '../../batches/entry/fields/own-places.ts';
import { choiceOf } from '../../batches/entry/lines/entry-line.ts';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useToday } from '../../ui/dates/today.tsx';
import { withPleaseWait } from '../../ui/feedback/feedback.ts';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { orderOf } from './order-calls.ts';

/** Opens a new voucher that takes what stays open of an order; of one that takes no vouchers nothing. */
export function CreateVoucher({ batch: { batch_number, status } }: { batch: BatchDetail }) {
  const isOpen = status === STATUS.APPROVED || status === STATUS.PARTLY_USED;
  const order = useQuery({ ...orderOf(batch_number), enabled: isOpen }).data;
  const disabledReason = useWhyNot(DISBURSEMENTS.module, ACCESS.insert);
  const today = useToday();
  const navigate = useNavigate();

  async function open(): Promise<void> {
    if (order === undefined || disabledReason !== undefined) return;
    try {
      const draft = await withPleaseWait(keepNewDraft(voucherOf(order, today)));
      await navigate({ to: DISBURSEMENTS.page, search: { draft } });
    } catch (failure) {
      reportFailure(failure);
    }
  }
  useShortcut('v', 'Create voucher', () => void open(), { enabled: isOpen });
  if (!isOpen) return null;
  return (
    <Button keys="v" disabledReason={disabledReason} onClick={() => void open()}>
      Create voucher
    </Button>
  );
}

const VOUCHER = ENTRY[DISBURSEMENTS.types[0]];

/** A voucher of the order's payee and currency; the helper of VAT and withholding starts from what stays open. */
function voucherOf(order: OrderDetail, today: CalendarDate): Made {
  const { payee_id, payee_code, payee_desc, currency_id, dollar_rate, remarks, open_amount, po_number } = order;
  const body = draftBegun(
    VOUCHER,
    { today, places: NO_PLACES },
    {
      payee: choiceOf(payee_id, payee_code, payee_desc),
      currency_id,
      dollar_rate,
      remarks,
      vat: order.subject_to_vat === 1 ? order.vat_type : null,
      trx_purchase_order: po_number,
      tax_parts: [{ ...EMPTY_PART, amount: open_amount }],
    },
  );
  return { document_type: DISBURSEMENTS.types[0], body };
}
