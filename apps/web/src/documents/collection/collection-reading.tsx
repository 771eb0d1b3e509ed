import { useQuery } from '@tanstack/react-query';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import type { CollectionDetail } from '@talaan/contract/documents/collection/collection.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { formOfDetail } from '../../batches/entry/document/document-form.ts';
import { BatchReading } from '../../batches/reading/batch-reading.tsx';
import { SidePart } from '../../batches/record/side-part.tsx';
import { useAccessLevel } from '../../session/session.ts';
import { ReceivedChequeLink } from '../receipt/received-cheque-link.tsx';
import { collectedOf } from './applied.ts';
import { collectionOf } from './collection-calls.ts';
import { COLLECTION } from './collection-form.ts';
import { collectedFigures, ReceiptPart } from './receipt-part.tsx';

/** A collection to read: what it settles and books, and beside it what its receipt says. Its invoices lead to their billings. */
export function CollectionReading({ batch }: { batch: BatchDetail }) {
  const { collection_details: invoices, received_cheque: cheque } =
    useQuery(collectionOf(batch.batch_number)).data ?? {};
  const mayReadBillings = useAccessLevel(BILLINGS.module) >= ACCESS.select;
  return (
    <BatchReading
      batch={batch}
      addressOf={(row) => {
        const billing = invoices?.find(({ billing_invoice_no }) => billing_invoice_no === row['billing_invoice_no']);
        if (billing === undefined || !mayReadBillings) return undefined;
        return { to: BILLINGS.page, search: { batch: billing.billing_request_no } };
      }}
      side={
        <>
          <ReceiptPart collected={collectedOf(formOfDetail(COLLECTION, batch))} currencyId={batch.currency_id} />
          {cheque ? <ChequePart cheque={cheque} /> : null}
        </>
      }
    />
  );
}

/** What a collection comes to, for the foot of its page. */
export const collectionSums = (batch: BatchDetail) =>
  collectedFigures(collectedOf(formOfDetail(COLLECTION, batch)), batch.currency);

/** The post-dated cheque whose deposit made a collection, and the way to it in the register. */
function ChequePart({ cheque }: { cheque: NonNullable<CollectionDetail['received_cheque']> }) {
  return (
    <SidePart title="Post-dated cheque" aside={cheque.state}>
      <p className="figures">
        <ReceivedChequeLink id={cheque.id}>{cheque.cheque_number}</ReceivedChequeLink>
      </p>
    </SidePart>
  );
}
