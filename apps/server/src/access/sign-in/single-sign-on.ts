import type { FastifyRequest } from 'fastify';
import type { LoginData } from '@talaan/contract/sign-in/login-data';
import { HrUnavailable } from '../../platform/sign-in/hr-client.ts';
import type { IdentityAnswer, VerifiedIdentity } from '../../platform/sign-in/openid-client.ts';
import { hashSecret, isSecret, newSecret, sealText } from '../session/session-token.ts';
import { isActiveEmployee } from './hr-sign-in.ts';
import { orUnavailable } from './outside-services.ts';
import { noteRefusal, type SignInCall, type SignInContext } from './sign-in-context.ts';
import { methodOff, notCompleted, unknownEmail, wrongCredentials } from './sign-in-refusals.ts';
import {
  findLinkedUser,
  findUserById,
  findUserOfAddress,
  hrTokenOf,
  keepTicket,
  keepVisit,
  linkIdentity,
  takeTicket,
  takeVisit,
  type ProviderName,
  type SignInUser,
  type Visit,
  type VisitPurpose,
} from './sign-in.store.ts';
import { startSession } from './start-session.ts';

/** Path of `ssoCallback` as the provider knows it. */
export const CALLBACK_PATH = '/api/sso/callback';

/** Starts a visit to a provider and answers its address for the sign-in window. */
export async function beginVisit(
  context: SignInContext,
  { request, reply }: SignInCall,
  name: ProviderName,
  purpose: VisitPurpose,
): Promise<string> {
  const { cookies, hr, providers, public_url, services } = context;
  const provider = providers[name];
  if (!provider || (purpose === 'hr' && !hr)) throw methodOff();
  const origin = public_url ?? `${request.protocol}://${request.host}`;
  const { url, visit } = await orUnavailable(provider.client.begin(`${origin}${CALLBACK_PATH}`));
  const secret = newSecret();
  await keepVisit(services.database, hashSecret(secret), { ...visit, provider: name, purpose });
  cookies.setVisit(reply, secret);
  return provider.addressFor(url, origin).href;
}

/** The provider's return: judges it and answers a ticket for the opener. Throws the refusal. */
export async function finishVisit(context: SignInContext, request: FastifyRequest): Promise<string> {
  const { cookies, services } = context;
  const secret = cookies.readVisit(request);
  const visit = secret ? await takeVisit(services.database, hashSecret(secret)) : null;
  const answer = visit && (await answerOf(context, request, visit));
  if (!secret || !visit || !answer) {
    await noteRefusal(context, request, { user_id: null, method: 'okta', reason: 'no visit' });
    throw notCompleted();
  }
  const method = visit.purpose === 'hr' ? 'hr' : visit.provider;
  if (!answer.ok) {
    await noteRefusal(context, request, { user_id: null, method, reason: answer.reason });
    throw notCompleted();
  }
  const hrToken = await hrTokenFor(context, request, answer.identity, visit.purpose);
  const user = await userOf(context, request, answer.identity);
  if (!user) {
    await noteRefusal(context, request, { user_id: null, method, reason: 'unknown e-mail' });
    throw unknownEmail();
  }
  const ticket = newSecret();
  await keepTicket(services.database, hashSecret(ticket), hashSecret(secret), {
    method,
    user_id: user.id,
    hr_token: hrToken === null ? null : sealText(ticket, hrToken),
  });
  return ticket;
}

/** The opener of the sign-in window takes up what the provider's return left for it. */
export async function signInByTicket(context: SignInContext, call: SignInCall, ticket: string): Promise<LoginData> {
  const { cookies, services } = context;
  const { request, reply } = call;
  const { database } = services;
  const visitCookie = cookies.readVisit(request);
  const taken =
    visitCookie && isSecret(ticket) ? await takeTicket(database, hashSecret(ticket), hashSecret(visitCookie)) : null;
  const user = taken?.user_id ? await findUserById(database, taken.user_id) : null;
  if (!taken || !user) {
    await noteRefusal(context, request, { user_id: taken?.user_id ?? null, method: 'okta', reason: 'ticket' });
    throw notCompleted();
  }
  cookies.clearVisit(reply);
  return startSession(context, call, user, { method: taken.method, hr_token: hrTokenOf(ticket, taken) });
}

/** What the provider of a visit says of its return; null where that provider is no longer there. */
async function answerOf(
  { providers }: SignInContext,
  request: FastifyRequest,
  visit: Visit,
): Promise<IdentityAnswer | null> {
  const client = providers[visit.provider]?.client;
  return client ? orUnavailable(client.finish(new URL(request.url, visit.redirect_uri), visit)) : null;
}

/**
 * The HR system's token for an identity. An HR sign-in needs it, and an active employee; single sign-on takes it along
 * for the HR look-ups when the HR system is there.
 */
async function hrTokenFor(
  context: SignInContext,
  request: FastifyRequest,
  identity: VerifiedIdentity,
  purpose: VisitPurpose,
): Promise<string | null> {
  const { hr } = context;
  if (!hr) return null;
  if (purpose === 'sign_in') {
    return hr.login(identity.id_token).catch((error: unknown) => {
      if (!(error instanceof HrUnavailable)) throw error;
      request.log.warn({ err: error }, 'signed in without the HR system');
      return null;
    });
  }
  const token = await orUnavailable(hr.login(identity.id_token));
  const { email } = identity;
  if (token !== null && email !== null && (await isActiveEmployee(hr, email, token))) return token;
  await noteRefusal(context, request, { user_id: null, method: 'hr', reason: 'unknown to HR' });
  throw wrongCredentials();
}

/** The user of an identity: by its link, else by verified work e-mail, which links it (reliability (e) SSO pop-up). */
async function userOf(
  { services }: SignInContext,
  request: FastifyRequest,
  identity: VerifiedIdentity,
): Promise<SignInUser | null> {
  const { is_linked, user } = await findLinkedUser(services.database, identity);
  if (is_linked || identity.email === null) return user;
  const provisioned = await findUserOfAddress(services.database, identity.email);
  if (!provisioned) return null;
  const actor = { user_id: provisioned.id, request_id: request.id };
  return (await services.inTransaction(actor, (transaction) => linkIdentity(transaction, provisioned.id, identity)))
    ? provisioned
    : null;
}
