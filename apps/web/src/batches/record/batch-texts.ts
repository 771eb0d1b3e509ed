import { readBatchKey } from '@talaan/core/documents/batch-key';
import { DOCUMENT_TYPES, documentTypeText, isDocumentType } from '@talaan/core/documents/document-type';
import { kindOf } from '@talaan/contract/documents/document-kinds';
import type { BatchRow, RouteStage } from '@talaan/contract/documents/batch-view.contract';
import { stateChip, statusChip, type StatusChip } from '@talaan/core/documents/document-status';
import { STATUS } from '@talaan/core/documents/status';
import { formatDetailDate, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { serverNow } from '../../api/server-clock.ts';
import { calendarDateAt, clockAt } from '../../ui/dates/company-clock.ts';

const DAY_MS = 86_400_000;

/** Decimal text of the wire as people read it: 1,234.50. */
export function showAmount(text: string): string {
  return formatAmount(requireSum(text));
}

/** A calendar date as details show it: 22 May 2025. A text that is no date stays as it is. */
export function showDate(text: string): string {
  const date = parseCalendarDate(text);
  return date === null ? text : formatDetailDate(date);
}

/** An instant (ISO text) in the company's zone: 22 May 2025 10:42. */
export function showInstant(instant: string): string {
  return `${showDate(calendarDateAt(Date.parse(instant)))} ${showClock(instant)}`;
}

/** The clock time of an instant (ISO text) in the company's zone: 10:42. */
export function showClock(instant: string): string {
  return clockAt(Date.parse(instant));
}

/** Whole days since an instant (ISO text), by the server's clock. */
export function daysSince(instant: string): number {
  return Math.max(0, Math.floor((serverNow() - Date.parse(instant)) / DAY_MS));
}

/** Label and hue of a status for any document type that the wire names. */
export function chipOf(documentType: string, status: number): StatusChip {
  return isDocumentType(documentType)
    ? statusChip(documentType, status)
    : { label: `Status ${status}`, hue: 'neutral' };
}

/** Where a batch stands, for any document type that the wire names. */
export function stateOf({
  document_type,
  approved_remarks = '',
  ...batch
}: Pick<BatchRow, 'document_type' | 'status' | 'voided'> & Partial<Pick<BatchRow, 'approved_remarks'>>): StatusChip {
  return isDocumentType(document_type)
    ? stateChip({ ...batch, document_type, approved_remarks })
    : chipOf(document_type, batch.status);
}

/** Whether a document of the type posts to the ledger once it is approved. */
export function hasLedgerEffect(documentType: string): boolean {
  return !isDocumentType(documentType) || DOCUMENT_TYPES[documentType].module !== null;
}

/** Whether a void cancels a document of the type for good, so that it is called so and nothing leads back. */
export function isCancelled(documentType: string): boolean {
  return isDocumentType(documentType) && DOCUMENT_TYPES[documentType].archive_cancels;
}

/** What its void is called: 'Void', or 'Cancel purchase order'. */
export function voidLabel(documentType: string): string {
  return isCancelled(documentType) ? `Cancel ${kindOf(documentType)?.one ?? 'it'}` : 'Void';
}

/** The size of a file in bytes as people read it: 184 kB. */
export function showSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1) return `${bytes} B`;
  return kilobytes < 1024 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1024).toFixed(1).replace('.0', '')} MB`;
}

/** What the batch of a key is called: 'Batch 0010234', 'Billing 0000012'. */
export function titleOfKey(key: string): string {
  const { document_type, batch_number } = readBatchKey(key);
  return `${document_type === null ? 'Batch' : DOCUMENT_TYPES[document_type].label} ${batch_number}`;
}

/** How a batch is named in a sentence by its number: 'batch 0010234', 'purchase order PO0000005'. */
export function numberedName(documentType: string, batchNumber: string | null): string {
  const isOfSeries = isDocumentType(documentType) && DOCUMENT_TYPES[documentType].batch_series !== 'batch';
  return `${isOfSeries ? (kindOf(documentType)?.one ?? 'batch') : 'batch'} ${batchNumber ?? ''}`.trim();
}

/** How a batch is named in a question: its document number, else its number. */
export function nameOf(batch: { document_number: string | null; document_type: string; batch_number: string }): string {
  return batch.document_number ?? numberedName(batch.document_type, batch.batch_number);
}

/**
 * What submitting is called on a route: where nobody has to approve, it is the last word, and a receipt is issued. While the
 * route is not known, a receipt promises neither.
 */
export function submitLabel(documentType: string, route: readonly Pick<RouteStage, 'status'>[] | undefined): string {
  const isAsked = ({ status }: { status: number }) => status >= STATUS.FOR_REVIEW && status <= STATUS.FOR_APPROVAL_3;
  const isReceipt = isDocumentType(documentType) && DOCUMENT_TYPES[documentType].header.receipt;
  if (route === undefined) return isReceipt ? 'Submit' : 'Submit for approval';
  if (route.some(isAsked)) return 'Submit for approval';
  return isReceipt ? 'Issue receipt' : 'Submit';
}

/** What a batch is called where a line must do: its remarks, else its type and number. */
export function batchTitle(batch: { remarks: string; payee_desc: string | null; document_type: string }): string {
  const [firstLine = ''] = batch.remarks.split('\n');
  return batch.payee_desc ?? (firstLine || typeText(batch.document_type));
}

/** 'JE · General Journal'. */
export function typeText(documentType: string): string {
  return isDocumentType(documentType) ? documentTypeText(documentType) : documentType;
}
