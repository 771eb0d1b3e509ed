import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { statusChip } from '@talaan/core/documents/document-status';
import type { Database } from '../../platform/database/database.ts';
import type { Cell, Sheet, SheetColumn, SheetRow } from '../../platform/spreadsheet/sheet.ts';
import { readBatchRows, type StoredBatchRow } from '../record/batch-rows.ts';

/** Rows read at once, so that an export of any size takes little memory. */
const ROWS_AT_ONCE = 500;

const COLUMNS: readonly (SheetColumn & { cell(row: StoredBatchRow): Cell })[] = [
  { header: 'Batch No.', kind: 'text', width: 12, cell: (row) => row.batch_number },
  { header: 'Document No.', kind: 'text', width: 14, cell: (row) => row.document_number },
  { header: 'Type', kind: 'text', width: 18, cell: (row) => DOCUMENT_TYPES[row.document_type as DocumentType].label },
  { header: 'Document Date', kind: 'date', width: 14, cell: (row) => row.document_date.split(',')[0] ?? null },
  { header: 'Payee', kind: 'text', width: 32, cell: (row) => row.payee_desc },
  { header: 'Remarks', kind: 'text', width: 48, cell: (row) => row.remarks },
  { header: 'Currency', kind: 'text', width: 9, cell: (row) => row.currency },
  { header: 'Total Debit', kind: 'amount', width: 18, cell: (row) => row.total_debit },
  { header: 'Total Credit', kind: 'amount', width: 18, cell: (row) => row.total_credit },
  { header: 'Amount in Pesos', kind: 'amount', width: 18, cell: (row) => row.amount_php },
  {
    header: 'Status',
    kind: 'text',
    width: 16,
    cell: (row) => statusChip(row.document_type as DocumentType, row.status).label,
  },
  { header: 'Preparer', kind: 'text', width: 24, cell: (row) => row.preparer },
  { header: 'Date Encoded', kind: 'instant', width: 18, cell: (row) => row.date_encoded },
];

/** A transaction list as a sheet, its rows read while it is written. */
export function batchSheet(database: Database, title: string, ids: readonly string[]): Sheet {
  return { title, columns: COLUMNS, rows: sheetRows(database, ids) };
}

async function* sheetRows(database: Database, ids: readonly string[]): AsyncGenerator<SheetRow> {
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const rows = await readBatchRows(database, ids.slice(start, start + ROWS_AT_ONCE));
    for (const row of rows) yield { cells: COLUMNS.map((column) => column.cell(row)) };
  }
}
