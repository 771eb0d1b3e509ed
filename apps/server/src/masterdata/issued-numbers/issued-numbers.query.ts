import { sql, type RawBuilder } from 'kysely';
import { SERIES_LABELS, type SeriesKind } from '@talaan/core/numbering/series';
import {
  REGISTER_MODULES,
  type IssuedNumber,
  type IssuedNumberQuery,
  type SeriesCheck,
} from '@talaan/contract/resources/numbers/issued-numbers.contract';
import { mayOpen } from '../../access/may-open.ts';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import type { Database } from '../../platform/database/database.ts';
import { patternOf } from '../../platform/database/search-pattern.ts';
import type { Principal } from '../../platform/http/principal.ts';

export type RegisterFilter = Pick<IssuedNumberQuery, 'kind' | 'fate' | 'series_id' | 'search' | 'query' | 'sort'>;

/**
 * Part of the register, by series and number: of the kinds that the reader may see, under the filters. Each series is
 * read along its own index, so that the first pages of a long register are quick. A part starts at an offset, or beyond
 * a number, in the order of the filter: for reading one series through.
 */
export async function queryIssuedNumbers(
  database: Database,
  user: Principal,
  filter: RegisterFilter,
  part: { readonly limit: number; readonly offset?: number; readonly beyond?: number },
): Promise<IssuedNumber[]> {
  const { limit, offset = 0, beyond } = part;
  const [direction, follows] = filter.sort === 'number' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const start = beyond === undefined ? sql`true` : sql`r.number ${follows} ${beyond}`;
  const found = await sql<IssuedNumber>`
    select n.series_id, n.kind, n.number::float8 as number, n.number_text, n.fate,
      case when seen.is_seen then b.document_type end as document_type,
      case when seen.is_seen then d.document_number end as document_number,
      case when seen.is_seen then b.batch_number end as batch_number,
      not seen.is_seen as is_confidential,
      nullif(concat_ws(' ', u.user_first_name, u.user_last_name), '') as issued_by, n.issued_at
    from (
      select r.* from number_series s
      cross join lateral (
        select r.* from number_register r where r.series_id = s.id and ${start} and ${conditionsOf(filter)}
        order by r.number ${direction} limit ${offset + limit}) r
      where ${seriesOf(user, filter)}
      order by r.series_id desc, r.number ${direction} limit ${limit} offset ${offset}) n
    left join batch b on b.id = n.batch_id
    left join document d on d.id = n.document_id
    left join app_user u on u.id = n.issued_by
    cross join lateral (select b.id is null or ${seesConfidential(user)} as is_seen) seen
    order by n.series_id desc, n.number ${direction}`.execute(database);
  return found.rows;
}

/** How many numbers the filters find. */
export async function countIssuedNumbers(database: Database, user: Principal, filter: RegisterFilter): Promise<number> {
  const counted = await sql<{ total: number }>`select count(*)::int as total
    from number_series s join number_register r on r.series_id = s.id
    where ${seriesOf(user, filter)} and ${conditionsOf(filter)}`.execute(database);
  return counted.rows[0]!.total;
}

/** Every series that the reader may see, held against the register. */
export async function querySeriesChecks(
  database: Database,
  user: Principal,
  filter: Pick<RegisterFilter, 'kind' | 'series_id'>,
): Promise<SeriesCheck[]> {
  const found = await sql<SeriesCheck>`
    select s.id as series_id, s.kind, s.series_from::float8 as series_from, s.series_to::float8 as series_to,
      c.handed_out::float8 as handed_out, c.registered::float8 as registered, c.reserved::float8 as open,
      c.unexplained::float8 as unexplained, (s.series_to - s.next_number + 1)::float8 as remaining
    from number_series s join number_series_check c on c.series_id = s.id
    where ${seriesOf(user, filter)} order by s.kind, s.series_from`.execute(database);
  return found.rows;
}

/** Ids of the series that the filters leave, in the order of the register. */
export async function querySeriesIds(database: Database, user: Principal, filter: RegisterFilter): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select s.id from number_series s where ${seriesOf(user, filter)} order by s.id desc`.execute(database);
  return found.rows.map(({ id }) => id);
}

/** The kinds whose module the reader may see (decisions §8). */
export function kindsOpenTo(user: Principal): SeriesKind[] {
  return (Object.keys(SERIES_LABELS) as SeriesKind[]).filter((kind) => mayOpen(user, REGISTER_MODULES[kind]));
}

function seriesOf(
  user: Principal,
  { kind, series_id }: Pick<RegisterFilter, 'kind' | 'series_id'>,
): RawBuilder<unknown> {
  const open = kindsOpenTo(user);
  const kinds = kind === undefined ? open : open.filter((one) => kind.includes(one));
  const ofKind = sql`s.kind = any (${kinds}::text[])`;
  return series_id === undefined ? ofKind : sql`${ofKind} and s.id = ${series_id}`;
}

function conditionsOf(filter: RegisterFilter): RawBuilder<unknown> {
  const text = (filter.search ?? filter.query)?.trim();
  const byFate = filter.fate === undefined ? sql`true` : sql`r.fate = any (${filter.fate}::text[])`;
  if (!text) return byFate;
  const pattern = patternOf(text);
  return sql`${byFate} and r.number_text ilike ${pattern}`;
}
