import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { dateTimeText } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { mailText } from '../../platform/mail/mail-text.ts';
import { queueMail } from '../../platform/mail/mail.store.ts';
import { LATE_ADDRESS } from '../../platform/mail/send-mail.ts';
import { openLink } from './password-link.store.ts';

/** The mail that carries a link: what puts the address into it makes its secret, when it is sent. */
export const LINK_MAIL = 'password_link';

/** What became of a user's sign-in; `from` and `to` are e-mails, null for none. */
export type SignInChange =
  | { kind: 'password_link' | 'password_changed' }
  | { kind: 'email_changed'; from: string | null; to: string | null };

interface Person {
  id: number;
  /** `Ana Reyes (areyes)`. */
  name: string;
  email: string | null;
}

/**
 * Tells the owner of a sign-in and whoever asked for its change, by bell and mail, in the transaction of the change; of
 * another e-mail the old and the new address are told. A change that waited is asked for by the first person.
 */
export async function tellOfSignIn(transaction: Database, ownerId: number, change: SignInChange): Promise<void> {
  const { owner, asker } = await readPeople(transaction, ownerId);
  await sql`insert into notification (user_id, kind, about_user, by_user)
    select told, ${change.kind}, ${owner.id}, ${asker?.id ?? null}::int
    from (select distinct unnest(${[owner.id, asker?.id ?? owner.id]}::int[]) as told) t`.execute(transaction);
  const to = new Map<string, number>();
  // The owner gets the link itself.
  if (change.kind === 'email_changed') for (const email of [change.from, change.to]) if (email) to.set(email, owner.id);
  if (change.kind === 'password_changed' && owner.email) to.set(owner.email, owner.id);
  if (asker?.email && asker.id !== owner.id && !to.has(asker.email)) to.set(asker.email, asker.id);
  const text = textOf(change, owner.name, asker?.name ?? 'the console');
  for (const [to_address, user_id] of to) {
    await queueMail(transaction, {
      user_id,
      to_address,
      template: change.kind === 'password_link' ? 'password_link_sent' : change.kind,
      source: randomUUID(),
      ...mailText(text.subject, [
        text.what,
        'If this is not right, tell an administrator at once: he can block the user.',
      ]),
    });
  }
}

/** Queues the mail with a link for its owner, and tells him and who asked. Answers when the link expires. */
export async function sendLink(transaction: Database, ownerId: number, email: string): Promise<string> {
  const { owner, asker } = await readPeople(transaction, ownerId);
  const message_id = await queueMail(transaction, {
    user_id: owner.id,
    to_address: email,
    template: LINK_MAIL,
    source: randomUUID(),
    ...mailText('Choose your password for Talaan', [
      `Good day. ${asker?.name ?? 'The console'} asked that ${owner.name} gets this link to choose a new password for Talaan. It works once, for 24 hours:`,
      LATE_ADDRESS,
      'Nobody else gets it, and the password you have stays until you use it. If you do not need it, tell an administrator.',
    ]),
  });
  const { expires_at } = await openLink(transaction, owner.id, message_id);
  await tellOfSignIn(transaction, owner.id, { kind: 'password_link' });
  return expires_at;
}

/** The owner of a sign-in, and who asked for what is written: the first person of a confirmed change; null: the system. */
async function readPeople(transaction: Database, ownerId: number): Promise<{ owner: Person; asker: Person | null }> {
  const found = await sql<{ owner: Person; asker: Person | null }>`
    with person as (
      select u.id, concat_ws(' ', u.user_first_name, u.user_last_name) || ' (' || u.user_id || ')' as name,
        nullif(u.email, '') as email
      from app_user u)
    select to_json(o) as owner, to_json(a) as asker
    from person o
    left join person a on a.id = coalesce((
      select requested_by from pending_change
      where state = 'confirmed' and decided_by = current_actor() and decided_at = now() limit 1), current_actor())
    where o.id = ${ownerId}`.execute(transaction);
  return found.rows[0]!;
}

function textOf(change: SignInChange, owner: string, asker: string): { subject: string; what: string } {
  const at = dateTimeText(new Date().toISOString());
  switch (change.kind) {
    case 'password_link':
      return {
        subject: `A link to choose a password was sent to ${owner}`,
        what: `${asker} had a link sent to ${owner} on ${at}, to choose a new password for Talaan.`,
      };
    case 'password_changed':
      return {
        subject: `New password of ${owner}`,
        what: `The password of ${owner} for Talaan was changed by ${asker} on ${at}.`,
      };
    case 'email_changed':
      return {
        subject: `New sign-in e-mail of ${owner}`,
        what: `The work e-mail by which ${owner} signs in to Talaan was changed by ${asker} on ${at}, from ${change.from ?? 'none'} to ${change.to ?? 'none'}. Unless a second person confirmed it, links go there and sign-ins count by it a day later.`,
      };
  }
}
