import type { FastifyRequest } from 'fastify';
import type { LoginData } from '@talaan/contract/sign-in/login-data';
import type { HrClient } from '../../platform/sign-in/hr-client.ts';
import { newSecret, hashSecret, isSecret, sealText } from '../session/session-token.ts';
import type { LoginRequest } from './login-request.ts';
import { orUnavailable } from './outside-services.ts';
import { noteRefusal, type SignInCall, type SignInContext } from './sign-in-context.ts';
import { methodOff, unknownEmail, wrongCredentials } from './sign-in-refusals.ts';
import { findUserById, findUserOfAddress, hrTokenOf, keepTicket, takeTicket } from './sign-in.store.ts';
import { startSession } from './start-session.ts';

/** First step of the HR sign-in: the HR system must know the person whom the identity token names. */
export async function signInAtHr(
  context: SignInContext,
  request: FastifyRequest,
  idToken: string,
): Promise<{ access_token: string }> {
  const { hr, providers, services } = context;
  if (!hr || !providers.google) throw methodOff();
  const answer = await orUnavailable(providers.google.client.verifyIdentityToken(idToken));
  const hrToken = answer.ok ? await orUnavailable(hr.login(idToken)) : null;
  if (!answer.ok || hrToken === null) {
    const reason = answer.ok ? 'unknown to HR' : answer.reason;
    await noteRefusal(context, request, { user_id: null, method: 'hr', reason });
    throw wrongCredentials();
  }
  const { email } = answer.identity;
  const user = email === null ? null : await findUserOfAddress(services.database, email);
  const access_token = newSecret();
  await keepTicket(services.database, hashSecret(access_token), null, {
    method: 'hr',
    user_id: user?.id ?? null,
    hr_token: sealText(access_token, hrToken),
  });
  return { access_token };
}

/** Second step: the work e-mail must be the one of the person whom HR let in, and of an active employee. */
export async function signInByHrToken(
  context: SignInContext,
  call: SignInCall,
  wanted: LoginRequest & { kind: 'hr_token' },
): Promise<LoginData> {
  const { hr } = context;
  const { database } = context.services;
  if (!hr) throw methodOff();
  const taken = isSecret(wanted.token) ? await takeTicket(database, hashSecret(wanted.token), null) : null;
  const user = taken?.user_id ? await findUserById(database, taken.user_id) : null;
  const hr_token = taken && hrTokenOf(wanted.token, taken);
  const isOwnEmail = user?.email?.toLowerCase() === wanted.email.trim().toLowerCase();
  if (!user || !hr_token || !isOwnEmail || !(await isActiveEmployee(hr, wanted.email, hr_token))) {
    await noteRefusal(context, call.request, { user_id: taken?.user_id ?? null, method: 'hr', reason: 'e-mail' });
    throw unknownEmail();
  }
  return startSession(context, call, user, { method: 'hr', hr_token });
}

/** Whether a work e-mail is of somebody who works here now, as the HR system says. */
export async function isActiveEmployee(hr: HrClient, email: string, hrToken: string): Promise<boolean> {
  const employee = await orUnavailable(hr.findEmployee(email.trim().toLowerCase(), hrToken));
  return employee?.status === EMPLOYEE_ACTIVE;
}

const EMPLOYEE_ACTIVE = 0;
