import type { FastifyRequest } from 'fastify';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { LoginData, SessionUser } from '@talaan/contract/sign-in/login-data';
import type { LoginBody } from '@talaan/contract/sign-in/sign-in.contract';
import { invalid, sessionMissing } from '../../platform/http/problem.ts';
import { realUserId, type Principal } from '../../platform/http/principal.ts';
import { loadCurrentUser } from '../session/current-user.store.ts';
import { endSession } from '../session/session.store.ts';
import { csrfTokenOf, hashSecret } from '../session/session-token.ts';
import { signInAtHr, signInByHrToken } from './hr-sign-in.ts';
import { readLoginRequest } from './login-request.ts';
import { signInByPassword } from './password-sign-in.ts';
import type { SignInCall, SignInContext } from './sign-in-context.ts';
import { noteSecurityEvent } from './sign-in.store.ts';
import { signInByTicket } from './single-sign-on.ts';
import { dueFact } from './start-session.ts';

/** `POST /login` in each of its forms; answers login data or throws the refusal that the specification words (spec 1 §8). */
export async function login(context: SignInContext, call: SignInCall & { body: LoginBody; user: Principal | null }) {
  const wanted = readLoginRequest(call.body);
  switch (wanted.kind) {
    case 'nothing':
      throw invalid({ password: [MESSAGES.emptyCredentials] }, 'credentials_missing');
    case 'password':
      return signInByPassword(context, call, wanted, call.body);
    case 'ticket':
      return signInByTicket(context, call, wanted.ticket);
    case 'hr_identity':
      return signInAtHr(context, call.request, wanted.id_token);
    case 'hr_token':
      return signInByHrToken(context, call, wanted);
    case 'verify':
      return verifySession(context, call.request, wanted.token, call.user);
  }
}

/** `POST /getuser`: the user of the running session, with its token, so that a reloaded page can write again. */
export async function currentUser(
  context: SignInContext,
  request: FastifyRequest,
  principal: Principal,
): Promise<SessionUser> {
  const { user, ...session } = await sessionData(context, request, principal);
  return { ...user, ...session };
}

/** Signs out: gives back what the user holds, ends the session and the local provider's. */
export async function logout(context: SignInContext, { request, reply }: SignInCall, user: Principal): Promise<void> {
  const { services, cookies, providers } = context;
  const userId = realUserId(user);
  await services.inTransaction({ user_id: userId, request_id: request.id }, async (transaction) => {
    await context.onSignOut(transaction, userId);
    await endSession(transaction, user.session.token_hash);
    await noteSecurityEvent(transaction, 'sign_out', userId, { address: request.ip });
  });
  cookies.clearSession(reply);
  for (const provider of Object.values(providers)) await provider?.endSession?.(request, reply);
}

/** Answers the login data of the running session again, when the token is its own. */
async function verifySession(
  context: SignInContext,
  request: FastifyRequest,
  token: string,
  user: Principal | null,
): Promise<LoginData> {
  if (!user || !hashSecret(token).equals(user.session.csrf_hash)) throw sessionMissing();
  return sessionData(context, request, user);
}

/** The login data of a session that runs. */
async function sessionData(
  { services, cookies }: SignInContext,
  request: FastifyRequest,
  { user_id, session, password_due, preview }: Principal,
): Promise<LoginData> {
  return {
    token: csrfTokenOf(cookies.readSession(request)!),
    token_expires_at: session.expires_at,
    ...(await loadCurrentUser(services.database, user_id)),
    ...dueFact(password_due),
    preview: preview ? { name: preview.name, since: preview.since } : null,
  };
}
