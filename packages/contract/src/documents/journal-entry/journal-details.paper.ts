import { formatPrintDate, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { statusChip } from '@talaan/core/documents/document-status';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { amountText, requireSum } from '@talaan/core/money/money';
import { MESSAGES } from '../../errors/messages.ts';
import { manilaClock } from '../../papers/manila-clock.ts';
import { facts, letterhead, signatures, table, type ColumnOf } from '../../papers/paper-parts.ts';
import type { Signer } from '../../papers/paper-blocks.ts';
import type { Paper } from '../../papers/paper.ts';
import type { BatchDetail, LineView, TimelineMove } from '../batch-view.contract.ts';
import type { Printed } from '../document-print.ts';

type JournalDetails = Printed<BatchDetail>;

const PESO = 1;

/** A figure's head says its currency where that is not the peso. */
const inCurrency =
  (head: string) =>
  ({ batch }: JournalDetails) =>
    batch.currency_id === PESO ? head : `${head} ${batch.currency}`;

const COLUMNS: readonly ColumnOf<JournalDetails, LineView>[] = [
  { field: 'line_no', header: '#', kind: 'code' },
  { field: 'account_code', header: 'Account', kind: 'code' },
  { field: 'acct_desc', header: 'Title', kind: 'text', grows: true },
  { field: 'payee_desc', header: 'Analysis', kind: 'text', grows: true },
  { field: 'dept_code', header: 'Dept', kind: 'code' },
  { field: 'brnc_code', header: 'Branch', kind: 'code' },
  { field: 'section_code', header: 'Section', kind: 'code' },
  { field: 'debit_amount', header: inCurrency('Debit'), kind: 'amount', total: true },
  { field: 'credit_amount', header: inCurrency('Credit'), kind: 'amount', total: true },
  { field: 'remarks', header: 'Remarks', kind: 'text', grows: true },
];

/** The details of a journal entry on paper: its facts, its lines, and who prepared and approved it (ux §8). */
export const journalDetailsPaper: Paper<JournalDetails> = {
  title: 'Journal Voucher',
  subject: ({ batch }) => batch.document_number ?? batch.batch_number,
  page: { size: 'A4', orientation: 'portrait' },
  parts: [
    letterhead({
      kind: 'JOURNAL VOUCHER',
      company: ({ company }) => company,
      number: ({ batch }) => batch.document_number ?? 'No number yet',
      stamp: ({ batch }) => (batch.voided ? 'VOID' : null),
    }),
    facts([
      { label: 'Batch No.', value: ({ batch }) => batch.batch_number },
      { label: 'Date', value: ({ batch }) => datesText(batch.document_date) },
      { label: 'Document No.', value: ({ batch }) => batch.document_number ?? '' },
      {
        label: 'Type',
        value: ({ batch }) => `JE · ${DOCUMENT_TYPES.JE.label}${batch.adjusting === 1 ? ', adjusting' : ''}`,
      },
      { label: 'Status', value: ({ batch }) => statusChip('JE', batch.status).label },
      { label: 'Preparer', value: ({ batch }) => batch.preparer },
      { label: 'Currency', value: ({ batch }) => (batch.currency_id === PESO ? null : batch.currency) },
      { label: 'Rate', value: ({ batch }) => (batch.currency_id === PESO ? null : batch.dollar_rate) },
      { label: 'Remarks', value: ({ batch }) => batch.remarks, wide: true },
    ]),
    table({
      caption: () => 'Entry lines',
      rows: ({ batch }) => batch.details,
      columns: COLUMNS,
      totals: ({ batch }) => [
        { label: 'TOTAL', sums: { debit_amount: batch.total_debit, credit_amount: batch.total_credit } },
        ...(batch.currency_id === PESO ? [] : [pesoTotal(batch)]),
      ],
    }),
    signatures(({ batch }) => [
      { label: 'Prepared by', signers: [preparer(batch)] },
      { label: 'Approved by', signers: approvers(batch) },
    ]),
  ],
  foot: printedBy,
};

function pesoTotal({ details }: BatchDetail) {
  const sum = (field: 'debit_php' | 'credit_php') =>
    amountText(details.reduce((total, line) => total + requireSum(line[field]), 0n));
  return { label: 'TOTAL PHP', sums: { debit_amount: sum('debit_php'), credit_amount: sum('credit_php') } };
}

const movesInForce = (batch: BatchDetail, action: string): TimelineMove[] =>
  batch.timeline.filter((move) => move.in_force && move.action === action);

function preparer(batch: BatchDetail): Signer {
  const submitted = movesInForce(batch, 'submit').at(-1);
  return { name: batch.preparer, date: printDate(submitted?.at ?? batch.date_encoded) };
}

/** Who approved, and for whom where a stand-in did. */
function approvers(batch: BatchDetail): Signer[] {
  return movesInForce(batch, 'approve').map(({ user_name, on_behalf_of_name, at }) => ({
    name: on_behalf_of_name === null ? user_name : `${user_name} for ${on_behalf_of_name}`,
    date: printDate(at),
  }));
}

/** yyyy-mm-dd as MM-d-yyyy; several dates as the specification says (spec 2 §3). */
function datesText(dates: string): string {
  if (dates.includes(',')) return MESSAGES.multipleDates;
  const date = parseCalendarDate(dates);
  return date === null ? dates : formatPrintDate(date);
}

function printDate(instant: string): string {
  return formatPrintDate(manilaClock(instant).date);
}

/** When and by whom it was printed, and which copy it is. */
function printedBy({ printed_at, printed_by, copy_no }: JournalDetails): string {
  const { date, time } = manilaClock(printed_at);
  const printed = `Printed ${formatPrintDate(date)} ${time} by ${printed_by}`;
  return copy_no > 1 ? `${printed} · REPRINT ${copy_no}` : printed;
}
