import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { FootSum, FootSums } from '../../batches/entry/frame/foot-bar.tsx';
import { BatchReading } from '../../batches/reading/batch-reading.tsx';
import { formatAmount, sumMinor } from '@talaan/core/money/money';
import { appliedMinor } from '@talaan/core/receivables/allocation';
import { excessMinor } from '@talaan/core/documents/collection/collection-lines';
import { ChequePart } from './cheque-part.tsx';
import { collectedOf, collectionOfDetail } from './collection-form.ts';
import { ReceiptPart } from './receipt-part.tsx';

/** A collection to read: what it settles and books, and beside it what its receipt says. */
export function CollectionReading({ batch }: { batch: BatchDetail }) {
  return (
    <BatchReading
      batch={batch}
      side={
        <>
          <ReceiptPart collected={collectedOf(collectionOfDetail(batch))} currencyId={batch.currency_id} />
          <ChequePart collectionNumber={batch.batch_number} />
        </>
      }
    />
  );
}

/** What a collection comes to, in the foot of its page. */
export function CollectionSums({ batch }: { batch: BatchDetail }) {
  const collected = collectedOf(collectionOfDetail(batch));
  return (
    <FootSums>
      <FootSum name="Received">{`${batch.currency} ${formatAmount(collected.received_minor)}`}</FootSum>
      <FootSum name="Applied">{formatAmount(sumMinor(collected.settled.map(appliedMinor)))}</FootSum>
      <FootSum name="To advances">{formatAmount(excessMinor(collected))}</FootSum>
    </FootSums>
  );
}
