import { formatAmount, sumMinor } from '@talaan/core/money/money';
import { useApprovalRoute } from '../../batches/entry/frame/approval-route.ts';
import { SidePart } from '../../batches/record/side-part.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import type { EditedCollection } from './use-collection-form.ts';

/** That what is written off goes to approval, and the way by which what was received need not wait for it. */
export function WriteOffPart({ collection, currency }: { collection: EditedCollection; currency: string }) {
  const { collected, document, partWriteOff } = collection;
  const { writtenOffMinor = 0n } = document.amount;
  const route = useApprovalRoute({ type: document.document_type, ...document.amount });
  if (writtenOffMinor === 0n || route === undefined || route.steps.length === 0) return null;
  const typed = sumMinor(collected.settled.map(({ written_off_minor }) => written_off_minor));
  const included =
    writtenOffMinor > typed
      ? ', with what was written off of the same invoices before and tax withheld beyond any rate'
      : '';
  return (
    <SidePart title="Write-off">
      <p className="small" role="status">
        {`${currency} ${formatAmount(writtenOffMinor)} counts as written off${included}. It takes the approval route of a journal of that amount.`}
      </p>
      {partWriteOff === undefined ? null : (
        <>
          <p className="small">The receipt waits for it, unless the write-off becomes a collection of its own.</p>
          <Button size="sm" onClick={() => void partWriteOff()}>
            Split off the write-off
          </Button>
        </>
      )}
    </SidePart>
  );
}
