import { moduleOf } from '@talaan/core/documents/document-type';
import { sql } from 'kysely';
import { type PeriodState } from '@talaan/core/calendar/accounting-period';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { reversalDate } from '@talaan/core/ledger/reversal';
import type { Database } from '../../platform/database/database.ts';
import type { DecisionInput } from '../record/batch-record.ts';

/**
 * The date at which a void today would book the mirror of each posted document, by document id (decisions §4); null where
 * no period takes it. A document without an entry in the ledger is not among them.
 */
export async function reversalDatesOf(
  database: Database,
  { batch, today }: Pick<DecisionInput, 'batch' | 'today'>,
): Promise<ReadonlyMap<string, CalendarDate | null>> {
  const module = moduleOf(batch.document_type);
  const posted = batch.documents.filter((document) => document.journal_entry_id !== null && !document.is_voided);
  if (module === null || posted.length === 0) return new Map();
  const dates = posted.map((document) => document.document_date as CalendarDate);
  const periods = await readPeriods(database, dates.toSorted()[0]!);
  return new Map(
    posted.map(({ id }, index) => [id, reversalDate(dates[index]!, today as CalendarDate, module, periods)]),
  );
}

async function readPeriods(database: Database, fromDate: string): Promise<PeriodState[]> {
  const found = await sql<PeriodState>`
    select period, disbursement, cash_receipt, general_journal from accounting_period
    where period >= (extract(year from ${fromDate}::date) * 100 + extract(month from ${fromDate}::date))::int
    order by period`.execute(database);
  return found.rows;
}
