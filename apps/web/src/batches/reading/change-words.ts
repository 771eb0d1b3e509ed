import { capital } from '@talaan/core/text/capital';
import type { BatchDetail, ChangesSince } from '@talaan/contract/documents/batch-view.contract';
import { parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { RECEIPT_STATUS, receiptLabel } from '@talaan/core/documents/document-type';
import { formatAmount, parseSignedAmount } from '@talaan/core/money/money';
import { chipOf, showDate, showInstant } from '../record/batch-texts.ts';

/** Fields that people call otherwise than the wire. */
const LABELS: Readonly<Record<string, string>> = {
  or_number: 'OR No.',
  ar_number: 'AR No.',
  is_or_ar: 'Receipt',
  receipt_status: 'E-receipt',
};

/** What becomes of the mail of a receipt, by its receipt_status. */
const MAILED: Readonly<Record<string, string>> = {
  [RECEIPT_STATUS.NOT_SENT]: 'not sent',
  [RECEIPT_STATUS.SENT]: 'sent',
  [RECEIPT_STATUS.NO_EMAIL]: 'no payee e-mail',
};

/** 'document_date' → 'Document date', 'atc_id' and 'atc_code' → 'ATC'. */
export function labelOf(field: string): string {
  const label = LABELS[field];
  if (label !== undefined) return label;
  const words = field.replace(/_id$|(?<=^atc)_code$/, '').replaceAll('_', ' ');
  const shown = words.replace(/\b(vat|atc|php)\b/g, (letters) => letters.toUpperCase());
  return capital(shown);
}

/**
 * A value of a change as people read it: dates, instants and amounts as everywhere else, a status by the name that the
 * document's type has for it. Null for none.
 */
export function changedText(field: string, text: string | null, documentType: string): string | null {
  if (text === null || text === '') return null;
  if (field === 'status') return chipOf(documentType, Number(text)).label;
  if (field === 'receipt_status') return MAILED[text] ?? text;
  if (field === 'is_or_ar') return receiptLabel(Number(text));
  if (parseCalendarDate(text) !== null) return showDate(text);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return showInstant(text);
  const isAmount = /_(amount|php)$|^tax_base$/.test(field) || /^-?\d+\.\d{2}$/.test(text);
  const minor = isAmount ? parseSignedAmount(text) : null;
  return minor === null ? text : formatAmount(minor);
}

/** A change as a row of the card. */
export interface ChangeRow {
  key: string;
  kind: 'Changed' | 'Added' | 'Removed';
  what: string;
  where: string;
  before: string | null;
  after: string | null;
}

type ToldBatch = Pick<BatchDetail, 'document_type' | 'documents' | 'details'>;

/** What was changed, row by row, as approvers are told. */
export function changeRows(changes: ChangesSince, batch: ToldBatch): ChangeRow[] {
  /** Which cheque of a series a change is on; empty where there is one document. */
  const chequeOf = (key: number): string => {
    const cheque = batch.documents.find(({ header_key }) => header_key === key);
    return batch.documents.length < 2 || cheque === undefined
      ? ''
      : (cheque.document_number ?? showDate(cheque.document_date));
  };
  const shown = (field: string, text: string | null) => changedText(field, text, batch.document_type);
  const documents = changes.documents.map((cheque): Omit<ChangeRow, 'key'> => {
    const amount = shown('total_amount', cheque.total_amount);
    const where = [chequeOf(cheque.header_key), showDate(cheque.document_date), cheque.cheque_number]
      .filter(Boolean)
      .join(' · ');
    return cheque.kind === 'added'
      ? { kind: 'Added', what: 'Cheque', where, before: null, after: amount }
      : { kind: 'Removed', what: 'Cheque', where, before: amount, after: null };
  });
  const headers = changes.headers.map(({ header_key, field, before, after }): Omit<ChangeRow, 'key'> => ({
    kind: 'Changed',
    what: labelOf(field),
    where: chequeOf(header_key),
    before: shown(field, before),
    after: shown(field, after),
  }));
  const lines = changes.lines.flatMap((line): Omit<ChangeRow, 'key'>[] => {
    const what = `Line ${line.line_no}`;
    const stored =
      line.kind === 'removed'
        ? undefined
        : batch.details.find(({ header_key, line_no }) => header_key === line.header_key && line_no === line.line_no);
    const where = [line.account_code, stored?.brnc_code, chequeOf(line.header_key)].filter(Boolean).join(' · ');
    if (line.kind === 'changed') {
      return visibleFields(line.fields).map(({ field, before, after }) => ({
        kind: 'Changed',
        what,
        where: `${where} · ${labelOf(field)}`,
        before: shown(field, before) ?? 'none',
        after: shown(field, after) ?? 'none',
      }));
    }
    // A line that came or went is told by the amount that it has; a difference line has pesos alone.
    const amount = line.fields.find(
      ({ field, before, after }) => /^(debit|credit|total)_(amount|php)$/.test(field) && (after ?? before) !== '0.00',
    );
    const told = { what, where, before: shown('', amount?.before ?? null), after: shown('', amount?.after ?? null) };
    return [{ kind: line.kind === 'added' ? 'Added' : 'Removed', ...told }];
  });
  const files = changes.attachments.map(({ name, kind }): Omit<ChangeRow, 'key'> => ({
    kind: kind === 'added' ? 'Added' : 'Removed',
    what: 'Attachment',
    where: name,
    before: null,
    after: null,
  }));
  return [...documents, ...headers, ...lines, ...files].map((row, place) => ({
    ...row,
    key: `${place} ${row.what} ${row.where}`,
  }));
}

/** Pesos follow from the amount; they are told only where they changed alone, as a rate does it. */
function visibleFields<Field extends { field: string }>(fields: readonly Field[]): readonly Field[] {
  const names = new Set(fields.map(({ field }) => field));
  return fields.filter(({ field }) => !field.endsWith('_php') || !names.has(field.replace('_php', '_amount')));
}
