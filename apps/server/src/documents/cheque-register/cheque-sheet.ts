import { CHEQUE_STATES } from '@talaan/core/documents/cheque/cheque-state';
import type { ChequeRow } from '@talaan/contract/documents/cheque-register/cheque.contract';
import type { DeadLeaf } from './cheque-alarms.ts';
import type { Cell, Sheet, SheetColumn } from '../../platform/spreadsheet/sheet.ts';

const COLUMNS: readonly (SheetColumn & { cell(row: ChequeRow): Cell })[] = [
  { header: 'Cheque No.', kind: 'text', width: 16, cell: (row) => row.cheque_number },
  { header: 'Cheque Date', kind: 'date', width: 14, cell: (row) => row.cheque_date },
  { header: 'Bank', kind: 'text', width: 24, cell: (row) => row.bank_name },
  { header: 'Account No.', kind: 'text', width: 20, cell: (row) => row.bank_account },
  { header: 'Payee', kind: 'text', width: 36, cell: (row) => row.payee_desc },
  { header: 'Cheque Amount', kind: 'amount', width: 18, cell: (row) => row.cheque_amount },
  { header: 'Currency', kind: 'text', width: 10, cell: (row) => row.currency },
  { header: 'Voucher No.', kind: 'text', width: 16, cell: (row) => row.document_number },
  { header: 'Batch No.', kind: 'text', width: 14, cell: (row) => row.batch_number },
  { header: 'PDC', kind: 'text', width: 10, cell: (row) => pdcText(row) },
  { header: 'Status', kind: 'text', width: 12, cell: (row) => CHEQUE_STATES[row.state] },
  { header: 'Since', kind: 'date', width: 14, cell: (row) => row.state_on },
  { header: 'Reason', kind: 'text', width: 36, cell: (row) => row.state_reason },
];

/** The register as a sheet. */
export function chequeSheet(rows: readonly ChequeRow[]): Sheet {
  return {
    title: 'Check Transactions',
    columns: COLUMNS,
    rows: (async function* () {
      for (const row of rows) yield { cells: COLUMNS.map((column) => column.cell(row)) };
    })(),
  };
}

function pdcText({ pdc_no, pdc_count }: ChequeRow): string {
  return pdc_no === null || pdc_count === null ? '' : `${pdc_no} of ${pdc_count}`;
}

const DEAD_COLUMNS: readonly (SheetColumn & { cell(leaf: DeadLeaf): Cell })[] = [
  { header: 'Cheque No.', kind: 'text', width: 16, cell: (leaf) => leaf.cheque_number },
  { header: 'Status', kind: 'text', width: 12, cell: (leaf) => CHEQUE_STATES[leaf.state] },
  { header: 'Since', kind: 'date', width: 14, cell: (leaf) => leaf.on_date },
  { header: 'Printed', kind: 'text', width: 10, cell: (leaf) => (leaf.was_printed ? 'Yes' : 'No') },
  { header: 'Reason', kind: 'text', width: 36, cell: (leaf) => leaf.reason },
  { header: 'Paid by the bank on', kind: 'date', width: 20, cell: (leaf) => leaf.cleared_on },
];

/** What an account's bank gets: the leaves that it must not pay. */
export function deadLeavesSheet(account: string, leaves: readonly DeadLeaf[]): Sheet {
  return {
    title: `Leaves not to be paid, ${account}`,
    columns: DEAD_COLUMNS,
    rows: (async function* () {
      for (const leaf of leaves) yield { cells: DEAD_COLUMNS.map((column) => column.cell(leaf)) };
    })(),
  };
}
