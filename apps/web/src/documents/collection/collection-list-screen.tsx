import type { BatchPage, BatchRow } from '@talaan/contract/documents/batch-view.contract';
import {
  setCollectionAccountingStatus,
  type CollectionRow,
  type CollectionTotal,
} from '@talaan/contract/documents/collection/collection.contract';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { RESOURCE_INDEX } from '@talaan/contract/resource/resource-index';
import { AccountingStatus } from '../../batches/lists/accounting-status.tsx';
import { BATCH_COLUMNS } from '../../batches/lists/batch-columns.tsx';
import { BatchList } from '../../batches/lists/batch-list.tsx';
import { listOfKind } from '../../batches/lists/batch-list-kind.ts';
import { BatchStatus, MailMark, RiskMark } from '../../batches/record/batch-chips.tsx';
import { showAmount } from '../../batches/record/batch-texts.ts';
import { CollectionActs } from './collection-acts.tsx';
import { COLLECTION_LIST } from './collection-calls.ts';

/** The list asks for collections, so its rows have what collections say. */
const collectionIn = (row: BatchRow) => row as CollectionRow;
type Figure = 'billing_amount' | 'collected_amount' | 'balance_amount';
const amountIn = (field: Figure) => (row: BatchRow) => showAmount(collectionIn(row)[field]);
const sumOf = (field: Figure) => (total: BatchPage['totals'][number]) => (total as CollectionTotal)[field];
const invoicesOf = (row: BatchRow) => collectionIn(row).billing_invoice_no;

/** The first invoice, and how many more: all of them are in the tooltip and on the page of the collection. */
function firstInvoice(row: BatchRow): string {
  const [first = '', ...others] = invoicesOf(row).split(', ');
  return others.length === 0 ? first : `${first} +${others.length}`;
}

const FIGURE = { align: 'right', figures: true } as const;

const LIST = listOfKind(COLLECTIONS, {
  narrowsBy: ['accounting', 'party', 'signals'],
  call: COLLECTION_LIST,
  cancelBy: setCollectionAccountingStatus,
  columns: [
    { ...BATCH_COLUMNS.batchNumber, header: 'Collection No.', width: 96 },
    {
      id: 'billing_invoice_no',
      header: 'Billing Invoice No.',
      priority: 'extra',
      width: 120,
      figures: true,
      title: invoicesOf,
      cell: firstInvoice,
    },
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
    {
      id: 'billing_amount',
      header: 'Billing Amount',
      priority: 'extra',
      width: 104,
      ...FIGURE,
      cell: amountIn('billing_amount'),
    },
    {
      id: 'collected_amount',
      header: 'Collected Amount',
      priority: 'amount',
      width: 112,
      ...FIGURE,
      cell: amountIn('collected_amount'),
    },
    { ...BATCH_COLUMNS.currency, width: 40 },
    {
      id: 'accounting_status',
      header: 'Accounting Status',
      priority: 'repeat',
      width: 108,
      cell: (row) => <AccountingStatus batch={collectionIn(row)} />,
    },
    {
      id: 'balance_amount',
      header: 'Balance',
      priority: 'extra',
      width: 100,
      ...FIGURE,
      cell: amountIn('balance_amount'),
    },
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
