import type { FastifyReply } from 'fastify';
import { ACCESS } from '@talaan/core/access/access-level';
import { SESSION_EXPIRES_HEADER } from '@talaan/contract/sign-in/sign-in.contract';
import type { Database } from '../platform/database/database.ts';
import { bearerToken, type Principal } from '../platform/http/principal.ts';
import { watchMaintenance } from '../platform/database/installation-switches.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import { noteRefusal } from './access-log.store.ts';
import { authorize } from './authorize.ts';
import { mayOpen } from './may-open.ts';
import { findClientCaller } from './clients/client-caller.ts';
import { createSessionCookies, type SessionCookies } from './session/session-cookie.ts';
import {
  findSessions,
  noteLastWrite,
  prolongSession,
  SESSION_SECONDS,
  type StoredSession,
} from './session/session.store.ts';
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
export function createAccess(
  database: Database,
  options: { secure: boolean; /** Reports have a replica. */ replicated?: boolean },
): AccessServices {
  const cookies = createSessionCookies(options.secure);
  const rightsOf = keepUserRights(database);
  const findCaller = onceForAllAtOnce((tokens) => findCallers(database, rightsOf, tokens));
  return {
    cookies,
    authorize,
    async authenticate(request) {
      const bearer = bearerToken(request);
      if (bearer !== undefined) return findClientCaller(database, rightsOf, bearer);
      const token = cookies.readSession(request);
      return token === null ? null : findCaller(token);
    },
    maintenance: watchMaintenance(database),
    noteWrite: async (principal, reply) => {
      if (options.replicated && !principal.client) await noteLastWrite(database, principal.session.token_hash);
      await noteWrite(database, principal, reply);
    },
    noteRefusal: (route, request, problem) => noteRefusal(database, route, request, problem),
  };
}

/**
 * Asks once for all who ask at once, as the calls of a page that opens, or of people who work at the same time. It asks when the
 * last of them has come, so that none is answered from before he came.
 */
function onceForAllAtOnce<T>(ask: (keys: readonly string[]) => Promise<Map<string, T>>): (key: string) => Promise<T> {
  let waiting: { readonly keys: Set<string>; readonly answers: Promise<Map<string, T>> } | null = null;
  const gather = () => {
    const keys = new Set<string>();
    const begin = async () => {
      await new Promise(setImmediate);
      waiting = null;
      return ask([...keys]);
    };
    return { keys, answers: begin() };
  };
  return async (key) => {
    waiting ??= gather();
    waiting.keys.add(key);
    return (await waiting.answers).get(key)!;
  };
}

/** Who calls with each of these tokens; calls of one session share the answer. */
async function findCallers(
  database: Database,
  rightsOf: ReturnType<typeof keepUserRights>,
  tokens: readonly string[],
): Promise<Map<string, Promise<Principal | null>>> {
  const hashes = tokens.map(hashSecret);
  const sessions = await findSessions(database, hashes);
  return new Map(tokens.map((token, at) => [token, callerOf(rightsOf, token, hashes[at]!, sessions[at]!)]));
}

async function callerOf(
  rightsOf: ReturnType<typeof keepUserRights>,
  token: string,
  token_hash: Buffer,
  found: StoredSession | null,
): Promise<Principal | null> {
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
      token_hash,
      // Reads do not ask for it.
      get csrf_hash() {
        return hashSecret(csrfTokenOf(token));
      },
      expires_at: found.expires_at,
      seconds_left: found.seconds_left,
      written: found.last_write_lsn,
    },
  };
}

/** The rights of the user as whom somebody looks at the product; null when he may not look any more. */
async function seenBy(
  own: UserRights,
  { preview_user_id, ...asOf }: StoredSession,
  rightsOf: ReturnType<typeof keepUserRights>,
): Promise<UserRights | null> {
  return mayOpen(own, 'Users', ACCESS.delete) ? rightsOf(preview_user_id!, asOf) : null;
}

/** A successful write prolongs the session; reads do not (decisions §8, one clock). */
async function noteWrite(database: Database, principal: Principal, reply: FastifyReply): Promise<void> {
  if (principal.client) return;
  const { token_hash, expires_at, seconds_left } = principal.session;
  const isFresh = seconds_left > SESSION_SECONDS - PROLONG_AFTER_SECONDS;
  const expires = isFresh ? expires_at : (await prolongSession(database, token_hash))?.expires_at;
  if (expires !== undefined) reply.header(SESSION_EXPIRES_HEADER, expires);
}
