import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecret } from './session-token.ts';

/** Seconds that the pre-session cookie of a visit to the provider lives (reliability (e) SSO pop-up). */
export const VISIT_SECONDS = 300;

export interface SessionCookies {
  readSession(request: FastifyRequest): string | null;
  setSession(reply: FastifyReply, token: string): void;
  clearSession(reply: FastifyReply): void;
  readVisit(request: FastifyRequest): string | null;
  setVisit(reply: FastifyReply, secret: string): void;
  clearVisit(reply: FastifyReply): void;
}

/**
 * The two cookies of the product: the session, which no other site can make a browser send, and the pre-session of a
 * visit to a single sign-on provider, which must come back from there. Under https both carry the `__Host-` prefix.
 */
export function createSessionCookies(secure: boolean): SessionCookies {
  const prefix = secure ? '__Host-' : '';
  const session = `${prefix}talaan`;
  const visit = `${prefix}talaan-visit`;
  const common: CookieSerializeOptions = { path: '/', httpOnly: true, secure };
  return {
    readSession: (request) => readCookie(request, session),
    setSession: (reply, token) => void reply.setCookie(session, token, { ...common, sameSite: 'strict' }),
    clearSession: (reply) => void reply.clearCookie(session, { ...common, sameSite: 'strict' }),
    readVisit: (request) => readCookie(request, visit),
    setVisit: (reply, secret) =>
      void reply.setCookie(visit, secret, { ...common, sameSite: 'lax', maxAge: VISIT_SECONDS }),
    clearVisit: (reply) => void reply.clearCookie(visit, { ...common, sameSite: 'lax' }),
  };
}

/** A cookie that came exactly once and has the form of our secrets; a doubled one may be planted, so it counts as none. */
function readCookie(request: FastifyRequest, name: string): string | null {
  const sent = (request.headers.cookie ?? '').split(';').filter((pair) => pair.trim().startsWith(`${name}=`));
  const value = sent.length === 1 ? request.cookies[name] : undefined;
  return isSecret(value) ? value : null;
}
