import type { LoginData } from '@talaan/contract/sign-in/login-data';
import { inMaintenance } from '../../platform/http/problem.ts';
import { loadCurrentUser } from '../session/current-user.store.ts';
import { endSession, openSession } from '../session/session.store.ts';
import { csrfTokenOf, hashSecret, sealText } from '../session/session-token.ts';
import { noteRefusal, type SignInCall, type SignInContext, type SignInMethod } from './sign-in-context.ts';
import { blocked } from './sign-in-refusals.ts';
import { noteSecurityEvent, type SignInUser } from './sign-in.store.ts';

/**
 * Opens the session of somebody who has shown who he is, in one transaction with its audit row; a session that the browser had before
 * ends. `hr_token` is the HR system's, which the session keeps sealed. Throws for who is blocked, and during maintenance.
 */
export async function startSession(
  context: SignInContext,
  { request, reply }: SignInCall,
  user: SignInUser,
  by: { method: SignInMethod; hr_token: string | null },
): Promise<LoginData> {
  const { services, cookies } = context;
  const { method, hr_token } = by;
  await refuseUser(context, { request, reply }, user, method);
  const before = cookies.readSession(request);
  const { session, facts } = await services.inTransaction(
    { user_id: user.id, request_id: request.id },
    async (transaction) => {
      if (before !== null) await endSession(transaction, hashSecret(before));
      const opened = await openSession(transaction, user.id, (token) =>
        hr_token === null ? null : sealText(token, hr_token),
      );
      await noteSecurityEvent(transaction, 'sign_in', user.id, { method, address: request.ip });
      return { session: opened, facts: await loadCurrentUser(transaction, user.id) };
    },
  );
  cookies.setSession(reply, session.token);
  const due = dueFact(user.password_due);
  return { token: csrfTokenOf(session.token), token_expires_at: session.expires_at, ...due, ...facts };
}

/** Whether the user's password was set by somebody else, as the login data says it. */
export const dueFact = (isDue: boolean | undefined) => (isDue ? { password_due: true as const } : {});

async function refuseUser(
  context: SignInContext,
  { request }: SignInCall,
  user: SignInUser,
  method: SignInMethod,
): Promise<void> {
  if (user.blocked_at !== null) {
    await noteRefusal(context, request, { user_id: user.id, method, reason: 'blocked' });
    throw blocked(user.blocked_at);
  }
  const maintenance = await context.services.maintenance();
  if (maintenance && !user.super_user) {
    await noteRefusal(context, request, { user_id: user.id, method, reason: 'maintenance' });
    throw inMaintenance(maintenance);
  }
}
