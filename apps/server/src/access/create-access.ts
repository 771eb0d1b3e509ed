import type { FastifyReply } from 'fastify';
import { ACCESS } from '@talaan/core/access/access-level';
import { SESSION_EXPIRES_HEADER } from '@talaan/contract/sign-in/sign-in.contract';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { watchMaintenance } from '../platform/database/installation-switches.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import { noteRefusal } from './access-log.store.ts';
import { authorize } from './authorize.ts';
import { createSessionCookies, type SessionCookies } from './session/session-cookie.ts';
import { findSession, prolongSession, SESSION_SECONDS, type StoredSession } from './session/session.store.ts';
import { csrfTokenOf, hashSecret } from './session/session-token.ts';
import { keepUserRights, type UserRights } from './session/user-rights.store.ts';

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
  const rightsOf = keepUserRights(database);
  const callerOf = onceForAllAtOnce((token) => findCaller(database, rightsOf, token));
  return {
    cookies,
    authorize,
    async authenticate(request) {
      const token = cookies.readSession(request);
      return token === null ? null : callerOf(token);
    },
    maintenance: watchMaintenance(database),
    noteWrite: (principal, reply) => noteWrite(database, principal, reply),
    noteRefusal: (route, request, problem) => noteRefusal(database, route, request, problem),
  };
}

/**
 * Does work once for all who ask for the same at once, as a page does that opens with several calls of its session. It begins
 * when the last of them has asked, so that none is answered from before he came.
 */
function onceForAllAtOnce<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (key) => {
    const begin = async () => {
      await new Promise(setImmediate);
      asked.delete(key);
      return work(key);
    };
    const answer = asked.get(key) ?? begin();
    asked.set(key, answer);
    return answer;
  };
}

async function findCaller(
  database: Database,
  rightsOf: ReturnType<typeof keepUserRights>,
  token: string,
): Promise<Principal | null> {
  const tokenHash = hashSecret(token);
  const found = await findSession(database, tokenHash);
  if (!found) return null;
  const own = await rightsOf(found.user_id, found);
  if (!own?.admitted) return null;
  const seen = found.preview_user_id === null ? own : await seenBy(own, found, rightsOf);
  if (!seen?.admitted) return null;
  const { user_id, login, name, super_user, levels } = seen;
  const preview = seen === own ? undefined : { user_id: own.user_id, name: own.name, since: found.preview_since! };
  return {
    user_id,
    login,
    name,
    super_user,
    password_due: own.password_due,
    levels,
    preview,
    session: {
      token_hash: tokenHash,
      // Reads do not ask for it.
      get csrf_hash() {
        return hashSecret(csrfTokenOf(token));
      },
      expires_at: found.expires_at,
      seconds_left: found.seconds_left,
    },
  };
}

/** The rights of the user as whom somebody looks at the product; null when he may not look any more. */
async function seenBy(
  own: UserRights,
  { preview_user_id, ...asOf }: StoredSession,
  rightsOf: ReturnType<typeof keepUserRights>,
): Promise<UserRights | null> {
  return own.levels['Users'] === ACCESS.delete ? rightsOf(preview_user_id!, asOf) : null;
}

/** A successful write prolongs the session; reads do not (decisions §8, one clock). */
async function noteWrite(database: Database, principal: Principal, reply: FastifyReply): Promise<void> {
  const { token_hash, expires_at, seconds_left } = principal.session;
  const isFresh = seconds_left > SESSION_SECONDS - PROLONG_AFTER_SECONDS;
  const expires = isFresh ? expires_at : (await prolongSession(database, token_hash))?.expires_at;
  if (expires !== undefined) reply.header(SESSION_EXPIRES_HEADER, expires);
}
