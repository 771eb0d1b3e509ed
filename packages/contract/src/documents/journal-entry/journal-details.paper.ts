import { statusChip } from '@talaan/core/documents/document-status';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { facts, letterhead, signatures, table } from '../../papers/paper-parts.ts';
import type { Paper } from '../../papers/paper.ts';
import type { BatchDetail, LineView } from '../batch-view.contract.ts';
import { datesText, entryLineColumns, lineTotals, printedBy, signaturesOf, stampOf } from '../document-paper.ts';
import type { Printed } from '../document-print.ts';

type JournalDetails = Printed<BatchDetail>;

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
      copy_no: ({ copy_no }) => copy_no,
      stamp: ({ batch }) => stampOf(batch.documents[0]!),
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
      { label: 'Currency', value: ({ batch }) => (batch.currency_id === CURRENCY_PESO ? null : batch.currency) },
      { label: 'Rate', value: ({ batch }) => (batch.currency_id === CURRENCY_PESO ? null : batch.dollar_rate) },
      { label: 'Remarks', value: ({ batch }) => batch.remarks, wide: true },
    ]),
    table({
      caption: () => 'Entry lines',
      rows: ({ batch }) => batch.details.map(settling),
      columns: entryLineColumns(),
      totals: ({ batch }) => lineTotals(batch, batch.details),
    }),
    signatures(({ batch }) => signaturesOf(batch)),
  ],
  foot: printedBy,
  verify: ({ verify }) => verify,
};

/** A line that settles an invoice says which, before its remarks. */
function settling(line: LineView): LineView {
  return { ...line, remarks: [line.billing_invoice_no, line.remarks].filter(Boolean).join(' · ') };
}
