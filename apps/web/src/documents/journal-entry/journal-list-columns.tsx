import type { BatchPage, BatchRow } from '@talaan/contract/documents/batch-view.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { BatchFlags, BatchStatus } from '../../batches/batch-chips.tsx';
import { showAmount } from '../../batches/batch-texts.ts';
import type { Column } from '../../ui/data-table.tsx';

/** The columns of the journal list, in the order of ux §3; the currency stands beside its amounts. */
export const JOURNAL_COLUMNS: readonly Column<BatchRow>[] = [
  {
    id: 'batch_number',
    header: 'Batch No.',
    width: 88,
    figures: true,
    strong: true,
    sortable: true,
    cell: (row) => row.batch_number,
  },
  {
    id: 'document_number',
    header: 'Document No.',
    width: 104,
    figures: true,
    sortable: true,
    cell: (row) => row.document_number,
  },
  {
    id: 'document_date',
    header: 'Document Date',
    width: 112,
    figures: true,
    sortable: true,
    title: (row) => (row.document_date.includes(',') ? row.document_date.replaceAll(',', '\n') : ''),
    cell: (row) => (row.document_date.includes(',') ? MESSAGES.multipleDates : row.document_date),
  },
  { id: 'remarks', header: 'Remarks', title: (row) => row.remarks, cell: (row) => row.remarks },
  {
    id: 'total_amount',
    header: 'Total Debit',
    width: 120,
    align: 'right',
    figures: true,
    sortable: true,
    cell: (row) => showAmount(row.total_debit),
  },
  {
    id: 'total_credit',
    header: 'Total Credit',
    width: 120,
    align: 'right',
    figures: true,
    cell: (row) => (
      <span className={row.total_credit === row.total_debit ? undefined : 'danger'}>
        {showAmount(row.total_credit)}
      </span>
    ),
  },
  { id: 'currency', header: 'Cur', width: 48, cell: (row) => row.currency },
  { id: 'status', header: 'Status', width: 128, sortable: true, cell: (row) => <BatchStatus batch={row} /> },
  { id: 'preparer', header: 'Preparer', width: 112, sortable: true, cell: (row) => row.preparer },
  { id: 'flags', header: 'Flags', width: 84, cell: (row) => <BatchFlags batch={row} /> },
];

/** The sums of the page, one row per currency. */
export function journalTotals(page: BatchPage | undefined) {
  return (page?.totals ?? []).map((total, index) => ({
    label:
      index === 0
        ? `Page total, ${page!.data.length === 1 ? '1 entry' : `${page!.data.length} entries`}`
        : `Page total in ${total.currency}`,
    cells: {
      total_amount: showAmount(total.total_debit),
      total_credit: showAmount(total.total_credit),
      currency: total.currency,
    },
  }));
}
