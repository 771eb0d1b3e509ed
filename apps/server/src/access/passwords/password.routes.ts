import { sql } from 'kysely';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  blockUser,
  changePassword,
  readPasswordLink,
  sendPasswordLink,
  unblockUser,
  redeemPasswordLink,
} from '@talaan/contract/sign-in/password.contract';
import type { Database } from '../../platform/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { hashPassword, verifyPassword } from '../../platform/sign-in/password-hash.ts';
import { newPasswordFault, type PasswordOwner } from './new-password.ts';
import type { PasswordCheck } from '../sign-in/password-check.ts';
import { readLink, useLink, type LinkOwner } from './password-link.store.ts';
import type { SessionCookies } from '../session/session-cookie.ts';
import { openSession } from '../session/session.store.ts';
import { withSecondPerson } from '../second-person.ts';
import { sendLink, tellOfSignIn } from './sign-in-notices.ts';
import { tooManyTries } from '../sign-in/sign-in-refusals.ts';

export interface PasswordOptions {
  cookies: SessionCookies;
  checkPassword: PasswordCheck;
  /** Whether mail goes out: without it, links are printed by the console. */
  has_mail: boolean;
  /** Takes the failed tries on a sign-in name out of the count. */
  forgiveAccount(login: string): Promise<void>;
}

/** Serves passwords, which only their owners know, and blocking (decisions §8). */
export function registerPasswordRoutes(
  server: FastifyInstance,
  services: RouteServices,
  options: PasswordOptions,
): void {
  serveOwnPassword(server, services, options);
  serveSendingLinks(server, services, options);
  serveLinks(server, services, options);
  serveBlocking(server, services);
}

/** Somebody chooses another password for himself. */
function serveOwnPassword(server: FastifyInstance, services: RouteServices, options: PasswordOptions): void {
  registerRoute(server, services, changePassword, async ({ user, body, request, reply }) => {
    const owner = await readOwner(services.database, user.user_id);
    await requireCurrent(options, user, owner, body.current_password ?? '', request);
    await requireGood(services.database, owner, body.password);
    const password_hash = await hashPassword(body.password);
    await services.inTransaction({ user_id: user.user_id, request_id: request.id }, async (transaction) => {
      await storeOwn(transaction, owner.id, password_hash);
      await goOn(options.cookies, transaction, user, reply);
    });
    return { data: { changed: true as const } };
  });
}

/** An administrator has a link sent by which its owner chooses a password. */
function serveSendingLinks(server: FastifyInstance, services: RouteServices, options: PasswordOptions): void {
  registerRoute(server, services, sendPasswordLink, async ({ db, user, params }) => {
    const owner = await lockOther(db, user, params.id);
    if (!owner.may_sign_in)
      throw conflict(
        'not_in_use',
        `${owner.name} may not sign in today: see the dates, and whether the user is blocked.`,
      );
    const console = `npm run admin -- reset-password ${owner.user_id}`;
    if (!owner.email)
      throw conflict(
        'no_email',
        `${owner.name} has no work e-mail. Enter one first, or have the link printed at the console: ${console}`,
      );
    if (!options.has_mail)
      throw conflict(
        'no_mail_server',
        `No mail server is set. Have the link printed at the console, for its owner alone: ${console}`,
      );
    const { id, name, email } = owner;
    const write = async () => ({ data: { email, expires_at: await sendLink(db, id, email) } });
    const wanted = () => ({
      resource: PASSWORD_LINK,
      module_name: 'Users',
      record_id: id,
      action: 'update' as const,
      label: `Password link for ${name}`,
      body: { email },
      before: null,
    });
    return (await withSecondPerson(db, wanted, write)) as Awaited<ReturnType<typeof write>>;
  });
}

/** The owner of a link follows it. */
function serveLinks(server: FastifyInstance, services: RouteServices, options: PasswordOptions): void {
  const { database } = services;
  registerRoute(server, services, readPasswordLink, async ({ db, body }) => {
    const { state, owner } = await readLink(db, body.token);
    return { data: { state, owner: owner && { user_id: owner.user_id, user_first_name: owner.user_first_name } } };
  });

  registerRoute(server, services, redeemPasswordLink, async ({ body, request }) => {
    const link = await readLink(database, body.token);
    if (!link.owner) throw linkEnded();
    const owner = await readOwner(database, link.owner.id);
    await requireGood(database, owner, body.password);
    const password_hash = await hashPassword(body.password);
    await services.inTransaction({ user_id: owner.id, request_id: request.id }, async (transaction) => {
      if (!(await useLink(transaction, body.token))) throw linkEnded();
      await storeOwn(transaction, owner.id, password_hash);
    });
    await options.forgiveAccount(owner.user_id);
    return { data: { changed: true as const } };
  });
}

/** An administrator keeps somebody from signing in, or lets him again. */
function serveBlocking(server: FastifyInstance, services: RouteServices): void {
  const setBlocked = async (db: Database, user: Principal, id: number, blocked: boolean) => {
    const other = await lockOther(db, user, id);
    if (id === user.user_id) throw forbidden('own_block', 'You cannot block yourself. Ask another administrator.');
    const found = await sql<{ blocked_at: string | null }>`
      update app_user set blocked_at = case when ${blocked} then coalesce(blocked_at, now()) end where id = ${other.id}
      returning blocked_at`.execute(db);
    return { data: found.rows[0]! };
  };
  registerRoute(server, services, blockUser, ({ db, user, params }) => setBlocked(db, user, params.id, true));
  registerRoute(server, services, unblockUser, ({ db, user, params }) => setBlocked(db, user, params.id, false));
}

/** What waits where a link needs a second person. */
export const PASSWORD_LINK = 'password_link';

/** Sends the link that two people agree on. Throws 409 when its owner has another address since, or may not sign in. */
export async function sendAgreedLink(db: Database, user: Principal, id: number, agreed: string): Promise<void> {
  const { email, may_sign_in, name } = await lockOther(db, user, id);
  if (email !== agreed || !may_sign_in)
    throw conflict(
      'link_outdated',
      `The sign-in of ${name} has changed since. Refuse this link, and ask for it again.`,
    );
  await sendLink(db, id, email);
}

type Owner = LinkOwner & PasswordOwner & { password_hash: string | null };

async function readOwner(database: Database, id: number): Promise<Owner> {
  const found = await sql<Owner>`
    select id, user_id, user_first_name, user_middle_name, user_last_name, email, password_hash
    from app_user where id = ${id}`.execute(database);
  return found.rows[0]!;
}

/** The user whom an administrator acts on, held until the transaction ends; a super user only by a super user. */
async function lockOther(db: Database, user: Principal, id: number) {
  const found = await sql<{
    id: number;
    user_id: string;
    name: string;
    email: string | null;
    sper_user: number;
    may_sign_in: boolean;
  }>`
    select u.id, u.user_id, concat_ws(' ', u.user_first_name, u.user_last_name) as name, nullif(u.email, '') as email,
      u.sper_user, may_sign_in(u) as may_sign_in
    from app_user u where u.id = ${id} for update`.execute(db);
  const other = found.rows[0];
  if (!other) throw notFound('There is no such user.');
  if (other.sper_user === 1 && !user.super_user) {
    throw forbidden('super_user_only', 'Only a super user may block a super user, or send him a password link.');
  }
  return other;
}

/** Who asks knows the password that is to be replaced; tries count as those of a sign-in. */
async function requireCurrent(
  { checkPassword }: PasswordOptions,
  user: Principal,
  owner: Owner,
  current: string,
  request: FastifyRequest,
): Promise<void> {
  if (user.password_due && current === '') return;
  if (owner.password_hash === null) {
    throw conflict(
      'no_password',
      'You sign in without a password. An administrator can send you a link to choose one.',
    );
  }
  const answer = await checkPassword({ by: 'user_id', name: owner.user_id, password: current, address: request.ip });
  if (answer.ok) return;
  if (answer.code === 'too_many_tries') throw tooManyTries(answer.wait_seconds);
  throw invalid({ current_password: ['The current password is not right.'] });
}

/** Throws 422 for a password that is easy to guess, or the one that the user has. */
async function requireGood(database: Database, owner: Owner, password: string): Promise<void> {
  const { password_hash } = owner;
  const isSame = password_hash !== null && (await verifyPassword(password_hash, password));
  const fault = isSame
    ? 'Password is the one that was there before. Choose another one.'
    : await newPasswordFault(database, password, owner);
  if (fault !== null) throw invalid({ password: [fault] });
}

/** Stores a password that its owner chose; the table ends all his sessions. */
async function storeOwn(transaction: Database, id: number, password_hash: string): Promise<void> {
  await sql`update app_user set password_hash = ${password_hash} where id = ${id}`.execute(transaction);
  await tellOfSignIn(transaction, id, { kind: 'password_changed' });
}

/** The caller's own session goes on, under a new cookie. */
async function goOn(
  cookies: SessionCookies,
  transaction: Database,
  user: Principal,
  reply: FastifyReply,
): Promise<void> {
  const { token } = await openSession(transaction, user.user_id, () => null);
  cookies.setSession(reply, token);
}

const linkEnded = () => conflict('link_ended', 'This link has ended. Ask an administrator for a new one.');
