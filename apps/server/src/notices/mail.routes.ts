import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { makePage } from '@talaan/contract/http/envelope';
import { listMail, sendMailAgain, type Mail } from '@talaan/contract/notices/mail.contract';
import type { Database } from '../platform/database/database.ts';
import { conflict, notFound } from '../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';
import { queueAgain } from '../platform/mail/mail.store.ts';

/** Serves the list of outgoing mail to those who look after the company. */
export function registerMailRoutes(server: FastifyInstance, services: RouteServices, hasServer: boolean): void {
  registerRoute(server, services, listMail, async ({ db, query }) => {
    const [{ rows, total }, runs] = await Promise.all([findMail(db, query), findLastRuns(db)]);
    return {
      ...makePage(rows, total, query, { path: '/api/mail', query }),
      has_server: hasServer,
      runs,
    };
  });

  registerRoute(server, services, sendMailAgain, async ({ db, params: { id } }) => {
    if (await queueAgain(db, id)) return { data: { id, state: 'waiting' as const } };
    const exists = await db.selectFrom('mail_message').select('id').where('id', '=', id).executeTakeFirst();
    throw exists ? conflict('mail_sent', 'This mail was sent.') : notFound('There is no such mail.');
  });
}

async function findMail(
  db: Database,
  { page, pages, state }: { page: number; pages: number; state?: Mail['state'] | undefined },
): Promise<{ rows: Mail[]; total: number }> {
  const wanted = state === undefined ? sql`true` : sql`m.state = ${state}`;
  const [rows, count] = await Promise.all([
    sql<Mail>`
      select m.id, m.template, m.to_address, m.subject, m.state, m.created_at,
        case when m.state = 'waiting' then m.next_try_at end as next_try_at,
        nullif(concat_ws(' ', u.user_first_name, u.user_last_name), '') as to_name,
        coalesce(a.attempt_no, 0)::int as attempts, a.reply, a.at as last_attempt_at
      from mail_message m
      left join app_user u on u.id = m.user_id
      left join lateral (
        select attempt_no, reply, at from mail_attempt where message_id = m.id order by attempt_no desc limit 1) a on true
      where ${wanted} order by m.id desc limit ${pages} offset ${(page - 1) * pages}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from mail_message m where ${wanted}`.execute(db),
  ]);
  return { rows: rows.rows, total: count.rows[0]!.total };
}

async function findLastRuns(db: Database) {
  const found = await sql<{ template: string; at: string; mailed: number; without_address: number }>`
    select distinct on (template) template, at, mailed, without_address
    from mail_run order by template, at desc`.execute(db);
  return found.rows;
}
