import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { PendingVisit, VerifiedIdentity } from '../../platform/sign-in/openid-client.ts';
import { VISIT_SECONDS } from '../session/session-cookie.ts';
import { openSealedText } from '../session/session-token.ts';

/** Seconds in which the opener of the sign-in window must take up a ticket (reliability (e) SSO pop-up). */
const TICKET_SECONDS = 60;

export type ProviderName = 'okta' | 'google';
export type VisitPurpose = 'sign_in' | 'hr';

export interface Visit extends PendingVisit {
  provider: ProviderName;
  purpose: VisitPurpose;
}

export interface Ticket {
  method: ProviderName | 'hr';
  /** The user who signs in; null when nobody of ours has the identity. */
  user_id: number | null;
  /** The HR system's access token, encrypted with the ticket. */
  hr_token: Buffer | null;
}

/** The HR system's token that a ticket keeps sealed by its secret. */
export function hrTokenOf(secret: string, { hr_token }: Ticket): string | null {
  return hr_token && openSealedText(secret, hr_token);
}

/** A user whose dates let him sign in today. That he is blocked is told to him when he has proved who he is. */
export interface SignInUser {
  id: number;
  user_id: string;
  email: string | null;
  password_hash: string | null;
  super_user: boolean;
  password_due: boolean;
  blocked_at: string | null;
}

const userColumns = sql.raw(
  'id, user_id, email, password_hash, sper_user = 1 as super_user, password_set_by_other as password_due, blocked_at',
);
const isInUse = sql.raw('start_date <= manila_today() and (end_date is null or end_date >= manila_today())');

/** Remembers a visit to a provider under the hash of its pre-session cookie, and forgets the ones that took too long. */
export async function keepVisit(database: Database, cookieHash: Buffer, visit: Visit): Promise<void> {
  await sql`
    with old as (delete from login_state where expires_at <= now())
    insert into login_state (cookie_hash, provider, purpose, state, nonce, verifier, redirect_uri, expires_at)
    values (${cookieHash}, ${visit.provider}, ${visit.purpose}, ${visit.state}, ${visit.nonce}, ${visit.verifier},
      ${visit.redirect_uri}, now() + make_interval(secs => ${VISIT_SECONDS}))`.execute(database);
}

/** Takes a visit out, so that its answer counts once; null when there is none or it took too long. */
export async function takeVisit(database: Database, cookieHash: Buffer): Promise<Visit | null> {
  const taken = await sql<Visit & { in_time: boolean }>`
    delete from login_state where cookie_hash = ${cookieHash}
    returning provider, purpose, state, nonce, verifier, redirect_uri, expires_at > now() as in_time`.execute(database);
  const visit = taken.rows[0];
  return visit?.in_time ? visit : null;
}

/** Keeps a ticket for 60 seconds, bound to the browser of the visit when there was one. */
export async function keepTicket(
  database: Database,
  ticketHash: Buffer,
  cookieHash: Buffer | null,
  ticket: Ticket,
): Promise<void> {
  await sql`
    with old as (delete from sign_in_ticket where expires_at <= now())
    insert into sign_in_ticket (ticket_hash, cookie_hash, method, user_id, hr_token, expires_at)
    values (${ticketHash}, ${cookieHash}, ${ticket.method}, ${ticket.user_id}, ${ticket.hr_token},
      now() + make_interval(secs => ${TICKET_SECONDS}))`.execute(database);
}

/** Takes a ticket out; null when it is unknown, too old, or another browser's. */
export async function takeTicket(
  database: Database,
  ticketHash: Buffer,
  cookieHash: Buffer | null,
): Promise<Ticket | null> {
  const taken = await sql<Ticket & { in_time: boolean }>`
    delete from sign_in_ticket
    where ticket_hash = ${ticketHash} and cookie_hash is not distinct from ${cookieHash}::bytea
    returning method, user_id, hr_token, expires_at > now() as in_time`.execute(database);
  const ticket = taken.rows[0];
  return ticket?.in_time ? ticket : null;
}

/** The user with this sign-in name or work e-mail, in use today; letter case does not matter. */
export async function findUser(database: Database, by: 'user_id' | 'email', name: string): Promise<SignInUser | null> {
  // PostgreSQL text cannot hold NUL, so no user has such a name.
  if (name.includes('\0')) return null;
  const found = await sql<SignInUser>`
    select ${userColumns} from app_user
    where lower(${sql.ref(by)}) = lower(${name.trim()}) and ${isInUse}`.execute(database);
  return found.rows[0] ?? null;
}

/**
 * The user whose work e-mail somebody else vouches for, in use today: an address counts once it stands, a day after one
 * person alone changed it (migration 0203).
 */
export async function findUserOfAddress(database: Database, email: string): Promise<SignInUser | null> {
  const user = await findUser(database, 'email', email);
  if (user === null) return null;
  const { rows } = await sql`select from app_user where id = ${user.id} and email_stands_at <= now()`.execute(database);
  return rows.length > 0 ? user : null;
}

/** The user with this record id, in use today. */
export async function findUserById(database: Database, id: number): Promise<SignInUser | null> {
  const found = await sql<SignInUser>`
    select ${userColumns} from app_user where id = ${id} and ${isInUse}`.execute(database);
  return found.rows[0] ?? null;
}

/** The user to whom a provider's identity is linked; `user` is null when the identity is not linked, or the user is not in use today. */
export async function findLinkedUser(
  database: Database,
  identity: VerifiedIdentity,
): Promise<{ is_linked: boolean; user: SignInUser | null }> {
  const link = await sql<{ user_id: number }>`
    select user_id from user_identity where issuer = ${identity.issuer} and subject = ${identity.subject}`.execute(
    database,
  );
  const userId = link.rows[0]?.user_id;
  return { is_linked: userId !== undefined, user: userId === undefined ? null : await findUserById(database, userId) };
}

/** Links an identity to a user who has none of that issuer yet; answers whether it is linked now. */
export async function linkIdentity(
  transaction: Database,
  userId: number,
  identity: VerifiedIdentity,
): Promise<boolean> {
  const linked = await sql`
    insert into user_identity (user_id, issuer, subject)
    select ${userId}, ${identity.issuer}, ${identity.subject}
    where not exists (select from user_identity where user_id = ${userId} and issuer = ${identity.issuer})
    on conflict do nothing
    returning id`.execute(transaction);
  return linked.rows.length > 0;
}

/** Name of the reporting company; null before it is set up. */
export async function findCompanyName(database: Database): Promise<string | null> {
  const found = await sql<{ company_name: string }>`select company_name from company where reporting`.execute(database);
  return found.rows[0]?.company_name ?? null;
}

export type SecurityEvent = 'sign_in' | 'sign_out' | 'preview_started' | 'preview_stopped';

/** Writes a security event of a user to the audit trail. Never what was typed. */
export async function noteSecurityEvent(
  transaction: Database,
  event: SecurityEvent,
  userId: number,
  facts: Record<string, string | null>,
): Promise<void> {
  await sql`select audit_note('session', ${String(userId)}, ${event}, ${JSON.stringify(facts)}::jsonb)`.execute(
    transaction,
  );
}

/** Writes to the audit trail that a sign-in was refused; `userId` null when no account is concerned. Never what was typed. */
export async function noteRefusedSignIn(
  database: Database,
  userId: number | null,
  requestId: string,
  facts: Record<string, string | null>,
): Promise<void> {
  await sql`select note_refused_sign_in(${String(userId ?? 'unknown')}, ${requestId}, ${JSON.stringify(facts)}::jsonb)`.execute(
    database,
  );
}
