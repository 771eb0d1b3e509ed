import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_EXPIRES_HEADER } from '@talaan/contract/sign-in/sign-in.contract';
import type { Access } from '@talaan/contract/http/route';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { watchMaintenance } from '../platform/database/installation-switches.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import { noteRefusal } from './access-log.store.ts';
import { authorize, modulesOf } from './authorize.ts';
import { createSessionCookies, type SessionCookies } from './session/session-cookie.ts';
import { findSession, prolongSession, SESSION_SECONDS } from './session/session.store.ts';
import { csrfTokenOf, hashSecret } from './session/session-token.ts';

/** A session that was prolonged less than this many seconds ago is not prolonged again: busy users cost no extra write. */
const PROLONG_AFTER_SECONDS = 5;

export type AccessServices = Pick<
  RouteServices,
  'authenticate' | 'authorize' | 'noteWrite' | 'noteRefusal' | 'maintenance'
> & {
  cookies: SessionCookies;
};

/** Who is calling, and what each route's rule says about it; `main` puts these into the route services. */
export function createAccess(database: Database, options: { secure: boolean }): AccessServices {
  const cookies = createSessionCookies(options.secure);
  return {
    cookies,
    authorize,
    authenticate: (request, access) => authenticate(database, cookies, request, access),
    maintenance: watchMaintenance(database),
    noteWrite: (principal, reply) => noteWrite(database, principal, reply),
    noteRefusal: (route, request, problem) => noteRefusal(database, route, request, problem),
  };
}

async function authenticate(
  database: Database,
  cookies: SessionCookies,
  request: FastifyRequest,
  access: Access,
): Promise<Principal | null> {
  const token = cookies.readSession(request);
  if (token === null) return null;
  const tokenHash = hashSecret(token);
  const found = await findSession(database, tokenHash, modulesOf(access));
  if (!found) return null;
  const { expires_at, seconds_left, preview, ...person } = found;
  return {
    ...person,
    preview: preview ?? undefined,
    session: {
      token_hash: tokenHash,
      // Reads do not ask for it.
      get csrf_hash() {
        return hashSecret(csrfTokenOf(token));
      },
      expires_at,
      seconds_left,
    },
  };
}

/** A successful write prolongs the session; reads do not (decisions §8, one clock). */
async function noteWrite(database: Database, principal: Principal, reply: FastifyReply): Promise<void> {
  const { token_hash, expires_at, seconds_left } = principal.session;
  const isFresh = seconds_left > SESSION_SECONDS - PROLONG_AFTER_SECONDS;
  const expires = isFresh ? expires_at : (await prolongSession(database, token_hash))?.expires_at;
  if (expires !== undefined) reply.header(SESSION_EXPIRES_HEADER, expires);
}
