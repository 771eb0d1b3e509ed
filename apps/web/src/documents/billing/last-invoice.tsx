import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { batchKey } from '@talaan/core/documents/batch-key';
import { formatDetailDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { reportFailure } from '../../api/report-failure.ts';
import { batchCalls } from '../../batches/record/batch-calls.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { withPleaseWait } from '../../ui/feedback/feedback.ts';
import { IconRepeat } from '../../ui/icons.tsx';
import { invoicesOf } from './billing-calls.ts';

/** Bills a customer again what the last invoice billed him; nothing where he has none. */
export function LastInvoice({ payeeId, onCopy }: { payeeId: number; onCopy: (batch: BatchDetail) => void }) {
  const client = useQueryClient();
  const last = useQuery(invoicesOf(payeeId)).data?.[0];
  if (!last) return null;
  const copy = async (): Promise<void> => {
    const asked = batchCalls.one(batchKey({ document_type: 'BI', batch_number: last.billing_request_no }));
    try {
      onCopy(await withPleaseWait(client.fetchQuery(asked)));
    } catch (error) {
      reportFailure(error);
    }
  };
  return (
    <Button size="sm" variant="ghost" icon={<IconRepeat />} onClick={() => void copy()}>
      {`Copy invoice of ${formatDetailDate(requireCalendarDate(last.billing_date))}`}
    </Button>
  );
}
