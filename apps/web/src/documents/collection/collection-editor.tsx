import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accountWith } from '@talaan/core/ledger/account-role';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { DocumentEditor } from '../../batches/entry/document/document-editor.tsx';
import type { HeadLook } from '../../batches/entry/document/head-look.ts';
import type { EditorProps } from '../../batches/entry/frame/opened-entry.ts';
import { currencyCode } from '../../batches/record/batch-calls.ts';
import { showAmount } from '../../batches/record/batch-texts.ts';
import { advanceOf } from './collection-calls.ts';
import { CollectionCards } from './collection-cards.tsx';
import type { CollectionHeader } from './collection-form.ts';
import { InvoicesTable } from './invoices-table.tsx';
import { collectedFigures, ReceiptPart } from './receipt-part.tsx';
import { WriteOffPart } from './write-off-part.tsx';
import { useCollectionForm, type EditedCollection } from './use-collection-form.ts';
import styles from './invoices-table.module.css';

/** A collection while it is typed: what came in, and which invoices it settles; what is booked and printed follows (ux §12). */
export function CollectionEditor(props: EditorProps) {
  const { choices } = props;
  const collection = useCollectionForm(props);
  const { edited, invoices, collected } = collection;
  const { header } = edited.form;
  const currency = currencyCode(choices, header.currency_id);
  const none =
    header.payee === null
      ? 'Choose a customer to see what is open.'
      : invoices === undefined
        ? 'Please wait ...'
        : invoices.length === 0
          ? `Nothing is open in ${currency}. What is received becomes an advance.`
          : null;
  return (
    <DocumentEditor
      opened={props}
      edited={edited}
      document={collection.document}
      look={useCollectionLook(props, collection)}
      side={
        <>
          <WriteOffPart collection={collection} currency={currency} />
          <ReceiptPart collected={collected} currencyId={header.currency_id} />
        </>
      }
      sums={{ figures: collectedFigures(collected, currency) }}
    >
      {none === null ? (
        <InvoicesTable collection={collection} invoices={invoices ?? []} />
      ) : (
        <p className={`${styles.none} muted`}>{none}</p>
      )}
      <CollectionCards collected={collected} header={header} choices={choices} />
    </DocumentEditor>
  );
}

/** What of the head is asked for only where something comes in, is written off or was paid in advance. */
function useCollectionLook(
  { choices, batchNumber }: EditorProps,
  { edited, collected }: EditedCollection,
): HeadLook<CollectionHeader> {
  const { payee, currency_id, bank_id, received_amount, advance_amount } = edited.form.header;
  const advance = useQuery({ ...advanceOf(payee?.id ?? 0, currency_id), enabled: payee !== null }).data?.advance_amount;
  const writesOff = collected.settled.some(({ written_off_minor }) => written_off_minor > 0n);
  const bank = choices.banks.find(({ id }) => id === bank_id);
  const usual = accountWith(choices.accounts, 'WRITE_OFF');
  return useMemo(
    () => ({
      title: `Collection ${batchNumber}`,
      numbers: { 'Collection No.': batchNumber },
      fields: {
        bank_id: { required: received_amount !== '', hint: bank && `${bank.bank_name} · account ${bank.acct_code}` },
        advance_amount: {
          hidden: advance_amount === '' && (advance ?? '0.00') === '0.00',
          hint: advance && `${showAmount(advance)} paid in advance`,
        },
        department: { required: writesOff || currency_id !== CURRENCY_PESO },
        write_off_account: { hidden: !writesOff, hint: usual && `without a choice ${usual.code} ${usual.name}` },
      },
    }),
    [batchNumber, received_amount, bank, advance_amount, advance, writesOff, currency_id, usual],
  );
}
