import { moduleOf } from '@talaan/core/documents/document-type';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { reversalDate } from '@talaan/core/ledger/reversal';
import type { DecidableBatch, DecisionInput } from './batch-record.ts';

/**
 * The date at which a void today would book the mirror of each posted document, by document id (decisions §4); null where
 * no period takes it. A document without an entry in the ledger is not among them.
 */
export function reversalDatesOf({
  batch,
  open_periods,
  today,
}: Pick<DecisionInput<DecidableBatch>, 'batch' | 'open_periods' | 'today'>): ReadonlyMap<string, CalendarDate | null> {
  const module = moduleOf(batch.document_type);
  if (module === null) return new Map();
  const posted = batch.documents.filter((document) => document.journal_entry_id !== null && !document.is_voided);
  return new Map(
    posted.map(({ id, document_date }) => [
      id,
      reversalDate(document_date as CalendarDate, today as CalendarDate, module, open_periods),
    ]),
  );
}
