import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { OutgoingMail, SendResult } from './mail-server.ts';

export interface NewMail extends Omit<OutgoingMail, 'message_key' | 'attachments'> {
  /** Record id of the reader; null for one outside the company. */
  readonly user_id: number | null;
  /** What kind of mail it is, and what made it: the same pair is queued once. */
  readonly template: string;
  readonly source: string;
  /** The document that it carries; absent for any other mail. */
  readonly document_id?: string;
}

/** A mail that is about to be sent. */
export type TakenMail = OutgoingMail & Pick<NewMail, 'template' | 'source'> & { readonly id: string };

/** How long after each try that failed the next one follows, in minutes; after the last one the mail has failed. */
const RETRY_MINUTES = [1, 5, 15, 60, 180];

/** How long a server has for one mail before another one may take it over. */
const HOLD_MINUTES = 5;

/** Queues a mail in the transaction of its cause. Answers its id, or null when its cause queued it before. */
export async function queueMail(transaction: Database, mail: NewMail): Promise<string | null> {
  const queued = await transaction
    .insertInto('mail_message')
    .values(mail)
    .onConflict((conflict) => conflict.columns(['template', 'source']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return queued?.id ?? null;
}

/** Of a mail `m`: it waits to be sent, or was written a moment ago and did not fail. Whoever asks for it again wants no second. */
export const IS_FRESH = sql`(m.state = 'waiting' or m.state <> 'failed' and m.created_at > now() - interval '1 minute')`;

/** Takes the next mail that is due, for this server alone; null when none is. */
export async function takeMail(transaction: Database): Promise<TakenMail | null> {
  const taken = await sql<TakenMail>`
    update mail_message m
    set held_until = now() + make_interval(mins => ${HOLD_MINUTES})
    from (
      select id from mail_message
      where state = 'waiting' and next_try_at <= now() and (held_until is null or held_until < now())
      order by next_try_at, id limit 1 for update skip locked
    ) due
    where m.id = due.id
    returning m.id, m.template, m.source, m.to_address, m.subject, m.body_text, m.body_html, m.message_key`.execute(
    transaction,
  );
  return taken.rows[0] ?? null;
}

/** Keeps what became of an attempt, and with it whether and when the mail is tried again. */
export async function recordAttempt(transaction: Database, id: string, { outcome, reply }: SendResult): Promise<void> {
  await sql`
    insert into mail_attempt (message_id, attempt_no, outcome, reply)
    select ${id}::bigint, count(*) + 1, ${outcome}, ${printable(reply)}
    from mail_attempt where message_id = ${id}::bigint`.execute(transaction);
  await sql`
    update mail_message m
    set tries = m.tries + 1, held_until = null,
      next_try_at = now() + make_interval(mins => coalesce((${RETRY_MINUTES}::int[])[m.tries + 1], 0)),
      state = case
        when ${outcome} = 'accepted' then 'sent'
        when ${outcome} = 'refused' or m.tries >= ${RETRY_MINUTES.length} then 'failed'
        else 'waiting' end
    where m.id = ${id}::bigint and m.state = 'waiting'`.execute(transaction);
}

/** Without a mail server, mail is kept; nothing of it goes out by itself when a server is set one day. */
export async function keepUnsent(transaction: Database): Promise<void> {
  await transaction.updateTable('mail_message').set({ state: 'no_server' }).where('state', '=', 'waiting').execute();
}

/** Queues a mail again that has failed or was kept, or tries a waiting one at once. False when it was sent. */
export async function queueAgain(transaction: Database, id: string): Promise<boolean> {
  const queued = await transaction
    .updateTable('mail_message')
    .set({ state: 'waiting', tries: 0, next_try_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .executeTakeFirst();
  return queued.numUpdatedRows > 0n;
}

/** One line without control characters, as the table takes it. */
function printable(reply: string): string {
  return reply.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, 1000);
}
