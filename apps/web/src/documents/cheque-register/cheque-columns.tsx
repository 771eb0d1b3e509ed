import { Link } from '@tanstack/react-router';
import { CHEQUE_HUES, CHEQUE_STATES, type ChequeState } from '@talaan/core/documents/cheque/cheque-state';
import type { ChequeRow } from '@talaan/contract/documents/cheque-register/cheque.contract';
import { showAmount, showDate } from '../../batches/record/batch-texts.ts';
import type { Column } from '../../ui/table/table-props.ts';
import { StatusChip } from '../../ui/status-chip.tsx';

export function ChequeStateChip({ state }: { state: ChequeState }) {
  return <StatusChip hue={CHEQUE_HUES[state]} label={CHEQUE_STATES[state]} />;
}

/** 'Cheque 0000451', or the voucher of one that has no number yet. */
export function chequeName({ cheque_number, document_number, batch_number }: ChequeRow): string {
  return cheque_number === null ? `Cheque of ${document_number ?? batch_number ?? ''}` : `Cheque ${cheque_number}`;
}

/** '2 of 6', and from when on it can be presented. */
export function pdcText({ pdc_no, pdc_count, matures_on }: ChequeRow): string {
  if (pdc_no === null || pdc_count === null) return '';
  return `${pdc_no} of ${pdc_count}${matures_on === null ? '' : `, matures on ${showDate(matures_on)}`}`;
}

/** The voucher number, which leads to the voucher. */
export function VoucherLink({ cheque }: { cheque: ChequeRow }) {
  const { batch_number, document_number, is_opening } = cheque;
  if (is_opening) return <span className="muted">Opening</span>;
  if (batch_number === null) return null;
  return (
    <Link to="/search-transaction" search={{ number: batch_number }}>
      {document_number ?? batch_number}
    </Link>
  );
}

export const CHEQUE_COLUMNS: readonly Column<ChequeRow>[] = [
  {
    id: 'cheque_number',
    header: 'Cheque No.',
    priority: 'number',
    width: 96,
    figures: true,
    strong: true,
    sortable: true,
    cell: (row) => row.cheque_number ?? <span className="muted">No number</span>,
  },
  {
    id: 'cheque_date',
    header: 'Cheque Date',
    priority: 'date',
    width: 112,
    figures: true,
    sortable: true,
    cell: (row) => row.cheque_date ?? '',
  },
  {
    id: 'bank',
    header: 'Bank',
    priority: 'extra',
    width: 72,
    cell: (row) => row.bank_code,
    title: (row) => row.bank_name,
  },
  {
    id: 'account',
    header: 'Account No.',
    priority: 'extra',
    width: 120,
    figures: true,
    cell: (row) => row.bank_account,
  },
  {
    id: 'payee_desc',
    header: 'Payee',
    priority: 'title',
    sortable: true,
    cell: (row) => row.payee_desc ?? <span className="muted">{row.state_reason}</span>,
    title: (row) => row.payee_desc ?? row.state_reason ?? '',
  },
  {
    id: 'cheque_amount',
    header: 'Cheque Amount',
    priority: 'amount',
    width: 128,
    align: 'right',
    figures: true,
    sortable: true,
    cell: (row) => (row.batch_number === null && !row.is_opening ? '' : showAmount(row.cheque_amount)),
  },
  { id: 'currency', header: 'Cur', priority: 'currency', width: 56, cell: (row) => row.currency },
  {
    id: 'document_number',
    header: 'Voucher No.',
    priority: 'extra',
    width: 116,
    figures: true,
    sortable: true,
    cell: (row) => <VoucherLink cheque={row} />,
  },
  {
    id: 'pdc',
    header: 'PDC',
    priority: 'extra',
    width: 72,
    figures: true,
    cell: (row) => (row.pdc_no === null ? '' : `${row.pdc_no} of ${row.pdc_count ?? ''}`),
    title: pdcText,
  },
  {
    id: 'state',
    header: 'Status',
    priority: 'status',
    width: 108,
    cell: (row) =>
      row.alarm === null ? <ChequeStateChip state={row.state} /> : <StatusChip hue="red" label="Bank paid" />,
    title: (row) =>
      row.alarm === null ? '' : `${CHEQUE_STATES[row.state]}; the bank paid it on ${showDate(row.alarm.cleared_on)}`,
  },
];
