import {
  deleteIntegrated,
  listIntegrated,
  type IntegratedDetails,
} from '@talaan/contract/integration/integrated.contract';
import { STATUS } from '@talaan/core/documents/status';
import { displayAmount } from '@talaan/contract/resource/display-value';
import { callServer } from '../api/client.ts';
import { reportFailure } from '../api/report-failure.ts';
import { askToConfirm, showSuccess, withPleaseWait } from '../ui/feedback/feedback.ts';

/** What a batch holds: its documents from one place on. */
export async function readIntegrated(
  batch_number: string,
  after = 0,
  signal?: AbortSignal,
): Promise<IntegratedDetails> {
  const answer = await callServer(listIntegrated, { query: { batch_number, after }, ...(signal ? { signal } : {}) });
  return (answer as { data: IntegratedDetails }).data;
}

/** Asks before a batch is deleted as a whole, by what it holds and the days at which it is reversed; answers whether it was. */
export async function askToDelete(batch_number: string): Promise<boolean> {
  try {
    const { source, batch_no, document_count, overallDebit, currency, reversed_on } = await withPleaseWait(
      readIntegrated(batch_number),
    );
    const documents = `${document_count} document${document_count === 1 ? '' : 's'}`;
    const what = `Batch ${batch_number} (${source} ${batch_no}): ${documents}, ${currency} ${displayAmount(overallDebit)}.`;
    const how =
      reversed_on.length === 0
        ? 'Nothing of it is posted; it is rejected.'
        : `Every entry is reversed on ${reversed_on.join(', ')}. This cannot be undone.`;
    const sure = await askToConfirm({
      title: 'Delete Transaction',
      text: `${what} ${how}`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!sure) return false;
    await withPleaseWait(callServer(deleteIntegrated, { body: { batch_number, status: STATUS.ARCHIVED } }));
    showSuccess(`Successfully Delete Batch Number ${batch_number}`);
    return true;
  } catch (failure) {
    reportFailure(failure);
    return false;
  }
}
