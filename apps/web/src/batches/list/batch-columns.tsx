import type { BatchPage, BatchRow } from '@talaan/contract/documents/batch-view.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { BatchFlags, BatchStatus } from '../batch-chips.tsx';
import { typeText } from '../batch-reading.tsx';
import { showAmount } from '../batch-texts.ts';
import type { Column } from '../../ui/data-table.tsx';

/** Columns of transaction lists, by what they show; each list takes its own in the order of ux §3. */
export const BATCH_COLUMNS = {
  batchNumber: {
    id: 'batch_number',
    header: 'Batch No.',
    width: 88,
    figures: true,
    strong: true,
    sortable: true,
    cell: (row) => row.batch_number,
  },
  documentNumber: {
    id: 'document_number',
    header: 'Document No.',
    width: 104,
    figures: true,
    sortable: true,
    cell: (row) => row.document_number,
  },
  type: {
    id: 'document_type',
    header: 'Type',
    width: 48,
    title: (row) => typeText(row.document_type),
    cell: (row) => row.document_type,
  },
  documentDate: {
    id: 'document_date',
    header: 'Document Date',
    width: 112,
    figures: true,
    sortable: true,
    // Several dates stand in the tooltip, one below the other (spec 2 §3).
    title: (row) => (row.document_date.includes(',') ? row.document_date.replaceAll(',', '\n') : ''),
    cell: (row) => (row.document_date.includes(',') ? MESSAGES.multipleDates : row.document_date),
  },
  payee: { id: 'payee', header: 'Payee', title: payeeText, cell: payeeText },
  remarks: { id: 'remarks', header: 'Remarks', title: (row) => row.remarks, cell: (row) => row.remarks },
  totalAmount: {
    id: 'total_amount',
    header: 'Total Amount',
    width: 120,
    align: 'right',
    figures: true,
    sortable: true,
    cell: (row) => showAmount(row.total_amount),
  },
  totalDebit: {
    id: 'total_amount',
    header: 'Total Debit',
    width: 120,
    align: 'right',
    figures: true,
    sortable: true,
    cell: (row) => showAmount(row.total_debit),
  },
  totalCredit: {
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
  currency: { id: 'currency', header: 'Cur', width: 48, cell: (row) => row.currency },
  status: { id: 'status', header: 'Status', width: 128, sortable: true, cell: (row) => <BatchStatus batch={row} /> },
  preparer: { id: 'preparer', header: 'Preparer', width: 112, sortable: true, cell: (row) => row.preparer },
  flags: { id: 'flags', header: 'Flags', width: 84, cell: (row) => <BatchFlags batch={row} /> },
} as const satisfies Record<string, Column<BatchRow>>;

function payeeText(row: BatchRow): string {
  return row.payee_desc ?? '';
}

/** The sums of the page under its amounts, one row per currency. */
export function batchTotals(page: BatchPage | undefined, columns: readonly Column<BatchRow>[]) {
  const withSides = columns.some(({ id }) => id === 'total_credit');
  return (page?.totals ?? []).map((total, index) => ({
    label:
      index === 0
        ? `Page total, ${page!.data.length === 1 ? '1 entry' : `${page!.data.length} entries`}`
        : `Page total in ${total.currency}`,
    cells: {
      total_amount: showAmount(withSides ? total.total_debit : total.total_amount),
      ...(withSides ? { total_credit: showAmount(total.total_credit) } : {}),
      currency: total.currency,
    },
  }));
}
