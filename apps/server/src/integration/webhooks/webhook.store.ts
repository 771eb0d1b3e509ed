import { sql } from 'kysely';
import type { HookedSource, WebhookEndpoint, WebhookMessage } from '@talaan/contract/integration/webhook.contract';
import { groupBy } from '../../platform/group-by.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Attempt } from './send-message.ts';

/** Seconds after each try that failed until the next one; after the last one the message is given up (decisions §7). */
const WAITS_S = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** An address is switched off when nothing arrived for so long. */
const PATIENCE_DAYS = 5;

/** How long a server has for one message before another one may take it over. */
const HOLD_SECONDS = 60;

const IS_LIVE = sql`e.live_at is not null and e.ended_at is null`;

interface EndpointRow extends WebhookEndpoint {
  source_id: number;
}

async function findEndpoints(database: Database, user_id: number, id?: number): Promise<EndpointRow[]> {
  const found = await sql<EndpointRow>`
    select e.id, e.source_id, e.url, concat_ws(' ', u.user_first_name, u.user_last_name) as made_by, e.made_by = ${user_id} as is_own,
      e.made_at, (
        select concat_ws(' ', c.user_first_name, c.user_last_name) from app_user c where c.id = e.confirmed_by) as confirmed_by,
      e.live_at, case when e.previous_until > now() then e.previous_until end as previous_until, e.failing_since, e.off_at, e.off_reason
    from webhook_endpoint e join app_user u on u.id = e.made_by
    where e.ended_at is null and ${id === undefined ? sql`true` : sql`e.id = ${id}`}`.execute(database);
  return found.rows;
}

const told = ({ source_id: _of, ...endpoint }: EndpointRow): WebhookEndpoint => endpoint;

/** An address that was not replaced or removed, as somebody sees it. */
export async function findEndpoint(
  database: Database,
  user_id: number,
  id: number,
): Promise<WebhookEndpoint | undefined> {
  const [found] = await findEndpoints(database, user_id, id);
  return found && told(found);
}

/** Every source with its addresses, by their codes, as somebody sees them. */
export async function listHookedSources(database: Database, user_id: number): Promise<HookedSource[]> {
  const sources = await sql<Pick<HookedSource, 'source' | 'name' | 'waiting' | 'failed'> & { id: number }>`
    select s.id, s.source_code as source, s.source_name as name,
      (select count(*)::int from webhook_message m where m.source_id = s.id and m.state = 'waiting') as waiting,
      (select count(*)::int from webhook_message m where m.source_id = s.id and m.state = 'failed') as failed
    from integration_source s order by s.source_code`.execute(database);
  const bySource = groupBy(await findEndpoints(database, user_id), ({ source_id }) => source_id);
  return sources.rows.map(({ id, ...source }) => {
    const own = bySource.get(id) ?? [];
    const one = (isLive: boolean) => own.find(({ live_at }) => (live_at !== null) === isLive);
    const [live, proposed] = [one(true), one(false)];
    return { ...source, live: live ? told(live) : null, proposed: proposed ? told(proposed) : null };
  });
}

/** Record ID of a source by its code; undefined when there is none. */
export async function findSourceId(database: Database, code: string): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    select id from integration_source where lower(source_code) = lower(${code})`.execute(database);
  return found.rows[0]?.id;
}

/** Writes an address in the name of the actor; it waits for a second person unless four eyes are off. */
export async function insertEndpoint(
  transaction: Database,
  endpoint: { source_id: number; url: string; secret_sealed: Buffer },
): Promise<number> {
  const { source_id, url, secret_sealed } = endpoint;
  const written = await sql<{ id: number }>`
    insert into webhook_endpoint (source_id, url, secret_sealed) values (${source_id}, ${url}, ${secret_sealed}) returning id`.execute(
    transaction,
  );
  return written.rows[0]!.id;
}

/** What people do with an address; false when there is none for which it can be done. */
export async function changeEndpoint(
  transaction: Database,
  id: number,
  change: 'confirm' | 'resume' | 'remove' | { secret_sealed: Buffer },
): Promise<boolean> {
  const [set, where] =
    change === 'confirm'
      ? [sql`live_at = now()`, sql`e.live_at is null`]
      : change === 'resume'
        ? [sql`off_at = null, off_reason = null, failing_since = null`, sql`e.off_at is not null`]
        : change === 'remove'
          ? [sql`ended_at = now()`, sql`true`]
          : [sql`secret_sealed = ${change.secret_sealed}`, sql`true`];
  const changed = await sql`
    update webhook_endpoint e set ${set} where e.id = ${id} and e.ended_at is null and ${where} returning id`.execute(
    transaction,
  );
  return changed.rows.length > 0;
}

/** Messages of a source, or all, in a state, or any: the newest first. */
export async function listMessages(
  database: Database,
  {
    source,
    state,
    page,
    pages,
  }: {
    source?: string | undefined;
    state?: WebhookMessage['state'] | undefined;
    page: number;
    pages: number;
  },
): Promise<{ rows: WebhookMessage[]; total: number }> {
  const ofSource =
    source === undefined
      ? sql`true`
      : sql`m.source_id = (
    select id from integration_source where lower(source_code) = lower(${source}))`;
  const wanted = sql`${ofSource} and ${state === undefined ? sql`true` : sql`m.state = ${state}`}`;
  const [rows, count] = await Promise.all([
    sql<WebhookMessage>`
      select m.id, 'msg_' || replace(m.message_key::text, '-', '') as message_id, s.source_code as source, m.event, i.batch_no,
        b.batch_number, m.body, m.state, m.created_at, case when m.state = 'waiting' then m.next_try_at end as next_try_at,
        (select coalesce(json_agg(json_build_object('at', a.at, 'url', e.url, 'status', a.status, 'took_ms', a.took_ms,
            'reply', a.reply) order by a.id desc), '[]')
          from (select * from webhook_attempt where message_id = m.id order by id desc limit 20) a
          join webhook_endpoint e on e.id = a.endpoint_id) as attempts
      from webhook_message m join integration_source s on s.id = m.source_id
      join integrated_batch i on i.id = m.integrated_batch_id join batch b on b.integrated_batch_id = i.id
      where ${wanted} order by m.id desc limit ${pages} offset ${(page - 1) * pages}`.execute(database),
    sql<{ total: number }>`select count(*)::int as total from webhook_message m where ${wanted}`.execute(database),
  ]);
  return { rows: rows.rows, total: count.rows[0]!.total };
}

/** Lets one message, or all of a source since an instant, be sent anew; answers how many. */
export async function queueAgain(
  transaction: Database,
  which: { id: string } | { source_id: number; since: string },
): Promise<number> {
  const wanted =
    'id' in which
      ? sql`m.id = ${which.id}::bigint`
      : sql`m.source_id = ${which.source_id} and m.created_at >= ${which.since}::timestamptz`;
  const queued = await sql`
    update webhook_message m set state = 'waiting', tries = 0, next_try_at = now()
    where ${wanted} and exists (select from webhook_endpoint e where e.source_id = m.source_id and ${IS_LIVE} and e.off_at is null)
    returning id`.execute(transaction);
  return queued.rows.length;
}

/** A message that is about to be sent, with the address that counts now and what signs it. */
export interface TakenMessage {
  readonly id: string;
  readonly message_id: string;
  readonly body: string;
  readonly endpoint_id: number;
  readonly url: string;
  readonly secret_sealed: Buffer;
  readonly previous_sealed: Buffer | null;
}

/** Takes messages that are due, for this server alone: of addresses that count, are on, and are not among `silent` ones. */
export async function takeMessages(
  transaction: Database,
  { most, silent }: { most: number; silent: readonly number[] },
): Promise<TakenMessage[]> {
  const taken = await sql<TakenMessage>`
    update webhook_message m
    set held_until = now() + make_interval(secs => ${HOLD_SECONDS})
    from (
      select m.id, e.id as endpoint_id, e.url, e.secret_sealed,
        case when e.previous_until > now() then e.previous_sealed end as previous_sealed
      from webhook_message m join webhook_endpoint e on e.source_id = m.source_id and ${IS_LIVE} and e.off_at is null
      where m.state = 'waiting' and m.next_try_at <= now() and (m.held_until is null or m.held_until < now())
        and e.id <> all (${silent}::int[])
      order by m.next_try_at, m.id limit ${most} for update of m skip locked
    ) due
    where m.id = due.id
    returning m.id, 'msg_' || replace(m.message_key::text, '-', '') as message_id, m.body, due.endpoint_id, due.url,
      due.secret_sealed, due.previous_sealed`.execute(transaction);
  return taken.rows;
}

/** Keeps a try, with it whether and when the message is tried again, and what it says of the address. */
export async function keepAttempt(
  transaction: Database,
  { id, endpoint_id }: Pick<TakenMessage, 'id' | 'endpoint_id'>,
  { status, took_ms, reply, retry_after }: Attempt,
): Promise<void> {
  const arrived = status !== null && status >= 200 && status < 300;
  const gone = status === 410;
  await sql`
    insert into webhook_attempt (message_id, endpoint_id, status, took_ms, reply)
    values (${id}::bigint, ${endpoint_id}, ${status}, ${took_ms}, ${reply})`.execute(transaction);
  await sql`
    update webhook_message m
    set tries = m.tries + 1, held_until = null,
      next_try_at = now() + make_interval(secs => greatest((${WAITS_S}::int[])[m.tries + 1], ${retry_after ?? 0})),
      state = case when ${arrived} then 'sent' when ${gone} or m.tries >= ${WAITS_S.length} then 'failed' else 'waiting' end
    where m.id = ${id}::bigint and m.state = 'waiting'`.execute(transaction);
  if (arrived) {
    await sql`update webhook_endpoint set failing_since = null where id = ${endpoint_id} and ended_at is null
      and failing_since is not null`.execute(transaction);
    return;
  }
  const reason = gone ? 'It answered 410: it is gone.' : `Nothing arrived for ${PATIENCE_DAYS} days.`;
  await sql`
    update webhook_endpoint e
    set failing_since = coalesce(e.failing_since, now()), off_at = due.at, off_reason = due.reason
    from (select case when ${gone} or failing_since < now() - make_interval(days => ${PATIENCE_DAYS}) then now() end as at,
        case when ${gone} or failing_since < now() - make_interval(days => ${PATIENCE_DAYS}) then ${reason} end as reason
      from webhook_endpoint where id = ${endpoint_id}) due
    where e.id = ${endpoint_id} and e.ended_at is null and e.off_at is null`.execute(transaction);
}

/** Forgets messages that were sent and last tried so many days ago, with their tries. */
export async function forgetMessages(transaction: Database, days: number): Promise<void> {
  await sql`
    delete from webhook_message m
    where m.state = 'sent' and m.created_at < now() - make_interval(days => ${days})
      and not exists (
        select from webhook_attempt a where a.message_id = m.id and a.at >= now() - make_interval(days => ${days}))`.execute(
    transaction,
  );
}
