import { formatDetailDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import type { Database } from '../../platform/database/database.ts';
import { conflict, type Problem } from '../../platform/http/problem.ts';
import type { DecisionInput } from '../record/batch-record.ts';
import { withholdingDoubtsOf } from './withholding.store.ts';

/**
 * What is doubtful about a submitted entry needs the reason for which it is kept: tax withheld that looks wrong, and cash that
 * is booked as received on a day that has not come. Of each entry that came without one, 409 `submission_reason` with each
 * doubt as a sentence; null where there is none.
 */
export async function reasonRefusals(
  database: Database,
  submitted: readonly DecisionInput[],
): Promise<(Problem | null)[]> {
  if (submitted.length === 0) return [];
  const withheld = await withholdingDoubtsOf(
    database,
    submitted.map(({ batch }) => batch.id),
  );
  return submitted.map((input) => {
    const doubts = [...(withheld.get(input.batch.id) ?? []), ...futureCash(input)];
    if (doubts.length === 0) return null;
    return conflict(
      'submission_reason',
      `${doubts.join(' ')} Correct it, or submit it with the reason for which it is kept as remarks (approved_remarks).`,
      { doubts },
    );
  });
}

/** What came in is received today or was before: a receipt of a later day is as a rule a wrong year or month. */
function futureCash({ batch, today }: DecisionInput): string[] {
  if (!DOCUMENT_TYPES[batch.document_type].header.receipt) return [];
  const later = batch.documents.filter(({ document_date, is_voided }) => !is_voided && document_date > today);
  return later.map(
    ({ document_date }) =>
      `It is dated ${formatDetailDate(requireCalendarDate(document_date))}, a day that has not come, and books cash as received on it.`,
  );
}
