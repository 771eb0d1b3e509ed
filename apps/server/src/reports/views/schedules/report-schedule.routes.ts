import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { AnyReport } from '@talaan/contract/reports/kit/define-report';
import { reportNamed } from '@talaan/contract/reports/report-list';
import {
  createReportSchedule,
  deleteReportSchedule,
  findReportReaders,
  leaveReportSchedule,
  listReportSchedules,
  listReportSendings,
  MOST_SCHEDULES,
  runReportSchedule,
  sendReportSchedule,
  SENT_AGAIN_AFTER_MINUTES,
  updateReportSchedule,
  type ReportSchedule,
} from '@talaan/contract/reports/views/schedules/report-schedule.contract';
import type { ReportView } from '@talaan/contract/reports/views/report-view.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { requireModuleLevel } from '../../../access/authorize.ts';
import { clockText, today } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { changedMeanwhile } from '../../../platform/http/last-change.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../../platform/http/register-route.ts';
import { findView } from '../report-view.store.ts';
import * as store from './report-schedule.store.ts';
import { readSchedule, sendNow, whyNot } from './send-schedules.ts';

/**
 * Serves the schedules of saved views: to their owners, who alone change them, and to whom they reach, who may leave them. Nobody is put
 * among the recipients who may not see the report by himself (reports §1 S10).
 */
export function registerReportScheduleRoutes(server: FastifyInstance, services: RouteServices): void {
  registerReading(server, services);
  registerWriting(server, services);

  registerRoute(server, services, sendReportSchedule, async ({ db, user, params: { id } }) => {
    const schedule = await requireOwn(db, user, id);
    requireReport(user, schedule.report);
    await store.lockSchedule(db, id);
    if (schedule.state === 'stopped') throw conflict('schedule_stopped', `It is stopped: ${schedule.stopped_reason}`);
    const now = new Date();
    await refuseFlood(db, id, now);
    await sendNow(db, id, { now, asked_by: user.user_id, address: services.publicAddress });
    return { data: await requireSchedule(db, user, id) };
  });
}

function registerReading(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listReportSchedules, async ({ db, user }) => ({
    data: await store.findSchedules(db, user.user_id),
  }));

  registerRoute(server, services, findReportReaders, async ({ db, user, query }) => {
    const report = requireReport(user, query.report);
    const readers = await store.searchReaders(db, report.module, query.search);
    return { data: readers.map(({ id, name, email }) => ({ id, name, has_email: email !== null })) };
  });

  registerRoute(server, services, listReportSendings, async ({ db, user, params: { id } }) => {
    const { is_own } = await requireSchedule(db, user, id);
    return { data: await store.findSendings(db, id, is_own ? null : user.user_id) };
  });
}

function registerWriting(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, createReportSchedule, async ({ db, user, body }) => {
    const { view_id, recipients, ...plan } = body;
    const view = await findView(db, user.user_id, view_id);
    if (!view) throw notFound('There is no such view.');
    const report = requireReport(user, view.report);
    if ((await store.countSchedules(db, user.user_id)) >= MOST_SCHEDULES) {
      throw invalid({ view_id: [`You keep ${MOST_SCHEDULES} schedules. Delete one first.`] });
    }
    await requirePlan(db, report, view, { ...plan, recipients });
    const given = { ...plan, owner_id: user.user_id, report: report.name, view_id };
    const id = await store.insertSchedule(db, given, recipients);
    return { data: await requireSchedule(db, user, id) };
  });

  registerRoute(server, services, updateReportSchedule, async ({ db, user, params: { id }, body }) => {
    const { row_version, recipients, ...plan } = body;
    const schedule = await requireOwn(db, user, id);
    const report = requireReport(user, schedule.report);
    await requireVersion(db, schedule, row_version);
    const view = schedule.view_id === null ? null : await findView(db, user.user_id, schedule.view_id);
    if (!view)
      throw conflict('schedule_without_view', 'Its view was deleted, or is shared no more. Delete the schedule.');
    await requirePlan(db, report, view, { ...plan, recipients });
    // What stopped it is corrected, or stops it again.
    const state = schedule.state === 'paused' ? 'paused' : 'running';
    await store.changeSchedule(db, id, { ...plan, state });
    await store.setRecipients(db, id, recipients);
    return { data: await requireSchedule(db, user, id) };
  });

  registerRoute(server, services, runReportSchedule, async ({ db, user, params: { id }, body }) => {
    await requireVersion(db, await requireOwn(db, user, id), body.row_version);
    await store.changeSchedule(db, id, { state: body.state });
    return { data: await requireSchedule(db, user, id) };
  });

  registerRoute(server, services, leaveReportSchedule, async ({ db, user, params: { id } }) => {
    if (!(await store.removeRecipient(db, id, user.user_id))) throw noSuchSchedule();
    return { data: { id } };
  });

  registerRoute(server, services, deleteReportSchedule, async ({ db, user, params: { id } }) => {
    await requireOwn(db, user, id);
    await store.deleteSchedule(db, id);
    return { data: { id } };
  });
}

/** Throws 422 where no report has the name, 403 without Select on its module. */
function requireReport(user: Principal, name: string): AnyReport {
  const report = reportNamed(name);
  if (report === undefined) throw invalid({ report: [`There is no report ${name}.`] });
  requireModuleLevel(user, report.module, ACCESS.select);
  return report;
}

const noSuchSchedule = () => notFound('There is no such schedule.');

/** A schedule that the user set or that reaches him. */
async function requireSchedule(db: Database, user: Principal, id: number): Promise<ReportSchedule> {
  const schedule = await store.findSchedule(db, user.user_id, id);
  if (!schedule) throw noSuchSchedule();
  return schedule;
}

async function requireOwn(db: Database, user: Principal, id: number): Promise<ReportSchedule> {
  const schedule = await requireSchedule(db, user, id);
  if (schedule.is_own) return schedule;
  throw forbidden(
    'not_schedule_owner',
    `${schedule.owner_name} set this schedule and alone changes it. You may leave it.`,
  );
}

async function requireVersion(db: Database, current: ReportSchedule, row_version: number): Promise<void> {
  if ((await store.lockSchedule(db, current.id)) === row_version) return;
  throw await changedMeanwhile(db, { table: 'report_schedule', keys: [String(current.id)] }, { current });
}

/** Throws 422 for days that the view has not, and for recipients who may not be sent the report, each by name. */
async function requirePlan(
  db: Database,
  report: AnyReport,
  view: ReportView,
  { days, recipients }: Pick<ReportSchedule, 'days'> & { recipients: readonly number[] },
): Promise<void> {
  const read = readSchedule(report, view, days, today());
  const readers = await store.findReaders(db, report.module, recipients);
  const unknown = recipients.filter((id) => !readers.some((one) => one.id === id));
  const faults = [
    ...unknown.map((id) => `There is no user ${id}.`),
    ...readers.flatMap((one) => whyNot(one, report) ?? []),
  ];
  if (typeof read !== 'string' && faults.length === 0) return;
  throw invalid({
    ...(typeof read === 'string' ? { days: [read] } : {}),
    ...(faults.length > 0 ? { recipients: faults } : {}),
  });
}

/** Throws 409 where it was sent by hand a moment ago. */
async function refuseFlood(db: Database, id: number, now: Date): Promise<void> {
  const found = await sql<{ at: string }>`
    select at from report_sending where schedule_id = ${id} and asked_by is not null order by due_at desc limit 1`.execute(
    db,
  );
  const [last] = found.rows;
  if (!last) return;
  const sent_again_at = new Date(Date.parse(last.at) + SENT_AGAIN_AFTER_MINUTES * 60_000).toISOString();
  if (sent_again_at <= now.toISOString()) return;
  throw conflict(
    'sent_just_now',
    `It was sent at ${clockText(last.at)} by hand. It can be sent again at ${clockText(sent_again_at)}.`,
    { sent_at: last.at, sent_again_at },
  );
}
