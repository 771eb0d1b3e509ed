import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatAmount, sumMinor } from '@talaan/core/money/money';
import { appliedMinor } from '@talaan/core/receivables/allocation';
import type { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { EditorFrame } from '../../batches/entry/frame/editor-frame.tsx';
import { FootSum, FootSums } from '../../batches/entry/frame/foot-bar.tsx';
import type { EditorProps } from '../../batches/entry/frame/opened-entry.ts';
import { lineSourcesOf } from '../../batches/entry/lines/line-sources.ts';
import { CollectionCards } from './collection-cards.tsx';
import { CollectionHeaderFields } from './collection-header.tsx';
import { InvoicesTable } from './invoices-table.tsx';
import { ReceiptPart } from './receipt-part.tsx';
import { WriteOffPart } from './write-off-part.tsx';
import { useCollectionForm } from './use-collection-form.ts';
import styles from './invoices-table.module.css';

/** A collection while it is typed: what came in, and which invoices it settles; what is booked and printed follows (ux §12). */
export function CollectionEditor(props: EditorProps<typeof COLLECTIONS>) {
  const { choices, batchNumber } = props;
  const client = useQueryClient();
  const collection = useCollectionForm(props);
  const { form, invoices, collected, unplaced } = collection;
  const { header } = form;
  const currency = choices.currencies.find(({ id }) => id === header.currency_id)?.iso_code ?? 'PHP';
  const payees = useMemo(() => lineSourcesOf(choices, client).payee, [choices, client]);
  const writesOff = collected.settled.some(({ written_off_minor }) => written_off_minor > 0n);
  const none =
    header.payee === null
      ? 'Choose a customer to see what is open.'
      : invoices === undefined
        ? 'Please wait ...'
        : invoices.length === 0
          ? `Nothing is open in ${currency}. What is received becomes an advance.`
          : null;

  return (
    <EditorFrame
      opened={props}
      document={collection.document}
      onJump={() => undefined}
      side={
        <>
          <WriteOffPart collection={collection} currency={currency} />
          <ReceiptPart collected={collected} currencyId={header.currency_id} />
        </>
      }
      footLabel="Total and actions"
      sums={
        <FootSums>
          <FootSum name="Received">{`${currency} ${formatAmount(collected.received_minor)}`}</FootSum>
          <FootSum name="Applied">{formatAmount(sumMinor(collected.settled.map(appliedMinor)))}</FootSum>
          {unplaced < 0n ? (
            <FootSum name="Beyond">{formatAmount(-unplaced)}</FootSum>
          ) : (
            <FootSum name="To advances">{formatAmount(unplaced)}</FootSum>
          )}
        </FootSums>
      }
      menu={[]}
    >
      {(collapsed, expand) => (
        <>
          <CollectionHeaderFields
            header={header}
            choices={choices}
            payees={payees}
            payee={collection.payee}
            collectionNumber={batchNumber}
            writesOff={writesOff}
            faults={collection.faults}
            collapsed={collapsed}
            onExpand={expand}
            onChange={collection.changeHeader}
          />
          {none === null ? (
            <InvoicesTable collection={collection} invoices={invoices ?? []} />
          ) : (
            <p className={`${styles.none} muted`}>{none}</p>
          )}
          <CollectionCards
            collected={collected}
            bankId={header.bank_id}
            currencyId={header.currency_id}
            writeOffAccount={header.write_off_account}
            choices={choices}
          />
        </>
      )}
    </EditorFrame>
  );
}
