import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CallRefused } from '@talaan/contract/http/client';
import type { ProblemBody } from '@talaan/contract/http/problem';
import { listNotices } from '@talaan/contract/notices/notice.contract';
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
  updateReportSchedule,
  type ReportSchedule,
} from '@talaan/contract/reports/views/schedules/report-schedule.contract';
import {
  createReportView,
  deleteReportView,
  updateReportView,
} from '@talaan/contract/reports/views/report-view.contract';
import { registerNoticeRoutes } from '../../../notices/notice.routes.ts';
import { inTransaction, openDatabase, SYSTEM_ACTOR, type Database } from '../../../platform/database/database.ts';
import { openMailServer } from '../../../platform/mail/mail-server.ts';
import { startMailCatcher, type MailCatcher } from '../../../platform/mail/mail-catcher.ts';
import { sendWaitingMail } from '../../../platform/mail/send-mail.ts';
import { createSignedInClient, createUser, type SignedInClient } from '../../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../../testing/test-server.ts';
import { registerReportViewRoutes } from '../report-view.routes.ts';
import { completeScheduleMail } from './complete-mail.ts';
import { registerReportScheduleRoutes } from './report-schedule.routes.ts';
import { SCHEDULE_MAIL } from './schedule-mail.ts';
import { sendSchedules } from './send-schedules.ts';

const ADDRESS = 'https://talaan.example';
const REPORT = 'trial-balance';

let app: TestServer;
let catcher: MailCatcher;
/** She sets schedules; Ben and Carl may read the report, the outsider may not. */
let ana: SignedInClient;
let ben: SignedInClient;
let carl: SignedInClient;
let outsider: SignedInClient;
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerReportViewRoutes(server, services);
    registerReportScheduleRoutes(server, services);
    registerNoticeRoutes(server, services);
  });
  catcher = await startMailCatcher();
});
afterAll(async () => {
  await catcher.stop();
  await app.stop();
});
const asSystem = <T>(work: (db: Database) => Promise<T>) => inTransaction(app.database, SYSTEM_ACTOR, work);
beforeEach(async () => {
  await asSystem((db) => db.deleteFrom('report_schedule').execute());
  await sent();
  const reader = (first_name: string) =>
    createSignedInClient(app.server, app.database, { first_name, last_name: 'Reyes', levels: { 'Trial Balance': 1 } });
  [ana, ben, carl] = [await reader('Ana'), await reader('Ben'), await reader('Carl')];
  outsider = await createSignedInClient(app.server, app.database, { levels: { Subsidiary: 4 }, first_name: 'Olga' });
});

const DAILY = { rhythm: 'daily', weekday: null, hour: 8, days: 'last_month', format: 'link' } as const;
const viewOf = async (who: SignedInClient, filter: Record<string, string> = { by: 'branch' }, name = 'By branch') =>
  (await who.call(createReportView, { body: { report: REPORT, name, filter } })).data;
const schedule = async (
  who: SignedInClient,
  to: readonly SignedInClient[],
  { view_id, ...more }: Partial<ReportSchedule> = {},
) => {
  const body = { ...DAILY, view_id: view_id ?? (await viewOf(who)).id, recipients: to.map(({ user }) => user.id) };
  return (await who.call(createReportSchedule, { body: { ...body, ...more } })).data;
};
const seenBy = async (who: SignedInClient) => (await who.call(listReportSchedules, {})).data;
const sendings = async (who: SignedInClient, { id }: ReportSchedule) =>
  (await who.call(listReportSendings, { params: { id } })).data;
const bell = async (who: SignedInClient) =>
  (await who.call(listNotices, {})).data.map(({ title, text, link }) => ({ title, text, link }));
const block = (who: SignedInClient, end_date: string | null = '2020-12-31') =>
  asSystem((db) => db.updateTable('app_user').set({ end_date }).where('id', '=', who.user.id).execute());
const takeRight = (who: SignedInClient) =>
  asSystem((db) => db.deleteFrom('user_access_privilege').where('user_id', '=', who.user.id).execute());

/**
 * An hour in Manila, so many days from the one on which it was eight last: days to come, for what was due before a schedule was set is not
 * made up for. (Eight in Manila is where the day begins in UTC.)
 */
const inDays = (days: number, hour = 8, minute = 0) => {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return new Date(`${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00+08:00`);
};
const run = (now: Date, database = app.database) => sendSchedules(database, { now, address: ADDRESS });

/** Sends what is queued; answers it by reader, in plain text without the line breaks of the transport. */
async function sent(): Promise<{ to: string; text: string }[]> {
  catcher.mails.splice(0);
  const server = openMailServer({ url: catcher.url, from: 'books@sampol.example' });
  await sendWaitingMail(app.database, server, { [SCHEDULE_MAIL]: completeScheduleMail });
  return catcher.mails.map(({ to, raw }) => ({
    to: to.split('@')[0]!,
    text: raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='),
  }));
}

async function refusalOf(call: Promise<unknown>): Promise<ProblemBody> {
  const answer = await call.catch((error: unknown) => error);
  if (answer instanceof CallRefused) return answer.problem;
  throw new Error(`The call was not refused: ${JSON.stringify(answer)}`);
}

describe('what is due', () => {
  it('is sent to each reader as a link with the days of its day, says nothing of the report, and stands in the trail', async () => {
    const one = await schedule(ana, [ben, carl]);
    await run(inDays(1, 7, 59));
    expect(await sent()).toEqual([]);
    await run(inDays(1));
    const mails = await sent();
    expect(mails.map(({ to }) => to).toSorted()).toEqual([ben, carl].map(({ user }) => user.user_id).toSorted());
    const last = new Date(Date.UTC(inDays(1).getUTCFullYear(), inDays(1).getUTCMonth() - 1, 1));
    const path = `/trial-balance?type=ftm&year=${last.getUTCFullYear()}&month=${last.getUTCMonth() + 1}&by=branch&saved_view=${one.view_id}`;
    const toBen = mails.find(({ to }) => to === ben.user.user_id);
    expect(toBen!.text).toContain('Good day, Ben Reyes.');
    expect(toBen!.text.replaceAll('&#38;', '&')).toContain(`${ADDRESS}${path}`);
    expect(toBen!.text).toContain('It comes each day at 08:00; Ana Reyes set it.');
    const [sending] = await sendings(ana, one);
    expect(sending).toMatchObject({
      path,
      due_at: inDays(1).toISOString().replace('.000Z', 'Z'),
      asked_by: null,
      recipients: [
        { name: 'Ben Reyes', state: 'sent', reason: null },
        { name: 'Carl Reyes', state: 'sent', reason: null },
      ],
    });
    const trail = await sql<{ table_name: string; action: string; user_id: number | null }>`
      select table_name, action, user_id from audit_event where table_name like 'report_s%' order by id desc limit 6`.execute(
      app.database,
    );
    expect(trail.rows.map(({ table_name, user_id }) => `${table_name} ${user_id ?? 'Talaan'}`)).toEqual([
      'report_sending_recipient Talaan',
      'report_sending_recipient Talaan',
      'report_sending Talaan',
      `report_schedule_recipient ${ana.user.id}`,
      `report_schedule_recipient ${ana.user.id}`,
      `report_schedule ${ana.user.id}`,
    ]);
  });

  it('is sent once by two servers at the same moment and by one that begins anew, and once when it was missed for days', async () => {
    const one = await schedule(ana, [ben]);
    const second = openDatabase(app.urls, { poolSize: 2 });
    try {
      await Promise.all([run(inDays(1)), run(inDays(1), second), run(inDays(1)), run(inDays(1), second)]);
    } finally {
      await second.destroy();
    }
    await run(inDays(1, 23));
    expect(await sendings(ana, one)).toHaveLength(1);
    await run(inDays(11, 7));
    expect((await sendings(ana, one)).map(({ due_at }) => new Date(due_at))).toEqual([inDays(10), inDays(1)]);
    // A server whose clock is behind sends nothing that is older than what was sent.
    await run(inDays(5));
    expect(await sent()).toHaveLength(2);
    const twice = sql`insert into report_sending (schedule_id, due_at, path, period) values (${one.id}, ${inDays(10).toISOString()}, '/x', 'x')`;
    await expect(asSystem((db) => twice.execute(db))).rejects.toMatchObject({ constraint: 'report_sending_once' });
    await expect(asSystem((db) => sql`delete from report_sending`.execute(db))).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('comes weekly and at month end on those days alone, and keeps the view days where it says so', async () => {
    const view = await viewOf(ana, { type: 'ftm', year: '2025', month: '5' });
    const weekly = await schedule(ana, [ben], {
      view_id: view.id,
      rhythm: 'weekly',
      weekday: 3,
      hour: 0,
      days: 'saved',
    });
    const monthly = await schedule(ana, [ben], { view_id: view.id, rhythm: 'month_end', hour: 18, days: 'this_month' });
    const from = Date.now();
    for (let hour = 1; hour <= 24 * 32; hour += 1) await run(new Date(from + hour * 3_600_000));
    const days = async (of: ReportSchedule) =>
      (await sendings(ana, of)).map(
        ({ due_at, period }) => [new Date(Date.parse(due_at) + 8 * 3_600_000), period] as const,
      );
    const weeks = await days(weekly);
    expect(weeks.length === 4 || weeks.length === 5).toBe(true);
    expect(
      weeks.every(
        ([at, period]) => at.getUTCDay() === 3 && at.getUTCHours() === 0 && period === 'MAY 01, 2025 TO MAY 31, 2025',
      ),
    ).toBe(true);
    const [[at, period]] = (await days(monthly)) as [readonly [Date, string | null]];
    expect([at.getUTCHours(), new Date(at.getTime() + 86_400_000).getUTCDate()]).toEqual([18, 1]);
    expect(period).toContain(`${String(at.getUTCDate()).padStart(2, '0')}, ${at.getUTCFullYear()}`);
  });
});

describe('rights', () => {
  it('are each reader’s and are asked for when it is sent: who may not read it gets nothing, and the owner is told', async () => {
    const one = await schedule(ana, [ben, carl]);
    await takeRight(ben);
    await run(inDays(1));
    expect((await sent()).map(({ to }) => to)).toEqual([carl.user.user_id]);
    expect((await sendings(ana, one))[0]!.recipients).toEqual([
      { name: 'Ben Reyes', state: 'withheld', reason: 'Ben Reyes may not see Trial Balance.' },
      { name: 'Carl Reyes', state: 'sent', reason: null },
    ]);
    expect(await bell(ana)).toEqual([
      {
        title: 'A scheduled report did not reach everybody',
        text: 'Trial Balance · By branch\nBen Reyes may not see Trial Balance.',
        link: `/report-schedules?id=${one.id}`,
      },
    ]);
    expect(await bell(carl)).toEqual([]);
  });

  it('are asked for once more when its mail goes out', async () => {
    const one = await schedule(ana, [ben, carl]);
    await run(inDays(1));
    await takeRight(ben);
    await carl.call(leaveReportSchedule, { params: { id: one.id } });
    expect(await sent()).toEqual([]);
    expect((await sendings(ana, one))[0]!.recipients).toEqual([
      { name: 'Ben Reyes', state: 'failed', reason: 'Ben Reyes may not see Trial Balance.' },
      { name: 'Carl Reyes', state: 'failed', reason: 'The reader was taken off the schedule.' },
    ]);
    expect((await bell(ana))[0]!.text).toContain('Ben Reyes may not see Trial Balance.');
    await run(inDays(2));
    await block(ana);
    expect(await sent()).toEqual([]);
  });

  it('are not given by a schedule: nobody is put on it who may not read the report, who left, or who has no address', async () => {
    const shared = await viewOf(ana);
    await ana.call(updateReportView, { params: shared, body: { row_version: shared.row_version, is_shared: true } });
    const gone = await createUser(app.database, {
      first_name: 'Gone',
      last_name: 'Uy',
      levels: { '*': 1 },
      end_date: '2020-12-31',
    });
    const mute = await createUser(app.database, {
      first_name: 'Mute',
      last_name: 'Uy',
      levels: { '*': 1 },
      email: null,
    });
    const to = [outsider.user.id, gone.id, mute.id, 999_999];
    const body = { ...DAILY, view_id: shared.id, recipients: to };
    expect(await refusalOf(ana.call(createReportSchedule, { body }))).toMatchObject({
      status: 422,
      errors: {
        recipients: [
          'There is no user 999999.',
          'Gone Uy may not sign in.',
          'Mute Uy has no e-mail address.',
          `${outsider.user.name} may not see Trial Balance.`,
        ],
      },
    });
    expect(await refusalOf(outsider.call(createReportSchedule, { body }))).toMatchObject({
      status: 403,
      code: 'module_access',
    });
    expect(await refusalOf(outsider.call(findReportReaders, { query: { report: REPORT, search: '' } }))).toMatchObject({
      status: 403,
    });
    const { data } = await ana.call(findReportReaders, { query: { report: REPORT, search: 'uy' } });
    expect(data.map(({ name, has_email }) => [name, has_email])).toEqual([['Mute Uy', false]]);
  });

  it.each<[string, (one: ReportSchedule) => Promise<unknown>, RegExp]>([
    ['its owner is blocked', () => block(ana), /^Ana Reyes, who set it, may not sign in any more\.$/],
    [
      'its owner may not read the report',
      () => takeRight(ana),
      /^Ana Reyes, who set it, may not see Trial Balance any more\.$/,
    ],
    [
      'a recipient is blocked',
      () => block(carl),
      /^Carl Reyes may not sign in any more\. Change it: take off who left, and save\.$/,
    ],
    [
      'nobody is left',
      async ({ id }) => Promise.all([ben, carl].map((who) => who.call(leaveReportSchedule, { params: { id } }))),
      /^Nobody is left/,
    ],
    [
      'its view is gone',
      ({ view_id }) => ana.call(deleteReportView, { params: { id: view_id! } }),
      /^Its view was deleted/,
    ],
  ])('stop it where %s, once, and its owner is told', async (_, act, reason) => {
    const one = await schedule(ana, [ben, carl]);
    await act(one);
    await run(inDays(1));
    await run(inDays(2));
    expect(await sent()).toEqual([]);
    const kept = await sql<{ state: string; stopped_reason: string; told: number; sendings: number }>`
      select state, stopped_reason, (select count(*) from notification n where n.user_id = s.owner_id and n.kind = 'schedule_stopped')::int as told,
        (select count(*) from report_sending d where d.schedule_id = s.id)::int as sendings
      from report_schedule s where id = ${one.id}`.execute(app.database);
    expect(kept.rows).toEqual([
      { state: 'stopped', stopped_reason: expect.stringMatching(reason) as string, told: 1, sendings: 1 },
    ]);
  });

  it('let it run again when what stopped it is put right', async () => {
    const one = await schedule(ana, [ben, carl]);
    await block(carl);
    await run(inDays(1));
    const [stopped] = await seenBy(ana);
    expect(stopped).toMatchObject({ state: 'stopped', next_at: null });
    expect(await refusalOf(ana.call(sendReportSchedule, { params: one }))).toMatchObject({
      status: 409,
      code: 'schedule_stopped',
    });
    const save = (recipients: number[]) =>
      ana.call(updateReportSchedule, {
        params: one,
        body: { ...DAILY, row_version: stopped!.row_version, recipients },
      });
    expect(await refusalOf(save([ben.user.id, carl.user.id]))).toMatchObject({
      errors: { recipients: ['Carl Reyes may not sign in.'] },
    });
    expect((await save([ben.user.id])).data).toMatchObject({ state: 'running', stopped_reason: null });
    await run(inDays(2));
    expect((await sent()).map(({ to }) => to)).toEqual([ben.user.user_id]);
  });
});

describe('a schedule', () => {
  it('is changed, paused, sent and deleted by its owner alone, seen and left by whom it reaches, and told to nobody else', async () => {
    const one = await schedule(ana, [ben]);
    expect(await seenBy(ana)).toEqual([one]);
    expect(await seenBy(ben)).toEqual([{ ...one, is_own: false }]);
    expect(await seenBy(carl)).toEqual([]);
    const body = { ...DAILY, row_version: one.row_version, recipients: [ben.user.id] };
    const state = { row_version: one.row_version, state: 'paused' as const };
    const writes = (who: SignedInClient) => [
      () => who.call(updateReportSchedule, { params: one, body }),
      () => who.call(runReportSchedule, { params: one, body: state }),
      () => who.call(sendReportSchedule, { params: one }),
      () => who.call(deleteReportSchedule, { params: one }),
    ];
    for (const call of writes(ben))
      expect(await refusalOf(call())).toMatchObject({ status: 403, code: 'not_schedule_owner' });
    for (const call of writes(carl)) expect(await refusalOf(call())).toMatchObject({ status: 404 });
    expect(await refusalOf(sendings(carl, one))).toMatchObject({ status: 404 });

    const paused = (await ana.call(runReportSchedule, { params: one, body: state })).data;
    expect(paused).toMatchObject({ state: 'paused', next_at: null, changed_by: 'Ana Reyes' });
    expect(await refusalOf(ana.call(runReportSchedule, { params: one, body: state }))).toMatchObject({
      status: 409,
      code: 'row_version',
    });
    await run(inDays(1));
    expect(await sent()).toEqual([]);
    await ben.call(leaveReportSchedule, { params: one });
    expect([await seenBy(ben), (await seenBy(ana))[0]!.recipients]).toEqual([[], []]);
    await ana.call(deleteReportSchedule, { params: one });
    expect(await seenBy(ana)).toEqual([]);
  });

  it('is sent by hand beside its days, not again within minutes, and a reader sees his own part alone', async () => {
    const one = await schedule(ana, [ben, carl], { format: 'pdf' });
    await ana.call(sendReportSchedule, { params: one });
    const mails = await sent();
    expect(mails).toHaveLength(2);
    expect(mails[0]!.text).toContain('as_file=pdf');
    expect(mails[0]!.text).toContain('Ana Reyes sent it by hand.');
    expect(await refusalOf(ana.call(sendReportSchedule, { params: one }))).toMatchObject({
      status: 409,
      code: 'sent_just_now',
    });
    expect((await sendings(ben, one))[0]).toMatchObject({
      asked_by: 'Ana Reyes',
      recipients: [{ name: 'Ben Reyes', state: 'sent' }],
    });
    await run(inDays(1));
    expect(await sendings(ana, one)).toHaveLength(2);
  });

  it.each<[string, Record<string, unknown>, Record<string, string[]>]>([
    [
      'no days of the view',
      { days: 'saved' },
      { days: [expect.stringContaining('says no days of its own') as string] },
    ],
    [
      'days that its report has not',
      { days: 'last_quarter' },
      { days: [expect.stringContaining('Choose other days') as string] },
    ],
    ['nobody', { recipients: [] }, { recipients: ['Choose who gets it.'] }],
    [
      'more users than it reaches',
      { recipients: Array.from({ length: 21 }, (_, at) => at + 1) },
      { recipients: ['Choose up to 20 users.'] },
    ],
    ['an hour that is none', { hour: 24 }, { hour: [expect.stringContaining('hour must be') as string] }],
    [
      'a week without its day',
      { rhythm: 'weekly' },
      { weekday: ['weekday is said of a weekly schedule, and of no other.'] },
    ],
    [
      'a day of the week each day',
      { weekday: 2 },
      { weekday: ['weekday is said of a weekly schedule, and of no other.'] },
    ],
  ])('refuses %s', async (_, given, errors) => {
    expect(await refusalOf(schedule(ana, [ben], given))).toMatchObject({ status: 422, errors });
  });

  it('is one of twenty at most that a person keeps', async () => {
    const view_id = (await viewOf(ana)).id;
    for (let n = 0; n < MOST_SCHEDULES; n += 1) await schedule(ana, [ben], { view_id });
    expect(await refusalOf(schedule(ana, [ben], { view_id }))).toMatchObject({
      status: 422,
      errors: { view_id: ['You keep 20 schedules. Delete one first.'] },
    });
  });

  it('is set in one’s own name alone, whatever the program does', async () => {
    const view = await viewOf(ana);
    const forged = sql`insert into report_schedule (owner_id, report, view_id, rhythm, hour, days, format)
      values (${ben.user.id}, ${REPORT}, ${view.id}, 'daily', 8, 'today', 'link')`;
    const asAna = <T>(work: (db: Database) => Promise<T>) =>
      inTransaction(app.database, { user_id: ana.user.id, request_id: null }, work);
    await expect(asAna((db) => forged.execute(db))).rejects.toMatchObject({ constraint: 'report_schedule_own' });
  });
});
