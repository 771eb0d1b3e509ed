import { CallRefused, createClient, type CallArguments } from '@talaan/contract/http/client';
import type { ResultOf, Route } from '@talaan/contract/http/route';
import { MAINTENANCE_HEADER } from '@talaan/contract/http/maintenance.contract';
import { SESSION_EXPIRES_HEADER } from '@talaan/contract/sign-in/sign-in.contract';
import { heedMaintenance, noteServedInMaintenance } from './maintenance.ts';
import { currentCsrfToken, sessionSignals, writesHeld } from './session-signals.ts';

/** The network failed before the whole answer came: no connection, a broken one, or the server is away. */
export class NetworkFailure extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached. Check the connection and try again.', { cause });
    this.name = 'NetworkFailure';
  }
}

/**
 * Whether a write may have been done although it failed: no answer came, or the server did not get one from its database. It is
 * asked for again under the same key.
 */
export function mayBeDone(failure: unknown): boolean {
  return failure instanceof NetworkFailure || (failure instanceof CallRefused && failure.problem.status === 503);
}

/**
 * Calls a route of the contract with the session's cookie. Writes carry the CSRF token and an idempotency key: pass
 * `headers: { 'idempotency-key': … }` to repeat a write whose answer was lost. Throws `CallRefused` for a problem reply
 * and `NetworkFailure` when no whole answer came; a 401 also tells the session that it is over.
 */
export async function callServer<const R extends Route>(route: R, given: CallArguments<R>): Promise<ResultOf<R>> {
  const { headers: own = {} } = given as { headers?: Record<string, string> };
  const held = route.method === 'GET' || ASKS in own ? null : writesHeld();
  if (held !== null) await held;
  const headers = { ...headersOf(route), ...own };
  return call(route, { ...given, headers }).catch(heedMaintenance);
}

/** A fresh key for one write; 128 random bits, without the need for a secure context. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const call = createClient(async (address, init) => {
  const { [ASKS]: asksForSession, ...headers } = init.headers;
  /** A step that fails because the connection broke off, or because this page is being left. */
  const reach = async <Result>(step: () => Promise<Result>): Promise<Result> => {
    try {
      return await step();
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      throw new NetworkFailure(cause);
    }
  };
  const { body } = init;
  // What is written while the page goes away arrives all the same; browsers carry 64 kB so.
  const keepalive = document.visibilityState === 'hidden' && typeof body === 'string' && body.length < 60_000;
  const response = await reach(() => fetch(address, { ...init, headers, keepalive, credentials: 'same-origin' }));
  const expiresAt = response.headers.get(SESSION_EXPIRES_HEADER);
  if (expiresAt !== null) sessionSignals().prolonged(expiresAt);
  if (response.headers.has(MAINTENANCE_HEADER)) noteServedInMaintenance();
  if (response.status === 401 && asksForSession === undefined) sessionSignals().ended();
  return { status: response.status, json: () => reach(() => response.json()) };
});

const ASKS = 'asks-for-session';

/** Marks a call whose 401 is an answer and not the end of a session: sign-in, sign-out, the look for a saved session. Never sent. */
export const ASKING_FOR_SESSION: Readonly<Record<string, string>> = { [ASKS]: 'yes' };

/** What a call that is no GET carries beside its body. */
export function headersOf(route: Route): Record<string, string> {
  if (route.method === 'GET') return {};
  return {
    'x-csrf-token': currentCsrfToken(),
    ...(route.reads ? {} : { 'idempotency-key': newIdempotencyKey() }),
    ...(route.access.kind === 'public' ? ASKING_FOR_SESSION : {}),
  };
}
