import { sql, type RawBuilder } from 'kysely';
import type { ReportSchedule, ReportSending } from '@talaan/contract/reports/views/schedules/report-schedule.contract';
import type { Database } from '../../../platform/database/database.ts';
import { patternOf } from '../../../platform/database/search-pattern.ts';
import { nextDue } from './due-times.ts';

/** What its owner says of a schedule. */
export type SchedulePlan = Pick<ReportSchedule, 'rhythm' | 'weekday' | 'hour' | 'days' | 'format'>;

const nameOf = (alias: string) =>
  sql`concat_ws(' ', ${sql.ref(`${alias}.user_first_name`)}, ${sql.ref(`${alias}.user_last_name`)})`;

/** The schedules that a user set, then those that reach him. */
export function findSchedules(database: Database, userId: number): Promise<ReportSchedule[]> {
  return readSchedules(
    database,
    userId,
    sql`s.id in (select id from report_schedule where owner_id = ${userId}
      union all select schedule_id from report_schedule_recipient where user_id = ${userId})`,
  );
}

/** A schedule that the user set or that reaches him, or null. */
export async function findSchedule(database: Database, userId: number, id: number): Promise<ReportSchedule | null> {
  return (await readSchedules(database, userId, sql`s.id = ${id}`))[0] ?? null;
}

async function readSchedules(
  database: Database,
  userId: number,
  which: RawBuilder<unknown>,
): Promise<ReportSchedule[]> {
  const found = await sql<Omit<ReportSchedule, 'next_at'>>`
    select s.id, s.report, s.view_id, v.name as view_name, s.rhythm, s.weekday, s.hour, s.days, s.format, r.recipients, s.state,
      s.stopped_reason, s.owner_id = ${userId} as is_own, ${nameOf('o')} as owner_name,
      (select d.at from report_sending d where d.schedule_id = s.id and d.path is not null order by d.due_at desc limit 1) as last_at,
      s.input_date as made_at, s.edit_date as changed_at,
      case when s.edit_date is not null then coalesce(nullif(${nameOf('e')}, ''), 'Talaan') end as changed_by, s.row_version
    from report_schedule s
    join app_user o on o.id = s.owner_id
    left join app_user e on e.id = s.edit_by
    left join report_view v on v.id = s.view_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', u.id, 'name', ${nameOf('u')}) order by u.user_first_name, u.user_last_name, u.id), '[]')
        as recipients, coalesce(bool_or(u.id = ${userId}), false) as reaches
      from report_schedule_recipient p join app_user u on u.id = p.user_id where p.schedule_id = s.id) r
    where ${which} and (s.owner_id = ${userId} or r.reaches)
    order by s.owner_id <> ${userId}, s.id`.execute(database);
  const now = new Date();
  return found.rows.map((schedule) => ({
    ...schedule,
    next_at: schedule.state === 'running' ? nextDue(schedule, now).toISOString() : null,
  }));
}

/** Locks a user's record, so that two calls of his do not both count one schedule too few, and answers how many he keeps. */
export async function countSchedules(transaction: Database, userId: number): Promise<number> {
  await sql`select from app_user where id = ${userId} for no key update`.execute(transaction);
  const found = await sql<{ count: number }>`
    select count(*)::int as count from report_schedule where owner_id = ${userId}`.execute(transaction);
  return found.rows[0]!.count;
}

export async function insertSchedule(
  transaction: Database,
  given: SchedulePlan & { owner_id: number; report: string; view_id: number },
  recipients: readonly number[],
): Promise<number> {
  const { id } = await transaction
    .insertInto('report_schedule')
    .values(given)
    .returning('id')
    .executeTakeFirstOrThrow();
  await setRecipients(transaction, id, recipients);
  return id;
}

/** The stored version of a schedule, which nobody else changes until the transaction ends; null where it is gone. */
export async function lockSchedule(transaction: Database, id: number): Promise<number | null> {
  const found = await sql<{ row_version: number }>`
    select row_version from report_schedule where id = ${id} for no key update`.execute(transaction);
  return found.rows[0]?.row_version ?? null;
}

/** From now on it runs as it is said; what was due before is not made up for. */
export async function changeSchedule(
  transaction: Database,
  id: number,
  change: Partial<SchedulePlan> & { state: 'running' | 'paused' },
): Promise<void> {
  await transaction
    .updateTable('report_schedule')
    .set({ ...change, stopped_reason: null, runs_from: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function setRecipients(transaction: Database, id: number, recipients: readonly number[]): Promise<void> {
  await sql`
    delete from report_schedule_recipient where schedule_id = ${id} and user_id <> all (${recipients}::int[])`.execute(
    transaction,
  );
  await sql`
    insert into report_schedule_recipient (schedule_id, user_id)
    select ${id}, t.user_id from unnest(${recipients}::int[]) as t (user_id) on conflict do nothing`.execute(
    transaction,
  );
}

/** Takes a user off the recipients; false where he was none. */
export async function removeRecipient(transaction: Database, id: number, userId: number): Promise<boolean> {
  const removed = await transaction
    .deleteFrom('report_schedule_recipient')
    .where('schedule_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return removed.numDeletedRows === 1n;
}

export async function deleteSchedule(transaction: Database, id: number): Promise<void> {
  await transaction.deleteFrom('report_schedule').where('id', '=', id).execute();
}

/** Somebody who may be sent a report, or why not. */
export interface Reader {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly admitted: boolean;
  readonly may_read: boolean;
}

/** Of these users, who may see a module now, may sign in and has an e-mail address, by name. */
export async function findReaders(database: Database, module: string, ids: readonly number[]): Promise<Reader[]> {
  return (await readersOf(database, module, sql`u.id = any (${ids}::int[])`)).rows;
}

/** How many readers are offered at once. */
const OFFERED = 30;

/** Users who may see a module, by a part of their name. */
export async function searchReaders(database: Database, module: string, search: string): Promise<Reader[]> {
  const like = sql`${nameOf('u')} ilike ${patternOf(search)}`;
  const found = await readersOf(
    database,
    module,
    sql`may_sign_in(u) and ${like} and exists (
      select from effective_access e where e.user_id = u.id and e.module_name = ${module} and e.level > 0)`,
    OFFERED,
  );
  return found.rows;
}

const readersOf = (database: Database, module: string, which: RawBuilder<unknown>, limit = 1000) =>
  sql<Reader>`
    select u.id, ${nameOf('u')} as name, nullif(u.email, '') as email, may_sign_in(u) as admitted,
      exists (select from effective_access e where e.user_id = u.id and e.module_name = ${module} and e.level > 0) as may_read
    from app_user u where ${which} order by u.user_first_name, u.user_last_name, u.id limit ${limit}`.execute(database);

/** How many sendings are shown. */
const SHOWN = 50;

/** What a schedule sent; `only` leaves all recipients but that one out. */
export async function findSendings(database: Database, id: number, only: number | null): Promise<ReportSending[]> {
  const found = await sql<ReportSending>`
    select d.id, d.due_at, d.at, nullif(${nameOf('a')}, '') as asked_by, d.period, d.path, d.stopped_reason, r.recipients
    from report_sending d
    left join app_user a on a.id = d.asked_by
    cross join lateral (
      select coalesce(json_agg(json_build_object('name', ${nameOf('u')}, 'state', coalesce(m.state, 'withheld'),
          'reason', coalesce(p.withheld, case when m.state = 'failed' then (
            select t.reply from mail_attempt t where t.message_id = m.id order by t.id desc limit 1) end))
        order by u.user_first_name, u.user_last_name, u.id), '[]') as recipients
      from report_sending_recipient p
      join app_user u on u.id = p.user_id
      left join mail_message m on m.id = p.message_id
      where p.sending_id = d.id and (${only}::int is null or p.user_id = ${only})) r
    where d.schedule_id = ${id} order by d.due_at desc limit ${SHOWN}`.execute(database);
  return found.rows;
}
