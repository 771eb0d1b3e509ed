import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { forbidden } from './problem.ts';
import type { Principal } from './principal.ts';

const CSRF_HEADER = 'x-csrf-token';

/** Refuses a write that a browser sends from another site: its Origin must be ours when the browser names one. */
export function requireSameOrigin(request: FastifyRequest, allowedOrigins: readonly string[]): void {
  const origin = request.headers.origin;
  if (origin !== undefined && !allowedOrigins.includes(origin) && origin !== `${request.protocol}://${request.host}`) {
    throw forbidden('foreign_origin', 'This request comes from another site.');
  }
}

/** Refuses a write without the session's own token, which only our pages know (decisions §8). */
export function requireSessionToken(request: FastifyRequest, principal: Principal): void {
  const given = createHash('sha256').update(sessionTokenOf(request)).digest();
  if (!timingSafeEqual(given, principal.session.csrf_hash)) {
    throw forbidden(
      'csrf_token',
      'The request does not carry the token of this session. Reload the page and try again.',
    );
  }
}

/** The token of its session that a write carries; empty where there is none. The database has its digest. */
export function sessionTokenOf(request: FastifyRequest): string {
  const token = request.headers[CSRF_HEADER];
  return typeof token === 'string' ? token : '';
}
