import type { FastifyReply, FastifyRequest } from 'fastify';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { LoginData, SessionUser } from '@talaan/contract/sign-in/login-data';
import type { LoginBody } from '@talaan/contract/sign-in/sign-in.contract';
import type { Database } from '../../platform/database/database.ts';
import { dateTimeText } from '../../platform/clock.ts';
import { forbidden, inMaintenance, invalid, Problem, sessionMissing } from '../../platform/http/problem.ts';
import { readPasswordSignIn } from '../../platform/database/installation-switches.ts';
import { realUserId, type Principal } from '../../platform/http/principal.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import type { Captcha } from '../../platform/sign-in/captcha.ts';
import { HrUnavailable, type HrClient } from '../../platform/sign-in/hr-client.ts';
import type { OpenIdClient, VerifiedIdentity } from '../../platform/sign-in/openid-client.ts';
import { loadCurrentUser } from '../session/current-user.store.ts';
import { orUnavailable } from './outside-services.ts';
import { readLoginRequest, type LoginRequest } from './login-request.ts';
import type { PasswordCheck } from './password-check.ts';
import type { SessionCookies } from '../session/session-cookie.ts';
import { endSession, openSession } from '../session/session.store.ts';
import { csrfTokenOf, hashSecret, isSecret, newSecret, openSealedText, sealText } from '../session/session-token.ts';
import {
  findLinkedUser,
  findUserOfAddress,
  findUserById,
  keepTicket,
  keepVisit,
  linkIdentity,
  noteRefusedSignIn,
  noteSecurityEvent,
  takeTicket,
  takeVisit,
  type ProviderName,
  type SignInUser,
  type Ticket,
  type VisitPurpose,
} from './sign-in.store.ts';

/** A single sign-on provider as the product uses it. */
export interface SignInProvider {
  client: OpenIdClient;
  /** Whether the sign-in window offers it. */
  is_offered: boolean;
  /** Where a browser that opened the product at this origin reaches an address of the provider. */
  addressFor(url: URL, origin: string): URL;
  /** Ends the browser's session at a provider inside this server, so that the next person can sign in. */
  endSession?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

export interface SignInOptions {
  cookies: SessionCookies;
  checkPassword: PasswordCheck;
  /** Questions after failed tries, and whether a name has had so many; null where the installation asks none. */
  captcha: { questions: Captcha; isNeeded(name: string): Promise<boolean> } | null;
  /** Which of the password forms are switched on. */
  password_forms: { user_id: boolean; email: boolean };
  providers: Record<ProviderName, SignInProvider | null>;
  hr: HrClient | null;
  is_demo: boolean;
  /** Users of the demo company and their password, for the sign-in window. */
  demo_sign_in: { users: string[]; password: string } | null;
  /** Address people open, without a slash at the end; null takes it from each request. */
  public_url: string | null;
  /** Gives back what a user holds who signs out: pending numbers, edit locks. */
  onSignOut(transaction: Database, userId: number): Promise<void>;
}

type Services = Pick<RouteServices, 'database' | 'inTransaction' | 'maintenance'>;
type Method = 'user_id' | 'email' | ProviderName | 'hr';

/** The sign-ins of the product; each answers login data or throws the refusal that the specification words (spec 1 §8). */
export function createSignIn(services: Services, options: SignInOptions) {
  const { database } = services;
  const { cookies, hr } = options;

  /** `POST /login` in each of its forms. */
  async function login(call: {
    body: LoginBody;
    user: Principal | null;
    request: FastifyRequest;
    reply: FastifyReply;
  }) {
    const { request, reply } = call;
    const wanted = readLoginRequest(call.body);
    switch (wanted.kind) {
      case 'nothing':
        throw invalid({ password: [MESSAGES.emptyCredentials] }, 'credentials_missing');
      case 'password':
        return loginByPassword(wanted, call.body, request, reply);
      case 'ticket':
        return loginByTicket(wanted.ticket, request, reply);
      case 'hr_identity':
        return loginAtHr(wanted.id_token, request);
      case 'hr_token':
        return loginByHrToken(wanted, request, reply);
      case 'verify':
        return verifySession(wanted.token, call.user, request);
    }
  }

  async function loginByPassword(
    wanted: LoginRequest & { kind: 'password' },
    body: LoginBody,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    if (!options.password_forms[wanted.by] || !(await readPasswordSignIn(database))) throw passwordOff();
    await requireCaptcha(wanted.name, body);
    const answer = await options.checkPassword({ ...wanted, address: request.ip });
    if (answer.ok) return startSession(answer.user, wanted.by, null, request, reply);
    if (answer.code === 'too_many_tries') {
      await noteRefusal(request, null, wanted.by, answer.code);
      reply.header('retry-after', String(answer.wait_seconds));
      throw tooManyTries(answer.wait_seconds);
    }
    await noteRefusal(request, answer.user_id, wanted.by, answer.code);
    const refusal = wanted.by === 'email' ? unknownEmail() : wrongCredentials();
    if (await options.captcha?.isNeeded(wanted.name)) refusal.details['captcha'] = options.captcha?.questions.ask();
    throw refusal;
  }

  /** After several failed tries on a name its next one needs the answer to a question (spec 1 §8). */
  async function requireCaptcha(name: string, { captcha_id, captcha_answer }: LoginBody): Promise<void> {
    const { captcha } = options;
    if (!captcha || !(await captcha.isNeeded(name))) return;
    if (captcha_id && captcha_answer && captcha.questions.check(captcha_id, captcha_answer)) return;
    throw new Problem(401, 'captcha_needed', MESSAGES.verifyCaptcha, { captcha: captcha.questions.ask() });
  }

  /** The opener of the sign-in window takes up what the provider's return left for it. */
  async function loginByTicket(ticket: string, request: FastifyRequest, reply: FastifyReply) {
    const visitCookie = cookies.readVisit(request);
    const taken =
      visitCookie && isSecret(ticket) ? await takeTicket(database, hashSecret(ticket), hashSecret(visitCookie)) : null;
    const user = taken?.user_id ? await findUserById(database, taken.user_id) : null;
    if (!taken || !user) {
      await noteRefusal(request, taken?.user_id ?? null, 'okta', 'ticket');
      throw notCompleted();
    }
    cookies.clearVisit(reply);
    return startSession(user, taken.method, hrTokenOf(ticket, taken), request, reply);
  }

  /** First step of the HR sign-in: the HR system must know the person whom the identity token names. */
  async function loginAtHr(idToken: string, request: FastifyRequest) {
    const provider = options.providers.google;
    if (!hr || !provider) throw methodOff();
    const answer = await orUnavailable(provider.client.verifyIdentityToken(idToken));
    const hrToken = answer.ok ? await orUnavailable(hr.login(idToken)) : null;
    if (!answer.ok || hrToken === null) {
      await noteRefusal(request, null, 'hr', answer.ok ? 'unknown to HR' : answer.reason);
      throw wrongCredentials();
    }
    const user = answer.identity.email === null ? null : await findUserOfAddress(database, answer.identity.email);
    const access_token = newSecret();
    await keepTicket(database, hashSecret(access_token), null, {
      method: 'hr',
      user_id: user?.id ?? null,
      hr_token: sealText(access_token, hrToken),
    });
    return { access_token };
  }

  /** Second step: the work e-mail must be the one of the person whom HR let in, and of an active employee. */
  async function loginByHrToken(
    wanted: LoginRequest & { kind: 'hr_token' },
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    if (!hr) throw methodOff();
    const taken = isSecret(wanted.token) ? await takeTicket(database, hashSecret(wanted.token), null) : null;
    const user = taken?.user_id ? await findUserById(database, taken.user_id) : null;
    const hrToken = taken && hrTokenOf(wanted.token, taken);
    const isOwnEmail = user?.email?.toLowerCase() === wanted.email.trim().toLowerCase();
    if (!user || !hrToken || !isOwnEmail || !(await isActiveEmployee(wanted.email, hrToken))) {
      await noteRefusal(request, taken?.user_id ?? null, 'hr', 'e-mail');
      throw unknownEmail();
    }
    return startSession(user, 'hr', hrToken, request, reply);
  }

  async function isActiveEmployee(email: string, hrToken: string): Promise<boolean> {
    const employee = await orUnavailable(hr!.findEmployee(email.trim().toLowerCase(), hrToken));
    return employee?.status === EMPLOYEE_ACTIVE;
  }

  /** Answers the login data of the running session again, when the token is its own. */
  async function verifySession(token: string, user: Principal | null, request: FastifyRequest): Promise<LoginData> {
    if (!user || !hashSecret(token).equals(user.session.csrf_hash)) throw sessionMissing();
    const facts = await factsOf(user);
    return { token: csrfTokenOf(cookies.readSession(request)!), token_expires_at: user.session.expires_at, ...facts };
  }

  /** `POST /getuser`: the user of the running session, with its token, so that a reloaded page can write again. */
  async function currentUser(user: Principal, request: FastifyRequest): Promise<SessionUser> {
    const { user: person, ...facts } = await factsOf(user);
    return {
      ...person,
      token: csrfTokenOf(cookies.readSession(request)!),
      token_expires_at: user.session.expires_at,
      ...facts,
    };
  }

  async function factsOf({ user_id, password_due, preview }: Principal) {
    const facts = await loadCurrentUser(database, user_id);
    return {
      ...facts,
      ...dueFact(password_due),
      preview: preview ? { name: preview.name, since: preview.since } : null,
    };
  }

  /** Opens the session in one transaction with its audit row; a session that the browser had before ends. */
  async function startSession(
    user: SignInUser,
    method: Method,
    hrToken: string | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<LoginData> {
    if (user.blocked_at !== null) {
      await noteRefusal(request, user.id, method, 'blocked');
      throw blocked(user.blocked_at);
    }
    const maintenance = await services.maintenance();
    if (maintenance && !user.super_user) {
      await noteRefusal(request, user.id, method, 'maintenance');
      throw inMaintenance(maintenance);
    }
    const before = cookies.readSession(request);
    const { session, facts } = await services.inTransaction(
      { user_id: user.id, request_id: request.id },
      async (transaction) => {
        if (before !== null) await endSession(transaction, hashSecret(before));
        const opened = await openSession(transaction, user.id, (token) =>
          hrToken === null ? null : sealText(token, hrToken),
        );
        await noteSecurityEvent(transaction, 'sign_in', user.id, { method, address: request.ip });
        return { session: opened, facts: await loadCurrentUser(transaction, user.id) };
      },
    );
    cookies.setSession(reply, session.token);
    const due = dueFact(user.password_due);
    return { token: csrfTokenOf(session.token), token_expires_at: session.expires_at, ...due, ...facts };
  }

  /** Starts a visit to a provider and answers its address for the sign-in window. */
  async function beginVisit(
    name: ProviderName,
    purpose: VisitPurpose,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const provider = options.providers[name];
    if (!provider || (purpose === 'hr' && !hr)) throw methodOff();
    const origin = options.public_url ?? `${request.protocol}://${request.host}`;
    const { url, visit } = await orUnavailable(provider.client.begin(`${origin}${CALLBACK_PATH}`));
    const secret = newSecret();
    await keepVisit(database, hashSecret(secret), { ...visit, provider: name, purpose });
    cookies.setVisit(reply, secret);
    return provider.addressFor(url, origin).href;
  }

  /** The provider's return: judges it and answers a ticket for the opener. Throws the refusal. */
  async function finishVisit(request: FastifyRequest): Promise<string> {
    const secret = cookies.readVisit(request);
    const visit = secret ? await takeVisit(database, hashSecret(secret)) : null;
    const provider = visit && options.providers[visit.provider];
    if (!secret || !visit || !provider) {
      await noteRefusal(request, null, 'okta', 'no visit');
      throw notCompleted();
    }
    const method = visit.purpose === 'hr' ? 'hr' : visit.provider;
    const answer = await orUnavailable(provider.client.finish(new URL(request.url, visit.redirect_uri), visit));
    if (!answer.ok) {
      await noteRefusal(request, null, method, answer.reason);
      throw notCompleted();
    }
    const hrToken = await hrTokenFor(answer.identity, visit.purpose, request);
    const user = await userOf(answer.identity, request);
    if (!user) {
      await noteRefusal(request, null, method, 'unknown e-mail');
      throw unknownEmail();
    }
    const ticket = newSecret();
    await keepTicket(database, hashSecret(ticket), hashSecret(secret), {
      method,
      user_id: user.id,
      hr_token: hrToken === null ? null : sealText(ticket, hrToken),
    });
    return ticket;
  }

  /**
   * The HR system's token for an identity. An HR sign-in needs it, and an active employee; single sign-on takes it along
   * for the HR look-ups when the HR system is there.
   */
  async function hrTokenFor(
    identity: VerifiedIdentity,
    purpose: VisitPurpose,
    request: FastifyRequest,
  ): Promise<string | null> {
    if (!hr) return null;
    if (purpose === 'sign_in') {
      return hr.login(identity.id_token).catch((error: unknown) => {
        if (!(error instanceof HrUnavailable)) throw error;
        request.log.warn({ err: error }, 'signed in without the HR system');
        return null;
      });
    }
    const token = await orUnavailable(hr.login(identity.id_token));
    if (token !== null && identity.email !== null && (await isActiveEmployee(identity.email, token))) return token;
    await noteRefusal(request, null, 'hr', 'unknown to HR');
    throw wrongCredentials();
  }

  /** The user of an identity: by its link, else by verified work e-mail, which links it (reliability (e) SSO pop-up). */
  async function userOf(identity: VerifiedIdentity, request: FastifyRequest): Promise<SignInUser | null> {
    const { is_linked, user } = await findLinkedUser(database, identity);
    if (is_linked || identity.email === null) return user;
    const provisioned = await findUserOfAddress(database, identity.email);
    if (!provisioned) return null;
    const actor = { user_id: provisioned.id, request_id: request.id };
    return (await services.inTransaction(actor, (transaction) => linkIdentity(transaction, provisioned.id, identity)))
      ? provisioned
      : null;
  }

  /** Signs out: gives back what the user holds, ends the session and the local provider's. */
  async function logout(user: Principal, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const userId = realUserId(user);
    await services.inTransaction({ user_id: userId, request_id: request.id }, async (transaction) => {
      await options.onSignOut(transaction, userId);
      await endSession(transaction, user.session.token_hash);
      await noteSecurityEvent(transaction, 'sign_out', userId, { address: request.ip });
    });
    cookies.clearSession(reply);
    for (const provider of Object.values(options.providers)) await provider?.endSession?.(request, reply);
  }

  async function noteRefusal(
    request: FastifyRequest,
    userId: number | null,
    method: Method,
    reason: string,
  ): Promise<void> {
    await noteRefusedSignIn(services.database, userId, request.id, { method, reason, address: request.ip });
  }

  return { login, currentUser, beginVisit, finishVisit, logout };
}

const dueFact = (isDue: boolean | undefined) => (isDue ? { password_due: true as const } : {});

/** Path of `ssoCallback` as the provider knows it. */
export const CALLBACK_PATH = '/api/sso/callback';
const EMPLOYEE_ACTIVE = 0;

const wrongCredentials = () => new Problem(401, 'invalid_credentials', MESSAGES.invalidCredentials);
const unknownEmail = () => new Problem(401, 'invalid_email_account', MESSAGES.invalidEmailAccount);
const notCompleted = () =>
  new Problem(401, 'sign_in_not_completed', 'The sign-in was not completed. Please try again.');
const methodOff = () => new Problem(404, 'sign_in_method_off', 'This way to sign in is switched off.');
const blocked = (since: string) =>
  forbidden('user_blocked', `You cannot sign in: you are blocked since ${dateTimeText(since)}. Ask an administrator.`);
const passwordOff = () =>
  new Problem(
    404,
    'sign_in_method_off',
    'Signing in with a password is switched off. Use single sign-on, or ask an administrator.',
  );

/** The refusal of a password that cannot be tried now. */
export function tooManyTries(waitSeconds: number): Problem {
  const minutes = Math.ceil(waitSeconds / 60);
  return new Problem(
    429,
    'too_many_tries',
    `Too many tries. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  );
}

function hrTokenOf(secret: string, ticket: Ticket): string | null {
  return ticket.hr_token && openSealedText(secret, ticket.hr_token);
}
