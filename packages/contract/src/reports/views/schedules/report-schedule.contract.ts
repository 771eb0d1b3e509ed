/**
 * Schedules of saved views (reports §1 S10): a report is sent to users by mail, as a link that needs sign-in and shows each what he
 * may see. A schedule gives no right: rights are asked for when it is sent and once more when its mail goes out.
 */
import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { RHYTHMS } from '@talaan/core/calendar/rhythm';
import { oneOf, requiredId } from '../../../documents/wire-values.ts';
import { recordOf } from '../../../http/envelope.ts';
import { defineRoute } from '../../../http/route.ts';
import { wireNumber } from '../../../http/wire-number.ts';
import { REPORT_MODULES } from '../../kit/report-index.ts';
import { SCHEDULED_DAYS } from './scheduled-days.ts';

const tag = 'Reports';

/** Schedules that a user may keep, and users whom one may reach. */
export const MOST_SCHEDULES = 20;
export const MOST_RECIPIENTS = 20;

/** A schedule is sent by hand once in so many minutes. */
export const SENT_AGAIN_AFTER_MINUTES = 5;

/** What a link opens: the report, or a file of it that is made then. */
export const SCHEDULE_FORMATS = ['link', 'pdf', 'xlsx'] as const;
export type ScheduleFormat = (typeof SCHEDULE_FORMATS)[number];

/** The name under which an address says that a file of its report is made as soon as its figures are there. */
export const FILE_AT_ONCE = 'as_file';

/** The levels of the report are asked for by each call. */
const access = { kind: 'module', module: REPORT_MODULES, level: ACCESS.select } as const;
/** What one keeps, and what reaches one, is seen and ended without a right on any report. */
const session = { kind: 'session' } as const;

const user = z.object({ id: z.int(), name: z.string() });

const reportSchedule = z.object({
  id: z.int(),
  report: z.string(),
  /** Null where it was deleted: the schedule stops. */
  view_id: z.int().nullable(),
  view_name: z.string().nullable(),
  rhythm: z.enum(RHYTHMS),
  /** 1 Monday to 7 Sunday where it is weekly. */
  weekday: z.int().nullable(),
  /** 0 to 23, in Manila. */
  hour: z.int(),
  days: z.enum(SCHEDULED_DAYS),
  format: z.enum(SCHEDULE_FORMATS),
  recipients: z.array(user),
  state: z.enum(['running', 'paused', 'stopped']),
  stopped_reason: z.string().nullable(),
  /** The caller set it; nobody else changes it. */
  is_own: z.boolean(),
  owner_name: z.string(),
  /** Instants, ISO 8601 in UTC; the next one is null while it does not run, the last one until something was sent. */
  next_at: z.string().nullable(),
  last_at: z.string().nullable(),
  made_at: z.string(),
  changed_at: z.string().nullable(),
  changed_by: z.string().nullable(),
  row_version: z.int(),
});
export type ReportSchedule = z.infer<typeof reportSchedule>;

export const listReportSchedules = defineRoute({
  method: 'GET',
  path: '/report-schedules',
  summary: 'The schedules that the caller set, then those that reach him',
  tag,
  access: session,
  response: z.object({ data: z.array(reportSchedule) }),
});

export const findReportReaders = defineRoute({
  method: 'GET',
  path: '/report-schedules/readers',
  summary: 'Users who may see a report, by name: who may be sent it',
  tag,
  access,
  query: z.object({
    report: z.string('report is required.').min(1, 'report is required.').max(60),
    search: z.string().max(60).default(''),
  }),
  response: z.object({ data: z.array(user.extend({ has_email: z.boolean() })) }),
});

const rowVersion = wireNumber(z.number('row version is required.').int('row version must be a whole number.'));
const hours = Array.from({ length: 24 }, (_, hour) => hour);

const plan = z.object({
  rhythm: z.enum(RHYTHMS, 'rhythm must be daily, weekly or month_end.'),
  weekday: oneOf('weekday', [1, 2, 3, 4, 5, 6, 7]).nullish().default(null),
  hour: oneOf('hour', hours),
  days: z.enum(SCHEDULED_DAYS, `days must be ${SCHEDULED_DAYS.slice(0, -1).join(', ')} or ${SCHEDULED_DAYS.at(-1)}.`),
  format: z.enum(SCHEDULE_FORMATS, 'format must be link, pdf or xlsx.').default('link'),
  recipients: z
    .array(requiredId('recipients'), 'recipients must be user ids.')
    .min(1, 'Choose who gets it.')
    .max(MOST_RECIPIENTS, `Choose up to ${MOST_RECIPIENTS} users.`),
});
const weekdayIsSaid = ({ rhythm, weekday }: z.infer<typeof plan>) => (rhythm === 'weekly') === (weekday !== null);
const weekdayFault = { path: ['weekday'], message: 'weekday is said of a weekly schedule, and of no other.' };

/** 422 for a view that has no such days, and for whoever may not see the report, may not sign in or has no e-mail address. */
export const createReportSchedule = defineRoute({
  method: 'POST',
  path: '/report-schedules',
  summary: 'Send a saved view of a report by a schedule',
  tag,
  access,
  body: plan.extend({ view_id: requiredId('view id') }).refine(weekdayIsSaid, weekdayFault),
  response: recordOf(reportSchedule),
});

const params = z.object({ id: requiredId('id') });

export const updateReportSchedule = defineRoute({
  method: 'PUT',
  path: '/report-schedules/{id}',
  summary: 'Change a schedule of a report',
  tag,
  access,
  params,
  body: plan.extend({ row_version: rowVersion }).refine(weekdayIsSaid, weekdayFault),
  response: recordOf(reportSchedule),
});

export const runReportSchedule = defineRoute({
  method: 'PUT',
  path: '/report-schedules/{id}/state',
  summary: 'Pause a schedule, or let it run again; what was due meanwhile is not made up for',
  tag,
  access: session,
  params,
  body: z.object({ row_version: rowVersion, state: z.enum(['running', 'paused'], 'state must be running or paused.') }),
  response: recordOf(reportSchedule),
});

export const sendReportSchedule = defineRoute({
  method: 'POST',
  path: '/report-schedules/{id}/send',
  summary: 'Send a schedule now, beside its days; it stops where it would stop by itself',
  tag,
  access,
  params,
  response: recordOf(reportSchedule),
});

export const leaveReportSchedule = defineRoute({
  method: 'POST',
  path: '/report-schedules/{id}/leave',
  summary: 'Take oneself off the recipients of a schedule',
  tag,
  access: session,
  params,
  response: recordOf(z.object({ id: z.int() })),
});

export const deleteReportSchedule = defineRoute({
  method: 'DELETE',
  path: '/report-schedules/{id}',
  summary: 'Delete a schedule of a report',
  tag,
  access: session,
  params,
  response: recordOf(z.object({ id: z.int() })),
});

const sending = z.object({
  id: z.string(),
  /** When it was due, and when it was sent, which is later where no server ran. */
  due_at: z.string(),
  at: z.string(),
  /** Who asked for it by hand. */
  asked_by: z.string().nullable(),
  /** Its days in words, and its address in the application. */
  period: z.string().nullable(),
  path: z.string().nullable(),
  /** Why nothing was sent. */
  stopped_reason: z.string().nullable(),
  recipients: z.array(
    z.object({
      name: z.string(),
      /** What became of his mail; he got none where it was withheld. */
      state: z.enum(['waiting', 'sent', 'failed', 'no_server', 'withheld']),
      reason: z.string().nullable(),
    }),
  ),
});
export type ReportSending = z.infer<typeof sending>;

/** What a schedule sent, the newest 50 first; whoever did not set it sees his own part alone. */
export const listReportSendings = defineRoute({
  method: 'GET',
  path: '/report-schedules/{id}/sendings',
  summary: 'What a schedule sent, when and to whom',
  tag,
  access: session,
  params,
  response: z.object({ data: z.array(sending) }),
});
