import type { BatchPage } from '@talaan/contract/documents/batch-view.contract';
import {
  setCollectionAccountingStatus,
  type CollectionRow,
  type CollectionTotal,
} from '@talaan/contract/documents/collection/collection.contract';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { RESOURCE_INDEX } from '@talaan/contract/resource/resource-index';
import { ACCOUNTING_COLUMN } from '../../batches/lists/accounting-status.tsx';
import { BATCH_COLUMNS, ownColumn } from '../../batches/lists/batch-columns.tsx';
import { BatchList } from '../../batches/lists/batch-list.tsx';
import { listOfKind } from '../../batches/lists/batch-list-kind.ts';
import { BatchStatus, MailMark, RiskMark } from '../../batches/record/batch-chips.tsx';
import { showAmount } from '../../batches/record/batch-texts.ts';
import { CollectionActs } from './collection-acts.tsx';
import { COLLECTION_LIST } from './collection-calls.ts';

/** The first invoice, and how many more: all of them are in the tooltip and on the page of the collection. */
function firstInvoice({ billing_invoice_no }: CollectionRow): string {
  const [first = '', ...others] = billing_invoice_no.split(', ');
  return others.length === 0 ? first : `${first} +${others.length}`;
}

type Figure = 'billing_amount' | 'collected_amount' | 'balance_amount';
const figure = (field: Figure, header: string, width: number, priority: 'extra' | 'amount' = 'extra') =>
  ownColumn<CollectionRow>(field, header, width, (row) => showAmount(row[field]), {
    align: 'right',
    figures: true,
    priority,
  });
const sumOf = (field: Figure) => (total: BatchPage['totals'][number]) => (total as CollectionTotal)[field];

const LIST = listOfKind(COLLECTIONS, {
  narrowsBy: ['accounting', 'party', 'signals'],
  call: COLLECTION_LIST,
  cancelBy: setCollectionAccountingStatus,
  columns: [
    { ...BATCH_COLUMNS.batchNumber, header: 'Collection No.', width: 96 },
    ownColumn<CollectionRow>('billing_invoice_no', 'Billing Invoice No.', 120, firstInvoice, {
      figures: true,
      title: ({ billing_invoice_no }) => billing_invoice_no,
    }),
    { ...BATCH_COLUMNS.payee, header: 'Customer Name', least: 96 },
    {
      ...BATCH_COLUMNS.status,
      // Room for the mark beside 'For Approval 1'.
      width: 148,
      cell: (row) => (
        <>
          <BatchStatus batch={row} /> <RiskMark risks={row.risks} status={row.status} />
          <MailMark state={row.mail_state} />
        </>
      ),
    },
    { ...BATCH_COLUMNS.documentDate, header: 'Collection Date', width: 96 },
    figure('billing_amount', 'Billing Amount', 104),
    figure('collected_amount', 'Collected Amount', 112, 'amount'),
    { ...BATCH_COLUMNS.currency, width: 40 },
    ACCOUNTING_COLUMN,
    figure('balance_amount', 'Balance', 100),
  ],
  ownFigures: {
    billing_amount: sumOf('billing_amount'),
    collected_amount: sumOf('collected_amount'),
    balance_amount: sumOf('balance_amount'),
  },
  beside: {
    path: '/payefile',
    search: { tab: RESOURCE_INDEX.received_cheque.tab.id },
    label: RESOURCE_INDEX.received_cheque.tab.label,
    module: RESOURCE_INDEX.received_cheque.module,
  },
  Besides: CollectionActs,
});

/** /trx-collection: the collections of a month (ux §3). */
export function CollectionListScreen() {
  return <BatchList list={LIST} />;
}
