import { sql } from 'kysely';
import { rangeText, type AllocatedKind } from '@talaan/contract/resources/numbers/number-series.fields';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { EntryFault } from '../records/entry-faults.ts';
import type { Change, ResourceOverride, StoredRecord } from '../records/resource-override.ts';

interface Range {
  readonly series_from: number;
  readonly series_to: number;
}

/**
 * The series of one kind: how many numbers are left, ranges that do not overlap, and nothing given up that was issued
 * (INV-07, decisions §5). The constraints of the table refuse what a race slips through.
 */
export function numberSeriesOverride(kind: AllocatedKind): ResourceOverride {
  return {
    active: sql`t.next_number <= t.series_to`,
    computed: {
      remaining: sql`(t.series_to - t.next_number + 1)`,
      series_text: sql`(number_text(t.kind, t.series_from) || ' to ' || number_text(t.kind, t.series_to))`,
    },
    findTaken: ({ db }, changes) => findOverlaps(db, kind, changes),
    async refuseChange(_context, { stored, entry }) {
      // The entry went through the schema of its resource, whose definition names these columns.
      if (stored) refuseGivingUp(stored, entry as unknown as Range);
    },
    async refuseDelete(_context, stored) {
      const last = lastIssued(stored);
      if (last === null) return;
      throw conflict(
        'number_series_issued',
        `${issuedText(stored, last)} It cannot be deleted; to hand out no more, set series to to ${last}.`,
      );
    },
  };
}

/** The last number that the series handed out; null when it is untouched. */
function lastIssued(stored: StoredRecord): number | null {
  const next = stored['next_number'] as number;
  return next > (stored['series_from'] as number) ? next - 1 : null;
}

function issuedText(stored: StoredRecord, last: number): string {
  return `Numbers ${stored['series_from'] as number} to ${last} of this series are issued.`;
}

function refuseGivingUp(stored: StoredRecord, wanted: Range): void {
  const last = lastIssued(stored);
  if (last === null) return;
  const first = stored['series_from'] as number;
  const errors: Record<string, string[]> = {
    ...(wanted.series_from === first ? {} : { series_from: [`Series from must stay ${first}.`] }),
    ...(wanted.series_to >= last ? {} : { series_to: [`Series to must be at least ${last}.`] }),
  };
  const [message] = Object.values(errors).flat();
  if (message === undefined) return;
  throw conflict('number_series_issued', `${issuedText(stored, last)} ${message}`, { errors });
}

/** Entries whose range another series of the kind, or an earlier entry, holds in part. */
async function findOverlaps(db: Database, kind: AllocatedKind, changes: readonly Change[]): Promise<EntryFault[]> {
  const found = await sql<Range & { id: number }>`
    select id, series_from::float8 as series_from, series_to::float8 as series_to
    from number_series where kind = ${kind} order by series_from`.execute(db);
  const changing = new Set(changes.map(({ stored }) => stored?.id));
  const held: Range[] = found.rows.filter(({ id }) => !changing.has(id));
  return changes.flatMap(({ entry }, index): EntryFault[] => {
    // As above: the schema of the resource gave the entry its columns.
    const wanted = entry as unknown as Range;
    const other = held.find((range) => range.series_from <= wanted.series_to && wanted.series_from <= range.series_to);
    held.push(wanted);
    if (!other) return [];
    const startsInside = wanted.series_from >= other.series_from;
    const field = startsInside ? 'series_from' : 'series_to';
    return [{ index, field, message: overlapText(other), kind: 'duplicate' }];
  });
}

/** The words of reliability (d) 6. */
export function overlapText(range: Range): string {
  return `Range overlaps series ${rangeText(range)}.`;
}
