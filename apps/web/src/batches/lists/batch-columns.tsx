import type { BatchPage, BatchRow } from '@talaan/contract/documents/batch-view.contract';
import type { EntryFields } from '@talaan/contract/documents/declared-field';
import { plain } from '@talaan/core/text/told-changes';
import { receiptLabel, RECEIPT_STATUS } from '@talaan/core/documents/document-type';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { BatchFlags, BatchStatus, MailMark } from '../record/batch-chips.tsx';
import { showAmount, showClock, typeText } from '../record/batch-texts.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import type { Column } from '../../ui/table/table-props.ts';
import type { BatchListKind } from './batch-list-kind.ts';

/**
 * The columns that only the rows of one family have, by its declared fields: each under its label, and each gives way first;
 * `more` says how else it stands.
 */
export function ownColumns<Row extends BatchRow>(fields: EntryFields) {
  return (name: keyof Row & string, width: number, more: Omit<Partial<Column<Row>>, 'id'> = {}): Column<BatchRow> => {
    const { kind, label = name, of } = fields[name]!;
    const words = of as Readonly<Record<string, string>> | undefined;
    const isAmount = kind === 'amount';
    const cell = (row: Row): string => {
      const text = plain(row[name]);
      return isAmount ? showAmount(text) : (words?.[text] ?? text);
    };
    const title = kind === 'text' ? { title: cell } : {};
    const figures = isAmount ? ({ align: 'right', figures: true } as const) : kind === 'date' ? { figures: true } : {};
    // The list of a family asks for its rows, so they say what its rows do.
    const column = { id: name, header: label, priority: 'extra', width, cell, ...title, ...figures, ...more } as const;
    return column as Column<Row> as Column<never> as Column<BatchRow>;
  };
}

/** Columns of transaction lists, by what they show; each list takes its own in the order of ux §3. */
export const BATCH_COLUMNS = {
  batchNumber: {
    id: 'batch_number',
    header: 'Batch No.',
    priority: 'number',
    width: 88,
    figures: true,
    strong: true,
    sortable: true,
    cell: (row) => row.batch_number,
  },
  documentNumber: {
    id: 'document_number',
    header: 'Document No.',
    priority: 'extra',
    width: 104,
    figures: true,
    sortable: true,
    cell: (row) => row.document_number,
  },
  type: {
    id: 'document_type',
    header: 'Type',
    priority: 'extra',
    width: 48,
    title: (row) => typeText(row.document_type),
    cell: (row) => row.document_type,
  },
  documentDate: {
    id: 'document_date',
    header: 'Document Date',
    priority: 'date',
    width: 104,
    figures: true,
    sortable: true,
    // Several dates stand in the tooltip, one below the other (spec 2 §3).
    title: (row) => (row.document_date.includes(',') ? row.document_date.replaceAll(',', '\n') : ''),
    cell: (row) => (row.document_date.includes(',') ? MESSAGES.multipleDates : row.document_date),
  },
  // Where nobody is paid, a journal among them, its remarks say what it is.
  payee: {
    id: 'payee',
    header: 'Payee',
    priority: 'title',
    title: (row) => row.payee_desc ?? row.remarks,
    cell: (row) => row.payee_desc ?? <span className="muted">{row.remarks}</span>,
  },
  bank: {
    id: 'bank',
    header: 'Bank',
    priority: 'extra',
    width: 64,
    title: (row) => row.bank_name ?? '',
    cell: (row) => row.bank_code,
  },
  bankAccount: {
    id: 'bank_account',
    header: 'Bank Account',
    priority: 'extra',
    width: 120,
    figures: true,
    cell: (row) => row.bank_account,
  },
  chequeNumber: {
    id: 'cheque_number',
    header: 'Cheque No.',
    priority: 'extra',
    width: 88,
    figures: true,
    cell: chequeText,
  },
  receipt: {
    id: 'is_or_ar',
    header: 'Receipt',
    priority: 'extra',
    width: 120,
    cell: (row) => receiptLabel(row.is_or_ar),
  },
  officialReceipt: {
    id: 'or_number',
    header: 'OR No.',
    priority: 'extra',
    width: 112,
    figures: true,
    cell: (row) => row.or_number,
  },
  acknowledgementReceipt: {
    id: 'ar_number',
    header: 'AR No.',
    priority: 'extra',
    width: 112,
    figures: true,
    cell: (row) => row.ar_number,
  },
  receiptStatus: {
    id: 'receipt_status',
    header: 'Receipt e-mail',
    priority: 'extra',
    width: 112,
    cell: (row) => <ReceiptStatus status={row.receipt_status} />,
  },
  paidAmount: {
    id: 'total_amount',
    header: 'Amount',
    priority: 'amount',
    width: 120,
    align: 'right',
    figures: true,
    sortable: true,
    cell: (row) => showAmount(row.amount),
  },
  approvedRemarks: {
    id: 'approved_remarks',
    header: 'Approved Remarks',
    title: (row) => row.approved_remarks,
    cell: (row) => row.approved_remarks,
  },
  inProcess: {
    id: 'locked_by',
    header: 'In process by / since',
    width: 176,
    cell: (row) =>
      row.locked_by_name === null
        ? ''
        : `${row.locked_by_name}${row.locked_at === null ? '' : `, ${showClock(row.locked_at)}`}`,
  },
  remarks: { id: 'remarks', header: 'Remarks', title: (row) => row.remarks, cell: (row) => row.remarks },
  totalAmount: {
    id: 'total_amount',
    header: 'Total Amount',
    priority: 'amount',
    width: 120,
    align: 'right',
    figures: true,
    sortable: true,
    cell: (row) => showAmount(row.total_amount),
  },
  totalDebit: {
    id: 'total_amount',
    header: 'Total Debit',
    priority: 'amount',
    width: 120,
    align: 'right',
    figures: true,
    sortable: true,
    cell: (row) => showAmount(row.total_debit),
  },
  totalCredit: {
    id: 'total_credit',
    header: 'Total Credit',
    priority: 'extra',
    width: 120,
    align: 'right',
    figures: true,
    cell: (row) => (
      <span className={row.total_credit === row.total_debit ? undefined : 'danger'}>
        {showAmount(row.total_credit)}
      </span>
    ),
  },
  currency: { id: 'currency', header: 'Cur', priority: 'currency', width: 48, cell: (row) => row.currency },
  status: {
    id: 'status',
    header: 'Status',
    priority: 'status',
    width: 128,
    sortable: true,
    cell: (row) => (
      <>
        <BatchStatus batch={row} />
        <MailMark state={row.mail_state} />
      </>
    ),
  },
  preparer: {
    id: 'preparer',
    header: 'Preparer',
    priority: 'extra',
    width: 96,
    sortable: true,
    cell: (row) => row.preparer,
  },
  flags: {
    id: 'flags',
    header: 'Flags',
    priority: 'extra',
    yields: true,
    width: 88,
    cell: (row) => <BatchFlags batch={row} />,
  },
} as const satisfies Record<string, Column<BatchRow>>;

/** The total in a table; a phone, which shows one amount, shows what goes through the bank (ux §11). */
export const PAID_OF_TOTAL: readonly Column<BatchRow>[] = [
  { ...BATCH_COLUMNS.totalAmount, only: 'table' },
  {
    id: 'amount',
    header: 'Net Amount',
    priority: 'amount',
    align: 'right',
    width: 120,
    figures: true,
    only: 'phone',
    cell: (row) => showAmount(row.amount),
  },
];

/** The cheque, of a series the first one and how many are left. */
function chequeText(row: BatchRow): string {
  const number = row.cheque_number ?? '';
  return row.is_pdc === 1 && row.number_of_cheques > 1 ? `${number} +${row.number_of_cheques - 1}`.trim() : number;
}

function ReceiptStatus({ status }: { status: number | null }) {
  if (status === RECEIPT_STATUS.NO_EMAIL) return <StatusChip hue="amber" label="No payee e-mail" />;
  return status === RECEIPT_STATUS.SENT ? <StatusChip hue="green" label="Receipt sent" /> : null;
}

/**
 * The sums of the page under its amounts, one row per currency, and apart from them what is void or archived. What only its list
 * adds up stands below the column of that name; `ownFigures` says of what others are.
 */
export function batchTotals(
  page: BatchPage | undefined,
  columns: readonly Column<BatchRow>[],
  ownFigures: BatchListKind['ownFigures'] = {},
) {
  const withSides = columns.some(({ id }) => id === 'total_credit');
  const totals = page?.totals ?? [];
  // What waits for somebody is added up over all pages.
  const isOfPage = totals.reduce((sum, { rows }) => sum + rows, 0) === page?.data.length;
  const hasCurrencies = totals.some(({ currency }) => currency !== totals[0]!.currency);
  return totals.map((total) => {
    const figureOf = (name: string) => showAmount(plain(total[name as keyof typeof total]));
    const added = columns.filter(({ id }) => id in total && id !== 'currency');
    return {
      label: `${totalName(total.archived, isOfPage)}${hasCurrencies ? ` in ${total.currency}` : ''}, ${total.rows === 1 ? '1 entry' : `${total.rows} entries`}`,
      apart: total.archived,
      cells: {
        ...Object.fromEntries(added.map(({ id }) => [id, figureOf(id)])),
        amount: showAmount(total.amount),
        total_amount: showAmount(withSides ? total.total_debit : total.total_amount),
        ...Object.fromEntries(Object.entries(ownFigures).map(([column, figure]) => [column, figureOf(figure)])),
        currency: total.currency,
      },
    };
  });
}

function totalName(archived: boolean, isOfPage: boolean): string {
  if (archived) return 'Void or archived';
  return isOfPage ? 'Page total' : 'Total';
}
