import { sql, type RawBuilder } from 'kysely';

/** The company's clock within statements (decisions §1), as `clock.ts` is outside of them; "today" there is `manila_today()`. */
const clockAt = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone 'Asia/Manila')`;

/** The calendar day of an instant. */
export const manilaDay = (instant: RawBuilder<unknown>): RawBuilder<unknown> => sql`${clockAt(instant)}::date`;

/** The time of day of an instant: '14:02'. */
export const manilaTime = (instant: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${clockAt(instant)}, 'HH24:MI')`;

/** Both: '2025-05-22 14:02'. */
export const manilaDayAndTime = (instant: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${clockAt(instant)}, 'YYYY-MM-DD HH24:MI')`;

/** The instant at which a day begins. */
export const startOfManilaDay = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${day}::timestamp at time zone 'Asia/Manila')`;

/** An instant within JSON, as the driver tells it: '2026-03-01T08:15:30.123456Z'. */
export const instantText = (instant: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(to_jsonb(${instant} at time zone 'UTC') #>> '{}') || 'Z'`;
