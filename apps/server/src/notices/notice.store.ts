import { sql } from 'kysely';
import type { MailChoice, Notice } from '@talaan/contract/notices/notice.contract';
import { ALL_DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { reportNamed } from '@talaan/contract/reports/report-list';
import type { Status } from '@talaan/core/documents/status';
import { visibleBatches } from '../batches/record/batch-visibility.ts';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import {
  batchLine,
  batchPath,
  chequeNotice,
  fileNotice,
  noticeTitle,
  scheduleNotice,
  signInNoticeTitle,
  webhookNotice,
  waitingPath,
  type ChequeNoticeKind,
  type FileNoticeKind,
  type NoticeFacts,
  type ScheduleNoticeKind,
  type SignInNoticeKind,
} from './notice-texts.ts';
import type { WaitingStep } from './waiting-steps.store.ts';

/** How many the bell shows (ux §1.1). */
const SHOWN = 50;

/** A notice of work that was done stays so long. */
const KEPT_DAYS = 90;

interface NoticeRow extends NoticeFacts {
  id: string;
  kind: Exclude<
    Notice['kind'],
    | SignInNoticeKind
    | FileNoticeKind
    | ChequeNoticeKind
    | ScheduleNoticeKind
    | 'webhook_off'
    | 'backup_failed'
    | 'file_to_accept'
  >;
  at: string;
  read_at: string | null;
  status_to: Status;
  actor: string;
  remarks: string | null;
  /** Why it could not be posted on its day. */
  reason: string | null;
}

/**
 * The newest notices of a person, how many of all he has not read, and how many files are in his tray. One about a batch that he may not see any more, or
 * that waits for him no more or is posted after all, is left out.
 */
export async function findNotices(
  database: Database,
  user: Principal,
): Promise<{ data: Notice[]; unread: number; files: number }> {
  const [files, ...found] = await Promise.all([
    countFiles(database, user),
    findBatchNotices(database, user),
    findSignInNotices(database, user),
    findFileNotices(database, user),
    findChequeNotices(database, user),
    findWebhookNotices(database, user),
    findScheduleNotices(database, user),
    findBackupNotices(database, user),
    findUploadNotices(database, user),
  ]);
  return {
    data: found
      .flatMap(({ data }) => data)
      .toSorted((a, b) => Number(b.id) - Number(a.id))
      .slice(0, SHOWN),
    unread: found.reduce((sum, { unread }) => sum + unread, 0),
    files,
  };
}

/** How many files of reports are in the person's tray. */
async function countFiles(database: Database, { user_id }: Principal): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from report_file where user_id = ${user_id}`.execute(database);
  return found.rows[0]!.count;
}

async function findFileNotices(database: Database, user: Principal): Promise<{ data: Notice[]; unread: number }> {
  const found = await sql<{
    id: string;
    kind: FileNoticeKind;
    at: string;
    read_at: string | null;
    title: string;
    subject: string;
    format: string;
    reason: string | null;
  }>`
    select n.id, n.kind, n.created_at as at, n.read_at, f.title, f.subject, f.format, f.reason
    from report_file f join notification n on n.file_id = f.id
    where f.user_id = ${user.user_id} order by n.id desc limit ${SHOWN}`.execute(database);
  return {
    data: found.rows.map(({ id, kind, at, read_at, ...file }) => ({
      id,
      kind,
      ...fileNotice(kind, file),
      at,
      read_at,
    })),
    unread: found.rows.filter(({ read_at }) => read_at === null).length,
  };
}

/** Misprints that wait no more and alarms that are settled are left out. */
async function findChequeNotices(database: Database, user: Principal): Promise<{ data: Notice[]; unread: number }> {
  const found = await sql<{
    id: string;
    kind: ChequeNoticeKind;
    at: string;
    read_at: string | null;
    which: string;
    account: string;
    leaves: string;
    by_name: string;
    unread: number;
  }>`
    select n.id, n.kind, n.created_at as at, n.read_at, t.which, concat_ws(' ', k.bank_name, k.account_no) as account, t.leaves,
      coalesce(concat_ws(' ', u.user_first_name, u.user_last_name), 'Talaan') as by_name,
      count(*) filter (where n.read_at is null) over ()::int as unread
    from notification n
    cross join lateral (
      select 'run=' || r.id as which, r.bank_id, r.answered_by as by_user, (
        select string_agg(c.cheque_number, ', ' order by f.place)
        from cheque_run_leaf f join cheque c on c.id = f.cheque_id
        where f.run_id = r.id and f.misprint is not null and c.state = 'printed') as leaves
      from cheque_run r where r.id = n.cheque_run_id
      union all
      select 'id=' || c.id, c.bank_id, a.reported_by, c.cheque_number || ' (' || a.state || ') on ' || a.cleared_on
      from cheque_alarm a join cheque c on c.id = a.cheque_id where a.id = n.cheque_alarm_id and a.settled_at is null) t
    join bank k on k.id = t.bank_id
    left join app_user u on u.id = t.by_user
    where n.user_id = ${user.user_id} and num_nonnulls(n.cheque_run_id, n.cheque_alarm_id) = 1 and t.leaves is not null
    order by n.id desc limit ${SHOWN}`.execute(database);
  return {
    data: found.rows.map(({ id, kind, at, read_at, unread: _of, ...facts }) => ({
      id,
      kind,
      ...chequeNotice(kind, facts),
      at,
      read_at,
    })),
    unread: found.rows[0]?.unread ?? 0,
  };
}

/** Of an address that is on again, was replaced or removed, nothing is told. */
async function findWebhookNotices(database: Database, user: Principal): Promise<{ data: Notice[]; unread: number }> {
  const found = await sql<{ id: string; at: string; read_at: string | null; source: string; url: string; why: string }>`
    select n.id, n.created_at as at, n.read_at, s.source_code as source, e.url, e.off_reason as why
    from notification n join webhook_endpoint e on e.id = n.webhook_endpoint_id join integration_source s on s.id = e.source_id
    where n.user_id = ${user.user_id} and e.off_at is not null and e.ended_at is null order by n.id desc limit ${SHOWN}`.execute(
    database,
  );
  return {
    data: found.rows.map(({ id, at, read_at, ...facts }) => ({
      id,
      kind: 'webhook_off',
      ...webhookNotice(facts),
      at,
      read_at,
    })),
    unread: found.rows.filter(({ read_at }) => read_at === null).length,
  };
}

/** Of a failure after which a backup was made nothing is told any more. */
async function findBackupNotices(database: Database, user: Principal): Promise<{ data: Notice[]; unread: number }> {
  const found = await sql<{ id: string; at: string; read_at: string | null; failure: string }>`
    select n.id, n.created_at as at, n.read_at, b.failure
    from notification n join backup_run b on b.id = n.backup_run_id
    where n.user_id = ${user.user_id} and b.id > coalesce((select max(id) from backup_run where failure is null), 0)
    order by n.id desc limit ${SHOWN}`.execute(database);
  return {
    data: found.rows.map(({ id, at, read_at, failure }) => ({
      id,
      kind: 'backup_failed',
      title: 'The books could not be backed up',
      text: failure,
      link: '/about',
      at,
      read_at,
    })),
    unread: found.rows.filter(({ read_at }) => read_at === null).length,
  };
}

/** Of a file of which nothing waits any more, accepted or undone, nothing is told. */
async function findUploadNotices(database: Database, user: Principal): Promise<{ data: Notice[]; unread: number }> {
  const found = await sql<{
    id: string;
    at: string;
    read_at: string | null;
    source: string;
    file_name: string;
    by_name: string;
  }>`
    select n.id, n.created_at as at, n.read_at, s.source_code as source, f.file_name,
      concat_ws(' ', u.user_first_name, u.user_last_name) as by_name
    from notification n join upload_file f on f.id = n.upload_file_id join integration_source s on s.id = f.source_id
    join app_user u on u.id = f.user_id
    where n.user_id = ${user.user_id} and exists (
      select from upload_part p where p.file_id = f.id and p.ended_at is null and p.integrated_batch_id is null)
    order by n.id desc limit ${SHOWN}`.execute(database);
  return {
    data: found.rows.map(({ id, at, read_at, source, file_name, by_name }) => ({
      id,
      kind: 'file_to_accept',
      title: 'A file waits for your acceptance',
      text: `${source}: ${file_name}\nFrom ${by_name}`,
      link: '/trx-upload-is',
      at,
      read_at,
    })),
    unread: found.rows.filter(({ read_at }) => read_at === null).length,
  };
}

/** Of a schedule that was deleted nothing is told any more. */
async function findScheduleNotices(database: Database, user: Principal): Promise<{ data: Notice[]; unread: number }> {
  const found = await sql<{
    notice: string;
    kind: ScheduleNoticeKind;
    at: string;
    read_at: string | null;
    id: number;
    report: string;
    view: string | null;
    reasons: string[];
    unread: number;
  }>`
    select n.id as notice, n.kind, n.created_at as at, n.read_at, s.id, s.report, v.name as view,
      count(*) filter (where n.read_at is null) over ()::int as unread,
      case when d.stopped_reason is not null then array[d.stopped_reason]::text[] else array(
        select coalesce(p.withheld, (select t.reply from mail_attempt t where t.message_id = m.id order by t.id desc limit 1))
        from report_sending_recipient p left join mail_message m on m.id = p.message_id
        where p.sending_id = d.id and (p.withheld is not null or m.state = 'failed') order by p.user_id)::text[] end as reasons
    from notification n
    join report_sending d on d.id = n.report_sending_id
    join report_schedule s on s.id = d.schedule_id
    left join report_view v on v.id = s.view_id
    where n.user_id = ${user.user_id} order by n.id desc limit ${SHOWN}`.execute(database);
  return {
    data: found.rows.map(({ notice, kind, at, read_at, unread: _of, report, ...facts }) => ({
      id: notice,
      kind,
      ...scheduleNotice(kind, { ...facts, report: reportNamed(report)?.title ?? report }),
      at,
      read_at,
    })),
    unread: found.rows[0]?.unread ?? 0,
  };
}

async function findSignInNotices(database: Database, user: Principal): Promise<{ data: Notice[]; unread: number }> {
  const found = await sql<{
    id: string;
    kind: SignInNoticeKind;
    at: string;
    read_at: string | null;
    about_user: number;
    name: string;
    by_name: string;
    unread: number;
  }>`
    select n.id, n.kind, n.created_at as at, n.read_at, n.about_user,
      concat_ws(' ', a.user_first_name, a.user_last_name) as name,
      coalesce(concat_ws(' ', b.user_first_name, b.user_last_name), 'the console') as by_name,
      count(*) filter (where n.read_at is null) over ()::int as unread
    from notification n
    join app_user a on a.id = n.about_user
    left join app_user b on b.id = n.by_user
    where n.user_id = ${user.user_id}
    order by n.id desc limit ${SHOWN}`.execute(database);
  return {
    data: found.rows.map(({ id, kind, at, read_at, about_user, name, by_name }) => {
      const isOwn = about_user === user.user_id;
      const text = isOwn ? `By ${by_name}` : `${name}\nBy ${by_name}`;
      return {
        id,
        kind,
        title: signInNoticeTitle(kind, isOwn),
        text,
        link: kind === 'handed_over' ? '/trx-active' : isOwn ? '/' : `/users?id=${about_user}`,
        at,
        read_at,
      };
    }),
    unread: found.rows[0]?.unread ?? 0,
  };
}

async function findBatchNotices(database: Database, user: Principal): Promise<{ data: Notice[]; unread: number }> {
  const current = sql`
    from notification n
    join batch_move m on m.id = n.move_id
    join batch b on b.id = m.batch_id
    left join maturity_failure f on f.move_id = n.move_id
    where n.user_id = ${user.user_id} and ${visibleBatches(user, ALL_DOCUMENT_TYPES)}
      and (n.kind <> 'waiting' or (b.cycle = m.cycle and b.status = m.status_to))
      and (n.kind <> 'not_matured' or f.move_id is not null)`;
  const [rows, unread] = await Promise.all([
    sql<NoticeRow>`
      select n.*, p.payee_desc as payee, c.iso_code as currency,
        concat_ws(' ', u.user_first_name, u.user_last_name) as actor
      from (
        select n.id, n.kind, n.created_at as at, n.read_at, b.document_type, b.batch_number, b.total_amount, b.payee_id,
          b.currency_id, m.status_to, m.user_id, m.remarks,
          f.reason
        ${current} order by n.id desc limit ${SHOWN}
      ) n
      join app_user u on u.id = n.user_id
      join currency c on c.id = n.currency_id
      left join payee p on p.id = n.payee_id
      order by n.id desc`.execute(database),
    sql<{ count: number }>`select count(*)::int as count ${current} and n.read_at is null`.execute(database),
  ]);
  return { data: rows.rows.map(noticeOf), unread: unread.rows[0]!.count };
}

function noticeOf({ id, kind, at, read_at, status_to, actor, remarks, reason, ...facts }: NoticeRow): Notice {
  const why = remarks === null || kind === 'waiting' ? '' : `: ${remarks}`;
  const cause = kind === 'not_matured' ? reason : `${kind === 'waiting' ? 'From' : 'By'} ${actor}${why}`;
  return {
    id,
    kind,
    title: noticeTitle(kind, facts.document_type, status_to),
    text: `${batchLine(facts)}\n${cause}`,
    link: kind === 'waiting' ? waitingPath({ ...facts, status: status_to }) : batchPath(facts),
    at,
    read_at,
  };
}

/** Marks one notice of the person as read, or all of them; answers how many were unread. */
export async function markRead(transaction: Database, userId: number, id: string | undefined): Promise<number> {
  const marked = await transaction
    .updateTable('notification')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .executeTakeFirst();
  return Number(marked.numUpdatedRows);
}

/** Tells everybody who could act on a step that it waits; whoever was told before is not told again. */
export async function tellWaiting(transaction: Database, steps: readonly WaitingStep[]): Promise<void> {
  const told = steps.flatMap(({ move_id, people }) => people.map((user_id) => ({ move_id, user_id })));
  await sql`
    insert into notification (user_id, kind, move_id)
    select t.user_id, 'waiting', t.move_id
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t (user_id int, move_id bigint)
    on conflict (user_id, move_id) do nothing`.execute(transaction);
}

/** Takes away what waits no more, and what is old. */
export async function forgetNotices(transaction: Database): Promise<void> {
  await sql`
    delete from notification n
    using batch_move m, batch b
    where n.kind = 'waiting' and m.id = n.move_id and b.id = m.batch_id
      and (row(b.cycle, b.status) is distinct from row(m.cycle, m.status_to) or b.deleted_at is not null)`.execute(
    transaction,
  );
  await sql`
    delete from notification n
    where n.kind = 'not_matured' and not exists (select from maturity_failure f where f.move_id = n.move_id)`.execute(
    transaction,
  );
  await sql`
    delete from notification n
    where n.kind = 'cheque_alarm' and exists (
      select from cheque_alarm a where a.id = n.cheque_alarm_id and a.settled_at is not null)`.execute(transaction);
  await sql`
    delete from notification
    where kind not in ('waiting', 'not_matured', 'cheque_alarm') and created_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(
    transaction,
  );
}

/** Which mails a person gets, and where. */
export async function readMailChoice(
  database: Database,
  userId: number,
): Promise<{ choice: MailChoice; email: string | null }> {
  const found = await sql<{ choice: MailChoice; email: string | null }>`
    select coalesce(c.choice, 'both') as choice, nullif(u.email, '') as email
    from app_user u left join mail_choice c on c.user_id = u.id where u.id = ${userId}`.execute(database);
  return found.rows[0]!;
}

export async function keepMailChoice(transaction: Database, userId: number, choice: MailChoice): Promise<void> {
  await transaction
    .insertInto('mail_choice')
    .values({ user_id: userId, choice })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ choice }))
    .execute();
}

/** What everybody chose who ever did, by record id. */
export async function readMailChoices(database: Database): Promise<Map<number, MailChoice>> {
  const rows = await database.selectFrom('mail_choice').selectAll().execute();
  return new Map(rows.map(({ user_id, choice }) => [user_id, choice as MailChoice]));
}
