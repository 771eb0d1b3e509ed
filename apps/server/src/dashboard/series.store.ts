import { sql } from 'kysely';
import { SERIES_LAST, SERIES_LOW, SERIES_SCREENS } from '@talaan/contract/dashboard/dashboard-figures';
import type { DashboardFigure } from '@talaan/contract/dashboard/dashboard.contract';
import { REGISTER_MODULES } from '@talaan/contract/resources/numbers/issued-numbers.contract';
import type { AllocatedKind } from '@talaan/contract/resources/numbers/number-series.fields';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { mayOpen } from '../access/may-open.ts';

/** The numbers that one holder has left of a kind, over all ranges that are not used up. */
export interface SeriesLeft {
  readonly kind: AllocatedKind;
  /** Record id and name of who holds them; null for everybody. */
  readonly user_id: number | null;
  readonly holder: string | null;
  readonly remaining: number;
  /** How many numbers these ranges have in all. */
  readonly size: number;
  readonly level: DashboardFigure['level'];
}

const KINDS: readonly AllocatedKind[] = ['voucher', 'or', 'ar', 'bi'];

/** Series by what share of their numbers is left, the least first; of the kinds whose screen the person may open. A range that is used up
 * is told only where nobody has a number of its kind left. */
export async function readSeriesLeft(db: Database, user: Principal): Promise<SeriesLeft[]> {
  const kinds = KINDS.filter((kind) => mayOpen(user, REGISTER_MODULES[kind]));
  if (kinds.length === 0) return [];
  const { rows } = await sql<Omit<SeriesLeft, 'level'>>`
    select s.kind, s.user_id, nullif(concat_ws(' ', u.user_first_name, u.user_last_name), '') as holder,
      sum(s.series_to - s.next_number + 1)::float8 as remaining,
      coalesce(sum(s.series_to - s.series_from + 1) filter (where s.next_number <= s.series_to),
        max(s.series_to - s.series_from + 1))::float8 as size
    from number_series s left join app_user u on u.id = s.user_id
    where s.kind = any (${kinds}::text[]) group by s.kind, s.user_id, u.id`.execute(db);
  const inUse = new Set(rows.filter(({ remaining }) => remaining > 0).map(({ kind }) => kind));
  return rows
    .filter(({ kind, remaining }) => remaining > 0 || !inUse.has(kind))
    .map((series) => ({ ...series, level: levelOf(series.remaining / series.size) }))
    .toSorted((one, other) => one.remaining / one.size - other.remaining / other.size);
}

function levelOf(share: number): DashboardFigure['level'] {
  if (share < SERIES_LAST) return 'red';
  return share < SERIES_LOW ? 'amber' : 'plain';
}

/** '1.4 %' of the numbers. */
export function shareText({ remaining, size }: Pick<SeriesLeft, 'remaining' | 'size'>): string {
  return `${((remaining * 100) / size).toFixed(1)} %`;
}

/** The screen of the series of a holder. */
export function openSeries({
  kind,
  user_id,
}: Pick<SeriesLeft, 'kind' | 'user_id'>): NonNullable<DashboardFigure['opens']> {
  return { path: SERIES_SCREENS[kind], search: user_id === null ? {} : { user_id: String(user_id) } };
}
