import { sql } from 'kysely';
import type { ScheduleFormat } from '@talaan/contract/reports/views/schedules/report-schedule.contract';
import { FILE_AT_ONCE } from '@talaan/contract/reports/views/schedules/report-schedule.contract';
import { scheduledFilter, type ScheduledDays } from '@talaan/contract/reports/views/schedules/scheduled-days';
import type { AnyReport } from '@talaan/contract/reports/kit/define-report';
import { daysText, filterQuery } from '@talaan/contract/reports/kit/report-filters';
import { reportNamed } from '@talaan/contract/reports/report-list';
import type { ReportView } from '@talaan/contract/reports/views/report-view.contract';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { today } from '../../../platform/clock.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../../platform/database/database.ts';
import { queueMail } from '../../../platform/mail/mail.store.ts';
import { findView } from '../report-view.store.ts';
import { lastDue, type DueTimes } from './due-times.ts';
import { findReaders, type Reader } from './report-schedule.store.ts';
import { SCHEDULE_MAIL, scheduleMail } from './schedule-mail.ts';

export interface SendingMoment {
  readonly now: Date;
  /** Address that people open, without a slash at the end. */
  readonly address: string;
}

/** A schedule that is being sent: nobody else changes or sends it until the transaction ends. */
interface HeldSchedule extends DueTimes {
  readonly id: number;
  readonly owner_id: number;
  readonly report: string;
  readonly view_id: number | null;
  readonly days: ScheduledDays;
  readonly format: ScheduleFormat;
  /** What was due until then was sent, or is not made up for. */
  readonly done_until: string;
}

/**
 * Sends every schedule that is due, each in a transaction of its own; one that was missed for days is sent once, for the last time at which
 * it was due. Safe to repeat and to run on several servers: a due time has one row of `report_sending`, and who finds it sends nothing.
 */
export async function sendSchedules(database: Database, moment: SendingMoment): Promise<void> {
  const running =
    await sql<HeldSchedule>`select ${FACTS} from report_schedule s where s.state = 'running' order by s.id`.execute(
      database,
    );
  const failures: unknown[] = [];
  for (const { id, ...schedule } of running.rows) {
    if (!isDue({ id, ...schedule }, moment.now)) continue;
    await inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
      const held = await sql<HeldSchedule>`select ${FACTS} from report_schedule s
        where s.id = ${id} and s.state = 'running' for no key update skip locked`.execute(transaction);
      const [found] = held.rows;
      if (!found || !isDue(found, moment.now)) return;
      await sendOne(transaction, found, { due: lastDue(found, moment.now), asked_by: null, address: moment.address });
    }).catch((error: unknown) => failures.push(error));
  }
  // One that cannot be sent keeps none of the others from their readers; it is tried again with the next run.
  if (failures.length > 0) throw failures[0];
}

const FACTS = sql`s.id, s.owner_id, s.report, s.view_id, s.rhythm, s.weekday, s.hour, s.days, s.format,
  greatest(s.runs_from, (select d.due_at from report_sending d
    where d.schedule_id = s.id and d.asked_by is null order by d.due_at desc limit 1)) as done_until`;

const isDue = (schedule: HeldSchedule, now: Date): boolean =>
  lastDue(schedule, now).getTime() > Date.parse(schedule.done_until);

/** Sends a schedule beside its days, in the transaction of who asks for it. */
export async function sendNow(
  transaction: Database,
  id: number,
  { asked_by, address, now }: SendingMoment & { asked_by: number },
): Promise<void> {
  const held = await sql<HeldSchedule>`select ${FACTS} from report_schedule s where s.id = ${id}`.execute(transaction);
  await sendOne(transaction, held.rows[0]!, { due: now, asked_by, address });
}

interface Due {
  readonly due: Date;
  readonly asked_by: number | null;
  readonly address: string;
}

/** Sends it, or stops it and says why; either way the due time is done. */
async function sendOne(transaction: Database, schedule: HeldSchedule, due: Due): Promise<void> {
  const prepared = await prepare(transaction, schedule, today(due.due));
  if (typeof prepared === 'string') return stop(transaction, schedule, due, prepared);
  const { path, period, recipients } = prepared;
  const sending = await keepSending(transaction, schedule, due, { path, period });
  if (sending === null) return;
  let withheld = false;
  for (const reader of recipients) {
    const reason = whyNot(reader, prepared.report);
    withheld ||= reason !== null;
    const message_id =
      reason === null ? await queueFor(transaction, reader, { ...prepared, sending, schedule, due }) : null;
    await transaction
      .insertInto('report_sending_recipient')
      .values({ sending_id: sending, user_id: reader.id, message_id, withheld: reason })
      .execute();
  }
  if (withheld) await tellOwner(transaction, schedule.owner_id, 'schedule_withheld', sending);
}

interface Prepared {
  readonly report: AnyReport;
  readonly view: ReportView;
  readonly owner: Reader;
  readonly path: string;
  readonly period: string;
  readonly recipients: readonly Reader[];
}

/** What is sent, under the rights that its owner has now; or why the schedule stops. */
async function prepare(transaction: Database, schedule: HeldSchedule, on: CalendarDate): Promise<Prepared | string> {
  const report = reportNamed(schedule.report);
  if (!report) return `There is no report ${schedule.report} any more.`;
  const [owner] = await findReaders(transaction, report.module, [schedule.owner_id]);
  const ofOwner = whyNotRead(owner!, report);
  if (ofOwner !== null) return `${owner!.name}, who set it,${ofOwner.slice(owner!.name.length, -1)} any more.`;
  const view = schedule.view_id === null ? null : await findView(transaction, schedule.owner_id, schedule.view_id);
  if (view === null) return 'Its view was deleted, or is shared no more.';
  const filter = readSchedule(report, view, schedule.days, on);
  if (typeof filter === 'string') return filter;
  const recipients = await findReaders(transaction, report.module, await recipientsOf(transaction, schedule.id));
  const blocked = recipients.filter(({ admitted }) => !admitted).map(({ name }) => name);
  if (blocked.length > 0) return `${listed(blocked)} may not sign in any more. Change it: take off who left, and save.`;
  if (recipients.length === 0) return 'Nobody is left who gets it.';
  const asFile: Record<string, string> = schedule.format === 'link' ? {} : { [FILE_AT_ONCE]: schedule.format };
  const query = new URLSearchParams({ ...filter.given, saved_view: String(view.id), ...asFile });
  return {
    report,
    view,
    owner: owner!,
    path: `${report.screen}?${query.toString()}`,
    period: filter.period,
    recipients,
  };
}

/** The filter of a view for a day and its days in words, or what is wrong with it. */
export function readSchedule(
  report: AnyReport,
  view: Pick<ReportView, 'name' | 'filter'>,
  days: ScheduledDays,
  on: CalendarDate,
): { readonly given: Record<string, string>; readonly period: string } | string {
  const filter = scheduledFilter(report, view.filter, days, on);
  if (filter === null) return `The view ${view.name} says no days of its own that could be sent so. Choose other days.`;
  const read = filterQuery(report.filters, {}).safeParse(filter);
  if (!read.success)
    return `${report.title} does not take the filter of the view ${view.name}: ${read.error.issues[0]!.message}`;
  return { given: read.data.given, period: daysText(report.filters, read.data.filter) };
}

async function recipientsOf(transaction: Database, id: number): Promise<number[]> {
  const rows = await transaction
    .selectFrom('report_schedule_recipient')
    .select('user_id')
    .where('schedule_id', '=', id)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Why somebody may not be sent a report, nor send it; null where he may. */
export function whyNotRead({ admitted, may_read, name }: Reader, { title }: Pick<AnyReport, 'title'>): string | null {
  if (!admitted) return `${name} may not sign in.`;
  return may_read ? null : `${name} may not see ${title}.`;
}

/** Why a report is not sent to somebody; null where it is. */
export function whyNot(reader: Reader, report: Pick<AnyReport, 'title'>): string | null {
  return whyNotRead(reader, report) ?? (reader.email === null ? `${reader.name} has no e-mail address.` : null);
}

const NAMED = 3;

/** 'Ana Reyes, Ben Cruz and 4 others'. */
function listed(names: readonly string[]): string {
  const others = names.length - NAMED;
  return others > 1 ? `${names.slice(0, NAMED).join(', ')} and ${others} others` : names.join(', ');
}

async function queueFor(
  transaction: Database,
  reader: Reader,
  {
    report,
    view,
    owner,
    path,
    period,
    schedule,
    due,
    sending,
  }: Prepared & { schedule: HeldSchedule; due: Due; sending: string },
): Promise<string> {
  const { rhythm, weekday, hour, format } = schedule;
  const words = scheduleMail({
    reader: reader.name,
    owner: owner.name,
    title: report.title,
    view: view.name,
    period,
    format,
    times: due.asked_by === null ? { rhythm, weekday, hour } : null,
    address: `${due.address}${path}`,
  });
  const source = `${sending}/${reader.id}`;
  const id = await queueMail(transaction, {
    ...words,
    user_id: reader.id,
    to_address: reader.email!,
    template: SCHEDULE_MAIL,
    source,
  });
  // A sending is new in this transaction, so its mails are.
  return id!;
}

async function stop(transaction: Database, schedule: HeldSchedule, due: Due, reason: string): Promise<void> {
  const stopped_reason = reason.slice(0, 500);
  const sending = await keepSending(transaction, schedule, due, { stopped_reason });
  if (sending === null) return;
  await transaction
    .updateTable('report_schedule')
    .set({ state: 'stopped', stopped_reason })
    .where('id', '=', schedule.id)
    .execute();
  await tellOwner(transaction, schedule.owner_id, 'schedule_stopped', sending);
}

/** The row of a due time; null where another server has it. */
async function keepSending(
  transaction: Database,
  { id }: HeldSchedule,
  { due, asked_by }: Due,
  what: { path: string; period: string } | { stopped_reason: string },
): Promise<string | null> {
  const kept = await transaction
    .insertInto('report_sending')
    .values({ schedule_id: id, due_at: due.toISOString(), asked_by, ...what })
    .onConflict((conflict) => conflict.columns(['schedule_id', 'due_at']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept?.id ?? null;
}

/** Tells the owner of a schedule in the bell, once for each sending. */
export async function tellOwner(
  transaction: Database,
  user_id: number,
  kind: 'schedule_stopped' | 'schedule_withheld',
  report_sending_id: string,
): Promise<void> {
  await sql`
    insert into notification (user_id, kind, report_sending_id) values (${user_id}, ${kind}, ${report_sending_id}::bigint)
    on conflict (report_sending_id, user_id) where report_sending_id is not null do nothing`.execute(transaction);
}
