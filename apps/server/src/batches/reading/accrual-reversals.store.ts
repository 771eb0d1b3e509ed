import { sql } from 'kysely';
import type { AccrualReversal } from '@talaan/contract/documents/batch-view.contract';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { moduleOf } from '@talaan/core/documents/document-type';
import { reversalDate } from '@talaan/core/ledger/reversal';
import type { Database } from '../../platform/database/database.ts';
import type { DecisionInput } from '../record/batch-record.ts';

type StoredReversal = Omit<AccrualReversal, 'void_date'> & { readonly id: string; readonly is_posted: boolean };

/**
 * How accruals are taken back by themselves, by Record ID of their batch: on which day, by which entry, and at which date a void
 * today would book the mirror of that. What takes nothing back is not among them.
 */
export async function readAccrualReversals(
  database: Database,
  inputs: readonly DecisionInput[],
): Promise<ReadonlyMap<string, AccrualReversal>> {
  const ids = inputs.flatMap(({ batch }) => (batch.adjusting ? [batch.id] : []));
  if (ids.length === 0) return new Map();
  const found = await sql<StoredReversal>`
    select b.id::text as id, coalesce(r.due_on, (date_trunc('month', b.document_date::timestamp) + interval '1 month')::date) as due_on,
      n.batch_number, d.document_number, r.reason, coalesce(n.status = 7, false) as is_posted
    from batch b
    left join batch_reversal r on r.batch_id = b.id and r.cycle = b.cycle
    left join batch n on n.id = r.reversal_batch_id
    left join document d on d.batch_id = n.id
    where b.id = any (${ids}::bigint[]) and b.reverses_next_period = 1 and r.cancelled_at is null`.execute(database);
  const read = new Map(inputs.map((input) => [input.batch.id, input]));
  return new Map(
    found.rows.map(({ id, is_posted, ...reversal }) => {
      const { batch, today, open_periods } = read.get(id)!;
      const [day, module] = [reversal.due_on as CalendarDate, moduleOf(batch.document_type)!];
      return [
        id,
        { ...reversal, void_date: is_posted ? reversalDate(day, today as CalendarDate, module, open_periods) : null },
      ];
    }),
  );
}
