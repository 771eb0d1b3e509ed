import { sql } from 'kysely';
import { NEW_PASSWORD_PATH, type PasswordLinkState } from '@talaan/contract/sign-in/password.contract';
import type { Database } from '../../platform/database/database.ts';
import { hashSecret, isSecret, newSecret } from '../session/session-token.ts';

/** Whose password a link changes. */
export interface LinkOwner {
  id: number;
  user_id: string;
  user_first_name: string;
  user_middle_name: string | null;
  user_last_name: string;
  email: string | null;
}

/**
 * Makes a link for a user, in the mail that is to carry it or, with null, to be printed; one that was open before ends.
 * Answers its id and the instant at which it expires, 24 hours from now.
 */
export async function openLink(
  transaction: Database,
  userId: number,
  messageId: string | null,
): Promise<{ id: number; expires_at: string }> {
  await sql`update password_link set ended_at = now(), ended_as = 'replaced'
    where user_id = ${userId} and ended_at is null`.execute(transaction);
  const { rows } = await sql<{ id: number; expires_at: string }>`
    insert into password_link (user_id, message_id) values (${userId}, ${messageId}::bigint)
    returning id, expires_at`.execute(transaction);
  return rows[0]!;
}

/**
 * Gives the open link of a mail, or of an id, a new secret and answers it: only its hash is stored, so the link that is
 * sent last counts. A link that ended keeps its end; its secret then opens nothing.
 */
export async function giveSecret(transaction: Database, by: 'id' | 'message_id', id: string | number): Promise<string> {
  const secret = newSecret();
  await sql`update password_link set token_hash = ${hashSecret(secret)}
    where ${sql.ref(by)} = ${id} and ended_at is null`.execute(transaction);
  return secret;
}

/** The address of a link; a browser does not send what stands behind the `#`, so no log has it. */
export function linkAddress(address: string, secret: string): string {
  return `${address}${NEW_PASSWORD_PATH}#${secret}`;
}

/** What a secret is good for; `owner` only while its link is open. */
export async function readLink(
  database: Database,
  secret: string,
): Promise<{ state: PasswordLinkState; owner: LinkOwner | null }> {
  const unknown = { state: 'unknown', owner: null } as const;
  if (!isSecret(secret)) return unknown;
  const found = await sql<LinkOwner & { state: PasswordLinkState }>`
    select u.id, u.user_id, u.user_first_name, u.user_middle_name, u.user_last_name, u.email,
      case when l.ended_at is not null then l.ended_as
        when l.expires_at <= now() or not may_sign_in(u) then 'expired' else 'open' end as state
    from password_link l join app_user u on u.id = l.user_id
    where l.token_hash = ${hashSecret(secret)}`.execute(database);
  if (!found.rows[0]) return unknown;
  const { state, ...owner } = found.rows[0];
  return { state, owner: state === 'open' ? owner : null };
}

/** Uses a link up; false when somebody else was faster. */
export async function useLink(transaction: Database, secret: string): Promise<boolean> {
  const used = await sql`update password_link set ended_at = now(), ended_as = 'used'
    where token_hash = ${hashSecret(secret)} and ended_at is null and expires_at > now()`.execute(transaction);
  return used.numAffectedRows === 1n;
}
