import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { collectionPrint } from '@talaan/contract/documents/collection/collection-print.contract';
import { ReceiptActs } from '../receipt/receipt-acts.tsx';

/** What can be done with a collection besides its moves: its receipt is sent. */
export function CollectionActs({ batch }: { batch: BatchDetail }) {
  return <ReceiptActs batch={batch} calls={collectionPrint} />;
}
