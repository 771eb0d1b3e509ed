import {
  exportCollections,
  listCollections,
  setCollectionAccountingStatus,
  type CollectionRow,
} from '@talaan/contract/documents/collection/collection.contract';
import { COLLECTION_FACTS } from '@talaan/contract/documents/collection/collection.fields';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { RESOURCE_INDEX } from '@talaan/contract/resource/resource-index';
import { ACCOUNTING_COLUMN } from '../../batches/lists/accounting-status.tsx';
import { BATCH_COLUMNS, ownColumns } from '../../batches/lists/batch-columns.tsx';
import { listScreenOf } from '../../batches/lists/list-screen.tsx';
import { ownList } from '../../batches/record/batch-calls.ts';
import { BatchStatus, MailMark, RiskMark } from '../../batches/record/batch-chips.tsx';
import { CollectionActs } from './collection-acts.tsx';

/** The first invoice, and how many more: all of them are in the tooltip and on the page of the collection. */
function firstInvoice({ billing_invoice_no }: CollectionRow): string {
  const [first = '', ...others] = billing_invoice_no.split(', ');
  return others.length === 0 ? first : `${first} +${others.length}`;
}

const { module, tab } = RESOURCE_INDEX.received_cheque;
const own = ownColumns<CollectionRow>(COLLECTION_FACTS);

/** /trx-collection: the collections of a month (ux §3). */
export const CollectionListScreen = listScreenOf(COLLECTIONS, {
  narrowsBy: ['accounting', 'party', 'signals'],
  call: ownList(listCollections, exportCollections, 'collection_date'),
  cancelBy: setCollectionAccountingStatus,
  columns: [
    { ...BATCH_COLUMNS.batchNumber, header: 'Collection No.', width: 96 },
    own('billing_invoice_no', 120, {
      figures: true,
      cell: firstInvoice,
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
    own('billing_amount', 104),
    own('collected_amount', 112, { priority: 'amount' }),
    { ...BATCH_COLUMNS.currency, width: 40 },
    ACCOUNTING_COLUMN,
    own('balance_amount', 100),
  ],
  beside: { path: '/payefile', search: { tab: tab.id }, label: tab.label, module },
  Besides: CollectionActs,
});
